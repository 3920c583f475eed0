"""Rest: islands that forces within the laws hold sleep until something comes, on what moves, too (riding.py).

Forces are looked for among all that could be, not only the least ones. Sweeps over the laws that begin with the forces
of the last small step come near them; what they leave is solved for: w + G (x + d) = 0 for the least d, with what does
not press left out and what is at the end of its friction changed along its force only. Where x + d is within all cones,
it holds.
"""

from math import nan

from sandbox.compiling.compiled import compiled, part, room
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.corners import layout as of
from sandbox.mechanics.world.corners.forces import NO_SLIP
from sandbox.mechanics.world.corners.known import copy, gravity_scale, normal_part, tangent_size
from sandbox.mechanics.world.corners.sweeps import STILL
from sandbox.mechanics.world.island import layout as here
from sandbox.mechanics.world.patches import layout as pl
from sandbox.mechanics.world.patches.decide import ALMOST
from sandbox.mechanics.world.patches.forces import fill_rates, solve_rows, want_accelerations
from sandbox.mechanics.world.patches.islands import arrange, end_of_island
from sandbox.mechanics.world.patches.known import (
    array_of,
    body_of,
    contact_of,
    numbers_of,
    size_of,
    speed_scale,
    touch_of,
)
from sandbox.mechanics.world.patches.riding import (
    NOWHERE,
    base_of,
    begin_to_ride,
    fill_against,
    fill_bases,
    fill_felt,
    fill_rates_against,
    largest,
    put_body_riding,
    ride_of,
    stop_against,
)
from sandbox.mechanics.world.patches.settle import energy_at, energy_of, enter
from sandbox.mechanics.world.patches.small_steps import ABOVE, deepest
from sandbox.mechanics.world.patches.sweeps import MOST_SWEEPS, begin, fill_left, sweep
from sandbox.mechanics.world.patches.touching import fill_contacts
from sandbox.mechanics.world.supports import block_of

# what is slower than this share of sqrt(g a), and accelerated by less than that of g, rests
RESTS, STAYS = 1e-9, 1e-11
# share of the largest force that does not press; of friction that is left of what is not at its end
IDLE, SPARE = 1e-9, 1e-6
# solutions that are made of what is left, each of what the one before has left by rounding
CORRECTIONS = 5


@compiled
def is_slow(p, b, base, t, y, least):
    """Whether no point of a body moves against a support faster than `least` [m/s]."""
    against = room(6)
    fill_against(t, block_of(p, base), part(y, b*at.MOVING), against)
    return largest(against, numbers_of(p, b)[at.RADIUS]) <= least


@compiled
def stays(p, b, base, t, y, rates):
    """Whether rates do not accelerate a body against a support."""
    against = room(6)
    fill_rates_against(p, t, block_of(p, base), part(y, b*at.MOVING), part(rates, b*at.MOVING), against)
    return largest(against, numbers_of(p, b)[at.RADIUS]) <= STAYS*gravity_scale(p)


@compiled
def give_rows_by_forces(pile, low, high):
    """Gives rows by the forces at PUSH: none to what does not press, one along the force to what is at the end of its
    friction, three to all others; without friction it is along the normal to the last digit."""
    weight = 0.0
    for k in range(low, high):
        weight = max(weight, normal_part(touch_of(pile, k), part(contact_of(pile, k), of.PUSH)))
    for k in range(low, high):
        contact, touch = contact_of(pile, k), touch_of(pile, k)
        size, aside = normal_part(touch, part(contact, of.PUSH)), tangent_size(touch, part(contact, of.PUSH))
        presses = size > IDLE*weight
        contact[of.ROW_COUNT] = 0.0 if not presses else 3.0 if aside < (1.0 - SPARE)*touch[here.STATIC_MU]*size else 1.0
        is_smooth = touch[here.STATIC_MU] == 0.0
        for i in range(3):
            contact[of.THRUST + i] = touch[here.NORMAL + i] if is_smooth or not presses else contact[of.PUSH + i]/size
            contact[of.PUSH + i] = size*contact[of.THRUST + i] if presses else 0.0


@compiled
def are_within_laws(pile, low, high):
    """Whether the forces at PUSH press only, and friction can bear them.

    Without friction they are along normals: what they have aside is the rounding of that, and nobody has to bear it.
    """
    within = True
    for k in range(low, high):
        contact, touch = contact_of(pile, k), touch_of(pile, k)
        size, aside = normal_part(touch, part(contact, of.PUSH)), tangent_size(touch, part(contact, of.PUSH))
        mu = touch[here.STATIC_MU]
        within = within and size >= 0.0 and (mu == 0.0 or aside == 0.0 or aside <= (1.0 + ALMOST)*mu*size)
    return within


@compiled
def is_held(p, pile, low, high, base, t, y):
    """Whether the forces at PUSH, and what moves the bodies by itself, leave all bodies of these contacts at rest."""
    begin(p, pile, low, high)
    free, most, rates, against = array_of(pile, pl.FREE_AT), 0.0, room(at.MOVING), room(6)
    for k in range(low, high):
        for end in range(2):
            b = int(contact_of(pile, k)[pl.FIRST + end])
            if b < 0:
                continue
            moved, own = part(body_of(pile, b), pl.MOVED), part(free, b*at.MOVING)
            for i in range(3):
                rates[at.V + i], rates[at.W + i] = moved[at.V + i] + own[at.V + i], moved[at.W + i] + own[at.W + i]
            fill_rates_against(p, t, block_of(p, base), part(y, b*at.MOVING), rates, against)
            most = max(most, largest(against, numbers_of(p, b)[at.RADIUS]))
    return most <= STAYS*gravity_scale(p)


@compiled
def forces_hold(p, pile, low, high, base, t, y):
    """Whether forces within the laws of static friction hold an island whose bodies rest on a base; they are at PUSH.
    """
    for k in range(low, high):
        contact, touch = contact_of(pile, k), touch_of(pile, k)
        contact[of.ROW_COUNT] = 3.0 if touch[here.STATIC_MU] > 0.0 else 1.0
        contact[of.FRICTION] = touch[here.STATIC_MU]
        copy(part(touch, here.NORMAL), 3, part(contact, of.THRUST))
        copy(part(contact, pl.CARRIES), 3, part(contact, of.PUSH))
    want_accelerations(pile, low, high)
    if not sweep(p, pile, low, high, MOST_SWEEPS, STILL, 1.0):
        return False
    give_rows_by_forces(pile, low, high)
    for _turn in range(CORRECTIONS):
        if is_held(p, pile, low, high, base, t, y):
            return are_within_laws(pile, low, high)
        want_accelerations(pile, low, high)
        for k in range(low, high):
            fill_left(pile, k)
            copy(part(contact_of(pile, k), of.LEAVES), 3, part(contact_of(pile, k), of.WANTED))
        if not solve_rows(p, pile, low, high, of.AIMS):
            return False
        for k in range(low, high):
            contact = contact_of(pile, k)
            for i in range(3):
                contact[of.PUSH + i] += contact[of.AIMS + i]
    return False


@compiled
def fall_asleep(p, calls, pile, t, y, before):
    """Lets the bodies sleep that MOVED says of, enters what was left of their speeds; before: energy [J]."""
    slept = False
    for b in range(int(p[at.BALLS])):
        if body_of(pile, b)[pl.ASLEEP] == 0.0 and body_of(pile, b)[pl.MOVED] == 1.0:
            slept = True
            begin_to_ride(p, pile, b, base_of(pile, b), t, y)
    if slept:
        enter(p, pile, t, y, before)
        for b in range(int(p[at.BALLS])):
            body = body_of(pile, b)
            if body[pl.ASLEEP] == 0.0 and body[pl.MOVED] == 1.0:
                body[pl.ASLEEP] = 1.0
        arrange(p, pile)


@compiled
def come_to_rest(p, calls, pile, t, y):
    """Lets islands sleep that go on to be at rest by the forces of what their contacts do."""
    rates, count = array_of(pile, pl.NEW_AT), int(p[at.BALLS])
    if p[at.HELD] >= 0.0:
        return
    fill_rates(p, calls, pile, t, y, NO_SLIP*speed_scale(p), rates)
    before = energy_at(p, pile, t, y)
    fill_bases(p, pile)
    for b in range(count):
        if body_of(pile, b)[pl.ASLEEP] != 0.0 or body_of(pile, b)[pl.ISLAND] != float(b):
            continue
        base = base_of(pile, b)
        still = base != NOWHERE
        for c in range(b, count):
            if body_of(pile, c)[pl.ISLAND] == float(b):
                still = still and is_slow(p, c, base, t, y, RESTS*speed_scale(p)) and stays(p, c, base, t, y, rates)
        for c in range(b, count):
            if body_of(pile, c)[pl.ISLAND] == float(b):
                body_of(pile, c)[pl.MOVED] = 1.0 if still else 0.0
    fall_asleep(p, calls, pile, t, y, before)


@compiled
def rest_if_held(p, calls, pile, t, y):
    """Lets islands sleep that are slower than what an impact stops, and that any forces within the laws hold.

    Where nobody finds what contacts do, small steps never come to a last digit; friction stops what is as slow as that
    within the time v/(mu g).
    """
    if p[at.HELD] >= 0.0:
        return
    kept, still, low = array_of(pile, pl.KEPT_AT), array_of(pile, pl.NEW_AT), 0
    before, count = energy_at(p, pile, t, y), int(p[at.BALLS])
    copy(y, int(pile[pl.SIZE]), kept)
    fill_bases(p, pile)
    for b in range(count):
        still[b] = 0.0
        if body_of(pile, b)[pl.ASLEEP] == 0.0:
            stop_against(p, base_of(pile, b), t, part(y, b*at.MOVING))
    fill_contacts(p, calls, pile, t, y)
    while low < int(pile[pl.ACTIVE]):
        high, island = end_of_island(pile, low), body_of(pile, int(contact_of(pile, low)[pl.FIRST]))[pl.ISLAND]
        base = base_of(pile, int(island))
        slow = base != NOWHERE and deepest(pile, low, high) < ABOVE*size_of(p)
        for b in range(count):
            if body_of(pile, b)[pl.ISLAND] == island:
                slow = slow and is_slow(p, b, base, t, kept, p[at.CAPTURE])
        if slow and forces_hold(p, pile, low, high, base, t, y):
            for b in range(count):
                if body_of(pile, b)[pl.ISLAND] == island:
                    still[b] = 1.0
        low = high
    copy(kept, int(pile[pl.SIZE]), y)
    for b in range(count):
        body_of(pile, b)[pl.MOVED] = still[b]
    fall_asleep(p, calls, pile, t, y, before)


# ---- rest on what moves ---------------------------------------------------------------------------------------------


@compiled
def goes_with(p, pile, b, base, t, y):
    """Whether the body b, which rests, goes with a support at t; takes it up if it rested on what stood before."""
    ride, state, size = ride_of(pile, b), part(y, b*at.MOVING), size_of(p)
    if ride[pl.RIDES_ON] != float(base):
        if not is_slow(p, b, base, t, y, RESTS*speed_scale(p)):
            return False
        before = energy_of(p, pile, b, t, y)
        begin_to_ride(p, pile, b, base, t, y)
        y[int(pile[pl.SIZE]) - 1] += energy_of(p, pile, b, t, y) - before
        # what would hold it is not known
        ride[pl.FELT] = nan
        return True
    kept, far = room(at.MOVING), 0.0
    copy(state, at.MOVING, kept)
    put_body_riding(p, pile, b, t, y)
    for i in range(3):
        far = max(far, abs(state[at.X + i] - kept[at.X + i])/size, abs(state[at.V + i] - kept[at.V + i])/speed_scale(p))
        far = max(far, abs(state[at.W + i] - kept[at.W + i])*size/speed_scale(p))
    # what drives a support may have changed at t
    copy(kept, at.MOVING, state)
    return far <= RESTS


@compiled
def is_sure(p, pile, b, t, t_end):
    """Whether what the body b feels on its support from t to t_end is what forces are known to hold it in."""
    ride, felt = ride_of(pile, b), room(9)
    for share in range(3):
        fill_felt(t + 0.5*share*(t_end - t), block_of(p, int(ride[pl.RIDES_ON])), felt)
        for i in range(9):
            if felt[i] != ride[pl.FELT + i]:
                return False
    return True


@compiled
def doubt(p, pile, t, t_end, y, doubted):
    """Fills doubted with 1.0 for what rests on what moves and is not known to be held until t_end; wakes what its
    support does not carry any more. Returns whether there is any of either."""
    found, laboratory = False, int(p[at.SUPPORTS]) - 1
    fill_bases(p, pile)
    for b in range(int(p[at.BALLS])):
        doubted[b] = 0.0
        if body_of(pile, b)[pl.ASLEEP] == 0.0:
            continue
        base, ride = base_of(pile, b), ride_of(pile, b)
        if base == laboratory:
            if ride[pl.RIDES_ON] < 0.0:
                continue
            # what it rests on has come to stand
            ride[pl.RIDES_ON] = -1.0
            if not is_slow(p, b, base, t, y, 0.0):
                body_of(pile, b)[pl.ASLEEP], found = 0.0, True
        elif base == NOWHERE or not goes_with(p, pile, b, base, t, y):
            body_of(pile, b)[pl.ASLEEP], found = 0.0, True
        elif not is_sure(p, pile, b, t, t_end):
            doubted[b], found = 1.0, True
    return found


@compiled
def try_to_hold(p, calls, pile, t, y, doubted):
    """Makes 0.0 of `doubted` all bodies of islands that no forces hold at t; they are awake, and placed there. Returns
    whether there are any."""
    found, low = False, 0
    for b in range(int(p[at.BALLS])):
        if doubted[b] == 1.0:
            put_body_riding(p, pile, b, t, y)
    fill_contacts(p, calls, pile, t, y)
    while low < int(pile[pl.ACTIVE]):
        high, first = end_of_island(pile, low), int(contact_of(pile, low)[pl.FIRST])
        if doubted[first] == 1.0:
            base = int(ride_of(pile, first)[pl.RIDES_ON])
            if forces_hold(p, pile, low, high, base, t, y):
                for k in range(low, high):
                    copy(part(contact_of(pile, k), of.PUSH), 3, part(contact_of(pile, k), pl.CARRIES))
            else:
                found = True
                for b in range(int(p[at.BALLS])):
                    if body_of(pile, b)[pl.ISLAND] == body_of(pile, first)[pl.ISLAND]:
                        doubted[b] = 0.0
        low = high
    return found


@compiled
def keep_resting(p, calls, pile, t, t_end):
    """Wakes what no forces will hold on a support that moves until t_end: awake it slips where it does.

    Returns an instant within the frame at which something is not held, t_end for none.
    """
    y, doubted, kept = array_of(pile, pl.STATE_AT), array_of(pile, pl.NEW_AT), array_of(pile, pl.KEPT_AT)
    if not doubt(p, pile, t, t_end, y, doubted):
        return t_end
    copy(y, int(pile[pl.SIZE]), kept)
    for b in range(int(p[at.BALLS])):
        if doubted[b] == 1.0:
            body_of(pile, b)[pl.ASLEEP] = 0.0
    # what is joined to what has been woken is awake from here on, and not looked at
    arrange(p, pile)
    for b in range(int(p[at.BALLS])):
        for c in range(int(p[at.BALLS])):
            if body_of(pile, b)[pl.ISLAND] == body_of(pile, c)[pl.ISLAND] and body_of(pile, c)[pl.ASLEEP] == 0.0 \
                    and doubted[c] == 0.0:
                doubted[b] = 0.0
    look_at, middle = t_end, 0.5*(t + t_end)
    try_to_hold(p, calls, pile, t, y, doubted)
    if try_to_hold(p, calls, pile, middle, y, doubted):
        look_at = middle
    try_to_hold(p, calls, pile, t_end, y, doubted)
    copy(kept, int(pile[pl.SIZE]), y)
    for b in range(int(p[at.BALLS])):
        if doubted[b] == 1.0:
            body_of(pile, b)[pl.ASLEEP] = 1.0
            fill_felt(t_end, block_of(p, int(ride_of(pile, b)[pl.RIDES_ON])), part(ride_of(pile, b), pl.FELT))
    arrange(p, pile)
    return look_at


@compiled
def rest_where_nothing_happens(p, calls, pile, t, y):
    """Lets islands sleep that go with a support that moves, where a frame has had no event to ask at."""
    fill_bases(p, pile)
    for b in range(int(p[at.BALLS])):
        if body_of(pile, b)[pl.ASLEEP] == 0.0 and body_of(pile, b)[pl.ISLAND] == float(b):
            base = base_of(pile, b)
            if base != NOWHERE and base != int(p[at.SUPPORTS]) - 1 and is_slow(p, b, base, t, y, RESTS*speed_scale(p)):
                come_to_rest(p, calls, pile, t, y)
                return
