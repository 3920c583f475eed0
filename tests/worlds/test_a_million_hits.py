"""No body gets through another one: random hits in boxes, tubes and bowls; a million of them for a release.

Frames are looked at at their ends: a ball that got into another one or through a wall within a frame is inside it, or
on the other side, at the end of it. Allowed is 1e-9 of a radius: what gravity and rounding make of a touch.
"""

from math import pi

import numpy as np
import pytest

from sandbox.scene import Board, Cylinder, Paraboloid, Plane, Sphere, Still, World
from tests.effort import tries
from tests.worlds.made import Run, ball, gaps, law, placed, table

WEIGHTLESS = Still((0.0, 0.0, 0.0))
X, Y = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)
# hits of each of the ways to have them; four of them go on for as many, the others for a time
HITS = tries(4_000, 230_000)


def box(side, mu, e, motion=WEIGHTLESS):
    """Six boards that look inwards, from -side/2 to side/2 along each axis."""
    half, board = side/2.0, Board(side, side)
    walls = {"floor": ((0.0, 0.0, -half), X, 0.0), "ceiling": ((0.0, 0.0, half), X, pi),
             "south": ((0.0, -half, 0.0), X, -pi/2), "north": ((0.0, half, 0.0), X, pi/2),
             "west": ((-half, 0.0, 0.0), Y, pi/2), "east": ((half, 0.0, 0.0), Y, -pi/2)}
    return {name: table(mu, e, motion, board.placed(origin, axis, angle))
            for name, (origin, axis, angle) in walls.items()}


def scattered(random, radii, low, high):
    """Centres of balls that do not touch, in a block from low to high."""
    found = []
    for a in sorted(radii, reverse=True):
        for _try in range(10_000):
            x = random.uniform(np.array(low) + 1.01*a, np.array(high) - 1.01*a)
            if all(np.linalg.norm(x - y) > 1.001*(a + b) for y, b in found):
                found.append((x, a))
                break
        else:
            raise AssertionError("no room")
    return found


def gas(random, radii, low, high, speed):
    """Balls at random places with random velocities and spins."""
    return [placed(tuple(x), tuple(random.normal(0.0, speed, 3)), ball(a, 2000.0*a**3),
                   omega=tuple(random.normal(0.0, 0.3*speed/a, 3))) for x, a in scattered(random, radii, low, high)]


def depth_in_box(x, a, side):
    """The least gap between a ball and the six walls [radii]."""
    return ((side/2.0 - np.abs(x).max(axis=1) - a)/a).min()


def watch(run, hits, outside, seconds=60.0):
    """Goes on until there were so many hits; returns the least gap of balls and the least of `outside`, in radii."""
    a = np.array([p.body.radius for p in run.world.bodies])
    i, j = np.triu_indices(len(a), 1)
    least, worst = np.inf, np.inf
    while run.impacts < hits and run.t < seconds:
        run.advance(run.h)
        least = min(least, (gaps(run.x, a)/np.minimum(a[i], a[j])).min())
        worst = min(worst, outside(run.x, a))
        assert least >= -1e-9, (run.t, run.impacts)
        assert worst >= -1e-9, (run.t, run.impacts)
    return least, worst


@pytest.mark.parametrize(("e", "mu"), [(1.0, 0.0), (1.0, 0.5), (0.98, 0.1)])
def test_gas_in_a_box_without_gravity(e, mu):
    random, hits = np.random.default_rng(1), 0
    # friction takes its speed: a new one after a while
    while hits < HITS:
        radii = random.uniform(0.02, 0.05, 60)
        balls = gas(random, radii, (-0.4,)*3, (0.4,)*3, 2.0)
        run = Run(World(box(0.8, mu, 1.0), balls, {("ball", "ball"): law(mu, e)}))
        watch(run, HITS - hits, lambda x, a: depth_in_box(x, a, 0.8), seconds=2.0)
        hits += run.impacts
        assert run.simulation.drift < 1e-10


def test_very_different_radii():
    """A football among marbles: one cell of the grid holds many of them."""
    random = np.random.default_rng(2)
    radii = [0.2, 0.1] + [0.008]*60
    balls = gas(random, radii, (-0.4,)*3, (0.4,)*3, 2.0)
    run = Run(World(box(0.8, 0.0, 1.0), balls, {("ball", "ball"): law(0.2, 1.0)}))
    watch(run, HITS, lambda x, a: depth_in_box(x, a, 0.8), seconds=tries(20, 600))
    assert run.impacts > 500


def test_fast_balls_and_thin_walls():
    """Marbles of 2 mm at 20 m/s, 83 mm in a frame: a wall of 4 mm with two faces keeps them on their sides."""
    random = np.random.default_rng(3)
    side, half = 0.6, 0.002
    supports = box(side, 0.0, 1.0)
    board = Board(side, side)
    for name, x, angle in (("left face", -half, -pi/2), ("right face", half, pi/2)):
        supports[name] = table(0.0, 1.0, WEIGHTLESS, board.placed((x, 0.0, 0.0), Y, angle))
    left = gas(random, [0.002]*20, (-0.3, -0.3, -0.3), (-half, 0.3, 0.3), 20.0)
    right = gas(random, [0.002]*20, (half, -0.3, -0.3), (0.3, 0.3, 0.3), 20.0)
    run = Run(World(supports, [*left, *right], {("ball", "ball"): law(0.0, 1.0)}))
    sign = np.array([-1.0]*20 + [1.0]*20)

    def outside(x, a):
        return min(depth_in_box(x, a, side), ((sign*x[:, 0] - half - a)/a).min())

    watch(run, HITS, outside)
    assert run.impacts >= HITS


def test_grazing_hits():
    """Balls that pass each other nearly along a tangent: a dip of a hundredth of a percent of a radius is seen."""
    random = np.random.default_rng(4)
    for _round in range(tries(20, 500)):
        balls, expected = [], 0
        for k in range(20):
            a, b = random.uniform(0.01, 0.05, 2)
            dip = random.choice((-1.0, 1.0))*10.0**random.uniform(-9.0, -2.0)*(a + b)
            speed = 10.0**random.uniform(-1.0, 1.3)
            y, turn = 10.0*k, random.uniform(0.0, 2.0*pi)
            along, across = np.array([np.cos(turn), np.sin(turn), 0.0]), np.array([-np.sin(turn), np.cos(turn), 0.0])
            at = np.array([0.0, y, 5.0])
            balls += [placed(tuple(at), (0.0, 0.0, 0.0), ball(a), omega=(0.0, 0.0, 0.0)),
                      placed(tuple(at + (a + b + dip)*across - 0.02*speed*along - (a + b)*along), tuple(speed*along),
                             ball(b), omega=(0.0, 0.0, 0.0))]
            # they are past each other within the time that is looked at
            expected += (dip < 0.0) and 0.05*speed > 0.02*speed + 1.5*(a + b)
        run = Run(World({"floor": table(0.0, 1.0, WEIGHTLESS)}, balls, {("ball", "ball"): law(0.0, 1.0)}))
        watch(run, 1e9, lambda x, a: np.inf, seconds=0.05)
        assert run.impacts >= expected


@pytest.mark.parametrize("mu", [0.0, 0.4])
def test_round_wall_on_a_floor(mu):
    """Balls on a table with a round wall, a few of them in the air."""
    random = np.random.default_rng(5)
    wall, radii = 0.5, random.uniform(0.02, 0.05, 25)
    supports = {"floor": table(mu, 0.8, Still(), Plane()), "wall": table(mu, 0.9, Still(), Cylinder(wall))}
    balls = gas(random, radii, (-0.34, -0.34, 0.0), (0.34, 0.34, 0.6), 1.5)
    run = Run(World(supports, balls, {("ball", "ball"): law(mu, 0.9)}))

    def outside(x, a):
        return min(((wall - np.hypot(x[:, 0], x[:, 1]) - a)/a).min(), ((x[:, 2] - a)/a).min())

    watch(run, HITS, outside, seconds=tries(3, 100))
    assert run.impacts > 200
    assert run.simulation.drift < 1e-9


def test_in_a_bowl():
    """Balls dropped into a sphere: they meet where it is deepest."""
    random = np.random.default_rng(6)
    radius, radii = 0.5, random.uniform(0.02, 0.04, 12)
    balls = gas(random, radii, (-0.25, -0.25, -0.25), (0.25, 0.25, 0.25), 0.5)
    run = Run(World({"bowl": table(0.2, 0.7, Still(), Sphere(radius))}, balls, {("ball", "ball"): law(0.1, 0.8)}))
    watch(run, HITS, lambda x, a: ((radius - np.linalg.norm(x, axis=1) - a)/a).min(), seconds=tries(2, 60))
    assert run.impacts > 50
    assert run.simulation.drift < 1e-9


def test_rolling_in_a_bowl_that_keeps_them():
    """Balls that roll in a paraboloid without slip meet each other at its bottom, again and again."""
    random = np.random.default_rng(7)
    spots = [(0.12*i, 0.12*j) for i in range(-1, 2) for j in range(-1, 2)]
    balls = [placed(spot, tuple(random.normal(0.0, 0.2, 2)), ball(0.02)) for spot in spots]
    run = Run(World({"bowl": table(surface=Paraboloid(0.5))}, balls, {("ball", "ball"): law(0.1, 0.9)}))
    watch(run, HITS, lambda x, a: np.inf, seconds=tries(2, 20))
    assert run.impacts > 20
    assert run.simulation.drift < 1e-10
