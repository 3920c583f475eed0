"""The ghost: the path that the closed form of a scene predicts, and how far the run is from it."""

from collections.abc import Callable

import numpy as np

from sandbox.text import _

SPAN, SAMPLE = 60.0, 0.01      # [s] looked through for a closed path, and how finely
OPEN_SPAN = 20.0               # [s] shown of a path that does not close
SHORTEST = 4.0                 # [s] shown of one that winds over itself
WINDINGS = 6.0                 # lengths of its own extent after which such a path is cut: more would be a knot of lines
POINTS = 400                   # most points handed to the picture


class Theory:
    """Predicts the path of the centre; asks the closed form anew only when its start has changed.

    distance   from the body to where the closed form has it [m], or None where nothing is known
    """

    def __init__(self, tell: Callable[[str], None]):
        self._tell = tell
        self.forget()

    def forget(self):
        """Another run begins."""
        self.distance = None
        self._has_failed = False
        self._key = None
        self._valid = (0.0, 0.0)

    def look(self, simulation, snapshot) -> tuple:
        """(path,) when it is another one than before, else (): (n, 3) points [m], or None where nothing is known.

        A scene whose closed form fails goes on without, and says so once.
        """
        if self._has_failed:
            return ()
        try:
            return self._look(simulation, snapshot)
        except Exception as error:
            self._has_failed, self.distance = True, None
            self._tell(_("scene '{scene}': {kind} in exact: {error}").format(
                scene=simulation.scene.id, kind=type(error).__name__, error=error))
            return (None,)

    def _look(self, simulation, snapshot) -> tuple:
        t = snapshot.t
        here = simulation.ghost(np.array([t]))
        is_known = here is not None
        self.distance = float(np.linalg.norm(here[0] - snapshot.bodies[0].centre)) if is_known else None
        key = (is_known, sum(command.step <= simulation.step for command in simulation.commands))
        if key == self._key and (not is_known or self._valid[0] <= t <= self._valid[1]):
            return ()
        self._key = key
        if not is_known:
            return (None,)
        path, is_closed, span = predicted_path(simulation, t)
        self._valid = (0.0, np.inf) if is_closed else (t, t + 0.5*span)
        return (path,)


def predicted_path(simulation, t: float) -> tuple[np.ndarray | None, bool, float]:
    """The path from t on, cut after one round if it closes; whether it does; and the time that is shown [s]."""
    path = np.asarray(simulation.ghost(t + np.arange(0.0, SPAN, SAMPLE)), float)
    bad = ~np.isfinite(path).all(axis=1)
    if bad.any():
        path = path[:int(bad.argmax())]
    if len(path) < 2:
        return None, False, OPEN_SPAN
    last = round_trip(path)
    if last is None:
        path = path[:int(OPEN_SPAN/SAMPLE)]
        shown = unwound(path)
        span = OPEN_SPAN if len(shown) == len(path) else SAMPLE*len(shown)
        return shown[::max(1, len(shown)//POINTS)], False, span
    # the start is repeated at the end
    return np.vstack([path[:last:max(1, last//POINTS)], path[:1]]), True, SAMPLE*last


def unwound(path: np.ndarray) -> np.ndarray:
    """The first part of a path, as long as it does not wind over itself again and again."""
    length = np.append(0.0, np.cumsum(np.linalg.norm(np.diff(path, axis=0), axis=1)))
    extent = (np.maximum.accumulate(path) - np.minimum.accumulate(path)).max(axis=1)
    knot = length > WINDINGS*extent
    knot[:int(SHORTEST/SAMPLE)] = False
    return path[:int(knot.argmax())] if knot.any() else path


def round_trip(path: np.ndarray) -> int | None:
    """Index at which a path is back at its start for the first time, or None."""
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
