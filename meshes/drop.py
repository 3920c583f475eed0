"""Drop: a drop of glass in three tones, round about its long axis, its tip along x."""
# SPDX-License-Identifier: GPL-3.0-or-later

from math import atan2, cos, pi, sin

from bundle.drawing import Drawing

TEAL, PALE, DEEP, GOLD = (38, 148, 160), (176, 224, 222), (16, 84, 110), (236, 178, 64)
AROUND, PIECES = 48, 24
# coefficients of Legendre's polynomials of the support function along the axis: radii of curvature 0.1 to 2.5
COEFFICIENTS = (1.0, 0.0, 0.299, 0.178, -0.043, -0.009, -0.004)


def support(z: float) -> tuple[float, float]:
    """The support function at the cosine z of the angle to the axis, and its derivative by z."""
    before, now, slope_before, slope = 1.0, z, 0.0, 1.0
    value, derivative = COEFFICIENTS[0] + COEFFICIENTS[1]*z, COEFFICIENTS[1]
    for n in range(2, len(COEFFICIENTS)):
        before, now, slope_before, slope = (now, ((2*n - 1)*z*now - (n - 1)*before)/n,
                                            slope, slope_before + (2*n - 1)*now)
        value, derivative = value + COEFFICIENTS[n]*now, derivative + COEFFICIENTS[n]*slope
    return value, derivative


def profile() -> list[tuple[float, float]]:
    """Points (R, z) that planes of evenly spread normals touch, from the tip, in the box |R|, |z| <= 1."""
    points = []
    for k in range(PIECES + 1):
        c, s = cos(pi*k/PIECES), sin(pi*k/PIECES)
        h, slope = support(c)
        points.append((0.0 if k in (0, PIECES) else s*(h - c*slope), c*h + s*s*slope))
    wide = max(R for R, _z in points)
    high, low = points[0][1], points[-1][1]
    return [(R/wide, (2.0*z - high - low)/(high - low)) for R, z in points]


def painted(x, y, z):
    """The axis of its stripes is z."""
    sector = int((atan2(y, x) % (2*pi))*AROUND/(2*pi))
    if z > 0.8:
        return GOLD
    if z < -0.85:
        return DEEP
    return (TEAL, PALE, TEAL, DEEP)[(sector//6) % 4] if sector < 36 else PALE


def draw() -> Drawing:
    drawing = Drawing()
    drawing.revolve(profile(), AROUND, painted)
    return drawing.moved(lambda x, y, z: (z, x, y))
