"""The error that a step of the 8th order tells of itself."""

from ctypes import CFUNCTYPE, c_double, c_void_p

import numpy as np

from sandbox.compiling.compiled import compiled
from sandbox.integration.ode import make_step


@compiled
def grown(t, y, p, calls):
    return 1e15*y[0], -1e15*y[1]


@compiled
def alike(y, p):
    return 1.0, 1.0


def test_an_error_that_overflows_is_no_small_error():
    """x' = 1e15 x by ever longer steps: the squares of the two estimates overflow one after the other."""
    step = CFUNCTYPE(c_double, c_double, c_double, *4*[c_void_p])(make_step(grown, alike, 2).address)
    start, out, nothing = np.array([3.0, -2.0]), np.zeros(2), np.zeros(1)
    errors = {h: step(0.0, h, start.ctypes.data, nothing.ctypes.data, nothing.ctypes.data, out.ctypes.data)
              for h in np.geomspace(1e-17, 1e10, 20_000)}
    assert all(error < 1e-10 for h, error in errors.items() if h < 2e-17)
    assert not any(error < 1.0 for h, error in errors.items() if h > 1e-13)
