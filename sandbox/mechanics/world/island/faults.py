"""What is wrong with what contacts of an island do, and what mends it; a force or an acceleration in units of weight.

    rolls or slips, N <= 0                    ->  opens
    rolls, |F| >= mu_s N                      ->  slips, in the direction that the point would be pushed in: -F
    slips from rest against its direction     ->  rolls
    open, gap'' < 0                           ->  rolls, or slips where there is slip

Velocities alone say that a contact with a gap, or that comes apart, is open, and one with slip slips.
"""

from math import inf

from sandbox.compiling.compiled import compiled, part, room
from sandbox.mechanics.world.island.known import ball_numbers, contact_of, dot, three, touch_of
from sandbox.mechanics.world.island.places import (
    DIRECTION,
    DOES,
    FIRST,
    FORCE,
    GAP,
    KEPT,
    NC,
    NORMAL,
    SLIP,
    SLIP_MU,
    STATIC_MU,
)
from sandbox.mechanics.world.island.rates import CAPTURED, UNDECIDED, gravity_size, speed_scale
from sandbox.mechanics.world.island.rest import TOUCHING
from sandbox.mechanics.world.island.step import LEAST_GRAVITY
from sandbox.mechanics.world.island.watch import fill_acceleration, friction_of, opening, slip_speed, tangent_part
from sandbox.mechanics.world.places import MASS, OPEN, RADIUS, ROLLS, SLIPS

# a contact opens faster than this share of sqrt(g a): it is open
PARTS = 1e-8
# slip up to this share of sqrt(g a) is none
RESTS = 2.0*CAPTURED
# normal forces below this share of weight are none
WEIGHTLESS = 1e-12
# what there is to do
NONE, OPENS, BEGINS_TO_SLIP, STOPS, CLOSES = range(5)


@compiled
def is_open_by_speed(p, island, k):
    """Whether a contact has a gap, or comes apart already."""
    contact, touch = contact_of(island, k), touch_of(island, k)
    if touch[KEPT] != 0.0:
        return False
    if contact[DOES] == OPEN and touch[GAP] > TOUCHING*ball_numbers(p, island, int(contact[FIRST]))[RADIUS]:
        return True
    return dot(touch, NORMAL, touch, SLIP) > PARTS*speed_scale(p, island)


@compiled
def slips_already(p, island, k):
    """Whether a contact has slip, or no friction that could end it; a rough one stops any slip at once."""
    touch = touch_of(island, k)
    if touch[KEPT] != 0.0 or touch[SLIP_MU] == inf:
        return False
    return touch[SLIP_MU] == 0.0 or slip_speed(touch) > RESTS*speed_scale(p, island)


@compiled
def by_speed(p, island):
    """Puts what velocities alone say of what contacts do."""
    for k in range(int(island[NC])):
        contact, touch = contact_of(island, k), touch_of(island, k)
        if touch[KEPT] != 0.0:
            contact[DOES] = ROLLS
        elif is_open_by_speed(p, island, k):
            contact[DOES] = OPEN
        elif contact[DOES] != OPEN:
            contact[DOES] = SLIPS if slips_already(p, island, k) else ROLLS


@compiled
def aim(touch, contact, along):
    """Makes the part of a vector (3,) across the normal the DIRECTION of a slip; returns its length."""
    d = tangent_part(touch, three(along, 0))
    size = (d[0]*d[0] + d[1]*d[1] + d[2]*d[2])**0.5
    for r in range(3):
        contact[DIRECTION + r] = d[r]/size if size > 0.0 else 0.0
    return size


@compiled
def fault(p, island, k, block, rate):
    """What is wrong with a contact: (how much, in units of weight or g, what to do)."""
    contact, touch = contact_of(island, k), touch_of(island, k)
    g = max(gravity_size(p), LEAST_GRAVITY)
    if contact[DOES] == OPEN:
        if is_open_by_speed(p, island, k):
            return 0.0, NONE
        fill_acceleration(p, island, k, block, rate)
        sinking = -opening(touch, rate)/g
        return (sinking, CLOSES) if sinking > UNDECIDED else (0.0, NONE)
    if touch[KEPT] != 0.0:
        return 0.0, NONE
    weight = ball_numbers(p, island, int(contact[FIRST]))[MASS]*g
    N, F = friction_of(three(contact, FORCE), three(touch, NORMAL))
    if N <= WEIGHTLESS*weight:
        return WEIGHTLESS - N/weight, OPENS
    if contact[DOES] == ROLLS:
        if touch[STATIC_MU] < inf and F >= touch[STATIC_MU]*N:
            return (F - touch[STATIC_MU]*N)/weight + WEIGHTLESS, BEGINS_TO_SLIP
        return 0.0, NONE
    if slips_already(p, island, k):
        return 0.0, NONE
    # a slip that begins: forward, along the acceleration that it has
    fill_acceleration(p, island, k, block, rate)
    along = rate[0]*contact[DIRECTION] + rate[1]*contact[DIRECTION + 1] + rate[2]*contact[DIRECTION + 2]
    return (-along/g, STOPS) if along < -UNDECIDED*g else (0.0, NONE)


@compiled
def has_fault(p, island):
    """Whether something is wrong with what a contact does, forces and slips as they are known."""
    block, rate = room(9), room(3)
    faults = 0
    for k in range(int(island[NC])):
        faults += fault(p, island, k, block, rate)[1] != NONE
    return faults > 0


@compiled
def mend(p, island, k, what):
    """Does what `fault` says to the contact k."""
    contact, touch = contact_of(island, k), touch_of(island, k)
    if what == OPENS:
        contact[DOES] = OPEN
    elif what == STOPS:
        contact[DOES] = ROLLS
    elif what == CLOSES:
        contact[DOES] = SLIPS if slips_already(p, island, k) else ROLLS
    else:
        contact[DOES] = SLIPS
        aim(touch, contact, part(contact, FORCE))
        for r in range(3):
            contact[DIRECTION + r] = -contact[DIRECTION + r]
