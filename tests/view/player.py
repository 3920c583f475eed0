"""A window with a view for the child processes of the page tests, states to show, ways to count pixels, a report."""

import json
import os
import sys
import time
from math import cos, sin
from types import SimpleNamespace

import numpy as np

from sandbox.run.snapshot import Snapshot
from sandbox.systems.bodies_seen import BodyState
from sandbox.systems.picture import SupportState
from sandbox.view import prepare
from tests.patience import MISSING, wait_for_the_page

RIM, RADIUS = 0.3, 0.03
TABLE, BALL = SimpleNamespace(rim=RIM), SimpleNamespace(radius=RADIUS)


def snapshot(t: float, angle: float | None = None, x: float | None = None, **wrong) -> Snapshot:
    """Ball on a circle of 0.15 m on a table turned by `angle`; `wrong` replaces fields of the body."""
    a = 0.5*t
    centre = np.array((0.15*cos(a), 0.15*sin(a), RADIUS)) if x is None else np.array((x, 0.0, RADIUS))
    body = dict(centre=centre, velocity=np.array((-0.075*sin(a), 0.075*cos(a), 0.0)),
                angular_velocity=np.array((1.0, 0.0, 2.0)), quaternion=np.array((cos(t), sin(t), 0.0, 0.0)),
                contact=centre - (0, 0, RADIUS), normal=np.array((0.0, 0.0, 1.0)), N=1.0, F=np.zeros(3),
                mode="rolling")
    body.update(wrong)
    half = 0.5*(t if angle is None else angle)
    support = SupportState(np.zeros(3), np.array((cos(half), 0.0, 0.0, sin(half))), np.array((0.0, 0.0, 1.0)))
    return Snapshot(0, t, (BodyState(**body),), (support,))


class Player:
    """A window with a view, the signals it gave, and ways to let time pass.

    Time passes as in the program: whatever arrives is handled at once. With a sleep between looks at the events the
    engine, which does one small thing per look, would start several times as slowly as it does for a person.

    smooth   as View takes it; False, so that a busy machine does not make the governor change what is tested
    waits    whether a page that a busy machine keeps waiting is not taken for dead
    """

    def __init__(self, smooth=False, waits=True):
        from PyQt5.QtCore import QTimer
        from PyQt5.QtGui import QKeySequence
        from PyQt5.QtWidgets import QApplication, QMainWindow, QShortcut

        prepare()
        if waits:
            wait_for_the_page()
        self.app = QApplication(sys.argv[:1])
        from sandbox.view import View
        self.window = QMainWindow()
        self.started = time.perf_counter()
        self.view = View(smooth=smooth)
        self.signals = []
        for name in ("ready", "recovered", "failed"):
            getattr(self.view, name).connect(lambda *text, name=name: self.signals.append((name, *text)))
        self.window.setCentralWidget(self.view)
        self.window.resize(960, 540)
        self.window.show()
        self.pressed = []
        QShortcut(QKeySequence("Space"), self.window).activated.connect(lambda: self.pressed.append("Space"))
        self.clock = 0.0
        self._tick = QTimer()
        self._tick.start(5)              # [ms] conditions are looked at even when nothing arrives

    def breathe(self):
        """Handle what has arrived, or wait for it."""
        from PyQt5.QtCore import QEventLoop
        self.app.processEvents(QEventLoop.ProcessEventsFlag.AllEvents | QEventLoop.ProcessEventsFlag.WaitForMoreEvents)

    def wait(self, condition, seconds: float = MISSING) -> float:
        start = time.perf_counter()
        while not condition():
            if time.perf_counter() - start > seconds:
                raise TimeoutError(f"nothing happened within {seconds} s; signals: {self.signals}")
            self.breathe()
        return time.perf_counter() - start

    def open(self, title: str = "turntable", surface=TABLE, body=BALL):
        self.view.show_scene(surface, body, title)
        self.wait(lambda: self.view.is_ready or self.failure)

    @property
    def failure(self):
        return next((s[1] for s in self.signals if s[0] == "failed"), None)

    def frame(self, shot: Snapshot):
        self.wait(lambda: self.view.show_snapshot(shot))

    def play(self, seconds: float):
        """Show so many seconds of motion, in no less time: a busy machine takes longer and shows as much."""
        end, last = time.perf_counter() + seconds, self.clock + 0.96*seconds
        while time.perf_counter() < end or self.clock < last:
            self.clock += self.view.show_snapshot(snapshot(self.clock))*0.016
            self.breathe()

    def settle(self, shot: Snapshot, seconds: float = 0.0):
        """Show a state, for so many seconds at least, until a gliding camera has arrived."""
        for _turn in range(2):
            self.frame(shot)
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            self.view.show_snapshot(shot)
            self.breathe()
        self.glide(shot)

    def glide(self, shot: Snapshot):
        """Let a gliding camera arrive, at once: all that it has been told has come to it, and the time of a glide is
        over.
        """
        self.wait(lambda: not self.view._channel.is_busy)
        self.ask("rig.since -= GLIDE, 0")
        self.wait(lambda: self.ask("rig.from === null") or self.view.show_snapshot(shot) and False)
        # the page's camera is the one of its last picture until then
        self.ask("set_view(), 0")

    def look(self) -> list:
        """Centre, forward, up of the camera (3 each) and its range."""
        text = self.ask("[canvas.selected.__center, canvas.selected.__axis, canvas.selected.__up]"
                        ".map(v => [v.x, v.y, v.z].join()).concat(canvas.selected.__range).join()")
        return [float(x) for x in text.split(",")]

    def ask(self, source: str):
        return self.view._channel.ask_now(source)


def counts(pixels) -> dict:
    """How many pixels have the hues of table, accent, ball and trail."""
    r, g, b = (pixels[..., k].astype(int) for k in range(3))
    return {"pixels": int(r.size),
            "table": int(((r > 100) & (r - b > 8) & (r - b < 70) & (abs(r - g) < 35)).sum()),
            "accent": int(accent_of(pixels).sum()), "blue": int(blue_of(pixels).sum())}


def blue_of(pixels):
    r, _g, b = (pixels[..., k].astype(int) for k in range(3))
    return (b > 110) & (b - r > 60)


def accent_of(pixels):
    r, g, b = (pixels[..., k].astype(int) for k in range(3))
    return (r > 120) & (r - b > 100) & (g > 70)


def middle_of(mask) -> list:
    rows, columns = np.nonzero(mask)
    return [float(np.median(columns)), float(np.median(rows))] if len(rows) else []


def play_part(parts: dict):
    """Play the part that the command line names and write its report to the file there."""
    part, path = sys.argv[1:3]
    report = parts[part]()
    with open(path, "w") as file:
        json.dump(report, file)
    # the report is written: how Chromium takes its leave is not judged
    os._exit(0)
