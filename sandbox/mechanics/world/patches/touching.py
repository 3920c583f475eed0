"""What is known of the contacts of a pile at an instant: normals, arms, velocities, and how they change by themselves.

With C the point of the first body's box that is nearest to the other's, r its radius and n the normal, the bodies touch
at c = C - r n. The arms a = c - x of both lead there, and the material points move against each other at

    U = v_1 + w_1 x a_1 - v_2 - w_2 x a_2,
    U' = v_1' + w_1' x a_1 + w_1 x (c' - v_1) - ...,     c' = C' - r n'.

A corner stays in its body, the point of an edge that is nearest moves along it. With R the way from the other's nearest
point to C, n = R/|R| where a corner is over an edge or a corner; n = (e x f)/|e x f| of two edges e, f; of a face n is
its own.
"""


from sandbox.compiling.compiled import compiled, part, room
from sandbox.compiling.traced import Vector, cross, length, traced, vector_at
from sandbox.mechanics import layout as lay
from sandbox.mechanics.pull import pull
from sandbox.mechanics.report import put
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.below import foot_below
from sandbox.mechanics.world.corners import layout as of
from sandbox.mechanics.world.corners.known import add_hand, put_corner, put_heading
from sandbox.mechanics.world.island import layout as here
from sandbox.mechanics.world.island.contacts import put_on_support
from sandbox.mechanics.world.island.fading import put_friction
from sandbox.mechanics.world.island.free import from_point, power_of_shaped, put_free_ball, quaternion_of
from sandbox.mechanics.world.patches import layout as pl
from sandbox.mechanics.world.patches.blocks import body_told, fill_block_rates
from sandbox.mechanics.world.patches.features import (
    LEANS,
    PARALLEL,
    RIM,
    fill_aside,
    fill_axis,
    fill_corner,
    fill_edge,
    fill_way,
    place_bodies,
    put_local,
    put_turned,
    reach_of_edge,
    sign_of,
)
from sandbox.mechanics.world.patches.hulls import face_in, rim_of_hull, table_of
from sandbox.mechanics.world.patches.known import (
    array_of,
    body_of,
    contact_of,
    numbers_of,
    shape_of,
    size_of,
    support_then,
    touch_of,
)
from sandbox.mechanics.world.shaped import put_inverse, put_turning_rate
from sandbox.mechanics.world.supports import block_of, support_state_at, three

# what is found of two features: n, n', C, C', gap, squared sine of two edges, places along them
N, N_RATE, C, C_RATE, GAP, SINE, ALONG, ALONG_OTHER, FOUND = 0, 3, 6, 9, 12, 13, 14, 15, 16
# room to work with a contact: of two features what is found and five vectors, of a support a corner and how it moves
WORK = max(FOUND + 5*3, 3 + 2*at.MOVING)


@traced
def put_over_face(y, other, arm, n, height, out):
    """A corner at `arm` from its mass centre over a face with the normal n, `height` from the other's mass centre."""
    n, arm = vector_at(n, 0), vector_at(arm, 0)
    x, v, w = vector_at(y, at.X) + arm, vector_at(y, at.V), vector_at(y, at.W)
    put(out, N, n)
    put(out, N_RATE, cross(vector_at(other, at.W), n))
    put(out, C, x)
    put(out, C_RATE, v + cross(w, arm))
    out[GAP], out[SINE] = n @ (x - vector_at(other, at.X)) - height, 1.0


@traced
def put_over_line(y, other, arm, other_arm, f, out):
    """A corner over the edge through `other_arm` with the direction f; f = 0: over the corner that is there."""
    arm, b, f = vector_at(arm, 0), vector_at(other_arm, 0), vector_at(f, 0)
    w, turning = vector_at(y, at.W), vector_at(other, at.W)
    x, x_rate = vector_at(y, at.X) + arm, vector_at(y, at.V) + cross(w, arm)
    D = x - vector_at(other, at.X) - b
    along = D @ f
    R = D - along*f
    f_rate = cross(turning, f)
    U = x_rate - vector_at(other, at.V) - cross(turning, b + along*f)
    R_rate = U - (U @ f + R @ f_rate)*f
    far = length(R)
    n = (1.0/far)*R
    put(out, N, n)
    put(out, N_RATE, (1.0/far)*(R_rate - (n @ R_rate)*n))
    put(out, C, x)
    put(out, C_RATE, x_rate)
    out[GAP], out[SINE], out[ALONG_OTHER] = far, 1.0, along


@traced
def put_crossed(y, other, arm, e, other_arm, f, sign, out):
    """An edge e through `arm` over an edge f through `other_arm`; sign: of n against e x f."""
    a, b, e, f = vector_at(arm, 0), vector_at(other_arm, 0), vector_at(e, 0), vector_at(f, 0)
    w, turning = vector_at(y, at.W), vector_at(other, at.W)
    m = cross(e, f)
    # of parallel ones numbers that mean nothing, but are some: their SINE says so
    square = m @ m + 1e-300
    D = vector_at(other, at.X) + b - vector_at(y, at.X) - a
    along, other_along = (cross(D, f) @ m)/square, (cross(D, e) @ m)/square
    e_rate, f_rate = cross(w, e), cross(turning, f)
    m_rate, size = cross(e_rate, f) + cross(e, f_rate), length(m) + 1e-150
    n = (sign/size)*m
    n_rate = (sign/size)*m_rate
    n_rate = n_rate - (n @ n_rate)*n
    arm, other_arm = a + along*e, b + other_along*f
    R = other_along*f - along*e
    R = Vector(*(-1.0*D[i] - R[i] for i in range(3)))
    U = vector_at(y, at.V) + cross(w, arm) - vector_at(other, at.V) - cross(turning, other_arm)
    one, two, c = U @ e + R @ e_rate, U @ f + R @ f_rate, e @ f
    # of the nearest point along e: (C - C_other).e = (C - C_other).f = 0 at all times
    moves = (c*two - one)/square
    put(out, N, n)
    put(out, N_RATE, n_rate)
    put(out, C, vector_at(y, at.X) + arm)
    put(out, C_RATE, vector_at(y, at.V) + cross(w, arm) + moves*e)
    out[GAP], out[SINE], out[ALONG], out[ALONG_OTHER] = n @ R, square, along, other_along


@traced
def put_touch(y, rates, other, other_rates, found, r, contact, touch):
    """Fills arms and touch from what has been found; r: radius of the first body."""
    n, n_rate = vector_at(found, N), vector_at(found, N_RATE)
    c, c_rate = vector_at(found, C) - r*n, vector_at(found, C_RATE) - r*n_rate
    a, b = c - vector_at(y, at.X), c - vector_at(other, at.X)
    v, w, v_2, w_2 = vector_at(y, at.V), vector_at(y, at.W), vector_at(other, at.V), vector_at(other, at.W)
    put(contact, of.ARM, a)
    put(contact, pl.ARM_OTHER, b)
    put(touch, here.NORMAL, n)
    put(touch, here.NORMAL_RATE, n_rate)
    put(touch, here.SLIP, v + cross(w, a) - v_2 - cross(w_2, b))
    bias = vector_at(rates, at.V) + cross(vector_at(rates, at.W), a) + cross(w, c_rate - v)
    bias = bias - vector_at(other_rates, at.V) - cross(vector_at(other_rates, at.W), b) - cross(w_2, c_rate - v_2)
    put(touch, here.BIAS, bias)
    put(contact, of.TURNING, (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0))
    put(contact, of.HEADING, vector_at(contact, of.DIRECTION))


@compiled
def rim_of(two, q, kind, feature, rim):
    """How far a corner at q (3,) in the other's axes is from where its feature ends [m]."""
    if two[pl.TABLE] != 0.0:
        return rim_of_hull(table_of(two), q, kind, feature, rim)
    least = 1e300
    for k in range(3):
        beyond = abs(q[k]) - two[pl.HALF + k]
        if kind == pl.ON_CORNER or (kind == pl.ON_EDGE and k != feature >> 2):
            # on its own side of the edge
            side = feature & 1 if k == ((feature >> 2) + 1) % 3 else (feature >> 1) & 1
            side = (feature >> k) & 1 if kind == pl.ON_CORNER else side
            least = min(least, (q[k] if side == 1 else -q[k]) - two[pl.HALF + k] - rim)
        elif kind == pl.ON_EDGE or k != feature >> 1:
            least = min(least, rim - beyond)
    return least


@compiled
def rim_of_crossed(one, two, a, b, found, size, axis):
    """How far two edges are from where they have no line across within them [m]; axis: room for three."""
    least = min(reach_of_edge(one, a) - abs(found[ALONG]), reach_of_edge(two, b) - abs(found[ALONG_OTHER]))
    least = min(least - RIM*size, (found[SINE]/PARALLEL - 1.0)*size)
    for k in range(2):
        least = min(least, size*(2.0*LEANS - beside_edge(one, a, k, part(found, N), axis)))
        least = min(least, size*(2.0*LEANS + beside_edge(two, b, k, part(found, N), axis)))
    return least


@compiled
def beside_edge(body, e, k, n, axis):
    """How far n (3,) leans out of a face beside the edge e, across that; k: 0, 1; axis: room for three."""
    if body[pl.TABLE] != 0.0:
        fill_aside(body, e, k, axis)
        return axis[0]*n[0] + axis[1]*n[1] + axis[2]*n[2]
    fill_axis(body, ((e >> 2) + 1 + k) % 3, axis)
    return sign_of(e, k)*(axis[0]*n[0] + axis[1]*n[1] + axis[2]*n[2])


@compiled
def fill_other_feature(two, kind, feature, arm, way):
    """Fills a point of the feature, from the mass centre, and the direction of an edge, both in laboratory axes."""
    for k in range(3):
        way[k] = 0.0
    if kind == pl.ON_CORNER:
        fill_corner(two, feature, arm)
    else:
        fill_edge(two, feature, arm)
        fill_way(two, feature, way)
    put_turned(two, arm)


@compiled
def fill_face(two, face, out):
    """Fills the normal of a face, laboratory."""
    if two[pl.TABLE] != 0.0:
        own = face_in(table_of(two), face)
        for k in range(3):
            out[k] = own[pl.NORMAL + k]
        put_turned(two, out)
        return
    fill_axis(two, face >> 1, out)
    for l in range(3):
        out[l] *= 1.0 if face & 1 else -1.0


@compiled
def height_of_face(two, face):
    """How far a face is from the mass centre along its normal [m]."""
    return two[pl.HALF + (face >> 1)] if two[pl.TABLE] == 0.0 else face_in(table_of(two), face)[pl.HEIGHT]


@traced
def crossing_sign(e, f, D):
    """(e x f).D"""
    return cross(vector_at(e, 0), vector_at(f, 0)) @ vector_at(D, 0)


@compiled
def fill_pair(p, pile, y, rates, k, work):
    """Fills what is known of the contact k of two bodies, or a body and a block."""
    contact, touch = contact_of(pile, k), touch_of(pile, k)
    i, j, kind = int(contact[pl.FIRST]), body_told(pile, int(contact[pl.OTHER])), int(contact[pl.KIND])
    a, b, is_under = int(contact[pl.FEATURE]), int(contact[pl.FEATURE_OTHER]), kind > pl.CROSSED
    if is_under:
        # seen from the block whose corner it is, and turned round at the end
        i, j, a, b, kind = j, i, b, a, kind - pl.UNDER
    one, two, x, other = body_of(pile, i), body_of(pile, j), part(y, i*at.MOVING), part(y, j*at.MOVING)
    found, arm, other_arm, e, f = part(work, 0), part(work, FOUND), part(work, FOUND + 3), part(work, FOUND + 6), \
        part(work, FOUND + 9)
    size, r, corner = size_of(p), one[pl.ROUNDING], part(work, FOUND + 12)
    if kind == pl.CROSSED:
        fill_edge(one, a, arm)
        put_turned(one, arm)
        fill_way(one, a, e)
        fill_other_feature(two, kind, b, other_arm, f)
        for l in range(3):
            corner[l] = x[at.X + l] - other[at.X + l]
        put_crossed(x, other, arm, e, other_arm, f, 1.0 if crossing_sign(e, f, corner) > 0.0 else -1.0, found)
        edge = rim_of_crossed(one, two, a, b, found, size, corner)
    else:
        fill_corner(one, a, arm)
        put_turned(one, arm)
        for l in range(3):
            corner[l] = x[at.X + l] + arm[l]
        put_local(two, other, corner, other_arm)
        edge = rim_of(two, other_arm, kind, b, RIM*size) if two[pl.CORNERS] > 1.0 else 1.0
        if kind == pl.ON_FACE:
            fill_face(two, b, f)
            put_over_face(x, other, arm, f, height_of_face(two, b), found)
        else:
            fill_other_feature(two, kind, b, other_arm, f)
            put_over_line(x, other, arm, other_arm, f, found)
    put_touch(x, part(rates, i*at.MOVING), other, part(rates, j*at.MOVING), found, r, contact, touch)
    touch[here.GAP], touch[here.EDGE] = found[GAP] - r - two[pl.ROUNDING], edge
    touch[here.STATIC_MU] = touch[here.SLIP_MU] = p[at.PAIR_FRICTION]
    if is_under:
        turn_round(contact, touch)


@traced
def turn_round(contact, touch):
    """Makes what is known of a contact as its other body sees it."""
    arm, other_arm = vector_at(contact, of.ARM), vector_at(contact, pl.ARM_OTHER)
    put(contact, of.ARM, other_arm)
    put(contact, pl.ARM_OTHER, arm)
    for place in (here.NORMAL, here.NORMAL_RATE, here.SLIP, here.BIAS):
        put(touch, place, -1.0*vector_at(touch, place))


@compiled
def fill_on_block(p, pile, t, y, rates, k, work):
    """Fills what is known of the contact k of a body and a block."""
    contact, touch, block = contact_of(pile, k), touch_of(pile, k), block_of(p, -2 - int(contact_of(pile, k)[pl.OTHER]))
    fill_pair(p, pile, y, rates, k, work)
    put_heading(support_then(t, block), contact)
    put_friction(block, touch)


@traced
def put_arms(y, ball, r, contact, touch):
    """Fills the arm of a contact with a support."""
    put(contact, of.ARM, vector_at(ball, at.X) - vector_at(y, at.X) - r*vector_at(touch, here.NORMAL))


@compiled
def fill_on_support(p, calls, pile, t, y, rates, k, work):
    """Fills what is known of the contact k of a corner and a support."""
    contact, touch = contact_of(pile, k), touch_of(pile, k)
    i, s = int(contact[pl.FIRST]), -2 - int(contact[pl.OTHER])
    one, block, corner = body_of(pile, i), block_of(p, s), part(work, 0)
    ball, moving, r = part(work, 3), part(work, 3 + at.MOVING), one[pl.ROUNDING]
    fill_corner(one, int(contact[pl.FEATURE]), corner)
    put_corner(part(y, i*at.MOVING), part(rates, i*at.MOVING), corner, ball, moving)
    place = support_then(t, block)
    foot = foot_below(p, calls, s, place, three(ball, at.X), r)
    put_on_support(place, calls[at.CALLS_OF_SUPPORT*s + at.CALL_SLOPES], foot, r, three(p, at.GRAVITY), ball, moving,
                   part(block, at.OF_MOTION), touch)
    put_arms(part(y, i*at.MOVING), ball, r, contact, touch)
    put_heading(place, contact)
    put_friction(block, touch)


# ---- motion without contact forces ----------------------------------------------------------------------------------


@compiled
def fill_free(p, pile, t, y):
    """Fills J^-1 of all bodies and the derivative of the state without contact forces; 0 of what rests."""
    free = array_of(pile, pl.FREE_AT)
    for b in range(int(p[at.BALLS])):
        body, rates, state = body_of(pile, b), part(free, b*at.MOVING), part(y, b*at.MOVING)
        if body[pl.ASLEEP] != 0.0:
            for i in range(at.MOVING):
                rates[i] = 0.0
            continue
        put_free_ball(three(p, at.GRAVITY), state, rates)
        put_inverse(shape_of(p, b), state, part(body, pl.INVERSE))
        put_turning_rate(shape_of(p, b), state, part(body, pl.INVERSE), rates)
        if p[at.HELD] == float(b):
            block = block_of(p, int(p[at.SUPPORTS]) - 1)
            if block[at.OF_MOTION + lay.HAND_STIFFNESS] != 0.0:
                found = pull(t, quaternion_of(state), from_point(support_state_at(t, block), state), three(state, at.V),
                             three(state, at.W), (0.0, 0.0, 0.0), part(block, at.OF_MOTION))
                add_hand(found, numbers_of(p, b)[at.MASS], part(body, pl.INVERSE), rates)
    fill_block_rates(p, pile, t, free)
    free[int(pile[pl.SIZE]) - 1] = 0.0


@compiled
def fill_contacts(p, calls, pile, t, y):
    """Fills what is known of all contacts of bodies that do not rest in the state y, and its derivative without their
    forces."""
    work = room(WORK)
    place_bodies(p, pile, t, y)
    fill_free(p, pile, t, y)
    free = array_of(pile, pl.FREE_AT)
    for k in range(int(pile[pl.ACTIVE])):
        if contact_of(pile, k)[pl.KIND] == pl.ON_SUPPORT:
            fill_on_support(p, calls, pile, t, y, free, k, work)
        elif contact_of(pile, k)[pl.OTHER] < 0.0:
            fill_on_block(p, pile, t, y, free, k, work)
        else:
            fill_pair(p, pile, y, free, k, work)


# ---- what forces do -------------------------------------------------------------------------------------------------


@traced
def add_force(force, arm, sign, m, inverse, out):
    """Adds a force or impulse (3,), times a sign, at an arm to rates, or to velocities."""
    force, arm = sign*vector_at(force, 0), vector_at(arm, 0)
    moment = cross(arm, force)
    put(out, at.V, vector_at(out, at.V) + (1.0/m)*force)
    put(out, at.W, vector_at(out, at.W) + Vector(*(vector_at(inverse, 3*i) @ moment for i in range(3))))


@compiled
def add_forces(p, pile, start, low, high, out):
    """Adds what stands at `start` of the contacts low to high to rates, or to velocities."""
    for k in range(low, high):
        contact = contact_of(pile, k)
        i, j = int(contact[pl.FIRST]), int(contact[pl.OTHER])
        add_force(part(contact, start), part(contact, of.ARM), 1.0, numbers_of(p, i)[at.MASS],
                  part(body_of(pile, i), pl.INVERSE), part(out, i*at.MOVING))
        if j >= 0:
            add_force(part(contact, start), part(contact, pl.ARM_OTHER), -1.0, numbers_of(p, j)[at.MASS],
                      part(body_of(pile, j), pl.INVERSE), part(out, j*at.MOVING))


@compiled
def fill_power(p, pile, t, y, rates):
    """Fills the ledger' of a derivative that has all forces."""
    total = 0.0
    for b in range(int(p[at.BALLS])):
        if body_of(pile, b)[pl.ASLEEP] == 0.0:
            place = support_then(t, block_of(p, int(body_of(pile, b)[pl.FRAME])))
            total += power_of_shaped(place, 0.0, three(p, at.GRAVITY), part(y, b*at.MOVING), part(rates, b*at.MOVING),
                                     numbers_of(p, b)[at.MASS], shape_of(p, b))
    rates[int(pile[pl.SIZE]) - 1] = total
