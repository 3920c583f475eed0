"""Whether a ball is too far from all other supports to touch one soon, for many starts in long strides.

To find the nearest point of another support takes ten times as long as a step. The gap to one that moves as the present
support hangs on where the ball's centre is on that, and the gap to one at rest on where it is in the laboratory; it
changes by no more than the centre moves. Where a gap g was found once, there is room for all balls that are nearer to
that place r_0 than g. The last MOST such places are remembered, of all starts together: what is in a cloud finds its
way cleared by the first of it. With the ball's speed v there, and relative to what turns otherwise a bound V of it,
nothing is touched within the time h before or after an instant as long as

    g - |r - r_0| > FAR v h,     gap > FAR V h,     V = |v_lab| + |W_j| |x_lab - x_j|

FAR leaves room for a speed that grows meanwhile.
"""

from math import inf

from sandbox.compiling.compiled import call_mode, compiled, part, room
from sandbox.compiling.entries import mode_function
from sandbox.compiling.places import Places
from sandbox.compiling.traced import cross, length, traced, vector_at
from sandbox.integration import arrays
from sandbox.mechanics import layout as lay
from sandbox.mechanics import report
from sandbox.mechanics.contact.among.among import own_function
from sandbox.mechanics.contact.among.reach import spin_rate, turns_only
from sandbox.mechanics.contact.among.watching import body_seen, look_at, point_at, settle_other
from sandbox.mechanics.contact.flight.nearest import along, plus

FAR = 2.0
# places that are remembered of each other support
MOST = 64

_clear = Places()
COUNT = _clear.take()           # how many were found so far: the last MOST of them are kept
LAST = _clear.take()            # which one was of use last
FOUND = _clear.take(4*MOST)     # r_0 and g of each [m]
CLEAR = _clear.size
# numbers that are remembered for all other supports
REMEMBERED = lay.MOST_OTHERS*CLEAR


@compiled
def is_room_at(i, r, way, found):
    """Whether the i-th place that is remembered gives room for a ball with its centre at r, on a way so long [m]."""
    at = FOUND + 4*i
    left = found[at + 3] - way
    apart = plus(r, -1.0, point_at(found, at))
    return left > 0.0 and along(apart, apart) < left*left


@compiled
def is_clear(r, way, found):
    """Whether one of the places that are remembered of a support gives room."""
    last = int(found[LAST])
    count = min(int(found[COUNT]), MOST)
    if last < count and is_room_at(last, r, way, found):
        return True
    for i in range(count):
        if is_room_at(i, r, way, found):
            found[LAST] = float(i)
            return True
    return False


@compiled
def remember(r, gap, found):
    """Keep a place and the gap there, in place of the oldest one."""
    at = FOUND + 4*(int(found[COUNT]) % MOST)
    found[at], found[at + 1], found[at + 2] = r[0], r[1], r[2]
    found[at + 3] = gap
    found[COUNT] += 1.0


@traced
def speeds(seen):
    """Of a report: |v| on the support, and |v_lab| [m/s]."""
    v, r = vector_at(seen, report.VELOCITY), vector_at(seen, report.CENTRE) - vector_at(seen, report.SUPPORT_POINT)
    carried = vector_at(seen, report.SUPPORT_VELOCITY) + cross(vector_at(seen, report.SUPPORT_SPIN), r)
    return length(v - carried), length(v)


@traced
def carried_past(t, seen, p):
    """|W_j| |x_lab - x_j| [m/s] of a support that does nothing but turn."""
    return spin_rate.formula(t, p)*length(vector_at(seen, report.CENTRE) - vector_at(p, lay.LAB_POINT))


@compiled
def is_still(t, p):
    """Whether a support is at rest."""
    return turns_only(p) and spin_rate(t, p) == 0.0


@mode_function
def untouched(t, h, y, p, calls, out):
    """Returns 1.0 where no other support can be touched for a time h, before and after t, else -1.0.

    out (REMEMBERED,) is what is remembered of all starts.
    """
    seen = room(report.REPORT)
    call_mode(own_function(calls, arrays.REPORT_STATE), t, 0.0, y, p, calls, seen)
    on_support, in_room = speeds(seen)
    for i in range(calls[lay.OTHERS]):
        q, its, found = part(p, calls[lay.OTHER_P + i]), part(calls, calls[lay.OTHER_CALLS + i]), part(out, CLEAR*i)
        is_alike = calls[lay.OTHER_ALIKE + i] != 0
        is_kept = is_alike or is_still(t, q)
        r = body_seen(t, seen, p).r if is_alike else point_at(seen, report.CENTRE)
        way = FAR*h*(on_support if is_alike else in_room)
        if is_kept and is_clear(r, way, found):
            continue
        settle_other(t, seen, i, 1 << i, y, p, calls)
        gap = look_at(t, seen, point_at(y, calls[lay.OWN_SIZE] + 3*i), q, its).gap
        if is_kept and gap > 0.0:
            remember(r, gap, found)
        elif not is_kept:
            way = FAR*h*(in_room + carried_past(t, seen, q)) if turns_only(q) else inf
        if not gap > way:
            return -1.0
    return 1.0
