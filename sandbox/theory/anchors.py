"""Where a closed form starts: the instants from which all parameters are constant."""

from dataclasses import dataclass
from types import SimpleNamespace

import numpy as np

from sandbox.scene.scene import Scene


@dataclass(frozen=True)
class Anchor:
    """An instant t [s] with the centre r (3,) [m], its velocity v (3,) [m/s] and the parameter values p.

    Of a system with rows r and v are its coordinates and velocities.
    """

    t: float
    r: np.ndarray
    v: np.ndarray
    p: SimpleNamespace


class Anchors:
    """The anchors of a run in order; `count` grows whenever theory begins anew."""

    def __init__(self, scene: Scene):
        self._scene = scene
        self._anchors: list[Anchor] = []
        self.count = 0

    def mark(self, t: float, r, v, values: dict):
        """Note that the parameters are constant from t on; a run that passes an instant again notes it once."""
        self.count += 1
        if not self._anchors or self._anchors[-1].t < t:
            self._anchors.append(Anchor(t, np.array(r), np.array(v), SimpleNamespace(**values)))

    def take_over(self, other: "Anchors"):
        """Take over what a run that began alike has passed; anchors themselves never change."""
        self._anchors, self.count = list(other._anchors), other.count

    def forget_after(self, t: float):
        """Drop the anchors of a future that is given up."""
        self._anchors = [anchor for anchor in self._anchors if anchor.t <= t]
        self.count += 1

    def centre(self, now: float, times) -> np.ndarray | None:
        """Returns the centre (n, 3) by the closed form at `times` (n,), from the last anchor up to `now`; or None."""
        anchor = next((a for a in reversed(self._anchors) if a.t <= now), None)
        if anchor is None or self._scene.exact is None:
            return None
        times = np.asarray(times, float)
        found = self._scene.exact(times - anchor.t, anchor.p, anchor.r, anchor.v)
        if found is None:
            return None
        columns = [np.broadcast_to(column, times.shape) for column in found]
        if len(columns) == 2:
            columns.append(np.full(times.shape, anchor.r[2]))
        return np.stack(columns, axis=-1)
