"""A ball in a world rolls over the edge of a plate much sharper than itself as it does alone."""

import numpy as np
import pytest

from sandbox.run.simulation import Simulation
from sandbox.scene import Ball, Contact, Coulomb, On, Placed, Rough, Scene, Slab, Start, World, laboratory_floor


def begin(friction, is_alone):
    """A ball of 4 cm on a plate 8 mm thick, on its way over the long edge; alone it is followed by another engine."""
    supports = {"plank": On(Slab(0.5, 0.2, 0.008), contact=Contact(friction)), "floor": laboratory_floor(-0.4)}
    bodies = [Placed(Ball(0.04), Start(at=(-0.038, 0.027), velocity=(0.35, -0.53)))]
    if not is_alone:
        bodies.append(Placed(Ball(0.03), Start(at=(1.0, 1.0, 0.5), velocity=(0.0,)*3, omega=(0.0,)*3)))
    return Simulation(Scene("edge", (), lambda p: World(supports, bodies)))


@pytest.mark.parametrize("friction", [Rough(), Coulomb(0.5), Coulomb(0.2)])
def test_over_the_edge_of_a_thin_plate(friction):
    """Without friction's limit it rolls until it flies; else it begins to slip, in a direction that turns."""
    alone, among = begin(friction, True), begin(friction, False)
    for _frame in range(12):
        for run in (alone, among):
            assert run.advance(8) == 8
        one, other = (run.snapshot().bodies[0] for run in (alone, among))
        # the bend of the plate begins with a kink of its third derivative, which one of the two finds as an event;
        # where a slip begins its direction is stiff, and an error of 1e-10 m/s left there is seen in flight
        assert np.allclose(one.centre, other.centre, rtol=0, atol=1e-10)              # [m]
        assert np.allclose(one.velocity, other.velocity, rtol=0, atol=1e-9)           # [m/s]
        assert one.mode == other.mode
    assert one.mode == "flight" and among.drift < 1e-12
