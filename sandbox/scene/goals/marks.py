"""Marks of a challenge as its file tells of them: a ring, a zone on the ground, a gate, a timer, a flag."""

from math import hypot

from sandbox.errors import BadValue
from sandbox.scene.marks import KINDS, Mark
from sandbox.schema import Maybe, Number, Record, Text, Tuple, Whole
from sandbox.text import _

_PLACE = Number(-1e3, 1e3)
_POINT = Tuple((_PLACE, _PLACE, _PLACE), "[x, y, z]")
_POSTS = Tuple((_POINT, _POINT), "[[x, y, z], [x, y, z]]")
SHAPE = Record({"ring": _POINT, "zone": _POINT, "gate": _POSTS, "timer": _POSTS, "flag": _POINT, "at": Text(40),
                "radius": Maybe(Number(1e-6, 1e3)), "body": Whole(1, 1000)})


def mark_of(name: str, told, where: str) -> Mark:
    """Returns the mark that a table of a challenge tells of, or raises BadValue."""
    found = SHAPE.take(told, where)
    kinds = [kind for kind in KINDS if kind in found]
    if len(kinds) != 1:
        raise BadValue(_("{where}: needs one of {known}").format(where=where, known=", ".join(KINDS)))
    kind = kinds[0]
    points: tuple = found[kind] if kind in ("gate", "timer") else (found[kind],)
    radius = found.get("radius")
    if len(points) == 2:
        wide = hypot(points[1][0] - points[0][0], points[1][1] - points[0][1])
        if wide < 1e-6:
            raise BadValue(_("{where}: its posts stand in one place").format(where=where))
        radius = 0.5*wide
    if radius is None:
        raise BadValue(_("{where}: needs a radius").format(where=where))
    return Mark(name, kind, tuple(tuple(map(float, point)) for point in points), float(radius),
                found.get("body", 1) - 1, found.get("at", ""))


def table_of(mark: Mark, body: int) -> dict:
    """Returns the table of a mark in a challenge that looks at a body, from 0."""
    points = [[round(float(x), 6) for x in point] for point in mark.points]
    table = {mark.kind: points if mark.is_line else points[0], "body": body + 1}
    return table if mark.is_line else {**table, "radius": float(mark.radius)}
