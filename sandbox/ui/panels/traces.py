"""What a run went through in the last minute, as the plots show it."""

import csv
from pathlib import Path

import numpy as np

from sandbox.files import replaced

SPAN = 60.0              # [s] of simulated time shown
SPACING = 0.05           # [s] at least between two points
FLOOR = 1e-17            # a drift that is less is drawn there

# name -> unit of what is kept of a snapshot
UNITS = {"drift": "1", "normal": "N", "ratio": "1", "speed": "m/s"}


def readings(snapshot) -> tuple[float, ...]:
    """The values of UNITS in one snapshot; |F|/N is known where there is contact."""
    body = snapshot.bodies[0]
    friction = float(np.sqrt(body.F @ body.F))
    return (max(snapshot.drift, FLOOR), float(body.N), friction/body.N if body.N > 0.0 else np.nan,
            float(np.sqrt(body.velocity @ body.velocity)))


class Traces:
    """The newest values over time, a row each; a run taken back forgets what then lies in its future."""

    def __init__(self, rows: int = len(UNITS), capacity: int = int(1.5*SPAN/SPACING)):
        self._points = np.zeros((1 + rows, capacity))
        self._count = 0

    def clear(self):
        self._count = 0

    def add(self, t: float, values):
        count = self._count
        while count and self._points[0, count - 1] > t:
            count -= 1
        self._count = count
        if count and t - self._points[0, count - 1] < SPACING:
            return
        if count == self._points.shape[1]:
            kept = count - count//3
            self._points[:, :kept] = self._points[:, count - kept:count].copy()
            count = kept
        self._points[0, count] = t
        self._points[1:, count] = values
        self._count = count + 1

    def last(self, span: float) -> tuple[np.ndarray, np.ndarray]:
        """Times (n,) and values (rows, n) of the last `span` seconds."""
        t, values = self._points[0, :self._count], self._points[1:, :self._count]
        first = int(np.searchsorted(t, t[-1] - span)) if len(t) else 0
        return t[first:], values[:, first:]

    def at(self, t: float) -> np.ndarray | None:
        """The point (time, values) nearest to a time, or None."""
        if not self._count:
            return None
        times = self._points[0, :self._count]
        place = min(int(np.searchsorted(times, t)), self._count - 1)
        if place and t - times[place - 1] < times[place] - t:
            place -= 1
        return self._points[:, place]


def write_csv(path: Path, names: list[str], t: np.ndarray, values: np.ndarray):
    """A table of the named rows over time, with units in its head; the file is replaced whole."""
    rows = [list(UNITS).index(name) for name in names]
    with replaced(path) as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["t [s]", *(f"{name} [{UNITS[name]}]" for name in names)])
        for instant, column in zip(t, values[rows].T, strict=True):
            writer.writerow([repr(float(x)) for x in (instant, *column)])
