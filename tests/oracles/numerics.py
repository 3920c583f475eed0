"""What the oracles share: a tight integrator that lands on given times, order of accuracy, cylinder coordinates."""

from itertools import pairwise
from math import sqrt

import numpy as np
from scipy.integrate import DOP853

TIGHT = {"method": "DOP853", "rtol": 1e-13, "atol": 1e-14}


def measured_order(errors, hs):
    """Order of accuracy: slope of log(error) over log(h) by least squares, one number.

    errors (n,) and hs (n,), all positive; leave out points on the floor of rounding.
    """
    return float(np.polyfit(np.log(hs), np.log(errors), 1)[0])


def azimuth(r):
    """e = azimuthal unit vector (3,) and distance R from the z axis."""
    R = sqrt(r[0]**2 + r[1]**2)
    return np.array([-r[1]/R, r[0]/R, 0.0]), R


def landings(rhs, start, t, rtol=1e-13, atol=1e-14):
    """Yields the state (d,) at every t, each a step end of DOP853, so nothing is interpolated."""
    y, h = np.asarray(start, float), None
    yield y
    for t0, t1 in pairwise(t):
        solver = DOP853(rhs, t0, y, t1, rtol=rtol, atol=atol, first_step=None if h is None else min(h, t1 - t0))
        while solver.status == "running":
            solver.step()
            # the last step is cut by t1; the next solver starts from the size the error control last proposed
            h = solver.h_abs
        if solver.status != "finished":
            raise ArithmeticError(f"t = {solver.t}: the integrator stopped")
        y = solver.y
        yield y


def land(rhs, start, t):
    """States (n, d) at every t."""
    return np.array(list(landings(rhs, start, t)))
