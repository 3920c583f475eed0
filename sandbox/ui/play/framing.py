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


def largest_free(wide: float, high: float, taken: tuple[float, float, float, float]) -> Free:
    """Returns the part of a picture beside what lies in it that is widest and highest [px].

    taken   left, top, right, bottom of what lies there [px]
    """
    left, top, right, bottom = taken
    parts = [Free(0.0, 0.0, left, high, 0.0), Free(right, 0.0, wide, high, 0.0), Free(0.0, 0.0, wide, top, 0.0),
             Free(0.0, bottom, wide, high, 0.0)]
    return max(parts, key=lambda one: min(one.right - one.left, one.bottom - one.top))


def moved_into(free: Free, wide: float, high: float, middle: np.ndarray, look: tuple[float, float, float]
               ) -> tuple[np.ndarray, float]:
    """Returns what a camera looks at (3,) [m], and how much it shows, so that what it would have in its middle is in
    the middle of a part of the picture, as large against that as against the whole one.

    wide, high   of the picture [px];  look   azimuth, elevation [rad], half of the picture's shorter side [m]
    """
    azimuth, elevation, size = look
    size *= min(wide, high)/min(free.right - free.left, free.bottom - free.top)
    metres = 2.0*size/min(wide, high)
    right = np.array((cos(azimuth), -sin(azimuth), 0.0))
    up = np.array((sin(azimuth)*sin(elevation), cos(azimuth)*sin(elevation), cos(elevation)))
    across, down = 0.5*(free.left + free.right - wide), 0.5*(free.top + free.bottom - high)
    return middle + metres*(down*up - across*right), size
