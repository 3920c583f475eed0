"""Child process: four things built on the bench in the real window, by the mouse or by keys alone, and run.

    xvfb-run python -m tests.builds_window [mouse | keys] [NAME...]

Prints what each took as JSON: clicks and drags of the mouse, keys, seconds of this machine, parts, how it ran. SHOTS names a
folder for pictures of the screen.
"""

import os
import sys
import time
import traceback
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import numpy as np
from PyQt5.QtCore import Qt
from PyQt5.QtTest import QTest
from PyQt5.QtWidgets import QApplication, QLineEdit, QToolButton

from sandbox.run.simulation import Simulation
from sandbox.ui.bench.handles import Handles
from sandbox.ui.panels.number import NumberField
from sandbox.workspace.bench import scene_of
from tests.bench_window import TOP, Builder
from tests.patience import HANGING

SHIFT, ALT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ControlModifier
NONE = Qt.KeyboardModifier.NoModifier


class Maker(Builder):
    """Who builds, and what it takes: keys are counted, too."""

    def __init__(self):
        super().__init__()
        self.presses, self.begun = 0, time.perf_counter()

    def settled(self, before=None):
        self.until(lambda: (before is None or self.run is not before) and self.is_settled() and self.bench.is_open)

    # ---- the mouse --------------------------------------------------------------------------------------------------

    def tap(self, point, modifiers=NONE):
        """A click that need not begin the run anew, as the first one of a joint."""
        self.settled()
        place = self.eye.project(np.asarray(point, dtype=float))[0]
        self.hover(place)
        self.clicks += 1
        self.press(place, modifiers)
        self.release(place, modifiers)
        self.wait(0.1)

    def choose(self, name: str):
        self.button(self.window.docks["bench"].buttons[name])

    def many(self, name: str, *points):
        """Some of one part, a click each; the button of the palette again ends it."""
        self.choose(name)
        for point in points:
            self.click(point)
        self.choose(name)

    def row(self, name: str, first, last):
        """A row with Shift."""
        self.choose(name)
        self.settled()
        begin, end = (self.eye.project(np.asarray(point, dtype=float))[0] for point in (first, last))
        before = self.run
        self.hover(begin)
        self.clicks += 1
        self.press(begin, SHIFT)
        self.drag(begin, end, modifiers=SHIFT)
        self.release(end, SHIFT)
        self.settled(before)
        self.choose(name)

    def pull(self, part: str, kind: str, name: str, text: str):
        """Takes a handle of a part and types its number."""
        self.settled()
        if self.bench.chosen != (part,):
            self.bench.select(part)
            self.clicks += 1
        self.wait(0.1)
        one = next(one for one in Handles(self.bench, self.window.view.reach).found if (one.kind, one.name) == (kind, name))
        place = one.line[0] + 0.9*(one.line[-1] - one.line[0])
        before = self.run
        self.hover(place)
        self.clicks += 1
        self.press(place)
        self.wait(0.05)
        self.type(text)
        self.release(place)
        self.settled(before)

    # ---- keys -------------------------------------------------------------------------------------------------------

    def type(self, text: str):
        self.presses += len(text)
        QTest.keyClicks(QApplication.focusWidget() or self.inner, text)

    def hit(self, key, modifiers=NONE, times: int = 1, anew: bool = True):
        """Presses a key in the picture."""
        for _time in range(times):
            self.settled()
            before = self.run
            self.window.view.setFocus()
            self.presses += 1
            QTest.keyClick(self.inner, key, modifiers)
            self.settled(before if anew else None)

    def by_keys(self, name: str):
        """Chooses a part of the palette: Tab to its button, Space, Enter in the picture."""
        button = self.window.docks["bench"].buttons[name]
        self.window.docks["bench"].buttons["steel ball"].setFocus(Qt.FocusReason.TabFocusReason)
        self.presses += 1
        while QApplication.focusWidget() is not button:
            self.presses += 1
            QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        self.presses += 1
        QTest.keyClick(button, Qt.Key.Key_Space)
        self.wait(0.05)

    def select(self, name: str):
        """Tab in the picture until a part is selected."""
        self.settled()
        while self.bench.selected != name:
            self.hit(Qt.Key.Key_Tab, anew=False)

    def to(self, name: str, x: float, y: float, up: float = 0.0):
        """Moves a part to a place by arrow keys, as far as a grid of 10 mm goes, and up from there."""
        self.select(name)
        here = self.place_of(name)
        for far, more, less in ((x - here[0], Qt.Key.Key_Right, Qt.Key.Key_Left),
                                (y - here[1], Qt.Key.Key_Up, Qt.Key.Key_Down)):
            steps = round(far/0.01)
            self.hit(more if steps > 0 else less, times=abs(steps))
        self.hit(Qt.Key.Key_PageUp, times=round(up/0.01))

    def place_of(self, name: str):
        made = self.bench.made
        return self.bench.centres[name] if name in made.bodies else made.surface(name).origin

    # ---- how it went ------------------------------------------------------------------------------------------------

    def finish(self, name: str, seconds: float, looks) -> dict:
        """Lets it run, with pictures, and says what came of it."""
        took = time.perf_counter() - self.begun
        document, clicks, presses = self.bench.document, self.clicks, self.presses
        self.bench.select("")
        self.shot(f"{name}_0")
        self.command("play")
        for k in range(4):
            self.go_on(seconds/4)
            self.shot(f"{name}_{k + 1}")
        self.window.pause()
        run = Simulation(scene_of(document))
        seen = looks(run, document)
        return {"name": name, "clicks": clicks, "keys": presses, "seconds": round(took, 1),
                "parts": len(document.parts), "ended": self.run.ended and self.run.ended.sentence,
                "drift": self.run.drift, **seen}


# ---- what is built ---------------------------------------------------------------------------------------------------

def marble_run(p: Maker):
    """A ramp, a wall, a turning table and three balls."""
    p.many("ramp", (0.05, -0.19, TOP))
    p.many("wall", (0.24, -0.1, TOP))
    p.many("turning plate", (-0.12, 0.1, TOP))
    p.many("steel ball", p.upper("ramp", (-0.1, 0.0)))
    p.many("marble", (-0.12, 0.16, TOP + 0.012), (-0.06, 0.1, TOP + 0.012))


def four_arms(p: Maker):
    """A pendulum of four arms that hits a row of balls."""
    p.many("board", (0.0, -0.16, TOP))
    p.pull("board", "move", "z", "0.25")
    p.row("steel ball", (-0.18, -0.16, TOP), (-0.01, -0.16, TOP))
    names = []
    for k in range(4):
        p.many("rubber ball", (0.2, -0.05 + 0.09*k - 0.1, TOP))
        names.append(p.bench.selected)
        p.pull(names[-1], "move", "z", "0.18")
    for k, name in enumerate(names):
        x, y, _z = p.place_of(name)
        p.bench.select(name)
        p.pull(name, "move", "x", f"{0.06*(k + 1) - x:.3f}")
        p.pull(name, "move", "y", f"{-0.16 - y:.3f}")
    p.choose("arm")
    chain = [(0.0, -0.16, p.bench.made.surface("board").origin[2] - 0.006), *(p.place_of(name) for name in names)]
    for one, other in zip(chain, chain[1:], strict=False):
        before = p.run
        p.tap(one)
        p.tap(other)
        p.settled(before)
    p.choose("arm")


def saddle(p: Maker):
    """A ball on a typed saddle that turns, with a slider for the rate."""
    p.many("saddle", (-0.1, 0.0, TOP))
    panel, before = p.window.docks["bench"], p.run
    formula = next(one for one in panel.fields if isinstance(one, QLineEdit) and not isinstance(one, NumberField))
    p.clicks += 1
    formula.setFocus()
    formula.selectAll()
    p.type("c*(x^2 - y^2)/2 + 0.02*x")
    QTest.keyClick(formula, Qt.Key.Key_Return)
    p.settled(before)
    rate = next(k for k, one in enumerate(p.bench.numbers) if one.field.title == "rate")
    before = p.run
    buttons = panel.findChildren(QToolButton, "slide")
    with_buttons = [k for k, one in enumerate(panel.fields) if isinstance(one, NumberField)]
    p.button(buttons[with_buttons.index(rate)])
    p.settled(before)
    p.many("steel ball", (-0.1, 0.03, p.bench.made.surface("saddle").origin[2]))


def string(p: Maker):
    """A ball on a string that slackens and snaps tight."""
    p.many("board", (0.0, -0.16, TOP))
    p.pull("board", "move", "z", "0.3")
    p.many("steel ball", (0.15, -0.16, TOP))
    name = p.bench.selected
    p.pull(name, "move", "z", "0.15")
    p.choose("string")
    before = p.run
    p.shot("string_before")
    p.tap(p.upper("board", (0.0, 0.0)))
    p.shot("string_between")
    p.tap(p.place_of(name))
    p.settled(before)
    p.choose("string")
    p.pull(name, "move", "z", "0.16")


def marble_run_by_keys(p: Maker):
    for name, x, y in (("ramp", 0.05, -0.19), ("wall", 0.24, -0.1), ("turning plate", -0.12, 0.1)):
        put_at(p, name, x, y)
    put_at(p, "steel ball", -0.03, -0.19)
    put_at(p, "marble", -0.12, 0.16)
    put_at(p, "marble", -0.06, 0.1)


def string_by_keys(p: Maker):
    put_at(p, "board", 0.0, -0.16, 0.3)
    put_at(p, "steel ball", 0.15, -0.16, 0.15)
    name = p.bench.selected
    p.by_keys("string")
    p.select("board")
    p.hit(Qt.Key.Key_Return, anew=False)
    p.select(name)
    p.hit(Qt.Key.Key_Return)
    p.hit(Qt.Key.Key_Escape, anew=False)
    p.to(name, 0.15, -0.16, 0.16)


def put_at(p: Maker, name: str, x: float, y: float, up: float = 0.0):
    """Puts a part in the middle of the picture with Enter, and moves it from there."""
    p.by_keys(name)
    p.hit(Qt.Key.Key_Return)
    p.to(p.bench.selected, x, y, up)


# ---- what is seen of it ----------------------------------------------------------------------------------------------

def rolls(run, document) -> dict:
    """How far each ball goes in 2 s [m]."""
    before = [np.array(state.centre) for state in run.snapshot().bodies]
    run.advance(480)
    return {"moved": [round(float(np.linalg.norm(state.centre - old)), 4) for state, old in zip(
        run.snapshot().bodies, before, strict=True)]}


def tightens(run, document) -> dict:
    """How often the string is slack and tight again in 2 s; its length, and the longest distance of its ends [m]."""
    was, times, far = None, 0, 0.0
    for _step in range(480):
        run.advance(1)
        link = run.snapshot().links[0]
        now = float(np.linalg.norm(np.asarray(link.point) - link.other))
        far, tight = max(far, now), now > link.length - 1e-6
        times += was is False and tight
        was = tight
    return {"tight_again": times, "length": link.length, "longest": far}


MOUSE = {"marble_run": (marble_run, rolls), "four_arms": (four_arms, rolls), "saddle": (saddle, rolls),
         "string": (string, tightens)}
KEYS = {"marble_run": (marble_run_by_keys, rolls), "string": (string_by_keys, tightens)}


def main():
    by, *wanted = sys.argv[1:] or ["mouse"]
    table = KEYS if by == "keys" else MOUSE
    p, found = Maker(), []
    for name in wanted or table:
        p.command("new_bench")
        p.until(lambda: p.is_settled() and not p.bench.selected and p.run.step == 0, HANGING)
        p.wait(0.5)
        p.clicks = p.presses = 0
        p.begun = time.perf_counter()
        build, looks = table[name]
        build(p)
        found.append(p.finish(f"{by}_{name}", 2.0, looks))
    p.leave({"built": found, "faults": p.faults})


if __name__ == "__main__":
    try:
        main()
    except Exception:
        traceback.print_exc()
        os._exit(1)
