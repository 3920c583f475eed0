"""The convex hull of a mesh, what it is reduced to, and mass and inertia of a convex polyhedron swept by a ball."""

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import pi

import numpy as np

from sandbox.errors import BadValue
from sandbox.scene.solids.triangles import Solid, Triangles
from sandbox.text import _

MOST_CORNERS = 64
AT_ONCE = 4_000_000     # products in memory
FLATTEST = 1e-6         # thickness of a hull below which its points lie in a plane, in its width


@dataclass(frozen=True, eq=False)
class Hull:
    """Corners (n, 3) [m] of a convex polyhedron and triangles of its surface (k, 3), counter-clockwise from outside."""

    corners: np.ndarray
    faces: np.ndarray

    @cached_property
    def solid(self) -> Solid:
        """Volume, mass centre, inertia per density."""
        return Triangles(self.corners, self.faces).solid

    @property
    def middle(self) -> np.ndarray:
        """Its mass centre (3,) [m], which lies within it."""
        return self.solid.centre

    @cached_property
    def size(self) -> float:
        """How far the furthest corner is from the middle [m]."""
        return float(np.linalg.norm(self.corners - self.middle, axis=1).max())

    def support(self, directions: np.ndarray) -> np.ndarray:
        """How far it reaches (n,) along unit vectors (n, 3), from the origin [m]."""
        pieces = 1 + len(directions)*len(self.corners)//AT_ONCE
        return np.concatenate([(self.corners @ part.T).max(axis=0) for part in np.array_split(directions, pieces)])

    @cached_property
    def face_normals(self) -> np.ndarray:
        """Unit normals (k, 3) of the triangles, outwards."""
        a, b, c = (self.corners[self.faces[:, k]] for k in range(3))
        found = np.cross(b - a, c - a)
        return found/np.maximum(np.linalg.norm(found, axis=1, keepdims=True), 1e-300)

    @cached_property
    def _angles(self) -> np.ndarray:
        """Angles (k, 3) of the triangles at their corners."""
        found = np.empty(self.faces.shape)
        for k in range(3):
            a, b, c = (self.corners[self.faces[:, (k + j) % 3]] for j in range(3))
            one, other = b - a, c - a
            found[:, k] = np.arctan2(np.linalg.norm(np.cross(one, other), axis=1), np.einsum("ij,ij->i", one, other))
        return found

    @cached_property
    def normals(self) -> np.ndarray:
        """Mean normals (n, 3) at the corners: those of the triangles weighed by their angles there."""
        found = np.zeros_like(self.corners)
        for k in range(3):
            np.add.at(found, self.faces[:, k], self.face_normals*self._angles[:, k:k + 1])
        return found/np.linalg.norm(found, axis=1, keepdims=True)

    @cached_property
    def solid_angles(self) -> np.ndarray:
        """Solid angles (n,) of all normals at the corners: 2 pi less the angles around; they add up to 4 pi."""
        around = np.zeros(len(self.corners))
        np.add.at(around, self.faces, self._angles)
        return np.maximum(2.0*pi - around, 0.0)


def hull_of(points: np.ndarray, name: str) -> Hull:
    """Returns the convex hull of points (n, 3) [m], or BadValue where they lie in a plane."""
    from scipy.spatial import ConvexHull, QhullError
    points = np.asarray(points, float)
    middle = points.mean(axis=0) if len(points) else np.zeros(3)
    widths = np.linalg.svd(points - middle, full_matrices=False)[1] if len(points) > 3 else np.zeros(3)
    if len(widths) < 3 or not widths[2] > FLATTEST*widths[0]:
        raise BadValue(_("mesh '{name}': its points lie in a plane, which has no hull").format(name=name))
    try:
        found = ConvexHull(points)
    except QhullError as error:
        raise BadValue(_("mesh '{name}': its points lie in a plane, which has no hull").format(name=name)) from error
    used, faces = np.unique(found.simplices, return_inverse=True)
    corners, faces = points[used], faces.reshape(-1, 3)
    # Qhull says which side is outside by its equations alone
    a, b, c = (corners[faces[:, k]] for k in range(3))
    inward = np.einsum("ij,ij->i", np.cross(b - a, c - a), found.equations[:, :3]) < 0.0
    faces[inward] = faces[inward][:, ::-1]
    return Hull(corners, faces)


def reduced(hull: Hull, name: str, most: int = MOST_CORNERS) -> tuple[Hull, float]:
    """Returns the hull of at most so many of its corners, and how far the others lie outside of that [m].

    Corners are taken one by one, each the one that is furthest from what the others span: the first four are the
    furthest from the middle, from that one, from their line and from their plane.
    """
    points = hull.corners
    if len(points) <= most:
        return hull, 0.0
    chosen = [int(np.linalg.norm(points - hull.middle, axis=1).argmax())]
    chosen.append(int(np.linalg.norm(points - points[chosen[0]], axis=1).argmax()))
    e = points[chosen[1]] - points[chosen[0]]
    chosen.append(int(np.linalg.norm(np.cross(points - points[chosen[0]], e), axis=1).argmax()))
    n = np.cross(e, points[chosen[2]] - points[chosen[0]])
    chosen.append(int(np.abs((points - points[chosen[0]]) @ n).argmax()))
    while True:
        inner = hull_of(points[chosen], name)
        outside = _outside(inner, points)
        if len(chosen) == most:
            return inner, float(max(0.0, outside.max()))
        chosen.append(int(outside.argmax()))


def _outside(hull: Hull, points: np.ndarray) -> np.ndarray:
    """How far points (n, 3) are beyond the planes of a hull at most [m], which is no more than their distance."""
    first = np.einsum("ij,ij->i", hull.corners[hull.faces[:, 0]], hull.face_normals)
    return (points @ hull.face_normals.T - first).max(axis=1)


def distance_to(hull: Hull, points: np.ndarray) -> np.ndarray:
    """Returns how far points (n, 3) are from a hull (n,) [m], 0 for those within: by its nearest triangle."""
    best = np.full(len(points), np.inf)
    for face, n in zip(hull.faces, hull.face_normals, strict=True):
        a = hull.corners[face]
        beside = np.zeros(len(points), bool)
        for k in range(3):
            e = a[(k + 1) % 3] - a[k]
            way = points - a[k]
            # nearest point of the edge; beyond it the triangle's own plane is not the nearest
            along = np.clip(way @ e/max(e @ e, 1e-300), 0.0, 1.0)
            best = np.minimum(best, np.linalg.norm(way - along[:, None]*e, axis=1))
            beside |= way @ np.cross(e, n) > 0.0
        best = np.where(beside, best, np.minimum(best, np.abs((points - a[0]) @ n)))
    return np.where(_outside(hull, points) > 0.0, best, 0.0)


def swept(hull: Hull, radius: float) -> Solid:
    """What a convex polyhedron swept by a ball of a radius is [m].

    Exact integrals over its parts: the polyhedron, a prism of height r on each triangle, a wedge of a cylinder along
    each edge, a sector of a ball at each corner. Their volumes are Steiner's formula V + A r + M r^2 + 4 pi r^3/3.
    """
    if radius == 0.0:
        return hull.solid
    middle, corners = hull.middle, hull.corners - hull.middle
    at_middle = Hull(corners, hull.faces)
    volume, first, second = hull.solid.volume, np.zeros(3), _second_of(hull.solid)
    for part in (_prisms, _wedges, _sectors):
        v, f, s = part(at_middle, radius)
        volume, first, second = volume + v, first + f, second + s
    centre = first/volume
    second = second - volume*np.outer(centre, centre)
    return Solid(volume, middle + centre, np.trace(second)*np.eye(3) - second)


def _second_of(solid: Solid) -> np.ndarray:
    """The integral of x x' about the mass centre, of the inertia tr(S) 1 - S."""
    return 0.5*np.trace(solid.inertia)*np.eye(3) - solid.inertia


Moments = tuple[float, np.ndarray, np.ndarray]


def _prisms(hull: Hull, r: float) -> Moments:
    """Volume, first and second moments of the prisms of height r on the triangles."""
    a, b, c = (hull.corners[hull.faces[:, k]] for k in range(3))
    n = hull.face_normals
    area = 0.5*np.linalg.norm(np.cross(b - a, c - a), axis=1)
    s = a + b + c
    volume = float(area.sum())*r
    first = (area[:, None]*(s/3.0*r + 0.5*r*r*n)).sum(axis=0)
    # int x x' over a triangle, and x = y + t n
    plane = sum(np.einsum("i,ij,ik->jk", area, e, e) for e in (a, b, c, s))/12.0
    cross = np.einsum("i,ij,ik->jk", area, s/3.0, n)
    return volume, first, plane*r + 0.5*r*r*(cross + cross.T) + r**3/3.0*np.einsum("i,ij,ik->jk", area, n, n)


def _wedges(hull: Hull, r: float) -> Moments:
    """Volume, first and second moments of the wedges along the edges, between the normals of their two triangles."""
    volume, first, second = 0.0, np.zeros(3), np.zeros((3, 3))
    for one, other, left, right in edges_of(hull):
        n, m = hull.face_normals[left], hull.face_normals[right]
        along = hull.corners[other] - hull.corners[one]
        length = float(np.linalg.norm(along))
        angle = float(np.arctan2(np.linalg.norm(np.cross(n, m)), n @ m))
        if angle < 1e-14 or length == 0.0:
            continue
        half, e = 0.5*angle, (n + m)/np.linalg.norm(n + m)
        across = np.cross(along/length, e)
        # of the sector, in the axes e and across: area, first moment along e, second moments
        area, far = half*r*r, 2.0/3.0*r**3*np.sin(half)
        sine = 0.5*np.sin(angle)
        of_plane = 0.25*r**4*((half + sine)*np.outer(e, e) + (half - sine)*np.outer(across, across))
        middle = 0.5*(hull.corners[one] + hull.corners[other])
        volume += area*length
        first = first + length*(area*middle + far*e)
        bar = np.outer(middle, middle) + np.outer(along, along)/12.0
        second = second + length*(area*bar + far*(np.outer(middle, e) + np.outer(e, middle)) + of_plane)
    return volume, first, second


def _sectors(hull: Hull, r: float) -> Moments:
    """Volume, first and second moments of the sectors of a ball at the corners: cones over triangles of normals."""
    volume, first, second = 0.0, np.zeros(3), np.zeros((3, 3))
    for k, corner in enumerate(hull.corners):
        w, u, uu = _cone(normals_around(hull, k))
        v = r**3/3.0*w
        volume += v
        first = first + v*corner + 0.25*r**4*u
        cross = 0.25*r**4*np.outer(corner, u)
        second = second + v*np.outer(corner, corner) + cross + cross.T + 0.2*r**5*uu
    return volume, first, second


def _cone(normals: np.ndarray) -> Moments:
    """Integrals of 1, x and x x' over the polygon of a unit sphere whose corners are normals (n, 3), in their order.

    By the divergence theorem on the sphere they are sums over its arcs: of the fields b - (b.x) x and a.x times that,
    with the divergences - 2 b.x and a.b - 3 (a.x)(b.x). An arc from p to q of the angle t has the inward normal
    b = p x q/|p x q| everywhere, and the integral of x along it is s = (q - p) x b:

        int x dw = sum t b/2,    int x x' dw = (w 1 + sum s b')/3
    """
    n = len(normals)
    first, second, w = np.zeros(3), np.zeros((3, 3)), _solid_angle(normals)
    for k in range(n):
        p, q = normals[k], normals[(k + 1) % n]
        b = np.cross(p, q)
        sine = float(np.linalg.norm(b))
        if sine < 1e-14:
            continue
        b = b/sine
        first = first + 0.5*float(np.arctan2(sine, p @ q))*b
        s = np.cross(q - p, b)
        second = second + 0.5*(np.outer(s, b) + np.outer(b, s))
    return w, first, (w*np.eye(3) + second)/3.0


def _solid_angle(normals: np.ndarray) -> float:
    """The area of a polygon of a unit sphere: of the triangles from its first corner, with their signs."""
    a, total = normals[0], 0.0
    for b, c in pairwise(normals[1:]):
        total += 2.0*float(np.arctan2(a @ np.cross(b, c), 1.0 + a @ b + b @ c + c @ a))
    return total


def edges_of(hull: Hull) -> list[tuple[int, int, int, int]]:
    """Edges: two corners, the triangle that passes them so, and the one that passes them the other way."""
    at = {(int(face[k]), int(face[(k + 1) % 3])): i for i, face in enumerate(hull.faces) for k in range(3)}
    return [(a, b, i, at[b, a]) for (a, b), i in at.items() if a < b]


def normals_around(hull: Hull, corner: int) -> np.ndarray:
    """Normals of the triangles around a corner, counter-clockwise seen from outside."""
    after = {int(f[(k + 1) % 3]): (int(f[(k + 2) % 3]), i) for i, f in enumerate(hull.faces) for k in range(3)
             if f[k] == corner}
    start = at = next(iter(after))
    found = []
    while True:
        at, face = after[at]
        found.append(hull.face_normals[face])
        if at == start:
            return np.array(found)
