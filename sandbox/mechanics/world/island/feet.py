"""Bodies that lie on a flat face: carried by feet around its rim, in small steps, until they tip up again.

A face that lies flat has no single point of contact. Below the tilt LOWEST it stands on FEET points of its rim, each a
contact of its own, so that what falls flat claps down, slides and comes to rest by the laws of all others (fallback.py,
rest.py). Its contact with the support has the sum of their forces. In a hollow, where it touches at two points of its
rim long before it lies flat, these are its feet, wherever they come to be (contact/flight/across.py).
"""

from sandbox.compiling.compiled import compiled, part
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.island import layout as here
from sandbox.mechanics.world.island.contacts import (
    FEET,
    FEET_ACROSS,
    LOWEST,
    fill_touch,
    fill_touches,
    is_tipping,
    leans_faster,
)
from sandbox.mechanics.world.island.free import free_rates
from sandbox.mechanics.world.island.known import (
    array_of,
    ball_numbers,
    contact_of,
    dot,
    first_ball,
    place_in,
    place_supports,
    put_law,
    touch_of,
)
from sandbox.mechanics.world.island.rates import speed_scale
from sandbox.mechanics.world.shaped import is_shaped, shape_of

# lean of a side that is as good as down, and the speed at which an edge comes down that is none [sqrt(g a)]
AS_GOOD_AS_DOWN, GENTLE = 1e-4, 1e-4
# gap of a foot across a hollow from which on it does not touch [of the body's size]
CLEAR = 1e-9


@compiled
def has_face(p, island, k):
    """Whether the contact k is one of a support with a body that may lie on a flat face."""
    contact = contact_of(island, k)
    if contact[here.JOINT] != 0.0 or contact[here.OTHER] >= 0.0:
        return False
    body = ball_numbers(p, island, first_ball(contact))
    return is_shaped(body) and shape_of(p, body)[at.HAS_FACES] != 0.0 and is_tipping(p, body)


@compiled
def put_feet(p, calls, island, t):
    """Puts bodies that lie on a flat face on their feet; returns how many contacts there were, -1 for no feet."""
    count, found = int(island[here.NC]), False
    for k in range(count):
        contact_of(island, k)[here.FOOT] = contact_of(island, k)[here.SIDE] = 0.0
        found = found or has_face(p, island, k)
    if not found:
        return -1
    y, rates = array_of(island, here.STATE), array_of(island, here.END_RATES)
    place_supports(p, island, t, y)
    free_rates(p, island, t, y, rates)
    fill_touches(p, calls, island, y, rates)
    found = False
    for k in range(count):
        if not has_face(p, island, k) or contact_of(island, k)[here.DOES] == at.OPEN:
            continue
        if touch_of(island, k)[here.TILT] <= LOWEST and add_feet(p, island, k):
            found = True
        if shape_of(p, ball_numbers(p, island, first_ball(contact_of(island, k))))[at.SIDE] > 0.0:
            find_edge(p, island, k, y)
    for k in range(count, int(island[here.NC])):
        if contact_of(island, k)[here.FOOT] > FEET:
            look_at_foot_across(p, calls, island, y, rates, k)
    return count if found else -1


@compiled
def look_at_foot_across(p, calls, island, y, rates, k):
    """Opens a foot across a hollow that has a gap: it has been put there for what may come to touch."""
    contact, touch = contact_of(island, k), touch_of(island, k)
    fill_touch(p, calls, island, y, rates, k)
    if touch[here.GAP] > CLEAR*shape_of(p, ball_numbers(p, island, first_ball(contact)))[at.LENGTH]:
        contact[here.DOES] = at.OPEN


@compiled
def find_edge(p, island, k, y):
    """Finds out at which edge of its side a body touches; small steps carry one whose rocking is over."""
    contact, touch = contact_of(island, k), touch_of(island, k)
    i, lean = first_ball(contact), touch[here.LEAN]
    if lean == 1.0:
        return
    side = shape_of(p, ball_numbers(p, island, i))[at.SIDE]
    speed = side*abs(leans_faster(place_in(island, int(touch[here.SLOT])), part(y, i*at.MOVING), touch))
    if abs(lean) <= AS_GOOD_AS_DOWN and speed <= GENTLE*speed_scale(p, island):
        contact[here.SIDE], island[here.STEPPED] = here.UPRIGHT, 1.0
    else:
        contact[here.SIDE] = 1.0 if lean > 0.0 else -1.0


@compiled
def add_feet(p, island, k):
    """Adds the feet that carry the contact k; returns whether there was room."""
    contact, first, is_across = contact_of(island, k), int(island[here.NC]), touch_of(island, k)[here.ACROSS] != 0.0
    count, before = (FEET_ACROSS, FEET) if is_across else (FEET, 0)
    if first + count > min(here.MOST_CONTACTS, int(island[here.ROOM_CONTACTS])):
        return False
    for f in range(count):
        foot = contact_of(island, first + f)
        for i in range(here.CONTACT):
            foot[i] = contact[i]
        for i in range(3):
            foot[here.FORCE + i] = contact[here.FORCE + i]/count
        foot[here.FOOT], foot[here.HOLDS] = float(before + f + 1), 0.0
        put_law(p, island, first + f)
    island[here.NC] = float(first + count)
    contact[here.FOOT], contact[here.DOES] = -float(count), at.OPEN
    for i in range(3):
        contact[here.FORCE + i] = 0.0
    return True


@compiled
def has_feet_across(island):
    """Whether a body stands on feet across a hollow."""
    found = False
    for k in range(int(island[here.NC])):
        found = found or contact_of(island, k)[here.FOOT] > FEET
    return found


@compiled
def turn_force(foot, touch, other):
    """Makes the normal force of a foot across a hollow one along another normal, and of the rest what is across that.

    What is told of both is one force: its normal part is what they push with, whatever friction does at either.
    """
    N = dot(foot, here.FORCE, touch, here.NORMAL)
    for i in range(3):
        foot[here.FORCE + i] -= N*touch[here.NORMAL + i]
    along = dot(foot, here.FORCE, other, here.NORMAL)
    for i in range(3):
        foot[here.FORCE + i] += (N - along)*other[here.NORMAL + i]


@compiled
def take_feet(island, count):
    """Takes the feet away: what they did their bodies' contacts have done."""
    if count < 0:
        return
    first = count
    for k in range(count):
        contact = contact_of(island, k)
        if not contact[here.FOOT] < 0.0:
            continue
        holds, slips, feet = False, False, int(-contact[here.FOOT])
        for f in range(feet):
            foot = contact_of(island, first + f)
            if feet == FEET_ACROSS:
                turn_force(foot, touch_of(island, first + f), touch_of(island, k))
            for i in range(3):
                contact[here.FORCE + i] += foot[here.FORCE + i]
            holds = holds or foot[here.DOES] == at.ROLLS
            slips = slips or foot[here.DOES] == at.SLIPS
        if holds or slips:
            contact[here.DOES] = at.ROLLS if holds else at.SLIPS
        else:
            # what lies flat is on its support until it is thrown off it
            contact[here.DOES] = at.OPEN if feet == FEET_ACROSS else at.ROLLS
        contact[here.FOOT] = 0.0
        first += feet
    island[here.NC] = float(count)
