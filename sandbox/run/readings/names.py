"""What the bodies of a run are called, and which of them are no part of the scenery."""

from collections.abc import Sequence

from sandbox.scene.bodies import Ball
from sandbox.scene.drawn.shapes import told_apart
from sandbox.text import _, name_text

CUE = "cue ball"         # what a scene calls the ball that meets the others of a rack


def is_rack(names: Sequence[str]) -> bool:
    """Returns whether the bodies of a world, by their names, are a cue ball and those that it meets."""
    return CUE in names[:1]


def is_loose(bodies: Sequence, body: int) -> bool:
    """Returns whether a body is one, and not part of the scenery."""
    return 0 <= body < len(bodies) and getattr(bodies[body], "traces", "plane") != "nothing"


def has_several(bodies: Sequence) -> bool:
    """Returns whether more than one body can be looked at."""
    return sum(is_loose(bodies, k) for k in range(len(bodies))) > 1


def own_name(bodies: Sequence, body: int, names: Sequence[str] = ()) -> str:
    """Returns the name that its scene gave to a body, in the language of the moment, or "".

    names   of the bodies of a world; those that are numbered stand for no name: balls bear their numbers
    """
    if any(label.is_of_body for label in getattr(bodies[body], "labels", ())):
        return told_apart(bodies)[body]
    name = names[body] if body < len(names) else ""
    kind, gap, number = name.rpartition(" ")
    is_numbered = (bool(gap) and number.isdecimal()) or not has_several(bodies)
    return "" if is_numbered else name_text(name)


def own_names(bodies: Sequence, names: Sequence[str] = ()) -> dict[int, str]:
    """Returns the names that a world gave to bodies which have no labels, by their numbers."""
    found = {k: own_name(bodies, k, names) for k in range(min(len(bodies), len(names)))
             if not getattr(bodies[k], "labels", ())}
    return {k: name for k, name in found.items() if name}


def name_of(bodies: Sequence, body: int, tint: str = "number", names: Sequence[str] = ()) -> str:
    """Returns what a body is called in the language of the moment; in a rack of billiards balls are so called as they
    are painted.

    names   of the bodies of a world
    """
    if not 0 <= body < len(bodies):
        return ""
    if own := own_name(bodies, body, names):
        return own
    if not isinstance(bodies[body], Ball):
        return name_text(names[body]) if body < len(names) else _("body {number}").format(number=body + 1)
    if tint != "rack":
        given = names[body] if body < len(names) else ""
        # a ball of its own kind is numbered among those: the bench calls it so, too
        is_plain = given.rpartition(" ")[0] in ("", "ball")
        return _("ball {number}").format(number=body + 1) if is_plain else name_text(given)
    return _("cue ball") if body == 0 else _("ball {number}").format(number=body)
