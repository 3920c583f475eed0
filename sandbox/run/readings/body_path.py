"""What a run has passed, as charts read it: one body at n instants, the components of vectors first.

A function of a path that is written with numpy works for one BodyState as well:

    def height_and_spin(path):
        return path.centre[2], path.angular_velocity[2]
"""

from collections.abc import Mapping

import numpy as np

from sandbox.mechanics import shown_layout as shown_at
from sandbox.run.readings.passed import States
from sandbox.run.readings.quantities import Quantity


class BodyPath:
    """A body at n instants; SI units, laboratory frame.

    t [s], E_J, ledger [J]                               (n,)
    centre, velocity, angular_velocity, contact, normal, F   (3, n)
    quaternion                                           (4, n) body -> laboratory, scalar first
    N [N]                                                (n,)
    live        name of a live parameter -> (n,)
    path[key]   (n,) of any quantity by its key (run/readings/quantities.py): path["E_J"], path["energy:potential"]
    """

    def __init__(self, states: States, body: int, known: Mapping[str, Quantity]):
        self._states, self._known = states, known
        rows = states.rows
        self._numbers = rows.bodies[:, body if body < rows.bodies.shape[1] else 0].T
        self._supports = rows.supports[:, 0].T
        self.t, self.E_J, self.ledger, self.live = rows.t, rows.E_J, rows.ledger, rows.live

    def __len__(self) -> int:
        return len(self.t)

    def __getitem__(self, key: str) -> np.ndarray:
        return np.asarray(self._known[key].of(self._states), float)

    def __getattr__(self, name: str) -> np.ndarray:
        place = shown_at.IN_BODY.get(name)
        if place is None:
            raise AttributeError(f"a path has no {name!r}, it has {', '.join(shown_at.IN_BODY)}")
        return self._numbers[place]

    def support(self, name: str) -> np.ndarray:
        """Returns position (3, n), quaternion (4, n) or angular_velocity (3, n) of the support."""
        return self._supports[shown_at.IN_SUPPORT[name]]
