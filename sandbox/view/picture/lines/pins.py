"""Paths of pinned runs, dashed, and of measurements, dots, on the support."""

from collections.abc import Sequence

import numpy as np

from sandbox.view.palette import INK, PINS
from sandbox.view.picture.lines.ink import Dashes, Strokes

COUNT = 320             # pieces of a path at most
DASH = 0.03             # length of a dash, in sizes of the scene
FAR = 0.3               # a path further from the support, in sizes of the scene, is drawn where it is


class PinPaths:
    """A line for each colour; they outlive the page."""

    def __init__(self, size: float):
        self._size = size
        self.strokes = [Strokes(f"pin{k}", COUNT, 0.013*size, tone, edge=INK) for k, tone in enumerate(PINS)]
        self._dashes = [Dashes(strokes, DASH*size) for strokes in self.strokes]
        self._used: set[int] = set()

    def show(self, paths: Sequence[tuple], support, pose):
        """Draws (points (n, 3) [m], number of its colour, "dashes" or "dots") instead of the last ones.

        support   is asked for its nearest points;  pose  position (3,) and axes (3, 3) of it
        """
        wanted = {colour % len(self.strokes) for _points, colour, _kind in paths}
        for k in self._used - wanted:
            self.strokes[k].hide()
        self._used = wanted
        for points, colour, kind in paths:
            k = colour % len(self.strokes)
            on, normals = self._laid(np.asarray(points, float), support, *pose)
            if kind == "dots":
                self._dot(self.strokes[k], on, normals)
            else:
                self._dashes[k].show(_pieces(on, normals))

    def _laid(self, points, support, position, axes):
        """Points on the support, or where they are if they are far from it, and normals; nan beyond its edge."""
        flat = np.isnan(points[:, 2])
        is_gap = np.isnan(points[:, :2]).any(axis=1)
        local = (np.where(np.isnan(points), 0.0, points) - position) @ axes
        on, normals = support.project(local)
        is_near = flat | (np.linalg.norm(on - local, axis=1) < FAR*self._size)
        on = np.where(is_near[:, None], on, local)
        on[is_gap | (~support.carries(on) & is_near)] = np.nan
        return on @ axes.T + position, np.asarray(normals) @ axes.T

    def _dot(self, strokes: Strokes, on, normals):
        """A small square for each point."""
        strokes.hide()
        known = np.flatnonzero(np.isfinite(on).all(axis=1))
        known = known[np.linspace(0, len(known) - 1, min(len(known), COUNT)).astype(int)] if len(known) else known
        for index, i in enumerate(known):
            normal = normals[i]/np.linalg.norm(normals[i])
            along = np.cross(normal, (0.0, 1.0, 0.0) if abs(normal[1]) < 0.9 else (1.0, 0.0, 0.0))
            along *= strokes.width/np.linalg.norm(along)
            side = np.cross(normal, along)/strokes.width
            strokes.put(index, on[i] - along, side, on[i] + along, side, 0.0, 0.0)


def _pieces(points, normals) -> list[tuple]:
    """The pieces of a path between its gaps."""
    ends = np.flatnonzero(np.diff(np.concatenate(([0], np.isfinite(points).all(axis=1).astype(int), [0]))))
    return [(points[a:b], normals[a:b]) for a, b in zip(ends[::2], ends[1::2], strict=True) if b - a > 1]
