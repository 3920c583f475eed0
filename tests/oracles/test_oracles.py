"""The oracles agree with the kept vectors, with one another and with known facts."""
import json
from math import pi, sqrt
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose

from . import exact, general_body, invariants, multipliers, supports, surfaces

VECTORS = Path(__file__).parents[1]/"vectors"
CASES = {case["id"]: case for case in json.loads((VECTORS/"vectors_ball.json").read_text(encoding="utf-8"))["cases"]}
DISKS = {case["id"]: case for case in json.loads((VECTORS/"vectors_contact.json").read_text(encoding="utf-8"))["cases"]}
GENERAL = general_body.load()


def ball_problem(case):
    """multipliers.Problem of a `ball_on_surface` case."""
    body = multipliers.sphere(case["body"]["a"], case["body"]["m"], case["body"]["I"])
    return multipliers.Problem(body, surfaces.from_json(case["surface"]),
                               supports.from_json(case["support"], case["placement"]), case["gravity"],
                               case["surface"]["defines"])


def column(samples, name):
    """One quantity of all samples as an array."""
    return np.array([sample[name] for sample in samples])


def ball(case):
    """(m, a, I), chi and Omega of a case that turns uniformly about z."""
    m, a, I = (case["body"][k] for k in "maI")
    coeffs = case["support"]["angle"]["coeffs"]
    return (m, a, I), exact.rolling_ratio(m, a, I), coeffs[1]


# maximal coordinates ---------------------------------------------------------------------------------------------

@pytest.mark.parametrize("name, count", [
    ("plane_wobble_shake", 3), ("cone_rotating", 3), ("paraboloid_inclined_axis", 4), ("sphere_out_sleeping", 3),
    ("sphere_in_inclined_axis", 3), ("cylinder_golf", 2), ("torus_out_detach", 2), ("ellipsoid_rotating", 3),
    ("pseudosphere_contact_rotating", 2), ("ripple_bowl_rotating", 3)])
def test_multipliers_reproduce_the_ball_vectors(name, count):
    case = CASES[name]
    samples, mg = case["samples"][:count], case["body"]["m"]*np.linalg.norm(case["gravity"])
    run = multipliers.simulate(ball_problem(case), case["initial"]["r"], [1, 0, 0, 0], case["initial"]["omega"],
                               column(samples, "t"))

    # the vectors are good to about 12 digits; w is 10 to 1000 rad/s
    assert_allclose(run.x_G, column(samples, "r"), rtol=0, atol=1e-11)            # [m]
    assert_allclose(run.v_G, column(samples, "v"), rtol=0, atol=1e-10)            # [m/s]
    assert_allclose(run.w, column(samples, "omega"), rtol=0, atol=1e-8)           # [rad/s]
    assert_allclose(run.N/mg, column(samples, "N")/mg, rtol=0, atol=1e-10)        # [1]
    assert_allclose(run.F/mg, column(samples, "F")/mg, rtol=0, atol=1e-10)        # [1]
    assert np.abs(run.gap).max() < 1e-12                                          # [m] nothing stabilises it
    assert run.slip.max() < 1e-11                                                 # [m/s]


@pytest.mark.parametrize("name", ["thin_disk_roll", "thick_disk_roll"])
def test_multipliers_and_euler_angles_reproduce_the_disk_vectors(name):
    case = DISKS[name]
    p, start, states = case["params"], case["initial"], case["expected"]["states"][:3]
    A, _, C = p["inertia_body"]
    radius, b = p["geometry"]["radius"], p["geometry"]["half_thickness"]
    t = column(states, "t")

    problem = multipliers.Problem(multipliers.disk(radius, p["mass"], np.diag(p["inertia_body"]), b), surfaces.plane)
    run = multipliers.simulate(problem, start["pos"], start["quat"], start["omega"], t)
    assert_allclose(run.x_G, column(states, "pos"), rtol=0, atol=1e-11)           # [m] vectors: 11 digits and more
    assert_allclose(run.w, column(states, "omega"), rtol=0, atol=1e-9)            # [rad/s]
    assert_allclose(run.force, column(states, "contact_force"), rtol=0, atol=1e-8)

    # Euler angles; the start's frame: e1 = e_z x k'/sin theta, R = Rz(psi) Rx(theta) Rz(phi)
    R = run.R[0]
    theta, psi, phi = np.arccos(R[2, 2]), np.arctan2(R[0, 2], -R[1, 2]), np.arctan2(R[2, 0], R[2, 1])
    e1 = np.array([np.cos(psi), np.sin(psi), 0.0])
    spins = [run.w[0] @ e1, run.w[0] @ np.cross(R[:, 2], e1), run.w[0] @ R[:, 2]]
    x_G, R, w, _ = exact.disk_path(t, theta, spins, p["mass"], radius, A, C, b, psi=psi, phi=phi,
                                   x=start["pos"][0], y=start["pos"][1])
    assert_allclose(x_G, run.x_G, rtol=0, atol=1e-11)                             # [m]
    assert_allclose(w, run.w, rtol=0, atol=1e-9)                                  # [rad/s]
    assert_allclose(R, run.R, rtol=0, atol=1e-10)


@pytest.mark.parametrize("name", sorted(GENERAL))
def test_kept_general_bodies_are_what_the_oracle_gives(name):
    case = GENERAL[name]
    samples, start = case["samples"][:2], case["initial"]
    run = multipliers.simulate(general_body.problem_of(case), start["x_G"], start["quat"], start["omega"],
                               column(samples, "t"))
    assert_allclose(run.x_G, column(samples, "x_G"), rtol=0, atol=1e-10)          # [m]
    assert_allclose(run.w, column(samples, "omega"), rtol=0, atol=1e-8)           # [rad/s]
    assert_allclose(run.force, column(samples, "force"), rtol=0, atol=1e-7)       # [N]
    assert case["error"]["x_G"] < 1e-11                                           # [m]
    assert case["min_N_over_mg"] > 0

    # E_J - ledger is constant although E_J is not
    E_J, ledger = column(case["samples"], "E_J"), column(case["samples"], "ledger")
    assert np.ptp(E_J - ledger) < 1e-11                                           # [J]


def test_rattleback_reverses_at_three_seconds():
    samples = GENERAL["rattleback"]["samples"]
    spin = {round(s["t"], 3): s["omega"][2] for s in samples}
    assert spin[0.0] == -5.0
    # engine.md 1.2: -5 reverses at about 3 s
    assert spin[2.5] < 0 < spin[3.0] < spin[5.0]
    assert_allclose([GENERAL["rattleback"]["min_N_over_mg"], GENERAL["rattleback"]["friction"]], [0.17, 0.76],
                    rtol=0, atol=0.005)


def test_steady_disk_stays_steady():
    samples = GENERAL["thin_disk_steady"]["samples"]
    assert_allclose(column(samples, "N"), 9.81, rtol=0, atol=1e-11)               # [N] m g
    assert_allclose(column(samples, "x_G")[:, 2], 0.25*np.sin(1.0), rtol=0, atol=1e-12)


@pytest.mark.parametrize("name", ["ellipsoid_shaken_paraboloid", "biased_ball_gimballed_plane", "rounded_coin_plane"])
def test_contact_point_velocity_and_gap(name):
    """Common normal against a search over the body's points, its rate against differences along the motion."""
    case = GENERAL[name]
    problem, start, h = general_body.problem_of(case), case["initial"], 1e-3
    state = (start["x_G"], start["quat"], start["omega"])
    times = 0.05 + h*np.arange(-3, 4)
    run = multipliers.simulate(problem, *state, [0.0, *times])
    k = 4
    contact, pose = problem.contact(run.t[k], run.x_G[k], run.R[k], run.v_G[k], run.w[k])

    # central differences of order 6
    weights = np.array([-1, 9, -45, 0, 45, -9, 1])/(60*h)
    assert_allclose(weights @ run.contact[1:], contact.c_rate, rtol=0, atol=1e-7)    # [m/s] h^6 and rounding/h
    assert_allclose(weights @ run.normal[1:], contact.n_rate, rtol=0, atol=1e-6)     # [1/s]

    # no point of the body is below the surface: points by the support function's boundary
    rng = np.random.default_rng(5)
    nu = rng.normal(size=(4000, 3)) + 3*(run.R[k].T @ -contact.n)
    nu /= np.linalg.norm(nu, axis=1)[:, None]
    body = problem.body
    points = body.rounding*nu
    if body.kind == "ellipsoid":
        A2 = np.array(body.size)**2
        points = points + A2*nu/np.sqrt(nu**2 @ A2)[:, None]
    elif body.kind == "rim":
        radial = nu[:, :2]/np.linalg.norm(nu[:, :2], axis=1)[:, None]
        points = points + np.column_stack((body.size[0]*radial, np.copysign(body.size[1], nu[:, 2])))
    lab = run.x_G[k] + (points - body.s_G) @ run.R[k].T
    phi = [problem.surface(pose.R.T @ (x - pose.p))[0] for x in lab]
    assert min(phi) > -1e-12                                                      # [m] touches, does not cut
    assert min(phi) < 1e-3


@pytest.mark.parametrize("spec", [
    {"type": "plane"}, {"type": "cone_inside", "theta": 0.5}, {"type": "sphere_inside", "b": 0.3},
    {"type": "sphere_outside", "b": 0.1}, {"type": "paraboloid_inside", "p": 0.2},
    {"type": "cylinder_inside", "b": 0.2},
    {"type": "torus_inside", "B": 0.2, "b": 0.1}, {"type": "torus_outside", "B": 0.2, "b": 0.03},
    {"type": "pseudosphere_inside", "c": 0.4}, {"type": "ripple_bowl", "A": 0.002, "k": 40.0, "p": 0.2},
    {"type": "ellipsoid_inside", "A": 0.3, "B": 0.25, "C": 0.2}], ids=lambda spec: spec["type"])
def test_surface_derivatives(spec):
    surface, s, h = surfaces.from_json(spec), np.array([0.11, -0.07, 0.02]), 1e-5
    _, gradient, hessian = surface(s)
    ahead, behind = ([surface(s + sign*h*e) for e in np.eye(3)] for sign in (1, -1))
    assert_allclose([(p[0] - q[0])/(2*h) for p, q in zip(ahead, behind, strict=True)], gradient, rtol=0, atol=1e-7)
    assert_allclose([(p[1] - q[1])/(2*h) for p, q in zip(ahead, behind, strict=True)], hessian, rtol=0, atol=1e-4)


@pytest.mark.parametrize("spec", [CASES["plane_wobble_shake"]["support"],
                                  GENERAL["biased_ball_gimballed_plane"]["support"]], ids=lambda spec: spec["type"])
def test_support_rates(spec):
    support = supports.from_json(spec, {"origin": [0.1, 0.2, -0.1], "axis": [1, 2, 0], "angle": 0.4})
    t, h = 0.7, 1e-4
    a, b, here = support(t + h), support(t - h), support(t)
    assert_allclose((a.p - b.p)/(2*h), here.v, rtol=0, atol=1e-6)
    assert_allclose((a.v - b.v)/(2*h), here.a, rtol=0, atol=1e-5)
    assert_allclose((a.a - b.a)/(2*h), here.j, rtol=0, atol=1e-4)
    assert_allclose((a.R - b.R)/(2*h), supports.skew(here.ws) @ here.R, rtol=0, atol=1e-6)
    assert_allclose((a.ws - b.ws)/(2*h), here.alpha, rtol=0, atol=1e-5)


# invariants ------------------------------------------------------------------------------------------------------

def test_jacobi_integral_has_the_value_of_the_vectors():
    for name in ("cone_rotating", "sphere_in_rotating", "paraboloid_rotating", "plane_turntable_33rpm"):
        case = CASES[name]
        (m, _, I), _, _ = ball(case)
        pose = supports.from_json(case["support"], case["placement"])
        for s in case["samples"]:
            value = invariants.jacobi_integral(np.array(s["r"]), np.array(s["v"]), np.eye(3), np.array(s["omega"]), m,
                                               I*np.eye(3), pose(s["t"]), np.array(case["gravity"]))
            assert_allclose(value, case["invariants"]["E_J"]["value"], rtol=1e-9)


def test_rubber_rolling_keeps_the_same_integral():
    """No spin about the normal: the torque tau n does no work in the support frame (engine.md 7)."""
    case = GENERAL["ellipsoid_shaken_paraboloid"]
    problem, start = general_body.problem_of(case), case["initial"]
    problem.rubber = True
    x_G, w, ws = np.array(start["x_G"]), np.array(start["omega"]), problem.support(0.0).ws
    contact, _ = problem.contact(0.0, x_G, multipliers.rotation_of(np.array(start["quat"])), np.zeros(3), w)
    w = w - ((w - ws) @ contact.n)*contact.n
    run = multipliers.simulate(problem, x_G, start["quat"], w, [0.0, 0.2, 0.4])
    spin = [(w - problem.support(t).ws) @ n for t, w, n in zip(run.t, run.w, run.normal, strict=True)]
    assert_allclose(spin, 0.0, atol=1e-11)                                        # [rad/s]
    assert np.ptp(run.E_J) > 1e-3                                                 # [J]
    assert np.ptp(run.E_J - run.ledger) < 1e-12


@pytest.mark.parametrize("name", ["ellipsoid_shaken_paraboloid", "biased_ball_gimballed_plane"])
def test_ledger_power_equals_the_differentiated_energy(name):
    case = GENERAL[name]
    problem = general_body.problem_of(case)
    m, J, g = problem.body.mass, problem.body.inertia, problem.gravity
    for s in case["samples"][::2]:
        state = (np.array(s["x_G"]), np.array(s["v_G"]), multipliers.rotation_of(np.array(s["quat"])),
                 np.array(s["omega"]))
        a_G, w_rate, force, contact, pose = problem.solve(s["t"], state[0], state[2], state[1], state[3])
        by_forces = invariants.ledger_power_by_forces(*state, a_G, w_rate, force, contact.c, m, J, pose, g)
        assert_allclose(invariants.ledger_power(*state, m, J, pose, g), by_forces, rtol=0, atol=1e-10)    # [W]


# closed forms ----------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("name", ["plane_turntable_33rpm", "plane_turntable_hover", "plane_turntable_hollow"])
def test_earnshaw_circle(name):
    case = CASES[name]
    _, chi, Omega = ball(case)
    r, v = column(case["samples"], "r"), column(case["samples"], "v")
    x, u = exact.tilted_turntable(column(case["samples"], "t"), r[0, :2], v[0, :2], Omega, chi)
    assert_allclose(r[:, :2], x, rtol=0, atol=1e-11)                              # [m] 12 printed digits
    assert_allclose(v[:, :2], u, rtol=0, atol=1e-11)
    if np.hypot(*v[0, :2]) > 1e-6:
        centre, radius, _ = exact.earnshaw_circle(r[0], v[0], Omega, chi)
        assert_allclose(np.hypot(*(r[:, :2] - centre).T), radius, rtol=1e-10)


def test_tilted_turntable():
    case = CASES["plane_tilted_1deg"]
    _, chi, Omega = ball(case)
    Q = supports.rotation(np.array([1.0, 0.0, 0.0]), case["placement"]["angle"])
    r, v = column(case["samples"], "r") @ Q, column(case["samples"], "v") @ Q
    x, u = exact.tilted_turntable(column(case["samples"], "t"), r[0, :2], v[0, :2], Omega, chi,
                                  (Q.T @ case["gravity"])[:2])
    assert_allclose(r[:, :2], x, rtol=0, atol=1e-11)                              # [m]
    assert_allclose(v[:, :2], u, rtol=0, atol=1e-11)
    # drift 5/2 g sin(beta)/Omega across the slope
    drift = (exact.tilted_turntable([0.0, 2*pi/(chi*Omega)], r[0, :2], v[0, :2], Omega, chi,
                                    (Q.T @ case["gravity"])[:2])[0] @ np.eye(2))
    assert_allclose(np.hypot(*(drift[1] - drift[0]))*chi*Omega/(2*pi), 2.5*9.81*np.sin(pi/180)/Omega, rtol=1e-12)


def test_spin_up_turns_the_ball_by_chi_of_the_angle():
    # table at rest at t = 0 and again at t = T: Theta = A (1 - cos)... of rate_sine with Omega0 = 0, T = 2 pi/nu
    rate = {"type": "rate_sine", "Omega0": 0.0, "amplitude": 2.0, "nu": 3.0}
    problem = multipliers.Problem(multipliers.sphere(0.01, 0.03, 1.2e-6), surfaces.plane,
                                  supports.rotating({"axis": [0, 0, 1], "point": [0, 0, 0], "angle": rate}))
    t = np.array([0.0, 0.5, pi/3])
    run = multipliers.simulate(problem, [0.2, 0.0, 0.01], [1, 0, 0, 0], [0, 0, 0], t)
    for k in (1, 2):
        theta, spin = supports.angle_function(rate)(t[k])[:2]
        r, v = exact.spun_up([0.2, 0.0], [0.0, 0.0], theta, spin, 0.0, exact.rolling_ratio(0.03, 0.01, 1.2e-6))
        assert_allclose(run.x_G[k, :2], r, rtol=0, atol=1e-12)                    # [m]
        assert_allclose(run.v_G[k, :2], v, rtol=0, atol=1e-12)


@pytest.mark.parametrize("name", ["cylinder_golf", "cylinder_rotating"])
def test_cylinder_height_is_harmonic(name):
    case = CASES[name]
    (_, a, _), chi, _ = ball(case)
    s = case["samples"][0]
    r, v, w, gamma = (np.array(s[k]) for k in ("r", "v", "omega", "gamma"))
    u, C = exact.cylinder_integrals(r, v, w, gamma, a)
    z = exact.cylinder_height(column(case["samples"], "t"), r[2], v[2], u/np.hypot(r[0], r[1]), w @ gamma, a, chi)
    assert_allclose(column(case["samples"], "r")[:, 2], z, rtol=0, atol=1e-10)    # [m]
    assert_allclose(u, case["invariants"]["cyl_u"]["value"], rtol=1e-11)
    assert_allclose(C, case["invariants"]["cyl_C"]["value"], rtol=1e-11, atol=1e-9)


def test_golf_ball_comes_back_to_the_lip():
    # ball.md 11.6: 3.07 cm, 1.87 turns
    assert_allclose(exact.golf_depth(40.0, 2/7), [0.03066, 1.8708], rtol=1e-3)


def test_roll_off_time_and_angle():
    case = CASES["sphere_out_rolloff"]
    (_, a, _), chi, _ = ball(case)
    event = case["events"]["first_N_zero"]
    theta0 = np.arccos(case["initial"]["gamma"][2])
    theta1 = exact.rolloff_angle(theta0, chi)
    assert_allclose(np.cos(theta1), 10/17*np.cos(theta0), rtol=1e-14)
    assert_allclose(event["gamma"][2], np.cos(theta1), rtol=0, atol=1e-11)
    assert_allclose(exact.rolloff_time(theta0, theta1, a + 0.15, chi), event["t"], rtol=0, atol=2e-12)    # [s]

    # the multipliers find the same event
    problem = ball_problem(case)
    run = multipliers.simulate(problem, case["initial"]["r"], [1, 0, 0, 0], [0, 0, 0], [0.0, 0.4, 0.46])
    assert_allclose(multipliers.first_zero_of_N(problem, run), event["t"], rtol=0, atol=1e-11)            # [s]


@pytest.mark.parametrize("name", ["sphere_in_rotating", "sphere_in_inclined_axis", "sphere_out_sleeping",
                                  "sphere_out_rotating_detach"])
def test_sphere_path_is_a_lagrange_top(name):
    case = CASES[name]
    samples, (m, a, I), b = case["samples"], ball(case)[0], case["surface"]["b"]
    side = 1 if case["surface"]["type"] == "sphere_outside" else -1
    Omega = ball(case)[2]*supports.unit(case["support"]["axis"])
    r, v, w, N = exact.sphere_path(column(samples, "t"), samples[0]["gamma"], samples[0]["omega"], Omega, m, a, I, b,
                                   side)
    assert_allclose(r, column(samples, "r"), rtol=0, atol=1e-10)                  # [m]
    assert_allclose(v, column(samples, "v"), rtol=0, atol=1e-9)
    assert_allclose(w, column(samples, "omega"), rtol=0, atol=1e-7)               # [rad/s]
    assert_allclose(N, column(samples, "N"), rtol=0, atol=1e-9)
    for s in samples:
        spin, E, J_z = exact.sphere_integrals(np.array(s["gamma"]), s["omega"], Omega, m, a, I, b, side)
        kept = case["invariants"]
        assert_allclose(spin, kept["sphere_spin_s"]["value"], rtol=1e-10)
        assert_allclose([E, J_z], [kept["sphere_E_tilde"]["value"], kept["sphere_Jz_tilde"]["value"]], rtol=1e-9)


def test_sleeping_spin():
    # ball.md 11.8: 741 rad/s for the 2 cm ball on a globe of 15 cm
    assert_allclose(exact.sleeping_spin(0.0327, 0.01, 1.308e-6, 0.15), sqrt(35*9.81*0.16)/0.01, rtol=1e-13)


@pytest.mark.parametrize("name", ["cone_fixed", "cone_rotating", "pseudosphere_fixed", "pseudosphere_paper_fig4",
                                  "pseudosphere_paper_fig5", "plane_rate_sine"])
def test_linear_integrals_keep_their_values(name):
    case = CASES[name]
    m, a, I = (case["body"][k] for k in "maI")
    chi = exact.rolling_ratio(m, a, I)
    angle = supports.angle_function(case["support"]["angle"])
    kept = {k: v["value"] for k, v in case["invariants"].items()}
    for s in case["samples"]:
        r, v, w, gamma = (np.array(s[k]) for k in ("r", "v", "omega", "gamma"))
        Omega = angle(s["t"])[1]
        if name.startswith("cone"):
            found = exact.cone_integrals(r, v, w, gamma, a, case["surface"]["theta"], Omega, chi)
            expected = [kept["cone_C1"], kept["cone_C2"]]
        elif name.startswith("pseudosphere"):
            found = exact.pseudosphere_integrals(r, v, w, gamma, a, case["surface"]["c"], Omega, chi)
            expected = np.array([kept["beltrami_A"], kept["beltrami_B"]])/(2*sqrt(1 - chi))   # kept without 1/(2 mu)
        else:
            found = exact.plane_K(r - a*gamma, v, s["t"], gamma, Omega, chi)
            expected = [kept[f"plane_K_{k}"] for k in "xyz"]
        assert_allclose(found, expected, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("name", ["torus_in_rotating", "torus_out_detach", "ripple_bowl_rotating",
                                  "paraboloid_rotating", "cone_rotating", "cylinder_rotating", "pseudosphere_fixed",
                                  "pseudosphere_contact_rotating", "sphere_in_rotating"])
def test_meridian_equations_reproduce_the_vectors(name):
    case = CASES[name]
    samples, (body, _, Omega) = case["samples"], ball(case)
    start = samples[0]
    r, v, w, F, N = exact.meridian_path(column(samples, "t"), case["surface"], np.array(case["initial"]["r"]),
                                        np.array(case["initial"]["omega"]), Omega, *body)
    assert_allclose(r, column(samples, "r"), rtol=0, atol=1e-9)                   # [m]
    assert_allclose(v, column(samples, "v"), rtol=0, atol=1e-8)                   # [m/s]
    assert_allclose(w, column(samples, "omega"), rtol=0, atol=1e-6)               # [rad/s]
    mg = body[0]*9.81
    assert_allclose(N/mg, column(samples, "N")/mg, rtol=0, atol=1e-8)
    assert_allclose(F/mg, column(samples, "F")/mg, rtol=0, atol=1e-8)

    # two linear integrals on any surface of revolution
    meridian, limits = exact.centre_meridian(case["surface"], body[1])
    q_ref = exact.meridian_foot(meridian, limits, start["r"])
    for s in samples[::3]:
        u, w_n = exact.meridian_constants(case["surface"], *(np.array(s[k]) for k in ("r", "v", "omega")), Omega, *body,
                                          q_ref)
        e, _ = exact._azimuth(start["r"])
        assert_allclose([u, w_n], [np.dot(start["v"], e), np.dot(start["omega"], start["gamma"])], rtol=1e-8, atol=1e-8)


def test_meridian_equations_on_a_spheroid():
    """Ellipsoid of revolution: no vector, so against the multipliers."""
    surface = {"type": "ellipsoid_inside", "defines": "contact", "A": 0.2, "B": 0.2, "C": 0.1}
    a, m, I, Omega, t = 0.01, 0.0327, 1.308e-6, 4.0, np.array([0.0, 0.3, 0.6])
    problem = multipliers.Problem(multipliers.sphere(a, m, I), surfaces.from_json(surface),
                                  supports.rotating({"axis": [0, 0, 1], "point": [0, 0, 0],
                                                     "angle": {"type": "polynomial", "coeffs": [0, Omega]}}))
    run = multipliers.simulate(problem, [0.1, 0.03, -0.07], [1, 0, 0, 0], [5.0, -20.0, 8.0], t)
    r, v, w, F, N = exact.meridian_path(t, surface, run.x_G[0], run.w[0], Omega, m, a, I)
    assert_allclose(r, run.x_G, rtol=0, atol=1e-11)                               # [m]
    assert_allclose(v, run.v_G, rtol=0, atol=1e-10)
    assert_allclose(w, run.w, rtol=0, atol=1e-8)
    assert_allclose(N, run.N, rtol=0, atol=1e-10)
    assert_allclose(F, run.F, rtol=0, atol=1e-10)


# disks -----------------------------------------------------------------------------------------------------------

def test_steady_disk_relation_solves_the_equations():
    m, a, A, C = 1.3, 0.2, 0.011, 0.027
    for theta, precession in ((0.3, 15.0), (1.0, 2.0), (1.4, -3.0)):
        n = exact.steady_disk_spin(theta, precession, m, a, A, C)
        rates = exact.disk_accelerations(theta, [0.0, precession*np.sin(theta), n], m, a, A, C)
        assert_allclose(rates, 0.0, atol=1e-11)                                   # [rad/s^2] terms of size 100


def test_euler_disk_and_nutation():
    case = DISKS["thin_disk_nutation"]
    p, expected = case["params"], case["expected"]
    args = (p["mass"], p["radius"], p["A"], p["C"])
    precession = p["tau0"]/np.sin(p["theta0"])
    assert_allclose(exact.steady_disk_spin(p["theta0"], precession, *args), expected["n0"], rtol=1e-12)
    assert_allclose(exact.disk_nutation(p["theta0"], precession, *args), expected["omega_nut"], rtol=1e-11)
    assert_allclose(exact.disk_nutation_formula(p["theta0"], precession, *args), expected["omega_nut"], rtol=1e-12)

    # coin near flat, R = 4 cm: engine.md 2 has 99 and 313 rad/s for 0.1 and 0.01 rad; omega/psi' -> sqrt(3/5)
    m, a = 0.01, 0.04
    A, C = m*a*a/4, m*a*a/2
    rates = [exact.euler_disk_rate(theta, m, a, A) for theta in (0.1, 0.01)]
    assert_allclose(rates, [99.1, 313.2], rtol=1e-3)
    assert_allclose(rates[1], sqrt(4*9.81/(a*np.sin(0.01))), rtol=1e-13)
    ratios = [exact.disk_nutation(theta, rate, m, a, A, C)/rate for theta, rate in zip((0.1, 0.01), rates, strict=True)]
    assert abs(ratios[1] - sqrt(3/5)) < abs(ratios[0] - sqrt(3/5)) < 0.01


def test_wobbling_coin_has_the_nutation_frequency():
    """A small tilt error oscillates at the linear frequency, in the multipliers' run."""
    m, a, theta = 0.01, 0.04, 0.3
    A, C = m*a*a/4, m*a*a/2
    rate = exact.euler_disk_rate(theta, m, a, A)
    omega, kick = exact.disk_nutation(theta, rate, m, a, A, C), 1e-4
    quarter = pi/(2*omega)
    w = [kick*omega, rate*np.sin(theta)*np.cos(theta), rate*np.sin(theta)**2]
    problem = multipliers.Problem(multipliers.disk(a, m, np.diag([A, A, C])), surfaces.plane)
    run = multipliers.simulate(problem, [0, 0, a*np.sin(theta)], general_body.quat_about([1, 0, 0], theta), w,
                               quarter*np.arange(5))
    # theta - theta0 = kick sin(omega t), second order terms of size kick^2
    assert_allclose(np.arccos(run.R[:, 2, 2]) - theta, kick*np.sin(pi/2*np.arange(5)), rtol=0, atol=20*kick**2)


def test_measured_order():
    h = np.array([0.1, 0.05, 0.025])
    assert_allclose(exact.measured_order(3*h**8, h), 8.0, rtol=1e-12)
