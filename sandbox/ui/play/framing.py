"""How a camera has to look so that all that a challenge is about is in the free part of the picture."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import cos, sin
from typing import Any

import numpy as np

ROUNDS = 80              # of which each takes away half of what is off, about
ENOUGH = 0.5             # [px]
WAYS = np.vstack((np.eye(3), -np.eye(3)))


@dataclass(frozen=True)
class Free:
    """The part of a picture in which everything is to be [px], and the least half height of the picture [m]."""

    left: float
    top: float
    right: float
    bottom: float
    least: float


def around(places: Sequence, radii: Sequence[float]) -> np.ndarray:
    """Returns the ends (6 n, 3) of three lines through each place (n, 3), as long as its radius to each side [m]."""
    return np.vstack([np.asarray(place) + radius*WAYS for place, radius in zip(places, radii, strict=True)])


def look_at(eye: Any, middle: np.ndarray, elevation: float, size: float) -> Any:
    """Returns the eye (view/pick/eye.py) that looks along y and down by `elevation` [rad] at a point, with a picture of
    half height `size` [m] there, or half width where that is the shorter side.
    """
    forward = np.array((0.0, cos(elevation), -sin(elevation)))
    distance = size*max(1.0, eye.height/eye.width)/eye.scale
    return replace(eye, place=middle - distance*forward, forward=forward, distance=distance,
                   up=np.array((0.0, sin(elevation), cos(elevation))))


def framed(eye: Any, points: np.ndarray, elevation: float, free: Free) -> tuple[np.ndarray, float]:
    """Returns what to look at (3,) and the half height of the picture there [m], so that points (n, 3) [m] just fill
    the free part in one direction, in its middle in the other one.
    """
    low, high = points.min(axis=0), points.max(axis=0)
    middle, size = 0.5*(low + high), max(free.least, float(np.linalg.norm(high - low)))
    for _round in range(ROUNDS):
        now = look_at(eye, middle, elevation, size)
        seen = now.project(points)
        if not np.isfinite(seen).all():
            # what is behind the eye
            size *= 2.0
            continue
        (left, top), (right, bottom) = seen.min(axis=0), seen.max(axis=0)
        share = max((right - left)/(free.right - free.left), (bottom - top)/(free.bottom - free.top))
        across, down = 0.5*(left + right - free.left - free.right), 0.5*(top + bottom - free.top - free.bottom)
        # by half of it: what is near the eye grows faster than what is looked at
        wanted = max(free.least, size*share**0.5)
        if abs(across) + abs(down) < ENOUGH and abs(wanted/size - 1.0) < 5e-4:
            break
        metres = 0.5*now.pixel(middle)
        middle = middle + metres*(across*now.right - down*now.up)
        size = wanted
    return middle, size
