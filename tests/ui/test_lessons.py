"""Lessons in the window: predicted, voted twice, revealed, all by keys; afterwards the window is as it was."""

from pathlib import Path

import pytest
from PyQt5.QtCore import Qt
from PyQt5.QtWidgets import QApplication

from sandbox.run.simulation import Simulation
from sandbox.ui.lessons.lecture import CLOSED, FREE, OPEN, REVEALED
from sandbox.workspace.setup import setup_from
from sandbox.workspace.share_code import code_of
from tests.shipped import shipped
from tests.ui.made_up import Settings

ROOT = Path(__file__).parents[2]
SCENES = shipped().scenes
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
            code = {"<": Qt.Key.Key_PageUp, ">": Qt.Key.Key_PageDown, " ": Qt.Key.Key_Space, "\n": Qt.Key.Key_Return,
                    "\b": Qt.Key.Key_Backspace, "\x1b": Qt.Key.Key_Escape, ".": Qt.Key.Key_Period}.get(key)
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
    teacher.qtbot.waitUntil(lambda: (teacher.b.frames(), teacher.lecture.number)[1] == "speed: 0.0500 m/s")
    teacher.press(">")
    assert teacher.lecture.phase == FREE and teacher.board.told.text() == "It stays."


def test_nothing_is_seen_or_begun_before_the_picture_is_that_of_the_step(teacher):
    """Neither the picture of the step before, nor an empty one, stands beside a question."""
    teacher.open()
    curtain, view = teacher.room.curtain, teacher.b.view
    assert not curtain.isVisible()
    teacher.press(">")
    view.is_ready = False
    teacher.lecture.turn(-1)
    # at once, before the next frame
    assert curtain.isVisible() and curtain.geometry() == view.rect() and curtain.text.text()
    teacher.b.settle()
    teacher.b.frames(20)
    assert curtain.isVisible() and teacher.board.head.text() == "Where does it go?"
    teacher.press(".A3 ")
    assert not teacher.lecture.clock.is_running and teacher.lecture.phase == OPEN and teacher.counts == [[3, 0, 0, 0]]
    view.resize(view.width() - 50, view.height())
    assert curtain.geometry() == view.rect()
    view.is_ready = True
    teacher.b.frames(20)
    assert not curtain.isVisible()
    teacher.press(" ")
    assert teacher.lecture.phase == REVEALED
    view.is_ready = False
    teacher.b.frames(20)
    assert curtain.isVisible()
    view.has_failed = True
    teacher.b.frames(20)
    assert not curtain.isVisible()
    view.has_failed, view.is_ready = False, False
    teacher.room.leave()
    teacher.b.frames(20)
    assert not curtain.isVisible()


def test_the_run_does_not_begin_before_a_vote_but_for_space_twice(teacher):
    teacher.open()
    b = teacher.b
    for begin in (lambda: b.act("play"), lambda: b.act("forward"), lambda: b.player.travel.step(20)):
        teacher.lecture._is_armed = False
        begin()
        b.frames(20)
        assert b.run.t == 0.0 and not b.player.is_playing and teacher.lecture.phase == OPEN
    teacher.lecture._is_armed = False
    teacher.press(" ")
    assert teacher.lecture.phase == OPEN and "Nobody has voted yet" in teacher.window.message.text
    teacher.press("A")
    teacher.press(" ")
    assert teacher.lecture.phase == OPEN          # a letter without a number is no vote, and begins anew
    teacher.press(" ")
    assert teacher.lecture.phase == REVEALED and b.player.is_playing and teacher.window.message.text == ""


def test_nothing_gives_the_answer_away_before_the_vote(teacher):
    teacher.open()
    assert all(ghost is None for ghost in teacher.b.view.ghosts[-1:]) and not teacher.window.card.isVisible()
    assert not teacher.window.legend.isVisible() and not teacher.board.bars.isVisible()
    teacher.press("B3 ")
    teacher.b.frames(25)
    assert teacher.b.view.ghosts[-1] is not None and teacher.window.legend.isVisible()


def test_votes_that_no_class_has_are_refused_with_a_sentence(teacher):
    teacher.open()
    teacher.press("A1000000000")
    assert teacher.counts == [[100, 0, 0, 0]]
    assert teacher.window.message.text == "votes for A: got 1000, needs a whole number in [0, 999]"
    teacher.press("\b\bA5")
    assert teacher.counts == [[5, 0, 0, 0]]


def test_pupils_vote_by_keys(teacher):
    teacher.open()
    teacher.press("KABBBD7K")
    assert teacher.counts == [[1, 3, 0, 1]] and not teacher.lecture.counts_keys
    teacher.qtbot.mouseClick(teacher.board.answers[2].more, Qt.MouseButton.LeftButton)
    assert teacher.counts == [[1, 3, 1, 1]]


def test_letters_vote_only_while_a_question_is_open_and_b_is_dark_else(teacher):
    teacher.open()
    teacher.press("B4\n")
    teacher.press("B")
    assert teacher.counts == [[0, 4, 0, 0]] and teacher.window.projector.is_black
    teacher.press("\x1b")
    assert not teacher.window.projector.is_black and teacher.lecture.is_on


def test_the_clock_counts_what_passes_and_a_wall_clock_set_back_changes_nothing(teacher):
    teacher.open()
    teacher.press(".")
    begin = teacher.b.now
    teacher.b.now = begin + 5.0
    assert teacher.lecture.clock.shown == 15
    teacher.b.now = begin - 3600.0
    assert teacher.lecture.clock.shown == 20
    teacher.b.now = begin + 60.0
    assert teacher.lecture.clock.shown == 0 and teacher.lecture.phase == OPEN


def test_leaving_gives_the_window_back_as_it_was(teacher):
    window, b = teacher.window, teacher.b
    window.choose_scene("turntable", "Hollow ball")
    b.settle()
    window.set_speed(0.5)
    window.commands["friction"].setChecked(True)
    window.switches.set_camera("follow")
    b.window.play()
    b.frames(90)
    run, t = b.run, b.run.t
    before = (window.switches.arrows, window.switches.trail, window.switches.camera, window.player.pace.speed,
              window.edits.stack.count())
    assert t > 0.5
    teacher.open()
    assert b.run is not run
    teacher.press("C9  >")
    teacher.press("\x1b")
    assert not teacher.lecture.is_on and not window.projector.is_on and not teacher.board.isVisible()
    assert b.run is run and b.run.t == pytest.approx(t, abs=0.01) and b.player.is_playing
    assert before == (window.switches.arrows, window.switches.trail, window.switches.camera, window.player.pace.speed,
                      window.edits.stack.count())
    assert window.timeline.isVisible() and window.legend.isVisible() and window.menuBar().isVisible()
    b.frames(30)
    assert b.run.t > t and window.simulation.recorder is not None


def test_a_step_may_be_a_set_up_with_all_that_was_done_to_it(bench, qtbot, tmp_path):
    run = Simulation(SCENES["turntable"], {"vy": 0.07})
    run.advance(60)
    run.set("rate", -2.0)
    run.advance(60)
    text = ONE + f"""
[[steps]]
title = "Third"
minutes = 1
setup = "{code_of(setup_from(run))}"
"""
    teacher = Teacher(bench, qtbot, tmp_path, text)
    teacher.open()
    teacher.press(">>")
    assert teacher.b.run.t == 0.0 and teacher.b.run.start_values["vy"] == 0.07
    teacher.press(" ")
    teacher.b.frames(60)
    assert [(one.step, one.name, one.value) for one in teacher.b.run.commands] == [(60, "rate", -2.0)]
    assert teacher.b.run.step > 120


def test_a_challenge_of_a_lesson_is_played_and_left_with_its_step(bench, qtbot, tmp_path):
    text = ONE + """
[[steps]]
title = "Third"
minutes = 1
challenge = "golf"
"""
    teacher = Teacher(bench, qtbot, tmp_path, text)
    teacher.open()
    teacher.press(">>")
    session = teacher.window.challenges.session
    assert session.is_on and session.challenge.id == "golf"
    assert teacher.window.challenges.card.isVisible() and not teacher.window.projector.clock.isVisible()
    teacher.press("<")
    assert not session.is_on and not teacher.window.challenges.card.isVisible()
    assert teacher.board.told.text() == "It stays."


def test_a_file_that_was_open_is_open_afterwards(teacher, tmp_path):
    documents = teacher.window.filing.documents
    documents.kept(tmp_path/"mine.jacobi.json", documents.mark())
    teacher.open()
    teacher.press("C9 ")
    teacher.press("\x1b")
    assert documents.present.path == tmp_path/"mine.jacobi.json" and not documents.is_changed
    documents.look()
    assert not documents.is_changed


def test_lessons_are_listed_with_the_files_that_are_none(teacher, tmp_path):
    (tmp_path/"lessons"/"broken.toml").write_text("title = 7", encoding="utf-8")
    teacher.window.commands["lessons"].trigger()
    sheet = teacher.room.sheet
    assert sheet.isVisible() and [tile.text() for tile in sheet.found[:1]] == ["One"]
    assert "lesson 'broken': has no 'text'" in sheet.found[1].text()
    sheet.found[0].click()
    teacher.b.settle()
    assert teacher.lecture.is_on and not sheet.isVisible()


def test_what_was_voted_stays_while_one_goes_through_the_steps(teacher):
    teacher.open()
    teacher.press("A3D9 ")
    teacher.press("><")
    assert teacher.lecture.phase == REVEALED and teacher.counts == [[3, 0, 0, 9]] and not teacher.b.player.is_playing


@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_step_of_every_lesson_fits_a_small_projector(bench, qtbot, tmp_path, language):
    b = bench(list(SCENES.values()), settings=Settings(), challenges=(ROOT / "challenges",),
              lessons=(ROOT / "lessons",))
    window, room = b.window, b.window.lessons
    window.set_language(language)
    window.resize(1024, 768)
    found = room.load()
    assert found.broken == {} and len(found.good) == 5
    # what is measured is the board; runs are prepared by other tests
    faults = []
    window.player.open = lambda request: None
    window.player.begin_again = lambda request: None
    try:
        for lesson in found.good.values():
            room.open(lesson)
            QApplication.processEvents()
            for place in range(len(lesson.steps)):
                lecture, board = room.lecture, room.board
                where = f"{lesson.id}, {place + 1}"
                for phase in (OPEN, CLOSED, REVEALED) if lecture.step.question else (FREE,):
                    lecture.phase = phase
                    lecture.changed.emit()
                    height = window.centralWidget().height()
                    assert board.letters >= height/14 > 50
                    # room for one more line: other machines have other letters
                    share = 0.75 if phase == OPEN else 0.85 if phase == CLOSED else 0.5
                    if board.need > share*height:
                        faults.append((where, phase, board.need, height))
                    faults += [(where, button.text()) for button in board.buttons.values()
                               if not button.isHidden() and button.width() < button.sizeHint().width()]
                lecture.turn(1)
            room.leave()
    finally:
        window.set_language("en")
    assert not faults, faults
