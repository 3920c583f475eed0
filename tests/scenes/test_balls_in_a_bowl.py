"""Balls in a bowl: one ball's swing, and what many of them come to."""

from math import pi, sqrt

import numpy as np
import pytest

from sandbox.run.simulation import Simulation
from tests.scenes.riding import CATALOGUE, G

SCENE = CATALOGUE.get("balls_in_a_bowl")


def played(preset, seconds, **changes):
    """A run after some seconds; nobody is ever inside another one or the bowl."""
    run = Simulation(SCENE, {**SCENE.preset(preset).values, **changes})
    a, R = run.values["radius"], run.values["bowl"]
    while run.t < seconds - 1e-9 and run.ended is None:
        run.advance(24)
        x = np.array([b.centre for b in run.snapshot().bodies])
        apart = np.linalg.norm(x[:, None] - x[None], axis=2) + 9.0*np.eye(len(x))
        assert apart.min() > 2*a*(1.0 - 1e-6)
        inside = x[:, 2] < -0.3*R
        assert np.linalg.norm(x[inside], axis=1).max(initial=0.0) < (R - a)*(1.0 + 1e-9)
    assert run.ended is None and run.drift < 1e-9
    return run


def test_seven_balls_lie_at_last():
    run = played("Seven balls", 8.0)
    speeds = [np.linalg.norm(b.velocity) for b in run.snapshot().bodies]
    assert max(speeds) < 0.05
    centre = np.mean([b.centre for b in run.snapshot().bodies], axis=0)
    # all lie deeper than a single layer that stands apart would be
    assert centre[2] < -0.6*run.values["bowl"]


def test_without_friction_nothing_turns():
    run = played("Without friction", 2.0)
    assert all(not b.angular_velocity.any() for b in run.snapshot().bodies)


def test_the_bowl_takes_the_balls_round():
    run = played("The bowl turns", 4.0)
    spins = [b.angular_velocity[2] for b in run.snapshot().bodies]
    assert np.mean(spins) > 0.5


@pytest.mark.parametrize("shell", [False, True])
def test_small_swings(shell):
    """omega^2 = (1 - chi) g/(R - a) of two balls far from each other in a wide bowl."""
    a, R = 0.01, 0.5
    run = Simulation(SCENE, {"count": 2, "radius": a, "bowl": R, "shell": shell, "drop": 0.0, "restitution": 0.0})
    assert len(run.snapshot().bodies) == 2
    rate = sqrt((3/5 if shell else 5/7)*G/(R - a))
    assert 2*pi/rate == pytest.approx(1.7 if not shell else 1.8, abs=0.2)
