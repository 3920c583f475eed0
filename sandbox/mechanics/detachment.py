"""What one contact does next: Ivanov's classes of the normal acceleration, and the restart of a mode.

    Lambda'' = U           without contact          (Lambda the gap)
    Lambda'' = U* + V* N   with it,   N = -U*/V*,   F = alpha + beta N

    U = n.c_free + n'.u,   V = n.G n,   W = G n - V n
    smooth     alpha = beta = 0
    sliding    alpha = -c0 e - c1 sigma,         beta = -mu f e
    no slip    alpha = -G_tt^-1 c_t,             beta = -G_tt^-1 (G_tn + k_t)
    U* = U + W.alpha,   V* = V + W.beta + k_n

k = J^-1 M x rho is what the resisting moments M of one newton of normal force add to the relative acceleration; W and
the blocks of G belong to the tangent plane. Letter and digit of the class:

    A: U > 0, B: U < 0;   1: U* > 0, V* > 0;   2: U* < 0, V* > 0;   3: U* > 0, V* < 0;   4: U* < 0, V* < 0

Without contact is consistent for U > 0, contact for U* V* < 0. Source: Ivanov 2008, Table 1; contact.md 3 and 10.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import pi, sqrt

import numpy as np

from sandbox.mechanics.law import Law
from sandbox.mechanics.onset import nearest, sliding_directions
from sandbox.mechanics.touch import Touch, skew
from sandbox.mechanics.words import said

ROLLING, SLIDING, FLIGHT, REST = "rolling", "sliding", "flight", "rest"
IMPACT_BY_FRICTION, UNRESOLVED = "impact_by_friction", "unresolved"
HISTORY, CONTACT = "history", "contact"

# |U| below this share of gravity is decided by its derivative
EDGE = 1e-7
# slip below this is none [m/s]
SLIP_FLOOR = 1e-6
# a sliding contact with V* below this share of V is stopped by its own friction; a little above where its mode ends
JAM = 1.001e-3
# rounding of a balance of moments, as a share of the moments in it
BALANCED = 1e-9

MEANING = {"A1": "detach", "A2": "both", "A3": "both", "A4": "detach",
           "B1": "none", "B2": "contact", "B3": "contact", "B4": "none"}


@dataclass(frozen=True, eq=False)
class Analysis:
    """A contact as Table 1 sees it; see the head of this file. Vectors along the support axes.

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


@dataclass(frozen=True, eq=False)
class Decision:
    """The next mode of a contact.

    mode       rolling (no slip), sliding, flight, rest (relative to the support), impact_by_friction, or unresolved
               where rigid bodies with this law have no answer
    why        in plain words;  group  class of Table 1 that led there;  analysis  its numbers
    direction  (3,) unit vector along which slip begins, support axes, or None
    branch     contact or flight where both were consistent, else ""
    """

    mode: str
    why: str
    group: str
    analysis: Analysis
    direction: np.ndarray | None = None
    branch: str = ""


def _edge(touch):
    """|U| below which it has no sign [m/s^2]."""
    return EDGE*sqrt(touch.ge @ touch.ge)


def resistance(touch: Touch, law: Law):
    """Resisting moment per newton of normal force (3,) [m], and what it adds to u' (3,) [1/kg]."""
    moment = law.moment(touch.n, touch.wr, touch.speed)
    return moment, skew(touch.J_inverse @ moment) @ touch.rho


def analyse(touch: Touch, law: Law, slip: bool, direction=None) -> Analysis:
    """The coefficients of Table 1 for a contact that slips or not; `direction` (3,) of a slip that is still zero."""
    n, B, G = touch.n, touch.basis, touch.G
    moment, k = resistance(touch, law)
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
        f, _m = law.share(speed, n @ touch.wr) if direction is None else (1.0, 0.0)
        alpha = -law.c0*e - law.c1*touch.sigma
        beta = -law.mu*f*e
    elif law.can_hold:
        alpha, beta = hold, hold_N
    else:
        alpha, beta = -law.c1*touch.sigma, np.zeros(3)
    U_star, V_star = float(U + W @ alpha), float(V + W @ beta + n @ k)

    digit = (1 if U_star >= 0.0 else 2) if V_star > 0.0 else (3 if U_star >= 0.0 else 4)
    group = f"{'A' if U > 0.0 else 'B'}{digit}"
    meaning = MEANING[group]
    if abs(U) < _edge(touch):
        group = "edge"
    N, F = 0.0, np.zeros(3)
    if U_star*V_star < 0.0:
        N = -U_star/V_star
        F = alpha + beta*N
    return Analysis(U, V, W, U_star, V_star, alpha, beta, group, meaning, N, F, N*moment,
                    N_stick, hold + hold_N*N_stick)


def can_rest(touch: Touch, law: Law) -> bool:
    """The body may stay at rest relative to the support: force and moment that this takes are within the law.

    Then U = -N/m < 0: what can rest can't leave.
    """
    r = touch.c - touch.rho
    ws, as_ = touch.ws, touch.as_
    force = touch.m*(skew(as_) @ r + skew(ws) @ (skew(ws) @ r) - touch.ge)
    arm = skew(touch.rho) @ force
    moment = touch.J @ as_ + skew(ws) @ (touch.J @ ws) - arm

    # directions in which the body can't turn carry any moment
    rates, axes = np.linalg.eigh(touch.J_inverse)
    free = axes[:, rates > 1e-12*max(rates[-1], 0.0)]
    moment = free @ (free.T @ moment)
    N = float(touch.n @ force)
    friction, about_n = force - N*touch.n, float(touch.n @ moment)
    across = moment - about_n*touch.n
    rounding = BALANCED*(sqrt(arm @ arm) + touch.size*sqrt(force @ force))
    spinning = law.k_s + 3.0*pi/16.0*law.mu*law.patch
    return (N > 0.0 and sqrt(friction @ friction) <= law.bound(N) and sqrt(across @ across) <= law.k_r*N + rounding
            and abs(about_n) <= spinning*N + rounding)


def is_still(touch: Touch) -> bool:
    """No slip and no turning relative to the support, beyond rounding."""
    return touch.speed <= SLIP_FLOOR and touch.size*sqrt(touch.wr @ touch.wr) <= SLIP_FLOOR


def decide(touch: Touch, law: Law, before: str = CONTACT, choice: str = HISTORY,
           rate: Callable | None = None) -> Decision:
    """The mode that follows at an instant with the gap closed and u_n = 0.

    before   the mode until now; everything but "flight" counts as contact
    choice   where contact and flight are both consistent: "history" (stay with what was; a sliding contact of class A3
             leaves, because its normal force would be unstable), "contact" or "flight"
    rate     rate(mode) -> dU/dt [m/s^3] along the mode, asked where U is too small to have a sign; 0 if not known
    """
    # a law without static friction slips at any speed, a patch that spins has no static friction either
    spins = law.patch > 0.0 and law.patch*abs(touch.n @ touch.wr) > SLIP_FLOOR
    if touch.speed > SLIP_FLOOR or spins or not law.can_hold:
        return _slipping(touch, law, before, choice, rate)
    blocked = np.linalg.det(touch.J_inverse) <= 0.0
    if (law.k_r > 0.0 or law.k_s > 0.0 or blocked) and is_still(touch) and can_rest(touch, law):
        held = analyse(touch, law, False)
        return Decision(REST, said("friction and resistance hold the body"), held.group, held)
    return _holding(touch, law, before, choice, rate)


def _stays(mode, before, rate):
    """True to stay in contact, False to leave, at a U without sign."""
    slope = rate(mode) if rate is not None else 0.0
    if slope < 0.0 or slope > 0.0:
        return slope < 0.0
    return before != FLIGHT


def _presses(analysis, touch):
    """N > 0 beyond rounding: a mode that has just lost its normal force is not begun again."""
    return analysis.is_contact and abs(analysis.U_star) > _edge(touch)


def _both(choice, before):
    return choice == CONTACT or (choice == HISTORY and before != FLIGHT)


def _holding(touch, law, before, choice, rate):
    held = analyse(touch, law, False)
    friction = sqrt(held.F_stick @ held.F_stick)
    holds = _presses(held, touch) and friction <= law.bound(held.N_stick)
    edge = held.group == "edge"
    if holds and edge:
        # contact is consistent on both sides of U = 0
        if choice == FLIGHT and not _stays(ROLLING, before, rate):
            return Decision(FLIGHT, said("left, though friction could hold it"), held.group, held, branch=FLIGHT)
        return Decision(ROLLING, said("friction holds; the free body would just stay"), held.group, held)
    if holds and held.U > 0.0:
        if _both(choice, before):
            return Decision(ROLLING, said("contact kept, though the body may leave"), held.group, held, branch=CONTACT)
        return Decision(FLIGHT, said("left, though friction could hold it"), held.group, held, branch=FLIGHT)
    if holds:
        return Decision(ROLLING, said("friction holds"), held.group, held)
    if held.U > 0.0 and not edge:
        return Decision(FLIGHT, said("the free body moves away"), held.group, held)
    if edge and not _stays(SLIDING, before, rate):
        return Decision(FLIGHT, said("the free body starts to move away"), held.group, held)
    if law.is_rough:        # where N has just reached zero, rounding may still call it B2
        group = "B1" if held.U < 0.0 < held.V_star else held.group
        return Decision(UNRESOLVED, said("no slip would need adhesion, free flight would penetrate"), group, held)
    return _begins(touch, law, held)


def begin_slip(touch: Touch, law: Law) -> Decision:
    """Slip from zero where static friction has just reached its bound.

    With mu_s = mu the slip begins without acceleration: its direction is the one that friction opposes already.
    """
    held = analyse(touch, law, False)
    decision = _begins(touch, law, held)
    if decision.mode == UNRESOLVED and held.N_stick > 0.0:
        direction = -held.F_stick/sqrt(held.F_stick @ held.F_stick)
        slides = analyse(touch, law, True, direction)
        if slides.is_contact:
            return Decision(SLIDING, said("static friction is exceeded"), slides.group, slides, direction)
    return decision


def _begins(touch, law, held):
    """Slip from zero, the contact being pressed together."""
    B = touch.basis
    toward = -(B @ held.F_stick)*(1.0 if held.N_stick > 0.0 else -1.0)
    _moment, k = resistance(touch, law)
    axes = np.vstack((B, touch.n))
    # at a U without sign the normal force starts from zero: press it a little, so that it has a direction
    pressed = min(held.U, -1e-3*_edge(touch))
    c = np.append(B @ touch.c_free, pressed)
    best = nearest(sliding_directions(c, axes @ touch.G @ axes.T, axes @ k, law.c0, law.mu), toward)
    if best is None:
        return Decision(UNRESOLVED, said("slip has no direction to begin in"), held.group, held)
    direction = best[0] @ B
    slides = analyse(touch, law, True, direction)
    return Decision(SLIDING, said("static friction is exceeded"), slides.group, slides, direction)


def _slipping(touch, law, before, choice, rate):
    slides = analyse(touch, law, True)
    U, V_star, group = slides.U, slides.V_star, slides.group
    if law.is_rough and law.mu == 0.0:
        return Decision(UNRESOLVED, said("a contact that can't slip was given slip"), group, slides)
    if group == "edge":
        if not _stays(SLIDING, before, rate):
            return Decision(FLIGHT, said("the free body starts to move away"), group, slides)
        mode = IMPACT_BY_FRICTION if V_star <= JAM*slides.V else SLIDING
        return Decision(mode, said("the free body would just stay"), group, slides)
    if U < 0.0 and V_star <= JAM*slides.V and slides.U_star < 0.0:
        return Decision(IMPACT_BY_FRICTION, said("friction presses the sliding contact together"), group, slides)
    if U > 0.0 and not (slides.meaning == "both" and _presses(slides, touch)):
        return Decision(FLIGHT, said("the free body moves away"), group, slides)
    if U < 0.0 and not (slides.meaning == "contact" and _presses(slides, touch)):
        return Decision(UNRESOLVED, said("friction lifts the contact, free flight would penetrate"), group, slides)
    if U < 0.0:
        return Decision(SLIDING, said("the contact is pressed together"), group, slides)

    if group == "A3":
        if choice == CONTACT:
            return Decision(IMPACT_BY_FRICTION, said("friction may press the contact together"), group, slides,
                            branch=CONTACT)
        return Decision(FLIGHT, said("left, though friction could press the contact together"), group, slides,
                        branch=FLIGHT)
    if _both(choice, before):
        return Decision(SLIDING, said("contact kept, though the body may leave"), group, slides, branch=CONTACT)
    return Decision(FLIGHT, said("left, though contact is possible too"), group, slides, branch=FLIGHT)
