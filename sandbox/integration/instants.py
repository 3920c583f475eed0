"""Many states at once: what a mode reports of them, and the motion from each to an instant shortly after it."""

from typing import NamedTuple

import numpy as np

from sandbox.compiling.compiled import call_mode, part, room
from sandbox.compiling.entries import entry
from sandbox.compiling.signature import Numbers, Wholes
from sandbox.integration import arrays
from sandbox.integration import observation as obs
from sandbox.integration.arrays import Room
from sandbox.integration.frame import frame
from sandbox.integration.guards import observe_state
from sandbox.integration.hybrid import keep, places_of, prepared
from sandbox.integration.status import DONE

# an instant that is nearer to a step than this part of it is that step
SAME = 1e-9


class States(NamedTuple):
    """States of one mode at n instants, under the same parameters."""

    mode: str
    t: np.ndarray         # (n,) [s]
    y: np.ndarray         # (n, size)
    p: np.ndarray
    calls: np.ndarray


# in the shape of many reports: states, numbers of a state, numbers of a report
COUNT, SIZE, WIDTH = range(3)


@entry
def _report(table: Wholes, t: Numbers, y: Numbers, p: Numbers, calls: Wholes, shape: Wholes, out: Numbers):
    size, width = shape[SIZE], shape[WIDTH]
    for i in range(shape[COUNT]):
        call_mode(table[arrays.REPORT_STATE], t[i], 0.0, part(y, i*size), p, calls, part(out, i*width))


def report(table: np.ndarray, states: States, width: int) -> np.ndarray:
    """Returns the reports (n, width) of a mode, of its states."""
    _mode, t, y, p, calls = states
    n, size = y.shape
    out = np.zeros((n, width))
    _report(table, t, np.ascontiguousarray(y), p, calls, np.array((n, size, width)), out)
    return out


@entry
def _go_on(places: Wholes, origins: Numbers, rows: Wholes, times: Numbers, n: int, h: float, kept: Numbers) -> int:
    model, run = prepared(places)
    place = Room(room(run.size), room(obs.OBSERVATION), room(run.size), room(obs.OBSERVATION), room(obs.GUARDS))
    width = arrays.KEPT_Y + run.size
    for j in range(n):
        origin, out = part(origins, rows[j]*width), part(kept, j*width)
        for i in range(run.size):
            run.y[i] = origin[arrays.KEPT_Y + i]
        for i in range(arrays.MEMORY):
            run.memory[i] = origin[arrays.KEPT_MEMORY + i]
        for i in range(arrays.WATCH):
            run.watch[i] = origin[arrays.KEPT_WATCH + i]
        begin, end = origin[arrays.KEPT_TIME], times[j]
        observe_state(model, begin, run.y, place.observed)
        if end - begin > SAME*h:
            status, _t = frame(model, run, place, begin, begin + h, h, end)
            if status != DONE:
                return j
            observe_state(model, end, run.y, place.observed)
        else:
            end = begin
        keep(run, end, place.observed, out)
    return n


def go_on(model: tuple, origins: np.ndarray, rows: np.ndarray, times: np.ndarray, h: float) -> np.ndarray:
    """Goes on from kept states to instants of the frame steps of `h` [s] that begin at them, as the run itself went.

    model    as in hybrid.advance;  origins  (m, KEPT_Y + size)
    rows     (n,) which of them each instant begins from;  times  (n,) [s]
    returns  (n', KEPT_Y + size); fewer than n where the mode ends before the next instant
    """
    kept = np.empty((times.size, origins.shape[1]))
    run = np.empty(origins.shape[1] - arrays.KEPT_Y), np.empty(arrays.MEMORY), np.empty(arrays.WATCH)
    return kept[:_go_on(places_of(model, run), origins, rows, times, times.size, h, kept)]


# what every run needs
ENTRIES = (_report,)
