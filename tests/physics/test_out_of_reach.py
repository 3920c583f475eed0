"""Supports that a ball can't reach soon are not looked at, and nothing of its motion tells whether they are."""

from math import inf, nan, sqrt

import numpy as np
import pytest

from sandbox.errors import BadValue
from sandbox.mechanics import layout as lay
from sandbox.mechanics.contact.among import reach
from sandbox.run.simulation import Simulation
from sandbox.scene import (
    Ball,
    Board,
    Body,
    Cone,
    Contact,
    Coulomb,
    Cylinder,
    Motion,
    On,
    Parameter,
    Placed,
    Plane,
    Scene,
    Signal,
    Smooth,
    Sphere,
    Spin,
    Start,
    Still,
    Surface,
    Torus,
    World,
    edges_of,
    laboratory_floor,
)
from tests.effort import tries

A = 0.02        # [m]
FAST = Parameter("rate", 3.0, "rad/s", low=-60, high=60, live=True)


def looked_at(run) -> int:
    """How many of the other supports are watched just now."""
    system = run.system
    y, part = run.states[0], system.parts[system.home]
    points = y[y.size - part.watching:y.size - reach.LEAVE].reshape(-1, 3)
    return int((points[:, 0] != reach.NOWHERE).sum())


def motion(run) -> bytes:
    """The state without the points at which other supports are watched."""
    return run.states[0][:-run.system.parts[run.system.home].watching].tobytes()


def pair(world) -> tuple[Simulation, Simulation]:
    """A run, and one that looks at all supports at every step: for it nobody knows how far a surface is."""
    runs = Simulation(Scene("left", (FAST,), lambda p: world)), Simulation(Scene("always", (FAST,), lambda p: world))
    always = runs[1]._run
    for part in always.system.parts.values():
        always.data.p[part.p][lay.GROWTH] = inf
    always.data.y[-reach.LEAVE:] = 0.0
    return runs


def on_a_table(random, law):
    table = On(Plane(rim=0.3), Spin("z", "rate"), law)
    v = random.uniform(-0.8, 0.8, 2)
    return {"table": table, **edges_of(table), "floor": laboratory_floor(-0.12)}, Start(
        at=tuple(random.uniform(-0.12, 0.12, 2)), velocity=(*v,) if law is None else (*v, 0.0),
        omega=None if law is None else tuple(random.normal(0.0, 10.0, 3)))


def on_a_tilted_board(random, law):
    board = On(Board(1.0, 0.6).placed((0.0, 0.0, 0.1), (0.0, 1.0, 0.0), 0.1), Still(), law)
    v = random.uniform(-0.3, 0.3, 2)
    return {"board": board, **edges_of(board), "floor": laboratory_floor(-0.2)}, Start(
        at=tuple(random.uniform(-0.1, 0.1, 2)), velocity=(*v,) if law is None else (*v, 0.0),
        omega=None if law is None else (0.0, 0.0, 3.0))


def in_a_cone(random, law):
    cone = On(Cone(slope=0.2, rim=0.3), Spin("z", "rate"), law)
    return {"cone": cone, **edges_of(cone), "floor": laboratory_floor(-0.1)}, Start(
        at=(0.12, 0.0), velocity=tuple(random.uniform(-1.2, 1.2, 2)))


WAYS = {"table": (on_a_table, None), "slippery table": (on_a_table, Contact(Coulomb(0.1))),
        "smooth table": (on_a_table, Contact(Smooth())), "board": (on_a_tilted_board, None),
        "slippery board": (on_a_tilted_board, Contact(Coulomb(0.02), restitution=0.3)), "cone": (in_a_cone, None)}


@pytest.mark.parametrize("name", WAYS)
def test_the_motion_has_the_same_bits(name):
    """Up to the edge, over it, down to the floor and on, with a rate that changes on the way."""
    build, law = WAYS[name]
    random, left, least = np.random.default_rng(len(name)), 0, inf
    for _try in range(tries(4, 60)):
        supports, start = build(random, law)
        run, always = pair(World(supports, [Placed(Ball(A), start)]))
        for step in range(600):
            if step in (100, 200):
                rate = float(random.uniform(-6.0, 6.0))
                run.set("rate", rate)
                always.set("rate", rate)
            run.advance(1)
            always.advance(1)
            assert motion(run) == motion(always) and run.t == always.t
            least = min(least, looked_at(run))
            assert looked_at(always) == len(supports) - 1
        assert [event.sentence for event in run.events] == [event.sentence for event in always.events]
        left += any(event.kind == "rim" for event in run.events)
    # some of them leave, and some look at nothing for a while
    assert left > 0 and least == 0


def test_a_ball_in_the_middle_looks_at_nothing_and_at_the_edge_at_all_that_is_near():
    table = On(Plane(rim=0.3), Spin("z", 1.0))
    world = World({"table": table, **edges_of(table), "floor": laboratory_floor(-0.3)},
                  [Placed(Ball(A), Start(at=(0.05, 0.0), velocity=(0.2, 0.0)))])
    run, seen = Simulation(Scene("slow", (), lambda p: world)), {}
    while not run.events:
        run.advance(1)
        seen[float(np.hypot(*run.snapshot().bodies[0].centre[:2]))] = looked_at(run)
    assert all(n == 0 for r, n in seen.items() if r < 0.15) and any(r < 0.15 for r in seen)
    assert all(n == 1 for r, n in seen.items() if r > 0.29) and any(r > 0.29 for r in seen)


SURFACES = {"plane": Plane(), "board": Board(0.4, 0.3), "cone": Cone(0.5), "hollow sphere": Sphere(0.9),
            "globe": Sphere(0.2, inside=False), "cylinder": Cylinder(0.8), "hollow torus": Torus(0.6, 0.5),
            "ring": Torus(0.5, 0.05, inside=False),
            "edge of a table": edges_of(On(Plane(rim=0.3)))["edge"].surface,
            "edge of a cone": edges_of(On(Cone(0.5, rim=0.3)))["edge"].surface,
            "edge of a board": edges_of(On(Board(0.4, 0.3)))["edge 2"].surface}


@pytest.mark.parametrize("name", SURFACES)
def test_no_surface_is_nearer_than_it_says(name):
    """From a point in front of it to one behind it: at least d = 2 phi/(1 + sqrt(1 + 2 k phi)) lies in front."""
    surface, random = SURFACES[name], np.random.default_rng(3)

    points = random.uniform(-1.0, 1.0, (3000, 3))
    values = phi_at(surface, points)
    behind = points[values < 0.0]
    if name.startswith("edge"):
        # a thin ring, or a rail: ways to a point that lies on it
        behind = np.array([on_edge(surface, x) for x in points[:500]])
    closest = []
    for x, value in zip(points[values > 0.0][:150], values[values > 0.0][:150], strict=True):
        d = 2.0*value/(1.0 + sqrt(1.0 + 2.0*surface.growth*value))
        goals = behind[random.integers(0, len(behind), 40)]
        low, high = np.zeros(40), np.ones(40)
        for _halving in range(60):
            middle = 0.5*(low + high)
            is_before = phi_at(surface, x + middle[:, None]*(goals - x)) > 0.0
            low, high = np.where(is_before, middle, low), np.where(is_before, high, middle)
        least = float((high*np.linalg.norm(goals - x, axis=1)).min())
        assert least >= d - 1e-12
        closest.append(least/d)
    # it says no less than is needed, either
    assert min(closest) < 1.2


def phi_at(surface, points) -> np.ndarray:
    """phi (n,) at points (n, 3), of all at once where it is made of operations that arrays have."""
    try:
        return surface.phi(*points.T, *surface.parameters)
    except TypeError:        # a root of a number
        return np.array([surface.phi(*x, *surface.parameters) for x in points.tolist()])


def on_edge(surface, x):
    """A point that the tube of an edge surrounds, found by going against the gradient of phi."""
    for _step in range(40):
        value = surface.phi(*x.tolist(), *surface.parameters)
        if value < 0.0:
            break
        eps = 1e-7*np.eye(3)
        slope = np.array([(surface.phi(*(x + e).tolist(), *surface.parameters) - value)/1e-7 for e in eps])
        x = x - 1.02*(value + 1e-12)*slope/(slope @ slope)
    return x


def test_a_surface_of_ones_own_is_always_looked_at():
    """Nobody knows how far it is; a body that is no ball looks at all supports, too."""
    bump = Surface(lambda x, y, z: z - 0.01*(x*x + y*y), name="bump").placed((0.0, 0.0, -5.0))
    slab = Body(lambda x, y, z, r: r*(x*x + y*y + z*z)**0.5, (A,), 0.3, tuple(map(tuple, 1e-4*np.eye(3))), size=A)
    for body, below in ((Ball(A), On(bump)), (slab, laboratory_floor(-5.0))):
        world = World({"table": On(Plane(), Still(), Contact(Coulomb(0.5))), "below": below},
                      [Placed(body, Start(at=(0.0, 0.0), velocity=(0.1, 0.0, 0.0), omega=(0.0, 0.0, 0.0)))])
        run = Simulation(Scene("own", (), lambda p, world=world: world))
        run.advance(24)
        assert looked_at(run) == 1


def test_a_growth_that_is_no_number_is_refused():
    with pytest.raises(BadValue, match="growth: got nan, needs a number"):
        Surface(lambda x, y, z: z, growth=nan)


def test_a_support_that_shakes_is_always_looked_at():
    shaken = Motion(shift=(Signal(), Signal(), Signal((-5.0,), sine=0.02, nu=7.0)))
    world = World({"table": On(Plane()), "below": On(Plane(), shaken)},
                  [Placed(Ball(A), Start(at=(0.0, 0.0), velocity=(0.1, 0.0)))])
    run = Simulation(Scene("shaken", (), lambda p: world))
    run.advance(24)
    assert looked_at(run) == 1
