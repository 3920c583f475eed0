"""The numbers behind the plots: series of the run and of pins, in the units shown, thinned for drawing."""

from collections.abc import Sequence

import numpy as np

from sandbox.run.readings.passed import Passed
from sandbox.run.readings.pins import Pin
from sandbox.run.readings.quantities import Quantity
from sandbox.run.readings.units import Shown
from sandbox.ui.panels.plots.limits import time_axis
from sandbox.ui.panels.plots.series import Series, thinned
from sandbox.ui.playback.pinboard import Pinboard

IN_PLANE = 1500         # points of a curve in the plane at most, twice
NEAR = 0.01             # [s] a run that is further than this was taken back


class PlotCurves:
    """What is known of the present run over time.

    known   key -> Quantity, of the present run
    """

    def __init__(self, units: Shown, pinboard: Pinboard):
        self._units, self._pinboard = units, pinboard
        self.known: dict[str, Quantity] = {}
        self._kept: Passed | None = None
        self._series: dict[str, Series] = {}

    @property
    def has_run(self) -> bool:
        """Whether there is anything to draw."""
        return self._kept is not None and len(self._kept) > 0

    def begin(self, run, quantities: Sequence[Quantity]):
        """Takes another run, or other names of its quantities."""
        self._kept = run.watch()
        self.known = {quantity.key: quantity for quantity in quantities}
        self._series = {}

    def series(self, key: str) -> np.ndarray:
        """Returns the values (n,) of a quantity in the SI."""
        if key not in self._series:
            self._series[key] = Series(self.known[key], self._kept)
        return self._series[key].values

    def _shown(self, key: str, values):
        return self._units.values(self.known[key].unit, values)

    def label(self, key: str) -> str:
        """Returns name and unit for an axis."""
        quantity = self.known[key]
        return f"{quantity.short} [{self._units.text(quantity.unit) or '1'}]"

    def is_equal(self, x: str, y: str) -> bool:
        """Returns whether two quantities have the same unit of length, speed, ...: a circle is one then."""
        a, b = self.known[x], self.known[y]
        return a.unit == b.unit != "1" and x != "t" and y != "t"

    def window(self, t: float, span: float) -> tuple[float, float]:
        """Returns begin and end [s] of the time axis while the picture shows the instant t."""
        return time_axis(max(t, float(self.series("t")[-1])), span, t)

    def over_time(self, key: str, begin: float, width: float) -> tuple[np.ndarray, np.ndarray]:
        """Returns times and values from an instant on, as many as a plot of so many pixels can show."""
        t, values = self.series("t"), self.series(key)
        first = max(0, int(np.searchsorted(t, begin)) - 1)
        places = thinned(values[first:], max(64, int(width)//2), first)
        return t[first:][places], self._shown(key, values[first:][places])

    def in_plane(self, x: str, y: str, begin: float, end: float) -> tuple[np.ndarray, np.ndarray]:
        """Returns a curve in the plane between two times."""
        t = self.series("t")
        first, last = np.searchsorted(t, begin), np.searchsorted(t, end, side="right")
        # every second, fourth, ... state, always the same ones
        step = 1 << max(0, (int(last - first)//IN_PLANE).bit_length())
        first += -first % step
        at = slice(int(first), int(last), step)
        return self._shown(x, self.series(x)[at]), self._shown(y, self.series(y)[at])

    def now(self, key: str, t: float) -> tuple[float, float, bool]:
        """Returns the time of the state nearest to t, the value there, and whether the run has been further."""
        row = self._kept.row_at(t) if self._kept is not None else None
        if row is None:
            return t, float("nan"), False
        times = self.series("t")
        return float(times[row]), float(self._shown(key, self.series(key)[row])), float(times[-1]) - t > NEAR

    def nearest(self, t: float) -> float | None:
        """Returns the time of the state nearest to t."""
        row = self._kept.row_at(t) if self._kept is not None else None
        return None if row is None else float(self.series("t")[row])

    def pins(self, x: str, y: str) -> list[tuple[Pin, np.ndarray, np.ndarray]]:
        """Returns the pins that have both quantities, with their values in the units shown."""
        return [(pin, self._shown(x, pin.values[x]), self._shown(y, pin.values[y])) for pin in self._pinboard.all
                if x in pin.values and y in pin.values]

    def table(self, keys: Sequence[str]) -> tuple[list[Quantity], list[np.ndarray]]:
        """Returns quantities that the run has and all their values, in the SI."""
        found = [key for key in dict.fromkeys(keys) if key in self.known]
        return [self.known[key] for key in found], [self.series(key).copy() for key in found]
