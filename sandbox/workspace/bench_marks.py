"""Marks on the bench: put, moved, turned. What they measure is none of the world's business: it stays what it is."""

from dataclasses import replace
from math import pi
from typing import Any

import numpy as np

from sandbox.errors import BadValue
from sandbox.scene.built import kinds
from sandbox.scene.built.document import Document, Part, Word
from sandbox.scene.built.edits import added
from sandbox.scene.built.parts import Item
from sandbox.scene.built.values import Maker
from sandbox.scene.marks import MOST, Mark
from sandbox.text import _


def mark_of_item(item: Item, name: str, place, height: float) -> Word:
    """Returns the word of a mark of the palette at a place (3,) of the ground [m].

    height   at which the centre of the body is that it is put for, above the ground [m]: a ring is as high
    """
    x, y, z = map(float, place)
    z += height if item.value.name == "Ring" else 0.0
    middle = tuple(round(one, 9) + 0.0 for one in (x, y, z))
    return Word(item.value.name, (("name", name), ("middle", middle), *item.value.arguments))


def mark_named(word: Word) -> Mark:
    """Returns the mark of a word."""
    return Maker({}, {}).thing(word)


def put_mark(document: Document, item: Item, name: str, place, height: float) -> Document:
    """Returns the document with a mark of the palette at a place (3,) of the ground [m]; or BadValue."""
    if len(document.of_family(kinds.MARK)) >= MOST:
        raise BadValue(_("a bench takes at most {most} marks").format(most=MOST))
    return added(document, Part(name, kinds.MARK, mark_of_item(item, name, place, height)))


def moved_mark(document: Document, part: Part, by) -> Document:
    """Returns the document with a mark moved by (3,) [m]."""
    middle = tuple(round(old + float(step), 9) + 0.0 if step else old
                   for old, step in zip(part.value.get("middle"), by, strict=True))
    return _with(document, part, middle=middle)


def turned_mark(document: Document, part: Part, axis, angle: float) -> Document:
    """Returns the document with a gate or a timer turned about the upright by an angle [rad]; or BadValue."""
    if part.value.name not in ("Gate", "Timer") or abs(axis[2]) != 1.0:
        raise BadValue(_("'{name}': of the marks only gates and timers are turned, about the upright").format(
            name=part.name))
    turned = part.value.get("angle", 0.0) + angle*float(axis[2])
    return _with(document, part, angle=round((turned + pi) % (2.0*pi) - pi, 9) + 0.0)


def copied_mark(document: Document, part: Part, name: str, by) -> Document:
    """Returns the document with one more mark, moved by (3,) [m]; or BadValue."""
    if len(document.of_family(kinds.MARK)) >= MOST:
        raise BadValue(_("a bench takes at most {most} marks").format(most=MOST))
    new = replace(part, name=name, value=part.value.changed("name", name))
    return moved_mark(added(document, new), new, by)


def width_of_mark(mark: Mark, way) -> float:
    """Returns how wide a mark is in a direction (3,) [m]."""
    far = np.asarray(mark.points) @ np.asarray(way, dtype=float)
    return float(far.max() - far.min()) if mark.is_line else 2.0*mark.radius


def _with(document: Document, part: Part, **numbers: Any) -> Document:
    value = part.value
    for name, number in numbers.items():
        value = value.changed(name, number)
    return replace(document, parts=tuple(replace(one, value=value) if one.name == part.name else one
                                         for one in document.parts))
