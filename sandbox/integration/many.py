"""Many starts of one mode side by side: each goes its own way as a run of its own would, bit by bit.

A member is a row as a kept state is one (arrays.py): its instant, defect, memory, watch and y. All of them have the
parameters of one run. Compiled code steps them one after the other; Python is asked once for all of them, and is free
meanwhile.
"""

from math import inf

import numpy as np

from sandbox.compiling.compiled import call_mode, compiled, part, room
from sandbox.compiling.entries import entry
from sandbox.compiling.signature import Numbers, Wholes
from sandbox.integration import arrays
from sandbox.integration import observation as obs
from sandbox.integration.arrays import Room
from sandbox.integration.frame import frame
from sandbox.integration.guards import broken_guard, observe_state
from sandbox.integration.hybrid import keep, places_of, prepared
from sandbox.integration.status import DONE

# times that a start is put back onto its surface: Newton's method doubles the digits each time
SETTLED = 6
# in the shape of many members: how many, numbers of a row, steps made before, steps to make
COUNT, WIDTH, BEFORE, STEPS = range(4)


@compiled
def take(run, row):
    """Goes on from a row: what `keep` wrote there is what the run has; returns its instant [s]."""
    for i in range(run.size):
        run.y[i] = row[arrays.KEPT_Y + i]
    for i in range(arrays.MEMORY):
        run.memory[i] = row[arrays.KEPT_MEMORY + i]
    for i in range(arrays.WATCH):
        run.watch[i] = row[arrays.KEPT_WATCH + i]
    return row[arrays.KEPT_TIME]


@entry
def _begin(places: Wholes, members: Numbers, statuses: Wholes, shape: Wholes):
    model, run = prepared(places)
    observed = room(obs.OBSERVATION)
    for j in range(shape[COUNT]):
        row = part(members, j*shape[WIDTH])
        for i in range(run.size):
            run.y[i] = row[arrays.KEPT_Y + i]
        for _time in range(SETTLED):
            call_mode(model.table[arrays.SETTLE], 0.0, 0.0, run.y, model.p, model.calls, run.y)
        for i in range(arrays.MEMORY):
            run.memory[i] = 0.0
        for i in range(arrays.WATCH):
            run.watch[i] = 0.0
        # as a run begins (systems/integration.py)
        observe_state(model, 0.0, run.y, observed)
        run.watch[arrays.REFERENCE] = observed[obs.DEFECT]
        run.watch[arrays.MAX_KINETIC] = observed[obs.KINETIC_ENERGY]
        run.watch[arrays.MAX_FRICTION] = observed[obs.FRICTION_RATIO]
        statuses[j] = broken_guard(run.y, run.size, observed)
        keep(run, 0.0, observed, row)


@entry
def _advance(places: Wholes, members: Numbers, statuses: Wholes, shape: Wholes, h: float):
    model, run = prepared(places)
    place = Room(room(run.size), room(obs.OBSERVATION), room(run.size), room(obs.OBSERVATION), room(obs.GUARDS))
    for j in range(shape[COUNT]):
        if statuses[j] != DONE:
            continue
        t = take(run, part(members, j*shape[WIDTH]))
        observe_state(model, t, run.y, place.observed)
        for i in range(shape[BEFORE], shape[BEFORE] + shape[STEPS]):
            status, t = frame(model, run, place, i*h, (i + 1)*h, h, inf)
            if status != DONE:
                statuses[j] = status
                break
        keep(run, t, place.observed, part(members, j*shape[WIDTH]))


class Members:
    """Starts of one mode, n of them, and how far they have come.

    model    what the mode is computed from, as in hybrid.places_of;  h  frame step [s];  k  steps completed
    states   (n, size) their states: where they are, or where they left the mode
    statuses (n,) DONE for those that go on, else what ended them (status.py);  t (n,) their instants [s]
    """

    def __init__(self, model: tuple, starts: np.ndarray, h: float):
        n, size = starts.shape
        self.h, self.k = h, 0
        self._model, self._run = model, (np.zeros(size), np.zeros(arrays.MEMORY), np.zeros(arrays.WATCH))
        self._places = places_of(model, self._run)
        self._rows = np.zeros((n, arrays.KEPT_Y + size))
        self._rows[:, arrays.KEPT_Y:] = starts
        self.statuses = np.full(n, DONE, np.int64)
        _begin(self._places, self._rows, self.statuses, np.array((n, self._rows.shape[1], 0, 0)))

    @property
    def states(self) -> np.ndarray:
        """Returns the states (n, size), to be read only."""
        return self._rows[:, arrays.KEPT_Y:]

    @property
    def t(self) -> np.ndarray:
        """Returns their instants (n,) [s]."""
        return self._rows[:, arrays.KEPT_TIME]

    @property
    def watches(self) -> np.ndarray:
        """Returns their watches (n, WATCH), arrays.py."""
        return self._rows[:, arrays.KEPT_WATCH:arrays.KEPT_WATCH + arrays.WATCH]

    @property
    def is_going(self) -> np.ndarray:
        """Returns which of them (n,) are still in their mode."""
        return self.statuses == DONE

    def advance(self, steps: int):
        """Makes so many frame steps with each that is still in its mode."""
        n, width = self._rows.shape
        _advance(self._places, self._rows, self.statuses, np.array((n, width, self.k, steps)), self.h)
        self.k += steps
