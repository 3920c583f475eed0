"""Everything about one contact at one instant, in support axes: geometry, slip, migration, response to a force.

With c the contact point counted from the axis point, rho = c - (mass centre), n the normal of the support towards the
body, S the body's matrix of curvature radii, W the support's shape operator, wr = w - ws, u = v + w x rho - ws x c the
velocity of the body's material point relative to the support's and sigma its tangential part,

    u_b = (1 + S W)^-1 S (wr x n - W sigma),   u_s = u_b + sigma,   n' = ws x n + W u_s,   rho' = w x rho + u_b
    u' = c_free + G lambda,   G = 1/m - [rho] J^-1 [rho]
    c_free = ge + w0' x rho + w x rho' - as x c - ws x (ws x c + u_s),   w0' = J^-1 (M - w x J w)

for the reaction lambda on the body and a moment M of other forces. About a body axis with a zero row in J^-1 the body
can't turn of itself and w0' is as + ws x wr, so that it follows the support. Derivatives are those of an inertial
observer who moves with the axis point (its acceleration is inside ge), their components are along the support axes.
Source: contact.md 3.3; Bychkov 2004 for the migration.
"""

from dataclasses import dataclass

import numpy as np

from sandbox.compiling.rotation import matrix_of
from sandbox.mechanics.layout import (
    AXIS_POINT,
    CALL_SHAPE,
    CALL_SURFACE,
    INERTIA,
    INVERSE_TENSOR,
    LENGTH_SCALE,
    MASS,
    MASS_CENTRE,
    RADIUS,
    SHAPE,
    SURFACE,
    TENSOR,
)
from sandbox.mechanics.probe import motion_at, slopes_at

IDENTITY = np.eye(3)


@dataclass(frozen=True, eq=False)
class Touch:
    """One contact at the instant t; all vectors along the support axes. See the head of this file.

    m                       mass [kg];  size  a typical length of the body [m]
    turning (3, 3)          body axes -> support axes
    n (3,)                  unit normal of the support, towards the body;  basis (2, 3)  tangents, t1 x t2 = n
    rho, c (3,)             contact point from the mass centre and from the axis point [m]
    S, W (3, 3)             curvature radii of the body [m], shape operator of the support [1/m];  fit  det(1 + S W)
    ws, as_, ge (3,)        spin, its derivative, effective gravity of the support [rad/s, rad/s^2, m/s^2]
    J, J_inverse (3, 3)     tensor of inertia about the mass centre [kg m^2]; zero rows in J_inverse where it can't turn
    v, w, wr (3,)           velocity of the mass centre [m/s]; angular velocity, absolute and relative [rad/s]
    u, sigma (3,)           relative velocity at the contact, and its tangential part, the slip [m/s]
    u_b, u_s (3,)           migration of the contact point over body and support [m/s]
    G (3, 3), c_free (3,)   u' = c_free + G lambda [1/kg, m/s^2];  turning_free (3,)  w' without reaction [rad/s^2]
    n_dot, r_dot (3,)       derivatives of n and rho [1/s, m/s]
    """

    t: float
    m: float
    size: float
    turning: np.ndarray
    n: np.ndarray
    basis: np.ndarray
    rho: np.ndarray
    c: np.ndarray
    S: np.ndarray
    W: np.ndarray
    fit: float
    ws: np.ndarray
    as_: np.ndarray
    ge: np.ndarray
    J: np.ndarray
    J_inverse: np.ndarray
    v: np.ndarray
    w: np.ndarray
    wr: np.ndarray
    u: np.ndarray
    sigma: np.ndarray
    u_b: np.ndarray
    u_s: np.ndarray
    G: np.ndarray
    c_free: np.ndarray
    turning_free: np.ndarray
    n_dot: np.ndarray
    r_dot: np.ndarray

    @property
    def u_n(self) -> float:
        """Speed at which the gap opens [m/s]."""
        return float(self.n @ self.u)

    @property
    def speed(self) -> float:
        """|sigma| [m/s]."""
        return float(np.sqrt(self.sigma @ self.sigma))

    def after_impulse(self, P, moment=None) -> tuple[np.ndarray, np.ndarray]:
        """Takes an impulse P (3,) [N s] and an impulsive moment (3,) [N m s] and returns the velocities after it.

            v + P/m,   w + J^-1 (rho x P + moment)

        P and moment are along the support axes, and so is the returned velocity of the mass centre; the returned
        angular velocity is along the body axes.
        """
        turned = skew(self.rho) @ P
        if moment is not None:
            turned = turned + moment
        return self.v + P/self.m, self.turning.T @ (self.w + self.J_inverse @ turned)


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


def _inertia(p, calls, turning):
    """Returns the tensor of inertia (3, 3) and its inverse along the support axes."""
    if calls[CALL_SHAPE] == 0:
        return p[INERTIA]*IDENTITY, IDENTITY/p[INERTIA]
    return (turning @ p[TENSOR:TENSOR + 9].reshape(3, 3) @ turning.T,
            turning @ p[INVERSE_TENSOR:INVERSE_TENSOR + 9].reshape(3, 3) @ turning.T)


def J_inverse_axes(p, calls):
    """Returns the diagonal (3,) of J^-1 along the body axes, 0 where the body can't turn of itself."""
    return np.ones(3) if calls[CALL_SHAPE] == 0 else p[INVERSE_TENSOR:INVERSE_TENSOR + 9:4]


def _shape(n, p, calls, turning):
    """Returns rho (3,) and S (3, 3) along the support axes; without a shape field the body is a ball."""
    if calls[CALL_SHAPE] == 0:
        return -p[RADIUS]*n, p[RADIUS]*(IDENTITY - np.outer(n, n))
    h = slopes_at(calls[CALL_SHAPE], -(turning.T @ n), p, SHAPE)
    return (turning @ (h.gradient - p[MASS_CENTRE:MASS_CENTRE + 3]), turning @ h.hessian @ turning.T)


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
    c = np.asarray(c, float)
    ws, as_, ge, _ge_rate = motion_at(t, p)
    turning = np.array(matrix_of(*q)).reshape(3, 3)

    # geometry of the support
    phi = slopes_at(calls[CALL_SURFACE], c, p, SURFACE)
    size = np.sqrt(phi.gradient @ phi.gradient)
    n = phi.gradient/size
    basis = tangents(n)
    W2 = basis @ phi.hessian @ basis.T/size
    W = basis.T @ W2 @ basis

    # geometry of the body, its velocity at the contact
    rho, S = _shape(n, p, calls, turning)
    w = turning @ np.asarray(w, float)
    wr, c = w - ws, c - p[AXIS_POINT:AXIS_POINT + 3]
    w_x, ws_x, rho_x = skew(w), skew(ws), skew(rho)
    carried = ws_x @ c
    v = carried - w_x @ rho if v is None else np.asarray(v, float)
    u = v + w_x @ rho - carried
    sigma = u - (n @ u)*n

    # migration of the contact point, by the 2 x 2 system of the tangent plane
    S2 = basis @ S @ basis.T
    (a, b), (d, e) = IDENTITY[:2, :2] + S2 @ W2
    fit = a*e - b*d
    x, y = S2 @ (basis @ (skew(wr) @ n - W @ sigma))
    u_b = np.array(((e*x - b*y)/fit, (a*y - d*x)/fit)) @ basis
    u_s = u_b + sigma

    # response to a force, acceleration without it
    m = p[MASS]
    J, J_inverse = _inertia(p, calls, turning)
    torque = -(w_x @ (J @ w))
    if moment is not None:
        torque = torque + moment
    turning_free = J_inverse @ torque
    held = J_inverse_axes(p, calls) == 0.0
    if held.any():
        # what can't turn of itself turns with the support
        turning_free = turning_free + turning[:, held] @ (turning[:, held].T @ (as_ + ws_x @ wr))
    r_dot = w_x @ rho + u_b
    c_free = ge + skew(turning_free) @ rho + w_x @ r_dot - skew(as_) @ c - ws_x @ (carried + u_s)
    return Touch(
        t=t, m=float(m), size=float(p[LENGTH_SCALE]) or 1.0, turning=turning, n=n, basis=basis, rho=rho, c=c,
        S=S, W=W, fit=float(fit), ws=ws, as_=as_, ge=ge, J=J, J_inverse=J_inverse, v=v, w=w, wr=wr, u=u, sigma=sigma,
        u_b=u_b, u_s=u_s, G=IDENTITY/m - rho_x @ J_inverse @ rho_x, c_free=c_free, turning_free=turning_free,
        n_dot=ws_x @ n + W @ u_s, r_dot=r_dot)
