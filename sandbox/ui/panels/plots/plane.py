"""The plane: one quantity against another, of equal scale where both have the same unit."""

from html import escape

import numpy as np
import pyqtgraph

from sandbox.ui.look.theme import colour
from sandbox.ui.panels.plots.axes import SIDE, Dot, Name, restyle_axes, with_axes
from sandbox.ui.panels.plots.limits import extent, round_limits
from sandbox.ui.panels.plots.pin_curves import PinCurves


class PlanePlot:
    """Draws a curve in a plane of two quantities into an item of a pyqtgraph layout."""

    def __init__(self, text_size: int):
        self._size, self._words = text_size, None
        self._limits: tuple = (None, None)
        item = self.item = with_axes(text_size)
        item.getAxis("left").setWidth(round(SIDE*text_size))
        self.name = Name(item, text_size)
        self.pins = PinCurves(item)
        self._curve = pyqtgraph.PlotCurveItem(connect="finite")
        item.addItem(self._curve)
        self._now = Dot(item, 10, "RED", "NIGHT")
        self.restyle()

    def restyle(self):
        """Colours of the present theme."""
        restyle_axes(self.item)
        self._curve.setPen(pyqtgraph.mkPen(colour("BLUE"), width=2))
        self._now.restyle()
        self.pins.restyle()
        if self._words is not None:
            self.set_labels(*self._words)

    def set_labels(self, x: str, y: str, is_equal: bool):
        """Names of the axes with units; `is_equal`: one length on both means the same."""
        self._words = (x, y, is_equal)
        style = {"color": colour("DIM"), "font-size": f"{self._size}px"}
        # pyqtgraph takes texts for markup
        self.item.getAxis("bottom").setLabel(escape(x), **style)
        self.name.show(y)
        self.item.setAspectLocked(is_equal)

    def forget_limits(self):
        """The values are others now."""
        self._limits = (None, None)

    def draw(self, x: np.ndarray, y: np.ndarray):
        """Shows a curve."""
        self._curve.setData(x, y)
        more_x, more_y = self.pins.extents()
        limits = (round_limits(*extent([x, *more_x]), self._limits[0]),
                  round_limits(*extent([y, *more_y]), self._limits[1]))
        if limits != self._limits:
            self._limits = limits
            self.item.vb.setRange(xRange=limits[0], yRange=limits[1], padding=0.02)

    def show_now(self, x: float, y: float):
        """Marks the present state."""
        self._now.put(x, y)
