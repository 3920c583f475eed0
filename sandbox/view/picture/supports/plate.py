"""Picture of a slab (scene/supports/surfaces.py): a plate with round edges, with round holes where it has some."""

import numpy as np

from sandbox.view.materials import COATS
from sandbox.view.picture.mesh import Mesh, add_sheet
from sandbox.view.picture.supports.board import Board
from sandbox.view.picture.supports.pen import Pen

PIECES, CORNER, ROUND = 10, 6, 32      # pieces of an edge from above to below, of a corner, of a hole
BLOCK = 1.1                            # half side of the square about a hole, in radii of where it begins
POST, BESIDE = 0.2, 0.04               # width of a post and its distance from the plate, in half widths
# of a trestle: how far its feet stand apart, and where its rung is from below, in its height; axle over post
APART, RUNG, AXLE = 0.24, 0.3, 0.7
LEVEL = 0.1                            # of a unit direction: largest upward part of an axis that lies in posts
UNDER = 1.15                           # height of the axis above the floor, in half lengths, where nothing says it


class Plate(Board):
    """A slab |x| <= half length, |y| <= half width, |z| <= half thickness r; see support.shape_of.

    holes   (x, y, radius where it is narrowest) of each [m]
    axis    direction (3,) of the axis of the hinge that carries it, laboratory, or None where it stands on legs
    """

    def __init__(self, half_length: float, half_width: float, r: float, holes=(), axis=None, paint=()):
        super().__init__(half_length, half_width, paint)
        self._r, self._level = r, self.half - 2.0*r
        up = np.array((0.0, 0.0, r))
        self._axis = None if axis is None else np.array(axis)/np.linalg.norm(axis)
        self._holes = np.array(holes, dtype=float).reshape(-1, 3) + 2.0*up
        self.outline = np.vstack((self.outline + up, self.outline - up))

    def project(self, points):
        """Returns (n, 3) points projected on the upper side, beyond its edges too, and (n, 3) normals there."""
        points, up = super().project(points)
        return points + self._r*up, up

    def draw(self, mesh: Mesh, pen: Pen):
        """Adds the plate to a mesh, in its own axes."""
        for up in (1.0, -1.0):
            self._draw_side(mesh, pen, up)
        self.draw_paint(mesh, self._r)
        turn = np.linspace(0.0, np.pi, PIECES + 1)
        # how far beyond the level part, in units of 2 r, and the height: (z/r)^2 + (u/2r)^4 = 1
        out, z = np.sqrt(np.abs(np.sin(turn))), self._r*np.cos(turn)
        slopes = np.stack((0.5*out**3, np.cos(turn)), axis=1)
        slopes /= np.linalg.norm(slopes, axis=1, keepdims=True)
        corners, ways = self._around()
        self._sweep(mesh, corners, ways, out, z, slopes, pen.coat.rim)
        for x, y, radius in self._holes:
            ways = -_circle()
            self._sweep(mesh, (x, y) - radius*ways, ways, out, z, slopes, pen.coat.rim)

    def stand(self, mesh: Mesh, tones, axes, floor: float | None = None) -> np.ndarray:
        """Adds what carries it, in axes of the laboratory: legs, or a trestle at each end of a level axis."""
        if self._axis is None or abs(self._axis[2]) > LEVEL:
            return super().stand(mesh, tones, axes, floor)
        ground = -UNDER*float(self.half.max()) if floor is None else floor
        own = np.abs(axes.T @ self._axis)[:2]
        wide = POST*self.half.min()
        reach = float((self.half/np.maximum(own, 1e-9)).min()) + BESIDE*self.half.min() + 0.5*wide
        up = np.array((0.0, 0.0, 1.0))
        apart, feet = APART*abs(ground)*np.cross(up, self._axis), []
        for end in (reach*self._axis, -reach*self._axis):
            pair = [end + ground*up + side*apart for side in (-1.0, 1.0)]
            for foot in pair:
                add_bar(mesh, foot, end, wide, COATS["oak"].tone)
            low, high = (RUNG*end + (1.0 - RUNG)*foot for foot in pair)
            add_bar(mesh, low, high, 0.6*wide, COATS["oak"].cap)
            feet += pair
        # the axle, with a nut beyond each trestle
        far = (reach + wide)*self._axis
        add_bar(mesh, -far, far, 0.8*self._r, COATS["brass"].tone)
        for end in (far, -far):
            add_bar(mesh, 0.9*end, end, AXLE*wide, COATS["brass"].tone)
        corners = np.vstack((self.outline @ axes.T, feet))
        return corners*(1.0, 1.0, 0.0) + (0.0, 0.0, ground)

    def _sweep(self, mesh, corners, ways, out, z, slopes, tone):
        """Adds a round edge along points (m, 2) that bulges in the directions (m, 2)."""
        points = np.empty((len(z), len(corners), 3))
        points[..., :2] = corners + 2.0*self._r*out[:, None, None]*ways
        points[..., 2] = z[:, None]
        normals = np.empty_like(points)
        normals[..., :2] = slopes[:, :1, None]*ways
        normals[..., 2] = slopes[:, 1:]
        add_sheet(mesh, points, normals, np.broadcast_to(tone, (len(z) - 1, len(corners) - 1, 3)))

    def _around(self):
        """Corners of the level part and directions of the edge, anticlockwise and closed; (m, 2) each."""
        turn = np.linspace(0.0, 0.5*np.pi, CORNER + 1)
        corners, ways = [], []
        for k, (s, t) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
            angle = turn + 0.5*np.pi*k
            c, q = np.cos(angle), np.sin(angle)
            ways.append(np.stack((np.sign(c)*np.sqrt(np.abs(c)), np.sign(q)*np.sqrt(np.abs(q))), axis=1))
            corners.append(np.tile(self._level*(s, t), (len(angle), 1)))
        corners, ways = np.concatenate(corners), np.concatenate(ways)
        return np.vstack((corners, corners[:1])), np.vstack((ways, ways[:1]))

    def _draw_side(self, mesh, pen, up):
        """Adds the upper or the lower side: squares, and about each hole what is between a square and a circle."""
        lines = []
        for axis, level in enumerate(self._level):
            own = pen.lines(-level, level, self.square, axis)
            beside = [self._holes[:, axis] + side*BLOCK*self._holes[:, 2] for side in (-1, 1)]
            lines.append(np.unique(np.clip(np.concatenate((own, *beside)), -level, level)))
        x, y = lines
        low, high = np.meshgrid(x[:-1], y[:-1], indexing="ij"), np.meshgrid(x[1:], y[1:], indexing="ij")
        middle = [0.5*(a + b) for a, b in zip(low, high, strict=True)]
        whole = np.ones_like(middle[0], dtype=bool)
        for a, b, radius in self._holes:
            whole &= (np.abs(middle[0] - a) > BLOCK*radius) | (np.abs(middle[1] - b) > BLOCK*radius)
        colours = pen.squares(x, y, self.square)
        if up < 0.0 and colours.ndim == 4:
            colours = colours[:, :, ::-1]
        around = (low, (high[0], low[1]), high, (low[0], high[1]))
        quads = np.stack([np.stack((px, py, np.full_like(px, up*self._r)), axis=-1)
                          for px, py in around[::int(up)]], axis=2)
        if whole.any():
            mesh.add(quads[whole], np.broadcast_to((0.0, 0.0, up), quads[whole].shape), colours[whole])
        for a, b, radius in self._holes:
            circle = _circle()[::int(up)]
            square = BLOCK*circle/np.abs(circle).max(axis=1, keepdims=True)
            ring = np.full((2, len(circle), 3), up*self._r)
            ring[:, :, :2] = np.stack((circle, square))*radius + (a, b)
            add_sheet(mesh, ring, np.broadcast_to((0.0, 0.0, up), ring.shape),
                      np.broadcast_to(pen.tones.sand, (1, len(circle) - 1, 3)))


def add_bar(mesh: Mesh, begin, end, wide: float, tone):
    """Adds a bar of square section between two points (3,) [m], and its ends."""
    begin, end = np.asarray(begin, float), np.asarray(end, float)
    along = (end - begin)/np.linalg.norm(end - begin)
    u = np.cross(along, (1.0, 0.0, 0.0) if abs(along[0]) < 0.9 else (0.0, 1.0, 0.0))
    u *= 0.5*wide/np.linalg.norm(u)
    v = np.cross(along, u)
    around = (u + v, v - u, -u - v, u - v)
    for a, b in zip(around, (*around[1:], around[0]), strict=True):
        n = (a + b)/np.linalg.norm(a + b)
        mesh.add([begin + a, end + a, end + b, begin + b][::-1], np.broadcast_to(n, (4, 3)), tone)
    for middle, n, corners in ((end, along, around), (begin, -along, around[::-1])):
        mesh.add([middle + a for a in corners], np.broadcast_to(n, (4, 3)), tone)


def _circle():
    """Unit vectors (ROUND + 1, 2) once around, those to the corners of a square among them."""
    turn = np.linspace(0.0, 2.0*np.pi, ROUND + 1)
    return np.stack((np.cos(turn), np.sin(turn)), axis=1)
