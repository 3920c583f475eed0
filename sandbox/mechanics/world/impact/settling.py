"""What follows an impulse: the impacts that it sets off, and what each contact does then.

An impulse reaches what touches the balls it moved: their floors, and the balls and walls at which they lie. Each
contact that closes takes an impact of its own, the fastest first, until none closes any more; those that are as fast
and share a ball take one together. Balls that touch in a row pass an impact on one after the other, as if there were a
gap of nothing between them.
"""

from math import inf

from sandbox.compiling.compiled import compiled, room
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world import met as meet
from sandbox.mechanics.world.groups.groups import add_lasting, entry_of, lasting_count, remove_lasting
from sandbox.mechanics.world.groups.islands import stays_with
from sandbox.mechanics.world.impact.hits import closing_speed, pair_normal_and_slip, slip_on
from sandbox.mechanics.world.impact.striking import hit_one, strike_all
from sandbox.mechanics.world.met import MET, add_met, shares_ball
from sandbox.mechanics.world.pair_laws import body_numbers, friction_between
from sandbox.mechanics.world.segments.segment import state_of, working_of
from sandbox.mechanics.world.supports import block_of

# impacts that follow one: after the first number they are plastic, after the second the rest is left to the contacts
MOST_ELASTIC, MOST_IMPACTS = 200, 400
# share of a speed by which rounding parts two that are the same
AS_FAST = 1e-10
# share of the speed of capture below which a contact does not close
STILL = 1e-3
# slip below which there is none, as a share of the speed of capture
SLIPLESS = 1e-4


@compiled
def has_changed(p, entry):
    """Whether a lasting contact is one of balls that something has just happened to: others are at another instant.

    One that is open is left to small steps (groups/islands.py: stays_with).
    """
    return entry[at.DOES] != at.STEPPED and entry[at.DOES] != at.OPEN \
        and working_of(p, int(entry[at.FIRST]))[at.CHANGED] != at.UNCHANGED


@compiled
def settle_impacts(p, calls, y, changed, t):
    """Takes the impacts that contacts of the changed balls ask for."""
    met = room(MET)
    for count in range(MOST_IMPACTS):
        worst, who, other = -STILL*p[at.CAPTURE], -1, -1
        b = changed
        while b >= 0:
            s = int(state_of(y, b)[at.ON])
            if s >= 0 and state_of(y, b)[at.MODE] < at.STEPPED:
                u = closing_speed(p, calls, y, b, -2 - s, t)
                if u < worst:
                    worst, who, other = u, b, -2 - s
            b = int(working_of(p, b)[at.CHANGED])
        for k in range(lasting_count(p, y)):
            entry = entry_of(p, y, k)
            if not has_changed(p, entry):
                continue
            i, j = int(entry[at.FIRST]), int(entry[at.OTHER])
            u = closing_speed(p, calls, y, i, j, t)
            if u < worst:
                worst, who, other = u, i, j
        if who < 0:
            return
        is_plastic = worst > -p[at.CAPTURE] or count >= MOST_ELASTIC
        met[meet.COUNT] = 0.0
        add_met(met, who, other)
        add_as_fast(p, calls, y, changed, worst, met, t)
        strike_all(p, calls, y, met, t, is_plastic, 1.0)


@compiled
def add_as_fast(p, calls, y, changed, worst, met, t):
    """Adds to a list what closes as fast as the contact in it, and shares a ball with what is in it."""
    grows = True
    while grows:
        before = met[meet.COUNT]
        b = changed
        while b >= 0:
            s = int(state_of(y, b)[at.ON])
            if s >= 0 and state_of(y, b)[at.MODE] < at.STEPPED and shares_ball(met, b, -2 - s) \
                    and closing_speed(p, calls, y, b, -2 - s, t) <= (1.0 - AS_FAST)*worst:
                add_met(met, b, -2 - s)
            b = int(working_of(p, b)[at.CHANGED])
        for k in range(lasting_count(p, y)):
            entry = entry_of(p, y, k)
            i, j = int(entry[at.FIRST]), int(entry[at.OTHER])
            if has_changed(p, entry) and shares_ball(met, i, j) \
                    and closing_speed(p, calls, y, i, j, t) <= (1.0 - AS_FAST)*worst:
                add_met(met, i, j)
        grows = met[meet.COUNT] > before


@compiled
def mode_after(mu, slip, capture):
    """What a contact does that has closed: ROLLS without slip where friction can hold, else SLIPS."""
    return at.ROLLS if mu > 0.0 and slip <= SLIPLESS*capture else at.SLIPS


@compiled
def settle_modes(p, calls, y, changed, t):
    """Lets go what parts, and finds out what slips; of the changed balls and their lasting contacts."""
    capture = p[at.CAPTURE]
    b = changed
    while b >= 0:
        state = state_of(y, b)
        s = int(state[at.ON])
        if s >= 0 and state[at.MODE] < at.STEPPED:
            block = block_of(p, s)
            u, slip = slip_on(p, calls, y, b, s, t)
            has_slip = block[at.STATIC] == inf and slip > SLIPLESS*capture
            # a floor that never lets slip can't stop the slip of what parts, however slowly: it lands a moment later
            if u > capture or (has_slip and u > 0.0):
                state[at.ON], state[at.MODE] = -1.0, at.OPEN
            else:
                if has_slip:
                    hit_one(p, calls, y, b, -2 - s, t, 0.0, inf)
                    slip = 0.0
                state[at.MODE] = mode_after(block[at.STATIC], slip, capture)
        b = int(working_of(p, b)[at.CHANGED])
    k, count = 0, lasting_count(p, y)
    while k < count:
        entry = entry_of(p, y, k)
        if not has_changed(p, entry):
            k += 1
            continue
        i, j = int(entry[at.FIRST]), int(entry[at.OTHER])
        if j < 0:
            u, slip = slip_on(p, calls, y, i, -2 - j, t)
            mu = block_of(p, -2 - j)[at.STATIC]
        else:
            u, slip = pair_normal_and_slip(p, calls, y, i, j)
            mu = friction_between(p, body_numbers(p, i), body_numbers(p, j))
        if u > capture and stays_with(p, i, j):
            entry[at.DOES] = at.OPEN
            k += 1
            continue
        if u > capture:
            remove_lasting(p, y, k)
            count -= 1
            continue
        entry[at.DOES] = mode_after(mu, slip, capture)
        k += 1


@compiled
def stay_together(p, calls, y, i, other, t):
    """Makes a contact lasting where the two do not part; returns whether there was room for it.

    What is left of their normal velocity is taken by a plastic impact.
    """
    if other >= 0:
        u, slip = pair_normal_and_slip(p, calls, y, i, other)
        mu = friction_between(p, body_numbers(p, i), body_numbers(p, other))
    else:
        u, slip = slip_on(p, calls, y, i, -2 - other, t)
        mu = block_of(p, -2 - other)[at.STATIC]
    if u > p[at.CAPTURE]:
        return True
    return add_lasting(p, y, i, other, mode_after(mu, slip, p[at.CAPTURE]))
