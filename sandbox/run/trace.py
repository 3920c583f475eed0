"""The way that the first body of a run went on its support: what the lines in a picture are drawn from.

Taken from rows as they are passed for the first time; a picture that is taken back shows no line from the future.
"""

from typing import NamedTuple

import numpy as np

from sandbox.mechanics.shown import IN_BODY, IN_SUPPORT
from sandbox.run.rows import Rows

CAPACITY = 36_000         # rows: ten minutes of 60 per second
ABOVE = 1e-6              # a body whose mass centre is so close above its contact is a ball [1]
COLUMNS = 21
CONTACT, NORMAL, POSITION, QUATERNION, IS_ALOFT = slice(0, 3), slice(3, 6), slice(6, 9), slice(9, 13), 13
CENTRE, TURN = slice(14, 17), slice(17, 21)


class Way(NamedTuple):
    """A way at n instants; laboratory frame."""

    t: np.ndarray             # (n,) [s]
    contact: np.ndarray       # (n, 3) on the support, below the body where it is in flight [m]
    normal: np.ndarray        # (n, 3) unit normals of the support there
    is_aloft: np.ndarray      # (n,) whether the body was in flight
    position: np.ndarray      # (n, 3) of the support's origin [m]
    quaternion: np.ndarray    # (n, 4) support -> laboratory, scalar first
    centre: np.ndarray        # (n, 3) mass centre of the body [m]
    turn: np.ndarray          # (n, 4) body -> laboratory, scalar first


class Trace:
    """The newest CAPACITY instants of a way, in their order."""

    def __init__(self):
        # room for a few more: what is too old is given up now and then
        self._t = np.zeros(CAPACITY + CAPACITY//16)
        self._rows = np.zeros((self._t.size, COLUMNS))
        self._count = 0
        self._velocity = np.zeros(3)             # of the body in the newest row [m/s]

    def take(self, rows: Rows):
        """Adds rows in their order; what is not later than the newest is known."""
        if self._count:
            rows = rows[int(np.searchsorted(rows.t, self._t[self._count - 1], side="right")):]
        n = len(rows)
        if n > CAPACITY:
            rows, n = rows[n - CAPACITY:], CAPACITY
        if not n:
            return
        self._make_room(n)
        new = slice(self._count, self._count + n)
        self._t[new], table = rows.t, self._rows[new]
        body, support = rows.bodies[:, 0], rows.supports[:, 0]
        table[:, CONTACT], table[:, NORMAL] = body[:, IN_BODY["contact"]], body[:, IN_BODY["normal"]]
        table[:, POSITION] = support[:, IN_SUPPORT["position"]]
        table[:, QUATERNION] = support[:, IN_SUPPORT["quaternion"]]
        table[:, IS_ALOFT] = rows.mode[:, 0] == "flight"
        table[:, CENTRE], table[:, TURN] = body[:, IN_BODY["centre"]], body[:, IN_BODY["quaternion"]]
        self._count += n
        self._velocity = body[-1, IN_BODY["velocity"]].copy()

    def touch(self, t: float):
        """Adds the place of an impact at the time t [s], after the newest row: else the line would cut its corner.

        Since that row, 1/60 s ago at most, the body went on with the velocity that it had there. A body that is not
        right above the place where it touches has no such place.
        """
        if not self._count or t <= self._t[self._count - 1]:
            return
        last = self._rows[self._count - 1]
        height = last[CENTRE] - last[CONTACT]
        aside = height - (height @ last[NORMAL])*last[NORMAL]
        if not last[IS_ALOFT] and float(np.abs(aside).max()) > ABOVE*float(np.abs(height).max()):
            return
        self._make_room(1)
        last, row = self._rows[self._count - 1], self._rows[self._count]
        row[:] = last
        normal, moved = last[NORMAL], (t - self._t[self._count - 1])*self._velocity
        row[CONTACT] += moved - (moved @ normal)*normal
        row[CENTRE] += moved
        row[IS_ALOFT] = 0.0
        self._t[self._count] = t
        self._count += 1

    def _make_room(self, n: int):
        if self._count + n > self._t.size:
            kept = CAPACITY - n
            for array in (self._t, self._rows):
                array[:kept] = array[self._count - kept:self._count].copy()
            self._count = kept

    def way(self, begin: float, end: float) -> Way:
        """Returns the way from the time `begin` to the time `end` [s], both included."""
        t = self._t[:self._count]
        first, last = np.searchsorted(t, begin), np.searchsorted(t, end, side="right")
        table = self._rows[first:last].copy()
        return Way(t[first:last].copy(), table[:, CONTACT], table[:, NORMAL], table[:, IS_ALOFT] != 0.0,
                   table[:, POSITION], table[:, QUATERNION], table[:, CENTRE], table[:, TURN])

    def forget_after(self, t: float):
        """Gives up what is later than t [s]: another future begins."""
        self._count = int(np.searchsorted(self._t[:self._count], t, side="right"))

    def copy(self) -> "Trace":
        """Returns the same, for another run."""
        other = Trace.__new__(Trace)
        other._t, other._rows, other._count = self._t.copy(), self._rows.copy(), self._count
        other._velocity = self._velocity.copy()
        return other
