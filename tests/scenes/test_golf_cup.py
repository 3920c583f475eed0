"""The golf ball in its cup: closed form, and the numbers that its text gives (ball.md 5.2, 11.6)."""

from math import acos, pi, sqrt

import numpy as np
import pytest

from sandbox.run.simulation import Simulation
from tests.scenes.test_contact_scenes import CATALOGUE, begin, kinds


@pytest.mark.parametrize("preset", ["Down, and up to the lip", "Hollow ball", "A cup that turns", "With spin"])
def test_it_goes_as_the_closed_form_says(preset):
    run = begin("golf_cup", preset)
    worst = 0.0
    for _step in range(480):
        run.advance(1)
        worst = max(worst, abs(run.ghost([run.t])[0] - run.snapshot().bodies[0].centre).max())
    assert worst < 1e-13      # [m] rounding of two seconds


@pytest.mark.parametrize("shell, turns", [(False, 1.870829), (True, 1.581139)])
def test_it_is_back_at_the_lip_after_its_number_of_turns(shell, turns):
    chi = 0.4 if shell else 2/7
    assert turns == pytest.approx(1/sqrt(chi), abs=1e-6)
    run = Simulation(CATALOGUE.get("golf_cup"), {"shell": shell})
    back, deepest = 2*pi*turns/40.0, 0.0
    while run.t < back - run.h:
        run.advance(1)
        deepest = min(deepest, run.snapshot().bodies[0].centre[2])
    assert run.peek(back).bodies[0].centre[2] == pytest.approx(0.0, abs=1e-10)      # [m] of six digits of the turns
    # the deepest picture is at most half a step from the deepest point: 3e-3 of the oscillation's radian
    assert deepest == pytest.approx(-2*(1 - chi)*9.81/(chi*1600.0), rel=1e-3)


def test_it_needs_its_friction():
    """(2 - chi) g/(R phi'^2) = 0.322 at the least, at the lip."""
    least = (2 - 2/7)*9.81/((0.054 - 0.02135)*1600.0)
    for mu, slips in ((least + 1e-3, False), (least - 1e-3, True)):
        run = Simulation(CATALOGUE.get("golf_cup"), {"mu": mu})
        run.advance(240)
        assert ("slip" in kinds(run)) is slips


def slipping(mu: float) -> tuple[float, Simulation]:
    """When friction m g (1 - (1 - chi) cos(w t)) is at its bound mu m R phi'^2 [s], and a run beyond that."""
    chi, pressed = 2/7, (0.054 - 0.02135)*1600.0
    due = acos((1 - mu*pressed/9.81)/(1 - chi))/(sqrt(chi)*40.0)
    run = Simulation(CATALOGUE.get("golf_cup"), {"mu": mu})
    while run.t < due + 0.01:
        run.advance(1)
    return due, run


@pytest.mark.parametrize("mu", [0.1, 0.12, 0.15, 0.17, 0.2, 0.22, 0.25, 0.27, 0.3])
def test_its_slip_begins_in_time_and_is_no_impact(mu):
    due, run = slipping(mu)
    assert set(kinds(run)) == {"slip"}
    assert run.events[0].t == pytest.approx(due, abs=1e-12)     # [s] rounding of the friction over its rate


@pytest.mark.parametrize("mu", np.linspace(0.1, 0.3, 105).tolist())
def test_its_slip_begins_once(mu):
    assert kinds(slipping(mu)[1]) == ["slip"]
