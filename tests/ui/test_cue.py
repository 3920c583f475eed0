"""The cue in the window: drawn back and let go, by mouse and keys; what is met first; side and height; points."""

from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose
from PyQt5.QtCore import QPoint, Qt
from PyQt5.QtTest import QTest

from sandbox.run.command import HAND
from sandbox.run.simulation import Simulation
from sandbox.scene.catalogue import load_catalogue
from sandbox.systems.bodies_seen import column_of
from sandbox.ui.hand.cue import CueStroke, first_met
from tests.ui.made_up import turntable
from tests.ui.reached import Mouse, ReachedView

SCENE = load_catalogue(Path(__file__).parents[2] / "scenes").get("billiards")
RADIUS = 0.0286
VALUES = {"rows": 1, "rack_x": 0.3, "speed": 0.0, "cue_x": -0.3, "cue_y": 0.0, "resistance": 2e-3}


class Player:
    """A person at a billiard table."""

    def __init__(self, bench, qtbot, **values):
        self.b = bench([SCENE, turntable()], view=ReachedView)
        self.b.window.open(self.b.player.wanted.__class__(SCENE, {**VALUES, **values}))
        self.b.settle()
        qtbot.waitUntil(lambda: self.b.player.grip._is_ready())
        self.mouse, self.window, self.case = Mouse(self.b), self.b.window, self.b.window.cue_case

    @property
    def ball(self):
        return self.b.player.snapshot.bodies[0]

    @property
    def stroke(self):
        return self.window.hand.gesture

    def key(self, key, modifiers=Qt.KeyboardModifier.NoModifier):
        QTest.keyClick(self.b.view.inner, key, modifiers)
        self.b.frames(1)

    def until_rest(self):
        for _frame in range(3000):
            self.b.frames(1)
            if self.b.run.step > 10 and self.case.can_hit:
                return
        raise AssertionError("it never rests")


@pytest.fixture
def person(bench, qtbot):
    return lambda **values: Player(bench, qtbot, **values)


def test_the_way_to_what_is_met_first():
    run = Simulation(SCENE, VALUES)
    snapshot = run.snapshot()
    # the other ball, straight and a radius beside its middle
    assert first_met(run, snapshot, 0, np.array((1.0, 0.0, 0.0))) == pytest.approx(0.6 - 2*RADIUS, abs=1e-12)
    angle = np.arcsin(RADIUS/0.6)
    along = np.array((np.cos(angle), np.sin(angle), 0.0))
    assert first_met(run, snapshot, 0, along) == pytest.approx(0.6*np.cos(angle) - np.sqrt(3.0)*RADIUS, abs=1e-12)
    # cushions: a ball's centre stays a radius before their lines
    assert first_met(run, snapshot, 0, np.array((-1.0, 0.0, 0.0))) == pytest.approx(1.12 - 0.3 - RADIUS, abs=1e-9)
    assert first_met(run, snapshot, 0, np.array((0.0, 1.0, 0.0))) == pytest.approx(0.56 - RADIUS, abs=1e-9)


def test_pressed_drawn_back_let_go(person):
    one = person()
    assert not one.b.player.is_playing and one.case.can_hit
    one.mouse.press(one.mouse.body)
    one.mouse.drag(one.mouse.of((-0.7, 0.0, RADIUS)), 5)
    one.b.frames(1)
    assert isinstance(one.stroke, CueStroke)
    speed = one.stroke.speed
    assert 1.0 < speed < 6.0
    shown = one.window.hand.sketch.items
    assert [item.text for item in shown if hasattr(item, "text")] == [f"{speed:.2f} m/s"]
    assert sum(getattr(item, "is_dashed", False) for item in shown) == 1
    one.mouse.release()
    one.b.frames(1)
    assert one.b.player.is_playing
    first, last = one.b.run.commands
    assert (first.name, first.step, last.value) == (HAND, 0, None)
    assert one.ball.velocity[0] == pytest.approx(speed, rel=0.02) and abs(one.ball.velocity[1]) < 0.02*speed
    # while they move the hand pulls as ever
    one.mouse.press(one.mouse.body)
    assert one.stroke is None or not isinstance(one.stroke, CueStroke)
    one.mouse.release()


def test_a_shot_that_is_given_up_is_none(person):
    one = person()
    for give_up in (lambda: one.key(Qt.Key.Key_Escape), lambda: one.mouse.drag(one.mouse.body, 3),
                    lambda: one.mouse.view.reach.lost.emit()):
        one.mouse.press(one.mouse.body)
        one.mouse.drag(one.mouse.of((-0.6, 0.1, RADIUS)), 5)
        assert isinstance(one.stroke, CueStroke)
        give_up()
        one.mouse.release()
        one.b.frames(2)
        assert one.stroke is None and one.b.run.commands == [] and one.b.run.step == 0


def test_a_second_shot_when_all_rest_side_and_height_and_points(person):
    one = person()
    one.case.put(0.0, 0.3)
    one.case.shoot((1.0, 0.0, 0.0), 1.0)
    one.until_rest()
    assert one.case.score == (1, 1)
    before = one.b.run.step
    one.case.put(0.9, 0.0)
    assert (one.case.side, one.case.height) == (0.5, 0.0)
    one.case.shoot((0.0, 1.0, 0.0), 0.6)
    one.b.frames(2)
    assert one.b.run.commands[2].step == before and one.ball.velocity[1] > 0.4 and one.ball.angular_velocity[2] > 10.0
    # side spin goes on where it stands: it rests all the same
    one.until_rest()
    assert one.case.score == (1, 2)
    # of the past only what was there by then counts
    one.b.player.travel.go(before)
    one.b.frames(2)
    assert one.case.score == (1, 1)
    one.b.player.travel.go(before)
    one.case.shoot((-1.0, 0.0, 0.0), 0.3)
    one.until_rest()
    assert one.case.score == (1, 2)


def test_the_shot_by_keys(person):
    one = person()
    one.b.view.inner.setFocus()
    one.b.act("hand_select")
    one.b.act("hand_hold")
    assert isinstance(one.stroke, CueStroke) and one.stroke.share == 0.25
    along = one.stroke._along.copy()
    # it begins towards the nearest ball: at two degrees a key it took dozens of them to aim at it
    places = column_of(one.b.player.snapshot.bodies, "centre")
    ways = places[1:] - places[0]
    nearest = ways[np.linalg.norm(ways, axis=1).argmin()]
    assert_allclose(along, nearest/np.linalg.norm(nearest), atol=1e-9)
    # and is hit higher, or lower, as by the wheel
    one.key(Qt.Key.Key_PageUp)
    one.key(Qt.Key.Key_PageUp)
    one.key(Qt.Key.Key_PageDown)
    assert one.case.height == pytest.approx(0.05)
    one.key(Qt.Key.Key_PageDown)
    for _count in range(4):
        one.key(Qt.Key.Key_Up)
    one.key(Qt.Key.Key_Right)
    one.key(Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    assert one.stroke.share == pytest.approx(0.45)
    turned = np.degrees(np.arctan2(np.cross(one.stroke._along, along)[2], along @ one.stroke._along))
    assert turned == pytest.approx(1.8)
    along, speed = one.stroke._along.copy(), one.stroke.speed
    one.key(Qt.Key.Key_Return)
    one.b.frames(1)
    assert_allclose(one.b.run.commands[0].value.target[:2], one.b.run.origin.bodies[0].centre[:2] + 900.0*along[:2],
                    atol=1e-9)
    assert np.linalg.norm(one.ball.velocity) == pytest.approx(speed, rel=0.02)
    # Esc gives one up
    one.until_rest()
    count = len(one.b.run.commands)
    one.b.act("hand_hold")
    one.key(Qt.Key.Key_Escape)
    one.b.frames(2)
    assert len(one.b.run.commands) == count and one.stroke is None


def test_the_disc_by_mouse_and_keys(person, qtbot):
    one = person()
    disc = one.window.cue_disc
    assert disc.isVisible() and disc.accessibleName() == "Point of the cue"
    assert disc.focusPolicy() == Qt.FocusPolicy.TabFocus
    middle = QPoint(disc.width()//2, 52)
    QTest.mousePress(disc, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, middle + QPoint(10, -20))
    QTest.mouseRelease(disc, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, middle + QPoint(10, -20))
    assert one.case.side == pytest.approx(0.2) and one.case.height == pytest.approx(0.4)
    # what stands below it is whole in both languages, whatever point is hit
    for language in ("ru", "en"):
        one.window.set_language(language)
        one.b.frames(1)
        words = disc._words()
        assert len(words) == 2 and max(map(disc.fontMetrics().horizontalAdvance, words)) < disc.width()
        assert one.b.view.rect().contains(disc.geometry())
    disc.setFocus()
    step = one.b.run.step
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Left, Qt.Key.Key_Down):
        qtbot.keyClick(disc, key)
    assert one.case.side == pytest.approx(0.1) and one.case.height == pytest.approx(0.35) and one.b.run.step == step
    qtbot.keyClick(disc, Qt.Key.Key_Home)
    assert (one.case.side, one.case.height) == (0.0, 0.0)
    one.window.choose_scene("turntable")
    one.b.settle()
    assert disc.isHidden() and not one.case.can_hit
