"""Returns of the orbits of a system to a surface of section: many orbits side by side, to arrays and files."""

import os
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from math import inf
from typing import NamedTuple

import numpy as np

from sandbox.compiling.entries import Entry
from sandbox.errors import BadValue
from sandbox.files import replaced
from sandbox.integration.taylor import LAST
from sandbox.text import _
from sandbox.theory import following
from sandbox.theory.following import Condition

OUTCOMES = {following.COMPLETE: "complete", following.ESCAPED: "escaped", following.OUT_OF_TIME: "out of time",
            following.LOST: "lost", following.ON: "cancelled"}
# steps a sixth longer than those of LAST: what they leave out, some 5e-17 of the state, is less than its last digit,
# but of one sign. Where the energy is made of terms of its own size it grows to a third of 2e-12 in 14 in 1000 returns
LONGER = 8.0*LAST
# steps between two looks at whether to go on, about 20 ms
STEPS_AT_ONCE = 20_000


class Flow(NamedTuple):
    """A system of ordinary differential equations whose orbits are followed by series.

    state       names of its variables;  p  parameters of its equations
    series      mode function that fills out (size, SIZE) with the series that begin at y (integration/taylor.py)
    of_two      mode function that fills out (2, size, SIZE) with those that begin at two states y (2, size)
    room_left   mode function that is positive as long as an orbit goes on
    energy      energy(states (..., size)) -> what is conserved (...), in the units of the states; nan where nothing is
    deciding    how many variables, the first ones, decide how long steps are; those behind grow for ever and decide
                nothing
    last        the last term that a series may have in a step, of the state: LAST, or LONGER
    """

    state: tuple[str, ...]
    p: np.ndarray
    series: Entry[float]
    of_two: Entry[float]
    room_left: Entry[float]
    energy: Callable[[np.ndarray], np.ndarray]
    deciding: int
    last: float


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
    workers = workers or min(os.cpu_count() or 1, len(seeds)) or 1
    # where all cores have two
    at_once = 2 if len(seeds) >= 2*workers else 1
    work = _Work(flow, condition, until, seeds, at_once, progress, is_cancelled)
    if workers == 1:
        work.follow()
    else:
        with ThreadPoolExecutor(workers) as pool:
            for done in [pool.submit(work.follow) for _ in range(workers)]:
                done.result()
    results = work.results
    points = [found for found, _status in results]
    errors = [np.abs(flow.energy(found[:, 1:]) - flow.energy(seed)).max(initial=0.0)
              for found, seed in zip(points, seeds, strict=True)]
    return Returns(np.concatenate(points) if points else np.zeros((0, 1 + len(flow.state))),
                   np.repeat(np.arange(len(seeds)), [len(found) for found in points]),
                   tuple(OUTCOMES[status] for _found, status in results), np.array(errors), ("t", *flow.state))


class _Work:
    """The task that the workers share, and how much of it is done.

    results   the returns (n, 1 + size) of each orbit, and its outcome
    """

    def __init__(self, flow: Flow, condition: Condition, until: Until, seeds: np.ndarray, at_once: int,
                 progress: Callable[[float], None] | None, is_cancelled: Callable[[], bool] | None):
        self._flow, self._condition, self._until, self._seeds = flow, condition, until, seeds
        self._limits = following.Limits(float(until.t_end), STEPS_AT_ONCE, flow.deciding, flow.last)
        # compiled by one thread, not by all at once
        self._series, self._room_left = flow.series.address, flow.room_left.address
        self._at_once, self._of_two = at_once, flow.of_two.address if at_once == 2 else 0
        self._progress, self._is_cancelled = progress, is_cancelled
        self._done, self._lock, self._is_stopped = 0.0, threading.Lock(), False
        self._waiting = iter(range(len(seeds)))
        self.results = [(np.empty((0, 1 + len(flow.state))), following.ON)]*len(seeds)

    def follow(self):
        """Follows orbits to their ends, `at_once` at a time, as long as there are any that nobody follows."""
        under_way: list[tuple[int, following.Following]] = []
        while not self._has_to_stop():
            under_way += self._next(self._at_once - len(under_way))
            if not under_way:
                return
            before = [self._share(one) for _number, one in under_way]
            if len(under_way) == 2:
                under_way[0][1].go_on_beside(under_way[1][1], self._of_two)
            else:
                under_way[0][1].go_on(self._series)
            self._report(sum(self._share(one) for _number, one in under_way) - sum(before))
            self._keep((number, one) for number, one in under_way if one.outcome != following.ON)
            under_way = [(number, one) for number, one in under_way if one.outcome == following.ON]
        self._keep(under_way)

    def _next(self, most: int) -> list[tuple[int, following.Following]]:
        """Takes at most so many orbits that nobody has followed yet, with their numbers."""
        with self._lock:
            numbers = list(islice(self._waiting, most))
        return [(number, following.Following(following.orbit_at(self._seeds[number], self._flow.p), self._room_left,
                                             self._condition, self._limits, self._until.count)) for number in numbers]

    def _keep(self, ended: Iterable[tuple[int, following.Following]]):
        for number, one in ended:
            self.results[number] = one.points, one.outcome

    def _share(self, one: following.Following) -> float:
        """How much of an orbit is done."""
        if one.outcome != following.ON:
            return 1.0
        return max(one.have/self._until.count, one.orbit.clock[following.TIME]/self._limits.t_end)

    def _has_to_stop(self) -> bool:
        if self._is_cancelled is not None and not self._is_stopped:
            with self._lock:
                self._is_stopped = self._is_stopped or bool(self._is_cancelled())
        return self._is_stopped

    def _report(self, more: float):
        with self._lock:
            self._done += more
            if self._progress is not None:
                self._progress(min(self._done/len(self._seeds), 1.0))
