"""Marks of the bench under the mouse: how they are outlined, which one is meant, how one is carried."""

import numpy as np

from sandbox.qt.core import Qt
from sandbox.scene.built.parts import Item
from sandbox.scene.marks import Mark
from sandbox.text import _
from sandbox.ui.bench.gestures import CLICK, Gesture, Put, in_lines, snapped, where
from sandbox.ui.hand.plane import circle, on_line, on_plane
from sandbox.ui.hand.sketch import Dot, Stroke, Words
from sandbox.ui.playback.workbench import Workbench
from sandbox.workspace.bench_marks import mark_named, mark_of_item

POST = 0.04              # height of posts and poles over the picture, in metres
NEAR = 12.0              # [px] beside a mark that still mean it
UP, ALONG = np.array((0.0, 0.0, 1.0)), np.array((1.0, 0.0, 0.0))


def lines_of(mark: Mark) -> list[tuple[np.ndarray, bool]]:
    """Returns lines (n, 3) [m] that a mark is drawn by, each with whether it is closed."""
    points = np.asarray(mark.points, dtype=float)
    if mark.is_line:
        return [(points, False), *((np.array((foot, foot + POST*UP)), False) for foot in points)]
    around = [(circle(points[0], UP, mark.radius, ALONG), True)]
    if mark.kind == "flag":
        foot = points[0]
        cloth = np.array((foot, foot + POST*UP, foot + 0.85*POST*UP + 0.3*POST*ALONG, foot + 0.7*POST*UP))
        return [*around, (cloth, False)]
    return around


def drawn(eye, mark: Mark, tone: str, width: float, is_dashed: bool = False) -> list:
    """Returns the strokes of a mark over the picture."""
    found = []
    for line, is_closed in lines_of(mark):
        seen = eye.project(line)
        if np.isfinite(seen).all():
            found.append(Stroke(seen, tone, width, is_closed=is_closed, is_dashed=is_dashed))
    return found


def ghost_of_mark(eye, item: Item, place, height: float) -> list:
    """Returns a mark of the palette where it would stand, with its place."""
    mark = mark_named(mark_of_item(item, "mark", place, height))
    at = eye.project(mark.middle)[0]
    return [*drawn(eye, mark, "GREEN", 2.5), Dot(at, "GREEN", 4.0),
            Words(at, f"{_(item.name)}\n{where(mark.middle if item.value.name == 'Ring' else mark.middle[:2])}")]


def mark_at(eye, marks: dict[str, Mark], x: float, y: float) -> str:
    """Returns the name of the mark whose lines are nearest to a point of the picture [px], "" where none is near."""
    best, least = "", NEAR
    for name, mark in marks.items():
        for line, is_closed in lines_of(mark):
            seen = eye.project(np.vstack((line, line[:1])) if is_closed else line)
            if not np.isfinite(seen).all():
                continue
            away = _distance(seen, np.array((x, y)))
            if away < least:
                best, least = name, away
    return best


def _distance(line: np.ndarray, point: np.ndarray) -> float:
    """Distance of a point (2,) from a line of pieces (n, 2) [px]."""
    a, along = line[:-1], np.diff(line, axis=0)
    square = np.maximum(np.einsum("ij,ij->i", along, along), 1e-12)
    share = np.clip(np.einsum("ij,ij->i", point - a, along)/square, 0.0, 1.0)
    return float(np.linalg.norm(a + share[:, None]*along - point, axis=1).min())


class PutMark(Put):
    """Puts a mark of the palette where the mouse is let go."""

    def sketch(self) -> list:
        eye, under = self.reach.eye, self._under
        if not under.on or eye is None:
            return []
        return ghost_of_mark(eye, self._item, under.point, self._workbench.height)


class CarryMark(Gesture):
    """Carries a mark in its plane, with Shift up and down. A click selects it.

    name   of the mark
    """

    def __init__(self, workbench: Workbench, scenery, x: float, y: float, name: str):
        super().__init__(workbench, scenery, x, y)
        self._name, self._mark = name, workbench.made.marks[name]
        self._by, self._is_moved = np.zeros(3), False
        eye = self.reach.eye
        self._point = on_plane(eye, x, y, self._mark.middle, UP) if eye is not None else self._mark.middle

    def follow(self):
        x, y = self._mouse
        eye = self.reach.eye
        if np.hypot(x - self._begin[0], y - self._begin[1]) > CLICK:
            self._is_moved = True
        if not self._is_moved or eye is None:
            return
        line = self._modifiers & Qt.KeyboardModifier.ShiftModifier
        to = (on_line if line else on_plane)(eye, x, y, self._point, UP) - self._point
        self._by = np.array([snapped(old + way, self.is_fine) - old if abs(way) > 1e-12 else 0.0
                             for old, way in zip(self._mark.middle, to, strict=True)])

    def sketch(self) -> list:
        eye = self.reach.eye
        if eye is None:
            return []
        moved = Mark(self._name, self._mark.kind, tuple(tuple((np.asarray(point) + self._by).tolist())
                                                        for point in self._mark.points), self._mark.radius)
        found = drawn(eye, moved, "GREEN" if self._is_moved else "BLUE", 2.5)
        if self._is_moved:
            found.append(Words(eye.project(moved.middle)[0], in_lines(where(moved.middle))))
        return found

    def end(self, is_clean: bool):
        self._workbench.select(self._name)
        if is_clean and self._is_moved and self._by.any():
            self._workbench.move(self._name, self._by)
