"""Marks of a challenge: a ring, a zone on the ground, a gate of two posts, a flag. They feel nothing."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import cos, hypot, radians, sin

import numpy as np

from sandbox.errors import BadValue
from sandbox.schema import Maybe, Number, Record, Text, Tuple, Whole
from sandbox.text import _

KINDS = ("ring", "zone", "gate", "flag")
_PLACE = Number(-1e3, 1e3)
_POINT = Tuple((_PLACE, _PLACE, _PLACE), "[x, y, z]")
SHAPE = Record({"ring": _POINT, "zone": _POINT, "gate": Tuple((_POINT, _POINT), "[[x, y, z], [x, y, z]]"),
                "flag": _POINT, "at": Text(40), "radius": Maybe(Number(1e-6, 1e3)), "body": Whole(1, 1000)})


@dataclass(frozen=True)
class Mark:
    """A mark.

    name    by which goals name it;  kind  one of KINDS;  body  whose centre it looks at, from 0
    points  (1, 3) the middle of a ring or a zone, (2, 3) the feet of the posts of a gate [m], laboratory frame
    radius  of a ring or a zone, half the width of a gate [m]

    A ring measures how far the centre is from its middle in space, a zone on the ground alone, and a gate how far from
    the middle of its posts the centre crosses their plane. A flag measures nothing: it stands on a round body about its
    point, `radius` away from it, at the angle from the top that the guess `at` says [deg].
    """

    name: str
    kind: str
    points: tuple[tuple[float, ...], ...]
    radius: float
    body: int = 0
    at: str = ""

    @property
    def middle(self) -> np.ndarray:
        """(3,) [m]."""
        return np.mean(self.points, axis=0)

    def placed(self, guesses: Mapping[str, float]) -> "Mark":
        """Returns the same where its guess puts it: a flag from its foot to its tip."""
        if self.kind != "flag" or self.at not in guesses:
            return self
        angle = radians(guesses[self.at])
        way = np.array((sin(angle), 0.0, cos(angle)))
        ends = (self.middle + size*way for size in (self.radius, 1.3*self.radius))
        return replace(self, points=tuple(tuple(end.tolist()) for end in ends))

    def distance(self, centres: np.ndarray) -> np.ndarray:
        """Returns how far centres (n, 3) are from the middle (n,) [m]."""
        away = centres - self.middle
        return np.linalg.norm(away if self.kind == "ring" else away[:, :2], axis=1)

    def beyond(self, centres: np.ndarray) -> np.ndarray:
        """Returns the distance (n,) from the upright plane of the posts of a gate [m], positive on one side of it."""
        (x, y, _z), (far_x, far_y, _far_z) = np.asarray(self.points)
        along = hypot(far_x - x, far_y - y)
        return ((far_x - x)*(centres[:, 1] - y) - (far_y - y)*(centres[:, 0] - x))/along


def mark_of(name: str, told, where: str) -> Mark:
    """Returns the mark that a table of a challenge tells of, or raises BadValue."""
    found = SHAPE.take(told, where)
    kinds = [kind for kind in KINDS if kind in found]
    if len(kinds) != 1:
        raise BadValue(_("{where}: needs one of {known}").format(where=where, known=", ".join(KINDS)))
    kind = kinds[0]
    points: tuple = found[kind] if kind == "gate" else (found[kind],)
    radius = found.get("radius")
    if kind == "gate":
        wide = hypot(points[1][0] - points[0][0], points[1][1] - points[0][1])
        if wide < 1e-6:
            raise BadValue(_("{where}: its posts stand in one place").format(where=where))
        radius = 0.5*wide
    if radius is None:
        raise BadValue(_("{where}: needs a radius").format(where=where))
    return Mark(name, kind, tuple(tuple(map(float, point)) for point in points), float(radius),
                found.get("body", 1) - 1, found.get("at", ""))
