"""Picture of a groove z = f(x, y): a rail of wood on posts, as long and as wide as the scene says, or as bodies get."""

from collections.abc import Callable

import numpy as np

from sandbox.view.palette import ACCENT, METAL, RIM, mix
from sandbox.view.picture.mesh import Mesh, add_sheet
from sandbox.view.picture.supports.board import add_box
from sandbox.view.picture.supports.pen import Pen

ALONG, ACROSS = 96, 12       # pieces
THICK = 0.35                 # of the rail below its lowest line, in half widths
ROOM = 1.15                  # times as far as a body has come, where it comes beyond the end
LARGEST = 40.0               # times as large as it was at first, at most
# height of the posts and half their width, in half widths; where along they stand, in half lengths
HIGH, POST, INSET = 1.6, 0.09, 0.8
STEP = 1e-6                  # for derivatives, in half widths


class Groove:
    """A rail along x; see support.shape_of.

    height   z = height(x, y) [m];  half  half length and half width that are drawn [m]
    """

    is_flat = False

    def __init__(self, height: Callable, half):
        self._height, self._first = np.vectorize(height, otypes=[float]), np.array(half, dtype=float)
        self.half = self._first.copy()
        self._lay()

    def _lay(self):
        x, y = (np.linspace(-h, h, n + 1) for h, n in zip(self.half, (ALONG, ACROSS), strict=True))
        self._lines = x, y
        self.points, self.normals = self._at(*np.meshgrid(x, y, indexing="ij"))
        self.size = float(np.hypot(*self.half))
        self.outline = np.concatenate((self.points[:, 0], self.points[:, -1]))[::4]

    def _at(self, x, y):
        """Points and unit normals (..., 3) above x, y."""
        h = STEP*self._first[1]
        p = (self._height(x + h, y) - self._height(x - h, y))/(2*h)
        q = (self._height(x, y + h) - self._height(x, y - h))/(2*h)
        w = np.sqrt(1.0 + p*p + q*q)
        return np.stack((x, y, self._height(x, y)), axis=-1), np.stack((-p/w, -q/w, 1.0/w), axis=-1)

    def grow(self, point) -> bool:
        """Makes it longer or wider where a contact point (3,) is beyond its end; returns whether it grew."""
        wanted = np.minimum(np.maximum(self.half, ROOM*np.abs(np.asarray(point)[:2])*(np.abs(point[:2]) > self.half)),
                            LARGEST*self._first)
        if (wanted <= self.half).all():
            return False
        self.half = wanted
        self._lay()
        return True

    def project(self, points):
        """Returns (n, 3) points moved up or down to it, beyond its end too, and (n, 3) normals there."""
        points = np.asarray(points, dtype=float).reshape(-1, 3)
        return self._at(points[:, 0], points[:, 1])

    def carries(self, points) -> np.ndarray:
        """Returns (n,) whether it is below (n, 3) points, False beyond its end."""
        return (np.abs(np.asarray(points, dtype=float)[:, :2]) <= self.half*(1 + 1e-6)).all(axis=1)

    def draw(self, mesh: Mesh, pen: Pen):
        """Adds the rail to a mesh, in its own axes: its top, its sides and ends, and a mark in its middle."""
        tones = pen.squares(*self._lines, 0.5*self.half[1])
        add_sheet(mesh, self.points, self.normals, tones)
        low = self.points.copy()
        low[..., 2] = self.points[:, ACROSS//2, None, 2] - THICK*self.half[1]
        for k, way in ((0, -1.0), (-1, 1.0)):
            _add_wall(mesh, self.points[:, k], low[:, k], (0.0, way, 0.0), pen.coat.rim)
            _add_wall(mesh, self.points[k], low[k], (way, 0.0, 0.0), pen.coat.frame)
        add_sheet(mesh, low, np.broadcast_to((0.0, 0.0, -1.0), low.shape),
                  np.broadcast_to(pen.coat.frame, (ALONG, ACROSS, 3)))
        for k in (0, -1):
            x, y, z = self.points[ALONG//2, k]
            wide, high = 0.06*self.half[1], THICK*self.half[1]
            add_box(mesh, (x - wide, y - wide, z - high), (x + wide, y + wide, z + 0.2*wide), ACCENT)

    def stand(self, mesh: Mesh, tones, axes, floor: float | None = None) -> np.ndarray:
        """Adds two posts, in axes of the laboratory, for a rail with axes (3, 3); returns floor points (n, 3) [m]."""
        a, b = self._first
        ground = float(self.points[..., 2].min()) - HIGH*b if floor is None else floor
        wide, found = POST*b, []
        for x in (-INSET*a, INSET*a):
            foot = axes @ (x, 0.0, float(self._height(x, 0.0)) - 0.5*THICK*b)
            for side in (-1.0, 1.0):
                y = foot[1] + side*0.6*b
                add_box(mesh, (foot[0] - wide, y - wide, ground), (foot[0] + wide, y + wide, foot[2]),
                        mix(METAL, RIM, 0.7))
            low = (foot[0] - 3*wide, foot[1] - b, ground), (foot[0] + 3*wide, foot[1] + b, ground + wide)
            add_box(mesh, *low, mix(METAL, RIM, 0.4))
            found += [low[0], (low[1][0], low[1][1], ground)]
        return np.array(found)


def _add_wall(mesh: Mesh, top, below, way, tone):
    """Adds a wall from a line (n, 3) down to another one, seen from `way`, from both sides alike."""
    corners = np.stack((top[:-1], below[:-1], below[1:], top[1:]), axis=1)
    if np.cross(corners[0, 1] - corners[0, 0], corners[0, 2] - corners[0, 0]) @ np.asarray(way) < 0.0:
        corners = corners[:, ::-1]
    mesh.add(corners, np.broadcast_to(way, corners.shape), tone)
