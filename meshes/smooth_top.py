"""Turned disc: brass with rings from the lathe, enamel sectors, a dot on its edge."""
# SPDX-License-Identifier: GPL-3.0-or-later

from math import atan2, hypot, pi

from bundle.drawing import Drawing

BRASS, PALE, RING, BLUE, CREAM, MARK = ((190, 142, 46), (238, 206, 128), (122, 90, 26), (36, 88, 150), (244, 236, 214),
                                        (196, 52, 34))
AROUND = 72


def enamel(x, y, z):
    R, sector = hypot(x, y), int((atan2(y, x) % (2*pi))*AROUND/(2*pi))
    if R > 0.97:
        if abs(z) < 0.25:
            return MARK if sector < 6 else PALE if sector % 12 < 6 else RING
        return BRASS
    if 0.3 < R < 0.8:
        return MARK if sector < 6 else BLUE if (sector//6) % 2 else CREAM
    return RING if 0.8 < R < 0.84 or 0.18 < R < 0.22 else PALE if R < 0.18 else BRASS


def draw() -> Drawing:
    drawing = Drawing()
    face = [(0.0, 0.92), (0.18, 0.92), (0.22, 0.88), (0.3, 0.95), (0.8, 0.95), (0.84, 0.9), (0.88, 1.0), (0.97, 1.0)]
    edge = [(1.0, 0.94), (1.0, 0.25)]
    upper = [*face, *edge]
    drawing.revolve([*upper, *((R, -z) for R, z in upper[::-1])], AROUND, enamel)
    return drawing
