"""Surfaces of section of the sleigh on a turntable: many orbits side by side, to arrays and CSV.

Everything is dimensionless: time in 1/Omega, lengths in the sleigh's offset a (theory/section.py).
"""

import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import inf

import numpy as np

from sandbox.errors import BadValue
from sandbox.files import replaced
from sandbox.text import _
from sandbox.theory import section as sections

OUTCOMES = {sections.COMPLETE: "complete", sections.ESCAPED: "escaped", sections.OUT_OF_TIME: "out of time",
            sections.LOST: "lost", sections.ON: "cancelled"}
VARIABLES = {name: place for place, name in enumerate(sections.STATE)}
# steps between two looks at whether to go on, about 20 ms
STEPS_AT_ONCE = 20_000


@dataclass(frozen=True)
class Section:
    """The condition `variable` = `level`, crossed upwards (rising 1), downwards (-1) or both ways (0).

    branch   sign of the relative spin w that a return must have, 0 for any
    """

    variable: str = "v1"
    level: float = 0.0
    rising: int = 1
    branch: int = -1

    def __post_init__(self):
        if self.variable not in VARIABLES:
            raise BadValue(_("section: got {found!r}, needs one of {known}").format(
                found=self.variable, known=", ".join(VARIABLES)))
        if self.rising not in (-1, 0, 1) or self.branch not in (-1, 0, 1) or not np.isfinite(self.level):
            raise BadValue(_("section: rising and branch need -1, 0 or 1, level a finite number"))


@dataclass(frozen=True)
class Until:
    """When an orbit ends: after `count` returns, the time t_end, or a distance at which it has escaped [a]."""

    count: int = 1000
    t_end: float = inf
    distance: float = 400.0


@dataclass(frozen=True)
class Returns:
    """The returns of orbits to a section.

    points    (n, 5) returns, columns t, v1, w, x1, x2;  orbit  (n,) number of the seed of each
    outcome   word for each seed;  energy_error  (seeds,) largest change of E at its returns
    """

    points: np.ndarray
    orbit: np.ndarray
    outcome: tuple[str, ...]
    energy_error: np.ndarray

    def write_csv(self, path):
        """Write one line per return: orbit, t, v1, w, x1, x2; 17 digits."""
        with replaced(path) as file:
            file.write("orbit," + ",".join(sections.COLUMNS) + "\n")
            for orbit, point in zip(self.orbit, self.points, strict=True):
                file.write(f"{orbit}," + ",".join(repr(float(x)) for x in point) + "\n")

    def write_npz(self, path, **more):
        """Write the arrays points, orbit, outcome, energy_error, columns (names of those of points), and `more`."""
        with replaced(path, binary=True) as file:
            np.savez(file, points=self.points, orbit=self.orbit, outcome=np.array(self.outcome),
                     energy_error=self.energy_error, columns=np.array(sections.COLUMNS), **more)


def energy(ratio: float, states) -> np.ndarray:
    """Takes A^2 and states (..., 4) and returns their E (...)."""
    v1, w, x1, x2 = np.moveaxis(np.asarray(states, float), -1, 0)
    return 0.5*(v1*v1 + ratio*w*w - (x1 + 1.0)**2 - x2*x2)


def seeds_at(ratio: float, energy: float, x1, x2=0.0, v1=0.0, branch: int = -1) -> np.ndarray:
    """Takes points (x1, x2), broadcast, and returns starts (n, 4) of energy E whose w has the sign `branch`.

    Points at which there is none are left out:

        A^2 w^2 = 2 E - v1^2 + (x1 + 1)^2 + x2^2
    """
    x1, x2, v1 = np.broadcast_arrays(*(np.atleast_1d(np.asarray(x, float)) for x in (x1, x2, v1)))
    square = (2.0*energy - v1*v1 + (x1 + 1.0)**2 + x2*x2)/ratio
    fine = square >= 0.0
    w = (1.0 if branch >= 0 else -1.0)*np.sqrt(square[fine])
    return np.stack([v1[fine], w, x1[fine], x2[fine]], axis=-1)


def find_returns(ratio: float, seeds, section: Section = Section(), until: Until = Until(),
                 workers: int | None = None, progress: Callable[[float], None] | None = None,
                 is_cancelled: Callable[[], bool] | None = None) -> Returns:
    """Takes A^2 >= 1 and starts `seeds` (n, 4) and returns where their orbits come back to the section.

    until     when an orbit ends;  workers  threads, None for one on each core
    progress  called with the finished share from time to time;  is_cancelled  called as often: True ends the work, and
              the returns found by then are returned
    """
    seeds = np.atleast_2d(np.asarray(seeds, float))
    if not (np.isfinite(ratio) and ratio >= 1.0):
        raise BadValue(_("section: got A^2 = {found}, needs a number of at least 1").format(found=ratio))
    if seeds.ndim != 2 or seeds.shape[1] != 4 or not np.all(np.isfinite(seeds)):
        raise BadValue(_("section: seeds need four finite numbers each: v1, w, x1, x2"))
    if until.count < 1:
        raise BadValue(_("section: got {found} returns per seed, needs at least 1").format(found=until.count))
    work = _Work(float(ratio), section, until, len(seeds), progress, is_cancelled)
    workers = workers or min(os.cpu_count() or 1, len(seeds)) or 1
    if workers == 1:
        results = [work.orbit(seed) for seed in seeds]
    else:
        with ThreadPoolExecutor(workers) as pool:
            results = list(pool.map(work.orbit, seeds))
    points = [found for found, _status in results]
    errors = [np.abs(energy(ratio, found[:, 1:]) - energy(ratio, seed)).max(initial=0.0)
              for found, seed in zip(points, seeds, strict=True)]
    return Returns(np.concatenate(points) if points else np.zeros((0, 5)),
                   np.repeat(np.arange(len(seeds)), [len(found) for found in points]),
                   tuple(OUTCOMES[status] for _found, status in results), np.array(errors))


class _Work:
    """The task that the workers share, and how much of it is done."""

    def __init__(self, ratio: float, section: Section, until: Until, seeds: int,
                 progress: Callable[[float], None] | None, is_cancelled: Callable[[], bool] | None):
        self._p = np.array([ratio])
        self._condition = sections.Condition(
            VARIABLES[section.variable], float(section.level), section.rising, section.branch)
        self._until, self._seeds = until, seeds
        self._limits = sections.Limits(float(until.t_end), float(until.distance), STEPS_AT_ONCE)
        self._progress, self._is_cancelled = progress, is_cancelled
        self._done, self._lock, self._is_stopped = 0.0, threading.Lock(), False

    def orbit(self, seed) -> tuple[np.ndarray, int]:
        """Takes a start (4,) and returns the returns (n, 5) of its orbit and the outcome."""
        orbit = sections.orbit_at(seed, self._p)
        points, have, status, reported = np.empty((self._until.count, 5)), 0, sections.ON, 0.0
        while status == sections.ON and not self._has_to_stop():
            status, have = sections.follow(orbit, self._condition, self._limits, points, have)
            share = 1.0 if status != sections.ON else max(have/self._until.count,
                                                          orbit.clock[sections.TIME]/self._limits.t_end)
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
