"""No camera pumps: while a preset runs none goes near and far and near again, by the scripts of the page themselves."""

from itertools import pairwise

import numpy as np
import pytest

from tests.effort import some_scenes
from tests.shipped import shipped
from tests.view.zoomed import RATE, Page, states_of, turns, zoom_of

SECONDS = 10.0           # as it is shown
APART = 2.0              # [s] two turns are apart at least
LEAST = 0.1              # [1] of the size of what is seen: 3 pixels of a body of a twelfth of the picture's height
# where three balls part and fall, sixteen are hit, many fly off, and what stands under a box grows
PUMPED = ("marble_run", "billiards", "many_balls", "box_on_turntable")


@pytest.fixture(scope="module")
def page(qapp):
    return Page()


def zoom(page: Page, name: str) -> np.ndarray:
    scene = shipped().get(name)
    shown = scene.shown(scene.presets[0].name)
    return zoom_of(page.seen(shown.camera, shown.closer, states_of(scene, scene.presets[0], SECONDS)))


SWINGS = "what has fallen hides for a moment: the camera goes around it and back"


def tried() -> list:
    """Names of scenes: those that did, one that still does, and some of the others; all for a release."""
    names = [scene.id for scene in some_scenes(shipped().scenes.values()) if scene.id not in (*PUMPED, "sleigh")]
    return [*PUMPED, pytest.param("sleigh", marks=pytest.mark.xfail(strict=True, reason=SWINGS)), *names]


@pytest.mark.parametrize("name", tried())
def test_no_camera_turns_twice_within_two_seconds(page, name):
    found = turns(zoom(page, name), LEAST)
    assert [(one, other) for one, other in pairwise(found) if other - one < APART] == []


def test_a_turn_is_what_goes_far_and_near():
    t = np.arange(60)/RATE
    assert turns(0.2*np.sin(2.0*np.pi*t), LEAST) == pytest.approx([0.25 + 0.5*k for k in range(8)], abs=1.5/RATE)
    assert turns(0.04*np.sin(2.0*np.pi*t), LEAST) == [] == turns(t, LEAST)


def test_neither_what_comes_nearer_nor_a_camera_that_goes_along_is_a_zoom():
    """A body that comes and goes before an eye at rest, an eye that goes with it, and one that goes away from both."""
    t = np.arange(60)/RATE
    body, eye, gaze = np.zeros((3, 60, 3))
    gaze[:, 1], eye[:, 1] = 1.0, -2.0
    body[:, 1] = 0.5*np.sin(t)
    assert np.abs(zoom_of(np.hstack((eye, gaze, body)))).max() < 1e-12      # [1] rounding
    assert np.abs(zoom_of(np.hstack((eye + body, gaze, body)))).max() < 1e-12
    away = zoom_of(np.hstack((eye - t[:, None]*gaze, gaze, 0.0*body)))
    assert away == pytest.approx(np.log1p(t/2.0), abs=1e-12)
