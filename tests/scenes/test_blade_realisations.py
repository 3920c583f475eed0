"""What a viewer of blades that break, lag and draw should see does happen: breakaway and integraph."""

from math import pi

import numpy as np
import pytest

from sandbox.run.simulation import Simulation
from tests.scenes.riding import CATALOGUE, EVERY, ride

# breakaway ------------------------------------------------------------------------------------------------------------

def test_blade_breaks_and_grips():
    run = Simulation(CATALOGUE.get("breakaway"))
    run.advance(3*240)
    first = [event for event in run.events if event.kind != "rim"]
    assert [event.kind for event in first] == ["breakaway", "regrip"]
    assert first[0].t == pytest.approx(0.151524738813305, abs=1e-13)
    assert first[1].t == pytest.approx(1.936, abs=5e-4)
    assert run.snapshot().ledger < -0.05 and run.drift < 1e-13
    assert [r.realisation for r in run.snapshot().reactions] == ["hold", "ideal"]


def test_the_model_beside_goes_over_the_rim_and_falls():
    run = Simulation(CATALOGUE.get("breakaway"), {"x": -0.6})
    run.advance(3*240)
    rim = next(event for event in run.events if event.kind == "rim")
    assert rim.body == 1 and rim.sentence.startswith("Model 2: The body reached the rim at t = 2.284 s")
    # below the ice, which the first one is still on
    first, beside = run.snapshot().bodies
    assert first.centre[2] == 0.0 and beside.centre[2] < -0.1 and run.ended is None



# integraph ------------------------------------------------------------------------------------------------------------

def test_integraph_draws_the_integral():
    seen = ride("integraph", "Integral of a wave", 20.0, EVERY)
    assert seen.ended == "stop" and seen.t[-1] == pytest.approx(10.0, abs=1e-5)
    x = seen.contact[:, 0]
    expected = 0.8/(2*pi)*(np.cos(2*pi*x[0]) - np.cos(2*pi*x))
    np.testing.assert_allclose(seen.contact[:, 1], expected, atol=1e-13)     # [m]
    seen = ride("integraph", "Drawn by hand", 20.0, EVERY)
    assert seen.run.meters[0].drift < 1e-13 and np.ptp(seen.r[:, 1]) > 0.1


def test_speed_does_not_matter():
    """The carriage stops, goes back and on; the pencil stays on the integral."""
    run = Simulation(CATALOGUE.get("integraph"))
    for speed in (0.3, -0.1, 0.2):
        run.advance(200)
        run.set("speed", speed)
    run.advance(200)
    assert run.ended is None and run.meters[0].drift < 1e-13


def test_blunt_edge_lags():
    """By less the more viscous it is: first order in 1/c."""
    scene, worst = CATALOGUE.get("integraph"), []
    for c in (1.0, 100.0, 1000.0):
        run = Simulation(scene, {**scene.preset("A blunt edge lags behind").values, "c": c})
        gaps = []
        for _i in range(100):
            run.advance(20)
            ideal, _bar, blunt, _bar = run.snapshot().bodies
            gaps.append(abs(ideal.centre[1] - blunt.centre[1]))
        worst.append(max(gaps))
    assert 0.01 < worst[0] < 0.03 and worst[1]/worst[2] == pytest.approx(10.0, rel=0.03)     # [m]
