"""A hand and several futures: a branch keeps what the hand did in it."""

import random

import pytest

from sandbox.run.branches import twin
from sandbox.run.simulation import Simulation
from tests.run.test_going_back import bits
from tests.run.test_hand import CATALOGUE, play


@pytest.mark.parametrize("scene", ["turntable", "sleigh", "slope_skate", "hoop"])
def test_a_twin_of_a_run_in_hand_goes_the_same_way(scene):
    run = Simulation(CATALOGUE.get(scene))
    dice = random.Random(scene)
    run.advance(5)
    run.grab(0)
    run.advance(30)
    other = twin(run)
    assert bits(other) == bits(run) and other.hold == run.hold
    for one in (run, other):
        play(one, random.Random(7), 15)
    assert bits(other) == bits(run) and other.commands == run.commands
    step = dice.randrange(run.step)
    assert run.go_to(step) and other.go_to(step) and bits(other) == bits(run)
