"""The derivative of an island's state: what it is without contact forces, what forces add to it, and its ledger.

    m v' = m g + sum of L + hand's force,     I w' = sum of (arm x L) + hand's moment,
    J rate' = sum of -(e x (c - P)).L - b rate + e.(d x g) + the motor's torque

The ledger is what keeps the energy of ball b relative to its frame (W, V at P; g_e = g - A), r = x - P, v_r = v - V,

    E = m v_r^2/2 + I w^2/2 - W.l - m g_e.r,     l = m r x v_r + I w,

constant: ledger' = (v - v_frame(x)).F + (w - W).M - W'.l - m g_e'.r with the force F but gravity and the moment M. For
two balls that touch, or a free support, that is the power of their contact as each of them sees it.
A free support has the energy J rate^2/2 - d.g; its ledger' is rate (J rate' - e.(d x g)), the power of contacts and
bearing. What springs store is a part of the energy (springs.py).
"""

from sandbox.compiling.branching import choose
from sandbox.compiling.compiled import compiled, part
from sandbox.compiling.rotation import quaternion_rate_space
from sandbox.compiling.traced import Vector, cross, traced, turn, turn_back, vector_at
from sandbox.mechanics import layout as lay
from sandbox.mechanics.pull import pull
from sandbox.mechanics.report import put
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.island import layout as here
from sandbox.mechanics.world.island.contacts import add_at_arms, turned_by
from sandbox.mechanics.world.island.known import (
    array_of,
    ball_numbers,
    contact_of,
    free_numbers,
    inverse_of,
    other_ball,
    place_in,
    touch_of,
)
from sandbox.mechanics.world.island.springs import add_springs, power_into_springs, stored_in_springs
from sandbox.mechanics.world.shaped import (
    attitude,
    energy_of_body,
    is_shaped,
    momentum,
    put_inverse,
    put_turning_rate,
    shape_of,
    tensor_times,
)
from sandbox.mechanics.world.supports import block_of, motor_torque, support_state_at, three


@compiled
def laboratory(p):
    """The number of the laboratory among the supports: the last."""
    return int(p[at.SUPPORTS]) - 1


@traced
def put_free_ball(g, y, out):
    """Fills x', v' = g, w' = 0 and q' of a ball."""
    w = vector_at(y, at.W)
    put(out, at.X, vector_at(y, at.V))
    put(out, at.V, g)
    put(out, at.W, Vector(0.0, 0.0, 0.0))
    put(out, at.Q, quaternion_rate_space.py_func(*w, *(y[at.Q + i] for i in range(4))))


@traced
def quaternion_of(y):
    """The attitude of a ball."""
    return tuple(y[at.Q + i] for i in range(4))


@traced
def from_point(place, y):
    """x - P."""
    return vector_at(y, at.X) - place.point


@traced
def add_pull(found, m, inertia, out):
    """Adds what a hand does to the derivative of a ball."""
    put(out, at.V, vector_at(out, at.V) + (1.0/m)*found.force)
    put(out, at.W, vector_at(out, at.W) + (1.0/inertia)*found.moment)


@traced
def add_pull_to_shaped(found, m, inverse, out):
    """As `add_pull` of a body that is no ball."""
    put(out, at.V, vector_at(out, at.V) + (1.0/m)*found.force)
    put(out, at.W, vector_at(out, at.W) + turned_by.formula(inverse, found.moment))


@compiled
def add_pull_to(p, island, i, found, out):
    """Adds what a hand does to the derivative of the body i."""
    constants = ball_numbers(p, island, i)
    if is_shaped(constants):
        add_pull_to_shaped(found, constants[at.MASS], inverse_of(island, i), out)
    else:
        add_pull(found, constants[at.MASS], constants[at.INERTIA], out)


@traced
def weight_moment(place, block):
    """e.(d x g) of a free support [N m]."""
    return place.axis @ cross(turn(place.turning, vector_at(block, at.TABLE_WEIGHT)), place.pull)


@compiled
def free_rates(p, island, t, y, out):
    """Fills the derivative of a state without contact forces; the supports are placed."""
    g = three(p, at.GRAVITY)
    for i in range(int(island[here.NB])):
        ball, rates = part(y, i*at.MOVING), part(out, i*at.MOVING)
        put_free_ball(g, ball, rates)
        constants = ball_numbers(p, island, i)
        if is_shaped(constants):
            put_inverse(shape_of(p, constants), ball, inverse_of(island, i))
            put_turning_rate(shape_of(p, constants), ball, inverse_of(island, i), rates)
        if array_of(island, here.BALL_ID)[i] == p[at.HELD]:
            block = block_of(p, laboratory(p))
            if block[at.OF_MOTION + lay.HAND_STIFFNESS] != 0.0:
                found = pull(t, quaternion_of(ball), from_point(support_state_at(t, block), ball), three(ball, at.V),
                             three(ball, at.W), (0.0, 0.0, 0.0), part(block, at.OF_MOTION))
                add_pull_to(p, island, i, found, rates)
    if island[here.NJ] > 0.0:
        add_springs(p, island, y, out)
    for slot in range(int(island[here.SLOTS_COUNT])):
        f = int(island[here.SLOT_FREE + slot])
        if f >= 0:
            free, rates = free_numbers(island, y, f), free_numbers(island, out, f)
            block = block_of(p, int(island[here.SLOTS + slot]))
            rates[at.ANGLE] = free[at.RATE]
            turns = weight_moment(place_in(island, slot), block) - block[at.BEARING]*free[at.RATE]
            if block[at.HAS_MOTOR] != 0.0:
                turns += motor_torque(t, block, free[at.RATE])
            rates[at.RATE] = turns/block[at.TABLE_INERTIA]
    out[int(island[here.NB])*at.MOVING + int(island[here.NF])*at.TURNING] = 0.0


@traced
def add_force(force, n, arm, m, inertia, sign, out):
    """Adds an impulse or force L to velocities or their rates: sign L/m and (arm n) x L/I."""
    put(out, at.V, vector_at(out, at.V) + (sign/m)*force)
    put(out, at.W, vector_at(out, at.W) + (arm/inertia)*cross(n, force))


@traced
def along(force, lever):
    """L.(e x (c - P))."""
    return force @ lever


@compiled
def add_at_contact(p, island, k, force, out):
    """Adds the force (3) of the contact k to rates, or its impulse to velocities: both lie at the same places."""
    contact, touch = contact_of(island, k), touch_of(island, k)
    i, j = int(contact[here.FIRST]), other_ball(contact)
    if touch[here.ARMED] != 0.0:
        add_at_arms(p, island, k, force, out)
    else:
        n, ball = three(touch, here.NORMAL), ball_numbers(p, island, i)
        add_force(force, n, -ball[at.RADIUS], ball[at.MASS], ball[at.INERTIA], 1.0, part(out, i*at.MOVING))
        if j >= 0:
            ball = ball_numbers(p, island, j)
            # the arm is + a n, the force -L
            add_force(force, n, -ball[at.RADIUS], ball[at.MASS], ball[at.INERTIA], -1.0, part(out, j*at.MOVING))
    if j < 0 and touch[here.FREE_OF] >= 0.0:
        f = int(touch[here.FREE_OF])
        inertia = block_of(p, int(island[here.FREE_ID + f]))[at.TABLE_INERTIA]
        free_numbers(island, out, f)[at.RATE] -= along(force, three(touch, here.LEVER))/inertia


@traced
def about_axis(place, moment):
    """e.M."""
    return place.axis @ moment


@traced
def add_moment(share, moment, out):
    """Adds share M to the rate of w."""
    put(out, at.W, vector_at(out, at.W) + share*moment)


@compiled
def add_resistance_at(p, island, k, share, out):
    """Adds share times what resists the rolling at the contact k, per newton of its normal force, to rates of spins."""
    contact, touch = contact_of(island, k), touch_of(island, k)
    i = int(contact[here.FIRST])
    if is_shaped(ball_numbers(p, island, i)):
        add_moment(-share, turned_by(inverse_of(island, i), three(touch, here.RESIST)), part(out, i*at.MOVING))
    else:
        add_moment(-share/ball_numbers(p, island, i)[at.INERTIA], three(touch, here.RESIST), part(out, i*at.MOVING))
    if touch[here.FREE_OF] >= 0.0:
        f = int(touch[here.FREE_OF])
        inertia = block_of(p, int(island[here.FREE_ID + f]))[at.TABLE_INERTIA]
        free_numbers(island, out, f)[at.RATE] += share*touch[here.RESIST_TURN]/inertia


@compiled
def add_turn_at(p, island, k, moment, out):
    """Adds a moment (3) on the body of the contact k, and against its support, to rates or velocities."""
    i, touch = int(contact_of(island, k)[here.FIRST]), touch_of(island, k)
    if is_shaped(ball_numbers(p, island, i)):
        add_moment(1.0, turned_by(inverse_of(island, i), moment), part(out, i*at.MOVING))
    else:
        add_moment(1.0/ball_numbers(p, island, i)[at.INERTIA], moment, part(out, i*at.MOVING))
    if touch[here.FREE_OF] >= 0.0:
        f = int(touch[here.FREE_OF])
        inertia = block_of(p, int(island[here.FREE_ID + f]))[at.TABLE_INERTIA]
        free_numbers(island, out, f)[at.RATE] -= about_axis(place_in(island, int(touch[here.SLOT])), moment)/inertia


@compiled
def add_forces(p, island, out):
    """Adds the forces of all contacts, and what resists rolling, to the derivative of a state."""
    for k in range(int(island[here.NC])):
        contact, touch = contact_of(island, k), touch_of(island, k)
        add_at_contact(p, island, k, three(contact, here.FORCE), out)
        add_resistance_at(p, island, k, along(three(contact, here.FORCE), three(touch, here.NORMAL)), out)
        if touch[here.HOLD_ROW] >= 0.0:
            add_turn_at(p, island, k, three(contact, here.MOMENT), out)


@traced
def power_of_ball(place, turned_rate, g, y, rates, m, inertia):
    """The ledger' of a ball, see the head of this file; turned_rate what a free frame's rate' adds to W'."""
    r, v, w = vector_at(y, at.X) - place.point, vector_at(y, at.V), vector_at(y, at.W)
    force, moment = m*(vector_at(rates, at.V) - g), inertia*vector_at(rates, at.W)
    v_r = v - place.velocity
    momentum = m*cross(r, v_r) + inertia*w
    w_rate = place.w_rate + turned_rate*place.axis
    still = (w_rate[0] == 0.0) & (w_rate[1] == 0.0) & (w_rate[2] == 0.0)
    carried = choose(still, lambda: 0.0, lambda: w_rate @ momentum)
    return force @ (v_r - cross(place.w, r)) + moment @ (w - place.w) - carried - m*(place.pull_rate @ r)


@traced
def power_of_shaped(place, turned_rate, g, y, rates, m, shape):
    """As `power_of_ball` of a body that is no ball: the moment on it is J w' + w x J w."""
    r, v, w, spun = vector_at(y, at.X) - place.point, vector_at(y, at.V), vector_at(y, at.W), momentum.formula(shape, y)
    turning = attitude.formula(y)
    moment = turn(turning, tensor_times.formula(shape, at.TENSOR, turn_back(turning, vector_at(rates, at.W))))
    moment = moment + cross(w, spun)
    v_r, force = v - place.velocity, m*(vector_at(rates, at.V) - g)
    w_rate = place.w_rate + turned_rate*place.axis
    return force @ (v_r - cross(place.w, r)) + moment @ (w - place.w) - w_rate @ (m*cross(r, v_r) + spun) \
        - m*(place.pull_rate @ r)


@compiled
def fill_ledger(p, island, y, rates):
    """Fills the ledger' of a derivative that has all forces."""
    g, total = three(p, at.GRAVITY), 0.0
    for i in range(int(island[here.NB])):
        slot = int(array_of(island, here.FRAME_SLOT)[i])
        f = int(island[here.SLOT_FREE + slot])
        turned_rate = free_numbers(island, rates, f)[at.RATE] if f >= 0 else 0.0
        ball, state, its_rates = ball_numbers(p, island, i), part(y, i*at.MOVING), part(rates, i*at.MOVING)
        if is_shaped(ball):
            total += power_of_shaped(place_in(island, slot), turned_rate, g, state, its_rates, ball[at.MASS],
                                     shape_of(p, ball))
        else:
            total += power_of_ball(place_in(island, slot), turned_rate, g, state, its_rates, ball[at.MASS],
                                   ball[at.INERTIA])
    for slot in range(int(island[here.SLOTS_COUNT])):
        f = int(island[here.SLOT_FREE + slot])
        if f >= 0:
            block = block_of(p, int(island[here.SLOTS + slot]))
            total += free_numbers(island, y,
                                  f)[at.RATE]*(block[at.TABLE_INERTIA]*free_numbers(island, rates, f)[at.RATE]
                                               - weight_moment(place_in(island, slot), block))
    if island[here.NJ] > 0.0:
        total += power_into_springs(p, island)
    rates[int(island[here.NB])*at.MOVING + int(island[here.NF])*at.TURNING] = total


# ---- its energy -----------------------------------------------------------------------------------------------------


@traced
def weight_energy(place, block):
    """-d.g [J]."""
    return -(turn(place.turning, vector_at(block, at.TABLE_WEIGHT)) @ place.pull)


@compiled
def energy_of(p, island, y):
    """The energy [J] of the state y of an island whose supports are placed."""
    total = 0.0
    for i in range(int(island[here.NB])):
        place = place_in(island, int(array_of(island, here.FRAME_SLOT)[i]))
        total += energy_of_body(p, place, part(y, i*at.MOVING), ball_numbers(p, island, i)).total
    for slot in range(int(island[here.SLOTS_COUNT])):
        f = int(island[here.SLOT_FREE + slot])
        if f >= 0:
            block, rate = block_of(p, int(island[here.SLOTS + slot])), free_numbers(island, y, f)[at.RATE]
            total += 0.5*block[at.TABLE_INERTIA]*rate*rate + weight_energy(place_in(island, slot), block)
    if island[here.NJ] > 0.0:
        total += stored_in_springs(p, island, y)
    return total
