"""The time line: what is dragged to is what was there, to the last bit, whatever else goes on."""

import numpy as np
import pytest
from PyQt5.QtCore import QEvent, QPoint, QPointF, Qt
from PyQt5.QtGui import QMouseEvent
from PyQt5.QtWidgets import QApplication

from sandbox.ui.timeline.stretch import Stretch, moved, whole, zoomed
from tests.ui.made_up import turntable


def bits(snapshot) -> tuple:
    return (snapshot.t, snapshot.E_J, *(body.centre.tobytes() + body.quaternion.tobytes() + body.velocity.tobytes()
                                        for body in snapshot.bodies))


def played(b, seconds: float) -> dict:
    """Plays, and returns the bits of every state that was shown."""
    kept = {}
    b.window.play()
    for _k in range(round(60*seconds)):
        b.frames(1)
        kept[b.player.snapshot.step] = bits(b.player.snapshot)
    return kept


def at(b, t: float) -> QPoint:
    """The pixel of the time line at a time."""
    bar = b.window.timeline.bar
    return QPoint(round(bar.stretch.x(t)), bar.height()//2)


def told(b) -> str:
    """The passing note that is seen."""
    return b.window.status.currentMessage() + b.window.message.text


def follow(b):
    """Shows the present state everywhere."""
    b.frames(20)


def test_what_is_dragged_to_is_what_was_there(bench, qtbot):
    b = bench()
    kept = played(b, 5.0)
    follow(b)
    latest = b.run.latest
    bar, random, steps = b.window.timeline.bar, np.random.default_rng(3), sorted(kept)
    assert bar.shown.newest == pytest.approx(b.run.latest/240, abs=0.06)       # [s] 20 times per second
    qtbot.mousePress(bar, Qt.MouseButton.LeftButton, pos=at(b, 4.0))
    b.frames(1)
    assert not b.player.is_playing and b.run.t == pytest.approx(4.0, abs=2*10.0/bar.stretch.width)
    qtbot.mouseRelease(bar, Qt.MouseButton.LeftButton, pos=at(b, 4.0))
    for step in random.choice(steps, 100):
        b.player.travel.seek(int(step))
        b.frames(1)
        assert b.player.snapshot.step == step and bits(b.player.snapshot) == kept[step]
        way, is_anew = b.view.ways[-1]
        # no line from the future, and none from a long time ago
        assert is_anew and step/240 - 60.0 <= way.t[0] and way.t[-1] <= step/240 < way.t[-1] + 1.01/60
    assert b.run.latest == latest and not b.player.travel.branches.all


def test_of_many_wishes_in_a_frame_one_is_shown(bench, qtbot):
    b = bench()
    played(b, 3.0)
    bar, shown = b.window.timeline.bar, len(b.view.snapshots)
    follow(b)
    b.player.pause()
    shown = len(b.view.snapshots)
    qtbot.mousePress(bar, Qt.MouseButton.LeftButton, pos=at(b, 0.1))
    for t in np.linspace(0.1, 2.5, 200):
        # to the line itself: the pointer of the screen tells of its places later, where the machine is busy
        QApplication.sendEvent(bar, QMouseEvent(QEvent.Type.MouseMove, QPointF(at(b, t)), Qt.MouseButton.LeftButton,
                                                Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier))
    b.frames(1)
    assert len(b.view.snapshots) == shown + 1 and b.run.t == pytest.approx(2.5, abs=0.05)
    # beside the window the line has its ends
    for x, t in ((-5000, 0.0), (50_000, b.run.latest/240)):
        # the mouse is held by the line: no widget below it is asked
        event = QMouseEvent(QEvent.Type.MouseMove, QPointF(x, -300), Qt.MouseButton.LeftButton,
                            Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(bar, event)
        b.frames(1)
        assert b.run.t == t
    qtbot.mouseRelease(bar, Qt.MouseButton.LeftButton, pos=QPoint(50_000, -300))
    assert b.run.latest == b.run.step


def test_another_scene_while_the_line_is_dragged(bench, qtbot):
    b = bench([turntable(), turntable("Another", id="another")])
    played(b, 2.0)
    follow(b)
    bar = b.window.timeline.bar
    qtbot.mousePress(bar, Qt.MouseButton.LeftButton, pos=at(b, 1.0))
    b.window.choose_scene("another")
    qtbot.mouseMove(bar, at(b, 1.5))
    b.frames(1)
    b.settle()
    b.frames(20)
    assert b.run.scene.id == "another" and b.run.step == 0 and not bar.is_dragged
    assert bar.shown.newest == 0.0 and bar.shown.now == 0.0
    qtbot.mouseMove(bar, QPoint(400, 10))
    b.frames(1)
    assert b.run.step == 0
    qtbot.mouseRelease(bar, Qt.MouseButton.LeftButton, pos=QPoint(400, 10))
    b.frames(1)
    assert b.run.step == 0


def test_ends_of_a_run_by_key(bench):
    b = bench(preset="Off the edge", playing=True)
    b.frames(120)
    end = bits(b.player.snapshot)
    assert b.run.ended is not None
    b.act("first")
    assert b.run.step == 0 and b.run.ended is None
    b.act("last")
    assert b.run.ended is not None and bits(b.player.snapshot) == end and not b.player.is_playing
    b.act("first")
    b.window.timeline.bar.sought.emit(b.window.timeline.bar.shown.newest)
    b.frames(1)
    assert b.run.ended is not None and bits(b.player.snapshot) == end


def test_events_one_after_the_other(bench):
    b = bench(preset="Off the edge", playing=True)
    b.frames(120)
    b.act("next_event")
    assert "no later event" in told(b)
    last = b.run.step
    b.act("last_event")
    assert b.run.ended is not None or b.run.step <= last
    b.act("first")
    b.act("next_event")
    assert b.run.step > 0
    while b.run.ended is None:
        b.act("next_event")
    assert b.run.events[-1].t == b.run.t


def test_a_mark_says_what_happened(bench):
    b = bench(preset="Off the edge", playing=True)
    b.frames(10)
    b.player.change("rate", 5.0)
    b.frames(110)
    follow(b)
    bar = b.window.timeline.bar
    assert bar.told_at(bar.stretch.x(b.run.events[-1].t)) == b.run.events[-1].sentence
    assert "'rate' set to 5 rad/s" in bar.told_at(bar.stretch.x(b.run.commands[-1].step/240) + 3)
    assert bar.told_at(bar.stretch.x(9.0)).startswith("t = 9.0")
    assert bar.shown.marks.events[-1].is_end


def test_the_line_is_zoomed_and_moved(bench, qtbot):
    b = bench()
    played(b, 4.0)
    follow(b)
    bar = b.window.timeline.bar
    bar.setFocus()
    qtbot.keyClick(bar, Qt.Key.Key_Plus)
    begin, end = bar.stretch.begin, bar.stretch.end
    assert begin <= b.run.t <= end and end - begin == pytest.approx(8.0)
    for _k in range(60):
        bar.zoom(0.8, 2.0)
    assert bar.stretch.end - bar.stretch.begin == pytest.approx(0.05)
    b.act("first")
    follow(b)
    assert bar.stretch.begin == 0.0
    qtbot.mouseDClick(bar, Qt.MouseButton.LeftButton, pos=QPoint(300, 10))
    assert (bar.stretch.begin, bar.stretch.end) == (0.0, 10.0)
    qtbot.mouseRelease(bar, Qt.MouseButton.LeftButton, pos=QPoint(300, 10))


def test_the_line_is_slim_for_an_audience_and_can_be_hidden(bench):
    b = bench()
    played(b, 1.0)
    b.player.travel.visit(0.5)
    b.player.change("rate", 1.0)
    follow(b)
    line = b.window.timeline
    assert line.isVisible() and line.rows[0].isVisible()
    b.act("projector")
    follow(b)
    assert line.isVisible() and not line.rows[0].isVisible() and not line.reading.isVisible()
    b.act("projector")
    follow(b)
    assert line.rows[0].isVisible() and line.reading.isVisible()
    b.act("timeline")
    assert not line.isVisible()
    b.act("timeline")
    assert line.isVisible()


def test_where_instants_lie_on_the_line():
    assert whole(0.0, 0.0) == (0.0, 10.0) and whole(0.0, 10.1) == (0.0, 20.0) and whole(0.0, 600.0) == (0.0, 600.0)
    begin, end = whole(35.0, 640.0)
    assert begin <= 35.0 < 640.0 <= end <= begin + 630.0
    line = Stretch(10.0, 20.0, 20.0, 500.0)
    assert line.t(line.x(13.0)) == pytest.approx(13.0) and line.t(-100.0) == 10.0 and line.t(1e9) == 20.0
    times, decimals = line.marks(70.0)
    assert times == [10.0, 12.0, 14.0, 16.0, 18.0, 20.0] and decimals == 0
    times, decimals = Stretch(1.0, 1.05, 0.0, 700.0).marks(70.0)
    assert times == pytest.approx([1.0, 1.01, 1.02, 1.03, 1.04, 1.05]) and decimals == 2
    assert Stretch(0.0, 600.0, 0.0, 200.0).marks(70.0)[0][-1] == 600.0
    assert zoomed(0.0, 10.0, 4.0, 0.5, (0.0, 10.0)) == pytest.approx((2.0, 7.0))
    assert zoomed(2.0, 7.0, 4.0, 99.0, (0.0, 10.0)) == (0.0, 10.0)
    assert moved(2.0, 7.0, 99.0, (0.0, 10.0)) == (5.0, 10.0) and moved(2.0, 7.0, -99.0, (0.0, 10.0)) == (0.0, 5.0)
