"""The marble machine: what triggers what, what a ramp gives a marble, and what is too light or too rough."""

from math import cos, radians, sin
from types import SimpleNamespace

import numpy as np
import pytest

from scenes import marble_machine
from tests.scenes.test_dominoes_and_boxes import run_of, states, upright

G = 9.81


def fallen(run) -> np.ndarray:
    """Which of the dominoes lean by more than 30 degrees, in their order; the marbles come before them."""
    return upright(run)[2:] < cos(radians(30.0))


def cup_of(values):
    """Whether a place is in the cup, by its walls (they stand on the floor)."""
    supports = marble_machine.build(SimpleNamespace(**values)).supports
    left, right, front, back = (supports[f"cup {k}"].surface.origin for k in range(1, 5))
    return lambda x: left[0] < x[0] < right[0] and front[1] < x[1] < back[1] and x[2] < marble_machine.RIM


@pytest.mark.parametrize("preset, seconds", [("The machine", 2.2), ("A flat ramp", 3.4), ("Farther apart", 2.2),
                                             ("Marbles of steel", 3.0)])
def test_the_second_marble_comes_to_the_cup(preset, seconds):
    run, values = run_of("marble_machine", preset)
    run.advance(int(seconds*240))
    assert fallen(run).all()
    assert cup_of(values)(states(run)[1])
    # books of some thousand impacts and small steps [1]
    assert run.drift < 1e-10


def test_a_marble_gains_ten_sevenths_of_g_times_the_height():
    """While it rolls down the ramp; the wave has pushed it, and the edge has let it down without a jump."""
    run, values = run_of("marble_machine", "The machine")
    slope, found = radians(values["slope"]), []
    while run.t < 0.9:
        run.advance(6)
        found.append((run.t, *states(run)[0, [0, 2, 3, 5]]))
    t, x, z, u, w = np.array(found).T
    on = (t > 0.6) & (x < 0.25)
    assert on.sum() > 8
    square = u**2 + w**2
    # [m^2/s^2] rolling without slip, rounding; [m/s] uniformly
    assert np.ptp(square[on] + 10/7*G*z[on]) < 1e-12
    assert np.ptp(np.sqrt(square[on]) - 5/7*G*sin(slope)*t[on]) < 1e-12


@pytest.mark.parametrize("preset, arrives", [("A marble of cork", True), ("Too rough", False)])
def test_what_is_too_light_or_too_rough_triggers_nothing(preset, arrives):
    run, _values = run_of("marble_machine", preset)
    start = states(run)[1, :3].copy()
    run.advance(3*240)
    assert (states(run)[0, 0] > 0.25) == arrives and fallen(run)[:6].all() and not fallen(run)[7:].any()
    assert np.array_equal(states(run)[1, :3], start)


def test_a_marble_has_to_be_as_fast_as_the_hit_about_an_edge_says():
    """Of two marbles of cork, that which is a little too light for its speed at the row does nothing."""
    run, values = run_of("marble_machine", "A marble of cork")
    while run.t < 3.0 and states(run)[0, 0] < 0.25:
        run.advance(2)
    speed = float(np.linalg.norm(states(run)[0, 3:6]))
    least = {density: marble_machine.least(SimpleNamespace(**values | {"density": density}))
             for density in (250.0, 1000.0)}
    assert least[1000.0] < speed < least[250.0]
    run, _values = run_of("marble_machine", "A marble of cork", density=1000.0)
    run.advance(600)
    assert fallen(run).all()
