"""Coin: rim, reeded edge; a star among dots on one face, a one between twigs on the other."""
# SPDX-License-Identifier: GPL-3.0-or-later

from math import atan2, cos, pi, sin

from bundle.drawing import Drawing, circle, star

FIELD, RELIEF, RIM, EDGE, GROOVE, MARK = ((190, 142, 46), (247, 222, 150), (222, 184, 96), (198, 152, 58),
                                          (134, 98, 30), (178, 44, 34))
AROUND, DEEP, UNDER, TOP = 96, 0.82, 0.7, 0.98


def metal(x, y, z):
    R = (x*x + y*y)**0.5
    if R > 0.97:
        sector = int((atan2(y, x) % (2*pi))*AROUND/(2*pi))
        return MARK if sector < 4 else EDGE if sector % 2 else GROOVE
    return RIM if R > 0.85 else FIELD


def draw() -> Drawing:
    drawing = Drawing()
    drawing.revolve([(0.0, DEEP), (0.84, DEEP), (0.87, 1.0), (0.96, 1.0), (1.0, 0.9), (1.0, -0.9), (0.96, -1.0),
                     (0.87, -1.0), (0.84, -DEEP), (0.0, -DEEP)], AROUND, metal)
    drawing.board(star(0.52, 0.22, 5, pi/2), UNDER, TOP, RELIEF)
    for k in range(16):
        a = 2*pi*k/16
        drawing.board(circle(0.7*cos(a), 0.7*sin(a), 0.045, 8), UNDER, TOP, MARK if k == 0 else RELIEF)
    # the other face is seen from below
    for outline in ([(-0.07, -0.36), (0.07, -0.36), (0.07, 0.42), (-0.07, 0.42)],
                    [(-0.22, -0.46), (0.22, -0.46), (0.22, -0.36), (-0.22, -0.36)],
                    [(0.07, 0.42), (0.07, 0.26), (0.25, 0.16), (0.25, 0.28)]):
        drawing.board(outline, -TOP, -UNDER, RELIEF)
    for side in (-1, 1):
        for k in range(6):
            a = -pi/2 + side*(0.35 + 0.38*k)
            drawing.board([(0.68*cos(a) + far*cos(a + turn), 0.68*sin(a) + far*sin(a + turn))
                           for far, turn in ((0.12, 0.25*pi), (0.05, 0.75*pi), (0.12, 1.25*pi), (0.05, 1.75*pi))],
                          -TOP, -UNDER, RELIEF)
    return drawing
