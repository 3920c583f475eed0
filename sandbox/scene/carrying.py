"""What moves inside a rolling body: masses on springs, masses that a motor drives, rotors.

Points and directions are given in body axes, the axes of the support function; nothing of it changes the surface that
touches. A body carries at most two sliders and two driven parts; it has a single rigid contact.
"""

from dataclasses import dataclass
from math import inf, isfinite

import numpy as np

from sandbox.errors import BadValue
from sandbox.mechanics import layout as lay
from sandbox.mechanics.impact.contact_state import tangents
from sandbox.scene.motions import AXES, Signal
from sandbox.scene.remembered import remembers
from sandbox.text import _


@remembers
@dataclass(frozen=True)
class Slider:
    """A point mass free to slide along a line of the body, held by a spring and a damper.

        m (a - g).e = -stiffness (alpha - rest) - damping alpha',   place = point + alpha e

    mass [kg];  point (3,) [m];  direction  (3,), or "x", "y", "z";  stiffness [N/m];  damping [N s/m];  rest [m]
    at, speed    alpha [m] and alpha' [m/s] at the start; at the spring's rest if not given
    """

    mass: float
    point: tuple = (0.0, 0.0, 0.0)
    direction: tuple | str = "x"
    stiffness: float = 0.0
    damping: float = 0.0
    rest: float = 0.0
    at: float | None = None
    speed: float = 0.0

    def __post_init__(self):
        _number("slider, mass", self.mass, "kg", above=0.0)
        _vector("slider, point", self.point)
        object.__setattr__(self, "direction", _unit("slider, direction", self.direction))
        _number("slider, stiffness", self.stiffness, "N/m", low=0.0)
        _number("slider, damping", self.damping, "N s/m", low=0.0)
        for name, value, unit in (("rest", self.rest, "m"), ("at", self.start, "m"), ("speed", self.speed, "m/s")):
            _number(f"slider, {name}", value, unit)

    @property
    def start(self) -> float:
        """alpha at the start [m]."""
        return self.rest if self.at is None else self.at

    def put(self, p, at: int, centre):
        """Write the slider to its block of p; centre (3,) is the body's mass centre."""
        p[at + lay.SLIDER_MASS], p[at + lay.SLIDER_SHARE] = self.mass, 1.0/self.mass
        p[at + lay.SLIDER_POINT:at + lay.SLIDER_POINT + 3] = np.subtract(self.point, centre)
        p[at + lay.SLIDER_DIRECTION:at + lay.SLIDER_DIRECTION + 3] = self.direction
        p[at + lay.SLIDER_STIFFNESS], p[at + lay.SLIDER_DAMPING] = self.stiffness, self.damping
        p[at + lay.SLIDER_REST] = self.rest


@remembers
@dataclass(frozen=True)
class Driven:
    """A point mass [kg] that a motor moves along a line of the body: its place [m] is a Signal."""

    mass: float
    point: tuple
    direction: tuple | str
    place: Signal

    def __post_init__(self):
        _number("driven mass, mass", self.mass, "kg", above=0.0)
        _vector("driven mass, point", self.point)
        object.__setattr__(self, "direction", _unit("driven mass, direction", self.direction))
        _law("driven mass, place", self.place)

    @property
    def law(self) -> Signal:
        return self.place

    def put(self, p, at: int, centre):
        """Write the part to its block of p."""
        p[at + lay.DRIVEN_KIND], p[at + lay.DRIVEN_MASS] = lay.ON_LINE, self.mass
        p[at + lay.DRIVEN_POINT:at + lay.DRIVEN_POINT + 3] = np.subtract(self.point, centre)
        p[at + lay.DRIVEN_FIRST:at + lay.DRIVEN_FIRST + 3] = self.direction


@remembers
@dataclass(frozen=True)
class Circling:
    """A point mass [kg] that a motor moves along a circle of the body: its angle [rad] is a Signal.

    centre (3,) [m];  axis  normal of the circle, the angle counts about it;  radius [m]
    towards   (3,) direction of the angle 0, a direction across the axis if not given
    """

    mass: float
    centre: tuple
    axis: tuple | str
    radius: float
    angle: Signal
    towards: tuple | str | None = None

    def __post_init__(self):
        _number("circling mass, mass", self.mass, "kg", above=0.0)
        _number("circling mass, radius", self.radius, "m", above=0.0)
        _vector("circling mass, centre", self.centre)
        object.__setattr__(self, "axis", _unit("circling mass, axis", self.axis))
        towards = self.towards
        towards = tangents(np.array(self.axis))[0] if towards is None else _unit("circling mass, towards", towards)
        across = towards - np.dot(towards, self.axis)*np.array(self.axis)
        if not np.linalg.norm(across) > 1e-9:
            raise BadValue(_("circling mass, towards: needs a direction other than that of the axis"))
        object.__setattr__(self, "towards", tuple((across/np.linalg.norm(across)).tolist()))
        _law("circling mass, angle", self.angle)

    @property
    def law(self) -> Signal:
        return self.angle

    def put(self, p, at: int, centre):
        """Write the part to its block of p."""
        p[at + lay.DRIVEN_KIND], p[at + lay.DRIVEN_MASS] = lay.ON_CIRCLE, self.mass
        p[at + lay.DRIVEN_POINT:at + lay.DRIVEN_POINT + 3] = np.subtract(self.centre, centre)
        # unit vectors by now, whatever was given
        axis, towards = np.array(self.axis), np.array(self.towards)
        p[at + lay.DRIVEN_FIRST:at + lay.DRIVEN_FIRST + 3] = self.radius*towards
        p[at + lay.DRIVEN_SECOND:at + lay.DRIVEN_SECOND + 3] = self.radius*np.cross(axis, towards)


@remembers
@dataclass(frozen=True)
class Rotor:
    """A balanced wheel that a motor turns about an axis of the body: its angle [rad] is a Signal.

    inertia   axial moment [kg m^2]; the body's mass and inertia count the wheel, as if it stood still
    """

    inertia: float
    axis: tuple | str
    angle: Signal

    def __post_init__(self):
        _number("rotor, inertia", self.inertia, "kg m^2", above=0.0)
        object.__setattr__(self, "axis", _unit("rotor, axis", self.axis))
        _law("rotor, angle", self.angle)

    @property
    def law(self) -> Signal:
        return self.angle

    def put(self, p, at: int, centre):
        """Write the part to its block of p."""
        p[at + lay.DRIVEN_KIND], p[at + lay.DRIVEN_MASS] = lay.ROTOR, self.inertia
        p[at + lay.DRIVEN_FIRST:at + lay.DRIVEN_FIRST + 3] = self.axis


def _number(name: str, value, unit: str, low: float = -inf, above: float = -inf):
    if not (isinstance(value, (int, float)) and isfinite(value) and value >= low and value > above):
        wanted = (_("a finite number above {above:g}").format(above=above) if above > -inf else
                  _("a finite number of at least {low:g}").format(low=low) if low > -inf else _("a finite number"))
        raise BadValue(_("{name}: got {found} {unit}, needs {wanted}").format(
            name=name, found=value, unit=unit, wanted=wanted))


def _vector(name: str, value):
    if np.shape(value) != (3,) or not np.all(np.isfinite(value)):
        raise BadValue(_("{name}: got {found!r}, needs three finite numbers").format(name=name, found=value))


def _unit(name: str, value) -> tuple:
    vector = AXES.get(value, value) if isinstance(value, str) else value
    if isinstance(vector, str) or np.shape(vector) != (3,) or not np.all(np.isfinite(vector)) or not any(vector):
        raise BadValue(_("{name}: got {found!r}, needs 'x', 'y', 'z' or a vector other than 0").format(
            name=name, found=value))
    return tuple((np.asarray(vector, float)/np.linalg.norm(vector)).tolist())


def _law(name: str, value):
    if not isinstance(value, Signal):
        raise BadValue(_("{name}: got {found}, needs a Signal").format(name=name, found=type(value).__name__))
