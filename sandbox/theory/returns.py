"""Returns of the orbits of a system to a surface of section: many orbits side by side, to arrays and files."""

import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

import numpy as np

from sandbox.compiling.entries import Entry
from sandbox.errors import BadValue
from sandbox.files import replaced
from sandbox.text import _
from sandbox.theory import following
from sandbox.theory.following import Condition

OUTCOMES = {following.COMPLETE: "complete", following.ESCAPED: "escaped", following.OUT_OF_TIME: "out of time",
            following.LOST: "lost", following.ON: "cancelled"}
# steps between two looks at whether to go on, about 20 ms
STEPS_AT_ONCE = 20_000


class Flow(NamedTuple):
    """A system of ordinary differential equations whose orbits are followed by series.

    state       names of its variables;  p  parameters of its equations
    series      mode function that fills out (size, SIZE) with the series that begin at y (integration/taylor.py)
    room_left   mode function that is positive as long as an orbit goes on
    energy      energy(states (..., size)) -> what is conserved (...), in the units of the states; nan where nothing is
    deciding    how many variables, the first ones, decide how long steps are; those behind grow for ever and decide
                nothing
    """

    state: tuple[str, ...]
    p: np.ndarray
    series: Entry[float]
    room_left: Entry[float]
    energy: Callable[[np.ndarray], np.ndarray]
    deciding: int


@dataclass(frozen=True)
class Until:
    """When an orbit ends: after `count` returns, the time t_end, or (a sleigh) a distance at which it has escaped [a].
    """

    count: int = 1000
    t_end: float = inf
    distance: float = 400.0


# a thousand returns, however long they take
EVER = Until()


@dataclass(frozen=True)
class Returns:
    """The returns of orbits to a section.

    points    (n, 1 + size) returns: the time, then the state;  orbit  (n,) number of the seed of each
    outcome   word for each seed;  energy_error  (seeds,) largest change of the energy at its returns
    columns   names of the columns of `points`
    """

    points: np.ndarray
    orbit: np.ndarray
    outcome: tuple[str, ...]
    energy_error: np.ndarray
    columns: tuple[str, ...]

    def write_csv(self, path):
        """Write one line per return: orbit, then the columns; 17 digits."""
        with replaced(path) as file:
            file.write("orbit," + ",".join(self.columns) + "\n")
            for orbit, point in zip(self.orbit, self.points, strict=True):
                file.write(f"{orbit}," + ",".join(repr(float(x)) for x in point) + "\n")

    def write_npz(self, path, **more):
        """Write the arrays points, orbit, outcome, energy_error, columns (names of those of points), and `more`."""
        with replaced(path, binary=True) as file:
            np.savez(file, points=self.points, orbit=self.orbit, outcome=np.array(self.outcome),
                     energy_error=self.energy_error, columns=np.array(self.columns), **more)


def find(flow: Flow, seeds: np.ndarray, condition: Condition, until: Until, workers: int | None = None,
         progress: Callable[[float], None] | None = None, is_cancelled: Callable[[], bool] | None = None) -> Returns:
    """Returns where the orbits of a flow from seeds (n, size) come back to a section.

    workers, progress, is_cancelled   as in poincare.find_returns
    """
    if until.count < 1:
        raise BadValue(_("section: got {found} returns per seed, needs at least 1").format(found=until.count))
    work = _Work(flow, condition, until, len(seeds), progress, is_cancelled)
    workers = workers or min(os.cpu_count() or 1, len(seeds)) or 1
    if workers == 1:
        results = [work.orbit(seed) for seed in seeds]
    else:
        with ThreadPoolExecutor(workers) as pool:
            results = list(pool.map(work.orbit, seeds))
    points = [found for found, _status in results]
    errors = [np.abs(flow.energy(found[:, 1:]) - flow.energy(seed)).max(initial=0.0)
              for found, seed in zip(points, seeds, strict=True)]
    return Returns(np.concatenate(points) if points else np.zeros((0, 1 + len(flow.state))),
                   np.repeat(np.arange(len(seeds)), [len(found) for found in points]),
                   tuple(OUTCOMES[status] for _found, status in results), np.array(errors), ("t", *flow.state))


class _Work:
    """The task that the workers share, and how much of it is done."""

    def __init__(self, flow: Flow, condition: Condition, until: Until, seeds: int,
                 progress: Callable[[float], None] | None, is_cancelled: Callable[[], bool] | None):
        self._flow, self._condition, self._until, self._seeds = flow, condition, until, seeds
        self._limits = following.Limits(float(until.t_end), STEPS_AT_ONCE, flow.deciding)
        # compiled by one thread, not by all at once
        self._series, self._room_left = flow.series.address, flow.room_left.address
        self._progress, self._is_cancelled = progress, is_cancelled
        self._done, self._lock, self._is_stopped = 0.0, threading.Lock(), False

    def orbit(self, seed) -> tuple[np.ndarray, int]:
        """Takes a start (size,) and returns the returns (n, 1 + size) of its orbit and the outcome."""
        orbit = following.orbit_at(seed, self._flow.p)
        points, have = np.empty((self._until.count, 1 + len(self._flow.state))), 0
        status, reported = following.ON, 0.0
        while status == following.ON and not self._has_to_stop():
            status, have = following.follow(orbit, self._series, self._room_left, self._condition, self._limits, points,
                                            have)
            share = 1.0 if status != following.ON else max(have/self._until.count,
                                                           orbit.clock[following.TIME]/self._limits.t_end)
            self._report(share - reported)
            reported = share
        return points[:have].copy(), status

    def _has_to_stop(self) -> bool:
        if self._is_cancelled is not None and not self._is_stopped:
            with self._lock:
                self._is_stopped = self._is_stopped or bool(self._is_cancelled())
        return self._is_stopped

    def _report(self, more: float):
        with self._lock:
            self._done += more
            if self._progress is not None:
                self._progress(min(self._done/self._seeds, 1.0))
