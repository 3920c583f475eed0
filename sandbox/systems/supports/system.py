"""One body among several supports: on each of them it does what it does there alone, and it passes between them.

A mode is one of a support's own (systems/contact) and watches all other supports (mechanics/contact/among/among.py). In
flight it belongs to the support that was touched last: E_J and its ledger are those that this support sees, and where
the body passes on, the difference of the two integrals is booked.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from sandbox.errors import BadValue
from sandbox.integration.status import DRIFTED, ENDLESS, ENERGY_JUMP, NOT_FINITE
from sandbox.mechanics import layout as lay
from sandbox.mechanics.shown import Shown, support_at
from sandbox.scene.bodies import Ball, Body
from sandbox.scene.contact import Contact
from sandbox.scene.supports.surface import Surface
from sandbox.scene.world import World
from sandbox.systems.contact.contact_system import ContactSystem, contact_state
from sandbox.systems.contact.grip import felt_mass, weight
from sandbox.systems.contact.resets import MOST_JUMPS
from sandbox.systems.contact.states import read
from sandbox.systems.contact.system import System
from sandbox.systems.hand import Hand, drop_hand, is_held, put_hand, reason_of_hand
from sandbox.systems.picture import Picture, body_state, support_state
from sandbox.systems.protocol import Data, Event, Jump, Laws, States
from sandbox.systems.supports.jumps import jump_among
from sandbox.systems.supports.one_support import OneSupport, as_rolling, nearest_points, own_mode, whole
from sandbox.systems.supports.striking import Leans
from sandbox.systems.supports.table import numbers_among, rows_among
from sandbox.systems.tables import ModeRow, Number
from sandbox.text import _

# ends of which the state is the reason, not the contact
NUMERICAL = (NOT_FINITE, DRIFTED)
# what a straight body stops with that comes to touch all along
STRAIGHT = (ENERGY_JUMP, ENDLESS)
# what a face stops with whose touching point runs along its rim
ACROSS = (ENERGY_JUMP, DRIFTED, lay.GUARD_FIT)
# height of one end over the other that counts as none where it strikes [of the body's size]
FLAT = 1e-6


def lies_down(body: Ball | Body, status: int) -> bool:
    """Returns whether a status is that of a straight body the other end of which comes down."""
    return isinstance(body, Body) and bool(body.ends) and status in STRAIGHT


def lies_across(body: Ball | Body, status: int) -> bool:
    """Returns whether a status may be that of a flat face that comes to lie across a hollow: its one point runs away
    along the rim to where another one closes (mechanics/contact/flight/across.py)."""
    return isinstance(body, Body) and body.bulged is not None and status in ACROSS


@dataclass(frozen=True, eq=False)
class SupportsSystem(System):
    """A body on several supports; surface and motion are those of the support that it starts on.

    parts   name of a support -> Part;  home  name of the first support;  contact  name of a support -> its law
    made_of, values    the world, and the parameter values, that it was made of; None: it ends where it leans on two
    """

    parts: dict[str, OneSupport] = field(default_factory=dict)
    home: str = ""
    contact: Mapping[str, Contact] = field(default_factory=dict)    # type: ignore[assignment]
    made_of: World | None = None
    values: Mapping = field(default_factory=dict)

    @property
    def surfaces(self) -> tuple[Surface, ...]:
        """The surface of each support, in the order of the supports of a picture."""
        return tuple(part.system.surface for part in self.parts.values())

    @property
    def support_names(self) -> tuple[str, ...]:
        """What they are called."""
        return tuple(self.parts)

    def _part(self, mode: str) -> OneSupport:
        return self.parts[self.modes[mode].support]

    def _alone(self, states: States) -> States:
        """States of one support's own system."""
        part, own = self._part(states.mode), own_mode(states.mode)
        return states._replace(mode=own, p=states.p[part.p], calls=states.calls[part.calls[own]])

    def alone(self, data: Data) -> tuple[ContactSystem, Data]:
        """Returns the present support's own system, and a run of it."""
        return self._part(data.mode).system, self._run_alone(data)

    def _run_alone(self, data: Data) -> Data:
        """The run of the present support alone."""
        part, own = self._part(data.mode), own_mode(data.mode)
        clock, size = self.modes[data.mode].clock, part.system.modes[own].size
        y = data.y[:size]
        # a mode that is stepped in another variable has its time in y
        return part.data(data if clock < 0 else data.at(data.y[clock], data.y), own, y)

    # ---- what it says of itself -------------------------------------------------------------------------------------

    def rows(self) -> tuple[ModeRow, ...]:
        """Returns the table of its modes."""
        return rows_among(self.parts, self.modes, self.made_of is not None)

    def numbers(self, p: np.ndarray) -> list[Number]:
        """Returns the parameters of all supports by name."""
        return numbers_among(self.parts, p)

    # ---- jumps ------------------------------------------------------------------------------------------------------

    def jump(self, data: Data, status: int, count: int) -> Jump:
        """Returns what follows the end of a mode; what leans on two supports, or has no single point of contact that
        could be followed, goes on in a world."""
        jump = jump_among(self.parts, self.modes[data.mode], data, status, count)
        if self.made_of is not None and jump.ended is None and self._comes_down_flat(data):
            from sandbox.systems.supports.leaning import together
            end = replace(jump, ended=Event(data.t, 0, "stop", ""))
            found = together(self.parts, self.modes[data.mode], self.made_of, self.values, data, end, self.room_for)
            return found if found.ended is None else jump
        if jump.ended is None or jump.ended.kind not in ("stop", "drift") or self.made_of is None:
            return jump
        # a body on its flat face, one that another part of a support meets in flight, and too many events
        is_many = status == lay.GUARD_FLAT or own_mode(data.mode) == "flight" or count >= MOST_JUMPS or (
            lies_down(self.body, status))
        is_among = isinstance(jump.ended, Leans) or (is_many and status not in NUMERICAL)
        if not is_among and not lies_across(self.body, status):
            return jump
        # here as in assemble.py: most runs need one engine, and to read both takes a tenth of a short one
        from sandbox.systems.supports.leaning import together
        return together(self.parts, self.modes[data.mode], self.made_of, self.values, data, jump,
                        self.room_for)

    def _comes_down_flat(self, data: Data) -> bool:
        """Returns whether a straight body in flight meets its support with both ends as good as at once: rocking from
        end to end is then no more than rounding to a single contact."""
        if own_mode(data.mode) != "flight" or not isinstance(self.body, Body) or not self.body.ends:
            return False
        touch = read(self._run_alone(data)).touch
        along = touch.turning @ np.subtract(self.body.ends[1], self.body.ends[0])
        return abs(float(along @ touch.n)) < FLAT*self.body.size

    def end(self, data: Data, status: int) -> Event:
        """Returns what ends the motion, for a person."""
        return self._part(data.mode).system.end(self._run_alone(data), status)

    def change(self, data: Data, contact: Laws):
        """Writes other laws into data, where they are given."""
        if not isinstance(contact, Mapping):
            raise BadValue(_("contact: several supports need a law each"))
        data.contact = {name: contact.get(name, self.contact[name]) for name in self.parts}
        for name, part in self.parts.items():
            for own in part.calls:
                data.contact[name].law.put(data.p[part.p], data.calls[part.calls[own]])

    def reconsider(self, data: Data, before: Laws | None) -> Jump | None:
        """Returns the jump that changed laws, or a hand, ask for at once, or None."""
        alone = self._run_alone(data)
        if alone.mode in ("flight", "ball"):
            return None
        part = self._part(data.mode)
        jump = part.system.reconsider(alone, None)
        if jump is None:
            return None
        return whole(part, jump, nearest_points(part, data, len(alone.y)))

    def hold(self, data: Data, hand: Hand | None) -> "SupportsSystem":
        """Writes a hand, or that there is none, into data, for every support.

        The weight is that on the first support wherever the body is: gravity turned into the frame of another one is of
        another length by rounding, and a run taken back, which writes its hand anew, would go on with other bits.
        """
        p = data.p[self.parts[self.home].p]
        felt = 0.0 if hand is None else felt_mass(p, np.array(hand.point))
        for part in self.parts.values():
            if hand is None:
                drop_hand(data.p[part.p])
            else:
                put_hand(data.p[part.p], hand, felt, weight(p), hand.target, hand.rate)
        return self

    def numbers_of_hand(self, p: np.ndarray) -> np.ndarray:
        """Returns the part of p with the places of a hand: every support has the same."""
        return p

    # ---- what is shown ----------------------------------------------------------------------------------------------

    def reports(self, states: States) -> np.ndarray:
        """Returns the reports (n, REPORT) of the states (mechanics/report.py), as the present support has them."""
        return self._part(states.mode).system.reports(self._alone(states))

    def shown(self, states: States, reports: np.ndarray) -> Shown:
        """Returns the body and all supports in the laboratory frame."""
        bodies = self._part(states.mode).system.shown(self._alone(states), reports).bodies
        supports = [support_at(states.t, states.p[part.p]) for part in self.parts.values()]
        return Shown(bodies, np.stack(supports, axis=1))

    def picture(self, data: Data, reports: np.ndarray | None = None) -> Picture:
        """Returns the body, the supports and the state of the contact."""
        states, mode, alone = data.states, self.modes[data.mode], as_rolling(self._run_alone(data))
        seen = self.shown(states, self.reports(states) if reports is None else reports)
        supports = tuple(support_state(support) for support in seen.supports[0])
        own = self.support_names.index(mode.support)
        return Picture((body_state(seen.bodies[0, 0], mode.word, own),), supports,
                       contacts=(contact_state(read(alone), supports[own].quaternion),))

    def reason_not_conserved(self, name: str, data: Data) -> str:
        """Returns why the named quantity is not conserved just now, or "" when it is."""
        if is_held(data.p):
            return reason_of_hand(name)
        part = self._part(data.mode)
        if part.name != self.home and name != "E_J":
            return _("the body is on another support than at the start")
        return part.system.reason_not_conserved(name, self._run_alone(data))

    def invariants(self, names: Iterable[str], states: States, reports: np.ndarray, E_J: np.ndarray
                   ) -> dict[str, np.ndarray]:
        """Returns the values (n,) of the named integrals, as the present support has them."""
        return self._part(states.mode).system.invariants(names, self._alone(states), reports, E_J)

    def energies(self, states: States, reports: np.ndarray, E_J: np.ndarray) -> dict[str, np.ndarray]:
        """Returns the parts (n,) [J] of E_J, as the present support has it."""
        return self._part(states.mode).system.energies(self._alone(states), reports, E_J)

    def slip(self, states: States, reports: np.ndarray) -> np.ndarray | None:
        """Returns the slip (n, 3) [m/s] of the contact, nan in flight."""
        return self._part(states.mode).system.slip(self._alone(states), reports)
