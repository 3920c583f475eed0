"""Everything about one contact at one instant, in support axes: geometry, slip, migration, response to a force.

With c the contact point counted from the axis point, rho = c - (mass centre), n the normal of the support towards the
body, S the body's matrix of curvature radii, W the support's shape operator, wr = w - ws, u = v + w x rho - ws x c the
velocity of the body's material point relative to the support's and sigma its tangential part,

    u_b = (1 + S W)^-1 S (wr x n - W sigma),   u_s = u_b + sigma,   n' = ws x n + W u_s,   rho' = w x rho + u_b
    u' = c_free + G lambda,   G = 1/m - [rho] J^-1 [rho]
    c_free = ge + w0' x rho + w x rho' - as x c - ws x (ws x c + u_s),   w0' = J^-1 (M - w x J w)

for the reaction lambda on the body and the moment M of a hand. About a body axis with a zero row in J^-1 the body can't
turn of itself and w0' is as + ws x wr, so that it follows the support. Derivatives are those of an inertial observer
who moves with the axis point (its acceleration is inside ge), their components are along the support axes.
Source: contact.md 3.3; Bychkov 2004 for the migration.
"""

import numpy as np

from sandbox.compiling.signature import address_of
from sandbox.mechanics import held as held_at
from sandbox.mechanics.impact import layout as record
from sandbox.mechanics.impact.impulses import velocities_after_impulse
from sandbox.mechanics.impact.touch import fill_touch
from sandbox.mechanics.record import Record, Value, Values

NO_MOMENT = np.zeros(3)


class Touch(Record):
    """One contact at the instant t; all vectors along the support axes. See the head of this file.

    m                       mass [kg];  size  a typical length of the body [m]
    turning (3, 3)          body axes -> support axes
    n (3,)                  unit normal of the support, towards the body;  basis (2, 3)  tangents, t1 x t2 = n
    rho, c (3,)             contact point from the mass centre and from the axis point [m]
    S, W (3, 3)             curvature radii of the body [m], shape operator of the support [1/m];  fit  det(1 + S W)
    ws, as_, ge (3,)        spin, its derivative, effective gravity of the support, with F/m of a hand (pull.py)
                            [rad/s, rad/s^2, m/s^2];  hand_moment (3,)  its moment about the mass centre [N m]
    J, J_inverse (3, 3)     tensor of inertia about the mass centre [kg m^2]; zero rows in J_inverse where it can't turn
    blocked                 about how many of its axes that is
    v, w, wr (3,)           velocity of the mass centre [m/s]; angular velocity, absolute and relative [rad/s]
    u, sigma (3,)           relative velocity at the contact, and its tangential part, the slip [m/s]
    u_n, speed              speed at which the gap opens, |sigma| [m/s];  U  its acceleration without reaction [m/s^2]
    u_b, u_s (3,)           migration of the contact point over body and support [m/s]
    G (3, 3), c_free (3,)   u' = c_free + G lambda [1/kg, m/s^2];  turning_free (3,)  w' without reaction [rad/s^2]
    n_dot, r_dot (3,)       derivatives of n and rho [1/s, m/s]
    """

    SIZE = record.TOUCH
    __slots__ = ()

    t, m, size, fit = Value(record.TIME), Value(record.MASS), Value(record.SIZE), Value(record.FIT)
    u_n, speed, U = Value(record.OPENING), Value(record.SPEED), Value(record.FREE_OPENING)
    blocked = Value(record.BLOCKED)
    turning, n, basis = Values(record.TURNING, 3, 3), Values(record.NORMAL, 3), Values(record.BASIS, 2, 3)
    rho, c = Values(record.RHO, 3), Values(record.ARM, 3)
    S, W = Values(record.RADII, 3, 3), Values(record.BEND, 3, 3)
    ws, as_, ge = Values(record.SUPPORT_SPIN, 3), Values(record.SUPPORT_SPIN_RATE, 3), Values(record.GRAVITY, 3)
    J, J_inverse = Values(record.TENSOR, 3, 3), Values(record.INVERSE_TENSOR, 3, 3)
    hand_moment = Values(record.HAND_MOMENT, 3)
    v, w, wr = Values(record.VELOCITY, 3), Values(record.TURNING_RATE, 3), Values(record.RELATIVE_SPIN, 3)
    u, sigma = Values(record.CONTACT_VELOCITY, 3), Values(record.SLIP, 3)
    u_b, u_s = Values(record.BODY_MIGRATION, 3), Values(record.SUPPORT_MIGRATION, 3)
    G, c_free, turning_free = Values(record.RESPONSE, 3, 3), Values(record.FREE_RATE, 3), Values(record.FREE_TURNING, 3)
    n_dot, r_dot = Values(record.NORMAL_RATE, 3), Values(record.RHO_RATE, 3)

    def after_impulse(self, P, moment=NO_MOMENT) -> tuple[np.ndarray, np.ndarray]:
        """Takes an impulse P (3,) [N s] and an impulsive moment (3,) [N m s] and returns the velocities after it.

            v + P/m,   w + J^-1 (rho x P + moment)

        P and moment are along the support axes, and so is the returned velocity of the mass centre; the returned
        angular velocity is along the body axes.
        """
        P, moment, out = np.array(P, float), np.array(moment, float), np.empty((2, 3))
        velocities_after_impulse(self.address, address_of(P), address_of(moment), address_of(out))
        v, w = out
        return v, w


def skew(a):
    """Matrix [a] with [a] b = a x b."""
    x, y, z = a
    return np.array(((0.0, -z, y), (z, 0.0, -x), (-y, x, 0.0)))


def tangents(n):
    """Returns two unit vectors (2, 3) that make a right-handed basis t1, t2, n with n (3,)."""
    x, y, z = n
    # from the coordinate axis that is furthest from n
    if abs(x) <= abs(y) and abs(x) <= abs(z):
        first = np.array((0.0, z, -y))
    elif abs(y) <= abs(z):
        first = np.array((-z, 0.0, x))
    else:
        first = np.array((y, -x, 0.0))
    first /= np.sqrt(first @ first)
    return np.array((first, skew(n) @ first))


def touch_of(t: float, body: int, p: int, calls: int) -> Touch:
    """Returns the contact of a body from the addresses of its numbers (held.py) and of p, calls (layout.py)."""
    found = Touch()
    fill_touch(t, body, p, calls, found.address)
    return found


def touch(t, c, q, w, v, p, calls, moment=None) -> Touch:
    """Takes the state of a body at the instant t and returns its contact.

    t        [s]
    c        (3,) contact point, local coordinates of the support [m]
    q        (4,) quaternion body -> support
    w        (3,) absolute angular velocity, body axes [rad/s]
    v        (3,) velocity of the mass centre relative to the moving axis point, support axes [m/s]; None: no slip
    p, calls    parameters and addresses (layout.py)
    moment   (3,) moment of other forces about the mass centre, support axes [N m]
    """
    body = np.zeros(held_at.HELD)
    body[held_at.POINT:held_at.POINT + 3], body[held_at.QUATERNION:held_at.QUATERNION + 4] = c, q
    body[held_at.ANGULAR_VELOCITY:held_at.ANGULAR_VELOCITY + 3] = w
    if v is not None:
        body[held_at.VELOCITY:held_at.VELOCITY + 3], body[held_at.HAS_VELOCITY] = v, 1.0
    found = touch_of(t, address_of(body), address_of(p), address_of(calls))
    if moment is not None:
        turned = found.J_inverse @ moment
        found.turning_free[:] += turned
        found.c_free[:] += skew(turned) @ found.rho
        found.numbers[record.FREE_OPENING] += found.n @ (skew(turned) @ found.rho)
    return found
