"""A system with constraint rows, ready to be integrated: what a run uses of it (systems/protocol.py)."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from sandbox.integration import hybrid
from sandbox.mechanics.rows.matrices import Matrices
from sandbox.mechanics.rows.places import StateLayout
from sandbox.mechanics.rows.report import ReportLayout, RowsReport
from sandbox.scene.constrained import Constrained
from sandbox.scene.drawn import Look
from sandbox.scene.motions import Motion
from sandbox.scene.surface import Surface
from sandbox.systems.protocol import Jump, Mode, Picture
from sandbox.systems.rows import resets
from sandbox.systems.rows.conservation import probes, reason_energy_changes, reason_integral_changes
from sandbox.systems.rows.modes import Switches
from sandbox.systems.rows.picture import arrow_words_of, arrows_of, picture_of
from sandbox.text import _


@dataclass
class ConstrainedSystem:
    """What systems/rows/start.py assembles: an Automaton (systems/protocol.py), and

    declared     the author's words
    dependent    rows that follow from the others
    state        places in the state y;  report  places in a report;  switches  numbers of y that make the modes
    transitions  (mode, guard) -> what follows when it has broken
    matrices     function (t, y, p) -> Matrices
    impulse      row name -> impulse that put the start onto the rows [N s]
    scales       sizes of the numbers of the state;  power_scale  what a power is compared with [W]
    h            frame step [s], set by the run
    """

    declared: Constrained
    modes: dict[str, Mode]
    p: np.ndarray
    calls: np.ndarray
    y: np.ndarray
    live: dict[str, tuple[int, int, float]]
    notes: tuple[str, ...]
    dependent: tuple[int, ...]
    state: StateLayout
    report: ReportLayout
    switches: Switches
    transitions: Mapping[tuple[str, int], resets.Transition]
    matrices: Callable[[float, np.ndarray, np.ndarray], Matrices]
    impulse: dict[str, float]
    scales: np.ndarray
    power_scale: float
    h: float = 0.0
    _reasons: dict = field(default_factory=dict, repr=False)

    @property
    def mode(self) -> str:
        """The mode of the start."""
        return self.mode_of(self.y)

    @cached_property
    def probes(self) -> list[np.ndarray]:
        """States on which conditions are tried."""
        return probes(self)

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

    def coordinates(self, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Takes a state and returns its coordinates q and velocities v, as numbers."""
        return y[self.state.q].copy(), y[self.state.v].copy()

    def read(self, mode: str, t: float, y: np.ndarray) -> RowsReport:
        """Takes a mode and its state y at t and returns the report."""
        return self.report.read(self._report_numbers(mode, t, y))

    def _report_numbers(self, mode: str, t: float, y: np.ndarray) -> np.ndarray:
        out = np.zeros(self.report.size)
        hybrid.ask(self.modes[mode].table[hybrid.REPORT_MODE], t, y, self.p, self.calls, out)
        return out

    def jump(self, mode: str, guard: int, t: float, y: np.ndarray, count: int) -> Jump:
        """Takes the guard that broke and returns what follows; `count` jumps were made within this step before."""
        return resets.jump(self, mode, guard, t, y, count)

    # ---- what is shown -----------------------------------------------------------------------------------------

    def picture(self, mode: str, t: float, y: np.ndarray) -> Picture:
        """Takes a mode and its state y at t and returns bodies, support and reactions, laboratory frame."""
        return picture_of(self, mode, t, y)

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

    def invariants(self, names: Iterable[str], mode: str, t: float, y: np.ndarray, E_J: float) -> dict[str, float]:
        """Returns the present values of the named integrals."""
        integrals = self.report.integrals(self._report_numbers(mode, t, y))
        values = dict(zip((x.name for x in self.declared.integrals), integrals, strict=True))
        return {name: float(E_J if name == "E_J" else values[name]) for name in names}

    def reason_not_conserved(self, name: str, mode: str) -> str:
        """Returns why the named quantity is not conserved just now, or "" when it is."""
        key = mode, self.p.tobytes()
        if self._reasons.get(name, (None, ""))[0] != key:
            reason = (reason_energy_changes(self, mode) if name == "E_J" else
                      reason_integral_changes(self, mode, name))
            self._reasons[name] = key, reason
        return self._reasons[name][1]
