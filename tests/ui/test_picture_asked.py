"""What the window asks of its picture is what the picture of the program has."""

from sandbox.ui.playback.picture import PictureWidget
from sandbox.view.widget import View
from tests.ui.made_up import FakeView

ASKED = {name for name in vars(PictureWidget) if not name.startswith("_")} | set(PictureWidget.__annotations__)


def test_the_picture_of_the_program_has_all_that_a_window_asks_for():
    assert len(ASKED) > 30
    made_by_each = {"reach"}
    assert [name for name in sorted(ASKED - made_by_each) if not hasattr(View, name)] == []


def test_that_of_the_tests_too(qtbot):
    view = FakeView()
    qtbot.addWidget(view)
    assert [name for name in sorted(ASKED) if not hasattr(view, name)] == []
