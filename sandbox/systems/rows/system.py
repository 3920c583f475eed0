"""A system with constraint rows, ready to be integrated: what a run uses of it (systems/protocol.py)."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from sandbox.integration import instants
from sandbox.integration.settings import DRIFT_LIMIT
from sandbox.mechanics.rows.matrices import Matrices
from sandbox.mechanics.rows.places import StateLayout
from sandbox.mechanics.rows.report import ReportLayout, RowsReport
from sandbox.mechanics.rows.shown import Plan
from sandbox.mechanics.shown import Shown
from sandbox.scene.constrained import Constrained
from sandbox.scene.contact import Contact
from sandbox.scene.drawn.shapes import Look
from sandbox.scene.motions import Motion
from sandbox.scene.supports.surface import Surface
from sandbox.systems.hand import Hand, is_held, reason_of_hand
from sandbox.systems.picture import Picture
from sandbox.systems.protocol import Data, Event, Jump, Laws, LiveSignal, Mode, States
from sandbox.systems.rows import resets
from sandbox.systems.rows.conservation import probes, reason_energy_changes, reason_integral_changes
from sandbox.systems.rows.grip import Grips, take_hold
from sandbox.systems.rows.modes import Switches
from sandbox.systems.rows.picture import arrow_words_of, arrows_of, picture_of, plan_of, shown_of
from sandbox.text import _


@dataclass(frozen=True, eq=False)
class ConstrainedSystem:
    """What systems/rows/start.py assembles: an Automaton (systems/protocol.py), and

    declared     the author's words
    dependent    rows that follow from the others
    state        places in the state y;  report  places in a report;  switches  numbers of y that make the modes
    transitions  (mode, guard) -> what follows when it has broken
    matrices     function (t, y, p) -> Matrices;  grips  modes in which a hand pulls a body
    impulse      row name -> impulse that put the start onto the rows [N s]
    scales       sizes of the numbers of the state;  power_scale  what a power is compared with [W]
    """

    declared: Constrained
    modes: dict[str, Mode]
    p: np.ndarray
    calls: np.ndarray
    y: np.ndarray
    live: dict[str, LiveSignal]
    notes: tuple[str, ...]
    dependent: tuple[int, ...]
    state: StateLayout
    report: ReportLayout
    switches: Switches
    transitions: Mapping[tuple[str, int], resets.Transition]
    matrices: Callable[[float, np.ndarray, np.ndarray], Matrices]
    grips: Grips
    impulse: dict[str, float]
    scales: np.ndarray
    power_scale: float
    finest_level: int = 0
    energy_jump: float = 0.0
    drift_limit: float = DRIFT_LIMIT
    contact: Contact | None = None
    # this system without a hand, None where it is that
    plain: "ConstrainedSystem | None" = None
    # reasons found before, by mode and parameters: they cost a dozen milliseconds
    _reasons: dict = field(default_factory=dict, repr=False)

    @property
    def mode(self) -> str:
        """The mode of the start."""
        return self.mode_of(self.y)

    @property
    def energy_scale(self) -> float:
        """What an error of the energy is measured in [J]."""
        return float(self.scales[self.state.ledger])

    @cached_property
    def probes(self) -> list[np.ndarray]:
        """States on which conditions are tried."""
        return probes(self)

    @cached_property
    def plan(self) -> Plan:
        """Where the reports have what is shown."""
        return plan_of(self)

    @property
    def bodies(self) -> tuple[Look, ...]:
        """What is drawn, a Look for each body."""
        return self.declared.looks or (Look(),)

    @property
    def body(self) -> Look:
        """The first of the bodies."""
        return self.bodies[0]

    @property
    def surface(self) -> Surface:
        """The support's surface."""
        return self.declared.surface

    @property
    def motion(self) -> Motion:
        """The support's motion."""
        return self.declared.motion

    def mode_of(self, y: np.ndarray) -> str:
        """Takes a state and returns the mode that its signs and sides make."""
        return self.switches.mode_of(y)

    def velocity(self, y: np.ndarray) -> np.ndarray:
        """Takes a state and returns its velocities v (nv,)."""
        return y[self.state.v].copy()

    def coordinates(self, data: Data) -> tuple[np.ndarray, np.ndarray]:
        """Returns coordinates q and velocities v, as numbers."""
        return data.y[self.state.q].copy(), data.y[self.state.v].copy()

    def read(self, data: Data) -> RowsReport:
        """Returns the report of the present state."""
        return self.report.read(self.reports(data.states)[0])

    def reports(self, states: States) -> np.ndarray:
        """Returns the reports (n, numbers) of the states; `self.report` has their names."""
        table = self.modes[states.mode].table
        return instants.report(table, states, self.report.size)

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
        modes = take_hold(plain, data, hand)
        return plain if modes is None else replace(plain, modes=modes, plain=plain)

    def numbers_of_hand(self, p: np.ndarray) -> np.ndarray:
        """Returns the part of p with the places of a hand: all of it."""
        return p

    # ---- what is shown -----------------------------------------------------------------------------------------

    def shown(self, states: States, reports: np.ndarray) -> Shown:
        """Returns bodies and support, laboratory frame."""
        return shown_of(self, states, reports)

    def words(self, states: States, count: int) -> np.ndarray:
        """Returns what the mode does in a word (n, count)."""
        return np.full((len(states.t), count), self.modes[states.mode].word, object)

    def picture(self, data: Data, reports: np.ndarray | None = None) -> Picture:
        """Returns bodies, support and reactions, laboratory frame."""
        return picture_of(self, data, self.reports(data.states) if reports is None else reports)

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
            reason = (reason_energy_changes(self, data) if name == "E_J" else
                      reason_integral_changes(self, data, name))
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
