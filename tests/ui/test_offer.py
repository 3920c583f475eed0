"""When nothing moves any more the window says how to go on: by a click or a key, until the person does something."""

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from PyQt5.QtCore import Qt

from sandbox.scene import ANEW, Ball, Card, Parameter, Plane, Preset, Scene, Start, Still, Try
from sandbox.scene.catalogue import load_catalogue
from sandbox.text import language, set_language
from sandbox.ui.window.offer import Rest

SCENES = Path(__file__).parents[2] / "scenes"
CARD = Card("It lies there.", "v = {r.speed}", Try("[Push it]: it rolls away.", ANEW, v=0.2))
PARAMETERS = (Parameter("v", 0.0, "m/s", low=-1, high=1, role="start", about="speed"),
              Parameter("mu", 0.3, "", low=0, high=1, about="friction"))


def lying(**more) -> Scene:
    return Scene("A ball that lies", PARAMETERS, lambda p: (Ball(0.02), Plane(rim=5.0), Still()),
                 lambda p: Start(at=(0.0, 0.0), velocity=(p.v, 0.0)), id="lying",
                 presets=(Preset("Still"), Preset("Rolling", v=0.1)), **more)


@pytest.fixture
def resting(bench):
    """resting(seconds, **of the scene) -> bench of a ball that lies, played for so long."""
    def make(seconds, **more):
        b = bench([lying(**more)], scene_id="lying")
        b.window.choose_preset("Still")
        b.settle()
        b.window.play()
        b.frames(round(60*seconds))
        return b
    return make


def words(b) -> list[str]:
    message = b.window.message
    if message.kind != "offer" or not message.text:
        return []
    return [button.text() for button in (message.button, *message.more)]


def test_it_comes_after_three_seconds_of_rest(resting):
    b = resting(2.5)
    assert words(b) == []
    b.frames(60)
    assert words(b) == ["Again (Backspace)", "Next: Rolling (Shift+Backspace)"]
    assert all(button.toolTip() for button in (b.window.message.button, *b.window.message.more))


def test_time_of_the_run_counts_at_its_speed(bench):
    b = bench([lying()], scene_id="lying")
    b.window.choose_preset("Still")
    b.settle()
    b.window.set_speed(1/4)
    b.window.play()
    b.frames(120)
    assert b.run.t < 1.0 and words(b) == []
    b.now += 100.0                        # a window that was asleep has shown nothing for so long
    b.frames(30)
    assert words(b) == []
    b.frames(120)
    assert words(b) != [] and b.run.t < 2.0


def test_a_picture_that_moves_offers_nothing(bench):
    b = bench([lying()], scene_id="lying")
    b.window.choose_preset("Rolling")
    b.settle()
    b.window.play()
    b.frames(600)
    assert b.run.t > 9.0 and words(b) == []


def test_a_table_that_turns_on_for_ever_is_no_reason_to_wait(bench):
    """The ball has rolled off and lies on the floor; the table still turns as it did."""
    b = bench([load_catalogue(SCENES).get("turntable")], scene_id="turntable")
    b.window.choose_preset("33 rpm record")
    b.settle()
    b.window.edits.change("vx", 1.0)
    b.window.edits.change("rate", 3.0)
    b.settle()
    b.window.play()
    for _half_a_second in range(120):
        b.frames(30)
        if words(b):
            break
    ball = b.player.snapshot.bodies[0]
    assert words(b) and float(np.abs(ball.velocity).max()) < 1e-3 and ball.centre[2] < -0.05
    assert float(np.abs(b.player.snapshot.supports[0].angular_velocity).max()) == 3.0


def test_a_table_whose_turning_changes_is_still_to_be_looked_at():
    def state(t, rate):
        body = SimpleNamespace(centre=np.zeros(3), quaternion=np.array((1.0, 0.0, 0.0, 0.0)))
        turning = SimpleNamespace(position=np.zeros(3), angular_velocity=np.array((0.0, 0.0, rate)))
        return SimpleNamespace(t=t, bodies=(body,), supports=(turning,))
    rest = Rest()
    assert [rest.look(state(0.1*k, 3.0), 0.02) for k in range(3)] == [True, False, False]
    assert [rest.look(state(0.3 + 0.1*k, 3.0 - 0.03*k), 0.02) for k in range(3)] == [False, True, True]


def test_a_click_and_the_key_do_it(resting, qtbot):
    b = resting(4.0)
    b.window.message.button.click()
    b.frames(2)
    assert b.run.t < 0.1 and b.player.is_playing and words(b) == []
    b.frames(240)
    before = b.run
    b.window.message.more[0].click()
    b.settle()
    assert b.run is not before and b.run.preset == "Rolling" and b.player.is_playing
    b.window.activateWindow()
    qtbot.waitUntil(b.window.isActiveWindow)
    qtbot.keyClick(b.view, Qt.Key.Key_Backspace, Qt.KeyboardModifier.ShiftModifier)
    b.settle()
    assert b.run.preset == "Still"
    b.frames(240)
    assert words(b) != []
    qtbot.keyClick(b.view, Qt.Key.Key_Backspace)
    b.frames(2)
    assert b.run.t < 0.1 and words(b) == []


def test_the_card_comes_before_the_next_preset(resting):
    b = resting(4.0, card=CARD)
    assert words(b) == ["Again (Backspace)", "Push it (Alt+A)"]
    b.window.message.more[0].click()
    b.settle()
    assert b.run.values["v"] == 0.2 and words(b) == []


@pytest.mark.parametrize("act", [lambda b: b.window.pause(), lambda b: b.window.set_speed(2),
                                 lambda b: b.window.edits.change("mu", 0.5),
                                 lambda b: setattr(b.view, "look", {"mode": "free", "at": [0, 0, 0, 1, 0, 1]})],
                         ids=["pause", "speed", "parameter", "camera"])
def test_it_goes_when_the_person_acts(resting, act):
    b = resting(4.0)
    assert words(b) != []
    act(b)
    b.frames(30)
    assert words(b) == []


def test_one_that_was_closed_does_not_come_again(resting):
    b = resting(4.0)
    b.window.message.hide()
    b.frames(600)
    assert words(b) == []


def test_it_waits_for_another_message(resting):
    b = resting(2.0)
    b.window.report_fault("something else")
    b.frames(180)
    assert b.window.message.text == "something else"
    b.window.message.hide()
    b.frames(30)
    assert words(b) != []


def test_it_covers_no_body(resting):
    b = resting(4.0)
    message, view = b.window.message, b.view
    foot = message.geometry()
    message.keep_clear(np.array(((foot.left() + 20, foot.top() + 5), (foot.left() + 60, foot.top() + 30))))
    assert not message.geometry().intersects(foot) and view.rect().contains(message.geometry())
    message.keep_clear(np.zeros((0, 2)))
    assert message.geometry() == foot


def test_it_speaks_russian(resting):
    before = language()
    try:
        b = resting(4.0)
        b.window.set_language("ru")
        b.frames(60)
        assert words(b) and not any("Again" in text or "Next" in text for text in words(b))
    finally:
        set_language(before)
