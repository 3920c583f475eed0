"""Islands against an independent formulation (tests/oracles/touching_balls.py), closed forms and their own books."""

from dataclasses import replace
from math import cos, pi, sin

import numpy as np
import pytest
from numpy.testing import assert_allclose

from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.island import layout as here
from sandbox.scene.motions import Motion, Signal, Spin, rate_sine
from sandbox.scene.supports.surfaces import Plane, Sphere
from tests.mechanics.world.islands import Ball, Island, Support, on
from tests.oracles.touching_balls import Balls, Body, Ground, Touch, cross, size, turned

UP = np.array([0.0, 0.0, 1.0])
# [m, m/s] states of size 1 after a second: DOP853 at rtol 1e-12, and rounding of both
CLOSE = 2e-11


def rolling(v, velocity, n, a, spin=0.0):
    """The angular velocity of a ball that rolls where the support's point moves with `velocity`."""
    return tuple(np.cross(n, np.asarray(v) - velocity)/a + spin*np.asarray(n))


def plane(normal, velocity=None):
    """An oracle's plane that keeps its normal."""
    return Ground(lambda x, t, angle: np.asarray(normal), velocity)


def turning(rate, point=(0.0, 0.0, 0.0)):
    """Velocity field of an even turn about the vertical."""
    return lambda x, t: rate*cross(UP, x - np.asarray(point))


def bowl(velocity=None):
    """An oracle's hollow sphere about the origin."""
    return Ground(lambda x, t, angle: -x/size(x), velocity)


def start(oracle, island):
    """The oracle's y where the island is."""
    balls = [island.ball(i)[:3] for i in range(oracle.n)]
    return oracle.pack(balls, [tuple(island.turning(f)) for f in range(len(island.free))])


def check(oracle, island, seconds, accuracy=CLOSE):
    """Compares both after some time, and the energy of the island with its ledger."""
    y = start(oracle, island)
    energy = island.energy
    run = oracle.run(y, 0.0, seconds)
    island.advance(seconds)
    for i in range(oracle.n):
        for mine, other in zip(island.ball(i), oracle.ball(run.y[:, -1], i), strict=False):
            assert_allclose(mine, other, atol=accuracy, rtol=accuracy)
    # [J] rounding of energies of 10 J at most
    assert abs(island.energy - energy) < 1e-12
    return run


def test_a_ball_on_a_turning_plane():
    """Earnshaw's circle, ball.md 6.4."""
    v = (0.0, 0.2, 0.0)
    island = Island([Ball((0.3, 0.0, 0.1), v, rolling(v, np.array([0.0, 0.6, 0.0]), UP, 0.1))],
                    [Support(Plane(), Spin("z", 2.0))], [(0, on(0))]).decide()
    energy = island.energy
    island.advance(3.0)
    k = 2/7*2.0
    circle = (0.3 - 0.2*(1.0 - cos(3.0*k))/k, 0.2*sin(3.0*k)/k, 0.1)
    # [m] rounding of 720 steps
    assert_allclose(island.ball(0)[0], circle, atol=1e-14)
    assert abs(island.energy - energy) < 1e-14
    assert_allclose(np.linalg.norm(island.ball(0)[3]), 1.0, atol=1e-15)


def test_a_ball_in_a_turning_bowl():
    x = 0.4*np.array([sin(0.6), 0.0, -cos(0.6)])
    n, v = -x/0.4, np.array([0.0, 0.3, 0.0])
    c = x - 0.1*n
    island = Island([Ball(tuple(x), tuple(v), rolling(v, 2.0*np.cross(UP, c), n, 0.1, 3.0), frame=0)],
                    [Support(Sphere(0.5), Spin("z", 2.0))], [(0, on(0))]).decide()
    check(Balls([Body(1.0, 0.1)], [bowl(turning(2.0))], [Touch(0, on(0))]), island, 1.0)


@pytest.mark.parametrize("frame", [-1, 0])
def test_a_ball_on_a_tilted_plane_that_is_shaken_and_turns_unevenly(frame):
    """The books close in the laboratory and relative to the plane."""
    axis = np.array([sin(0.2), 0.0, cos(0.2)])
    motion = Motion(tuple(axis), rate_sine(1.0, 0.7, 5.0), shift=(Signal(sine=0.02, nu=9.0), Signal(), Signal()))

    def velocity(x, t):
        point = np.array([0.02*np.sin(9.0*t), 0.0*t, 0.0*t])
        return np.array([0.18*np.cos(9.0*t), 0.0*t, 0.0*t]) + (1.0 + 0.7*np.sin(5.0*t))*cross(axis, x - point)
    n = turned(np.array([0.0, 1.0, 0.0]), 0.2, UP)
    x, v = 0.2*np.array([0.0, 1.0, 0.0]) + 0.1*n, np.array([0.0, 0.3, 0.0])
    island = Island([Ball(tuple(x), tuple(v), rolling(v, velocity(x - 0.1*n, 0.0), n, 0.1), frame=frame)],
                    [Support(replace(Plane(), tilt=0.2, tilt_axis=(0.0, 1.0, 0.0)), motion)], [(0, on(0))])
    # the start has to move with the plane along its normal, too
    island.state[at.V:at.V + 3] += (n @ (velocity(x, 0.0) - v))*n
    island.decide()
    check(Balls([Body(1.0, 0.1)], [plane(n, velocity)], [Touch(0, on(0))]), island, 1.0)


@pytest.mark.parametrize("frame", [-1, 0])
def test_slip_on_a_turning_plane_turns_and_ends(frame):
    """The end of a slip is captured at 3e-9 m/s: what that leaves out is below rounding."""
    island = Island([Ball((0.3, 0.0, 0.1), (0.3, 0.2, 0.0), (3.0, -2.0, 5.0), frame=frame)],
                    [Support(Plane(), Spin("z", 3.0), mu=0.2)], [(0, on(0))]).decide()
    assert island.does == [at.SLIPS]
    slips = Balls([Body(1.0, 0.1)], [plane(UP, turning(3.0))], [Touch(0, on(0), 0.2)])
    rolls = Balls([Body(1.0, 0.1)], [plane(UP, turning(3.0))], [Touch(0, on(0))])
    y, energy = start(slips, island), island.energy
    run = slips.run(y, 0.0, 1.0, lambda t, y: size(slips.slip(slips.touches[0], y[:3], t, y[3:])[0]) - 1e-6)
    island.advance(1.0)
    assert [kind for _, kind, _ in island.events] == [here.SLIP_ENDED]
    assert island.does == [at.ROLLS]
    # [s] what is left of the oracle's slip fades at 7 to 9 m/s^2
    assert 1e-6/9.0 < island.events[0][0] - run.t[-1] < 1e-6/5.0
    # a slip of 1e-6 m/s stopped at once, 1e-7 s too soon, moves the ball by less than 1e-12 m
    y = run.y[:, -1].copy()
    U, n = slips.slip(slips.touches[0], y[:3], run.t[-1], y[3:])
    impulse = -U/3.5
    y[3:6] += impulse
    y[6:9] += np.cross(-0.1*n, impulse)/0.004
    after = rolls.run(y, run.t[-1], 1.0).y[:, -1]
    assert_allclose(np.concatenate(island.ball(0)[:3]), after, atol=1e-9)
    assert abs(island.energy - energy) < 1e-13


def test_a_ball_that_slides_on_a_plane_rolls_after_two_sevenths():
    island = Island([Ball((0.0, 0.0, 0.1), (3.0, 0.0, 0.0))], [Support(Plane(), mu=0.2)], [(0, on(0))]).decide()
    island.advance(1.0)
    end = 2.0*3.0/(7.0*0.2*9.81)
    (t, kind, _), = island.events
    # [s] the slip is captured some 5e-10 s before
    assert kind == here.SLIP_ENDED
    assert_allclose(t, end, atol=1e-9)
    assert_allclose(island.ball(0)[1], (15/7, 0.0, 0.0), atol=2e-14)
    assert_allclose(island.ball(0)[0][0], 3.0*end - 0.5*0.2*9.81*end**2 + (1.0 - end)*15/7, atol=2e-14)


def test_a_ball_on_a_free_turntable_keeps_its_constants():
    """v*, L and K_f of ball.md 6.10-6.12."""
    m, a, J = 0.2614, 0.02, 0.02
    v = np.array([-0.05, 0.16, 0.0])
    island = Island([Ball((0.1, 0.05, a), tuple(v), (7.0, 5.0, 5.0), m, a)],
                    [Support(Plane(), inertia=J, rate=3.0)], [(0, on(0))]).decide()

    def constants():
        x, v, _, _ = island.ball(0)
        rate = island.turning()[1]
        star = v - 2/7*rate*np.cross(UP, x)
        return np.array([star[0], star[1], J*rate + m*np.cross(x, v)[2], (J + 2/7*m*(x[:2] @ x[:2]))*rate**2])
    before, energy = constants(), island.energy
    assert_allclose(before, (-0.0071428571428571, 0.074285714285714, 0.0648359, 0.18840214285714), atol=1e-14)
    island.advance(8.0)
    assert_allclose(constants(), before, atol=1e-14)
    assert abs(island.energy - energy) < 1e-14
    # the reference's state after 8 s
    assert_allclose(island.ball(0)[0], (0.093401827982988, 0.067976527940735, 0.02), atol=1e-12)
    assert_allclose(island.turning(), (22.637436293768, 2.9954896241053), atol=1e-12)


def test_a_ball_on_a_free_plank():
    """A seesaw about the y axis with friction in its bearing."""
    island = Island([Ball((0.05, 0.0, 0.1), m=0.5)],
                    [Support(Plane(), Motion("y"), inertia=0.3, bearing=0.2)], [(0, on(0))]).decide()
    axis = np.array([0.0, 1.0, 0.0])
    plank = Ground(lambda x, t, angle: turned(axis, angle, UP), None, axis, np.zeros(3), 0.3, 0.2)
    run = check(Balls([Body(0.5, 0.1)], [plank], [Touch(0, on(0))]), island, 1.0)
    # angle and rate of the plank
    assert_allclose(island.turning(), (run.y[3, -1], run.y[-1, -1]), atol=CLOSE)
    assert island.state[-1] < -1e-4       # [J] what the bearing took


def test_a_ball_in_a_groove_rolls_down_it():
    """Two walls at right angles, 45 degrees each, on a slope of 0.3: a = g sin(0.3)/(1 + I/(m r^2)), r = a/sqrt 2."""
    slope = 0.3
    down = np.array([cos(slope), 0.0, -sin(slope)])
    upright = np.array([sin(slope), 0.0, cos(slope)])
    walls = []
    for side in (1.0, -1.0):
        n = (upright + side*np.array([0.0, 1.0, 0.0]))/np.sqrt(2.0)
        axis = np.cross(UP, n)
        walls.append(Support(replace(Plane(), tilt=float(np.arccos(n[2])), tilt_axis=tuple(axis))))
    x = 0.1*np.sqrt(2.0)*upright
    island = Island([Ball(tuple(x))], walls, [(0, on(0)), (0, on(1))]).decide()
    energy = island.energy
    island.advance(1.0)
    gain = 9.81*sin(slope)/(1.0 + 0.4*2.0)
    assert_allclose(island.ball(0)[0], x + 0.5*gain*down, atol=1e-13)
    assert_allclose(island.ball(0)[1], gain*down, atol=1e-13)
    assert abs(island.energy - energy) < 1e-13


def test_one_ball_at_rest_on_the_floor_and_one_on_the_table_that_touches_it():
    """The power of their contact is seen from two frames, and the books close."""
    d = 0.2
    v = np.array([0.0, 0.3, 0.0])
    table = 1.5*np.cross(UP, np.array([d, 0.3, 0.0]))
    # the table turns the second one towards the first
    balls = [Ball((0.0, 0.3, 0.1), tuple(v), rolling(v, 0.0, UP, 0.1)),
             Ball((d, 0.3, 0.1), tuple(v), rolling(v, table, UP, 0.1), frame=1)]
    island = Island(balls, [Support(Plane()), Support(Plane(), Spin("z", 1.5))],
                    [(0, on(0)), (1, on(1)), (1, 0)], mu=0.1).decide()
    oracle = Balls([Body(1.0, 0.1)]*2, [plane(UP), plane(UP, turning(1.5))],
                   [Touch(0, on(0)), Touch(1, on(1)), Touch(1, 0, 0.1)])
    assert island.does == [at.ROLLS, at.ROLLS, at.SLIPS]
    y, energy = start(oracle, island), island.energy
    island.advance(0.2)
    run = oracle.run(y, 0.0, 0.2)
    for i in range(2):
        assert_allclose(np.concatenate(island.ball(i)[:3]), np.concatenate(oracle.ball(run.y[:, -1], i)), atol=CLOSE)
    assert abs(island.energy - energy) < 1e-14
    assert abs(island.state[-1]) > 1e-4


def test_the_angle_of_a_quarter_turn_is_no_other():
    """Attitudes are carried along: a ball that rolls a quarter of its circumference has turned by 90 degrees."""
    island = Island([Ball((0.0, 0.0, 0.1), (1.0, 0.0, 0.0), (0.0, 10.0, 0.0))], [Support(Plane())], [(0, on(0))])
    island.decide().advance(0.05*pi)
    assert_allclose(island.ball(0)[3], (cos(pi/4), 0.0, sin(pi/4), 0.0), atol=1e-13)
