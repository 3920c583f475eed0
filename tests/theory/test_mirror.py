"""The involution of the section of a sleigh: map o R o map o R = 1, and what it says of volumes and attractors."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.integrate import solve_ivp

from sandbox.cli.common import scene_named
from sandbox.run.readings.chart_now import ChartReader
from sandbox.run.simulation import Simulation
from sandbox.scene.charts.chart import Curve, Dots, Mark
from sandbox.theory import poincare
from sandbox.theory.charts.mirror import MIRROR, RETURNS, mapped
from sandbox.theory.phase_volume import sleigh_expansion, sleigh_volume
from sandbox.theory.poincare import Section, Until

RATIO = 25.0


def chart_of(preset: str, seconds: float = 0.0, **changes):
    scene = scene_named("sleigh")
    run = Simulation(scene, {**scene.values(), **scene.preset(preset).values, **changes})
    run.watch()
    run.advance(round(seconds*run.step_rate))
    return run, next(chart for chart in run.charts() if chart.title == "Mirror of the section")


def starts(energy: float, count: int) -> np.ndarray:
    """Points of the section about where orbits return, more than are wanted."""
    rng = np.random.default_rng(3)
    x1, x2 = rng.uniform(2.0, 11.0, 20*count), rng.uniform(-6.0, 6.0, 20*count)
    seeds = poincare.seeds_at(RATIO, energy, x1, x2)
    rises = (seeds[:, 1] + 1.0)**2 + seeds[:, 2] > 0.0      # v1' of a crossing upwards
    return seeds[rises]


@pytest.mark.parametrize("energy", [5.0, 14.0, 16.5, 17.0])
def test_the_map_is_turned_round_by_the_mirror(energy):
    """map o R o map o R = 1 to 1e-10 on 100 points of the section, w and energy included."""
    points = starts(energy, 100)
    first, _times, has_come = mapped(RATIO, points*MIRROR)
    last, _times, is_back = mapped(RATIO, first*MIRROR)
    begun = points[has_come][is_back][:100]
    assert len(begun) == 100
    # without dimension, sizes up to 10: 1e-14 for each step of two returns, grown by what their map stretches
    assert_allclose(last[:100], begun, rtol=0.0, atol=1e-10)


def test_the_mirror_keeps_the_sense_of_crossing_and_the_energy():
    points = starts(14.0, 20)
    rise = (points[:, 1] + 1.0)**2 + points[:, 2]
    image = points*MIRROR
    assert np.array_equal((image[:, 1] + 1.0)**2 + image[:, 2], rise)
    assert np.array_equal(poincare.energy(RATIO, image), poincare.energy(RATIO, points))
    # an independent integration backwards in time comes to the image of the return of the image
    point = points[0]
    came, times, has_come = mapped(RATIO, point[None]*MIRROR)
    assert has_come.all()

    def slopes(_t, y):
        v1, w, x1, x2 = y
        return (w + 1.0)**2 + x1, (x2 - (w + 2.0)*v1)/RATIO, v1 + w*x2, -w*x1

    back = solve_ivp(slopes, (0.0, -times[0]), point, "DOP853", rtol=1e-12, atol=1e-13).y[:, -1]
    assert_allclose(back, came[0]*MIRROR, atol=1e-9)        # its tolerance, over a time of 5


def test_volumes_of_a_point_and_its_image_are_inverse():
    points = starts(14.0, 6)
    came, times, has_come = mapped(RATIO, points)
    sizes = []
    for point, then, time in list(zip(points[has_come], came, times, strict=True))[:6]:
        there, back = sleigh_expansion(RATIO, point, time), sleigh_expansion(RATIO, then*MIRROR, time)
        assert_allclose(there + back, 0.0, atol=1e-9)       # their tolerance
        sizes.append(abs(there))
    assert max(sizes) > 0.1                                 # it does shrink and grow between
    volume = sleigh_volume(RATIO, points[has_come][0], times[0])
    assert_allclose(sleigh_expansion(RATIO, points[has_come][0], times[0]), volume.expansion[-1], atol=1e-9)


def test_orbits_that_return_keep_their_volume_in_the_mean():
    """No attractor: over 100 returns the exponents of the volume swing to and fro instead of adding up."""
    seed = poincare.seeds_at(RATIO, 14.0, 7.0)
    found = poincare.find_returns(RATIO, seed, Section(), Until(101))
    parts = np.array([sleigh_expansion(RATIO, point[1:], time) for point, time in
                      zip(found.points[:100], np.diff(found.points[:, 0]), strict=True)])
    # 0.15 of a return in the mean, 1.04 of the sum at most
    assert np.abs(np.cumsum(parts)).max() < 1.1 < 0.1*np.abs(parts).sum()


def test_the_chart_where_orbits_return():
    run, chart = chart_of("Caught: a rosette", 12.0)
    clouds = [part for part in chart.curves if isinstance(part, Dots)]
    assert len(clouds) >= 6 and {len(cloud.x) for cloud in clouds} == {RETURNS}
    for own, image in zip(clouds[::2], clouds[1::2], strict=True):
        assert_allclose(image.y, -np.asarray(own.y))
    there, back = (part for part in chart.curves if isinstance(part, Curve) and part.label.startswith(("P", "R f")))
    marks = {mark.label: mark for mark in chart.curves if isinstance(mark, Mark)}
    assert_allclose((back.x[1], back.y[1]), (there.x[0], -there.y[0]), atol=1e-10)      # f R f P = R P
    assert_allclose((back.x[0], back.y[0]), (there.x[1], -there.y[1]))
    factor = [float(marks[name].about.split(" times ")[1].split()[0]) for name in ("P", "R f P")]
    assert_allclose(factor[0]*factor[1], 1.0, atol=1e-4)    # written with 5 digits
    assert np.hypot(there.x[1] - there.x[0], there.y[1] - there.y[0]) > 3.0     # [a] it can be seen
    # the run's own returns gather on it
    assert len(ChartReader(chart, run).now(run.snapshot()).dots[0].x) > 2


def test_where_nothing_is_caught_the_pairs_are_of_other_starts_and_a_skate_has_none():
    _run, chart = chart_of("Thrown off sideways")
    assert not [part for part in chart.curves if isinstance(part, Dots)]
    there, back = (part for part in chart.curves if isinstance(part, Curve) and part.label.startswith(("P", "R f")))
    assert_allclose((back.x[1], back.y[1]), (there.x[0], -there.y[0]), atol=1e-10)
    scene = scene_named("sleigh")
    skate = Simulation(scene, {**scene.values(), "offset": 0.0})
    assert skate.charts() == []
