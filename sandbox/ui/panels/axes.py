"""The axes that all plots have."""

import pyqtgraph
from PyQt5.QtGui import QFont

from sandbox.ui.look.theme import colour

SIDES = ("bottom", "left")


def with_axes(text_size: int) -> pyqtgraph.PlotItem:
    """Returns an empty item of a pyqtgraph layout that nobody can drag, with letters of that height [px]."""
    item = pyqtgraph.PlotItem()
    item.setMenuEnabled(False)
    item.hideButtons()
    item.setMouseEnabled(False, False)
    item.showGrid(x=True, y=True, alpha=0.16)
    font = QFont()
    font.setPixelSize(text_size)
    for side in SIDES:
        axis = item.getAxis(side)
        axis.setTickFont(font)
        axis.enableAutoSIPrefix(False)
    item.getAxis("left").setWidth(5*text_size)
    item.getAxis("bottom").setHeight(round(2.9*text_size))
    item.layout.setContentsMargins(6, 8, 14, 2)
    return item


def restyle_axes(item: pyqtgraph.PlotItem):
    """Gives axes the colours of the present theme."""
    for side in SIDES:
        axis = item.getAxis(side)
        axis.setTextPen(colour("TEXT"))
        axis.setPen(colour("DIM"))
