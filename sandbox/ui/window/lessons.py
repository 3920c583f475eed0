"""Lessons of a window: the list of them, the lecture, its board and its keys, and the window as it was afterwards."""

import time
from pathlib import Path

from sandbox.qt.core import QTimer
from sandbox.scene.lessons.lesson import Lesson, Lessons, Step, load_lessons
from sandbox.ui.lessons.board import Board
from sandbox.ui.lessons.curtain import Curtain
from sandbox.ui.lessons.keys import LessonKeys
from sandbox.ui.lessons.lecture import Lecture, Stage
from sandbox.ui.lessons.notes import NotesSheet
from sandbox.ui.playback.loading import Request
from sandbox.ui.window.help import show_once
from sandbox.ui.window.sheets.lessons import LessonSheet
from sandbox.ui.window.wiring import ports
from sandbox.workspace.shapes import scene_told, start_of
from sandbox.workspace.share_code import setup_of_code

ARROWS = ("velocity", "angular_velocity", "normal", "friction")
PLAIN = ("velocity", "trail")      # what is shown where a step does not say


class Classroom:
    """Puts the parts together.

    lecture   goes through a lesson;  board  shows it;  sheet  the list of all lessons
    curtain   is before the picture until it is that of the step
    """

    def __init__(self, window, folders: tuple[Path, ...]):
        self._window, self._folders = window, folders
        self._before: dict | None = None         # what the window was before the lesson
        self.lecture = Lecture(Stage(
            player=window.player, scene_named=window.catalogue.get, setup_of=self._setup_of, show=self._show,
            play=self._play, leave=window.challenges.session.leave, chart=self._show_chart, say=self._say,
            now=window.opening.now or time.monotonic,
            is_seen=lambda: window.view.is_ready or window.view.has_failed), window)
        self.board = Board(self.lecture, window.centralWidget(), self.leave)
        window.centralWidget().layout().insertWidget(1, self.board)
        self.keys = LessonKeys(window, self.lecture, self._is_covered,
                               lambda: window.projector.set_black(not window.projector.is_black), self.escape)
        self.sheet = LessonSheet(window, self.load, window.catalogue.get, self.open)
        self.curtain = Curtain(window.view)
        self.lecture.changed.connect(self._follow)
        window.player.looked.connect(lambda: self.curtain.set_drawn(self.lecture.is_waiting))
        # a page is turned for somebody to see it
        self.lecture.turned.connect(lambda: window.projector.set_black(False))

    def load(self) -> Lessons:
        """Returns the lessons as their files are now."""
        return load_lessons(self._folders, self._window.catalogue.get, self._window.challenges.load().good)

    def show_notes(self):
        """Shows the teacher's page of the lesson that is given, or of any."""
        window = self._window
        show_once(window, "notes", lambda: NotesSheet(window, self.load(), self.lecture, window.export.ask_page))

    # ---- beginning and end ------------------------------------------------------------------------------------------

    def open(self, lesson: Lesson):
        """Begins a lesson in projector mode."""
        window = self._window
        if self._before is None:
            self._before = self._present()
        window.challenges.session.leave()
        window.message.hide()
        window.big.hide()
        # the board has the controls
        window.projector.has_strip = False
        window.projector.strip.hide()
        window.projector.set_on(True)
        window.timeline.hide()
        self.keys.set_on(True)
        self.lecture.open(lesson)
        window.view.setFocus()

    def escape(self):
        """One step back: the picture from the dark, then the window from the lesson."""
        window = self._window
        if window.projector.is_black:
            window.projector.set_black(False)
        elif window.message.text:
            window.message.hide()
        else:
            self.leave()

    def leave(self):
        """Ends the lesson; the window is as it was."""
        if not self.lecture.is_on:
            return
        self.keys.set_on(False)
        self.lecture.leave()
        before, self._before = self._before, None
        if before is not None:
            self._restore(before)

    def _present(self) -> dict:
        window = self._window
        return {"run": window.simulation, "wanted": window.player.wanted if window.player.is_preparing else None,
                "looks": ports.looks(window), "document": window.filing.documents.hold(),
                "speed": window.player.pace.speed, "is_playing": window.player.is_playing,
                "projector": window.projector.is_on, "timeline": window.timeline.isVisibleTo(window.centralWidget()),
                "legend": window.legend.isVisibleTo(window.centralWidget()),
                "number": window.big.isVisibleTo(window.view)}

    def _restore(self, before: dict):
        window = self._window
        window.projector.set_black(False)
        window.player.pause()
        window.message.hide()
        if before["wanted"] is not None:
            window.player.open(before["wanted"])
        elif before["run"] is not None:
            window.player.show_again(before["run"])
            window.filing.documents.bring_back(before["document"])
        window.projector.has_strip = True
        window.projector.set_on(before["projector"])
        window.timeline.setVisible(before["timeline"])
        window.legend.setVisible(before["legend"])
        window.big.setVisible(before["number"])
        ports.show_as(window, *before["looks"])
        window.set_speed(before["speed"])
        if before["is_playing"]:
            window.player.play()
        window.view.setFocus()

    # ---- what a lecture wants ---------------------------------------------------------------------------------------

    def _setup_of(self, code: str) -> tuple[Request, tuple]:
        """Returns the run of a share code at its start, and the commands to come."""
        setup = setup_of_code(code)
        scene = scene_told(setup, self._window.catalogue)
        return Request(scene, scene.values(setup.values), setup.preset, start=start_of(setup)), setup.commands

    def _show(self, step: Step):
        """Looks at the run of a step as it asks; after its preset has brought its own camera and speed along."""
        QTimer.singleShot(0, lambda: self._look_at(step))

    def _look_at(self, step: Step):
        window = self._window
        if self.lecture.step is not step:
            return
        shown = step.shown if step.shown is not None else PLAIN
        lengths = {name: "long" if name in shown else "off" for name in ("trail", "chalk")}
        ports.show_as(window, {"mode": step.camera or window.switches.camera}, {
            "arrows": [name for name in ARROWS if name in shown], **lengths})
        if step.speed is not None:
            window.set_speed(step.speed)
        window.message.hide()

    def _say(self, text: str):
        """Shows a sentence, or takes the last one away."""
        if text:
            self._window.display.refuse(text)
        else:
            self._window.message.hide()

    def _play(self, name: str):
        good = self._window.challenges.load().good
        if name in good:
            self._window.challenges.open(good[name])

    def _show_chart(self, title: str):
        panel = self._window.docks["charts"]
        numbers = [number for number, chart in enumerate(panel.charts) if chart.name == title or chart.title == title]
        if title and numbers:
            panel.choose(numbers[0])
        panel.set_over(bool(title and numbers))

    def _is_covered(self) -> bool:
        window = self._window
        return any(sheet.isVisible() for sheet in (window.keys, window.gallery, window.challenges.sheet, self.sheet))

    def _follow(self):
        window, lecture = self._window, self.lecture
        self.curtain.set_drawn(lecture.is_waiting)
        window.card.set_away(lecture.is_on or window.challenges.session.is_on)
        # dashed lines and formulas would give the answer away
        window.player.feed.set_blind(lecture.is_locked or window.challenges.session.hides_theory)
        if lecture.is_on:
            window.legend.setVisible(not lecture.is_locked)
            # the card of a challenge stands there
            window.projector.clock.setVisible(not lecture.step.challenge)
