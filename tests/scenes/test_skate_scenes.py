"""What a viewer of the skates should see does happen: conics on the turning table, creep and refusal on the slope."""

from math import cos, pi, radians, sin

import numpy as np
import pytest

from sandbox.run.simulation import Simulation
from tests.scenes.riding import CATALOGUE, EVERY, ride


def radius(seen):
    return np.hypot(seen.r[:, 0], seen.r[:, 1])


# turning table --------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize(("preset", "widest"), [("Ellipse", 0.115), ("Just inside", 0.397)])
def test_skate_is_trapped(preset, widest):
    seen = ride("skate", preset, 40.0, EVERY)
    assert seen.ended is None and widest - 2e-3 < radius(seen).max() < widest + 1e-3


@pytest.mark.parametrize(("preset", "when"), [("Parabola", 3.96), ("Hyperbola", 1.80), ("Just outside", 3.14)])
def test_skate_leaves(preset, when):
    seen = ride("skate", preset, 10.0, EVERY, until="rim")
    assert seen.ended == "rim" and seen.t[-1] == pytest.approx(when, abs=0.02)


def test_conic_of_the_chart_is_the_one_that_is_run():
    scene = CATALOGUE.get("skate")
    chart = scene.charts(scene.values())[0]
    x, y = np.array(chart.curves[0].x), np.array(chart.curves[0].y)
    run = Simulation(scene)
    for _i in range(20):
        run.advance(40)
        point = chart.point(run.snapshot().bodies[0])
        # [m] from the nearest of its points, 0.01 s apart
        assert np.hypot(x - point[0], y - point[1]).min() < 2e-3


# slope ----------------------------------------------------------------------------------------------------------------

def test_viscous_skates_creep_and_the_ideal_one_does_not():
    turns = 2*pi/2.5
    scene = CATALOGUE.get("slope_skate")
    run = Simulation(scene)
    seen = run.peek(2*turns)
    start = run.snapshot()
    down = [(b.centre - a.centre) @ (cos(radians(10)), 0, -sin(radians(10)))/(2*turns)
            for a, b in zip(start.bodies, seen.bodies, strict=True)]
    assert down[0] == pytest.approx(0.0, abs=1e-13)
    for found, speed in zip(down[1:], (0.170, 0.0170, 0.00170), strict=True):
        assert found == pytest.approx(speed, rel=0.07)     # what the first turn remembers
    assert [r.realisation for r in seen.reactions] == ["ideal", "viscous", "viscous", "viscous"]
    assert len({body.tone for body in run.bodies}) == 4


def test_skate_refuses_to_slide_down():
    seen = ride("slope_skate", "It refuses to slide down", 20.0, EVERY, until="rim")
    down = (seen.r - seen.r[0]) @ (cos(radians(10)), 0, -sin(radians(10)))
    assert seen.ended == "rim" and down.max() == pytest.approx(0.136, abs=1e-3) and down.min() > -1e-13
    k = np.abs(seen.t - 2*pi/2.5).argmin()
    assert (seen.r[k, 1] - seen.r[0, 1])/seen.t[k] == pytest.approx(0.341, abs=3e-3)     # [m/s] a nearest state
