"""A system with constraint rows as it was assembled: its modes, its numbers, and how a state of it is read."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from sandbox.integration import instants
from sandbox.integration.settings import DRIFT_LIMIT
from sandbox.mechanics.rows.guards import Guard
from sandbox.mechanics.rows.layout import StateLayout
from sandbox.mechanics.rows.matrices import Matrices
from sandbox.mechanics.rows.report import ReportLayout, RowsReport
from sandbox.scene.constrained import Constrained
from sandbox.scene.contact import Contact
from sandbox.scene.drawn.shapes import Look
from sandbox.scene.motions import Motion
from sandbox.scene.supports.surface import Surface
from sandbox.systems.protocol import Automaton, Data, Jump, LiveSignal, Mode, States
from sandbox.systems.rows.modes import Switches


class Reset(NamedTuple):
    """What follows when a guard has broken.

    apply      function(system, number of the row, line or edge, data, jumps within the frame step before) -> Jump
    to         what the switch of the row or line may be after it: off or on; neither where the motion ends
    may_race   whether such resets may follow one another without end within a frame step
    """

    apply: Callable[["Assembled", int, Data, int], Jump]
    to: tuple[bool, ...] = ()
    may_race: bool = False


class Transition(NamedTuple):
    """The reset of a guard of a mode, the number of the row, line or edge that it belongs to, and which guard it is."""

    reset: Reset
    number: int
    guard: Guard | None = None
    name: str = ""


@dataclass(frozen=True, eq=False)
class Assembled:
    """What systems/rows/start.py makes of words, and what all that a system does begins with.

    declared     the author's words
    dependent    rows that follow from the others
    state        places in the state y;  report  places in a report;  switches  numbers of y that make the modes
    transitions  (mode, guard) -> what follows when it has broken
    matrices     function (t, y, p) -> Matrices
    impulse      row name -> impulse that put the start onto the rows [N s]
    scales       sizes of the numbers of the state;  power_scale  what a power is compared with [W]
    values       of the parameters, that it was made of
    go_beyond    gone_beyond of systems/world/beyond.py, or None: the motion ends at an edge
    lay_out_beyond    that of systems/world/beyond.py, for what is to be ready when the run comes there
    ends_at_rim  it ends there though there is one (systems/rim.py)
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
    transitions: Mapping[tuple[str, int], Transition]
    matrices: Callable[[float, np.ndarray, np.ndarray], Matrices]
    impulse: dict[str, float]
    scales: np.ndarray
    power_scale: float
    values: Mapping = field(default_factory=dict)
    go_beyond: Callable[..., Jump] | None = None
    lay_out_beyond: Callable[..., Automaton] | None = None
    finest_level: int = 0
    energy_jump: float = 0.0
    drift_limit: float = DRIFT_LIMIT
    contact: Contact | None = None
    stage: int = 0
    room_for: int = 0
    ends_at_rim: bool = False

    @property
    def mode(self) -> str:
        """The mode of the start."""
        return self.mode_of(self.y)

    @property
    def energy_scale(self) -> float:
        """What an error of the energy is measured in [J]."""
        return float(self.scales[self.state.ledger])

    @property
    def bodies(self) -> tuple[Look, ...]:
        """What is drawn, a Look for each body."""
        return self.declared.looks or (Look(),)

    @property
    def body(self) -> Look:
        """The first of the bodies."""
        return self.bodies[0]

    def ahead(self) -> Automaton | None:
        """Returns the system that goes on beyond the rim, as far as it is known now; None where there is none."""
        beyond = self.declared.beyond
        if beyond is None or self.lay_out_beyond is None or self.ends_at_rim:
            return None
        return self.lay_out_beyond(beyond.world, self.values)

    @property
    def surface(self) -> Surface:
        """The support's surface."""
        return self.declared.surface

    @property
    def surfaces(self) -> tuple[Surface, ...]:
        """The support's surface, and the floor that waits beyond its rim."""
        beyond = self.declared.beyond
        return (self.surface,) if beyond is None else (self.surface, beyond.floor.surface)

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
