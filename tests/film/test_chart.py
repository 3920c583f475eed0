"""A chart in a film: where it stands, that it is the chart of the state, and what is refused."""

import numpy as np
import pytest

from sandbox.charts.style import COLOURS
from sandbox.errors import BadValue
from sandbox.film.painted.chart import FilmChart
from sandbox.film.painted.overlay import Overlay
from sandbox.film.plan import plan_of
from sandbox.film.recipe import Recipe
from sandbox.run.simulation import Simulation
from tests.shipped import shipped

CATALOGUE = shipped()
GROUND = tuple(int(COLOURS["dark"][0][k:k + 2], 16) for k in (1, 3, 5))
NOW = tuple(int(COLOURS["dark"][4][k:k + 2], 16) for k in (1, 3, 5))


def painted(chart: FilmChart, snapshot) -> np.ndarray:
    pixels = np.full((720, 1280, 4), 200, np.uint8)
    chart.show(snapshot)
    Overlay("dark", clock=False).paint(pixels, snapshot.t, more=[chart])
    return pixels[..., :3].astype(int)


@pytest.mark.parametrize("corner", ["top-left", "top-right", "bottom-left", "bottom-right"])
@pytest.mark.parametrize("plots", [(), ("speed",)])
def test_it_stands_in_its_corner_and_across_from_plots(qapp, corner, plots):
    run = Simulation(CATALOGUE.get("globe"))
    chart = FilmChart(Recipe("globe", chart=1, corner=corner, plots=plots, size=(1280, 720)), run)
    run.advance(60)
    rows, columns = np.nonzero(np.abs(painted(chart, run.snapshot()) - GROUND).max(axis=2) < 3)
    assert len(rows) > 20_000
    is_top, is_left = corner.startswith("top"), corner.endswith("left")
    assert (rows.mean() < 360) == (is_top != bool(plots)) and (columns.mean() < 640) == (is_left != bool(plots))


def test_the_point_is_where_the_motion_is(qapp):
    """The present point moves with the state, and the same state gives the same pixels."""
    run = Simulation(CATALOGUE.get("pseudosphere"))
    chart = FilmChart(Recipe("pseudosphere", chart=2, size=(1280, 720)), run)
    places, pictures = [], []
    for _k in range(3):
        run.advance(60)
        pictures.append(painted(chart, run.snapshot()))
        rows, columns = np.nonzero(np.abs(pictures[-1] - NOW).max(axis=2) < 40)
        places.append((rows.mean(), columns.mean()))
    assert np.ptp(np.array(places), axis=0).max() > 5.0      # [px]
    assert np.array_equal(painted(chart, run.snapshot()), pictures[-1])


def test_a_chart_that_is_not_there_is_refused():
    run = Simulation(CATALOGUE.get("globe"))
    with pytest.raises(BadValue, match="film, chart: got 9, scene 'globe' has 2"):
        plan_of(Recipe("globe", chart=9), run)
    with pytest.raises(BadValue, match="film, 'chart'"):
        Recipe("globe", chart=-1)
