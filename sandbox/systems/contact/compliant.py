"""A body on a support that gives way like a spring and a damper: pressed or in flight, and the jumps between them.

No impact, no classes of contact: the normal force follows from the depth, so that a motion goes on whatever happens,
and depends on the stiffness where a rigid contact has no answer or two. Mechanics in mechanics/contact/compliant.py.
"""

from dataclasses import dataclass, replace

import numpy as np

from sandbox.errors import BadValue
from sandbox.mechanics import layout as lay
from sandbox.mechanics.contact.modes import MODES
from sandbox.mechanics.contact.state import LEDGER
from sandbox.mechanics.impact.detachment import analyse
from sandbox.scene.contact import Contact
from sandbox.systems.contact.contact_system import turned_by
from sandbox.systems.contact.ground import put_law
from sandbox.systems.contact.modes import mode_of
from sandbox.systems.contact.states import Held, read, write_flight
from sandbox.systems.contact.system import System
from sandbox.systems.contact.table import mode_rows
from sandbox.systems.contact.transition import Transition, by_mode
from sandbox.systems.picture import ContactState, Picture
from sandbox.systems.protocol import Data, Event, Jump, Laws, Mode, instant
from sandbox.systems.tables import ModeRow
from sandbox.text import N_, _

# slip below which friction fades, if none is given [of the slip scale]
FADES = 1e-3
# sub-steps are as short as the stiffest contact asks for
SOFT_LEVEL = 16
# touches and ends of them within one frame step before the run is given up
MOST_JUMPS = 2000


def compliant_modes() -> dict[str, Mode]:
    """In the air, and pressed against the support."""
    return {"flight": mode_of(MODES["above"]), "pressed": mode_of(MODES["pressed"])}


def put_contact(data: Data, contact: Contact):
    """Writes a contact that gives way into data."""
    p = data.p
    data.contact = contact
    put_law(contact.law, p, data.calls)
    p[lay.STIFFNESS], p[lay.DAMPING] = contact.stiffness, contact.damping or 0.0
    p[lay.CREEP] = FADES*p[lay.SLIP_SCALE] if contact.creep is None else contact.creep


def begin(held: Held, gap: float) -> tuple[str, np.ndarray]:
    """Returns mode and state of a start; a body at rest on its support is as deep as its weight asks for."""
    touch = held.touch
    held = held.lifted(gap)
    if gap > 0.0 or touch.u_n > held.no_speed:
        return "flight", write_flight(held)
    if touch.u_n < -held.no_speed:
        return "pressed", write_flight(held)
    N = analyse(touch, held.contact.law, slip=True).N
    if not N > 0.0:
        return "flight", write_flight(held)
    return "pressed", write_flight(held.lifted(gap - N/held.data.p[lay.STIFFNESS]).closed())


def spring_energy(stiffness: float, depth: float) -> float:
    """k delta^2/2 of what is pressed in [J]."""
    return 0.5*stiffness*max(depth, 0.0)**2


@dataclass(frozen=True, eq=False)
class CompliantSystem(System):
    """A System whose contact is a spring and a damper."""

    def jump(self, data: Data, status: int, count: int) -> Jump:
        """The contact begins or ends; the energy of its spring, which only `pressed` counts, is booked."""
        found = RESETS.get((data.mode, status))
        if found is None:
            return Jump(data.mode, data.y, ended=self.end(data, status))
        if count >= MOST_JUMPS:
            return Jump(data.mode, data.y, ended=Event(data.t, 0, "stop", _(
                "The simulation stopped {when}: more than {most} events in one step.").format(
                    when=instant(data.t, data.h), most=MOST_JUMPS)))
        return found.reset(data)

    def rows(self) -> tuple[ModeRow, ...]:
        """Returns the table of its modes."""
        return mode_rows(self.modes, self.surface, RESETS)

    def change(self, data: Data, contact: Laws):
        """Writes another law of the same kind into data."""
        assert isinstance(contact, Contact)
        if not contact.gives_way:
            raise BadValue(_("contact: a stiffness can't be taken away while the scene runs"))
        put_contact(data, contact)

    def reconsider(self, data: Data, before: Laws | None) -> Jump | None:
        """A spring that was made stiffer or softer while it is pressed has another energy: that is booked."""
        change = data.p[lay.STIFFNESS] - before.stiffness if isinstance(before, Contact) else 0.0
        if data.mode != "pressed" or change == 0.0:
            return None
        y = data.y.copy()
        y[LEDGER] += 0.5*change*depth_of(read(data))**2
        return Jump(data.mode, y)

    def picture(self, data: Data, reports: np.ndarray | None = None) -> Picture:
        """Returns body, support and the state of the contact; a class of contact has no meaning here."""
        picture, held = super().picture(data, reports), read(data)
        touch = held.touch
        found = analyse(touch, held.contact.law, slip=True)
        slip = turned_by(picture.supports[0].quaternion, touch.sigma)
        there = ContactState(found.U, found.U_star, found.V_star, picture.bodies[0].N, held.gap, slip, "", "")
        return replace(picture, contacts=(there,))


def depth_of(held: Held) -> float:
    """delta [m]."""
    return -held.gap


# ---- resets ---------------------------------------------------------------------------------------------------------

def press(data: Data) -> Jump:
    """The body touches: its spring is counted from now on."""
    held, y = read(data), data.y.copy()
    y[LEDGER] += spring_energy(data.p[lay.STIFFNESS], depth_of(held))
    return Jump("pressed", y, (Event(data.t, 0, "impact", _("Touches at t = {t:.4f} s with {speed:.3g} m/s.").format(
        t=data.t, speed=-held.touch.u_n), float(-held.touch.u_n)),))


def leave(data: Data) -> Jump:
    """The force has ended: the support follows later by itself, its damper takes what the spring still holds."""
    held, y = read(data), data.y.copy()
    y[LEDGER] -= spring_energy(data.p[lay.STIFFNESS], depth_of(held))
    return Jump("flight", y, (Event(data.t, 0, "detach", _("Leaves at t = {t:.4f} s with {speed:.3g} m/s.").format(
        t=data.t, speed=held.touch.u_n)),))


RESETS = by_mode((
    Transition(N_("touch"), ("flight",), lay.GUARD_END, N_("gap"), "m", press, ("pressed",)),
    Transition(N_("detachment"), ("pressed",), lay.GUARD_NORMAL, N_("normal force"), "N", leave, ("flight",)),
))
