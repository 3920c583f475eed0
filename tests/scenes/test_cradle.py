"""Balls in a row: the order of hits, restitution, and masses that grow; closed forms at the head of the scene."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from sandbox.run.simulation import Simulation
from tests.scenes.riding import CATALOGUE

SCENE = CATALOGUE.get("cradle")


def speeds(seconds, preset="One in, one out", **changes):
    """Velocities along the groove after the first hits, before a slope is reached; and the run."""
    run = Simulation(SCENE, {**SCENE.preset(preset).values, **changes})
    run.advance(round(240*seconds))
    assert run.ended is None and run.drift < 1e-12
    return np.array([b.velocity[0] for b in run.snapshot().bodies]), run


@pytest.mark.parametrize(("coming", "waiting", "gap"), [
    (1, 4, 0.0), (1, 4, 1e-3), (2, 3, 5e-4), (3, 2, 5e-4), (2, 5, 5e-4)])
def test_as_many_go_out_as_come_in(coming, waiting, gap):
    v, _run = speeds(0.15, coming=coming, waiting=waiting, gap=gap)
    assert_allclose(v, [0.0]*waiting + [0.5]*coming, atol=1e-12)         # [m/s] rounding


@pytest.mark.parametrize("e", [0.9, 0.7])
def test_restitution_leaves_something_behind(e):
    """((1 + e)/2)^n v reaches the last of n balls; the first keeps (1 - e)/2 v of its own."""
    v, _run = speeds(0.24, restitution=e, gap=5e-3, waiting=3)
    share = 0.5*(1.0 + e)
    assert v[-1] == pytest.approx(0.5*share**3, abs=1e-13)
    assert v.sum() == pytest.approx(0.5, abs=1e-13)
    assert v[0] == pytest.approx(0.5*(1.0 - share), abs=1e-13)


@pytest.mark.parametrize("growth", [0.6, 1.5])
def test_masses_that_grow(growth):
    """(2/(1 + g))^n v, and momentum is kept."""
    v, _run = speeds(0.145, growth=growth, gap=2e-3, waiting=3)
    assert v[-1] == pytest.approx(0.5*(2/(1 + growth))**3, abs=1e-13)
    masses = growth**np.arange(4)
    assert masses @ v == pytest.approx(0.5, abs=1e-13)
    assert masses @ v**2 == pytest.approx(0.25, abs=1e-13)


def test_what_went_out_comes_back():
    """The last ball goes up its slope and hands its speed back: the first one leaves as it came."""
    _v, run = speeds(1.5)
    v = np.array([b.velocity[0] for b in run.snapshot().bodies])
    assert_allclose(v[1:], 0.0, atol=1e-9)
    assert v[0] == pytest.approx(-0.5, abs=1e-9) or abs(v[0]) < 0.5


@pytest.mark.parametrize("preset", [p.name for p in SCENE.presets])
def test_nobody_passes_through_another(preset):
    run = Simulation(SCENE, SCENE.preset(preset).values)
    for _i in range(60):
        run.advance(20)
        x = np.array([b.centre for b in run.snapshot().bodies])
        assert np.linalg.norm(np.diff(x, axis=0), axis=1).min() > 0.04*(1.0 - 1e-9)
        assert np.abs(x[:, 1]).max() < 1e-9
    assert run.ended is None and run.drift < 1e-12


@pytest.mark.parametrize(("e", "waiting"), [(1.0, 3), (0.6, 3), (1.0, 1), (0.5, 6)])
def test_all_at_once(e, waiting):
    """A row that takes part in the hit as a whole goes on as one, with (1 + e)/(n + 1) v."""
    v, _run = speeds(0.2, "All at once", restitution=e, waiting=waiting)
    row = 0.5*(1.0 + e)/(waiting + 1.0)
    assert_allclose(v, [0.5*(1.0 - waiting*e)/(waiting + 1.0)] + waiting*[row], atol=1e-12)      # [m/s] rounding
