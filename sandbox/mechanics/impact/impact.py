"""Impacts at one contact: from the relative velocity before to the impulse on the body.

    u' = u + G P,   v' = v + P/m,   w' = w + J^-1 (rho x P),   kinetic energy gained: P.(u + u')/2

Chatterjee and Ruina (the default), closed form, never gains energy for 0 <= e <= 1 and |e_t| <= 1:

    P1 = -(n.u)/(n.G n) n,   P2 = -G^-1 u,   P = (1 + e) P1 + k (P2 - P1),   k = 1 + e_t, or the edge of the cone
    k = mu (1 + e) n.P1/(|D_t| - mu D_n),   D = P2 - P1

Without bound k goes up to the impulse that does not pull; where a plastic impact (e = 0) would have to pull, the
impulse along the surface that stops the slip opens the contact by itself and is all there is.

The others are Routh's incremental process (routh.py) ended by Newton's, Poisson's or Stronge's hypothesis; Newton's can
gain energy. For a centred contact of a ball (G_tn = 0) all four agree.
Source: contact.md 8; engine.md 4; Chatterjee and Ruina 1998.
"""

from dataclasses import dataclass
from math import inf, sqrt

import numpy as np

from sandbox.compiling.signature import address_of
from sandbox.mechanics.friction.law import Law
from sandbox.mechanics.impact import layout as record
from sandbox.mechanics.impact import restitution
from sandbox.mechanics.impact.chatterjee_ruina import RETURNS, SLIDES, STICKS, collide_contact, collide_many
from sandbox.mechanics.impact.contact_state import Touch, skew, tangents
from sandbox.mechanics.impact.detachment import PAINLEVE_SHARE, analyse
from sandbox.mechanics.impact.routh import process
from sandbox.mechanics.impact.slip_direction import closest_direction, sliding_directions
from sandbox.mechanics.record import Record, Value, Values

CHATTERJEE_RUINA = "chatterjee_ruina"
HYPOTHESES = (CHATTERJEE_RUINA, restitution.NEWTON, restitution.POISSON, restitution.STRONGE)
OPEN, STICK, SLIDE, TANGENTIAL_RESTITUTION = "open", "stick", "slide", "tangential_restitution"


PHASES = {STICKS: (STICK,), SLIDES: (SLIDE,), RETURNS: (TANGENTIAL_RESTITUTION,)}


class Impact(Record):
    """The outcome of an impact.

    P (3,)      impulse on the body [N s];  u (3,)  relative velocity at the contact after it [m/s]
    sequence    its phases: stick, slide, tangential_restitution; or slip_end, max_compression, closing, end
    P_c         normal impulse at the end of compression [N s];  energy  kinetic energy gained, below 0 if lost [J]
    """

    SIZE = record.IMPACT
    __slots__ = ("sequence",)

    P, u = Values(record.IMPULSE, 3), Values(record.VELOCITY_AFTER, 3)
    P_c, energy = Value(record.COMPRESSION), Value(record.ENERGY)

    def __init__(self, sequence: tuple[str, ...] = ()):
        super().__init__()
        self.sequence = sequence


def _impact(G, u, P, sequence, P_c) -> Impact:
    found, after = Impact(sequence), u + G @ P
    found.numbers[record.IMPULSE:record.IMPULSE + 3] = P
    found.numbers[record.VELOCITY_AFTER:record.VELOCITY_AFTER + 3] = after
    found.numbers[record.COMPRESSION], found.numbers[record.ENERGY] = P_c, 0.5*(P @ (u + after))
    return found


def _collided(G, u, n, e, et, mu) -> np.ndarray:
    """Records (..., IMPACT) of impacts by Chatterjee and Ruina; arguments as in chatterjee_ruina_impulse."""
    u = np.asarray(u, float)
    shape = u.shape[:-1]
    laws = np.stack(np.broadcast_arrays(*(np.zeros(shape) + x for x in (e, et, inf if mu is None else mu))), -1)
    G, u, n = (np.ascontiguousarray(np.broadcast_to(x, (*shape, *size)), float).copy()
               for x, size in ((G, (3, 3)), (u, (3,)), (n, (3,))))
    found = np.zeros((*shape, record.IMPACT))
    collide_many(int(np.prod(shape)), *(address_of(x) for x in (G, u, n, laws, found)))
    return found


def chatterjee_ruina_impulse(G, u, n, e, et=0.0, mu=None):
    """Returns the impulses (..., 3) [N s] and shares k (...) of many impacts at once; see the head of this file.

    G (..., 3, 3) [1/kg], u (..., 3) [m/s], n (..., 3);  e, et, mu  (...), mu None or inf: friction without bound
    """
    found = _collided(G, u, n, e, et, mu)
    return found[..., record.IMPULSE:record.IMPULSE + 3], found[..., record.SHARE]


def chatterjee_ruina(G, u, n, e, et=0.0, mu=None) -> Impact:
    """Returns one impact by Chatterjee and Ruina.

    G (3, 3), u (3,), n (3,)   as above;  e, et  normal and tangential restitution;  mu  friction, None: without bound
    """
    found = Impact()
    found.numbers[:] = _collided(G, u, n, e, et, mu)
    slides = found.numbers[record.SHARE] < 1.0 + et
    found.sequence = PHASES[SLIDES if slides else STICKS if et == 0.0 else RETURNS]
    return found


def incremental(G, u, n, e, mu, ending=restitution.STRONGE, hold=False) -> Impact:
    """Returns one impact by Routh's process, ended by Newton, Poisson or Stronge; mu None or inf: without bound."""
    axes = np.vstack((tangents(n), n))
    # a contact that opens is not an impact
    if n @ u > 0.0:
        return _impact(G, u, np.zeros(3), (), 0.0)
    found = process(axes @ G @ axes.T, axes @ u, e, inf if mu is None else mu, ending, hold)
    return _impact(G, u, found.P @ axes, found.sequence, found.p_c)


def impact_by_friction(G, u, n, e, mu, ending=restitution.STRONGE) -> Impact:
    """Returns the impact without collision of a sliding contact (u_n = 0) that friction presses together (V* <= 0).

    A small V* > 0 (PAINLEVE_SHARE of V) counts as its limit 0: the contact stays closed until its slip has ended. With
    a larger one there is no impulse.
    Source: contact.md 8.4; Lecornu 1905; Hogan and Kristiansen 2017.
    """
    sigma = u - (n @ u)*n
    speed = sqrt(sigma @ sigma)
    V_star = n @ G @ (n - mu/speed*sigma) if speed > 0.0 and mu < inf else 0.0
    struck = incremental(G, sigma, n, e, mu, ending, hold=V_star <= PAINLEVE_SHARE*(n @ G @ n))
    return _impact(G, u, struck.P, struck.sequence, struck.P_c)


def jam_of(touch: Touch, law: Law, e, ending=restitution.STRONGE) -> tuple[Impact, np.ndarray]:
    """Returns the impact without collision of a contact that slips, and its impulsive moment (3,) [N m s].

        u' = (G + k n^T) P,   moment = P_n M,   k = J^-1 M x rho

    The moments M that resist rolling and spinning are shares of N as friction is, so they take part: k_n is in V*. The
    friction is that of the law at this slip, which Stribeck's has above that of fast impacts.
    ArithmeticError where such a moment would turn the body round, which no resistance does.
    """
    found = analyse(touch, law, True)
    G, per_newton = touch.G + np.outer(found.k, touch.n), found.unit_moment
    impact = impact_by_friction(G, touch.u, touch.n, e, max(law.mu_impact, sqrt(found.beta @ found.beta)), ending)
    moment = per_newton*float(touch.n @ impact.P)
    turned = touch.J_inverse @ (np.cross(touch.rho, impact.P) + moment)
    work = float(moment @ (touch.wr + 0.5*turned))
    if work > 0.0:
        raise ArithmeticError("impact: resistance would turn the body round")
    impact.numbers[record.ENERGY] += work
    return impact, moment


def impact_of(touch: Touch, P) -> Impact:
    """Returns what an impulse P (3,) does at a contact."""
    return _impact(touch.G, touch.u, P, (), 0.0)


def strike(touch: Touch, law: Law, e, et=0.0, hypothesis=CHATTERJEE_RUINA) -> Impact:
    """Returns the impact of a contact under a law and one of HYPOTHESES; touch.after_impulse(P) has the velocities."""
    if hypothesis == CHATTERJEE_RUINA:
        struck = Impact()
        struck.sequence = PHASES[collide_contact(touch.address, e, et, law.mu_impact, struck.address)]
        return struck
    return incremental(touch.G, touch.u, touch.n, e, law.mu_impact, hypothesis)


@dataclass(frozen=True)
class Tail:
    """All that follows an impact of a bouncing contact under a constant U, in closed form.

    time     until the contact rests, the present flight included [s];  flight  the present flight alone [s]
    impulse  summed normal impulse of the impacts to come [N s]
    """

    time: float
    flight: float
    impulse: float


def tail(v_after, U, e, V=1.0) -> Tail:
    """Returns the rest of bouncing after an impact that ended with v_after.

        flight = 2 v/|U|,   time = 2 v/(|U| (1 - e)),   impulse = (1 + e) v/((1 - e) V)

    v_after [m/s], U < 0 [m/s^2], e restitution, V = n.G n [1/kg] (V* where friction acts as well). inf for e = 1.
    Source: contact.md 8.5.
    """
    flight = 2.0*v_after/-U
    if e >= 1.0:
        return Tail(inf, flight, inf)
    return Tail(flight/(1.0 - e), flight, (1.0 + e)*v_after/((1.0 - e)*V))


@dataclass(frozen=True, eq=False)
class Step:
    """Velocities after a step of Moreau and Jean.

    v (3,)   of the mass centre, along the support axes of the end of the step [m/s];  w (3,)  body axes [rad/s]
    P (3,)   impulse on the body, support axes of its beginning [N s];  phase  open, stick or slide
    """

    v: np.ndarray
    w: np.ndarray
    P: np.ndarray
    phase: str


def moreau_jean(touch: Touch, law: Law, e, h) -> Step:
    """Returns the end of one step of length h that never fails: an impact law with the forces of the step in it.

        u' = u + h c + G P,   0 <= P_n  _|_  u_n' + e u_n >= 0,   P_t = -(h c0 + mu P_n) u_t'/|u_t'| or u_t' = 0

    The cases open, no slip and slip are solved exactly, in this order; slip as in slip_direction.py. First order in h.
    Source: contact.md 10; Moreau 1988; Jean 1999.
    """
    n, axes = touch.n, np.vstack((touch.basis, touch.n))
    slides = analyse(touch, law, slip=True)
    # the normal turns as well: n.u grows by h U
    free = axes @ (touch.u + h*touch.c_free)
    free[2] += h*(touch.n_dot @ touch.u) + e*min(touch.u_n, 0.0)
    P, phase, pressed = np.zeros(3), OPEN, 0.0
    if free[2] < 0.0:
        G, k = axes @ touch.G @ axes.T, axes @ slides.k
        now = law.at(touch.speed, n @ touch.wr)
        viscous = -h*now.c1*(axes @ touch.sigma)
        free = free + G @ viscous
        P, phase = _held(free, G, k, law, h*now.c0)
        if phase != STICK:
            P, phase = _slides(free, G, k, h*now.c0, now.mu, P), SLIDE
        pressed = max(float(P[2]), 0.0)
        P = (P + viscous) @ axes
    v, w = touch.after_impulse(P, pressed*slides.unit_moment)
    v = _turned(v + h*touch.ge, -h*touch.ws)
    return Step(v, w + h*(touch.turning.T @ touch.turning_free), P, phase)


def _held(b, G, k, law, c0):
    """Returns the impulse that stops the slip, and STICK where friction can give it, else SLIDE."""
    pressed = G.copy()
    pressed[:, 2] += k
    P = np.linalg.solve(pressed, -b)
    bound = inf if law.is_rough else c0 + law.mu_s*P[2]
    return P, STICK if P[2] > 0.0 and sqrt(P[0]**2 + P[1]**2) <= bound else SLIDE


def _slides(b, G, k, c0, mu, held):
    """Returns the impulse of a contact that slips at the end of the step."""
    best = closest_direction(sliding_directions(b, G, k, c0, mu), -held[:2])
    if best is not None:
        # impulses in place of forces
        e, P_n = best
        return np.append(-(c0 + mu*P_n)*e, P_n)
    # no consistent slip: the nearest impulse inside the cone that never gains energy
    P, _k = chatterjee_ruina_impulse(G, b, np.array((0.0, 0.0, 1.0)), 0.0, 0.0, mu)
    return P


def _turned(v, angle):
    """Returns v turned by the rotation vector `angle` [rad] (Rodrigues)."""
    size = sqrt(angle @ angle)
    if size == 0.0:
        return v
    K = skew(angle/size)
    return v + np.sin(size)*(K @ v) + (1.0 - np.cos(size))*(K @ (K @ v))
