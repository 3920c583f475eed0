"""What is read of a system under way: energies, the ledger, bodies, integrals."""

from collections.abc import Iterable

import numpy as np

from sandbox.integration import arrays, hybrid
from sandbox.integration.observation import DEFECT, FIRST_GUARD, OBSERVATION
from sandbox.systems.bodies_seen import BodyState
from sandbox.systems.picture import Picture
from sandbox.systems.protocol import Automaton, Data, Mode


class Readings:
    """The part of an Integration that only reads."""

    system: Automaton
    data: Data
    watch: np.ndarray
    E_J0: float

    @property
    def y(self) -> np.ndarray:
        """Present state."""
        return self.data.y

    @property
    def _mode(self) -> Mode:
        return self.system.modes[self.data.mode]

    def _observation(self) -> tuple[np.ndarray, int]:
        """The observation (integration/observation.py) of the present state, and the guard that is broken, or DONE."""
        data, mode, seen = self.data, self._mode, np.zeros(OBSERVATION)
        return seen, hybrid.observe(mode.table, data.t, data.y, data.p[mode.p], data.calls[mode.calls], seen)

    @property
    def guards(self) -> np.ndarray:
        """What the guards of the present mode are, by their places."""
        return self._observation()[0][FIRST_GUARD:]

    @property
    def scale(self) -> float:
        """What a drift is compared with: max(|E_J(0)|, largest kinetic energy so far) [J]."""
        return max(abs(self.E_J0), self.watch[arrays.MAX_KINETIC])

    @property
    def drift(self) -> float:
        """Largest |E_J - E_J(0) - ledger| so far, over the scale [1]."""
        return self.watch[arrays.WORST_DEFECT]/self.scale if self.scale > 0.0 else 0.0

    @property
    def max_F_over_N(self) -> float:
        """Largest |F|/N so far: the friction coefficient that the motion needs [1]."""
        return float(self.watch[arrays.MAX_FRICTION])

    @property
    def lost_in_impacts(self) -> float:
        """Energy lost in impacts so far, less what they gained [J]."""
        lost = self._mode.lost
        return float(self.watch[arrays.LOST] + (self.y[lost] if lost >= 0 else 0.0))

    @property
    def ledger(self) -> float:
        """Work that moving supports, friction and impacts are credited with [J]."""
        return float(self.y[self._mode.ledger])

    def picture(self) -> Picture:
        """What is shown of the present state."""
        return self.system.picture(self.data)

    @property
    def body(self) -> BodyState:
        """The first body of the picture."""
        return self.picture().bodies[0]

    @property
    def coordinates(self) -> tuple[np.ndarray, np.ndarray]:
        """What a closed form starts from: coordinates and velocities, of a body on a support its centre's."""
        return self.system.coordinates(self.data)

    def report(self) -> np.ndarray:
        """The report (mechanics/report.py) of the present state of a body on a support."""
        return self.system.reports(self.data.states)[0]

    def energy(self) -> tuple[float, float]:
        """E_J and the present drift |E_J - E_J(0) - ledger| over the scale."""
        defect = self._observation()[0][DEFECT]
        return defect + self.ledger, abs(defect - self.E_J0)/self.scale if self.scale > 0.0 else 0.0

    def invariants(self, names: Iterable[str], E_J: float | None = None) -> dict[str, float]:
        """Present values of the named integrals."""
        states = self.data.states
        energies = np.array((self.energy()[0] if E_J is None else E_J,))
        found = self.system.invariants(names, states, self.system.reports(states), energies)
        return {name: float(value[0]) for name, value in found.items()}

    def reason_not_conserved(self, name: str) -> str:
        """Why the named quantity is not conserved just now, or "" when it is."""
        return self.system.reason_not_conserved(name, self.data)
