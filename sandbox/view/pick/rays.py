"""Where a ray meets a ball or a surface of triangles."""

import numpy as np

PARALLEL = 1e-14          # share below which a ray lies in the plane of a triangle
SEAM = 1e-9               # share by which triangles are widened, so that no ray slips between neighbours


def hit_ball(origin, way, centre, radius: float) -> float:
    """Returns the distance [m] to a ball along a ray, inf where it misses.

        |o + t d - c|^2 = a^2,   t = b - sqrt(a^2 - |o + b d - c|^2),   b = (c - o).d

    origin, centre (3,) [m];  way (3,) unit vector;  radius [m]
    """
    to = centre - origin
    along = float(to @ way)
    beside = to - along*way
    rest = radius*radius - float(beside @ beside)
    if rest < 0.0:
        return np.inf
    near = along - np.sqrt(rest)
    return near if near > 0.0 else np.inf


def hit_balls(origin, way, centres, radii) -> np.ndarray:
    """Returns the distances (n,) [m] to balls along a ray, inf for those that it misses; as `hit_ball` of each.

    centres (n, 3) [m];  radii (n,) [m]
    """
    to = centres - origin
    along = to @ way
    beside = to - along[:, None]*way
    rest = radii*radii - np.einsum("ij,ij->i", beside, beside)
    near = along - np.sqrt(np.maximum(rest, 0.0))
    return np.where((rest >= 0.0) & (near > 0.0), near, np.inf)


def triangles_of(corners) -> np.ndarray:
    """Returns the triangles (2 n, 3, 3) of quads (n, 4, 3) in the same sense of turning."""
    corners = np.asarray(corners, dtype=float).reshape(-1, 4, 3)
    return np.concatenate((corners[:, (0, 1, 2)], corners[:, (0, 2, 3)]))


def hit_triangles(origin, way, triangles, fronts_only: bool = False) -> float:
    """Returns the distance [m] to the nearest of triangles (n, 3, 3) along a ray, inf where it misses all of them.

    Moeller and Trumbore 1997: o + t d = (1 - u - v) a + u b + v c.

    fronts_only   a triangle counts where it is seen from outside, its corners anticlockwise
    """
    a, u, v = triangles[:, 0], triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]
    across = np.cross(way, v)
    det = np.einsum("ij,ij->i", u, across)
    size = np.sqrt(np.einsum("ij,ij->i", u, u)*np.einsum("ij,ij->i", v, v))
    meets = det > PARALLEL*size if fronts_only else np.abs(det) > PARALLEL*size
    with np.errstate(all="ignore"):
        to = origin - a
        s = np.einsum("ij,ij->i", to, across)/det
        turned = np.cross(to, u)
        r = turned @ way/det
        t = np.einsum("ij,ij->i", v, turned)/det
        meets &= (s >= -SEAM) & (r >= -SEAM) & (s + r <= 1.0 + SEAM) & (t > 0.0)
    return float(t[meets].min()) if meets.any() else np.inf


def hit_plane(origin, way, point, normal) -> float:
    """Returns the distance [m] to a plane along a ray, inf where the ray leads away from it or along it."""
    slope = float(way @ normal)
    if abs(slope) < PARALLEL:
        return np.inf
    t = float((np.asarray(point) - origin) @ normal)/slope
    return t if t > 0.0 else np.inf
