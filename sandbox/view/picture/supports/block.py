"""Picture of a block (scene/supports/slabs.py): a box with round edges, its upper side patterned as a board."""

import numpy as np

from sandbox.scene.drawn.rounded import rounded_box
from sandbox.view.picture.mesh import Mesh, turned
from sandbox.view.picture.supports.board import Board
from sandbox.view.picture.supports.foot import draw_foot
from sandbox.view.picture.supports.pen import Pen

FINE = 8             # how finely edges are drawn (scene/drawn/rounded.py)
MOST_ALONG = 16      # squares along its longest edge: a long narrow one would be drawn of thousands
LEVEL, SQUARE = 0.999, 1e-6      # upright part of its axis, at least; how far its sides differ, at most
AROUND = 24          # points of the circle that its corners go through
ON_FLOOR = 1e-3      # of its half length: a block that is no higher above the floor stands on it


class Block(Board):
    """A box of half lengths (3,), its edges round with a radius [m]; see support.shape_of."""

    def __init__(self, a: float, b: float, c: float, rounding: float):
        super().__init__(a, b)
        self._c, self._rounding = c, rounding
        up, outline = np.array((0.0, 0.0, c)), self.outline
        if self._is_square:
            # it may turn about its middle: the eye keeps its corners in view all around
            outline = np.vstack((outline, turned(np.array(((np.hypot(a, b), 0.0),)), AROUND)[0]))
        self.outline = np.vstack((outline + up, outline - up))

    @property
    def _is_square(self) -> bool:
        return bool(np.ptp(self.half) < SQUARE*self.half[0])

    def project(self, points):
        """Returns (n, 3) points projected on the plane of the upper side, and (n, 3) normals there."""
        points, up = super().project(points)
        return points + self._c*up, up

    def draw(self, mesh: Mesh, pen: Pen):
        """Adds the block to a mesh, in its own axes."""
        half = np.array((*self.half, self._c))
        points, quads = rounded_box(*(2.0*half), self._rounding)(FINE)
        level = half - self._rounding
        normals = (points - np.clip(points, -level, level))/self._rounding
        corners = points[quads]
        # faces are drawn by themselves, the upper one with its pattern
        is_round = np.linalg.norm(corners[:, 0] - corners[:, 2], axis=1) < 4.0*self._rounding
        tone, square = pen.mixed(np.array(0.0)), max(self.square, 2.0*float(half.max())/MOST_ALONG)
        mesh.add(corners[is_round], normals[quads][is_round], tone)
        for axis in range(3):
            u, v = (axis + 1) % 3, (axis + 2) % 3
            for side in (-1.0, 1.0):
                lines = [pen.lines(-level[k], level[k], square, n) for n, k in enumerate((u, v))]
                low, high = (np.meshgrid(*(line[part] for line in lines), indexing="ij")
                             for part in (slice(None, -1), slice(1, None)))
                around = (low, (high[0], low[1]), high, (low[0], high[1]))
                face = np.zeros((*low[0].shape, 4, 3))
                for k, (x, y) in enumerate(around[::int(side)]):
                    face[:, :, k, u], face[:, :, k, v], face[:, :, k, axis] = x, y, side*half[axis]
                colours = pen.squares(*lines, square)
                if side < 0.0 and colours.ndim == 4:
                    colours = colours[:, :, ::-1]
                normal = side*np.eye(3)[axis]
                mesh.add(face.reshape(-1, 4, 3), np.broadcast_to(normal, (face.size//12, 4, 3)),
                         colours.reshape(-1, *colours.shape[2:]))

    def stand(self, mesh: Mesh, tones, axes, floor: float | None = None) -> np.ndarray:
        """Adds what carries one that is above the floor, in axes of the laboratory; returns floor points (n, 3) [m].

        Where it is square and level that is a foot in its middle, about which it may turn; else legs.
        """
        corners = self.outline @ axes.T
        low = float(corners[:, 2].min())
        if floor is not None and low - floor > ON_FLOOR*self.half[0]:
            if axes[2, 2] > LEVEL and self._is_square:
                return draw_foot(mesh, tones, low, float(self.half[0]), floor)
            return super().stand(mesh, tones, axes, floor)
        # a mesh is not empty: what is drawn lies within the block
        mesh.add([[axes @ (0.0, 0.0, 0.0)]*4], [[(0.0, 0.0, 1.0)]*4], tones.cream)
        return corners*(1.0, 1.0, 0.0) + (0.0, 0.0, low if floor is None else floor)
