"""The hand on the support, its menu, its keys, and starts that are given by parameters."""

from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose
from PyQt5.QtCore import QEvent, Qt
from PyQt5.QtGui import QKeyEvent
from PyQt5.QtTest import QTest
from PyQt5.QtWidgets import QApplication, QLabel

from sandbox.scene import Ball, Motion, Parameter, Plane, Preset, Scene, Signal, Start
from sandbox.scene.catalogue import load_catalogue
from sandbox.text import set_language
from sandbox.ui.hand.support import rounded
from tests.ui.made_up import turntable
from tests.ui.reached import Mouse, ReachedView

SCENES = Path(__file__).resolve().parents[2]/"scenes"


@pytest.fixture
def hands(bench, qtbot):
    """hands(**options) -> a bench whose picture can be reached into, and the mouse over it."""
    def make(scenes=(), **options):
        b = bench(scenes, view=ReachedView, **options)
        b.window.hand._scenery.__dict__["now"] = lambda: b.now
        qtbot.waitUntil(lambda: b.run is None or b.player.grip._is_ready())
        return b, Mouse(b)
    return make


def leaning():
    """A ball on a board whose tilt is steered while it runs."""
    def build(p):
        return Ball(0.02), Plane(rim=0.3), Motion(tilt=Signal(live="lean", order=0, limit=5.0))
    return Scene("Leaning", (Parameter("lean", 0.0, "rad", low=-0.3, high=0.3, live=True, about="tilt of the board"),
                             Parameter("x", 0.1, "m", low=-0.2, high=0.2, role="start")),
                 build, lambda p: Start(at=(p.x, 0.0)), id="leaning", source="leaning", presets=(Preset("Plain"),))


def key(b, code, modifiers=Qt.KeyboardModifier.NoModifier):
    """Presses a key over the picture as Qt does: who wants it, then the key; returns whether it was taken."""
    question = QKeyEvent(QEvent.Type.ShortcutOverride, code, modifiers)
    question.ignore()
    QApplication.sendEvent(b.view.inner, question)
    if question.isAccepted():
        QTest.keyClick(b.view.inner, code, modifiers)
    return question.isAccepted()


# ---- the rim ---------------------------------------------------------------------------------------------------------

def test_dragging_the_rim_gives_the_rate_of_the_hand(hands):
    """The rim is moved by 2 rad/s: that is the rate from then on; a hand that rests stops it."""
    b, mouse = hands()
    b.window.play()
    b.frames(3)

    def at(angle):
        return mouse.of((0.3*np.cos(angle), 0.3*np.sin(angle), 0.0))

    mouse.hover(at(0.3))
    mouse.press(at(0.3))
    assert type(b.window.hand.gesture).__name__ == "Turn"
    for k in range(1, 40):
        mouse.drag(at(0.3 + 2.0/60*k), 1)
    assert b.window.player.wanted.values["rate"] == pytest.approx(2.0, rel=0.03)
    assert b.row("rate").value == b.window.player.wanted.values["rate"]
    mouse.release()
    b.frames(30)
    assert b.run.values["rate"] == pytest.approx(2.0, rel=0.03)
    assert b.window.edits.stack.count() == 1
    # and at rest
    place = at(0.3)
    mouse.press(place)
    for k in range(1, 8):
        mouse.drag(at(0.3 + 2.0/60*k), 1)
    b.frames(30)
    mouse.release()
    b.frames(1)
    assert b.run.values["rate"] == 0.0
    b.act("undo")
    b.frames(2)
    assert b.run.values["rate"] == pytest.approx(2.0, rel=0.03)


def test_a_click_on_the_rim_changes_nothing(hands):
    b, mouse = hands()
    b.window.play()
    b.frames(3)
    mouse.press(mouse.of((0.3*np.cos(0.3), 0.3*np.sin(0.3), 0.0)))
    assert b.window.hand.gesture is not None
    b.frames(30)
    mouse.release()
    b.frames(3)
    assert b.run.values["rate"] == 3.5 and b.run.commands == []


def test_rates_stay_in_their_range(hands):
    b, mouse = hands()
    parameter = b.run.scene.parameter("rate")
    assert rounded(1e9, parameter) == 20.0 and rounded(-1e9, parameter) == -20.0
    assert rounded(1.23456, parameter) == pytest.approx(1.23)


# ---- tilt ------------------------------------------------------------------------------------------------------------

def test_the_handle_tilts_the_support(hands):
    b, mouse = hands([leaning()], scene_id="leaning")
    handle = (0.0, 0.3, 0.0)                  # a rotation about x lifts it
    mouse.hover(mouse.of(handle))
    mouse.press(mouse.of(handle))
    assert type(b.window.hand.gesture).__name__ == "Tilt"
    mouse.drag(mouse.of((0.0, 0.3, 0.3*np.tan(0.1))), 6)
    mouse.release()
    b.frames(2)
    assert b.run.values["lean"] == pytest.approx(0.1, abs=0.01)       # [rad]
    before = b.run.values["lean"]
    b.act("support_down")
    b.frames(1)
    assert b.run.values["lean"] == pytest.approx(before - 0.6/160, abs=1e-3)


def test_keys_of_the_support(hands):
    b, _mouse = hands()
    b.act("support_faster")
    b.frames(1)
    assert b.run.values["rate"] == pytest.approx(3.75)
    b.act("support_slower")
    b.act("support_slower")
    b.frames(1)
    assert b.run.values["rate"] == pytest.approx(3.25)
    b.act("support_reverse")
    b.frames(1)
    assert b.run.values["rate"] == pytest.approx(-3.25)
    b.act("support_stop")
    b.frames(1)
    assert b.run.values["rate"] == 0.0
    b.act("support_up")
    assert "no tilt" in b.window.message.text


# ---- starts by parameters --------------------------------------------------------------------------------------------

@pytest.mark.parametrize("name", ["sleigh", "skate", "billiard", "free_turntable", "slope_skate"])
def test_systems_with_rows_are_placed_by_their_parameters(hands, name):
    scene = load_catalogue(SCENES).scenes[name]
    b, mouse = hands([scene], scene_id=name)
    state = b.player.snapshot.bodies[0]
    goal = np.asarray(state.contact) + np.array((0.02, 0.03, 0.0))
    goal = b.view.reach.onto(goal)[0]
    moved = goal - state.contact
    on = next(place for place in b.view.reach.outline(0)*0.5 + b.view.reach.outline(0).mean(axis=0)*0.5
              if getattr(b.view.reach.pick(*np.rint(place)), "body", None) == 0)
    mouse.press(on)
    mouse.drag(mouse.at + mouse.of(goal) - mouse.of(state.contact), 5)
    # a press on one of several bodies may be a click until it moves
    assert type(b.window.hand.gesture).__name__ == "Reposition"
    mouse.release()
    b.settle()
    pixel = b.view.reach.eye.pixel(goal)
    assert_allclose(b.player.snapshot.bodies[0].centre - state.centre, moved, atol=4*pixel)
    assert b.run.start is None and b.window.edits.stack.count() == 1


def test_what_has_no_parameter_for_it_says_so(hands):
    scene = load_catalogue(SCENES).scenes["suslov"]
    b, mouse = hands([scene], scene_id="suslov")
    assert not b.window.hand.targets.can("body")
    place = next(p for p in b.view.reach.eye.project(b.view.reach.solid(0).points @ b.view.reach.solid(0).axes.T
                                                     + b.view.reach.solid(0).centre)
                 if getattr(b.view.reach.pick(*np.rint(p)), "body", None) == 0)
    mouse.press(place)
    mouse.drag(place + np.array((20, 10)), 3)
    mouse.release()
    b.settle()
    assert "no parameter in m" in b.window.message.text


@pytest.mark.parametrize("name", ["coin", "hoop", "rattleback", "bowl", "cone", "globe", "pseudosphere", "incline",
                                  "tilted_turntable", "bounce"])
def test_every_body_on_a_support_is_placed(hands, name):
    """A little along the surface; whatever it is on, it stands on it, and the picture shows it there."""
    scene = load_catalogue(SCENES).scenes[name]
    b, mouse = hands([scene], scene_id=name)
    state = b.player.snapshot.bodies[0]
    step = 0.3*b.view.reach.solid(0).reach
    goal, normal = b.view.reach.onto(np.asarray(state.contact) + step*np.array((0.6, -0.8, 0.0)))
    b.window.hand_menu.put(goal)
    b.settle()
    after = b.player.snapshot.bodies[0]
    assert b.run.step == 0 and b.run.start is not None
    # flat pieces of the picture stand off the surface
    assert np.linalg.norm(np.asarray(after.contact) - goal) < 0.15*step
    gap = np.linalg.norm(np.asarray(state.centre) - state.contact)
    assert np.linalg.norm(np.asarray(after.centre) - after.contact) == pytest.approx(gap, rel=0.05)
    assert float(np.dot(after.normal, normal)) > 0.99


# ---- the menu --------------------------------------------------------------------------------------------------------

def texts(menu):
    return [action.text() for action in menu.actions() if action.text()]


def test_a_right_click_opens_the_menu_of_what_is_there(hands, qtbot):
    b, mouse = hands()
    b.frames(1)
    mouse.click(mouse.body)
    qtbot.waitUntil(lambda: b.window.hand_menu.menu is not None)
    menu = b.window.hand_menu.menu
    facts = menu.findChild(QLabel, "facts").text()
    assert "Ball, size 0.02 m, mass 0.263" in facts and "kinetic energy" in facts
    assert "Copy its state" in texts(menu) and "Follow it with the camera" in texts(menu)
    menu.close()
    mouse.click(mouse.of((0.0, -0.15, 0.0)))
    qtbot.waitUntil(lambda: b.window.hand_menu.menu not in (None, menu))
    menu = b.window.hand_menu.menu
    assert "rotation rate: 3.5 rad/s" in menu.findChild(QLabel, "facts").text()
    reverse = next(action for action in menu.actions() if action.text() == "Reverse the support")
    reverse.trigger()
    b.frames(2)
    assert b.run.values["rate"] == -3.5
    # what always refuses is not offered
    assert not any("beside" in text for text in texts(menu))
    put = next(action for action in menu.actions() if action.text() == "Put the body here")
    put.trigger()
    b.settle()
    assert_allclose(b.player.snapshot.bodies[0].contact, (0.0, -0.15, 0.0), atol=3e-3)
    menu.close()


def test_a_right_drag_is_the_camera_s(hands, qtbot):
    b, mouse = hands()
    b.frames(1)
    place = mouse.body
    mouse._send(QEvent.Type.MouseButtonPress, place, Qt.MouseButton.RightButton, Qt.MouseButton.RightButton,
                Qt.KeyboardModifier.NoModifier)
    mouse._send(QEvent.Type.MouseMove, place + np.array((30, 0)), Qt.MouseButton.NoButton, Qt.MouseButton.RightButton,
                Qt.KeyboardModifier.NoModifier)
    mouse._send(QEvent.Type.MouseButtonRelease, place + np.array((30, 0)), Qt.MouseButton.RightButton,
                Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier)
    qtbot.wait(50)
    assert b.window.hand_menu.menu is None


def test_another_body_from_the_menu(hands, qtbot):
    b, mouse = hands()
    b.frames(1)
    b.act("hand_menu")
    menu = b.window.hand_menu.menu
    others = next(action.menu() for action in menu.actions() if action.menu() is not None)
    hollow = next(action for action in others.actions() if action.text() == "hollow ball")
    assert hollow.isCheckable() and not hollow.isChecked()
    hollow.trigger()
    menu.close()
    b.settle()
    assert b.run.values["shell"] is True and b.run.bodies[0].shell
    b.act("undo")
    b.settle()
    assert b.run.values["shell"] is False


def test_a_push_is_a_short_hold(hands):
    b, _mouse = hands()
    b.act("hand_push")
    assert "while the run goes on" in b.window.message.text
    b.window.play()
    b.frames(2)
    before = b.player.snapshot.bodies[0].velocity
    b.act("hand_push")
    b.frames(15)
    assert b.run.hold is None and b.window.hand.gesture is None
    gained = b.player.snapshot.bodies[0].velocity - before
    assert float(gained @ b.view.reach.eye.forward) > 0.01       # [m/s] away from the eye


# ---- without a mouse -------------------------------------------------------------------------------------------------

def test_a_body_in_the_keys(hands):
    """Tab selects, H holds, arrows pull, Esc lets go; a second Tab leaves the picture."""
    b, _mouse = hands()
    b.window.play()
    b.frames(2)
    assert not key(b, Qt.Key.Key_Right)                  # a step forward, as ever
    assert key(b, Qt.Key.Key_Tab) and b.window.hand.selected == 0
    b.act("hand_hold")
    b.frames(1)
    first = np.array(b.run.hold.target)
    assert key(b, Qt.Key.Key_Right)
    b.frames(1)
    moved = np.array(b.run.hold.target) - first
    eye = b.view.reach.eye
    assert float(moved @ eye.right) == pytest.approx(0.03*eye.distance, rel=1e-6) and abs(moved[2]) < 1e-12
    for code in (Qt.Key.Key_Up, Qt.Key.Key_PageDown):
        assert key(b, code, Qt.KeyboardModifier.ShiftModifier)
    b.frames(1)
    assert key(b, Qt.Key.Key_Escape)
    b.frames(1)
    assert b.run.hold is None and b.window.hand.gesture is None
    assert not key(b, Qt.Key.Key_Left)
    assert not key(b, Qt.Key.Key_Tab)
    b.act("hand_select")
    assert b.window.hand.selected is None


def test_a_body_is_placed_by_keys(hands):
    b, _mouse = hands()
    b.frames(1)
    b.act("hand_hold")
    before = np.array(b.player.snapshot.bodies[0].contact)
    for _k in range(3):
        assert key(b, Qt.Key.Key_Left)
        b.frames(2)
        b.settle()
    assert key(b, Qt.Key.Key_Return)
    b.settle()
    eye = b.view.reach.eye
    moved = np.array(b.player.snapshot.bodies[0].contact) - before
    assert_allclose(moved, -3*0.03*eye.distance*eye.right, atol=1e-9)
    assert b.window.edits.stack.count() == 1


# ---- words -----------------------------------------------------------------------------------------------------------

def test_all_of_it_is_in_the_menu_and_in_the_list_of_keys(hands):
    b, _mouse = hands([turntable()])
    keys = dict(b.window.commands.key_list())
    assert {"H", "Tab", "Alt + ←", "Alt + ↑"} <= set(keys)
    for action in b.window.commands.menus["hand"].actions():
        assert action.isSeparator() or (action.toolTip() and action.text())
    set_language("ru")
    b.window.retranslate()
    for action in b.window.commands.menus["hand"].actions():
        assert action.isSeparator() or any("а" <= letter <= "я" for letter in action.text())
