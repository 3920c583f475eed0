"""How fast stepped groups are: balls that roll and collide on a turntable, in times real time.

The start that other engines were measured with: a square grid 5 cm apart of steel balls of the radius 2 cm on a table
of 30 m that turns 33 1/3 times a minute, with the velocity of the table and chance normal(0, 0.15 m/s) added; rolling,
restitution 0.5, friction 1 between balls; 5 s at 240 steps a second. Those gave, on one core: Jolt 42, 3.8, 0.24 times
real time with 100, 1000 and 10,000 balls; Box3D 31, 2.7, 0.16; Rapier 19, 1.7, 0.065; MuJoCo 13, 1.4, 0.13.
"""

import time
from math import ceil, pi, sqrt

import numpy as np

from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.events.divided import FEWEST
from sandbox.scene.bodies import Ball
from sandbox.scene.contact import Contact
from sandbox.scene.friction import Coulomb
from sandbox.scene.motions import Spin
from sandbox.scene.start import Start
from sandbox.scene.supports.on import On
from sandbox.scene.supports.surfaces import Plane
from sandbox.scene.world import Placed, World
from sandbox.systems.integration import Integration
from sandbox.systems.world.assembly import assemble_world
from sandbox.systems.world.system import WorldSystem

COUNTS = (100, 1000, 10_000)
RATE, TABLE, DISTANCE, SPREAD, SEED = 2.0*pi*100.0/180.0, 30.0, 0.05, 0.15, 1
STEPS, STEP_RATE = 1200, 240


def many_balls(count: int) -> WorldSystem:
    """Returns the stepped group of the head of this file."""
    side, chance = ceil(sqrt(count)), np.random.default_rng(SEED).normal(0.0, SPREAD, (count, 2))
    ball, bodies = Ball(0.02), []
    for i, (vx, vy) in enumerate(chance):
        x, y = (i % side - (side - 1)/2)*DISTANCE, (i//side - (side - 1)/2)*DISTANCE
        bodies.append(Placed(ball, Start(at=(x, y), velocity=(-RATE*y + vx, RATE*x + vy), spin=RATE)))
    law = Contact(Coulomb(1.0), restitution=0.5)
    return assemble_world(World({"table": On(Plane(rim=TABLE), Spin("z", RATE))}, bodies, {("ball", "ball"): law}), {})


def many_balls_speed(count: int) -> dict[str, float]:
    """Returns times real time of a stepped group on one core (CPU time) and on all (wall time), its drift and its
    impacts.

    The same bits come out of both: where they do not, AssertionError.
    """
    system = many_balls(count)
    one, first = _run(system, False)
    result = {"one_core": STEPS/STEP_RATE/one[0], "drift": first.drift, "impacts": system.impacts(first.data)}
    if count >= FEWEST:
        all_of_them, second = _run(system, True)
        assert np.array_equal(first.y, second.y)
        result["all_cores_wall"] = STEPS/STEP_RATE/all_of_them[1]
    return result


def _run(system: WorldSystem, shares: bool) -> tuple[tuple[float, float], Integration]:
    """CPU and wall time [s], and the run."""
    run = Integration(system, 1.0/STEP_RATE)
    if not shares:
        run.data.calls[at.CALLS_OF_SUPPORT*system.room.supports + at.CALL_SHARE] = 0
    run.copy().advance(2)      # compiled by now
    cpu, wall = time.process_time(), time.perf_counter()
    run.advance(STEPS)
    return (time.process_time() - cpu, time.perf_counter() - wall), run
