"""Child process: the bench in the real window, built on by mouse and keys, run, kept as a scene and opened again."""

import os
import sys
import time
import traceback
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import numpy as np
from PyQt5.QtCore import Qt
from PyQt5.QtTest import QTest
from PyQt5.QtWidgets import QPushButton

from sandbox.run.simulation import Simulation
from sandbox.scene.built.parts import turned
from sandbox.scene.catalogue import BENCH
from sandbox.ui.bench.save import SaveSheet
from sandbox.workspace.bench import HEIGHT, THICKNESS, document_of, scene_of
from tests.hand_window import Person
from tests.patience import HANGING

TOP = HEIGHT + 0.5*THICKNESS      # [m] of the table


class Builder(Person):
    """A person at the bench; `clicks` are those of the mouse, in the palette and in the picture, and of buttons."""

    def __init__(self):
        super().__init__()
        # scenes of one's own go to the folder of this test, as those of an installed program do to a person's
        folder = Path(os.environ["JACOBI_SANDBOX_HOME"])/"scenes"
        self.window.opening = replace(self.window.opening, own_scenes=folder)
        self.clicks, self.puts = 0, []
        self.command("new_bench")
        self.until(lambda: self.is_settled() and self.run.scene.id == BENCH, HANGING)
        self.until(lambda: self.bench.is_open)

    @property
    def bench(self):
        return self.window.bench

    def command(self, name: str):
        self.window.commands[name].trigger()

    def button(self, button):
        self.clicks += 1
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    def click(self, point):
        """Clicks a point (3,) of the laboratory [m] and waits for what comes of it."""
        self.until(lambda: self.is_settled() and self.bench.is_open)
        place, before = self.eye.project(np.asarray(point, dtype=float))[0], self.run
        self.hover(place)
        self.clicks += 1
        begin = time.thread_time()
        self.press(place)
        self.release(place)
        self.until(lambda: self.run is not before and self.is_settled())
        self.puts.append(1e3*(time.thread_time() - begin))

    def put(self, name: str, point):
        """Puts one part of the palette."""
        button = self.window.docks["bench"].buttons[name]
        self.button(button)
        self.click(point)
        self.button(button)

    def key(self, key, modifiers=Qt.KeyboardModifier.NoModifier):
        before = self.run
        self.window.view.setFocus()
        QTest.keyClick(self.inner, key, modifiers)
        self.until(lambda: self.run is not before and self.is_settled())

    def upper(self, name: str, at) -> np.ndarray:
        """A point (3,) of the upper face of a board, from its middle along its sides `at` (2,) [m]."""
        surface = self.bench.made.surface(name)
        half = surface.plate[2]
        return np.asarray(surface.origin) + turned(surface.tilt_axis, surface.tilt) @ (*at, half)


def build(p: Builder) -> dict:
    """A ramp, a turning table and three balls; the ramp is turned a little, and the rate becomes a slider."""
    p.put("turning plate", (-0.12, 0.1, TOP))
    p.put("ramp", (0.05, -0.19, TOP))
    p.key(Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    p.put("steel ball", p.upper("ramp", (-0.1, 0.0)))
    p.put("billiard ball", (0.2, 0.12, TOP))
    p.put("marble", (-0.12, 0.16, TOP + 0.012))
    p.shot("built")
    on = {name: p.bench.document.part(name).value.get("on") for name in ("steel ball 2", "billiard ball", "marble 2")}
    p.bench.select("turning plate")
    before = p.run
    p.bench.slide(next(one for one in p.bench.numbers if one.field.title == "rate"))
    p.until(lambda: p.run is not before and p.is_settled())
    return {"on": on, "parameters": [one.name for one in p.run.scene.parameters], "clicks": p.clicks,
            "put_ms": p.puts}


def play(p: Builder) -> dict:
    """Lets it run for a second, and looks at where the balls are."""
    before = p.window.player.snapshot
    p.command("play")
    p.go_on(1.0)
    p.window.pause()
    p.shot("ran")
    after = p.run.snapshot()
    moved = [float(np.linalg.norm(one.centre - old.centre)) for one, old in zip(
        after.bodies, before.bodies, strict=True)]
    turns = float(p.run.snapshot().supports[p.bench.made.supports.index("turning plate")].angular_velocity[2])
    return {"moved": dict(zip(p.bench.made.bodies, moved, strict=True)), "ended": p.run.ended, "drift": p.run.drift,
            "turns": turns}


def keep(p: Builder) -> dict:
    """Keeps it as a scene, opens that from the list, and compares: the parts it began with, the same bits."""
    document = p.bench.as_kept
    p.command("save_scene")
    sheet = next(one for one in p.window.findChildren(SaveSheet) if one.isVisible())
    sheet.title.setFocus()
    sheet.title.selectAll()
    QTest.keyClicks(sheet.title, "Ramp and table")
    p.shot("sheet")
    p.button(sheet.save)
    p.until(lambda: "ramp_and_table" in p.window.catalogue.scenes)
    p.button(next(one for one in p.window.message.findChildren(QPushButton) if one.text() == "Open it"))
    p.until(lambda: p.is_settled() and p.run.scene.id == "ramp_and_table", HANGING)
    p.shot("opened")
    kept = p.run.scene
    runs = [Simulation(scene) for scene in (kept, scene_of(document))]
    for run in runs:
        run.advance(240)
    states = [[y.tobytes() for y in run.states] for run in runs]
    return {"is_listed": p.window.top.scenes.findData("ramp_and_table") >= 0, "same_bits": states[0] == states[1],
            "same_parts": document_of(kept)[0].parts == document.parts, "has_changes": p.bench.has_changes,
            "lines": kept.source.count("\n"), "title": kept.title,
            "folder": [path.name for path in p.window.opening.own_scenes.glob("*.py")]}


def main():
    p = Builder()
    p.shot("new")
    report = {"built": build(p), "played": play(p), "kept": keep(p)}
    p.leave({**report, "faults": p.faults})


if __name__ == "__main__":
    try:
        main()
    except Exception:
        # the window would keep it for a report
        traceback.print_exc()
        os._exit(1)
