"""A smooth function of one variable through points: a spline whose numbers stand in a parameter array.

Its parameters: number n of knots, degree d, the knots x_0..x_{n-1}, then d + 1 coefficients per interval, highest power
first. The end pieces extend it. Degree 5 has four continuous derivatives: an 8th-order step hardly feels a knot.
"""

import numpy as np

from sandbox.compiling.compiled import compiled

DEGREE = 5
FEWEST = DEGREE + 1


@compiled
def spline_from(x, p, place):
    """Value, first and second derivative at x of the spline whose parameters start at p[place]."""
    n, degree = int(p[place]), int(p[place + 1])
    low, high, knots = 0, n - 1, place + 2
    while high - low > 1:
        middle = (low + high)//2
        if x < p[knots + middle]:
            high = middle
        else:
            low = middle
    d = x - p[knots + low]
    at = knots + n + (degree + 1)*low
    value, first, second = p[at], 0.0, 0.0
    for i in range(1, degree + 1):
        second = second*d + 2.0*first
        first = first*d + value
        value = value*d + p[at + i]
    return value, first, second


def curve_through(x, y):
    """The spline (a scipy PPoly) through points (x_i, y_i), x rising; ValueError with the reason when there is none."""
    x, y = np.asarray(x, float), np.asarray(y, float)
    if x.ndim != 1 or x.shape != y.shape or x.size < FEWEST or not np.all(np.diff(x) > 0.0):
        raise ValueError(f"a curve needs {FEWEST} or more points (x, y) with x rising")
    if not (np.all(np.isfinite(x)) and np.all(np.isfinite(y))):
        raise ValueError("a curve needs finite points")
    # a third of a second to import, and few scenes have a drawn curve
    from scipy.interpolate import PPoly, make_interp_spline
    pieces = PPoly.from_spline(make_interp_spline(x, y, k=DEGREE))
    # knots at the ends are repeated: pieces of no length
    kept = np.flatnonzero(np.diff(pieces.x) > 0.0)
    return PPoly(pieces.c[:, kept], pieces.x[[*kept, kept[-1] + 1]])


def curve_parameters(curve) -> np.ndarray:
    """The parameters of the head of this file."""
    return np.concatenate([[curve.x.size, curve.c.shape[0] - 1], curve.x, curve.c.T.ravel()])
