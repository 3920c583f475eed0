"""The hand in the window: what mouse and keys over the picture become, and that it always lets go."""

import gc
import json
import weakref
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from PyQt5.QtCore import QEvent, QPointF, Qt
from PyQt5.QtGui import QGuiApplication
from PyQt5.QtWidgets import QApplication

from sandbox.run.command import HAND
from sandbox.run.snapshot import Event
from sandbox.scene.catalogue import load_catalogue
from sandbox.ui.hand.plane import on_plane, turning
from sandbox.ui.playback.grip import Grip
from tests.ui.made_up import Settings, turntable
from tests.ui.reached import Mouse, ReachedView

SCENES = Path(__file__).resolve().parents[2] / "scenes"
FRAME = 4      # steps of 240 per second in a frame of the bench


@pytest.fixture
def hands(bench, qtbot):
    """hands(**options) -> a bench whose picture can be reached into, and the mouse over it."""
    def make(scenes=(), **options):
        b = bench(scenes, view=ReachedView, **options)
        # what is compiled for a hand is compiled
        qtbot.waitUntil(lambda: b.run is None or b.player.grip._is_ready())
        return b, Mouse(b)
    return make


def holds(b):
    return [c for c in b.run.commands if c.name == HAND]


def playing(b):
    b.window.play()
    b.frames(3)


# ---- grabbing --------------------------------------------------------------------------------------------------------

def test_press_move_release(hands):
    """A ball is held at its mass centre, follows the mouse along the table and is let go: all of it is in the log."""
    b, mouse = hands()
    playing(b)
    mouse.press(mouse.body)
    b.frames(1)
    assert b.run.hold is not None and b.run.hold.point == (0.0, 0.0, 0.0)
    goal = mouse.of((0.05, 0.12, 0.02))
    mouse.drag(goal, 20)
    b.frames(240)
    mouse.release()
    b.frames(2)
    assert b.run.hold is None
    commands = holds(b)
    assert commands[0].value.body == 0 and commands[-1].value is None
    steps = [c.step for c in commands]
    assert len(set(steps)) == len(steps) and len(steps) <= 23
    # the target is where the mouse is, at the height of the held point [m]: a mouse knows whole pixels, here of 1.2 mm
    assert_allclose(commands[-2].value.target, (0.05, 0.12, 0.02), atol=3e-3)


def test_the_body_comes_to_the_mouse(hands):
    b, mouse = hands([turntable(presets=())])
    b.window.edits.change("rate", 0.0)
    playing(b)
    b.frames(60)
    mouse.press(mouse.body)
    goal = np.array((-0.05, 0.1, 0.02))
    mouse.drag(mouse.of(goal), 10)
    b.frames(200)
    # a spring that is damped critically, on a table at rest: it arrives
    assert_allclose(b.player.snapshot.bodies[0].centre, goal, atol=3e-3)
    words = [item.text for item in b.window.hand.sketch.items if hasattr(item, "text")]
    assert len(words) == 1 and words[0].endswith(" N")
    mouse.release()


def test_in_the_past_a_grab_begins_another_future(hands):
    """Thrown, taken back, thrown otherwise: the run goes on under the hand, and the first throw stays as a branch."""
    b, mouse = hands()
    playing(b)
    b.frames(30)
    mouse.press(mouse.body)
    mouse.drag(mouse.of((0.1, 0.08, 0.02)), 10)
    mouse.release()
    b.frames(30)
    b.window.pause()
    thrown = b.run.latest
    b.player.travel.visit(0.1)
    b.frames(2)
    mouse.press(mouse.body)
    b.frames(1)
    assert b.player.is_playing and b.run.hold is not None and "With Alt" in b.window.message.text
    mouse.drag(mouse.of((0.02, -0.1, 0.02)), 10)
    mouse.release()
    b.frames(10)
    branches = b.player.travel.branches.all
    assert b.run.latest < thrown and [branch.run.latest for branch in branches] == [thrown]
    # with Alt it is placed: a run of its own, from its start
    b.window.pause()
    mouse.press(mouse.body, Qt.KeyboardModifier.AltModifier)
    assert not b.player.is_playing and b.run.hold is None
    assert type(b.window.hand.gesture).__name__ == "Reposition"
    mouse.release()


def test_beside_a_body_the_camera_gets_the_mouse(hands):
    b, mouse = hands()
    playing(b)
    for place in (mouse.body - (90, 0), np.array((20.0, 20.0)), mouse.of((0.0, -0.1, 0.0))):
        mouse.press(place)
        assert b.window.hand.gesture is None
        mouse.drag(place + np.array((30, 10)), 3)
        mouse.release()
    assert holds(b) == []


def test_ten_thousand_moves_are_one_command_per_frame(hands):
    b, mouse = hands()
    playing(b)
    mouse.press(mouse.body)
    b.frames(1)
    before, begin = len(holds(b)), b.run.step
    place = mouse.at
    for k in range(10_000):
        mouse.move(place + np.array((k % 37, k % 23)))
        if k % 1000 == 999:
            b.frames(1)
    assert len(holds(b)) - before == 10 and b.run.step - begin == 10*FRAME
    mouse.release()
    b.frames(1)
    assert b.run.hold is None


def test_shift_and_wheel(hands):
    b, mouse = hands()
    playing(b)
    mouse.press(mouse.body)
    b.frames(1)
    first = np.array(b.run.hold.target)
    mouse.drag(mouse.at, 1, Qt.KeyboardModifier.ShiftModifier)
    # downwards: upwards it would take off, which ends a run that can only roll
    mouse.drag(mouse.at + np.array((0, 80)), 5, Qt.KeyboardModifier.ShiftModifier)
    eye = b.view.reach.eye
    moved = np.array(b.run.hold.target) - first
    assert_allclose(np.cross(moved, eye.up), 0.0, atol=1e-9)       # [m^2] along the view's vertical
    assert float(moved @ eye.up) == pytest.approx(-80*eye.pixel(first), rel=0.1)
    before = np.array(b.run.hold.target)
    mouse.wheel(2)
    b.frames(1)
    farther = np.array(b.run.hold.target) - before
    assert_allclose(farther/np.linalg.norm(farther), eye.forward, atol=1e-9)
    mouse.wheel(-2)
    b.frames(1)
    assert_allclose(b.run.hold.target, before, atol=1e-9)
    mouse.release()


def test_control_holds_the_touched_point(hands):
    b, mouse = hands()
    playing(b)
    mouse.press(mouse.body + np.array((0, -6)), Qt.KeyboardModifier.ControlModifier)
    b.frames(1)
    assert np.linalg.norm(b.run.hold.point) == pytest.approx(0.02, abs=1e-9)       # [m] on the surface of the ball
    mouse.release()


def test_undo_takes_the_run_back_before_the_hand(hands):
    b, mouse = hands()
    playing(b)
    mouse.press(mouse.body)
    b.frames(1)
    begin = holds(b)[0].step
    mouse.drag(mouse.at + np.array((40, 10)), 10)
    mouse.release()
    b.frames(1)
    end = holds(b)[-1].step
    stack = b.window.edits.stack
    assert stack.undoText() == "hand"
    after = b.run.snapshot() if b.run.step == end else None
    b.frames(5)
    b.act("undo")
    assert b.run.step == begin and not b.player.is_playing
    b.act("redo")
    assert b.run.step == end and b.run.hold is None
    if after is not None:
        assert (b.run.snapshot().bodies[0].centre == after.bodies[0].centre).all()


def test_a_run_that_was_held_can_go(hands):
    """The way back before a hold keeps no run alive that is gone: each holds megabytes, and there are 300 ways back."""
    b, mouse = hands([turntable(), turntable("Another table", id="other")])
    playing(b)
    mouse.press(mouse.body)
    b.frames(1)
    mouse.drag(mouse.at + np.array((40, 10)), 10)
    mouse.release()
    b.frames(1)
    stack = b.window.edits.stack
    assert stack.undoText() == "hand"
    held = weakref.ref(b.run)
    for scene in ("other", "turntable", "other"):
        b.window.choose_scene(scene)
        b.settle()
    gc.collect()
    assert held() is None and stack.count() == 4
    for _ in range(4):
        b.act("undo")
        b.settle()
    # to the scene; there is no hold any more to be taken back
    assert b.run.scene.id == "turntable" and b.run.hold is None and not stack.canUndo()


def test_a_grab_in_the_past_begins_another_future(hands):
    """What was done later stays as a branch; what is shown again shows the hand of then, and no mouse holds it."""
    b, mouse = hands()
    playing(b)
    mouse.press(mouse.body)
    b.frames(1)
    begin = b.run.step
    mouse.drag(mouse.at + np.array((20, 5)), 10)
    mouse.release()
    b.frames(30)
    first = holds(b)
    latest = b.run.latest
    b.player.travel.visit((begin + 12)/240)
    b.frames(1)
    assert b.player.snapshot.hand is not None and b.window.hand.gesture is None
    assert any(getattr(item, "text", "").endswith(" N") for item in b.window.hand.sketch.items)
    b.window.play()
    mouse.press(mouse.body)
    b.frames(2)
    assert b.run.latest < latest and b.window.hand.gesture is not None
    assert len(b.player.travel.branches.all) == 1 and holds(b)[0] == first[0] and holds(b) != first
    mouse.release()
    b.frames(1)
    assert b.run.hold is None


def test_a_loop_that_jumps_back_takes_the_body_out_of_the_hand(hands):
    b, mouse = hands()
    playing(b)
    mouse.press(mouse.body)
    b.frames(2)
    assert b.run.hold is not None
    b.run.go_to(0)
    b.frames(2)
    assert b.window.hand.gesture is None and b.window.message.text == ""
    mouse.release()


def test_what_cannot_be_held_says_why(hands):
    scene = load_catalogue(SCENES).scenes["suslov"]
    b, mouse = hands([scene], scene_id="suslov")
    playing(b)
    # its mass centre is fixed; a key holds a body there
    b.act("hand_hold")
    assert b.window.hand.gesture is not None
    b.frames(2)
    assert "held by its constraints" in b.window.message.text and b.window.hand.gesture is None
    assert holds(b) == []
    # any other point of it can be pulled
    places = b.view.reach.solid(0).centre + b.view.reach.solid(0).points @ b.view.reach.solid(0).axes.T
    mouse.press(next(place for place in b.view.reach.eye.project(places)
                     if getattr(b.view.reach.pick(*np.rint(place)), "body", None) == 0))
    mouse.drag(mouse.at + np.array((5, 5)), 2)
    assert np.linalg.norm(b.run.hold.point) > 0.01       # [m]
    mouse.release()
    b.frames(1)
    assert b.run.hold is None


def test_a_model_that_runs_beside_for_comparison_is_not_held(hands):
    scene = load_catalogue(SCENES).scenes["breakaway"]
    b, mouse = hands([scene], scene_id="breakaway")
    playing(b)
    assert len(b.run.bodies) == 2 and b.run.in_reach == 1
    b.window.hand.select(1)
    for act in ("hand_hold", "hand_push"):
        b.act(act)
        b.frames(2)
        assert b.window.hand.gesture is None and "feels no hand" in b.window.message.text and holds(b) == []
        b.window.message.hide()


class Stuck:
    """A run that ends while a hand pulls, one step after any."""

    def __init__(self):
        self.step, self.ended, self.hold, self.given = 7, None, None, []
        self.on_fork = self.forked = lambda: self.given.append("a future is kept")

    def grab(self, *begin):
        self.hold = begin

    def let_go(self):
        if self.on_fork is not None:
            self.on_fork()
        self.hold = None
        self.given.append(("let go", self.step))

    def go_to(self, step):
        self.step, self.ended = step, None
        return True


@pytest.mark.parametrize(("kind", "slips"), [("stop", True), ("rim", False)])
def test_the_hand_lets_go_where_its_pull_leaves_no_motion(kind, slips):
    said, run = [], Stuck()
    grip = Grip(said.append, lambda: True)
    grip.grab(0, (0.0, 0.0, 0.0))
    assert grip.apply(run) and not grip.slip(run)
    run.ended = Event(0.0301, 0, kind, "No rigid motion goes on from here.")
    assert grip.slip(run) is slips
    assert (run.given, grip.is_held, grip.is_over) == (([("let go", 7)], False, True) if slips else ([], True, False))
    assert said == (["The hand has let go at t = 0.030 s: as it pulled, no motion went on."] if slips else [])
    assert run.on_fork is run.forked and (run.ended is None) is slips and not grip.slip(run)


# ---- it always lets go -----------------------------------------------------------------------------------------------

def elsewhere(b, mouse):
    """The button went up in another program: the next move comes without it."""
    mouse.hover(mouse.at)


def other_window(b, mouse):
    QApplication.sendEvent(b.view.page, QEvent(QEvent.Type.WindowDeactivate))


def other_page(b, mouse):
    b.view.reach.end_page()


def pause(b, mouse):
    b.window.pause()


def reset(b, mouse):
    b.window.reset()


def step_back(b, mouse):
    b.window.step(-3)


def another_scene(b, mouse):
    b.window.choose_preset("Fast")
    b.settle()


def outside(b, mouse):
    mouse.release((-300.0, 4000.0))


def new_widget(b, mouse):
    """A page that was restarted has another widget."""
    from PyQt5.QtWidgets import QWidget
    QWidget(b.view.page)


@pytest.mark.parametrize("end", [elsewhere, other_window, other_page, pause, reset, step_back, another_scene, outside,
                                 new_widget])
def test_whatever_happens_it_lets_go(hands, end):
    b, mouse = hands()
    playing(b)
    mouse.press(mouse.body)
    b.frames(1)
    mouse.drag(mouse.at + np.array((30, 5)), 5)
    assert b.run.hold is not None
    end(b, mouse)
    b.frames(3)
    assert b.window.hand.gesture is None and not b.player.grip.is_held
    b.window.play()
    b.frames(3)
    assert b.run.hold is None and b.player.is_playing
    # what comes afterwards belongs to no hand
    mouse.drag(mouse.at + np.array((30, 5)), 3)
    mouse.release()
    b.frames(2)
    assert b.run.hold is None


def test_a_run_that_ends_in_the_hand(hands):
    b, mouse = hands()
    playing(b)
    mouse.press(mouse.body)
    b.frames(1)
    mouse.drag(mouse.of((0.6, 0.3, 0.02)), 10)
    b.frames(200)
    assert b.run.ended is not None and b.window.hand.gesture is None and not b.player.grip.is_held
    mouse.drag(mouse.at + np.array((10, 10)), 3)
    mouse.release()
    b.window.play()
    b.frames(5)
    assert b.run.ended is None and b.run.hold is None


def test_without_a_picture_nothing_is_held(hands):
    b, mouse = hands()
    playing(b)
    place = mouse.body
    b.view.reach._life.state = "loading"
    mouse.press(place)
    mouse.drag(place + np.array((10, 0)), 3)
    mouse.release()
    assert b.window.hand.gesture is None and holds(b) == []


# ---- while the run waits ---------------------------------------------------------------------------------------------

def test_placing(hands):
    b, mouse = hands()
    mouse.press(mouse.body)
    mouse.drag(mouse.at + mouse.of((-0.1, 0.05, 0.0)) - mouse.of((0.15, 0.0, 0.0)), 8)
    mouse.release()
    b.settle()
    state = b.player.snapshot.bodies[0]
    assert_allclose(state.contact, (-0.1, 0.05, 0.0), atol=3e-3)      # [m] whole pixels of 1.2 mm
    assert_allclose(state.velocity, (0.0, 0.05, 0.0), atol=1e-12)
    assert b.run.step == 0 and b.window.edits.stack.count() == 1
    b.act("undo")
    b.settle()
    assert_allclose(b.player.snapshot.bodies[0].contact, (0.15, 0.0, 0.0), atol=1e-12)
    assert b.run.start is None


def test_beyond_the_rim_it_stays_on_the_table_and_says_so(hands):
    b, mouse = hands()
    mouse.press(mouse.body)
    mouse.drag(mouse.of((0.6, 0.0, 0.0)), 8)
    mouse.release()
    b.settle()
    x, y, _z = b.player.snapshot.bodies[0].contact
    assert 0.29 < np.hypot(x, y) < 0.3
    assert "nearest start" in b.window.message.text and "beyond an edge" in b.window.message.text


def test_aiming(hands):
    b, mouse = hands()
    b.frames(1)
    start, vector, scale = b.view.reach.velocity_arrow()
    tip = mouse.of(start + vector)
    mouse.hover(tip)
    mouse.press(tip)
    assert type(b.window.hand.gesture).__name__ == "Aim"
    wanted = np.array((0.08, -0.03, 0.0))
    mouse.drag(mouse.of(start + scale*wanted), 8)
    mouse.release()
    b.settle()
    v = b.player.snapshot.bodies[0].velocity
    assert_allclose(v, wanted, atol=2.0*b.view.reach.eye.pixel(start)/scale)       # [m/s] two pixels
    assert b.run.step == 0 and b.window.edits.stack.count() == 1


def test_spinning(hands):
    b, mouse = hands()
    mouse.hover(mouse.body)
    ring = b.window.hand.targets._ring()
    before = b.player.snapshot.bodies[0].angular_velocity[2]
    mouse.press(ring[0])
    assert type(b.window.hand.gesture).__name__ == "Twist"
    for k in range(1, 17):
        mouse.drag(ring[k], 1)
    mouse.release()
    b.settle()
    # a quarter of the ring at 5 rad/s for a radian
    assert b.player.snapshot.bodies[0].angular_velocity[2] - before == pytest.approx(5.0*np.pi/2, rel=0.1)


def test_a_change_of_preset_in_the_middle_of_placing(hands):
    b, mouse = hands()
    mouse.press(mouse.body)
    mouse.drag(mouse.at + np.array((-40, 5)), 4)
    b.window.choose_preset("Fast")
    b.settle()
    assert b.window.hand.gesture is None
    mouse.drag(mouse.at + np.array((40, 5)), 4)
    mouse.release()
    b.settle()
    assert b.run.preset == "Fast" and b.run.start is None


def test_playing_in_the_middle_of_placing_puts_it_there(hands):
    b, mouse = hands()
    mouse.press(mouse.body)
    mouse.drag(mouse.at + np.array((-80, 5)), 4)
    b.window.play()
    b.settle()
    b.frames(5)
    assert b.window.hand.gesture is None and b.run.start is not None and b.run.step > 0
    mouse.release()


# ---- geometry --------------------------------------------------------------------------------------------------------

def test_a_plane_seen_edge_on_gives_no_far_target(hands):
    b, _mouse = hands()
    reach = b.view.reach
    reach.look(0.3, forward=(0.0, 1.0, -1e-4))
    for y in np.linspace(1.0, 539.0, 50):
        met = on_plane(reach.eye, 300.0, y, (0.1, 0.0, 0.0), (0.0, 0.0, 1.0))
        assert np.linalg.norm(met) < 3.0 and abs(met[2]) < 1e-9          # [m]


def test_the_smallest_rotation():
    rng = np.random.default_rng(5)
    for _k in range(50):
        a, c = (v/np.linalg.norm(v) for v in rng.normal(size=(2, 3)))
        R = turning(a, c)
        assert_allclose(R @ a, c, atol=1e-12)
        assert_allclose(R @ R.T, np.eye(3), atol=1e-12)
        assert np.trace(R) == pytest.approx(1 + 2*a @ c, abs=1e-12)
    assert_allclose(turning(a, -a) @ a, -a, atol=1e-12)


# ---- copy ------------------------------------------------------------------------------------------------------------

def test_copied_state(hands):
    b, _mouse = hands()
    b.act("hand_copy")
    copied = json.loads(QGuiApplication.clipboard().text())
    state = b.player.snapshot.bodies[0]
    assert copied["centre"] == state.centre.tolist() and copied["velocity"] == state.velocity.tolist()
    assert copied["scene"] == "turntable" and copied["t"] == 0.0 and copied["mass"] == pytest.approx(0.263, abs=1e-3)


# ---- fingers, and what no mouse does ---------------------------------------------------------------------------------

class Touch:
    """A QTouchEvent of fingers side by side; Qt lets nobody else make its points."""

    def __init__(self, kind, place, count):
        self._kind, self.is_accepted = kind, False
        self._points = [SimpleNamespace(pos=lambda k=k: QPointF(float(place[0]) + 50*k, float(place[1])))
                        for k in range(count)]

    def type(self):
        return self._kind

    def touchPoints(self):
        return self._points

    def modifiers(self):
        return Qt.KeyboardModifier.NoModifier

    def accept(self):
        self.is_accepted = True


def touch(b, kind, place, count=1) -> bool:
    """Touches the picture; returns whether it was taken."""
    event = Touch(kind, place, count)
    return b.view.reach.pointer.eventFilter(b.view.inner, event) and event.is_accepted


def test_a_finger_does_the_same(hands):
    """A finger may miss the ball by half a centimetre of the screen; two fingers are the camera's."""
    b, mouse = hands()
    playing(b)
    place = mouse.body + np.array((22, 8))
    assert not touch(b, QEvent.Type.TouchBegin, place, count=2) and b.window.hand.gesture is None
    assert touch(b, QEvent.Type.TouchBegin, place)
    b.frames(1)
    first = np.array(b.run.hold.target)
    assert touch(b, QEvent.Type.TouchUpdate, place + np.array((30, 0)))
    b.frames(1)
    moved = np.array(b.run.hold.target) - first
    assert float(moved @ b.view.reach.eye.right) == pytest.approx(30*b.view.reach.eye.pixel(first), rel=0.1)
    assert touch(b, QEvent.Type.TouchEnd, place)
    b.frames(1)
    assert b.run.hold is None
    assert touch(b, QEvent.Type.TouchBegin, mouse.body)
    b.frames(1)
    assert b.run.hold is not None
    assert touch(b, QEvent.Type.TouchCancel, place)
    b.frames(1)
    assert b.run.hold is None


def test_a_thousand_odd_events_raise_nothing(hands):
    """Presses, moves, wheels and keys in any order, anywhere, with any modifier, while runs come and go."""
    b, mouse = hands()
    rng = np.random.default_rng(17)
    kinds = (QEvent.Type.MouseMove, QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease,
             QEvent.Type.MouseButtonDblClick)
    buttons = (Qt.MouseButton.NoButton, Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.MidButton)
    held = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier,
            Qt.KeyboardModifier.AltModifier)
    for k in range(1000):
        near = rng.random() < 0.5
        place = mouse.body + rng.normal(size=2)*15 if near else rng.uniform(-2000, 3000, 2)
        if not np.isfinite(place).all():
            place = np.zeros(2)
        mouse._send(kinds[rng.integers(4)], place, buttons[rng.integers(4)], buttons[rng.integers(4)],
                    held[rng.integers(4)])
        if k % 7 == 0:
            mouse.wheel(int(rng.integers(-50, 50)))
        if k % 31 == 0:
            (b.window.play, b.window.pause, b.window.reset)[rng.integers(3)]()
        if k % 97 == 0:
            b.act(("hand_hold", "hand_select", "hand_push", "support_faster", "support_stop")[rng.integers(5)])
        if k % 150 == 0:
            b.window.choose_preset(("Plain", "Fast")[rng.integers(2)])
        b.frames(1)
        if b.window.hand_menu.menu is not None:
            b.window.hand_menu.menu.hide()
    b.window.pause()
    mouse.release()
    b.settle()
    assert b.window.hand.gesture is None and b.run.hold is None


# ---- near a body -----------------------------------------------------------------------------------------------------

def test_a_press_beside_a_body_takes_it_and_one_a_little_further_away_does_not_turn_the_camera(hands):
    b, mouse = hands()
    b.window.edits.change("rate", 0.0)
    playing(b)
    b.view.reach.look(0.6)
    outline = b.view.reach.outline(0)
    edge = np.array((outline[:, 0].max(), outline[outline[:, 0].argmax(), 1]))
    for far, taken, is_ours in ((20.0, True, True), (36.0, False, True), (70.0, False, False)):
        mouse.press(edge + np.array((far, 0.0)))
        assert (b.window.hand.gesture is not None, b.view.reach.pointer.is_held) == (taken, is_ours), far
        mouse.drag(edge + np.array((far + 10.0, 5.0)), 2)
        mouse.release()
        b.frames(2)
        outline = b.view.reach.outline(0)
        edge = np.array((outline[:, 0].max(), outline[outline[:, 0].argmax(), 1]))


def test_a_press_means_the_picture_that_is_seen(hands):
    """A picture is on its way to a slow page: what is pressed is where the body was in the one before."""
    b, mouse = hands()
    playing(b)
    seen = mouse.body
    b.view.reach._life.channel.is_busy = True
    # much further on than a press may be beside it
    state = b.player.snapshot
    way = np.array((0.0, 0.12, 0.0))
    moved = replace(state, bodies=tuple(replace(one, centre=one.centre + way) for one in state.bodies))
    b.view.show_snapshot(moved)
    assert b.view.reach.pick(*seen).body == 0 and b.view.reach.pick(*mouse.of(moved.bodies[0].centre)).body is None
    b.view.reach._life.channel.is_busy = False
    assert b.view.reach.pick(*mouse.of(moved.bodies[0].centre)).body == 0


def test_the_run_slows_down_while_the_mouse_is_near_a_moving_body(hands):
    b, mouse = hands(settings=Settings())
    playing(b)

    def steps(place):
        mouse.hover(place)
        begin = b.run.step
        b.frames(20)
        return b.run.step - begin

    wide = np.ptp(b.view.reach.outline(0)[:, 0])
    assert steps(mouse.body + np.array((0.9*wide, 0.0))) == 20*FRAME/4
    assert "near the mouse" in b.window.status.field("speed").text()
    assert steps(mouse.body + np.array((4*wide, 40.0))) == 20*FRAME
    # a mouse that rests wants nothing of what comes by
    mouse.hover(mouse.body)
    b.window.hand._moved_at -= 10.0
    begin = b.run.step
    b.frames(20)
    assert b.run.step - begin == 20*FRAME
    b.window.commands["hand_slow"].trigger()
    assert steps(mouse.body) == 20*FRAME and b.window.settings["slow_near_mouse"] is False
    b.window.commands["hand_slow"].trigger()
    # in the hand it goes as fast as ever
    mouse.press(mouse.body)
    begin = b.run.step
    b.frames(20)
    assert b.run.step - begin == 20*FRAME
    mouse.release()
