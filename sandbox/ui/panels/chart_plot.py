"""The chart of a scene: its curves, the regions they bound, and the present motion as a point."""

from html import escape

import numpy as np
import pyqtgraph
from PyQt5.QtGui import QColor

from sandbox.text import _, unit_text
from sandbox.ui.look.theme import colour
from sandbox.ui.panels.axes import restyle_axes, with_axes

ROW = 350            # [px] a legend that takes less stands in one row
HEAD = 0.35          # of the curves' height is free above them for it
LINE = 0.17          # and for each line of a longer one
TONES = ("BLUE", "AMBER", "GREEN", "ROSE")


class ChartPlot:
    """Draws a Chart into an item of a pyqtgraph layout."""

    def __init__(self, text_size: int):
        self._size, self._chart = text_size, None
        self._parts = []
        item = self.item = with_axes(text_size)
        self._legend = item.addLegend(offset=(8, -4), labelTextSize=f"{text_size}px", verSpacing=-4)
        self._point = pyqtgraph.ScatterPlotItem(size=11)
        item.addItem(self._point)

    def show(self, chart):
        """Another chart; None shows nothing."""
        if chart is not None or self._chart is not None:
            self._chart = chart
            self.restyle()

    def restyle(self):
        """Everything again, in the colours and the language of the present."""
        for part in self._parts:
            self.item.removeItem(part)
        self._legend.clear()
        self._parts = []
        restyle_axes(self.item)
        self._point.setBrush(pyqtgraph.mkBrush(colour("RED")))
        self._point.setPen(pyqtgraph.mkPen(colour("NIGHT"), width=1))
        if self._chart is None:
            return
        chart = self._chart
        style = {"color": colour("DIM"), "font-size": f"{self._size}px"}
        # pyqtgraph takes texts for markup, and these are a scene's
        for side, label, unit in (("bottom", chart.x_label, chart.x_unit), ("left", chart.y_label, chart.y_unit)):
            self.item.getAxis(side).setLabel(escape(f"{_(label)} [{unit_text(unit) or '1'}]"), **style)
        self._legend.setLabelTextColor(colour("TEXT"))
        back = QColor(colour("PANEL"))
        back.setAlphaF(0.8)
        self._legend.setBrush(pyqtgraph.mkBrush(back))
        xs = np.concatenate([np.asarray(curve.x, float) for curve in chart.curves])
        ys = np.concatenate([np.asarray(curve.y, float) for curve in chart.curves])
        top = chart.top or (1.1*float(np.nanmax(ys)) if np.isfinite(ys).any() else 1.0)
        bottom = min(0.0, 1.1*float(np.nanmin(ys))) if np.isfinite(ys).any() else 0.0
        for tone, curve in zip(TONES, chart.curves, strict=False):
            self._draw(curve, tone, bottom, top)
        now = _("now")
        self._legend.addItem(self._point, escape(now))
        words = [*(_(curve.label) for curve in chart.curves), now]
        is_short = 0.58*self._size*len("".join(words)) + 32*len(words) < ROW
        self._legend.setColumnCount(len(words) if is_short else 1)
        self._legend.setOffset((8, 2) if is_short else (8, -4))
        self.item.setXRange(float(xs.min()), float(xs.max()), padding=0.0)
        # room for the legend above the curves
        head = HEAD if is_short else LINE*len(words)
        self.item.setYRange(bottom, top + head*(top - bottom), padding=0.0)
        # lengths are as long on both axes
        self.item.setAspectLocked(chart.x_unit == chart.y_unit == "m")

    def _draw(self, curve, tone: str, bottom: float, top: float):
        """A curve in pieces between its gaps, each with its shade; the first one stands for all in the legend."""
        x, y = np.asarray(curve.x, float), np.asarray(curve.y, float)
        is_known = np.isfinite(y)
        ends = np.flatnonzero(np.diff(np.concatenate(([0], is_known.astype(int), [0]))))
        veil = QColor(colour(tone))
        veil.setAlphaF(0.28)
        pieces = [slice(begin, end) for begin, end in zip(ends[::2], ends[1::2], strict=True)] or [slice(0, 0)]
        for number, piece in enumerate(pieces):
            options = {}
            if curve.shade:
                options = {"fillLevel": top if curve.shade == "above" else bottom, "brush": veil}
            part = pyqtgraph.PlotCurveItem(x[piece], np.minimum(y[piece], top), **options,
                                           pen=pyqtgraph.mkPen(colour(tone), width=2))
            self.item.addItem(part)
            self._parts.append(part)
            if number == 0:
                self._legend.addItem(part, escape(_(curve.label)))

    def draw(self, body):
        """The present motion as a point."""
        try:
            x, y = self._chart.point(body) if self._chart is not None else (np.nan, np.nan)
        except Exception:       # an author's mistake: the curves go on without the point
            x = y = np.nan
        is_seen = np.isfinite(x) and np.isfinite(y)
        self._point.setData([float(x)] if is_seen else [], [float(y)] if is_seen else [])
