"""Surfaces of revolution z = f(r), compiled: slopes on and off the axis, and profiles given by points.

A profile given by points is a quintic spline: a cubic one has a kinked curvature and destroys the 8th order of the
step. Its parameters: number n of knots, then the knots r_0..r_{n-1} [m], then 6 coefficients per interval, highest
power first.
"""

from math import sqrt

import numpy as np

from sandbox.compiling.compiled import compiled
from sandbox.compiling.entries import field
from sandbox.mechanics import field_places

# where the number of knots stands
KNOTS = 0


@compiled
def profile_slopes(x, y, r, first, second, out):
    """Fill out with gradient and Hessian of phi = z - f(r) from f' and f''."""
    # on the axis f'/r has the limit f'' and the direction does not matter
    near = r < 1e-150
    ex, ey = (1.0, 0.0) if near else (x/r, y/r)
    ratio = second if near else first/r
    out[field_places.D_X], out[field_places.D_Y], out[field_places.D_Z] = -ratio*x, -ratio*y, 1.0
    out[field_places.D_XX] = -ratio*ey*ey - second*ex*ex
    out[field_places.D_XY] = (ratio - second)*ex*ey
    out[field_places.D_YY] = -ratio*ex*ex - second*ey*ey
    out[field_places.D_XZ] = out[field_places.D_YZ] = out[field_places.D_ZZ] = 0.0


@compiled
def spline_at(r, s):
    """Value and two derivatives of the spline with parameters s (see head) at r [m]; the end pieces extend it."""
    n = int(s[KNOTS])
    low, high = 0, n - 1
    while high - low > 1:
        middle = (low + high)//2
        if r < s[1 + middle]:
            high = middle
        else:
            low = middle
    d = r - s[1 + low]
    at = 1 + n + 6*low
    value, first, second = s[at], 0.0, 0.0
    for i in range(1, 6):
        second = second*d + 2.0*first
        first = first*d + value
        value = value*d + s[at + i]
    return value, first, second


@field
def spline_slopes(x, y, z, s, out):
    """Gradient and Hessian of phi = z - f(r), f a quintic spline."""
    r = sqrt(x*x + y*y)
    _, first, second = spline_at(r, s)
    profile_slopes(x, y, r, first, second, out)


@field
def spline_values(x, y, z, s, out):
    """phi = z - f(r), and the distance to the last knot as the only edge."""
    r = sqrt(x*x + y*y)
    value, _, _ = spline_at(r, s)
    out[field_places.PHI], out[field_places.EDGE] = z - value, s[int(s[KNOTS])] - r
    for i in range(1, field_places.EDGES):
        out[field_places.EDGE + i] = 1.0


def spline_parameters(r, z) -> np.ndarray:
    """Parameters of the quintic spline through points (r_i, z_i), r_0 = 0 < r_1 < ..., even in r, six points or more.

    Mirroring the points makes the odd derivatives vanish on the axis, so that the surface is smooth there.
    """
    r, z = np.asarray(r, float), np.asarray(z, float)
    if r.ndim != 1 or r.shape != z.shape or r.size < 6 or r[0] != 0.0 or not np.all(np.diff(r) > 0.0):
        raise ValueError("a profile needs six or more points (r, z) with r = 0 first and r rising")
    if not (np.all(np.isfinite(r)) and np.all(np.isfinite(z))):
        raise ValueError("a profile needs finite points")
    # a third of a second to import, and few scenes have a drawn profile
    from scipy.interpolate import PPoly, make_interp_spline
    spline = make_interp_spline(np.concatenate([-r[:0:-1], r]), np.concatenate([z[:0:-1], z]), k=5)
    pieces = PPoly.from_spline(spline)
    kept = (pieces.x[:-1] >= -1e-12*r[-1]) & (np.diff(pieces.x) > 0.0) & (pieces.x[:-1] < r[-1])
    # the interval that holds the axis starts left of it: shift its polynomial to start at 0
    knots = pieces.x[:-1][kept]
    coefficients = pieces.c[:, kept]
    if knots.size == 0 or knots[0] > 0.0:
        left = np.flatnonzero(pieces.x[:-1] < 0.0)
        left = left[np.diff(pieces.x)[left] > 0.0][-1]
        shifted = np.polynomial.Polynomial(pieces.c[::-1, left])(np.polynomial.Polynomial([-pieces.x[left], 1.0]))
        row = np.zeros(6)
        row[:shifted.coef.size] = shifted.coef
        knots = np.concatenate([[0.0], knots])
        coefficients = np.concatenate([row[::-1, None], coefficients], axis=1)
    return np.concatenate([[knots.size + 1.0], knots, [r[-1]], coefficients.T.ravel()])
