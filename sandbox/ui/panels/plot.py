"""One plot over time: axes, a curve, and a line under the mouse."""

from math import ceil, floor, log10

import numpy as np
import pyqtgraph
from PyQt5.QtCore import Qt

from sandbox.text import unit_text
from sandbox.ui.look.theme import colour
from sandbox.ui.panels.axes import restyle_axes, with_axes
from sandbox.ui.panels.traces import FLOOR

CEILING = 1e-12          # the axis of a drift reaches up to here at least


def round_top(high: float) -> float:
    """A limit with few digits above a value, so that it seldom changes."""
    high = max(1.05*high, 1e-9)
    grain = 10.0**floor(log10(high))/2
    return ceil(high/grain)*grain


class Plot:
    """Draws one row of the traces into an item of a pyqtgraph layout.

    tone     name of its colour in the theme
    is_log   logarithmic, for a drift; else the axis begins at 0, since the values are sizes
    """

    def __init__(self, tone: str, text_size: int, is_log: bool = False):
        self._tone, self._is_log, self._size = tone, is_log, text_size
        item = self.item = with_axes(text_size)
        item.setLogMode(x=False, y=is_log)
        self._curve = item.plot(connect="finite")
        self._line = pyqtgraph.InfiniteLine(angle=90)
        self._line.hide()
        item.addItem(self._line, ignoreBounds=True)
        self._limits = self._words = None
        self.restyle()

    def restyle(self):
        """Colours of the present theme."""
        restyle_axes(self.item)
        self._curve.setPen(pyqtgraph.mkPen(colour(self._tone), width=2))
        self._line.setPen(pyqtgraph.mkPen(colour("DIM"), width=1, style=Qt.DashLine))
        if self._words is not None:
            self.set_labels(*self._words)

    def set_labels(self, time: str, name: str, unit: str):
        """Names of the axes; only texts of this program, since pyqtgraph takes them for markup."""
        self._words = (time, name, unit)
        style = {"color": colour("DIM"), "font-size": f"{self._size}px"}
        self.item.getAxis("bottom").setLabel(f"{time} [{unit_text('s')}]", **style)
        self.item.getAxis("left").setLabel(f"{name} [{unit_text(unit)}]", **style)

    def draw(self, t: np.ndarray, values: np.ndarray, begin: float, end: float):
        """Shows values over time, from `begin` to `end` [s]."""
        self._curve.setData(t, values)
        known = values[np.isfinite(values)]
        high = float(known.max()) if len(known) else 0.0
        limits = (log10(FLOOR), ceil(log10(max(CEILING, high)))) if self._is_log else (0.0, round_top(high))
        if (begin, end, limits) != self._limits:
            self._limits = (begin, end, limits)
            self.item.setXRange(begin, end, padding=0.0)
            self.item.setYRange(*limits, padding=0.02)

    def point_at(self, t: float | None):
        """The line at a time; none hides it."""
        self._line.setVisible(t is not None)
        if t is not None:
            self._line.setValue(t)
