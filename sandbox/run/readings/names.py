"""What the bodies of a run are called, and which of them are no part of the scenery."""

from collections.abc import Sequence

from sandbox.scene.bodies import Ball
from sandbox.text import _


def is_loose(bodies: Sequence, body: int) -> bool:
    """Returns whether a body is one, and not part of the scenery."""
    return 0 <= body < len(bodies) and getattr(bodies[body], "traces", "plane") != "nothing"


def has_several(bodies: Sequence) -> bool:
    """Returns whether more than one body can be looked at."""
    return sum(is_loose(bodies, k) for k in range(len(bodies))) > 1


def name_of(bodies: Sequence, body: int, tint: str = "number") -> str:
    """Returns what a body is called in the language of the moment; in a rack of billiards balls are so called as they
    are painted.
    """
    if not 0 <= body < len(bodies):
        return ""
    if not isinstance(bodies[body], Ball):
        return _("body {number}").format(number=body + 1)
    if tint != "rack":
        return _("ball {number}").format(number=body + 1)
    return _("cue ball") if body == 0 else _("ball {number}").format(number=body)
