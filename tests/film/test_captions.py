"""Captions of films: when they come, fade and go, and where they stand."""

import numpy as np
import pytest

from sandbox.errors import BadValue
from sandbox.film.exact import shown_speed_of
from sandbox.film.painted.captions import Captions, Lines
from sandbox.film.painted.overlay import Overlay
from sandbox.film.recipe import Recipe
from sandbox.film.words import caption_of
from sandbox.run.simulation import Simulation
from sandbox.scene.catalogue import load_scene
from tests.film.commands import ROOT


def said(captions, t):
    return [text for text, opacity in captions.at(t)._texts if opacity > 0.0]


def test_own_texts_come_at_their_time_and_stay_so_long_in_the_film():
    recipe = Recipe("turntable", fps=30, speed=0.5, captions=(
        {"t": 1.0, "seconds": 2.0, "text": "second"}, {"t": 0.0, "seconds": 0.5, "text": "first"}))
    captions = Captions(recipe, None)
    seen = [said(captions, 0.5*k/30) for k in range(150)]
    assert [k for k, texts in enumerate(seen) if "first" in texts] == list(range(15))
    assert [k for k, texts in enumerate(seen) if "second" in texts] == list(range(60, 120))
    assert captions.frames_left <= 0


def test_they_fade():
    captions = Captions(Recipe("turntable", fps=60, captions=({"t": 0.0, "seconds": 1.0, "text": "a"},)), None)
    opacities = [dict(captions.at(k/60)._texts).get("a", 0.0) for k in range(61)]
    assert opacities[0] < 0.1 and max(np.diff(opacities)) < 0.1 and opacities[30] == 1.0 and opacities[60] == 0.0


def test_events_are_told_when_they_have_happened():
    scene = load_scene(ROOT / "scenes" / "hoop.py")
    run = Simulation(scene, {}, preset=scene.presets[0].name)
    captions = Captions(Recipe("hoop", fps=60, told=("detach", "landing")), run)
    seen = []
    for _k in range(240):
        run.advance(1)
        seen.append(said(captions, run.t))
    detached, landed = (next(event for event in run.events if event.kind == kind) for kind in ("detach", "impact"))
    first = next(k for k, texts in enumerate(seen) if texts)
    assert seen[first] == [detached.sentence] and (first + 1)/240 >= detached.t > first/240
    second = next(k for k, texts in enumerate(seen) if any("Impact" in text for text in texts))
    assert (second + 1)/240 >= landed.t > second/240
    assert captions.frames_left > 100                                            # of 180


@pytest.mark.parametrize("taken", ["", "left", "right"])
def test_they_stand_below_and_leave_room_for_plots(qapp, taken):
    pixels = np.full((720, 1280, 4), 128, np.uint8)
    lines = Lines([("A long sentence about what happens there, " * 4, 1.0), ("b", 1.0)], taken)
    Overlay("dark", clock=False).paint(pixels, 0.0, more=[lines])
    rows, columns = np.nonzero(np.abs(pixels[..., :3].astype(int) - 128).max(axis=2) > 4)
    assert rows.min() > 400 and rows.max() < 715
    assert columns.min() > (420 if taken == "left" else 20) and columns.max() < (860 if taken == "right" else 1260)


def test_the_speed_on_its_way_is_said_in_powers_of_two():
    assert shown_speed_of(1.0, (1.0, 1/8)) == 1.0 and shown_speed_of(0.126, (1.0, 1/8)) == 1/8
    assert shown_speed_of(0.3, (1.0, 1/8)) == 1/4 and shown_speed_of(0.3, (0.3, 1/8)) == 0.3


def test_captions_are_typed():
    assert caption_of("2=Look here") == {"t": 2.0, "seconds": 4.0, "text": "Look here"}
    assert caption_of("1/2+3 = a = b\\nc") == {"t": 0.5, "seconds": 3.0, "text": "a = b\nc"}
    for wrong in ("Look", "=x", "2=", "x=y", "2+x=y", "inf=y"):
        with pytest.raises(BadValue, match="caption"):
            caption_of(wrong)


@pytest.mark.parametrize("captions", [({"t": 0.0, "text": "x"},), ({"t": -1.0, "seconds": 1.0, "text": "x"},), "abc",
                                      ({"t": 0.0, "seconds": 1.0, "text": "x"*301},), ({"t": 0.0, "seconds": 0},)])
def test_captions_that_make_no_sense_are_refused(captions):
    with pytest.raises(BadValue, match="film, 'captions"):
        Recipe("turntable", captions=captions)
