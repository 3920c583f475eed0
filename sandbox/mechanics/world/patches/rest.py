"""Rest: islands that touch nothing that moves, and that forces within the laws hold, sleep until something comes.

Forces that do it are looked for among all that could, not only the least ones. Those within the cones of friction are a
convex set, those that hold everything a plane; reflections at both of them by turns,

    x = P(z),     z <- x + d,     G d = -(w + G (2 x - z)),

come to a point of both where there is one (Douglas and Rachford 1956; Lions and Mercier 1979). P takes each force to
the nearest one within its cone; w is the acceleration of the points without forces, d the least that does it.
"""

from math import inf

from sandbox.compiling.compiled import compiled, part
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.corners import layout as of
from sandbox.mechanics.world.corners.forces import NO_SLIP
from sandbox.mechanics.world.corners.known import copy, gravity_scale, normal_part, tangent_of, tangent_size
from sandbox.mechanics.world.island import layout as here
from sandbox.mechanics.world.patches import layout as pl
from sandbox.mechanics.world.patches.forces import fill_rates, solve_rows, want_accelerations
from sandbox.mechanics.world.patches.islands import arrange, end_of_island
from sandbox.mechanics.world.patches.known import array_of, body_of, contact_of, numbers_of, speed_scale, touch_of
from sandbox.mechanics.world.patches.settle import energy_at, enter
from sandbox.mechanics.world.patches.sweeps import begin, fill_left
from sandbox.mechanics.world.patches.touching import fill_contacts
from sandbox.mechanics.world.supports import block_of

# what is slower than this share of sqrt(g a), and accelerated by less than that of g, rests
RESTS, STAYS = 1e-9, 1e-11
# reflections that are made
MOST_REFLECTIONS = 150


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
def put_into_cone(touch, mu, z, out):
    """Fills out (3,) with the force nearest to z that pushes, and that friction mu can bear."""
    normal, aside = normal_part(touch, z), tangent_of(touch, z)
    size = tangent_size(touch, z)
    share = 1.0
    if mu == inf:
        normal = max(normal, 0.0)
    elif size > mu*normal:
        normal = max((normal + mu*size)/(1.0 + mu*mu), 0.0)
        share = mu*normal/size if size > 0.0 else 0.0
    for i in range(3):
        out[i] = normal*touch[here.NORMAL + i] + share*aside[i]


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
        copy(part(touch, here.NORMAL), 3, part(contact, of.THRUST))
    want_accelerations(pile, low, high)
    if not solve_rows(p, pile, low, high, pl.TRIED):
        return False
    for _turn in range(MOST_REFLECTIONS):
        for k in range(low, high):
            contact, touch = contact_of(pile, k), touch_of(pile, k)
            put_into_cone(touch, touch[here.STATIC_MU], part(contact, pl.TRIED), part(contact, of.PUSH))
        if is_held(p, pile, low, high):
            return True
        for k in range(low, high):
            contact = contact_of(pile, k)
            for i in range(3):
                x = contact[of.PUSH + i]
                contact[of.PUSH + i] = 2.0*x - contact[pl.TRIED + i]
                contact[pl.TRIED + i] = x
        begin(p, pile, low, high)
        want_accelerations(pile, low, high)
        for k in range(low, high):
            fill_left(pile, k)
        for k in range(low, high):
            copy(part(contact_of(pile, k), of.LEAVES), 3, part(contact_of(pile, k), of.WANTED))
        solve_rows(p, pile, low, high, of.AIMS)
        for k in range(low, high):
            contact = contact_of(pile, k)
            for i in range(3):
                contact[pl.TRIED + i] += contact[of.AIMS + i]
        want_accelerations(pile, low, high)
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
        slow = stands_still(p, pile, island)
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
