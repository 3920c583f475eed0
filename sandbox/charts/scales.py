"""From quantities to pixels: ranges, round numbers at the axes, equal scales, decades."""

from dataclasses import dataclass
from math import ceil, floor, isfinite, log10

import numpy as np

from sandbox.qt.core import QRectF
from sandbox.scene.charts.chart import Chart, ChartElement, Curve, Dots, Mark, Region

ROOM = 0.06             # of a range is free at each of its ends
LEAST = 1e-9            # width of a range over its largest number, at least
STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)

Range = tuple[float, float]
View = tuple[Range, Range]


@dataclass(frozen=True)
class Scale:
    """One axis: numbers from `low` to `high` (their logarithms to base 10 where `is_log`) at pixels begin to end."""

    low: float
    high: float
    begin: float
    end: float
    is_log: bool = False

    def pixels(self, values) -> np.ndarray:
        """Takes numbers and returns pixels, nan where there is none."""
        values = np.asarray(values, float)
        if self.is_log:
            values = np.log10(np.where(values > 0.0, values, np.nan))
        return self.begin + (values - self.low)*((self.end - self.begin)/(self.high - self.low))

    def number(self, pixel: float) -> float:
        """Takes a pixel and returns the number there."""
        value = self.low + (pixel - self.begin)*((self.high - self.low)/(self.end - self.begin))
        return 10.0**value if self.is_log else value

    def ticks(self, most: int, steps: tuple[float, ...] = STEPS, is_count: bool = False) -> list[tuple[float, str]]:
        """
        Returns at most about `most` round numbers (pixel, text), in steps of these in their decade; those of what is
        counted are whole.
        """
        if self.is_log:
            step = max(1, ceil((self.high - self.low)/most))
            powers = [k for k in range(ceil(self.low - 1e-9), floor(self.high + 1e-9) + 1) if k % step == 0]
            if len(powers) >= 2:
                return [(float(self.pixels(10.0**k)), _power(k)) for k in powers]
            numbers = _round_numbers(10.0**self.low, 10.0**self.high, most, steps)
            return [(float(self.pixels(x)), f"{x:g}") for x in numbers if x > 0.0 and not (is_count and x % 1.0)]
        numbers = _round_numbers(self.low, self.high, most, steps)
        if is_count:
            numbers = [float(round(x)) for x in numbers if abs(x - round(x)) < 1e-9]
        return [(float(self.pixels(x)), text) for x, text in zip(numbers, _texts(numbers), strict=True)]


def _round_numbers(low: float, high: float, most: int, steps: tuple[float, ...]) -> list[float]:
    """Returns at most `most` of them, or two more closely where that would be less than two: one says no scale."""
    rough = (high - low)/max(1, most)
    grain = 10.0**floor(log10(rough))
    wide = [k*grain for k in steps if k*grain >= rough*(1.0 - 1e-9)]
    narrow = [k*finer for finer in (grain, 0.1*grain) for k in reversed(steps) if k*finer < wide[0]]
    numbers = []
    for step in (wide[0], *narrow):
        numbers = [k*step for k in range(ceil(low/step - 1e-9), floor(high/step + 1e-9) + 1)]
        if len(numbers) >= 2:
            break
    return numbers


def _texts(numbers: list[float]) -> list[str]:
    """One text for each number of an axis, all with the same digits; what is rounding beside its neighbours is 0."""
    if not numbers:
        return []
    step = abs(numbers[1] - numbers[0]) if len(numbers) > 1 else abs(numbers[0]) or 1.0
    largest = max(abs(x) for x in numbers)
    if largest >= 1e6 or 0.0 < largest < 1e-3:
        # as many as neighbours need to be told apart
        digits = max(4, 1 + ceil(log10(largest/step) - 1e-9))
        return ["0" if abs(x) < 1e-6*step else f"{x:.{digits}g}".replace("-", "−") for x in numbers]
    digits = next((k for k in range(10) if abs(round(step, k) - step) < 1e-6*step), 10)
    return [f"{0.0 if abs(x) < 1e-6*step else x:.{digits}f}".replace("-", "−") for x in numbers]


def _power(k: int) -> str:
    raised = str(k).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return f"10{raised}"


@dataclass(frozen=True)
class Frame:
    """The plane of a chart: its axes within the rectangle `plot` [px]."""

    plot: QRectF
    x: Scale
    y: Scale

    def pixels(self, x, y) -> tuple[np.ndarray, np.ndarray]:
        """Takes points and returns where they are [px]."""
        return self.x.pixels(x), self.y.pixels(y)

    def point(self, px: float, py: float) -> tuple[float, float]:
        """Takes a place [px] and returns the point there."""
        return self.x.number(px), self.y.number(py)

    @property
    def view(self) -> View:
        """Returns the ranges that are shown; of logarithms where an axis has decades."""
        return (self.x.low, self.x.high), (self.y.low, self.y.high)


def frame_of(chart: Chart, plot: QRectF, view: View) -> Frame:
    """Returns the plane of a chart that shows the ranges `view` in a rectangle, or more where scales are equal."""
    return frame_in(plot, view, chart.has_equal_scales, chart.x_log, chart.y_log)


def frame_in(plot: QRectF, view: View, is_equal: bool, x_log: bool = False, y_log: bool = False) -> Frame:
    """Returns the plane that shows the ranges `view` in a rectangle, or more where scales are equal."""
    (x0, x1), (y0, y1) = view
    if is_equal and plot.width() > 0.0 and plot.height() > 0.0:
        across, up = (x1 - x0)/plot.width(), (y1 - y0)/plot.height()
        scale = max(across, up)
        middle, half = 0.5*(x0 + x1), 0.5*scale*plot.width()
        x0, x1 = middle - half, middle + half
        middle, half = 0.5*(y0 + y1), 0.5*scale*plot.height()
        y0, y1 = middle - half, middle + half
    return Frame(plot, Scale(x0, x1, plot.left(), plot.right(), x_log),
                 Scale(y0, y1, plot.bottom(), plot.top(), y_log))


def view_of(chart: Chart, parts: tuple[ChartElement, ...] = (), points: tuple = ()) -> View:
    """Returns the ranges that a chart shows at first: its own, or all that is known and passed.

    parts    what is drawn besides its curves;  points  (x, y) arrays of the motion
    """
    drawn = [*(_numbers(part) for part in (*chart.curves, *parts)), *points]
    has_shade = any(isinstance(part, Curve) and part.shade for part in chart.curves)
    return (_range([x for x, _y in drawn], chart.x_range, chart.x_log),
            _range([y for _x, y in drawn], chart.y_range, chart.y_log, chart.top, has_shade))


def window_at(t: float, length: float) -> Range:
    """Returns the stretch [s] of a chart over time that is shown at an instant; the first one begins at 0."""
    half = 0.5*length
    begin = half*max(0.0, floor(t/half) - 1.0) if isfinite(t) else 0.0
    return begin, begin + length


def _numbers(part: ChartElement) -> tuple:
    if isinstance(part, Curve | Region | Dots):
        return part.x, part.y
    if isinstance(part, Mark):
        return (part.x,), (part.y,)
    return (), ()


def _range(found: list, given: Range | None, is_log: bool, top: float | None = None, from_zero: bool = False) -> Range:
    if given is not None:
        return (log10(given[0]), log10(given[1])) if is_log else (float(given[0]), float(given[1]))
    numbers = [np.asarray(x, float).ravel() for x in found]
    values = np.concatenate(numbers) if numbers else np.zeros(0)
    if is_log:
        values = np.log10(values[values > 0.0])
    values = values[np.isfinite(values)]
    if top is not None:
        values = np.append(np.minimum(values, top), top)
    low, high = (float(values.min()), float(values.max())) if len(values) else (0.0, 1.0)
    if from_zero and low > 0.0:
        low = 0.0
    least = max(LEAST*max(abs(low), abs(high)), 1e-12)
    if not (isfinite(low) and isfinite(high)) or high - low < least:
        low, high = low - max(0.5*abs(low), 0.5), high + max(0.5*abs(high), 0.5)
    room = ROOM*(high - low)
    return (low if low == 0.0 and from_zero else low - room), high + room
