"""Sound while a run plays: what is told to the page and when, and how much of it at most."""

import json

import numpy as np
from PyQt5.QtCore import Qt

from sandbox.sound.choir import BLOWS, RUBS
from sandbox.sound.page import QUANTUM
from sandbox.systems.protocol import Event


def told(view):
    """The messages that the page was given, decoded."""
    return [json.loads(line[len("sounding.take("):-len("); 0")]) for line in view.sounds
            if line.startswith("sounding.take(")]


def heard_bench(bench):
    """A window whose page is there."""
    b = bench()
    b.view.ready.emit()
    return b


def play(b, frames=30):
    b.player.play()
    for _k in range(frames):
        b.frames()


def test_it_is_off_at_first_and_nothing_is_told_to_the_page(bench):
    b = bench()
    play(b)
    assert not b.window.sound.is_on and not b.window.commands["sound"].isChecked() and not told(b.view)


def test_a_key_switches_it_and_pause_silences_it(bench, qtbot):
    b = heard_bench(bench)
    b.window.activateWindow()
    qtbot.waitUntil(b.window.isActiveWindow)
    qtbot.keyClick(b.view, Qt.Key.Key_M, Qt.KeyboardModifier.ShiftModifier)
    assert b.window.sound.is_on and any("sounding.begin()" in line for line in b.view.sounds)
    play(b)
    heard = told(b.view)
    assert heard and heard[0]["anew"] and not any(one["anew"] for one in heard[1:])
    assert [one["t"] for one in heard] == sorted({one["t"] for one in heard})
    assert any(rub[1] == "roll" for rub in heard[-1]["rubs"])
    b.player.pause()
    b.frames()
    assert b.view.sounds[-1] == "sounding.silence(); 0"
    count = len(b.view.sounds)
    for _k in range(20):
        b.frames()
    # scrubbed on the time line: nothing is heard
    b.player.travel.seek(3)
    b.frames()
    b.player.step(5)
    assert len(b.view.sounds) == count
    play(b)
    assert told(b.view)[len(heard)]["anew"]


def test_as_fast_as_the_computer_can_and_on_the_way_to_a_goal_nothing_is_heard(bench):
    b = heard_bench(bench)
    b.window.sound.set_on(True)
    b.player.set_speed(float("inf"))
    play(b, 3)
    assert not told(b.view)


def test_without_a_device_the_switch_is_grey_with_the_reason_and_nothing_is_said(bench):
    b = bench()
    said = b.window.message.text
    b.view.device = "device"
    b.view.ready.emit()
    b.window.sound._look()
    action = b.window.commands["sound"]
    assert not action.isEnabled() and "no device" in action.toolTip() and b.window.message.text == said
    b.window.sound.set_on(True)
    assert not b.window.sound.is_on and not action.isChecked()


def test_a_thousand_impacts_a_second_are_one_short_message_a_frame(bench):
    """What is sent is bounded by voices, not by events."""
    b = heard_bench(bench)
    b.window.sound.set_on(True)
    play(b, 2)
    frames, before = 60, len(told(b.view))
    events = b.run.recording.events
    for _k in range(frames):
        t = b.run.t
        events.extend(Event(t + 1e-4*(i + 1), 0, "impact", "", 0.5 + 0.02*i, 1e-3*(i + 1)) for i in range(17))
        b.frames()
    heard = told(b.view)[before:]
    assert len(heard) <= frames and sum(len(one["blows"]) for one in heard) > 100
    for one in heard:
        assert len(one["blows"]) <= BLOWS and len(one["rubs"] or ()) <= RUBS and len(one["cuts"]) <= BLOWS
        assert len(json.dumps(one)) < 8000
    # at no instant there are more voices than allowed: each that begins beyond them cuts another one
    singing: dict[int, float] = {}
    for one in heard:
        # whole numbers of a quantum
        for number, *whole in one["cuts"]:
            (t,) = np.multiply(whole, QUANTUM)
            singing[number] = min(singing.get(number, t), t)
        for number, *whole in one["blows"]:
            t, _level, _rise, _left, _right, *modes = np.multiply(whole, QUANTUM)
            singing = {key: end for key, end in singing.items() if end > t + 1e-12}
            singing[number] = t + max(14/halvings for halvings in modes[1::3])
            assert len(singing) <= BLOWS


def test_a_page_that_does_not_answer_is_not_told_more_and_more(bench):
    b = heard_bench(bench)
    b.window.sound.set_on(True)
    b.view.run_beside = lambda line, then: b.view.sounds.append(line)
    play(b, 60)
    assert 0 < len(told(b.view)) <= 4
