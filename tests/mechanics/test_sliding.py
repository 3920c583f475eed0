"""Sliding with every law of friction: against an independent formulation, closed forms and the contact vectors."""


import numpy as np
import pytest
from numpy.testing import assert_allclose

from sandbox.mechanics import hybrid, report
from sandbox.mechanics.layout import (
    FRAME_END,
    GUARD_CLOCK,
    GUARD_CONE,
    GUARD_END,
    GUARD_NORMAL,
)
from sandbox.mechanics.probe import Pose
from sandbox.run.check_ball import surface_of
from sandbox.scene import Body, Disk, Ellipsoid, Paraboloid, Plane, Spin, Start, Still
from tests.mechanics.oracle_modes import Law, Sliding, sliding_state
from tests.mechanics.setup_modes import Case, Run, ball
from tests.oracles import general_body, multipliers, supports, surfaces
from tests.oracles.supports import cross
from tests.physics.test_general_body import motion, shape_of

g = 9.81
GENERAL = {case["id"]: case for case, *_ in general_body.definitions()}
LAWS = {
    "smooth": {}, "viscous": {"c1": 0.5}, "coulomb": {"mu": 0.3}, "two-term": {"mu": 0.2, "c0": 0.3, "c1": 0.1},
    "patch": {"mu": 0.3, "patch": 0.02}, "resistance": {"mu": 0.25, "k_r": 0.002, "k_s": 0.001},
}


def general_case(name, law, slip, gravity=(0.0, 0.0, -g)):
    """The program's case and state, and the oracle's problem and state, of a case of general_body that slips."""
    case = GENERAL[name] | {"gravity": gravity}
    initial = case["initial"]
    problem = Sliding(general_body.body_of(case["body"]), surfaces.from_json(case["surface"]),
                      supports.from_json(case["support"], case["placement"]), gravity, law=Law(**law))
    quat = supports.unit(initial["quat"])
    x_G, v_G = sliding_state(problem, initial["x_G"], quat, initial["omega"], np.asarray(slip))
    contact, _ = problem.contact(0.0, x_G, multipliers.rotation_of(quat), v_G, np.asarray(initial["omega"]))

    surface = surface_of(case["surface"])
    if case["placement"]:
        surface = surface.placed(**case["placement"])
    ours = Case(shape_of(case["body"]), surface, motion(case),
                Start(tuple(contact.c), omega=tuple(initial["omega"]), orientation=tuple(quat)), **law)
    pose = Pose(0.0, ours.p)
    y = ours.sliding(np.zeros(3))
    y[11:14] = pose.rotation.T @ (v_G - pose.point_velocity)
    return ours, y, problem, (x_G, quat, np.asarray(initial["omega"]), v_G)


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize(("name", "slip"), [
    ("ellipsoid_shaken_paraboloid", (1.6, -0.7, 0.3)), ("ellipsoid_rotating_paraboloid", (-0.9, 1.7, 0.0)),
    ("rounded_coin_rotating_bowl", (0.8, 1.5, 0.0)), ("biased_ball_gimballed_plane", (1.4, 0.9, 0.0))])
def test_motion_and_reaction_agree_with_inertial_coordinates(name, slip, law):
    ours, y, problem, (x_G, quat, w, v_G) = general_case(name, LAWS[law], slip)
    times = np.array([0.0, 0.02, 0.04, 0.06])
    reference = multipliers.simulate(problem, x_G, quat, w, times, v_G=v_G, rtol=1e-12, atol=1e-13)
    assert reference.N.min() > 0.0 and np.min(reference.slip) > 0.05
    run = Run(ours, "sliding", y)
    for k, t in enumerate(times):
        if k:
            run.to(t)
        assert run.guard == -1
        seen = run.report()
        # the reference's own gap and slip stay below 1e-12; its tolerance 1e-12 grows over 0.15 s of fast motion
        assert_allclose(seen[report.CENTRE:report.CENTRE + 3], reference.x_G[k], rtol=0, atol=3e-12)      # [m]
        assert_allclose(seen[report.VELOCITY:report.VELOCITY + 3], reference.v_G[k], rtol=0, atol=1e-10)  # [m/s]
        assert_allclose(seen[report.SPIN_LAB:report.SPIN_LAB + 3], reference.w[k], rtol=0, atol=1e-8)     # [rad/s]
        assert_allclose(seen[report.FORCE:report.FORCE + 3], reference.force[k], rtol=0, atol=1e-8)       # [N]
        assert_allclose(seen[report.CONTACT:report.CONTACT + 3], reference.contact[k], rtol=0, atol=1e-10)
    assert run.drift < 1e-13


def test_long_slides():
    """A smooth body slides for 30 s in a shaken bowl: energy less ledger stays, and so does the surface below it."""
    ours, y, *_ = general_case("ellipsoid_shaken_paraboloid", {}, (0.3, -0.2, 0.0))
    run = Run(ours, "sliding", y).to(30.0)
    assert run.guard == -1
    assert run.drift < 1e-12
    n, rho, turning = ours.geometry(run.y)
    pose = Pose(30.0, ours.p)
    u = run.y[11:14] + cross(turning @ run.y[7:10], rho) - cross(pose.motion[0], run.y[:3] - pose.axis_point)
    assert abs(n @ u) < 1e-15                                                       # [m/s], of about 1 m/s
    assert abs(run.y[2] - (run.y[0]**2 + run.y[1]**2)/0.6) < 1e-16                  # [m], bowl with p = 0.3 m


@pytest.mark.parametrize("law", ["coulomb", "patch", "resistance"])
def test_normal_force_keeps_the_gap_closed(law):
    """The gap by the oracle's common normals along the program's motion, which knows only gap'' = 0."""
    ours, y, problem, (x_G, quat, w, v_G) = general_case("ellipsoid_shaken_paraboloid", LAWS[law], (1.6, -0.7, 0.3))
    run, gaps = Run(ours, "sliding", y), []
    for t in np.arange(5)*2e-3:
        seen = (run if t == 0 else run.to(t)).report()
        R = multipliers.rotation_of(seen[report.QUATERNION:report.QUATERNION + 4])
        contact, _ = problem.contact(t, seen[report.CENTRE:report.CENTRE + 3], R, np.zeros(3), np.zeros(3))
        gaps.append(contact.gap)
    assert np.abs(gaps).max() < 1e-14                                               # [m]


# ---- the end of slip ----------------------------------------------------------------------------------------------

def ended(case, run, stride=0.2, most=200):
    """The run through slip_end until slip has ended: the second run and the time of the end [s]."""
    assert run.guard == GUARD_END
    end = Run(case, "slip_end", np.append(run.y, run.t))
    for _ in range(most):
        end.t = 0.0
        end.to(stride, stride)
        if end.status:
            break
    assert end.guard == GUARD_END
    return end, end.y[17]


def rolling_ball(mu, slip, spin=(0.0, 0.0, 0.0), motion=None, at=(0.0, 0.0), a=0.0286, m=0.17, **law):
    case = Case(ball(a, m, 0.4*m*a*a), Plane(), motion or Still(), Start(at, omega=(0.0, 0.0, 0.0)), mu=mu, **law)
    return case, Run(case, "sliding", case.sliding(slip, w=spin))


def test_ball_slides_then_rolls_at_five_sevenths():
    """Coulomb: slip ends at 2 v0/(7 mu g), with 5/7 v0."""
    mu, v0 = 0.2, 3.0
    case, run = rolling_ball(mu, (v0, 0.0, 0.0))
    run.to(1.0)
    end, t = ended(case, run)
    assert t == pytest.approx(2.0*v0/(7.0*mu*g), abs=3e-14)                         # [s]
    assert_allclose(end.y[11:14], [5.0/7.0*v0, 0.0, 0.0], rtol=0, atol=1e-13)       # [m/s]
    assert end.y[0] == pytest.approx(12.0/49.0*v0**2/(mu*g), abs=5e-14)             # [m], 1.4e-14 s before the end
    assert run.drift < 1e-14 and end.drift < 1e-14


def test_side_spin_does_not_matter_to_a_ball_without_a_patch():
    """slide_to_roll_3d of the vectors: slip keeps its direction whatever the spin about the vertical."""
    v, w, a = np.array([2.0, -0.5, 0.0]), np.array([30.0, 60.0, -40.0]), 0.0286
    case, run = rolling_ball(0.25, v + cross(w, [0.0, 0.0, -a]), w)
    run.to(1.0)
    end, t = ended(case, run)
    assert t == pytest.approx(0.05323643748166994, abs=1e-13)
    assert_allclose(end.y[11:14], [1.9188571428571428, -0.6022857142857143, 0.0], rtol=0, atol=1e-13)
    _, _, turning = case.geometry(end.y)
    assert_allclose(turning @ end.y[7:10], [21.05894105894106, 67.0929070929071, -40.0], rtol=0, atol=1e-11)


def test_ball_set_down_on_a_turntable():
    """turntable_slide_roll of the vectors: the direction of slip turns towards a limit, ever faster."""
    at, rate = np.array([0.3, 0.0]), 3.0
    case, run = rolling_ball(0.2, (0.0, -rate*at[0], 0.0), motion=Spin("z", rate), at=tuple(at), a=0.03, m=0.1)
    run.to(1.0)
    end, t = ended(case, run)
    assert t == pytest.approx(0.13161933277568236, abs=1e-13)
    end.t = t
    seen = end.report()
    assert_allclose(seen[report.CENTRE:report.CENTRE + 2], [0.29967820125494393, 0.01698225729818832], rtol=0,
                    atol=1e-13)
    assert_allclose(seen[report.VELOCITY:report.VELOCITY + 2], [-0.014556220541275715, 0.25686702964709357], rtol=0,
                    atol=1e-13)
    assert_allclose(seen[report.SPIN_LAB:report.SPIN_LAB + 3], [21.405585803924478, 1.213018378439644, 0.0], rtol=0,
                    atol=1e-11)


def puck(v, spin, mu=0.3, patch=0.04, motion=None, at=(0.0, 0.0), surface=None, **law):
    """A puck that can't tip: a point for a support function, so that it touches below its centre."""
    m, half = 0.2, 0.005
    body = Body(lambda x, y, z, t: t*abs(z), (half,), m, ((1e-4, 0, 0), (0, 1e-4, 0), (0, 0, 8e-4*m)), size=0.04)
    case = Case(body, surface or Plane(), motion or Still(), Start(at, omega=(0.0, 0.0, 0.0)),
                free=(False, False, True), mu=mu, patch=patch, **law)
    return case, Run(case, "sliding", case.sliding(v, w=spin))


def test_puck_stops_sliding_and_spinning_together():
    """contensou_puck of the vectors."""
    case, run = puck((1.5, 0.0, 0.0), (0.0, 0.0, 60.0))
    for t, x, v, spin in ((0.1, 0.14031111675067678, 1.307109869116601, 54.14036060459431),
                          (0.3, 0.3644348666383228, 0.9379443512470487, 41.92609645407583),
                          (0.5, 0.5171148962424343, 0.5932377888813666, 29.02956288756055)):
        run.to(t)
        assert_allclose([run.y[0], run.y[11], run.y[9]], [x, v, spin], rtol=1e-11)
    run.to(2.0)
    end, t = ended(case, run, 1.0)
    assert t == pytest.approx(0.9091369608772243, abs=1e-12)
    assert end.y[0] == pytest.approx(0.6312825493434335, abs=1e-12)
    assert run.drift < 1e-13 and end.watch[hybrid.WORST_DEFECT] < 1e-14*run.watch[hybrid.KINETIC]


def test_last_stretch_stops_at_the_end_of_the_frame():
    case, run = rolling_ball(0.2, (3.0, 0.0, 0.0))
    run.to(1.0)
    case.p[FRAME_END] = run.t + 3e-5
    end = Run(case, "slip_end", np.append(run.y, run.t)).to(0.2, 0.2)
    assert end.guard == GUARD_CLOCK
    assert end.y[17] == pytest.approx(case.p[FRAME_END], abs=1e-16)
    # uniformly decelerated: H is known there
    assert np.linalg.norm(case.slip(end.y)) == pytest.approx(3.5*0.2*g*7e-5, rel=1e-9)


@pytest.mark.parametrize("angle", [0.3, 0.6])
def test_slip_that_starts_from_rest_has_the_direction_of_its_bias(angle):
    """A puck let go on a slope steeper than friction holds: g (sin - mu cos) from the first instant on."""
    slope = Plane().placed(axis=(0.0, 1.0, 0.0), angle=angle)
    case, _ = puck((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), mu=0.2, patch=0.0, surface=slope)
    run = Run(case, "sliding", case.sliding((0.0, 0.0, 0.0), (1e-12, 0.0, 0.0)))
    assert run.broken == -1
    run.to(0.5)
    assert run.guard == -1
    expected = g*(np.sin(angle) - 0.2*np.cos(angle))
    assert_allclose(run.y[11:14], [0.5*expected, 0.0, 0.0], rtol=0, atol=1e-13)
    assert run.y[0] == pytest.approx(0.125*expected, abs=1e-14)


def test_slip_through_zero_without_dry_friction_is_no_end():
    """A smooth puck swings through the bottom of a bowl; one in oil creeps for ever."""
    bowl = Paraboloid(0.5)
    for law, seconds in (({}, 3.0), ({"c1": 0.5}, 5.0), ({"c1": 2000.0}, 0.05)):
        body = ball(0.02, 0.1, 1e-5)
        case = Case(body, bowl, Still(), Start((0.1, 0.0), omega=(0.0, 0.0, 0.0)), **law)
        run = Run(case, "sliding", case.sliding((0.0, 0.0, 0.0))).to(seconds)
        assert run.guard == -1
        assert run.drift*run.watch[hybrid.KINETIC] < 1e-13*0.1*g*0.01


# ---- reactions and limits -----------------------------------------------------------------------------------------

@pytest.mark.parametrize("name", ["ellipsoid_coulomb", "ellipsoid_viscous"])
def test_reaction_of_the_vectors(name):
    from tests.mechanics.touching import cases
    vector = cases()[name]
    p, initial, expected = vector["params"], vector["initial"], vector["expected"]
    friction = {"mu": p["friction"].get("mu", 0.0), "c1": p["friction"].get("c1", 0.0)}
    body = Ellipsoid(*p["geometry"]["semi_axes"], p["mass"], np.diag(p["inertia_body"]))
    touch = np.array(initial["pos"]) + expected["r_contact"]
    case = Case(body, Plane(), Still(), Start(tuple(touch[:2]), omega=tuple(initial["omega"]),
                                              orientation=tuple(initial["quat"])), **friction)
    run = Run(case, "sliding", case.sliding(expected["contact_velocity"]))
    assert_allclose(run.y[11:14], initial["vel"], rtol=0, atol=1e-10)
    force = run.report()[report.FORCE:report.FORCE + 3]
    fx, fy, _ = expected["F_contact"]
    assert_allclose(force, [fx, fy, expected["N_contact"]], rtol=0, atol=1e-9)      # [N], accuracy of the vectors
    assert run.guards()[GUARD_NORMAL] == pytest.approx(expected["N_contact"], abs=1e-9)
    assert run.guards()[GUARD_CONE] == pytest.approx(expected["V_star"]/expected["V"] - 1e-3, abs=1e-9)


def test_guard_of_the_paradox():
    """A long ellipsoid pushed head first with much friction: the bracket of N is negative, and the guard says so."""
    body = Ellipsoid(0.3, 0.02, 0.02, 1.0)
    start = Start((0.0, 0.0), omega=(0.0, 0.0, 0.0), orientation=(np.cos(0.5), 0.0, np.sin(0.5), 0.0))
    signs = []
    for direction in (1.0, -1.0):
        case = Case(body, Plane(), Still(), start, mu=3.0)
        run = Run(case, "sliding", case.sliding((direction, 0.0, 0.0)))
        signs.append(run.guards()[GUARD_CONE] > 0.0)
    assert sorted(signs) == [False, True]


def test_body_that_cannot_tip_follows_its_support():
    """A puck on a plate that tips and turns: it stays flat, spins of itself, and the meter closes."""
    from sandbox.scene import Motion, Signal
    swing = Motion("z", Signal((0.0, 1.0)), tilt=Signal(sine=0.2, nu=3.0), second_tilt=Signal(sine=-0.1, nu=5.0))
    case, _ = puck((0.5, 0.2, 0.0), (0.0, 0.0, 0.0), mu=0.05, patch=0.02, motion=swing, at=(0.05, 0.0))
    w = Pose(0.0, case.p).motion[0] + [0.0, 0.0, 20.0]
    run = Run(case, "sliding", case.sliding((0.5, 0.2, 0.0), w=w)).to(0.3)
    assert run.guard == -1
    _, _, turning = case.geometry(run.y)
    assert_allclose(turning[:, 2], [0.0, 0.0, 1.0], rtol=0, atol=1e-13)
    relative = turning @ run.y[7:10] - Pose(run.t, case.p).motion[0]
    assert_allclose(relative[:2], 0.0, rtol=0, atol=1e-12)
    assert 0.0 < relative[2] < 20.0
    assert run.drift < 1e-13


def test_disk_on_its_edge_slides():
    """A thin disk, singular where it lies flat, slides on a tilted turning table with a drift of rounding."""
    case = Case(Disk(0.05, 0.2), Plane().placed(axis=(1.0, 0.0, 0.0), angle=0.2), Spin("z", 3.0),
                Start((0.15, 0.05), omega=(0.3, -17.0, 0.5), orientation=(0.8, 0.6, 0.1, 0.05)), mu=0.2)
    run = Run(case, "sliding", case.sliding((1.5, -1.0, 0.0))).to(0.1)
    assert run.guard == -1 and run.drift < 1e-13
