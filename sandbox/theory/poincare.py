"""Surfaces of section of the sleigh on a turntable: many orbits side by side, to arrays and CSV.

Everything is dimensionless: time in 1/Omega, lengths in the sleigh's offset a (theory/section.py).
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from sandbox.errors import BadValue
from sandbox.integration.taylor import LAST
from sandbox.text import _
from sandbox.theory import section as sections
from sandbox.theory.following import Condition
from sandbox.theory.returns import EVER, Flow, Returns, Until, find

VARIABLES = {name: place for place, name in enumerate(sections.STATE)}


@dataclass(frozen=True)
class Section:
    """The condition `variable` = `level`, crossed upwards (rising 1), downwards (-1) or both ways (0).

    branch   sign of the relative spin w that a return must have, 0 for any
    """

    variable: str = "v1"
    level: float = 0.0
    rising: int = 1
    branch: int = -1

    def __post_init__(self):
        if self.variable not in VARIABLES:
            raise BadValue(_("section: got {found!r}, needs one of {known}").format(
                found=self.variable, known=", ".join(VARIABLES)))
        if self.rising not in (-1, 0, 1) or self.branch not in (-1, 0, 1) or not np.isfinite(self.level):
            raise BadValue(_("section: rising and branch need -1, 0 or 1, level a finite number"))


def energy(ratio: float, states) -> np.ndarray:
    """Takes A^2 and states (..., 4) and returns their E (...)."""
    v1, w, x1, x2 = np.moveaxis(np.asarray(states, float), -1, 0)
    return 0.5*(v1*v1 + ratio*w*w - (x1 + 1.0)**2 - x2*x2)


def seeds_at(ratio: float, energy: float, x1, x2=0.0, v1=0.0, branch: int = -1) -> np.ndarray:
    """Takes points (x1, x2), broadcast, and returns starts (n, 4) of energy E whose w has the sign `branch`.

    Points at which there is none are left out:

        A^2 w^2 = 2 E - v1^2 + (x1 + 1)^2 + x2^2
    """
    x1, x2, v1 = np.broadcast_arrays(*(np.atleast_1d(np.asarray(x, float)) for x in (x1, x2, v1)))
    square = (2.0*energy - v1*v1 + (x1 + 1.0)**2 + x2*x2)/ratio
    fine = square >= 0.0
    w = (1.0 if branch >= 0 else -1.0)*np.sqrt(square[fine])
    return np.stack([v1[fine], w, x1[fine], x2[fine]], axis=-1)


def find_returns(ratio: float, seeds, section: Section = Section(), until: Until = EVER,
                 workers: int | None = None, progress: Callable[[float], None] | None = None,
                 is_cancelled: Callable[[], bool] | None = None) -> Returns:
    """Takes A^2 >= 1 and starts `seeds` (n, 4) and returns where their orbits come back to the section.

    until     when an orbit ends;  workers  threads, None for one on each core
    progress  called with the finished share from time to time;  is_cancelled  called as often: True ends the work, and
              the returns found by then are returned
    """
    seeds = np.atleast_2d(np.asarray(seeds, float))
    if not (np.isfinite(ratio) and ratio >= 1.0):
        raise BadValue(_("section: got A^2 = {found}, needs a number of at least 1").format(found=ratio))
    if seeds.ndim != 2 or seeds.shape[1] != 4 or not np.all(np.isfinite(seeds)):
        raise BadValue(_("section: seeds need four finite numbers each: v1, w, x1, x2"))
    condition = Condition(VARIABLES[section.variable], float(section.level), section.rising, sections.W, section.branch)
    return find(flow_of(float(ratio), until.distance), seeds, condition, until, workers, progress, is_cancelled)


def flow_of(ratio: float, distance: float = 400.0) -> Flow:
    """Returns the equations of a sleigh of A^2, which end at a distance from the axis [a]."""
    return Flow(sections.STATE, np.array([ratio, float(distance)]), sections.series,
                sections.series_of_two, sections.room_left, lambda states: energy(ratio, states), len(sections.STATE),
                LAST)
