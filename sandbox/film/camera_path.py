"""How the camera of a film moves by itself: along keyframes, about what it looks at, after a body with ease.

All of it follows from the states of the run and the numbers of frames, so the same film has the same bytes.
"""

from collections.abc import Mapping, Sequence
from math import hypot, log, tan
from typing import Any

import numpy as np

from sandbox.errors import BadValue
from sandbox.text import _
from sandbox.view.camera import FIELD

NEAREST = 1e-3           # [m] of an eye from what it looks at


def distance_of(span: float, size) -> float:
    """Returns the distance [m] of an eye from what it looks at.

    span   vpython's `range`, half of the shorter side of the picture there [m];  size  of the picture (width, height)
    """
    width, height = size
    return (span if width >= height else span*height/width)/tan(FIELD/2)


def span_of(distance: float, size) -> float:
    """Returns vpython's `range` [m] for a distance of the eye [m], see distance_of."""
    width, height = size
    return distance*tan(FIELD/2)*(1.0 if width >= height else width/height)


class Ease:
    """A point that follows another one like a critically damped spring, fixed to where that one is and how it moves.

        e'' + 2 w e' + w^2 e = -p'',    w = 2/T,    e = x - p

    so it lags behind a motion only while its velocity changes, and a jump of the velocity is round after the time T.
    The equation is solved in closed form from frame to frame, between which p is taken to move straight.

    seconds   T, of film [s]
    """

    def __init__(self, seconds: float):
        self._w = 2.0/seconds
        self._goal: np.ndarray | None = None
        self._velocity: np.ndarray | None = None
        self._error = self._rate = np.zeros(3)

    def follow(self, point, dt: float) -> np.ndarray:
        """Returns the following point (3,) when the other one is at `point` (3,), dt [s] of film after the last."""
        point = np.asarray(point, float)
        if self._goal is None:
            self._goal = point
            return point
        velocity = (point - self._goal)/dt
        if self._velocity is None:
            # a film begins in the middle of the motion, not with a jerk
            self._velocity = velocity
        rate = self._rate - (velocity - self._velocity)
        w, decay = self._w, np.exp(-self._w*dt)
        slope = rate + w*self._error
        self._error = (self._error + slope*dt)*decay
        self._rate = slope*decay - w*self._error
        self._goal, self._velocity = point, velocity
        return point + self._error


class KeyPath:
    """The look of a camera (six numbers, rig.py) along keyframes, of monotone cubic pieces at rest at both ends.

    keys    {"t", "at", "azimuth", "elevation", "distance", "eye"} as in shape.py, checked
    first   look from which the first one takes what it does not say;  size  of the picture [px]
    """

    def __init__(self, keys: Sequence[Mapping], first, size):
        self._size = size
        rows, row = [], [*first[:5], log(distance_of(first[5], size))]
        for key in keys:
            row = completed(key, row)
            rows.append(row)
        self._t = np.array([key["t"] for key in keys], float)
        self._rows = np.array(rows, float)
        self._curve: Any = None
        if len(rows) > 1:
            # scipy is loaded for films that want it only
            from scipy.interpolate import CubicHermiteSpline, PchipInterpolator
            slopes = PchipInterpolator(self._t, self._rows).derivative()(self._t) if len(rows) > 2 else np.zeros((2, 6))
            slopes[0] = slopes[-1] = 0.0
            self._curve = CubicHermiteSpline(self._t, self._rows, slopes)

    def look(self, t: float) -> list[float]:
        """Returns the look at a time [s]; before the first and after the last keyframe it is theirs."""
        t = min(max(t, float(self._t[0])), float(self._t[-1]))
        row = (self._rows[0] if self._curve is None else self._curve(t)).tolist()
        return [*row[:5], span_of(float(np.exp(row[5])), self._size)]


def completed(key: Mapping, before: list[float]) -> list[float]:
    """Returns a keyframe as a row: at (3) [m], azimuth, elevation [rad], logarithm of the distance [m]."""
    at = list(key.get("at", before[:3]))
    if "eye" not in key:
        return [*at, key.get("azimuth", before[3]), key.get("elevation", before[4]),
                log(key["distance"]) if "distance" in key else before[5]]
    x, y, z = (a - e for a, e in zip(at, key["eye"], strict=True))
    level = hypot(x, y)
    if hypot(level, z) < NEAREST:
        raise BadValue(_("film, keyframe at t = {t:g} s: the eye is where it looks at").format(t=key["t"]))
    azimuth = float(np.arctan2(x, y)) if level > 0.0 else before[3]
    # the way that is the shorter one
    azimuth += 2*np.pi*round((before[3] - azimuth)/(2*np.pi))
    return [*at, azimuth, float(np.arctan2(-z, level)), log(hypot(level, z))]


class CameraPath:
    """What the camera of a film does in each of its frames.

    recipe   has orbit, ease, keys, camera, size and fps;  first  the look before the first frame
    """

    def __init__(self, recipe, first):
        self._orbit, self._dt, self._frames = recipe.orbit, 1.0/recipe.fps, 0
        self._ease = Ease(recipe.ease) if recipe.ease > 0.0 and recipe.camera == "follow" else None
        self._keys = KeyPath(recipe.keys, first, recipe.size) if recipe.keys else None

    def next(self, t: float, followed) -> dict:
        """Returns what the page is told of the next frame: look, turn about its point [rad], point that is followed.

        t   of the run [s];  followed  (3,) point of the body that a following camera looks at [m]
        """
        told: dict = {"turn": self._orbit*self._frames*self._dt}
        if self._keys is not None:
            told["look"] = self._keys.look(t)
        if self._ease is not None:
            told["eased"] = self._ease.follow(followed, self._dt).tolist()
        self._frames += 1
        return told
