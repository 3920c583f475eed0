"""Rotation matrices and quaternions, scalar first, for the oracles."""

from math import sqrt

import numpy as np


def rotation_of(quat):
    """Rotation matrix of a quaternion (4,), scalar first, any length."""
    w, x, y, z = quat/sqrt(quat @ quat)
    return np.array([[1 - 2*(y*y + z*z), 2*(x*y - w*z), 2*(x*z + w*y)],
                     [2*(x*y + w*z), 1 - 2*(x*x + z*z), 2*(y*z - w*x)],
                     [2*(x*z - w*y), 2*(y*z + w*x), 1 - 2*(x*x + y*y)]])


def quaternion_of(R):
    """Quaternion (4,), scalar first and not negative, of a rotation matrix (by its largest component)."""
    K = np.array([[R[0, 0] + R[1, 1] + R[2, 2], R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]],
                  [0.0, R[0, 0] - R[1, 1] - R[2, 2], R[0, 1] + R[1, 0], R[0, 2] + R[2, 0]],
                  [0.0, 0.0, R[1, 1] - R[0, 0] - R[2, 2], R[1, 2] + R[2, 1]],
                  [0.0, 0.0, 0.0, R[2, 2] - R[0, 0] - R[1, 1]]])
    K = K + np.triu(K, 1).T + np.eye(4)                   # = 4 q q^T
    k = np.argmax(np.diag(K))
    quat = K[k]/(2*sqrt(K[k, k]))
    return quat if quat[0] >= 0 else -quat
