"""Puck: dark rubber with a knurled band, a light ring and one orange mark."""
# SPDX-License-Identifier: GPL-3.0-or-later

from math import atan2, hypot, pi

from bundle.drawing import Drawing

RUBBER, KNURL, LIGHT, ORANGE, SOFT = (44, 47, 52), (78, 83, 90), (226, 229, 233), (232, 120, 30), (58, 62, 68)
AROUND = 64


def rubber(x, y, z):
    R, sector = hypot(x, y), int((atan2(y, x) % (2*pi))*AROUND/(2*pi))
    is_marked = sector < 2 or sector >= AROUND - 2
    if R > 0.98:
        if abs(z) > 0.5:
            return RUBBER
        return ORANGE if is_marked else KNURL if sector % 2 else RUBBER
    if 0.62 < R < 0.72:
        return LIGHT
    return ORANGE if is_marked and R > 0.2 else SOFT


def draw() -> Drawing:
    drawing = Drawing()
    upper = [(0.0, 1.0), (0.2, 1.0), (0.62, 1.0), (0.72, 1.0), (0.97, 1.0), (1.0, 0.94), (1.0, 0.5)]
    drawing.revolve([*upper, *((R, -z) for R, z in upper[::-1])], AROUND, rubber)
    return drawing
