"""The cue in the window: drawn back and let go, by mouse and keys; what is met first; side and height; points."""


import numpy as np
import pytest
from numpy.testing import assert_allclose
from PyQt5.QtCore import QPoint, Qt
from PyQt5.QtTest import QTest

from sandbox.run.command import HAND, Hold
from sandbox.run.simulation import Simulation
from sandbox.systems.bodies_seen import column_of
from sandbox.ui.hand.cue import CueStroke, are_at_rest, first_met
from tests.shipped import shipped
from tests.ui.made_up import turntable
from tests.ui.reached import Mouse, ReachedView

CATALOGUE = shipped()
SCENE, CURLING = CATALOGUE.get("billiards"), CATALOGUE.get("curling")
RADIUS = 0.0286
VALUES = {"rows": 1, "rack_x": 0.3, "speed": 0.0, "cue_x": -0.3, "cue_y": 0.0, "resistance": 2e-3}


class Player:
    """A person at a billiard table, or on the ice."""

    def __init__(self, bench, qtbot, scene=SCENE, **values):
        self.b = bench([scene, turntable()], view=ReachedView)
        self.b.window.open(self.b.player.wanted.__class__(scene, {**(VALUES if scene is SCENE else {}), **values}))
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


# stones that are thrown in turn ---------------------------------------------------------------------------------------

def aimed(one, body: int, across: float = 0.0):
    """Direction of a stone to a place beside the tee."""
    return np.array((2.6, across, 0.0)) - one.b.player.snapshot.bodies[body].centre


def until_turn(one, left: int):
    for _frame in range(3000):
        one.b.frames(1)
        if len(one.case.waiting) == left and are_at_rest(one.b.player.snapshot):
            return
    raise AssertionError("it never rests")


def test_stones_are_thrown_in_turn_and_the_end_is_scored(person):
    one = person(scene=CURLING, stones=3, mu=0.1)
    disc, case = one.window.cue_disc, one.case
    assert case.body == 0 and case.next_side == "red" and case.can_hit and disc.isVisible()
    assert disc._words() == ["red 0, yellow 0", "next: red, left: 3"]
    # it stands beside the pad of what is steered, not over it
    pad = one.window.steer_pad
    assert pad.isVisible() and not disc.geometry().intersects(pad.geometry())
    # the others have their turn later
    assert case.is_for(0) and not case.is_for(1)
    for body, (speed, across, left) in enumerate(((4.9, 0.5, 2), (4.95, -0.1, 1), (4.8, 0.0, 0))):
        assert case.body == body
        case.shoot(aimed(one, body, across), speed)
        until_turn(one, left)
        one.b.frames(2)
        if left:
            assert one.b.player.focus.body == body + 1
    counted = case.house.count([body.centre for body in one.b.player.snapshot.bodies], [0.14]*3)
    assert case.counted == counted and sum(counted.points) > 0
    assert disc._words()[1] == "all thrown" and disc._words()[2].endswith(" m from the tee") and disc.isVisible()
    assert case.body is None and not case.can_hit
    # before a throw its stone waits again
    second = [command.step for command in one.b.run.commands if isinstance(command.value, Hold)][1]
    one.b.player.travel.go(second)
    one.b.frames(2)
    assert case.body == 1 and case.can_hit and disc._words()[1] == "next: yellow, left: 2"


def test_keys_aim_at_the_tee_and_draw_as_far_as_the_scene_says(person):
    one = person(scene=CURLING, stones=4, mu=0.02)
    one.b.view.inner.setFocus()
    one.b.act("hand_select")
    one.b.act("hand_hold")
    along = aimed(one, 0)[:2]
    assert_allclose(one.stroke._along[:2], along/np.linalg.norm(along), atol=1e-9)
    assert one.stroke._full == pytest.approx(0.15*one.b.view.reach.span) and one.stroke.speed == pytest.approx(1.0)


def test_a_held_key_sweeps_while_a_stone_slides(person):
    one = person(scene=CURLING, stones=2, mu=0.02)
    one.case.shoot(aimed(one, 0), 2.0)
    one.b.frames(5)
    before = one.ball.velocity[0]
    one.b.frames(30)
    plain = before - one.ball.velocity[0]
    one.window.steering._held.add(Qt.Key.Key_Right)
    one.b.frames(30)
    assert one.b.run.values["sweep"] == 0.3
    before = one.ball.velocity[0]
    one.b.frames(30)
    assert before - one.ball.velocity[0] == pytest.approx(0.7*plain, rel=1e-3)       # of whole frames alike
    # what is steered is marked on its slider, as a rate is that goes to its target
    slider = one.b.row("sweep").slider
    assert slider._present == round(slider.scale.share(0.3)*slider._length())
    one.window.steering.let_go()
    one.b.frames(30)
    assert one.b.run.values["sweep"] == 0.0 and slider._present == round(slider.scale.share(0.0)*slider._length())


def test_nothing_is_offered_while_a_stone_waits(person):
    one = person(scene=CURLING, stones=2, mu=0.1)
    one.b.player.play()
    one.b.frames(120, 0.1)
    one.window.message.end("note")
    one.b.frames(120, 0.1)
    assert not one.window.message.text
    one.window.offer.is_waiting = lambda: False
    one.b.frames(120, 0.1)
    assert one.window.message.kind == "offer"


def test_a_stone_alone_has_no_cue_and_is_swept(person):
    one = person(scene=CURLING)
    assert one.case.cue is not None and one.case.body is None and not one.case.is_there
    assert one.window.cue_disc.isHidden() and one.window.steer_pad.isVisible()
