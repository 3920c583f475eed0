"""Fills the record of a contact (layout.py) from the state of its body; contact_state.py says what the numbers are."""

from sandbox.compiling.branching import call, choose, field_values
from sandbox.compiling.compiled import compiled, numbers_at, wholes_at
from sandbox.compiling.entries import entry
from sandbox.compiling.traced import (
    Vector,
    cross,
    length,
    matrix_of,
    traced,
    turn,
    turn_back,
    vector_at,
)
from sandbox.mechanics import field_places
from sandbox.mechanics import held as held_at
from sandbox.mechanics import layout as lay
from sandbox.mechanics.impact import layout as record
from sandbox.mechanics.impact.algebra import across, congruent, matrix_at, response, spread, times
from sandbox.mechanics.motion import support_motion
from sandbox.mechanics.pull import pull
from sandbox.mechanics.report import put


@compiled
def put_touch(t, body, p, calls, out):
    """Fills the record of a contact from a body (held.py), parameters and addresses (layout.py)."""
    put_support(t, body, p, calls, out)
    if calls[lay.CALL_SHAPE] == 0:
        put_ball(p, out)
    else:
        put_shape(p, calls, out)
    put_motion(body, p, out)


@entry
def fill_touch(t: float, body: int, p: int, calls: int, touch: int):
    """`put_touch` for callers in Python: addresses of the arrays."""
    put_touch(t, numbers_at(body), numbers_at(p), wholes_at(calls), numbers_at(touch))


def flat(rows):
    """The numbers of a matrix, row by row."""
    return [number for row in rows for number in row]


@traced
def tangents_of(n):
    """Two unit vectors that make a right-handed basis t1, t2, n: across the coordinate axis that is furthest from n."""
    x, y, z = n
    a, b, c = abs(x), abs(y), abs(z)

    def from_x():
        return Vector(0.0, z, -y)

    def from_y():
        return Vector(-z, 0.0, x)

    def from_z():
        return Vector(y, -x, 0.0)
    first = choose((a > b) | (a > c), lambda: choose(b > c, from_z, from_y), from_x)
    first = first/length(first)
    return first, cross(n, first)


def hessian_of(slopes):
    """The rows of the Hessian of a field of slopes."""
    return (Vector(slopes[field_places.D_XX], slopes[field_places.D_XY], slopes[field_places.D_XZ]),
            Vector(slopes[field_places.D_XY], slopes[field_places.D_YY], slopes[field_places.D_YZ]),
            Vector(slopes[field_places.D_XZ], slopes[field_places.D_YZ], slopes[field_places.D_ZZ]))


@traced
def put_support(t, body, p, calls, out):
    """What the support does and how it is bent at the contact."""
    motion, x = support_motion.formula(t, p), vector_at(body, held_at.POINT)
    d = field_values(calls[lay.CALL_SURFACE], *x, p, lay.SURFACE)
    gradient, bend = Vector(*d[field_places.GRADIENT]), hessian_of(d)
    size = length(gradient)
    n = gradient/size
    basis = tangents_of.formula(n)
    small = congruent(basis, bend)
    out[record.TIME] = t
    put(out, record.TURNING, matrix_of(tuple(body[held_at.QUATERNION + i] for i in range(4))))
    put(out, record.NORMAL, n)
    put(out, record.BASIS, flat(basis))
    put(out, record.BEND, flat(spread([[number/size for number in row] for row in small], basis)))
    put(out, record.ARM, x - vector_at(p, lay.AXIS_POINT))
    put(out, record.SUPPORT_SPIN, motion.ws)
    put(out, record.SUPPORT_SPIN_RATE, motion.as_)
    put(out, record.GRAVITY, motion.ge)
    out[record.FALL] = length(vector_at(p, lay.GRAVITY))
    put(out, record.HAND_MOMENT, Vector(0.0, 0.0, 0.0))


@traced
def put_ball(p, out):
    """Shape and inertia of a ball."""
    n, radius, inertia = vector_at(out, record.NORMAL), p[lay.RADIUS], p[lay.INERTIA]
    put(out, record.RHO, -(radius*n))
    for i in range(3):
        for j in range(3):
            same = 1.0 if i == j else 0.0
            out[record.RADII + 3*i + j] = radius*(same - n[i]*n[j])
            out[record.TENSOR + 3*i + j] = same*inertia
            out[record.INVERSE_TENSOR + 3*i + j] = same/inertia
        out[record.BLOCKED_AXES + i] = 0.0
    out[record.BLOCKED] = 0.0


@traced
def put_shape(p, calls, out):
    """Shape and inertia of a body with a support function."""
    turning = [out[record.TURNING + i] for i in range(9)]
    rows = matrix_at(out, record.TURNING)
    nu = turn_back(turning, -vector_at(out, record.NORMAL))
    h = field_values(calls[lay.CALL_SHAPE], *nu, p, lay.SHAPE)
    put(out, record.RHO, turn(turning, Vector(*h[field_places.GRADIENT]) - vector_at(p, lay.MASS_CENTRE)))
    put(out, record.RADII, flat(congruent(rows, hessian_of(h))))
    put(out, record.TENSOR, flat(congruent(rows, matrix_at(p, lay.TENSOR))))
    put(out, record.INVERSE_TENSOR, flat(congruent(rows, matrix_at(p, lay.INVERSE_TENSOR))))
    blocked = [choose(p[lay.INVERSE_TENSOR + 4*i] == 0.0, lambda: 1.0, lambda: 0.0) for i in range(3)]
    put(out, record.BLOCKED_AXES, blocked)
    out[record.BLOCKED] = blocked[0] + blocked[1] + blocked[2]


def migration_of(basis, radii, bend, missing):
    """Determinant of the 2 x 2 system of the tangent plane, and the migration of the contact point on the body."""
    (s11, s12), (s21, s22) = congruent(basis, radii)
    (w11, w12), (w21, w22) = congruent(basis, bend)
    a, b = 1.0 + (s11*w11 + s12*w21), s11*w12 + s12*w22
    d, e = s21*w11 + s22*w21, 1.0 + (s21*w12 + s22*w22)
    fit = a*e - b*d
    along, aside = basis[0] @ missing, basis[1] @ missing
    x, y = s11*along + s12*aside, s21*along + s22*aside
    return fit, (e*x - b*y)/fit*basis[0] + (a*y - d*x)/fit*basis[1]


@traced
def put_motion(body, p, out):
    """Velocities, migration, and the response to a force, from geometry and inertia."""
    turning = [out[record.TURNING + i] for i in range(9)]
    n, c = vector_at(out, record.NORMAL), vector_at(out, record.ARM)
    basis = vector_at(out, record.BASIS), vector_at(out, record.BASIS + 3)
    rho, radii, bend = vector_at(out, record.RHO), matrix_at(out, record.RADII), matrix_at(out, record.BEND)
    ws, as_ = vector_at(out, record.SUPPORT_SPIN), vector_at(out, record.SUPPORT_SPIN_RATE)

    # velocity of the body at the contact
    w = turn(turning, vector_at(body, held_at.ANGULAR_VELOCITY))
    wr, carried = w - ws, cross(ws, c)
    v = choose(body[held_at.HAS_VELOCITY] != 0.0, lambda: vector_at(body, held_at.VELOCITY),
               lambda: carried - cross(w, rho))
    u = v + cross(w, rho) - carried
    sigma = across(n, u)

    # migration of the contact point
    fit, u_b = migration_of(basis, radii, bend, cross(wr, n) - times(bend, sigma))
    u_s = u_b + sigma

    # response to a force, acceleration without it
    J, inverse = matrix_at(out, record.TENSOR), matrix_at(out, record.INVERSE_TENSOR)
    ge, gyro = vector_at(out, record.GRAVITY), cross(w, times(J, w))

    def held():
        q = tuple(body[held_at.QUATERNION + i] for i in range(4))
        found = call(pull, out[record.TIME], q, c - rho, v, w, ws, p)
        put(out, record.HAND_MOMENT, found.moment)
        return ge + found.force/p[lay.MASS], gyro - found.moment
    ge, gyro = choose(p[lay.HAND_STIFFNESS] != 0.0, held, lambda: (ge, gyro))
    put(out, record.GRAVITY, ge)
    free_turning = times(inverse, -gyro)
    followed, none = as_ + cross(ws, wr), Vector(0.0, 0.0, 0.0)
    for i in range(3):
        # what can't turn of itself turns with the support
        axis = Vector(turning[i], turning[3 + i], turning[6 + i])
        free_turning = free_turning + choose(out[record.BLOCKED_AXES + i] != 0.0,
                                             lambda axis=axis: (axis @ followed)*axis, lambda: none)
    r_dot = cross(w, rho) + u_b
    c_free = ge + cross(free_turning, rho) + cross(w, r_dot) - cross(as_, c) - cross(ws, carried + u_s)

    n_dot = cross(ws, n) + times(bend, u_s)

    out[record.MASS] = p[lay.MASS]
    out[record.SIZE] = choose(p[lay.LENGTH_SCALE] != 0.0, lambda: p[lay.LENGTH_SCALE], lambda: 1.0)
    out[record.FIT], out[record.OPENING], out[record.SPEED] = fit, n @ u, length(sigma)
    out[record.FREE_OPENING] = n @ c_free + n_dot @ u
    for place, vector in (
            (record.VELOCITY, v), (record.TURNING_RATE, w), (record.RELATIVE_SPIN, wr), (record.CONTACT_VELOCITY, u),
            (record.SLIP, sigma), (record.BODY_MIGRATION, u_b), (record.SUPPORT_MIGRATION, u_s),
            (record.FREE_RATE, c_free), (record.FREE_TURNING, free_turning),
            (record.NORMAL_RATE, n_dot), (record.RHO_RATE, r_dot),
            (record.RESPONSE, flat(response(p[lay.MASS], inverse, rho)))):
        put(out, place, vector)
