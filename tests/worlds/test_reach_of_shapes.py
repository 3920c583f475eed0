"""What may come to a support on a hinge within a frame goes on together with it: bodies that are no balls, too.

A body beside the support that never touches it changes nothing: the motion is that without it, and the books add up.
"""

import pytest
from numpy.testing import assert_allclose

from sandbox.run.simulation import Simulation
from sandbox.scene import (
    Ball,
    Contact,
    Coulomb,
    Disk,
    Ellipsoid,
    Hinge,
    Motor,
    On,
    Placed,
    RoundSlab,
    Scene,
    Slab,
    Start,
    World,
    laboratory_floor,
)

LAW = Contact(Coulomb(0.3), restitution=0.5)
# 80 degrees about x
ON_ITS_RIM = (0.766044443118978, 0.6427876096865393, 0.0, 0.0)
# plates thinner than the bodies are high: a ball as large as the body would reach through them
PLATES = {"round": RoundSlab(0.15, 0.012), "board": Slab(0.3, 0.3, 0.012)}
BODIES = {
    "ball": Placed(Ball(0.018, mass=0.08), Start(at=(0.08, 0.03)), on="plate"),
    "egg": Placed(Ellipsoid(0.025, 0.018, 0.018, 0.08), Start(at=(0.08, 0.03)), on="plate"),
    "standing egg": Placed(Ellipsoid(0.018, 0.018, 0.03, 0.08), Start(at=(0.08, 0.03), omega=(0.3, 0.0, 40.0)),
                           on="plate"),
    "coin": Placed(Disk(0.02, 0.02, 0.003, 0.001), Start(at=(0.08, 0.03), orientation=ON_ITS_RIM), on="plate")}


def run_of(body, plate, motor, beside):
    """A body on a plate that is free to turn, and, unless it is alone, a ball at rest on a board close to the plate."""
    supports = {"board": On(Slab(0.4, 0.1, 0.008).placed(origin=(0.0, 0.21, 0.386)), contact=LAW),
                "floor": laboratory_floor(0.0), "plate": On(PLATES[plate].placed(origin=(0.0, 0.0, 0.4)), contact=LAW)}
    ball = Placed(Ball(0.02, mass=0.1), Start(at=(0.0, 0.171 if beside else 0.24)), on="board")
    hinge = Hinge("plate", 0.002, point=(0.0, 0.0, 0.4), friction=0.0005, motor=Motor(0.001, 4.0) if motor else None,
                  rate=0.3)
    world = World(supports, [BODIES[body], ball], {("ball", "ball"): LAW}, [hinge])
    return Simulation(Scene("beside a plate", (), lambda p: world), {})


@pytest.mark.parametrize("motor", [False, True])
@pytest.mark.parametrize("plate", PLATES)
@pytest.mark.parametrize("body", BODIES)
def test_a_ball_beside_a_plate_changes_nothing_of_what_lies_on_it(body, plate, motor):
    one, other = run_of(body, plate, motor, True), run_of(body, plate, motor, False)
    for _look in range(6):
        one.advance(10)
        other.advance(10)
        assert one.ended is None and other.ended is None
        seen, alone = one.snapshot().bodies[0], other.snapshot().bodies[0]
        # [m, m/s, rad/s] the same equations, of more bodies at once: other steps, each of an error below 1e-12
        assert_allclose(seen.centre, alone.centre, atol=1e-10)
        assert_allclose(seen.velocity, alone.velocity, atol=1e-9)
        assert_allclose(seen.angular_velocity, alone.angular_velocity, atol=1e-7)
    # of the energy: what its steps leave
    assert one.drift < 1e-12
