"""Balls in a bowl: hits that lose, and smooth balls that never turn."""

import numpy as np
import pytest

from sandbox.run.simulation import Simulation
from tests.scenes.riding import CATALOGUE

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


@pytest.mark.parametrize("preset", ["Lively balls", "A heap of putty"])
def test_hits_take_what_was_lost(preset):
    """What falls loses energy to hits alone until it slips; the books close."""
    run = played(preset, 0.5)
    assert run.states[0][run.system.room.books_at + 1] > 0.1 and run.drift < 1e-12


def test_without_friction_nothing_turns():
    run = played("Without friction", 0.7)
    # [rad/s] rounding of impacts
    assert max(abs(b.angular_velocity).max() for b in run.snapshot().bodies) < 1e-9
