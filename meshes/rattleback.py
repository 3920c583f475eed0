"""Rattleback: polished stone with an inlaid stripe of brass along it, rings across and a red end."""
# SPDX-License-Identifier: GPL-3.0-or-later

from math import cos, pi, sin

from bundle.drawing import Drawing, ball

STONE, PALE, BRASS, RED, DARK = (62, 98, 78), (92, 132, 106), (232, 196, 104), (196, 52, 34), (40, 66, 54)
AROUND = 48


def stone(x, y, z):
    if x > 0.9:
        return RED
    if abs(y) < 0.07 or 0.6 < abs(x) < 0.7:
        return BRASS
    if abs(x) < 0.06:
        return PALE
    return (PALE if (x > 0) == (y > 0) else STONE) if z > 0 else (STONE if (x > 0) == (y > 0) else DARK)


def draw() -> Drawing:
    drawing = Drawing()
    # poles at the ends; half a piece round, so that the stripe has borders along it
    turn = pi/AROUND
    drawing.revolve(ball(1.0, AROUND), AROUND, lambda x, y, z: stone(z, x*sin(turn) + y*cos(turn),
                                                                    x*cos(turn) - y*sin(turn)))
    return drawing.moved(lambda x, y, z: (z, x, y))
