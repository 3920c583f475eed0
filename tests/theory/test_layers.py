"""The expansion of the viscous blade in eps: orders of its error, equations and starts of its terms, the layer."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from sandbox.cli.common import scene_named
from sandbox.run.simulation import Simulation
from sandbox.scene.charts.chart import Curve, Mark
from sandbox.theory.charts import layers
from sandbox.theory.charts.layers import Skate
from tests.oracles.sleigh import skate_on_slope, viscous_skate

G, W = 9.81*np.sin(np.radians(10.0)), 2.5       # [m/s^2], [rad/s]
REST = Skate(float(G), 0.0, W, 0.0, 0.0, 0.0, 0j)


def chart_of(title: str, preset: str = "Viscous blades beside the ideal one", **changes):
    scene = scene_named("slope_skate")
    run = Simulation(scene, {**scene.values(), **scene.preset(preset).values, **changes})
    return next(chart for chart in run.charts() if chart.title == title)


@pytest.mark.parametrize("v", [0.0, 0.3])
def test_the_error_of_N_terms_falls_as_eps_to_the_N_plus_1(v):
    """Against the closed form of the viscous blade in extended precision, with and without a slip at the start."""
    t, found = np.linspace(0.0, 2.0, 41), layers.terms(REST._replace(v=v), layers.ORDERS + 1)
    errors = []
    for mu in (1e3, 4e3):
        exact = np.array([viscous_skate(x, mu, G, W, v) for x in t])
        errors.append([np.abs(layers.places_of(REST, found[:N + 1], 1.0/mu, t) - exact[:, :2]).max()
                       for N in range(layers.ORDERS)])
    slopes = np.log(np.divide(*errors))/np.log(4.0)
    # orders themselves; what is left is of the next order, eps w of 0.003 times a few
    assert_allclose(slopes, (1.0, 2.0, 3.0, 4.0), atol=0.06)
    # what is missing is the first term that was left out, up to the next one
    left_out = layers.places_of(REST, found, 1/4e3, t) - layers.places_of(REST, found[:layers.ORDERS], 1/4e3, t)
    assert_allclose(errors[1][3], np.abs(left_out).max(), rtol=0.02)


def test_the_first_term_is_the_ideal_skate():
    skate = REST._replace(phi=0.4, u=-0.3)
    t = np.linspace(0.0, 5.0, 11)
    x, y, _u, _N = np.array([skate_on_slope(one, G, W, 0.4, -0.3) for one in t]).T
    found = layers.places_of(skate, layers.terms(skate, 1), 1e-3, t)
    assert_allclose(found, np.stack((x, y), axis=1), atol=1e-14)        # [m] rounding


def test_outer_part_and_layer_start_together_where_the_skate_does():
    skate = Skate(G, 0.7, W, 0.4, -0.3, 0.2, 1.0 - 2.0j)
    found, eps, start = layers.terms(skate), 0.01, np.zeros(1)
    assert_allclose(layers.places_of(skate, found, eps, start), ((1.0, -2.0),), atol=1e-14)     # [m] rounding
    assert_allclose(layers.slips_of(skate, found, eps, start), 0.2, atol=1e-14)                 # [m/s]
    # and the slip without the layer starts where the slow motion of the blade wants it, not where the skate does
    assert abs(layers.slips_of(skate, found, eps, start, False)[0] - 0.2) > 0.1


@pytest.mark.parametrize("v", [0.0, 0.3])
def test_the_slip_in_the_layer(v):
    """The matrix exponential is the closed form; with the layer N = 3 is close to it, without it is not."""
    eps, t = 0.01, np.linspace(0.0, 0.08, 33)
    skate = REST._replace(v=v)
    exact = np.array([viscous_skate(x, 1.0/eps, G, W, v)[3] for x in t])
    assert_allclose(layers.exact_slips(skate, eps, t), exact, atol=1e-13)       # [m/s] rounding of 33 steps
    found = layers.terms(skate, layers.ORDERS + 1)
    ours = layers.slips_of(skate, found[:layers.ORDERS], eps, t)
    left_out = layers.slips_of(skate, found, eps, t) - ours
    # the first term that was left out, up to the next one, which has eps w = 0.025 of it some times
    assert_allclose(np.abs(ours - exact).max(), np.abs(left_out).max(), rtol=0.2)
    without = layers.slips_of(skate, found[:layers.ORDERS], eps, t, False)
    assert np.abs(without - exact).max() > 200.0*np.abs(ours - exact).max()


@pytest.mark.parametrize("preset", ["Viscous blades beside the ideal one", "Pushed uphill", "Spun the other way"])
def test_the_chart_has_the_slopes(preset):
    told = []
    parts = chart_of("Expansion in ε: N terms", preset).work(lambda share, _parts: told.append(share), lambda: False)
    assert told[-1] == 1.0
    lines = [part for part in parts if isinstance(part, Curve)]
    slopes = [float(line.label.split("slope ")[1]) for line in lines]
    # of runs of 10 s: the next order counts with eps w^2 t, 0.2 at the softest of the last half
    assert_allclose(slopes, (1.0, 2.0, 3.0, 4.0), rtol=0.03)
    for N, line in enumerate(lines):
        assert line.label.startswith(f"N = {N}:")
        assert (np.diff(line.y) < 0.0).all() and (np.diff(line.x) < 0.0).all()
    assert len([part for part in parts if isinstance(part, Mark)]) == 4*len(layers.DECADES)


def test_the_chart_of_the_layer_takes_the_softest_blade():
    chart = chart_of("Boundary layer", "Pushed uphill", beside=True)
    exact, _one, three, without = chart.curves
    assert exact.label.startswith("viscous blade, ε = 0.05")
    assert_allclose(three.y, exact.y, atol=0.02*np.abs(exact.y).max())          # of eps w = 0.125 to the fourth
    assert abs(without.y[0]) > 0.5*np.abs(exact.y).max() and exact.y[0] == 0.0


def test_a_level_plane_has_neither():
    scene = scene_named("slope_skate")
    run = Simulation(scene, {**scene.values(), "slope": 0.0})
    assert not {"Expansion in ε: N terms", "Boundary layer"} & {chart.title for chart in run.charts()}
