"""A mode of a body among several supports: it goes on as ever on the present one, and the others are watched.

A state is that of the mode alone, followed by the nearest point of each other support in its local axes. The four mode
functions here call those of the mode by their addresses, see the body through its report, which is the same for every
mode, and look from each other support at it: the gap to the nearest point, as of a body in flight (flight.py). In the
array of parameters the supports follow each other, so that each is found from any other.
"""

from math import inf

from sandbox.compiling.branching import call
from sandbox.compiling.compiled import call_mode, compiled, mode_function, part, room
from sandbox.compiling.traced import Vector, matrix_of, multiply, traced, turn_back, vector_at
from sandbox.integration.observation import FIRST_GUARD
from sandbox.integration.settings import TOLERANCE
from sandbox.mechanics.contact.around import SHARE, nearest_of_all, overlaps, unseen, way
from sandbox.mechanics.contact.flight import LEAVING, OVERLAP, SLOW, fall_off, opening
from sandbox.mechanics.contact.flying import Flying, from_support, mass_centre
from sandbox.mechanics.contact.nearest import ASTRAY, gap_at, regular_geometry, size_of, within
from sandbox.mechanics.layout import (
    GUARD_EDGES,
    GUARD_FIT,
    GUARD_OTHERS,
    LENGTH_SCALE,
    OTHER_CALLS,
    OTHER_P,
    OTHERS,
    OWN_CLOCK,
    OWN_OBSERVE,
    OWN_REPORT,
    OWN_SETTLE,
    OWN_SIZE,
    OWN_STEP,
    SHARPEST,
    SLIP_SCALE,
)
from sandbox.mechanics.motion import support_motion, support_pose
from sandbox.mechanics.report import CENTRE, QUATERNION, REPORT, SPIN_LAB, VELOCITY

# a body that is held by its support may go further in a sub-step than one in flight: it can't be thrown past something
HELD_SHARE = 4.0*SHARE
# how far supports that join reach over each other, so that what comes on one is not off it by rounding [of the body's
# size]
HAIR = 1e-13
# numbers that `look_around` writes of each other support: guard of the gap, gap [m], rate of the gap [m/s]
LOOKED = 3


@traced
def seen_formula(t, seen, p):
    """`body_seen`."""
    pose = call(support_pose, t, p)
    r, v = from_support.formula(pose, vector_at(seen, CENTRE), vector_at(seen, VELOCITY))
    back = (pose.q[0], -pose.q[1], -pose.q[2], -pose.q[3])
    q = multiply(back, tuple(seen[QUATERNION + i] for i in range(4)))
    return Flying(r, v, matrix_of(q), q)


@compiled
def body_seen(t, seen, p):
    """The Flying body of a report as the support of p sees it."""
    return seen_formula(t, seen, p)


@traced
def spin_formula(seen):
    """Angular velocity of a report, body axes."""
    return turn_back(matrix_of(tuple(seen[QUATERNION + i] for i in range(4))), vector_at(seen, SPIN_LAB))


@compiled
def spin_seen(seen):
    """Angular velocity of a report, body axes."""
    return spin_formula(seen)


@compiled
def point_at(y, at):
    """The point that stands at a place."""
    return y[at], y[at + 1], y[at + 2]


@compiled
def put_point(y, at, c):
    """Write a point to a place."""
    y[at], y[at + 1], y[at + 2] = c[0], c[1], c[2]


@traced
def opening_rate(t, body, touch, c, w, p):
    """Rate of the gap at c [m/s]."""
    return opening.formula(support_motion.formula(t, p), touch, c, body.v, Vector(*w), p)


@traced
def left_behind(t, body, c, gap, p):
    """What stays positive until the body is below an edge that it is beyond, see fall_off."""
    return call(fall_off, support_motion.formula(t, p), body.r, c, gap, p)


@compiled
def instant_of(t, y, calls):
    """The time of a state [s]."""
    clock = calls[OWN_CLOCK]
    return t if clock < 0 else y[clock]


@compiled
def look_at(t, seen, c, p, calls):
    """Guard of the gap to a support with the nearest point c, the gap [m], its rate [m/s], what tells that it is left.

    The guard is 1.0 where there is nothing to touch: beyond an edge, or for want of a nearest point.
    """
    body = body_seen(t, seen, p)
    touch = regular_geometry(c, body.turning, p, calls)
    gap = gap_at(touch, mass_centre(body.r, p), c, p, calls)
    rate = opening_rate(t, body, touch, c, spin_seen(seen), p)
    if not (gap - gap == 0.0 and within(c, p, calls)):
        return 1.0, gap, rate, left_behind(t, body, c, gap, p)
    guard = gap
    if rate > -SLOW*(p[SLIP_SCALE] + size_of(body.v)) and gap > -OVERLAP*p[LENGTH_SCALE]:
        guard = max(gap, LEAVING*p[LENGTH_SCALE])
    return guard, gap, rate, 1.0


@compiled
def follow(t, seen, y, at, p, calls):
    """Bring the nearest point of a support at y[at:] up to date, as flight.flight_settle does."""
    body, old = body_seen(t, seen, p), point_at(y, at)
    c, gap, found = nearest_of_all(mass_centre(body.r, p), body.turning, old, p, calls)
    if found and not (gap < 0.0 and not within(old, p, calls)):
        put_point(y, at, c)


@compiled
def settle_others(t, seen, y, p, calls):
    """`follow` for all other supports."""
    for i in range(calls[OTHERS]):
        follow(t, seen, y, calls[OWN_SIZE] + 3*i, part(p, calls[OTHER_P + i]), part(calls, calls[OTHER_CALLS + i]))


@compiled
def guard_others(t, seen, y, p, calls, out):
    """Fill the guard of the other supports; returns the largest of what tells that they are left behind."""
    least, left = 1.0, -inf
    for i in range(calls[OTHERS]):
        found = look_at(t, seen, point_at(y, calls[OWN_SIZE] + 3*i), part(p, calls[OTHER_P + i]),
                        part(calls, calls[OTHER_CALLS + i]))
        least, left = min(least, found[0]), max(left, found[3])
    out[FIRST_GUARD + GUARD_OTHERS] = least
    return left


@compiled
def meets_unknown(t, seen, y, p, calls):
    """Whether a flying body overlaps a surface that nobody knows where its nearest point does not show it."""
    for i in range(calls[OTHERS]):
        q, its = part(p, calls[OTHER_P + i]), part(calls, calls[OTHER_CALLS + i])
        if q[SHARPEST] == 0.0:
            gap = look_at(t, seen, point_at(y, calls[OWN_SIZE] + 3*i), q, its)[0]
            body = body_seen(t, seen, q)
            if gap > ASTRAY*q[LENGTH_SCALE] and overlaps(mass_centre(body.r, q), body.turning, q, its):
                return True
    return False


@compiled
def keep_points(y, calls, out):
    """Hand the nearest points on to the end of a step."""
    first = calls[OWN_SIZE]
    for i in range(3*calls[OTHERS]):
        out[first + i] = y[first + i]


@compiled
def has_fine_parts(p, calls):
    """Whether one of the other supports has parts that stick out."""
    found = False
    for i in range(calls[OTHERS]):
        found = found or part(p, calls[OTHER_P + i])[SHARPEST] < inf
    return found


@traced
def passed_way(before, after, w, h, p):
    """How far the points of a body went in a step [m], as a support sees it."""
    return way.formula(mass_centre.formula(before.r, p), mass_centre.formula(after.r, p), w, h, p)


@compiled
def too_far(before, after, w, h, p):
    """What stands for the error of a step of a body that is held, where it is long (around.unseen)."""
    share = passed_way(before, after, w, h, p)/(HELD_SHARE*(p[SHARPEST] + p[LENGTH_SCALE]))
    if share <= 1.0:
        return 0.0
    square = share*share
    return TOLERANCE*(square*square)*(square*square)


@compiled
def step_of_mode(t, h, y, p, calls, out):
    """The step of the mode itself; returns its error."""
    error = call_mode(calls[OWN_STEP], t, h, y, p, calls, out)
    keep_points(y, calls, out)
    return error


@mode_function
def step_on(t, h, y, p, calls, out):
    """One step of a body that touches its support."""
    error = step_of_mode(t, h, y, p, calls, out)
    if not error <= TOLERANCE or calls[OWN_CLOCK] >= 0 or not has_fine_parts(p, calls):
        return error
    seen, then = room(REPORT), room(REPORT)
    call_mode(calls[OWN_REPORT], t, 0.0, y, p, calls, seen)
    call_mode(calls[OWN_REPORT], t + h, 0.0, out, p, calls, then)
    for i in range(calls[OTHERS]):
        q = part(p, calls[OTHER_P + i])
        if q[SHARPEST] < inf:
            error = max(error, too_far(body_seen(t, seen, q), body_seen(t + h, then, q), spin_seen(seen), h, q))
    return error


@compiled
def way_of_flight(t, h, seen, then, q, its):
    """around.unseen for one of the other supports."""
    before, after = body_seen(t, seen, q), body_seen(t + h, then, q)
    return unseen(mass_centre(before.r, q), before.turning, mass_centre(after.r, q), after.turning, spin_seen(seen), h,
                  q, its)


@mode_function
def step_aloft(t, h, y, p, calls, out):
    """One step of a body in flight, as long as nothing can be passed in it unseen."""
    error = step_of_mode(t, h, y, p, calls, out)
    if not error <= TOLERANCE or not has_fine_parts(p, calls):
        return error
    seen, then = room(REPORT), room(REPORT)
    call_mode(calls[OWN_REPORT], t, 0.0, y, p, calls, seen)
    call_mode(calls[OWN_REPORT], t + h, 0.0, out, p, calls, then)
    for i in range(calls[OTHERS]):
        q, its = part(p, calls[OTHER_P + i]), part(calls, calls[OTHER_CALLS + i])
        if q[SHARPEST] < inf:
            error = max(error, way_of_flight(t, h, seen, then, q, its))
    return error


@mode_function
def settle_among(t, h, y, p, calls, out):
    """Settles the state of the mode, and the nearest points."""
    call_mode(calls[OWN_SETTLE], t, 0.0, y, p, calls, out)
    seen = room(REPORT)
    call_mode(calls[OWN_REPORT], t, 0.0, y, p, calls, seen)
    settle_others(instant_of(t, y, calls), seen, y, p, calls)
    return 0.0


@mode_function
def observe_first(t, h, y, p, calls, out):
    """Fills an observation of a body on the support that it started on."""
    call_mode(calls[OWN_OBSERVE], t, 0.0, y, p, calls, out)
    seen = room(REPORT)
    call_mode(calls[OWN_REPORT], t, 0.0, y, p, calls, seen)
    guard_others(instant_of(t, y, calls), seen, y, p, calls, out)
    return 0.0


@mode_function
def observe_on(t, h, y, p, calls, out):
    """Fills an observation of a body that touches its support, which reaches a hair over its edges."""
    call_mode(calls[OWN_OBSERVE], t, 0.0, y, p, calls, out)
    for i in range(4):
        out[FIRST_GUARD + GUARD_EDGES + i] += HAIR*p[LENGTH_SCALE]
    seen = room(REPORT)
    call_mode(calls[OWN_REPORT], t, 0.0, y, p, calls, seen)
    guard_others(instant_of(t, y, calls), seen, y, p, calls, out)
    return 0.0


@mode_function
def observe_aloft(t, h, y, p, calls, out):
    """Fills an observation of a body in flight: it goes on until it has passed all supports."""
    call_mode(calls[OWN_OBSERVE], t, 0.0, y, p, calls, out)
    seen = room(REPORT)
    call_mode(calls[OWN_REPORT], t, 0.0, y, p, calls, seen)
    left = guard_others(t, seen, y, p, calls, out)
    out[FIRST_GUARD + GUARD_EDGES] = max(out[FIRST_GUARD + GUARD_EDGES], left)
    if meets_unknown(t, seen, y, p, calls):
        out[FIRST_GUARD + GUARD_FIT] = -1.0
    return 0.0


@mode_function
def look_around(t, h, y, p, calls, out):
    """Fills out (others, LOOKED): guard of the gap, gap and its rate of each other support."""
    seen = room(REPORT)
    call_mode(calls[OWN_REPORT], t, 0.0, y, p, calls, seen)
    for i in range(calls[OTHERS]):
        found = look_at(instant_of(t, y, calls), seen, point_at(y, calls[OWN_SIZE] + 3*i),
                        part(p, calls[OTHER_P + i]), part(calls, calls[OTHER_CALLS + i]))
        out[LOOKED*i], out[LOOKED*i + 1], out[LOOKED*i + 2] = found[0], found[1], found[2]
    return 0.0
