"""Supports of worlds push and never pull: what is torn off, or falls more slowly than its support, flies."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from sandbox import Hold, simulate
from tests.worlds.made import G

# when a hand takes hold [s], how high it lifts [m], its largest force [weights of the body]
TAKES, HIGH, STRENGTH = 0.1, 0.3, 50.0


def lifted(scene, **values):
    """A run of a scene whose first body a hand lifts."""
    x, y, _z = simulate(scene, at=[0.0], **values).centre[0]
    hold = Hold(0, (0.0, 0.0, 0.0), (x, y, HIGH), STRENGTH)
    return simulate(scene, duration=1.0, live=[(TAKES, "hand", hold)], **values)


@pytest.mark.parametrize(("scene", "values"), [
    ("many_balls", {"count": 1, "spread": 0.0}), ("many_balls", {"count": 2, "spread": 0.0}), ("free_turntable", {})])
def test_a_hand_lifts_a_ball_off_its_table(scene, values):
    """Alone, one of two, and off a table that turns freely: it was held down by up to 68 N, or not lifted at all."""
    run = lifted(scene, **values)
    assert run.bodies["N"].min() >= 0.0 and "flight" in set(run.mode)
    # [m] most of the way to the hand
    assert run.centre[:, 2].max() > 0.5*HIGH and run.drift < 1e-13


def test_a_ball_is_left_by_a_plank_that_falls_faster_than_it():
    """A light plank with a weight below it swings back faster than a ball falls: there it is in free flight."""
    run = simulate("seesaw", at=np.linspace(0.0, 0.04, 9), lean=-20, below=0.2, mass=10, inertia=0.001, length=1.09,
                   place=0.5, speed=0.3, friction=0.05)
    assert (run.N == 0.0).all() and not run.events
    fall = run.centre[0] + run.t[:, None]*run.velocity[0] - 0.5*G*run.t[:, None]**2*np.array((0.0, 0.0, 1.0))
    assert_allclose(run.centre, fall, rtol=0.0, atol=1e-13)


@pytest.mark.parametrize("turned", [0.05, 0.25])
def test_a_crowd_of_plastic_balls_on_a_table_that_turns_round(turned):
    """Two jumps of its rate, from small steps into other ones."""
    run = simulate("many_balls", count=65, seed=1e6, restitution=0, rate=0, duration=0.6,
                   live=[(turned, "rate", -20), (2.0*turned, "rate", 20)])
    assert run.bodies["N"].min() >= 0.0 and run.drift < 1e-13
