"""Value, gradient and Hessian of a program for many points at once, or for boxes as intervals, with the same rules.

The numbers are arrays (`arrays.py`-like functions of numpy) or Intervals (intervals.py). A component that is zero for
all points is the plain number 0.0, and costs nothing.
"""

import numpy as np

from sandbox.compiling.chain import RULES, derivatives
from sandbox.mechanics import graph
from sandbox.mechanics import graph_rules as codes
from sandbox.scene.typed.program import Program

PAIRS = ((1, 1), (1, 2), (2, 2))


def is_zero(u) -> bool:
    return isinstance(u, float) and u == 0.0


def plus(u, v):
    return v if is_zero(u) else u if is_zero(v) else u + v


def minus(u, v):
    return u if is_zero(v) else -1.0*v if is_zero(u) else u - v


def times(u, v):
    return 0.0 if is_zero(u) or is_zero(v) else u*v


def jets_of(program: Program, x, y, rules) -> list:
    """Returns the jet [f, f_x, f_y, f_xx, f_xy, f_yy] of a program at x, y.

    rules   functions for the kind of numbers that x and y are: `Points` or `Boxes` (intervals.py)
    """
    jets = [[x, 1.0, 0.0, 0.0, 0.0, 0.0], [y, 0.0, 1.0, 0.0, 0.0, 0.0]]
    for place, step in enumerate(program.steps):
        rules.at = place
        jets.append(_stepped(step, jets, x, y, rules))
    return jets[-1]


def _stepped(step, jets, x, y, rules):
    code, c = step.code, step.c
    if code == codes.CONSTANT:
        return [rules.constant(c, x), 0.0, 0.0, 0.0, 0.0, 0.0]
    if code == codes.RADIUS:
        return rules.radius(x, y)
    a = jets[step.a]
    if code in (codes.ADD, codes.SUB):
        return [(plus if code == codes.ADD else minus)(u, v) for u, v in zip(a, jets[int(c)], strict=True)]
    if code in (codes.MUL, codes.DIV):
        b = jets[int(c)]
        return _product(a, b if code == codes.MUL else _chained(b, rules.slopes(codes.C_DIV, b[0], 1.0), rules), rules)
    if code in (codes.ADD_C, codes.C_SUB):
        b = a if code == codes.ADD_C else [times(-1.0, u) for u in a]
        return [b[0] + c, *b[1:]]
    if code in (codes.MUL_C, codes.DIV_C):
        return [times(u, c if code == codes.MUL_C else 1.0/c) for u in a]
    return _chained(a, rules.slopes(code, a[0], c), rules)


def _product(a, b, rules):
    first = [plus(times(a[0], b[i]), times(b[0], a[i])) for i in (1, 2)]
    second = [plus(plus(times(a[0], b[k + 3]), times(b[0], a[k + 3])), plus(times(a[i], b[j]), times(a[j], b[i])))
              for k, (i, j) in enumerate(PAIRS)]
    return [times(a[0], b[0]), *first, *second]


def _chained(a, slopes, rules):
    value, first, second = slopes
    squares = [rules.square(a[1]), times(a[1], a[2]), rules.square(a[2])]
    return [value, *(times(first, u) for u in a[1:3]),
            *(plus(times(first, u), times(second, w)) for u, w in zip(a[3:], squares, strict=True))]


class Points:
    """The rules for arrays of points: those of the compiled program, in numpy."""

    at = 0

    def constant(self, c, x):
        return np.full_like(x, c)

    def square(self, u):
        return 0.0 if is_zero(u) else u*u

    def radius(self, x, y):
        r = np.maximum(np.hypot(x, y), graph.AXIS)
        ex = np.where(r > graph.AXIS, x/r, 1.0)
        ey = y/r
        return [r, ex, ey, ey*ey/r, -ex*ey/r, ex*ex/r]

    def slopes(self, code, u, c):
        """g(u) and its first two derivatives."""
        f = _OF_POINTS.get(code)
        if f is not None:
            return f(u)
        if code == codes.POWER_C:
            return u**c, c*u**(c - 1.0), c*(c - 1.0)*u**(c - 2.0)
        if code == codes.C_DIV:
            return c/u, -c/(u*u), 2.0*c/(u*u*u)
        raise ValueError(code)


def sinc(u):
    """sin(u)/u and its first two derivatives of an array."""
    is_near = np.abs(u) < codes.NEAR_ZERO
    far = np.where(is_near, 1.0, u)
    value = np.sin(far)/far
    first = (np.cos(far) - value)/far
    series = codes.sinc_series(np.where(is_near, u, 0.0))
    return tuple(np.where(is_near, near, beyond) for near, beyond in zip(
        series, (value, first, -value - 2.0*first/far), strict=True))


def _of_points(name: str):
    value, rule = _IN_NUMPY[name], derivatives(RULES[name], _IN_NUMPY)

    def slopes(u):
        f = value(u)
        return f, *rule(u, f)
    return slopes


# the functions of math by their names there
_OTHER_NAMES = {"asin": "arcsin", "acos": "arccos", "atan": "arctan"}
_IN_NUMPY = {name: getattr(np, _OTHER_NAMES.get(name, name)) for name in RULES}
_OF_POINTS = {
    **{code: _of_points(name) for code, name in codes.FUNCTIONS.items()},
    codes.SQUARE: lambda u: (u*u, 2.0*u, 2.0), codes.ABS: lambda u: (np.abs(u), np.copysign(1.0, u), 0.0),
    codes.SINC: sinc,
}
