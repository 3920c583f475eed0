"""The one integrator and event finder: fixed frame steps, deterministic dyadic sub-steps, guards, located events.

A mode is four mode functions found by address (compiled.MODE): step, observe, settle, report. Nothing here knows
what they compute. A frame step h is made of sub-steps h/2^level: halved while the embedded error of a trial is above
the tolerance, doubled again when it is far below and the position in the frame is aligned. The level is part of the
state, so that a run can be continued from any stored state with the same bits.

A guard is a number that is positive inside the mode. When one is not positive after a sub-step, its zero is located on
partial re-steps from the start of that sub-step (not on an interpolant), so the state at the event is as exact as
any other.
"""

from sandbox.compiling.compiled import call_mode, compiled, pointer, room
from sandbox.integration.status import DONE, GUARD, LOST, NOT_FINITE
from sandbox.mechanics.layout import (
    GUARDS,
    LEAP,
    MAX_LEVEL,
    SEEN,
    SEEN_DEFECT,
    SEEN_FRICTION,
    SEEN_GUARDS,
    SEEN_KINETIC,
    TOLERANCE,
)

# places in the table of mode functions
STEP, OBSERVE, SETTLE, REPORT_MODE = 0, 1, 2, 3

# places in the memory: what a sub-step hands to the next one besides y; part of the state
LEVEL = 0           # sub-steps are h/2^level
SPAN = 1            # length of the last sub-step [s], 0 at the start
GUARDS_BEFORE = 2   # guards at its start
MEMORY = GUARDS_BEFORE + GUARDS

# places in the watch: running extremes of a run, updated after every sub-step
REFERENCE = 0       # E_J - ledger at the start [J]
WORST_DEFECT = 1    # max |E_J - ledger - reference| [J]
KINETIC = 2         # largest kinetic energy [J]
FRICTION = 3        # largest |F|/N [1]
SUBSTEPS = 4        # sub-steps made
REJECTED = 5        # trials refused
FORCED = 6          # sub-steps taken at the finest level with an error above the tolerance
WATCH = 7

# a trial this much better than the tolerance allows the doubled step: an 8th-order error grows by 2^8, with a margin
COARSEN = 1.0/600.0
# sub-steps of a frame with an error above the tolerance after which they are no finer than h/2^ENOUGH
MANY, ENOUGH = 100, 10
# where a broken guard is named: "the state is not finite", "the motion jumps", "its own variable does not get there"
NONE_FINITE, JUMPED, ENDLESS = GUARDS, GUARDS + 1, GUARDS + 2


@compiled
def _broken(y, size, seen):
    """Index of the first guard that is not positive, NONE_FINITE for a state that is not finite, -1 if all is well."""
    total = 0.0
    for i in range(size):
        total += y[i] - y[i]
    total += seen[SEEN_DEFECT] - seen[SEEN_DEFECT]
    # a difference with itself is 0 for every number, nan for inf and nan
    if not total == 0.0:  # noqa: SIM201
        return NONE_FINITE
    for i in range(GUARDS):
        if not seen[SEEN_GUARDS + i] > 0.0:
            return i
    return -1


@compiled
def _trial(mode, t, h, y, size, p, calls, new, seen):
    """One settled step of size h from y into new, observed into seen; returns the broken guard or -1."""
    call_mode(mode[STEP], t, h, y, p, calls, new)
    call_mode(mode[SETTLE], t + h, 0.0, new, p, calls, new)
    call_mode(mode[OBSERVE], t + h, 0.0, new, p, calls, seen)
    return _broken(new, size, seen)


@compiled
def _locate(mode, t, h, y, size, p, calls, new, seen):
    """The largest partial step from y on which no guard breaks, given that one is broken at h.

    Illinois' variant of the secant rule on partial re-steps, bisection where a value is missing or useless; it ends
    when the bracket is as narrow as time itself can be told. new and seen hold the state there.
    returns (partial step [s], guard)
    """
    low, high = 0.0, h
    guard = _trial(mode, t, high, y, size, p, calls, new, seen)
    at_high = seen[SEEN_GUARDS + guard] if guard < GUARDS else 0.0
    call_mode(mode[OBSERVE], t, 0.0, y, p, calls, seen)
    at_low = seen[SEEN_GUARDS + guard] if guard < GUARDS else 0.0
    kept = 0
    for _ in range(120):
        if high - low <= 2.5e-16*(abs(t) + h):
            break
        middle = 0.5*(low + high)
        if guard < GUARDS and at_low > 0.0 and at_high <= 0.0:
            secant = low + (high - low)*at_low/(at_low - at_high)
            if low < secant < high:
                middle = secant
        broken = _trial(mode, t, middle, y, size, p, calls, new, seen)
        if broken < 0:
            low = middle
            at_low = seen[SEEN_GUARDS + guard] if guard < GUARDS else 0.0
            at_high = 0.5*at_high if kept == 1 else at_high
            kept = 1
        else:
            high = middle
            if broken in (guard, NONE_FINITE):
                at_low = 0.5*at_low if kept == -1 else at_low
                kept = -1
            else:
                # another guard breaks earlier: it takes over the search
                kept = 0
                _trial(mode, t, low, y, size, p, calls, new, seen)
                at_low = seen[SEEN_GUARDS + broken]
                _trial(mode, t, high, y, size, p, calls, new, seen)
            guard = broken
            at_high = seen[SEEN_GUARDS + guard] if guard < GUARDS else 0.0
    if low > 0.0:
        _trial(mode, t, low, y, size, p, calls, new, seen)
    else:
        for i in range(size):
            new[i] = y[i]
        call_mode(mode[OBSERVE], t, 0.0, y, p, calls, seen)
    return low, guard


@compiled
def _dip(memory, now, seen, h):
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
        right = (seen[SEEN_GUARDS + i] - now[i])/h
        curvature = (right - left)/(span + h)
        slope = left + curvature*span
        if slope < 0.0 < slope + 2.0*curvature*h:
            deepest = -0.5*slope/curvature
            if now[i] + 0.5*slope*deepest < 0.5*min(now[i], seen[SEEN_GUARDS + i]):
                return deepest
    return 0.0


@compiled
def _frame(mode, t, t_next, h, y, size, memory, p, calls, watch, new, spare, seen, again, now):
    """Advance y in place from t to t_next = t + h by sub-steps; stops at the first broken guard.

    t_next is handed in so that a frame ends at the very instant at which the next one begins.
    seen is the observation of y (size,), kept up to date; new, spare, again and now are room to work.
    returns (status, guard, time reached [s])
    """
    finest = int(p[MAX_LEVEL])
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
        error = call_mode(mode[STEP], start, span, y, p, calls, new)
        if not error <= p[TOLERANCE]:
            if level < deepest_level:
                level += 1
                watch[REJECTED] += 1.0
                continue
            watch[FORCED] += 1.0
            forced += 1

        for i in range(GUARDS):
            now[i] = seen[SEEN_GUARDS + i]
        defect = seen[SEEN_DEFECT]
        end = t_next if done + length == full else t + unit*(done + length)
        call_mode(mode[SETTLE], end, 0.0, new, p, calls, new)
        call_mode(mode[OBSERVE], end, 0.0, new, p, calls, seen)
        leap = p[LEAP]*max(watch[KINETIC], seen[SEEN_KINETIC])
        if error > p[TOLERANCE] and level == finest > ENOUGH and abs(seen[SEEN_DEFECT] - defect) > leap > 0.0:
            memory[LEVEL] = level
            call_mode(mode[OBSERVE], start, 0.0, y, p, calls, seen)
            return LOST, JUMPED, start
        guard = _broken(new, size, seen)
        part = span
        if guard < 0:
            # tried in spare and again: new and seen stay those of the whole sub-step
            deepest = _dip(memory, now, seen, span)
            if deepest > 0.0 and _trial(mode, start, deepest, y, size, p, calls, spare, again) >= 0:
                part, guard = deepest, 0
        if guard >= 0:
            part, guard = _locate(mode, start, part, y, size, p, calls, new, seen)

        for i in range(GUARDS):
            memory[GUARDS_BEFORE + i] = now[i]
        memory[SPAN] = part
        for i in range(size):
            y[i] = new[i]
        watch[SUBSTEPS] += 1.0
        watch[WORST_DEFECT] = max(watch[WORST_DEFECT], abs(seen[SEEN_DEFECT] - watch[REFERENCE]))
        watch[KINETIC] = max(watch[KINETIC], seen[SEEN_KINETIC])
        if guard >= 0:
            memory[LEVEL] = level
            return (NOT_FINITE if guard == NONE_FINITE else GUARD), guard, start + part
        # at the event itself |F|/N has no meaning, so only whole sub-steps count
        watch[FRICTION] = max(watch[FRICTION], seen[SEEN_FRICTION])

        done += length
        if level > 0 and (error < COARSEN*p[TOLERANCE] or level > deepest_level) and done % (2*length) == 0:
            level -= 1
    memory[LEVEL] = level
    return DONE, -1, t_next


@compiled
def advance(mode, k, steps, h, y, memory, p, calls, watch):
    """Make up to `steps` frame steps from t = k h; y, memory and watch change in place.

    returns (status, guard, steps completed, time reached [s])
    """
    size = y.size
    mode, y, memory, p = pointer(mode), pointer(y), pointer(memory), pointer(p)
    calls, watch = pointer(calls), pointer(watch)
    new, spare, seen, again, now = room(size), room(size), room(SEEN), room(SEEN), room(GUARDS)
    call_mode(mode[OBSERVE], k*h, 0.0, y, p, calls, seen)
    for i in range(steps):
        result, guard, t = _frame(mode, (k + i)*h, (k + i + 1)*h, h, y, size, memory, p, calls, watch,
                                  new, spare, seen, again, now)
        if result != DONE:
            return result, guard, i, t
    return DONE, -1, steps, (k + steps)*h


@compiled
def advance_part(mode, t, span, y, memory, p, calls, watch):
    """Advance from t by any span [s], for instants off the step grid; as `advance` otherwise."""
    size = y.size
    mode, y, memory, p = pointer(mode), pointer(y), pointer(memory), pointer(p)
    calls, watch = pointer(calls), pointer(watch)
    new, spare, seen, again, now = room(size), room(size), room(SEEN), room(SEEN), room(GUARDS)
    call_mode(mode[OBSERVE], t, 0.0, y, p, calls, seen)
    return _frame(mode, t, t + span, span, y, size, memory, p, calls, watch, new, spare, seen, again, now)


@compiled
def observe(mode, t, y, p, calls, seen):
    """Fill seen (SEEN,) with the observation of y at t; returns the broken guard or -1."""
    call_mode(mode[OBSERVE], t, 0.0, y, p, calls, seen)
    return _broken(pointer(y), y.size, pointer(seen))


@compiled
def ask(address, t, y, p, calls, out):
    """Fill out by one mode function called from Python: a report of y at t, the pose of the support, ..."""
    call_mode(address, t, 0.0, y, p, calls, out)
