"""Balls in a row: what is passed on from one to the next, with gaps between them and without."""

from itertools import pairwise
from math import cos, sqrt

import numpy as np
import pytest
from numpy.testing import assert_allclose

from sandbox.scene import Motion, Signal, World
from tests.worlds.made import RADIUS, G, Run, ball, flat, gaps, law, placed, table


def row(count, gap, speed=1.0, masses=None, floor=None, e=1.0, radius=RADIUS, fast=1):
    """A row along x on a smooth floor, its first balls fast."""
    masses = masses or [0.2]*count
    balls = [placed(((2.0*radius + gap)*i, 0.0), (speed if i < fast else 0.0, 0.0), ball(radius, m))
             for i, m in enumerate(masses)]
    return flat(balls, law(0.0, e), floor or table(0.0))


@pytest.mark.parametrize("gap", [0.05, 1e-3, 1e-6])
def test_equal_elastic_balls_pass_the_velocity_on(gap):
    run = Run(row(6, gap)).advance(1.0)
    assert_allclose(run.v[:, 0], [0.0]*5 + [1.0], atol=1e-13)       # [m/s] rounding of five hits
    assert run.impacts == 5
    # each stands where the next one stood, but for its own diameter
    assert_allclose(run.x[:-1, 0], (2.0*RADIUS + gap)*np.arange(5) + gap, atol=1e-13)
    assert run.simulation.drift < 1e-14


@pytest.mark.parametrize("masses", [[0.1, 0.2, 0.4, 0.8], [0.8, 0.4, 0.2, 0.1], [0.3, 0.1, 0.25, 0.07]])
@pytest.mark.parametrize("e", [1.0, 0.7])
def test_unequal_balls_by_the_product(masses, e):
    """The last one gets v times the product of (1 + e) m_i/(m_i + m_j): hits come back later."""
    run = Run(row(4, 0.02, masses=masses, e=e))
    share, t = [1.0], 0.0
    for one, two in pairwise(masses):
        t += 0.02/share[-1]
        share.append(share[-1]*(1.0 + e)*one/(one + two))
    run.advance(np.ceil(t*240)/240)
    assert run.v[-1, 0] == pytest.approx(share[-1], rel=1e-13)


@pytest.mark.parametrize("e", [0.9, 0.7, 0.5])
def test_balls_that_give_back_a_part(e):
    """((1 + e)/2)^n reaches the ball number n; the sum of what is lost is the loss of energy."""
    run = Run(row(5, 0.02, e=e))
    first = run.kinetic
    share, t = 1.0, 0.0
    for _ball in range(4):
        t += 0.02/share
        share *= 0.5*(1.0 + e)
    run.advance(np.ceil(t*240)/240)
    assert run.v[-1, 0] == pytest.approx(share, rel=1e-13)
    assert first - run.kinetic == pytest.approx(run.lost, rel=1e-12)
    assert run.v[:, 0].sum() == pytest.approx(1.0, rel=1e-14)


def hits_in_a_row(v, e, m):
    """Velocities of a touching row after hits one after the other, the fastest first, until all part."""
    v = np.array(v, float)
    for _hit in range(10_000):
        closing = v[:-1] - v[1:]
        k = int(np.argmax(closing))
        if closing[k] <= 1e-12:
            return v
        P = (1.0 + e)*closing[k]*m[k]*m[k + 1]/(m[k] + m[k + 1])
        v[k] -= P/m[k]
        v[k + 1] += P/m[k + 1]
    raise AssertionError("the row comes to no end")


@pytest.mark.parametrize(("fast", "masses"), [(1, None), (2, None), (3, None), (1, [0.1, 0.2, 0.3, 0.2, 0.1])])
def test_cradle_on_a_smooth_floor(fast, masses):
    """As many balls go as have come: hits in a touching row are passed on one after the other."""
    masses = masses or [0.2]*5
    balls = [placed((2.0*RADIUS*i - (0.05 if i < fast else 0.0), 0.0), (0.8 if i < fast else 0.0, 0.0),
                    ball(mass=m)) for i, m in enumerate(masses)]
    run = Run(flat(balls, law(), table(0.0)))
    run.advance(0.07)
    assert_allclose(run.v[:, 0], hits_in_a_row([0.8]*fast + [0.0]*(5 - fast), 1.0, masses), atol=1e-12)
    run.advance(0.3)
    if fast < 3:
        assert (gaps(run.x, [RADIUS]*5) >= -1e-9*RADIUS).all()
    assert run.simulation.drift < 1e-13


def test_cradle_in_a_groove():
    """Two boards that lean against each other hold a row; the slope of the walls makes the floor's push larger only."""
    lean = 0.6
    sides = {name: table(0.0, motion=Motion(tilt_axis=(1.0, 0.0, 0.0), tilt=Signal((sign*lean,))))
             for name, sign in (("left", 1.0), ("right", -1.0))}
    height = RADIUS/cos(lean)
    balls = [placed((2.0*RADIUS*i - (0.05 if i == 0 else 0.0), 0.0, height),
                    (0.8 if i == 0 else 0.0, 0.0, 0.0), name=f"number {i}", on="left") for i in range(4)]
    run = Run(World(sides, balls, {("ball", "ball"): law()}))
    run.advance(0.25)
    assert_allclose(run.v[:, 0], [0.0, 0.0, 0.0, 0.8], atol=1e-11)
    assert_allclose(run.v[:, 1:], 0.0, atol=1e-11)
    assert_allclose(run.x[:, 2], height, atol=1e-11)
    assert run.simulation.drift < 1e-12


def test_a_ball_that_falls_on_another_one():
    """A small ball on a large one, let fall together on a floor: it springs off at up to three times the speed."""
    large, small = ball(0.05, 1.0), ball(0.01, 0.01)
    drop, gap = 0.4, 1e-4
    balls = [placed((0.0, 0.0), body=large, height=drop),
             placed((0.0, 0.0), body=small, height=drop + 0.1 + gap)]
    run = Run(flat(balls, law(), table(0.0, 1.0)))
    fall = sqrt(2.0*drop/G)
    V = G*fall
    # the floor turns the large one round, then they meet
    meet = gap/(2.0*V)
    up, down = V - G*meet, -V - G*meet
    P = 2.0*(up - down)/(1.0/large.m + 1.0/small.m)
    run.advance(0.5)
    t = run.t - fall - meet
    flown = np.array([up - P/large.m, down + P/small.m]) - G*t
    assert_allclose(run.v[:, 2], flown, atol=1e-11)     # [m/s]
    assert flown[1] + G*t > 2.8*V
    # the large one has not fallen back yet
    assert run.impacts == 2
