"""Rest on a moving support and spin on the spot: reactions against differences of the carried motion, and ends."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.optimize import brentq

from sandbox.compiling.rotation import matrix_of
from sandbox.mechanics import layout as lay
from sandbox.mechanics import report
from sandbox.mechanics.probe import Pose
from sandbox.scene import Body, Ellipsoid, Motion, Plane, Signal, Spin, Start, Still, rate_sine
from tests.mechanics.contact.oracle_modes import Pivoting
from tests.mechanics.contact.setup_modes import Case, Run, ball
from tests.oracles import rigid_bodies, supports, surfaces
from tests.oracles.quaternions import rotation_of
from tests.oracles.runs import simulate
from tests.physics.test_general_body import motion

g = 9.81
SHAKEN = Motion((0.1, -0.05, 1.0), rate_sine(1.5, 1.0, 4.0), (-0.03, 0.04, 0.0), "x", Signal(sine=0.1, nu=3.0),
                shift=(Signal(sine=0.01, nu=7.0), Signal(sine=-0.006, nu=7.0), Signal(sine=0.004, nu=7.0)))
J = ((2.4e-4, 3e-5, -2e-5), (3e-5, 3.6e-4, 4e-5), (-2e-5, 4e-5, 4.6e-4))
PEBBLE = Ellipsoid(0.06, 0.045, 0.03, 0.4, J, (0.004, -0.003, -0.005))
GRAVITY = np.array([0.0, 0.0, -g])
AT_REST = {"omega": (0.0, 0.0, 0.0)}


def resting(case):
    """State of "rest": the body turns with its support."""
    y = case.rolling.copy()
    turning = np.array(matrix_of(*y[3:7])).reshape(3, 3)
    y[7:10] = turning.T @ Pose(0.0, case.p).motion[0]
    return y


def carried(case, y, t, h=2e-3):
    """Force and moment about the mass centre that the carried motion needs, by differences of poses (laboratory)."""
    _, rho, _ = case.geometry(y)
    tensor, m = case.p[lay.TENSOR:lay.TENSOR + 9].reshape(3, 3), case.p[lay.MASS]
    second = {-2: -1/12, -1: 4/3, 0: -5/2, 1: 4/3, 2: -1/12}
    first = {-2: 1/12, -1: -2/3, 1: 2/3, 2: -1/12}
    local = np.array(matrix_of(*y[3:7])).reshape(3, 3)
    poses = {k: Pose(t + k*h, case.p) for k in second}
    acceleration = sum(weight*poses[k].to_lab(y[:3] - rho) for k, weight in second.items())/h**2
    spins = {}
    for k in first:
        turning = poses[k].rotation @ local
        spins[k] = turning @ tensor @ turning.T @ poses[k].spin
    force = m*(acceleration - GRAVITY)
    moment = sum(weight*spins[k] for k, weight in first.items())/h - np.cross(poses[0].rotation @ rho, force)
    return force, moment


def test_carried_body_on_a_shaken_support():
    case = Case(PEBBLE, Plane(), SHAKEN, Start((0.05, 0.02), **AT_REST, orientation=(0.9, 0.3, 0.2, 0.1)),
                mu=0.5, mu_s=0.6, k_r=0.03, k_s=0.01)
    run = Run(case, "rest", resting(case))
    start = run.y.copy()
    for t in (0.0, 0.3, 0.7):
        if t:
            run.to(t)
        seen = run.report()
        force, moment = carried(case, run.y, t)
        assert_allclose(seen[report.FORCE:report.FORCE + 3], force, rtol=0, atol=1e-7)         # [N], of differences
        n = seen[report.NORMAL:report.NORMAL + 3]
        N, M_n = n @ force, n @ moment
        M_t = np.linalg.norm(moment - M_n*n)
        guards = run.guards()
        assert guards[lay.GUARD_NORMAL] == pytest.approx(N, abs=1e-7)
        assert guards[lay.GUARD_CONE] == pytest.approx(0.6*N - np.linalg.norm(force - N*n), abs=1e-7)
        left = 0.01*N*(1.0 - np.hypot(M_t/(0.03*N), M_n/(0.01*N)))/0.06
        assert guards[lay.GUARD_END] == pytest.approx(left, abs=1e-6)
        assert_allclose(seen[report.SPIN_LAB:report.SPIN_LAB + 3], Pose(t, case.p).spin, rtol=0, atol=1e-14)
    assert_allclose(run.y[:7], start[:7], rtol=0, atol=1e-15)
    assert run.drift < 1e-13


def puck(motion, at, surface=None, **law):
    body = Body(lambda x, y, z, t: t*abs(z), (0.005,), 0.2, ((1e-4, 0, 0), (0, 1e-4, 0), (0, 0, 1.6e-4)), size=0.04)
    case = Case(body, surface or Plane(), motion, Start(at, **AT_REST), free=(False, False, True), **law)
    return case, Run(case, "rest", resting(case))


def test_puck_on_a_table_that_speeds_up():
    """It holds until r sqrt(rate^4 + acceleration^2) = mu_s g."""
    r, alpha, mu_s = 0.2, 3.0, 0.3
    case, run = puck(Spin("z", 0.0), (r, 0.0), mu=0.2, mu_s=mu_s)
    case, run = puck(Motion("z", Signal((0.0, 0.0, 0.5*alpha))), (r, 0.0), mu=0.2, mu_s=mu_s)
    run.to(5.0)
    assert run.guard == lay.GUARD_CONE
    assert run.t == pytest.approx(((mu_s*g/r)**2 - alpha**2)**0.25/alpha, abs=1e-13)


def test_ball_on_a_plate_that_tips():
    """Resistance holds it until a g sin = k_r (g cos - a rate^2), the axis being at the point it stands on."""
    a, k_r, rate = 0.02, 4e-4, 0.3
    case = Case(ball(a, 0.1, 1.6e-5), Plane(), Motion("z", tilt=Signal((0.0, rate))), Start((0.0, 0.0), **AT_REST),
                mu=0.5, mu_s=0.5, k_r=k_r)
    run = Run(case, "rest", resting(case)).to(1.0)
    assert run.guard == lay.GUARD_END
    angle = brentq(lambda x: a*g*np.sin(x) - k_r*(g*np.cos(x) - a*rate**2), 0.0, 0.1, xtol=1e-16)
    assert run.t == pytest.approx(angle/rate, abs=1e-14)


def test_nothing_to_resist_is_no_reason_to_move():
    """On a level table at rest or turning evenly about itself no moment is needed, so none is missed."""
    for table in (Still(), Spin("z", 2.0)):
        case = Case(ball(0.02, 0.1, 1.6e-5), Plane(), table, Start((0.0, 0.0), **AT_REST), mu=0.5, mu_s=0.5)
        run = Run(case, "rest", resting(case)).to(1.0)
        assert run.guard == -1
    # and a table that speeds up turns under a ball that nothing but rolling resistance holds
    case = Case(ball(0.02, 0.1, 1.6e-5), Plane(), Motion("z", Signal((0.0, 0.0, 1.0))), Start((0.0, 0.0), **AT_REST),
                mu=0.5, mu_s=0.5, k_r=1e-3)
    assert Run(case, "rest", resting(case)).broken == lay.GUARD_END


# ---- pivot --------------------------------------------------------------------------------------------------------

def test_pebble_spins_on_the_spot():
    """A skewed body spins about the normal of a plane that tips and turns: against inertial coordinates."""
    swings = [{"axis": [1, 0, 0], "angle": {"type": "rate_sine", "Omega0": 0.0, "amplitude": 0.4, "nu": 3.0}},
              {"axis": [0, 1, 0], "angle": {"type": "rate_sine", "Omega0": 0.0, "amplitude": -0.5, "nu": 4.0}},
              {"axis": [0, 0, 1], "angle": {"type": "polynomial", "coeffs": [0.0, 1.0, 0.3]}}]
    spec = {"type": "gimbals", "rotations": swings, "translation": {"amplitude": [0.01, 0.008, -0.006], "nu": 6.0}}
    placement = {"origin": [0.0, 0.0, 0.0], "axis": [0, 0, 1], "angle": 0.0}
    support = supports.from_json(spec, placement)
    body = rigid_bodies.ellipsoid((0.06, 0.045, 0.03), 0.4, J, (0.004, -0.003, -0.005))
    problem = Pivoting(body, surfaces.plane, support, (0.0, 0.0, -g))
    quat = supports.unit((0.9, 0.3, 0.2, 0.1))
    w = support(0.0).ws + 6.0*support(0.0).R[:, 2]
    x_G, v_G = problem.touch(0.0, (0.02, 0.01, 0.05), quat, w)
    contact, _ = problem.contact(0.0, x_G, rotation_of(quat), v_G, w)
    times = np.arange(6)*0.05
    reference = simulate(problem, x_G, quat, w, times, v_G=v_G)

    ours = Case(PEBBLE, Plane(), motion({"support": spec, "placement": placement, "gravity": (0.0, 0.0, -g)}),
                Start(tuple(contact.c), omega=tuple(w), orientation=tuple(quat)), mu_s=2.0, k_r=0.06)
    run = Run(ours, "pivot", ours.rolling)
    for k, t in enumerate(times):
        if k:
            run.to(t)
        assert run.guard == -1
        seen = run.report()
        assert_allclose(seen[report.CENTRE:report.CENTRE + 3], reference.x_G[k], rtol=0, atol=1e-11)
        assert_allclose(seen[report.SPIN_LAB:report.SPIN_LAB + 3], reference.w[k], rtol=0, atol=1e-8)
        assert_allclose(seen[report.FORCE:report.FORCE + 3], reference.force[k], rtol=0, atol=1e-8)
        problem.solve(t, reference.x_G[k], reference.R[k], reference.v_G[k], reference.w[k])
        left = (0.06*reference.N[k] - np.linalg.norm(problem.moment))/0.06
        assert run.guards()[lay.GUARD_END] == pytest.approx(left, abs=1e-6)
    assert run.drift < 1e-13
    assert_allclose(run.y[:3], ours.rolling[:3], rtol=0, atol=1e-15)


def test_marble_spins_for_ever():
    """On a level plane nothing resists: the spin stays, and so does the place."""
    case = Case(ball(0.02, 0.1, 1.6e-5), Plane(), Still(), Start((0.1, 0.0), omega=(0.0, 0.0, 7.0)), k_r=1e-4)
    run = Run(case, "pivot", case.rolling).to(10.0)
    assert run.guard == -1
    _, _, turning = case.geometry(run.y)
    assert_allclose(turning @ run.y[7:10], [0.0, 0.0, 7.0], rtol=0, atol=1e-14)
    assert_allclose(run.y[:3], [0.1, 0.0, 0.0], rtol=0, atol=1e-16)
