"""Futures side by side in the window: they come with a change in the past, are seen, chosen, and given up."""

import numpy as np
import pytest
from PyQt5.QtCore import Qt

from sandbox.run.replay import replayed
from sandbox.ui.look.theme import LEFT
from sandbox.view import palette
from tests.ui.made_up import turntable
from tests.ui.test_timeline import at, bits, follow, played, told


def branches(b) -> list:
    return b.player.travel.branches.all


def shown_texts(b) -> list[str]:
    return [row.label.full_text for row in b.window.timeline.rows if row.isVisible()]


def test_playing_again_from_an_earlier_step_repeats_and_changes_nothing(bench):
    b = bench()
    kept = played(b, 2.0)
    b.player.travel.go(119)
    logs = len(b.recorders)
    again = played(b, 1.0)
    assert all(kept[step] == again[step] for step in set(kept) & set(again)) and len(set(kept) & set(again)) > 10
    assert not branches(b) and len(b.recorders) == logs and not b.view.futures


def test_a_branch_that_was_behind_is_shown_again_with_all_of_its_line(bench):
    """As on a busy machine, where there was no time to take it along."""
    b = bench()
    played(b, 3.0)
    b.player.travel.visit(1.0)
    b.player.change("rate", 9.0)
    b.window.play()
    b.frames(30)
    branch, = branches(b)
    follow_as_ever, branch.follow = branch.follow, lambda _step, _seconds: setattr(branch, "is_here", False)
    b.frames(10)
    assert b.view.futures[-1][0][0][1] is None
    branch.follow = follow_as_ever
    begun = len(b.view.futures)
    b.frames(10)
    futures = next(one for one, _is_anew in b.view.futures[begun:] if one[0][1] is not None)
    (_slot, snapshot, way), = futures
    assert 1.0 <= way.t[0] < 1.02 and way.t[-1] <= snapshot.t
    # after that it goes on from there
    (_slot, _snapshot, next_way), = b.view.futures[-1][0]
    assert next_way.t[0] > 1.1


def test_a_change_in_the_past_leaves_a_branch_that_goes_along(bench):
    b = bench()
    kept = played(b, 3.0)
    b.player.travel.visit(1.0)
    b.player.change("rate", 9.0)
    b.frames(2)
    assert len(branches(b)) == 1 and "another future from t = 1.000 s on" in told(b)
    b.window.play()
    b.frames(60)
    futures, is_anew = b.view.futures[-1]
    (slot, snapshot, way), live = futures[0], b.view.snapshots[-1]
    assert len(futures) == 1 and slot == 0 and not is_anew
    assert snapshot.t == live.t and np.linalg.norm(snapshot.bodies[0].centre - live.bodies[0].centre) > 1e-4
    # the bits that it had when it was live
    b.player.travel.branches.all[0].run.go_to(400)
    common = next(step for step in kept if step > 300)
    b.player.travel.go(common)
    assert bits(b.view.futures[-1][0][0][1]) == kept[common]
    # its line begins where it parted
    _slot, _snapshot, way = b.view.futures[-1][0][0]
    assert b.view.futures[-1][1] and 1.0 <= way.t[0] < 1.02
    follow(b)
    text, = shown_texts(b)
    assert "branch 1: from t = 1.000 s on" in text and "distance" in text and "ΔE_J" in text
    # before the parting there is nothing to be seen beside the run
    b.player.travel.visit(0.5)
    assert b.view.futures[-1][0][0][1] is None and bits(b.player.snapshot) == bits(branches(b)[0].run.snapshot())
    b.frames(20)
    assert shown_texts(b) == ["branch 1: from t = 1.000 s on"]


def test_continue_from_here_keeps_what_there_was(bench):
    b = bench()
    played(b, 1.0)
    b.player.change("rate", 8.0)
    played(b, 1.0)
    b.player.travel.visit(0.5)
    b.act("fork")
    assert b.player.is_playing and len(branches(b)) == 1 and b.run.values["rate"] == 3.5
    assert b.row("rate").field.text() == "3.5" and b.run.latest == 120
    follow(b)
    assert "from t = 0.9" in shown_texts(b)[0] or "from t = 1.0" in shown_texts(b)[0]
    # at the newest state there is nothing to keep
    b.act("last")
    b.act("fork")
    assert len(branches(b)) == 1 and b.player.is_playing


def test_a_branch_is_chosen_and_given_up(bench, qtbot):
    b = bench()
    kept = played(b, 2.0)
    b.player.travel.visit(1.0)
    b.player.change("rate", 9.0)
    b.frames(2)
    played(b, 0.6)
    b.player.pause()
    b.frames(20)
    first, step, here = b.run, b.run.step, bits(b.player.snapshot)
    qtbot.mouseClick(b.window.timeline.rows[0].live, Qt.MouseButton.LeftButton)
    assert b.run is not first and b.run.step == step and b.run.values["rate"] == 3.5
    assert b.row("rate").field.text() == "3.5" and branches(b)[0].run is first and branches(b)[0].number == 2
    assert kept.get(step, bits(b.player.snapshot)) == bits(b.player.snapshot)
    b.act("choose_branch")
    assert b.run is first and bits(b.player.snapshot) == here and b.row("rate").field.text() == "9"
    qtbot.mouseClick(b.window.timeline.rows[0].drop, Qt.MouseButton.LeftButton)
    assert not branches(b) and not shown_texts(b)
    b.frames(3)
    assert b.view.futures[-1][0] == []
    for name in ("choose_branch", "drop_branch"):
        b.act(name)
        assert "no other branch" in told(b)


def test_no_more_than_four_futures(bench):
    b = bench()
    played(b, 3.0)
    for k in range(5):
        b.player.travel.visit(2.5 - 0.3*k)
        b.player.change("rate", 1.0 + k)
        b.frames(30)
        b.player.step(20)
    assert [branch.number for branch in branches(b)] == [3, 4, 5]
    assert {branch.slot for branch in branches(b)} == {0, 1, 2}
    assert "branch 2 was given up" in told(b) or "another future" in told(b)
    b.act("drop_branch")
    assert [branch.number for branch in branches(b)] == [3, 4]
    b.act("reset")
    assert not branches(b)


def test_every_log_of_every_branch_is_whole(bench):
    b = bench()
    played(b, 2.0)
    for k in range(3):
        b.player.travel.visit(0.5 + 0.2*k)
        b.player.change("rate", 2.0 + k)
        played(b, 1.0)
        b.act("choose_branch")
        played(b, 2.0)
    b.player.close()
    for recorder in b.recorders:
        verdict, _run = replayed(recorder.path, lambda _name: turntable())
        assert verdict.is_same and not verdict.trouble
    assert len(b.recorders) >= 4


def test_colours_in_the_line_are_those_in_the_picture():
    assert [palette.to_hex(tone) for tone in palette.LEFT] == list(LEFT)


@pytest.mark.parametrize("seed", [1, 2])
def test_time_bears_abuse(bench, qtbot, seed):
    """Scrub while playing, while preparing, while another scene comes; change, fork, choose, drop, loop, zoom."""
    b = bench([turntable(), turntable("Another", id="another")], playing=True)
    random = np.random.default_rng(seed)
    bar, travel = b.window.timeline.bar, b.player.travel
    names = ["play", "first", "last", "next_event", "last_event", "mark_a", "mark_b", "loop", "no_loop", "fork",
             "choose_branch", "drop_branch", "back", "forward10", "back10", "slower", "faster", "reset", "run_to",
             "projector", "undo", "redo", "timeline"]

    def drag():
        button = (Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton,
                  Qt.MouseButton.MiddleButton)[int(random.integers(3))]
        qtbot.mousePress(bar, button, Qt.KeyboardModifier.NoModifier, at(b, random.uniform(0, 10)))
        for _k in range(3):
            bar._pull(random.uniform(-500, 3000))
            b.frames(1)
        if random.random() < 0.7:
            qtbot.mouseRelease(bar, Qt.MouseButton.LeftButton)

    def change():
        if random.random() < 0.8:
            b.player.change("rate", float(random.uniform(-20, 20)))
        else:
            b.player.change("x", float(random.uniform(-0.2, 0.2)))

    for _k in range(250):
        deed = random.random()
        if deed < 0.45:
            b.act(str(random.choice(names)))
        elif deed < 0.65:
            drag()
        elif deed < 0.8:
            change()
        elif deed < 0.84:
            b.window.choose_scene(str(random.choice(["turntable", "another"])))
        elif deed < 0.9:
            travel.run_to(float(random.uniform(0, 60)))
        else:
            bar.zoom(float(random.uniform(0.5, 2.0)), float(random.uniform(0, 20)))
        b.frames(int(random.integers(1, 5)))
        assert len(branches(b)) <= 3 and b.run.step <= b.run.latest
    b.settle()
    b.player.pause()
    # what is shown is what the commands lead to
    state, step = bits(b.run.snapshot()), b.run.step
    b.run.go_to(0)
    if b.player.snapshot.ended is None:
        b.run.advance(step)
        assert bits(b.run.snapshot()) == state
