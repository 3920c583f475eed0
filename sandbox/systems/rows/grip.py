"""A hand on a body of a system with rows: its modes, compiled when a body is first held, and what the hand feels."""

from copy import copy
from functools import cache
from threading import Lock

import numpy as np

from sandbox.errors import BadValue
from sandbox.mechanics import layout as lay
from sandbox.mechanics.rows.generate import Outputs, Writer
from sandbox.mechanics.rows.hand import with_hand
from sandbox.mechanics.rows.multipliers import Dynamics
from sandbox.mechanics.rows.pieces import Pieces
from sandbox.systems.hand import Hand, check_mobility, drop_hand, put_hand, weight_of
from sandbox.systems.protocol import Data, Mode, States
from sandbox.systems.rows.assembled import Assembled
from sandbox.systems.rows.modes import Switches
from sandbox.systems.rows.resets import holding_rows
from sandbox.text import _


class Grips:
    """Modes of a system in which a hand pulls one of its bodies, and the mobility of points that were held."""

    def __init__(self, pieces: Pieces, outputs: Outputs, switches: Switches):
        self._pieces, self._outputs, self._switches = pieces, outputs, switches
        self._known = cache(self._compiled)
        self.mobilities: dict[tuple, float] = {}
        # a window compiles them beside a run that may want them meanwhile
        self._lock = Lock()

    def anew(self) -> "Grips":
        """Returns the same for another run, which shares the modes: they hang on no number."""
        other = copy(self)
        other.mobilities = {}
        return other

    def modes(self, body: int) -> dict[str, Mode]:
        """Returns the modes in which a body is pulled, compiled when they were not yet."""
        with self._lock:
            return self._known(body)

    def _compiled(self, body: int) -> dict[str, Mode]:
        pieces = with_hand(self._pieces, self._outputs.bodies[body])
        functions, state = Writer(Dynamics(pieces), self._outputs).functions(), pieces.state
        # here, not when a hand is already on the body
        functions.table     # noqa: B018 - for what it does
        return {name: Mode(word, functions, state.size, state.ledger) for name, word in self._switches.modes.items()}

    @property
    def count(self) -> int:
        """Number of bodies that may be held."""
        return len(self._outputs.bodies)

    def take_hold(self, system: Assembled, data: Data, hand: Hand | None) -> dict[str, Mode] | None:
        """Writes a hand into data; returns the modes that go on from there, or None where nothing is held."""
        if hand is None:
            drop_hand(data.p)
            return None
        if hand.body >= self.count:
            raise BadValue(_("body {number}: is not drawn and cannot be held").format(number=hand.body + 1))
        key = hand.body, hand.point
        if key not in self.mobilities:
            self.mobilities[key] = mobility_at_start(system, hand)
        mobility = self.mobilities[key]
        check_mobility(mobility, hand.body)
        placement = data.p[lay.PLACEMENT:lay.PLACEMENT + 9].reshape(3, 3)
        target = placement.T @ (np.array(hand.target) - np.array(system.surface.origin, float))
        mass = 1.0/mobility
        weight = weight_of(mass, np.asarray(data.p[lay.GRAVITY:lay.GRAVITY + 3]))
        put_hand(data.p, hand, mass, weight, target, placement.T @ np.array(hand.rate))
        return self.modes(hand.body)


def mobility_at_start(system: Assembled, hand: Hand) -> float:
    """Returns the largest acceleration of the held point per newton at the start of a run, under its rows [1/kg].

        the largest eigenvalue of J P J^T,   P = M^-1 - M^-1 A^T (A M^-1 A^T)^-1 A M^-1,   X' = J v + ...
    """
    y, state, n = system.y, system.state, system.state.nv
    trials = np.tile(y, (n + 1, 1))
    trials[:, state.v] = np.vstack((np.zeros(n), np.eye(n)))
    reports = system.reports(States(system.mode, np.zeros(n + 1), trials, system.p, system.calls))
    body = system.report.read(reports).bodies[hand.body]
    at_rest, *moving = body.velocity + np.cross(body.spin, body.rotation @ np.array(hand.point))
    J = (np.array(moving) - at_rest).T
    here, rows = system.matrices(0.0, y, system.p), holding_rows(system, y)
    P, A = np.linalg.inv(here.M), here.A[rows]
    P = P - P @ A.T @ np.linalg.solve(A @ P @ A.T, A @ P) if rows else P
    free = J @ np.linalg.inv(here.M) @ J.T
    mobility = float(np.linalg.eigvalsh(J @ P @ J.T)[-1])
    # rounding of what would be zero
    return mobility if mobility > 1e-12*np.trace(free) else 0.0
