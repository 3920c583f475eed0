"""What the time line marks: events, what was done, and while a hand held a body."""

from types import SimpleNamespace

import pytest

from sandbox.run.command import HAND, Command, Hold
from sandbox.run.simulation import Simulation
from sandbox.ui.timeline.marks import Marks
from tests.ui.made_up import turntable


@pytest.fixture
def run():
    made = Simulation(turntable())
    made.advance(480)
    return made


def told(run, commands):
    """The same run, to which other things were done."""
    return SimpleNamespace(scene=run.scene, h=run.h, step_rate=240, latest=run.latest, has_ended=False,
                           events=run.events, commands=commands)


def test_a_hand_is_marked_while_it_holds_and_never_read_as_a_number(run):
    held = [Hold(0, (0.0, 0.0, 0.0), (0.001*k, 0.0, 0.0)) for k in range(50)]
    commands = [Command(12, "rate", 5.0), *(Command(120 + k, HAND, hold) for k, hold in enumerate(held)),
                Command(240, HAND, None), Command(360, HAND, held[0])]
    marks = Marks()
    assert marks.look(told(run, commands))
    assert [mark.place for mark in marks.commands] == [12] and "'rate' set to 5 rad/s" in marks.commands[0].text
    assert marks.grips == [(0.5, 1.0), (1.5, 2.0)]


def test_switches_are_read_in_words(run):
    marks = Marks()
    marks.look(told(run, [Command(24, "shell", True), Command(48, "shell", False)]))
    assert [mark.text for mark in marks.commands] == ["t = 0.100 s: 'shell' set to on",
                                                      "t = 0.200 s: 'shell' set to off"]


def test_the_nearest_mark_is_found(run):
    marks = Marks()
    marks.look(told(run, [Command(24, "rate", 1.0), Command(48, "rate", 2.0)]))
    assert marks.near(0.11, 0.05).place == 24 and marks.near(0.19, 0.05).place == 48 and marks.near(1.0, 0.05) is None
    marks.forget()
    assert marks.near(0.1, 1.0) is None
