"""What the camera holds at first: of a table the top, of a slope also what it stands on."""

from dataclasses import dataclass
from types import SimpleNamespace

import numpy as np
import pytest

from sandbox.view.picture.framing import framed

CORNERS = np.array(((1.0, 0.5, 0.0), (-1.0, 0.5, 0.0), (-1.0, -0.5, 0.0), (1.0, -0.5, 0.0)))
NOTHING, HERE = np.empty((0, 3)), np.zeros(3)
BODY = SimpleNamespace(size=0.03, height=0.06)


@dataclass
class Board:
    """A board with legs of a length."""

    legs: float
    is_flat: bool = True
    is_board: bool = True
    size: float = 1.0

    @property
    def outline(self):
        return CORNERS

    @property
    def base(self):
        return CORNERS - (0.0, 0.0, self.legs)

    def project(self, points):
        return points, np.tile((0.0, 0.0, 1.0), (len(points), 1))


def turned(degrees: float) -> np.ndarray:
    """A board's axes, tilted about y."""
    angle = np.deg2rad(degrees)
    return np.array(((np.cos(angle), 0.0, np.sin(angle)), (0.0, 1.0, 0.0), (-np.sin(angle), 0.0, np.cos(angle))))


@pytest.mark.parametrize("degrees, sees_legs", [(0.0, False), (0.5, False), (2.0, True), (20.0, True)])
def test_legs_are_framed_where_they_show_a_slope(degrees, sees_legs):
    short, long = (framed(Board(legs), BODY, NOTHING, HERE, turned(degrees)) for legs in (0.7, 1.4))
    assert (short != long) == sees_legs
    # the top is in the picture in any case: half a width of 1 m at least, as far as the camera sees it aslant
    assert all(picture[4] > 0.9 for picture in (short, long))
