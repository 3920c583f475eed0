"""What happens to a body with a law of contact at an instant: it lands, slips, grips, jams, leaves or comes to rest.

Classes of contact decide (mechanics/impact/decision.py), and a law of impact (mechanics/impact/impact.py). What an
impact takes is booked in the ledger, so that the meter watches impacts, too. A system here is a ContactSystem.
"""

from dataclasses import replace

import numpy as np

from sandbox.mechanics.impact.contact_state import Touch
from sandbox.mechanics.impact.decision import (
    FLIGHT,
    IMPACT_BY_FRICTION,
    REST,
    SLIDING,
    UNRESOLVED,
    Decision,
    begin_slip,
    decide,
)
from sandbox.mechanics.impact.detachment import analyse
from sandbox.mechanics.impact.impact import CHATTERJEE_RUINA, STRONGE, impact_by_friction, moreau_jean, strike, tail
from sandbox.mechanics.layout import SLIP_SCALE, SPIN_SCALE
from sandbox.mechanics.probe import Pose
from sandbox.systems.contact.states import Held, write_flight, write_rolling, write_sliding
from sandbox.systems.protocol import Event, Jump, instant
from sandbox.text import _

# impacts within one frame step before the rest of a sequence of them is taken in one
MOST_BOUNCES = 8
# jumps of one contact within one frame step before time-stepping decides, and such decisions before the end
MOST_JUMPS, MOST_FALL_BACKS = 32, 8
# time that a time-stepping solve lasts: only its impulse is wanted [s]
INSTANT = 1e-9
# bounces that end within this time are taken as one, their end in closed form [s]
TAIL = 1e-4
# bias that gives a slip from rest its direction: the law sees it, the velocities do not [m/s over the slip scale]
BEGIN = 1e-13
# a normal velocity below this is none [m/s over the slip scale]
AT_REST = 1e-9

SLIPPING = ("sliding", "slip_onset", "slip_end")
HELD_MODES = ("rolling", "rubber", "resisted", "rest_end", "rest", "pivot")
# what follows these is no news: an impact was told already
UNTOLD = ("flight", "start")


def go_on(system, held: Held, before: str, lost: bool = False, slips: bool = False,
          events: tuple[Event, ...] = ()) -> Jump:
    """The mode that follows at an instant with closed gap and no normal velocity.

    before   the mode until now;  lost  its normal force went to zero;  slips  its friction went to the bound
    """
    touch = held.touch(system.p, system.calls)
    law = system.contact.law
    if slips:
        decision = begin_slip(touch, law)
    else:
        kept = "flight" if before == "flight" else "contact"
        decision = decide(touch, law, kept, system.contact.branch, (lambda mode: 1.0) if lost else None)
    return _enter(system, decision, held, touch, before, events)


def _enter(system, decision: Decision, held: Held, touch: Touch, before: str, events) -> Jump:
    """The jump into the mode that was decided on, and what is told of it."""
    t, mode = held.t, decision.mode
    at_rest = before in HELD_MODES
    if mode == IMPACT_BY_FRICTION:
        return jam(system, held, touch, events)
    if mode == UNRESOLVED:
        return Jump(_stick_mode(system), write_rolling(held), events, Event(t, 0, "stop", _(
            "No rigid motion goes on from here, {when}, class {group}: {why}.").format(
                when=instant(t, system.h), group=decision.group, why=_(decision.why))))
    if mode == FLIGHT:
        if before not in UNTOLD:
            sentence = (_("Detached at t = {t:.4f} s: {why}.") if decision.group == "edge" else
                        _("Detached at t = {t:.4f} s, class {group}: {why}."))
            events += (Event(t, 0, "detach", sentence.format(t=t, group=decision.group, why=_(decision.why))),)
        held = replace(held, v=touch.v, centre=held.c - touch.rho)
        return Jump("flight", write_flight(held, Pose(t, system.p)), events)
    if mode == SLIDING:
        if before not in UNTOLD:
            share = _share(decision.analysis)
            sentence = (_("Slip turns round at t = {t:.4f} s.") if before in SLIPPING else
                        _("Slip begins at t = {t:.4f} s (|F|/N = {share:.3g}).") if np.isfinite(share) else
                        _("Slip begins at t = {t:.4f} s."))
            events += (Event(t, 0, "slip", sentence.format(t=t, share=share)),)
        if decision.direction is None:
            return Jump("sliding", write_sliding(held, touch.v, np.zeros(3)), events)
        bias = BEGIN*system.p[SLIP_SCALE]*decision.direction
        return Jump("slip_onset", write_sliding(held, touch.v, bias), events)
    name = "rest" if mode == REST else _stick_mode(system)
    if name == "rubber":
        held = _without_spin(held, touch)
    if not at_rest and before not in UNTOLD:
        events += (Event(t, 0, "grip", _("Slip ends at t = {t:.4f} s: the contact holds.").format(t=t)),)
    if name == "rest" and before in ("resisted", "rest_end", "rolling", "rubber"):
        events += (Event(t, 0, "grip", _("It comes to rest at t = {t:.4f} s.").format(t=t)),)
    return Jump(name, write_rolling(held), events)


def _stick_mode(system) -> str:
    """Name of the mode without slip."""
    law = system.contact.law
    if law.k_r > 0.0 or law.k_s > 0.0:
        return "resisted"
    return "rubber" if system.contact.rubber else "rolling"


def land(system, held: Held, count: int) -> Jump:
    """The gap has closed: an impact, then flight again or contact."""
    touch = held.touch(system.p, system.calls)
    contact, t = system.contact, held.t
    blow = strike(touch, contact.law, contact.restitution, contact.tangential, contact.impact)
    event = Event(t, 0, "impact", _("Impact at t = {t:.4f} s with {speed:.3g} m/s, {lost:.2g} J lost.").format(
        t=t, speed=-touch.u_n, lost=-blow.energy))
    after = held.after(*touch.after_impulse(blow.P), blow.energy)
    left = after.touch(system.p, system.calls)
    free = analyse(left, contact.law, slip=True)
    events = (event,)
    if left.u_n > AT_REST*system.p[SLIP_SCALE]:
        ends_in = tail(left.u_n, free.U, contact.restitution).time if free.U < 0.0 else np.inf
        if ends_in > TAIL and (count < MOST_BOUNCES or ends_in == np.inf):
            return Jump("flight", write_flight(after, Pose(t, system.p)), events)
        # the rest of the bounces in one plastic impact; their end is the sum of a geometric series
        events += (Event(t + ends_in, 0, "grip", _("Bouncing ends at t = {t:.6f} s.").format(t=t + ends_in)),)
        blow = strike(touch, contact.law, 0.0, contact.tangential, contact.impact)
        after = held.after(*touch.after_impulse(blow.P), blow.energy)
        if after.touch(system.p, system.calls).u_n > AT_REST*system.p[SLIP_SCALE]:
            # stopping the slip opened the contact: a rough impact that gives no normal impulse
            return Jump("flight", write_flight(after, Pose(t, system.p)), events)
    return go_on(system, closed(system, after), "flight", events=events)


def jam(system, held: Held, touch: Touch, events=()) -> Jump:
    """Impact without collision: friction stops the slip at once and may throw the body up."""
    contact, t = system.contact, held.t
    ending = STRONGE if contact.impact == CHATTERJEE_RUINA else contact.impact
    blow = impact_by_friction(touch.G, touch.u, touch.n, contact.restitution, contact.law.mu_impact, ending)
    events += (Event(t, 0, "impact", _("Jammed by its own friction at t = {t:.4f} s (class {group}): the slip of "
                                       "{speed:.3g} m/s stops at once.").format(
        t=t, group=analyse(touch, contact.law, slip=True).group, speed=touch.speed)),)
    after = held.after(*touch.after_impulse(blow.P), blow.energy)
    after = replace(after, centre=held.c - touch.rho)
    if after.touch(system.p, system.calls).u_n > 0.0 and contact.restitution > 0.0:
        return Jump("flight", write_flight(after, Pose(t, system.p)), events)
    return go_on(system, closed(system, after), "sliding", events=events)


def closed(system, held: Held) -> Held:
    """Without what rounding left of the normal velocity."""
    touch = held.touch(system.p, system.calls)
    return replace(held, v=touch.v - touch.u_n*touch.n)


def fall_back(system, held: Held, count: int) -> Jump:
    """Too many events in one step: one solve of Moreau and Jean decides what the contact does; then the end."""
    t = held.t
    if count >= MOST_JUMPS + MOST_FALL_BACKS:
        y = write_flight(replace(held, centre=held.c - held.touch(system.p, system.calls).rho, v=held.touch(
            system.p, system.calls).v), Pose(t, system.p))
        return Jump("flight", y, ended=Event(t, 0, "stop", _(
            "The simulation stopped {when}: more than {most} events in one step.").format(
                when=instant(t, system.h), most=MOST_JUMPS)))
    touch = held.touch(system.p, system.calls)
    step = moreau_jean(touch, system.contact.law, 0.0, INSTANT)
    after = held.after(*touch.after_impulse(step.P), float(step.P @ (2.0*touch.u + touch.G @ step.P))/2.0)
    after = replace(after, centre=held.c - touch.rho)
    events = (Event(t, 0, "impact", _("More than {most} events within one step at t = {t:.4f} s: taken in one "
                                      "time-stepping solve.").format(most=MOST_JUMPS, t=t)),)
    if step.phase == "open":
        return Jump("flight", write_flight(after, Pose(t, system.p)), events)
    after = closed(system, after)
    if step.phase == "stick":
        return Jump(_stick_mode(system), write_rolling(after), events)
    return Jump("sliding", write_sliding(after, after.v, np.zeros(3)), events)


def roll_ends(system, held: Held) -> Jump:
    """What resistance leaves: rest, or the spin or the roll that it does not resist."""
    touch, law = held.touch(system.p, system.calls), system.contact.law
    spin = float(touch.n @ touch.wr)
    roll = touch.wr - spin*touch.n
    if law.k_s == 0.0 and abs(spin) > AT_REST*system.p[SPIN_SCALE]:
        return Jump("pivot", write_rolling(replace(held, w=touch.turning.T @ (touch.ws + spin*touch.n))))
    if law.k_r == 0.0 and np.sqrt(roll @ roll) > AT_REST*system.p[SPIN_SCALE]:
        return Jump("rubber", write_rolling(replace(held, w=touch.turning.T @ (touch.ws + roll))))
    return go_on(system, replace(held, w=touch.turning.T @ touch.ws), "rolling")


def without_slip(held: Held, touch: Touch) -> Held:
    """After the impulse that stops what is left of a slip: G P = -u, energy P.u/2."""
    P = -np.linalg.solve(touch.G, touch.u)
    return replace(held.after(*touch.after_impulse(P), float(P @ touch.u)/2.0), v=None)


def _without_spin(held: Held, touch: Touch) -> Held:
    """After the impulsive moment about n that stops the spin of a rubber contact without any slip.

        w+ = w + tau K^-1 n,   K = J + m (|rho|^2 1 - rho rho^T),   tau = -n.wr/(n.K^-1 n);   energy tau n.wr/2
    """
    n, rho = touch.n, touch.rho
    spin = float(n @ touch.wr)
    turned = np.linalg.solve(touch.J + touch.m*((rho @ rho)*np.eye(3) - np.outer(rho, rho)), n)
    tau = -spin/float(n @ turned)
    return replace(held, v=None, w=touch.turning.T @ (touch.w + tau*turned), ledger=held.ledger + 0.5*tau*spin)


def _share(analysis) -> float:
    """|F|/N of a contact."""
    return float(np.linalg.norm(analysis.F_stick)/analysis.N_stick) if analysis.N_stick > 0.0 else np.inf
