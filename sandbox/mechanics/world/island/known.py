"""The supports that matter to an island: which they are, and where they are at an instant."""

from math import inf

from sandbox.compiling.compiled import compiled, part
from sandbox.compiling.traced import Vector, length, traced, vector_at
from sandbox.mechanics.world.island.places import (
    BALL_ID,
    CONTACT,
    CONTACTS,
    FIRST,
    FRAME_ID,
    FRAME_SLOT,
    FREE_ID,
    FREE_OF,
    JOINT,
    KEPT,
    MOST_SLOTS,
    NB,
    NC,
    NF,
    OTHER,
    PLACES,
    SLIP_MU,
    SLOT,
    SLOT_FREE,
    SLOTS,
    SLOTS_COUNT,
    STATIC_MU,
    TOUCH,
    TOUCHES,
)
from sandbox.mechanics.world.places import (
    ANGLE,
    BALL,
    BALLS_AT,
    GRAVITY,
    KEEPS,
    KINETIC,
    MOVING,
    PAIR_FRICTION,
    PLACE,
    RATE,
    STATIC,
    TURNING,
)
from sandbox.mechanics.world.supports import block_of, place_at, place_from, put_angle, put_place


@compiled
def array_of(island, at):
    """The array of an island whose first place stands at `at` (places.py)."""
    return part(island, int(island[at]))


@compiled
def ball_numbers(p, island, i):
    """The numbers of the ball i of the island in p."""
    return part(p, int(p[BALLS_AT]) + int(array_of(island, BALL_ID)[i])*BALL)


@compiled
def contact_of(island, k):
    """The contact k."""
    return part(array_of(island, CONTACTS), k*CONTACT)


@compiled
def touch_of(island, k):
    """What is known of the contact k."""
    return part(array_of(island, TOUCHES), k*TOUCH)


@compiled
def slot_of(island, s):
    """The slot of the support s, taken if it has none; -1 where there is no room."""
    count = int(island[SLOTS_COUNT])
    for i in range(count):
        if int(island[SLOTS + i]) == s:
            return i
    if count == MOST_SLOTS:
        return -1
    island[SLOTS + count] = s
    island[SLOT_FREE + count] = -1.0
    for f in range(int(island[NF])):
        if int(island[FREE_ID + f]) == s:
            island[SLOT_FREE + count] = f
    island[SLOTS_COUNT] = count + 1
    return count


@compiled
def put_law(p, island, k):
    """Finds out the support and the law of the contact k; False where there is no room for the support."""
    contact, touch = contact_of(island, k), touch_of(island, k)
    other = int(contact[OTHER])
    if contact[JOINT] != 0.0:
        # it holds whatever the force
        touch[SLOT] = touch[FREE_OF] = -1.0
        touch[STATIC_MU] = touch[SLIP_MU] = inf
        touch[KEPT] = 1.0
        if other < 0:
            touch[SLOT] = slot_of(island, -2 - other)
        return other >= 0 or touch[SLOT] >= 0.0
    if other >= 0:
        touch[SLOT] = touch[FREE_OF] = -1.0
        touch[STATIC_MU] = touch[SLIP_MU] = p[PAIR_FRICTION]
        touch[KEPT] = 0.0
        return True
    slot = slot_of(island, -2 - other)
    if slot < 0:
        return False
    block = block_of(p, -2 - other)
    touch[SLOT], touch[FREE_OF] = slot, island[SLOT_FREE + slot]
    touch[STATIC_MU], touch[SLIP_MU], touch[KEPT] = block[STATIC], block[KINETIC], block[KEEPS]
    return True


@compiled
def prepare(p, island):
    """Finds out which supports matter, and the laws of the contacts; False where there is no room."""
    island[SLOTS_COUNT] = 0.0
    for i in range(int(island[NB])):
        slot = slot_of(island, int(array_of(island, FRAME_ID)[i]))
        if slot < 0:
            return False
        array_of(island, FRAME_SLOT)[i] = slot
    for f in range(int(island[NF])):
        if slot_of(island, int(island[FREE_ID + f])) < 0:
            return False
    found = True
    for k in range(int(island[NC])):
        found = found and put_law(p, island, k)
    return found


@compiled
def place_in(island, slot):
    """The Place of a slot."""
    return place_from(part(island, PLACES + slot*PLACE))


@compiled
def free_numbers(island, y, f):
    """Angle and rate of the free support f in a state y."""
    return part(y, int(island[NB])*MOVING + f*TURNING)


@compiled
def turn_supports(p, island, t, y):
    """Turns the free supports in p as a state y has them."""
    for f in range(int(island[NF])):
        free = free_numbers(island, y, f)
        put_angle(t, block_of(p, int(island[FREE_ID + f])), free[ANGLE], free[RATE])


@compiled
def place_supports(p, island, t, y):
    """Fills the places of the supports at t."""
    turn_supports(p, island, t, y)
    for slot in range(int(island[SLOTS_COUNT])):
        put_place(place_at(t, block_of(p, int(island[SLOTS + slot]))), part(island, PLACES + slot*PLACE))


@traced
def gravity_size(p):
    """|g|."""
    return length(vector_at(p, GRAVITY))


@traced
def dot(a, at, b, there):
    """The product of a[at:at + 3] and b[there:there + 3]."""
    return vector_at(a, at) @ vector_at(b, there)


@compiled
def other_ball(contact):
    """The second ball of a contact, -1 where it is a support."""
    return int(contact[OTHER]) if contact[OTHER] >= 0.0 else -1


@compiled
def first_ball(contact):
    """The first ball of a contact."""
    return int(contact[FIRST])


NOTHING = Vector(0.0, 0.0, 0.0)
