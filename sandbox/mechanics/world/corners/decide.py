"""What each corner that touches does next: it opens, sticks or slips, as its acceleration has it.

Forces on more points than the motion has degrees are not unique; accelerations are. So a corner sticks where what the
laws of contact leave of U' is nothing, slips where that is along the support, and opens where it is off it.
"""

from math import inf

from sandbox.compiling.compiled import compiled, part, room
from sandbox.compiling.traced import traced, vector_at
from sandbox.mechanics.report import put
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.corners import layout as of
from sandbox.mechanics.world.corners.forces import (
    NO_SLIP,
    NONE,
    fill_thrust,
    is_all_borne,
    put_right,
    put_scaled,
    share_friction,
)
from sandbox.mechanics.world.corners.known import (
    contact_of,
    copy,
    fill_contacts,
    gravity_scale,
    normal_part,
    speed_scale,
    tangent_of,
    tangent_size,
    touch_of,
)
from sandbox.mechanics.world.corners.sweeps import sweep
from sandbox.mechanics.world.island import layout as here


@traced
def put_negative(v):
    """v becomes -v."""
    put(v, 0, -vector_at(v, 0))


@compiled
def remove_contact(body, k):
    """Takes the contact k out of the list; those behind it keep their order."""
    count = int(body[of.COUNT])
    for l in range(k, count - 1):
        copy(contact_of(body, l + 1), of.CONTACT, contact_of(body, l))
    body[of.COUNT] = float(count - 1)


@compiled
def sweep_accelerations(body, moved, before):
    """Fills PUSH and LEAVES with the forces that the laws ask for, and U' under them; False where there are none."""
    for k in range(int(body[of.COUNT])):
        contact = contact_of(body, k)
        put_right(touch_of(body, k), part(contact, of.WANTED))
        put_negative(part(contact, of.WANTED))
        contact[of.TARGET] = 0.0
        for i in range(3):
            contact[of.PUSH + i] = 0.0
    return sweep(body, moved, before)


@compiled
def opens(body, k, none):
    """Whether nothing presses the corner k and its acceleration is off the support."""
    contact, touch = contact_of(body, k), touch_of(body, k)
    return normal_part(touch, part(contact, of.LEAVES)) > none


@compiled
def starts_to_slip(body, k, none):
    """Whether the corner k, at rest until now, is accelerated along the support."""
    return tangent_size(touch_of(body, k), part(contact_of(body, k), of.LEAVES)) > none


@compiled
def note_slips(p, body):
    """Notes which corners slip at all, and gives the others the law of static friction."""
    least = NO_SLIP*speed_scale(p)
    for k in range(int(body[of.COUNT])):
        contact, touch = contact_of(body, k), touch_of(body, k)
        speed = tangent_size(touch, part(touch, here.SLIP))
        contact[of.DOES], contact[of.ROW_COUNT], contact[of.FRICTION] = at.ROLLS, 3.0, touch[here.STATIC_MU]
        is_rough = touch[here.STATIC_MU] == inf
        if (speed > 2.0*least and not is_rough) or touch[here.STATIC_MU] == 0.0:
            contact[of.DOES], contact[of.ROW_COUNT] = at.SLIPS, 1.0
            put_scaled(1.0/max(speed, least), tangent_of(touch, part(touch, here.SLIP)), part(contact, of.DIRECTION))
            fill_thrust(body, k, least)


@compiled
def is_held_less(body, none):
    """Whether a corner that starts to slip is held less while it does; gives those the friction of slips."""
    found = False
    for k in range(int(body[of.COUNT])):
        contact, touch = contact_of(body, k), touch_of(body, k)
        if contact[of.ROW_COUNT] == 3.0 and touch[here.SLIP_MU] < touch[here.STATIC_MU] \
                and starts_to_slip(body, k, none):
            contact[of.FRICTION], found = touch[here.SLIP_MU], True
    return found


@compiled
def decide(p, calls, body, t, y):
    """Finds out what the corners that touch in the state y at t do; takes out those that open.

    False where no rigid forces do what the laws ask for.
    """
    moved, before, none = room(3), room(3), NONE*gravity_scale(p)
    fill_contacts(p, calls, body, t, y)
    note_slips(p, body)
    if not sweep_accelerations(body, moved, before):
        return False
    if is_held_less(body, none) and not sweep_accelerations(body, moved, before):
        return False
    for k in range(int(body[of.COUNT]) - 1, -1, -1):
        contact, touch = contact_of(body, k), touch_of(body, k)
        if opens(body, k, none):
            remove_contact(body, k)
        elif contact[of.ROW_COUNT] == 3.0 and starts_to_slip(body, k, none):
            contact[of.DOES] = at.SLIPS
            across = tangent_of(touch, part(contact, of.LEAVES))
            put_scaled(1.0/tangent_size(touch, part(contact, of.LEAVES)), across, part(contact, of.DIRECTION))
    return True


@compiled
def does_as_decided(p, body, moved, before):
    """Whether all corners go on to do what they do; their forces are known.

    Where the least forces are no good others may be: friction shared as the corners are pressed, then any at all.
    """
    if is_all_borne(body, of.FORCE) or (share_friction(body) and is_all_borne(body, of.PUSH)):
        return True
    for k in range(int(body[of.COUNT])):
        contact = contact_of(body, k)
        contact[of.FRICTION] = touch_of(body, k)[here.STATIC_MU]
    if not sweep_accelerations(body, moved, before):
        return False
    none = NONE*gravity_scale(p)
    for k in range(int(body[of.COUNT])):
        if opens(body, k, none) or (contact_of(body, k)[of.DOES] == at.ROLLS and starts_to_slip(body, k, none)):
            return False
    return True
