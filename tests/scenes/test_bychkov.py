"""Bychkov 2004, bodies that roll on surfaces that move: the books of all its systems, and the golfer's frequency."""

from math import pi, sqrt

import numpy as np
import pytest
from numpy.testing import assert_allclose

from tests.scenes.test_contact_scenes import CATALOGUE, begin, kinds


def first_of(scene):
    return CATALOGUE.get(scene).presets[0].name


@pytest.mark.parametrize(("scene", "preset"), [
    ("shaken_plate", "To and fro: two sevenths"), ("shaken_plate", "Around: a circle in a circle"),
    ("shaken_plate", "Up and down: it does not care"), ("shaken_plate", "Tilted to and fro"),
    ("egg_in_bowl", "An oval bowl"), ("egg_in_bowl", "The bowl leans"), ("driven_ball", "On a table that turns"),
    ("driven_ball", "A mass on a spring"), ("golf_cup", first_of("golf_cup")), ("torus", "The ring turns"),
    ("torus", "It leans")])
def test_the_ledger_closes_to_the_last_digits(scene, preset):
    """E_J less the work of the support (and of motors): 1e-14 of the energies after 4 s, by a thousand roundings."""
    run = begin(scene, preset)
    run.advance(4*240)
    assert run.t > 1.0 and run.drift < 3e-14


@pytest.mark.parametrize(("shell", "k"), [(False, 2/5), (True, 2/3)])
def test_the_golfers_frequency(shell, k):
    """nu = Omega sqrt(k/(1 + k)), Omega the rate of going round: when it turns below, from the velocity alone."""
    run = begin("golf_cup", first_of("golf_cup"), shell=shell)
    body = run.snapshot().bodies[0]
    axis = np.array((0.0, 0.0, 1.0))
    far = body.centre*(1, 1, 0)
    Omega = np.cross(far, body.velocity) @ axis/(far @ far)
    nu = abs(Omega)*sqrt(k/(1 + k))
    assert abs(body.velocity[2]) < 1e-12                    # let go level: it turns after half a swing, and again
    for swings in (0.5, 1.0, 1.5):
        seen = run.peek(swings*2*pi/nu).bodies[0]
        assert_allclose(seen.velocity[2], 0.0, atol=1e-10)  # [m/s] of up to 0.3
    quarter = run.peek(0.25*2*pi/nu).bodies[0]
    assert abs(quarter.velocity[2]) > 0.05 and kinds(run) == []
