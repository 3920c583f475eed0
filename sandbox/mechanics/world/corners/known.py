"""Corners and the points that they touch: where they are, how they move, how forces move them.

A corner is a sphere of radius r whose centre is fixed in the body at rho from the mass centre. Its point of contact has
the arm a = rho - r n, n the support's normal, and with the sphere's centre X = x + rho

    U = X' - r w x n - v_S(c),     X' = v + w x rho,     X'' = v' + w' x rho + w x (w x rho),

so that all is as of a ball with its centre there (island/contacts.py). A force L at an arm a moves the point at another
arm b by

    L/m + J^-1 (a x L) x b.
"""

from sandbox.compiling.compiled import compiled, part, room
from sandbox.compiling.rotation import quaternion_rate_space
from sandbox.compiling.traced import Vector, cross, length, traced, turn, turn_back, vector_at
from sandbox.mechanics import layout as lay
from sandbox.mechanics.pull import pull
from sandbox.mechanics.report import put
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.below import foot_below
from sandbox.mechanics.world.corners import layout as of
from sandbox.mechanics.world.island import layout as here
from sandbox.mechanics.world.island.contacts import put_on_support
from sandbox.mechanics.world.island.fading import put_friction
from sandbox.mechanics.world.island.free import from_point, power_of_shaped, put_free_ball, quaternion_of
from sandbox.mechanics.world.shaped import attitude, put_inverse, put_turning_rate
from sandbox.mechanics.world.supports import block_of, support_state_at, three


@compiled
def body_of(p):
    """The array of the body with corners."""
    return part(p, int(p[at.JOINTS_AT]) + int(p[at.JOINTS])*at.JOINT_SIZE + int(p[at.SHAPED])*at.SHAPE_SIZE)


@compiled
def numbers_of(p):
    """Mass and the like of the body."""
    return part(p, int(p[at.BALLS_AT]))


@compiled
def shape_of(p):
    """Its tensors."""
    return part(p, int(p[int(p[at.BALLS_AT]) + at.SHAPE_AT]))


@compiled
def contact_of(body, k):
    """The contact k."""
    return part(body, of.CONTACTS + k*of.CONTACT)


@compiled
def touch_of(body, k):
    """What is known of it."""
    return part(body, of.CONTACTS + k*of.CONTACT + of.TOUCH)


@traced
def size_of(numbers):
    """|v| of three numbers."""
    return length(vector_at(numbers, 0))


@compiled
def gravity_scale(p):
    """A typical acceleration [m/s^2]."""
    return max(size_of(part(p, at.GRAVITY)), 1e-3)


@compiled
def speed_scale(p):
    """A typical speed sqrt(g a) [m/s]."""
    return (gravity_scale(p)*numbers_of(p)[at.RADIUS])**0.5


# ---- corners over supports ------------------------------------------------------------------------------------------


@traced
def put_corner(state, rates, point, out, out_rates):
    """Fills place and velocity of a corner's sphere as those of a ball; their rates without contact forces."""
    rho, w = turn(attitude.formula(state), vector_at(point, 0)), vector_at(state, at.W)
    moving = cross(w, rho)
    put(out, at.X, vector_at(state, at.X) + rho)
    put(out, at.V, vector_at(state, at.V) + moving)
    put(out, at.W, w)
    put(out_rates, at.V, vector_at(rates, at.V) + cross(vector_at(rates, at.W), rho) + cross(w, moving))
    put(out_rates, at.W, vector_at(rates, at.W))


@traced
def put_arm(state, ball, r, contact, touch):
    """Fills the arm of a contact."""
    put(contact, of.ARM, vector_at(ball, at.X) - vector_at(state, at.X) - r*vector_at(touch, here.NORMAL))


@traced
def put_heading(place, contact):
    """Fills the axes of the support and the direction of slip in the laboratory."""
    put(contact, of.TURNING, place.turning)
    put(contact, of.HEADING, turn(place.turning, vector_at(contact, of.DIRECTION)))


@traced
def put_direction(v, contact):
    """Makes the unit vector v (3,), laboratory axes, the direction of slip."""
    heading = vector_at(v, 0)
    put(contact, of.DIRECTION, turn_back(tuple(contact[of.TURNING + i] for i in range(9)), heading))
    put(contact, of.HEADING, heading)


@compiled
def fill_contact(p, calls, body, t, y, rates, k, ball, moving):    # noqa: PLR0913 - room to work
    """Fills what is known of the contact k; ball, moving: room for a state of a ball and its rates."""
    contact, touch = contact_of(body, k), touch_of(body, k)
    s, r = int(contact[of.SUPPORT]), body[of.ROUNDING]
    put_corner(y, rates, part(body, of.POINTS + 3*int(contact[of.CORNER])), ball, moving)
    place, block = support_state_at(t, block_of(p, s)), block_of(p, s)
    foot = foot_below(p, calls, s, place, three(ball, at.X), r)
    put_on_support(place, calls[at.CALLS_OF_SUPPORT*s + at.CALL_SLOPES], foot, r, three(p, at.GRAVITY), ball, moving,
                   part(block, at.OF_MOTION), touch)
    put_arm(y, ball, r, contact, touch)
    put_heading(place, contact)
    put_friction(block, touch)


# ---- motion without contact forces ----------------------------------------------------------------------------------


@traced
def add_hand(found, m, inverse, out):
    """Adds what a hand does to rates."""
    put(out, at.V, vector_at(out, at.V) + (1.0/m)*found.force)
    put(out, at.W, vector_at(out, at.W) + Vector(*(vector_at(inverse, 3*i) @ found.moment for i in range(3))))


@compiled
def fill_free(p, body, t, y):
    """Fills J^-1 and the derivative of the state without contact forces."""
    rates, inverse, shape = part(body, of.FREE), part(body, of.INVERSE), shape_of(p)
    put_free_ball(three(p, at.GRAVITY), y, rates)
    put_inverse(shape, y, inverse)
    put_turning_rate(shape, y, inverse, rates)
    rates[of.LEDGER] = 0.0
    block = block_of(p, int(p[at.SUPPORTS]) - 1)
    if p[at.HELD] == 0.0 and block[at.OF_MOTION + lay.HAND_STIFFNESS] != 0.0:
        found = pull(t, quaternion_of(y), from_point(support_state_at(t, block), y), three(y, at.V), three(y, at.W),
                     (0.0, 0.0, 0.0), part(block, at.OF_MOTION))
        add_hand(found, numbers_of(p)[at.MASS], inverse, rates)


@compiled
def fill_contacts(p, calls, body, t, y):
    """Fills what is known of all contacts in the state y, and its derivative without their forces."""
    ball, moving = room(at.MOVING), room(at.MOVING)
    fill_free(p, body, t, y)
    for k in range(int(body[of.COUNT])):
        fill_contact(p, calls, body, t, y, part(body, of.FREE), k, ball, moving)
    fill_blocks(p, body)


@traced
def put_block(m, inverse, arm_one, arm_two, out):
    """Fills out (9,) with how a force at the second arm moves the point at the first."""
    r, s = vector_at(arm_one, of.ARM), vector_at(arm_two, of.ARM)
    for j in range(3):
        e = Vector(*(1.0 if i == j else 0.0 for i in range(3)))
        moment = cross(s, e)
        spin = Vector(*(vector_at(inverse, 3*i) @ moment for i in range(3)))
        column = (1.0/m)*e + cross(spin, r)
        for i in range(3):
            out[3*i + j] = column[i]


@compiled
def block_at(body, k, l):
    """How a force at the contact l moves the point of the contact k, (9,) row by row."""
    return part(body, of.BLOCKS + 9*(k*of.MOST_CONTACTS + l))


@compiled
def fill_blocks(p, body):
    """Fills the blocks of all pairs of contacts."""
    m, count = numbers_of(p)[at.MASS], int(body[of.COUNT])
    for k in range(count):
        for l in range(count):
            put_block(m, part(body, of.INVERSE), contact_of(body, k), contact_of(body, l), block_at(body, k, l))


# ---- what forces do -------------------------------------------------------------------------------------------------


@traced
def add_force(force, contact, m, inverse, out):
    """Adds a force or impulse (3,) at a contact to rates, or to velocities."""
    force = vector_at(force, 0)
    moment = cross(vector_at(contact, of.ARM), force)
    put(out, at.V, vector_at(out, at.V) + (1.0/m)*force)
    put(out, at.W, vector_at(out, at.W) + Vector(*(vector_at(inverse, 3*i) @ moment for i in range(3))))


@compiled
def add_forces(p, body, start, out):
    """Adds what stands at `start` of all contacts to rates, or to velocities."""
    for k in range(int(body[of.COUNT])):
        contact = contact_of(body, k)
        add_force(part(contact, start), contact, numbers_of(p)[at.MASS], part(body, of.INVERSE), out)


@compiled
def copy(source, count, out):
    """out[:count] = source[:count]."""
    for i in range(count):
        out[i] = source[i]


@compiled
def fill_power(p, t, frame, y, rates):
    """Fills the ledger' of a derivative that has all forces; `frame` is the support that its energy is counted by."""
    place = support_state_at(t, block_of(p, frame))
    rates[of.LEDGER] = power_of_shaped(place, 0.0, three(p, at.GRAVITY), y, rates, numbers_of(p)[at.MASS], shape_of(p))


@traced
def turn_a_little(shift, y):
    """x += shift's v, q turned by the small angle w of the shift; unit quaternion."""
    put(y, at.X, vector_at(y, at.X) + vector_at(shift, at.V))
    q = quaternion_of.formula(y)
    new = [a + b for a, b in zip(q, quaternion_rate_space.py_func(*vector_at(shift, at.W), *q), strict=True)]
    share = 1.5 - 0.5*sum(x*x for x in new)
    for i in range(4):
        y[at.Q + i] = share*new[i]


@traced
def tangent_of(touch, v):
    """The part of v (3,) across the normal of a touch."""
    v, n = vector_at(v, 0), vector_at(touch, here.NORMAL)
    return v - (n @ v)*n


@traced
def tangent_size(touch, v):
    """Length of that part."""
    return length(tangent_of.formula(touch, v))


@traced
def normal_part(touch, v):
    """n.v of v (3,)."""
    return vector_at(touch, here.NORMAL) @ vector_at(v, 0)
