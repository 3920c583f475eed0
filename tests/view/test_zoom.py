"""No camera pumps: while a preset runs none goes near and far and near again, by the scripts of the page themselves."""

from itertools import pairwise

import numpy as np
import pytest

from sandbox.run.simulation import Simulation
from sandbox.run.trace import way_of_body
from sandbox.view.camera import FIELD
from sandbox.view.picture.stage import Stage
from sandbox.view.quality import LOWEST
from tests.challenges.test_every_challenge import FOUND
from tests.effort import some_scenes
from tests.shipped import shipped
from tests.view.zoomed import OF_CAMERA, RATE, SIZE, Page, jumps_of, states_of, turns, zoom_of

SECONDS = 10.0           # as it is shown
APART = 2.0              # [s] two turns are apart at least
LEAST = 0.1              # [1] of the size of what is seen: 3 pixels of a body of a twelfth of the picture's height
# where three balls part and fall, sixteen are hit, many fly off, what stands under a box grows, and what has fallen
# swings behind its table, and what rolls off
PUMPED = ("marble_run", "billiards", "many_balls", "box_on_turntable", "sleigh", "seesaw", "labyrinth")
MET = 3.3                # [s] of marble_run, as it is shown: balls that parted are no longer apart, none has fallen
GLIDING = 0.7            # [s] a glide is over
MARGIN = 0.04            # [1] of the picture's width and height, that what is looked at keeps from each edge
JUMP = 0.15              # [1] of half the picture in 1/RATE s: all of it by an eye that comes up with a body in 0.35 s


@pytest.fixture(scope="module")
def page(qapp):
    return Page()


def run_of(name: str, seconds: float = SECONDS) -> tuple:
    """What the page is asked of a scene's first preset."""
    scene = shipped().get(name)
    shown = scene.shown(scene.presets[0].name)
    return shown.camera, shown.closer, states_of(scene, scene.presets[0], seconds)


@pytest.fixture(scope="module")
def marbles():
    return run_of("marble_run", MET)


def tried() -> list[str]:
    """Names of scenes: those that did, and some of the others; all for a release."""
    return [*PUMPED, *(scene.id for scene in some_scenes(shipped().scenes.values()) if scene.id not in PUMPED)]


@pytest.mark.parametrize("name", tried())
def test_no_camera_turns_twice_within_two_seconds_jumps_or_loses_a_body(page, name):
    """In the marble run the picture jumped across half of itself and back as a ball dropped out of what is seen."""
    seen = page.seen(*run_of(name))
    assert jumps_of(seen).max() < JUMP
    found = turns(zoom_of(seen), LEAST)
    assert [(one, other) for one, other in pairwise(found) if other - one < APART] == []
    assert seen[:, 9].max() < 1.0            # [1] of half the picture
    assert seen[:, 10].max() <= 1.0 - 2.0*MARGIN + 1e-9      # [1] rounding


@pytest.mark.parametrize("preset", ["Three balls", "Too steep to roll", "Five lively balls"])
def test_what_has_run_away_does_not_stay_at_the_edge(page, preset):
    """For the rim of the support, which was out of the picture all the same, it ran along the edge for seconds."""
    scene = shipped().get("marble_run")
    shown, chosen = scene.shown(preset), next(one for one in scene.presets if one.name == preset)
    seen = page.seen(shown.camera, shown.closer, states_of(scene, chosen, SECONDS))
    # between it and the margin there is room for it
    room = 1.0 - 2.0*MARGIN - np.abs(seen[:, 11]) - seen[:, 12]
    assert (room > 2.0*seen[:, 12])[-int(2.5*RATE):].all()
    assert jumps_of(seen).max() < JUMP                       # which of the others are to be seen changes at once


def test_what_is_to_be_reached_is_in_the_picture(page):
    """The ring for the object ball was beside it: an eye that has to be near two balls did not know of it."""
    challenge = FOUND.good["cue_draw"]
    scene, marks = shipped().get(challenge.scene), sorted(challenge.marks.values(), key=lambda mark: mark.middle[0])
    run = Simulation(scene, challenge.values)
    stage = Stage(run.surfaces, run.bodies, LOWEST, *SIZE, run.snapshot())
    stage.show_marks(marks)
    stage.show(run.snapshot())
    told = {**stage.page_setup(), **stage.changes()}
    assert told["near"][-1][:3] == pytest.approx(marks[-1].middle)       # of the bodies, and of it, which `seen` asks
    shown = scene.shown(scene.presets[0].name)
    seen = page.seen(shown.camera, shown.closer, [{key: told[key] for key in OF_CAMERA if key in told}])
    assert shown.camera == "free" and seen[0, 9] < 1.0                   # [1] of half the picture
    alone = {**told, "near": told["near"][:-2]}
    page.seen(shown.camera, shown.closer, [{key: alone[key] for key in OF_CAMERA if key in alone}])
    assert page.asked(f"reach_of({told['near'][-1]})") > 1.0             # what it was


# ---- what a person changes is seen at once ---------------------------------------------------------------------------

def test_what_does_not_follow_from_what_was_seen_is_seen_at_once(page, marbles):
    """Another instant, an earlier one, another mode, another shape of the picture."""
    camera, closer, states = marbles
    first, last, earlier = states[0], states[-1], states[round(0.5*len(states))]
    goes_on = page.seen(camera, closer, states)
    at_once = page.seen(camera, closer, [first, {**last, "is_anew": True}])[-1]
    assert zoom_of(np.stack((at_once, goes_on[-1])))[-1] > LEAST        # as it runs on it is farther away
    anew = page.seen(camera, closer, [*states, {**last, "is_anew": True}])[-1]
    assert anew == pytest.approx(at_once, abs=1e-9)                     # [m, 1] rounding
    follows = [{**last, "mode": "follow"}, *[last]*int(GLIDING*RATE)]
    assert page.seen(camera, closer, [*states, *follows])[-1] == pytest.approx(
        page.seen(camera, closer, [first, {**last, "is_anew": True}, *follows])[-1], abs=1e-9)
    back = page.seen(camera, closer, [*states, earlier])[-1]
    assert back == pytest.approx(page.seen(camera, closer, [first, {**earlier, "is_anew": True}])[-1], abs=1e-9)
    upright = {"size": SIZE[::-1]}
    resized = page.seen(camera, closer, [*states, {**last, **upright}, last])[-2:]
    from_there = page.seen(camera, closer, [{**first, **upright}, {**last, "is_anew": True}])[-1]
    for seen in resized:
        assert seen == pytest.approx(from_there, abs=1e-9)


def test_where_the_time_stands_the_camera_stays(page, marbles):
    camera, closer, states = marbles
    seen = page.seen(camera, closer, [*states, *[states[-1]]*int(5.0*RATE)])
    assert np.abs(seen[len(states):] - seen[len(states) - 1]).max() < 1e-9       # [m] rounding


def test_what_a_hand_has_let_go_is_seen_as_it_has_to_be(page, marbles):
    camera, closer, states = marbles
    last = states[-1]
    at_once = page.seen(camera, closer, [states[0], {**last, "is_anew": True}])[-1]
    let_go = [{**last, "is_held": True}, {**last, "is_held": False}, *[last]*int(GLIDING*RATE)]
    assert page.seen(camera, closer, [*states, *let_go])[-1] == pytest.approx(at_once, abs=1e-9)


def test_the_page_is_told_what_does_not_follow_from_what_it_showed(qapp):
    """A new picture, another body that is looked at, a line that is drawn anew; nothing else."""
    scene = shipped().get("marble_run")
    run = Simulation(scene, scene.presets[0].values)
    stage, told = Stage(run.surfaces, run.bodies, LOWEST, *SIZE, run.snapshot()), []
    for change in (lambda: None, lambda: None, lambda: stage.set_focus(1), lambda: stage.set_focus(1),
                   lambda: stage.draw_way(way_of_body(run, 1, 0.0, run.t), True),
                   lambda: stage.draw_way(way_of_body(run, 1, 0.0, run.t), False)):
        change()
        stage.show(run.snapshot())
        told.append(stage.changes().get("is_anew", False))
    assert told == [True, False, True, False, True, False]


# ---- how it is measured ----------------------------------------------------------------------------------------------

def test_a_turn_is_what_goes_far_and_near():
    t = np.arange(60)/RATE
    assert turns(0.2*np.sin(2.0*np.pi*t), LEAST) == pytest.approx([0.25 + 0.5*k for k in range(8)], abs=1.5/RATE)
    assert turns(0.04*np.sin(2.0*np.pi*t), LEAST) == [] == turns(t, LEAST)


def test_a_jump_is_neither_a_body_that_moves_nor_a_camera_that_goes_along():
    """A body that moves, an eye that goes along half as far, one that goes as far as it, and one that overtakes it."""
    half = np.tan(0.5*FIELD)*SIZE[0]/SIZE[1]                 # [m] of the width, a metre away
    for goes, jump in ((0.0, 0.0), (0.5, 0.0), (1.0, 0.0), (1.5, 0.05), (-0.5, 0.05)):
        seen = np.zeros((2, 13))
        seen[:, 4], seen[:, 7], seen[1, 6], seen[1, 0] = 1.0, 1.0, 0.1*half, 0.1*half*goes
        assert jumps_of(seen) == pytest.approx([jump], abs=1e-12)           # [1] rounding


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
