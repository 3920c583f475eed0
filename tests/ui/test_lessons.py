"""Lessons in the window: predicted, voted twice, revealed, all by keys; afterwards the window is as it was."""

from pathlib import Path

import pytest
from PyQt5.QtCore import Qt
from PyQt5.QtWidgets import QApplication

from sandbox.scene.catalogue import load_catalogue
from sandbox.ui.lessons.lecture import CLOSED, FREE, OPEN, REVEALED
from tests.ui.made_up import Settings

ROOT = Path(__file__).parents[2]
SCENES = load_catalogue(ROOT / "scenes").scenes
ONE = """
title = "One"
text = "One question."
[[steps]]
title = "First"
minutes = 5
scene = "turntable"
camera = "top"
shown = ["velocity", "trail"]
pause = 0.5
facts = ["abs(max(speed) - 0.05) < 1e-6"]
[steps.question]
text = "Where does it go?"
answers = ["away", "round", "nowhere", "along"]
right = "B"
seconds = 20
[steps.reveal]
text = "It goes round."
number = "max(speed)"
name = "speed"
unit = "m/s"
[[steps]]
title = "Second"
minutes = 1
scene = "turntable"
preset = "2"
caption = "It stays."
"""


class Teacher:
    """A window with one lesson, and the keys of a clicker."""

    def __init__(self, bench, qtbot, tmp_path, text=ONE):
        folder = tmp_path/"lessons"
        folder.mkdir()
        (folder/"one.toml").write_text(text, encoding="utf-8")
        self.b = bench([SCENES[name] for name in ("turntable", "globe", "bounce")], settings=Settings(),
                       challenges=(ROOT / "challenges",), lessons=(folder,))
        self.qtbot, self.window = qtbot, self.b.window
        self.room = self.window.lessons
        self.lecture, self.board = self.room.lecture, self.room.board

    def open(self):
        found = self.room.load()
        assert found.broken == {}
        self.room.open(found.good["one"])
        self.b.settle()
        QApplication.processEvents()

    def press(self, keys: str):
        for key in keys:
            code = {"<": Qt.Key_PageUp, ">": Qt.Key_PageDown, " ": Qt.Key_Space, "\n": Qt.Key_Return,
                    "\b": Qt.Key_Backspace, "\x1b": Qt.Key_Escape, ".": Qt.Key_Period}.get(key)
            self.qtbot.keyClick(self.window.view, code if code is not None else key)
        self.b.settle()

    @property
    def counts(self):
        return [ballot.counts for ballot in self.lecture.ballots]


@pytest.fixture
def teacher(bench, qtbot, tmp_path):
    return Teacher(bench, qtbot, tmp_path)


def test_a_question_is_voted_on_and_revealed_by_keys(teacher):
    teacher.open()
    assert teacher.lecture.phase == OPEN and teacher.window.projector.is_on and teacher.board.isVisible()
    assert teacher.board.head.text() == "Where does it go?" and not teacher.b.player.is_playing
    teacher.press("A12B7D1")
    assert teacher.counts == [[12, 7, 0, 1]]
    teacher.press("\n")
    assert teacher.lecture.phase == CLOSED
    teacher.press("\nB20")
    assert teacher.counts == [[12, 7, 0, 1], [0, 20, 0, 0]]
    teacher.press(" ")
    assert teacher.lecture.phase == REVEALED and teacher.b.player.is_playing
    assert teacher.board.told.text() == "It goes round." and teacher.board.bars.isVisible()
    teacher.b.frames(60)
    assert not teacher.b.player.is_playing and teacher.b.run.t == pytest.approx(0.5, abs=1e-9)
    teacher.qtbot.waitUntil(lambda: (teacher.b.frames(), teacher.lecture.number)[1] == "speed: 0.05 m/s")
    teacher.press(">")
    assert teacher.lecture.phase == FREE and teacher.board.told.text() == "It stays."
