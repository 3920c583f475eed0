"""A body whose contact has a law: rolling, rubber rolling, sliding, rest and flight, and the jumps between them.

Smooth modes are compiled; what happens between them is decided here, by the classes of Ivanov's Table 1
(mechanics/detachment.py) and by a law of impact (mechanics/impact.py). What an impact takes is booked in the ledger,
so that the meter watches impacts, too.
"""

from dataclasses import dataclass, field, replace

import numpy as np

from sandbox.mechanics import detachment
from sandbox.mechanics.detachment import Decision, analyse, decide
from sandbox.mechanics.hybrid import NONE_FINITE
from sandbox.mechanics.impact import CHATTERJEE_RUINA, STRONGE, impact_by_friction, moreau_jean, strike, tail
from sandbox.mechanics.layout import (
    GUARD_CONE,
    GUARD_END,
    GUARD_NORMAL,
    SLIP_SCALE,
    SPIN_SCALE,
)
from sandbox.mechanics.probe import Pose
from sandbox.mechanics.touch import Touch
from sandbox.scene.automaton import ContactState, Event, Jump, Picture, instant
from sandbox.scene.contact import Contact
from sandbox.scene.contact_modes import CLOCKS
from sandbox.scene.contact_states import (
    BIAS,
    Held,
    read,
    write_flight,
    write_rolling,
    write_sliding,
)
from sandbox.scene.system import System
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
BEGIN = 1e-8
# a normal velocity below this is none [m/s over the slip scale]
AT_REST = 1e-9

SLIPPING = ("sliding", "slip_begin", "slip_end")
HELD_MODES = ("rolling", "rubber", "resisted", "rest_end", "rest", "pivot")
# what follows these is no news: an impact was told already
UNTOLD = ("flight", "start")


@dataclass
class ContactSystem(System):
    """A System whose contact has a law; branch is what it does where two futures are open."""

    contact: Contact = field(default_factory=Contact)

    def jump(self, mode: str, guard: int, t: float, y: np.ndarray, count: int) -> Jump:
        """What follows the end of a mode."""
        if guard == NONE_FINITE or guard not in (GUARD_NORMAL, GUARD_CONE, GUARD_END):
            return Jump(mode, y, ended=self.end(guard, t))
        held = read(mode, t, y, self.p)
        if count >= MOST_JUMPS:
            return self._fall_back(mode, held, count)
        if mode == "flight":
            return self._land(held, count)
        if guard == GUARD_END and mode == "sliding":
            return Jump("slip_end", np.append(y, t))
        if guard == GUARD_END and mode == "slip_begin":
            touch, bias = held.touch(self.p, self.calls), y[BIAS:BIAS + 3]
            if np.linalg.norm(touch.sigma + bias) < np.linalg.norm(bias):
                # friction was exceeded for a moment only
                return self._continue(_without_slip(held, touch), "sliding")
            return Jump("sliding", np.concatenate([y[:BIAS], np.zeros(3)]))
        if guard == GUARD_END and mode == "resisted":
            return Jump("rest_end", np.append(y, t))
        if guard == GUARD_END and mode == "slip_end":
            return self._continue(replace(held, v=None), "sliding")
        if guard == GUARD_END and mode == "rest_end":
            return self._roll_ends(held)
        if guard == GUARD_CONE and mode in SLIPPING:
            return self._jam(held, held.touch(self.p, self.calls))
        return self._continue(held, mode, lost=guard == GUARD_NORMAL, slips=guard == GUARD_CONE)

    def _roll_ends(self, held: Held) -> Jump:
        """What resistance leaves: rest, or the spin or the roll that it does not resist."""
        touch, law = held.touch(self.p, self.calls), self.contact.law
        spin = float(touch.n @ touch.wr)
        roll = touch.wr - spin*touch.n
        if law.k_s == 0.0 and abs(spin) > AT_REST*self.p[SPIN_SCALE]:
            return Jump("pivot", write_rolling(replace(held, w=touch.turning.T @ (touch.ws + spin*touch.n))))
        if law.k_r == 0.0 and np.sqrt(roll @ roll) > AT_REST*self.p[SPIN_SCALE]:
            return Jump("rubber", write_rolling(replace(held, w=touch.turning.T @ (touch.ws + roll))))
        return self._continue(replace(held, w=touch.turning.T @ touch.ws), "rolling")

    def begin(self, held: Held, gap: float) -> Jump:
        """Mode and state of a start."""
        if gap > 0.0:
            return Jump("flight", write_flight(held, Pose(held.t, self.p)))
        touch = held.touch(self.p, self.calls)
        if abs(touch.u_n) <= AT_REST*self.p[SLIP_SCALE]:
            return self._continue(self._closed(held), "start")
        if touch.u_n > 0.0:
            return Jump("flight", write_flight(replace(held, centre=held.c - touch.rho), Pose(held.t, self.p)))
        return self._land(held, 0)

    def change(self, contact: Contact):
        """Another law from now on; the kinds of modes stay those of the first."""
        self.contact = contact
        contact.law.put(self.p)

    def reconsider(self, mode: str, t: float, y: np.ndarray) -> Jump | None:
        """The jump that a changed law asks for at once, or None."""
        if mode == "flight":
            return None
        held = read(mode, t, y, self.p)
        jump = self._continue(held, mode)
        return None if jump.mode == mode else jump

    # ---- jumps ------------------------------------------------------------------------------------------------

    def _continue(self, held: Held, before: str, lost: bool = False, slips: bool = False,
                  events: tuple[Event, ...] = ()) -> Jump:
        """The mode that follows at an instant with closed gap and no normal velocity.

        before   the mode until now;  lost  its normal force went to zero;  slips  its friction went to the bound
        """
        touch = held.touch(self.p, self.calls)
        law = self.contact.law
        if slips:
            decision = detachment.begin_slip(touch, law)
        else:
            kept = "flight" if before == "flight" else "contact"
            decision = decide(touch, law, kept, self.contact.branch, (lambda mode: 1.0) if lost else None)
        return self._enter(decision, held, touch, before, events)

    def _enter(self, decision: Decision, held: Held, touch: Touch, before: str, events) -> Jump:
        t, mode = held.t, decision.mode
        at_rest = before in HELD_MODES
        if mode == detachment.IMPACT_BY_FRICTION:
            return self._jam(held, touch, events)
        if mode == detachment.UNRESOLVED:
            return Jump(self._stick_mode(), write_rolling(held), events, Event(t, 0, "stop", _(
                "No rigid motion goes on from here, {when}, class {group}: {why}.").format(
                    when=instant(t, self.h), group=decision.group, why=_(decision.why))))
        if mode == detachment.FLIGHT:
            if before not in UNTOLD:
                sentence = (_("Detached at t = {t:.4f} s: {why}.") if decision.group == "edge" else
                            _("Detached at t = {t:.4f} s, class {group}: {why}."))
                events += (Event(t, 0, "detach", sentence.format(t=t, group=decision.group, why=_(decision.why))),)
            held = replace(held, v=touch.v, centre=held.c - touch.rho)
            return Jump("flight", write_flight(held, Pose(t, self.p)), events)
        if mode == detachment.SLIDING:
            if before not in UNTOLD:
                share = _share(decision.analysis)
                sentence = (_("Slip turns round at t = {t:.4f} s.") if before in SLIPPING else
                            _("Slip begins at t = {t:.4f} s (|F|/N = {share:.3g}).") if np.isfinite(share) else
                            _("Slip begins at t = {t:.4f} s."))
                events += (Event(t, 0, "slip", sentence.format(t=t, share=share)),)
            if decision.direction is None:
                return Jump("sliding", write_sliding(held, touch.v, np.zeros(3)), events)
            bias = BEGIN*self.p[SLIP_SCALE]*decision.direction
            return Jump("slip_begin", np.append(write_sliding(held, touch.v, bias), t), events)
        name = "rest" if mode == detachment.REST else self._stick_mode()
        if name == "rubber":
            held = _without_spin(held, touch)
        if not at_rest and before not in UNTOLD:
            events += (Event(t, 0, "grip", _("Slip ends at t = {t:.4f} s: the contact holds.").format(t=t)),)
        if name == "rest" and before in ("resisted", "rest_end", "rolling", "rubber"):
            events += (Event(t, 0, "grip", _("It comes to rest at t = {t:.4f} s.").format(t=t)),)
        return Jump(name, write_rolling(held), events)

    def _stick_mode(self) -> str:
        law = self.contact.law
        if law.k_r > 0.0 or law.k_s > 0.0:
            return "resisted"
        return "rubber" if self.contact.rubber else "rolling"

    def _land(self, held: Held, count: int) -> Jump:
        """The gap has closed: an impact, then flight again or contact."""
        touch = held.touch(self.p, self.calls)
        contact, t = self.contact, held.t
        blow = strike(touch, contact.law, contact.restitution, contact.tangential, contact.impact)
        event = Event(t, 0, "impact", _("Impact at t = {t:.4f} s with {speed:.3g} m/s, {lost:.2g} J lost.").format(
            t=t, speed=-touch.u_n, lost=-blow.energy))
        after = held.after(*touch.kicked(blow.P), blow.energy)
        left = after.touch(self.p, self.calls)
        free = analyse(left, contact.law, slip=True)
        events = (event,)
        if left.u_n > AT_REST*self.p[SLIP_SCALE]:
            ends_in = tail(left.u_n, free.U, contact.restitution).time if free.U < 0.0 else np.inf
            if ends_in > TAIL and (count < MOST_BOUNCES or ends_in == np.inf):
                return Jump("flight", write_flight(after, Pose(t, self.p)), events)
            # the rest of the bounces in one plastic impact; their end is the sum of a geometric series
            events += (Event(t + ends_in, 0, "grip", _("Bouncing ends at t = {t:.6f} s.").format(t=t + ends_in)),)
            blow = strike(touch, contact.law, 0.0, contact.tangential, contact.impact)
            after = held.after(*touch.kicked(blow.P), blow.energy)
            if after.touch(self.p, self.calls).u_n > AT_REST*self.p[SLIP_SCALE]:
                # stopping the slip opened the contact: a rough impact that gives no normal impulse
                return Jump("flight", write_flight(after, Pose(t, self.p)), events)
        return self._continue(self._closed(after), "flight", events=events)

    def _jam(self, held: Held, touch: Touch, events=()) -> Jump:
        """Impact without collision: friction stops the slip at once and may throw the body up."""
        contact, t = self.contact, held.t
        ending = STRONGE if contact.impact == CHATTERJEE_RUINA else contact.impact
        blow = impact_by_friction(touch.G, touch.u, touch.n, contact.restitution, contact.law.mu_impact, ending)
        events += (Event(t, 0, "impact", _("Jammed by its own friction at t = {t:.4f} s (class {group}): the slip of "
                                           "{speed:.3g} m/s stops at once.").format(
            t=t, group=analyse(touch, contact.law, slip=True).group, speed=touch.speed)),)
        after = held.after(*touch.kicked(blow.P), blow.energy)
        after = replace(after, centre=held.c - touch.rho)
        if after.touch(self.p, self.calls).u_n > 0.0 and contact.restitution > 0.0:
            return Jump("flight", write_flight(after, Pose(t, self.p)), events)
        return self._continue(self._closed(after), "sliding", events=events)

    def _closed(self, held: Held) -> Held:
        """Without what rounding left of the normal velocity."""
        touch = held.touch(self.p, self.calls)
        return replace(held, v=touch.v - touch.u_n*touch.n)

    def _fall_back(self, mode: str, held: Held, count: int) -> Jump:
        """Too many events in one step: one solve of Moreau and Jean decides what the contact does; then the end."""
        t = held.t
        if count >= MOST_JUMPS + MOST_FALL_BACKS:
            y = write_flight(replace(held, centre=held.c - held.touch(self.p, self.calls).rho, v=held.touch(
                self.p, self.calls).v), Pose(t, self.p))
            return Jump("flight", y, ended=Event(t, 0, "stop", _(
                "The simulation stopped {when}: more than {most} events in one step.").format(
                    when=instant(t, self.h), most=MOST_JUMPS)))
        touch = held.touch(self.p, self.calls)
        step = moreau_jean(touch, self.contact.law, 0.0, INSTANT)
        after = held.after(*touch.kicked(step.P), float(step.P @ (2.0*touch.u + touch.G @ step.P))/2.0)
        after = replace(after, centre=held.c - touch.rho)
        events = (Event(t, 0, "impact", _("More than {most} events within one step at t = {t:.4f} s: taken in one "
                                          "time-stepping solve.").format(most=MOST_JUMPS, t=t)),)
        if step.phase == "open":
            return Jump("flight", write_flight(after, Pose(t, self.p)), events)
        after = self._closed(after)
        if step.phase == "stick":
            return Jump(self._stick_mode(), write_rolling(after), events)
        return Jump("sliding", write_sliding(after, after.v, np.zeros(3)), events)

    # ---- what is seen -----------------------------------------------------------------------------------------

    def picture(self, mode: str, t: float, y: np.ndarray) -> Picture:
        """Body, support and the state of the contact."""
        seen = super().picture(mode, t, y)
        held = read(mode, t if mode not in CLOCKS else y[CLOCKS[mode]], y, self.p)
        touch = held.touch(self.p, self.calls)
        there = contact_state(held, touch, self.contact.law, mode, seen.supports[0].quaternion)
        return replace(seen, contacts=(there,))


def contact_state(held: Held, touch: Touch, law, mode: str, support) -> ContactState:
    """Table 1 for the contact as it is; support (4,) is the quaternion of the support's pose."""
    slips = mode in SLIPPING or not law.can_hold
    found = analyse(touch, law, slip=slips)
    w, u = support[0], support[1:]
    slip = touch.sigma + 2.0*np.cross(u, np.cross(u, touch.sigma) + w*touch.sigma)
    in_flight = mode == "flight"
    gap = float(touch.n @ (held.centre + touch.rho - held.c)) if in_flight else 0.0
    return ContactState(found.U, found.U_star, found.V_star, 0.0 if in_flight else found.N, gap, slip,
                        "" if in_flight else found.group, "" if in_flight else found.meaning)


def _without_slip(held: Held, touch: Touch) -> Held:
    """After the impulse that stops what is left of a slip: G P = -u, energy P.u/2."""
    P = -np.linalg.solve(touch.G, touch.u)
    return replace(held.after(*touch.kicked(P), float(P @ touch.u)/2.0), v=None)


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
