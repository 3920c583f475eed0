"""The one integrator as Python calls it: runs of frame steps, parts of a step, observations, functions by address.

A mode is four mode functions found by address (compiled.MODE): step, observe, settle, report. Nothing here knows
what they compute. What happens within a frame step stands in frame.py.
"""

from math import inf
from typing import NamedTuple

import numpy as np

from sandbox.compiling.compiled import call_mode, compiled, numbers_at, part, room, wholes_at
from sandbox.compiling.entries import entry
from sandbox.compiling.signature import Numbers, Wholes, address_of
from sandbox.integration import arrays
from sandbox.integration import observation as obs
from sandbox.integration.arrays import Model, Room, Run
from sandbox.integration.frame import frame
from sandbox.integration.guards import broken_guard, observe_state, open_guards
from sandbox.integration.status import DONE

# places in what `places_of` returns: addresses, then the size of the state
TABLE, P, CALLS, SETTINGS, STATE, OF_MEMORY, OF_WATCH, SIZE = range(8)
# how far a run has come: whole steps, time [s]
STEPS, TIME, REACHED = range(3)


def places_of(model: tuple, run: tuple) -> np.ndarray:
    """Returns where the arrays of a model and of a run are, and the size of the state; see `prepared`.

    model    table of the mode, p, calls, settings: arrays as in `Model`;  run  y, memory, watch: arrays as in `Run`
    """
    y, _memory, _watch = run
    return np.array([*map(address_of, (*model, *run)), y.size], np.int64)


@compiled
def prepared(places):
    """Pointers to the arrays that a step reads and writes, from their addresses in the order of `places_of`."""
    return (Model(wholes_at(places[TABLE]), numbers_at(places[P]), wholes_at(places[CALLS]),
                  numbers_at(places[SETTINGS])),
            Run(numbers_at(places[STATE]), places[SIZE], numbers_at(places[OF_MEMORY]), numbers_at(places[OF_WATCH])))


@compiled
def keep(run, t, observed, kept):
    """Write the present state and what was observed of it to kept (KEPT_Y + size,)."""
    kept[arrays.KEPT_TIME], kept[arrays.KEPT_DEFECT] = t, observed[obs.DEFECT]
    for i in range(arrays.MEMORY):
        kept[arrays.KEPT_MEMORY + i] = run.memory[i]
    for i in range(arrays.WATCH):
        kept[arrays.KEPT_WATCH + i] = run.watch[i]
    for i in range(run.size):
        kept[arrays.KEPT_Y + i] = run.y[i]


class Piece(NamedTuple):
    """Frame steps to make: after k, so many, each of h [s]; states are kept of the multiples of `every`, 0 for none."""

    k: int
    steps: int
    h: float
    every: int


@compiled
def follow(model, run, place, piece, kept, reached):
    """Makes the steps of a Piece with room to work in `place`; fills kept and reached, returns a status."""
    k, steps, h, every = piece
    observe_state(model, k*h, run.y, place.observed)
    rows = 0
    for i in range(steps):
        status, t = frame(model, run, place, (k + i)*h, (k + i + 1)*h, h, inf)
        if status != DONE:
            reached[STEPS], reached[TIME] = float(i), t
            return status
        if every > 0 and (k + i + 1) % every == 0:
            keep(run, t, place.observed, part(kept, rows*(arrays.KEPT_Y + run.size)))
            rows += 1
    reached[STEPS], reached[TIME] = float(steps), (k + steps)*h
    return DONE


@entry
def _advance(places: Wholes, k: int, steps: int, h: float, every: int, kept: Numbers, reached: Numbers) -> int:
    model, run = prepared(places)
    place = Room(room(run.size), room(obs.OBSERVATION), room(run.size), room(obs.OBSERVATION), room(obs.GUARDS))
    return follow(model, run, place, Piece(k, steps, h, every), kept, reached)


class Advanced(NamedTuple):
    """How far `advance` came."""

    status: int
    steps: int          # completed
    t: float            # time reached [s]
    kept: np.ndarray    # (n, KEPT_Y + size) the states of the steps that were to be kept


def advance(places: np.ndarray, k: int, steps: int, h: float, every: int = 0) -> Advanced:
    """Make up to `steps` frame steps from t = k h; what is in the run at `places` (see `places_of`) changes there.

    every    states are kept of the steps that are a multiple of this; 0 for none
    """
    reached = np.empty(REACHED)
    rows = (k + steps)//every - k//every if every else 0
    kept = np.empty((rows, arrays.KEPT_Y + int(places[SIZE])))
    status = _advance(places, k, steps, h, every, kept, reached)
    done, t = reached.tolist()
    done = int(done)
    return Advanced(status, done, t, kept[:(k + done)//every - k//every] if every else kept)


@entry
def _advance_part(places: Wholes, t: float, span: float, until: float, reached: Numbers) -> int:
    model, run = prepared(places)
    place = Room(room(run.size), room(obs.OBSERVATION), room(run.size), room(obs.OBSERVATION), room(obs.GUARDS))
    observe_state(model, t, run.y, place.observed)
    status, end = frame(model, run, place, t, t + span, span, until)
    reached[TIME] = end
    return status


def advance_part(places: np.ndarray, t: float, span: float, until: float = inf) -> tuple[int, float]:
    """Advance from t by any span [s], for instants off the step grid; as `advance` otherwise.

    until    an instant on the way at which to stop [s], see `frame`
    returns (status, time reached [s])
    """
    reached = np.empty(REACHED)
    status = _advance_part(places, t, span, until, reached)
    return status, float(reached[TIME])


@entry
def defect_of(places: Wholes, t: float) -> float:
    """E_J - ledger [J] of the run at `places` (see `places_of`)."""
    model, run = prepared(places)
    observed = room(obs.OBSERVATION)
    observe_state(model, t, run.y, observed)
    return observed[obs.DEFECT]


@entry
def _observe(table: Wholes, t: float, y: Numbers, size: int, p: Numbers, calls: Wholes, observed: Numbers) -> int:
    open_guards(observed)
    call_mode(table[arrays.OBSERVE], t, 0.0, y, p, calls, observed)
    return broken_guard(y, size, observed)


def observe(table, t: float, y, p, calls, observed) -> int:
    """Fill observed (OBSERVATION,) with the observation of y at t; returns the broken guard or -1."""
    return _observe(table, t, y, y.size, p, calls, observed)


@entry
def evaluate(address: int, t: float, y: Numbers, p: Numbers, calls: Wholes, out: Numbers):
    """Fill out by one mode function called from Python: a report of y at t, the pose of the support, ..."""
    call_mode(address, t, 0.0, y, p, calls, out)


# what every run needs
ENTRIES = (evaluate, _observe, _advance, _advance_part)
