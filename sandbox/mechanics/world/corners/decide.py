"""What each corner that touches does next, and whether all go on to do what they do."""

from math import inf

from sandbox.compiling.compiled import compiled, part, room
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.corners import layout as of
from sandbox.mechanics.world.corners.forces import NO_SLIP, fill_thrust, is_all_borne, put_scaled
from sandbox.mechanics.world.corners.known import (
    contact_of,
    copy,
    fill_contacts,
    gravity_scale,
    normal_part,
    put_direction,
    speed_scale,
    tangent_of,
    tangent_size,
    touch_of,
)
from sandbox.mechanics.world.corners.modes import find_modes, is_unsolved, leaves_by_itself
from sandbox.mechanics.world.island import layout as here


@compiled
def remove_contact(body, k):
    """Takes the contact k out of the list; those behind it keep their order."""
    count = int(body[of.COUNT])
    for l in range(k, count - 1):
        copy(contact_of(body, l + 1), of.CONTACT, contact_of(body, l))
    body[of.COUNT] = float(count - 1)


@compiled
def note_slips(p, body):
    """Notes which corners slip at all, and gives the others the law of static friction."""
    least = NO_SLIP*speed_scale(p)
    for k in range(int(body[of.COUNT])):
        contact, touch = contact_of(body, k), touch_of(body, k)
        speed = tangent_size(touch, part(touch, here.SLIP))
        contact[of.FOUND], contact[of.FRICTION] = at.ROLLS, touch[here.STATIC_MU]
        is_rough = touch[here.STATIC_MU] == inf
        if (speed > 2.0*least and not is_rough) or touch[here.STATIC_MU] == 0.0:
            contact[of.FOUND] = at.SLIPS
            put_scaled(1.0/max(speed, least), tangent_of(touch, part(touch, here.SLIP)), part(contact, of.AIMS))
            put_direction(part(contact, of.AIMS), contact)
            fill_thrust(body, k, least)


@compiled
def decide(p, calls, body, t, y):
    """Finds out what the corners that touch in the state y at t do; takes out those that open.

    False where no rigid forces do what the laws ask for.
    """
    moved, before = room(3), room(3)
    fill_contacts(p, calls, body, t, y)
    note_slips(p, body)
    if not find_modes(p, body, moved, before):
        return False
    for k in range(int(body[of.COUNT]) - 1, -1, -1):
        contact = contact_of(body, k)
        contact[of.DOES] = contact[of.FOUND]
        if contact[of.DOES] == at.SLIPS:
            put_direction(part(contact, of.AIMS), contact)
        elif contact[of.DOES] == at.OPEN:
            remove_contact(body, k)
    return True


@compiled
def does_as_decided(p, body, moved, before):
    """Whether all corners go on to do what they do; their forces are known.

    Where the least forces are no good others may be, with which the motion is the same.
    """
    count, pushes = int(body[of.COUNT]), not (is_unsolved(body) or leaves_by_itself(body, gravity_scale(p), moved))
    for k in range(count):
        pushes = pushes and normal_part(touch_of(body, k), part(contact_of(body, k), of.FORCE)) > 0.0
    if pushes and is_all_borne(body, of.FORCE):
        return True
    for k in range(count):
        contact = contact_of(body, k)
        contact[of.FOUND], contact[of.FRICTION] = contact[of.DOES], touch_of(body, k)[here.STATIC_MU]
    if not find_modes(p, body, moved, before):
        return False
    same = True
    for k in range(count):
        same = same and contact_of(body, k)[of.FOUND] == contact_of(body, k)[of.DOES]
    return same
