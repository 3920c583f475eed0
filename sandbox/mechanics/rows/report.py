"""Report of a system with rows at an instant: reactions, powers, bodies, arrows and integrals, by name."""

from collections.abc import Iterable, Mapping
from itertools import accumulate, pairwise
from typing import NamedTuple

import numpy as np


class BodyMotion(NamedTuple):
    """Motion of a drawn body in the support's rest axes, from the body's formula."""

    centre: np.ndarray       # (3,) [m]
    velocity: np.ndarray     # (3,) [m/s]
    spin: np.ndarray         # (3,) angular velocity [rad/s]
    rotation: np.ndarray     # (3, 3) body -> rest axes


class Arrow(NamedTuple):
    """Where the reaction of a row is drawn, in the support's rest axes."""

    point: np.ndarray        # (3,) [m]
    direction: np.ndarray    # (3,)


class RowsReport(NamedTuple):
    """A state of a system with rows, evaluated."""

    lam: np.ndarray                   # (rows,) reactions
    h: np.ndarray                     # (rows,) slips A v - b
    power_of_forces: float            # (v - Y).Q [W]
    power_of_motion: float            # gauge' - dL(Y) [W]
    power_of_rows: np.ndarray         # (rows,) [W]
    bodies: tuple[BodyMotion, ...]
    arrows: tuple[Arrow, ...]         # of the rows that have one, in their order
    integrals: np.ndarray             # (integrals,)
    integral_rates: np.ndarray        # (integrals,) their derivatives along the motion


# how many numbers each field of a body and of an arrow is
BODY = {"centre": 3, "velocity": 3, "spin": 3, "rotation": 9}
ARROW = {"point": 3, "direction": 3}


class ReportLayout:
    """Places of a report's numbers: fields of RowsReport in the given order, so many numbers each."""

    def __init__(self, counts: Mapping[str, int]):
        self._names, self._counts = tuple(counts), tuple(counts.values())
        self.size = sum(self._counts)

    def read(self, numbers: np.ndarray) -> RowsReport:
        """Takes the numbers (size,) that the compiled report filled in and returns them by name."""
        parts = dict(zip(self._names, parts_of(numbers, self._counts), strict=True))
        bodies = [dict(zip(BODY, parts_of(body, BODY.values()), strict=True))
                  for body in parts.pop("bodies").reshape(-1, sum(BODY.values()))]
        arrows = [dict(zip(ARROW, parts_of(arrow, ARROW.values()), strict=True))
                  for arrow in parts.pop("arrows").reshape(-1, sum(ARROW.values()))]
        return RowsReport(
            power_of_forces=float(parts.pop("power_of_forces")[0]),
            power_of_motion=float(parts.pop("power_of_motion")[0]),
            bodies=tuple(BodyMotion(rotation=body.pop("rotation").reshape(3, 3), **body) for body in bodies),
            arrows=tuple(Arrow(**arrow) for arrow in arrows), **parts)


def parts_of(numbers, sizes: Iterable[int]) -> list:
    """Takes a sequence and returns it cut into consecutive parts of these sizes."""
    ends = accumulate(sizes)
    return [numbers[begin:end] for begin, end in pairwise((0, *ends))]
