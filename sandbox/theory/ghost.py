"""What theory predicts of a run, for its picture: the path by the closed form (the ghost), the band of turning circles.

Both are evaluated again only when they may have changed.
"""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np

from sandbox.scene.scene import Scene
from sandbox.text import _

SPAN, SAMPLE = 60.0, 0.01      # [s] looked through for a closed path, and how finely
OPEN_SPAN = 20.0               # [s] shown of a path that does not close
SHORTEST = 4.0                 # [s] shown of one that winds over itself
WINDINGS = 6.0                 # lengths of its own extent after which such a path is cut: more would be a knot of lines
ROUNDS = 25.0                  # lengths of its extent after which a path that closes at last counts as open
POINTS = 400                   # most points of a path
PAUSE = 0.5                     # [s] at least between two bands: one costs milliseconds

Circles = list[tuple[float, float]]


class PredictedRun(Protocol):
    """What theory reads of a run (run/simulation.py)."""

    scene: Scene

    @property
    def step(self) -> int:
        """Steps completed."""

    @property
    def commands(self) -> Sequence:
        """The commands, each with its step, in their order."""

    @property
    def anchor_count(self) -> int:
        """Grows whenever closed form and band begin anew."""

    def ghost(self, times: np.ndarray) -> np.ndarray | None:
        """Returns the centre (n, 3) by the closed form at times (n,), or None."""

    def band(self) -> Circles | None:
        """Returns the turning circles as (radius, height), or None."""


class Theory:
    """Predicts the path of the centre; evaluates the closed form anew only when its start has changed.

    distance   from the body to where the closed form has it [m], or None where nothing is known
    """

    def __init__(self, report: Callable[[str], None]):
        self._report = report
        self.forget()

    def forget(self):
        """Begin anew with another run."""
        self.distance: float | None = None
        self._has_failed = False
        self._key: tuple[bool, int] | None = None
        self._valid = (0.0, 0.0)

    def look(self, simulation: PredictedRun, snapshot) -> tuple[np.ndarray | None, ...]:
        """Returns (path,) when it is another one than before, else (); (n, 3) points [m], None where nothing is known.

        A scene whose closed form fails goes on without it, and the failure is reported once.
        """
        if self._has_failed:
            return ()
        try:
            return self._look(simulation, snapshot)
        except Exception as error:
            self._has_failed, self.distance = True, None
            self._report(_("scene '{scene}': {kind} in exact: {error}").format(
                scene=simulation.scene.id, kind=type(error).__name__, error=error))
            return (None,)

    def _look(self, simulation: PredictedRun, snapshot) -> tuple[np.ndarray | None, ...]:
        t = snapshot.t
        here = simulation.ghost(np.array([t]))
        is_known = here is not None
        self.distance = None if here is None else float(np.linalg.norm(here[0] - snapshot.bodies[0].centre))
        key = (is_known, bisect_right(simulation.commands, simulation.step, key=lambda command: command.step))
        if key == self._key and (not is_known or self._valid[0] <= t <= self._valid[1]):
            return ()
        self._key = key
        if not is_known:
            return (None,)
        path, is_closed, span = predicted_path(simulation, t)
        self._valid = (0.0, np.inf) if is_closed else (t, t + 0.5*span)
        return (path,)


class Band:
    """The turning circles between which a body stays, evaluated once for each beginning of the closed form.

    is_shown   there are circles
    """

    def __init__(self):
        self._last = float("-inf")
        self.is_shown = False
        self.forget()

    def forget(self):
        """Begin anew with another run."""
        self._key: int | None = None

    def look(self, simulation: PredictedRun, now: float) -> tuple[Circles | None, ...]:
        """Returns (circles,) when they may be other ones than before, else (); None where there are none any more."""
        if simulation.anchor_count == self._key or now - self._last < PAUSE:
            return ()
        self._key, self._last = simulation.anchor_count, now
        circles = simulation.band()
        if circles is None and not self.is_shown:
            return ()
        self.is_shown = circles is not None
        return (circles,)


def predicted_path(simulation: PredictedRun, t: float) -> tuple[np.ndarray | None, bool, float]:
    """Returns the path from t on, cut after one round if it closes; whether it does; and the time that is shown [s]."""
    found = simulation.ghost(t + np.arange(0.0, SPAN, SAMPLE))
    path = np.zeros((0, 3)) if found is None else np.asarray(found, float)
    bad = ~np.isfinite(path).all(axis=1)
    if bad.any():
        path = path[:int(bad.argmax())]
    if len(path) < 2:
        return None, False, OPEN_SPAN
    last = round_trip(path)
    if last is None or winds(path[:last]) > ROUNDS:
        path = path[:int(OPEN_SPAN/SAMPLE)]
        shown = unwound(path)
        span = OPEN_SPAN if len(shown) == len(path) else SAMPLE*len(shown)
        return shown[::max(1, len(shown)//POINTS)], False, span
    # the start is repeated at the end
    return np.vstack([path[:last:max(1, last//POINTS)], path[:1]]), True, SAMPLE*last


def winds(path: np.ndarray) -> float:
    """Returns the length of a path (n, 3) in units of its own extent."""
    return float(np.linalg.norm(np.diff(path, axis=0), axis=1).sum()/np.ptp(path, axis=0).max())


def unwound(path: np.ndarray) -> np.ndarray:
    """Returns the first part of a path, as long as it does not wind over itself again and again."""
    length = np.append(0.0, np.cumsum(np.linalg.norm(np.diff(path, axis=0), axis=1)))
    extent = (np.maximum.accumulate(path) - np.minimum.accumulate(path)).max(axis=1)
    knot = length > WINDINGS*extent
    knot[:int(SHORTEST/SAMPLE)] = False
    return path[:int(knot.argmax())] if knot.any() else path


def round_trip(path: np.ndarray) -> int | None:
    """Returns the index at which a path is back at its start for the first time, or None."""
    distance = np.linalg.norm(path - path[0], axis=1)
    reach = distance.max()
    stride = np.linalg.norm(np.diff(path, axis=0), axis=1).max()
    if not reach > 4.0*stride:
        return None
    away = int((distance > 0.25*reach).argmax())
    near = distance[away:] < stride
    if not near.any():
        return None
    first = away + int(near.argmax())
    return first + int(distance[first:first + 3].argmin())
