"""What a goal can be at all, by bounds of its numbers: one that can never hold is refused before anybody tries it."""

from math import inf, nan

from sandbox.scene.goals.words import OF_BODY, OF_RUN, quantity_named
from sandbox.scene.typed.parser import Node

BOTH = frozenset((True, False))


def possible(node: Node, until: float) -> frozenset[bool]:
    """Returns which truths a condition can have in a run of `until` [s]; all that bounds of its numbers do not exclude.
    """
    kind, parts = node.kind, node.parts
    if kind == "not":
        return frozenset(not truth for truth in possible(parts[0], until))
    if kind in ("and", "or"):
        one, other = (possible(part, until) for part in parts)
        combined = all if kind == "and" else any
        return frozenset(combined((a, b)) for a in one for b in other)
    if kind in ("<", ">"):
        (low, high), (least, most) = (bounds(part, until) for part in (parts if kind == "<" else parts[::-1]))
        return frozenset((False,) if low >= most else BOTH)
    if kind == "stays" and parts[0].number > until:
        return frozenset((False,))
    if kind == "before" and parts[1].kind == "number":
        return possible(parts[0], min(until, parts[1].number)) | {False}
    if kind == "before":
        can = [True in possible(part, until) for part in parts]
        return BOTH if all(can) else frozenset((False,))
    return BOTH


def bounds(node: Node, until: float) -> tuple[float, float]:
    """Returns the least and the largest value that a number of a goal can have, as far as that is known."""
    kind, parts = node.kind, node.parts
    if kind == "number":
        return node.number, node.number
    if kind == "quantity":
        word, _body = quantity_named(node.name) or ("", 0)
        _unit, low, high = (OF_BODY | OF_RUN)[word]
        return low, until if word == "t" else high
    if kind in ("max", "min", "mean"):
        return bounds(parts[0], until)
    if kind in ("at", "last"):
        return bounds(parts[0], until) if parts else (0.0, until)
    if kind == "when":
        return 0.0, until
    if kind == "count":
        return 0.0, inf
    if kind == "abs":
        low, high = bounds(parts[0], until)
        return 0.0 if low <= 0.0 <= high else min(abs(low), abs(high)), max(abs(low), abs(high))
    if kind == "negative":
        low, high = bounds(parts[0], until)
        return -high, -low
    if kind in ("+", "-"):
        (low, high), (least, most) = (bounds(part, until) for part in parts)
        return _sure(low + least, high + most) if kind == "+" else _sure(low - most, high - least)
    if kind == "*":
        (low, high), (least, most) = (bounds(part, until) for part in parts)
        products = [nan if 0.0 in pair and inf in map(abs, pair) else pair[0]*pair[1]
                    for pair in ((low, least), (low, most), (high, least), (high, most))]
        return _sure(min(products), max(products)) if nan not in map(_plain, products) else (-inf, inf)
    return {"sqrt": (0.0, inf), "exp": (0.0, inf), "sin": (-1.0, 1.0), "cos": (-1.0, 1.0), "acos": (0.0, 3.2),
            "asin": (-1.6, 1.6), "atan": (-1.6, 1.6)}.get(kind, (-inf, inf))


def _plain(number: float) -> float:
    """The same nan for every nan, so that it can be looked for."""
    return nan if number != number else number


def _sure(low: float, high: float) -> tuple[float, float]:
    """Bounds of which one that is no number bounds nothing."""
    return (-inf if low != low else low), (inf if high != high else high)
