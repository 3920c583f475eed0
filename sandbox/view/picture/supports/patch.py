"""Pieces of surfaces that are not surfaces of revolution, found from their formula phi(x, y, z, *parameters) = 0.

A surface that closes around its local origin (an ellipsoid) is found along rays from there; any other is followed as
a graph over x and y, ring by ring outwards from where it is known.
"""

import numpy as np

from sandbox.view.picture.mesh import Mesh, add_sheet
from sandbox.view.picture.supports.foot import draw_foot
from sandbox.view.picture.supports.pen import Pen

SHARP = 12             # steps of the root finder
RAYS = 28              # points along a ray between which a change of sign is looked for
LARGEST = 40.0         # largest reach of an open patch, in its first reach


class Patch:
    """A grid of points on a surface in its own axes, from the middle outwards, anticlockwise seen from the body.

    points, normals   (rings, slices + 1, 3) [m], NaN where there is no surface
    reach             radius of an open patch [m], or None for a closed surface
    """

    is_flat = False

    def __init__(self, surface, rings: int, slices: int, ball: float, beside: float, start=None):
        self._phi, self._parameters = surface.phi, surface.parameters
        self._edges = [edge.formula for edge in surface.edges if edge.formula is not None]
        self._shape = (rings, slices)
        self._beside = beside
        start = np.zeros(3) if start is None else np.asarray(start, dtype=float)
        self._far = max(float(np.linalg.norm(start)), 4*ball, 1e-3)
        self._step = 1e-5*self._far
        at_origin = self.value(np.zeros((1, 3)))[0]
        self.reach = None
        if not self._close(at_origin):
            self._base = np.zeros(3) if surface.rim else start
            self._start = start
            self.reach = float(surface.rim or max(14*ball, 1e-3))
            self._limit = self.reach if surface.rim else LARGEST*self.reach
            self._spread()

    # ---- the formula ----------------------------------------------------------------------------------------------

    def value(self, points, formula=None) -> np.ndarray:
        """Returns (n,) phi, or another formula of plain numbers, at (n, 3) points, NaN where it has no value."""
        formula = formula or self._phi
        out = np.full(len(points), np.nan)
        with np.errstate(all="ignore"):
            for k, (x, y, z) in enumerate(points.tolist()):
                try:
                    out[k] = formula(x, y, z, *self._parameters)
                except (ArithmeticError, ValueError, TypeError):
                    continue
        return out

    def gradient(self, points) -> np.ndarray:
        """Returns the (n, 3) gradient of phi at (n, 3) points, by central differences."""
        h = self._step*np.eye(3)
        return np.stack([(self.value(points + d) - self.value(points - d))/(2*self._step) for d in h], axis=1)

    def _roots(self, origins, ways, at):
        """Returns t (n,) of a zero of phi on each ray origin + t way, NaN if none; `at` (m,) or (n, m): growing t."""
        n = len(origins)
        at = np.broadcast_to(np.asarray(at, dtype=float), (n, np.shape(at)[-1]))
        values = np.stack([self.value(origins + t[:, None]*ways) for t in at.T], axis=1)
        change = np.isfinite(values[:, :-1]) & np.isfinite(values[:, 1:]) & (values[:, :-1]*values[:, 1:] <= 0.0)
        # of several zeros the one nearest to the middle of the range: for a graph that continues it
        k = np.arange(change.shape[1])
        middle = 0.0 if at[0, 0] >= 0.0 else 0.5*(len(k) - 1)
        first = np.where(change, np.abs(k - middle), np.inf).argmin(axis=1)
        found = np.flatnonzero(change.any(axis=1))
        t = np.full(n, np.nan)
        i = first[found]
        a, b, fa, fb = at[found, i], at[found, i + 1], values[found, i], values[found, i + 1]
        for _step in range(SHARP):
            # false position with the Illinois rule
            with np.errstate(all="ignore"):
                c = np.where(fb == fa, 0.5*(a + b), (a*fb - b*fa)/(fb - fa))
            fc = self.value(origins[found] + c[:, None]*ways[found])
            same = fc*fb > 0.0
            a, fa = np.where(same, a, b), np.where(same, 0.5*fa, fb)
            b, fb = c, fc
        t[found] = b
        return t

    # ---- closed surfaces ------------------------------------------------------------------------------------------

    def _close(self, at_origin) -> bool:
        """Finds a surface that closes around the local origin, of an inside the lower half; returns whether it does."""
        if not np.isfinite(at_origin) or at_origin == 0.0:
            return False
        rings, slices = self._shape
        at = np.append(0.0, self._far*np.geomspace(0.1, 12.0, RAYS))
        probe = np.array([(x, y, z) for x in (-1, 0, 1) for y in (-1, 0, 1) for z in (-1, 0, 1) if x or y or z], float)
        probe /= np.linalg.norm(probe, axis=1, keepdims=True)
        if np.isnan(self._roots(np.zeros_like(probe), probe, at)).any():
            return False
        inside = at_origin > 0.0
        polar = np.linspace(0.0, 0.5*np.pi if inside else np.pi, rings)[:, None]
        angle = np.linspace(0.0, 2*np.pi, slices + 1)
        sign = -1.0 if inside else 1.0
        ways = np.stack((np.sin(polar)*np.cos(angle), np.sin(polar)*np.sin(angle), sign*np.cos(polar) + 0*angle), -1)
        flat = ways.reshape(-1, 3)
        t = self._roots(np.zeros_like(flat), flat, at)
        self._take(flat*t[:, None])
        return True

    # ---- open surfaces --------------------------------------------------------------------------------------------

    def _spread(self):
        """Follows the surface as a graph over a disc: over x and y, or over the tangent plane where walls are steep."""
        rings, slices = self._shape
        self._graph(np.eye(3))
        if np.isfinite(self.points).all(axis=2).mean() > 0.3:
            return
        up = self.gradient(self._start[None])[0]
        if np.isfinite(up).all() and up.any():
            up /= np.linalg.norm(up)
            side = np.cross(up, np.eye(3)[np.abs(up).argmin()])
            side /= np.linalg.norm(side)
            self._base = self._start
            self._graph(np.array((side, np.cross(up, side), up)))
        if np.isfinite(self.points).all(axis=2).mean() < 0.05:
            raise ValueError("the formula of the surface has no zeros near the start")

    def _graph(self, axes):
        """Follows the graph over a disc about the base; axes (3, 3): rows e1, e2, up."""
        rings, slices = self._shape
        self._plane = axes[:2]
        step, up = self.reach/(rings - 1), axes[2]
        base = self._base + ((self._start - self._base) @ up)*up
        heights = np.full((rings, slices + 1), np.nan)
        heights[0] = self._roots(base[None], up[None], np.linspace(-1.0, 1.0, 40)*2*self.reach)[0]
        if np.isnan(heights[0, 0]):
            base, heights[0] = self._start, 0.0
        angle = np.linspace(0.0, 2*np.pi, slices + 1)
        out = np.cos(angle)[:, None]*axes[0] + np.sin(angle)[:, None]*axes[1]
        near = np.linspace(-6.0, 6.0, 10)*step
        for i in range(1, rings):
            known = np.where(np.isfinite(heights[i - 1]), heights[i - 1], np.nanmean(heights[i - 1]))
            guess = base + i*step*out + known[:, None]*up
            heights[i] = known + self._roots(guess, np.broadcast_to(up, guess.shape), near)
            if np.isnan(heights[i]).all():
                break
        points = base + (np.arange(rings)*step)[:, None, None]*out + heights[..., None]*up
        self._take(points.reshape(-1, 3))

    def grow(self, point) -> bool:
        """Enlarges the patch when a point (3,) comes near its end; returns whether it grew."""
        if self.reach is None or self.reach >= self._limit:
            return False
        away = float(np.hypot(point[0] - self._base[0], point[1] - self._base[1]))
        if away < 0.9*self.reach:
            return False
        self.reach = min(1.5*away, self._limit)
        self._start = np.asarray(point, dtype=float)
        self._spread()
        return True

    def _take(self, points):
        """Sets points and normals from (n, 3) points, NaN outside the edges, moved from a ball's centre to its skin."""
        for edge in self._edges:
            points[~(self.value(points, edge) >= -1e-9*self._far)] = np.nan
        grad = self.gradient(points)
        with np.errstate(all="ignore"):
            normals = grad/np.linalg.norm(grad, axis=1, keepdims=True)
        shape = (self._shape[0], self._shape[1] + 1, 3)
        points, normals = (points - self._beside*normals).reshape(shape), normals.reshape(shape)
        # the winding of the pieces has to agree with the normals
        out = np.cross(points[1:, 1:] - points[:-1, :-1], points[:-1, 1:] - points[1:, :-1])
        if np.nansum(out*normals[:-1, :-1]) < 0.0:
            points, normals = points[:, ::-1], normals[:, ::-1]
        self.points, self.normals = points, normals

    @property
    def outline(self) -> np.ndarray:
        """(n, 3) points of the grid that are finite [m]."""
        points = self.points.reshape(-1, 3)
        return points[np.isfinite(points).all(axis=1)]

    @property
    def size(self) -> float:
        """Half width [m]."""
        return float(np.hypot(self.outline[:, 0], self.outline[:, 1]).max())

    def draw(self, mesh: Mesh, pen: Pen):
        """Adds the piece, with a tube around its end, to a mesh, in its own axes."""
        add_sheet(mesh, self.points, self.normals, pen.pattern(np.linspace(0.0, 1.0, len(self.points))))
        pen.draw_edge(mesh, self.points[-1], self.size)

    def stand(self, mesh: Mesh, tones, axes, floor: float | None = None) -> np.ndarray:
        """Adds its foot to a mesh; returns points (n, 3) of the foot on the floor [m]."""
        return draw_foot(mesh, tones, float(self.outline[:, 2].min()) - 0.01*self.size, self.size, floor)

    def project(self, points):
        """Returns (n, 3) points moved along the gradient to the surface, and (n, 3) normals there."""
        points = self._foot(points)
        points, grad = np.nan_to_num(points), np.nan_to_num(self.gradient(points))
        normals = grad/np.maximum(np.linalg.norm(grad, axis=1, keepdims=True), 1e-300)
        return points - self._beside*normals, normals

    def _foot(self, points):
        """Returns (n, 3) points moved along the gradient to phi = 0."""
        for _step in range(4):
            grad = self.gradient(points)
            square = np.maximum((grad*grad).sum(axis=1), 1e-300)
            points = points - (self.value(points)/square)[:, None]*grad
        return points

    def carries(self, points) -> np.ndarray:
        """Returns (n,) whether the drawn piece is below (n, 3) points, False beyond its edge."""
        foot = self._foot(points)
        on = np.isfinite(foot).all(axis=1)
        for edge in self._edges:
            on &= self.value(foot, edge) >= -1e-6*self._far
        if self.reach is not None:
            on &= np.linalg.norm((foot - self._base) @ self._plane.T, axis=1) <= self.reach*(1 + 1e-6)
        return on
