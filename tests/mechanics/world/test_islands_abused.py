"""Islands under a hand, at events between the ends of a step, in every combination of laws that chance finds."""

from math import cos, inf, sin, sqrt

import numpy as np
import pytest
from numpy.testing import assert_allclose

from sandbox.mechanics import layout as lay
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.island import layout as here
from sandbox.run.simulation import Simulation
from sandbox.scene.bodies import Ball as Body
from sandbox.scene.motions import Motion, Signal, Spin, rate_sine
from sandbox.scene.scene import Scene
from sandbox.scene.start import Start
from sandbox.scene.supports.surfaces import Plane, Sphere
from tests.effort import tries
from tests.mechanics.world.islands import Ball, Island, Support, advance_entry, on
from tests.mechanics.world.test_islands import UP, rolling

R = 0.5     # of the bowls here [m]


def test_a_ball_in_hand_is_an_oscillator_with_seven_fifths_of_its_mass():
    k, m = 20.0, 0.5
    island = Island([Ball((0.05, 0.0, 0.1), m=m)], [Support(Plane())], [(0, on(0))])
    block = island.p[int(island.p[at.SUPPORTS_AT] + island.p[at.BLOCK]) + at.OF_MOTION:]
    island.p[at.HELD] = 0.0
    block[lay.HAND_STIFFNESS], block[lay.HAND_STRENGTH], block[lay.MASS] = k, 1e6, m
    block[lay.HAND_TARGET:lay.HAND_TARGET + 3] = 0.0, 0.0, 0.1
    energy = island.decide().energy
    island.advance(2.0)
    # [m] the height of the target pulls nowhere
    assert_allclose(island.ball(0)[0], (0.05*cos(2.0*sqrt(k/(1.4*m))), 0.0, 0.1), atol=1e-14)
    assert abs(island.energy - energy) < 1e-14
    assert abs(island.state[-1]) > 1e-4     # [J] what the hand did


def test_a_ball_lands_and_leaves_within_one_long_step():
    """It flies at 3 m/s over a sphere whose top it meets: both ends of the step are far from it."""
    island = Island([Ball((-0.05, 0.0, 0.199), (3.0, 0.0, 0.0)), Ball((0.0, 5.0, 0.1))],
                    [Support(Plane()), Support(Sphere(0.1, inside=False))], [(1, on(0))]).decide()
    island.advance(1/30, frame=1/30)
    (t, kind, ball), = island.events
    assert (kind, ball) == (here.LANDED, 0)
    assert_allclose(np.hypot(3.0*t - 0.05, 0.199 - 0.5*9.81*t*t), 0.2, atol=1e-15)
    assert np.linalg.norm(island.ball(0)[0]) > 0.2


def test_a_landing_is_known_to_rounding():
    island = Island([Ball((0.0, 0.0, 0.1001), (0.3, 0.0, 0.0)), Ball((1.0, 0.0, 0.1))], [Support(Plane())],
                    [(1, on(0))]).decide()
    island.advance(0.2, frame=0.2)
    (t, kind, ball), = island.events
    assert (kind, ball) == (here.LANDED, 0)
    # [s] 0.1001 less 0.1 is known to 1e-16 m
    assert_allclose(t, sqrt(2.0*(0.1001 - 0.1)/9.81), atol=1e-14)


def test_a_ball_leaves_a_globe_where_its_normal_force_ends():
    """cos = 10/17 of that of the start, ball.md 5.3."""
    lean = 0.2
    n = np.array([sin(lean), 0.0, cos(lean)])
    island = Island([Ball(tuple(0.3*n))], [Support(Sphere(0.2, inside=False))], [(0, on(0))]).decide()
    while not island.events:
        island.advance(island.t + 0.1)
    (t, kind, _), = island.events
    assert kind == here.N_ZERO
    fresh = Island([Ball(tuple(0.3*n))], [Support(Sphere(0.2, inside=False))], [(0, on(0))]).decide()
    fresh.advance(t)
    assert_allclose(fresh.ball(0)[0][2]/0.3, 10/17*cos(lean), atol=1e-14)


@pytest.mark.parametrize("motion", [Spin("z", 2.0), Motion(
    "z", rate_sine(1.0, 0.5, 4.0), tilt=Signal((0.1,), sine=0.05, nu=3.0), shift=(Signal(sine=0.02, nu=7.0),
                                                                               Signal(), Signal()))])
def test_one_ball_agrees_with_the_system_of_one_body(motion):
    """Equations about the contact on the one side, of the centre in the laboratory on the other."""
    scene = Scene("one", (), lambda p: (Body(0.1, mass=1.0), Sphere(R), motion),
                  lambda p: Start(at=(0.2, 0.0), velocity=(0.0, 0.3)))
    run = Simulation(scene)
    first = run.snapshot().bodies[0]
    island = Island([Ball(tuple(first.centre), tuple(first.velocity), tuple(first.angular_velocity), frame=0)],
                    [Support(Sphere(R), motion)], [(0, on(0))]).decide()
    run.advance(480)
    island.advance(2.0)
    last = run.snapshot().bodies[0]
    for mine, other in zip(island.ball(0), (last.centre, last.velocity, last.angular_velocity), strict=False):
        # [m, m/s, rad/s] of 10 rad/s, rounding of both over 480 steps
        assert_allclose(mine, other, atol=1e-11)


def chain(random):
    """Up to five balls in a row on a bowl that is at rest, turns, is shaken or free."""
    a = random.uniform(0.025, 0.075, 5)
    lean, azimuth = random.uniform(0.0, 0.9), random.uniform(0.0, 2.0*np.pi)
    x = [(R - a[0])*np.array([sin(lean)*cos(azimuth), sin(lean)*sin(azimuth), -cos(lean)])]
    contacts = [(0, on(0))]
    for i in range(1, random.integers(1, 6)):
        along, out = R - a[i], np.linalg.norm(x[-1])
        share = (along**2 + out**2 - (a[i] + a[i - 1])**2)/(2.0*along*out)
        across = np.cross(x[-1], random.normal(size=3))
        y = along*(share*x[-1]/out + sqrt(1.0 - share**2)*across/np.linalg.norm(across))
        if any(np.linalg.norm(y - x[j]) < a[i] + a[j] for j in range(i - 1)):
            break
        x.append(y)
        contacts += [(i, on(0)), (i, i - 1)]
    laws = (0.0, 0.1, 0.3, 1.0, inf)
    shaken = (Signal(sine=0.02, nu=11.0), Signal(), Signal(sine=0.01, nu=5.0))
    motions = (Motion(), Spin("z", -2.0), Motion("z", rate_sine(1.0, 2.0, 7.0)),
               Motion((0.3, 0.2, 1.0), rate_sine(1.0, 2.0, 7.0), shift=shaken))
    is_free = random.random() < 0.3
    bowl = Support(Sphere(R), Motion() if is_free else motions[random.integers(4)], laws[random.integers(5)],
                   inertia=0.05 if is_free else 0.0, bearing=0.01, rate=1.0)
    balls = [Ball(tuple(y), tuple(random.normal(0.0, 0.3, 3)), tuple(random.normal(0.0, 5.0, 3)),
                  random.uniform(0.1, 3.0), a[i], frame=-1 if is_free else int(random.integers(-1, 1)))
             for i, y in enumerate(x)]
    return Island(balls, [bowl], contacts, mu=laws[random.integers(5)])


def meet(island):
    """Lets balls touch that have come to touch."""
    contacts = {tuple(map(int, island.contact(k)[:2])) for k in range(int(island.numbers[here.NC]))
                if island.contact(k)[here.DOES] != at.OPEN}
    for i in range(len(island.balls)):
        for j in range(i):
            reach = island.balls[i].a + island.balls[j].a
            if (i, j) not in contacts and np.linalg.norm(island.ball(i)[0] - island.ball(j)[0]) < reach:
                island.close(i, j)
                island.decide()


@pytest.mark.parametrize("seed", range(tries(20, 400)))
def test_books_close_whatever_balls_do(seed):
    """No number is lost, no event comes without end, and E less the ledger stays."""
    island = chain(np.random.default_rng(seed)).decide()
    energy, size = island.energy, 0.0
    for frame in range(60):
        island.numbers[here.STEPPED] = 0.0
        for happened in range(80):
            kind = advance_entry(island.p, island.calls, island.numbers, island.t, (frame + 1)/240)
            island.t = float(island.numbers[here.REACHED])
            assert np.isfinite(island.state).all()
            if kind == here.DONE:
                break
            assert kind in (here.N_ZERO, here.SLIP_ENDED, here.CONE, here.LANDED)
            if kind == here.LANDED:
                island.close(int(island.numbers[here.EVENT_AT]), on(int(island.numbers[here.EVENT_OTHER])))
            if happened < 40:
                island.decide()
            else:
                island.numbers[here.STEPPED] = 1.0
        assert kind == here.DONE
        meet(island)
        size = max(size, sum(0.5*ball.m*island.ball(i)[1] @ island.ball(i)[1] for i, ball in enumerate(island.balls)))
    # [J] an error of 1e-14 of each of 60 steps and more
    assert abs(island.energy - energy) < 1e-11*size
    assert_allclose([np.linalg.norm(island.ball(i)[3]) for i in range(len(island.balls))], 1.0, atol=1e-14)


def test_rolling_resistance_stops_a_ball():
    """v' = -k_r g/(a (1 + I/m a^2)) until it lies still; below 0.3 mm/s here it fades."""
    k = 1e-3
    island = Island([Ball((0.0, 0.0, 0.1), (0.3, 0.0, 0.0), (0.0, 3.0, 0.0))], [Support(Plane(), resistance=k)],
                    [(0, on(0))]).decide()
    energy, slows = island.energy, k*9.81/(0.1*1.4)
    island.advance(1.0)
    # [m/s] the share (e/w)^2/2 = 3e-7 that the moment is less near the end of the roll
    assert_allclose(island.ball(0)[1][0], 0.3 - slows, atol=1e-7)
    island.advance(6.0)
    assert_allclose(island.ball(0)[1], 0.0, atol=1e-12)
    assert_allclose(island.ball(0)[0][0], 0.3**2/(2.0*slows), atol=3e-6)
    # [J] all of it has been taken
    assert_allclose(island.state[-1], -0.7*0.3**2, rtol=1e-12)
    assert abs(island.energy - energy) < 1e-14


def test_rolling_resistance_acts_on_two_balls_and_a_free_table():
    """The books close where it goes through the dense system: balls side by side on a table that it drags along."""
    v = np.array([0.2, 0.0, 0.0])
    balls = [Ball((0.0, y, 0.1), tuple(v), rolling(v, 0.0, UP, 0.1)) for y in (-0.1, 0.1)]
    island = Island(balls, [Support(Plane(), Motion("z"), mu=0.5, inertia=0.3, resistance=5e-3)],
                    [(0, on(0)), (1, on(0)), (1, 0)], mu=0.2).decide()
    energy = island.energy
    island.advance(0.5)
    assert abs(island.energy - energy) < 1e-13
    assert island.state[-1] < -1e-3
    x, speed, w, _ = island.ball(0)
    assert_allclose(np.cross(island.turning()[1]*UP, x - 0.1*UP) + 0.1*np.cross(w, UP), speed, atol=1e-14)


def test_rolling_keeps_its_spin():
    """The spin about the normal stays on a plane, whatever it turns like."""
    v = np.array([0.1, 0.0, 0.0])
    island = Island([Ball((0.2, 0.0, 0.1), tuple(v), rolling(v, np.array([0.0, 0.3, 0.0]), UP, 0.1, 7.0))],
                    [Support(Plane(), Spin("z", 1.5))], [(0, on(0))]).decide()
    island.advance(1.0)
    assert_allclose(island.ball(0)[2][2], 7.0, atol=1e-14)
