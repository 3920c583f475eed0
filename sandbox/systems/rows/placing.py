"""Start of a system with rows as numbers: coordinates and velocities of an At, rotations as unit quaternions."""

import numpy as np

from sandbox.compiling.rotation import matrix_of
from sandbox.errors import BadValue
from sandbox.scene.constrained import At, Constrained, Rotation
from sandbox.text import _


def numbers_of(system: Constrained, start: At, where: str) -> np.ndarray:
    """Takes a start and returns its coordinates and velocities (nq + nv,), or raises BadValue."""
    found = []
    for word, entries in (("q", start.q), ("v", start.v)):
        if len(entries) != len(system.coordinates):
            raise BadValue(_("{where}, start, {word}: got {found} entries, needs {needed}").format(
                where=where, word=word, found=len(entries), needed=len(system.coordinates)))
        for coordinate, entry in zip(system.coordinates, entries, strict=True):
            is_turning = isinstance(coordinate, Rotation)
            name = coordinate.name if is_turning else coordinate
            sizes = (1,) if not is_turning else (4, 9) if word == "q" else (3,)
            try:
                numbers = np.asarray(entry, float).ravel()
            except (TypeError, ValueError):
                numbers = np.zeros(0)
            if numbers.size not in sizes or not np.all(np.isfinite(numbers)):
                raise BadValue(_("{where}, start, {word} of '{name}': got {found}, needs {sizes} finite numbers"
                                 ).format(where=where, word=word, name=name, found=entry,
                                          sizes=_(" or ").join(map(str, sizes))))
            found.append(_unit(numbers, where, name) if numbers.size in (4, 9) else numbers)
    return np.concatenate(found)


def _unit(numbers: np.ndarray, where: str, name: str) -> np.ndarray:
    """Takes a quaternion or a rotation matrix, perhaps of rounded digits, and returns the unit quaternion."""
    if numbers.size == 4:
        if not np.linalg.norm(numbers) > 0.0:
            raise BadValue(_("{where}, start, q of '{name}': got the zero quaternion").format(where=where, name=name))
        return numbers/np.linalg.norm(numbers)
    R = numbers.reshape(3, 3)
    if np.abs(R @ R.T - np.eye(3)).max() > 1e-6 or np.linalg.det(R) < 0.0:
        raise BadValue(_("{where}, start, q of '{name}': needs a rotation matrix").format(where=where, name=name))
    q = quaternion_of(R)
    for _i in range(2):
        # what is left of the rotation, as a small angle
        rest = np.array(matrix_of(*q)).reshape(3, 3).T @ R
        w = 0.5*np.array([rest[2, 1] - rest[1, 2], rest[0, 2] - rest[2, 0], rest[1, 0] - rest[0, 1]])
        q = q + 0.5*np.array([-(q[1:] @ w), *(q[0]*w + np.cross(q[1:], w))])
        q /= np.linalg.norm(q)
    return q


def quaternion_of(R: np.ndarray) -> np.ndarray:
    """Takes a rotation matrix (3, 3) and returns its quaternion (4,), scalar first, by its largest component."""
    K = np.array([[R[0, 0] + R[1, 1] + R[2, 2], R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]],
                  [0.0, R[0, 0] - R[1, 1] - R[2, 2], R[0, 1] + R[1, 0], R[0, 2] + R[2, 0]],
                  [0.0, 0.0, R[1, 1] - R[0, 0] - R[2, 2], R[1, 2] + R[2, 1]],
                  [0.0, 0.0, 0.0, R[2, 2] - R[0, 0] - R[1, 1]]])
    K = K + np.triu(K, 1).T + np.eye(4)
    column = K[int(np.argmax(np.diag(K)))]
    return column/np.linalg.norm(column)
