"""A closed surface of triangles: whether it is one, and its volume, mass centre and inertia by signed volumes."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sandbox.errors import BadValue
from sandbox.text import _

MOST_SHELLS = 100       # parts that hang together by no edge


@dataclass(frozen=True)
class Solid:
    """What a body of even density is: volume [m^3], mass centre (3,) [m], inertia about it per density (3, 3) [m^5]."""

    volume: float
    centre: np.ndarray
    inertia: np.ndarray


@dataclass(frozen=True, eq=False)
class Triangles:
    """Corners (n, 3) [m] and triangles (k, 3), counter-clockwise seen from outside; corners at one place are one."""

    corners: np.ndarray
    faces: np.ndarray

    @classmethod
    def welded(cls, corners, faces) -> "Triangles":
        """Returns triangles whose corners at one place are one; those without area are left out.

        BadValue where a number is not finite or a triangle has a corner that there is not.
        """
        corners, faces = np.asarray(corners, float).reshape(-1, 3), np.asarray(faces, np.int64).reshape(-1, 3)
        if not len(faces):
            raise BadValue(_("mesh: has no triangles"))
        if faces.min() < 0 or faces.max() >= len(corners):
            raise BadValue(_("mesh: a triangle has a corner that there is not"))
        if not np.isfinite(corners[np.unique(faces)]).all():
            raise BadValue(_("mesh: a corner has a place that is not finite"))
        # what no triangle has is left out
        used, faces = np.unique(faces, return_inverse=True)
        corners, same = np.unique(corners[used] + 0.0, axis=0, return_inverse=True)
        faces = same.reshape(-1)[faces.reshape(-1)].reshape(-1, 3)
        a, b, c = faces.T
        return cls(corners, faces[(a != b) & (b != c) & (c != a)])

    @cached_property
    def _edges(self) -> tuple[np.ndarray, np.ndarray]:
        """Each edge once as a number, and how often it is passed forwards less how often backwards."""
        a, b = self.faces.reshape(-1), np.roll(self.faces, -1, axis=1).reshape(-1)
        low, high = np.minimum(a, b), np.maximum(a, b)
        edges, which = np.unique(low*len(self.corners) + high, return_inverse=True)
        balance = np.bincount(which, np.where(a < b, 1.0, -1.0), len(edges))
        return edges, balance

    @property
    def open_edges(self) -> int:
        """Number of edges that are not passed as often one way as the other: borders, and where neighbours disagree."""
        return int(np.count_nonzero(self._edges[1]))

    @property
    def shells(self) -> int:
        """Number of parts that share no corner."""
        root = np.arange(len(self.corners))
        while True:
            least = root[self.faces].min(axis=1)
            after = root.copy()
            for k in range(3):
                np.minimum.at(after, self.faces[:, k], least)
                np.minimum.at(after, root[self.faces[:, k]], least)
            after = after[after]
            if (after == root).all():
                return len(np.unique(root[self.faces]))
            root = after

    def turned(self) -> "Triangles":
        """The same surface with its inside and outside exchanged."""
        return Triangles(self.corners, self.faces[:, ::-1])

    def scaled(self, unit) -> "Triangles":
        """The same surface with places times a number, or three along the axes."""
        return Triangles(self.corners*np.asarray(unit, float), self.faces)

    @cached_property
    def solid(self) -> Solid:
        """What the body within is; its volume is negative where it is inside out.

        Tetrahedra from the middle of the box to each triangle, corners 0, a, b, c: with D = det(a, b, c) and
        s = a + b + c these add D/6 to the volume, D s/24 to the first moment and D (a a' + b b' + c c' + s s')/120 to
        the second one.
        """
        middle = 0.5*(self.corners.min(axis=0) + self.corners.max(axis=0))
        a, b, c = (self.corners[self.faces[:, k]] - middle for k in range(3))
        D = np.einsum("ij,ij->i", a, np.cross(b, c))
        s = a + b + c
        volume = float(D.sum())/6.0
        if volume == 0.0:
            raise BadValue(_("mesh: its volume is zero"))
        shift = (D[:, None]*s).sum(axis=0)/(24.0*volume)
        second = sum(np.einsum("i,ij,ik->jk", D, e, e) for e in (a, b, c, s))/120.0
        second = second - volume*np.outer(shift, shift)
        inertia = np.trace(second)*np.eye(3) - 0.5*(second + second.T)
        return Solid(volume, middle + shift, inertia)

    def shell(self, thickness: float) -> Solid:
        """What a thin shell of this surface is, whether closed or not: per density, its thickness evenly spread."""
        a, b, c = (self.corners[self.faces[:, k]] for k in range(3))
        area = 0.5*np.linalg.norm(np.cross(b - a, c - a), axis=1)*thickness
        s = a + b + c
        volume = float(area.sum())
        centre = (area[:, None]*s).sum(axis=0)/(3.0*volume)
        a, b, c = a - centre, b - centre, c - centre
        s = a + b + c
        second = sum(np.einsum("i,ij,ik->jk", area, e, e) for e in (a, b, c, s))/12.0
        return Solid(volume, centre, np.trace(second)*np.eye(3) - 0.5*(second + second.T))


def solid_of(triangles: Triangles, name: str) -> tuple[Triangles, Solid, bool]:
    """Returns a closed surface, the body within, and whether it had to be turned; BadValue where it is not closed."""
    if triangles.open_edges:
        raise BadValue(_("mesh '{name}': is not closed, {count} of its edges are open; give shell= its thickness, or "
                         "close it").format(name=name, count=triangles.open_edges))
    shells = triangles.shells
    if shells > MOST_SHELLS:
        raise BadValue(_("mesh '{name}': has {count} separate parts, at most {most}").format(
            name=name, count=shells, most=MOST_SHELLS))
    is_turned = triangles.solid.volume < 0.0
    if is_turned:
        triangles = triangles.turned()
    return triangles, triangles.solid, is_turned
