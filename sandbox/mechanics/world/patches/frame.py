"""One frame of a pile: stretches of motion, rest, and what ends them.

What happens depends on the state and the frame only. Contacts that last stand behind the state of the world.
"""

from math import nan

from sandbox.compiling.compiled import compiled, part
from sandbox.compiling.entries import mode_function
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.corners import layout as of
from sandbox.mechanics.world.corners.forces import NO_SLIP
from sandbox.mechanics.world.corners.hit import TOGETHER
from sandbox.mechanics.world.corners.known import copy, tangent_size
from sandbox.mechanics.world.island import layout as here
from sandbox.mechanics.world.log import log_event
from sandbox.mechanics.world.patches import layout as pl
from sandbox.mechanics.world.patches.advance import advance
from sandbox.mechanics.world.patches.decide import decide
from sandbox.mechanics.world.patches.features import look_around, put_attitude
from sandbox.mechanics.world.patches.hit import hit, jam
from sandbox.mechanics.world.patches.islands import arrange, remove_contact
from sandbox.mechanics.world.patches.known import (
    array_of,
    body_of,
    contact_of,
    feature_in,
    kind_in,
    other_feature_in,
    pile_of,
    shape_of,
    size_of,
    speed_scale,
    touch_of,
    what_of,
)
from sandbox.mechanics.world.patches.rest import (
    come_to_rest,
    keep_resting,
    rest_if_held,
    rest_where_nothing_happens,
)
from sandbox.mechanics.world.patches.riding import ride_of
from sandbox.mechanics.world.patches.settle import energy_at, energy_of_riders, enter, settle
from sandbox.mechanics.world.patches.small_steps import carry_by_steps, end_steps, part_what_is_open
from sandbox.mechanics.world.patches.touching import fill_contacts
from sandbox.mechanics.world.shaped import put_inverse
from sandbox.mechanics.world.supports import drop_places, keep_places

# events of a frame after which small steps carry the pile to its end: faces that rattle against each other have no last
MOST_EVENTS = 8
# frames that small steps carry in succession, until events are looked for again, and rest
RARELY = 8


@compiled
def ledger_of(p, y):
    """The ledger of a state."""
    return part(y, int(p[at.LEDGER_AT]))


@compiled
def lasting_of(p, y, k):
    """What is kept of the contact k in the state of a world."""
    return part(y, int(p[at.LEDGER_AT]) + at.LEDGER_SIZE + k*pl.ENTRY)


@compiled
def kept_ride_of(p, y, b):
    """What is kept of how the body b rests on what moves."""
    return part(y, int(p[at.SIZE]) - (int(p[at.BALLS]) - b)*pl.RIDING)


@compiled
def carried_of(p, pile, y):
    """In how many frames in succession small steps have carried the pile (1,)."""
    return lasting_of(p, y, int(pile[pl.ROOM]))


@compiled
def load(p, y):
    """Fills state and contacts of the pile from the state of the world; returns the pile."""
    pile, count = pile_of(p), int(p[at.BALLS])
    pile[pl.IS_FULL] = 0.0
    state = array_of(pile, pl.STATE_AT)
    for b in range(count):
        own, body = part(y, b*at.STATE), body_of(pile, b)
        copy(own, at.MOVING, part(state, b*at.MOVING))
        body[pl.FRAME], body[pl.ASLEEP] = own[at.FRAME], 1.0 if own[at.MODE] == at.RESTS else 0.0
        copy(kept_ride_of(p, y, b), pl.RIDING, part(body, pl.RIDE))
        if p[at.HELD] == float(b):
            body[pl.ASLEEP] = 0.0
        put_attitude(own, body)
        put_inverse(shape_of(p, b), own, part(body, pl.INVERSE))
    state[int(pile[pl.SIZE]) - 1] = ledger_of(p, y)[at.LEDGER]
    pile[pl.COUNT] = 0.0
    for k in range(int(pile[pl.ROOM])):
        entry = lasting_of(p, y, k)
        if entry[pl.WHO] < 0.0:
            break
        contact, what = contact_of(pile, k), int(entry[pl.WHAT])
        for i in range(pl.CONTACT):
            contact[i] = 0.0
        contact[pl.FIRST], contact[pl.OTHER], contact[pl.KIND] = entry[pl.WHO], entry[pl.WITH], float(kind_in(what))
        contact[pl.FEATURE], contact[pl.FEATURE_OTHER] = float(feature_in(what)), float(other_feature_in(what))
        contact[of.DOES] = entry[pl.DOES]
        copy(part(entry, pl.SLIPS_OFF), 3, part(contact, of.DIRECTION))
        copy(part(entry, pl.CARRIED), 3, part(contact, pl.CARRIES))
        pile[pl.COUNT] = float(k + 1)
    arrange(p, pile)
    return pile


@compiled
def store(p, pile, y):
    """Writes state and contacts of the pile to the state of the world."""
    state = array_of(pile, pl.STATE_AT)
    for b in range(int(p[at.BALLS])):
        own = part(y, b*at.STATE)
        copy(part(state, b*at.MOVING), at.MOVING, own)
        own[at.FRAME], own[at.ON], own[at.MODE] = body_of(pile, b)[pl.FRAME], -1.0, at.OPEN
    ledger_of(p, y)[at.LEDGER] = state[int(pile[pl.SIZE]) - 1]
    for k in range(int(pile[pl.ROOM])):
        entry = lasting_of(p, y, k)
        for i in range(pl.ENTRY):
            entry[i] = 0.0
        entry[pl.WHO] = -1.0
        if k < int(pile[pl.COUNT]):
            contact = contact_of(pile, k)
            entry[pl.WHO], entry[pl.WITH], entry[pl.DOES] = contact[pl.FIRST], contact[pl.OTHER], contact[of.DOES]
            entry[pl.WHAT] = what_of(int(contact[pl.KIND]), int(contact[pl.FEATURE]), int(contact[pl.FEATURE_OTHER]))
            copy(part(contact, of.DIRECTION), 3, part(entry, pl.SLIPS_OFF))
            copy(part(contact, pl.CARRIES), 3, part(entry, pl.CARRIED))
            own = part(y, int(contact[pl.FIRST])*at.STATE)
            if own[at.MODE] != at.SLIPS:
                own[at.MODE] = contact[of.DOES]
            if contact[pl.OTHER] < 0.0:
                own[at.ON] = -2.0 - contact[pl.OTHER]
    for b in range(int(p[at.BALLS])):
        ride = kept_ride_of(p, y, b)
        for i in range(pl.RIDING):
            ride[i] = 0.0
        ride[pl.RIDES_ON] = -1.0
        if body_of(pile, b)[pl.ASLEEP] != 0.0:
            y[b*at.STATE + at.MODE] = at.RESTS
            if ride_of(pile, b)[pl.RIDES_ON] >= 0.0:
                copy(ride_of(pile, b), pl.RIDING, ride)


@compiled
def count_energies(p, pile, t, y):
    """Counts the energy of what touches a support relative to that from now on; the ledger takes the difference."""
    for k in range(int(pile[pl.ACTIVE])):
        contact = contact_of(pile, k)
        body = body_of(pile, int(contact[pl.FIRST]))
        if contact[pl.OTHER] < 0.0 and int(body[pl.FRAME]) != -2 - int(contact[pl.OTHER]):
            before = energy_at(p, pile, t, y)
            body[pl.FRAME] = -2.0 - contact[pl.OTHER]
            enter(p, pile, t, y, before)


@compiled
def go_on(p, calls, pile, t):
    """Decides what all contacts do from t on; False where no rigid forces can: nothing has moved then."""
    y, kept, size = array_of(pile, pl.STATE_AT), array_of(pile, pl.KEPT_AT), int(pile[pl.SIZE])
    arrange(p, pile)
    count_energies(p, pile, t, y)
    copy(y, size, kept)
    settle(p, calls, pile, t, y)
    if not decide(p, calls, pile, t, y):
        copy(kept, size, y)
        return False
    arrange(p, pile)
    settle(p, calls, pile, t, y)
    come_to_rest(p, calls, pile, t, y)
    return True


@compiled
def is_tried(carried):
    """Whether events are looked for, after so many frames that small steps carried: ever more rarely, up to RARELY."""
    return carried & (carried + 1) == 0 if carried < RARELY else carried % RARELY == 0


@compiled
def take_small_steps(p, calls, pile, y, t, t_end):
    """Carries the pile to t_end by small steps, and says so."""
    carried = carried_of(p, pile, y)
    log_event(p, t, at.UNDECIDED, 0, -2, 0.0, 0.0)
    ledger_of(p, y)[at.MERGED] += 1.0
    carry_by_steps(p, calls, pile, t, t_end)
    carried[0] += 1.0
    # contacts that do not press by the least forces are let go where events are looked for next, and only there: the
    # steps' own forces need them
    if is_tried(int(carried[0])):
        part_what_is_open(p, calls, pile, t_end)
        rest_if_held(p, calls, pile, t_end, array_of(pile, pl.STATE_AT))
        end_steps(p, calls, pile, t, t_end)
        go_on(p, calls, pile, t_end)
    else:
        end_steps(p, calls, pile, t, t_end)


@compiled
def stop_slips(p, calls, pile, t, y):
    """Makes stick what slips no faster than what is none: what slips the other way next begins that from rest, and not
    with a rest of the old way, which would end it at once."""
    fill_contacts(p, calls, pile, t, y)
    for k in range(int(pile[pl.ACTIVE])):
        contact, touch = contact_of(pile, k), touch_of(pile, k)
        if contact[of.DOES] == at.SLIPS and touch[here.SLIP_MU] != 0.0 \
                and tangent_size(touch, part(touch, here.SLIP)) <= 2.0*NO_SLIP*speed_scale(p):
            contact[of.DOES] = at.ROLLS


@compiled
def happen(p, calls, pile, y, t):
    """Does what has ended a stretch at t; False where no rigid forces can go on from there."""
    what, state, ledger = pile[pl.EVENT], array_of(pile, pl.STATE_AT), ledger_of(p, y)
    if what == of.LANDED:
        ledger[at.LOST] += hit(p, calls, pile, t, state)
        ledger[at.IMPACTS] += 1.0
    elif what == of.EDGE_PASSED:
        remove_contact(pile, int(pile[pl.EVENT_AT]))
        look_around(p, calls, pile, t, state, TOGETHER*size_of(p), p[at.CAPTURE])
    elif what == of.SLIP_ENDED:
        stop_slips(p, calls, pile, t, state)
    if go_on(p, calls, pile, t):
        return True
    lost = jam(p, calls, pile, t, state)
    if not lost > 0.0:
        return False
    ledger[at.LOST] += lost
    ledger[at.IMPACTS] += 1.0
    return go_on(p, calls, pile, t)


@compiled
def is_all_asleep(p, pile):
    """Whether nothing moves."""
    moving = 0
    for b in range(int(p[at.BALLS])):
        moving += 1 if body_of(pile, b)[pl.ASLEEP] == 0.0 else 0
    return moving == 0


@compiled
def carry_riders(p, pile, t, t_end, y):
    """Puts what rests on what moves where it is at t_end; the ledger takes the work that is done on it from t on."""
    before = energy_of_riders(p, pile, t, y)
    y[int(pile[pl.SIZE]) - 1] += energy_of_riders(p, pile, t_end, y) - before


@compiled
def follow(p, calls, pile, y, t, t_end):
    """Follows the pile from event to event; returns the instant reached, before t_end where small steps have to go on.
    """
    now, state = t, array_of(pile, pl.STATE_AT)
    pile[pl.EFFORT] = 0.0
    for event in range(MOST_EVENTS):
        begins = now
        if is_all_asleep(p, pile):
            carry_riders(p, pile, begins, t_end, state)
            return t_end
        now = advance(p, calls, pile, begins, t_end)
        carry_riders(p, pile, begins, now, state)
        if pile[pl.EVENT] == of.DONE:
            if event == 0:
                rest_where_nothing_happens(p, calls, pile, t_end, state)
            return t_end
        if pile[pl.EVENT] == of.NOT_FINITE:
            state[at.X] = nan
            return t_end
        if pile[pl.EVENT] == of.TOO_MUCH or not happen(p, calls, pile, y, now):
            break
    return now


@compiled
def reach_end(p, calls, pile, y, t, t_end):
    """Carries the pile from t to t_end."""
    carried, now = carried_of(p, pile, y), t
    look_at = keep_resting(p, calls, pile, t, t_end)
    if is_all_asleep(p, pile):
        carry_riders(p, pile, t, t_end, array_of(pile, pl.STATE_AT))
        return
    if is_tried(int(carried[0])):
        now = follow(p, calls, pile, y, t, look_at)
        if look_at < t_end and now == look_at:
            now = follow(p, calls, pile, y, look_at, t_end)
    if now < t_end:
        take_small_steps(p, calls, pile, y, now, t_end)
    else:
        carried[0] = 0.0


@mode_function
def step(t, h, y, p, calls, out):
    """One frame, or a part of one, from y to out; the error is that of the parts, each of which watches its own."""
    t_end = t + h
    copy(y, int(p[at.SIZE]), out)
    keep_places(p, t, t_end)
    p[at.FRAME_BEGAN], p[at.FRAME_ENDS], logged, was_full = t, t_end, p[at.LOGGED], pile_of(p)[pl.IS_FULL]
    pile = load(p, out)
    pile[pl.ROUNDS] = 0.0
    reach_end(p, calls, pile, out, t, t_end)
    store(p, pile, out)
    if pile[pl.IS_FULL] != 0.0:
        # the frame is made again with more room, or the run ends (systems/world/piled.py)
        out[at.X], p[at.LOGGED] = nan, logged
    # parts of the frame are tried before anybody asks
    pile[pl.IS_FULL] = max(pile[pl.IS_FULL], was_full)
    drop_places(p)
    return 0.0


@mode_function
def reconsider(t, h, y, p, calls, out):
    """Decides anew, from y to out, what touches and what it does: at a start, or where a hand takes hold."""
    copy(y, int(p[at.SIZE]), out)
    keep_places(p, t, t + 1e-9)
    pile = load(p, out)
    look_around(p, calls, pile, t, array_of(pile, pl.STATE_AT), TOGETHER*size_of(p), p[at.CAPTURE])
    go_on(p, calls, pile, t)
    store(p, pile, out)
    drop_places(p)
    return 0.0
