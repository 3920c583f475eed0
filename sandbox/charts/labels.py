"""Places for the names of curves, regions and marks: beside what they name, on nothing else."""

from collections.abc import Iterable

import numpy as np

from sandbox.qt.core import QPointF, QRectF, QSizeF, Qt
from sandbox.qt.gui import QPolygonF

CELL = 3.0              # [px] the plane is free or taken in squares of this size
TRIED = 40              # places along a curve that are tried for its name
AWAY = 0.35             # distance of a name from what it names, in heights of letters
FINEST = 2.0            # [px] from one point of a line to the next, when it is looked where it goes


class Room:
    """What is still free in a plot; `minds_dots`: places on dots are not."""

    def __init__(self, plot: QRectF):
        self._plot = plot
        self._size = (max(1, int(plot.height()/CELL) + 1), max(1, int(plot.width()/CELL) + 1))
        self._taken, self._dotted = np.zeros(self._size, bool), np.zeros(self._size, bool)
        self.minds_dots = True

    def take_line(self, px: np.ndarray, py: np.ndarray):
        """A line goes through there."""
        x, y = dense(px, py)
        i, j = self._cells(x, y)
        is_in = (i >= 0) & (i < self._size[0]) & (j >= 0) & (j < self._size[1])
        self._taken[i[is_in], j[is_in]] = True

    def take_dots(self, px: np.ndarray, py: np.ndarray):
        """Dots are there: what finds no place between them may stand on them."""
        is_known = np.isfinite(px) & np.isfinite(py)
        i, j = self._cells(np.clip(px[is_known], -1e5, 1e5), np.clip(py[is_known], -1e5, 1e5))
        is_in = (i >= 0) & (i < self._size[0]) & (j >= 0) & (j < self._size[1])
        self._dotted[i[is_in], j[is_in]] = True

    def take(self, box: QRectF):
        """Something stands there."""
        (top, left), (bottom, right) = self._corners(box)
        self._taken[top:bottom + 1, left:right + 1] = True

    def is_free(self, box: QRectF) -> bool:
        """Returns whether nothing is there, and it lies within the plot."""
        if not self._plot.contains(box):
            return False
        (top, left), (bottom, right) = self._corners(box)
        if self.minds_dots and self._dotted[top:bottom + 1, left:right + 1].any():
            return False
        return not self._taken[top:bottom + 1, left:right + 1].any()

    def _cells(self, x, y) -> tuple[np.ndarray, np.ndarray]:
        return (np.floor((np.asarray(y) - self._plot.top())/CELL).astype(int),
                np.floor((np.asarray(x) - self._plot.left())/CELL).astype(int))

    def _corners(self, box: QRectF):
        i, j = self._cells((box.left(), box.right()), (box.top(), box.bottom()))
        i, j = np.clip(i, 0, self._size[0] - 1), np.clip(j, 0, self._size[1] - 1)
        return (i[0], j[0]), (i[1], j[1])

    def along(self, px: np.ndarray, py: np.ndarray, size: QSizeF, letters: float, side: str = "") -> QRectF | None:
        """Returns a free place beside a line for a name of that size, or None; what lies to the right is tried first.

        side   "above" or "below" the line, or "" for any
        """
        x, y = dense(px, py)
        is_in = ((x >= self._plot.left()) & (x <= self._plot.right()) & (y >= self._plot.top())
                 & (y <= self._plot.bottom()))
        x, y = x[is_in], y[is_in]
        if not len(x):
            return None
        order = np.argsort(-x, kind="stable")[::max(1, len(x)//TRIED)]
        return self._first(((x[k], y[k]) for k in order), size, letters*AWAY, side)

    def near_point(self, px: float, py: float, size: QSizeF, letters: float) -> QRectF | None:
        """Returns a free place near a point for a name of that size, or None."""
        return self._first(((px, py),), size, 0.75*letters) or self._first(((px, py),), size, 1.6*letters)

    def within(self, px: np.ndarray, py: np.ndarray, size: QSizeF) -> QRectF | None:
        """Returns the free place that lies deepest within a closed line, for a name of that size; or None."""
        line = QPolygonF([QPointF(float(x), float(y)) for x, y in zip(px, py, strict=True)
                          if np.isfinite(x) and np.isfinite(y)])
        seen = line.boundingRect().intersected(self._plot)
        best, depth = None, -1.0
        middle = seen.center()
        for v in np.linspace(seen.top(), seen.bottom(), 15)[1:-1]:
            for u in np.linspace(seen.left(), seen.right(), 15)[1:-1]:
                box = QRectF(u - 0.5*size.width(), v - 0.5*size.height(), size.width(), size.height())
                corners = (box.topLeft(), box.topRight(), box.bottomLeft(), box.bottomRight(), box.center())
                is_within = all(line.containsPoint(corner, Qt.FillRule.OddEvenFill) for corner in corners)
                if not is_within or not self.is_free(box):
                    continue
                close = 1.0/(1.0 + abs(u - middle.x()) + abs(v - middle.y()))
                if close > depth:
                    best, depth = box, close
        return best

    def _first(self, places: Iterable[tuple[float, float]], size: QSizeF, away: float, side: str = ""
               ) -> QRectF | None:
        wide, high = size.width(), size.height()
        for x, y in places:
            above, below, level = y - high - away, y + away, y - 0.5*high
            for left, top in ((x - wide, above), (x - wide, below), (x - 0.5*wide, above), (x - 0.5*wide, below),
                              (x + away, level), (x - wide - away, level), (x + away, above), (x + away, below),
                              (x - wide - away, above), (x - wide - away, below)):
                if side and top != {"above": above, "below": below}[side]:
                    continue
                box = QRectF(left, top, wide, high)
                if self.is_free(box):
                    return box
        return None


def dense(px: np.ndarray, py: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Returns points of a line [px] that lie close to one another; a nan interrupts it, as it does there."""
    px, py = np.clip(np.asarray(px, float), -1e5, 1e5), np.clip(np.asarray(py, float), -1e5, 1e5)
    if len(px) < 2:
        is_known = np.isfinite(px) & np.isfinite(py)
        return px[is_known], py[is_known]
    length = np.hypot(np.diff(px), np.diff(py))
    is_known = np.isfinite(length)
    parts = np.where(is_known, np.minimum(np.ceil(np.where(is_known, length, 0.0)/FINEST), 2000.0), 0.0).astype(int)
    start = np.repeat(np.arange(len(parts)), parts)
    first = np.repeat(np.concatenate(([0], np.cumsum(parts)[:-1])), parts)
    share = (np.arange(len(start)) - first)/np.maximum(parts[start], 1)
    return (px[start] + share*(px[start + 1] - px[start]), py[start] + share*(py[start + 1] - py[start]))
