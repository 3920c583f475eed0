"""Rubber and resistance to rolling: against inertial coordinates with multipliers, and closed forms of the end."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.integrate import solve_ivp

from sandbox.integration import arrays
from sandbox.integration import observation as obs
from sandbox.mechanics import layout as lay
from sandbox.mechanics import report
from sandbox.mechanics.probe import Pose
from sandbox.scene import Paraboloid, Plane, Spin, Start, Still
from sandbox.verify.ball import surface_of
from tests.mechanics.contact.oracle_modes import Law, Resisted
from tests.mechanics.contact.setup_modes import Case, Run, ball, ended, g
from tests.oracles import general_body, supports, surfaces
from tests.oracles.multipliers import Problem
from tests.oracles.quaternions import rotation_of
from tests.oracles.runs import simulate
from tests.physics.test_general_body import motion, shape_of

GENERAL = {case["id"]: case for case, *_ in general_body.definitions()}
BODIES = ["ellipsoid_shaken_paraboloid", "rounded_coin_rotating_bowl", "biased_ball_gimballed_plane"]


def general_case(name, omega=None, rubber=False, **law):
    """The program's case and the oracle's problem and start of a rolling case of general_body."""
    case = GENERAL[name] | {"gravity": (0.0, 0.0, -g)}
    initial = case["initial"]
    parts = (general_body.body_of(case["body"]), surfaces.from_json(case["surface"]),
             supports.from_json(case["support"], case["placement"]), case["gravity"])
    problem = Problem(*parts, rubber=True) if rubber else Resisted(*parts, law=Law(**law))
    quat = supports.unit(initial["quat"])
    w = np.asarray(initial["omega"] if omega is None else omega, float)
    x_G, v_G = problem.touch(0.0, initial["x_G"], quat, w)
    contact, pose = problem.contact(0.0, x_G, rotation_of(quat), v_G, w)
    if rubber:
        # without spin relative to the support
        w = w - contact.n*(contact.n @ (w - pose.ws))
        x_G, v_G = problem.touch(0.0, x_G, quat, w)
    surface = surface_of(case["surface"])
    if case["placement"]:
        surface = surface.placed(**case["placement"])
    ours = Case(shape_of(case["body"]), surface, motion(case),
                Start(tuple(contact.c), omega=tuple(w), orientation=tuple(quat)), **law)
    return ours, problem, (x_G, quat, w, v_G)


def agrees(run, reference, tight):
    for k, t in enumerate(reference.t):
        if k:
            run.to(t)
        assert run.guard == -1
        seen = run.report()
        assert_allclose(seen[report.CENTRE:report.CENTRE + 3], reference.x_G[k], rtol=0, atol=tight)           # [m]
        assert_allclose(seen[report.SPIN_LAB:report.SPIN_LAB + 3], reference.w[k], rtol=0, atol=1e3*tight)     # [rad/s]
        assert_allclose(seen[report.FORCE:report.FORCE + 3], reference.force[k], rtol=0, atol=1e3*tight)       # [N]


@pytest.mark.parametrize("name", BODIES)
def test_rubber_agrees_with_multipliers(name):
    ours, problem, (x_G, quat, w, v_G) = general_case(name, rubber=True)
    reference = simulate(problem, x_G, quat, w, np.arange(6)*0.05, v_G=v_G)
    run = Run(ours, "rubber", ours.rolling)
    agrees(run, reference, 1e-11)
    n, _, turning = ours.geometry(run.y)
    assert abs((turning @ run.y[7:10] - Pose(run.t, ours.p).motion[0]) @ n) < 1e-13     # [rad/s], of about 5
    assert run.drift < 1e-13


@pytest.mark.parametrize("law", [{"k_r": 0.002}, {"k_s": 2e-4}, {"k_r": 0.001, "k_s": 0.002}], ids=str)
@pytest.mark.parametrize("name", BODIES)
def test_resistance_agrees_with_multipliers(name, law):
    ours, problem, (x_G, quat, w, v_G) = general_case(name, **law)
    reference = simulate(problem, x_G, quat, w, np.arange(6)*0.03, v_G=v_G)
    run = Run(ours, "resisted", ours.rolling)
    agrees(run, reference, 1e-11)
    assert run.drift < 1e-13


def test_rubber_bounded_by_spinning_resistance():
    """Where k_s bounds the moment about the normal the guard shows what is left of it, in newtons per body size."""
    ours, *_ = general_case("ellipsoid_shaken_paraboloid", rubber=True)
    assert Run(ours, "rubber", ours.rolling).guards()[lay.GUARD_END] == 1.0
    left = []
    for k_s in (1e-3, 2e-3):
        ours, *_ = general_case("ellipsoid_shaken_paraboloid", rubber=True, k_s=k_s)
        left.append(Run(ours, "rubber", ours.rolling).guards())
    N = left[0][0]
    assert left[1][lay.GUARD_END] - left[0][lay.GUARD_END] == pytest.approx(1e-3*N/0.06, rel=1e-12)


# ---- coming to rest -----------------------------------------------------------------------------------------------

def marble(omega, surface=None, motion=None, a=0.01, m=0.02, at=(0.0, 0.0), **law):
    case = Case(ball(a, m, 0.4*m*a*a), surface or Plane(), motion or Still(), Start(at, omega=omega), **law)
    return case, Run(case, "resisted", case.rolling)


def test_marble_rolls_to_rest():
    """Straight on a plane: a' = -5/7 k_r g/a, so it stops after v^2/(2 |a'|)."""
    k_r, a, v = 2e-4, 0.01, 0.3
    case, run = marble((0.0, v/a, 0.0), k_r=k_r)
    run.to(10.0)
    end, t = ended(case, run, "rest_end", most=400)
    brake = 5.0/7.0*k_r*g/a
    assert t == pytest.approx(v/brake, abs=1e-12)                                       # [s], of 2.1
    assert end.y[0] == pytest.approx(0.5*v*v/brake, abs=1e-13)                          # [m]
    assert run.drift < 1e-13


def test_spinning_marble_comes_to_rest():
    """About the normal alone: w' = -k_s m g/J."""
    k_s, a, w = 1e-5, 0.01, 10.0
    case, run = marble((0.0, 0.0, w), k_s=k_s)
    run.to(10.0)
    end, t = ended(case, run, "rest_end", most=400)
    assert t == pytest.approx(w*0.4*a*a/(k_s*g), abs=1e-12)
    assert_allclose(end.y[:3], 0.0, rtol=0, atol=1e-16)


def test_rolling_and_spinning_end_together():
    """On a plane w_t keeps its direction; both fade until they end at once.

    (7/5 m a^2) w_t' = -m g k_r^2 w_t/k,  (2/5 m a^2) w_n' = -m g k_s^2 w_n/k,  k = hypot(k_r w_t, k_s w_n)
    """
    k_r, k_s, a = 2e-4, 1e-4, 0.01
    case, run = marble((3.0, 4.0, 20.0), k_r=k_r, k_s=k_s)
    run.to(10.0)
    end, t = ended(case, run, "rest_end", most=400)

    def slopes(s, y):
        w_t, w_n, _ = y
        k = np.hypot(k_r*w_t, k_s*w_n)
        return [-g*k_r**2*w_t/(1.4*a*a), -g*k_s**2*w_n/(0.4*a*a), k]

    # d/ds = k d/dt; after s = 60/rate nothing is left
    rate = g*min(k_r**2/(1.4*a*a), k_s**2/(0.4*a*a))
    found = solve_ivp(slopes, (0.0, 60.0/rate), [5.0, 20.0, 0.0], method="DOP853", rtol=1e-13, atol=1e-16)
    assert t == pytest.approx(found.y[2, -1], abs=1e-11)


def test_direction_turns_while_coming_to_rest():
    """On a slope that resistance could hold, friction of rolling turns the marble downhill as it stops.

    Planar: v' = 5/7 (g sin e - k_r g cos/a v/|v|) for the centre's velocity v along the slope, in ds = dt/|v|.
    """
    k_r, a, angle = 5e-4, 0.01, 0.02
    slope = Plane().placed(axis=(0.0, 1.0, 0.0), angle=angle)
    v = np.array([0.05, 0.2])
    # w x (a n) = v
    w = np.array([-v[1], v[0], 0.0])/a
    c, s = np.cos(angle), np.sin(angle)
    case, run = marble((c*w[0], w[1], -s*w[0]), slope, k_r=k_r)
    run.to(10.0)
    end, t = ended(case, run, "rest_end", 0.05, most=400)

    def slopes(sigma, y):
        speed = np.hypot(y[0], y[1])
        pull = 5.0/7.0*g*np.array([s, 0.0])
        brake = 5.0/7.0*g*c*k_r/a
        return [pull[0]*speed - brake*y[0], pull[1]*speed - brake*y[1], speed, speed*y[0], speed*y[1]]

    found = solve_ivp(slopes, (0.0, 60.0/(5.0/7.0*g*(c*k_r/a - s))), [*v, 0.0, 0.0, 0.0], method="DOP853", rtol=1e-13,
                      atol=1e-17)
    assert t == pytest.approx(found.y[2, -1], abs=1e-12)
    assert_allclose(end.y[:2], found.y[3:, -1], rtol=0, atol=1e-12)


def test_last_stretch_stops_at_the_end_of_the_frame():
    case, run = marble((0.0, 30.0, 0.0), k_r=2e-4)
    run.to(10.0)
    finish = run.t + 3e-5
    end = Run(case, "rest_end", np.append(run.y, run.t), clock=11, end=finish).to(0.2, 0.2)
    assert end.guard == obs.CLOCK_GUARD
    assert end.y[11] == pytest.approx(finish, abs=1e-15)


def test_marble_in_a_turning_bowl_keeps_its_books():
    """Resistance in a bowl that turns drags the marble along; E_J less ledger closes over 20 s."""
    case, run = marble((1.0, 2.0, 0.0), Paraboloid(0.2), Spin("z", 3.0), at=(0.05, 0.0), k_r=3e-5, k_s=1e-5)
    run.to(20.0)
    assert run.drift < 1e-12
    assert run.watch[arrays.FORCED] == 0.0


def test_guards_without_resistance_stay_open():
    case, run = marble((0.0, 30.0, 0.0))
    assert run.broken == -1 and run.guards()[lay.GUARD_END] == 1.0
    assert run.guards()[lay.GUARD_CONE] == 1.0
    assert case.p[lay.SPIN_SCALE] > 0.0
