"""Coloured surfaces: arrays of quads for the page, each surface one vpython object with one draw call."""

from base64 import b64encode

import numpy as np

from sandbox.view.page import transport


class Mesh:
    """Collects quads of coloured corners.

    add        corners (n, 4, 3) counter-clockwise seen from outside [m], normals (n, 4, 3), colours (n, 3) or of each
               corner (n, 4, 3)
    compound   one vpython object of all quads, with its origin at the local origin
    grain      material of a support (page/fine.py)
    reshape    replaces the quads of a compound by those collected here
    """

    def __init__(self, gloss: float = 0.0, grain: int = 0):
        self._gloss, self._grain = gloss, grain
        self._parts = []

    def add(self, corners, normals, colours):
        corners = np.asarray(corners, dtype=float).reshape(-1, 4, 3)
        normals = np.asarray(normals, dtype=float).reshape(-1, 4, 3)
        colours = np.asarray(colours, dtype=float)
        if colours.ndim != 3:
            colours = colours.reshape(-1, 1, 3)
        colours = np.broadcast_to(colours, corners.shape)
        self._parts.append((corners, normals, colours))

    def compound(self):
        """Returns a compound of one quad, which the page replaces by the mesh.

        Thousands of vpython quads would take a second to make.
        """
        vp = transport.load()
        vector = vp.vector
        # a unit cube in size, so that the page does not scale what takes its place
        corners = [vp.vertex(pos=vector(*p)) for p in ((0, 0, 0), (1, 0, 0), (1, 1, 1), (0, 1, 1))]
        compound = vp.compound([vp.quad(vs=corners)], origin=vector(0, 0, 0), shininess=self._gloss)
        self.reshape(compound)
        return compound

    @property
    def corners(self) -> np.ndarray:
        """(n, 4, 3) corners of all quads collected so far [m]."""
        return np.concatenate([corners for corners, _normals, _colours in self._parts])

    def reshape(self, compound):
        corners, normals, colours = (np.concatenate(arrays) for arrays in zip(*self._parts, strict=True))
        for name, array in (("corners", corners), ("normals", normals), ("colours", colours)):
            if not np.isfinite(array).all():
                raise transport.NotFinite(f"{name} of a surface")
        transport.meshes[compound.idx] = {"pos": packed(corners), "normal": packed(normals), "color": packed(colours),
                                       "gloss": self._gloss, **({"grain": self._grain} if self._grain else {})}


def packed(array) -> str:
    """Returns an array as text for the page: base64 of 32-bit little-endian floats."""
    return b64encode(np.ascontiguousarray(array, dtype="<f4").tobytes()).decode("ascii")


def add_sheet(mesh: Mesh, points, normals, colours):
    """Adds a surface given on a grid; quads with a corner that is not finite are left out.

    points    (n, m, 3), seen from the outside the first index runs inwards-out when the second runs anticlockwise [m]
    normals   (n, m, 3) at the points, or (n - 1, 2, m, 3) at both ends of each piece
    colours   (n - 1, m - 1, 3), or of the corners of each piece (n - 1, m - 1, 4, 3)
    """
    points, normals = np.asarray(points, dtype=float), np.asarray(normals, dtype=float)
    if normals.ndim == 3:
        normals = np.stack((normals[:-1], normals[1:]), axis=1)
    corners = np.stack((points[:-1, :-1], points[1:, :-1], points[1:, 1:], points[:-1, 1:]), axis=2)
    at = np.stack((normals[:, 0, :-1], normals[:, 1, :-1], normals[:, 1, 1:], normals[:, 0, 1:]), axis=2)
    whole = np.isfinite(corners).all(axis=(2, 3)) & np.isfinite(at).all(axis=(2, 3))
    mesh.add(corners[whole], at[whole], np.asarray(colours)[whole])


def turned(points, slices: int):
    """Returns (n, slices + 1, 3), (n, 2) points (R, z) turned about the z axis; the last column closes the circle."""
    angle = np.linspace(0.0, 2*np.pi, slices + 1)
    angle[-1] = 0.0
    points = np.asarray(points, dtype=float)
    r, z = points[..., 0, None], points[..., 1, None]
    return np.stack((r*np.cos(angle), r*np.sin(angle), z + 0*angle), axis=-1)


def revolve(mesh: Mesh, points, normals, colours, slices: int):
    """Adds the surface that a curve sweeps around the z axis.

    points    (n, 2) of (R, z) [m], from the axis outwards along the upper side, then down
    normals   (n - 1, 2, 2): (R, z) normal at both ends of each piece
    colours   (n - 1, 3), (n - 1, slices, 3) or (n - 1, slices, 4, 3)
    """
    colours = np.asarray(colours, dtype=float)
    if colours.ndim == 2:
        colours = np.repeat(colours[:, None, :], slices, axis=1)
    add_sheet(mesh, turned(points, slices), turned(normals, slices), colours)


def flat_normals(points):
    """Returns (n - 1, 2, 2) normals (R, z) at both ends of the pieces of a polygon (n, 2), to the left of it."""
    d = np.diff(np.asarray(points, dtype=float), axis=0)
    n = np.stack((-d[:, 1], d[:, 0]), axis=1)
    n /= np.maximum(np.linalg.norm(n, axis=1, keepdims=True), 1e-300)
    return np.stack((n, n), axis=1)


def smooth_normals(points):
    """Returns (n - 1, 2, 2) normals (R, z) of a smooth curve (n, 2): at each inner point the mean of its two pieces."""
    flat = flat_normals(points)[:, 0]
    node = np.vstack((flat[:1], flat[:-1] + flat[1:], flat[-1:]))
    if len(flat) > 1:
        # at an end the normal of its piece is the mean of the normals at both ends of it
        node[0], node[-1] = 2*flat[0] - _unit(node[1]), 2*flat[-1] - _unit(node[-2])
    node = _unit(node)
    return np.stack((node[:-1], node[1:]), axis=1)


def _unit(vectors):
    return vectors/np.maximum(np.linalg.norm(vectors, axis=-1, keepdims=True), 1e-300)


def rotation_matrix(quaternion):
    """Returns the rotation matrix (3, 3) of a unit quaternion, scalar first."""
    w, x, y, z = np.asarray(quaternion, dtype=float).tolist()
    return np.array(((1 - 2*(y*y + z*z), 2*(x*y - w*z), 2*(x*z + w*y)),
                     (2*(x*y + w*z), 1 - 2*(x*x + z*z), 2*(y*z - w*x)),
                     (2*(x*z - w*y), 2*(y*z + w*x), 1 - 2*(x*x + y*y))))


def pose_of(support):
    """Returns position (3,) [m] and axes (3, 3) of a support in a snapshot."""
    return np.asarray(support.position, dtype=float), rotation_matrix(support.quaternion)


def place(compound, position, axes):
    """Moves a compound to a position (3,) [m] with the rotation matrix `axes` (3, 3)."""
    columns = axes.T.tolist()
    transport.moves[compound.idx] = [*map(float, position), *columns[0], *columns[1]]
