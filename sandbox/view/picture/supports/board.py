"""Picture of a rectangular board: squares of a round size, a rim, legs down to the floor."""

import numpy as np

from sandbox.view.palette import ACCENT, INK, METAL, RIM, mix, rgb
from sandbox.view.picture.mesh import Mesh, add_sheet
from sandbox.view.picture.supports.pen import Pen

ROUND = (1.0, 2.0, 5.0)      # sides of squares are these times a power of ten [m]
ACROSS = 4                   # least number of squares across
THICK, FRAME = 0.035, 0.012  # thickness of the board and width of its rim, in half lengths
HIGH = 0.32                  # height of the lowest corner above the floor, in half lengths
AROUND, LAYER = 64, 2e-4     # pieces of a ring of paint; how high it lies on what is below it, in half lengths
PAINTS = {"red": rgb("#c8322b"), "blue": rgb("#2f6fb5"), "white": rgb("#ffffff"), "black": INK, "orange": ACCENT}
INSET, LEG = 0.12, 0.035     # distance of the legs from the corners and half their width, in half widths


class Board:
    """The rectangle |x| <= half length, |y| <= half width of the plane z = 0; see support.shape_of.

    paint     rings and lines of paint on it (scene/supports/surface.py)
    outline   (8, 3) corners and middles of the edges [m];  size  distance of the corners from the middle [m]
    """

    is_flat = True

    def __init__(self, half_length: float, half_width: float, paint=()):
        self._paint = paint
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
        a, b = self.half
        thick, frame = THICK*a, FRAME*a
        x, y = (pen.lines(-h, h, self.square, axis) for axis, h in enumerate(self.half))
        colours = pen.squares(x, y, self.square)
        low, high = np.meshgrid(x[:-1], y[:-1], indexing="ij"), np.meshgrid(x[1:], y[1:], indexing="ij")
        corners = np.stack([np.stack((px, py, 0*px), axis=-1) for px, py in (
            low, (high[0], low[1]), high, (low[0], high[1]))], axis=2)
        mesh.add(corners.reshape(-1, 4, 3), np.broadcast_to((0.0, 0.0, 1.0), corners.shape),
                 colours.reshape(-1, *colours.shape[2:]))
        for low, high in (((-a - frame, -b - frame), (a + frame, -b)), ((-a - frame, b), (a + frame, b + frame)),
                          ((-a - frame, -b), (-a, b)), ((a, -b), (a + frame, b))):
            add_box(mesh, (*low, -thick), (*high, 0.0), pen.coat.rim)
        add_box(mesh, (-a, -b, -thick), (a, b, -1e-3*a), pen.coat.frame)
        self.draw_paint(mesh)
        # the zero of its length
        for side in (-1, 1):
            low, high = sorted((side*b, side*(b + frame)))
            add_box(mesh, (-0.006*a, low, -thick), (0.006*a, high, 1e-3*a), ACCENT)

    def draw_paint(self, mesh: Mesh, height: float = 0.0):
        """Adds the rings and lines of paint, each a little higher than the one before it."""
        turn = np.linspace(0.0, 2.0*np.pi, AROUND + 1)
        way = np.stack((np.cos(turn), np.sin(turn)), axis=1)
        for k, ring in enumerate(self._paint):
            points = np.full((2, AROUND + 1, 3), height + (k + 1)*LAYER*self.half[0])
            if hasattr(ring, "width"):
                # half circles about its ends, and what lies between them
                ends, far = np.array(((ring.x, ring.y), (ring.to_x, ring.to_y))), 0.5*ring.width
                points[0, :, :2] = ends.mean(axis=0)
                points[1, :, :2] = far*way + np.where((way @ (ends[1] - ends[0]) > 0.0)[:, None], ends[1], ends[0])
            else:
                points[..., :2] = np.array((ring.inner, ring.outer))[:, None, None]*way + (ring.x, ring.y)
            add_sheet(mesh, points, np.broadcast_to((0.0, 0.0, 1.0), points.shape),
                      np.broadcast_to(PAINTS[ring.tone], (1, AROUND, 3)))

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
                add_box(mesh, (foot[0] - wide, foot[1] - wide, ground), (foot[0] + wide, foot[1] + wide, foot[2]),
                         tone)
        return corners*(1.0, 1.0, 0.0) + (0.0, 0.0, ground)


def add_box(mesh: Mesh, low, high, tone):
    """Adds the six sides of a box between two corners (3,) [m]."""
    centre, half = 0.5*np.add(low, high), 0.5*np.subtract(high, low)
    for n in np.vstack((np.eye(3), -np.eye(3))):
        u = np.abs(np.roll(n, 1))
        v = np.cross(n, u)
        corners = [centre + half*(n + s*u + t*v) for s, t in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        mesh.add(corners, np.broadcast_to(n, (4, 3)), tone)
