"""Lines along a way that was passed before: the trail in the laboratory and the chalk line on the moving support.

A way has arrays over n instants: contact, normal, is_aloft, position and quaternion of the support (run/trace.py).
A line that is drawn in flight too goes through the lowest point of the body there, as a thin thread.
"""

import numpy as np

from sandbox.view.picture.lines.ink import FINE, NUMBERS, THREAD, Trail

SHARPEST = 0.3           # cosine of the angle at a cusp, where a line is not rounded


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


def draw_along(trail: Trail, points, normals, is_aloft, flies: bool = False):
    """Draws a line on through points (n, 3) [m]; in flight it is lifted, or a thread where it `flies`."""
    for k in chosen(points, is_aloft, trail.step, trail.strokes.count).tolist():
        if is_aloft[k] and not flies:
            trail.lift()
        else:
            trail.add(points[k], normals[k], bool(is_aloft[k]))


def draw_anew(trail: Trail, points, normals, is_aloft, flies: bool = False):
    """Draws a line through points (n, 3) [m] and nothing else: as `draw_along` from a cleared line, all at once."""
    kept = chosen(points, is_aloft, trail.step, trail.strokes.count)
    points, normals, is_aloft = points[kept], normals[kept], np.asarray(is_aloft)[kept]
    ends = len(points) > 0 and bool(is_aloft[-1])
    trail.take(pieces_of(points, normals, is_aloft, flies), ends=ends and not flies, is_aloft=ends)


def chosen(points, is_aloft, step: float, pieces: int) -> np.ndarray:
    """Returns which points (n, 3) a line needs whose pieces are `step` long [m] and `pieces` at most.

    Of points closer together than a piece one is enough, and pieces that are gone anyway are not drawn.
    """
    if len(points) < 3:
        return np.arange(len(points))
    length = np.append(0.0, np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1)))/step
    is_needed = np.append(np.diff(np.floor(length)) > 0.0, True)
    is_needed[0] = True
    # both sides of a flight
    changes = np.flatnonzero(np.diff(np.asarray(is_aloft).astype(int)))
    is_needed[changes] = is_needed[np.minimum(changes + 1, len(points) - 1)] = True
    return np.flatnonzero(is_needed)[-pieces - 1:]


def pieces_of(points: np.ndarray, normals: np.ndarray, is_aloft: np.ndarray, flies: bool = False) -> np.ndarray:
    """Returns the pieces (m, ink.NUMBERS) of a line through points (n, 3) [m]: bent where it turns, none in flight, or
    threads there where it `flies`."""
    steps = np.diff(points, axis=0)
    length = np.linalg.norm(steps, axis=1) if len(points) > 1 else np.zeros(0)
    in_air = is_aloft[:-1] | is_aloft[1:]
    kept = np.flatnonzero((length > 0.0) & (flies | ~in_air)) if len(points) > 1 else np.zeros(0, int)
    if not len(kept):
        return np.zeros((0, NUMBERS))
    steps, length, start, up = steps[kept], length[kept], points[kept], normals[kept + 1]
    unit = steps/length[:, None]
    # pieces that follow one another without a gap or a cusp have a direction in common where they meet
    follows = np.append(np.diff(kept) == 1, False)
    turn = np.append((unit[:-1]*unit[1:]).sum(axis=1), 1.0)
    is_smooth = follows & (turn > SHARPEST)
    meeting = np.where(is_smooth[:, None], unit + np.roll(unit, -1, axis=0), unit)
    meeting /= np.linalg.norm(meeting, axis=1, keepdims=True)
    before = np.append(False, is_smooth[:-1])
    leave = np.where(before[:, None], np.roll(meeting, 1, axis=0), unit)*length[:, None]
    arrive = meeting*length[:, None]
    angle = np.arccos(np.clip(turn, -1.0, 1.0))*is_smooth
    parts = 1 + (np.maximum(angle, np.append(0.0, angle[:-1]))/FINE).astype(int)

    # Hermite's cubic through both ends with both directions
    of = np.repeat(np.arange(len(kept)), parts)
    s = (np.arange(len(of)) - np.repeat(np.cumsum(parts) - parts, parts) + 1)/parts[of]
    s = s[:, None]
    ends = start[of] + s*s*(3 - 2*s)*steps[of] + s*(1 - s)*((1 - s)*leave[of] - s*arrive[of])
    is_first = np.append(True, np.diff(of) > 0)
    begins = np.vstack((start[:1], ends[:-1]))
    begins[is_first] = start
    side = np.cross(up[of], ends - begins)
    side /= np.maximum(np.linalg.norm(side, axis=1, keepdims=True), 1e-300)
    # where a piece follows another its beginning is as broad as that one's end
    goes_on = ~is_first | np.append(False, follows[:-1])[of]
    side_before = np.where(goes_on[:, None], np.roll(side, 1, axis=0), side)
    is_thread = in_air[kept][of]
    thread = THREAD*(ends - begins)[is_thread]
    side[is_thread] = side_before[is_thread] = thread/np.linalg.norm(ends - begins, axis=1)[is_thread, None]
    number = np.arange(len(of), dtype=float)
    return np.column_stack((begins, side_before, ends, side, number, number + 1.0))
