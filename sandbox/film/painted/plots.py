"""Plots in a corner of a film: quantities over time, or one against another, up to the instant that is shown.

Their scales are those of the whole film, so nothing jumps while they grow.
"""

from dataclasses import replace

import numpy as np

from sandbox.charts.scales import ROOM, Scale, frame_in
from sandbox.charts.strokes import draw_line
from sandbox.film.painted.overlay import Style
from sandbox.film.plan import plotted
from sandbox.film.recipe import Recipe
from sandbox.qt.core import QPointF, QRectF, Qt
from sandbox.qt.gui import QColor, QFontMetricsF, QPainter, QPen
from sandbox.run.readings.quantities import FLOOR, Quantity
from sandbox.run.simulation import Simulation
from sandbox.text import unit_text

WIDE, HIGH = 0.3, (0.32, 0.27, 0.22, 0.18)       # of the picture: width, and height of each of 1 to 4 plots
LETTERS = 24                                     # height of letters [px of 1080]
LINE, DOT = 4.0, 8.0                             # width of a curve, radius of the present [px of 1080]
TICKS, STEPS = 4, (1.0, 2.0, 5.0, 10.0)          # numbers at an axis, about, and their steps: short ones
# theme -> colours of curves
TONES = {"dark": ("#56b4e9", "#e69f00", "#cc79a7", "#35b58c"),
         "projector": ("#0065ad", "#9a5b00", "#93386b", "#00734f")}


class PlottedCurve:
    """One plot: x (n,), y (n,) at instants t (n,) [s], its limits, and what stands at its axes."""

    def __init__(self, t, x, y, begin: float, end: float, names: tuple[str, str], is_equal: bool = False):
        self._t, self._x, self._y, self.names, self.is_equal = t, x, y, names, is_equal
        shown = (t >= begin) & (t <= end)
        self._shown = shown
        self.x = limits_of(x[shown])
        self.y = limits_of(y[shown])

    def hold(self, other: "PlottedCurve"):
        """Widens the limits for another curve in the same plot."""
        self.x, self.y = ((min(a[0], b[0]), max(a[1], b[1])) for a, b in ((self.x, other.x), (self.y, other.y)))

    def until(self, t: float) -> np.ndarray:
        """Returns the points (n, 2) up to an instant [s], the last one there."""
        near = self._shown & (self._t < t)
        points = np.column_stack((self._x[near], self._y[near]))
        now = [np.interp(t, self._t, values) for values in (self._x, self._y)] if len(self._t) else [np.nan, np.nan]
        return np.vstack((points, now))


class Plots:
    """The plots of a film.

    ahead   the run at the end of the film, which has kept what it passed;  begin, end  of the film [s]
    beside  the one on the right of it, whose curves are dashed, or None
    """

    def __init__(self, recipe: Recipe, ahead: Simulation, begin: float, end: float, beside: Simulation | None = None):
        self._corner, self._tones = recipe.corner, TONES[recipe.theme]
        self._below = 0.11 if recipe.clock and recipe.corner == "top-left" else 0.0
        states = ahead.watch().states()
        self._curves = [curve_of(parts, states, begin, end) for parts in plotted(ahead, recipe)]
        self._others: list[PlottedCurve | None] = [None]*len(self._curves)
        if beside is not None:
            states = beside.watch().states()
            self._others = [curve_of(parts, states, begin, end) if parts else None
                            for parts in plotted(beside, replace(recipe.right, plots=recipe.plots))]
        for curve, other in zip(self._curves, self._others, strict=True):
            if other is not None:
                curve.hold(other)
        self.t = begin

    @property
    def side(self) -> str:
        """Where texts below have less room: "left", "right", or "" for nowhere."""
        return self._corner.removeprefix("bottom-") if self._curves and self._corner.startswith("bottom") else ""

    def paint(self, painter: QPainter, style: Style, room: QRectF):
        """Paints them one below the other in their corner of the room, up to the instant `t` [s]."""
        count = len(self._curves)
        wide, high = WIDE*1920*style.unit, HIGH[count - 1]*1080*style.unit
        gap = 10*style.unit
        x = room.right() - wide if self._corner.endswith("right") else room.left()
        whole = count*high + (count - 1)*gap
        y = room.bottom() - whole if self._corner.startswith("bottom") else room.top() + self._below*1080*style.unit
        for number, (curve, other) in enumerate(zip(self._curves, self._others, strict=True)):
            box = QRectF(x, y + number*(high + gap), wide, high)
            lines = [curve.until(self.t), *([other.until(self.t)] if other is not None else [])]
            paint_plot(painter, style, box, curve, lines, self._tones[number % len(self._tones)])


def curve_of(parts: tuple[Quantity, ...], states, begin: float, end: float) -> PlottedCurve:
    """Returns the plot of one quantity over time, or of a second one against the first."""
    values = [shown_values(quantity, states) for quantity in parts]
    names = [named(quantity) for quantity in parts]
    if len(parts) == 1:
        curve = PlottedCurve(states.t, states.t, values[0], begin, end, (f"t [{unit_text('s')}]", names[0]))
        curve.x = begin, end
        return curve
    is_equal = parts[0].unit == parts[1].unit != "1"
    return PlottedCurve(states.t, values[0], values[1], begin, end, (names[0], names[1]), is_equal)


def shown_values(quantity: Quantity, states) -> np.ndarray:
    """Returns the values (n,) of a quantity, their decades where it is shown in these."""
    values = np.array(quantity.of(states), float)
    return np.log10(np.maximum(np.abs(values), FLOOR)) if quantity.is_log else values


def named(quantity: Quantity) -> str:
    """Returns what stands at the axis of a quantity."""
    if quantity.is_log:
        return f"log₁₀ {quantity.short}"
    return quantity.short if quantity.unit == "1" else f"{quantity.short} [{unit_text(quantity.unit)}]"


def limits_of(values: np.ndarray) -> tuple[float, float]:
    """Returns limits with some room around the finite ones of some values."""
    known = values[np.isfinite(values)]
    low, high = (float(known.min()), float(known.max())) if len(known) else (0.0, 1.0)
    if high - low < 1e-9*max(1.0, abs(low), abs(high)):
        least = max(0.1*abs(low), 1e-6)
        return low - least, high + least
    return low - ROOM*(high - low), high + ROOM*(high - low)


def paint_plot(painter: QPainter, style: Style, box: QRectF, curve: PlottedCurve, lines: list[np.ndarray], tone: str):
    """Paints one plot into a box: axes and limits of a curve, and lines of points (n, 2), the second one dashed."""
    unit, font = style.unit, style.font(LETTERS)
    metrics = QFontMetricsF(font)
    # twice: what is behind does not disturb the curves
    style.back(painter, box)
    style.back(painter, box)
    painter.setFont(font)
    # plots above each other begin at the same place, unless a number is very long
    numbers = (text for _pixel, text in Scale(*curve.y, 0.0, 1.0).ticks(TICKS, STEPS))
    wide, line = max(map(metrics.horizontalAdvance, ("−0.00", *numbers))), metrics.height()
    field = box.adjusted(wide + 26*unit, line + 14*unit, -22*unit, -2*line - 10*unit)
    frame = frame_in(field, (curve.x, curve.y), curve.is_equal)

    text, grid = QColor(style.text), QColor(style.text)
    grid.setAlphaF(0.18)
    for x, number in frame.x.ticks(TICKS, STEPS):
        painter.setPen(QPen(grid, 1.5*unit))
        painter.drawLine(QPointF(x, field.bottom()), QPointF(x, field.top()))
        painter.setPen(text)
        painter.drawText(QPointF(x - metrics.horizontalAdvance(number)/2, field.bottom() + line), number)
    for y, number in frame.y.ticks(TICKS, STEPS):
        painter.setPen(QPen(grid, 1.5*unit))
        painter.drawLine(QPointF(field.left(), y), QPointF(field.right(), y))
        painter.setPen(text)
        painter.drawText(QPointF(field.left() - metrics.horizontalAdvance(number) - 8*unit, y + 0.32*line), number)
    painter.drawText(QPointF(box.left() + 14*unit, box.top() + metrics.ascent() + 6*unit), curve.names[1])
    painter.drawText(QRectF(field.left(), box.bottom() - line - 6*unit, field.width(), line),
                     Qt.AlignmentFlag.AlignRight, curve.names[0])
    for line_style, points in zip((Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine), lines, strict=False):
        pen = QPen(QColor(tone), LINE*unit, line_style, Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.RoundJoin)
        paint_curve(painter, *frame.pixels(*points.T), field, pen, DOT*unit)


def paint_curve(painter: QPainter, px: np.ndarray, py: np.ndarray, field: QRectF, pen: QPen, dot: float):
    """Paints a line through points [px], interrupted where one is nan, and a dot at the last one."""
    painter.save()
    painter.setClipRect(field.adjusted(-dot, -dot, dot, dot))
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    draw_line(painter, px, py)
    if np.isfinite(px[-1]) and np.isfinite(py[-1]):
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(pen.color())
        painter.drawEllipse(QPointF(px[-1], py[-1]), dot, dot)
    painter.restore()
