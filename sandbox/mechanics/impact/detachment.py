"""Ivanov's classes of one contact by its normal acceleration: the forces in it, and which future is consistent.

    Lambda'' = U           without contact          (Lambda the gap)
    Lambda'' = U* + V* N   with it,   N = -U*/V*,   F = alpha + beta N

    U = n.c_free + n'.u,   V = n.G n,   W = G n - V n
    smooth     alpha = beta = 0
    sliding    alpha = -c0 e - c1 sigma,         beta = -mu e       (friction/law.py)
    no slip    alpha = -G_tt^-1 c_t,             beta = -G_tt^-1 (G_tn + k_t)
    U* = U + W.alpha,   V* = V + W.beta + k_n

k = J^-1 M x rho is what the resisting moments M of one newton of normal force add to the relative acceleration; W and
the blocks of G belong to the tangent plane. Letter and digit of the class:

    A: U > 0, B: U < 0;   1: U* > 0, V* > 0;   2: U* < 0, V* > 0;   3: U* > 0, V* < 0;   4: U* < 0, V* < 0

Without contact is consistent for U > 0, contact for U* V* < 0. Source: Ivanov 2008, Table 1; contact.md 3 and 10.
"""

from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

import numpy as np

from sandbox.mechanics.friction.law import Law
from sandbox.mechanics.impact.contact_state import Touch, skew

# |U| below this share of gravity is decided by its derivative
EDGE = 1e-7
# below this share of V an impact without collision (Painleve) follows a V* of sliding: friction of the contact's own
# stops it; a little above where the mode of sliding ends
PAINLEVE_SHARE = 1.001e-3

MEANING = {"A1": "detach", "A2": "both", "A3": "both", "A4": "detach",
           "B1": "none", "B2": "contact", "B3": "contact", "B4": "none"}


@dataclass(frozen=True, eq=False)
class Analysis:
    """The numbers of a contact in Table 1; see the head of this file. Vectors along the support axes.

    U, U_star [m/s^2];  V, V_star [1/kg];  W (3,) [1/kg];  alpha (3,) [N];  beta (3,) [1]
    group     A1 ... B4, or edge where |U| is too small to have a sign;  meaning  contact, detach, both or none
    N, F      normal force and friction (3,) in contact, 0 where contact is inconsistent [N];  M (3,) its moment [N m]
    N_stick, F_stick   what it takes to hold the contact without slip, whatever the sign of N_stick [N]
    """

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

    @property
    def is_contact(self) -> bool:
        """Lasting contact is consistent: N > 0."""
        return self.U_star*self.V_star < 0.0


def edge_of(touch):
    """Returns the |U| below which U counts as 0, without a sign [m/s^2]."""
    return EDGE*sqrt(touch.ge @ touch.ge)


class UnitResistance(NamedTuple):
    """Resistance to rolling and spinning for one newton of normal force.

    moment   (3,) on the body [m];  k  (3,) what it adds to u' [1/kg]
    """

    moment: np.ndarray
    k: np.ndarray


def unit_resistance(touch: Touch, law: Law) -> UnitResistance:
    """Takes a contact and its law and returns the resisting moment per newton of normal force, and k."""
    moment = law.moment(touch.n, touch.wr, touch.speed)
    return UnitResistance(moment, skew(touch.J_inverse @ moment) @ touch.rho)


def analyse(touch: Touch, law: Law, slip: bool, direction=None) -> Analysis:
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
    if abs(U) < edge_of(touch):
        group = "edge"
    N, F = 0.0, np.zeros(3)
    if U_star*V_star < 0.0:
        N = -U_star/V_star
        F = alpha + beta*N
    return Analysis(
        U=U, V=V, W=W, U_star=U_star, V_star=V_star, alpha=alpha, beta=beta, group=group, meaning=meaning, N=N, F=F,
        M=N*moment, N_stick=N_stick, F_stick=hold + hold_N*N_stick)
