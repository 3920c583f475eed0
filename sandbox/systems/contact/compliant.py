"""A body on a support that gives way like a spring and a damper: pressed or in flight, and the jumps between them.

No impact, no classes of contact: the normal force follows from the depth, so that a motion goes on whatever happens,
and depends on the stiffness where a rigid contact has no answer or two. Mechanics in mechanics/contact/compliant.py.
"""

from dataclasses import dataclass, field, replace

import numpy as np

from sandbox.errors import BadValue
from sandbox.mechanics.contact.modes import MODES
from sandbox.mechanics.contact.state import LEDGER
from sandbox.mechanics.impact.detachment import analyse
from sandbox.mechanics.layout import CREEP, DAMPING, GUARD_END, GUARD_NORMAL, SLIP_SCALE, STIFFNESS
from sandbox.mechanics.probe import Pose
from sandbox.scene.contact import Contact
from sandbox.systems.contact.modes import mode_of
from sandbox.systems.contact.states import Held, read, write_flight
from sandbox.systems.contact.system import System
from sandbox.systems.protocol import ContactState, Event, Jump, Mode, Picture, instant
from sandbox.text import _

# slip below which friction fades, if none is given [of the slip scale]
FADES = 1e-3
# sub-steps are as short as the stiffest contact asks for
SOFT_LEVEL = 16
# a normal velocity below this is none at the start [m/s over the slip scale]
AT_REST = 1e-9
# touches and ends of them within one frame step before the run is given up
MOST_JUMPS = 2000


def soft_modes() -> dict[str, Mode]:
    """In the air, and pressed against the support."""
    return {"flight": mode_of(MODES["above"]), "pressed": mode_of(MODES["pressed"])}


@dataclass
class SoftSystem(System):
    """A System whose contact is a spring and a damper."""

    contact: Contact = field(default_factory=Contact)
    _booked: float = 0.0        # stiffness that the spring's energy was last counted with [N/m]

    def put(self, contact: Contact):
        """Write the contact to p."""
        contact.law.put(self.p, self.calls)
        self.p[STIFFNESS], self.p[DAMPING] = contact.stiffness, contact.damping or 0.0
        self.p[CREEP] = FADES*self.p[SLIP_SCALE] if contact.creep is None else contact.creep

    def begin(self, held: Held, gap: float) -> tuple[str, np.ndarray]:
        """Mode and state of a start; a body at rest on its support is as deep as its weight asks for."""
        pose = Pose(held.t, self.p)
        touch = held.touch(self.p, self.calls)
        held = replace(held, centre=held.c + gap*touch.n - touch.rho)
        if gap > 0.0 or touch.u_n > AT_REST*self.p[SLIP_SCALE]:
            return "flight", write_flight(held, pose)
        if touch.u_n < -AT_REST*self.p[SLIP_SCALE]:
            return "pressed", write_flight(held, pose)
        N = analyse(touch, self.contact.law, slip=True).N
        if not N > 0.0:
            return "flight", write_flight(held, pose)
        held = replace(held, centre=held.centre - N/self.p[STIFFNESS]*touch.n, v=touch.v - touch.u_n*touch.n)
        return "pressed", write_flight(held, pose)

    def jump(self, mode: str, guard: int, t: float, y: np.ndarray, count: int) -> Jump:
        """The contact begins or ends; the energy of its spring, which only `pressed` counts, is booked."""
        if guard not in (GUARD_NORMAL, GUARD_END):
            return Jump(mode, y, ended=self.end(guard, t))
        if count >= MOST_JUMPS:
            return Jump(mode, y, ended=Event(t, 0, "stop", _(
                "The simulation stopped {when}: more than {most} events in one step.").format(
                    when=instant(t, self.h), most=MOST_JUMPS)))
        depth, speed = self.depth(t, y)
        y = y.copy()
        if mode == "flight":
            y[LEDGER] += self._spring(depth)
            return Jump("pressed", y, (Event(t, 0, "impact", _("Touches at t = {t:.4f} s with {speed:.3g} m/s.").format(
                t=t, speed=speed)),))
        y[LEDGER] -= self._spring(depth)
        return Jump("flight", y, (Event(t, 0, "detach", _("Leaves at t = {t:.4f} s with {speed:.3g} m/s.").format(
            t=t, speed=-speed)),))

    def depth(self, t: float, y: np.ndarray) -> tuple[float, float]:
        """delta [m] and delta' [m/s]."""
        held = read("flight", t, y, self.p)
        touch = held.touch(self.p, self.calls)
        return -float(touch.n @ (held.centre + touch.rho - held.c)), -touch.u_n

    def _spring(self, depth: float) -> float:
        return 0.5*self.p[STIFFNESS]*max(depth, 0.0)**2

    def change(self, contact: Contact):
        """Another law from now on, of the same kind."""
        if not contact.gives_way:
            raise BadValue(_("contact: a stiffness can't be taken away while the scene runs"))
        self._booked = self.p[STIFFNESS]
        self.contact = contact
        self.put(contact)

    def reconsider(self, mode: str, t: float, y: np.ndarray) -> Jump | None:
        """A spring that was made stiffer or softer while it is pressed has another energy: that is booked."""
        before, self._booked = self._booked, 0.0
        if mode != "pressed" or before in (0.0, self.p[STIFFNESS]):
            return None
        y = y.copy()
        y[LEDGER] += 0.5*(self.p[STIFFNESS] - before)*self.depth(t, y)[0]**2
        return Jump(mode, y)

    def picture(self, mode: str, t: float, y: np.ndarray) -> Picture:
        """Body, support and the state of the contact; a class of contact has no meaning here."""
        seen = super().picture(mode, t, y)
        held = read("flight", t, y, self.p)
        touch = held.touch(self.p, self.calls)
        found = analyse(touch, self.contact.law, slip=True)
        w, u = seen.supports[0].quaternion[0], seen.supports[0].quaternion[1:]
        slip = touch.sigma + 2.0*np.cross(u, np.cross(u, touch.sigma) + w*touch.sigma)
        there = ContactState(found.U, found.U_star, found.V_star, seen.bodies[0].N, -self.depth(t, y)[0], slip, "", "")
        return replace(seen, contacts=(there,))
