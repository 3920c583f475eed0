"""Penny: a smooth edge with a beaded rim, a ship's wheel on one face and a square in a square on the other."""
# SPDX-License-Identifier: GPL-3.0-or-later

from math import atan2, cos, pi, sin

from bundle.drawing import Drawing, circle

FIELD, RELIEF, RIM, EDGE, MARK = (150, 158, 168), (238, 242, 246), (208, 214, 221), (170, 178, 188), (204, 92, 30)
AROUND, DEEP, UNDER, TOP = 72, 0.82, 0.7, 0.98


def metal(x, y, z):
    R = (x*x + y*y)**0.5
    if R > 0.97:
        return MARK if 0.0 <= atan2(y, x) < pi/18 else EDGE
    return RIM if R > 0.86 else FIELD


def draw() -> Drawing:
    drawing = Drawing()
    drawing.revolve([(0.0, DEEP), (0.85, DEEP), (0.88, 1.0), (0.97, 1.0), (1.0, 0.92), (1.0, -0.92), (0.97, -1.0),
                     (0.88, -1.0), (0.85, -DEEP), (0.0, -DEEP)], AROUND, metal)
    drawing.revolve([(0.56, TOP), (0.56, UNDER), (0.46, UNDER), (0.46, TOP)], AROUND, RELIEF, is_ring=True)
    drawing.board(circle(0.0, 0.0, 0.16, 24), UNDER, TOP, RELIEF)
    for k in range(8):
        a, half = 2*pi*k/8, 0.03
        drawing.board([(R*cos(a) - side*half*sin(a), R*sin(a) + side*half*cos(a))
                       for R, side in ((0.12, -1), (0.74, -1), (0.74, 1), (0.12, 1))], UNDER, TOP,
                      MARK if k == 0 else RELIEF)
    for k in range(40):
        a = 2*pi*k/40
        drawing.board(circle(0.8*cos(a), 0.8*sin(a), 0.028, 6), -TOP, -UNDER, RELIEF)
    drawing.board(circle(0.0, 0.0, 0.62, 4, pi/4), -0.9, -UNDER, RIM)
    drawing.board(circle(0.0, 0.0, 0.36, 4), -TOP, -UNDER, RELIEF)
    return drawing
