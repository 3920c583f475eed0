"""Picture of a surface z = f(x, y) from a formula: a sheet with a pattern, a tube along its end."""

import numpy as np

from sandbox.view.picture.mesh import Mesh, add_sheet
from sandbox.view.picture.supports.foot import draw_foot
from sandbox.view.picture.supports.pen import Pen

# rings are so many times as many as of a surface of revolution: a formula may have waves
FINER = 2
STEPS = 6            # of the way to the nearest point of the surface
LOW = 0.5            # light of the lowest places, of 1 for the highest
LEVEL = 1e-6         # less height than this, in sizes, is none
ON = 1e-6            # how far beyond its end a point still counts as on it, in sizes


class GraphSheet:
    """The drawn surface; see support.shape_of.

    points, normals   (rings, slices + 1, 3) [m], from the middle outwards
    """

    is_flat = False

    def __init__(self, graph, rings: int, slices: int):
        self._graph, domain = graph, graph.domain
        rings = FINER*rings
        angle = np.linspace(0.0, 2.0*np.pi, slices + 1)
        angle[-1] = 0.0
        # on a rectangle rings are rectangles
        a, b = domain.half
        c, s = np.cos(angle), np.sin(angle)
        out = np.ones_like(angle) if domain.rim else 1.0/np.maximum(np.abs(c), np.abs(s))
        share = np.linspace(0.0, 1.0, rings)[:, None]
        self.points, self.normals = self._at(share*out*a*c, share*out*b*s)
        self.size = float(np.hypot(self.points[..., 0], self.points[..., 1]).max())
        self.outline = np.vstack((self.points[::4, ::4].reshape(-1, 3), self.points[-1]))

    def _at(self, x, y):
        """Points and unit normals (..., 3) above x, y."""
        z, p, q = self._graph.jets(x, y)[:3]
        w = np.sqrt(1.0 + p*p + q*q)
        return np.stack((x, y, z), axis=-1), np.stack((-p/w, -q/w, 1.0/w), axis=-1)

    def grow(self, point) -> bool:
        """Returns False: it ends where it is said to."""
        return False

    def project(self, points):
        """Returns (n, 3) points moved to the nearest place on it, beyond its end to that, and (n, 3) normals there."""
        points = np.asarray(points, dtype=float)
        x, y = self._foot(points)
        return self._at(*self._graph.domain.clipped(x, y))

    def _foot(self, points):
        """x, y (n,) of the nearest places, by Gauss and Newton from straight below."""
        domain = self._graph.domain
        x, y = points[:, 0], points[:, 1]
        for _step in range(STEPS):
            z, p, q = self._graph.jets(*domain.clipped(x, y))[:3]
            # the foot on the tangent plane
            gap = (points[:, 0] - x)*p + (points[:, 1] - y)*q - (points[:, 2] - z)
            share = gap/(1.0 + p*p + q*q)
            x, y = points[:, 0] - share*p, points[:, 1] - share*q
        return x, y

    def carries(self, points) -> np.ndarray:
        """Returns (n,) whether it is below (n, 3) points, False beyond its end."""
        x, y = self._foot(np.asarray(points, dtype=float))
        domain, room = self._graph.domain, ON*self.size
        if domain.rim:
            return np.hypot(x, y) <= domain.rim + room
        return (np.abs(x) <= domain.sides[0] + room) & (np.abs(y) <= domain.sides[1] + room)

    def draw(self, mesh: Mesh, pen: Pen):
        """Adds the sheet, darker where it is low, with a tube around its end, to a mesh, in its own axes."""
        tones = pen.pattern(np.linspace(0.0, 1.0, len(self.points)))
        add_sheet(mesh, self.points, self.normals, tones*self._lights()[..., None])
        pen.draw_edge(mesh, self.points[-1], self.size)

    def _lights(self):
        """How light each piece is (rings - 1, slices), by its height: without that low hills are hard to see."""
        z = self.points[..., 2]
        z = 0.25*(z[:-1, :-1] + z[1:, :-1] + z[1:, 1:] + z[:-1, 1:])
        span = float(np.ptp(z))
        return LOW + (1.0 - LOW)*(z - z.min())/span if span > LEVEL*self.size else np.ones_like(z)

    def stand(self, mesh: Mesh, tones, axes, floor: float | None = None) -> np.ndarray:
        """Adds its foot to a mesh; returns points (n, 3) of the foot on the floor [m]."""
        return draw_foot(mesh, tones, float(self.points[..., 2].min()) - 0.01*self.size, self.size, floor)
