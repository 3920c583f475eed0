"""Attitude of a ball, apart from its motion: q' = w q/2 for a w(t) that is known.

Magnus' series to the 6th order with w at three Gauss points (Blanes, Casas, Oteo, Ros 2009, section 5.4): with
c = h sqrt(15)/3 (w_3 - w_1) and d = 10 h/3 (w_3 - 2 w_2 + w_1) the rotation vector is

    W = b + d/12 + (-20 b - d + C1) x (c + C2)/240,     b = h w_2,     C1 = b x c,     C2 = -b x (2 d + C1)/60.

Error of a step: some (h |w|)^7/1e5 (|w'|/w^2), far below 1e-12 for balls that turn slower than 40 rad/s at 240 steps a
second (tests/mechanics/world/test_attitude.py).
"""

from math import cos, factorial, sin, sqrt

from sandbox.compiling.compiled import compiled
from sandbox.compiling.traced import cross, multiply, traced

# instants of the Gauss points within a step
EARLY, LATE = 0.5 - sqrt(15.0)/10.0, 0.5 + sqrt(15.0)/10.0


@traced
def series(b, c, d):
    """The rotation vector from b, c and d."""
    first = cross(b, c)
    second = (-1.0/60.0)*cross(b, 2.0*d + first)
    return b + (1.0/12.0)*d + (1.0/240.0)*cross(-20.0*b - d + first, c + second)


# square of half an angle up to which the series below are exact to rounding: their next terms are 1e-18 there
SERIES = 0.25


def _series(first: int) -> list[float]:
    """Coefficients 1/first!, -1/(first + 2)!, ... of the series in the square of the angle."""
    return [(-1.0)**k/factorial(first + 2*k) for k in range(8)]


@traced
def small_turn(square):
    """sin(x)/(2 x) and cos(x) of a small angle, from its square."""
    sine = cosine = 0.0
    for a, b in zip(reversed(_series(1)), reversed(_series(0)), strict=True):
        sine, cosine = a + square*sine, b + square*cosine
    return 0.5*sine, cosine


@compiled
def sine_and_cosine(square):
    """sin(x)/(2 x) and cos(x) of half the angle x of a rotation, from its square."""
    if square < SERIES:
        return small_turn(square)
    half = sqrt(square)
    return 0.5*sin(half)/half, cos(half)


@traced
def half_square(turn):
    """Square of half the angle of a rotation vector."""
    return 0.25*(turn @ turn)


@traced
def turned_quaternion(q, turn, share, c):
    """The quaternion q after a rotation in the laboratory, of norm 1."""
    new = multiply((c, *(share*turn)), q)
    # Newton's step to the norm 1, from which it is off by rounding only
    share = 1.5 - 0.5*(new[0]*new[0] + new[1]*new[1] + new[2]*new[2] + new[3]*new[3])
    return tuple(share*x for x in new)


@compiled
def turn_by(q, turn):
    """The quaternion q (4) after the rotation vector (3) in the laboratory."""
    share, c = sine_and_cosine(half_square(turn))
    return turned_quaternion(q, turn, share, c)
