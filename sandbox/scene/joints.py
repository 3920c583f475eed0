"""What holds parts of a world together: a hinge on which a support is free to turn."""

from dataclasses import dataclass
from math import isfinite

from sandbox.errors import BadValue
from sandbox.scene.motions import AXES
from sandbox.text import _


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
