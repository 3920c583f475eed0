"""Child process of the page tests: the qualities that a user chooses, and what a slow page gets.

    python look_quality.py quality REPORT
"""

import time

from player import Player, counts, play_part, snapshot
from PyQt5.QtCore import QPoint, Qt
from PyQt5.QtTest import QTest

from sandbox.view.quality import SLOW_FOR


class Taker:
    """A handler of the pointer that takes every press."""

    def __init__(self):
        self.calls = []

    def __getattr__(self, name):
        return lambda *_what: self.calls.append(name) or name == "press"


def held_for_long(p) -> list:
    """Holds something for longer than a page may be slow, and returns what the one who held it was told."""
    pointer, taker = p.view.reach.pointer, Taker()
    pointer.handler = taker
    QTest.mousePress(pointer.inner, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(400, 300))
    end = time.perf_counter() + 2*SLOW_FOR
    p.wait(lambda: p.play(0.1) or time.perf_counter() > end)
    told = [*taker.calls]
    QTest.mouseRelease(pointer.inner, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(400, 300))
    pointer.handler = None
    return told


def quality() -> dict:
    p = Player(smooth=None)
    p.open()
    view, out, told = p.view, {"levels": [p.view.quality]}, []
    view.quality_changed.connect(told.append)
    p.play(0.4)
    for choice in ("high", "low", "auto"):
        view.set_quality(choice)
        p.wait(lambda: view.is_ready)
        p.play(0.1)
        out["levels"].append(view.quality)
        out.setdefault("smooth", []).append(p.ask("canvas.selected.__canvas_element.getContext('webgl2')"
                                                  ".getContextAttributes().antialias"))
    # one square of the pattern, plain and of its material; the shadow is there in both
    out["spread"], out["dark"] = {}, {}
    for choice in ("high", "fine"):
        view.set_quality(choice)
        p.wait(lambda: view.is_ready)
        p.frame(snapshot(p.clock, angle=0.0))
        picture = view.grab_pixels().astype(float)
        square = picture[364:384, 436:466].mean(axis=2)
        out["spread"][choice], out["dark"][choice] = float(square.std()), p.ask("Number(lab.fine === true)")
    # a chalk line in the last of them, and the same one as it is without materials
    view.set_chalk("long")
    p.play(1.0)
    pictures = []
    for fine in ("true", "false"):
        p.ask(f"Number(rig.fine = {fine})")
        p.settle(snapshot(p.clock))
        pictures.append(view.grab_pixels().astype(int))
    view.set_chalk("off")
    p.settle(snapshot(p.clock))
    grained, plain, bare = *pictures, view.grab_pixels().astype(int)
    line = (plain - bare > 30).all(axis=2)
    skipped = (plain - grained > 30).all(axis=2)
    out["chalk"] = {"line": int(line.sum()), "skipped": int((skipped & line).sum()),
                    "beside": int((skipped & ~line).sum())}
    view.set_quality("auto")
    p.wait(lambda: view.is_ready)
    p.play(0.1)
    out["trail"] = counts(view.grab_pixels())["blue"]

    # a page that takes 60 ms for each picture; a busy machine may have been slow before
    told.clear()
    p.ask("(function () { const r = canvas.selected.__renderer, stock = r.render; r.render = function (mode) {"
          " const end = performance.now() + 60; while (performance.now() < end); stock.call(r, mode) } })()")
    held = held_for_long(p)
    out["held"] = [*told], held
    p.wait(lambda: told or p.play(0.1))
    out["told"] = told
    p.wait(lambda: view.is_ready)
    p.frame(snapshot(p.clock))
    out["levels"].append(view.quality)
    out["after"] = counts(view.grab_pixels())
    out["signals"] = p.signals
    return out


if __name__ == "__main__":
    play_part(globals())
