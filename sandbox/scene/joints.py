"""What holds parts of a world together: hinges on which supports are free to turn, ball joints of balls."""

from dataclasses import dataclass
from math import isfinite

from sandbox.errors import BadValue
from sandbox.scene.motions import AXES
from sandbox.scene.remembered import remembers
from sandbox.text import _


@remembers
@dataclass(frozen=True)
class Hinge:
    """A hinge with an axis at rest about which a support turns as the forces on it make it.

        J rate' = sum of e.(c x P) of what presses on it - friction rate + e.(mass s x g)

    support      its name in the world
    inertia      J of the support about the axis [kg m^2]
    axis, point  direction e and a point of the axis, laboratory [m]
    rate, angle  at t = 0 [rad/s, rad];  friction  of the bearing [N m s]
    mass         of the support [kg];  mass_centre  s of it at angle 0, laboratory [m]: on the axis if not given
    """

    support: str
    inertia: float
    axis: tuple[float, float, float] | str = "z"
    point: tuple[float, float, float] = (0.0, 0.0, 0.0)
    rate: float = 0.0
    angle: float = 0.0
    friction: float = 0.0
    mass: float = 0.0
    mass_centre: tuple[float, float, float] | None = None

    def __post_init__(self):
        if not isinstance(self.support, str):
            raise BadValue(_("hinge, support: got {found}, needs the name of a support").format(
                found=type(self.support).__name__))
        if not (isinstance(self.inertia, int | float) and isfinite(self.inertia) and self.inertia > 0.0):
            raise BadValue(_("hinge of '{name}', inertia: got {found}, needs a finite number above 0 kg m^2").format(
                name=self.support, found=self.inertia))
        for name, value, unit in (("friction", self.friction, "N m s"), ("mass", self.mass, "kg")):
            if not (isinstance(value, int | float) and isfinite(value) and value >= 0.0):
                raise BadValue(_("hinge of '{name}', {what}: got {found}, needs a finite number of at least 0 {unit}"
                                 ).format(name=self.support, what=name, found=value, unit=unit))
        for name, value in (("rate", self.rate), ("angle", self.angle)):
            if not (isinstance(value, int | float) and isfinite(value)):
                raise BadValue(_("hinge of '{name}', {what}: got {found}, needs a finite number").format(
                    name=self.support, what=name, found=value))
        axis = AXES.get(self.axis, self.axis) if isinstance(self.axis, str) else self.axis
        for name, vector in (("axis", axis), ("point", self.point), ("mass_centre", self.mass_centre)):
            if vector is None:
                continue
            if isinstance(vector, str) or len(vector) != 3 or not all(isfinite(x) for x in vector):
                raise BadValue(_("hinge of '{name}', {what}: got {found}, needs three finite numbers").format(
                    name=self.support, what=name, found=vector))
        if not any(axis):
            raise BadValue(_("hinge of '{name}', axis: got {found}, needs a vector other than 0").format(
                name=self.support, found=axis))
        object.__setattr__(self, "axis", tuple(map(float, axis)))


@remembers
@dataclass(frozen=True)
class BallJoint:
    """A point of a ball stays at a point of another ball, of a support, or of the laboratory; nothing else is held.

        x + R at = x' + R' other_at,    the arms R at, R' other_at rigid and without mass

    ball      its name in the world
    other     name of the other ball, or of a support whose motion is given; the laboratory at rest if not given
    at        the point from the ball's centre, in its own axes [m]: its centre if not given, or outside it
    other_at  the same of the other ball, or coordinates of the support or laboratory [m]: where `at` is at the start
              if not given
    """

    ball: str
    other: str = ""
    at: tuple[float, float, float] = (0.0, 0.0, 0.0)
    other_at: tuple[float, float, float] | None = None

    def __post_init__(self):
        for name, value in (("ball", self.ball), ("other", self.other)):
            if not isinstance(value, str):
                raise BadValue(_("ball joint, {what}: got {found}, needs a name").format(
                    what=name, found=type(value).__name__))
        for name, point in (("at", self.at), ("other_at", self.other_at)):
            if point is None:
                continue
            if isinstance(point, str) or len(point) != 3 or not all(isfinite(x) for x in point):
                raise BadValue(_("ball joint of '{name}', {what}: got {found}, needs three finite numbers").format(
                    name=self.ball, what=name, found=point))
            object.__setattr__(self, name, tuple(map(float, point)))
        if self.ball == self.other:
            raise BadValue(_("ball joint of '{name}': a ball can't be joined to itself").format(name=self.ball))
