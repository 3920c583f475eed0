"""Hoop with a bead: the hoop with a ball of brass on its x side."""
# SPDX-License-Identifier: GPL-3.0-or-later

from bundle.drawing import Drawing
from meshes import hoop


def draw() -> Drawing:
    return hoop.draw(weighted=True)
