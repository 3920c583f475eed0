"""Lines along a way that was passed before: the trail in the laboratory and the chalk line on the moving support.

A way has arrays over n instants: contact, normal, is_aloft, position and quaternion of the support (run/trace.py).
"""

import numpy as np

from sandbox.view.picture.ink import Trail


def axes_of(quaternions) -> np.ndarray:
    """Returns (n, 3, 3) rotation matrices of (n, 4) unit quaternions, scalar first."""
    w, x, y, z = np.asarray(quaternions, dtype=float).T
    return np.stack((1 - 2*(y*y + z*z), 2*(x*y - w*z), 2*(x*z + w*y),
                     2*(x*y + w*z), 1 - 2*(x*x + z*z), 2*(y*z - w*x),
                     2*(x*z - w*y), 2*(y*z + w*x), 1 - 2*(x*x + y*y)), axis=-1).reshape(-1, 3, 3)


def on_support(way) -> tuple[np.ndarray, np.ndarray]:
    """Returns the points (n, 3) [m] of a way and the normals (n, 3) there, in the support's frame."""
    axes = axes_of(way.quaternion)
    return (np.einsum("nji,nj->ni", axes, way.contact - way.position), np.einsum("nji,nj->ni", axes, way.normal))


def draw_along(trail: Trail, points, normals, is_aloft):
    """Draws a line on through points (n, 3) [m], lifted where the body was in flight.

    Of points closer together than a piece of the line one is enough, and pieces that are gone anyway are not drawn.
    """
    for k in chosen(np.asarray(points, dtype=float), is_aloft, trail.step, trail.strokes.count).tolist():
        if is_aloft[k]:
            trail.lift()
        else:
            trail.add(points[k], normals[k])


def chosen(points: np.ndarray, is_aloft: np.ndarray, step: float, pieces: int) -> np.ndarray:
    """Returns which points (n, 3) a line needs whose pieces are `step` long [m] and `pieces` at most."""
    if not len(points):
        return np.zeros(0, int)
    length = np.append(0.0, np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1)))/step
    is_needed = np.append(np.diff(np.floor(length)) > 0.0, True)
    is_needed[0] = True
    # both sides of a flight
    changes = np.flatnonzero(np.diff(np.asarray(is_aloft).astype(int)))
    is_needed[changes] = is_needed[np.minimum(changes + 1, len(points) - 1)] = True
    return np.flatnonzero(is_needed & (length >= length[-1] - pieces - 1))
