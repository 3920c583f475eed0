"""Contacts that close at one instant: taken from what is going to happen, and what follows their impact.

One instant is as good as another within rounding: what happens within ONE_INSTANT is asked whether the way until then,
at the lower of both speeds, is one that locating an instant leaves. Taken one after the other the order of bodies in a
scene would decide.

What an impact does to contacts that touch already rigid bodies don't say. The law AT_ONCE of a world is one of

    IN_TURN             as if there were a gap of nothing: they close one after the other, the fastest first, those that
                        do so at one speed together (impact/settling.py)
    NEWTON, POISSON     all that touch take part at once (island/together.py)
"""

from math import inf

from sandbox.compiling.compiled import compiled, part, room
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world import met as meet
from sandbox.mechanics.world import shaped
from sandbox.mechanics.world.burden import is_heap_at_once
from sandbox.mechanics.world.energy import change_frame
from sandbox.mechanics.world.events.advance import moved_to
from sandbox.mechanics.world.events.events import put_back, take_next_before
from sandbox.mechanics.world.events.guards import SEEN, SEEN_GAP, SEEN_RATE, fill_guards_at
from sandbox.mechanics.world.groups.gathering import is_stepped
from sandbox.mechanics.world.groups.groups import add_lasting, entry_of, is_lasting, lasting_count
from sandbox.mechanics.world.groups.islands import copy, stays_with
from sandbox.mechanics.world.handover import bring, hand_over
from sandbox.mechanics.world.impact.hits import slip_on
from sandbox.mechanics.world.impact.settling import (
    has_changed,
    mode_after,
    settle_impacts,
    settle_modes,
    stay_together,
)
from sandbox.mechanics.world.impact.striking import strike_all
from sandbox.mechanics.world.met import MET, add_met, met_at
from sandbox.mechanics.world.segments.segment import ball_of, state_of, working_of
from sandbox.mechanics.world.shaped import LOOK, is_shaped, look_at_body, rate_seen
from sandbox.mechanics.world.supports import block_of, is_free

# instants that are looked at [s]; the way that is none as a share of the distance of centres, four times what locating
# leaves (events/crossing.py: TOUCHING, of its square), and of the place itself
ONE_INSTANT, CLOSED, ROUNDED = 1e-9, 2e-12, 1e-15
# so many of these may have nothing to do with each other
MOST_ASIDE = 32


@compiled
def meet_at(p, calls, y, i, other, changed, t, is_plastic):
    """The ball i meets a ball, or the support -2 - s, at t: the impact of all that meets then, and what follows it.

    returns the chain of what has changed
    """
    met = room(MET)
    met[meet.COUNT] = 0.0
    add_met(met, i, other)
    changed = add_all_of_instant(p, calls, y, met, changed, t)
    if is_heap_at_once(p, calls, y, met, changed, t):
        return hand_over(p, calls, y, changed, t, p[at.FRAME_ENDS])
    closing = int(met[meet.COUNT])
    if p[at.AT_ONCE] != at.IN_TURN:
        changed = add_touching(p, calls, y, met, changed, t)
    strike_all(p, calls, y, met, t, is_plastic, 1.0 if is_set_off(p, i, other, t) else 0.0)
    settle_impacts(p, calls, y, changed, t)
    settle_modes(p, calls, y, changed, t)
    for k in range(closing):
        contact = met_at(met, k)
        touch_on(p, calls, y, int(contact[meet.ONE]), int(contact[meet.OTHER]), t)
    return changed


@compiled
def is_set_off(p, i, other, t):
    """Whether one of two balls has met something else at this very instant."""
    one = working_of(p, i)
    found = one[at.STAMP] > 1.0 and one[at.BEGAN] == t
    if other >= 0:
        two = working_of(p, other)
        found = found or (two[at.STAMP] > 1.0 and two[at.BEGAN] == t)
    return found


@compiled
def add_all_of_instant(p, calls, y, met, changed, t):
    """Adds what else closes at t of the balls that have changed, and brings it there; returns what has changed."""
    aside, count, what = room(MOST_ASIDE*at.EVENT), 0, room(at.EVENT)
    while count < MOST_ASIDE and take_next_before(p, t + ONE_INSTANT, what):
        copy(what, at.EVENT, part(aside, count*at.EVENT))
        count += 1
    first, grows = met_at(met, 0), count > 0
    speed = closing_at(p, calls, y, int(first[meet.ONE]), int(first[meet.OTHER]), t)[1]
    while grows:
        grows = False
        for k in range(count):
            event = part(aside, k*at.EVENT)
            i, other = int(event[at.ONE]), other_of(p, event)
            if event[at.WHEN] == inf or other == -1 or not is_with(p, i, other) \
                    or not is_same_instant(p, calls, y, i, other, t, speed):
                continue
            if not add_met(met, i, other):
                break
            changed = bring(p, calls, y, i, t, changed)
            if other >= 0:
                changed = bring(p, calls, y, other, t, changed)
            event[at.WHEN], grows = inf, True
    for k in range(count):
        if part(aside, k*at.EVENT)[at.WHEN] < inf:
            put_back(p, part(aside, k*at.EVENT))
    return add_all_beyond(p, calls, y, met, changed, t, speed) if p[at.FRAME_ENDS] - t <= ONE_INSTANT else changed


@compiled
def add_all_beyond(p, calls, y, met, changed, t, speed):
    """Adds what closes at t but for rounding, and is no event of this frame, since that ends there."""
    supports, grows = int(p[at.SUPPORTS]) - 1, True
    while grows:
        grows, b = False, changed
        while b >= 0:
            for k in range(supports + int(p[at.BALLS])):
                other = -2 - k if k < supports else k - supports
                if other == b or touches_already(p, y, b, other) \
                        or not is_same_instant(p, calls, y, b, other, t, speed):
                    continue
                before = met[meet.COUNT]
                if other >= 0:
                    changed = bring(p, calls, y, other, t, changed)
                grows = (add_met(met, b, other) and met[meet.COUNT] > before) or grows
            b = int(working_of(p, b)[at.CHANGED])
    return changed


@compiled
def touches_already(p, y, b, other):
    """Whether the ball b touches a ball, or the support -2 - s, lastingly."""
    if other >= 0:
        return is_lasting(p, y, b, other)
    return int(state_of(y, b)[at.ON]) == -2 - other or is_lasting(p, y, b, other)


@compiled
def other_of(p, event):
    """What the first ball of an event meets then: a ball, the support -2 - s, or -1 where it is something else."""
    if event[at.TWO] >= 0.0:
        return int(event[at.TWO])
    ball = working_of(p, int(event[at.ONE]))
    return -2 - int(ball[at.WHAT_OTHER]) if ball[at.WHAT] == at.LANDS else -1


@compiled
def is_with(p, i, other):
    """Whether one of two balls has changed: it belongs to what meets."""
    return working_of(p, i)[at.CHANGED] != at.UNCHANGED or (other >= 0
                                                            and working_of(p, other)[at.CHANGED] != at.UNCHANGED)


@compiled
def is_same_instant(p, calls, y, i, other, t, speed):
    """Whether a ball and a ball, or a support, close at t but for rounding, t the instant at which two others close.

    speed   at which these do so [m/s]; locating leaves a way open, at the lower of both speeds
    """
    if is_stepped(state_of(y, i)) or (other >= 0 and is_stepped(state_of(y, other))):
        return False
    gap, own, size, far = closing_at(p, calls, y, i, other, t)
    return own > 0.0 and gap*min(1.0, speed/own) <= CLOSED*size + ROUNDED*far


@compiled
def closing_at(p, calls, y, i, other, t):
    """Of a ball and a ball, or a support: (gap [m], speed at which they close [m/s], distance of centres that touch or
    radius [m], how far from the origin they are [m])."""
    one, two, seen = room(at.STATE), room(at.STATE), room(SEEN)
    at_instant(p, calls, y, i, t, one)
    size, far = ball_of(p, i)[at.RADIUS], 0.0
    for r in range(3):
        far = max(far, abs(one[at.X + r]))
    if other < 0:
        fill_guards_at(p, calls, y, i, -2 - other, t, one, seen)
        return seen[SEEN_GAP], -seen[SEEN_RATE], size, far
    at_instant(p, calls, y, other, t, two)
    if is_shaped(ball_of(p, i)) or is_shaped(ball_of(p, other)):
        look = room(LOOK)
        look_at_body(p, calls, ball_of(p, i), one, ball_of(p, other), two, look)
        return look[shaped.SEEN_GAP], -rate_seen(look), size + ball_of(p, other)[at.RADIUS], far
    square = along = 0.0
    for r in range(3):
        d = one[at.X + r] - two[at.X + r]
        square += d*d
        along -= d*(one[at.V + r] - two[at.V + r])
    size += ball_of(p, other)[at.RADIUS]
    return square**0.5 - size, along/square**0.5, size, far


@compiled
def at_instant(p, calls, y, b, t, out):
    """Fills what moves of a ball at t, whether it has been brought there or not."""
    if working_of(p, b)[at.CHANGED] != at.UNCHANGED:
        copy(state_of(y, b), at.MOVING, out)
    else:
        moved_to(p, calls, y, b, t, out)


@compiled
def add_touching(p, calls, y, met, changed, t):
    """Adds all that touches the balls that have changed, and what touches that, as far as there is room.

    returns the chain of what has changed
    """
    grows = True
    while grows:
        grows, b = False, changed
        while b >= 0:
            for other in range(int(p[at.BALLS])):
                if working_of(p, other)[at.CHANGED] == at.UNCHANGED and not is_stepped(state_of(y, other)) \
                        and is_touching(p, calls, y, b, other, t):
                    changed = bring(p, calls, y, other, t, changed)
                    grows = True
            b = int(working_of(p, b)[at.CHANGED])
    b = changed
    while b >= 0:
        state = state_of(y, b)
        if state[at.ON] >= 0.0 and state[at.MODE] < at.STEPPED:
            add_met(met, b, -2 - int(state[at.ON]))
        other = int(working_of(p, b)[at.CHANGED])
        while other >= 0:
            if is_touching(p, calls, y, b, other, t):
                add_met(met, b, other)
            other = int(working_of(p, other)[at.CHANGED])
        b = int(working_of(p, b)[at.CHANGED])
    for k in range(lasting_count(p, y)):
        entry = entry_of(p, y, k)
        if has_changed(p, entry):
            add_met(met, int(entry[at.FIRST]), int(entry[at.OTHER]))
    return changed


@compiled
def is_touching(p, calls, y, i, other, t):
    """Whether two balls touch at t."""
    gap, _own, size, far = closing_at(p, calls, y, i, other, t)
    return gap <= CLOSED*size + ROUNDED*far


@compiled
def touch_on(p, calls, y, i, other, t):
    """Contact after an impact of the ball i with a ball, or with the support -2 - s, where they do not part."""
    if other >= 0:
        stay_together(p, calls, y, i, other, t)
        if stays_with(p, i, other):
            add_lasting(p, y, i, other, at.OPEN)
        return
    s = -2 - other
    state, block = state_of(y, i), block_of(p, s)
    if int(state[at.ON]) == s:
        return
    if state[at.ON] >= 0.0:
        stay_together(p, calls, y, i, other, t)
        return
    u, slip = slip_on(p, calls, y, i, s, t)
    if u <= p[at.CAPTURE]:
        state[at.ON], state[at.MODE] = float(s), mode_after(block[at.STATIC], slip, p[at.CAPTURE])
        change_frame(p, y, i, t, int(p[at.SUPPORTS]) - 1 if is_free(block) else s)
