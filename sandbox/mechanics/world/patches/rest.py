"""Rest: islands that touch nothing that moves, and that forces within the laws hold, sleep until something comes.

Forces are looked for among all that could be, not only the least ones. Sweeps over the laws that begin with the forces
of the last small step come near them; what they leave is solved for: w + G (x + d) = 0 for the least d, with what does
not press left out and what is at the end of its friction changed along its force only. Where x + d is within all cones,
it holds.
"""

from sandbox.compiling.compiled import compiled, part
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
from sandbox.mechanics.world.patches.settle import energy_at, enter
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
def is_slow(p, pile, b, y, least):
    """Whether no point of a body is faster than `least` [m/s]."""
    state, a = part(y, b*at.MOVING), numbers_of(p, b)[at.RADIUS]
    fast = 0.0
    for i in range(3):
        fast = max(fast, abs(state[at.V + i]), a*abs(state[at.W + i]))
    return fast <= least


@compiled
def stays(p, b, rates):
    """Whether rates do not accelerate a body."""
    own, a, most = part(rates, b*at.MOVING), numbers_of(p, b)[at.RADIUS], 0.0
    for i in range(3):
        most = max(most, abs(own[at.V + i]), a*abs(own[at.W + i]))
    return most <= STAYS*gravity_scale(p)


@compiled
def stands_still(p, pile, island):
    """Whether all supports that an island touches do."""
    for k in range(int(pile[pl.ACTIVE])):
        contact = contact_of(pile, k)
        if contact[pl.OTHER] < 0.0 and body_of(pile, int(contact[pl.FIRST]))[pl.ISLAND] == island \
                and block_of(p, -2 - int(contact[pl.OTHER]))[at.STANDS] == 0.0:
            return False
    return True


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
def is_held(p, pile, low, high):
    """Whether the forces at PUSH, and what moves the bodies by itself, leave all bodies of these contacts at rest."""
    begin(p, pile, low, high)
    free, most = array_of(pile, pl.FREE_AT), 0.0
    for k in range(low, high):
        for end in range(2):
            b = int(contact_of(pile, k)[pl.FIRST + end])
            if b < 0:
                continue
            moved, own = part(body_of(pile, b), pl.MOVED), part(free, b*at.MOVING)
            for i in range(3):
                most = max(most, abs(moved[at.V + i] + own[at.V + i]),
                           numbers_of(p, b)[at.RADIUS]*abs(moved[at.W + i] + own[at.W + i]))
    return most <= STAYS*gravity_scale(p)


@compiled
def forces_hold(p, pile, low, high):
    """Whether forces within the laws of static friction hold an island whose bodies are at rest; they are at PUSH."""
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
        if is_held(p, pile, low, high):
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
            for i in range(3):
                y[b*at.MOVING + at.V + i] = y[b*at.MOVING + at.W + i] = 0.0
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
    for b in range(count):
        if body_of(pile, b)[pl.ASLEEP] != 0.0 or body_of(pile, b)[pl.ISLAND] != float(b):
            continue
        still = stands_still(p, pile, float(b))
        for c in range(b, count):
            if body_of(pile, c)[pl.ISLAND] == float(b):
                still = still and is_slow(p, pile, c, y, RESTS*speed_scale(p)) and stays(p, c, rates)
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
    for b in range(count):
        still[b] = 0.0
        for i in range(3):
            if body_of(pile, b)[pl.ASLEEP] == 0.0:
                y[b*at.MOVING + at.V + i] = y[b*at.MOVING + at.W + i] = 0.0
    fill_contacts(p, calls, pile, t, y)
    while low < int(pile[pl.ACTIVE]):
        high, island = end_of_island(pile, low), body_of(pile, int(contact_of(pile, low)[pl.FIRST]))[pl.ISLAND]
        slow = stands_still(p, pile, island) and deepest(pile, low, high) < ABOVE*size_of(p)
        for b in range(count):
            if body_of(pile, b)[pl.ISLAND] == island:
                slow = slow and is_slow(p, pile, b, kept, p[at.CAPTURE])
        if slow and forces_hold(p, pile, low, high):
            for b in range(count):
                if body_of(pile, b)[pl.ISLAND] == island:
                    still[b] = 1.0
        low = high
    copy(kept, int(pile[pl.SIZE]), y)
    for b in range(count):
        body_of(pile, b)[pl.MOVED] = still[b]
    fall_asleep(p, calls, pile, t, y, before)
