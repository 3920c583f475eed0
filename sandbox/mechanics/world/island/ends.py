"""Both ends of what holds bodies: of ball joints, strings and springs, points at arms that are fixed to their bodies.

A string is a contact that has a gap while it is slack. With d the place of its first end less that of the second, U the
velocities alike, and L its length,

    gap = L - |d|,     n = -d/|d|,     gap' = n.U,     n' = -(U - n (n.U))/|d|,

so that the force N n, N >= 0, pulls the first end to the second, and nothing else is known of it: it has no friction.
"""

from sandbox.compiling.branching import choose
from sandbox.compiling.compiled import compiled, part
from sandbox.compiling.traced import Vector, cross, length, matrix_of, traced, turn, vector_at
from sandbox.mechanics.report import put
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.island import layout as here
from sandbox.mechanics.world.island.known import contact_of, first_ball, other_ball, place_in, touch_of
from sandbox.mechanics.world.supports import three


@traced
def put_first_end(arm, y, rates, out):
    """Fills the touch with what the first ball does at the end of its arm; rates: without forces of contacts."""
    r, w = turn(matrix_of(tuple(y[at.Q + i] for i in range(4))), arm), vector_at(y, at.W)
    nothing = Vector(0.0, 0.0, 0.0)
    put(out, here.NORMAL, nothing)
    put(out, here.NORMAL_RATE, nothing)
    out[here.GAP], out[here.EDGE] = 0.0, 1.0
    put(out, here.ARM_ONE, r)
    put(out, here.APART, vector_at(y, at.X) + r)
    put(out, here.SLIP, vector_at(y, at.V) + cross(w, r))
    put(out, here.BIAS, vector_at(rates, at.V) + cross(vector_at(rates, at.W), r) + cross(w, cross(w, r)))


@traced
def put_second_end(arm, y, rates, out):
    """Takes away what the second ball does."""
    r, w = turn(matrix_of(tuple(y[at.Q + i] for i in range(4))), arm), vector_at(y, at.W)
    put(out, here.ARM_TWO, r)
    put(out, here.APART, vector_at(out, here.APART) - vector_at(y, at.X) - r)
    put(out, here.SLIP, vector_at(out, here.SLIP) - vector_at(y, at.V) - cross(w, r))
    put(out, here.BIAS, vector_at(out, here.BIAS) - vector_at(rates, at.V) - cross(vector_at(rates, at.W), r)
        - cross(w, cross(w, r)))


@traced
def put_held_end(place, g, point, out):
    """Takes away what a point of a support does."""
    arm = turn(place.turning, point - place.axis_point)
    put(out, here.ARM_TWO, Vector(0.0, 0.0, 0.0))
    put(out, here.APART, vector_at(out, here.APART) - place.point - arm)
    put(out, here.SLIP, vector_at(out, here.SLIP) - place.velocity - cross(place.w, arm))
    pulled = g - place.pull + cross(place.w_rate, arm) + cross(place.w, cross(place.w, arm))
    put(out, here.BIAS, vector_at(out, here.BIAS) - pulled)


@compiled
def numbers_of(p, contact):
    """The numbers of the joint, string or spring that a contact is."""
    return part(p, int(p[at.JOINTS_AT]) + (int(contact[here.JOINT]) - 1)*at.JOINT_SIZE)


@compiled
def fill_ends(p, island, y, rates, k):
    """Fills the touch k with what both ends do, as that of a joint."""
    contact, touch = contact_of(island, k), touch_of(island, k)
    numbers = numbers_of(p, contact)
    i, j = first_ball(contact), other_ball(contact)
    put_first_end(three(numbers, at.JOINT_ARM), part(y, i*at.MOVING), part(rates, i*at.MOVING), touch)
    if j >= 0:
        put_second_end(three(numbers, at.JOINT_POINT), part(y, j*at.MOVING), part(rates, j*at.MOVING), touch)
    else:
        put_held_end(place_in(island, int(touch[here.SLOT])), three(p, at.GRAVITY), three(numbers, at.JOINT_POINT),
                     touch)


@traced
def put_string(length_of_it, out):
    """Makes the touch of two ends that of a string between them: its normal points from the first end to the second."""
    d = vector_at(out, here.APART)
    size = length(d)
    share = choose(size > 0.0, lambda: 1.0/size, lambda: 0.0)
    n, U = -share*d, vector_at(out, here.SLIP)
    put(out, here.NORMAL, n)
    put(out, here.NORMAL_RATE, -share*(U - (n @ U)*n))
    out[here.GAP] = length_of_it - size


@compiled
def fill_joint(p, island, y, rates, k):
    """Fills the touch of the joint, string or spring k in the state y, whose derivative without forces of contacts is
    `rates`."""
    contact, touch = contact_of(island, k), touch_of(island, k)
    fill_ends(p, island, y, rates, k)
    if contact[here.KIND] == at.STRING:
        put_string(numbers_of(p, contact)[at.JOINT_LENGTH], touch)
    elif contact[here.KIND] == at.SPRING:
        # it touches nothing
        touch[here.GAP] = 1.0
