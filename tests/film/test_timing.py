"""Slow motion at events: which instants the frames show, compared with the integral of the pace."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.integrate import quad

from sandbox.errors import BadValue
from sandbox.film.foreseen import events_of, foresee, of_kinds, shortened
from sandbox.film.recipe import Recipe
from sandbox.film.timing import ramp_of, speeds_at, stretches, timing_of
from sandbox.run.simulation import Simulation
from sandbox.scene.catalogue import load_scene
from tests.film.commands import ROOT

SLOW = {"kinds": ("impact",), "speed": 1/8, "before": 0.5, "after": 1.0}


def test_without_events_nothing_is_slow():
    recipe = Recipe("turntable", end=2.0, slow=SLOW)
    plain = timing_of(recipe)
    assert_allclose(plain.times, recipe.times(), atol=0) and set(plain.speeds) == {1.0}
    assert np.array_equal(timing_of(recipe, [50.0]).times, recipe.times())       # far behind the end


def test_the_film_is_slow_around_an_event_and_eased_to_it():
    recipe = Recipe("turntable", begin=1.0, end=5.0, fps=60, slow=SLOW)
    timing = timing_of(recipe, [3.0])
    assert timing.times[0] == 1.0 and np.all(np.diff(timing.times) > 0.0) and timing.times[-1] < 5.0
    is_near = (timing.times >= 3.0 - 0.5/8) & (timing.times <= 3.0 + 1.0/8)
    assert np.all(timing.speeds[is_near] == 1/8)
    assert np.count_nonzero(is_near) == pytest.approx(1.5*60, abs=1)             # before and after, of film
    assert timing.speeds[0] == 1.0 and timing.speeds[-1] == 1.0
    # from frame to frame the speed changes by little: it is eased
    assert np.abs(np.diff(np.log2(timing.speeds))).max() < 0.3                   # [octaves]


def test_frames_follow_the_integral_of_the_pace():
    """The film time of an instant is the integral of dt/v; frames are 1/fps apart in it."""
    recipe = Recipe("turntable", end=2.0, fps=30, speed=0.5, slow={**SLOW, "speed": 1/16})
    timing = timing_of(recipe, [1.0, 1.02, 1.6])
    lows, highs = np.array(stretches(recipe, [1.0, 1.02, 1.6])).T
    assert len(lows) == 2                                                         # two of them overlap
    ramp = ramp_of(0.5, 1/16)

    def pace(t):
        return 1.0/float(speeds_at(np.array([t]), lows, highs, 0.5, 1/16, ramp)[0])

    corners = sorted({*lows, *highs, *(lows - ramp), *(highs + ramp)})
    for k in range(0, len(timing), 37):
        shown = quad(pace, 0.0, timing.times[k], points=[c for c in corners if c < timing.times[k]], limit=400)[0]
        assert shown == pytest.approx(k/30, abs=2e-3)                             # [s] trapezoids of 120 per ramp


def test_too_much_slow_motion_is_refused():
    recipe = Recipe("turntable", end=300.0, slow={**SLOW, "speed": 1/256})
    with pytest.raises(BadValue, match="frames with its slow motion, needs 1 to 216000"):
        timing_of(recipe, list(np.arange(0.0, 300.0, 0.01)))


@pytest.mark.parametrize("slow", [{"kinds": ["slipp"]}, {"kinds": ["slip"]}, {**SLOW, "speed": 0}, {**SLOW, "x": 1},
                                  {**SLOW, "before": -1}, "slip", {**SLOW, "kinds": "slip"}])
def test_slow_motion_that_makes_no_sense_is_refused(slow):
    with pytest.raises(BadValue, match="film, 'slow'"):
        Recipe("turntable", slow=slow)


# ---- what happens ---------------------------------------------------------------------------------------------------

def test_what_will_happen_is_known_before_the_film():
    scene = load_scene(ROOT / "scenes" / "hoop.py")
    run = Simulation(scene, {}, preset=scene.presets[0].name)
    ahead = foresee(Recipe("hoop", end=1.2), run)
    assert run.step == 0 and ahead.t > 1.2
    happened = events_of(ahead)
    detached, = of_kinds(happened, ["detach"])
    landed, = of_kinds(happened, ["landing"])
    assert {"landing", "impact"} == landed.kinds and detached.t < landed.t
    run.advance(ahead.step)
    assert [event.t for event in run.events] == [one.t for one in happened]


def test_the_end_of_a_run_is_an_event():
    scene = load_scene(ROOT / "scenes" / "cone.py")
    run = Simulation(scene, {"across": 0.0})
    run.advance(240*10)
    last = events_of(run)[-1]
    assert run.ended is not None and {"end", run.ended.kind} <= last.kinds and last.t == run.ended.t
    assert "(step" in run.ended.sentence and "(step" not in last.text and last.text == shortened(run.ended.sentence)
