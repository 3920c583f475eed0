"""What holds parts of a world together: hinges on which supports are free to turn; ball joints, springs and strings of
bodies."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

from sandbox.errors import BadValue
from sandbox.scene.motions import AXES
from sandbox.scene.remembered import remembers
from sandbox.text import _


@remembers
@dataclass(frozen=True)
class Motor:
    """What turns a hinge: a torque, which may fall evenly to nothing at a rate.

        M = torque (1 - w/rate),    w the rate of the hinge;  its work stands in the ledger

    torque  at rest [N m], or the name of a live parameter
    rate    at which it has none left [rad/s], of the sign of the torque: a direct current motor without load; never if
            not given, as it has to be where the torque is live: friction of the bearing bounds the rate then
    limit   of how a live torque changes [N m/s^2]
    """

    torque: float | str
    rate: float | None = None
    limit: float = 10.0

    def __post_init__(self):
        if not (isinstance(self.torque, str) or _is_number(self.torque)):
            raise BadValue(_("motor, torque: got {found}, needs a finite number or a live parameter's name").format(
                found=self.torque))
        if not (_is_number(self.limit) and self.limit > 0.0):
            raise BadValue(_("motor, limit: got {found}, needs a finite number above 0 N m/s^2").format(
                found=self.limit))
        if self.rate is None:
            return
        if isinstance(self.torque, str):
            raise BadValue(_("motor, rate: a motor with a live torque has none; friction of the bearing bounds it"))
        if not (_is_number(self.rate) and self.rate*self.torque > 0.0):
            raise BadValue(_("motor, rate: got {found}, needs a finite number of the sign of the torque, not 0").format(
                found=self.rate))


@remembers
@dataclass(frozen=True)
class Hinge:
    """A hinge with an axis at rest about which a support turns as the forces on it make it.

        J rate' = sum of e.(c x P) of what presses on it - friction rate + e.(mass s x g) + M of its motor

    support      its name in the world
    inertia      J of the support about the axis [kg m^2]
    axis, point  direction e and a point of the axis, laboratory [m]
    rate, angle  at t = 0 [rad/s, rad];  friction  of the bearing [N m s]
    mass         of the support [kg];  mass_centre  s of it at angle 0, laboratory [m]: on the axis if not given
    motor        Motor(...) that turns it, or None
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
    motor: Motor | None = None

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
        if not isinstance(self.motor, Motor | None):
            raise BadValue(_("hinge of '{name}', motor: got {found}, needs Motor(...)").format(
                name=self.support, found=type(self.motor).__name__))
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
        _check_ends(self, _("ball joint"), _("a ball can't be joined to itself"))


@remembers
@dataclass(frozen=True)
class Spring:
    """A spring with a dashpot beside it, between points of two bodies, or of a body and of a support or the laboratory.

        F = k (|d| - length) + c d|d|/dt    along the line d between its ends: above 0 it pulls, below it pushes

    ball       name of the body at its first end
    other      name of the body at its second end, or of a support whose motion is given; the laboratory at rest if ""
    stiffness  k [N/m]
    damping    c [N s/m]
    length     without force [m]: that of the start if not given
    at         the first end from the body's centre, in its own axes [m]
    other_at   the same of the second end, or coordinates of the support or laboratory [m]
    """

    ball: str
    other: str
    stiffness: float
    damping: float = 0.0
    length: float | None = None
    at: tuple[float, float, float] = (0.0, 0.0, 0.0)
    other_at: tuple[float, float, float] = (0.0, 0.0, 0.0)

    def __post_init__(self):
        _check_ends(self, _("spring"), _("a spring has two ends that can move apart"))
        if not (_is_number(self.stiffness) and self.stiffness > 0.0):
            raise BadValue(_("spring of '{name}', stiffness: got {found}, needs a finite number above 0 N/m").format(
                name=self.ball, found=self.stiffness))
        if not (_is_number(self.damping) and self.damping >= 0.0):
            raise BadValue(_("spring of '{name}', damping: got {found}, needs a finite number of at least 0 N s/m"
                             ).format(name=self.ball, found=self.damping))
        if self.length is not None and not (_is_number(self.length) and self.length > 0.0):
            raise BadValue(_("spring of '{name}', length: got {found}, needs a finite number above 0 m").format(
                name=self.ball, found=self.length))


@remembers
@dataclass(frozen=True)
class String:
    """A string without mass that can't be stretched: its ends come no farther apart than its length; it never pushes.

    Where it comes to its length it tightens with a jerk that gives nothing back; it goes slack where it would push.

    ball      name of the body at its first end
    other     name of the body at its second end, or of a support whose motion is given; the laboratory at rest if ""
    length    of it [m]: the distance of its ends at the start if not given
    at        the first end from the body's centre, in its own axes [m]
    other_at  the same of the second end, or coordinates of the support or laboratory [m]
    """

    ball: str
    other: str = ""
    length: float | None = None
    at: tuple[float, float, float] = (0.0, 0.0, 0.0)
    other_at: tuple[float, float, float] = (0.0, 0.0, 0.0)

    def __post_init__(self):
        _check_ends(self, _("string"), _("a string has two ends that can move apart"))
        if self.length is not None and not (_is_number(self.length) and self.length > 0.0):
            raise BadValue(_("string of '{name}', length: got {found}, needs a finite number above 0 m").format(
                name=self.ball, found=self.length))


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)


def _check_ends(joint: "BallJoint | Spring | String", word: str, alone: str):
    """BadValue where an end has no name or no point, or where both are of one body, `alone` says why not."""
    for name, value in (("ball", joint.ball), ("other", joint.other)):
        if not isinstance(value, str):
            raise BadValue(_("{word}, {what}: got {found}, needs a name").format(
                word=word, what=name, found=type(value).__name__))
    for name, point in (("at", joint.at), ("other_at", joint.other_at)):
        if point is None:
            continue
        if isinstance(point, str) or not isinstance(point, Sequence) or len(point) != 3 \
                or not all(_is_number(x) for x in point):
            raise BadValue(_("{word} of '{name}', {what}: got {found}, needs three finite numbers").format(
                word=word, name=joint.ball, what=name, found=point))
        object.__setattr__(joint, name, tuple(map(float, point)))
    if joint.ball == joint.other:
        raise BadValue(_("{word} of '{name}': {why}").format(word=word, name=joint.ball, why=alone))
