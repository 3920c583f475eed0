"""A ball between two walls: thrown from one to the other, rolling and slipping in a groove, fallen into one."""

from math import cos, pi, sin, sqrt

import numpy as np
import pytest
from numpy.testing import assert_allclose

from sandbox.scene import Board, Motion, Signal, Spin, Still, World
from tests.oracles.touching_balls import Balls, Body, Ground, Touch
from tests.worlds.made import MASS, RADIUS, G, Run, ball, law, placed, table

LEAN, HEIGHT = 0.6, RADIUS/cos(0.6)
Y = (0.0, 1.0, 0.0)


def world(supports, body, far=(50.0, 0.0, 1.0)):
    """A ball and one far from it: a world of one ball would go on by other equations."""
    return Run(World(supports, [body, placed(far, (0.0, 0.0, 0.0), omega=(0.0, 0.0, 0.0), on="left", name="far")]))


def groove(mu, e=0.0, slope=0.0, lean=LEAN):
    """Two planes that lean against each other; gravity along them by a slope."""
    gravity = (G*sin(slope), 0.0, -G*cos(slope))
    return {name: table(mu, e, Motion(tilt_axis=(1.0, 0.0, 0.0), tilt=Signal((sign*lean,)), gravity=gravity))
            for name, sign in (("left", 1.0), ("right", -1.0))}


@pytest.mark.parametrize("e", [1.0, 0.8, 0.5])
def test_thrown_from_wall_to_wall(e):
    """Without gravity: the n-th way of the length L takes L/(v e^n)."""
    still, board, half, v = Still((0.0, 0.0, 0.0)), Board(1.0, 1.0), 0.2, 3.1
    walls = {"left": table(0.0, e, still, board.placed((-half, 0.0, 0.0), Y, np.pi/2)),
             "right": table(0.0, e, still, board.placed((half, 0.0, 0.0), Y, -np.pi/2))}
    run = world(walls, placed((0.0, 0.0, 0.1), (v, 0.0, 0.0), omega=(0.0, 0.0, 0.0), on="left"), (0.0, 9.0, 0.0))
    way, x, sign, t = half - RADIUS, 0.0, 1.0, 0.0
    while run.t < 1.0:
        run.advance(0.05)
        # the next hit after (way - sign x)/speed
        while v*(run.t - t) >= way - sign*x:
            t += (way - sign*x)/v
            x, sign, v = sign*way, -sign, e*v
        # [m] rounding of forty hits
        assert run.x[0, 0] == pytest.approx(x + sign*v*(run.t - t), abs=1e-12)
        assert run.v[0, 0] == pytest.approx(sign*v, rel=1e-13)


def corner(mu, lean, slope):
    """A floor that leans by `lean` towards a wall at right angles to it; gravity along both by a slope."""
    gravity = (G*sin(slope), 0.0, -G*cos(slope))
    return {name: table(mu, 0.0, Motion(tilt_axis=(1.0, 0.0, 0.0), tilt=Signal((angle,)), gravity=gravity))
            for name, angle in (("left", lean), ("right", lean - pi/2))}


@pytest.mark.parametrize("lean", [0.05, 0.3, 0.7])
@pytest.mark.parametrize("slope", [0.02, 0.3])
def test_least_friction_that_holds_in_a_corner(lean, slope):
    """A ball that leans lightly against a wall rolls on both as long as some squeeze s lets it.

    About the line through both feet it rolls with 5/9 of g sin(slope), which takes k = 2/9 m g sin(slope) of friction
    from each. The wall's force is (Q - s) and (s, k) with Q = m g cos(slope) sin(lean): inside its cone for some s if
    mu > k/(Q^2 + k^2)^(1/2), at s = -mu k/(1 - mu^2)^(1/2), where the floor has plenty.
    """
    Q, k = G*cos(slope)*sin(lean), 2.0/9.0*G*sin(slope)
    least = k/sqrt(Q*Q + k*k)
    middle = RADIUS*sqrt(2.0)
    at = (0.0, middle*sin(pi/4 - lean), middle*cos(pi/4 - lean))
    pull = 5.0/9.0*G*sin(slope)
    for mu, holds in ((1.001*least, True), (0.999*least, False)):
        body = placed(at, (0.0, 0.0, 0.0), omega=(0.0, 0.0, 0.0), on="left")
        run = world(corner(mu, lean, slope), body).advance(0.5)
        assert run.simulation.drift < 1e-12
        if holds:
            # [m, m/s] rounding of half a second
            assert_allclose(run.x[0] - at, (0.5*pull*run.t**2, 0.0, 0.0), atol=1e-12)
            assert_allclose(run.v[0], (pull*run.t, 0.0, 0.0), atol=1e-11)
        else:
            # what slips goes down faster: by 1e-4 of pull at least, far above rounding
            assert run.v[0, 0] > pull*run.t*(1.0 + 1e-5)


@pytest.mark.parametrize("lean", [0.2, 0.6, 1.0])
@pytest.mark.parametrize("slope", [0.0, 0.1])
def test_rolls_in_a_groove(lean, slope):
    """It rolls about an axis that is a cos(lean) above the line of its feet: g sin(slope)/(1 + I/(m a^2 cos^2))."""
    height, v = RADIUS/cos(lean), 0.3
    body = placed((0.0, 0.0, height), (v, 0.0, 0.0), omega=(0.0, v/(RADIUS*cos(lean)), 0.0), on="left")
    run = world(groove(np.inf, slope=slope, lean=lean), body).advance(2.0)
    pull = G*sin(slope)/(1.0 + 0.4/cos(lean)**2)
    assert_allclose(run.x[0], (v*run.t + 0.5*pull*run.t**2, 0.0, height), atol=1e-11)
    assert_allclose(run.w[0], (0.0, (v + pull*run.t)/(RADIUS*cos(lean)), 0.0), atol=1e-9)
    assert run.simulation.drift < 1e-12


def test_slips_in_a_groove_as_by_multipliers():
    """Thrown in without spin: friction of both walls makes it roll in the end."""
    mu, v, slope = 0.15, 1.2, 0.05
    run = world(groove(mu, slope=slope), placed((0.0, 0.0, HEIGHT), (v, 0.0, 0.0), omega=(0.0, 0.0, 0.0), on="left"))
    normals = [np.array([0.0, -side*sin(LEAN), cos(LEAN)]) for side in (1.0, -1.0)]
    grounds = [Ground(lambda x, t, angle, n=n: n) for n in normals]
    known = Balls([Body(MASS, RADIUS)], grounds, [Touch(0, -2, mu), Touch(0, -3, mu)],
                  (G*sin(slope), 0.0, -G*cos(slope)))
    y = known.pack([((0.0, 0.0, HEIGHT), (v, 0.0, 0.0), (0.0, 0.0, 0.0))])
    end = 0.15
    run.advance(end)
    x, speed, w = known.ball(known.run(y, 0.0, end).y[:, -1], 0)
    # it slips still
    assert speed[0] - w[1]*RADIUS*cos(LEAN) > 0.1
    assert_allclose(run.x[0], x, atol=1e-10)
    assert_allclose(run.v[0], speed, atol=1e-10)
    assert_allclose(run.w[0], w, atol=1e-8)


@pytest.mark.parametrize("e", [0.0, 0.5, 0.8])
@pytest.mark.parametrize("aside", [0.0, 0.02])
def test_falls_into_a_groove_and_lies(e, aside):
    """From wall to wall by hops that shrink, without friction: at last m g/(2 cos(lean)) on each of them."""
    run = world(groove(0.0, e), placed((0.0, aside, HEIGHT + 0.1), (0.0, 0.0, 0.0), omega=(0.0, 0.0, 0.0), on="left"))
    for _step in range(240*6):
        run.advance(run.h)
        gap = (cos(LEAN)*run.x[0, 2] - sin(LEAN)*abs(run.x[0, 1]) - RADIUS)/RADIUS
        assert gap >= -1e-9
    assert_allclose(run.x[0], (0.0, 0.0, HEIGHT), atol=1e-9*RADIUS)
    # [m/s] below what counts as a closing speed
    assert np.abs(run.v[0]).max() < 1e-5*sqrt(G*RADIUS)
    assert run.simulation.snapshot().bodies[0].N == pytest.approx(MASS*G/(2.0*cos(LEAN)), rel=1e-6)
    assert run.simulation.drift < 1e-12


@pytest.mark.parametrize(("count", "mu", "e"), [(4, 0.0, 0.0), (2, 0.15, 0.8)])
def test_pressed_to_the_walls_of_a_turning_box(count, mu, e):
    """A hit here leaves the walls that others lean on alone: they are at another instant of the frame."""
    spin, half = Spin("z", 0.6), 0.25
    walls = {"floor": table(0.2, motion=spin, surface=Board(0.5, 0.5))}
    for k, (x, y) in enumerate(((0.0, half), (0.0, -half), (half, 0.0), (-half, 0.0))):
        axis, angle = ((1.0, 0.0, 0.0), np.sign(y)*np.pi/2) if x == 0.0 else (Y, -np.sign(x)*np.pi/2)
        walls[f"wall {k}"] = table(mu, e, spin, Board(0.5, 0.5).placed((x, y, 0.0), axis, angle))
    balls = [placed((-0.2 + 0.1*i, 0.05*i), (-0.03*i, 0.6*(-0.2 + 0.1*i), 0.0), ball(0.0286, 0.17),
                    omega=(0.0, 0.0, 0.6), on="floor") for i in range(count)]
    run = Run(World(walls, balls, {("ball", "ball"): law(0.05, 0.95)})).advance(6.0)
    assert run.impacts > 3
    assert run.simulation.drift < 1e-12
    assert (half - np.abs(turned(run.x, -0.6*run.t)[:, :2]).max() - 0.0286) >= -1e-9*0.0286


def turned(x, angle):
    """x turned about z."""
    c, s = cos(angle), sin(angle)
    return x @ np.array([[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]])
