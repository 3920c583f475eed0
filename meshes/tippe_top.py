"""Tippe top: a ball of painted tin, bands and sectors, its stem a flush dark spot on the upper pole."""
# SPDX-License-Identifier: GPL-3.0-or-later

from math import atan2, pi

from bundle.drawing import Drawing, ball

RED, CREAM, YELLOW, BLUE, STEM, GREEN, FOOT = ((200, 50, 31), (250, 241, 214), (246, 205, 72), (31, 79, 163),
                                               (52, 34, 24), (46, 128, 78), (122, 26, 20))
AROUND = 48


def tin(x, y, z):
    sector = int((atan2(y, x) % (2*pi))*12/(2*pi))
    if z > 0.93:
        return STEM
    if z > 0.8:
        return YELLOW
    if z > 0.45:
        return (GREEN if sector == 0 else RED) if sector % 2 == 0 else CREAM
    if z > 0.19:
        return YELLOW
    if z > -0.19:
        return CREAM if sector % 3 else BLUE
    if z > -0.32:
        return YELLOW
    return FOOT if z < -0.97 else RED if (sector//2) % 3 else BLUE


def draw() -> Drawing:
    drawing = Drawing()
    drawing.revolve(ball(1.0, AROUND), AROUND, tin)
    return drawing
