"""A run with very many commands costs each of them the same: counted lines of ours that run, not seconds."""

import sys

import pytest

from sandbox.run.command import HAND, Command, Hold
from sandbox.run.simulation import Simulation
from sandbox.theory.ghost import Theory
from sandbox.ui.timeline.marks import Marks
from tests.shipped import shipped

CATALOGUE = shipped()


def lines_run(work) -> int:
    """Returns how many lines of this program work() runs, loops counted turn by turn."""
    count = 0

    def line(_frame, _event, _argument):
        nonlocal count
        count += 1
        return line

    def call(frame, _event, _argument):
        return line if "sandbox" in frame.f_code.co_filename else None

    before = sys.gettrace()
    sys.settrace(call)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


def live(name, values):
    return lambda steps: [Command(k, name, values[k % len(values)]) for k in range(steps)]


def pulled(steps):
    return [Command(k, HAND, Hold(0, (0.0, 0.0, 0.0), (0.15 + 1e-6*k, 0.0, 0.02), 1.0)) for k in range(steps)]


# a signal that moves a support, a parameter of the law of a contact, a hand
CASES = {"signal": ("turntable", live("rate", (3.0, 3.1))), "law": ("incline", live("mu", (0.2, 0.3))),
         "hand": ("turntable", pulled)}


def whole_run(scene, commands):
    """What the window asks of a run that is made again, step by step."""
    def work():
        run, theory, marks = Simulation(CATALOGUE.get(scene)), Theory(print), Marks()
        run.replay(commands)
        for _ in commands:
            run.advance(1)
            assert run.values and (run.hold is None or run.hold.strength)
            theory.look(run, run.snapshot())
            marks.look(run)
        assert run.step == len(commands)
    return work


@pytest.mark.parametrize("case", CASES)
def test_twice_the_commands_cost_twice(case):
    scene, made = CASES[case]
    # what is compiled and kept on the way is not counted
    whole_run(scene, made(40))()
    few, many = (lines_run(whole_run(scene, made(n))) for n in (150, 300))
    # [1] the start of a run is the same for both, so it is at most 2; a quadratic part would make it nearly 4
    assert many/few < 2.1


def test_marks_of_a_run_that_is_dragged_for_long_are_taken_in_one_by_one():
    def work(n):
        def drag():
            run, marks = Simulation(CATALOGUE.get("turntable")), Marks()
            for k in range(n):
                run.set("rate", 3.0 + 0.1*(k % 2))
                run.advance(1)
                assert marks.look(run) and len(marks.commands) == k + 1
        return drag
    work(40)()
    assert lines_run(work(300))/lines_run(work(150)) < 2.1      # [1] as above


def test_marks_follow_a_run_that_is_given_another_future():
    run, marks = Simulation(CATALOGUE.get("turntable")), Marks()
    for _ in range(5):
        run.set("rate", 3.0 + 0.1*run.step)
        run.advance(10)
    run.grab()
    run.advance(10)
    marks.look(run)
    assert [mark.place for mark in marks.commands] == [0, 10, 20, 30, 40]
    assert marks.grips == [(50*run.h, 60*run.h)]
    run.go_to(15)
    run.set("rate", 2.0)
    run.grab()
    run.advance(5)
    run.let_go()
    marks.look(run)
    assert [mark.place for mark in marks.commands] == [0, 10, 15] and marks.grips == [(15*run.h, 20*run.h)]
