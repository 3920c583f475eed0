"""A stretch that is shown again and again, a far goal, and speeds beyond the clock's."""

import time
from itertools import pairwise

import numpy as np
import pytest
from PyQt5.QtCore import Qt

from sandbox.run.branches import stride
from sandbox.ui.playback.loop import Loop
from sandbox.ui.playback.pace import FASTEST, OFTEN, SELDOM, SHARE, Glances, Rest
from tests.ui.test_timeline import at, bits, follow, played, told


def test_a_stretch_is_repeated_bit_by_bit(bench):
    b = bench()
    played(b, 3.0)
    b.player.travel.go(240)
    b.act("mark_a")
    b.player.travel.go(360)
    b.act("mark_b")
    assert b.player.travel.loop.is_on and "loop from 1.000 to 1.500 s" in told(b)
    kept, turns, last = {}, 0, 0
    b.window.play()
    for _k in range(400):
        b.frames(1)
        snapshot = b.player.snapshot
        assert 240 <= snapshot.step <= 360
        assert kept.setdefault(snapshot.step, bits(snapshot)) == bits(snapshot)
        turns += snapshot.step < last
        last = snapshot.step
    assert turns >= 12 and b.player.is_playing and not b.player.travel.branches.all
    # each time round lines begin anew
    assert sum(is_anew for _way, is_anew in b.view.ways) >= turns
    b.act("loop")
    b.frames(200)
    assert b.run.step > 360
    b.act("no_loop")
    b.act("loop")
    assert "No stretch is marked" in told(b)


def test_a_stretch_marked_with_the_mouse(bench, qtbot):
    b = bench()
    played(b, 4.0)
    b.player.pause()
    follow(b)
    bar, loop = b.window.timeline.bar, b.player.travel.loop
    for button, keys in ((Qt.MouseButton.RightButton, Qt.KeyboardModifier.NoModifier),
                         (Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier)):
        loop.clear()
        b.window.timeline.follow()
        here = b.run.step
        qtbot.mousePress(bar, button, keys, pos=at(b, 3.0))
        qtbot.mouseMove(bar, at(b, 2.0))
        qtbot.mouseMove(bar, at(b, 1.0))
        qtbot.mouseRelease(bar, button, keys, pos=at(b, 1.0))
        assert loop.is_on and (loop.a/240, loop.b/240) == pytest.approx((1.0, 3.0), abs=0.05) and b.run.step == here
    # its ends can be dragged, not past each other
    qtbot.mousePress(bar, Qt.MouseButton.LeftButton, pos=at(b, loop.a/240))
    qtbot.mouseMove(bar, at(b, 2.5))
    # the pointer of the screen is moved, which tells of it later
    qtbot.waitUntil(lambda: loop.a/240 == pytest.approx(2.5, abs=0.05))
    assert b.run.step == here
    qtbot.mouseMove(bar, at(b, 3.9))
    qtbot.mouseRelease(bar, Qt.MouseButton.LeftButton, pos=at(b, 3.9))
    assert loop.is_on and loop.a < loop.b <= loop.a + 12


def test_ends_of_a_loop():
    loop = Loop()
    loop.mark_b(10)
    assert not loop.is_on and not loop.switch() and loop.end_after(5) is None
    loop.mark_a(20)
    assert (loop.a, loop.b) == (20, None)
    loop.mark_b(30)
    assert loop.is_on and loop.end_after(25) == 30 and loop.end_after(99) == 99
    assert [loop.landing(k) for k in (0, 3, 10, 13)] == [20, 23, 20, 23]
    loop.mark(7, 7)
    assert loop.a is None and not loop.is_on


def test_a_loop_over_the_end_of_a_run_goes_round(bench):
    b = bench(preset="Off the edge", playing=True)
    b.frames(120)
    end = b.run.t
    loop = b.player.travel.loop
    loop.mark(b.run.latest - 40, b.run.latest + 1)
    b.player.travel.go(loop.a)
    b.window.play()
    seen = []
    for _k in range(100):
        b.frames(1)
        seen.append(b.run.step)
    assert b.player.is_playing and min(seen) >= loop.a and max(seen) < end*240 and b.run.latest == loop.b - 1
    assert sum(after < before for before, after in pairwise(seen)) >= 6


def test_a_far_goal_is_reached_exactly_and_can_be_given_up(bench, qtbot):
    b = bench()
    b.act("run_to")
    strip = b.window.run_to
    assert strip.isVisible() and strip.field.text() == "10"
    strip.field.setText("20,5")
    qtbot.keyClick(strip.field, Qt.Key.Key_Return)
    assert b.player.travel.goal == 4920 and strip.cancel.isVisible() and strip.bar.isVisible()
    shown = len(b.view.snapshots)
    while b.player.travel.goal is not None:
        b.frames(1)
        strip.look()
    assert b.run.step == 4920 and b.player.snapshot.t == 20.5 and not b.player.is_playing
    assert len(b.view.snapshots) > shown and not strip.isVisible()
    # the same bits as step by step
    kept = bits(b.player.snapshot)
    b.player.travel.go(0)
    b.run.advance(4920)
    assert bits(b.run.snapshot()) == kept
    b.player.travel.run_to(1e6)
    b.frames(3)
    assert 0.0 < b.player.travel.progress < 0.5 and b.run.step > 4920
    strip.cancel.click()
    step = b.run.step
    b.frames(5)
    assert b.run.step == step and b.player.travel.goal is None
    # what was passed already is shown at once
    b.player.travel.run_to(3.0)
    assert b.run.t == 3.0 and b.player.travel.goal is None and b.run.latest == step


def test_a_goal_that_is_none_is_refused(bench):
    b = bench()
    strip = b.window.run_to
    for text in ("", "abc", "-1", "nan", "inf", "1e7"):
        b.act("run_to")
        strip.field.setText(text)
        strip.start()
        assert strip.trouble.isVisible() and "between 0 and 1000000 s" in strip.trouble.text(), text
        assert b.run.step == 0 and b.player.travel.goal is None
    strip.close_strip()
    assert not strip.isVisible()


def test_an_event_ends_the_way_to_a_goal(bench):
    b = bench(preset="Off the edge")
    b.player.travel.run_to(500.0)
    b.frames(10)
    assert b.run.ended is not None and b.player.travel.goal is None
    assert b.window.message.text == b.run.ended.sentence


@pytest.mark.parametrize("act", ["play", "back", "first", "reset"])
def test_another_wish_ends_the_way_to_a_goal(bench, act):
    b = bench()
    b.player.travel.run_to(1e6)
    b.frames(2)
    b.act(act)
    assert b.player.travel.goal is None


def test_as_fast_as_it_can(bench):
    b = bench()
    b.window.set_speed(FASTEST)
    b.window.play()
    b.frames(4)
    assert b.run.step > 4*4*16 and not b.player.pace.is_late and b.player.pace.behind == 0.0
    assert len(b.view.snapshots) >= 4
    # lines follow what was passed between two pictures
    way, is_anew = b.view.ways[-1]
    assert is_anew and len(way.t) > 4
    b.window.set_speed(1.0)
    step = b.run.step
    b.frames(31)
    assert b.run.step - step < 200


def test_steps_that_there_is_no_time_for_are_left():
    class Slow:
        ended = None

        def __init__(self):
            self.passed = 0

        def advance(self, steps):
            self.passed += steps
            return steps

    slow = Slow()
    ticks = iter([0.0, *(0.01*k for k in range(1000))])
    left = stride(slow, 100_000, 0.05, lambda: next(ticks))
    assert left == 100_000 - slow.passed and 64 <= slow.passed < 1000


def test_a_slow_computer_is_told_and_the_window_stays_awake(bench, monkeypatch):
    b = bench(playing=True)
    b.frames(5)
    monkeypatch.setattr("sandbox.ui.playback.travel.stride", lambda run, steps, _seconds: steps - run.advance(1))
    b.frames(60)
    assert b.player.pace.behind == pytest.approx(180/240, abs=0.05)


@pytest.mark.parametrize("takes", [0.0, 0.001, 0.003, 0.02])
def test_plots_follow_less_often_where_that_takes_long(takes):
    """Of ten seconds of frames: as often as planned where it costs nothing, never a larger share, never standing."""
    glances, times = Glances(), []
    for now in np.arange(1.0, 11.0, 0.01):
        if glances.are_due(now):
            times.append(now)
            glances.took(now, takes)
    apart = np.diff(times)[len(times)//2:]
    wanted = min(max(OFTEN, takes/SHARE), SELDOM)
    assert wanted - 1e-9 <= apart.mean() <= wanted + 0.01 + 1e-9        # [s] a frame is the next chance


def test_a_long_frame_leaves_the_page_as_much_time():
    rest = Rest()
    assert not rest.is_on(0.0, True)
    rest.begin(10.0, 0.04)
    assert rest.is_on(10.03, True) and not rest.is_on(10.03, False) and not rest.is_on(10.05, True)
    rest.begin(20.0, 5.0)
    assert rest.is_on(20.2, True) and not rest.is_on(20.3, True)         # [s] the run is not held back for long


def test_a_frame_waits_for_the_picture_of_the_one_before(bench, monkeypatch):
    monkeypatch.setattr("sandbox.ui.playback.pace.LONGEST", 1e9)         # however slow this machine is
    b = bench()
    b.window.play()
    b.frames(3)
    now, seen = time.perf_counter(), len(b.view.snapshots)
    b.player._rest.begin(now, 1e9)
    b.view.is_drawing = True
    b.player._on_time()
    assert len(b.view.snapshots) == seen and b.player._timer.isActive()  # it looks again
    b.player.pace.speed = FASTEST
    b.player._on_time()
    assert len(b.view.snapshots) > seen                                  # the run does not wait for its picture
    b.player.pace.speed, seen = 1.0, len(b.view.snapshots)
    b.view.is_drawing = False
    b.player.refresh()
    b.player._on_time()
    assert len(b.view.snapshots) == seen + 1
