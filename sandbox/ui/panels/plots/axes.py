"""The axes that all plots have."""

from html import escape
from math import isfinite

import pyqtgraph

from sandbox.qt.gui import QColor, QFont
from sandbox.qt.widgets import QGraphicsEllipseItem, QGraphicsItem
from sandbox.ui.look.theme import colour

SIDES = ("bottom", "left")
SIDE = 3.9          # width of the numbers at the side, in heights of letters


def with_axes(text_size: int) -> pyqtgraph.PlotItem:
    """Returns an empty item of a pyqtgraph layout that nobody can drag, with letters of that height [px]."""
    item = pyqtgraph.PlotItem(enableMenu=False)
    item.hideButtons()
    item.setMouseEnabled(False, False)
    item.showGrid(x=True, y=True, alpha=0.16)
    font = QFont()
    font.setPixelSize(text_size)
    for side in SIDES:
        axis = item.getAxis(side)
        axis.setTickFont(font)
        axis.enableAutoSIPrefix(False)
        # the curve goes on many times per second, the numbers at the axes stay as they are for long
        axis.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)
    item.getAxis("left").setWidth(5*text_size)
    item.getAxis("bottom").setHeight(round(2.9*text_size))
    item.layout.setContentsMargins(6, 8, 14, 2)
    return item


class Dot:
    """The present state in a plot: a point of the same size at every scale; cheaper than a scatter of one point."""

    def __init__(self, item: pyqtgraph.PlotItem, size: int, tone: str, edge: str):
        self._tone, self._edge = tone, edge
        self._dot = QGraphicsEllipseItem(-0.5*size, -0.5*size, size, size)
        self._dot.setFlag(QGraphicsEllipseItem.GraphicsItemFlag.ItemIgnoresTransformations)
        self._dot.setZValue(10)
        self._dot.hide()
        item.addItem(self._dot, ignoreBounds=True)

    def restyle(self):
        """Colours of the present theme."""
        self._dot.setBrush(QColor(colour(self._tone)))
        self._dot.setPen(QColor(colour(self._edge)))

    def put(self, x: float, y: float):
        """Moves it; where a number is none, it is not there."""
        is_known = isfinite(x) and isfinite(y)
        self._dot.setVisible(is_known)
        if is_known:
            self._dot.setPos(x, y)


class Name:
    """The name of what is plotted upwards, in a corner of the plot: a low plot has no room for it at its side."""

    def __init__(self, item: pyqtgraph.PlotItem, text_size: int):
        self._label = pyqtgraph.LabelItem(justify="left", size=f"{text_size}px")
        self._label.setParentItem(item.vb)
        self._label.anchor(itemPos=(0, 0), parentPos=(0, 0), offset=(2, -5))
        self.text = ""

    def show(self, text: str):
        """Shows a text as it stands, in the colours of the present theme."""
        self.text = text
        # pyqtgraph takes texts for markup
        self._label.setText(f'<span style="background-color: {colour("PANEL")}">&nbsp;{escape(text)}&nbsp;</span>',
                            color=colour("TEXT"))


def restyle_axes(item: pyqtgraph.PlotItem):
    """Gives axes the colours of the present theme."""
    for side in SIDES:
        axis = item.getAxis(side)
        axis.setTextPen(colour("TEXT"))
        axis.setPen(colour("DIM"))
