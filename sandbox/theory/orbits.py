"""Periodic orbits of a sleigh on a turntable that are their own mirror image.

The equations of theory/section.py keep their form under x2 -> -x2, v1 -> -v1, t -> -t. An orbit that starts on the axis
of this mirror, x2 = v1 = 0, and comes back to the section v1 = 0 on that axis is closed.
"""

import itertools
from typing import NamedTuple

import numpy as np

from sandbox.theory import poincare
from sandbox.theory.poincare import Section, Until

SEEDS = 80              # of the axis, between which a sign is looked for
LONGEST = 200.0         # time within which an orbit has to come back [1/Omega]
CLOSE = 1e-6            # of x1: what comes back farther away than that is no fixed point, but a jump of the map


class Closed(NamedTuple):
    """A periodic orbit: where it crosses the axis of the mirror, its spin there, and its period; without dimension."""

    x1: float
    w: float
    period: float


def symmetric_orbits(ratio: float, energy: float, branch: int = -1, is_cancelled=None) -> list[Closed]:
    """Returns the symmetric periodic orbits of period one of the section for A^2 and E, whose w has the sign `branch`.

    x1 is looked through up to 3 A + 2 [a] on both sides;  is_cancelled  True ends the search
    """
    from scipy.optimize import brentq
    reach = 3.0*ratio**0.5 + 2.0
    section = Section(branch=branch)

    def returned(x1: float) -> np.ndarray | None:
        seeds = poincare.seeds_at(ratio, energy, x1, branch=branch)
        if not len(seeds):
            return None
        found = poincare.find_returns(ratio, seeds, section, Until(1, LONGEST, 40.0*ratio**0.5), workers=1)
        return found.points[0] if len(found.points) else None

    def miss(x1: float) -> float:
        point = returned(x1)
        return np.nan if point is None else float(point[4])

    grid = np.linspace(-reach, reach, SEEDS + 1) + 1e-3
    found: list[Closed] = []
    before = miss(grid[0])
    for low, high in itertools.pairwise(grid):
        if is_cancelled is not None and is_cancelled():
            break
        after = miss(high)
        if np.isfinite(before) and np.isfinite(after) and before*after < 0.0:
            x1 = brentq(lambda x: np.nan_to_num(miss(x)), low, high, xtol=1e-13, rtol=1e-14)
            point = returned(x1)
            if point is not None and abs(point[3] - x1) < CLOSE*(1.0 + abs(x1)):
                found.append(Closed(float(x1), float(point[2]), float(point[0])))
        before = after
    return found
