"""Picture of a rectangular board: squares of a round size, a rim, legs down to the floor."""

import numpy as np

from sandbox.view.palette import ACCENT, METAL, RIM, RIM_DARK, mix
from sandbox.view.picture.mesh import Mesh
from sandbox.view.picture.supports.pen import Pen

ROUND = (1.0, 2.0, 5.0)      # sides of squares are these times a power of ten [m]
ACROSS = 4                   # least number of squares across
THICK, FRAME = 0.035, 0.012  # thickness of the board and width of its rim, in half lengths
HIGH = 0.32                  # height of the lowest corner above the floor, in half lengths
INSET, LEG = 0.12, 0.035     # distance of the legs from the corners and half their width, in half widths


class Board:
    """The rectangle |x| <= half length, |y| <= half width of the plane z = 0; see support.shape_of.

    outline   (8, 3) corners and middles of the edges [m];  size  distance of the corners from the middle [m]
    """

    is_flat = True

    def __init__(self, half_length: float, half_width: float):
        self.half = np.array((half_length, half_width), dtype=float)
        around = np.array(((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)), dtype=float)
        self.outline = np.column_stack((around*self.half, np.zeros(8)))
        self.size = float(np.hypot(*self.half))

    def grow(self, point) -> bool:
        """Returns False: a board never grows."""
        return False

    def project(self, points):
        """Returns (n, 3) points projected on the plane of the board, beyond its edges too, and (n, 3) normals there."""
        points = np.asarray(points, dtype=float)
        return points*(1.0, 1.0, 0.0), np.broadcast_to((0.0, 0.0, 1.0), points.shape)

    def carries(self, points) -> np.ndarray:
        """Returns (n,) whether the board is below (n, 3) points."""
        return (np.abs(np.asarray(points, dtype=float)[:, :2]) <= self.half*(1 + 1e-6)).all(axis=1)

    @property
    def square(self) -> float:
        """Side of the squares [m]: the largest 1, 2 or 5 times a power of ten that fits often enough across."""
        most = 2.0*self.half.min()/ACROSS
        power = 10.0**np.floor(np.log10(most))
        return float(max(side*power for side in ROUND if side*power <= most*(1 + 1e-9)))

    def draw(self, mesh: Mesh, pen: Pen):
        """Adds the board to a mesh, in its own axes."""
        (a, b), tones = self.half, pen.tones
        thick, frame = THICK*a, FRAME*a
        x, y = (np.unique(np.clip(np.arange(np.floor(-h/self.square), np.ceil(h/self.square) + 1)*self.square, -h, h))
                for h in (a, b))
        light = (np.floor(_middles(x)/self.square)[:, None] + np.floor(_middles(y)/self.square)) % 2 == 0
        colours = np.where(light[..., None], tones.cream, tones.sand)*np.ones((len(x) - 1, len(y) - 1, 1))
        low, high = np.meshgrid(x[:-1], y[:-1], indexing="ij"), np.meshgrid(x[1:], y[1:], indexing="ij")
        corners = np.stack([np.stack((px, py, 0*px), axis=-1) for px, py in (
            low, (high[0], low[1]), high, (low[0], high[1]))], axis=2)
        mesh.add(corners, np.broadcast_to((0.0, 0.0, 1.0), corners.shape), colours.reshape(-1, 3))
        for low, high in (((-a - frame, -b - frame), (a + frame, -b)), ((-a - frame, b), (a + frame, b + frame)),
                          ((-a - frame, -b), (-a, b)), ((a, -b), (a + frame, b))):
            _add_box(mesh, (*low, -thick), (*high, 0.0), RIM)
        _add_box(mesh, (-a, -b, -thick), (a, b, -1e-3*a), RIM_DARK)
        # the zero of its length
        for side in (-1, 1):
            low, high = sorted((side*b, side*(b + frame)))
            _add_box(mesh, (-0.006*a, low, -thick), (0.006*a, high, 1e-3*a), ACCENT)

    def stand(self, mesh: Mesh, tones, axes, floor: float | None = None) -> np.ndarray:
        """Adds legs, in axes of the laboratory, for a board with axes (3, 3); returns floor points (n, 3) [m]."""
        a, b = self.half
        corners = (self.outline - (0.0, 0.0, THICK*a)) @ axes.T
        ground = float(corners[:, 2].min()) - HIGH*a if floor is None else floor
        wide = LEG*b
        tone = mix(METAL, RIM, 0.7)
        for x in (-a + INSET*b, a - INSET*b):
            for y in (-b + INSET*b, b - INSET*b):
                # up into the board, so that no corner of the leg ends below a leaning one
                foot = axes @ (x, y, -0.5*THICK*a)
                _add_box(mesh, (foot[0] - wide, foot[1] - wide, ground), (foot[0] + wide, foot[1] + wide, foot[2]),
                         tone)
        return corners*(1.0, 1.0, 0.0) + (0.0, 0.0, ground)


def _middles(x):
    return 0.5*(x[1:] + x[:-1])


def _add_box(mesh: Mesh, low, high, tone):
    """Adds the six sides of a box between two corners (3,) [m]."""
    centre, half = 0.5*np.add(low, high), 0.5*np.subtract(high, low)
    for n in np.vstack((np.eye(3), -np.eye(3))):
        u = np.abs(np.roll(n, 1))
        v = np.cross(n, u)
        corners = [centre + half*(n + s*u + t*v) for s, t in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        mesh.add(corners, np.broadcast_to(n, (4, 3)), tone)
