"""Stone: a pebble of no symmetry, grey with a vein of quartz."""
# SPDX-License-Identifier: GPL-3.0-or-later

from math import atan2, hypot, pi, sqrt

from bundle.drawing import Drawing, ball

GREY, SLATE, PALE, QUARTZ, RUST = (128, 130, 134), (96, 100, 108), (158, 158, 156), (236, 232, 222), (168, 112, 80)
AROUND = 48
# half axes of the ellipsoid that it is nearly, and shares of x^3, x y z, x^2 z, x y^2 and y^3 in its support function
HALF, SHARES = (1.0, 0.8, 0.55), (0.05, 0.14, 0.07, -0.06, 0.04)


def touched(x, y, z):
    """The point that a plane with the unit normal (x, y, z) touches: the gradient of the support function."""
    a, b, c = HALF
    root = sqrt(a*a*x*x + b*b*y*y + c*c*z*z)
    p, q, r, s, t = SHARES
    cubic = p*x*x*x + q*x*y*z + r*x*x*z + s*x*y*y + t*y*y*y
    return (a*a*x/root + 3*p*x*x + q*y*z + 2*r*x*z + s*y*y - 2*cubic*x,
            b*b*y/root + q*x*z + 2*s*x*y + 3*t*y*y - 2*cubic*y,
            c*c*z/root + q*x*y + r*x*x - 2*cubic*z)


def painted(x, y, z):
    """A vein askew, a stain, and tones that change with the side."""
    across = 0.8*x + 0.35*y - 0.5*z
    if abs(across - 0.2) < 0.12 or abs(across + 0.45) < 0.05:
        return QUARTZ
    if hypot(x + 0.5, y - 0.6) < 0.4:
        return RUST
    sector = int((atan2(y, x) % (2*pi))*AROUND/(2*pi))
    return PALE if sector < 14 else SLATE if sector < 32 else GREY


def draw() -> Drawing:
    drawing = Drawing()
    drawing.revolve(ball(1.0, AROUND), AROUND, painted)
    points = [touched(*at) for at in drawing.points]
    low, high = ([rule(values) for values in zip(*points, strict=True)] for rule in (min, max))
    fitted = iter(points)

    def rule(_x, _y, _z):
        # in the box |x|, |y|, |z| <= 1
        return tuple((2.0*v - b - t)/(t - b) for v, b, t in zip(next(fitted), low, high, strict=True))
    return drawing.moved(rule)
