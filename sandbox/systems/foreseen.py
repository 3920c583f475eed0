"""What runs will do as far as their present modes last, computed for many of them at once (integration/lanes.py).

A run that comes to the very state, with the very parameters, takes what was computed in the place of stepping, and has
the bits that stepping would give. What ends a mode is met by the run itself, which goes on by its own steps from there.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from sandbox.integration import arrays
from sandbox.integration.hybrid import Advanced
from sandbox.integration.lanes import Lane, advance_lanes
from sandbox.integration.status import DONE


class Asked(NamedTuple):
    """How far a run is to be foreseen: so many steps, of which those are kept that are a multiple of `every`.

    run   an Integration, which knows this file
    """

    run: Any
    steps: int
    every: int


class Foreseen:
    """What a run does from a state on.

    mode, p, calls, settings   what it was computed from;  begin  step at which it begins;  every  see Asked
    found    as hybrid.advance returns it;  state  y, memory and watch at its end
    now      y, memory and watch at the step `at`, to which it was taken so far
    """

    def __init__(self, asked: Asked):
        run = asked.run
        self.mode, self.begin, self.at, self.every = run.mode, run.k, run.k, asked.every
        self.model = run.model(run.system.modes[run.mode])
        self.found: Advanced | None = None
        self.now = (run.y.copy(), run.memory.copy(), run.watch.copy())
        self.state = tuple(numbers.copy() for numbers in self.now)
        self.lane = Lane(self.model, self.state, run.k, asked.steps, asked.every)
        # what the run is computed from when it comes to take this
        self._before = tuple(numbers.tobytes() for numbers in self.model)

    def taken(self, run: Any, steps: int, every: int) -> Advanced | None:
        """Takes a run on by up to so many steps, or returns None where that is not what was computed."""
        found = self.found
        if found is None or not self._is_of(run) or every and every % self.every:
            return None
        end, goal = self.begin + found.steps, run.k + steps
        is_whole = goal > end or goal == end and found.status == DONE
        row = goal//self.every - self.begin//self.every - 1
        if is_whole:
            done, status, t, self.now = end, found.status, found.t, self.state
        elif goal % self.every == 0 and row >= 0:
            done, status, t, self.now = goal, DONE, goal*run.h, _state_of(found.kept[row])
        else:
            return None
        for mine, its in zip(self.now, (run.data.y, run.memory, run.watch), strict=True):
            its[:] = mine
        first, last = run.k//self.every - self.begin//self.every, done//self.every - self.begin//self.every
        kept, begin, self.at = found.kept[first:last], run.k, done
        # of those that are kept every so many
        if every == 0:
            kept = kept[:0]
        elif every != self.every:
            numbers = (begin//self.every + 1 + np.arange(len(kept)))*self.every
            kept = kept[numbers % every == 0]
        return Advanced(status, done - begin, t, kept)

    def _is_of(self, run: Any) -> bool:
        """Whether a run is in the state, with the parameters, that this begins with."""
        if run.mode != self.mode or run.k != self.at:
            return False
        model = run.model(run.system.modes[run.mode])
        return (all(its.tobytes() == mine for mine, its in zip(self._before, model, strict=True))
                and all(np.array_equal(mine, its) for mine, its in zip(self.now, (run.y, run.memory, run.watch),
                                                                         strict=True)))


def _state_of(row: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """y, memory and watch of a kept state."""
    return row[arrays.KEPT_Y:], row[arrays.KEPT_MEMORY:arrays.KEPT_WATCH], row[arrays.KEPT_WATCH:arrays.KEPT_Y]


def foresee(asked: Sequence[Asked], workers: int | None = None):
    """Computes what runs of the same frame step will do; each of them takes it when it comes there."""
    those = [(one.run, Foreseen(one)) for one in asked if one.steps > 0 and one.run.can_be_foreseen]
    if not those:
        return
    found = advance_lanes([foreseen.lane for _run, foreseen in those], those[0][0].h, workers)
    for (run, foreseen), advanced in zip(those, found, strict=True):
        foreseen.found, run.foreseen = advanced, foreseen
