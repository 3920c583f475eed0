"""A body whose contact has a law: rolling, rubber rolling, sliding, rest and flight, and when it passes between them.

Smooth modes are compiled (mechanics/contact); what follows the end of one stands in resets.py.
"""

from dataclasses import dataclass, replace

import numpy as np

from sandbox.compiling.rotation import matrix_of, turn
from sandbox.integration.status import DONE
from sandbox.mechanics import layout as lay
from sandbox.mechanics.contact.mode import SLIPPING
from sandbox.mechanics.contact.modes import MODES
from sandbox.mechanics.impact.detachment import analyse
from sandbox.scene.contact import Contact
from sandbox.systems.contact.faces import OF_FACES, SPREAD, broken, face_jump, get_up
from sandbox.systems.contact.next_mode import next_mode
from sandbox.systems.contact.rebounds import rebounds
from sandbox.systems.contact.resets import MOST_JUMPS, RESETS, reset_of
from sandbox.systems.contact.states import Held, read
from sandbox.systems.contact.system import System
from sandbox.systems.contact.table import mode_rows
from sandbox.systems.picture import ContactState, Picture
from sandbox.systems.protocol import Data, Jump, Laws
from sandbox.systems.tables import ModeRow


@dataclass(frozen=True, eq=False)
class ContactSystem(System):
    """A System whose contact has a law."""

    def jump(self, data: Data, status: int, count: int) -> Jump:
        """Returns what follows the end of a mode."""
        if SPREAD[0] in self.modes:
            found = face_jump(data, status, count)
            if found is not None:
                return found
        if data.mode == "flight" and status == lay.GUARD_END and count < MOST_JUMPS:
            found = rebounds(data, count)
            if found is not None:
                return found
        held = read(data)
        reset = reset_of(held, status, count)
        return reset(held, count) if reset is not None else Jump(data.mode, data.y, ended=self.end(data, status))

    def rows(self) -> tuple[ModeRow, ...]:
        """Returns the table of its modes."""
        return mode_rows(self.modes, self.surface, RESETS | OF_FACES if SPREAD[0] in self.modes else RESETS)

    def change(self, data: Data, contact: Laws):
        """Writes another law into data; the kinds of modes stay those of the first."""
        assert isinstance(contact, Contact)
        data.contact = contact
        contact.law.put(data.p, data.calls)

    def reconsider(self, data: Data, before: Laws | None) -> Jump | None:
        """Returns the jump that a changed law, or a hand, asks for at once, or None."""
        if data.mode == "flight":
            return None
        if data.mode in SPREAD:
            status = broken(data)
            return None if status == DONE else get_up(read(data), status, 0)
        jump = next_mode(read(data), data.mode, changed=before is not None)
        return None if jump.mode == data.mode and jump.ended is None else jump

    def picture(self, data: Data, reports: np.ndarray | None = None) -> Picture:
        """Returns body, support and the state of the contact."""
        picture, clock = super().picture(data, reports), self.modes[data.mode].clock
        # a mode that is stepped in another variable has its time in y
        held = read(data if clock < 0 else data.at(data.y[clock], data.y))
        return replace(picture, contacts=(contact_state(held, picture.supports[0].quaternion),))


def contact_state(held: Held, support: np.ndarray) -> ContactState:
    """Returns Table 1 for the contact as it is; support (4,) is the quaternion of the support's pose."""
    touch, law, mode = held.touch, held.contact.law, held.data.mode
    slips = MODES[mode].kind == SLIPPING or not law.can_hold
    found = analyse(touch, law, slip=slips)
    slip = turned_by(support, touch.sigma)
    if mode != "flight":
        return ContactState(found.U, found.U_star, found.V_star, found.N, 0.0, slip, found.group, found.meaning)
    return ContactState(found.U, found.U_star, found.V_star, 0.0, held.gap, slip, "", "")


def turned_by(quaternion: np.ndarray, v: np.ndarray) -> np.ndarray:
    """The vector v (3,) turned by a unit quaternion (4,)."""
    return np.array(turn(matrix_of(*quaternion.tolist()), *v.tolist()))
