"""What follows an impulse: the impacts that it sets off, and what each contact does then.

An impulse reaches what touches the balls it moved: their floors, and the balls and walls at which they lie. Each
contact that closes takes an impact of its own, the fastest first, until none closes any more. Balls that touch in a row
pass an impact on one after the other, as if there were a gap of nothing between them.
"""

from math import inf

from sandbox.compiling.compiled import compiled, part
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.groups.groups import add_lasting, entry_of, lasting_count, remove_lasting
from sandbox.mechanics.world.impact.hits import closing_speed, hit_pair, hit_support, pair_normal_and_slip, slip_on
from sandbox.mechanics.world.log import log_event
from sandbox.mechanics.world.segments.segment import state_of, working_of
from sandbox.mechanics.world.supports import block_of

# impacts that follow one: after the first number they are plastic, after the second the rest is left to the contacts
MOST_ELASTIC, MOST_IMPACTS = 200, 400
# share of the speed of capture below which a contact does not close
STILL = 1e-3
# slip below which there is none, as a share of the speed of capture
SLIPLESS = 1e-4


@compiled
def has_changed(p, entry):
    """Whether a lasting contact is one of balls that something has just happened to: others are at another instant."""
    return entry[at.DOES] != at.STEPPED and working_of(p, int(entry[at.FIRST]))[at.CHANGED] != at.UNCHANGED


@compiled
def settle_impacts(p, calls, y, changed, t):
    """Takes the impacts that contacts of the changed balls ask for."""
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
        strike(p, calls, y, who, other, t, is_plastic)


@compiled
def strike(p, calls, y, i, other, t, is_plastic):
    """One impact of the ball i with a ball, or with the support -2 - s; returns the normal velocity after it."""
    ledger = part(y, int(p[at.LEDGER_AT]))
    lost, u = ledger[at.LOST], 0.0
    tells = p[at.LOGS_ALL] != 0.0
    if tells:
        u = closing_speed(p, calls, y, i, other, t)
    if other >= 0:
        after = hit_pair(p, calls, y, i, other, t, 0.0 if is_plastic else p[at.PAIR_RESTITUTION], p[at.PAIR_FRICTION])
    else:
        block = block_of(p, -2 - other)
        after = hit_support(p, calls, y, i, -2 - other, t, 0.0 if is_plastic else block[at.RESTITUTION],
                            inf if block[at.STATIC] == inf else block[at.KINETIC])
    if tells:
        log_event(p, t, at.STRUCK, i, other, -u, ledger[at.LOST] - lost)
    return after


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
                    hit_support(p, calls, y, b, s, t, 0.0, inf)
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
            u, slip = pair_normal_and_slip(p, y, i, j)
            mu = p[at.PAIR_FRICTION]
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
        u, slip = pair_normal_and_slip(p, y, i, other)
        mu = p[at.PAIR_FRICTION]
    else:
        u, slip = slip_on(p, calls, y, i, -2 - other, t)
        mu = block_of(p, -2 - other)[at.STATIC]
    if u > p[at.CAPTURE]:
        return True
    return add_lasting(p, y, i, other, mode_after(mu, slip, p[at.CAPTURE]))
