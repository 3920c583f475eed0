"""Child process: the real window under the hand of a person, played by events of Qt; helpers for its parts."""

import json
import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import numpy as np
from PyQt5.QtCore import QEvent, QEventLoop, QPoint, QPointF, Qt
from PyQt5.QtGui import QMouseEvent, QWheelEvent
from PyQt5.QtTest import QTest
from PyQt5.QtWidgets import QApplication

from sandbox.cli.arguments import arguments
from sandbox.cli.common import prepare_folders
from sandbox.cli.window import make_window
from tests.patience import MISSING


class Person:
    """A window and a mouse over its picture."""

    def __init__(self, *options):
        self.application, self.window, self.crash = make_window(arguments().parse_args(options), prepare_folders())
        self.faults = []
        self.crash.on_report = lambda report: self.faults.append(report.sentence)
        self.window.show()
        self.until(self.is_settled)

    @property
    def inner(self):
        """The widget of the page, of which there is another after the page was restarted."""
        return self.window.view.reach.pointer.inner

    @property
    def run(self):
        return self.window.simulation

    @property
    def eye(self):
        return self.window.view.reach.eye

    def is_settled(self):
        view, player = self.window.view, self.window.player
        return self.run is not None and view.is_ready and not player.is_preparing and view.reach.eye is not None

    def until(self, condition, seconds: float = MISSING):
        end = time.perf_counter() + seconds
        while not condition():
            if time.perf_counter() > end:
                raise TimeoutError(f"nothing happened within {seconds} s; faults {self.faults}")
            self.application.processEvents(QEventLoop.AllEvents, 5)
            time.sleep(0.001)

    def wait(self, seconds: float):
        end = time.perf_counter() + seconds
        self.until(lambda: time.perf_counter() > end)

    def open(self, scene: str, preset: str | None = None, playing: bool = True):
        self.window.choose_scene(scene, preset)
        self.until(lambda: self.is_settled() and self.run.scene.id == scene)
        (self.window.play if playing else self.window.pause)()
        self.wait(0.5)
        self.until(self.is_settled)

    def body(self, index: int = 0) -> np.ndarray:
        """Where the mass centre of a body is in the picture [px]."""
        return self.eye.project(self.window.player.snapshot.bodies[index].centre)[0]

    def send(self, kind, place, button=Qt.NoButton, buttons=Qt.NoButton, modifiers=Qt.NoModifier):
        inner, place = self.inner, QPointF(*map(float, place))
        QApplication.sendEvent(inner, QMouseEvent(kind, place, QPointF(inner.mapToGlobal(place.toPoint())), button,
                                                  buttons, modifiers))

    def hover(self, place):
        self.send(QEvent.MouseMove, place)
        self.wait(0.12)

    def press(self, place, modifiers=Qt.NoModifier):
        QTest.mousePress(self.inner, Qt.LeftButton, modifiers, QPoint(*(int(round(x)) for x in place)))

    def move(self, place, modifiers=Qt.NoModifier):
        self.send(QEvent.MouseMove, place, buttons=Qt.LeftButton, modifiers=modifiers)

    def release(self, place, modifiers=Qt.NoModifier):
        QTest.mouseRelease(self.inner, Qt.LeftButton, modifiers, QPoint(*(int(round(x)) for x in place)))

    def drag(self, begin, end, moves: int = 12, modifiers=Qt.NoModifier, seconds: float = 0.3):
        """Moves the pressed mouse from one place to another."""
        begin, end = np.asarray(begin, float), np.asarray(end, float)
        for share in np.linspace(0.0, 1.0, moves + 1)[1:]:
            self.move(begin + share*(end - begin), modifiers)
            self.wait(seconds/moves)

    def wheel(self, notches: int, place):
        inner, place = self.inner, QPointF(*map(float, place))
        QApplication.sendEvent(inner, QWheelEvent(
            place, QPointF(inner.mapToGlobal(place.toPoint())), QPoint(), QPoint(0, 120*notches), Qt.NoButton,
            Qt.NoModifier, Qt.NoScrollPhase, False))

    def shot(self, name: str):
        """A picture of the screen, where SHOTS names a folder."""
        if folder := os.environ.get("SHOTS"):
            self.wait(0.3)
            QApplication.primaryScreen().grabWindow(0).save(str(Path(folder)/f"{name}.png"))

    def leave(self, report: dict):
        print(json.dumps(report, default=float), flush=True)
        self.window.close()
        self.crash.close()
        os._exit(0)
