"""Nothing passes through anything: balls in whatever way they go on, and supports that come to them however they move.

A wall y = 0 comes to balls on a floor, or they to it. The least gaps to both are those of the centres in the rows, with
the wall turned as its motion, or the hinge's angle in the state, has it.
"""

from math import cos, inf, sin, sqrt

import numpy as np
import pytest

from sandbox.errors import BadValue
from sandbox.mechanics.world import layout as at
from sandbox.scene import (
    Contact,
    Coulomb,
    Ellipsoid,
    Hinge,
    Motion,
    On,
    Placed,
    Plane,
    Rough,
    Signal,
    Slab,
    Smooth,
    Start,
    Still,
    World,
)
from sandbox.scene.supports.surface import Surface
from sandbox.systems.integration import Integration
from sandbox.systems.world.assembly import assemble_world
from tests.worlds.made import RADIUS, G, Run, flat, gaps, law, placed, table

STEPS = 240
# overlap that rounding leaves at a contact that lasts, and that a stepped group ends a sub-step with [radii]
ROUNDED, STEPPED = 1e-9, 1e-9
# walls: motion, None for a hinge; velocity of the balls; angle and shift of the wall at t
SWING, NU, SHAKE = 0.7, 6.0, 0.25
WALLS = {
    "still": (Still(), (0.0, -0.9), lambda t: (0.0, 0.0)),
    "driven": (Motion(angle=Signal((0.0, 2.0))), (0.0, 0.0), lambda t: (2.0*t, 0.0)),
    "hinged": (None, (0.0, 0.0), None),
    "tilted": (Motion(tilt_axis="z", tilt=Signal(sine=SWING, nu=NU)), (0.0, 0.0), lambda t: (SWING*sin(NU*t), 0.0)),
    "shaken": (Motion(shift=(Signal(), Signal(sine=SHAKE, nu=NU), Signal())), (0.0, 0.0),
               lambda t: (0.0, SHAKE*sin(NU*t)))}
FLOORS = {"slides": Contact(Smooth()), "rolls": Contact(Rough()), "rolls by friction": Contact(Coulomb(0.3)),
          "is resisted": Contact(Rough(), rolling_resistance=1e-3), "slips": Contact(Coulomb(0.3)),
          "flies": Contact(Rough()), "touches another": Contact(Rough()), "lies in a heap": Contact(Coulomb(0.5))}
FAR = placed((-20.0, 5.0), name="far", on="floor")


def wall():
    return Surface(lambda x, y, z: y)


def bodies(mode, velocity):
    """Balls near (0.5, 0.2) that go on in a way."""
    if mode == "flies":
        return [placed((0.5, 0.2, 0.6), (*velocity, 0.0))]
    if mode == "slips":
        return [placed((0.5, 0.2), velocity, on="floor", omega=(0.0, 30.0, 0.0))]
    if mode == "touches another":
        return [placed((0.5 + 2.0*RADIUS*k, 0.2), velocity, on="floor") for k in range(2)]
    if mode == "lies in a heap":
        base = [placed((0.5 + dx, 0.2 + dy, RADIUS), (*velocity, 0.0)) for dx in (0.0, 0.06) for dy in (0.0, 0.06)]
        return [*base, placed((0.53, 0.23, RADIUS*(1.0 + sqrt(2.0))), (*velocity, 0.0))]
    return [placed((0.5, 0.2), velocity, on="floor")]


def meeting_world(mode, how, has_more):
    """The floor, the wall and the balls; `has_more`: one more far away, so that it is a world of several."""
    motion, velocity, _place = WALLS[how]
    supports = {"floor": On(Plane(), contact=FLOORS[mode]),
                "wall": On(wall(), motion or Still(), Contact(Smooth(), restitution=0.5))}
    balls = [*bodies(mode, velocity), *([FAR] if has_more else [])]
    pair = {("ball", "ball"): Contact(Coulomb(0.3), restitution=0.3)} if len(balls) > 1 else {}
    return World(supports, balls, pair, [Hinge("wall", 1.0, rate=2.0)] if motion is None else [])


def least_gaps(run, count, place, steps=STEPS):
    """The least gaps of the first `count` balls to the wall and to the floor over a run [m]."""
    to_wall = to_floor = inf
    for _step in range(steps):
        if run.simulation.advance(1) == 0:
            break
        angle, shift = place(run.t) if place else (run.turning[0, 0], 0.0)
        n = np.array([-sin(angle), cos(angle), 0.0])
        for seen in run.simulation.snapshot().bodies[:count]:
            centre = np.array(seen.centre)
            to_wall = min(to_wall, n @ (centre - (0.0, shift, 0.0)) - RADIUS)
            to_floor = min(to_floor, centre[2] - RADIUS)
    return to_wall, to_floor


@pytest.mark.parametrize("mode", FLOORS)
@pytest.mark.parametrize("how", WALLS)
@pytest.mark.parametrize("has_more", [False, True], ids=["alone", "and one far away"])
def test_a_wall_and_a_ball(mode, how, has_more):
    run = Run(meeting_world(mode, how, has_more))
    to_wall, to_floor = least_gaps(run, len(bodies(mode, (0.0, 0.0))), WALLS[how][2])
    least = (STEPPED if mode == "lies in a heap" else ROUNDED)*RADIUS
    assert -least < to_wall < 0.1*RADIUS      # it has come to the wall
    assert to_floor > -least
    assert run.simulation.drift < 1e-12       # of the kinetic energy there is: hits are in the ledger


def test_a_door_that_swings_on_hits_as_the_one_that_is_driven():
    """So heavy that a ball does nothing to it, it is where an even turn has it."""
    met = {}
    for mode in ("rolls", "rolls by friction", "slides"):
        for how in ("hinged", "driven"):
            motion = WALLS[how][0]
            supports = {"floor": On(Plane(), contact=FLOORS[mode]),
                        "wall": On(wall(), motion or Still(), Contact(Smooth(), restitution=0.5))}
            run = Run(World(supports, [placed((0.5, 0.2), on="floor"), FAR], {("ball", "ball"): Contact(Smooth())},
                            [Hinge("wall", 1e12, rate=2.0)] if motion is None else []))
            run.advance(0.3)
            met[mode, how] = run.simulation.events[0].t
    # 0.5 sin 2t + 0.03 = 0.2 cos 2t [s]: the ball is at rest until then
    exact = 0.5*(np.arcsin(-0.03/np.hypot(0.5, 0.2)) + np.arctan2(0.2, 0.5))
    assert list(met.values()) == pytest.approx([exact]*len(met), abs=1e-14)


@pytest.mark.parametrize("contact", [Contact(Rough()), Contact(Coulomb(0.3)), Contact(Smooth())])
def test_a_plank_falls_on_a_ball(contact):
    """It hangs on one end, falls, and meets what lies on the floor below it: the ball holds it, or is pressed out."""
    plank = On(Slab(1.2, 0.3, 0.02), contact=Contact(Coulomb(0.3), restitution=0.3))
    hinge = Hinge("plank", 0.05, axis="y", point=(-0.6, 0.0, 0.0), angle=-0.3, mass=0.5, mass_centre=(0.0, 0.0, 0.0))
    floor = On(Plane(), Motion(shift=(Signal(), Signal(), Signal((-0.1,)))), contact)
    run = Run(World({"plank": plank, "floor": floor}, [placed((0.2, 0.0), on="floor"), placed((0.2, 30.0), on="floor")],
                    {("ball", "ball"): Contact(Smooth())}, [hinge]))
    met = False
    for _step in range(STEPS):
        run.advance(1.0/240)
        angle, (x, _y, z) = run.turning[0, 0], run.x[0]
        assert z > -0.1 + RADIUS*(1.0 - ROUNDED)
        # local coordinates of the plank: below its lower side, or beyond its end, which is rounded
        along, up = cos(angle)*(x + 0.6) - sin(angle)*z - 0.6, sin(angle)*(x + 0.6) + cos(angle)*z
        beyond = max(0.0, along - 0.59)
        gap = np.hypot(beyond, up) - 0.01 - RADIUS
        assert gap > -ROUNDED*RADIUS
        met = met or gap < 0.01*RADIUS
    assert met
    assert run.simulation.drift < 1e-11


def test_two_balls_and_two_doors():
    """Each door comes to a ball, and the balls to each other: the ledger has all of it."""
    supports = {"floor": On(Plane(), contact=Contact(Rough())),
                "left": On(wall(), contact=Contact(Smooth(), restitution=0.5)),
                "right": On(Surface(lambda x, y, z: 0.6 - y), contact=Contact(Smooth(), restitution=0.5))}
    run = Run(World(supports, [placed((0.5, 0.2), on="floor"), placed((0.5, 0.4), on="floor")],
                    {("ball", "ball"): Contact(Coulomb(0.3), restitution=0.5)},
                    [Hinge("left", 0.3, rate=1.0), Hinge("right", 0.3, rate=-1.0, point=(0.0, 0.6, 0.0))]))
    for _step in range(STEPS):
        if run.simulation.advance(1) == 0:
            break
        for body in run.x:
            for door, (y, side) in enumerate(((0.0, 1.0), (0.6, -1.0))):
                angle = run.turning[door, 0]
                n = side*np.array([-sin(angle), cos(angle), 0.0])
                assert n @ (body - (0.0, y, 0.0)) - RADIUS > -ROUNDED*RADIUS
        assert np.linalg.norm(run.x[0] - run.x[1]) - 2.0*RADIUS > -ROUNDED*RADIUS
    assert run.impacts >= 2
    assert run.simulation.drift < 1e-11


def test_supports_and_hinges_that_are_too_many_are_refused():
    floors = {f"floor {k}": table(motion=Motion(shift=(Signal(), Signal(), Signal((-1.0*k,))))) for k in range(300)}
    with pytest.raises(BadValue, match="got 300 supports, at most 255"):
        Run(World(floors, [placed((0.0, 0.0), on="floor 0"), placed((0.5, 0.0), on="floor 0")],
                  {("ball", "ball"): Contact(Smooth())}))


@pytest.mark.parametrize("deep", [1e-10, 1e-6])
def test_a_ball_that_leaves_a_table_from_within_and_falls_back_lands(deep):
    """A body that is no ball may press a ball a little into a table; slower than it is deep it never gets out."""
    egg = Placed(Ellipsoid(0.03, 0.02, 0.025, 0.1), Start(at=(0.5, 0.0)))
    run = Integration(assemble_world(flat([placed((0.0, 0.0)), egg], floor=table(0.3)), {}), 1/240)
    state = run.y[:at.STATE]
    state[at.X + 2] -= deep
    state[at.V + 2] = 0.3*(2.0*G*deep)**0.5
    state[at.ON], state[at.MODE] = -1.0, at.OPEN
    run.advance(10)
    # [m] as deep as it was pressed at most
    assert run.y[at.X + 2] >= RADIUS - 1.01*deep and abs(run.y[at.V + 2]) < 1e-12
    assert run.y[at.ON] == 0.0


def test_two_meet_where_the_path_told_by_its_ends_has_closed_a_little_too_early():
    """A hand pulls a ball to one at rest: within a frame its path is no cubic, by some 1e-9 m."""
    deepest = 0.0
    for gap in np.linspace(8e-5, 1.6e-4, 70):
        run = Run(flat([placed((0.0, 0.0)), placed((2.0*RADIUS + gap, 0.0))], law(0.5, 0.5), table(0.5)))
        run.simulation.grab(0, (0.0, 0.0, 0.5*RADIUS), 20.0)
        run.simulation.move((0.4, 0.1, 0.1))
        for _step in range(3):
            run.simulation.advance(1)
            deepest = min(deepest, gaps(run.x, [RADIUS, RADIUS])[0])
    assert deepest > -ROUNDED*RADIUS
