"""One frame step: deterministic dyadic sub-steps, guards, located events.

A frame step h is made of sub-steps h/2^level: halved while the embedded error of a trial is above the tolerance,
doubled again when it is far below and the position in the frame is aligned. The level is part of the state, so that a
run can be continued from any stored state with the same bits. A guard is a number that is positive inside the mode;
where one breaks, the frame stops at that instant (guards.py).
"""

from sandbox.compiling.compiled import call_mode, compiled
from sandbox.integration import arrays
from sandbox.integration import observation as obs
from sandbox.integration.guards import broken_guard, dip, has_drifted, locate, observe_state, trial
from sandbox.integration.settings import CLOCK, ENERGY_JUMP, FINEST_LEVEL, LONG, LONG_TOLERANCE, TOLERANCE
from sandbox.integration.status import DONE, DRIFTED, NOT_FINITE
from sandbox.integration.status import ENERGY_JUMP as JUMPED

# a trial this much better than the tolerance allows the doubled step: an 8th-order error grows by 2^8, with a margin
COARSEN = 1.0/600.0
# sub-steps of a frame with an error above the tolerance after which they are no finer than h/2^ENOUGH
MANY, ENOUGH = 100, 10


@compiled
def tolerance_of(model, span):
    """The accepted error of a sub-step of this length: what is longer than the usual frames adds nothing to theirs.

    What is stepped in another variable than the time is as long as it is.
    """
    return TOLERANCE if span < LONG or model.settings[CLOCK] >= 0.0 else LONG_TOLERANCE


@compiled
def allows_double(model, error, span):
    """Whether one of twice this length has a good error, too."""
    return error < COARSEN*tolerance_of(model, 2.0*span)


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
    full, unit = 1 << finest, h/(1 << finest)
    level, done, forced = int(memory[arrays.LEVEL]), 0, 0
    while done < full:
        # a law that chatters would take a million sub-steps
        deepest_level = finest if forced < MANY else min(finest, ENOUGH)
        length = full >> level
        span, start, tolerance = unit*length, t + unit*done, tolerance_of(model, unit*length)
        error = call_mode(model.table[arrays.STEP], start, span, y, model.p, model.calls, new)
        if not error <= tolerance:
            if level < deepest_level:
                level += 1
                watch[arrays.REJECTED] += 1.0
                continue
            watch[arrays.FORCED] += 1.0
            forced += 1
        note_guards(observed, now)
        defect = observed[obs.DEFECT]
        end = t_next if done + length == full else t + unit*(done + length)
        call_mode(model.table[arrays.SETTLE], end, 0.0, new, model.p, model.calls, new)
        observe_state(model, end, new, observed)
        jump = model.settings[ENERGY_JUMP]*max(watch[arrays.MAX_KINETIC], observed[obs.KINETIC_ENERGY])
        if error > tolerance and level == finest > ENOUGH and abs(observed[obs.DEFECT] - defect) > jump > 0.0:
            memory[arrays.LEVEL] = level
            observe_state(model, start, y, observed)
            return JUMPED, start
        part, guard, end = end_of_sub_step(model, run, room, start, span, end, until)
        if guard == NOT_FINITE and error <= tolerance and level < deepest_level:
            # its end is good: what is lost where a guard is looked for on the way may be the step
            level += 1
            watch[arrays.REJECTED] += 1.0
            observe_state(model, start, y, observed)
            continue
        if has_drifted(model, watch, observed, guard == NOT_FINITE):
            memory[arrays.LEVEL] = level
            observe_state(model, start, y, observed)
            return NOT_FINITE if guard == NOT_FINITE else DRIFTED, start

        accept(run, room, part)
        if guard < 0:
            # at the event itself |F|/N has no meaning, so only whole sub-steps count
            watch[arrays.MAX_FRICTION] = max(watch[arrays.MAX_FRICTION], observed[obs.FRICTION_RATIO])
        if guard >= 0 or end >= until:
            memory[arrays.LEVEL] = level
            return guard, end
        done += length
        if level > 0 and (allows_double(model, error, span) or level > deepest_level) and done % (2*length) == 0:
            level -= 1
    memory[arrays.LEVEL] = level
    return DONE, t_next


@compiled
def note_guards(observed, now):
    """Keeps the guards of an observation in now (GUARDS,)."""
    for i in range(obs.GUARDS):
        now[i] = observed[obs.FIRST_GUARD + i]


@compiled
def end_of_sub_step(model, run, room, start, span, end, until):
    """Where a good sub-step from start [s] ends: as it was tried, where a guard breaks on the way, or at `until`.

    new and observed are those of that end afterwards.
    returns (length [s], the guard, negative for none, instant [s])
    """
    y, size, memory, watch = run
    new, observed, spare, again, now = room
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
    return part, guard, end


@compiled
def accept(run, room, part):
    """Takes over what a sub-step of length `part` [s] has come to."""
    y, size, memory, watch = run
    new, observed, spare, again, now = room
    for i in range(obs.GUARDS):
        memory[arrays.GUARDS_BEFORE + i] = now[i]
    memory[arrays.SPAN] = part
    for i in range(size):
        y[i] = new[i]
    watch[arrays.SUBSTEPS] += 1.0
    watch[arrays.WORST_DEFECT] = max(watch[arrays.WORST_DEFECT], abs(observed[obs.DEFECT] - watch[arrays.REFERENCE]))
    watch[arrays.MAX_KINETIC] = max(watch[arrays.MAX_KINETIC], observed[obs.KINETIC_ENERGY])
