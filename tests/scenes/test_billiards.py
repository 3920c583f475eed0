"""Billiards: each preset does what its title says; the closed forms at the head of the scene."""

from math import asin, atan2, cos, degrees, hypot, sin, sqrt

import numpy as np
import pytest
from numpy.testing import assert_allclose

from sandbox.api.simulate import simulate
from sandbox.run.simulation import Simulation
from tests.effort import tries
from tests.scenes.riding import CATALOGUE, G

SCENE = CATALOGUE.get("billiards")
A = 0.0286          # radius of the balls [m]


def shot(preset, seconds, **changes):
    """Velocities (n, 3) and angular velocities of all balls after some seconds, and the run."""
    run = Simulation(SCENE, {**SCENE.preset(preset).values, **changes})
    run.advance(round(240*seconds))
    bodies = run.snapshot().bodies
    assert run.ended is None and run.drift < 1e-13
    return np.array([b.velocity for b in bodies]), np.array([b.angular_velocity for b in bodies]), run


def test_stun_shot_parts_at_a_right_angle():
    """Half-ball: the object ball goes off at 30 degrees, the cue ball at 60 on the other side; no felt between."""
    v, _w, _run = shot("Stun shot: a right angle", 0.06, felt=0.0)
    assert degrees(atan2(v[1, 1], v[1, 0])) == pytest.approx(-30.0, abs=1e-9)
    assert degrees(atan2(v[0, 1], v[0, 0])) == pytest.approx(60.0, abs=1e-9)
    assert_allclose([hypot(*b[:2]) for b in v], [2.0*sin(asin(0.5)), 2.0*cos(asin(0.5))], rtol=1e-12)


@pytest.mark.parametrize(("e", "mu"), [(1.0, 0.0), (0.95, 0.05), (0.8, 0.08)])
def test_throw(e, mu):
    """Along and across the line of centres, friction slipping all the way."""
    v, _w, _run = shot("Stun shot: a right angle", 0.06, felt=0.0, restitution=e, friction=mu)
    n, t = np.array([sqrt(0.75), -0.5, 0.0]), np.array([0.5, sqrt(0.75), 0.0])
    along, across = 2.0*sqrt(0.75), 2.0*0.5
    P = 0.5*(1.0 + e)*along
    assert_allclose(v[1], P*n + mu*P*t, atol=1e-12)                     # [m/s] rounding
    assert_allclose(v[0], (along - P)*n + (across - mu*P)*t, atol=1e-12)


def test_two_sevenths_and_five_sevenths():
    """After the hit of a rolling ball, when both roll again."""
    v, w, run = shot("Two sevenths and five sevenths", 1.3)
    assert_allclose(v, [[0.5*2/7, 0.0, 0.0], [0.5*5/7, 0.0, 0.0]], atol=1e-13)
    assert_allclose(w[:, 1]*A, v[:, 0], atol=1e-13)
    assert [b.mode for b in run.snapshot().bodies] == ["rolling", "rolling"]


@pytest.mark.parametrize(("preset", "sign", "reach"), [("Follow", 1.0, 0.4 - 2*A), ("Draw", -1.0, 0.3 - 2*A)])
def test_follow_and_draw(preset, sign, reach):
    """The cue ball comes after the other one, or back: 5/7 (v + 2/5 a w x n) less what the hit takes."""
    v, _w, _run = shot(preset, 0.65)
    assert sign*v[0, 0] > 0.1 and v[1, 0] > 0.2 and abs(v[:, 1]).max() < 1e-12
    start = Simulation(SCENE, SCENE.preset(preset).values).snapshot().bodies[0]
    v_0, w_0 = start.velocity[0], start.angular_velocity[1]
    # a ball that rolls comes as it starts, one with back spin slips and slows down
    hit = v_0 if preset == "Follow" else sqrt(v_0**2 - 2*0.2*G*reach)
    lost = 0.5*(1 + 0.95)*hit
    v, _w, _run = shot(preset, 0.9 if preset == "Follow" else 0.65, resistance=0.0, friction=0.0)
    assert v[0, 0] == pytest.approx(5/7*(v_0 + 0.4*A*w_0 - lost), abs=1e-12)
    assert v[1, 0] == pytest.approx(5/7*lost, abs=1e-12)


def test_english_bends_the_way_off_the_cushion():
    """The angle after the cushion, with side spin, without, and with the other."""
    angles = []
    for english in (-120.0, 0.0, 120.0):
        v, _w, _run = shot("English off the cushion", 0.6, english=english)
        assert v[0, 1] < 0.0
        angles.append(degrees(atan2(-v[0, 1], v[0, 0])))
    # against the way it runs, and with it
    assert angles[0] > angles[1] + 3.0 > angles[2] + 6.0


def test_the_rack_is_broken():
    """All fifteen balls move, none has left the table or another one inside it."""
    run = Simulation(SCENE, SCENE.preset("Break").values)
    least, first = 1.0, np.array([b.centre for b in run.snapshot().bodies])
    for _i in range(60):
        run.advance(20)
        x = np.array([b.centre for b in run.snapshot().bodies])
        apart = np.linalg.norm(x[:, None] - x[None], axis=2) + 9.0*np.eye(len(x))
        least = min(least, apart.min()/(2*A) - 1.0)
        assert np.abs(x[:, 0]).max() < 1.12 and np.abs(x[:, 1]).max() < 0.56
    moved = np.linalg.norm(x - first, axis=1)
    assert len(moved) == 16 and moved.min() > 1e-4 and np.median(moved) > 5e-3 and least > -1e-9 and run.drift < 1e-12


def test_balls_at_rest_touch_the_noses_of_the_cushions():
    """A ball at the line of a cushion touches it: its centre a radius before the line, whatever the lean."""
    for lean in (0.0, 15.0, 30.0):
        run = Simulation(SCENE, {"rows": 1, "rack_x": -0.5, "cue_x": 1.12 - A - 1e-3, "cue_y": 0.0, "speed": 0.1,
                                 "cushion_lean": lean, "felt": 0.0})
        run.advance(2)
        assert run.snapshot().bodies[0].velocity[0] == pytest.approx(0.1, abs=1e-15)
        run.advance(2)                          # 1 mm are over after 10 ms, 2.4 steps
        assert run.snapshot().bodies[0].velocity[0] < 0.0


# (step, rate): each made two balls meet while the slip of one of them ended in hundreds of steps
RATES = ((7, 1.6580136164266879), (4, -1.5791369604234018))


def drift_after(step: int, rate: float, seconds: float) -> float:
    """Drift of a break whose table is turned at a step, the run not having ended."""
    run = Simulation(SCENE)
    run.advance(step)
    run.set("rate", rate)
    run.advance(round(seconds/run.h) - step)
    assert run.ended is None, (step, rate, run.ended)
    return run.drift


@pytest.mark.parametrize(("step", "rate"), RATES)
def test_balls_meet_where_they_are_while_a_slip_ends(step, rate):
    """Two that meet are brought to that instant, whatever happens to one of them on the way."""
    assert drift_after(step, rate, 0.25) < 1e-12


def test_a_break_on_a_table_that_begins_to_turn_at_any_rate():
    """The rack is hit after 0.18 s: by 0.25 s half a hundred hits are over, among balls whose slips are ending."""
    random = np.random.default_rng(7)
    for _ in range(tries(8, 10_000)):
        assert drift_after(int(random.integers(1, 30)), float(random.uniform(-3.0, 3.0)), 0.25) < 1e-12


@pytest.mark.parametrize("resistance", [1e-300, 1e-160])
def test_a_resistance_that_is_next_to_none_is_none(resistance):
    """Its square is not a number that there is; the balls roll as without it."""
    none, little = (simulate("billiards", "1", duration=0.2, resistance=k) for k in (0.0, resistance))
    assert little.ended is None
    assert_allclose(little.centre, none.centre, rtol=0.0, atol=1e-9)     # [m] rounding, which hits make larger
    assert np.isfinite(little.N).all() and np.isfinite(little.F).all()
