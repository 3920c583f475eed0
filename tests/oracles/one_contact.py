"""One contact with numpy: state, Table 1, slip from rest and Chatterjee and Ruina's impulse, matrix by matrix.

The formulas of contact.md 3, 8 and 10 as they are printed, with LAPACK's solvers and Brent's root finder; the engine
has its own elimination, its own search and flat records (sandbox/mechanics/impact). Equations stand there.
"""

from dataclasses import dataclass
from math import cos, hypot, inf, pi, sin, sqrt
from typing import NamedTuple

import numpy as np
from scipy.optimize import brentq

from sandbox.compiling.rotation import matrix_of
from sandbox.mechanics import layout as lay
from sandbox.mechanics.probe import motion_at, slopes_at

from .supports import skew

IDENTITY = np.eye(3)
EDGE = 1e-7

@dataclass(frozen=True, eq=False)
class Touch:
    """As sandbox.mechanics.impact.contact_state.Touch."""

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

    def after_impulse(self, P, moment=None):
        """Takes an impulse P (3,) [N s] and an impulsive moment (3,) [N m s] and returns the velocities after it.

            v + P/m,   w + J^-1 (rho x P + moment)

        P and moment are along the support axes, and so is the returned velocity of the mass centre; the returned
        angular velocity is along the body axes.
        """
        turned = skew(self.rho) @ P
        if moment is not None:
            turned = turned + moment
        return self.v + P/self.m, self.turning.T @ (self.w + self.J_inverse @ turned)


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
    if calls[lay.CALL_SHAPE] == 0:
        return p[lay.INERTIA]*IDENTITY, IDENTITY/p[lay.INERTIA]
    return (turning @ p[lay.TENSOR:lay.TENSOR + 9].reshape(3, 3) @ turning.T,
            turning @ p[lay.INVERSE_TENSOR:lay.INVERSE_TENSOR + 9].reshape(3, 3) @ turning.T)


def J_inverse_axes(p, calls):
    """Returns the diagonal (3,) of J^-1 along the body axes, 0 where the body can't turn of itself."""
    return np.ones(3) if calls[lay.CALL_SHAPE] == 0 else p[lay.INVERSE_TENSOR:lay.INVERSE_TENSOR + 9:4]


def _shape(n, p, calls, turning):
    """Returns rho (3,) and S (3, 3) along the support axes; without a shape field the body is a ball."""
    if calls[lay.CALL_SHAPE] == 0:
        return -p[lay.RADIUS]*n, p[lay.RADIUS]*(IDENTITY - np.outer(n, n))
    h = slopes_at(calls[lay.CALL_SHAPE], -(turning.T @ n), p, lay.SHAPE)
    return (turning @ (h.gradient - p[lay.MASS_CENTRE:lay.MASS_CENTRE + 3]), turning @ h.hessian @ turning.T)


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
    phi = slopes_at(calls[lay.CALL_SURFACE], c, p, lay.SURFACE)
    size = np.sqrt(phi.gradient @ phi.gradient)
    n = phi.gradient/size
    basis = tangents(n)
    W2 = basis @ phi.hessian @ basis.T/size
    W = basis.T @ W2 @ basis

    # geometry of the body, its velocity at the contact
    rho, S = _shape(n, p, calls, turning)
    w = turning @ np.asarray(w, float)
    wr, c = w - ws, c - p[lay.AXIS_POINT:lay.AXIS_POINT + 3]
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
    m = p[lay.MASS]
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
        t=t, m=float(m), size=float(p[lay.LENGTH_SCALE]) or 1.0, turning=turning, n=n, basis=basis, rho=rho, c=c,
        S=S, W=W, fit=float(fit), ws=ws, as_=as_, ge=ge, J=J, J_inverse=J_inverse, v=v, w=w, wr=wr, u=u, sigma=sigma,
        u_b=u_b, u_s=u_s, G=IDENTITY/m - rho_x @ J_inverse @ rho_x, c_free=c_free, turning_free=turning_free,
        n_dot=ws_x @ n + W @ u_s, r_dot=r_dot)


# ---- Table 1 ---------------------------------------------------------------------------------------------------------

MEANING = {"A1": "detach", "A2": "both", "A3": "both", "A4": "detach",
           "B1": "none", "B2": "contact", "B3": "contact", "B4": "none"}


def moment_of(law, n, wr, slip):
    """Moment on the body per newton of normal force (3,) [m].

    n (3,) normal;  wr (3,) angular velocity relative to the support [rad/s];  slip  |u_t| [m/s]
    """
    w_n = n @ wr
    moment = -law.at(slip, w_n).arm*np.sign(w_n)*n
    across = wr - w_n*n
    size = hypot(law.k_s*w_n, law.k_r*sqrt(across @ across))
    return moment - (law.k_s**2*w_n*n + law.k_r**2*across)/size if size > 0.0 else moment


@dataclass(frozen=True, eq=False)
class Analysis:
    """As sandbox.mechanics.impact.detachment.Analysis."""

    U: float
    V: float
    W: np.ndarray
    U_star: float
    V_star: float
    alpha: np.ndarray
    beta: np.ndarray
    group: str
    meaning: str
    N: float
    F: np.ndarray
    M: np.ndarray
    N_stick: float
    F_stick: np.ndarray


def unit_resistance(touch, law):
    """Takes a contact and its law and returns the resisting moment per newton of normal force, and k."""
    moment = moment_of(law, touch.n, touch.wr, touch.speed)
    return moment, skew(touch.J_inverse @ moment) @ touch.rho


def analyse(touch, law, slip, direction=None) -> Analysis:
    """Takes a contact, its law and whether it slips, and returns the coefficients of Table 1.

    direction   unit vector (3,) of a slip that is still zero, support axes
    """
    n, B, G = touch.n, touch.basis, touch.G
    moment, k = unit_resistance(touch, law)
    U = float(n @ touch.c_free + touch.n_dot @ touch.u)
    pull = G @ n
    V = float(n @ pull)
    W = pull - V*n

    # no slip: the tangential balance solved for the friction
    G_tt = B @ G @ B.T
    held = np.linalg.solve(G_tt, np.column_stack((B @ touch.c_free, B @ (pull + k))))
    hold, hold_N = -(held[:, 0] @ B), -(held[:, 1] @ B)
    N_stick = -float((U + W @ hold)/(V + W @ hold_N + n @ k))

    if slip:
        speed = touch.speed
        e = direction if direction is not None else touch.sigma/speed if speed > 0.0 else np.zeros(3)
        now = law.at(speed, n @ touch.wr) if direction is None else law.at_rest
        alpha = -now.c0*e - now.c1*touch.sigma
        beta = -now.mu*e
    elif law.can_hold:
        alpha, beta = hold, hold_N
    else:
        alpha, beta = -law.at_rest.c1*touch.sigma, np.zeros(3)
    U_star, V_star = float(U + W @ alpha), float(V + W @ beta + n @ k)

    digit = (1 if U_star >= 0.0 else 2) if V_star > 0.0 else (3 if U_star >= 0.0 else 4)
    group = f"{'A' if U > 0.0 else 'B'}{digit}"
    meaning = MEANING[group]
    if abs(U) < EDGE*sqrt(touch.ge @ touch.ge):
        group = "edge"
    N, F = 0.0, np.zeros(3)
    if U_star*V_star < 0.0:
        N = -U_star/V_star
        F = alpha + beta*N
    return Analysis(
        U=U, V=V, W=W, U_star=U_star, V_star=V_star, alpha=alpha, beta=beta, group=group, meaning=meaning, N=N, F=F,
        M=N*moment, N_stick=N_stick, F_stick=hold + hold_N*N_stick)


# ---- impacts and slip from rest --------------------------------------------------------------------------------------

def chatterjee_ruina_impulse(G, u, n, e, et=0.0, mu=None):
    """Returns the impulses (..., 3) [N s] and shares k (...) of many impacts at once.

    G (..., 3, 3) [1/kg], u (..., 3) [m/s], n (..., 3);  e, et, mu  (...), mu None or inf: friction without bound
    """
    u_n = np.minimum((n*u).sum(-1), 0.0)
    Gn = (G @ n[..., None])[..., 0]
    p1 = -u_n/(n*Gn).sum(-1)
    P1 = p1[..., None]*n
    D = -np.linalg.solve(G, u[..., None])[..., 0] - P1
    D_n = (n*D).sum(-1)
    D_t = np.linalg.norm(D - D_n[..., None]*n, axis=-1)
    mu, e = np.asarray(inf if mu is None else mu, float), np.asarray(e, float)

    # the largest share inside the cone; without bound that of an impulse that does not pull
    with np.errstate(divide="ignore", invalid="ignore"):
        excess = np.where(np.isinf(mu), -D_n, D_t - mu*D_n)
        room = np.where(np.isinf(mu), 1.0, mu)*(1.0 + e)*p1
        k = np.where(excess > 0.0, np.minimum(1.0 + et, room/excess), 1.0 + et)
    k = np.where(u_n < 0.0, k, 0.0)
    P = (1.0 + e)[..., None]*P1 + k[..., None]*D

    # a plastic impact without bound that would have to pull: stopping the slip alone opens the contact
    pulls = (u_n < 0.0) & np.isinf(mu) & (e == 0.0) & (p1 + D_n < 0.0)
    if np.any(pulls):
        across = np.linalg.solve(G, n[..., None])[..., 0]
        stop = P1 + D - ((p1 + D_n)/(n*across).sum(-1))[..., None]*across
        P = np.where(pulls[..., None], stop, P)
    return P, k


SAMPLES = 32
BALANCED = 1e-9
FIRST = 0.1
ANGLES = FIRST + 2.0*pi/SAMPLES*np.arange(SAMPLES + 1)
CIRCLE = np.array((np.cos(ANGLES), np.sin(ANGLES)))


class SlipDirection(NamedTuple):
    """A unit vector e (2,) in the axes t1, t2, and the normal force N [N] of a slip along it."""

    e: np.ndarray
    N: float


def parallel_directions(field) -> list[np.ndarray]:
    """Takes a field, (2, k) unit vectors -> (2, k), and returns the unit vectors e (2,) with e x field(e) = 0.

    Sign changes between SAMPLES values, then Brent's method to the last digit of the angle.
    """
    def cross_product(angle):
        e = np.array(((cos(angle),), (sin(angle),)))
        a = field(e)
        return float(e[0, 0]*a[1, 0] - e[1, 0]*a[0, 0])

    a = field(CIRCLE)
    is_left = CIRCLE[0]*a[1] - CIRCLE[1]*a[0] >= 0.0
    found = []
    for i in np.flatnonzero(is_left[1:] != is_left[:-1]):
        low, high = ANGLES[i], ANGLES[i + 1]
        # the sum over the full turn rounds the last sample off the first one
        if cross_product(low)*cross_product(high) > 0.0:
            continue
        angle = brentq(cross_product, low, high, xtol=1e-15, rtol=1e-15)
        found.append(np.array((cos(angle), sin(angle))))
    return found


def sliding_directions(c, G, k, c0, mu) -> list[SlipDirection]:
    """Returns all consistent directions, with their normal forces N > 0, of a slip that starts from zero.

    c (3,), G (3, 3), k (3,)   in the axes t1, t2, n; see the head of this file
    c0 [N], mu [1]             friction -(c0 + mu N) e
    """
    G_tt, G_tn = G[:2, :2], G[:2, 2]
    pull = (G_tn + k[:2])[:, None]

    def scaled(e):
        along = G_tn @ e
        V_star, U_star = G[2, 2] + k[2] - mu*along, c[2] - c0*along
        turned = G_tt @ e
        return V_star*(c[:2, None] - c0*turned) - U_star*(pull - mu*turned)

    found = []
    for e in parallel_directions(scaled):
        V_star, U_star = G[2, 2] + k[2] - mu*(G_tn @ e), c[2] - c0*(G_tn @ e)
        N = -U_star/V_star if V_star != 0.0 else 0.0
        if N > 0.0:
            parts = c[:2], N*pull[:, 0], -(c0 + mu*N)*(G_tt @ e)
            size = sum(sqrt(part @ part) for part in parts)
            if e @ sum(parts) > -BALANCED*size:
                found.append(SlipDirection(e, N))
    return found
