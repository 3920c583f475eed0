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
    """A state of a system with rows, evaluated; of n states all arrays have n before these shapes."""

    lam: np.ndarray                   # (rows,) reactions
    h: np.ndarray                     # (rows,) slips A v - b
    power_of_forces: np.ndarray       # () (v - Y).Q [W]
    power_of_motion: np.ndarray       # () gauge' - dL(Y) [W]
    power_of_rows: np.ndarray         # (rows,) [W]
    bodies: tuple[BodyMotion, ...]
    arrows: tuple[Arrow, ...]         # of the rows that have one, in their order
    integrals: np.ndarray             # (integrals,)
    integral_rates: np.ndarray        # (integrals,) their derivatives along the motion
    energies: np.ndarray              # (2,) kinetic energy T, potential U [J]


# how many numbers each field of a body and of an arrow is
BODY = {"centre": 3, "velocity": 3, "spin": 3, "rotation": 9}
ARROW = {"point": 3, "direction": 3}


class ReportLayout:
    """Places of a report's numbers: fields of RowsReport in the given order, so many numbers each."""

    def __init__(self, counts: Mapping[str, int]):
        self.size = sum(counts.values())
        parts = dict(zip(counts, parts_of(range(self.size), counts.values()), strict=True))
        self._bodies, self._arrows = _records(parts.pop("bodies"), BODY), _records(parts.pop("arrows"), ARROW)
        self._forces, self._motion = parts.pop("power_of_forces").start, parts.pop("power_of_motion").start
        self._arrays = {name: slice(part.start, part.stop) for name, part in parts.items()}

    def read(self, numbers: np.ndarray) -> RowsReport:
        """Takes the numbers (..., size) that the compiled report filled in and returns them by name."""
        several = numbers.shape[:-1]
        return RowsReport(
            power_of_forces=numbers[..., self._forces], power_of_motion=numbers[..., self._motion],
            bodies=tuple([BodyMotion(numbers[..., centre], numbers[..., velocity], numbers[..., spin],
                                     numbers[..., rotation].reshape(*several, 3, 3))
                          for centre, velocity, spin, rotation in self._bodies]),
            arrows=tuple([Arrow(numbers[..., point], numbers[..., direction]) for point, direction in self._arrows]),
            **{name: numbers[..., part] for name, part in self._arrays.items()})

    @property
    def body_places(self) -> list[int]:
        """The first place of each body."""
        return [first.start for first, *_others in self._bodies]

    @property
    def arrow_places(self) -> list[tuple[int, int]]:
        """The first places of point and direction of each arrow."""
        return [(point.start, direction.start) for point, direction in self._arrows]

    def reactions(self, numbers: np.ndarray) -> np.ndarray:
        """Takes the numbers (..., size) of reports and returns the reactions alone."""
        return numbers[..., self._arrays["lam"]]

    def integrals(self, numbers: np.ndarray) -> np.ndarray:
        """Takes the numbers (..., size) of reports and returns the integrals alone."""
        return numbers[..., self._arrays["integrals"]]


def _records(places: range, fields: Mapping[str, int]) -> list[tuple[slice, ...]]:
    """Takes the places of records with these fields and returns the places of the fields of each record."""
    size = sum(fields.values())
    records = (parts_of(places[first:first + size], fields.values()) for first in range(0, len(places), size))
    return [tuple(slice(part.start, part.stop) for part in record) for record in records]


def parts_of(numbers, sizes: Iterable[int]) -> list:
    """Takes a sequence and returns it cut into consecutive parts of these sizes."""
    ends = accumulate(sizes)
    return [numbers[begin:end] for begin, end in pairwise((0, *ends))]
