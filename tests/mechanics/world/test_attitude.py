"""Attitude of a ball after a step: against the rotation that a fine integration of q' = w q/2 gives."""

from math import cos, sin

import numpy as np
from scipy.integrate import solve_ivp
from scipy.spatial.transform import Rotation

from sandbox.compiling.traced import Vector
from sandbox.mechanics.world.segments.attitude import EARLY, LATE, SERIES, series, small_turn

STEP = 1/240             # [s] of the program


def spin(t: float) -> np.ndarray:
    """w [rad/s] of a ball that circles on a turntable: 40 rad/s, a part of which turns with 2/7 of 3.5 rad/s."""
    return np.array((24.0*cos(t), 24.0*sin(t), 32.0))


def turned(h: float) -> Rotation:
    """The rotation of the first h seconds, by steps of an 8th-order method far finer than they."""
    def rate(t, q):
        x, y, z = spin(t)
        a, b, c, d = q
        return 0.5*np.array((-x*b - y*c - z*d, x*a + y*d - z*c, y*a + z*b - x*d, z*a + x*c - y*b))
    q = solve_ivp(rate, (0.0, h), (1.0, 0.0, 0.0, 0.0), "DOP853", rtol=1e-13, atol=1e-15, max_step=h/20).y[:, -1]
    return Rotation.from_quat(np.roll(q, -1))


def by_series(h: float) -> Rotation:
    """The same by Magnus' series."""
    early, middle, late = spin(EARLY*h), spin(0.5*h), spin(LATE*h)
    b, c, d = h*middle, h*15**0.5/3*(late - early), 10*h/3*(late - 2*middle + early)
    return Rotation.from_rotvec(list(series(Vector(*b), Vector(*c), Vector(*d))))


def error(h: float) -> float:
    """Angle between the two [rad]."""
    return (by_series(h)*turned(h).inv()).magnitude()


def test_the_error_of_a_step_is_that_of_the_6th_order():
    # [rad] what the head of attitude.py says, at |w| = 40 rad/s and |w'| = 24 rad/s^2, and a fifth more
    for h in (6*STEP, 3*STEP):
        assert error(h) < 1.2*(h*40.0)**7/3e4*24.0/40.0**2
    assert error(STEP) < 2e-12
    # (2 h)^7/h^7 = 128, less a share of the next order where a step turns by two radians
    assert 90.0 < error(12*STEP)/error(6*STEP) < 140.0


def test_small_turns_by_their_series_are_exact_to_rounding():
    for square in (0.0, 1e-12, 0.01, 0.5*SERIES, SERIES):
        share, cosine = small_turn(square)
        half = square**0.5
        # [1] a few roundings of numbers up to 1
        assert abs(share - (0.5*sin(half)/half if half else 0.5)) < 2e-16 and abs(cosine - cos(half)) < 2e-16
