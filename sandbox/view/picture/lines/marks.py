"""Marks of a challenge in the picture: rings, circles on the ground, gates of two posts, flags; the gap of a miss.

Rings and circles that are to be reached are told from the ring around a body that begins, without a colour: they have a
tick across them at each quarter, outside a ball that lies in them, and a flag that stands on them.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Protocol

import numpy as np

from sandbox.view.palette import INK, MARK
from sandbox.view.picture.lines.ink import Strokes

MOST = 6                # marks at once
ROUND = 48              # pieces of a circle
CLOTH = 8               # pieces of the cloth of a flag, each narrower than the one before
PIECES = ROUND + CLOTH + 8       # of a mark at most
TICK, LONGEST_TICK = 0.7, 0.1    # length of a tick in radii of the ring, in sizes of the scene at most
MAST = 2.5              # height of the flag on a ring, in its radii, at most
DIAL, HOURS = 0.35, 12  # radius of the clock of a timer in heights of a post, pieces of it
POST = 0.12             # height of a post, in sizes of the scene
HIGH, LONG = 0.62, 0.7  # cloth of a flag, in heights of its post: at the post, and to its end
# the half width of strokes is that of the highest cloth, and of lines this share of it
BROAD, THIN = 0.5*HIGH*POST, 0.014/(0.5*HIGH*POST)
LIFT = 0.004            # above what it lies on, in sizes of the scene
WIDER = 1.3             # a ring is shown at least so much wider than its body
CROSS = 0.35            # half arms of the cross in the middle of a ring, in radii of the body
UP = np.array((0.0, 0.0, 1.0))
LEVEL = np.eye(3)[:2]
TO_THE_EYE = np.array((0.0, -1.0, 0.0))      # of a camera that nobody has turned


def in_plane(normal) -> np.ndarray:
    """Returns two axes (2, 3) across a normal (3,), those of the laboratory where it is upright."""
    first = LEVEL[0] - (normal @ LEVEL[0])*normal
    if np.linalg.norm(first) < 0.1:
        first = LEVEL[1] - (normal @ LEVEL[1])*normal
    first = first/np.linalg.norm(first)
    return np.array((first, np.cross(normal, first)))


def plane_below(point, triangles, far: float) -> tuple[np.ndarray, float] | None:
    """Returns the unit normal (3,), to the side of a point (3,), of the triangle (n, 3, 3) whose plane is nearest to it
    among those that have its foot in them, and how far that is [m]; None where none is nearer than `far` [m].
    """
    a, b, c = (triangles[:, k] for k in range(3))
    normal = np.cross(b - a, c - a)
    area = np.linalg.norm(normal, axis=1)
    with np.errstate(all="ignore"):
        normal = normal/area[:, None]
        away = np.einsum("ni,ni->n", point - a, normal)
        foot = point - away[:, None]*normal
        # on the inner side of each of its edges, to the rounding of what is drawn
        inside = np.all([np.einsum("ni,ni->n", np.cross(end - begin, foot - begin), normal) >= -1e-6*area
                         for begin, end in ((a, b), (b, c), (c, a))], axis=0)
        near = np.where(inside & np.isfinite(away), np.abs(away), np.inf)
    if not len(near) or near.min() > far:
        return None
    best = int(near.argmin())
    return normal[best]*(1.0 if away[best] >= 0.0 else -1.0), float(near[best])


def mark_strokes(size: float) -> Strokes:
    """Returns the strokes of all marks on a scene of half width `size` [m]."""
    return Strokes("marks", MOST*PIECES, BROAD*size, MARK, edge=INK)


class Marked(Protocol):
    """What is drawn of a mark: see scene/goals/marks.py."""

    kind: str
    points: Sequence
    radius: float


class MarkPicture:
    """Draws marks.

    strokes  of MOST*PIECES pieces;  size  of the scene [m]
    """

    def __init__(self, strokes: Strokes, size: float):
        self._strokes, self._size = strokes, size

    def show(self, marks: Sequence[Marked], radii: Sequence[float], grounds: Sequence | None = None):
        """Draws these marks and no others.

        radii    [m] of the bodies whose centres they look at
        grounds  below each of them its normal (3,) and the point (3,) on it; None where it is level and touched by
                 the body of a ring, or where a circle was said to be; so it is for all of them if not given
        """
        self._strokes.hide()
        index = 0
        grounds = [None]*len(marks) if grounds is None else grounds
        for mark, radius, ground in zip(marks[:MOST], radii[:MOST], grounds[:MOST], strict=True):
            points = np.asarray(mark.points, float)
            if mark.kind == "flag" and len(points) == 1:
                index = self._circle(self._flag(index, points[0], points[0] + POST*self._size*UP),
                                     points[0] + LIFT*self._size*UP, mark.radius)
            elif mark.kind == "flag":
                index = self._flag(index, *points)
            elif mark.kind in ("gate", "timer"):
                index = self._gate(index, *points)
                index = self._dial(index, *points) if mark.kind == "timer" else index
            elif mark.kind == "gap":
                for side in np.eye(3)[1:]:
                    index = self._line(index, *points, side)
            elif mark.kind == "zone":
                normal, foot = ground or (UP, points[0])
                index = self._target(index, foot + LIFT*self._size*normal, mark.radius, in_plane(normal))
            else:
                # a ring lies around the point where its body touches the ground
                normal, foot = ground or (UP, points[0] - radius*UP)
                foot = foot + LIFT*self._size*normal
                along = in_plane(normal)
                index = self._target(index, foot, max(mark.radius, WIDER*radius), along)
                for axis in along:
                    index = self._line(index, foot - CROSS*radius*axis, foot + CROSS*radius*axis, normal)

    def _circle(self, index: int, middle, radius: float, along=LEVEL) -> int:
        angle = np.linspace(0.0, 2.0*np.pi, ROUND + 1)
        around = np.outer(np.cos(angle), along[0]) + np.outer(np.sin(angle), along[1])
        for p, q in pairwise(around):
            self._strokes.put(index, middle + radius*p, THIN*p, middle + radius*q, THIN*q, 0.0, 0.0)
            index += 1
        return index

    def _target(self, index: int, middle, radius: float, along=LEVEL) -> int:
        """A circle that is to be reached: with a tick across it at each quarter and a flag at its far side."""
        index, normal = self._circle(index, middle, radius, along), np.cross(*along)
        length = min(TICK*radius, LONGEST_TICK*self._size)
        for way in (*along, *-along):
            rim = middle + radius*way
            index = self._line(index, rim - 0.3*length*way, rim + 0.7*length*way, normal)
        foot, high = middle + radius*along[1], min(POST*self._size, MAST*radius)
        return self._flag(index, foot, foot + high*normal, along[0])

    def _gate(self, index: int, one, other) -> int:
        index = self._line(index, one + LIFT*self._size*UP, other + LIFT*self._size*UP, UP)
        for foot in (one, other):
            for side in LEVEL:
                top = foot + POST*self._size*UP
                self._strokes.put(index, foot, THIN*side, top, THIN*side, 0.0, 0.0)
                index += 1
        return index

    def _dial(self, index: int, one, other) -> int:
        """A clock over the middle of the line: a small circle that stands across the way, with a hand."""
        radius = DIAL*POST*self._size
        middle = 0.5*(one + other) + (POST*self._size + radius)*UP
        along = (other - one)/np.linalg.norm(other - one)
        across = np.cross(along, UP)
        angle = np.linspace(0.0, 2.0*np.pi, HOURS + 1)
        around = np.cos(angle)[:, None]*along + np.sin(angle)[:, None]*UP
        for p, q in pairwise(around):
            index = self._line(index, middle + radius*p, middle + radius*q, across)
        return self._line(index, middle, middle + 0.8*radius*(0.6*along + 0.8*UP), across)

    def _flag(self, index: int, foot, tip, way=TO_THE_EYE) -> int:
        """A pole, and at its tip a cloth that becomes narrower, to which `way` (3,) it flies."""
        for side in LEVEL:
            self._strokes.put(index, foot, THIN*side, tip, THIN*side, 0.0, 0.0)
            index += 1
        high = HIGH*(tip - foot)
        long, share = LONG*np.linalg.norm(tip - foot)*way, np.linspace(0.0, 1.0, CLOTH + 1)
        # it hangs down from the tip, so that its middle comes nearer to that
        middle = tip - 0.5*high + share[:, None]*long
        half = 0.5*high*(1.0 - share[:, None])/(BROAD*self._size)
        for k in range(CLOTH):
            self._strokes.put(index, middle[k], half[k], middle[k + 1], half[k + 1], 0.0, 0.0)
            index += 1
        return index

    def _line(self, index: int, a, b, normal) -> int:
        along = b - a
        side = np.cross(normal, along)
        side *= THIN/np.linalg.norm(side)
        self._strokes.put(index, a, side, b, side, 0.0, 0.0)
        return index + 1
