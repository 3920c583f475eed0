"""A disk that stands across a funnel comes to touch it at two points of its rim: no run goes on through the second."""

import numpy as np
import pytest

from sandbox.mechanics.world import layout as at
from sandbox.run.simulation import Simulation
from sandbox.scene import Ball, Cone, Contact, Coulomb, Disk, On, Placed, Scene, Start, World, laboratory_floor

# 25 degrees; of the circle within the rim, of its edge [m]
SLOPE, RADIUS, ROUNDING = 0.4363323129985824, 0.024, 0.006
APEX = np.array((0.07499667231339452, -0.07982960351560178, 0.41))


def stood():
    """The disk rocks in the funnel, its axis nearly level; a ball lies at rest far away."""
    law = Contact(Coulomb(0.3), restitution=0.5)
    disk = Start(mass_centre=(0.08151042239665753, -0.08973567847463755, 0.44604277911164997),
                 orientation=(-0.6723168648262885, -0.7216536369946587, -0.1275480699529393, -0.10458274873903349),
                 velocity=(-0.07124858241778205, -0.05933493540925135, -0.030968375928940427),
                 omega=(1.103093994916665, -2.8917377626506635, 3.0312871881348604))
    return Simulation(Scene("Stood", (), lambda p: World(
        {"floor": laboratory_floor(0.0), "funnel": On(Cone(SLOPE, 0.15).placed(origin=tuple(APEX)), contact=law)},
        [Placed(Ball(0.012, mass=0.05), Start(at=(-0.3, 0.0), velocity=(0.0,)*3, omega=(0.0,)*3), on="floor"),
         Placed(Disk(RADIUS + ROUNDING, 0.025, 2.0*ROUNDING, ROUNDING), disk, on="funnel")], {("ball", "ball"): law})))


def dips_of_rim(run):
    """Least distances of the rim from the cone, minima along it, the deepest first: by a million points of it [m]."""
    state = run._run.data.y[at.STATE:2*at.STATE]
    w, x, y, z = state[at.Q:at.Q + 4]
    first = np.array((1 - 2*(y*y + z*z), 2*(x*y + w*z), 2*(x*z - w*y)))
    second = np.array((2*(x*y - w*z), 1 - 2*(x*x + z*z), 2*(y*z + w*x)))
    turns = np.linspace(0.0, 2.0*np.pi, 1_000_001)[:-1, None]
    points = state[at.X:at.X + 3] - APEX + RADIUS*(np.cos(turns)*first + np.sin(turns)*second)
    gaps = points[:, 2]*np.cos(SLOPE) - np.hypot(points[:, 0], points[:, 1])*np.sin(SLOPE) - ROUNDING
    return np.sort(gaps[(gaps <= np.roll(gaps, 1)) & (gaps < np.roll(gaps, -1))])


def test_a_second_point_of_a_rim_ends_the_run_where_it_closes():
    run = stood()
    assert len(dips_of_rim(run)) == 1
    run.advance(24)
    one, two = dips_of_rim(run)
    # [m] the rim is told by points 1.5e-7 m apart, whose least is 1e-12 m off; two touch, none is deeper
    assert one > -1e-9*0.03 and two == pytest.approx(0.0, abs=2e-9)
    assert run.ended is not None and "'disk' touches 'funnel' at a second point" in run.ended.sentence
    assert len({event.sentence for event in run.events}) == len(run.events)
