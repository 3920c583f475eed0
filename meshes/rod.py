"""Rod: steel along the x axis with bands at every tenth of it, one end red, the other blue, a line along it."""
# SPDX-License-Identifier: GPL-3.0-or-later

from math import atan2, pi

from bundle.drawing import Drawing

STEEL, PALE, RED, BLUE, LINE = (112, 124, 138), (226, 231, 236), (204, 56, 38), (38, 92, 168), (236, 170, 50)
AROUND, BANDS = 24, 10


def steel(x, y, z):
    """Its axis is x."""
    if abs(x) > 0.96:
        return RED if x > 0 else BLUE
    if 0.0 <= atan2(y, z) < 2*pi/AROUND:
        return LINE
    return STEEL if int((x + 1.0)*BANDS/2) % 2 else PALE


def draw() -> Drawing:
    drawing = Drawing()
    ends = [1.0 - 2*k/BANDS for k in range(1, BANDS)]
    profile = [(0.0, 1.0), (0.8, 1.0), (1.0, 0.99), (1.0, 0.96), *((1.0, x) for x in ends), (1.0, -0.96), (1.0, -0.99),
               (0.8, -1.0), (0.0, -1.0)]
    drawing.revolve(profile, AROUND, lambda x, y, z: steel(z, x, y))
    return drawing.moved(lambda x, y, z: (z, x, y))
