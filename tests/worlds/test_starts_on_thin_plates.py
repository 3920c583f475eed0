"""A body that is told by its mass centre starts where it is, however thin the plate is on which it lies."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from sandbox.run.simulation import Simulation
from sandbox.scene import (
    Ball,
    Contact,
    Coulomb,
    Disk,
    Ellipsoid,
    On,
    Placed,
    RoundSlab,
    Scene,
    Slab,
    Start,
    Still,
    World,
    laboratory_floor,
)

MIDDLE, ON_ITS_RIM = 0.4, (0.766044443118978, 0.6427876096865393, 0.0, 0.0)
LAW = Contact(Coulomb(0.3), restitution=0.5)
BODIES = {"egg": (Ellipsoid(0.025, 0.018, 0.018, 0.08), {}), "standing egg": (Ellipsoid(0.018, 0.018, 0.03, 0.08), {}),
          "flat egg": (Ellipsoid(0.04, 0.03, 0.006, 0.08), {}),
          "coin": (Disk(0.02, 0.02, 0.003, 0.001), {"orientation": ON_ITS_RIM})}
PLATES = {"round": lambda thickness: RoundSlab(0.15, thickness), "board": lambda thickness: Slab(0.3, 0.3, thickness)}
HEIGHTS = {"egg": 0.018, "standing egg": 0.03, "flat egg": 0.006}


def started(body, plate, count, **where):
    """A body on a plate: alone in a scene, in a world of one with a floor, and beside a ball."""
    shape, more = BODIES[body]
    start = Start(**where, **more)
    if count == 0:
        scene = Scene("plate", (), lambda p: (shape, plate, Still(), LAW), lambda p: start)
    else:
        ball = Placed(Ball(0.01, mass=0.01), Start(at=(0.0, -0.1)), on="plate")
        world = World({"plate": On(plate, contact=LAW), "floor": laboratory_floor(0.0)},
                      [Placed(shape, start, on="plate"), ball][:count])
        scene = Scene("plate", (), lambda p: world)
    return Simulation(scene, {}).snapshot().bodies[0]


@pytest.mark.parametrize("thickness", [0.012, 0.003])
@pytest.mark.parametrize("plate", PLATES)
@pytest.mark.parametrize("count", [0, 1, 2])
@pytest.mark.parametrize("body", BODIES)
def test_it_lies_where_its_mass_centre_is_told(body, count, plate, thickness):
    """From a ball as large as the body the foot would be on the other side of the plate."""
    place = PLATES[plate](thickness).placed(origin=(0.0, 0.0, MIDDLE))
    lies = started(body, place, count, at=(0.08, 0.03))
    if body in HEIGHTS:
        top = MIDDLE + 0.5*thickness
        assert_allclose(lies.centre, (0.08, 0.03, top + HEIGHTS[body]), rtol=0, atol=1e-12)     # [m] rounding
    seen = started(body, place, count, mass_centre=tuple(lies.centre))
    assert_allclose(seen.centre, lies.centre, rtol=0, atol=1e-14)     # [m] rounding
    assert seen.mode == lies.mode
    for height in (1e-4, 1e-3, 0.005, 0.02):
        above = lies.centre + np.array((0.0, 0.0, height))
        flies = started(body, place, count, mass_centre=tuple(above))
        assert_allclose(flies.centre, above, rtol=0, atol=1e-14)
        assert flies.mode == "flight"
