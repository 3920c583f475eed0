"""From the mouse to points of the laboratory: planes through what is held, rotations from one normal to another."""

import numpy as np

from sandbox.compiling.rotation import matrix_of

GRAZING = 0.08           # sine of the angle between ray and plane below which the plane is seen edge-on
FAR = 6.0                # of the eye's distance from what it looks at: nothing is moved beyond


def axes_of(quaternion) -> np.ndarray:
    """Returns the rotation matrix (3, 3) of a unit quaternion (4,), scalar first."""
    return np.array(matrix_of(*map(float, quaternion)), dtype=float).reshape(3, 3)


def unit(vector) -> np.ndarray:
    """Returns a vector (3,) with length 1; a vector without length as it is."""
    vector = np.asarray(vector, dtype=float)
    size = float(np.sqrt(vector @ vector))
    return vector/size if size > 0.0 else vector


def on_plane(eye, x: float, y: float, point, normal) -> np.ndarray:
    """Returns the point (3,) [m] of a plane that is under the point (x, y) of the picture [px].

    point, normal   (3,) of the plane; one that is seen edge-on is met in the plane across the view, and along it
    """
    point, normal, way = np.asarray(point, dtype=float), np.asarray(normal, dtype=float), eye.ray(x, y)
    slope = float(way @ normal)
    if abs(slope) > GRAZING:
        t = float((point - eye.place) @ normal)/slope
        if 0.0 < t < FAR*eye.distance:
            return eye.place + t*way
    t = float((point - eye.place) @ eye.forward)/float(way @ eye.forward)
    met = eye.place + max(t, 0.0)*way
    return met - float((met - point) @ normal)*normal


def on_line(eye, x: float, y: float, point, along) -> np.ndarray:
    """Returns the point (3,) [m] of a line that is nearest to the ray through (x, y) [px].

    point, along   (3,) of the line, `along` a unit vector
    """
    point, along, way = np.asarray(point, dtype=float), np.asarray(along, dtype=float), eye.ray(x, y)
    across = float(way @ along)
    to = point - eye.place
    rest = 1.0 - across*across
    if rest < GRAZING**2:
        return point
    s = (across*float(to @ way) - float(to @ along))/rest
    return point + np.clip(s, -FAR*eye.distance, FAR*eye.distance)*along


def tangents(normal, towards) -> tuple[np.ndarray, np.ndarray]:
    """Returns two unit vectors (3,) along a plane: the first nearest to `towards` (3,), the second n x first."""
    normal, towards = unit(normal), np.asarray(towards, dtype=float)
    first = towards - float(towards @ normal)*normal
    if float(first @ first) < 1e-12:
        first = np.cross(normal, (0.0, 0.0, 1.0) if abs(normal[2]) < 0.9 else (1.0, 0.0, 0.0))
    first = unit(first)
    return first, np.cross(normal, first)


def turning(before, after) -> np.ndarray:
    """Returns the smallest rotation (3, 3) that takes one unit vector (3,) to another."""
    before, after = unit(before), unit(after)
    axis, cosine = np.cross(before, after), float(before @ after)
    if cosine < -1.0 + 1e-9:
        side = tangents(before, (1.0, 0.0, 0.0))[0]
        return 2.0*np.outer(side, side) - np.eye(3)
    K = np.array(((0.0, -axis[2], axis[1]), (axis[2], 0.0, -axis[0]), (-axis[1], axis[0], 0.0)))
    return np.eye(3) + K + K @ K/(1.0 + cosine)


def circle(centre, normal, radius: float, towards, count: int = 64) -> np.ndarray:
    """Returns points (n, 3) of a circle [m], from the direction `towards` (3,) on, anticlockwise about its normal."""
    first, second = tangents(normal, towards)
    angle = np.linspace(0.0, 2*np.pi, count, endpoint=False)[:, None]
    return np.asarray(centre) + radius*(np.cos(angle)*first + np.sin(angle)*second)


def angle_about(point, centre, normal, towards) -> float:
    """Returns the angle of a point (3,) about an axis through a centre, from the direction `towards` on [rad]."""
    first, second = tangents(normal, towards)
    rel = np.asarray(point, dtype=float) - centre
    return float(np.arctan2(rel @ second, rel @ first))


def turned_by(after: float, before: float) -> float:
    """Returns the angle between two angles, -pi..pi [rad]."""
    return float((after - before + np.pi) % (2*np.pi) - np.pi)


def turned(vector, axis, angle: float) -> np.ndarray:
    """Returns a vector (3,) turned about an axis (3,) by an angle [rad] (Rodrigues)."""
    e, c = unit(np.asarray(axis, dtype=float)), np.cos(angle)
    return c*vector + np.sin(angle)*np.cross(e, vector) + (1.0 - c)*float(e @ vector)*e
