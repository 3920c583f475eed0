"""A mode of a body among several supports: it goes on as ever on the present one, and the others are watched.

A state is that of the mode alone, followed by the nearest point of each other support in its local axes, NOWHERE for
what is out of reach, and by the Leave not to look at any of them (reach.py). The four mode
functions here call those of the mode by their addresses, and look from each other support at the body (watching.py). In
the array of parameters the supports follow each other, so that each is found from any other.
"""

from math import inf

from sandbox.compiling.compiled import call_mode, compiled, part, room, wholes_at
from sandbox.compiling.entries import mode_function
from sandbox.compiling.traced import traced
from sandbox.integration import arrays
from sandbox.integration import observation as obs
from sandbox.integration.settings import TOLERANCE
from sandbox.mechanics import layout as lay
from sandbox.mechanics import report
from sandbox.mechanics.contact.among.reach import LEAVE, SLIPPING, goes_less, is_known, leave_place
from sandbox.mechanics.contact.among.watching import (
    body_seen,
    choose_watched,
    guard_others,
    instant_of,
    is_any_watched,
    is_watched,
    look_at,
    meets_unknown,
    point_at,
    settle_others,
    spin_seen,
)
from sandbox.mechanics.contact.flight.across import has_face, is_across, other_gap
from sandbox.mechanics.contact.flight.around import PASSED, SHARE, comes_in_deep, travel, unseen
from sandbox.mechanics.contact.flight.flight import mass_centre
from sandbox.mechanics.contact.flight.nearest import foot, within
from sandbox.mechanics.contact.state import POINT

# a body that is held by its support may go further in a sub-step than one in flight: it can't be thrown past something
HELD_SHARE = 4.0*SHARE
# how far supports that join reach over each other, so that what comes on one is not off it by rounding [of the body's
# size]
HAIR = 1e-13
# what `look_around` writes of each other support, as a Look has it
LOOK_GUARD, LOOK_GAP, LOOK_RATE, LOOKED = range(4)


@compiled
def own_function(calls, role):
    """The address of a function of the mode itself."""
    return wholes_at(calls[lay.OWN_FUNCTIONS])[role]


@compiled
def has_fine_parts(p, calls):
    """Whether one of the other supports has parts that stick out."""
    found = False
    for i in range(calls[lay.OTHERS]):
        found = found or part(p, calls[lay.OTHER_P + i])[lay.SHARPEST] < inf
    return found


@compiled
def is_beyond_edge(y, i, p, calls):
    """Whether the body's nearest point of the i-th other support is known, and beyond an edge of it."""
    return is_watched(y, i, calls) and not within(point_at(y, calls[lay.OWN_SIZE] + 3*i), part(
        p, calls[lay.OTHER_P + i]), part(calls, calls[lay.OTHER_CALLS + i]))


@compiled
def is_any_beyond(y, p, calls):
    """Whether the nearest point of one of the other supports is beyond an edge of it."""
    found = False
    for i in range(calls[lay.OTHERS]):
        found = found or is_beyond_edge(y, i, p, calls)
    return found


@traced
def passed_way(before, after, w, h, p):
    """How far the points of a body went in a step [m], as a support sees it."""
    return travel.formula(mass_centre.formula(before.r, p), mass_centre.formula(after.r, p), w, h, p)


@compiled
def too_far(before, after, w, h, p):
    """What stands for the error of a step of a body that is held, where it is long (around.unseen)."""
    share = passed_way(before, after, w, h, p)/(HELD_SHARE*(p[lay.SHARPEST] + p[lay.LENGTH_SCALE]))
    if share <= 1.0:
        return 0.0
    square = share*share
    return TOLERANCE*(square*square)*(square*square)


@compiled
def step_of_mode(t, h, y, p, calls, out):
    """The step of the mode itself; returns its error."""
    error = call_mode(own_function(calls, arrays.STEP), t, h, y, p, calls, out)
    # the nearest points, and the Leave
    for i in range(calls[lay.OWN_SIZE], leave_place(calls) + LEAVE):
        out[i] = y[i]
    return error


@compiled
def is_short(t, h, y, p, calls, out):
    """Whether a ball that is held makes so short a way, by a bound of its speed, that `too_far` finds nothing."""
    if not is_known(p, calls) or calls[lay.OWN_PLACE] == SLIPPING:
        return False
    for i in range(calls[lay.OTHERS]):
        q = part(p, calls[lay.OTHER_P + i])
        if q[lay.SHARPEST] < inf and not (calls[lay.OTHER_ALIKE + i] != 0 and goes_less(
                t, h, y, out, HELD_SHARE*(q[lay.SHARPEST] + q[lay.LENGTH_SCALE]), p)):
            return False
    return True


@mode_function
def step_on(t, h, y, p, calls, out):
    """One step of a body that touches its support."""
    error = step_of_mode(t, h, y, p, calls, out)
    if not error <= TOLERANCE or calls[lay.OWN_CLOCK] >= 0 or not has_fine_parts(p, calls):
        return error
    if is_short(t, h, y, p, calls, out):
        return error
    seen, then = room(report.REPORT), room(report.REPORT)
    call_mode(own_function(calls, arrays.REPORT_STATE), t, 0.0, y, p, calls, seen)
    call_mode(own_function(calls, arrays.REPORT_STATE), t + h, 0.0, out, p, calls, then)
    for i in range(calls[lay.OTHERS]):
        q = part(p, calls[lay.OTHER_P + i])
        if q[lay.SHARPEST] < inf:
            error = max(error, too_far(body_seen(t, seen, q), body_seen(t + h, then, q), spin_seen(seen), h, q))
    return error


@mode_function
def step_aloft(t, h, y, p, calls, out):
    """One step of a body in flight, as long as nothing can be passed in it unseen."""
    error = step_of_mode(t, h, y, p, calls, out)
    if not error <= TOLERANCE or not (has_fine_parts(p, calls) or is_any_beyond(y, p, calls)):
        return error
    seen, then = room(report.REPORT), room(report.REPORT)
    call_mode(own_function(calls, arrays.REPORT_STATE), t, 0.0, y, p, calls, seen)
    call_mode(own_function(calls, arrays.REPORT_STATE), t + h, 0.0, out, p, calls, then)
    for i in range(calls[lay.OTHERS]):
        q, its = part(p, calls[lay.OTHER_P + i]), part(calls, calls[lay.OTHER_CALLS + i])
        is_beyond = is_beyond_edge(y, i, p, calls)
        if q[lay.SHARPEST] < inf or is_beyond:
            before, after = body_seen(t, seen, q), body_seen(t + h, then, q)
            a, b = mass_centre(before.r, q), mass_centre(after.r, q)
            error = max(error, unseen(a, before.turning, b, after.turning, spin_seen(seen), h, q, its))
            if is_beyond and comes_in_deep(
                    a, before.turning, point_at(y, calls[lay.OWN_SIZE] + 3*i), b, after.turning, h, q, its):
                return PASSED
    return error


@mode_function
def settle_among(t, h, y, p, calls, out):
    """Settles the state of the mode, and the nearest points of what is within reach."""
    call_mode(own_function(calls, arrays.SETTLE), t, 0.0, y, p, calls, out)
    now = instant_of(t, y, calls)
    anew = choose_watched(now, y, p, calls)
    if not is_any_watched(y, calls):
        return 0.0
    seen = room(report.REPORT)
    call_mode(own_function(calls, arrays.REPORT_STATE), t, 0.0, y, p, calls, seen)
    settle_others(now, seen, anew, y, p, calls)
    return 0.0


@compiled
def observe_others(t, y, p, calls, out):
    """Fill the guard of the other supports; returns the largest of what tells that they are left behind."""
    if not is_any_watched(y, calls):
        # far in front of all there are
        return 1.0 if calls[lay.OTHERS] > 0 else -inf
    seen = room(report.REPORT)
    call_mode(own_function(calls, arrays.REPORT_STATE), t, 0.0, y, p, calls, seen)
    return guard_others(instant_of(t, y, calls), seen, y, p, calls, out)


@compiled
def observe_across(t, y, p, calls, out):
    """Breaks the guard of a single touching point where a second one closes, of a face across a hollow."""
    seen = room(report.REPORT)
    call_mode(own_function(calls, arrays.REPORT_STATE), t, 0.0, y, p, calls, seen)
    body = body_seen(instant_of(t, y, calls), seen, p)
    x = mass_centre(body.r, p)
    if is_across(body.turning, foot(x, p, calls), p, calls):
        gap = other_gap(x, body.turning, point_at(y, POINT), p, calls)
        out[obs.FIRST_GUARD + lay.GUARD_FIT] = min(out[obs.FIRST_GUARD + lay.GUARD_FIT], gap/p[lay.LENGTH_SCALE])


@compiled
def may_be_across(p, calls):
    """Whether a body may have a flat face that its support is hollow to."""
    return calls[lay.CALL_SHAPE] != 0 and calls[lay.OWN_CLOCK] < 0 and has_face(p, calls)


@mode_function
def observe_first(t, h, y, p, calls, out):
    """Fills an observation of a body on the support that it started on."""
    call_mode(own_function(calls, arrays.OBSERVE), t, 0.0, y, p, calls, out)
    if may_be_across(p, calls):
        observe_across(t, y, p, calls, out)
    observe_others(t, y, p, calls, out)
    return 0.0


@mode_function
def observe_on(t, h, y, p, calls, out):
    """Fills an observation of a body that touches its support, which reaches a hair over its edges."""
    call_mode(own_function(calls, arrays.OBSERVE), t, 0.0, y, p, calls, out)
    for i in range(4):
        out[obs.FIRST_GUARD + lay.GUARD_EDGES + i] += HAIR*p[lay.LENGTH_SCALE]
    if may_be_across(p, calls):
        observe_across(t, y, p, calls, out)
    observe_others(t, y, p, calls, out)
    return 0.0


@mode_function
def observe_aloft(t, h, y, p, calls, out):
    """Fills an observation of a body in flight: it goes on until it has passed all supports."""
    call_mode(own_function(calls, arrays.OBSERVE), t, 0.0, y, p, calls, out)
    left = observe_others(t, y, p, calls, out)
    out[obs.FIRST_GUARD + lay.GUARD_EDGES] = max(out[obs.FIRST_GUARD + lay.GUARD_EDGES], left)
    if not is_any_watched(y, calls):
        return 0.0
    seen = room(report.REPORT)
    call_mode(own_function(calls, arrays.REPORT_STATE), t, 0.0, y, p, calls, seen)
    if meets_unknown(t, seen, y, p, calls):
        out[obs.FIRST_GUARD + lay.GUARD_FIT] = -1.0
    return 0.0


@mode_function
def look_around(t, h, y, p, calls, out):
    """Fills out (others, LOOKED): guard of the gap, gap and its rate of each other support."""
    seen = room(report.REPORT)
    call_mode(own_function(calls, arrays.REPORT_STATE), t, 0.0, y, p, calls, seen)
    for i in range(calls[lay.OTHERS]):
        looked = part(out, LOOKED*i)
        if not is_watched(y, i, calls):
            looked[LOOK_GUARD], looked[LOOK_GAP], looked[LOOK_RATE] = 1.0, inf, 0.0
            continue
        found = look_at(instant_of(t, y, calls), seen, point_at(y, calls[lay.OWN_SIZE] + 3*i),
                        part(p, calls[lay.OTHER_P + i]), part(calls, calls[lay.OTHER_CALLS + i]))
        looked[LOOK_GUARD], looked[LOOK_GAP], looked[LOOK_RATE] = found.guard, found.gap, found.rate
    return 0.0
