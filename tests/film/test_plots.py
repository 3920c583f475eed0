"""Plots in films: their numbers, and their curves decoded from the pixels."""


import numpy as np
import pytest
from numpy.testing import assert_allclose
from PyQt5.QtCore import QRectF

from sandbox.charts.scales import Scale, frame_in
from sandbox.errors import BadValue
from sandbox.film.painted.overlay import Overlay
from sandbox.film.painted.plots import STEPS, TICKS, Plots, PlottedCurve, limits_of
from sandbox.film.plan import plan_of
from sandbox.film.recipe import Recipe
from sandbox.run.simulation import Simulation
from tests.shipped import shipped
from tests.ui.made_up import turntable


@pytest.mark.parametrize("low, high", [(0.0, 1.0), (-3e-4, 2e-3), (1e6, 1.1e6), (-17.0, -12.0), (0.09, 0.1),
                                       (1e6, 1e6 + 8.0), (5e-4, 5.002e-4)])
def test_ticks_are_round_few_and_within_the_limits(low, high):
    scale = Scale(low, high, 0.0, 300.0)
    pixels, texts = zip(*scale.ticks(TICKS, STEPS), strict=True)
    ticks = [scale.number(pixel) for pixel in pixels]
    assert 2 <= len(ticks) <= 7 and low - 1e-9*abs(low) <= ticks[0] and ticks[-1] <= high + 1e-9*abs(high)
    step = ticks[1] - ticks[0]
    assert_allclose(np.diff(ticks), step, rtol=1e-6)        # rounding of numbers of the size of `high`
    assert f"{step:.3e}"[:4] in ("1.00", "2.00", "5.00")
    assert len(set(texts)) == len(texts)                    # told apart
    assert_allclose([float(text.replace("−", "-")) for text in texts], ticks, rtol=1e-9, atol=1e-9*step)


def test_limits_have_room_and_constant_values_some_too():
    low, high = limits_of(np.array([1.0, np.nan, 3.0]))
    assert low < 1.0 and high > 3.0 and high - low < 2.5
    for value in (0.0, 5.0, -1e-9):
        low, high = limits_of(np.full(3, value))
        assert low < value < high
    assert limits_of(np.array([np.nan])) [0] < limits_of(np.array([np.nan]))[1]
    (x0, x1), (y0, y1) = frame_in(QRectF(0.0, 0.0, 200.0, 100.0), ((0.0, 1.0), (0.0, 1.0)), True).view
    assert x1 - x0 == pytest.approx(2.0*(y1 - y0)) and y1 - y0 == pytest.approx(1.0)


def test_a_curve_ends_at_its_instant_between_two_states():
    t = np.linspace(0.0, 1.0, 11)
    curve = PlottedCurve(t, t, 2.0*t, 0.2, 1.0, ("t", "y"))
    points = curve.until(0.55)
    assert_allclose(points[-1], (0.55, 1.1)) and points[0, 0] == pytest.approx(0.2)
    assert len(points) == 5


@pytest.mark.parametrize("corner", ["top-left", "top-right", "bottom-left", "bottom-right"])
def test_the_curve_is_painted_where_its_numbers_are(qapp, corner):
    """The first plot's colour is found in its corner only, and more of it later."""
    run = Simulation(turntable(), {})
    recipe = Recipe("turntable", end=2.0, plots=("speed",), corner=corner, size=(1280, 720), clock=False)
    plan = plan_of(recipe, run)
    plots = Plots(recipe, plan.ahead, 0.0, 2.0)
    counts = []
    for t in (0.1, 1.0, 1.9):
        pixels = np.zeros((720, 1280, 4), np.uint8)
        plots.t = t
        Overlay("dark", clock=False).paint(pixels, t, more=[plots])
        blue = np.abs(pixels[..., :3].astype(int) - (0x56, 0xb4, 0xe9)).max(axis=2) < 30
        rows, columns = np.nonzero(blue)
        counts.append(len(rows))
        assert (rows.mean() < 360) == corner.startswith("top") and (columns.mean() < 640) == corner.endswith("left")
    assert counts[0] < counts[1] < counts[2]


def test_what_a_run_has_not_is_not_plotted():
    run = Simulation(turntable(), {})
    for plots in (("nonsense",), ("x,nonsense",), ("",)):
        with pytest.raises(BadValue, match="no such quantity in scene 'turntable'; it has t, x, y"):
            plan_of(Recipe("turntable", plots=plots), run)
    with pytest.raises(BadValue, match="film, 'plots'"):
        Recipe("turntable", plots=("x",)*5)
    with pytest.raises(BadValue, match="film, 'corner'"):
        Recipe("turntable", corner="middle")


def test_a_plane_of_two_lengths_and_the_decades_of_a_drift():
    run = Simulation(turntable(), {})
    plan = plan_of(Recipe("turntable", end=1.0, plots=("x,y", "drift")), run)
    plots = Plots(Recipe("turntable", end=1.0, plots=("x,y", "drift")), plan.ahead, 0.0, 1.0)
    plane, drift = plots._curves
    assert plane.is_equal and not drift.is_equal and drift.names[1].startswith("log")
    x, y = plane.until(0.5)[-1]
    run.advance(120)
    assert_allclose((x, y), run.snapshot().bodies[0].centre[:2], atol=1e-9)     # [m] rounding: 0.5 s is a row
    assert -17.5 < drift.y[0] < drift.y[1] < -10.0


def test_two_runs_share_a_plot_whose_limits_hold_both():
    """The faster table makes the larger speed: alone its limits would be higher, together they are the wider ones."""
    slow, fast = Simulation(turntable(), {}), Simulation(turntable(), {"rate": 10.0})
    recipe = Recipe("turntable", end=1.0, plots=("speed", "live:rate"),
                    beside={"scene": "turntable", "values": {"rate": 10.0}})
    plan = plan_of(recipe, slow, beside=fast)
    assert plan.beside is not None and slow.step == fast.step == 0
    alone, both = (Plots(recipe, plan.ahead, 0.0, 1.0, other) for other in (None, plan.beside))
    assert alone._others == [None, None] and None not in both._others
    rates, alone_rates = both._curves[1].y, alone._curves[1].y
    assert rates[1] >= 10.0 > alone_rates[1] and rates[0] <= alone_rates[0]
    assert both._others[1].until(0.5)[-1].tolist() == [0.5, 10.0]


@pytest.mark.parametrize("speed", [1/32, 1/4])
def test_a_plot_in_slow_motion_has_a_point_for_each_picture(speed):
    """A sixtieth of a second apart a coin that rattles looks as if it did not, or otherwise than it does."""
    scene = shipped().get("coin")
    preset = scene.presets[1]
    recipe = Recipe("coin", preset.name, scene.values(preset.values), begin=0.1, end=0.3, fps=30, speed=speed,
                    plots=("normal", "x,y", "E_J"))
    run = Simulation(scene, recipe.values, preset=preset.name)
    plan = plan_of(recipe, run)
    states, times = plan.ahead.watch().states(), plan.timing.times
    np.testing.assert_allclose(states.t, times, rtol=0, atol=1e-12)     # [s] rounding of instants below 1 s
    assert len(times) == round(0.2/speed*30)
    plots = Plots(recipe, plan.ahead, times[0], times[-1])
    truth = Simulation(scene, recipe.values)
    # each picture by itself, by stepping and looking ahead within a step
    found = plots._curves[0].until(times[-1])[:-1, 1]
    for t, force in zip(times[:-1:7], found[::7], strict=True):
        truth.advance(int(t*truth.step_rate + 1e-9) - truth.step)
        assert_allclose(force, truth.peek(t).bodies[0].N, rtol=1e-9)        # [1] two ways to the same instant
