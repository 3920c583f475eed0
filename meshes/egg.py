"""Egg: turned wood with painted bands, a zigzag and dots."""
# SPDX-License-Identifier: GPL-3.0-or-later

from math import atan2, pi

from bundle.drawing import Drawing, ball

WOOD, CREAM, RED, BLUE, YELLOW, DARK = ((208, 160, 98), (247, 238, 214), (190, 46, 40), (42, 92, 156), (240, 196, 70),
                                        (110, 70, 36))
AROUND = 48


def painted(x, y, z):
    """The axis of its bands is x."""
    sector = int((atan2(z, y) % (2*pi))*AROUND/(2*pi))
    far = abs(x)
    if far > 0.93:
        return RED if x > 0 else DARK
    if far > 0.8:
        return WOOD
    if far > 0.7:
        return BLUE
    if far > 0.38:
        return (RED if x > 0 else BLUE) if (sector//4) % 2 else CREAM
    if far > 0.26:
        return YELLOW
    return RED if (sector//2) % 3 == 0 else BLUE if sector < 24 else WOOD


def draw() -> Drawing:
    drawing = Drawing()
    drawing.revolve(ball(1.0, AROUND), AROUND, lambda x, y, z: painted(z, x, y))
    return drawing.moved(lambda x, y, z: (z, x, y))
