"""Contacts that close at one instant: taken from what is going to happen, and what follows their impact.

One instant is as good as another within rounding: what happens within ONE_INSTANT is asked whether its gap has closed
at the first, too, within the rounding of places. Taken one after the other the order of bodies in a scene would decide.

What an impact does to contacts that touch already rigid bodies don't say. The law AT_ONCE of a world is one of

    IN_TURN             as if there were a gap of nothing: they close one after the other, the fastest first, those that
                        do so at one speed together (impact/settling.py)
    NEWTON, POISSON     all that touch take part at once (island/together.py)
"""

from math import inf

from sandbox.compiling.compiled import compiled, part, room
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world import met as meet
from sandbox.mechanics.world.energy import change_frame
from sandbox.mechanics.world.events.advance import moved_to
from sandbox.mechanics.world.events.events import put_back, take_next_before
from sandbox.mechanics.world.groups.gathering import is_stepped
from sandbox.mechanics.world.groups.groups import entry_of, lasting_count
from sandbox.mechanics.world.groups.islands import copy
from sandbox.mechanics.world.handover import bring
from sandbox.mechanics.world.impact.hits import slip_on
from sandbox.mechanics.world.impact.settling import (
    has_changed,
    mode_after,
    settle_impacts,
    settle_modes,
    stay_together,
)
from sandbox.mechanics.world.impact.striking import strike_all
from sandbox.mechanics.world.instant import foot_on, support_now
from sandbox.mechanics.world.met import MET, add_met, met_at
from sandbox.mechanics.world.segments.segment import ball_of, state_of, working_of
from sandbox.mechanics.world.supports import block_of, is_free

# instants that are looked at [s]; the gap that is none, as a share of the radius, and of the place itself: rounding
ONE_INSTANT, CLOSED, ROUNDED = 1e-9, 1e-12, 1e-15
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
    closing = int(met[meet.COUNT])
    if p[at.AT_ONCE] != at.IN_TURN:
        add_touching(p, y, met, changed)
    strike_all(p, calls, y, met, t, is_plastic, 0.0)
    settle_impacts(p, calls, y, changed, t)
    settle_modes(p, calls, y, changed, t)
    for k in range(closing):
        contact = met_at(met, k)
        touch_on(p, calls, y, int(contact[meet.ONE]), int(contact[meet.OTHER]), t)
    return changed


@compiled
def add_all_of_instant(p, calls, y, met, changed, t):
    """Adds what else closes at t of the balls that have changed, and brings it there; returns what has changed."""
    aside, count, what = room(MOST_ASIDE*at.EVENT), 0, room(at.EVENT)
    while count < MOST_ASIDE and take_next_before(p, t + ONE_INSTANT, what):
        copy(what, at.EVENT, part(aside, count*at.EVENT))
        count += 1
    grows = count > 0
    while grows:
        grows = False
        for k in range(count):
            event = part(aside, k*at.EVENT)
            i, other = int(event[at.ONE]), other_of(p, event)
            if event[at.WHEN] == inf or other == -1 or not is_with(p, i, other) or not closes(p, calls, y, i, other, t):
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
    return changed


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
def closes(p, calls, y, i, other, t):
    """Whether the gap of a ball and a ball, or a support, has closed at t but for rounding; not of stepped groups."""
    one, two = room(at.STATE), room(at.STATE)
    if is_stepped(state_of(y, i)) or (other >= 0 and is_stepped(state_of(y, other))):
        return False
    at_instant(p, calls, y, i, t, one)
    a, far = ball_of(p, i)[at.RADIUS], 0.0
    for r in range(3):
        far = max(far, abs(one[at.X + r]))
    if other < 0:
        gap = foot_on(p, calls, -2 - other, support_now(p, y, -2 - other, t), one, a).gap
        return gap <= CLOSED*a + ROUNDED*far
    at_instant(p, calls, y, other, t, two)
    b, square = ball_of(p, other)[at.RADIUS], 0.0
    for r in range(3):
        square += (one[at.X + r] - two[at.X + r])**2
    return square**0.5 - a - b <= CLOSED*min(a, b) + ROUNDED*far


@compiled
def at_instant(p, calls, y, b, t, out):
    """Fills what moves of a ball at t, whether it has been brought there or not."""
    if working_of(p, b)[at.CHANGED] != at.UNCHANGED:
        copy(state_of(y, b), at.MOVING, out)
    else:
        moved_to(p, calls, y, b, t, out)


@compiled
def add_touching(p, y, met, changed):
    """Adds all that touches among the balls that have changed, as far as there is room."""
    b = changed
    while b >= 0:
        state = state_of(y, b)
        if state[at.ON] >= 0.0 and state[at.MODE] < at.STEPPED:
            add_met(met, b, -2 - int(state[at.ON]))
        b = int(working_of(p, b)[at.CHANGED])
    for k in range(lasting_count(p, y)):
        entry = entry_of(p, y, k)
        if has_changed(p, entry):
            add_met(met, int(entry[at.FIRST]), int(entry[at.OTHER]))


@compiled
def touch_on(p, calls, y, i, other, t):
    """Contact after an impact of the ball i with a ball, or with the support -2 - s, where they do not part."""
    if other >= 0:
        stay_together(p, calls, y, i, other, t)
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
