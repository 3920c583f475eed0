"""More than 64 balls, close together, of hits that give little back: none gets into another one, and the ledger close.

Of such balls each meets its neighbours again and again within a frame. They go on by small steps together, in worlds of
up to 3,000. Allowed is an overlap of 1e-9 of a radius: what gravity and rounding make of a touch.
"""

from math import pi

import numpy as np
import pytest

from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.burden import MOST_STEPPED
from sandbox.scene import Board, Motion, Paraboloid, Signal, Sphere, Spin, Still, World
from sandbox.systems.integration import Integration
from sandbox.verify.many_balls import many_balls
from tests.effort import IS_RELEASE, tries
from tests.worlds.made import G, Run, ball, flat, gaps, law, placed, table

A, MASS = 0.01, 0.03
RATE = 3.49
X = (1.0, 0.0, 0.0)
# the sparser, the later they meet
CASES = [(65, 1.01, 0.0, 0.0), (100, 1.1, 0.0, 0.0), (100, 1.01, 0.1, 0.0), (100, 1.1, 0.0, 0.5), (200, 1.01, 0.0, 0.0)]
FOR_A_RELEASE = [(count, distance, e, mu) for count in (65, 130, 300) for distance in (1.01, 1.1, 1.5)
                 for e in (0.0, 0.1, 0.5, 1.0) for mu in (0.0, 0.5)] + [(1000, 1.1, 0.0, 0.0)]


def grid(count, distance, spread, seed=1, rate=0.0):
    """Balls on a square grid, with the velocity of a table and what chance adds."""
    random, side = np.random.default_rng(seed), int(np.ceil(np.sqrt(count)))
    for i in range(count):
        x, y = 2.0*A*distance*(np.array(divmod(i, side)) - (side - 1)/2)
        u, v = random.normal(0.0, spread, 2)
        yield placed((x, y), (u - rate*y, v + rate*x), ball(A, MASS), spin=rate)


def watch(run, frames, may_gain=None):
    """Goes on frame by frame; with `may_gain` the ledger rises by no more than that in any of them [J]."""
    count, ledger = len(run.x), run.ledger
    for _frame in range(frames):
        run.advance(run.h)
        assert gaps(run.x, np.full(count, A)).min() >= -1e-9*A, run.t
        if may_gain is not None:
            assert run.ledger <= ledger + may_gain, run.t
            ledger = run.ledger
    return run


@pytest.mark.parametrize(("count", "distance", "e", "mu"), CASES + (FOR_A_RELEASE if IS_RELEASE else []))
@pytest.mark.parametrize("spread", [0.15, 1.0])
def test_no_ball_gets_into_another(count, distance, e, mu, spread):
    """On a table at rest; the ledger has losses only."""
    run = Run(flat(list(grid(count, distance, spread)), law(mu, e)))
    kinetic = run.kinetic
    # [J] pushing overlaps of rounding apart moves nothing against gravity on a level table
    watch(run, tries(60, 480), may_gain=1e-12*kinetic)
    assert run.simulation.drift < 1e-12
    assert run.kinetic < kinetic or e == 1.0


@pytest.mark.parametrize("mu", [0.0, 0.5])
def test_on_a_turning_table(mu):
    run = Run(flat(list(grid(100, 1.1, 0.5, rate=RATE)), law(mu, 0.0), table(motion=Spin("z", RATE))))
    assert watch(run, tries(60, 1200)).simulation.drift < 1e-12


def test_momentum_of_a_cloud():
    """A hundred balls in a cube without weight fly into each other; nothing else pushes them."""
    random = np.random.default_rng(2)
    balls = []
    for i in range(125):
        x = 2.02*A*(np.array((i % 5, i//5 % 5, i//25)) - 2.0)
        velocity = -30.0*x + random.normal(0.0, 0.3, 3)
        balls.append(placed((x[0], x[1], x[2] + 1.0), tuple(velocity), ball(A, MASS), omega=(0.0, 0.0, 0.0)))
    run = Run(flat(balls, law(0.0, 0.0), table(0.0, motion=Still((0.0, 0.0, 0.0)))))
    x, v, kinetic = run.x.copy(), run.v.copy(), run.kinetic
    watch(run, 48, may_gain=1e-12*kinetic)
    assert run.kinetic < 0.5*kinetic
    size = np.linalg.norm(v, axis=1).sum()
    # [m/s] rounding of some thousand impulses
    assert np.abs(run.v.sum(axis=0) - v.sum(axis=0)).max() < 1e-13*size
    # [m] the centre goes straight on
    assert np.abs(run.x.mean(axis=0) - x.mean(axis=0) - run.t*v.mean(axis=0)).max() < 1e-12*A
    before, after = np.cross(x, v).sum(axis=0), np.cross(run.x, run.v).sum(axis=0)
    # [m^2/s] moving overlaps of 1e-10 of a radius apart shifts the lines of motion by as much
    assert np.abs(after - before).max() < 1e-9*A*size


def tray(tilt, mu):
    """A board with four walls, all tilted about x."""
    motion, half = Motion(tilt_axis=X, tilt=Signal((tilt,))), 0.2
    wall = Board(2.0*half, 0.2)
    sides = {"south": ((0.0, -half, 0.05), -pi/2), "north": ((0.0, half, 0.05), pi/2)}
    return {"tray": table(mu, 0.0, motion, Board(2.0*half, 2.0*half))} | {
        name: table(mu, 0.0, motion, wall.placed(origin, X, angle)) for name, (origin, angle) in sides.items()}


@pytest.mark.parametrize("mu", [0.0, 0.3])
def test_piled_up_against_a_wall(mu):
    """A tilted tray: all run down against one wall, where more of them touch than an island has room for."""
    run = Run(World(tray(0.3, mu), list(grid(100, 1.2, 0.1)), {("ball", "ball"): law(mu, 0.0)}))
    watch(run, tries(96, 480))
    assert run.simulation.drift < 1e-10


@pytest.mark.parametrize("surface", [Sphere(0.25, rim=0.249), Paraboloid(4.0, rim=0.2)])
def test_run_together_in_a_bowl(surface):
    """They slide to the bottom and lie in each other's way: a heap of one layer and more."""
    bowl = {"bowl": table(0.2, 0.0, surface=surface)}
    run = Run(World(bowl, list(grid(80, 1.2, 0.3)), {("ball", "ball"): law(0.1, 0.0)}))
    # [J] on a hollow surface the way out of an overlap of rounding leads up by a share of it
    watch(run, tries(72, 720), may_gain=1e-9*MASS*G*A)
    assert run.simulation.drift < 1e-10


def test_is_told_once():
    """A stepped group of many tells that it goes on by small steps, and which ball began it: once, however often it
    happens."""
    run = Run(flat(list(grid(100, 1.01, 1.0)), law(0.0, 0.0)))
    watch(run, 60)
    told = [event for event in run.simulation.events if "small time steps" in event.sentence]
    assert len(told) == 1 and told[0].t < 2.0*run.h
    assert (run.y[run.room.ledger_at + at.MERGED]) > 0.0


def test_same_bits_again():
    one, two = (Run(flat(list(grid(80, 1.05, 0.7)), law(0.2, 0.0))) for _run in range(2))
    one.advance(0.25)
    for _frame in range(60):
        two.advance(two.h)
        two.simulation.peek(two.t + 0.4*two.h)
    assert one.y.tobytes() == two.y.tobytes()


def stepped(run: Integration) -> int:
    """How many balls go on by small steps."""
    return int(np.sum(run.y[:run.system.room.free_at].reshape(-1, at.STATE)[:, at.MODE] == at.STEPPED))


@pytest.mark.parametrize(("count", "is_stepped"), [(MOST_STEPPED, True), (MOST_STEPPED + 200, False)])
def test_so_many_go_on_hit_by_hit(count, is_stepped):
    """Of more than MOST_STEPPED none goes by small steps: a stepped group of them would take seconds for a frame."""
    run = Integration(many_balls(count), 1.0/240)
    run.advance(36)
    assert (stepped(run) > 0) == is_stepped and np.isfinite(run.y).all()


def test_ten_thousand_balls_are_run():
    """As many as a world may have, until each has hit another one or so."""
    run = Integration(many_balls(10_000), 1.0/240)
    run.advance(20)
    assert stepped(run) == 0 and run.system.impacts(run.data) > 5_000
