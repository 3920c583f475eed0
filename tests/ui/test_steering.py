"""Steering in the window: keys, pad and mouse tilt a plate while its run goes on; it never stays tilted by itself."""

from pathlib import Path

import numpy as np
import pytest
from PyQt5.QtCore import QEvent, QPoint, QPointF, Qt
from PyQt5.QtGui import QImage, QKeyEvent, QMouseEvent, QRegion
from PyQt5.QtTest import QTest
from PyQt5.QtWidgets import QApplication, QMenu, QWidget

from sandbox.run.simulation import Simulation
from sandbox.scene import Ball, Motion, Parameter, Plane, Preset, Scene, Signal, Start, Steer
from sandbox.scene.catalogue import load_catalogue
from sandbox.scene.goals.challenge import load_challenges
from sandbox.ui.play.session import RUNNING
from sandbox.ui.playback import run_steps
from tests.ui.made_up import turntable
from tests.ui.reached import Mouse, ReachedView

RANGE = 0.06            # [rad]
FRAMES = 24             # of 1/60 s, within which a held key reaches the end of the range


def plate(**more):
    """A ball that rolls on a plate with two tilts."""
    def build(p):
        return Ball(0.01), Plane(rim=2.0), Motion(tilt_axis="x", tilt=Signal(live="tilt_x", order=0, limit=20.0),
                                                  second_axis="y",
                                                  second_tilt=Signal(live="tilt_y", order=0, limit=20.0))
    tilts = (Parameter(name, 0.0, "rad", low=-0.1, high=0.1, live=True, about=name) for name in ("tilt_x", "tilt_y"))
    parameters = (*tilts, Parameter("friction", 0.3, low=0.0, high=1.0, about="of no effect"))
    controls = (Steer("tilt_y", "tilt_x", range=(-RANGE, RANGE), reverses=("tilt_x",), **more),)
    return Scene("Plate", parameters, build, lambda p: Start(at=(0.0, 0.0)), controls=controls, id="plate",
                 source="plate", presets=(Preset("Level"), Preset("Leans", tilt_x=0.02)))


class Player:
    """A person at a window, with keys."""

    def __init__(self, bench, qtbot, *scenes, **options):
        self.b = bench(scenes or [plate()], **options)
        self.qtbot, self.window = qtbot, self.b.window
        self.window.activateWindow()
        qtbot.waitUntil(self.window.isActiveWindow)
        self.at = self.b.view.focusProxy() or self.b.view
        self.at.setFocus()

    def play(self):
        self.window.play()
        self.b.frames(5)

    def key(self, kind, key, is_repeat=False, modifiers=Qt.KeyboardModifier.NoModifier):
        """A key as a real window gets it: a question first, then the key."""
        if kind == QEvent.Type.KeyPress:
            question = QKeyEvent(QEvent.Type.ShortcutOverride, key, modifiers, "", is_repeat)
            question.ignore()
            QApplication.sendEvent(self.at, question)
            if not question.isAccepted():
                return False
        QApplication.sendEvent(self.at, QKeyEvent(kind, key, modifiers, "", is_repeat))
        return True

    def press(self, *keys):
        for key in keys:
            self.key(QEvent.Type.KeyPress, key)

    def release(self, *keys):
        for key in keys:
            self.key(QEvent.Type.KeyRelease, key)

    @property
    def tilts(self) -> tuple[float, float]:
        """Targets of the present step [rad]."""
        values = self.b.run.values_at(self.b.run.step)
        return values["tilt_x"], values["tilt_y"]


@pytest.fixture
def person(bench, qtbot):
    return lambda *scenes, **options: Player(bench, qtbot, *scenes, **options)


def test_a_held_key_goes_to_the_end_of_the_range_and_springs_back(person):
    one = person()
    one.play()
    begun = one.b.run.step
    one.press(Qt.Key.Key_Right)
    one.b.frames(1)
    # in the very next frame there is a new target
    first = one.b.run.commands[0]
    assert first.step == begun and first.name == "tilt_y" and first.value == pytest.approx(RANGE/FRAMES)
    one.b.frames(FRAMES - 2)
    assert 0.9*RANGE < one.tilts[1] < RANGE
    one.b.frames(2)
    assert one.tilts == (0.0, RANGE)
    one.b.frames(10)
    one.release(Qt.Key.Key_Right)
    one.b.frames(FRAMES + 1)
    assert one.tilts == (0.0, 0.0) and one.b.player.is_playing


def test_up_rolls_the_ball_away_and_right_to_the_right(person):
    one = person()
    one.play()
    one.press(Qt.Key.Key_Up, Qt.Key.Key_Right)
    one.b.frames(60)
    assert one.tilts == (-RANGE, RANGE)
    place = one.b.player.snapshot.bodies[0].centre
    assert place[0] > 0.05 and place[1] > 0.05
    one.release(Qt.Key.Key_Up)
    one.b.frames(FRAMES + 1)
    # two keys at once: each axis by itself
    assert one.tilts == (0.0, RANGE)
    one.press(Qt.Key.Key_Left)
    one.b.frames(FRAMES + 1)
    assert one.tilts == (0.0, 0.0)
    one.release(Qt.Key.Key_Right)
    one.b.frames(FRAMES + 1)
    assert one.tilts == (0.0, -RANGE)


def test_one_command_for_a_step_and_name_and_the_run_replays_bit_by_bit(person):
    one = person()
    one.play()
    for keys in ((Qt.Key.Key_Up,), (Qt.Key.Key_Left, Qt.Key.Key_Up), (Qt.Key.Key_Down,)):
        one.press(*keys)
        one.b.frames(7)
        one.release(*keys)
        one.b.frames(3)
    run = one.b.run
    commands = [(c.step, c.name) for c in run.commands]
    assert len(commands) == len(set(commands)) > 30
    assert [step for step, _name in commands] == sorted(step for step, _name in commands)
    again = Simulation(run.scene, run.start_values)
    again.replay(run.commands)
    again.advance(run.step)
    assert all(np.array_equal(a, b) for a, b in zip(again.states, run.states, strict=True))


def test_repeats_of_a_held_key_are_no_steps_not_even_after_a_pause(person):
    one = person()
    one.play()
    one.press(Qt.Key.Key_Left)
    for _count in range(20):
        # X11 tells a release and a press for each
        one.key(QEvent.Type.KeyRelease, Qt.Key.Key_Left, True)
        assert one.key(QEvent.Type.KeyPress, Qt.Key.Key_Left, True)
        one.b.frames(1)
    assert one.tilts[1] < -0.5*RANGE and one.b.player.is_playing
    one.window.pause()
    step = one.b.run.step
    assert one.key(QEvent.Type.KeyPress, Qt.Key.Key_Left, True)
    one.b.frames(3)
    assert one.b.run.step == step
    one.release(Qt.Key.Key_Left)
    # a key that is pressed while the run waits is the window's: it steps
    assert not one.key(QEvent.Type.KeyPress, Qt.Key.Key_Left)
    one.play()
    one.b.frames(FRAMES + 1)
    assert one.tilts == (0.0, 0.0)


def test_keys_step_while_the_run_waits(person):
    one = person()
    one.qtbot.keyClick(one.at, Qt.Key.Key_Right)
    one.qtbot.keyClick(one.at, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert one.b.run.step == 11 and one.b.run.commands == []
    one.play()
    one.qtbot.keyPress(one.at, Qt.Key.Key_Right)
    one.b.frames(3)
    assert one.b.player.is_playing and one.tilts[1] > 0.0
    one.qtbot.keyRelease(one.at, Qt.Key.Key_Right)
    # with a modifier it is what it always was
    one.qtbot.keyClick(one.at, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert not one.b.player.is_playing


def lose_focus(one):
    one.window.docks["parameters"].rows["friction"].field.setFocus()


def deactivate(one):
    QApplication.sendEvent(one.window, QEvent(QEvent.Type.WindowDeactivate))


def escape(one):
    one.press(Qt.Key.Key_Escape)


@pytest.mark.parametrize("end", [lose_focus, deactivate, escape])
def test_where_the_end_of_a_key_never_comes_it_springs_back(person, end):
    one = person()
    one.play()
    one.press(Qt.Key.Key_Right, Qt.Key.Key_Down)
    one.b.frames(12)
    assert min(one.tilts) > 0.0
    end(one)
    one.b.frames(FRAMES + 1)
    assert one.tilts == (0.0, 0.0) and one.b.player.is_playing


def test_a_menu_takes_the_keys_away(person):
    one = person()
    one.play()
    one.press(Qt.Key.Key_Right)
    one.b.frames(12)
    menu = QMenu(one.window)
    menu.addAction("one")
    menu.popup(QPoint(10, 10))
    one.b.frames(FRAMES + 1)
    assert one.tilts == (0.0, 0.0)
    menu.close()


def test_it_springs_back_after_a_pause_while_held(person):
    one = person()
    one.play()
    one.press(Qt.Key.Key_Right)
    one.b.frames(12)
    one.window.pause()
    one.b.frames(2)
    held = one.tilts[1]
    assert held > 0.0
    one.release(Qt.Key.Key_Right)
    one.play()
    one.b.frames(FRAMES + 1)
    assert one.tilts == (0.0, 0.0)


def test_a_run_that_begins_again_is_not_tilted(person):
    one = person()
    one.b.act("play")
    one.window.choose_preset("Leans")
    one.b.settle()
    one.play()
    one.press(Qt.Key.Key_Right, Qt.Key.Key_Up)
    one.b.frames(20)
    assert one.tilts[0] == pytest.approx(0.02 - 20*RANGE/FRAMES, abs=0.011) and one.tilts[1] > 0.03
    one.b.act("reset")
    one.b.settle()
    # as it began, and what was never steered stays
    assert one.b.run.start_values["tilt_x"] == 0.02 and one.b.run.start_values["tilt_y"] == 0.0
    one.release(Qt.Key.Key_Right, Qt.Key.Key_Up)
    one.b.frames(30)
    assert one.tilts == (0.02, 0.0) and one.b.run.commands == []
    # another value that begins the run anew while a key is down
    one.press(Qt.Key.Key_Right)
    one.b.frames(15)
    one.window.edits.change("friction", 0.5)
    one.b.frames(30)
    one.b.settle()
    assert one.b.run.start_values["friction"] == 0.5 and one.b.run.start_values["tilt_y"] == 0.0


def test_the_past_is_shown_as_it_was_and_its_end_springs_back(person):
    one = person()
    one.play()
    one.press(Qt.Key.Key_Right)
    one.b.frames(30)
    one.window.pause()
    latest, count = one.b.run.latest, len(one.b.run.commands)
    one.release(Qt.Key.Key_Right)
    one.b.player.travel.go(10)
    one.play()
    while one.b.run.step < latest - 4:
        one.b.frames(1)
    # shown again, nothing is added to it
    assert len(one.b.run.commands) == count and one.tilts[1] == RANGE
    one.b.frames(FRAMES + 4)
    assert one.tilts == (0.0, 0.0)
    # from the middle of a tilt into another future
    one.b.player.travel.go(latest//2)
    one.b.act("fork")
    one.b.frames(FRAMES + 4)
    assert one.tilts == (0.0, 0.0) and one.b.player.is_playing


def seen_again(one, seconds: float):
    """Shows a run as one that was read from a log: tilted to the end of the range all the time."""
    run = Simulation(one.b.run.scene)
    run.set("tilt_y", RANGE)
    run.advance(round(seconds*run.step_rate))
    run_steps.go(run, 0)
    one.b.player.show_made(run, "")
    one.b.settle()
    return run


def test_who_steers_as_the_log_did_goes_on_steering_beyond_its_end(person):
    one = person()
    run = seen_again(one, 0.5)
    end = run.latest
    one.play()
    one.press(Qt.Key.Key_Right)
    one.b.frames(60)
    # the same targets are no other future
    assert one.b.run is run and run.latest > end and one.b.player.is_playing and len(run.commands) == 1
    assert one.tilts[1] == RANGE
    one.release(Qt.Key.Key_Right)
    one.b.frames(6)
    assert one.b.player.is_playing


def test_a_log_that_nobody_steers_ends_where_it_ends(person):
    one = person()
    run = seen_again(one, 0.5)
    end = run.latest
    one.play()
    one.b.frames(60)
    assert run.step == end and not one.b.player.is_playing


def test_steering_in_the_past_of_a_log_is_another_future_that_goes_on(person):
    one = person()
    run = seen_again(one, 0.5)
    end = run.latest
    one.play()
    one.press(Qt.Key.Key_Left)
    one.b.frames(60)
    assert one.b.run.latest > end and one.b.player.is_playing and one.tilts[1] < 0.0
    assert len(one.b.player.travel.branches.all) == 1


def test_what_a_slider_has_set_stays(person):
    one = person()
    one.play()
    one.window.edits.change("tilt_y", 0.03)
    one.b.frames(60)
    assert one.tilts == (0.0, 0.03)
    one.press(Qt.Key.Key_Up)
    one.b.frames(12)
    one.release(Qt.Key.Key_Up)
    one.b.frames(FRAMES)
    assert one.tilts == (0.0, 0.03)


def test_without_a_spring_it_stays_where_it_was_steered(person):
    one = person(plate(springs_back=False))
    one.play()
    one.press(Qt.Key.Key_Right)
    one.b.frames(12)
    one.release(Qt.Key.Key_Right)
    one.b.frames(1)
    held = one.tilts[1]
    one.b.frames(40)
    assert 0.4*RANGE < held < 0.6*RANGE and one.tilts == (0.0, held)


def test_the_knob_of_the_pad_steers_and_springs_back(person):
    one = person()
    pad = one.window.steer_pad
    assert pad.isVisible() and pad.accessibleName() == "Steering" and pad.toolTip()
    assert pad.focusPolicy() == Qt.FocusPolicy.TabFocus
    one.play()
    middle = QPoint(pad.width()//2, pad.height()//2)
    QTest.mousePress(pad, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, middle + QPoint(200, 0))
    one.b.frames(1)
    assert one.tilts == (0.0, RANGE)
    place = QPointF(middle) - QPointF(0, 20)
    QApplication.sendEvent(pad, QMouseEvent(QEvent.Type.MouseMove, place, Qt.MouseButton.NoButton,
                                            Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier))
    one.b.frames(1)
    assert -RANGE < one.tilts[0] < -0.3*RANGE and one.tilts[1] == pytest.approx(0.0, abs=0.002)
    QTest.mouseRelease(pad, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, middle)
    one.b.frames(FRAMES + 1)
    assert one.tilts == (0.0, 0.0)
    # while the run waits there is nothing to steer
    one.window.pause()
    QTest.mousePress(pad, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, middle + QPoint(30, 0))
    one.b.frames(2)
    one.play()
    assert one.tilts == (0.0, 0.0)
    QTest.mouseRelease(pad, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, middle)


def test_the_pad_lets_a_body_behind_it_be_seen(person):
    """By its pixels: nearly all of what lies behind comes through, but not while the knob is held."""
    one = person()
    pad = one.window.steer_pad
    at, middle = pad.geometry().center(), QPoint(pad.width()//2, pad.height()//2)
    body = np.array([[at.x(), at.y()], [at.x() + 5.0, at.y() + 5.0]])

    def light_through():
        """Lightness of a white picture behind the disc, off its lines, 0 to 255."""
        picture = QImage(pad.size(), QImage.Format.Format_ARGB32)
        picture.fill(Qt.GlobalColor.white)
        pad.render(picture, QPoint(), QRegion(), QWidget.RenderFlag(0))
        return picture.pixelColor(middle + QPoint(26, 20)).lightness()

    pad.keep_clear(np.zeros((0, 2)))
    plain = light_through()
    pad.keep_clear(body)
    assert pad.is_faded and plain < 90 and light_through() > 160
    pad.keep_clear(body - 300.0)
    assert not pad.is_faded and light_through() == plain
    one.play()
    QTest.mousePress(pad, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, middle + QPoint(30, 0))
    pad.keep_clear(body)
    assert not pad.is_faded
    QTest.mouseRelease(pad, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, middle)


def test_ctrl_makes_the_whole_picture_a_pad(person):
    one = person(view=ReachedView)
    mouse = Mouse(one.b)
    one.play()

    def hover(place, modifiers=Qt.KeyboardModifier.NoModifier):
        mouse._send(QEvent.Type.MouseMove, place, Qt.MouseButton.NoButton, Qt.MouseButton.NoButton, modifiers)
        one.b.frames(1)
    hover((300, 100))
    hover((300, 100), Qt.KeyboardModifier.ControlModifier)
    assert one.tilts == (0.0, 0.0)
    hover((340, 60), Qt.KeyboardModifier.ControlModifier)
    assert one.tilts[1] > 0.1*RANGE and one.tilts[0] < -0.1*RANGE
    hover((341, 60))
    one.b.frames(FRAMES)
    assert one.tilts == (0.0, 0.0)
    hover((300, 100), Qt.KeyboardModifier.ControlModifier)
    hover((340, 100), Qt.KeyboardModifier.ControlModifier)
    one.key(QEvent.Type.KeyRelease, Qt.Key.Key_Control)
    one.b.frames(FRAMES + 1)
    assert one.tilts == (0.0, 0.0)


def test_it_is_said_once_where_a_run_is_steered_and_nowhere_else(person):
    one = person(turntable(), plate())
    one.play()
    assert "arrow keys" not in one.window.message.text and one.window.steer_pad.isHidden()
    one.window.choose_scene("plate")
    one.b.settle()
    one.b.act("play")
    one.b.act("play")
    said = one.window.message.text
    assert said.startswith("The arrow keys steer while the run goes on") and one.window.steer_pad.isVisible()
    one.window.message.hide()
    one.b.act("play")
    one.b.act("play")
    assert one.window.message.isHidden()
    one.window.choose_scene("turntable")
    one.b.settle()
    assert one.window.steer_pad.isHidden()
    one.play()
    one.press(Qt.Key.Key_Right)
    assert one.b.run.commands == []


def test_a_try_of_the_labyrinth_is_steered_and_begins_level_again(person, tmp_path):
    root = Path(__file__).parents[2]
    scenes = load_catalogue(root / "scenes")
    one = person(scenes.get("labyrinth"), challenges=(root / "challenges",), results=tmp_path/"results.sqlite")
    play = one.window.challenges
    play.open(load_challenges((root / "challenges",), scenes.get).good["labyrinth"])
    one.b.settle()
    one.b.act("play_go")
    one.b.frames(5)
    one.press(Qt.Key.Key_Down)
    one.b.frames(30)
    assert play.session.state == RUNNING and one.tilts[0] == pytest.approx(0.05) and one.b.run.commands
    assert one.b.player.snapshot.bodies[0].centre[1] < 0.12
    one.b.act("play_go")
    one.b.frames(2)
    assert play.session.state == RUNNING and one.b.run.step < 20 and one.b.run.start_values["tilt_x"] == 0.0
    one.release(Qt.Key.Key_Down)
    one.b.frames(FRAMES)
    assert one.tilts == (0.0, 0.0)
