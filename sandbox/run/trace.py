"""The way that the first body of a run went on its support: what the lines in a picture are drawn from.

Taken from rows as they are passed for the first time; a picture that is taken back shows no line from the future.
"""

from typing import NamedTuple

import numpy as np

from sandbox.mechanics.shown import IN_BODY, IN_SUPPORT
from sandbox.run.rows import Rows

CAPACITY = 36_000         # rows: ten minutes of 60 per second
COLUMNS = 14
CONTACT, NORMAL, POSITION, QUATERNION, IS_ALOFT = slice(0, 3), slice(3, 6), slice(6, 9), slice(9, 13), 13


class Way(NamedTuple):
    """A way at n instants; laboratory frame."""

    t: np.ndarray             # (n,) [s]
    contact: np.ndarray       # (n, 3) on the support, below the body where it is in flight [m]
    normal: np.ndarray        # (n, 3) unit normals of the support there
    is_aloft: np.ndarray      # (n,) whether the body was in flight
    position: np.ndarray      # (n, 3) of the support's origin [m]
    quaternion: np.ndarray    # (n, 4) support -> laboratory, scalar first


class Trace:
    """The newest CAPACITY instants of a way, in their order."""

    def __init__(self):
        # room for half as many again: what is too old is given up now and then
        self._t = np.zeros(CAPACITY + CAPACITY//2)
        self._rows = np.zeros((self._t.size, COLUMNS))
        self._count = 0

    def take(self, rows: Rows):
        """Adds rows in their order; what is not later than the newest is known."""
        if self._count:
            rows = rows[int(np.searchsorted(rows.t, self._t[self._count - 1], side="right")):]
        n = len(rows)
        if n > CAPACITY:
            rows, n = rows[n - CAPACITY:], CAPACITY
        if self._count + n > self._t.size:
            kept = CAPACITY - n
            for array in (self._t, self._rows):
                array[:kept] = array[self._count - kept:self._count].copy()
            self._count = kept
        new = slice(self._count, self._count + n)
        self._t[new], table = rows.t, self._rows[new]
        body, support = rows.bodies[:, 0], rows.supports[:, 0]
        table[:, CONTACT], table[:, NORMAL] = body[:, IN_BODY["contact"]], body[:, IN_BODY["normal"]]
        table[:, POSITION] = support[:, IN_SUPPORT["position"]]
        table[:, QUATERNION] = support[:, IN_SUPPORT["quaternion"]]
        table[:, IS_ALOFT] = rows.mode[:, 0] == "flight"
        self._count += n

    def way(self, begin: float, end: float) -> Way:
        """Returns the way from the time `begin` to the time `end` [s], both included."""
        t = self._t[:self._count]
        first, last = np.searchsorted(t, begin), np.searchsorted(t, end, side="right")
        table = self._rows[first:last].copy()
        return Way(t[first:last].copy(), table[:, CONTACT], table[:, NORMAL], table[:, IS_ALOFT] != 0.0,
                   table[:, POSITION], table[:, QUATERNION])

    def forget_after(self, t: float):
        """Gives up what is later than t [s]: another future begins."""
        self._count = int(np.searchsorted(self._t[:self._count], t, side="right"))

    def copy(self) -> "Trace":
        """Returns the same, for another run."""
        other = Trace.__new__(Trace)
        other._t, other._rows, other._count = self._t.copy(), self._rows.copy(), self._count
        return other
