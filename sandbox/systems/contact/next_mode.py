"""Which mode of a contact follows at an instant with closed gap and no normal velocity, and what is reported of it.

Classes of contact decide (mechanics/impact/decision.py). Where friction presses a sliding contact together, Painleve's
paradox, an impact without collision stops the slip; its energy is booked in the ledger.
"""

from dataclasses import replace

import numpy as np

from sandbox.mechanics import layout as lay
from sandbox.mechanics.contact.mode import HELD, SLIPPING
from sandbox.mechanics.contact.modes import MODES
from sandbox.mechanics.impact import decision as decisions
from sandbox.mechanics.impact import restitution
from sandbox.mechanics.impact.contact_state import Touch
from sandbox.mechanics.impact.decision import Decision, begin_slip, decide
from sandbox.mechanics.impact.detachment import analyse
from sandbox.mechanics.impact.impact import CHATTERJEE_RUINA, jam_of
from sandbox.systems.contact.impacts import impact_event, loss_of
from sandbox.systems.contact.states import AT_REST, Held, carries, read, write_flight, write_rolling, write_sliding
from sandbox.systems.contact.unturned import TURNS, UNTURNED, friction_at_rest, held_from_turning, turning_size
from sandbox.systems.hand import is_held
from sandbox.systems.protocol import Event, Jump, instant
from sandbox.text import _

# bias that gives a slip from rest its direction: the law sees it, the velocities do not [m/s over the slip scale]; what
# velocities have above FAST times that scale counts MORE times as much: their rounding turns the direction, and the
# slip loses by the square of that
BEGIN, FAST, MORE = 1e-13, 4.0, 8.0
# what precedes the first mode of a run
START = "start"
# what follows these is no news: an impact was reported already
SILENT = ("flight", START)
# modes that `next_mode` may decide on, as friction and resistance have it
HOLDING = ("rolling", "rubber", "resisted", "roll_onset", "pivot", "rest")
DECIDED = ("flight", "sliding", "slip_onset", UNTURNED["sliding"], UNTURNED["slip_onset"], *HOLDING)
# modes that come to rest
ROLLS = ("resisted", "roll_onset", "rest_end", "rolling", "rubber")

Events = tuple[Event, ...]


def next_mode(held: Held, before: str, lost: bool = False, slips: bool = False, events: Events = (),
              jammed: bool = False, changed: bool = False) -> Jump:
    """Returns the jump into the mode that follows.

    before   the mode until now;  lost  its normal force went to zero;  slips  its friction went to the bound
    events   what was reported at this instant already;  jammed  an impact without collision among them
    changed  the law is another one than until now
    """
    touch, contact = held.touch, held.contact
    if slips:
        decision = begin_slip(touch, contact.law)
    else:
        kept = "flight" if before == "flight" else "contact"
        slipped = before != START and MODES[before].kind == SLIPPING and not changed
        pulled = is_pulled(held) or slipped
        decision = decide(touch, contact.law, kept, contact.branch, (lambda mode: 1.0) if lost else None, pulled)
    if jammed and decision.mode == decisions.IMPACT_BY_FRICTION:
        # what one impact without collision leaves jammed the next one would, too
        decision = replace(decision, mode=decisions.UNRESOLVED)
    return _enter(decision, held, touch, before, events)


def is_pulled(held: Held) -> bool:
    """Returns whether a hand pulls at the body, or what it carries: a law that only holds may slip then."""
    return is_held(held.data.p) or carries(held.data)


def may_slip(held: Held) -> bool:
    """Returns whether a law that only holds gives way here."""
    return held.contact.law.only_holds and is_pulled(held)


def _enter(decision: Decision, held: Held, touch: Touch, before: str, events: Events) -> Jump:
    """The jump into the mode that was decided on, with its events."""
    t, mode = held.t, decision.mode
    if mode == decisions.IMPACT_BY_FRICTION:
        return impact_without_collision(held, touch, events)
    if mode == decisions.UNRESOLVED:
        name, y = _last(held, touch, before)
        return Jump(name, y, events, Event(t, 0, "stop", _(
            "No rigid motion goes on from here, {when}, class {group}: {why}.").format(
                when=instant(t, held.data.h), group=decision.group, why=_(decision.why))))
    if mode == decisions.FLIGHT:
        if before not in SILENT:
            sentence = (_("Detached at t = {t:.4f} s: {why}.") if decision.group == "edge" else
                        _("Detached at t = {t:.4f} s, class {group}: {why}."))
            events += (Event(t, 0, "detach", sentence.format(t=t, group=decision.group, why=_(decision.why))),)
        return Jump("flight", write_flight(held.lifted()), events)
    if mode == decisions.SLIDING:
        return _slide(decision, held, touch, before, events)
    name = "rest" if mode == decisions.REST else holding_mode(held)
    if name == "rubber":
        held = _without_spin(held, touch)
    if before not in SILENT and MODES[before].kind != HELD:
        events += (grip_event(held),)
    if name == "rest" and before in ROLLS:
        events += (Event(t, 0, "grip", _("It comes to rest at t = {t:.4f} s.").format(t=t)),)
    return Jump(name, write_rolling(held), events)


def _last(held: Held, touch: Touch, before: str) -> tuple[str, np.ndarray]:
    """Mode and state in which a run ends where no motion goes on: one in which the contact does not pull."""
    law, data = held.contact.law, held.data
    # as it is: a body that slips has the energy of its slip; a start without slip takes its spin
    slips = touch.speed > held.no_speed and before != START
    found = analyse(touch, law, slip=slips)
    # no force is found (0) where only a negative one would keep the slip on its way
    if (found.N if slips else found.N_stick) > 0.0:
        return ("sliding", write_sliding(held)) if slips else (holding_mode(held), write_rolling(held))
    # as it was until now, else without a force
    if before != START and MODES[data.mode].kind == SLIPPING and analyse(read(data).touch, law, slip=True).N > 0.0:
        return data.mode, data.y
    return "flight", write_flight(held.lifted())


def _slide(decision: Decision, held: Held, touch: Touch, before: str, events: Events) -> Jump:
    """The jump into sliding; a slip from rest has a direction."""
    jump = held_from_turning(_into_slip(decision, held, touch), held)
    if before not in SILENT:
        # |F|/N without slip
        found = decision.analysis
        ratio = float(np.linalg.norm(found.F_stick)/found.N_stick) if found.N_stick > 0.0 else np.inf
        if jump.mode in TURNS:
            ratio = friction_at_rest(held)
        sentence = (_("Slip turns round at t = {t:.4f} s.") if MODES[before].kind == SLIPPING else
                    _("Slip begins at t = {t:.4f} s (|F|/N = {share:.3g}).") if np.isfinite(ratio) else
                    _("Slip begins at t = {t:.4f} s."))
        events += (Event(held.t, 0, "slip", sentence.format(t=held.t, share=ratio)),)
    return replace(jump, events=events)


def _into_slip(decision: Decision, held: Held, touch: Touch) -> Jump:
    if decision.direction is None:
        return Jump("sliding", write_sliding(held))
    scale = held.data.p.item(lay.SLIP_SCALE)
    speeds = float(np.linalg.norm(touch.v) + np.linalg.norm(touch.w)*np.linalg.norm(touch.rho))
    bias = BEGIN*max(scale, MORE*(speeds - FAST*scale))*decision.direction
    return Jump("slip_onset", write_sliding(held, bias))


def grip_event(held: Held) -> Event:
    """Returns what is said of a slip that ends."""
    return Event(held.t, 0, "grip", _("Slip ends at t = {t:.4f} s: the contact holds.").format(t=held.t))


def holding_mode(held: Held) -> str:
    """Name of the mode without slip."""
    law = held.contact.law
    if held.touch.blocked > 1.0 and not held.contact.rubber:
        # what can't tip can't roll: it spins on the spot
        return "pivot"
    if law.k_r > 0.0 or law.k_s > 0.0:
        # what is rounding gives a roll no direction
        return "resisted" if turning_size(held) > AT_REST*held.data.p.item(lay.SPIN_SCALE) else "roll_onset"
    return "rubber" if held.contact.rubber else "rolling"


def jam_event(held: Held) -> Event:
    """Returns what is said of a slip that its own friction stops."""
    return Event(held.t, 0, "impact", _("Jammed by its own friction at t = {t:.4f} s (class {group}): the slip of "
                                        "{speed:.3g} m/s stops at once.").format(
        t=held.t, group=analyse(held.touch, held.contact.law, slip=True).group, speed=held.touch.speed))


def impact_without_collision(held: Held, touch: Touch, events: Events = ()) -> Jump:
    """Painleve: friction stops the slip at once and may throw the body up."""
    contact = held.contact
    ending = restitution.STRONGE if contact.impact == CHATTERJEE_RUINA else contact.impact
    impact, moment = jam_of(touch, contact.law, contact.restitution, ending)
    events += (jam_event(held),)
    after, (lost, said) = held.lifted().after(impact, moment), loss_of(held, impact)
    if lost < 0.0:
        events += (impact_event(held.t, 0.0, said),)
    if after.touch.u_n > 0.0 and contact.restitution > 0.0:
        return Jump("flight", write_flight(after), events, lost=lost)
    # V* is not quite zero where the guard breaks: the contact opens or closes a little on the way
    jump = next_mode(after.stopped().closed(), "sliding", events=events, jammed=True)
    return replace(jump, lost=jump.lost + lost)


def _without_spin(held: Held, touch: Touch) -> Held:
    """After the impulsive moment about n that stops the spin of a rubber contact without any slip.

        w+ = w + tau K^-1 n,   K = J + m (|rho|^2 1 - rho rho^T),   tau = -n.wr/(n.K^-1 n);   energy tau n.wr/2
    """
    n, rho = touch.n, touch.rho
    spin = float(n @ touch.wr)
    turned = np.linalg.solve(touch.J + touch.m*((rho @ rho)*np.eye(3) - np.outer(rho, rho)), n)
    tau = -spin/float(n @ turned)
    return held.turning(touch.w + tau*turned, 0.5*tau*spin)
