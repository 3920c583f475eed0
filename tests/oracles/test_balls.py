"""Closed forms and integrals of balls on planes, cylinders, spheres, cones, pseudospheres against the kept vectors."""

from math import pi, sqrt

import numpy as np
import pytest
from numpy.testing import assert_allclose

from . import rigid_bodies, supports, surfaces
from .ball_on_plane import earnshaw_circle, plane_K, rolling_ratio, spun_up, tilted_turntable
from .ball_on_sphere import rolloff_angle, rolloff_time, sleeping_spin, sphere_integrals, sphere_path
from .ball_on_walls import cone_integrals, cylinder_height, cylinder_integrals, golf_depth, pseudosphere_integrals
from .kept import CASES, ball, ball_problem, column
from .multipliers import Problem
from .runs import first_zero_of_N, simulate


@pytest.mark.parametrize("name", ["plane_turntable_33rpm", "plane_turntable_hover", "plane_turntable_hollow"])
def test_earnshaw_circle(name):
    case = CASES[name]
    _, chi, Omega = ball(case)
    r, v = column(case["samples"], "r"), column(case["samples"], "v")
    x, u = tilted_turntable(column(case["samples"], "t"), r[0, :2], v[0, :2], Omega, chi)
    assert_allclose(r[:, :2], x, rtol=0, atol=1e-11)                              # [m] 12 printed digits
    assert_allclose(v[:, :2], u, rtol=0, atol=1e-11)
    if np.hypot(*v[0, :2]) > 1e-6:
        centre, radius, _ = earnshaw_circle(r[0], v[0], Omega, chi)
        assert_allclose(np.hypot(*(r[:, :2] - centre).T), radius, rtol=1e-10)


def test_tilted_turntable():
    case = CASES["plane_tilted_1deg"]
    _, chi, Omega = ball(case)
    Q = supports.rotation(np.array([1.0, 0.0, 0.0]), case["placement"]["angle"])
    r, v = column(case["samples"], "r") @ Q, column(case["samples"], "v") @ Q
    x, u = tilted_turntable(column(case["samples"], "t"), r[0, :2], v[0, :2], Omega, chi, (Q.T @ case["gravity"])[:2])
    assert_allclose(r[:, :2], x, rtol=0, atol=1e-11)                              # [m]
    assert_allclose(v[:, :2], u, rtol=0, atol=1e-11)
    # drift 5/2 g sin(beta)/Omega across the slope
    drift = (tilted_turntable([0.0, 2*pi/(chi*Omega)], r[0, :2], v[0, :2], Omega, chi,
                              (Q.T @ case["gravity"])[:2])[0] @ np.eye(2))
    assert_allclose(np.hypot(*(drift[1] - drift[0]))*chi*Omega/(2*pi), 2.5*9.81*np.sin(pi/180)/Omega, rtol=1e-12)


def test_spin_up_turns_the_ball_by_chi_of_the_angle():
    # table at rest at t = 0 and again at t = T: Theta = A (1 - cos)... of rate_sine with Omega0 = 0, T = 2 pi/nu
    rate = {"type": "rate_sine", "Omega0": 0.0, "amplitude": 2.0, "nu": 3.0}
    problem = Problem(rigid_bodies.sphere(0.01, 0.03, 1.2e-6), surfaces.plane,
                      supports.rotating({"axis": [0, 0, 1], "point": [0, 0, 0], "angle": rate}))
    t = np.array([0.0, 0.5, pi/3])
    run = simulate(problem, [0.2, 0.0, 0.01], [1, 0, 0, 0], [0, 0, 0], t)
    for k in (1, 2):
        theta, spin = supports.angle_function(rate)(t[k])[:2]
        r, v = spun_up([0.2, 0.0], [0.0, 0.0], theta, spin, 0.0, rolling_ratio(0.03, 0.01, 1.2e-6))
        assert_allclose(run.x_G[k, :2], r, rtol=0, atol=1e-12)                    # [m]
        assert_allclose(run.v_G[k, :2], v, rtol=0, atol=1e-12)


@pytest.mark.parametrize("name", ["cylinder_golf", "cylinder_rotating"])
def test_cylinder_height_is_harmonic(name):
    case = CASES[name]
    (_, a, _), chi, _ = ball(case)
    s = case["samples"][0]
    r, v, w, gamma = (np.array(s[k]) for k in ("r", "v", "omega", "gamma"))
    u, C = cylinder_integrals(r, v, w, gamma, a)
    z = cylinder_height(column(case["samples"], "t"), r[2], v[2], u/np.hypot(r[0], r[1]), w @ gamma, a, chi)
    assert_allclose(column(case["samples"], "r")[:, 2], z, rtol=0, atol=1e-10)    # [m]
    assert_allclose(u, case["invariants"]["cyl_u"]["value"], rtol=1e-11)
    assert_allclose(C, case["invariants"]["cyl_C"]["value"], rtol=1e-11, atol=1e-9)


def test_golf_ball_comes_back_to_the_lip():
    # ball.md 11.6: 3.07 cm, 1.87 turns
    assert_allclose(golf_depth(40.0, 2/7), [0.03066, 1.8708], rtol=1e-3)


def test_roll_off_time_and_angle():
    case = CASES["sphere_out_rolloff"]
    (_, a, _), chi, _ = ball(case)
    event = case["events"]["first_N_zero"]
    theta0 = np.arccos(case["initial"]["gamma"][2])
    theta1 = rolloff_angle(theta0, chi)
    assert_allclose(np.cos(theta1), 10/17*np.cos(theta0), rtol=1e-14)
    assert_allclose(event["gamma"][2], np.cos(theta1), rtol=0, atol=1e-11)
    assert_allclose(rolloff_time(theta0, theta1, a + 0.15, chi), event["t"], rtol=0, atol=2e-12)    # [s]

    # the multipliers find the same event
    problem = ball_problem(case)
    run = simulate(problem, case["initial"]["r"], [1, 0, 0, 0], [0, 0, 0], [0.0, 0.4, 0.46])
    assert_allclose(first_zero_of_N(problem, run), event["t"], rtol=0, atol=1e-11)            # [s]


@pytest.mark.parametrize("name", ["sphere_in_rotating", "sphere_in_inclined_axis", "sphere_out_sleeping",
                                  "sphere_out_rotating_detach"])
def test_sphere_path_is_a_lagrange_top(name):
    case = CASES[name]
    samples, (m, a, I), b = case["samples"], ball(case)[0], case["surface"]["b"]
    side = 1 if case["surface"]["type"] == "sphere_outside" else -1
    Omega = ball(case)[2]*supports.unit(case["support"]["axis"])
    r, v, w, N = sphere_path(column(samples, "t"), samples[0]["gamma"], samples[0]["omega"], Omega, m, a, I, b, side)
    assert_allclose(r, column(samples, "r"), rtol=0, atol=1e-10)                  # [m]
    assert_allclose(v, column(samples, "v"), rtol=0, atol=1e-9)
    assert_allclose(w, column(samples, "omega"), rtol=0, atol=1e-7)               # [rad/s]
    assert_allclose(N, column(samples, "N"), rtol=0, atol=1e-9)
    for s in samples:
        spin, E, J_z = sphere_integrals(np.array(s["gamma"]), s["omega"], Omega, m, a, I, b, side)
        kept = case["invariants"]
        assert_allclose(spin, kept["sphere_spin_s"]["value"], rtol=1e-10)
        assert_allclose([E, J_z], [kept["sphere_E_tilde"]["value"], kept["sphere_Jz_tilde"]["value"]], rtol=1e-9)


def test_sleeping_spin():
    # ball.md 11.8: 741 rad/s for the 2 cm ball on a globe of 15 cm
    assert_allclose(sleeping_spin(0.0327, 0.01, 1.308e-6, 0.15), sqrt(35*9.81*0.16)/0.01, rtol=1e-13)


@pytest.mark.parametrize("name", ["cone_fixed", "cone_rotating", "pseudosphere_fixed", "pseudosphere_paper_fig4",
                                  "pseudosphere_paper_fig5", "plane_rate_sine"])
def test_linear_integrals_keep_their_values(name):
    case = CASES[name]
    m, a, I = (case["body"][k] for k in "maI")
    chi = rolling_ratio(m, a, I)
    angle = supports.angle_function(case["support"]["angle"])
    kept = {k: v["value"] for k, v in case["invariants"].items()}
    for s in case["samples"]:
        r, v, w, gamma = (np.array(s[k]) for k in ("r", "v", "omega", "gamma"))
        Omega = angle(s["t"])[1]
        if name.startswith("cone"):
            found = cone_integrals(r, v, w, gamma, a, case["surface"]["theta"], Omega, chi)
            expected = [kept["cone_C1"], kept["cone_C2"]]
        elif name.startswith("pseudosphere"):
            found = pseudosphere_integrals(r, v, w, gamma, a, case["surface"]["c"], Omega, chi)
            expected = np.array([kept["beltrami_A"], kept["beltrami_B"]])/(2*sqrt(1 - chi))   # kept without 1/(2 mu)
        else:
            found = plane_K(r - a*gamma, v, s["t"], gamma, Omega, chi)
            expected = [kept[f"plane_K_{k}"] for k in "xyz"]
        assert_allclose(found, expected, rtol=1e-9, atol=1e-9)
