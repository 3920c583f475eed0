"""What ends the segment of a lone ball: it meets a support, or leaves the one on which it rolls at an edge.

The distance to a support is looked at at instants between which the ball moves by less than half of its radius, so that
it passes no wall unseen; where it falls and rises between two of them its least value is looked for, too. The instant
is located on the motion itself.
"""

from math import inf

from sandbox.compiling.compiled import compiled, part, room
from sandbox.compiling.places import Places
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world import shaped
from sandbox.mechanics.world.impact.pushes import frame_velocity, point_velocity
from sandbox.mechanics.world.instant import foot_on, support_now
from sandbox.mechanics.world.nearest import least_edge, local_of
from sandbox.mechanics.world.segments.segment import ball_of, lone_at, state_of, working_of
from sandbox.mechanics.world.shaped import LOOK, is_shaped, look_at_support, rate_seen
from sandbox.mechanics.world.supports import block_of, is_free, scaled

# instants at which a ball is looked at in a segment, at most
MOST_LOOKS = 64
# halvings of an interval: below the resolution of time
MOST_HALVINGS = 100
# a gap of this share of the radius is none
CLOSED = 1e-12
# closing speed below which what touches does not close, as a share of the speed of capture: what is left of the speed
# along the normal where a body leaves, or after a plastic hit
SLOW = 1e-6
# so deep a body that is no ball may push a ball into a support, where small steps carry it [share of the radius]
PUSHED = 1e-2
# share of an interval that is as good as its end
NARROW = 1e-9


# numbers of a look at a ball and a support
_seen = Places()
SEEN_GAP = _seen.take()         # [m]
SEEN_EDGE = _seen.take()        # least distance to an edge of the support [m]
SEEN_RATE = _seen.take()        # of the gap [m/s]
SEEN = _seen.size


@compiled
def fill_lone_guards(p, calls, y, b, s, t, seen):
    """Fills gap, edge and rate of the gap of a lone ball and the support s at an instant; seen (SEEN,)."""
    now = room(at.MOVING)
    ball = working_of(p, b)
    lone_at(p, y, b, int(ball[at.SEGMENT_KIND]), t - ball[at.BEGAN], now)
    fill_guards_at(p, calls, y, b, s, t, now, seen)


@compiled
def fill_guards_at(p, calls, y, b, s, t, now, seen):
    """`look` at a state."""
    if is_shaped(ball_of(p, b)):
        look = room(LOOK)
        look_at_support(p, calls, ball_of(p, b), s, support_now(p, y, s, t), now, look)
        seen[SEEN_GAP], seen[SEEN_EDGE], seen[SEEN_RATE] = look[shaped.SEEN_GAP], look[shaped.SEEN_EDGE], \
            rate_seen(look)
        return
    radius, place = ball_of(p, b)[at.RADIUS], support_now(p, y, s, t)
    foot = foot_on(p, calls, s, place, now, radius)
    r = scaled(-radius, foot.n)
    u, carried = point_velocity(now, r), frame_velocity(place, now, r)
    seen[SEEN_GAP], seen[SEEN_EDGE] = foot.gap, foot.edge
    seen[SEEN_RATE] = foot.n[0]*(u[0] - carried[0]) + foot.n[1]*(u[1] - carried[1]) + foot.n[2]*(u[2] - carried[2])


@compiled
def support_met(p, calls, y, b, begin, end):
    """The first instant at which a lone ball meets a support on which it is not, and which; inf where it meets none."""
    state = state_of(y, b)
    first, which = inf, -1
    for s in range(int(p[at.SUPPORTS]) - 1):
        # what may come to a free one goes on together with it
        if float(s) == state[at.ON] or is_free(block_of(p, s)):
            continue
        when = met(p, calls, y, b, s, begin, end)
        if when < first:
            first, which = when, s
    return first, which


@compiled
def met(p, calls, y, b, s, begin, end):
    """The first instant at which a lone ball meets the support s, inf where it does not."""
    last, now, radius = room(SEEN), room(SEEN), ball_of(p, b)[at.RADIUS]
    fill_guards_at(p, calls, y, b, s, begin, state_of(y, b), last)
    fill_guards_at(p, calls, y, b, s, end, part(working_of(p, b), at.END), now)
    if abs(last[SEEN_GAP]) <= CLOSED*radius and last[SEEN_RATE] > -SLOW*p[at.CAPTURE]:
        # the sign of such a rate is rounding: whether it meets at once the way says
        last[SEEN_RATE] = max(last[SEEN_RATE], 0.0)
    # slower than by one and a half times this it does not go, but for a support that turns far out: looks are more then
    way_long = (abs(last[SEEN_RATE]) + abs(now[SEEN_RATE]))*(end - begin)
    if last[SEEN_GAP] > 2.0*way_long + 0.1*radius and now[SEEN_GAP] > 0.1*radius:
        return inf
    looks = min(MOST_LOOKS, 1 + int(way_long/(0.5*radius)))
    span, before = end - begin, begin
    for k in range(1, looks + 1):
        t = end if k == looks else begin + span*k/looks
        fill_lone_guards(p, calls, y, b, s, t, now)
        is_outside = last[SEEN_GAP] > 0.0 or (last[SEEN_GAP] > -CLOSED*radius and last[SEEN_RATE] >= 0.0)
        is_at = abs(last[SEEN_GAP]) <= (PUSHED if p[at.SHAPED] > 0.0 else CLOSED)*radius and last[SEEN_EDGE] > 0.0
        found = inf
        if is_outside and now[SEEN_GAP] <= 0.0:
            found = t
        elif last[SEEN_RATE] < 0.0 < now[SEEN_RATE] and last[SEEN_GAP] > 0.0 and now[SEEN_GAP] > 0.0:
            found = deepest(p, calls, y, b, s, before, t)
        elif not is_outside and is_at and last[SEEN_RATE] < 0.0:
            return before
        elif not is_outside and is_at and now[SEEN_RATE] < 0.0 and now[SEEN_GAP] <= 0.0:
            # it leaves so slowly that it falls back before it is outside
            return turned_at(p, calls, y, b, s, before, t)
        if found < inf:
            found = closed_at(p, calls, y, b, s, before, found)
        if found < inf:
            return found
        before = t
        for i in range(SEEN):
            last[i] = now[i]
    return inf


@compiled
def turned_at(p, calls, y, b, s, low, high):
    """The instant between low and high from which on a gap that grew falls."""
    seen = room(SEEN)
    for _ in range(MOST_HALVINGS):
        middle = 0.5*(low + high)
        if not low < middle < high:
            break
        fill_lone_guards(p, calls, y, b, s, middle, seen)
        if seen[SEEN_RATE] < 0.0:
            high = middle
        else:
            low = middle
    return high


@compiled
def deepest(p, calls, y, b, s, low, high):
    """The instant of the least gap between two, inf where it stays above 0."""
    seen, begun = room(SEEN), low
    for _ in range(MOST_HALVINGS):
        middle = 0.5*(low + high)
        if not low < middle < high:
            break
        fill_lone_guards(p, calls, y, b, s, middle, seen)
        if seen[SEEN_GAP] <= 0.0:
            return middle
        if seen[SEEN_RATE] < 0.0:
            low = middle
        else:
            high = middle
        if high - low < NARROW*(high - begun):
            break
    return inf


@compiled
def closed_at(p, calls, y, b, s, low, high):
    """The instant between low and high at which the gap closes; inf where that is beyond an edge of the support."""
    seen, begun = room(SEEN), low
    for _ in range(MOST_HALVINGS):
        middle = 0.5*(low + high)
        if not low < middle < high:
            break
        fill_lone_guards(p, calls, y, b, s, middle, seen)
        if seen[SEEN_GAP] > 0.0 or (middle - begun < NARROW*(high - begun) and seen[SEEN_RATE] >= 0.0):
            low = middle
        else:
            high = middle
    fill_lone_guards(p, calls, y, b, s, low, seen)
    return low if seen[SEEN_EDGE] > 0.0 and seen[SEEN_RATE] < 0.0 else inf


@compiled
def ends_at(p, calls, y, s, t, x):
    """The least distance to an edge of a support that is a plane, below the centre x (3 numbers)."""
    x, y, _ = local_of(support_now(p, y, s, t), x)
    return least_edge(calls[at.CALLS_OF_SUPPORT*s + at.CALL_VALUES], (x, y, 0.0), part(block_of(p, s), at.OF_MOTION))


@compiled
def edge_passed(p, calls, y, b, way, begin, end):
    """The instant at which a ball that rolls passes an edge of its support, inf where it stays on it."""
    if way != at.ROLLS_LEVEL:
        return inf
    s = int(state_of(y, b)[at.ON])
    if block_of(p, s)[at.HAS_EDGES] == 0.0:
        return inf
    state = part(working_of(p, b), at.END)
    if block_of(p, s)[at.IS_PLANE] != 0.0 and ends_at(p, calls, y, s, end, (state[at.X], state[at.X + 1],
                                                                            state[at.X + 2])) > 0.0:
        return inf
    seen = room(SEEN)
    fill_lone_guards(p, calls, y, b, s, end, seen)
    if seen[SEEN_EDGE] > 0.0:
        return inf
    low, high = begin, end
    for _ in range(MOST_HALVINGS):
        middle = 0.5*(low + high)
        if not low < middle < high:
            break
        fill_lone_guards(p, calls, y, b, s, middle, seen)
        if seen[SEEN_EDGE] > 0.0:
            low = middle
        else:
            high = middle
    return high
