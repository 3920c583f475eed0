"""Bodies of a world that are no balls: their inertia, and where two of them, or one and a support, are nearest.

A body is convex, by its support function h (mechanics/contact/geometry.py). With the outward normal nu its touching
point is rho(nu) = grad h(nu) - s_G from the mass centre, S(nu) = Hess h(nu) the matrix of its curvature radii. Two
bodies are as far apart as the widest slab between them is thick,

    gap = max over |n| = 1 of  n.(x_1 + rho_1(-n) - x_2 - rho_2(n)),

and there r = P (c_1 - c_2) = 0 for the touching points c_1, c_2, P = 1 - n n^T. Newton's step is

    (S_1 + S_2 + gap P) dn = r.

Flat faces have the normal of all their points in common: one that is nearest is asked for before. Two bodies that have
some touch as if these bulged a little, so that there is a single point of contact.
"""

from math import inf
from typing import NamedTuple

from sandbox.compiling.branching import choose
from sandbox.compiling.compiled import compiled, part, room
from sandbox.compiling.places import Places
from sandbox.compiling.traced import Vector, cross, length, matrix_of, traced, turn, turn_back, vector_at
from sandbox.mechanics import layout as lay
from sandbox.mechanics.contact.flight.across import is_across, nearest_across, nearest_of_rim
from sandbox.mechanics.contact.flight.nearest import Found, foot, regular_geometry, search, touch_of_face, within
from sandbox.mechanics.contact.geometry import Symmetric, arm, slopes_at
from sandbox.mechanics.contact.rolling import solve_symmetric
from sandbox.mechanics.report import put
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.nearest import foot_of, least_edge, local_of
from sandbox.mechanics.world.supports import BallEnergy, block_of, energy_in, material_velocity, three

# Newton's steps to the nearest points of two bodies: 3 to 6 where both are smooth, a halving each at an edge of a face
MOST_STEPS = 80
# halvings of a step that leads downhill
MOST_HALVINGS = 30
# a step this short is the last one [rad]
SHORT = 1e-9
# a search that halving has ended with a step longer than this has not found a normal [rad] where it is so near to the
# axis of faces: sine of the angle
LONG, BESIDE = 1e-6, 0.5
# a slab that is thinner by this share of the distance of the mass centres is as thick: near the widest one it changes
# with the square of the step, and tells nothing of the last ones
LEVEL = 1e-12
# the longest step [rad]
LONGEST = 0.5
# how far a normal is turned that a body has no touching point for, being that of a face [rad]
ASLANT = 1e-9
# curvature radius that stands for that of a flat face, in lengths of its body
FLAT = 1e9


@compiled
def is_shaped(ball):
    """Whether a body, by its numbers, is no ball."""
    return ball[at.SHAPE] != 0.0


@compiled
def shape_of(p, ball):
    """The numbers of the shape of a body."""
    return part(p, int(ball[at.SHAPE_AT]))


@compiled
def calls_of_shape(p, calls, ball):
    """The addresses of a shape: three of each support, then those of its sides."""
    supports = int(p[at.SUPPORTS])
    size = at.CALLS_OF_PAIR*supports + at.CALLS_OF_SIDES
    return part(calls, at.CALLS_OF_SUPPORT*supports + at.CALLS_BEHIND + (int(ball[at.SHAPE]) - 1)*size)


# ---- inertia --------------------------------------------------------------------------------------------------------


@traced
def attitude(state):
    """Body -> laboratory axes (9,)."""
    return matrix_of(tuple(state[at.Q + i] for i in range(4)))


@traced
def tensor_times(shape, start, v):
    """A v of the tensor that begins at `start`."""
    return Vector(*(vector_at(shape, start + 3*i) @ v for i in range(3)))


@traced
def momentum(shape, state):
    """J w, laboratory axes [kg m^2/s]."""
    turning = attitude.formula(state)
    return turn(turning, tensor_times.formula(shape, at.TENSOR, turn_back(turning, vector_at(state, at.W))))


@traced
def put_inverse(shape, state, out):
    """Fills J^-1 (9,), laboratory axes."""
    turning = attitude.formula(state)
    rows = [Vector(*turning[3*i:3*i + 3]) for i in range(3)]
    products = [tensor_times.formula(shape, at.INVERSE_TENSOR, row) for row in rows]
    for i in range(3):
        for j in range(3):
            # symmetric to the bit
            out[3*i + j] = rows[min(i, j)] @ products[max(i, j)]


@traced
def put_turning_rate(shape, state, inverse, out):
    """Fills w' = -J^-1 (w x J w) of a body that nothing turns."""
    moment = cross(momentum.formula(shape, state), vector_at(state, at.W))
    put(out, at.W, Vector(*(vector_at(inverse, 3*i) @ moment for i in range(3))))


@traced
def energy_of_shaped(place, state, ball, shape):
    """The BallEnergy of a body that is no ball, see supports.energy_in."""
    m, spun = ball[at.MASS], momentum.formula(shape, state)
    r, v, w = vector_at(state, at.X) - place.point, vector_at(state, at.V) - place.velocity, vector_at(state, at.W)
    kinetic = 0.5*(m*(v @ v) + spun @ w)
    return BallEnergy(kinetic - place.w @ (m*cross(r, v) + spun) - m*(place.pull @ r), kinetic)


@compiled
def energy_of_body(p, place, state, ball):
    """The BallEnergy of any body relative to a support."""
    if is_shaped(ball):
        return energy_of_shaped(place, state, ball, shape_of(p, ball))
    return energy_in(place, state, ball)


# ---- sides ----------------------------------------------------------------------------------------------------------


class Side(NamedTuple):
    """A body where its outward normal is nu, laboratory axes."""

    arm: Vector         # rho, from the mass centre [m]
    radii: Symmetric    # S [m]


def rotated(turning, a):
    """R A R^T of a symmetric A."""
    rows = [Vector(*turning[3*i:3*i + 3]) for i in range(3)]
    products = [a.times(row) for row in rows]
    return Symmetric(rows[0] @ products[0], rows[0] @ products[1], rows[0] @ products[2], rows[1] @ products[1],
                     rows[1] @ products[2], rows[2] @ products[2])


def across_of(n, size):
    """size (1 - n n^T)."""
    x, y, z = n
    return Symmetric(size*(1.0 - x*x), -size*x*y, -size*x*z, size*(1.0 - y*y), -size*y*z, size*(1.0 - z*z))


@traced
def ball_side(a, nu):
    """The Side of a ball."""
    return Side(a*nu, across_of(nu, a))


@traced
def shaped_side(field, shape, state, nu, aslant, start):
    """The Side of a body that is no ball, by a field and its parameters; the normal is turned by about `aslant`."""
    turning = attitude.formula(state)
    x, y, z = turn_back(turning, nu)
    within = Vector(x + aslant*(y + z), y + aslant*(z - x), z - aslant*(x + y))
    point, radii = slopes_at(field, within, shape, start)
    return Side(turn(turning, point - vector_at(shape, at.MASS_CENTRE)), rotated(turning, radii))


@compiled
def side_of(p, calls, ball, state, nu, bulges):
    """The Side of any body; a face whose normal is nu exactly has the one of a point of its rim, or bulges."""
    if not is_shaped(ball):
        return ball_side(ball[at.RADIUS], nu)
    place, shape = at.CALLS_OF_PAIR*int(p[at.SUPPORTS]), shape_of(p, ball)
    if bulges:
        return shaped_side(calls_of_shape(p, calls, ball)[place + 1], shape, state, nu, 0.0, at.ON_FACES)
    field = calls_of_shape(p, calls, ball)[place]
    side = shaped_side(field, shape, state, nu, 0.0, at.ON_BODIES)
    if side.arm[0] - side.arm[0] == 0.0 and side.radii.xx - side.radii.xx == 0.0:
        return side
    return shaped_side(field, shape, state, nu, ASLANT, at.ON_BODIES)


@compiled
def has_faces(p, ball):
    """Whether a body has flat faces."""
    return is_shaped(ball) and shape_of(p, ball)[at.HAS_FACES] != 0.0


# ---- two bodies -----------------------------------------------------------------------------------------------------

# what is known of the nearest points of two bodies
_pair = Places()
NORMAL = _pair.take(3)              # from the second to the first
GAP = _pair.take()                  # [m]
ARM_ONE, ARM_TWO = _pair.take(3), _pair.take(3)     # from the mass centres [m]
RADII_ONE, RADII_TWO = _pair.take(6), _pair.take(6)     # S of both [m]
PAIR = _pair.size


@traced
def put_sides(x, n, one, two, out):
    """Fills what is known; x from the second mass centre to the first.  returns |r| [m]"""
    between = x + one.arm - two.arm
    gap = n @ between
    put(out, NORMAL, n)
    out[GAP] = gap
    put(out, ARM_ONE, one.arm)
    put(out, ARM_TWO, two.arm)
    for i in range(6):
        out[RADII_ONE + i], out[RADII_TWO + i] = one.radii[i], two.radii[i]
    return length(between - gap*n)


@traced
def newton_step(x, n, one, two):
    """The step dn, and its length."""
    between = x + one.arm - two.arm
    gap = n @ between
    radii = [a + b for a, b in zip(one.radii, two.radii, strict=True)]
    bent = radii[0] + radii[3] + radii[5]
    # the smaller radius is not below the product of both over their sum; what overlaps by half of it goes uphill
    product = 0.5*(bent*bent - radii[0]*radii[0] - radii[3]*radii[3] - radii[5]*radii[5]
                   - 2.0*(radii[1]*radii[1] + radii[2]*radii[2] + radii[4]*radii[4]))
    width = choose(gap*bent > -0.5*product, lambda: gap, lambda: abs(gap))
    scale = abs(gap) + bent
    nx, ny, nz = n
    across = across_of(n, width + 1e-12*scale)
    total = Symmetric(*(radii[i] + across[i] for i in range(6)))
    # along n it is regular by what is added there
    total = Symmetric(total.xx + scale*nx*nx, total.xy + scale*nx*ny, total.xz + scale*nx*nz, total.yy + scale*ny*ny,
                      total.yz + scale*ny*nz, total.zz + scale*nz*nz)
    step = solve_symmetric(total, between - gap*n)
    step = step - (step @ n)*n
    return step, length(step)


@traced
def slab(x, n, one, two):
    """How thick the slab across n between two bodies is [m]."""
    return n @ (x + one.arm - two.arm)


@traced
def normal_after(n, step, share):
    """The unit vector n + share step."""
    n = n + share*step
    return (1.0/length(n))*n


@traced
def apart(one, two):
    """From the second centre to the first, and the unit vector along it."""
    d = vector_at(one, at.X) - vector_at(two, at.X)
    return d, (1.0/length(d))*d


@traced
def product(a, b):
    """a.b."""
    return Vector(*a) @ Vector(*b)


@traced
def face_normal(state, towards):
    """The normal of the face of a body that looks towards a direction, laboratory axes."""
    turning = attitude.formula(state)
    axis = Vector(turning[2], turning[5], turning[8])
    return choose(axis @ towards < 0.0, lambda: -axis, lambda: axis)


@traced
def beyond_rim(field, shape, state, n, q):
    """How far the point q, from the mass centre, is within the rim of the face n, and above its plane [m]."""
    turning = attitude.formula(state)
    axis = turn_back(turning, n)
    place = turn_back(turning, q)
    aside = Vector(place[0], place[1], 0.0)
    far = length(aside)
    aside = (1.0/choose(far > 0.0, lambda: far, lambda: 1.0))*aside
    aside = choose(far > 0.0, lambda: aside, lambda: Vector(1.0, 0.0, 0.0))
    rim, _radii = slopes_at(field, axis + ASLANT*aside, shape, at.ON_BODIES)
    rim = rim - vector_at(shape, at.MASS_CENTRE)
    return rim @ aside - far, (place - rim) @ axis


@traced
def put_face(x, n, above, one, flat, out):
    """Fills what is known where the second body touches by the plane of a face, `above` from the first one's point."""
    put(out, NORMAL, n)
    out[GAP] = above
    put(out, ARM_ONE, one.arm)
    put(out, ARM_TWO, x + one.arm - above*n)
    across = across_of(n, flat)
    for i in range(6):
        out[RADII_ONE + i], out[RADII_TWO + i] = one.radii[i], across[i]


@traced
def put_exchanged(out):
    """Exchanges first and second."""
    for i in range(3):
        out[NORMAL + i] = -out[NORMAL + i]
        out[ARM_ONE + i], out[ARM_TWO + i] = out[ARM_TWO + i], out[ARM_ONE + i]
    for i in range(6):
        out[RADII_ONE + i], out[RADII_TWO + i] = out[RADII_TWO + i], out[RADII_ONE + i]


@traced
def reversed_vector(v):
    """-v."""
    return -Vector(*v)


@compiled
def is_on_face(p, calls, ball, state, other, there, out):
    """Whether a flat face of a body is what is nearest to another; fills what is known then, that body the second."""
    if not has_faces(p, ball):
        return False
    x, towards = apart(there, state)
    n = face_normal(state, towards)
    side = side_of(p, calls, other, there, reversed_vector(n), False)
    field = calls_of_shape(p, calls, ball)[at.CALLS_OF_PAIR*int(p[at.SUPPORTS])]
    q = x[0] + side.arm[0], x[1] + side.arm[1], x[2] + side.arm[2]
    within, above = beyond_rim(field, shape_of(p, ball), state, n, q)
    # what is below the plane by more than this came from the side
    if not (within > 0.0 and above > -0.1*shape_of(p, ball)[at.LENGTH]):
        return False
    put_face(x, n, above, side, FLAT*shape_of(p, ball)[at.LENGTH], out)
    return True


@compiled
def is_known(pair):
    """Whether a normal near the one that is sought is there already."""
    return pair[NORMAL] != 0.0 or pair[NORMAL + 1] != 0.0 or pair[NORMAL + 2] != 0.0


@compiled
def climb(p, calls, i, one, j, two, bulge, guess):
    """The normal between two bodies whose support functions are smooth: each step widens the slab between them."""
    x, n = apart(one, two)
    if is_known(guess):
        n = three(guess, NORMAL)
    first, second = side_of(p, calls, i, one, reversed_vector(n), bulge), side_of(p, calls, j, two, n, bulge)
    level = product(x, x)**0.5
    for _ in range(MOST_STEPS):
        step, size = newton_step(x, n, first, second)
        gap, share, is_higher = slab(x, n, first, second), min(1.0, LONGEST/max(size, SHORT)), False
        for _ in range(MOST_HALVINGS):
            higher = normal_after(n, step, share)
            first = side_of(p, calls, i, one, reversed_vector(higher), bulge)
            second = side_of(p, calls, j, two, higher, bulge)
            is_higher = slab(x, higher, first, second) >= gap - LEVEL*level or share*size < SHORT
            if is_higher:
                break
            share *= 0.5
        n = higher
        if share*size < SHORT:
            break
    return n


@compiled
def close_in(p, calls, i, one, j, two, n):
    """The normal between two bodies of which one has edges of faces, from n on: steps that turn back are halved.

    returns n and the length of the last whole step, which is not short where halving ended the search
    """
    x, _n = apart(one, two)
    last, size, size_before, most = (0.0, 0.0, 0.0), inf, inf, inf
    for _ in range(MOST_STEPS):
        first, second = side_of(p, calls, i, one, reversed_vector(n), False), side_of(p, calls, j, two, n, False)
        step, size = newton_step(x, n, first, second)
        is_back = product(step, last) < 0.0
        most = 0.5*min(most, size_before) if is_back else 1.25*most
        share = 1.0
        if size > min(most, LONGEST):
            share = min(most, LONGEST)/size
        n = normal_after(n, step, share)
        last, size_before = (share*step[0], share*step[1], share*step[2]), share*size
        if size_before < SHORT:
            break
    return n, size


@traced
def across_face(state, n):
    """The sine of the angle between a direction and the axis of the faces of a body."""
    turning = attitude.formula(state)
    return length(cross(Vector(turning[2], turning[5], turning[8]), Vector(*n)))


@traced
def turned_outwards(state, n, q):
    """The normal n turned about the axis of the faces of a body to where the point q, from the mass centre, is.

    Around the axis the rim turns faster than steps do, and they would run into the axis; q, the lowest point above the
    face, is where the rim is met but for the square of the angle.
    """
    turning = attitude.formula(state)
    axis = Vector(turning[2], turning[5], turning[8])
    n, q = Vector(*n), Vector(*q)
    along, aside = axis @ n, q - (axis @ q)*axis
    far = length(aside)
    turned = along*axis + (length(n - along*axis)/choose(far > 0.0, lambda: far, lambda: 1.0))*aside
    return choose(far > 0.0, lambda: (1.0/length(turned))*turned, lambda: n)


@traced
def put_by_round_one(x, n, one, two, flat, out):
    """Fills what is known of a body that is round everywhere, the first, and one with edges of faces.

    Along an edge or a line of its side all points of the second have the same normal: it touches where the first does,
    and is flat along the line to the point that the normal has told.
    """
    between = x + one.arm - two.arm
    gap = n @ between
    aside = between - gap*n
    far = length(aside)
    along = choose(far > SHORT*flat, lambda: (1.0/far)*aside, lambda: Vector(0.0, 0.0, 0.0))
    put(out, NORMAL, n)
    out[GAP] = gap
    put(out, ARM_ONE, one.arm)
    put(out, ARM_TWO, x + one.arm - gap*n)
    ex, ey, ez = along
    for i, square in enumerate((ex*ex, ex*ey, ex*ez, ey*ey, ey*ez, ez*ez)):
        out[RADII_ONE + i], out[RADII_TWO + i] = one.radii[i], two.radii[i] + FLAT*flat*square


@compiled
def outwards(p, calls, i, one, two, n):
    """Where a search begins for the normal of a round body `one` and one with faces: n, see `turned_outwards`."""
    if not across_face(two, n) < BESIDE:
        return three(n, 0)
    x, _n = apart(one, two)
    side = side_of(p, calls, i, one, reversed_vector(face_normal(two, n)), False)
    return turned_outwards(two, n, (x[0] + side.arm[0], x[1] + side.arm[1], x[2] + side.arm[2]))


@compiled
def fill_round_and_faced(p, calls, i, one, j, two, out):
    """Fills what is known of the nearest points of two bodies of which the second has flat faces."""
    if is_on_face(p, calls, j, two, i, one, out):
        return
    x, between = apart(one, two)
    n = three(out, NORMAL) if is_known(out) else between
    n, left = close_in(p, calls, i, one, j, two, outwards(p, calls, i, one, two, n))
    if left > LONG and across_face(two, n) < BESIDE:
        n, _left = close_in(p, calls, i, one, j, two, outwards(p, calls, i, one, two, between))
    put_by_round_one(x, n, side_of(p, calls, i, one, reversed_vector(n), False), side_of(p, calls, j, two, n, False),
                     shape_of(p, j)[at.LENGTH], out)


@compiled
def fill_pair(p, calls, i, one, j, two, out):
    """Fills what is known of the nearest points of two bodies, by their numbers i, j and states.

    The normal in `out` is where the search begins, zeros for the line between the mass centres.
    """
    bulge = has_faces(p, i)
    if bulge != has_faces(p, j):
        if bulge:
            for k in range(3):
                out[NORMAL + k] = -out[NORMAL + k]
            fill_round_and_faced(p, calls, j, two, i, one, out)
            put_exchanged(out)
        else:
            fill_round_and_faced(p, calls, i, one, j, two, out)
        return
    x, _n = apart(one, two)
    n = climb(p, calls, i, one, j, two, bulge, out)
    put_sides(x, n, side_of(p, calls, i, one, reversed_vector(n), bulge), side_of(p, calls, j, two, n, bulge), out)


# ---- a body and a support -------------------------------------------------------------------------------------------


@traced
def put_body_there(shape, block):
    """Writes a body's numbers where those of a body on a support stand (mechanics/layout.py)."""
    for i in range(3):
        block[lay.MASS_CENTRE + i] = shape[at.MASS_CENTRE + i]
    for i in range(lay.SHAPE_SIZE):
        block[lay.SHAPE + i] = shape[at.ON_SUPPORTS + i]
    block[lay.LENGTH_SCALE] = shape[at.LENGTH]


@traced
def seen_from(place, state):
    """The mass centre in local coordinates of a support, and the rotation body -> its axes."""
    body, support = attitude.formula(state), place.turning
    turned = tuple(sum((support[3*k + i]*body[3*k + j] for k in range(1, 3)), support[i]*body[j])
                   for i in range(3) for j in range(3))
    return local_of.formula(place, vector_at(state, at.X)), turned


@compiled
def pair_calls(p, calls, ball, s):
    """The addresses of a shape and the support s."""
    return part(calls_of_shape(p, calls, ball), at.CALLS_OF_PAIR*s)


@traced
def lowest(touch, x, p):
    """The point of the plane z = 0 below what is lowest of a body with the mass centre x, and how high that is."""
    point = x + turn(touch.turning, arm(touch, p))
    return Vector(point[0], point[1], 0.0), point[2]


@compiled
def touch_on(p, calls, ball, s, place, state):
    """Where a body that is no ball and the support s are nearest, local coordinates: the point of the support
    (flight/nearest.py: Found), and how they touch there (geometry.py: ContactGeometry).

    A plane has the same normal everywhere: what is lowest of the body need not be sought.
    """
    block, its = part(block_of(p, s), at.OF_MOTION), pair_calls(p, calls, ball, s)
    put_body_there(shape_of(p, ball), block)
    x, turning = seen_from(place, state)
    if block_of(p, s)[at.IS_PLANE] != 0.0:
        touch = regular_geometry(x, turning, block, its)
        c, gap = lowest(touch, x, block)
        return Found(c, gap, True, False, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)), touch
    below = foot(x, block, its)
    found = search(x, turning, below, block, its)
    if shape_of(p, ball)[at.HAS_FACES] != 0.0 and is_across(turning, below, block, its):
        found = nearest_across(found, x, turning, block, its)
    if shape_of(p, ball)[at.HAS_FACES] != 0.0 and block_of(p, s)[at.HAS_EDGES] != 0.0 \
            and not within(found.c, block, its):
        found = nearest_of_rim(found, below, x, turning, block, its)
    touch = regular_geometry(found.c, turning, block, its)
    if found.on_face:
        touch = touch_of_face(touch, found, x, block)
    return Found(found.c, found.gap if found.found else inf, found.found, found.on_face, found.m, found.along), touch


# ---- looks ----------------------------------------------------------------------------------------------------------

# what is seen of a body and what it touches, or may: without curvatures
_look = Places()
SEEN_NORMAL = _look.take(3)         # towards the body, laboratory
SEEN_GAP = _look.take()             # [m]
SEEN_EDGE = _look.take()            # least distance to an edge of the support, 1.0 of a body [m]
SEEN_ARM = _look.take(3)            # from the body's mass centre to its point [m]
SEEN_VELOCITY = _look.take(3)       # of the body's point less that of the other [m/s]
LOOK = _look.size


@traced
def point_velocity(state, arm):
    """v + w x r."""
    return vector_at(state, at.V) + cross(vector_at(state, at.W), Vector(*arm))


@traced
def put_look(place, state, n, arm, out):
    """Fills normal, arm and velocity of a body at a support."""
    n, arm = Vector(*n), Vector(*arm)
    put(out, SEEN_NORMAL, n)
    put(out, SEEN_ARM, arm)
    put(out, SEEN_VELOCITY, point_velocity.formula(state, arm)
        - material_velocity.formula(place, vector_at(state, at.X) + arm))


@traced
def arm_at(place, touch, shape):
    """Normal and arm of a touch, laboratory axes."""
    rho = turn(touch.turning, touch.point - vector_at(shape, at.MASS_CENTRE))
    return turn(place.turning, touch.n), turn(place.turning, rho)


@traced
def ball_arm(n, a):
    """-a n."""
    return -a*Vector(*n)


@compiled
def look_at_support(p, calls, ball, s, place, state, out):
    """Fills the look of any body at the support s; its gap is inf where there is nothing to touch."""
    if not is_shaped(ball):
        its = at.CALLS_OF_SUPPORT*s
        at_foot = foot_of(place, calls[its + at.CALL_SLOPES], calls[its + at.CALL_VALUES], three(state, at.X),
                          ball[at.RADIUS], part(block_of(p, s), at.OF_MOTION))
        out[SEEN_GAP], out[SEEN_EDGE] = at_foot.gap, at_foot.edge
        put_look(place, state, at_foot.n, ball_arm(at_foot.n, ball[at.RADIUS]), out)
        return
    found, touch = touch_on(p, calls, ball, s, place, state)
    n, arm = arm_at(place, touch, shape_of(p, ball))
    out[SEEN_GAP] = found.gap
    out[SEEN_EDGE] = least_edge(calls[at.CALLS_OF_SUPPORT*s + at.CALL_VALUES], found.c,
                                part(block_of(p, s), at.OF_MOTION))
    put_look(place, state, n, arm, out)


@traced
def put_pair_look(one, two, pair, out):
    """Fills the look of the first of two bodies at the second."""
    arm = vector_at(pair, ARM_ONE)
    put(out, SEEN_NORMAL, vector_at(pair, NORMAL))
    out[SEEN_GAP], out[SEEN_EDGE] = pair[GAP], 1.0
    put(out, SEEN_ARM, arm)
    put(out, SEEN_VELOCITY, point_velocity.formula(one, arm) - point_velocity.formula(two, vector_at(pair, ARM_TWO)))


@traced
def rate_seen(look):
    """How fast what is seen leaves: n.u [m/s]."""
    return vector_at(look, SEEN_NORMAL) @ vector_at(look, SEEN_VELOCITY)


@traced
def slip_seen(look):
    """n.u and what of u is across [m/s]."""
    n, u = vector_at(look, SEEN_NORMAL), vector_at(look, SEEN_VELOCITY)
    u_n = n @ u
    return u_n, length(u - u_n*n)


@compiled
def look_at_body(p, calls, i, one, j, two, out):
    """Fills the look of a body at another, by their numbers i, j and states."""
    pair = room(PAIR)
    for k in range(3):
        pair[NORMAL + k] = 0.0
    fill_pair(p, calls, i, one, j, two, pair)
    put_pair_look(one, two, pair, out)
