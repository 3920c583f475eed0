"""The one integrator and event finder: fixed frame steps, deterministic dyadic sub-steps, guards, located events.

A mode is four mode functions found by address (compiled.MODE): step, observe, settle, report. Nothing here knows
what they compute. A frame step h is made of sub-steps h/2^level: halved while the embedded error of a trial is above
the tolerance, doubled again when it is far below and the position in the frame is aligned. The level is part of the
state, so that a run can be continued from any stored state with the same bits. A guard is a number that is positive
inside the mode; where one breaks, the frame stops at that instant (guards.py).
"""

from math import inf
from typing import NamedTuple

import numpy as np

from sandbox.compiling.compiled import call_mode, compiled, entry, numbers_at, part, room, wholes_at
from sandbox.compiling.signature import Numbers, Wholes, address_of
from sandbox.integration.arrays import (
    FORCED,
    GUARDS_BEFORE,
    KEPT_DEFECT,
    KEPT_MEMORY,
    KEPT_TIME,
    KEPT_WATCH,
    KEPT_Y,
    LEVEL,
    LOST,
    MAX_FRICTION,
    MAX_KINETIC,
    MEMORY,
    OBSERVE,
    REFERENCE,
    REJECTED,
    REPORT_STATE,
    SETTLE,
    SPAN,
    STEP,
    SUBSTEPS,
    TABLE,
    WATCH,
    WORST_DEFECT,
    Model,
    Room,
    Run,
)
from sandbox.integration.guards import broken_guard, dip, has_drifted, locate, observe_state, open_guards, trial
from sandbox.integration.observation import DEFECT, FIRST_GUARD, FRICTION_RATIO, GUARDS, KINETIC_ENERGY, OBSERVATION
from sandbox.integration.settings import ENERGY_JUMP, FINEST_LEVEL, TOLERANCE
from sandbox.integration.status import DONE, DRIFTED, NOT_FINITE
from sandbox.integration.status import ENERGY_JUMP as JUMPED

__all__ = ["FORCED", "KEPT_DEFECT", "KEPT_MEMORY", "KEPT_TIME", "KEPT_WATCH", "KEPT_Y", "LEVEL", "LOST",
           "MAX_FRICTION", "MAX_KINETIC", "MEMORY", "OBSERVE", "REFERENCE", "REJECTED", "REPORT_STATE", "SETTLE",
           "SPAN", "STEP", "SUBSTEPS", "TABLE", "WATCH", "WORST_DEFECT", "advance", "advance_part", "defect_of",
           "evaluate", "observe", "places_after", "places_of"]

# a trial this much better than the tolerance allows the doubled step: an 8th-order error grows by 2^8, with a margin
COARSEN = 1.0/600.0
# sub-steps of a frame with an error above the tolerance after which they are no finer than h/2^ENOUGH
MANY, ENOUGH = 100, 10


@compiled
def frame(model, run, room, t, t_next, h, until):
    """Advance run.y in place from t to t_next = t + h by sub-steps; stops at the first broken guard.

    t_next is handed in so that a frame ends at the very instant at which the next one begins. An instant `until` on the
    way, inf for none, ends the frame, too: inside a sub-step that was found good as a whole, so that what is seen there
    is what a run has that does not stop.
    returns (status, time reached [s])
    """
    y, size, memory, watch = run
    new, observed, spare, again, now = room
    finest = int(model.settings[FINEST_LEVEL])
    full = 1 << finest
    unit = h/full
    level = int(memory[LEVEL])
    done = forced = 0
    while done < full:
        # a law that chatters would take a million sub-steps
        deepest_level = finest if forced < MANY else min(finest, ENOUGH)
        length = full >> level
        span = unit*length
        start = t + unit*done
        error = call_mode(model.table[STEP], start, span, y, model.p, model.calls, new)
        if not error <= TOLERANCE:
            if level < deepest_level:
                level += 1
                watch[REJECTED] += 1.0
                continue
            watch[FORCED] += 1.0
            forced += 1

        for i in range(GUARDS):
            now[i] = observed[FIRST_GUARD + i]
        defect = observed[DEFECT]
        end = t_next if done + length == full else t + unit*(done + length)
        call_mode(model.table[SETTLE], end, 0.0, new, model.p, model.calls, new)
        observe_state(model, end, new, observed)
        jump = model.settings[ENERGY_JUMP]*max(watch[MAX_KINETIC], observed[KINETIC_ENERGY])
        if error > TOLERANCE and level == finest > ENOUGH and abs(observed[DEFECT] - defect) > jump > 0.0:
            memory[LEVEL] = level
            observe_state(model, start, y, observed)
            return JUMPED, start
        guard = broken_guard(new, size, observed)
        part = span
        # the same instant, but for rounding of the grid
        tried = guard if end == start + span else DONE
        if guard < 0:
            # tried in spare and again: new and observed stay those of the whole sub-step
            deepest = dip(memory, now, observed, span)
            if deepest > 0.0 and trial(model, start, deepest, y, size, spare, again) >= 0:
                part, guard = deepest, 0
        if guard >= 0:
            part, guard = locate(model, run, room, start, part, tried)
            end = start + part
        if until < end:
            part, guard, end = until - start, DONE, until
            trial(model, start, part, y, size, new, observed)
        if has_drifted(model, watch, observed, guard == NOT_FINITE):
            memory[LEVEL] = level
            observe_state(model, start, y, observed)
            return NOT_FINITE if guard == NOT_FINITE else DRIFTED, start

        for i in range(GUARDS):
            memory[GUARDS_BEFORE + i] = now[i]
        memory[SPAN] = part
        for i in range(size):
            y[i] = new[i]
        watch[SUBSTEPS] += 1.0
        watch[WORST_DEFECT] = max(watch[WORST_DEFECT], abs(observed[DEFECT] - watch[REFERENCE]))
        watch[MAX_KINETIC] = max(watch[MAX_KINETIC], observed[KINETIC_ENERGY])
        if guard >= 0:
            memory[LEVEL] = level
            return guard, end
        # at the event itself |F|/N has no meaning, so only whole sub-steps count
        watch[MAX_FRICTION] = max(watch[MAX_FRICTION], observed[FRICTION_RATIO])
        if end >= until:
            memory[LEVEL] = level
            return DONE, end

        done += length
        if level > 0 and (error < COARSEN*TOLERANCE or level > deepest_level) and done % (2*length) == 0:
            level -= 1
    memory[LEVEL] = level
    return DONE, t_next


# places of the address and of the size of the state
STATE, SIZE = 4, 7


def places_of(model: tuple, run: tuple) -> np.ndarray:
    """Returns where the arrays of a model and of a run are, and the size of the state; see `prepared`.

    model    table of the mode, p, calls, settings: arrays as in `Model`;  run  y, memory, watch: arrays as in `Run`
    """
    return np.array([*map(address_of, (*model, *run)), run[0].size], np.int64)


def places_after(places: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Returns the places of the same model and run with another state of the same size."""
    places = places.copy()
    places[STATE] = address_of(y)
    return places


@compiled
def prepared(places):
    """Pointers to the arrays that a step reads and writes, from their addresses in the order of `places_of`."""
    return (Model(wholes_at(places[0]), numbers_at(places[1]), wholes_at(places[2]), numbers_at(places[3])),
            Run(numbers_at(places[STATE]), places[SIZE], numbers_at(places[5]), numbers_at(places[6])))


@compiled
def keep(run, t, observed, kept):
    """Write the present state and what was observed of it to kept (KEPT_Y + size,)."""
    kept[KEPT_TIME], kept[KEPT_DEFECT] = t, observed[DEFECT]
    for i in range(MEMORY):
        kept[KEPT_MEMORY + i] = run.memory[i]
    for i in range(WATCH):
        kept[KEPT_WATCH + i] = run.watch[i]
    for i in range(run.size):
        kept[KEPT_Y + i] = run.y[i]


@entry
def _advance(places: Wholes, k: int, steps: int, h: float, every: int, kept: Numbers, reached: Numbers) -> int:
    model, run = prepared(places)
    place = Room(room(run.size), room(OBSERVATION), room(run.size), room(OBSERVATION), room(GUARDS))
    observe_state(model, k*h, run.y, place.observed)
    rows = 0
    for i in range(steps):
        status, t = frame(model, run, place, (k + i)*h, (k + i + 1)*h, h, inf)
        if status != DONE:
            reached[0], reached[1] = float(i), t
            return status
        if every > 0 and (k + i + 1) % every == 0:
            keep(run, t, place.observed, part(kept, rows*(KEPT_Y + run.size)))
            rows += 1
    reached[0], reached[1] = float(steps), (k + steps)*h
    return DONE


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
    reached = np.empty(2)
    rows = (k + steps)//every - k//every if every else 0
    kept = np.empty((rows, KEPT_Y + int(places[SIZE])))
    status = _advance(places, k, steps, h, every, kept, reached)
    done, t = reached.tolist()
    done = int(done)
    return Advanced(status, done, t, kept[:(k + done)//every - k//every] if every else kept)


@entry
def _advance_part(places: Wholes, t: float, span: float, until: float, reached: Numbers) -> int:
    model, run = prepared(places)
    place = Room(room(run.size), room(OBSERVATION), room(run.size), room(OBSERVATION), room(GUARDS))
    observe_state(model, t, run.y, place.observed)
    status, end = frame(model, run, place, t, t + span, span, until)
    reached[0] = end
    return status


def advance_part(places: np.ndarray, t: float, span: float, until: float = inf) -> tuple[int, float]:
    """Advance from t by any span [s], for instants off the step grid; as `advance` otherwise.

    until    an instant on the way at which to stop [s], see `frame`
    returns (status, time reached [s])
    """
    reached = np.empty(1)
    status = _advance_part(places, t, span, until, reached)
    return status, float(reached[0])


@entry
def defect_of(places: Wholes, t: float) -> float:
    """E_J - ledger [J] of the run at `places` (see `places_of`)."""
    model, run = prepared(places)
    observed = room(OBSERVATION)
    observe_state(model, t, run.y, observed)
    return observed[DEFECT]


@entry
def _observe(table: Wholes, t: float, y: Numbers, size: int, p: Numbers, calls: Wholes, observed: Numbers) -> int:
    open_guards(observed)
    call_mode(table[OBSERVE], t, 0.0, y, p, calls, observed)
    return broken_guard(y, size, observed)


def observe(table, t: float, y, p, calls, observed) -> int:
    """Fill observed (OBSERVATION,) with the observation of y at t; returns the broken guard or -1."""
    return _observe(table, t, y, y.size, p, calls, observed)


@entry
def evaluate(address: int, t: float, y: Numbers, p: Numbers, calls: Wholes, out: Numbers):
    """Fill out by one mode function called from Python: a report of y at t, the pose of the support, ..."""
    call_mode(address, t, 0.0, y, p, calls, out)
