"""Hinges as the picture shows them: their axles, and which way a motor turns them."""

from dataclasses import dataclass

import numpy as np

from sandbox.compiling.rotation import matrix_of
from sandbox.mechanics import layout as lay
from sandbox.mechanics import shown_layout as shown_at
from sandbox.mechanics.world import layout as at
from sandbox.scene.built.parts import points_of
from sandbox.scene.motions import Motion
from sandbox.scene.supports.surface import Surface
from sandbox.systems.picture import Link

# an axle sticks out by this share of what turns; arrows are that much farther out
STICKS_OUT, BESIDE = 0.08, 1.06
UPRIGHT = 0.5            # cosine of the angle to the vertical below which an axle sticks out at both ends


@dataclass(frozen=True)
class PlacedHinge:
    """A hinge on which a support turns.

    support      its number;  block  where its numbers begin in p
    ends         (2, 3) of the axle, laboratory [m];  middle  (3,) of the axis within what turns [m]
    reach        how far what turns stands out from the axis [m]
    sense        1.0 where the axle goes along the axis of the hinge, else -1.0
    """

    support: int
    block: int
    ends: np.ndarray
    middle: np.ndarray
    reach: float
    sense: float


def placed_hinge(support: int, block: int, motion: Motion, surface: Surface) -> PlacedHinge:
    """Returns a hinge with the measures of the support that hangs on it and turns by `motion`."""
    e, point = np.array(motion.axis, float)/np.linalg.norm(motion.axis), np.array(motion.point, float)
    sense = 1.0 if e[2] >= 0.0 else -1.0
    away = points_of(surface) - point
    along = away @ e
    reach = float(np.linalg.norm(away - np.outer(along, e), axis=1).max()) or 1.0
    low, high = float(along.min()), float(along.max())
    if e[2] < 0.0:
        low, high, e = -high, -low, -e
    # what lies on a plate does not roll through its axle
    above = STICKS_OUT*reach if abs(e[2]) < UPRIGHT else 0.0
    ends = point + np.outer((low - STICKS_OUT*reach, high + above), e)
    return PlacedHinge(support, block, ends, point + 0.5*(low + high)*e, reach, sense)


def hinge_links(hinges: tuple[PlacedHinge, ...], supports: np.ndarray, p: np.ndarray, t: float) -> tuple[Link, ...]:
    """Returns the hinges at an instant t [s], from what is shown of supports (mechanics/shown.py)."""
    found = []
    for hinge in hinges:
        e = hinge.ends[1] - hinge.ends[0]
        e = e/np.linalg.norm(e)
        turned = np.array(matrix_of(*map(float, supports[hinge.support, shown_at.IN_SUPPORT["quaternion"]])))
        axes = turned.reshape(3, 3)
        # the angles of the support's own axes with that of the hinge stay: it is always the same one
        out = axes[:, int(np.argmin(np.round(np.abs(e @ axes), 6)))]
        out = out - (out @ e)*e
        rim = hinge.middle + BESIDE*hinge.reach*out/np.linalg.norm(out)
        turns = float(np.sign(hinge.sense*torque_of(p, hinge.block, t)))
        found.append(Link(hinge.middle, hinge.ends[0], hinge.ends[1], True, "hinge", 0.0, turns, rim))
    return tuple(found)


def torque_of(p: np.ndarray, block: int, t: float) -> float:
    """Returns the torque of a motor at rest [N m] about the axis at an instant t [s]; 0.0 where there is none."""
    if p[block + at.HAS_MOTOR] == 0.0:
        return 0.0
    signal = p[block + at.MOTOR:block + at.MOTOR + lay.SIGNAL_SIZE]
    # a torque is constant, or goes straight to where a person wants it
    return float(np.polynomial.polynomial.polyval(t - signal[lay.SIGNAL_START],
                                                  signal[lay.SIGNAL_C:lay.SIGNAL_C + 6]))
