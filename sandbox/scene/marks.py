"""Marks: rings, circles on the ground, gates of two posts, flags, timers. They measure, and feel nothing.

The marks of a scene stand in its picture, and challenges are made with them (scene/goals/): `marks=(Ring("hole", (0.1,
0.0, 0.02)),)` of a Scene.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import cos, hypot, isfinite, radians, sin

import numpy as np

from sandbox.errors import BadValue
from sandbox.scene.remembered import remembers
from sandbox.text import _

KINDS = ("ring", "zone", "gate", "flag", "timer")
MOST = 6             # marks of a scene
LONGEST_NAME = 40    # letters
SMALLEST, FAR = 1e-6, 1e3      # [m]


@dataclass(frozen=True)
class Mark:
    """A mark.

    name    by which goals name it;  kind  one of KINDS;  body  whose centre it looks at, from 0
    points  (1, 3) the middle of a ring or a zone, the foot of a flag, (2, 3) the feet of the posts of a gate or a timer
            [m], laboratory frame
    radius  of a ring or a zone, half the width of a gate or a timer, what still is at a flag [m]

    A ring measures how far the centre is from its middle in space, a zone along the ground, or below it where that is
    further, and a gate so how far from the middle of its posts the centre crosses their plane; a timer is a gate of
    which the instant is what matters. A flag measures as a zone does. One with a guess measures nothing: it stands on a
    round body about its point, `radius` away from it, at the angle from the top that the guess `at` says [deg].
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

    @property
    def is_line(self) -> bool:
        """Whether it is gone through: two posts."""
        return self.kind in ("gate", "timer")

    @property
    def measures(self) -> bool:
        """Whether it stands where it is, and measures."""
        return not self.at

    def placed(self, guesses: Mapping[str, float]) -> "Mark":
        """Returns the same where its guess puts it: a flag from its foot to its tip."""
        if self.kind != "flag" or self.at not in guesses:
            return self
        angle = radians(guesses[self.at])
        way = np.array((sin(angle), 0.0, cos(angle)))
        ends = (self.middle + size*way for size in (self.radius, 1.3*self.radius))
        return replace(self, points=tuple(tuple(end.tolist()) for end in ends))

    def distance(self, centres: np.ndarray) -> np.ndarray:
        """Returns how far centres (n, 3) are from the middle (n,) [m]: of what stands on the ground along that, or how
        deep below it where that is more: what has fallen off a table does not come by below its marks."""
        away = centres - self.middle
        if self.kind == "ring":
            return np.linalg.norm(away, axis=1)
        return np.maximum(np.linalg.norm(away[:, :2], axis=1), -away[:, 2])

    def beyond(self, centres: np.ndarray) -> np.ndarray:
        """Returns the distance (n,) from the upright plane of the posts of a gate [m], positive on one side of it."""
        (x, y, _z), (far_x, far_y, _far_z) = np.asarray(self.points)
        along = hypot(far_x - x, far_y - y)
        return ((far_x - x)*(centres[:, 1] - y) - (far_y - y)*(centres[:, 0] - x))/along


@remembers
def Ring(name: str, middle, radius: float = 0.02) -> Mark:
    """A ring in space, which a centre comes through.

    name    by which it is known
    middle  (x, y, z) of it [m]
    radius  of it [m]
    """
    return _round("ring", name, middle, radius)


@remembers
def Zone(name: str, middle, radius: float = 0.03) -> Mark:
    """A circle on the ground, in which a body is or not, however high above it.

    name    by which it is known
    middle  (x, y, z) of it [m]
    radius  of it [m]
    """
    return _round("zone", name, middle, radius)


@remembers
def Flag(name: str, middle, radius: float = 0.03) -> Mark:
    """A flag on the ground: what is as near to it as its radius is at the flag.

    name    by which it is known
    middle  (x, y, z) of its foot [m]
    radius  within which a body is at it [m]
    """
    return _round("flag", name, middle, radius)


@remembers
def Gate(name: str, middle, width: float = 0.06, angle: float = 0.0) -> Mark:
    """Two posts, between which a centre goes through.

    name    by which it is known
    middle  (x, y, z) between the feet of its posts [m]
    width   from post to post [m]
    angle   of the line from post to post, from the x axis [rad]
    """
    return _line("gate", name, middle, width, angle)


@remembers
def Timer(name: str, middle, width: float = 0.06, angle: float = 0.0) -> Mark:
    """A line between two posts; it tells when a centre crosses it.

    name    by which it is known
    middle  (x, y, z) between the feet of its posts [m]
    width   from post to post [m]
    angle   of the line from post to post, from the x axis [rad]
    """
    return _line("timer", name, middle, width, angle)


def _round(kind: str, name: str, middle, radius: float) -> Mark:
    return Mark(_name(kind, name), kind, (_place(name, middle),), _size(name, "radius", radius))


def _line(kind: str, name: str, middle, width: float, angle: float) -> Mark:
    x, y, z = _place(_name(kind, name), middle)
    half = 0.5*_size(name, "width", width)
    if isinstance(angle, bool) or not isinstance(angle, int | float) or not isfinite(angle):
        raise BadValue(_("mark '{name}', {what}: got {found}, needs a number").format(
            name=name, what="angle", found=repr(angle)[:40]))
    c, s = half*cos(angle), half*sin(angle)
    return Mark(name, kind, ((x - c, y - s, z), (x + c, y + s, z)), half)


def _name(kind: str, name: str) -> str:
    if not isinstance(name, str) or not 0 < len(name.strip()) <= LONGEST_NAME or not name.isprintable():
        raise BadValue(_("a mark ({kind}), name: got {found}, needs 1 to {most} letters").format(
            kind=kind, found=repr(name)[:40], most=LONGEST_NAME))
    return name


def _place(name: str, middle) -> tuple[float, float, float]:
    try:
        x, y, z = map(float, middle)
    except (TypeError, ValueError):
        x = y = z = float("nan")
    if not all(abs(one) <= FAR for one in (x, y, z)):
        raise BadValue(_("mark '{name}', {what}: got {found}, needs three numbers within {far:g} m").format(
            name=name, what="middle", found=repr(middle)[:60], far=FAR))
    return x, y, z


def _size(name: str, what: str, size: float) -> float:
    if isinstance(size, bool) or not isinstance(size, int | float) or not SMALLEST <= size <= FAR:
        raise BadValue(_("mark '{name}', {what}: got {found}, needs {low:g} to {high:g} m").format(
            name=name, what=what, found=repr(size)[:40], low=SMALLEST, high=FAR))
    return float(size)


def check_marks(marks, scene: str):
    """Raises BadValue where the marks of a scene are none, too many, or two of one name."""
    if not isinstance(marks, tuple | list) or not all(isinstance(one, Mark) for one in marks):
        raise BadValue(_("scene '{scene}', marks: got {found}, needs Ring, Zone, Gate, Flag or Timer, several in "
                         "brackets").format(scene=scene, found=repr(marks)[:60]))
    if len(marks) > MOST:
        raise BadValue(_("scene '{scene}', marks: got {found}, at most {most} may stand there").format(
            scene=scene, found=len(marks), most=MOST))
    if len({one.name for one in marks}) < len(marks):
        raise BadValue(_("scene '{scene}', marks: two have one name").format(scene=scene))
