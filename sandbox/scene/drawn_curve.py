"""Curves y(x) that a person draws: a parameter whose value is a text of points, and the smooth line through them.

The text is "x:y,x:y,..." with x rising from one end to the other, or "none". It is what logs, films and the command
line hold, so that a run with a drawn curve can be made again bit by bit.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import isfinite, pi

import numpy as np

from sandbox.errors import BadValue
from sandbox.mechanics.spline import FEWEST, curve_through
from sandbox.scene.parameter import Parameter
from sandbox.text import _, unit_text

NONE = "none"
MOST = 400               # points
LONGEST = 60*MOST        # characters of a text
# what a hand draws becomes this many points, evenly spaced; waves shorter than a twelfth of the way are its tremor
POINTS, WAVES, DIGITS = 41, 12.0, 4


@dataclass(frozen=True)
class DrawnCurve(Parameter):
    """A parameter that is a curve y(x), or none; a change restarts the scene.

    low high    range of y in `unit`;  begin end  of x in `x_unit`
    """

    default: str = NONE
    begin: float = 0.0
    end: float = 1.0
    x_unit: str = "m"

    def __post_init__(self):
        if self.live or not (isfinite(self.begin) and isfinite(self.end) and self.begin < self.end):
            raise BadValue(_("parameter '{name}': a curve needs begin < end and is not live").format(name=self.name))
        super().__post_init__()

    @property
    def allowed(self) -> str:
        """The allowed values in words."""
        unit, x_unit = (f" {unit_text(word)}" if word else "" for word in (self.unit, self.x_unit))
        return _("none, or points x:y,x:y,… with x rising from {begin:g} to {end:g}{x_unit} and y in "
                 "[{low:g}, {high:g}]{unit}").format(begin=self.begin, end=self.end, low=self.low, high=self.high,
                                                     unit=unit, x_unit=x_unit)

    @property
    def corners(self) -> tuple:
        """The curves at either end of the range."""
        x = np.linspace(self.begin, self.end, FEWEST)
        return tuple(curve_text(x, np.full(FEWEST, y)) for y in (self.low, self.high))

    def check(self, value, scene: str = "") -> str:
        """The text of the curve in one form, or BadValue with a sentence."""
        if isinstance(value, str) and value.strip() == NONE:
            return NONE
        if not isinstance(value, str) or len(value) > LONGEST:
            raise self._refuse(value, scene)
        try:
            x, y = curve_points(value)
        except ValueError:
            raise self._refuse(value, scene) from None
        reason = self._wrong(x, y)
        if reason:
            where = _("scene '{scene}', ").format(scene=scene) if scene else ""
            raise BadValue(_("{where}parameter '{name}': {reason}").format(where=where, name=self.name, reason=reason))
        x[[0, -1]] = self.begin, self.end
        return curve_text(x, y)

    def _wrong(self, x, y) -> str:
        """What is wrong with points, or ""."""
        if not FEWEST <= x.size <= MOST:
            return _("got {found} points, needs {fewest} to {most}").format(found=x.size, fewest=FEWEST, most=MOST)
        if not (np.all(np.isfinite(x)) and np.all(np.isfinite(y))):
            return _("got a number that is not finite")
        span = self.end - self.begin
        if max(abs(x[0] - self.begin), abs(x[-1] - self.end)) > 1e-9*span:
            return _("got x from {first:g} to {last:g}, needs {begin:g} to {end:g}").format(
                first=x[0], last=x[-1], begin=self.begin, end=self.end)
        steps = np.diff(x)
        if not steps.min() > 1e-4*span:
            i = int(steps.argmin())
            return _("got x = {second:g} after {first:g}, needs x that rises").format(first=x[i], second=x[i + 1])
        worst = int(np.argmax(np.maximum(self.low - y, y - self.high)))
        if not self.low <= y[worst] <= self.high:
            return _("got y = {found:g} at x = {x:g}, needs y in [{low:g}, {high:g}]").format(
                found=y[worst], x=x[worst], low=self.low, high=self.high)
        return ""

    def smoothed(self, x, y) -> str:
        """The text of the smooth curve near heights y at even x, as a hand draws them.

        A cubic smoothing spline halves waves of (end - begin)/WAVES and hardly touches those of twice the length: it
        makes the sum of (y - f)^2 and lam f''^2 least, which leaves the share 1/(1 + lam dx k^4) of a wave number k.
        """
        # a third of a second to import, and few scenes have a drawn curve
        from scipy.interpolate import make_smoothing_spline
        k = 2.0*pi*WAVES/(self.end - self.begin)
        spline = make_smoothing_spline(x, y, lam=1.0/((x[1] - x[0])*k**4))
        even = np.linspace(self.begin, self.end, POINTS)
        return curve_text(even.round(9), np.clip(spline(even), self.low, self.high).round(DIGITS))


def curve_text(x, y) -> str:
    """The text of points."""
    # no negative zeros: one curve, one text
    return ",".join(f"{float(a) + 0.0!r}:{float(b) + 0.0!r}" for a, b in zip(x, y, strict=True))


def curve_points(text: str) -> tuple[np.ndarray, np.ndarray]:
    """Points x, y of a text, or ValueError."""
    pairs = [[float(number) for number in point.split(":")] for point in text.split(",")]
    if any(len(pair) != 2 for pair in pairs):
        raise ValueError(text[:40])
    x, y = np.array(pairs, float).reshape(-1, 2).T
    return x.copy(), y.copy()


class SmoothCurve:
    """The line of degree 5 through points, and its exact integral."""

    def __init__(self, x, y):
        self._f = curve_through(x, y)
        self._F = self._f.antiderivative()

    def __call__(self, x):
        return self._f(x)

    def integral(self, a, x):
        """Integral from a to x."""
        return self._F(x) - self._F(a)


@lru_cache(maxsize=8)
def smooth_curve(text: str) -> SmoothCurve:
    """The smooth line of a text of points."""
    return SmoothCurve(*curve_points(text))
