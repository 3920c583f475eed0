"""Which mode follows at one contact: rest, no slip, sliding, flight, an impact without collision, or no answer.

The classes of detachment.py decide. A contact that slips, or whose law has no static friction, is treated as a sliding
one; any other may rest, else hold without slip, else begin to slip. Where contact and flight are both consistent the
caller chooses. Source: Ivanov 2008, Table 1; contact.md 3 and 10.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt

import numpy as np

from sandbox.mechanics.friction.law import Law
from sandbox.mechanics.impact.contact_state import Touch, skew
from sandbox.mechanics.impact.detachment import PAINLEVE_SHARE, Analysis, analyse
from sandbox.mechanics.impact.slip_search import slip_from_rest
from sandbox.mechanics.record import address_of
from sandbox.text import N_

ROLLING, SLIDING, FLIGHT, REST = "rolling", "sliding", "flight", "rest"
IMPACT_BY_FRICTION, UNRESOLVED = "impact_by_friction", "unresolved"
HISTORY, CONTACT = "history", "contact"

# slip below this is none [m/s]
SLIP_FLOOR = 1e-6
# rounding of a balance of moments, as a share of the moments in it
BALANCED = 1e-9


@dataclass(frozen=True, eq=False)
class Decision:
    """The next mode of a contact.

    mode       rolling (no slip), sliding, flight, rest (relative to the support), impact_by_friction (an impact without
               collision), or unresolved where rigid bodies with this law have no answer
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


def can_rest(touch: Touch, law: Law) -> bool:
    """Returns whether the force and the moment that keep the body at rest on the support are within the law.

    Then U = -N/m < 0: what can rest can't leave.
    """
    r = touch.c - touch.rho
    ws, as_ = touch.ws, touch.as_
    force = touch.m*(skew(as_) @ r + skew(ws) @ (skew(ws) @ r) - touch.ge)
    arm = skew(touch.rho) @ force
    moment = touch.J @ as_ + skew(ws) @ (touch.J @ ws) - touch.hand_moment - arm

    N = float(touch.n @ force)
    friction = force - N*touch.n
    if not (N > 0.0 and sqrt(friction @ friction) <= law.bound(N)):
        return False
    if touch.blocked > 1.0:
        # a body that can't tip bears any moment at rest
        return True

    # directions in which the body can't turn carry any moment
    rates, axes = np.linalg.eigh(touch.J_inverse)
    free = axes[:, rates > 1e-12*max(rates[-1], 0.0)]
    moment = free @ (free.T @ moment)
    about_n = float(touch.n @ moment)
    across = moment - about_n*touch.n
    rounding = BALANCED*(sqrt(arm @ arm) + touch.size*sqrt(force @ force))
    spinning = law.k_s + law.pivot
    return sqrt(across @ across) <= law.k_r*N + rounding and abs(about_n) <= spinning*N + rounding


def is_still(touch: Touch) -> bool:
    """Returns whether the body neither slips nor turns relative to the support, beyond rounding."""
    return touch.speed <= SLIP_FLOOR and touch.size*sqrt(touch.wr @ touch.wr) <= SLIP_FLOOR


def decide(touch: Touch, law: Law, before: str = CONTACT, choice: str = HISTORY,
           rate: Callable | None = None, pulled: bool = False) -> Decision:
    """Takes a contact with the gap closed and u_n = 0, and its law, and returns the mode that follows.

    before   the mode until now; everything but "flight" counts as contact
    choice   where contact and flight are both consistent: "history" (stay with what was; a sliding contact of class A3
             leaves, because its normal force would be unstable), "contact" or "flight"
    rate     rate(mode) -> dU/dt [m/s^3] along the mode, called where U is too small to have a sign; 0 if not known
    pulled   a law that only holds may slip: a hand or what the body carries pulls, or it slips since one did
    """
    # a law without static friction slips at any speed, a patch that spins has no static friction either
    spins = law.patch > 0.0 and law.patch*abs(touch.n @ touch.wr) > SLIP_FLOOR
    if touch.speed > SLIP_FLOOR or spins or not law.can_hold:
        return _slipping(touch, law, before, choice, rate, pulled)
    if (law.k_r > 0.0 or law.k_s > 0.0 or touch.blocked > 0.0) and is_still(touch) and can_rest(touch, law):
        held = analyse(touch, law, False)
        # not what has just lost its normal force, of which rounding leaves some
        if rate is None or _presses(held):
            return Decision(REST, N_("friction and resistance hold the body"), held.group, held)
    return _holding(touch, law, before, choice, rate, pulled)


def _stays(mode, before, rate):
    """Returns whether contact lasts at a U without sign."""
    slope = rate(mode) if rate is not None else 0.0
    if slope < 0.0 or slope > 0.0:
        return slope < 0.0
    return before != FLIGHT


def _presses(analysis):
    """Returns whether N > 0 beyond rounding: a mode that has just lost its normal force is not begun again."""
    return analysis.is_contact and abs(analysis.U_star) > analysis.edge


def _chooses_contact(choice, before):
    """Returns whether contact is chosen where contact and flight are both consistent."""
    return choice == CONTACT or (choice == HISTORY and before != FLIGHT)


def _holding(touch, law, before, choice, rate, pulled):
    held = analyse(touch, law, False)
    friction = sqrt(held.F_stick @ held.F_stick)
    holds = _presses(held) and friction <= law.bound(held.N_stick)
    edge = held.group == "edge"
    if holds and edge:
        # contact is consistent on both sides of U = 0
        if choice == FLIGHT and not _stays(ROLLING, before, rate):
            return Decision(FLIGHT, N_("left, though friction could hold it"), held.group, held, branch=FLIGHT)
        return Decision(ROLLING, N_("friction holds; the free body would just stay"), held.group, held)
    if holds and held.U > 0.0:
        if _chooses_contact(choice, before):
            return Decision(ROLLING, N_("contact kept, though the body may leave"), held.group, held, branch=CONTACT)
        return Decision(FLIGHT, N_("left, though friction could hold it"), held.group, held, branch=FLIGHT)
    if holds:
        return Decision(ROLLING, N_("friction holds"), held.group, held)
    if held.U > 0.0 and not edge:
        return Decision(FLIGHT, N_("the free body moves away"), held.group, held)
    if edge and not _stays(SLIDING, before, rate):
        return Decision(FLIGHT, N_("the free body starts to move away"), held.group, held)
    if law.is_rough and not (law.only_holds and pulled):    # N that has just reached zero may still be called B2
        group = "B1" if held.U < 0.0 < held.V_star else held.group
        return Decision(UNRESOLVED, N_("no slip would need adhesion, free flight would penetrate"), group, held)
    return _slip_begins(touch, law, held)


def begin_slip(touch: Touch, law: Law) -> Decision:
    """Takes a contact whose static friction has just reached its bound and returns how slip begins from zero.

    With mu_s = mu the slip begins without acceleration: its direction is the one that friction opposes already.
    """
    held = analyse(touch, law, False)
    if held.group == "edge" and not _presses(held) and not held.F_stick.any():
        # the normal force has gone to zero, and its bound with it
        return Decision(FLIGHT, N_("the free body starts to move away"), held.group, held)
    return _slip_begins(touch, law, held)


def _slip_begins(touch, law, held):
    """Returns how slip begins from zero at a contact that is pressed together.

    Where no direction grows, as at the very instant at which the bound is reached, it is the one that friction opposes.
    """
    # at a U without sign the normal force starts from zero: press it a little, so that it has a direction
    pressed, direction = min(held.U, -1e-3*held.edge), np.empty(3)
    found = slip_from_rest(touch.address, held.address, law.c0, law.at_rest.mu, pressed, address_of(direction))
    friction = sqrt(held.F_stick @ held.F_stick)
    if not found and friction > 0.0:
        direction = -held.F_stick/friction
    if not found and not (friction > 0.0 and analyse(touch, law, True, direction).is_contact):
        return Decision(UNRESOLVED, N_("slip has no direction to begin in"), held.group, held)
    slides = analyse(touch, law, True, direction)
    return Decision(SLIDING, N_("static friction is exceeded"), slides.group, slides, direction)


def _slipping(touch, law, before, choice, rate, pulled):
    slides = analyse(touch, law, True)
    U, V_star, group = slides.U, slides.V_star, slides.group
    if law.is_rough and (law.at_rest.mu == 0.0 or (law.only_holds and not pulled)):
        return Decision(UNRESOLVED, N_("a contact that can't slip was given slip"), group, slides)
    if group == "edge":
        if not _stays(SLIDING, before, rate):
            return Decision(FLIGHT, N_("the free body starts to move away"), group, slides)
        mode = IMPACT_BY_FRICTION if V_star <= PAINLEVE_SHARE*slides.V else SLIDING
        return Decision(mode, N_("the free body would just stay"), group, slides)
    if U < 0.0 and V_star <= PAINLEVE_SHARE*slides.V and slides.U_star < 0.0:
        return Decision(IMPACT_BY_FRICTION, N_("friction presses the sliding contact together"), group, slides)
    if U > 0.0 and not (slides.meaning == "both" and _presses(slides)):
        return Decision(FLIGHT, N_("the free body moves away"), group, slides)
    if U < 0.0 and not (slides.meaning == "contact" and _presses(slides)):
        return Decision(UNRESOLVED, N_("friction lifts the contact, free flight would penetrate"), group, slides)
    if U < 0.0:
        return Decision(SLIDING, N_("the contact is pressed together"), group, slides)

    if group == "A3":
        if choice == CONTACT:
            return Decision(IMPACT_BY_FRICTION, N_("friction may press the contact together"), group, slides,
                            branch=CONTACT)
        return Decision(FLIGHT, N_("left, though friction could press the contact together"), group, slides,
                        branch=FLIGHT)
    if _chooses_contact(choice, before):
        return Decision(SLIDING, N_("contact kept, though the body may leave"), group, slides, branch=CONTACT)
    return Decision(FLIGHT, N_("left, though contact is possible too"), group, slides, branch=FLIGHT)
