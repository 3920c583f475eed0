"""Hoop: a steel rim about the y axis with eight thin spokes, one of them red."""
# SPDX-License-Identifier: GPL-3.0-or-later

from math import atan2, cos, pi, sin

from bundle.drawing import Drawing, ball

STEEL, PALE, TREAD, RED, HUB = (120, 132, 145), (214, 221, 228), (92, 102, 114), (206, 58, 34), (70, 78, 88)
BRASS, GOLD = (156, 108, 28), (232, 184, 84)
AROUND, HALF, SPOKE, BEAD = 96, 0.08, 0.018, 0.24


def rim(x, y, z):
    sector = int((atan2(y, x) % (2*pi))*AROUND/(2*pi))
    if sector < 3 or sector >= AROUND - 3:
        return RED
    if (x*x + y*y)**0.5 > 0.975:
        return TREAD
    return PALE if (sector//6) % 2 else STEEL


def draw(weighted: bool = False) -> Drawing:
    """The hoop; weighted: with a ball of brass on its x side."""
    drawing = Drawing()
    drawing.revolve([(0.955, HALF), (0.985, 0.7*HALF), (1.0, 0.0), (0.985, -0.7*HALF), (0.955, -HALF),
                     (0.86, -0.8*HALF), (0.84, 0.0), (0.86, 0.8*HALF)], AROUND, rim, is_ring=True)
    drawing.revolve([(0.0, 0.7*HALF), (0.05, 0.7*HALF), (0.06, 0.0), (0.05, -0.7*HALF), (0.0, -0.7*HALF)], 24, HUB)
    for k in range(8):
        c, s, spoke = cos(2*pi*k/8), sin(2*pi*k/8), Drawing()
        spoke.tube([(0.03, 0.0, 0.0), (0.86, 0.0, 0.0)], [SPOKE, SPOKE], 8, RED if k == 0 else PALE)
        drawing.join(spoke.moved(lambda x, y, z, c=c, s=s: (c*x - s*y, s*x + c*y, z)))
    if weighted:
        # it touches the tread from inside
        bead = Drawing()
        bead.revolve(ball(BEAD, 24), 24,
                     lambda x, y, z: RED if abs(z) < 0.05 else BRASS if (x > 0) == (y > 0) else GOLD)
        drawing.join(bead.moved(lambda x, y, z: (x + 1.0 - BEAD, y, z)))
    # its axis is y
    return drawing.moved(lambda x, y, z: (x, z, -y))
