"""When two balls meet: the first instant at which the distance of their centres falls to the sum of their radii.

Within a common stretch of their segments the relative path is told by its ends (a cubic, Hermite): it says whether the
two may meet, and where about. The instant itself is located on the balls' own motion.

Of a body that is no ball the attitude is told so, too, and the gap is looked at in between.
"""

from math import inf

from sandbox.compiling.compiled import compiled, part, room
from sandbox.compiling.rotation import quaternion_rate_space
from sandbox.compiling.traced import Vector, length, traced, vector_at
from sandbox.mechanics.report import put
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.events.advance import both_moved_to
from sandbox.mechanics.world.events.guards import SLOW
from sandbox.mechanics.world.segments.segment import ball_of, state_of, working_of
from sandbox.mechanics.world.shaped import LOOK, SEEN_GAP, is_shaped, look_at_body, product, rate_seen

# parts of a stretch in which a dip of the distance is looked for
PARTS = 8
# of the square of the distance: two balls this near touch already
TOUCHING = 1e-12
# share of its square that rounding changes a distance by: in the last instant of a frame two that part seem to close
ROUNDED = 1e-14
# steps of Illinois' rule
MOST_TRIALS = 100


@traced
def between(i, j):
    """Relative place and velocity of two balls' numbers."""
    return vector_at(i, at.X) - vector_at(j, at.X), vector_at(i, at.V) - vector_at(j, at.V)


@traced
def may_meet(d_0, v_0, d_1, v_1, span, D):
    """Below 0 where the distance may come down to D: no nearer than the chord less what the cubic leaves it."""
    d_0, v_0, d_1, v_1 = Vector(*d_0), Vector(*v_0), Vector(*d_1), Vector(*v_1)
    chord = d_1 - d_0
    a, b = span*v_0 - chord, span*v_1 - chord
    bend = (4.0/27.0)*(abs(a[0]) + abs(a[1]) + abs(a[2]) + abs(b[0]) + abs(b[1]) + abs(b[2]))
    return d_0 @ d_0, d_0 @ chord, chord @ chord, D + bend


@compiled
def is_apart(d_0, v_0, d_1, v_1, span, D):
    """Whether two balls surely do not meet."""
    square, along, chord, reach = may_meet(d_0, v_0, d_1, v_1, span, D)
    if square <= reach*reach:
        return False
    if along >= 0.0:
        return True
    if -along >= chord:
        return square + 2.0*along + chord > reach*reach
    return square - along*along/chord > reach*reach


@traced
def cubic(d_0, v_0, d_1, v_1, span, s):
    """|d|^2 and its half rate per share s of the span, of the cubic."""
    d_0, v_0, d_1, v_1 = Vector(*d_0), Vector(*v_0), Vector(*d_1), Vector(*v_1)
    chord = d_1 - d_0
    a, b = span*v_0, span*v_1
    c_2, c_3 = 3.0*chord - 2.0*a - b, a + b - 2.0*chord
    d = d_0 + s*(a + s*(c_2 + s*c_3))
    rate = a + s*(2.0*c_2 + (3.0*s)*c_3)
    return d @ d, d @ rate


@compiled
def turning_point(d_0, v_0, d_1, v_1, span, low, high, sign):
    """Where the rate times `sign` goes from below 0 at low to above it at high."""
    for _ in range(40):
        middle = 0.5*(low + high)
        _square, rate = cubic(d_0, v_0, d_1, v_1, span, middle)
        if sign*rate < 0.0:
            low = middle
        else:
            high = middle
    return 0.5*(low + high)


@compiled
def first_dip(d_0, v_0, d_1, v_1, span, D, slow):
    """Shares of the span between which the cubic first comes down to D: low, high; -1.0 where it does not.

    slow   closing speed of balls that touch which is rounding [m/s]: what a plastic hit leaves
    """
    far = D*D
    f, rate = cubic(d_0, v_0, d_1, v_1, span, 0.0)
    is_touching = f <= far*(1.0 + TOUCHING)
    if is_touching:
        if rate < -slow*span*D:
            return 0.0, 0.0
        rate = max(rate, 0.0)
    low = 0.0
    for k in range(1, PARTS + 1):
        s = k/PARTS
        f, now = cubic(d_0, v_0, d_1, v_1, span, s)
        if is_touching and now < -ROUNDED*far and rate >= 0.0:
            # they part first
            low = turning_point(d_0, v_0, d_1, v_1, span, low, s, -1.0)
            is_touching = False
        if f <= far and not is_touching:
            return low, s
        if rate < 0.0 < now:
            deepest = turning_point(d_0, v_0, d_1, v_1, span, low, s, 1.0)
            square, _rate = cubic(d_0, v_0, d_1, v_1, span, deepest)
            if square <= far:
                return low, deepest
        if f > far*(1.0 + TOUCHING):
            is_touching = False
        low, rate = s, now
    return -1.0, -1.0


@compiled
def gap_at(p, calls, y, i, j, t, D):
    """Distance of the centres of two balls less D at an instant [m]; the gap of other bodies."""
    one, two = room(at.MOVING), room(at.MOVING)
    both_moved_to(p, calls, y, i, j, t, one, two)
    if is_shaped(ball_of(p, i)) or is_shaped(ball_of(p, j)):
        look = room(LOOK)
        look_at_body(p, calls, ball_of(p, i), one, ball_of(p, j), two, look)
        return look[SEEN_GAP]
    d, _v = between(one, two)
    return (d[0]*d[0] + d[1]*d[1] + d[2]*d[2])**0.5 - D


@compiled
def meeting(p, calls, y, i, j):
    """The first instant at which the balls i and j meet in the common stretch of their segments, inf if they do not."""
    one, two = working_of(p, i), working_of(p, j)
    begin, end = max(one[at.BEGAN], two[at.BEGAN]), min(one[at.ENDS], two[at.ENDS])
    span = end - begin
    if not span >= 0.0:
        return inf
    D = ball_of(p, i)[at.RADIUS] + ball_of(p, j)[at.RADIUS]
    if one[at.BEGAN] == begin and two[at.BEGAN] == begin:
        d_0, v_0 = between(state_of(y, i), state_of(y, j))
    else:
        d_0, v_0 = seen_at(p, calls, y, i, j, begin)
    if one[at.ENDS] == end and two[at.ENDS] == end:
        d_1, v_1 = between(part(one, at.END), part(two, at.END))
    else:
        d_1, v_1 = seen_at(p, calls, y, i, j, end)
    if is_apart(d_0, v_0, d_1, v_1, span, D):
        return inf
    if is_shaped(ball_of(p, i)) or is_shaped(ball_of(p, j)):
        return shaped_meeting(p, calls, y, i, j, begin, end)
    low, high = first_dip(d_0, v_0, d_1, v_1, span, D, SLOW*p[at.CAPTURE])
    if low < 0.0:
        return inf
    if high == 0.0:
        return begin
    if p[at.SHAPED] != 0.0:
        ends, look = room(4*at.MOVING), room(LOOK)
        fill_ends(p, calls, y, i, j, begin, end, ends)
        found = located_by_cubics(p, calls, y, i, j, (begin, end), ends, (low, high), D, CLOSED*MET_ALREADY*D, look)
        return found if found < inf else met_later(p, calls, y, i, j, (begin, end), low, D)
    found = located(p, calls, y, i, j, (begin + low*span, begin + high*span), D, 0.0)
    return found if found < inf else met_later(p, calls, y, i, j, (begin, end), low, D)


@compiled
def met_later(p, calls, y, i, j, ends, low, D):
    """The first instant at which two balls meet that are still apart where the cubic has closed: it is not exact.

    Between the `ends` of a stretch [s] the motion itself is looked at, from the share `low` of it on.
    """
    begin, end = ends
    last = begin + low*(end - begin)
    d, v = seen_at(p, calls, y, i, j, last)
    square, rate = product(d, d), product(d, v)
    for k in range(int(low*PARTS) + 1, PARTS + 1):
        t = end if k == PARTS else begin + (end - begin)*k/PARTS
        d, v = seen_at(p, calls, y, i, j, t)
        now, deepest = product(d, v), t
        if rate < 0.0 < now and product(d, d) > D*D:
            deepest = nearest_on_way(p, calls, y, i, j, last, t)
        # two that touch there have been seen to part
        if square > D*D*(1.0 + TOUCHING):
            found = located(p, calls, y, i, j, (last, deepest), D, 0.0)
            if found < inf:
                return found
        last, square, rate = t, product(d, d), now
    return inf


@compiled
def nearest_on_way(p, calls, y, i, j, low, high):
    """The instant between two at which two balls that come nearer and part again are nearest."""
    for _ in range(MOST_HALVINGS):
        middle = 0.5*(low + high)
        d, v = seen_at(p, calls, y, i, j, middle)
        if product(d, v) < 0.0:
            low = middle
        else:
            high = middle
    return 0.5*(low + high)


# a gap that is none, of bodies that have met or touch [share of how far they reach]
MET_ALREADY = 1e-10
# share of that at which two have met
CLOSED = 1e-3
# halvings in which a least gap is found
MOST_HALVINGS = 30


@traced
def put_between(before, after, span, share, out):
    """Fills where a body is at a share of a span, and how it moves: cubics between its ends."""
    a, b = span*vector_at(before, at.V), span*vector_at(after, at.V)
    x = vector_at(before, at.X)
    chord = vector_at(after, at.X) - x
    c_2, c_3 = 3.0*chord - 2.0*a - b, a + b - 2.0*chord
    put(out, at.X, x + share*(a + share*(c_2 + share*c_3)))
    put(out, at.V, (1.0/span)*(a + share*(2.0*c_2 + (3.0*share)*c_3)))
    w, w_after = vector_at(before, at.W), vector_at(after, at.W)
    put(out, at.W, w + share*(w_after - w))
    q, q_after = tuple(before[at.Q + i] for i in range(4)), tuple(after[at.Q + i] for i in range(4))
    rate, rate_after = quaternion_rate_space.py_func(*w, *q), quaternion_rate_space.py_func(*w_after, *q_after)
    for i in range(4):
        a, b, chord = span*rate[i], span*rate_after[i], q_after[i] - q[i]
        c_2, c_3 = 3.0*chord - 2.0*a - b, a + b - 2.0*chord
        out[at.Q + i] = q[i] + share*(a + share*(c_2 + share*c_3))


@compiled
def look_between(p, calls, i, j, ends, span, share, look):
    """Fills the look of a body at another at a share of a span; ends: both at its beginning, then both at its end."""
    one, two = room(at.MOVING), room(at.MOVING)
    put_between(ends, part(ends, 2*at.MOVING), span, share, one)
    put_between(part(ends, at.MOVING), part(ends, 3*at.MOVING), span, share, two)
    look_at_body(p, calls, ball_of(p, i), one, ball_of(p, j), two, look)


@compiled
def fill_ends(p, calls, y, i, j, begin, end, out):
    """Fills two bodies at the begin of a stretch of both their segments, then at its end."""
    both_moved_to(p, calls, y, i, j, begin, out, part(out, at.MOVING))
    both_moved_to(p, calls, y, i, j, end, part(out, 2*at.MOVING), part(out, 3*at.MOVING))


@compiled
def shaped_meeting(p, calls, y, i, j, begin, end):
    """`meeting` of two bodies of which one is no ball, in a stretch of both their segments."""
    ends, look, span = room(4*at.MOVING), room(LOOK), end - begin
    fill_ends(p, calls, y, i, j, begin, end, ends)
    look_at_body(p, calls, ball_of(p, i), ends, ball_of(p, j), part(ends, at.MOVING), look)
    none = MET_ALREADY*(ball_of(p, i)[at.RADIUS] + ball_of(p, j)[at.RADIUS])
    most = most_closing(p, i, j, ends, span)
    if look[SEEN_GAP] > none + most:
        return inf
    before, is_touching, rate = look[SEEN_GAP], look[SEEN_GAP] <= none, rate_seen(look)
    if is_touching and rate < -SLOW*p[at.CAPTURE]:
        return begin
    if not span > 0.0:
        return inf
    low, high = 0.0, -1.0
    for k in range(1, PARTS + 1):
        look_between(p, calls, i, j, ends, span, k/PARTS, look)
        gap, now = look[SEEN_GAP], rate_seen(look)
        if is_touching and gap <= none and now < -SLOW*p[at.CAPTURE]:
            # they part no more: what had come to rest against each other, or parted slowly, closes again
            turned = turned_between(p, calls, i, j, ends, span, (low, k/PARTS), look)
            look_between(p, calls, i, j, ends, span, turned, look)
            if not look[SEEN_GAP] > CLOSED*none:
                return begin + span*turned
            # they have been apart for a little: where they turn back is not yet where they meet
            found = located_by_cubics(p, calls, y, i, j, (begin, end), ends, (turned, k/PARTS), 0.0, CLOSED*none, look)
            if found < inf:
                return found
            is_touching = False
        if gap <= 0.0 and not is_touching:
            high = k/PARTS
        elif rate < 0.0 < now and not is_touching and before + gap <= most/PARTS:
            high = deepest_between(p, calls, i, j, ends, span, (low, k/PARTS), look)
        if high > 0.0:
            found = located_by_cubics(p, calls, y, i, j, (begin, end), ends, (low, high), 0.0, CLOSED*none, look)
            if found < inf:
                return found
            # the cubics have closed, the motion has not: it may do so later
            high = -1.0
        is_touching = is_touching and gap <= none
        low, rate, before = k/PARTS, now, gap
    return inf


@traced
def centres_close(one, two, one_after, two_after, span):
    """How fast the cubic between two bodies' centres changes at most, per share of the span [m]."""
    (d_0, v_0), (d_1, v_1) = between.formula(one, two), between.formula(one_after, two_after)
    chord = d_1 - d_0
    return length(chord) + length(span*v_0 - chord) + length(span*v_1 - chord)


@traced
def fastest_turn(before, after, span):
    """The angle that a body turns by at most within a span [rad]."""
    return span*(length(vector_at(before, at.W)) + length(vector_at(after, at.W)))


@compiled
def most_closing(p, i, j, ends, span):
    """How fast the gap of two bodies changes at most, per share of the span [m]; ends as in `look_between`."""
    one, two, one_after, two_after = ends, part(ends, at.MOVING), part(ends, 2*at.MOVING), part(ends, 3*at.MOVING)
    return centres_close(one, two, one_after, two_after, span) \
        + ball_of(p, i)[at.RADIUS]*fastest_turn(one, one_after, span) \
        + ball_of(p, j)[at.RADIUS]*fastest_turn(two, two_after, span)


@compiled
def turned_between(p, calls, i, j, ends, span, shares, look):
    """The share of a span, between two, from which on two that part close again."""
    low, high = shares
    for _ in range(MOST_HALVINGS):
        middle = 0.5*(low + high)
        look_between(p, calls, i, j, ends, span, middle, look)
        if rate_seen(look) < -SLOW*p[at.CAPTURE]:
            high = middle
        else:
            low = middle
    return high


@compiled
def deepest_between(p, calls, i, j, ends, span, shares, look):
    """The share of a span, between two, at which a gap is closed that falls and rises; -1.0 where it stays open."""
    low, high = shares
    for _ in range(MOST_HALVINGS):
        middle = 0.5*(low + high)
        look_between(p, calls, i, j, ends, span, middle, look)
        if look[SEEN_GAP] <= 0.0:
            return middle
        if rate_seen(look) < 0.0:
            low = middle
        else:
            high = middle
    return -1.0


@compiled
def seen_at(p, calls, y, i, j, t):
    """`between` two balls at an instant of their segments."""
    one, two = room(at.MOVING), room(at.MOVING)
    both_moved_to(p, calls, y, i, j, t, one, two)
    return between(one, two)


@compiled
def located(p, calls, y, i, j, between_them, D, closed):
    """The instant between two at which the gap of two balls goes through zero, by Illinois' rule.

    closed  a gap of this size is none [m]: what is one of an island goes all of its way anew for each trial
    """
    low, high = between_them
    at_low, at_high = gap_at(p, calls, y, i, j, low, D), gap_at(p, calls, y, i, j, high, D)
    if at_high > 0.0:
        return inf
    if at_low <= 0.0:
        return low
    kept = 0
    for _ in range(MOST_TRIALS):
        if high - low <= 2.5e-16*(abs(high) + (high - low)):
            break
        middle = low + (high - low)*at_low/(at_low - at_high)
        if not low < middle < high:
            middle = 0.5*(low + high)
            if not low < middle < high:
                break
        now = gap_at(p, calls, y, i, j, middle, D)
        if abs(now) <= closed:
            return middle
        if now > 0.0:
            low, at_low = middle, now
            at_high = 0.5*at_high if kept == 1 else at_high
            kept = 1
        else:
            high, at_high = middle, now
            at_low = 0.5*at_low if kept == -1 else at_low
            kept = -1
    return low


# steps from the instant that the cubics tell, on the motion itself: two or three where the cubics are good
MOST_SECANTS = 5


@compiled
def share_by_cubics(p, calls, i, j, ends, span, shares, closed, look):    # noqa: PLR0913 - a pair and its stretch
    """The share of a span, between two, at which the gap of the cubics closes, by Illinois' rule; fills its look."""
    low, high = shares
    look_between(p, calls, i, j, ends, span, low, look)
    at_low = look[SEEN_GAP]
    look_between(p, calls, i, j, ends, span, high, look)
    at_high, middle, kept = look[SEEN_GAP], high, 0
    for _ in range(MOST_TRIALS):
        if not at_low > 0.0 or not at_high < 0.0 or abs(look[SEEN_GAP]) <= closed:
            break
        middle = low + (high - low)*at_low/(at_low - at_high)
        if not low < middle < high:
            break
        look_between(p, calls, i, j, ends, span, middle, look)
        if look[SEEN_GAP] > 0.0:
            low, at_low = middle, look[SEEN_GAP]
            at_high = 0.5*at_high if kept == 1 else at_high
            kept = 1
        else:
            high, at_high = middle, look[SEEN_GAP]
            at_low = 0.5*at_low if kept == -1 else at_low
            kept = -1
    return middle


@compiled
def located_by_cubics(p, calls, y, i, j, stretch, ends, shares, D, closed, look):    # noqa: PLR0913 - as above
    """As `located` between two shares of a stretch, begun where the cubics between its ends close.

    What is one of an island goes all of its way anew for each trial: here for three instead of a dozen. Where secant
    steps leave the two shares, or do not close the gap, it is located as ever.
    """
    begin, span = stretch[0], stretch[1] - stretch[0]
    low, high = begin + shares[0]*span, begin + shares[1]*span
    t = begin + span*share_by_cubics(p, calls, i, j, ends, span, shares, closed, look)
    rate, before, gap = rate_seen(look), 0.0, 0.0
    for k in range(MOST_SECANTS):
        now = gap_at(p, calls, y, i, j, t, D)
        if abs(now) <= closed:
            return t
        if k > 0 and now != gap:
            rate = (now - gap)/(t - before)
        before, gap = t, now
        if not rate < 0.0:
            break
        t = t - now/rate
        if not low < t < high:
            break
    return located(p, calls, y, i, j, (low, high), D, closed)
