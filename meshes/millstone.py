"""Millstone: an eye through its middle, furrows in harps on both faces, an iron tyre."""
# SPDX-License-Identifier: GPL-3.0-or-later

from math import atan2, hypot, pi

from bundle.drawing import Drawing

STONE, FURROW, TYRE, RIVET, MARK, EYE = ((190, 181, 165), (122, 114, 101), (70, 76, 84), (150, 156, 162),
                                         (196, 78, 30), (92, 85, 75))
AROUND = 80


def stone(x, y, z):
    R, sector = hypot(x, y), int((atan2(y, x) % (2*pi))*AROUND/(2*pi))
    if R > 0.985:
        return MARK if sector < 4 else STONE if abs(z) < 0.4 else RIVET if sector % 8 == 5 else TYRE
    if R < 0.2:
        return EYE
    if R > 0.93:
        return TYRE
    # ten harps, in each furrows of three lengths
    place = sector % 8
    return FURROW if place == 0 or (place == 3 and R > 0.45) or (place == 6 and R > 0.66) else STONE


def draw() -> Drawing:
    drawing = Drawing()
    radii = (0.19, 0.21, 0.45, 0.66, 0.93)
    drawing.revolve([(0.19, 0.94), *((R, 1.0) for R in radii[1:]), (0.985, 1.0), (1.0, 0.96), (1.0, 0.4), (1.0, -0.4),
                     (1.0, -0.96), (0.985, -1.0), *((R, -1.0) for R in radii[:0:-1]), (0.19, -0.94)], AROUND, stone,
                    is_ring=True)
    return drawing
