"""What of a chart changes while a run goes on: where the motion is, whence it came, what has gathered."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from sandbox.run.readings.body_path import BodyPath
from sandbox.run.readings.quantities import quantities_of
from sandbox.scene.charts.chart import Chart, ChartElement, Dots

NOW = -1                    # tone of what the present motion leaves behind
MOST_OF_TRAIL = 600         # points: as finely as rows are kept, for ten seconds


def _none() -> np.ndarray:
    return np.zeros(0)


@dataclass(frozen=True)
class Line:
    """A line (n,) through all that the run has passed, as a Track says; `tone` as there."""

    label: str
    x: np.ndarray
    y: np.ndarray
    tone: int | None = None


@dataclass(frozen=True)
class ChartNow:
    """The present motion on a chart.

    x, y       where it is, nan where it is nowhere
    trail_x, trail_y   (n,) whence it came, the oldest first; a nan interrupts it
    tracks     through all that the run has passed
    dots       what has gathered;  parts  what is drawn anew each time
    edition    changes whenever tracks or dots are not those before with more at their ends
    """

    x: float = float("nan")
    y: float = float("nan")
    trail_x: np.ndarray = field(default_factory=_none)
    trail_y: np.ndarray = field(default_factory=_none)
    tracks: tuple[Line, ...] = ()
    dots: tuple[Dots, ...] = ()
    parts: tuple[ChartElement, ...] = ()
    edition: int = 0

    @property
    def points(self) -> tuple:
        """Returns (x, y) arrays of all that the motion has passed or gathered."""
        trail = (np.append(self.trail_x, self.x), np.append(self.trail_y, self.y))
        return (trail, *((line.x, line.y) for line in self.tracks), *((dots.x, dots.y) for dots in self.dots))


NOWHERE = ChartNow()


class ChartReader:
    """Reads a run for a chart, what it has passed once only.

    trouble   why an author's function failed, or ""
    """

    def __init__(self, chart: Chart, run: Any, body: int = 0):
        self.chart, self.trouble = chart, ""
        self._body, self._kept = body, run.watch()
        self._known = {quantity.key: quantity for quantity in quantities_of(run, body)}
        self._read, self._kept_edition, self._edition, self._t = 0, -1, 0, -np.inf
        self._lines: list[list[np.ndarray]] = [[_none(), _none()] for _track in chart.tracks]
        self._times = _none()
        self._dots = [_none(), _none(), _none()]

    def now(self, snapshot: Any) -> ChartNow:
        """Takes the snapshot that is shown and returns what is drawn of it; what fails is left out, see `trouble`."""
        chart, t = self.chart, snapshot.t
        # a run that is taken back shows no line from the future: all is drawn anew
        if t < self._t:
            self._edition += 1
        self._t = t
        row = self._kept.row_at(t)
        if row is None:
            return ChartNow(edition=self._edition)
        x = y = float("nan")
        trail_x = trail_y = _none()
        if chart.point is not None:
            begin = self._kept.row_at(t - chart.trail) or 0
            way_x, way_y = self._tried(chart.point, self._path(max(begin, row - MOST_OF_TRAIL), row + 1))
            if len(way_x):
                x, y, trail_x, trail_y = float(way_x[-1]), float(way_y[-1]), way_x, way_y
        tracks = self._tracks(t)
        return ChartNow(x, y, trail_x, trail_y, tracks, self._gathered(t), self._moving(snapshot), self._edition)

    def _path(self, first: int, last: int | None = None) -> BodyPath:
        states = self._kept.states(first)
        if last is not None:
            n = last - first
            states = type(states)(states.rows[:n], _first(states.details, n))
        return BodyPath(states, self._body, self._known)

    def _tried(self, function: Callable, path: BodyPath) -> tuple[np.ndarray, np.ndarray]:
        """The points (n,) of an author's function; none where it fails."""
        try:
            x, y = function(path)
            n = len(path)
            return np.broadcast_to(np.asarray(x, float), n), np.broadcast_to(np.asarray(y, float), n)
        except Exception as error:
            self.trouble = f"{type(error).__name__}: {error}"
            return _none(), _none()

    def _tracks(self, t: float) -> tuple[Line, ...]:
        chart, kept = self.chart, self._kept
        if not chart.tracks and chart.gathered is None:
            return ()
        if kept.edition != self._kept_edition:
            self._kept_edition, self._read = kept.edition, 0
            self._edition += 1
            self._times = _none()
            self._lines = [[_none(), _none()] for _track in chart.tracks]
            self._dots = [_none(), _none(), _none()]
        if len(kept) > self._read:
            if chart.gathered is not None:
                self._gather(chart.gathered, self._path(max(0, self._read - 1)))
            path = self._path(self._read)
            self._times = np.concatenate((self._times, path.t))
            for line, track in zip(self._lines, chart.tracks, strict=True):
                fresh = self._tried(track.of, path)
                for k in range(2):
                    line[k] = np.concatenate((line[k], fresh[k] if len(fresh[k]) else np.full(len(path), np.nan)))
            self._read = len(kept)
        n = int(np.searchsorted(self._times, t + 1e-9))
        return tuple(Line(track.label, x[:n], y[:n], track.tone)
                     for track, (x, y) in zip(chart.tracks, self._lines, strict=True))

    def _gather(self, function: Callable, path: BodyPath):
        """Takes the points of one more stretch of the way."""
        try:
            fresh = [np.asarray(values, float) for values in function(path)]
        except Exception as error:
            self.trouble = f"{type(error).__name__}: {error}"
            return
        self._dots = [np.concatenate(pair) for pair in zip(self._dots, fresh, strict=True)]

    def _gathered(self, t: float) -> tuple[Dots, ...]:
        if self.chart.gathered is None:
            return ()
        n = int(np.searchsorted(self._dots[0], t + 1e-9))
        return (Dots("", self._dots[1][:n], self._dots[2][:n], NOW),)

    def _moving(self, snapshot: Any) -> tuple[ChartElement, ...]:
        if self.chart.moving is None:
            return ()
        try:
            return tuple(self.chart.moving(snapshot))
        except Exception as error:
            self.trouble = f"{type(error).__name__}: {error}"
            return ()


def _first(details, n: int):
    """The details of the first n states."""
    return type(details)({name: values[:n] for name, values in details.energies.items()},
                         None if details.slip is None else details.slip[:n])


