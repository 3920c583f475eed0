"""Curling stone of the other side: the same with a yellow handle."""
# SPDX-License-Identifier: GPL-3.0-or-later

from bundle.drawing import Drawing
from meshes import curling_stone

YELLOW, DARK = (232, 190, 40), (150, 112, 20)


def draw() -> Drawing:
    return curling_stone.draw(YELLOW, DARK)
