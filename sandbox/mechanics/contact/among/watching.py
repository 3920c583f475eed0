"""How the other supports see a body that one of them holds, or that flies: nearest points, gaps, what is left behind.

A body is seen through its report (mechanics/report.py), which is the same for every mode; the gap is that of a body in
flight (flight.py). What a ball can't reach soon is not looked at (reach.py). See among.py.
"""

from math import inf
from typing import NamedTuple

from sandbox.compiling.branching import call
from sandbox.compiling.compiled import compiled, part
from sandbox.compiling.traced import Vector, matrix_of, multiply, traced, turn_back, vector_at
from sandbox.integration import observation as obs
from sandbox.mechanics import layout as lay
from sandbox.mechanics import report
from sandbox.mechanics.contact.among.reach import (
    NOWHERE,
    has_leave,
    is_known,
    put_leave,
    reach_of,
    spare_and_turning,
    speeds,
    take_leave,
)
from sandbox.mechanics.contact.flight.around import nearest_of_all, overlaps
from sandbox.mechanics.contact.flight.flight import (
    LEAVING,
    OVERLAP,
    SLOW,
    Flying,
    fall_off,
    from_support,
    mass_centre,
    opening,
)
from sandbox.mechanics.contact.flight.nearest import ASTRAY, foot, gap_at, regular_geometry, size_of, within
from sandbox.mechanics.motion import support_motion, support_pose


@traced
def seen_formula(t, seen, p):
    """`body_seen`."""
    pose = call(support_pose, t, p)
    r, v = from_support.formula(pose, vector_at(seen, report.CENTRE), vector_at(seen, report.VELOCITY))
    back = (pose.q[0], -pose.q[1], -pose.q[2], -pose.q[3])
    q = multiply(back, tuple(seen[report.QUATERNION + i] for i in range(4)))
    return Flying(r, v, matrix_of(q), q)


@compiled
def body_seen(t, seen, p):
    """The Flying body of a report as the support of p sees it."""
    return seen_formula(t, seen, p)


@traced
def spin_formula(seen):
    """Angular velocity of a report, body axes."""
    return turn_back(matrix_of(tuple(seen[report.QUATERNION + i] for i in range(4))), vector_at(seen, report.SPIN_LAB))


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
    clock = calls[lay.OWN_CLOCK]
    return t if clock < 0 else y[clock]


class Look(NamedTuple):
    """How another support sees the body."""

    guard: float        # of the gap
    gap: float          # [m]
    rate: float         # of the gap [m/s]
    left: float         # positive until the body has left the support behind


@compiled
def look_at(t, seen, c, p, calls):
    """The Look at a support with the nearest point c.

    The guard is 1.0 where there is nothing to touch: beyond an edge, or for want of a nearest point.
    """
    body = body_seen(t, seen, p)
    touch = regular_geometry(c, body.turning, p, calls)
    gap = gap_at(touch, mass_centre(body.r, p), c, p, calls)
    rate = opening_rate(t, body, touch, c, spin_seen(seen), p)
    if not (gap - gap == 0.0 and within(c, p, calls)):
        return Look(1.0, gap, rate, left_behind(t, body, c, gap, p))
    guard = gap
    if rate > -SLOW*(p[lay.SLIP_SCALE] + size_of(body.v)) and gap > -OVERLAP*p[lay.LENGTH_SCALE]:
        guard = max(gap, LEAVING*p[lay.LENGTH_SCALE])
    return Look(guard, gap, rate, 1.0)


@compiled
def follow(t, seen, y, at, p, calls):
    """Bring the nearest point of a support at y[at:] up to date, as flight.flight_settle does."""
    body, old = body_seen(t, seen, p), point_at(y, at)
    found = nearest_of_all(mass_centre(body.r, p), body.turning, old, p, calls)
    if found.found and not (found.gap < 0.0 and not within(old, p, calls)):
        put_point(y, at, found.c)


@compiled
def is_watched(y, i, calls):
    """Whether a state has a nearest point of the i-th other support: it has none of what is out of reach."""
    return y[calls[lay.OWN_SIZE] + 3*i] != NOWHERE


@compiled
def is_any_watched(y, calls):
    """Whether a state has a nearest point of any other support."""
    found = False
    for i in range(calls[lay.OTHERS]):
        found = found or is_watched(y, i, calls)
    return found


@compiled
def choose_watched(t, y, p, calls):
    """Forget the nearest points of what is out of reach; returns a bit for each other support that is watched anew."""
    anew, least, most, known = 0, inf, 0.0, is_known(p, calls)
    if calls[lay.OTHERS] == 0 or (known and has_leave(t, y, p, calls)):
        return anew
    reach, moving = (0.0, 0.0), (0.0, 0.0)
    if known:
        reach = reach_of(y, p, calls)
        _wide, R = reach
        moving = speeds(t, y, R, p, calls)
    for i in range(calls[lay.OTHERS]):
        at, spare = calls[lay.OWN_SIZE] + 3*i, -1.0
        if known:
            spare, turning = spare_and_turning(t, y, i, moving, reach, p, calls)
            most = max(most, turning)
        least = min(least, spare)
        if spare > 0.0:
            put_point(y, at, (NOWHERE, 0.0, 0.0))
        elif y[at] == NOWHERE:
            # anything else than NOWHERE, until the body is seen
            put_point(y, at, (0.0, 0.0, 0.0))
            anew |= 1 << i
    if least > 0.0:
        put_leave(t, y, least, most, p, calls)
    else:
        take_leave(y, calls)
    return anew


@compiled
def settle_other(t, seen, i, anew, y, p, calls):
    """`follow` for the i-th other support, which is watched; `anew` as `choose_watched` returns it."""
    at, q, its = calls[lay.OWN_SIZE] + 3*i, part(p, calls[lay.OTHER_P + i]), part(calls, calls[lay.OTHER_CALLS + i])
    if anew & (1 << i):
        # the search for the nearest point begins below the body
        x = mass_centre(body_seen(t, seen, q).r, q)
        below = foot(x, q, its)
        put_point(y, at, below if size_of(below) < NOWHERE else x)
    follow(t, seen, y, at, q, its)


@compiled
def settle_others(t, seen, anew, y, p, calls):
    """`settle_other` for those that are watched."""
    for i in range(calls[lay.OTHERS]):
        if is_watched(y, i, calls):
            settle_other(t, seen, i, anew, y, p, calls)


@compiled
def guard_others(t, seen, y, p, calls, out):
    """Fill the guard of the other supports; returns the largest of what tells that they are left behind."""
    least, left = 1.0, -inf
    for i in range(calls[lay.OTHERS]):
        if is_watched(y, i, calls):
            found = look_at(t, seen, point_at(y, calls[lay.OWN_SIZE] + 3*i), part(p, calls[lay.OTHER_P + i]),
                            part(calls, calls[lay.OTHER_CALLS + i]))
            least, left = min(least, found.guard), max(left, found.left)
        else:
            # far in front of it
            left = max(left, 1.0)
    out[obs.FIRST_GUARD + lay.GUARD_OTHERS] = least
    return left


@compiled
def meets_unknown(t, seen, y, p, calls):
    """Whether a flying body overlaps a surface that nobody knows where its nearest point does not show it."""
    for i in range(calls[lay.OTHERS]):
        if not is_watched(y, i, calls):
            continue
        q, its = part(p, calls[lay.OTHER_P + i]), part(calls, calls[lay.OTHER_CALLS + i])
        if q[lay.SHARPEST] == 0.0:
            gap = look_at(t, seen, point_at(y, calls[lay.OWN_SIZE] + 3*i), q, its).guard
            body = body_seen(t, seen, q)
            if gap > ASTRAY*q[lay.LENGTH_SCALE] and overlaps(mass_centre(body.r, q), body.turning, q, its):
                return True
    return False
