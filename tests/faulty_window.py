"""Child process: a window whose functions raise, one after the other, called by Qt or on its behalf; prints JSON.

    python tests/faulty_window.py FOLDER MOST      at most MOST of the functions, spread over all of them

A profile function that raises makes the function raise that is being called, wherever it is called from.
"""

import json
import os
import random
import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from PyQt5.QtCore import QCoreApplication, QEvent, Qt, QTimer
from PyQt5.QtTest import QTest
from PyQt5.QtWidgets import QApplication

from sandbox.app.crash import CrashWatch
from sandbox.ui.playback.task import Task
from tests.patience import MISSING
from tests.ui.made_up import Bench, turntable

ROOMS = tuple(str(Path(__file__).parents[1] / "sandbox" / room) for room in ("ui", "app"))
ROUNDS = 3              # of the scene below in which a planted fault has to come up
# what the end of the window calls, which comes once only; and the teller of faults itself
NOT_THESE = {"closeEvent", "close", "_tell_fault", "tell"}


class Planted(Exception):
    """A fault of this test."""


class Hand:
    """What a bench needs of pytest-qt."""

    keyClick = staticmethod(QTest.keyClick)

    def addWidget(self, _widget):
        pass

    def waitUntil(self, condition):
        for _look in range(int(1000*MISSING)):
            if condition() is not False:
                return
            QTest.qWait(1)
        raise AssertionError("nothing happened")


def scene(b, dice: random.Random):
    """A little of all that a person does."""
    b.now += 0.5
    b.frames(3)
    row = b.row("rate")
    row.slider.setValue(dice.randint(0, row.slider.maximum()))
    b.row("shell").switch.toggle()
    b.type("x", dice.choice(("0,1", "0.05", "x")))
    for name in ("play", "forward", "back10", "reset", "slower", "faster", "trail", "next_camera", "meters", "scenes",
                 "events", "undo", "redo", "velocity", "projector", "projector", "close_message", "layout"):
        b.act(name)
    b.window.set_theme(dice.choice(("dark", "projector")))
    b.window.resize(1000 + dice.randint(0, 300), 620 + dice.randint(0, 200))
    for key in (Qt.Key.Key_Space, Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_Up):
        QTest.keyClick(b.window, key)
    for widget in (row.slider, row.field, b.window.docks["plots"], b.window.legend):
        QApplication.sendEvent(widget, QEvent(QEvent.Type.Enter))
        widget.repaint()
    b.now += 1.0
    b.frames(5)
    QTest.qWait(5)


def functions_of(b, dice) -> dict:
    """Functions of the window that are called in a scene, by Qt or on its behalf: code object -> name."""
    seen = {}

    def note(frame, event, _what):
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(ROOMS) and code.co_name not in NOT_THESE:
            seen[code] = f"{Path(code.co_filename).stem}.{code.co_qualname}"

    sys.setprofile(note)
    try:
        for _round in range(ROUNDS):
            scene(b, dice)
    finally:
        sys.setprofile(None)
    return seen


def plant(code, name: str) -> list:
    """Makes that function raise at its next call; the list then holds its name."""
    came = []

    def raise_it(frame, event, _what):
        if event == "call" and frame.f_code is code and not came:
            came.append(name)
            raise Planted(name)

    sys.setprofile(raise_it)
    return came


def main():
    folder, most = Path(sys.argv[1]), int(sys.argv[2])
    _application = QApplication(sys.argv[:1])
    dice, reports, lines = random.Random(23), [], []
    b = Bench(Hand(), [turntable()], {}, folder, playing=True)
    watch = CrashWatch(folder, lambda report: (reports.append(report),
                                               b.window.report_fault(report.sentence))).install()
    watch.watch_qt()
    b.window.reported.connect(lines.append)
    targets = sorted(functions_of(b, dice).items(), key=lambda item: item[1])
    chosen = targets[::max(1, len(targets)//most)][:most]

    came = []
    for code, name in chosen:
        planted = plant(code, name)
        for _round in range(ROUNDS):
            try:
                scene(b, dice)
            except Planted:
                # it was this script that called
                reports.append(name)
            if planted:
                break
        sys.setprofile(None)
        came += planted
        b.player.play()

    # timers, threads, work beside the window, an event filter
    def fault(where):
        raise Planted(where)

    QTimer.singleShot(0, lambda: fault("timer"))
    thread = threading.Thread(target=fault, args=("thread",))
    thread.start()
    thread.join()
    QTest.qWait(20)
    try:
        Task(lambda: fault("task")).result()
    except Planted as error:
        came.append(str(error))

    b.window.choose_scene("turntable", "Fast")
    b.settle()
    # a fault may have come between a speed and its end, as one that is held down
    b.window.set_speed(1.0)
    b.player.pace.ease(1.0)
    begin = b.run.step
    b.player.play()
    b.frames(20)
    QCoreApplication.processEvents()
    said = {report if isinstance(report, str) else report.details.splitlines()[-1].rpartition(": ")[2]
            for report in reports}
    print("\n" + json.dumps({"known": len(targets), "planted": len(chosen), "came": came, "said": sorted(said),
                             "moved": b.run.step - begin, "message": lines[-1] if lines else "",
                             "pace": [b.player.pace.speed, b.player.pace.eased, b.run.step_rate]}), flush=True)
    watch.close()
    os._exit(0)


main()
