"""Sliding with every law of friction: motion and reactions against an independent formulation and the vectors."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from sandbox.mechanics import layout as lay
from sandbox.mechanics import report
from sandbox.mechanics.probe import Pose
from sandbox.scene import Disk, Ellipsoid, Motion, Plane, Signal, Spin, Start, Still
from sandbox.verify.ball import surface_of
from tests.mechanics.contact.oracle_modes import Law, Sliding, sliding_state
from tests.mechanics.contact.setup_modes import Case, Run, g, puck
from tests.mechanics.impact.touch import cases
from tests.oracles import general_body, supports, surfaces
from tests.oracles.quaternions import rotation_of
from tests.oracles.runs import simulate
from tests.oracles.supports import cross
from tests.physics.test_general_body import motion, shape_of

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
    contact, _ = problem.contact(0.0, x_G, rotation_of(quat), v_G, np.asarray(initial["omega"]))

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
    reference = simulate(problem, x_G, quat, w, times, v_G=v_G, rtol=1e-12, atol=1e-13)
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
        R = rotation_of(seen[report.QUATERNION:report.QUATERNION + 4])
        contact, _ = problem.contact(t, seen[report.CENTRE:report.CENTRE + 3], R, np.zeros(3), np.zeros(3))
        gaps.append(contact.gap)
    assert np.abs(gaps).max() < 1e-14                                               # [m]


# reactions and limits -------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("name", ["ellipsoid_coulomb", "ellipsoid_viscous"])
def test_reaction_of_the_vectors(name):
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
    assert run.guards()[lay.GUARD_NORMAL] == pytest.approx(expected["N_contact"], abs=1e-9)
    assert run.guards()[lay.GUARD_CONE] == pytest.approx(expected["V_star"]/expected["V"] - 1e-3, abs=1e-9)


def test_guard_of_the_paradox():
    """A long ellipsoid pushed head first with much friction: the bracket of N is negative, and the guard says so."""
    body = Ellipsoid(0.3, 0.02, 0.02, 1.0)
    start = Start((0.0, 0.0), omega=(0.0, 0.0, 0.0), orientation=(np.cos(0.5), 0.0, np.sin(0.5), 0.0))
    signs = []
    for direction in (1.0, -1.0):
        case = Case(body, Plane(), Still(), start, mu=3.0)
        run = Run(case, "sliding", case.sliding((direction, 0.0, 0.0)))
        signs.append(run.guards()[lay.GUARD_CONE] > 0.0)
    assert sorted(signs) == [False, True]


def test_body_that_cannot_tip_follows_its_support():
    """A puck on a plate that tips and turns: it stays flat, spins of itself, and the meter closes."""
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
