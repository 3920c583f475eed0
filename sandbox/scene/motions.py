"""How a support moves: signals in time, and the rigid motion they make.

    s(t) = sum_i c_i t^i + B_sin sin(nu t) + B_cos cos(nu t)
    x_lab = point + d(t) + P R(f, psi(t)) R(g, chi(t)) R(e, theta(t)) (x - o)
"""

from dataclasses import dataclass
from math import isfinite

from sandbox.errors import BadValue
from sandbox.scene.remembered import remembers
from sandbox.text import _

AXES = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}


@dataclass(frozen=True)
class Signal:
    """A function of time: polynomial (up to degree 5) plus one sinusoid; see the head of this file.

    live      name of a live parameter that steers the signal, or ""
    order     what the parameter steers: 1 the rate, 0 the value itself
    limit     largest second derivative of a live change [unit/s^2]
    """

    coefficients: tuple[float, ...] = ()
    sine: float = 0.0
    cosine: float = 0.0
    nu: float = 0.0
    live: str = ""
    order: int = 1
    limit: float = 10.0

    def __post_init__(self):
        numbers = (*self.coefficients, self.sine, self.cosine, self.nu)
        if len(self.coefficients) > 6 or not all(isfinite(x) for x in numbers):
            raise BadValue(_("signal: got {found}, needs up to six finite coefficients").format(found=numbers))
        if self.live and (len(self.coefficients) > 2 or self.nu != 0.0):
            raise BadValue(_("signal: a live signal can't have further terms of its own"))

    @property
    def is_zero(self) -> bool:
        return not self.live and not any(self.coefficients) and self.sine == 0.0 and self.cosine == 0.0


ZERO = Signal()


@remembers
def rate_sine(rate: float, amplitude: float, nu: float) -> Signal:
    """The angle whose rate is rate + amplitude sin(nu t), zero at t = 0 [rad, rad/s]."""
    if nu == 0.0:
        return Signal((0.0, rate))
    return Signal((amplitude/nu, rate), cosine=-amplitude/nu, nu=nu)


@remembers
@dataclass(frozen=True)
class Motion:
    """The prescribed motion of a support; see the head of this file.

    axis, angle                  e and theta [rad] of the spin, innermost
    tilt_axis, tilt              f and psi [rad], outermost;  second_axis, second_tilt  g and chi, between them
    point, shift                 point of all axes and its translation d(t) [m]
    gravity    in the laboratory [m/s^2]
    """

    axis: tuple[float, float, float] | str = "z"
    angle: Signal = ZERO
    point: tuple[float, float, float] = (0.0, 0.0, 0.0)
    tilt_axis: tuple[float, float, float] | str = "x"
    tilt: Signal = ZERO
    second_axis: tuple[float, float, float] | str = "y"
    second_tilt: Signal = ZERO
    shift: tuple[Signal, Signal, Signal] = (ZERO, ZERO, ZERO)
    gravity: tuple[float, float, float] = (0.0, 0.0, -9.81)

    def __post_init__(self):
        for name in ("axis", "tilt_axis", "second_axis"):
            vector = getattr(self, name)
            vector = AXES.get(vector, vector)
            if isinstance(vector, str) or not any(vector) or not all(isfinite(x) for x in vector):
                raise BadValue(_("motion, {name}: got {found!r}, needs 'x', 'y', 'z' or a vector other than 0").format(
                    name=name, found=vector))
            object.__setattr__(self, name, tuple(map(float, vector)))


@remembers
def Spin(axis="z", rate: float | str = 0.0, point=(0.0, 0.0, 0.0), gravity=(0.0, 0.0, -9.81), limit=10.0,
         **others) -> Motion:
    """Rotation about a fixed axis at a constant rate [rad/s], or at the rate of the live parameter named.

    A live change ramps with the angular acceleration `limit` [rad/s^2].
    """
    angle = Signal(live=rate, limit=limit) if isinstance(rate, str) else Signal((0.0, float(rate)))
    return Motion(axis, angle, tuple(point), gravity=tuple(gravity), **others)


@remembers
def Still(gravity=(0.0, 0.0, -9.81)) -> Motion:
    """A support at rest."""
    return Motion(gravity=tuple(gravity))
