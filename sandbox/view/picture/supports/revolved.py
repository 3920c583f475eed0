"""Pictures of surfaces of revolution: turntables and shells."""

import numpy as np

from sandbox.view.palette import METAL, mix
from sandbox.view.picture.mesh import Mesh, flat_normals, revolve, smooth_normals, turned
from sandbox.view.picture.supports.foot import draw_foot, draw_posts
from sandbox.view.picture.supports.pen import Pen

# of a plane without an end: its radius in reaches of what stands on it at first, the share of it at which it grows, to
# how much more than what came there, and the largest in reaches
AROUND, NEAR_END, GROWTH, LARGEST = 1.7, 0.94, 1.5, 100.0


def meridian_of(surface, n: int, beside: float):
    """Returns (m, 2) points (R, z) [m] of the drawn surface in its own axes, None if it is not one of revolution.

    n        number of points along it
    beside   radius of the ball [m] if the formula gives the surface of its centre, otherwise 0
    """
    points = surface.meridian(n) if hasattr(surface, "meridian") else None
    if points is None and getattr(surface, "form", "") == "points":
        from scipy.interpolate import make_interp_spline
        r, z = surface.points
        at = np.linspace(r[0], r[-1], n)
        points = np.column_stack((at, make_interp_spline(r, z, k=min(3, len(r) - 1))(at)))
    if points is None and getattr(surface, "phi", None) is None:
        points = np.array(((0.0, 0.0), (float(surface.rim), 0.0)))
    if points is None:
        return None
    points = np.asarray(points, dtype=float)
    if points.ndim != 2 or points.shape[1] != 2 or len(points) < 2 or not np.isfinite(points).all():
        raise ValueError(f"meridian: needs finite points (R, z), got shape {points.shape}")
    if beside:
        normals = smooth_normals(points)
        points = points - beside*np.vstack((normals[:, 0], normals[-1:, 1]))
        points = points[points[:, 0] > -1e-9]
        points[:, 0] = np.maximum(points[:, 0], 0.0)
    return points


class Revolved:
    """The surface that a meridian of (m, 2) points (R, z) sweeps [m]."""

    def __init__(self, meridian):
        self._sweep(meridian)

    def _sweep(self, meridian):
        self.meridian = meridian
        # every fourth point, and the last one in any case
        self.outline = np.vstack((turned(meridian[::4], 24).reshape(-1, 3), turned(meridian[-1:], 24)[0]))
        self.size = float(meridian[:, 0].max())
        self.is_flat = float(np.ptp(meridian[:, 1])) < 1e-9*self.size
        # of each piece of the meridian, where the nearest one is sought in every frame
        self._steps = np.diff(meridian, axis=0)
        self._squares = np.maximum((self._steps*self._steps).sum(axis=1), 1e-300)
        self._is_closed = bool(np.linalg.norm(meridian[0] - meridian[-1]) < 1e-6*self.size)

    @property
    def _has_hole(self) -> bool:
        """Whether it is open below: a funnel, whose rim is its upper end."""
        low, high = self.meridian[0], self.meridian[-1]
        return not self._is_closed and not self.is_flat and low[0] > 0.0 and low[1] < high[1] and low[0] < high[0]

    def grow(self, point) -> bool:
        """Returns False: a surface of revolution never grows."""
        return False

    def project(self, points):
        """Returns (n, 3) points in the support's frame moved to the nearest place on it, and (n, 3) normals there."""
        points = np.asarray(points, dtype=float)
        r, best, _u, near = self._nearest(points)
        d = self._steps[best]
        n = np.stack((-d[:, 1], d[:, 0]), axis=1)/np.linalg.norm(d, axis=1)[:, None]
        e = points[:, :2]/np.maximum(r, 1e-300)[:, None]
        if self.is_flat:
            # beyond the rim a path stays where it is
            near[:, 0] = r
        return (np.column_stack((e*near[:, :1], near[:, 1])), np.column_stack((e*n[:, :1], n[:, 1])))

    def _nearest(self, points):
        """Takes (n, 3) points and returns R (n,), the nearest piece (n,) of the meridian, u (n,) and the place (n, 2).

        u is the place along the piece, 0..1 on it, less or more beyond the ends of the meridian.
        """
        r = np.hypot(points[:, 0], points[:, 1])
        a, d = self.meridian[:-1], self._steps
        q = np.stack((r, points[:, 2]), axis=1)[:, None, :]
        u = ((q - a)*d).sum(axis=2)/self._squares
        foot = a + np.clip(u, 0.0, 1.0)[..., None]*d
        best = ((q - foot)**2).sum(axis=2).argmin(axis=1)
        row = np.arange(len(points))
        return r, best, u[row, best], foot[row, best]

    def carries(self, points) -> np.ndarray:
        """Returns (n,) whether the support is below (n, 3) points in its frame, False beyond its edge."""
        points = np.asarray(points, dtype=float)
        on = np.ones(len(points), dtype=bool)
        if self._is_closed:
            return on
        _r, best, u, _near = self._nearest(points)
        on[(best == len(self.meridian) - 2) & (u > 1.0 + 1e-6)] = self.meridian[-1, 0] < 1e-6*self.size
        on[(best == 0) & (u < -1e-6)] = self.meridian[0, 0] < 1e-6*self.size
        return on

    def draw(self, mesh: Mesh, pen: Pen):
        """Adds the turntable or the shell to a mesh, in its own axes."""
        if self.is_flat:
            self._draw_table(mesh, pen)
        else:
            self._draw_shell(mesh, pen)

    def _draw_table(self, mesh, pen):
        """Adds a turntable: hub, three bands of pattern, rim with marks, thick side."""
        rim, z = self.size, float(self.meridian[0, 1])
        radii, tones = pen.turned_table(rim)
        top = np.column_stack((radii, np.full(len(radii), z)))
        tones[0] = pen.coat.frame
        tones *= 1 - 0.16*(radii[1:].reshape(-1, *[1]*(tones.ndim - 1))/rim)**2
        revolve(mesh, top, flat_normals(top), tones, pen.slices)
        edge = np.array(((0.95, 0), (0.99, 0), (1.0, -0.01), (1.0, -0.03), (1.0, -0.058), (1.0, -0.078),
                         (0.94, -0.1), (0.3, -0.12)))*rim
        edge[:, 1] += z
        outer, below = pen.coat.rim, pen.coat.frame
        shades = (outer, mix(outer, pen.tones.cream, 0.3), below, below, below, METAL, METAL)
        tones = np.repeat(np.array(shades)[:, None, :], pen.slices, axis=1)
        tones[3, pen.dots() == 0] = mix(outer, pen.tones.cream, 0.5)
        revolve(mesh, edge, flat_normals(edge), tones, pen.slices)

    def _draw_shell(self, mesh, pen):
        """Adds a shell, with tubes at its open ends that are visible from behind too."""
        points = self.meridian
        length = np.append(0.0, np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1)))
        revolve(mesh, points, smooth_normals(points), pen.pattern(length/length[-1]), pen.slices)
        if np.linalg.norm(points[0] - points[-1]) > 1e-6*self.size:
            for end in (points[-1], points[0]):
                if end[0] > 0.04*self.size:
                    pen.draw_edge(mesh, turned(end[None], pen.slices)[0], self.size)

    def stand(self, mesh: Mesh, tones, axes, floor: float | None = None) -> np.ndarray:
        """Adds its foot to a mesh; returns points (n, 3) of the foot on the floor [m]."""
        if floor is not None and self._has_hole:
            return draw_posts(mesh, tones, float(self.meridian[-1, 1]), self.size, floor)
        below = 0.11 if self.is_flat else 0.01
        return draw_foot(mesh, tones, float(self.meridian[:, 1].min()) - below*self.size, self.size, floor)


class OpenPlane(Revolved):
    """A plane without an end: a disc that holds what stands on it, and grows when that goes further.

    reach   of the points on it at the start, from its middle [m]
    """

    def __init__(self, reach: float):
        self._most = LARGEST*reach
        self._sweep(np.array(((0.0, 0.0), (AROUND*reach, 0.0))))

    def grow(self, point) -> bool:
        """Enlarges the disc when a point (3,) comes near its end; returns whether it grew."""
        far = float(np.hypot(point[0], point[1]))
        if far < NEAR_END*self.size or self.size >= self._most:
            return False
        self._sweep(np.array(((0.0, 0.0), (min(GROWTH*far, self._most), 0.0))))
        return True

    def carries(self, points) -> np.ndarray:
        """Returns (n,) True: the plane goes on where its picture ends."""
        return np.ones(len(points), dtype=bool)
