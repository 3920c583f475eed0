"""Ball joints of an island: rows that always hold, beside those of contacts.

A joint is listed with the contacts, as one that rolls whatever the force. It keeps the points at the arms r_1, r_2 of
its balls at the same place; the arms are fixed to the balls, rigid and without mass. On a support c is a point of it.

    U = v_1 + w_1 x r_1 - v_2 - w_2 x r_2 = 0,     U' = v_1' + w_1' x r_1 + w_1 x (w_1 x r_1) - ...,

and for a support v_S(c), a_S(c) in place of the second ball's. A force L_l at an arm r_l of a ball moves the point at
another arm r_k of it by

    s_k s_l [L_l/m + ((r_k.r_l) L_l - r_l (r_k.L_l))/I],

s = 1 for the first ball, -1 for the second; contacts have the arms -a n and, of their second ball, a n.
"""

from sandbox.compiling.compiled import compiled, part, room
from sandbox.compiling.traced import Vector, cross, matrix_of, traced, turn, vector_at
from sandbox.mechanics.impact.algebra import matrix_at, solve_3
from sandbox.mechanics.report import put
from sandbox.mechanics.world.island.known import (
    ball_numbers,
    contact_of,
    first_ball,
    other_ball,
    place_in,
    three,
    touch_of,
)
from sandbox.mechanics.world.island.places import (
    APART,
    ARM_ONE,
    ARM_TWO,
    BASE,
    BIAS,
    EDGE,
    GAP,
    JOINT,
    NORMAL,
    NORMAL_RATE,
    RESIST,
    SLIP,
    SLOT,
)
from sandbox.mechanics.world.places import (
    GRAVITY,
    INERTIA,
    JOINT_ARM,
    JOINT_POINT,
    JOINT_SIZE,
    JOINTS_AT,
    MASS,
    MOVING,
    RADIUS,
    Q,
    V,
    W,
    X,
)


@traced
def put_first_end(arm, y, rates, out):
    """Fills the touch with what the first ball does at the end of its arm; rates: without forces of contacts."""
    r, w = turn(matrix_of(tuple(y[Q + i] for i in range(4))), arm), vector_at(y, W)
    nothing = Vector(0.0, 0.0, 0.0)
    put(out, NORMAL, nothing)
    put(out, NORMAL_RATE, nothing)
    out[GAP], out[EDGE] = 0.0, 1.0
    put(out, ARM_ONE, r)
    put(out, APART, vector_at(y, X) + r)
    put(out, SLIP, vector_at(y, V) + cross(w, r))
    put(out, BIAS, vector_at(rates, V) + cross(vector_at(rates, W), r) + cross(w, cross(w, r)))


@traced
def put_second_end(arm, y, rates, out):
    """Takes away what the second ball does."""
    r, w = turn(matrix_of(tuple(y[Q + i] for i in range(4))), arm), vector_at(y, W)
    put(out, ARM_TWO, r)
    put(out, APART, vector_at(out, APART) - vector_at(y, X) - r)
    put(out, SLIP, vector_at(out, SLIP) - vector_at(y, V) - cross(w, r))
    put(out, BIAS, vector_at(out, BIAS) - vector_at(rates, V) - cross(vector_at(rates, W), r) - cross(w, cross(w, r)))


@traced
def put_held_end(place, g, point, out):
    """Takes away what a point of a support does."""
    arm = turn(place.turning, point - place.axis_point)
    put(out, ARM_TWO, Vector(0.0, 0.0, 0.0))
    put(out, APART, vector_at(out, APART) - place.point - arm)
    put(out, SLIP, vector_at(out, SLIP) - place.velocity - cross(place.w, arm))
    pulled = g - place.pull + cross(place.w_rate, arm) + cross(place.w, cross(place.w, arm))
    put(out, BIAS, vector_at(out, BIAS) - pulled)


@compiled
def fill_joint(p, island, y, rates, k):
    """Fills the touch of the joint k in the state y, whose derivative without forces of contacts is `rates`."""
    contact, touch = contact_of(island, k), touch_of(island, k)
    numbers = part(p, int(p[JOINTS_AT]) + (int(contact[JOINT]) - 1)*JOINT_SIZE)
    i, j = first_ball(contact), other_ball(contact)
    put_first_end(three(numbers, JOINT_ARM), part(y, i*MOVING), part(rates, i*MOVING), touch)
    if j >= 0:
        put_second_end(three(numbers, JOINT_POINT), part(y, j*MOVING), part(rates, j*MOVING), touch)
    else:
        put_held_end(place_in(island, int(touch[SLOT])), three(p, GRAVITY), three(numbers, JOINT_POINT), touch)


@traced
def scaled(share, v):
    """share v."""
    return share*v


@compiled
def arm_of(p, island, k, is_second):
    """The arm of the contact or joint k: from the centre of its first or second ball to its point."""
    contact, touch = contact_of(island, k), touch_of(island, k)
    if contact[JOINT] != 0.0:
        return three(touch, ARM_TWO) if is_second else three(touch, ARM_ONE)
    i = other_ball(contact) if is_second else first_ball(contact)
    a = ball_numbers(p, island, i)[RADIUS]
    return scaled(a if is_second else -a, three(touch, NORMAL))


@traced
def add_block(m, inertia, sign, r_k, r_l, out):
    """Adds sign [1/m + ((r_k.r_l) - r_l r_k^T)/I]."""
    across = 1.0/m + (r_k @ r_l)/inertia
    for r in range(3):
        for c in range(3):
            own = across if r == c else 0.0
            out[3*r + c] = out[3*r + c] + sign*(own - r_l[r]*r_k[c]/inertia)


@compiled
def couple_joints(p, island, k, l, out):
    """As `coupling_of_forces` of two of which one is a joint at least."""
    one, two = contact_of(island, k), contact_of(island, l)
    for r in range(9):
        out[r] = 0.0
    shared = False
    for at_k in range(2):
        b = first_ball(one) if at_k == 0 else other_ball(one)
        if b < 0:
            continue
        for at_l in range(2):
            if (first_ball(two) if at_l == 0 else other_ball(two)) == b:
                ball = ball_numbers(p, island, b)
                add_block(ball[MASS], ball[INERTIA], 1.0 if at_k == at_l else -1.0,
                          arm_of(p, island, k, at_k == 1), arm_of(p, island, l, at_l == 1), out)
                shared = True
    return shared


@traced
def add_turned(share, moment, arm, n, out):
    """Adds share (M x r) n^T."""
    moved = share*cross(moment, arm)
    for r in range(3):
        for c in range(3):
            out[3*r + c] = out[3*r + c] + moved[r]*n[c]


@compiled
def add_resistance_to_joint(p, island, k, l, out):
    """Adds what the rolling resistance at the contact l does to U' of the joint k."""
    contact, b = contact_of(island, k), first_ball(contact_of(island, l))
    other = touch_of(island, l)
    inertia = ball_numbers(p, island, b)[INERTIA]
    if first_ball(contact) == b:
        add_turned(-1.0/inertia, three(other, RESIST), arm_of(p, island, k, False), three(other, NORMAL), out)
    elif other_ball(contact) == b:
        add_turned(1.0/inertia, three(other, RESIST), arm_of(p, island, k, True), three(other, NORMAL), out)


@traced
def add_at_arm(force, r, m, inertia, sign, out):
    """Adds sign L/m and sign r x L/I to what lies as velocities do."""
    put(out, V, vector_at(out, V) + (sign/m)*force)
    put(out, W, vector_at(out, W) + (sign/inertia)*cross(r, force))


@compiled
def add_at_joint(p, island, k, force, out):
    """As `add_at_contact` (free.py) of a joint."""
    contact, touch = contact_of(island, k), touch_of(island, k)
    i, j = first_ball(contact), other_ball(contact)
    ball = ball_numbers(p, island, i)
    add_at_arm(force, three(touch, ARM_ONE), ball[MASS], ball[INERTIA], 1.0, part(out, i*MOVING))
    if j >= 0:
        ball = ball_numbers(p, island, j)
        add_at_arm(force, three(touch, ARM_TWO), ball[MASS], ball[INERTIA], -1.0, part(out, j*MOVING))


@traced
def with_end(u, shift, r, sign):
    """u + sign (v + w x r)."""
    return u + sign*(vector_at(shift, V) + cross(vector_at(shift, W), r))


@compiled
def joint_motion(island, k, shift):
    """BASE and what the shift has of the motion of a joint's points against each other."""
    contact, touch = contact_of(island, k), touch_of(island, k)
    i, j = first_ball(contact), other_ball(contact)
    u = with_end(three(touch, BASE), part(shift, i*MOVING), three(touch, ARM_ONE), 1.0)
    if j >= 0:
        u = with_end(u, part(shift, j*MOVING), three(touch, ARM_TWO), -1.0)
    return u


@traced
def less_solved(K, force, u):
    """L - K^-1 u."""
    return force - solve_3(matrix_at(K, 0), u)


@compiled
def mended(p, island, k, force, u):
    """The force of a joint that makes its motion u vanish, all others as they are."""
    K = room(9)
    couple_joints(p, island, k, k, K)
    return less_solved(K, force, u)
