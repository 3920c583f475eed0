"""The one integrator and event finder: fixed frame steps, deterministic dyadic sub-steps, guards, located events.

A mode is four mode functions found by address (compiled.MODE): step, observe, settle, report. Nothing here knows
what they compute. A frame step h is made of sub-steps h/2^level: halved while the embedded error of a trial is above
the tolerance, doubled again when it is far below and the position in the frame is aligned. The level is part of the
state, so that a run can be continued from any stored state with the same bits.

A guard is a number that is positive inside the mode. When one is not positive after a sub-step, its zero is located on
partial re-steps from the start of that sub-step (not on an interpolant), so the state at the event is as exact as
any other.
"""

from typing import NamedTuple

from sandbox.compiling.compiled import call_mode, compiled, pointer, room
from sandbox.compiling.places import Places
from sandbox.integration.observation import (
    CLOCK_GUARD,
    DEFECT,
    FIRST_GUARD,
    FRICTION_RATIO,
    GUARDS,
    KINETIC_ENERGY,
    OBSERVATION,
)
from sandbox.integration.settings import CLOCK, ENERGY_JUMP, FINEST_LEVEL, FRAME_END, TOLERANCE
from sandbox.integration.status import DONE, NOT_FINITE
from sandbox.integration.status import ENERGY_JUMP as JUMPED

# places in the table of mode functions
_table = Places()
STEP, OBSERVE, SETTLE, REPORT_STATE = _table.take(), _table.take(), _table.take(), _table.take()
TABLE = _table.size

# places in the memory: what a sub-step hands to the next one besides y; part of the state
_memory = Places()
LEVEL = _memory.take()                  # sub-steps are h/2^level
SPAN = _memory.take()                   # length of the last sub-step [s], 0 at the start
GUARDS_BEFORE = _memory.take(GUARDS)    # guards at its start
MEMORY = _memory.size

# places in the watch: running extremes of a run, updated after every sub-step
_watch = Places()
REFERENCE = _watch.take()       # E_J - ledger at the start [J]
WORST_DEFECT = _watch.take()    # max |E_J - ledger - reference| [J]
MAX_KINETIC = _watch.take()     # largest kinetic energy [J]
MAX_FRICTION = _watch.take()    # largest |F|/N [1]
SUBSTEPS = _watch.take()        # sub-steps made
REJECTED = _watch.take()        # trials refused
FORCED = _watch.take()          # sub-steps taken at the finest level with an error above the tolerance
WATCH = _watch.size

# a trial this much better than the tolerance allows the doubled step: an 8th-order error grows by 2^8, with a margin
COARSEN = 1.0/600.0
# sub-steps of a frame with an error above the tolerance after which they are no finer than h/2^ENOUGH
MANY, ENOUGH = 100, 10




class Model(NamedTuple):
    """What a mode is computed from, as pointers; nothing here is written to by a step."""

    table: object       # addresses of its mode functions (TABLE,)
    p: object           # parameters
    calls: object       # addresses of fields
    settings: object    # of the integrator (SETTINGS,)


class Run(NamedTuple):
    """What a step changes, as pointers."""

    y: object           # state (size,)
    size: int
    memory: object      # (MEMORY,)
    watch: object       # (WATCH,)


class Room(NamedTuple):
    """Room to work, as pointers; `observed` is the observation of the present state, kept up to date."""

    new: object         # (size,) a trial
    observed: object        # (OBSERVATION,)
    spare: object       # (size,) another trial
    again: object       # (OBSERVATION,) of that
    before: object      # (GUARDS,) guards at the start of a sub-step


@compiled
def _broken(y, size, observed):
    """Returns the first guard that is not positive, NOT_FINITE for a state that is not finite, DONE if all is well."""
    total = 0.0
    for i in range(size):
        total += y[i] - y[i]
    total += observed[DEFECT] - observed[DEFECT]
    # a difference with itself is 0 for every number, nan for inf and nan
    if not total == 0.0:  # noqa: SIM201
        return NOT_FINITE
    for i in range(GUARDS):
        if not observed[FIRST_GUARD + i] > 0.0:
            return i
    return DONE


@compiled
def _whole(observed):
    """Set all guards of an observation: a mode fills those that it has."""
    for i in range(GUARDS):
        observed[FIRST_GUARD + i] = 1.0


@compiled
def _observe(model, t, y, observed):
    """Fill the observation of y at t, with the integrator's own guard."""
    _whole(observed)
    call_mode(model.table[OBSERVE], t, 0.0, y, model.p, model.calls, observed)
    clock = int(model.settings[CLOCK])
    if clock >= 0:
        observed[FIRST_GUARD + CLOCK_GUARD] = model.settings[FRAME_END] - y[clock]


@compiled
def _trial(model, t, h, y, size, new, observed):
    """One settled step of size h from y into new, observed into observed; returns the broken guard or -1."""
    call_mode(model.table[STEP], t, h, y, model.p, model.calls, new)
    call_mode(model.table[SETTLE], t + h, 0.0, new, model.p, model.calls, new)
    _observe(model, t + h, new, observed)
    return _broken(new, size, observed)


@compiled
def _locate(model, t, h, y, size, new, observed):
    """The largest partial step from y on which no guard breaks, given that one is broken at h.

    Illinois' variant of the secant rule on partial re-steps, bisection where a value is missing or useless; it ends
    when the bracket is as narrow as time itself can be told. new and observed hold the state there.
    returns (partial step [s], guard)
    """
    low, high = 0.0, h
    guard = _trial(model, t, high, y, size, new, observed)
    at_high = observed[FIRST_GUARD + guard] if guard < GUARDS else 0.0
    _observe(model, t, y, observed)
    at_low = observed[FIRST_GUARD + guard] if guard < GUARDS else 0.0
    kept = 0
    for _ in range(120):
        if high - low <= 2.5e-16*(abs(t) + h):
            break
        middle = 0.5*(low + high)
        if guard < GUARDS and at_low > 0.0 and at_high <= 0.0:
            secant = low + (high - low)*at_low/(at_low - at_high)
            if low < secant < high:
                middle = secant
        broken = _trial(model, t, middle, y, size, new, observed)
        if broken < 0:
            low = middle
            at_low = observed[FIRST_GUARD + guard] if guard < GUARDS else 0.0
            at_high = 0.5*at_high if kept == 1 else at_high
            kept = 1
        else:
            high = middle
            if broken in (guard, NOT_FINITE):
                at_low = 0.5*at_low if kept == -1 else at_low
                kept = -1
            else:
                # another guard breaks earlier: it takes over the search
                kept = 0
                _trial(model, t, low, y, size, new, observed)
                at_low = observed[FIRST_GUARD + broken]
                _trial(model, t, high, y, size, new, observed)
            guard = broken
            at_high = observed[FIRST_GUARD + guard] if guard < GUARDS else 0.0
    if low > 0.0:
        _trial(model, t, low, y, size, new, observed)
    else:
        for i in range(size):
            new[i] = y[i]
        _observe(model, t, y, observed)
    return low, guard


@compiled
def _dip(memory, now, observed, h):
    """Where inside a sub-step with good ends a guard may dip through zero [s], or 0.0.

    A parabola through the guard at the last three instants tells whether its deepest point lies inside and near zero.
    """
    span = memory[SPAN]
    if span == 0.0:
        return 0.0
    for i in range(GUARDS):
        # it has to fall first; most guards never do, and the divisions below would be half of the search
        if now[i] >= memory[GUARDS_BEFORE + i]:
            continue
        left = (now[i] - memory[GUARDS_BEFORE + i])/span
        right = (observed[FIRST_GUARD + i] - now[i])/h
        curvature = (right - left)/(span + h)
        slope = left + curvature*span
        if slope < 0.0 < slope + 2.0*curvature*h:
            deepest = -0.5*slope/curvature
            if now[i] + 0.5*slope*deepest < 0.5*min(now[i], observed[FIRST_GUARD + i]):
                return deepest
    return 0.0


@compiled
def _frame(model, run, room, t, t_next, h):
    """Advance run.y in place from t to t_next = t + h by sub-steps; stops at the first broken guard.

    t_next is handed in so that a frame ends at the very instant at which the next one begins.
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
        _observe(model, end, new, observed)
        jump = model.settings[ENERGY_JUMP]*max(watch[MAX_KINETIC], observed[KINETIC_ENERGY])
        if error > TOLERANCE and level == finest > ENOUGH and abs(observed[DEFECT] - defect) > jump > 0.0:
            memory[LEVEL] = level
            _observe(model, start, y, observed)
            return JUMPED, start
        guard = _broken(new, size, observed)
        part = span
        if guard < 0:
            # tried in spare and again: new and observed stay those of the whole sub-step
            deepest = _dip(memory, now, observed, span)
            if deepest > 0.0 and _trial(model, start, deepest, y, size, spare, again) >= 0:
                part, guard = deepest, 0
        if guard >= 0:
            part, guard = _locate(model, start, part, y, size, new, observed)

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
            return guard, start + part
        # at the event itself |F|/N has no meaning, so only whole sub-steps count
        watch[MAX_FRICTION] = max(watch[MAX_FRICTION], observed[FRICTION_RATIO])

        done += length
        if level > 0 and (error < COARSEN*TOLERANCE or level > deepest_level) and done % (2*length) == 0:
            level -= 1
    memory[LEVEL] = level
    return DONE, t_next


@compiled
def _prepared(model, run):
    """Pointers to the arrays that a step reads and writes."""
    table, p, calls, settings = model
    y, memory, watch = run
    return (Model(pointer(table), pointer(p), pointer(calls), pointer(settings)),
            Run(pointer(y), y.size, pointer(memory), pointer(watch)))


@compiled
def advance(model, run, k, steps, h):
    """Make up to `steps` frame steps from t = k h; what is in `run` changes in place.

    model    table of the mode, p, calls, settings: arrays as in `Model`;  run  y, memory, watch: arrays as in `Run`
    returns (status, steps completed, time reached [s])
    """
    model, run = _prepared(model, run)
    place = Room(room(run.size), room(OBSERVATION), room(run.size), room(OBSERVATION), room(GUARDS))
    _observe(model, k*h, run.y, place.observed)
    for i in range(steps):
        status, t = _frame(model, run, place, (k + i)*h, (k + i + 1)*h, h)
        if status != DONE:
            return status, i, t
    return DONE, steps, (k + steps)*h


@compiled
def advance_part(model, run, t, span):
    """Advance from t by any span [s], for instants off the step grid; as `advance` otherwise."""
    model, run = _prepared(model, run)
    place = Room(room(run.size), room(OBSERVATION), room(run.size), room(OBSERVATION), room(GUARDS))
    _observe(model, t, run.y, place.observed)
    return _frame(model, run, place, t, t + span, span)


@compiled
def observe(table, t, y, p, calls, observed):
    """Fill observed (OBSERVATION,) with the observation of y at t; returns the broken guard or -1."""
    _whole(pointer(observed))
    call_mode(table[OBSERVE], t, 0.0, y, p, calls, observed)
    return _broken(pointer(y), y.size, pointer(observed))


@compiled
def evaluate(address, t, y, p, calls, out):
    """Fill out by one mode function called from Python: a report of y at t, the pose of the support, ..."""
    call_mode(address, t, 0.0, y, p, calls, out)
