"""Report of a system with rows at an instant: reactions, powers, bodies, arrows and integrals, by name."""

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


# numbers of a body and of an arrow, in order
BODY_SIZES = BodyMotion(3, 3, 3, 9)
ARROW_SIZES = Arrow(3, 3)


class ReportLayout:
    """Places of a report's numbers: the fields of RowsReport in their order, `counts` numbers each."""

    def __init__(self, counts: RowsReport):
        ends = np.cumsum(counts).tolist()
        self._places = RowsReport(*(slice(end - count, end) for count, end in zip(counts, ends, strict=True)))
        self.size = ends[-1]

    def read(self, numbers: np.ndarray) -> RowsReport:
        """Takes the numbers (size,) that the compiled report filled in and returns them by name."""
        parts = RowsReport(*(numbers[place] for place in self._places))
        bodies = (BodyMotion(*parts_of(body, BODY_SIZES)) for body in parts.bodies.reshape(-1, sum(BODY_SIZES)))
        return parts._replace(
            power_of_forces=float(parts.power_of_forces[0]), power_of_motion=float(parts.power_of_motion[0]),
            bodies=tuple(body._replace(rotation=body.rotation.reshape(3, 3)) for body in bodies),
            arrows=tuple(Arrow(*parts_of(arrow, ARROW_SIZES)) for arrow in parts.arrows.reshape(-1, sum(ARROW_SIZES))))


def parts_of(numbers, sizes) -> list:
    """Takes a sequence and returns it cut into consecutive parts of these sizes."""
    ends = np.cumsum(sizes).tolist()
    return [numbers[end - size:end] for size, end in zip(sizes, ends, strict=True)]
