"""Intervals: where a quantity can lie while x and y run over a box. What holds for them holds at every point of it.

Rounding is not turned outwards: it is 1e-16 of the numbers, the bounds that are asked of a surface are coarser.
"""

import numpy as np

from sandbox.mechanics import graph_rules as codes
from sandbox.scene.typed.jets import Points, sinc

INFINITY = np.inf
# the rules at the ends of a box
POINTS = Points()


class Interval:
    """lo <= u <= hi, arrays with an entry for each box."""

    __slots__ = ("hi", "lo")
    __array_ufunc__ = None

    def __init__(self, lo, hi):
        self.lo, self.hi = lo, hi

    def __add__(self, other):
        lo, hi = ends(other)
        return Interval(self.lo + lo, self.hi + hi)

    __radd__ = __add__

    def __sub__(self, other):
        lo, hi = ends(other)
        return Interval(self.lo - hi, self.hi - lo)

    def __rsub__(self, other):
        return -1.0*self + other

    def __mul__(self, other):
        if isinstance(other, float):
            a, b = _bounded(self.lo*other), _bounded(self.hi*other)
            return Interval(np.minimum(a, b), np.maximum(a, b))
        corners = [_bounded(u*v) for u in (self.lo, self.hi) for v in (other.lo, other.hi)]
        return Interval(np.minimum(np.minimum(corners[0], corners[1]), np.minimum(corners[2], corners[3])),
                        np.maximum(np.maximum(corners[0], corners[1]), np.maximum(corners[2], corners[3])))

    __rmul__ = __mul__


def _bounded(product):
    # an end without bound times zero: the bound is of the other factor
    return np.where(np.isnan(product), 0.0, product)


def ends(u):
    """Lowest and highest value of an interval or a number."""
    return (u.lo, u.hi) if isinstance(u, Interval) else (u, u)


def rising(f, u: Interval) -> Interval:
    """The interval of a function that rises."""
    return Interval(f(u.lo), f(u.hi))


def square(u):
    """u^2, never negative."""
    if isinstance(u, float):
        return u*u
    a, b = np.abs(u.lo), np.abs(u.hi)
    return Interval(np.where((u.lo <= 0.0) & (u.hi >= 0.0), 0.0, np.minimum(a, b)**2), np.maximum(a, b)**2)


def whole_power(u, n: float):
    """u^n for a whole n."""
    if n == 0.0:
        return 1.0
    if n % 2.0 == 1.0:
        return rising(lambda v: v**n, u)
    return rising(lambda v: v**(n/2.0), square(u))


def wave(u: Interval, phase: float) -> Interval:
    """cos(u - phase)."""
    a, b = np.cos(u.lo - phase), np.cos(u.hi - phase)
    turn = 2.0*np.pi

    def has(top):
        return np.ceil((u.lo - phase - top)/turn)*turn + top <= u.hi - phase
    return Interval(np.where(has(np.pi), -1.0, np.minimum(a, b)), np.where(has(0.0), 1.0, np.maximum(a, b)))


class Boxes:
    """The rules for boxes; `blame` (n,) has the first step, r apart, that is not smooth in a box, -1 for none."""

    def __init__(self, count: int):
        self.at, self.blame = 0, np.full(count, -1)

    def constant(self, c, x):
        return Interval(np.full_like(x.lo, c), np.full_like(x.lo, c))

    def square(self, u):
        return square(u)

    def _blamed(self, u: Interval, wrong) -> Interval:
        """The interval, everything where the step has no smooth value."""
        wrong = wrong | ~np.isfinite(u.lo) | ~np.isfinite(u.hi)
        self.blame[wrong & (self.blame < 0)] = self.at
        return wrong

    def _without(self, parts, wrong):
        return [part if isinstance(part, float) else Interval(np.where(wrong, -INFINITY, part.lo),
                                                              np.where(wrong, INFINITY, part.hi)) for part in parts]

    def radius(self, x, y):
        xx, yy = square(x), square(y)
        r = Interval(np.sqrt(xx.lo + yy.lo), np.sqrt(xx.hi + yy.hi))
        wrong = r.lo <= 0.0
        inverse = self._inverse(r)
        ex, ey = (Interval(np.maximum(e.lo, -1.0), np.minimum(e.hi, 1.0)) for e in (x*inverse, y*inverse))
        # not to blame by itself: even functions of r are smooth on the axis
        return [r, ex, ey, *self._without((square(ey)*inverse, -1.0*(ex*ey)*inverse, square(ex)*inverse), wrong)]

    def _inverse(self, u: Interval) -> Interval:
        """1/u where u has one sign, else everything."""
        wrong = (u.lo <= 0.0) & (u.hi >= 0.0)
        return Interval(np.where(wrong, -INFINITY, 1.0/u.hi), np.where(wrong, INFINITY, 1.0/u.lo))

    def slopes(self, code, u, c):
        """g(u) and its first two derivatives."""
        if code == codes.C_DIV or code == codes.POWER_C and c != np.floor(c):
            wrong = self._blamed(u, (u.lo <= 0.0) & (u.hi >= 0.0) if code == codes.C_DIV else u.lo <= 0.0)
            if code == codes.C_DIV:
                v = self._inverse(u)
                return self._without((c*v, -c*square(v), 2.0*c*(square(v)*v)), wrong)
            v = _above_zero(u)
            return self._without([k*(rising if n > 0.0 else falling)(lambda w, n=n: w**n, v) for k, n in (
                (1.0, c), (c, c - 1.0), (c*(c - 1.0), c - 2.0))], wrong)
        if code == codes.POWER_C:
            return whole_power(u, c), c*whole_power(u, c - 1.0), c*(c - 1.0)*whole_power(u, c - 2.0)
        wrong = self._blamed(u, DOMAIN[code](u) if code in DOMAIN else np.zeros(len(u.lo), bool))
        return self._without(SLOPES[code](u), wrong)


def falling(f, u: Interval) -> Interval:
    return Interval(f(u.hi), f(u.lo))


def _at_ends(code, u, *rises):
    """A function and its two derivatives by the rules of points at both ends, each of which rises or falls."""
    ends_of = zip(POINTS.slopes(code, u.lo, 0.0), POINTS.slopes(code, u.hi, 0.0), rises, strict=True)
    return tuple(Interval(a, b) if is_rising else Interval(b, a) for a, b, is_rising in ends_of)


def _above_zero(u):
    return Interval(np.maximum(u.lo, 1e-300), np.maximum(u.hi, 1e-300))


def _sine(u, phase):
    return wave(u, phase), wave(u, phase - 0.5*np.pi), -1.0*wave(u, phase)


def _tan(u):
    v = rising(np.tan, u)
    first = square(v) + 1.0
    return v, first, 2.0*(v*first)


def _atan(u):
    first = falling(lambda w: 1.0/(1.0 + w), square(u))
    return rising(np.arctan, u), first, -2.0*(u*square(first))


def _asin(u):
    v = Interval(np.clip(u.lo, -1.0 + 1e-16, 1.0 - 1e-16), np.clip(u.hi, -1.0 + 1e-16, 1.0 - 1e-16))
    first = rising(lambda w: 1.0/np.sqrt(1.0 - w), square(v))
    return rising(np.arcsin, v), first, rising(lambda w: w/(1.0 - w*w)**1.5, v)


def _cosh(u):
    return rising(lambda w: np.cosh(np.sqrt(w)), square(u))


def _tanh(u):
    v = rising(np.tanh, u)
    first = falling(lambda w: 1.0/np.cosh(np.sqrt(w))**2, square(u))
    return v, first, -2.0*(v*first)


def _abs(u):
    a, b = np.abs(u.lo), np.abs(u.hi)
    sign = np.copysign(1.0, u.lo)
    return Interval(np.minimum(a, b), np.maximum(a, b)), Interval(sign, sign), 0.0


def _sinc(u):
    # by the values in the middle: the n-th derivative of sin(u)/u is at most 1/(n + 1)
    found = sinc(0.5*(u.lo + u.hi))
    half = 0.5*(u.hi - u.lo)
    return tuple(Interval(part - half/(i + 2.0), part + half/(i + 2.0)) for i, part in enumerate(found))


SLOPES = {
    codes.SQUARE: lambda u: (square(u), 2.0*u, 2.0),
    codes.SQRT: lambda u: _at_ends(codes.SQRT, _above_zero(u), True, False, True),
    codes.LOG: lambda u: _at_ends(codes.LOG, _above_zero(u), True, False, True),
    codes.EXP: lambda u: _at_ends(codes.EXP, u, True, True, True),
    codes.SIN: lambda u: _sine(u, 0.5*np.pi), codes.COS: lambda u: _sine(u, 0.0), codes.TAN: _tan, codes.ATAN: _atan,
    codes.ASIN: _asin, codes.SINH: lambda u: (rising(np.sinh, u), _cosh(u), rising(np.sinh, u)),
    codes.COSH: lambda u: (_cosh(u), rising(np.sinh, u), _cosh(u)), codes.TANH: _tanh, codes.ABS: _abs,
    codes.SINC: _sinc,
}
# where an operation has no smooth value
DOMAIN = {
    codes.SQRT: lambda u: u.lo <= 0.0, codes.LOG: lambda u: u.lo <= 0.0,
    codes.TAN: lambda u: np.floor(u.lo/np.pi + 0.5) != np.floor(u.hi/np.pi + 0.5),
    codes.ASIN: lambda u: (u.lo <= -1.0) | (u.hi >= 1.0), codes.ABS: lambda u: (u.lo <= 0.0) & (u.hi >= 0.0),
}
