"""A gamepad that the page tells of steers like the knob; what is none, or tells nonsense, changes nothing."""

import pytest

from sandbox.ui.hand.gamepad import DEAD, STICK
from tests.ui.made_up import FakeView
from tests.ui.test_steering import RANGE, Player


class PadView(FakeView):
    """A picture whose page has a stick."""

    def __init__(self):
        super().__init__()
        self.stick, self.asked = None, 0

    def run_beside(self, line, then):
        if line == STICK:
            self.asked += 1
            then(self.stick)


@pytest.fixture
def person(bench, qtbot):
    return Player(bench, qtbot, view=PadView)


def tilts(person) -> tuple[float, float]:
    values = person.b.run.values_at(person.b.run.step)
    return values["tilt_y"], values["tilt_x"]


def test_the_stick_is_the_knob_and_springs_back(person):
    view = person.b.view
    view.stick = [1.0, 0.0]
    person.play()
    person.b.frames(10)
    assert tilts(person) == (RANGE, 0.0)
    view.stick = [0.0, -1.0]
    person.b.frames(10)
    assert tilts(person)[1] == RANGE         # upwards, which this scene turns round
    view.stick = [0.5*DEAD, 0.5*DEAD]
    person.b.frames(60)
    assert tilts(person) == (0.0, 0.0)


@pytest.mark.parametrize("stick", [None, [], [1.0], ["a", 1.0], [float("nan"), 1.0], [float("inf"), 0.0], {"x": 1.0},
                                   [True, False], "1,1"])
def test_what_is_no_stick_changes_nothing_and_is_asked_for_seldom(person, stick):
    view = person.b.view
    view.stick = stick
    person.play()
    person.b.frames(60)
    # 65 frames: a pad would be asked each time, what is none once per second
    assert tilts(person) == (0.0, 0.0) and 1 <= view.asked < 20


def test_nobody_asks_where_nothing_is_steered(person):
    person.b.frames(20)
    assert person.b.view.asked == 0
