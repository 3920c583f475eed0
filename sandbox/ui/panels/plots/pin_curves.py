"""Curves of pinned runs, dashed, and measurements, dots, in a plot."""

from collections.abc import Sequence

import numpy as np
import pyqtgraph

from sandbox.qt.gui import QColor
from sandbox.run.readings.pins import MEASUREMENT, Pin
from sandbox.ui.look.theme import colour
from sandbox.ui.panels.plots.series import thinned

# colours and dashes of pins: none of them by its colour alone
TONES = ("RED", "GREEN", "ROSE", "AMBER", "BLUE", "DIM", "TEXT", "EDGE")
DASHES = ((6, 3), (2, 2), (8, 3, 2, 3), (4, 2), (10, 4), (3, 5), (8, 2), (2, 5))
SIGNS = ("o", "s", "t", "d", "+", "x", "star", "p")
POINTS = 250        # of a curve that are drawn at most, twice
DOTS = 400          # of a measurement


def tone_of(pin: Pin) -> str:
    """Returns the name of a pin's colour in the theme."""
    return TONES[pin.colour % len(TONES)]


class PinCurves:
    """The pins in one plot; they are drawn anew only where something of them has changed."""

    def __init__(self, item: pyqtgraph.PlotItem):
        self._item = item
        self._shown: list[tuple[Pin, np.ndarray, np.ndarray, pyqtgraph.PlotDataItem]] = []

    def show(self, pins: Sequence[tuple[Pin, np.ndarray, np.ndarray]]):
        """Takes pins with what they have at both axes, in the units shown."""
        for *_rest, curve in self._shown:
            self._item.removeItem(curve)
        self._shown = []
        for pin, x, y in pins:
            if pin.kind == MEASUREMENT:
                places = np.linspace(0, len(x) - 1, min(len(x), DOTS)).astype(int)
            else:
                places = thinned(y, POINTS)
            curve = self._item.plot(x[places], y[places], connect="finite")
            curve.setZValue(-1)
            self._shown.append((pin, x, y, curve))
        self.restyle()

    def restyle(self):
        """Colours of the present theme."""
        for pin, _x, _y, curve in self._shown:
            tone = QColor(colour(tone_of(pin)))
            if pin.kind == MEASUREMENT:
                curve.setPen(None)
                curve.setSymbol(SIGNS[pin.colour % len(SIGNS)])
                curve.setSymbolSize(6)
                curve.setSymbolBrush(tone)
                curve.setSymbolPen(None)
            else:
                pen = pyqtgraph.mkPen(tone, width=1)      # wider dashes take ten times as long
                pen.setDashPattern(DASHES[pin.colour % len(DASHES)])
                curve.setPen(pen)

    def seen(self, begin: float, end: float) -> list[np.ndarray]:
        """Returns the values of the pins between two times."""
        return [y[(x >= begin) & (x <= end)] for _pin, x, y, _curve in self._shown]

    def extents(self) -> tuple[list[np.ndarray], list[np.ndarray]]:
        """Returns what the pins have at both axes."""
        return [x for _pin, x, *_rest in self._shown], [y for _pin, _x, y, _curve in self._shown]
