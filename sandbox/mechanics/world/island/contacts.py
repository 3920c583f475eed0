"""What is known of the contacts of an island at an instant: normals, slips, and how they change without their forces.

U is the velocity of the first ball's material point at the contact less that of what it touches, n its normal there.
With u = v - v_S(x), c = x - a n, for a support

    U = v - a w x n - v_S(c),     n' = W x n + B (1 + a B)^-1 P u,
    U' = v' - a (w' x n + w x n') - (A + W' x (c - P) + W x (c' - V)),

and for two balls, n from the second to the first, D = v_1 - v_2, d = a_1 + a_2, S = a_1 w_1 + a_2 w_2

    U = D - S x n,     n' = (D - n (n.D))/d,     U' = D' - S' x n - S x n'.

In both cases gap' = n.U and gap'' = n.U' + n'.U.

Ball joints of an island: rows that always hold, beside those of contacts.

A joint is listed with the contacts, as one that rolls whatever the force. It keeps the points at the arms r_1, r_2 of
its balls at the same place; the arms are fixed to the balls, rigid and without mass. On a support c is a point of it.

    U = v_1 + w_1 x r_1 - v_2 - w_2 x r_2 = 0,     U' = v_1' + w_1' x r_1 + w_1 x (w_1 x r_1) - ...,

and for a support v_S(c), a_S(c) in place of the second ball's. A force L_l at an arm r_l of a ball moves the point at
another arm r_k of it by

    s_k s_l [L_l/m + ((r_k.r_l) L_l - r_l (r_k.L_l))/I],

s = 1 for the first ball, -1 for the second; contacts have the arms -a n and, of their second ball, a n.
"""

from math import pi

from sandbox.compiling.branching import choose
from sandbox.compiling.compiled import compiled, part, room
from sandbox.compiling.traced import (
    Vector,
    cos,
    cross,
    length,
    sin,
    traced,
    turn,
    turn_back,
    vector_at,
)
from sandbox.mechanics import layout as lay
from sandbox.mechanics.contact.flight.across import (
    AHEAD,
    HOLLOW,
    below_face,
    distance,
    is_hollow_to_face,
    points_across,
    side_of_axis,
)
from sandbox.mechanics.contact.flight.nearest import distances, foot, regular_geometry
from sandbox.mechanics.contact.geometry import (
    Symmetric,
    curvature,
    radii_product,
    radii_times,
    shape_operator,
    slopes_at,
    trace_of_both,
)
from sandbox.mechanics.contact.rolling import solve_symmetric
from sandbox.mechanics.impact.algebra import matrix_at, solve_3
from sandbox.mechanics.report import put
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world import shaped
from sandbox.mechanics.world.below import foot_below
from sandbox.mechanics.world.island import layout as here
from sandbox.mechanics.world.island.ends import fill_joint
from sandbox.mechanics.world.island.fading import put_friction
from sandbox.mechanics.world.island.known import (
    ball_numbers,
    contact_of,
    first_ball,
    free_numbers,
    inverse_of,
    other_ball,
    place_in,
    touch_of,
)
from sandbox.mechanics.world.island.resistance import clear_resistance, fill_resistance
from sandbox.mechanics.world.nearest import foot_of, least_edge, migrated
from sandbox.mechanics.world.shaped import (
    ASLANT,
    across_of,
    arm_at,
    attitude,
    fill_pair,
    pair_calls,
    put_body_there,
    seen_from,
    shape_of,
    touch_on,
)
from sandbox.mechanics.world.supports import block_of, material_velocity, scaled, three


def ball_on_support(place, foot, a, g, y, rates, bent, out):
    """Fills the touch of a ball and a support, see the head.

    bent    (local foot, velocity against the support) -> what its bend adds to n'
    """
    x, v, w = vector_at(y, at.X), vector_at(y, at.V), vector_at(y, at.W)
    n = foot.n
    c = x - a*n
    local = Vector(foot.x, foot.y, foot.z)
    u = v - material_velocity.formula(place, x)
    n_rate = cross(place.w, n) + bent(local, u)
    arm, moving = c - place.point, v - a*n_rate - place.velocity
    support = g - place.pull + cross(place.w_rate, arm) + cross(place.w, moving)
    put(out, here.NORMAL, n)
    put(out, here.SLIP, v - a*cross(w, n) - material_velocity.formula(place, c))
    put(out, here.NORMAL_RATE, n_rate)
    put(out, here.BIAS, vector_at(rates, at.V) - a*(cross(vector_at(rates, at.W), n) + cross(w, n_rate)) - support)
    out[here.GAP], out[here.EDGE] = foot.gap, foot.edge


@traced
def put_on_support(place, slopes, foot, a, g, y, rates, block, out):    # noqa: PLR0913 - what the equations name
    """Fills the touch of a ball and a support; y, rates: the ball's state and its derivative without contact forces."""
    ball_on_support(place, foot, a, g, y, rates,
                    lambda local, u: migrated.formula(place, slopes, local, a, u, block), out)


@traced
def put_on_plane(place, foot, a, g, y, rates, out):
    """As `put_on_support` where it is a plane."""
    ball_on_support(place, foot, a, g, y, rates, lambda local, u: Vector(0.0, 0.0, 0.0), out)


@traced
def put_pair(y, rates, a, other, other_rates, b, out):
    """Fills the touch of two balls of radii a, b; as `put_on_support`."""
    x, D = vector_at(y, at.X) - vector_at(other, at.X), vector_at(y, at.V) - vector_at(other, at.V)
    d = length(x)
    n = (1.0/d)*x
    S = a*vector_at(y, at.W) + b*vector_at(other, at.W)
    n_rate = (1.0/d)*(D - (n @ D)*n)
    S_rate = a*vector_at(rates, at.W) + b*vector_at(other_rates, at.W)
    put(out, here.NORMAL, n)
    put(out, here.SLIP, D - cross(S, n))
    put(out, here.NORMAL_RATE, n_rate)
    put(out, here.BIAS, vector_at(rates, at.V) - vector_at(other_rates, at.V) - cross(S_rate, n) - cross(S, n_rate))
    out[here.GAP], out[here.EDGE] = d - (a + b), 1.0


@traced
def put_lever(place, x, a, rate, touch):
    """Fills e x (c - P) of a free support, whose rate' without contact forces the touch takes in."""
    lever = cross(place.axis, x - a*vector_at(touch, here.NORMAL) - place.point)
    put(touch, here.LEVER, lever)
    put(touch, here.BIAS, vector_at(touch, here.BIAS) - rate*lever)


@compiled
def fill_touch(p, calls, island, y, rates, k):
    """Fills the touch k in the state y, whose derivative without contact forces is `rates`."""
    contact = contact_of(island, k)
    fill_motion(p, calls, island, y, rates, k)
    if contact[here.JOINT] == 0.0 and other_ball(contact) < 0:
        put_friction(block_of(p, -2 - int(contact[here.OTHER])), touch_of(island, k))


@compiled
def fill_motion(p, calls, island, y, rates, k):
    """Fills how the two of the touch k move against each other."""
    contact, touch = contact_of(island, k), touch_of(island, k)
    if contact[here.JOINT] != 0.0:
        clear_resistance(touch)
        fill_joint(p, island, y, rates, k)
        return
    if touch[here.ARMED] != 0.0:
        fill_shaped_touch(p, calls, island, y, rates, k)
        return
    i, j = int(contact[here.FIRST]), other_ball(contact)
    a = ball_numbers(p, island, i)[at.RADIUS]
    ball, moving = part(y, i*at.MOVING), part(rates, i*at.MOVING)
    if j >= 0:
        clear_resistance(touch)
        put_pair(ball, moving, a, part(y, j*at.MOVING), part(rates, j*at.MOVING), ball_numbers(p, island, j)[at.RADIUS],
                 touch)
        return
    s = -2 - int(contact[here.OTHER])
    place = place_in(island, int(touch[here.SLOT]))
    x = three(ball, at.X)
    foot = foot_below(p, calls, s, place, x, a)
    if block_of(p, s)[at.IS_PLANE] != 0.0:
        put_on_plane(place, foot, a, three(p, at.GRAVITY), ball, moving, touch)
    else:
        put_on_support(place, calls[at.CALLS_OF_SUPPORT*s + at.CALL_SLOPES], foot, a, three(p, at.GRAVITY), ball,
                       moving, part(block_of(p, s), at.OF_MOTION), touch)
    fill_resistance(p, island, k, place, y, rates)
    if touch[here.FREE_OF] >= 0.0:
        put_lever(place, x, a, free_numbers(island, rates, int(touch[here.FREE_OF]))[at.RATE], touch)


@traced
def put_lever_at(place, c, rate, touch):
    """As `put_lever`, of a touch at the point c."""
    lever = cross(place.axis, c - place.point)
    put(touch, here.LEVER, lever)
    put(touch, here.BIAS, vector_at(touch, here.BIAS) - rate*lever)


@traced
def arm_end(y, touch):
    """The point where a body touches, laboratory."""
    return vector_at(y, at.X) + vector_at(touch, here.ARM_ONE)


def shaped_on_support(place, touched, g, y, rates, shape, out, bends):
    """Fills the touch of a body that is no ball, and a support, a plane or one that bends; see the head.

    touched     where they are nearest (contact/geometry.py: ContactGeometry);  y, rates  as in `put_on_support`
    """
    v, w = vector_at(y, at.V), vector_at(y, at.W)
    n, r = arm_at.formula(place, touched, shape)
    c = vector_at(y, at.X) + r
    material = material_velocity.formula(place, c)
    slip = v + cross(w, r) - material
    across = slip - (slip @ n)*n
    # local axes: c' as the support sees it is (1 + A B)^-1 (U - A ((W - w) x n))
    aside = turn_back(place.turning, cross(place.w - w, n))
    u = turn_back(place.turning, across) - radii_times(touched, aside)
    n_rate = cross(place.w, n)
    if bends:
        again = radii_times(touched, shape_operator(touched, u))
        trace = trace_of_both(touched)
        u = ((1.0 + trace)*u - again)/(1.0 + trace + curvature(touched)*radii_product(touched))
        n_rate = n_rate + turn(place.turning, shape_operator(touched, u))
    moving = material + turn(place.turning, u)
    arm = c - place.point
    support = g - place.pull + cross(place.w_rate, arm) + cross(place.w, moving - place.velocity)
    put(out, here.NORMAL, n)
    put(out, here.SLIP, slip)
    put(out, here.NORMAL_RATE, n_rate)
    put(out, here.ARM_ONE, r)
    put(out, here.ARM_TWO, Vector(0.0, 0.0, 0.0))
    put(out, here.BIAS, vector_at(rates, at.V) + cross(vector_at(rates, at.W), r) + cross(w, moving - v) - support)


@traced
def put_shaped_on_support(place, touched, g, y, rates, shape, out):
    """`shaped_on_support` where it bends."""
    shaped_on_support(place, touched, g, y, rates, shape, out, True)


@traced
def put_shaped_on_plane(place, touched, g, y, rates, shape, out):
    """`shaped_on_support` where it is a plane."""
    shaped_on_support(place, touched, g, y, rates, shape, out, False)


def rounder(pair):
    """Whether the first of two bodies has the smaller radii of curvature where they are nearest."""
    one, two = (pair[start] + pair[start + 3] + pair[start + 5] for start in (shaped.RADII_ONE, shaped.RADII_TWO))
    return one < two


@traced
def put_shaped_pair(pair, one, rates_one, two, rates_two, out):
    """Fills the touch of two bodies that are not both balls, see the head of this file.

    pair    where they are nearest (shaped.py)
    """
    n, gap = vector_at(pair, shaped.NORMAL), pair[shaped.GAP]
    r, s = vector_at(pair, shaped.ARM_ONE), vector_at(pair, shaped.ARM_TWO)
    first = Symmetric(*(pair[shaped.RADII_ONE + i] for i in range(6)))
    second = Symmetric(*(pair[shaped.RADII_TWO + i] for i in range(6)))
    v, w, V, W = vector_at(one, at.V), vector_at(one, at.W), vector_at(two, at.V), vector_at(two, at.W)
    slip = v + cross(w, r) - V - cross(W, s)
    carried, turned = cross(w, n), cross(W, n)
    size = first.xx + first.yy + first.zz + second.xx + second.yy + second.zz + abs(gap)
    own = across_of(n, gap)
    nx, ny, nz = n
    along = (nx*nx, nx*ny, nx*nz, ny*ny, ny*nz, nz*nz)
    total = Symmetric(*(a + b + c + size*d for a, b, c, d in zip(first, second, own, along, strict=True)))
    n_rate = solve_symmetric(total, slip - (slip @ n)*n + first.times(carried) + second.times(turned))
    n_rate = n_rate - (n_rate @ n)*n
    # the point moves over both; it is told by the one that is rounder
    moving = choose(rounder(pair), lambda: v + cross(w, r) - first.times(n_rate - carried),
                    lambda: V + cross(W, s) + second.times(n_rate - turned))
    put(out, here.NORMAL, n)
    put(out, here.SLIP, slip)
    put(out, here.NORMAL_RATE, n_rate)
    put(out, here.ARM_ONE, r)
    put(out, here.ARM_TWO, s)
    put(out, here.BIAS, vector_at(rates_one, at.V) + cross(vector_at(rates_one, at.W), r) + cross(w, moving - v)
        - vector_at(rates_two, at.V) - cross(vector_at(rates_two, at.W), s) - cross(W, moving - V))
    out[here.GAP], out[here.EDGE] = gap, 1.0


# ---- feet of a flat face --------------------------------------------------------------------------------------------

# tilt of a flat face below which it lies on its support, by feet at its rim [rad]
LOWEST = 2e-3
# feet around the rim, and the radius of each, in lengths of the body; those across a hollow, numbered after these
FEET, FOOT_RADIUS, FEET_ACROSS = 6, 0.01, 2


@traced
def tilt_of(state, touch):
    """Sine of the angle between the third axis of a body and the normal."""
    turning = attitude.formula(state)
    return length(cross(Vector(turning[2], turning[5], turning[8]), vector_at(touch, here.NORMAL)))


@traced
def lean_of(state, touch):
    """Cosine of the angle between the third axis of a body and the normal."""
    turning = attitude.formula(state)
    return Vector(turning[2], turning[5], turning[8]) @ vector_at(touch, here.NORMAL)


@traced
def leans_faster(place, state, touch):
    """How fast `lean_of` changes on a support that is flat there [1/s]."""
    turning = attitude.formula(state)
    axis = Vector(turning[2], turning[5], turning[8])
    return cross(vector_at(state, at.W) - place.w, axis) @ vector_at(touch, here.NORMAL)


# bend of a support, as what it does to the way of a contact, that is none: an edge lies along it
STRAIGHT = 1e-9


@traced
def is_flat_there(touched):
    """Whether a support does not bend where a body touches it (contact/geometry.py: ContactGeometry)."""
    return abs(trace_of_both(touched)) < STRAIGHT


@traced
def is_bulging(touched, size):
    """Whether a support bulges so much that a face's rim is off it where the face touches it: no feet reach it there.

    size   of the body [m]
    """
    bend, n = touched.bend, touched.n
    return touched.k*(bend.xx + bend.yy + bend.zz - n @ bend.times(n))*size > LOWEST


@compiled
def edge_of(contact):
    """The edge of a side at which a body touches: 1.0 or -1.0; 0.0 where it is whichever is lower."""
    return contact[here.SIDE] if contact[here.SIDE] != here.UPRIGHT else 0.0


@traced
def at_edge(touched, width):
    """The touch at the edge of a side that it was at, also where the other edge is lower already, and how much higher
    that edge is [m].

    width   of the side, with the sign of that edge (layout.py: SIDE) [m]
    """
    turning = touched.turning
    lean = Vector(turning[2], turning[5], turning[8]) @ touched.n
    back = choose(width*lean < 0.0, lambda: -width, lambda: 0.0)
    return touched._replace(point=touched.point + Vector(0.0, 0.0, back)), back*lean


@traced
def can_turn(shape):
    """J^-1 across the third axis [1/(kg m^2)]."""
    return shape[at.INVERSE_TENSOR]


@compiled
def is_tipping(p, body):
    """Whether a body can tip."""
    return can_turn(shape_of(p, body)) != 0.0


@traced
def foot_arm(field, shape, state, n, azimuth, radius):
    """From the mass centre to the middle of a foot: a ball at the rim of the face that looks against n."""
    turning = attitude.formula(state)
    axis = turn_back(turning, -n)
    side = side_of_axis(axis)
    aside = Vector(cos(azimuth), sin(azimuth), 0.0)
    rim, _radii = slopes_at(field, Vector(ASLANT*aside[0], ASLANT*aside[1], side), shape, at.ON_SUPPORTS)
    middle = rim - Vector(0.0, 0.0, side*radius) - vector_at(shape, at.MASS_CENTRE)
    return turn(turning, middle)


@traced
def foot_state(state, arm):
    """Centre and velocity of a foot."""
    return vector_at(state, at.X) + arm, vector_at(state, at.V) + cross(vector_at(state, at.W), arm)


@traced
def put_foot(place, slopes, foot, middle, a, g, y, rates, block, out):    # noqa: PLR0913 - what the equations name
    """Fills the touch of a foot: a ball of radius a that is fixed to a body at the arm `middle`."""
    v, w = vector_at(y, at.V), vector_at(y, at.W)
    centre, moving = foot_state.formula(y, middle)
    n = foot.n
    r = middle - a*n
    c = centre - a*n
    u = moving - material_velocity.formula(place, centre)
    n_rate = cross(place.w, n) + migrated.formula(place, slopes, Vector(foot.x, foot.y, foot.z), a, u, block)
    arm, goes = c - place.point, moving - a*n_rate
    support = g - place.pull + cross(place.w_rate, arm) + cross(place.w, goes - place.velocity)
    put(out, here.NORMAL, n)
    put(out, here.SLIP, v + cross(w, r) - material_velocity.formula(place, c))
    put(out, here.NORMAL_RATE, n_rate)
    put(out, here.ARM_ONE, r)
    put(out, here.ARM_TWO, Vector(0.0, 0.0, 0.0))
    put(out, here.BIAS, vector_at(rates, at.V) + cross(vector_at(rates, at.W), r) + cross(w, goes - v) - support)
    out[here.GAP], out[here.EDGE] = foot.gap, foot.edge


@compiled
def fill_foot(p, calls, island, y, rates, k):
    """`fill_touch` of a foot; its normal is sought from that of the support below the mass centre on."""
    contact, touch = contact_of(island, k), touch_of(island, k)
    i, s = first_ball(contact), -2 - int(contact[here.OTHER])
    body, state, its_rates = ball_numbers(p, island, i), part(y, i*at.MOVING), part(rates, i*at.MOVING)
    clear_resistance(touch)
    place, block, shape = place_in(island, int(touch[here.SLOT])), part(block_of(p, s), at.OF_MOTION), shape_of(p, body)
    slopes, values = calls[at.CALLS_OF_SUPPORT*s + at.CALL_SLOPES], calls[at.CALLS_OF_SUPPORT*s + at.CALL_VALUES]
    a = FOOT_RADIUS*shape[at.LENGTH]
    below = foot_of(place, slopes, values, three(state, at.X), a, block)
    field = pair_calls(p, calls, body, s)[lay.CALL_SHAPE]
    middle = foot_arm(field, shape, state, below.n, 2.0*pi*(contact[here.FOOT] - 1.0)/FEET, a)
    centre, _velocity = foot_state(state, middle)
    foot = foot_of(place, slopes, values, centre, a, block)
    put_foot(place, slopes, foot, middle, a, three(p, at.GRAVITY), state, its_rates, block, touch)
    if touch[here.FREE_OF] >= 0.0:
        put_lever_at(place, arm_end(state, touch),
                     free_numbers(island, rates, int(touch[here.FREE_OF]))[at.RATE], touch)


@compiled
def put_there(touch, point, is_there):
    """Notes where a foot across a hollow is, or that there is none."""
    if is_there:
        touch[here.THERE] = 1.0
    elif touch[here.THERE] == 1.0:
        # where it was last tells which of two is meant when it comes back
        touch[here.THERE] = 0.0
    if is_there or touch[here.THERE] == here.UNSEEN:
        for r in range(3):
            touch[here.POINT + r] = point[r]


@compiled
def find_feet_across(p, calls, island, y, k):
    """Finds the points of the contacts k and k + 1, the feet of a face across a hollow: each the one nearer to where it
    was, or the lower one first."""
    contact, one, two = contact_of(island, k), touch_of(island, k), touch_of(island, k + 1)
    i, s = first_ball(contact), -2 - int(contact[here.OTHER])
    body, block = ball_numbers(p, island, i), part(block_of(p, s), at.OF_MOTION)
    put_body_there(shape_of(p, body), block)
    x, turning = seen_from(place_in(island, int(one[here.SLOT])), part(y, i*at.MOVING))
    lower, other = points_across(x, turning, block, pair_calls(p, calls, body, s))
    if not lower.found:
        return
    is_swapped = two[here.THERE] != here.UNSEEN and distance(lower.c, three(two, here.POINT)) \
        < distance(lower.c, three(one, here.POINT))
    put_there(two if is_swapped else one, lower.c, True)
    put_there(one if is_swapped else two, other.c if other.found else lower.c, other.found)


@compiled
def fill_foot_across(p, calls, island, y, rates, k):
    """`fill_touch` of one of the two feet of a face across a hollow: a point of its rim, as any other contact."""
    contact, touch = contact_of(island, k), touch_of(island, k)
    if int(contact[here.FOOT]) == FEET + 1:
        find_feet_across(p, calls, island, y, k)
    i, s = first_ball(contact), -2 - int(contact[here.OTHER])
    body, state = ball_numbers(p, island, i), part(y, i*at.MOVING)
    place, block = place_in(island, int(touch[here.SLOT])), part(block_of(p, s), at.OF_MOTION)
    put_body_there(shape_of(p, body), block)
    x, turning = seen_from(place, state)
    c = three(touch, here.POINT)
    touched = regular_geometry(c, turning, block, pair_calls(p, calls, body, s))
    gap, _aside, _point = distances(touched, x, c, block)
    put_shaped_on_support(place, touched, three(p, at.GRAVITY), state, part(rates, i*at.MOVING), shape_of(p, body),
                          touch)
    touch[here.GAP] = gap
    touch[here.EDGE] = least_edge(calls[at.CALLS_OF_SUPPORT*s + at.CALL_VALUES], c, block)
    fill_resistance(p, island, k, place, y, rates)
    if touch[here.THERE] != 1.0 or not touch[here.EDGE] > 0.0:
        # one that is beyond the edge leaves the other where it is
        touch[here.GAP], touch[here.EDGE], contact[here.DOES] = 1.0, 1.0, at.OPEN
    if touch[here.FREE_OF] >= 0.0:
        put_lever_at(place, arm_end(state, touch),
                     free_numbers(island, rates, int(touch[here.FREE_OF]))[at.RATE], touch)


@compiled
def put_tilt(p, calls, island, k, touched, state):
    """Fills TILT of the contact k of a body with flat faces and a support."""
    contact, touch = contact_of(island, k), touch_of(island, k)
    body, s = ball_numbers(p, island, first_ball(contact)), -2 - int(contact[here.OTHER])
    if block_of(p, s)[at.IS_PLANE] == 0.0:
        block, its = part(block_of(p, s), at.OF_MOTION), pair_calls(p, calls, body, s)
        x, turning = seen_from(place_in(island, int(touch[here.SLOT])), state)
        below = below_face(turning, foot(x, block, its), block, its)
        if is_hollow_to_face(below):
            touch[here.ACROSS], touch[here.TILT] = (1.0 if below.bend > HOLLOW else 0.0), below.tilt - AHEAD*below.bend
            return
    touch[here.ACROSS] = 0.0
    if not is_bulging(touched, shape_of(p, body)[at.LENGTH]):
        touch[here.TILT] = tilt_of(state, touch)


@compiled
def fill_shaped_touch(p, calls, island, y, rates, k):
    """`fill_touch` of a contact of a body that is no ball."""
    contact, touch = contact_of(island, k), touch_of(island, k)
    if contact[here.FOOT] > FEET:
        fill_foot_across(p, calls, island, y, rates, k)
        return
    if contact[here.FOOT] > 0.0:
        fill_foot(p, calls, island, y, rates, k)
        return
    i, j = first_ball(contact), other_ball(contact)
    body, state, its_rates = ball_numbers(p, island, i), part(y, i*at.MOVING), part(rates, i*at.MOVING)
    clear_resistance(touch)
    if j >= 0:
        pair = room(shaped.PAIR)
        for r in range(3):
            pair[shaped.NORMAL + r] = touch[here.NORMAL + r]
        fill_pair(p, calls, body, state, ball_numbers(p, island, j), part(y, j*at.MOVING), pair)
        put_shaped_pair(pair, state, its_rates, part(y, j*at.MOVING), part(rates, j*at.MOVING), touch)
        return
    s = -2 - int(contact[here.OTHER])
    place = place_in(island, int(touch[here.SLOT]))
    found, touched = touch_on(p, calls, body, s, place, state)
    gap = found.gap
    if contact[here.SIDE] != 0.0:
        touched, higher = at_edge(touched, edge_of(contact)*shape_of(p, body)[at.SIDE])
        gap += higher
    if block_of(p, s)[at.IS_PLANE] != 0.0:
        put_shaped_on_plane(place, touched, three(p, at.GRAVITY), state, its_rates, shape_of(p, body), touch)
    else:
        put_shaped_on_support(place, touched, three(p, at.GRAVITY), state, its_rates, shape_of(p, body), touch)
    touch[here.GAP] = gap
    touch[here.EDGE] = least_edge(calls[at.CALLS_OF_SUPPORT*s + at.CALL_VALUES], found.c,
                                  part(block_of(p, s), at.OF_MOTION))
    fill_resistance(p, island, k, place, y, rates)
    if shape_of(p, body)[at.HAS_FACES] != 0.0 and is_tipping(p, body):
        put_tilt(p, calls, island, k, touched, state)
        if shape_of(p, body)[at.SIDE] > 0.0 and is_flat_there(touched):
            touch[here.LEAN] = lean_of(state, touch)
    if contact[here.FOOT] < 0.0:
        # feet carry it: nothing touches here
        touch[here.GAP] = 1.0
    if touch[here.FREE_OF] >= 0.0:
        put_lever_at(place, arm_end(state, touch),
                     free_numbers(island, rates, int(touch[here.FREE_OF]))[at.RATE], touch)


@compiled
def fill_touches(p, calls, island, y, rates):
    """Fills all touches, see `fill_touch`."""
    for k in range(int(island[here.NC])):
        fill_touch(p, calls, island, y, rates, k)


# ---- what goes by arms ----------------------------------------------------------------------------------------------


@compiled
def arm_of(p, island, k, is_second):
    """The arm of the contact or joint k: from the centre of its first or second ball to its point."""
    contact, touch = contact_of(island, k), touch_of(island, k)
    if touch[here.ARMED] != 0.0:
        return three(touch, here.ARM_TWO) if is_second else three(touch, here.ARM_ONE)
    i = other_ball(contact) if is_second else first_ball(contact)
    a = ball_numbers(p, island, i)[at.RADIUS]
    return scaled(a if is_second else -a, three(touch, here.NORMAL))


@traced
def add_block(m, inertia, sign, r_k, r_l, out):
    """Adds sign [1/m + ((r_k.r_l) - r_l r_k^T)/I]."""
    across = 1.0/m + (r_k @ r_l)/inertia
    for r in range(3):
        for c in range(3):
            own = across if r == c else 0.0
            out[3*r + c] = out[3*r + c] + sign*(own - r_l[r]*r_k[c]/inertia)


@traced
def turned_by(inverse, moment):
    """J^-1 M."""
    return Vector(*(vector_at(inverse, 3*i) @ moment for i in range(3)))


@traced
def add_shaped_block(m, inverse, sign, r_k, r_l, out):
    """Adds sign [1/m + -[r_k] J^-1 [r_l]] of a body that is no ball: L at r_l moves the point at r_k."""
    for c in range(3):
        unit = Vector(*(1.0 if c == i else 0.0 for i in range(3)))
        moved = cross(turned_by.formula(inverse, cross(r_l, unit)), r_k)
        for r in range(3):
            out[3*r + c] = out[3*r + c] + sign*(moved[r] + (1.0/m if r == c else 0.0))


@traced
def add_levers(share, lever, other, out):
    """Adds share q_k q_l^T of a free support."""
    for r in range(3):
        for c in range(3):
            out[3*r + c] = out[3*r + c] + (share*lever[r])*other[c]


@compiled
def add_free_support(p, island, k, l, out):
    """Adds what two contacts share by a free support; returns whether there is one."""
    touch, other = touch_of(island, k), touch_of(island, l)
    if not touch[here.FREE_OF] >= 0.0 or touch[here.FREE_OF] != other[here.FREE_OF]:
        return False
    inertia = block_of(p, int(island[here.FREE_ID + int(touch[here.FREE_OF])]))[at.TABLE_INERTIA]
    add_levers(1.0/inertia, three(touch, here.LEVER), three(other, here.LEVER), out)
    return True


@compiled
def couple_by_arms(p, island, k, l, out):
    """As `coupling_of_forces` of two of which one goes by arms at least."""
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
                ball, sign = ball_numbers(p, island, b), 1.0 if at_k == at_l else -1.0
                r_k, r_l = arm_of(p, island, k, at_k == 1), arm_of(p, island, l, at_l == 1)
                if ball[at.SHAPE] != 0.0:
                    add_shaped_block(ball[at.MASS], inverse_of(island, b), sign, r_k, r_l, out)
                else:
                    add_block(ball[at.MASS], ball[at.INERTIA], sign, r_k, r_l, out)
                shared = True
    return add_free_support(p, island, k, l, out) or shared


@traced
def add_turned(share, moment, arm, n, out):
    """Adds share (M x r) n^T."""
    moved = share*cross(moment, arm)
    for r in range(3):
        for c in range(3):
            out[3*r + c] = out[3*r + c] + moved[r]*n[c]


@compiled
def add_resistance_by_arms(p, island, k, l, out):
    """Adds what the rolling resistance at the contact l does to U' of k, where one of the two goes by arms."""
    contact, b = contact_of(island, k), first_ball(contact_of(island, l))
    touch, other, ball = touch_of(island, k), touch_of(island, l), ball_numbers(p, island, b)
    if first_ball(contact) == b or other_ball(contact) == b:
        sign, moment = -1.0 if first_ball(contact) == b else 1.0, three(other, here.RESIST)
        arm = arm_of(p, island, k, first_ball(contact) != b)
        if ball[at.SHAPE] != 0.0:
            add_turned(sign, turned_by(inverse_of(island, b), moment), arm, three(other, here.NORMAL), out)
        else:
            add_turned(sign/ball[at.INERTIA], moment, arm, three(other, here.NORMAL), out)
    if touch[here.FREE_OF] >= 0.0 and touch[here.FREE_OF] == other[here.FREE_OF]:
        inertia = block_of(p, int(island[here.FREE_ID + int(touch[here.FREE_OF])]))[at.TABLE_INERTIA]
        add_levers(-other[here.RESIST_TURN]/inertia, three(touch, here.LEVER), three(other, here.NORMAL), out)


@traced
def add_at_arm(force, r, m, inertia, sign, out):
    """Adds sign L/m and sign r x L/I to what lies as velocities do."""
    put(out, at.V, vector_at(out, at.V) + (sign/m)*force)
    put(out, at.W, vector_at(out, at.W) + (sign/inertia)*cross(r, force))


@traced
def add_at_shaped_arm(force, r, m, inverse, sign, out):
    """As `add_at_arm` of a body that is no ball."""
    put(out, at.V, vector_at(out, at.V) + (sign/m)*force)
    put(out, at.W, vector_at(out, at.W) + sign*turned_by.formula(inverse, cross(r, force)))


@compiled
def add_at_end(p, island, b, force, r, sign, out):
    """Adds sign times a force at the arm r of the body b."""
    ball = ball_numbers(p, island, b)
    if ball[at.SHAPE] != 0.0:
        add_at_shaped_arm(force, r, ball[at.MASS], inverse_of(island, b), sign, part(out, b*at.MOVING))
    else:
        add_at_arm(force, r, ball[at.MASS], ball[at.INERTIA], sign, part(out, b*at.MOVING))


@compiled
def add_at_arms(p, island, k, force, out):
    """As `add_at_contact` (free.py) of what goes by arms, but for a free support."""
    contact, touch = contact_of(island, k), touch_of(island, k)
    i, j = first_ball(contact), other_ball(contact)
    add_at_end(p, island, i, force, three(touch, here.ARM_ONE), 1.0, out)
    if j >= 0:
        add_at_end(p, island, j, force, three(touch, here.ARM_TWO), -1.0, out)


@traced
def with_end(u, shift, r, sign):
    """u + sign (v + w x r)."""
    return u + sign*(vector_at(shift, at.V) + cross(vector_at(shift, at.W), r))


@compiled
def motion_by_arms(island, k, shift):
    """BASE and what the shift has of the motion against each other of points that go by arms."""
    contact, touch = contact_of(island, k), touch_of(island, k)
    i, j = first_ball(contact), other_ball(contact)
    u = with_end(three(touch, here.BASE), part(shift, i*at.MOVING), three(touch, here.ARM_ONE), 1.0)
    if j >= 0:
        u = with_end(u, part(shift, j*at.MOVING), three(touch, here.ARM_TWO), -1.0)
    return u


@traced
def less_solved(K, force, u):
    """L - K^-1 u."""
    return force - solve_3(matrix_at(K, 0), u)


@compiled
def mended(p, island, k, force, u):
    """The force of a joint that makes its motion u vanish, all others as they are."""
    K = room(9)
    couple_by_arms(p, island, k, k, K)
    return less_solved(K, force, u)
