"""The faces of a convex polyhedron as polygons, its edges between them, and what bounds the regions around each."""

from dataclasses import dataclass

import numpy as np

from sandbox.scene.solids.hull import Hull, hull_of

# corners that are off a plane by less than this share of the size lie in it; so much of its square is a triangle's area
# that tells a plane
IN_PLANE, SMALLEST = 1e-9, 1e-10
# share of its neighbours' distance by which a corner of a polygon stands out of their line
STANDS_OUT = 1e-9


@dataclass(frozen=True, eq=False)
class Polyhedron:
    """A convex polyhedron by its features.

    corners   (n, 3) [m]
    faces     numbers of the corners of each, counter-clockwise from outside
    normals   (f, 3) of the faces, outwards;  heights (f,)  how far along these they are from the origin [m]
    """

    corners: np.ndarray
    faces: tuple[tuple[int, ...], ...]
    normals: np.ndarray
    heights: np.ndarray

    @property
    def edges(self) -> dict[tuple[int, int], tuple[int, int]]:
        """Faces beside each edge, which is told by its corners a < b: the one that passes a before b, and the other."""
        passed = {(a, b): f for f, face in enumerate(self.faces) for a, b in zip(face, (*face[1:], face[0]),
                                                                                   strict=True)}
        return {(a, b): (f, passed[b, a]) for (a, b), f in passed.items() if a < b}

    def aside(self, face: int, a: int, b: int) -> np.ndarray:
        """Unit vector (3,) in the plane of a face, out of it, across its edge from a to b."""
        found = np.cross(self.corners[b] - self.corners[a], self.normals[face])
        return found/np.linalg.norm(found)


def polyhedron_of(corners: np.ndarray, name: str) -> Polyhedron:
    """Returns the polyhedron that corners (n, 3) [m] span; or BadValue where they lie in a plane."""
    hull = hull_of(corners, name)
    faces = _planes_of(hull)
    if not _closes(faces, len(hull.corners)):
        faces = [tuple(map(int, face)) for face in hull.faces]
    normals = np.array([_normal_of(hull.corners[list(face)]) for face in faces])
    heights = np.array([(hull.corners[list(face)] @ n).max() for face, n in zip(faces, normals, strict=True)])
    return Polyhedron(hull.corners, tuple(faces), normals, heights)


def _planes_of(hull: Hull) -> list[tuple[int, ...]]:
    """The polygons of the planes in which triangles lie, the largest triangles first."""
    a, b, c = (hull.corners[hull.faces[:, k]] for k in range(3))
    areas = 0.5*np.linalg.norm(np.cross(b - a, c - a), axis=1)
    found: dict[frozenset[int], tuple[int, ...]] = {}
    for k in np.argsort(-areas, kind="stable"):
        n = hull.face_normals[k]
        heights = hull.corners @ n
        inside = np.flatnonzero(np.abs(heights - heights[hull.faces[k]].mean()) < IN_PLANE*hull.size)
        if areas[k] > SMALLEST*hull.size**2 and not any(known >= set(hull.faces[k].tolist()) for known in found):
            found[frozenset(inside.tolist())] = _around(hull.corners, inside, n)
    return list(found.values())


def _around(corners: np.ndarray, which: np.ndarray, n: np.ndarray) -> tuple[int, ...]:
    """Corners of a plane with the normal n as they follow each other, without those in the line of their neighbours."""
    middle = corners[which].mean(axis=0)
    x = corners[which[0]] - middle
    x = x - (x @ n)*n
    y = np.cross(n, x)
    way = corners[which] - middle
    order = which[np.argsort(np.arctan2(way @ y, way @ x), kind="stable")]
    before, after = corners[np.roll(order, 1)], corners[np.roll(order, -1)]
    span = np.linalg.norm(after - before, axis=1)
    out = np.cross(corners[order] - before, after - before) @ n
    return tuple(int(i) for i in order[np.abs(out) > STANDS_OUT*span*span])


def _closes(faces: list[tuple[int, ...]], corners: int) -> bool:
    """Whether polygons are the surface of a polyhedron: each edge of two, in turn, as many as Euler's formula says."""
    passed = [(a, b) for face in faces for a, b in zip(face, (*face[1:], face[0]), strict=True)]
    known = set(passed)
    used = {a for a, _b in passed}
    return len(known) == len(passed) and all((b, a) in known for a, b in passed) and \
        len(used) == corners and corners - len(passed)//2 + len(faces) == 2


def _normal_of(polygon: np.ndarray) -> np.ndarray:
    """Unit normal (3,) of a polygon (n, 3): of its area as a vector."""
    way = polygon - polygon[0]
    found = np.cross(way[:-1], way[1:]).sum(axis=0)
    return found/np.linalg.norm(found)
