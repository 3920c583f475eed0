"""A coin that is given a velocity along the surface starts in contact, however it stands: alone, and in a world.

r being the arm of the touching point, e its part along the surface, of size 1: turning moves that point across r alone,
so along e either it would leave the surface or it slips. Across e, on its way, the coin rolls. So after the start

    u = v + w x r = (v.e) e,     u.n = 0
"""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from sandbox.compiling.rotation import matrix_of, multiply
from sandbox.run.simulation import Simulation
from sandbox.scene import Ball, Contact, Coulomb, Disk, On, Placed, Plane, Scene, Slab, Start, Still, World

RADIUS, HALF, SPEED = 0.02, 0.0015, 0.05
SURFACES = {"slab": Slab(0.3, 0.3, 0.012), "plane": Plane()}


def begun(surface, thickness, rounding, in_world, mu=0.3, **start):
    law = Contact(Coulomb(mu), restitution=0.5)
    coin, start = Disk(RADIUS, 0.02, thickness, rounding), Start(at=(0.0, 0.0), **start)
    if not in_world:
        return Simulation(Scene("leans", (), lambda p: (coin, surface, Still(), law), lambda p: start), {})
    world = World({"plate": On(surface, contact=law)}, [
        Placed(coin, start, on="plate"), Placed(Ball(0.01, mass=0.01), Start(at=(0.0, -0.1)), on="plate")])
    return Simulation(Scene("leans", (), lambda p: world), {})


def standing(lean, yaw):
    """Attitude of a coin whose axis leans by so much from the vertical, turned about it [rad]."""
    return multiply(np.cos(yaw/2), 0.0, 0.0, np.sin(yaw/2), np.cos(lean/2), np.sin(lean/2), 0.0, 0.0)


def lowest(q, thickness, rounding):
    """The point of the coin that touches a level surface, from its centre (3,) [m]: an oracle in closed form."""
    axis = np.array(matrix_of(*q)).reshape(3, 3)[:, 2]
    out = np.array((0.0, 0.0, -1.0)) + axis[2]*axis
    core = (RADIUS - rounding)*out/np.linalg.norm(out) - np.sign(axis[2])*max(thickness/2 - rounding, 0.0)*axis
    return core - rounding*np.array((0.0, 0.0, 1.0))


@pytest.mark.parametrize("in_world", [False, True])
@pytest.mark.parametrize("surface", SURFACES)
@pytest.mark.parametrize(("thickness", "rounding"), [(0.0, 0.0), (0.003, 0.0), (0.003, 0.001)])
@pytest.mark.parametrize("way", range(0, 360, 45))
@pytest.mark.parametrize("lean", [30.0, 80.0, 89.0])
def test_it_rolls_on_its_way_and_slips_to_where_it_leans(lean, way, thickness, rounding, surface, in_world):
    q, direction = standing(np.radians(lean), 0.7), 0.7 + np.radians(way)
    v = SPEED*np.array((np.cos(direction), np.sin(direction), 0.0))
    is_rolling = way % 180 == 0
    # what falls over at 30 degrees needs more than 1 to roll; what slips would jam with so much
    mu = 3.0 if is_rolling else 0.3
    run = begun(SURFACES[surface], thickness, rounding, in_world, mu, velocity=tuple(v), orientation=q)
    seen, r = run.snapshot().bodies[0], lowest(q, thickness, rounding)
    assert_allclose(seen.velocity, v, rtol=0, atol=1e-15)          # [m/s] it is as given
    to = np.array((r[0], r[1], 0.0))/np.hypot(r[0], r[1])
    u = seen.velocity + np.cross(seen.angular_velocity, r)
    # [m/s] the touching point is told to 1e-9 of the size, turning as fast as it makes 1e-9 of the speed
    assert_allclose(u, (v @ to)*to, rtol=0, atol=1e-9*SPEED)
    assert seen.mode == ("rolling" if is_rolling else "sliding")


@pytest.mark.parametrize("in_world", [False, True])
@pytest.mark.parametrize("surface", SURFACES)
@pytest.mark.parametrize("sign", [-1.0, 1.0])
def test_a_coin_on_its_rim_pushed_over_it_stays_in_touch(sign, surface, in_world):
    """Exactly on its rim, 1 mm wide and flat, one edge of it is what touches: it was refused, or lifted off, across."""
    run = begun(SURFACES[surface], 0.003, 0.001, in_world, velocity=(0.0, sign*SPEED, 0.0),
                orientation=(0.5**0.5, 0.5**0.5, 0.0, 0.0))
    assert run.snapshot().bodies[0].mode == "sliding"
    run.advance(1)
    assert run.ended is None and run.drift < 1e-12


def test_where_no_lean_is_it_rolls():
    """A coin without a width on its rim turns over its point: nothing hinders it."""
    run = begun(Plane(), 0.0, 0.0, False, velocity=(0.0, SPEED, 0.0), orientation=(0.5**0.5, 0.5**0.5, 0.0, 0.0))
    seen = run.snapshot().bodies[0]
    assert seen.mode == "rolling"
    assert_allclose(seen.angular_velocity, (-SPEED/RADIUS, 0.0, 0.0), rtol=0, atol=1e-12)
