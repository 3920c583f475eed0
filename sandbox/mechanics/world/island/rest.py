"""Rest: balls that lie on their support and on each other, and are carried by it as one body.

A heap rests when nothing in it moves against its support by more than STILL of sqrt(g a), and forces within their cones
exist that let all of it go on so. Then what is left of its motion is taken away, into the ledger, and it stays until
something changes: each step asks again for the forces (sweeps.py), which begin with those of the step before.
"""

from math import inf

from sandbox.compiling.compiled import compiled, part
from sandbox.compiling.traced import cross, multiply, traced, turn, turn_back, vector_at
from sandbox.mechanics.motion import support_pose
from sandbox.mechanics.report import put
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.island import layout as here
from sandbox.mechanics.world.island.contacts import fill_touches
from sandbox.mechanics.world.island.free import add_forces, energy_of, free_rates
from sandbox.mechanics.world.island.known import (
    array_of,
    ball_numbers,
    contact_of,
    dot,
    first_ball,
    gravity_size,
    place_in,
    place_supports,
    touch_of,
)
from sandbox.mechanics.world.island.rates import UNSOLVED, solve_forces, speed_scale
from sandbox.mechanics.world.island.resistance import largest_arm, moment_in_hand, put_exact
from sandbox.mechanics.world.island.step import LEAST_GRAVITY, fill_landing_guards, friction_of, state_size
from sandbox.mechanics.world.island.sweeps import INACTIVE, MOST_SWEEPS, STICK_OR_SLIP, clear_shift, sweep
from sandbox.mechanics.world.supports import block_of, material_velocity, support_state_at, three

# velocities below this share of sqrt(g a) are none, accelerations below this share of g
STILL, STEADY = 1e-7, 1e-9
# gaps up to this share of a radius are none
TOUCHING = 1e-9


@traced
def against(place, y, a):
    """How fast a ball moves against a support, spin at its surface counted [m/s]; the largest number of it."""
    v = vector_at(y, at.V) - material_velocity.formula(place, vector_at(y, at.X))
    w = vector_at(y, at.W) - place.w
    return sum((abs(x) for x in v), 0.0) + a*sum((abs(x) for x in w), 0.0)


@traced
def acceleration_against(place, g, y, rates, a):
    """As `against`, of the accelerations that a ball has and those it needs to be carried."""
    arm = vector_at(y, at.X) - place.point
    carried = g - place.pull + cross(place.w_rate, arm) + cross(place.w, cross(place.w, arm))
    v, w = vector_at(rates, at.V) - carried, vector_at(rates, at.W) - place.w_rate
    return sum((abs(x) for x in v), 0.0) + a*sum((abs(x) for x in w), 0.0)


@compiled
def bearer(island):
    """The slot of the support that the first contact with one has, -1 where there is none."""
    for k in range(int(island[here.NC])):
        if contact_of(island, k)[here.OTHER] < 0.0:
            return int(touch_of(island, k)[here.SLOT])
    return -1


@compiled
def is_still(p, island, place, y, share):
    """Whether no ball moves against the support by more than a share of sqrt(g a), and none is held by a hand."""
    most = share*speed_scale(p, island)
    for i in range(int(island[here.NB])):
        if array_of(island, here.BALL_ID)[i] == p[at.HELD]:
            return False
        if not against(place, part(y, i*at.MOVING), ball_numbers(p, island, i)[at.RADIUS]) <= most:
            return False
    return True


@traced
def speed_between(one, other, x):
    """How two supports move against each other, at x and altogether: 0.0 for two that move as one or rest."""
    v = material_velocity.formula(one, x) - material_velocity.formula(other, x)
    parts = (v, one.w - other.w, one.w_rate - other.w_rate, one.pull - other.pull)
    return sum((abs(x) for part in parts for x in part), 0.0)


@compiled
def move_as_one(island, slot, y):
    """Whether all supports that are touched move as the one of the slot does."""
    for k in range(int(island[here.NC])):
        contact, touch = contact_of(island, k), touch_of(island, k)
        if contact[here.OTHER] < 0.0 and int(touch[here.SLOT]) != slot:
            x = three(part(y, first_ball(contact)*at.MOVING), at.X)
            if speed_between(place_in(island, slot), place_in(island, int(touch[here.SLOT])), x) != 0.0:
                return False
    return True


@compiled
def all_bear(p, island):
    """Whether the forces that let all contacts roll, by the dense system, are within their cones; they are filled."""
    for k in range(int(island[here.NC])):
        contact, touch = contact_of(island, k), touch_of(island, k)
        contact[here.DOES] = at.ROLLS if touch[here.ROW_COUNT] != INACTIVE else at.OPEN
        contact[here.HOLDS] = 1.0 if largest_arm(touch) > 0.0 and contact[here.DOES] != at.OPEN else 0.0
        put_exact(p, island, k)
    if not solve_forces(p, island) < UNSOLVED:
        return False
    for k in range(int(island[here.NC])):
        touch = touch_of(island, k)
        N, F = friction_of(three(contact_of(island, k), here.FORCE), three(touch, here.NORMAL))
        if touch[here.KEPT] == 0.0 and touch[here.ROW_COUNT] != INACTIVE and not (
                N >= 0.0 and (touch[here.STATIC_MU] == inf or F <= touch[here.STATIC_MU]*N)):
            return False
        if touch[here.HOLD_ROW] >= 0.0 and not moment_in_hand(contact_of(island, k), touch) > 0.0:
            return False
    return True


@compiled
def holds(p, island, place, y, rates):
    """Whether forces within the cones keep everything as it is; they are those of the contacts then."""
    g = max(gravity_size(p), LEAST_GRAVITY)
    weight = 0.0
    for i in range(int(island[here.NB])):
        weight = max(weight, ball_numbers(p, island, i)[at.MASS]*g)
    for k in range(int(island[here.NC])):
        contact, touch = contact_of(island, k), touch_of(island, k)
        radius = ball_numbers(p, island, first_ball(contact))[at.RADIUS]
        touch[here.ROW_COUNT] = STICK_OR_SLIP if contact[here.DOES] != at.OPEN or touch[here.GAP] < TOUCHING*radius \
            else INACTIVE
        touch[here.APPROACH] = 0.0
        bend = dot(touch, here.NORMAL_RATE, touch, here.SLIP)
        for r in range(3):
            touch[here.BASE + r] = touch[here.BIAS + r] + bend*touch[here.NORMAL + r]
    if all_bear(p, island):
        add_forces(p, island, rates)
    else:
        clear_shift(island)
        sweep(p, island, weight, MOST_SWEEPS)
        for i in range(state_size(island)):
            rates[i] += array_of(island, here.SHIFT)[i]
    gravity = three(p, at.GRAVITY)
    for i in range(int(island[here.NB])):
        if not acceleration_against(place, gravity, part(y, i*at.MOVING), part(rates, i*at.MOVING),
                                    ball_numbers(p, island, i)[at.RADIUS]) <= STEADY*g:
            return False
    return True


@traced
def put_carried(place, y):
    """Gives a ball the motion of the support's points."""
    put(y, at.V, material_velocity.formula(place, vector_at(y, at.X)))
    put(y, at.W, place.w)


@compiled
def resists(island):
    """Whether a contact keeps, or may keep, its body from turning."""
    found = 0
    for k in range(int(island[here.NC])):
        found += contact_of(island, k)[here.DOES] != at.OPEN and largest_arm(touch_of(island, k)) > 0.0
    return found > 0


@traced
def unsteadiness(place, g):
    """0.0 of a support that rests, or turns evenly about a fixed axis along gravity."""
    parts = (place.velocity, place.w_rate, place.pull - g, cross(place.w, g))
    return sum((abs(x) for part in parts for x in part), 0.0)


@compiled
def has_feet(island):
    """Whether a body stands on feet (feet.py): they are the last contacts."""
    count = int(island[here.NC])
    return count > 0 and contact_of(island, count - 1)[here.FOOT] > 0.0


@compiled
def come_to_rest(p, calls, island, t):
    """Whether the island rests at t; if so all of it moves as its support does, and its contacts roll or are open."""
    # what hangs together by joints goes on by its equations, and what is alone but lies on a flat face
    is_resisted = resists(island)
    if (island[here.NB] < 2.0 and not has_feet(island) and not is_resisted) or island[here.NF] > 0.0 \
            or island[here.NJ] > 0.0:
        return False
    y, rates = array_of(island, here.STATE), array_of(island, here.END_RATES)
    place_supports(p, island, t, y)
    slot = bearer(island)
    if slot < 0:
        return False
    place = place_in(island, slot)
    if not is_still(p, island, place, y, STILL) or not move_as_one(island, slot, y):
        return False
    # where the forces change, the instant at which a moment is too large lies within the step
    if is_resisted and unsteadiness(place, three(p, at.GRAVITY)) != 0.0:
        return False
    free_rates(p, island, t, y, rates)
    fill_touches(p, calls, island, y, rates)
    for k in range(int(island[here.NC])):
        touch_of(island, k)[here.DID] = contact_of(island, k)[here.DOES]
    if not holds(p, island, place, y, rates):
        for k in range(int(island[here.NC])):
            contact_of(island, k)[here.DOES] = touch_of(island, k)[here.DID]
            contact_of(island, k)[here.HOLDS] = here.UNKNOWN
        return False
    before = energy_of(p, island, y)
    for i in range(int(island[here.NB])):
        put_carried(place, part(y, i*at.MOVING))
    y[state_size(island) - 1] += energy_of(p, island, y) - before
    for k in range(int(island[here.NC])):
        contact = contact_of(island, k)
        bears = contact[here.FORCE] != 0.0 or contact[here.FORCE + 1] != 0.0 or contact[here.FORCE + 2] != 0.0
        contact[here.DOES] = at.ROLLS if bears else at.OPEN
    return True


@traced
def put_moved(one, two, turned, y):
    """Moves a ball with a support from the Place `one` to `two`; turned: quaternion of the turn between them."""
    put(y, at.X, two.point + turn(two.turning, turn_back(one.turning, vector_at(y, at.X) - one.point)))
    for i, x in enumerate(multiply(turned, tuple(y[at.Q + i] for i in range(4)))):
        y[at.Q + i] = x


@traced
def turn_between(before, after):
    """The quaternion of the turn from one pose to another."""
    q = before.q
    return multiply(after.q, (q[0], -q[1], -q[2], -q[3]))


@compiled
def carry_at_rest(p, calls, island, t, t_end):
    """Carries an island that rests at t with its support to t_end; False where it would land on something else."""
    y, new = array_of(island, here.STATE), array_of(island, here.NEW)
    slot, size = bearer(island), state_size(island)
    block = block_of(p, int(island[here.SLOTS + slot]))
    for i in range(size):
        new[i] = y[i]
    before = energy_of(p, island, y)
    one, two = place_in(island, slot), support_state_at(t_end, block)
    turned = turn_between(support_pose(t, part(block, at.OF_MOTION)), support_pose(t_end, part(block, at.OF_MOTION)))
    # what lies on a support at rest stays where it is, to the last bit
    for i in range(0 if block[at.STANDS] != 0.0 and resists(island) else int(island[here.NB])):
        put_moved(one, two, turned, part(new, i*at.MOVING))
        put_carried(two, part(new, i*at.MOVING))
    guards = part(island, here.GUARDS_NEW)
    fill_landing_guards(p, calls, island, t_end, new, guards)
    for i in range(int(island[here.NB])):
        if not guards[i] > 0.0:
            return False
    place_supports(p, island, t_end, new)
    new[size - 1] += energy_of(p, island, new) - before
    for i in range(size):
        y[i] = new[i]
    return True
