"""A system with constraint rows, ready to be integrated: what a run uses of it (systems/protocol.py)."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from sandbox.mechanics.rows.shown import Plan
from sandbox.mechanics.shown import Shown
from sandbox.systems.hand import Hand, is_held, reason_of_hand
from sandbox.systems.picture import Picture
from sandbox.systems.protocol import Data, Event, Jump, Laws, States
from sandbox.systems.rows import resets
from sandbox.systems.rows.assembled import Assembled
from sandbox.systems.rows.conservation import probes_of, reason_energy_changes, reason_integral_changes
from sandbox.systems.rows.grip import Grips
from sandbox.systems.rows.picture import arrow_words_of, arrows_of, picture_of, plan_of, shown_of
from sandbox.systems.rows.table import mode_rows, named_numbers
from sandbox.systems.tables import ModeRow, Number
from sandbox.text import _


@dataclass(frozen=True, eq=False, kw_only=True)
class ConstrainedSystem(Assembled):
    """An Automaton (systems/protocol.py) with constraint rows.

    grips   modes in which a hand pulls a body
    plain   this system without a hand, None where it is that;  held  number of the body that a hand holds
    named   (name, place, how many) of the numbers of p that the author has names for
    """

    grips: Grips
    named: tuple[tuple[str, int, int], ...] = ()
    plain: "ConstrainedSystem | None" = None
    held: int = 0
    # reasons found before, by mode and parameters: they cost a dozen milliseconds
    _reasons: dict = field(default_factory=dict, repr=False)

    @property
    def has_friction_ratio(self) -> bool:
        """Rows have multipliers; which of them is a friction is not known."""
        return False

    @property
    def given(self) -> slice:
        """The places of p that hold from frame to frame: all."""
        return slice(None)

    @property
    def is_all_in_state(self) -> bool:
        """Nothing else changes."""
        return True

    @cached_property
    def probes(self) -> list[np.ndarray]:
        """States on which conditions are tried."""
        return probes_of(self)

    @cached_property
    def plan(self) -> Plan:
        """Where the reports have what is shown."""
        return plan_of(self)

    def rows(self) -> tuple[ModeRow, ...]:
        """Returns the table of its modes."""
        return mode_rows(self)

    def numbers(self, p: np.ndarray) -> list[Number]:
        """Returns the parameters by name."""
        return named_numbers(self, self.named, p)

    def jump(self, data: Data, status: int, count: int) -> Jump:
        """Returns what follows when the integrator stopped; `count` jumps were made within this step before."""
        return resets.jump(self, data, status, count)

    def heard(self, data: Data) -> tuple[Event, ...]:
        """Nothing happens within a mode."""
        return ()

    def change(self, data: Data, contact: Laws):
        """There is no law to change."""

    def reconsider(self, data: Data, before: Laws | None) -> Jump | None:
        """Nothing to reconsider."""
        return None

    def hold(self, data: Data, hand: Hand | None) -> "ConstrainedSystem":
        """Writes a hand, or that there is none, into data; returns the system with the modes that know it."""
        plain = self.plain or self
        modes = plain.grips.take_hold(plain, data, hand)
        return plain if modes is None or hand is None else replace(plain, modes=modes, plain=plain, held=hand.body)

    def numbers_of_hand(self, p: np.ndarray) -> np.ndarray:
        """Returns the part of p with the places of a hand: all of it."""
        return p

    # ---- what is shown -----------------------------------------------------------------------------------------

    def shown(self, states: States, reports: np.ndarray) -> Shown:
        """Returns bodies and support, laboratory frame."""
        return shown_of(self, self.plan, states, reports)

    def words(self, states: States, count: int) -> np.ndarray:
        """Returns what the mode does in a word (n, count)."""
        return np.full((len(states.t), count), self.modes[states.mode].word, object)

    def picture(self, data: Data, reports: np.ndarray | None = None) -> Picture:
        """Returns bodies, support and reactions, laboratory frame."""
        return picture_of(self, self.plan, data, self.reports(data.states) if reports is None else reports)

    @property
    def arrows(self) -> tuple[str, ...]:
        """The arrows that can be other than zero."""
        return arrows_of(self)

    @property
    def arrow_words(self) -> dict[str, tuple[str, str]]:
        """What arrows stand for that mean something else here, and its unit."""
        return arrow_words_of(self)

    # ---- what is conserved -------------------------------------------------------------------------------------

    @property
    def integral_titles(self) -> dict[str, str]:
        """The title of each quantity that can be watched."""
        return {"E_J": _("Jacobi integral E_J [J]"), **{x.name: x.title or x.name for x in self.declared.integrals}}

    def invariants(self, names: Iterable[str], states: States, reports: np.ndarray, E_J: np.ndarray
                   ) -> dict[str, np.ndarray]:
        """Returns the values (n,) of the named integrals."""
        values = dict(zip((x.name for x in self.declared.integrals), self.report.integrals(reports).T, strict=True))
        return {name: E_J if name == "E_J" else values[name] for name in names}

    def reason_not_conserved(self, name: str, data: Data) -> str:
        """Returns why the named quantity is not conserved just now, or "" when it is."""
        if is_held(data.p):
            return reason_of_hand(name)
        key = data.mode, data.p.tobytes()
        of, reason = self._reasons.get(name, (None, ""))
        if of != key:
            reason = (reason_energy_changes(self, self.probes, data) if name == "E_J" else
                      reason_integral_changes(self, self.probes, data, name))
            self._reasons[name] = key, reason
        return reason

    def energies(self, states: States, reports: np.ndarray, E_J: np.ndarray) -> dict[str, np.ndarray]:
        """Returns the parts (n,) [J] of E_J = T + U - P.Y + gauge; T as one where the masses are not declared."""
        seen, masses = self.report.read(reports), self.declared.masses
        T, U = seen.energies.T
        parts = {"kinetic": T}
        if masses is not None:
            speeds = (np.sum(body.velocity*body.velocity, axis=1) for body in seen.bodies)
            translation = sum((0.5*m*square for m, square in zip(masses, speeds, strict=False)), np.zeros(len(T)))
            parts = {"translation": translation, "rotation": T - translation}
        return {**parts, "potential": U, "turning": E_J - T - U}

    def slip(self, states: States, reports: np.ndarray) -> np.ndarray | None:
        """There is no contact."""
        return None
