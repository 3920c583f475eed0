"""One plot over time: axes, the curve of the run, those of pinned runs and measurements, and lines at instants."""

from html import escape
from math import log10

import numpy as np
import pyqtgraph

from sandbox.qt.core import Qt
from sandbox.text import unit_text
from sandbox.ui.look.theme import colour
from sandbox.ui.panels.plots.axes import SIDE, Dot, Name, restyle_axes, with_axes
from sandbox.ui.panels.plots.limits import decades, extent, round_limits
from sandbox.ui.panels.plots.pin_curves import PinCurves

SMALLEST = 1e-300       # what is drawn of nothing where an axis is logarithmic


def logarithms(values: np.ndarray) -> np.ndarray:
    """Returns the decimal logarithms (n,) of values (n,); nan, which is not drawn, where there is none."""
    found = np.full(values.shape, np.nan)
    return np.log10(values, out=found, where=values > 0.0)


class Plot:
    """Draws a quantity over time into an item of a pyqtgraph layout.

    tone     name of its colour in the theme
    """

    def __init__(self, tone: str, text_size: int):
        self._tone, self._size, self.is_log = tone, text_size, False
        item = self.item = with_axes(text_size)
        item.getAxis("left").setWidth(round(SIDE*text_size))
        self.name = Name(item, text_size)
        self.pins = PinCurves(item)
        self._curve = pyqtgraph.PlotCurveItem(connect="finite")
        item.addItem(self._curve)
        self._now = Dot(item, 8, tone, "PANEL")
        self._lines = []
        for _i in range(2):
            line = pyqtgraph.InfiniteLine(angle=90)
            line.hide()
            item.addItem(line, ignoreBounds=True)
            self._lines.append(line)
        self._range = self._limits = self._words = None
        self.restyle()

    def restyle(self):
        """Colours of the present theme."""
        restyle_axes(self.item)
        self._curve.setPen(pyqtgraph.mkPen(colour(self._tone), width=2))
        self._now.restyle()
        for line, style in zip(self._lines, (Qt.PenStyle.DashLine, Qt.PenStyle.SolidLine), strict=True):
            line.setPen(pyqtgraph.mkPen(colour("DIM"), width=1, style=style))
        self.pins.restyle()
        if self._words is not None:
            self.set_labels(*self._words)

    def set_labels(self, time: str, name: str, unit: str):
        """Names of the axes with the unit in which the values are shown; texts are shown as they stand."""
        self._words = (time, name, unit)
        style = {"color": colour("DIM"), "font-size": f"{self._size}px"}
        # pyqtgraph takes texts for markup
        self.item.getAxis("bottom").setLabel(escape(f"{time} [{unit_text('s')}]"), **style)
        self.name.show(f"{name} [{unit or '1'}]")

    def set_log(self, is_log: bool):
        """In decades, or not."""
        if is_log != self.is_log:
            self.is_log, self._limits = is_log, None
            self.item.setLogMode(x=False, y=is_log)

    def forget_limits(self):
        """The values are others now."""
        self._limits = None

    def draw(self, t: np.ndarray, values: np.ndarray, begin: float, end: float):
        """Shows values over time, from `begin` to `end` [s]."""
        self._curve.setData(t, logarithms(values) if self.is_log else values)
        if self.is_log:
            known = values[np.isfinite(values)]
            limits = decades(float(known.max()) if len(known) else 0.0)
        else:
            limits = round_limits(*extent([values, *self.pins.seen(begin, end)]), self._limits)
        if (begin, end) != self._range:
            self._range = (begin, end)
            self.item.setXRange(begin, end, padding=0.0)
        if limits != self._limits:
            self._limits = limits
            self.item.setYRange(*limits, padding=0.02)

    def show_now(self, t: float, value: float, is_past: bool):
        """Marks the instant that the picture shows; with a line where the run has been further."""
        self._now.put(t, log10(max(value, SMALLEST)) if self.is_log else value)
        self._lines[1].setVisible(is_past)
        if is_past:
            self._lines[1].setValue(t)

    def point_at(self, t: float | None):
        """The line under the mouse; none hides it."""
        self._lines[0].setVisible(t is not None)
        if t is not None:
            self._lines[0].setValue(t)

    def time_at(self, place) -> float | None:
        """The time [s] under a point of the scene, None where that is not in this plot."""
        box = self.item.vb
        return float(box.mapSceneToView(place).x()) if box.sceneBoundingRect().contains(place) else None
