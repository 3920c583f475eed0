"""Play, pause, step, speed, reset and the end of a run."""

import numpy as np
import pytest

from sandbox.scene import Start
from sandbox.ui.playback.pace import FASTEST
from sandbox.view.picture.arrows import Arrow
from tests.ui.made_up import turntable


def test_a_run_begins_by_itself(bench):
    b = bench(playing=True)
    b.frames(60)
    assert b.player.is_playing
    assert 55*4 <= b.run.step <= 61*4
    assert b.view.snapshots[-1].step == b.run.step
    assert [title for _surface, _body, title, _snapshot in b.view.scenes] == ["Ball on a turntable"]


def test_pause_stands_still_and_play_goes_on(bench):
    b = bench()
    b.frames(30)
    assert b.run.step == 0
    b.window.play()
    b.frames(31)
    step = b.run.step
    assert step in (119, 120)          # 30 frames of 4 steps, up to rounding
    b.window.pause()
    b.now += 50.0
    b.frames(30)
    assert b.run.step == step
    b.window.play()
    b.frames(16)
    assert step + 59 <= b.run.step <= step + 61


def test_steps_are_exact_both_ways(bench):
    b = bench(playing=True)
    b.frames(31)
    step = b.run.step
    b.window.step(1)
    assert b.run.step == step + 1 and not b.player.is_playing
    first = b.view.snapshots[-1]
    for name in ("forward", "forward10", "back", "back10"):
        b.act(name)
    assert b.run.step == step + 1
    assert (b.view.snapshots[-1].bodies[0].centre == first.bodies[0].centre).all()
    b.window.step(-10_000)
    assert b.run.step == 0


def test_speed_list_has_ends(bench):
    b = bench()
    for _k in range(20):
        b.act("faster")
    assert b.player.pace.speed == FASTEST and b.window.top.speeds.currentText() == "max"
    for _k in range(20):
        b.act("slower")
    assert b.player.pace.speed == 1/64 and b.window.top.speeds.currentText() == "1/64×"
    b.window.play()
    b.frames(1 + 64*60)
    assert b.run.t == pytest.approx(1.0, abs=1/240)


def test_a_late_window_drops_time_and_says_so(bench):
    b = bench(playing=True)
    b.frames(20, seconds=1.0)
    assert b.player.pace.is_late and b.player.pace.behind > 10.0
    assert "behind" in b.window.status.field("speed").text()


def test_reset_begins_again_with_present_values(bench):
    b = bench()
    b.window.step(100)
    b.player.change("rate", 5.0)
    b.frames()
    old = b.run
    b.act("reset")
    assert b.run is not old and b.run.step == 0 and b.run.values["rate"] == 5.0
    assert old.recorder.is_active is False and b.run.recorder.is_active
    b.act("reset_preset")
    b.settle()
    assert b.run.values["rate"] == 3.5


def test_the_end_pauses_and_offers_reset(bench):
    b = bench(preset="Off the edge", playing=True)
    b.frames(120)
    assert b.run.ended.kind == "rim" and not b.player.is_playing
    assert b.window.message.text == b.run.ended.sentence and b.window.message.kind == "event"
    assert b.recorders[-1].is_active and b.recorders[-1].rows > 10
    ended = b.run
    b.window.message.button.click()
    assert b.run is not ended and b.run.step == 0 and b.player.is_playing
    assert b.window.message.text == ""


def test_a_run_can_be_taken_back_from_its_end(bench):
    b = bench(preset="Off the edge", playing=True)
    b.frames(120)
    last = b.run.step
    b.act("back")
    assert b.run.ended is None and b.run.step == last
    b.frames(20)
    assert b.window.message.text == ""
    b.act("forward")
    assert b.run.ended is not None and b.window.message.kind == "event"


def test_playing_an_ended_run_begins_it_again(bench):
    b = bench(preset="Off the edge", playing=True)
    b.frames(120)
    b.act("play")
    assert b.player.is_playing and b.run.step == 0


def test_a_change_after_the_end_begins_again(bench):
    b = bench(preset="Off the edge", playing=True)
    b.frames(120)
    b.player.change("rate", 9.0)
    b.now += 1.0
    b.settle()
    assert b.run.ended is None and b.run.values["rate"] == 9.0 and b.player.is_playing


def test_the_ghost_is_redrawn_only_when_it_changes(bench):
    b = bench(playing=True)
    b.frames(300)
    assert len(b.view.ghosts) == 1 and len(b.view.ghosts[0]) > 50
    assert b.player.feed.theory.distance < 1e-12          # [m] rounding
    assert abs(b.view.ghosts[0][0] - b.view.ghosts[0][-1]).max() == 0.0       # one round
    b.player.change("rate", 5.0)
    b.frames(120)
    assert [ghost is None for ghost in b.view.ghosts] == [False, True, False]


def test_a_closed_form_that_fails_is_told_once_and_the_run_goes_on(bench):
    def exact(t, p, r, v):
        raise ZeroDivisionError("by zero")

    b = bench([turntable(exact=exact)], playing=True)
    b.frames(60)
    assert b.player.is_playing and b.run.step > 200
    assert "by zero" in b.window.message.text
    b.window.message.hide()
    b.frames(60)
    assert b.window.message.text == ""


def test_a_fault_in_a_frame_stops_the_run_and_is_raised(bench, monkeypatch):
    b = bench(playing=True)
    monkeypatch.setattr(b.run, "snapshot", lambda: 1/0)
    with pytest.raises(ZeroDivisionError):
        b.frames(2)
    assert not b.player.is_playing


def test_the_preset_has_its_own_arrows_again_after_a_throw(bench):
    """A throw makes the scale so small that nothing would be seen of the preset's own motion."""
    b, told = bench(), []
    b.settle()
    b.view.expect_arrows = lambda peaks, keeps_longer=False: told.append((peaks, keeps_longer))
    b.window.choose_start(Start(at=(0.1, 0.0), velocity=(9.0, 0.0)))
    b.settle()
    # with values of a person's own the scales stay
    assert told == []
    b.act("reset_preset")
    b.settle()
    (peaks, keeps_longer), = told
    assert keeps_longer and 0.0 < peaks["velocity"] < 1.0


def test_an_arrow_that_is_expected_anew_is_seen():
    arrow = Arrow((1.0, 1.0, 1.0), 0.1, 0.01)
    arrow.on = True
    arrow.expect(0.05)
    arrow.show(np.zeros(3), 0.0, np.array((90.0, 0.0, 0.0)))
    arrow.show(np.zeros(3), 0.0, np.array((0.05, 0.0, 0.0)))
    assert arrow.placed is None
    arrow.expect(0.05)
    arrow.show(np.zeros(3), 0.0, np.array((0.05, 0.0, 0.0)))
    assert 0.03 < np.linalg.norm(arrow.placed[1]) <= 0.1      # [m] round scales are at most 1.6 apart
