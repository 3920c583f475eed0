"""A body whose contact has a law: rolling, rubber rolling, sliding, rest and flight, and when it passes between them.

Smooth modes are compiled (systems/contact/modes.py); what follows the end of one is found in systems/contact/jumps.py.
"""

from dataclasses import dataclass, field, replace

import numpy as np

from sandbox.integration.status import ENDLESS
from sandbox.mechanics.contact.slip_onset import BEGUN
from sandbox.mechanics.contact.state import BIAS
from sandbox.mechanics.impact.contact_state import Touch
from sandbox.mechanics.impact.detachment import analyse
from sandbox.mechanics.layout import GUARD_CONE, GUARD_END, GUARD_NORMAL, SLIP_SCALE
from sandbox.mechanics.probe import Pose
from sandbox.scene.contact import Contact
from sandbox.systems.contact.jumps import (
    AT_REST,
    MOST_JUMPS,
    SLIPPING,
    closed,
    fall_back,
    go_on,
    jam,
    land,
    roll_ends,
    without_slip,
)
from sandbox.systems.contact.states import Held, read, write_flight
from sandbox.systems.contact.system import System
from sandbox.systems.protocol import ContactState, Jump, Picture

# a slip of so many biases has a direction of its own
MUCH = 100.0


@dataclass
class ContactSystem(System):
    """A System whose contact has a law; branch is what it does where two futures are open."""

    contact: Contact = field(default_factory=Contact)

    def jump(self, mode: str, guard: int, t: float, y: np.ndarray, count: int) -> Jump:
        """What follows the end of a mode."""
        held = read(mode, t, y, self.p)
        if guard == ENDLESS and mode == "slip_end" and held.touch(self.p, self.calls).speed < self._none:
            guard = GUARD_END
        if guard not in (GUARD_NORMAL, GUARD_CONE, GUARD_END):
            return Jump(mode, y, ended=self.end(guard, t))
        if count >= MOST_JUMPS:
            return fall_back(self, held, count)
        if mode == "flight":
            return land(self, held, count)
        if guard == GUARD_END and mode == "sliding":
            return Jump("slip_end", np.append(y, t))
        if guard == GUARD_END and mode == "slip_onset":
            return self._after_begin(held, np.concatenate([y[:BIAS], np.zeros(3)]), np.linalg.norm(y[BIAS:BIAS + 3]))
        if guard == GUARD_END and mode == "resisted":
            return Jump("rest_end", np.append(y, t))
        if guard == GUARD_END and mode == "slip_end":
            return go_on(self, without_slip(held, held.touch(self.p, self.calls)), "sliding")
        if guard == GUARD_END and mode == "rest_end":
            return roll_ends(self, held)
        if guard == GUARD_CONE and mode in SLIPPING:
            return jam(self, held, held.touch(self.p, self.calls))
        return go_on(self, held, mode, lost=guard == GUARD_NORMAL, slips=guard == GUARD_CONE)

    @property
    def _none(self) -> float:
        """A velocity below this is none [m/s]."""
        return AT_REST*self.p[SLIP_SCALE]

    def _after_begin(self, held: Held, y: np.ndarray, bias: float) -> Jump:
        """A slip that began has grown, or fades again: friction was exceeded for a short while, or for an instant."""
        touch = held.touch(self.p, self.calls)
        if touch.speed > 0.5*BEGUN*self.p[SLIP_SCALE]:
            return Jump("sliding", y)
        if touch.speed > MUCH*bias:
            return Jump("slip_end", np.append(y, held.t))
        return go_on(self, without_slip(held, touch), "sliding")

    def begin(self, held: Held, gap: float) -> Jump:
        """Mode and state of a start."""
        if gap > 0.0:
            return Jump("flight", write_flight(held, Pose(held.t, self.p)))
        touch = held.touch(self.p, self.calls)
        if abs(touch.u_n) <= self._none:
            return go_on(self, closed(self, held), "start")
        if touch.u_n > 0.0:
            return Jump("flight", write_flight(replace(held, centre=held.c - touch.rho), Pose(held.t, self.p)))
        return land(self, held, 0)

    def change(self, contact: Contact):
        """Another law from now on; the kinds of modes stay those of the first."""
        self.contact = contact
        contact.law.put(self.p, self.calls)

    def reconsider(self, mode: str, t: float, y: np.ndarray) -> Jump | None:
        """The jump that a changed law asks for at once, or None."""
        if mode == "flight":
            return None
        held = read(mode, t, y, self.p)
        jump = go_on(self, held, mode)
        return None if jump.mode == mode else jump

    # ---- what is seen -----------------------------------------------------------------------------------------

    def picture(self, mode: str, t: float, y: np.ndarray) -> Picture:
        """Body, support and the state of the contact."""
        seen = super().picture(mode, t, y)
        held = read(mode, t if self.modes[mode].clock < 0 else y[self.modes[mode].clock], y, self.p)
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
