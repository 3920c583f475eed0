"""The way of any body of a run on its support, from the states that are kept for plots."""

import numpy as np

from sandbox.mechanics.shown_places import IN_SUPPORT
from sandbox.run.branches import way_of
from sandbox.run.rows import Rows
from sandbox.run.trace import Way
from sandbox.scene.bodies import Ball

ABOVE = 1e-7             # of its radius: a ball that is higher above its support is in flight


def way_of_body(run, body: int, begin: float, end: float) -> Way:
    """Returns the way of a body between two times [s], as far as it is kept."""
    if body == 0:
        return way_of(run, begin, end)
    rows = run.watch().states().rows
    first, last = np.searchsorted(rows.t, begin), np.searchsorted(rows.t, end, side="right")
    kept, support = slice(int(first), int(last)), rows.supports[first:last, 0]
    return Way(rows.t[kept].copy(), rows.contact[kept, body].copy(), rows.normal[kept, body].copy(),
               _is_aloft(run, rows, body)[kept], support[:, IN_SUPPORT["position"]].copy(),
               support[:, IN_SUPPORT["quaternion"]].copy(), rows.centre[kept, body].copy(),
               rows.quaternion[kept, body].copy())


def _is_aloft(run, rows: Rows, body: int) -> np.ndarray:
    """Whether a body flies (n,): modes are not kept, so a ball is measured; others do where nothing presses on them."""
    one = run.bodies[body]
    if isinstance(one, Ball):
        height = np.einsum("ni,ni->n", rows.centre[:, body] - rows.contact[:, body], rows.normal[:, body])
        return height > one.radius*(1.0 + ABOVE)
    return rows.N[:, body] <= 0.0 if "normal" in run.system.arrows else np.zeros(len(rows), bool)
