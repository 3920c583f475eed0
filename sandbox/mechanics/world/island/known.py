"""The supports that matter to an island: which they are, and where they are at an instant."""

from math import inf

from sandbox.compiling.compiled import compiled, part
from sandbox.compiling.traced import Vector, length, traced, vector_at
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.island import layout as here
from sandbox.mechanics.world.pair_laws import friction_between
from sandbox.mechanics.world.supports import (
    NEVER,
    block_of,
    put_angle,
    put_support_state,
    support_state_at,
    support_state_from,
)


@compiled
def array_of(island, start):
    """The array of an island whose first place stands at `at` (layout.py)."""
    return part(island, int(island[start]))


@compiled
def ball_numbers(p, island, i):
    """The numbers of the ball i of the island in p."""
    return part(p, int(p[at.BALLS_AT]) + int(array_of(island, here.BALL_ID)[i])*at.BALL)


@compiled
def contact_of(island, k):
    """The contact k."""
    return part(array_of(island, here.CONTACTS), k*here.CONTACT)


@compiled
def touch_of(island, k):
    """What is known of the contact k."""
    return part(array_of(island, here.TOUCHES), k*here.TOUCH)


@compiled
def slot_of(island, s):
    """The slot of the support s, taken if it has none; -1 where there is no room."""
    count = int(island[here.SLOTS_COUNT])
    for i in range(count):
        if int(island[here.SLOTS + i]) == s:
            return i
    if count == here.MOST_SLOTS:
        return -1
    island[here.SLOTS + count] = s
    island[here.SLOT_FREE + count] = -1.0
    for f in range(int(island[here.NF])):
        if int(island[here.FREE_ID + f]) == s:
            island[here.SLOT_FREE + count] = f
    island[here.SLOTS_COUNT] = count + 1
    return count


@compiled
def is_armed(p, island, contact):
    """Whether a contact goes by arms: a joint, or one of a body that is no ball."""
    j = other_ball(contact)
    return contact[here.JOINT] != 0.0 or ball_numbers(p, island, first_ball(contact))[at.SHAPE] != 0.0 \
        or (j >= 0 and ball_numbers(p, island, j)[at.SHAPE] != 0.0)


@compiled
def inverse_of(island, i):
    """J^-1 (9,) of the body i, which is no ball, laboratory axes."""
    return part(island, here.INVERSES + 9*i)


@compiled
def turns_freely(p, body):
    """Whether a body can turn about all of its axes."""
    if body[at.SHAPE] == 0.0:
        return True
    shape = part(p, int(body[at.SHAPE_AT]))
    return shape[at.INVERSE_TENSOR] != 0.0 and shape[at.INVERSE_TENSOR + 4] != 0.0 \
        and shape[at.INVERSE_TENSOR + 8] != 0.0


@compiled
def put_law(p, island, k):
    """Finds out the support and the law of the contact k; False where there is no room for the support."""
    contact, touch = contact_of(island, k), touch_of(island, k)
    other = int(contact[here.OTHER])
    # nearest points are sought from the last ones on: anew for each thing that is asked of an island
    touch[here.NORMAL] = touch[here.NORMAL + 1] = touch[here.NORMAL + 2] = 0.0
    touch[here.ARMED], touch[here.TILT], touch[here.LEAN] = 1.0 if is_armed(p, island, contact) else 0.0, 1.0, 1.0
    touch[here.ACROSS], touch[here.THERE] = 0.0, here.UNSEEN
    touch[here.ROLL], touch[here.SPIN], touch[here.HOLD_ROW], touch[here.CREEPS] = 0.0, 0.0, -1.0, 0.0
    if contact[here.JOINT] != 0.0:
        # a ball joint holds whatever the force; a string pulls, and nothing keeps it from moving aside
        is_joint = contact[here.KIND] == at.BALL_JOINT
        touch[here.SLOT] = touch[here.FREE_OF] = -1.0
        touch[here.STATIC_MU] = touch[here.SLIP_MU] = inf if is_joint else 0.0
        touch[here.KEPT] = 1.0 if is_joint else 0.0
        if other < 0:
            touch[here.SLOT] = slot_of(island, -2 - other)
        return other >= 0 or touch[here.SLOT] >= 0.0
    if other >= 0:
        touch[here.SLOT] = touch[here.FREE_OF] = -1.0
        one, two = ball_numbers(p, island, first_ball(contact)), ball_numbers(p, island, other)
        touch[here.STATIC_MU] = touch[here.SLIP_MU] = friction_between(p, one, two)
        touch[here.KEPT] = 0.0
        return True
    slot = slot_of(island, -2 - other)
    if slot < 0:
        return False
    block = block_of(p, -2 - other)
    touch[here.SLOT], touch[here.FREE_OF] = slot, island[here.SLOT_FREE + slot]
    touch[here.STATIC_MU], touch[here.SLIP_MU], touch[here.KEPT] = block[at.STATIC], block[at.KINETIC], 0.0
    if contact[here.FOOT] == 0.0 and turns_freely(p, ball_numbers(p, island, first_ball(contact))):
        touch[here.ROLL], touch[here.SPIN] = block[at.ROLLING_RESISTANCE], block[at.SPINNING_RESISTANCE]
    return True


@compiled
def prepare(p, island):
    """Finds out which supports matter, and the laws of the contacts; False where there is no room."""
    island[here.SLOTS_COUNT], island[here.PLACED_AT], island[here.BY_STEPS] = 0.0, NEVER, 0.0
    island[here.CREEPING] = 0.0
    for i in range(int(island[here.NB])):
        slot = slot_of(island, int(array_of(island, here.FRAME_ID)[i]))
        if slot < 0:
            return False
        array_of(island, here.FRAME_SLOT)[i] = slot
    for f in range(int(island[here.NF])):
        if slot_of(island, int(island[here.FREE_ID + f])) < 0:
            return False
    found = True
    for k in range(int(island[here.NC])):
        found = found and put_law(p, island, k)
    return found


@compiled
def place_in(island, slot):
    """The SupportState of a slot."""
    return support_state_from(part(island, here.SUPPORT_STATES + slot*at.SUPPORT_STATE))


@compiled
def free_numbers(island, y, f):
    """Angle and rate of the free support f in a state y."""
    return part(y, int(island[here.NB])*at.MOVING + f*at.TURNING)


@compiled
def turn_supports(p, island, t, y):
    """Turns the free supports in p as a state y has them."""
    for f in range(int(island[here.NF])):
        free = free_numbers(island, y, f)
        put_angle(t, block_of(p, int(island[here.FREE_ID + f])), free[at.ANGLE], free[at.RATE])


@compiled
def place_supports(p, island, t, y):
    """Fills the places of the supports at t, unless they are known: none is free, and it is the same instant."""
    if island[here.NF] == 0.0 and island[here.PLACED_AT] == t:
        return
    turn_supports(p, island, t, y)
    known, island[here.PLACED_AT] = island[here.PLACED_AT] != NEVER, t
    for slot in range(int(island[here.SLOTS_COUNT])):
        # one at rest is where it was
        if known and block_of(p, int(island[here.SLOTS + slot]))[at.STANDS] != 0.0:
            continue
        put_support_state(support_state_at(t, block_of(p, int(island[here.SLOTS + slot]))),
                          part(island, here.SUPPORT_STATES + slot*at.SUPPORT_STATE))


@traced
def gravity_size(p):
    """|g|."""
    return length(vector_at(p, at.GRAVITY))


@traced
def dot(a, start, b, there):
    """The product of a[at:at + 3] and b[there:there + 3]."""
    return vector_at(a, start) @ vector_at(b, there)


@compiled
def other_ball(contact):
    """The second ball of a contact, -1 where it is a support."""
    return int(contact[here.OTHER]) if contact[here.OTHER] >= 0.0 else -1


@compiled
def first_ball(contact):
    """The first ball of a contact."""
    return int(contact[here.FIRST])


NOTHING = Vector(0.0, 0.0, 0.0)
