"""Parts of a bench that are turned: axis and angle of a surface, quaternion and velocity of a body."""

from math import atan2, cos, isclose, pi, sin, sqrt
from typing import Any

import numpy as np

from sandbox.compiling.rotation import matrix_of
from sandbox.scene.built.document import Word
from sandbox.scene.built.parts import turned

UP = (0.0, 0.0, 1.0)
LEVEL = (1.0, 0.0, 0.0)


def surface_turned(surface: Any, axis, angle: float, number) -> Word:
    """Returns the word of a surface turned about an axis (3,) of the laboratory through its origin by an angle [rad].

    number   number(value) -> the number that stands there
    """
    if not (isinstance(surface, Word) and surface.name == ".placed"):
        surface = Word(".placed", (("origin", (0.0, 0.0, 0.0)),), surface)
    before = turned([number(one) for one in surface.get("axis", LEVEL)], number(surface.get("angle", 0.0)))
    about, by = axis_and_angle(turned(axis, angle) @ before)
    return surface.changed("axis", about).changed("angle", by)


def start_turned(start: Word, axis, angle: float, number) -> Word:
    """Returns the start of a body turned about an axis (3,) by an angle [rad], its velocities with it."""
    R = turned(axis, angle)
    q = np.array([number(one) for one in start.get("orientation", (1.0, 0.0, 0.0, 0.0))])
    half = (cos(0.5*angle), *(sin(0.5*angle)*np.asarray(axis, dtype=float)))
    start = start.changed("orientation", tuple(_rounded(x) for x in product(half, q/np.linalg.norm(q))))
    for name in ("velocity", "omega"):
        value = start.get(name)
        if isinstance(value, tuple):
            vector = R @ np.array([*(number(one) for one in value), 0.0][:3])
            start = start.changed(name, tuple(_rounded(x) for x in vector[:len(value)]))
    return start


def product(p, q) -> tuple[float, float, float, float]:
    """Returns the quaternion of the rotation q and then p, both (4,), scalar first."""
    a, u, b, v = p[0], np.asarray(p[1:]), q[0], np.asarray(q[1:])
    w = a*v + b*u + np.cross(u, v)
    return float(a*b - u @ v), float(w[0]), float(w[1]), float(w[2])


def axis_and_angle(R: np.ndarray) -> tuple[tuple[float, float, float], float]:
    """Returns axis (3,) and angle in (-pi, pi] [rad] of a rotation (3, 3), the axis with its largest part above 0."""
    way = np.array((R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]))
    size, cosine = float(np.linalg.norm(way)), float(np.trace(R)) - 1.0
    angle = atan2(size, cosine)
    if angle < 1e-9:
        return LEVEL, 0.0
    if pi - angle < 1e-6:
        # a half turn: 1 + R is twice the axis times itself
        twice = np.eye(3) + R
        way = twice[:, int(np.argmax(np.diag(twice)))]
    axis = way/np.linalg.norm(way)
    if axis[int(np.argmax(np.abs(axis)))] < 0.0:
        axis, angle = -axis, -angle
    x, y, z = (_rounded(one) for one in axis)
    angle = pi if isclose(abs(angle), pi, abs_tol=1e-9) else angle
    return (x, y, z), _rounded(angle) if not isclose(abs(angle), 0.5*pi, abs_tol=1e-9) else 0.5*pi*np.sign(angle).item()


def matrix(q) -> np.ndarray:
    """Returns the rotation (3, 3) of a quaternion (4,), body -> laboratory."""
    size = sqrt(sum(x*x for x in q))
    return np.array(matrix_of(*(float(x)/size for x in q))).reshape(3, 3)


def _rounded(x: float) -> float:
    """A number without digits that nobody chose; those of a quaternion still make a rotation to 1e-12."""
    return round(float(x), 12) + 0.0
