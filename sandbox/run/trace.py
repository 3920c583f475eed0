"""The way of a body of a run on its support: what the lines in a picture are drawn from.

It is read of what the run has passed (readings/passed.py); of the first body the places of impacts are known as well,
which lie between two rows: else a line would cut its corner there.
"""

from collections import deque
from itertools import takewhile
from typing import NamedTuple

import numpy as np

from sandbox.mechanics import shown_layout as shown_at
from sandbox.run.readings.passed import Passed
from sandbox.scene.bodies import Ball

MOST_CORNERS = 36_000     # impacts that are kept, the newest
ABOVE = 1e-6              # a body whose mass centre is so close above its contact is a ball [1]
ALOFT = 1e-7              # of its radius: a ball that is higher above its support is in flight


class Trajectory(NamedTuple):
    """A way at n instants; laboratory frame."""

    t: np.ndarray             # (n,) [s]
    contact: np.ndarray       # (n, 3) on the support, below the body where it is aloft [m]
    normal: np.ndarray        # (n, 3) unit normals of the support there
    is_aloft: np.ndarray      # (n,) whether the body touched no support
    position: np.ndarray      # (n, 3) of the support's origin [m]
    quaternion: np.ndarray    # (n, 4) support -> laboratory, scalar first
    centre: np.ndarray        # (n, 3) mass centre of the body [m]
    turn: np.ndarray          # (n, 4) body -> laboratory, scalar first


class Trace:
    """The way of the first body: a view of what its run has passed from the newest state of now on."""

    def __init__(self, kept: Passed):
        self._kept, self._begin = kept, kept.newest
        self._corners: deque[Trajectory] = deque(maxlen=MOST_CORNERS)       # one instant each

    def touch(self, t: float):
        """Adds the place of an impact at the time t [s], after the newest row.

        Since that row, 1/60 s ago at most, the body went on with the velocity that it had there. A body that is not
        right above the place where it touches has no such place.
        """
        now = self._kept.newest
        last = _rows(self._kept, 0, now, now)
        if self._corners and self._corners[-1].t[0] > now:
            last = self._corners[-1]
        if t <= last.t[0]:
            return
        normal, height = last.normal[0], last.centre[0] - last.contact[0]
        aside = height - (height @ normal)*normal
        if not last.is_aloft[0] and float(np.abs(aside).max()) > ABOVE*float(np.abs(height).max()):
            return
        velocity = self._kept.between(now, now)["bodies"][-1, 0, shown_at.IN_BODY["velocity"]]
        moved = (t - last.t[0])*velocity
        self._corners.append(last._replace(
            t=np.array([t]), contact=last.contact + (moved - (moved @ normal)*normal), centre=last.centre + moved,
            is_aloft=np.array([False])))

    def trajectory(self, begin: float, end: float) -> Trajectory:
        """Returns the way from the time `begin` to the time `end` [s], both included."""
        begin = max(begin, self._begin)
        rows = _rows(self._kept, 0, begin, end)
        corners = [one for one in takewhile(lambda one: one.t[0] >= begin, reversed(self._corners)) if one.t[0] <= end]
        if not corners:
            return rows
        found = Trajectory(*map(np.concatenate, zip(*corners, rows, strict=True)))
        order = np.argsort(found.t, kind="stable")
        # a row at the instant of an impact says nothing more
        order = order[np.append(True, np.diff(found.t[order]) > 0.0)]
        return Trajectory(*(array[order] for array in found))

    def forget_after(self, t: float):
        """Gives up what is later than t [s]: another future begins."""
        self._begin = min(self._begin, t)
        while self._corners and self._corners[-1].t[0] > t:
            self._corners.pop()

    def copy(self, kept: Passed) -> "Trace":
        """Returns the same, for another run and what that has passed."""
        other = Trace(kept)
        other._begin, other._corners = self._begin, self._corners.copy()
        return other


def _rows(kept: Passed, body: int, begin: float, end: float) -> Trajectory:
    """The way of a body in the rows between two times [s]."""
    found = kept.between(begin, end)
    bodies, support = found["bodies"][:, body], found["supports"][:, 0]
    return Trajectory(found["t"].copy(), bodies[:, shown_at.IN_BODY["contact"]].copy(),
                      bodies[:, shown_at.IN_BODY["normal"]].copy(), found["aloft"].copy(),
                      support[:, shown_at.IN_SUPPORT["position"]].copy(),
                      support[:, shown_at.IN_SUPPORT["quaternion"]].copy(),
                      bodies[:, shown_at.IN_BODY["centre"]].copy(), bodies[:, shown_at.IN_BODY["quaternion"]].copy())


def way_of_body(run, body: int, begin: float, end: float) -> Trajectory:
    """Returns the way of a body between two times [s], as far as it is kept."""
    if body == 0:
        run.recording.keep_trace()
        return run.recording.trace.trajectory(begin, end)
    way = _rows(run.watch(), body, begin, end)
    return way._replace(is_aloft=_is_aloft(run, way, body, run.watch().between(begin, end)["bodies"][:, body]))


def _is_aloft(run, way: Trajectory, body: int, rows: np.ndarray) -> np.ndarray:
    """Whether a body flies (n,): only the mode of the first one is kept, so a ball is measured; others do where nothing
    presses on them.
    """
    one = run.bodies[body]
    if isinstance(one, Ball):
        return np.einsum("ni,ni->n", way.centre - way.contact, way.normal) > one.radius*(1.0 + ALOFT)
    return rows[:, shown_at.IN_BODY["N"]] <= 0.0 if "normal" in run.system.arrows else np.zeros(len(rows), bool)
