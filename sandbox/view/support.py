"""Pictures of supports: turntables, surfaces of revolution and others, with what they stand on."""

import numpy as np

from sandbox.view.board import Board
from sandbox.view.mesh import Mesh, add_sheet, flat_normals, revolve, smooth_normals, turned
from sandbox.view.palette import ACCENT, METAL, RIM, RIM_DARK, THEMES, mix
from sandbox.view.patch import Patch

SECTORS = 12         # pattern around
DOTS = 24            # marks around the rim
NO_SHADOWS = 1e-3    # gloss of what lies in the shade of the support anyway
TICKS = 24           # marks of the laboratory on the floor
HALVINGS = 12        # steps to the place where a path leaves the support


def meridian_of(surface, n: int, beside: float):
    """(m, 2) points (R, z) of the drawn surface in its own axes [m], or None if it is not one of revolution.

    n        points along it
    beside   radius of the ball whose centre moves on the surface, when that is what its formula gives [m]
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


class Support:
    """The support's compound, its foot, and the geometry others need to lie on it.

    level    Level of quality
    ball     radius of the body [m]
    start    (3,) contact point of the start in the support's frame, or None;  tones  of the theme
    axes     (3, 3) of the support at first
    size     half width [m];  span  half width or half height, whichever is more [m]
    outline  (n, 3) points that the camera has to keep in view [m];  base  the same of the foot
    """

    def __init__(self, surface, level, ball: float = 0.0, start=None, tones=THEMES["dark"], axes=None):
        self._tones = tones
        self._slices = level.slices
        beside = ball if getattr(surface, "defines", "contact") == "centre" else 0.0
        self.patch = self.meridian = None
        self.is_board = getattr(surface, "sides", None) is not None
        if self.is_board:
            self.patch = Board(*surface.sides)
        else:
            self.meridian = meridian_of(surface, level.rings, beside)
            if self.meridian is None:
                self.patch = Patch(surface, level.rings, level.slices, ball, beside, start)
        self._measure()
        self.table = self._mesh().thing()
        self.foot = self._build_foot(np.eye(3) if axes is None else axes)

    def _measure(self):
        points = turned(self.meridian[::4], 24) if self.patch is None else self.patch.points
        points = points.reshape(-1, 3)
        self.outline = points[np.isfinite(points).all(axis=1)]
        if self.patch is None:
            self.outline = np.vstack((self.outline, turned(self.meridian[-1:], 24)[0]))
        self.size = float(np.hypot(self.outline[:, 0], self.outline[:, 1]).max())
        self.bottom, self.top = float(self.outline[:, 2].min()), float(self.outline[:, 2].max())
        self.span = max(self.size, 0.5*(self.top - self.bottom))
        self.is_flat = self.is_board or self.patch is None and self.top - self.bottom < 1e-9*self.size

    def reach_to(self, point) -> bool:
        """Make an open patch larger when a contact point (3,) in its frame nears its end; True when it grew."""
        if self.patch is None or not self.patch.grow(point):
            return False
        self._measure()
        self._mesh().reshape(self.table)
        return True

    def drop(self, points):
        """(n, 3) points in the support's frame moved to the nearest place on it, and (n, 3) normals there."""
        points = np.asarray(points, dtype=float)
        if self.patch is not None:
            return self.patch.drop(points)
        r, best, _u, near = self._nearest(points)
        d = np.diff(self.meridian, axis=0)[best]
        n = np.stack((-d[:, 1], d[:, 0]), axis=1)/np.linalg.norm(d, axis=1)[:, None]
        e = points[:, :2]/np.maximum(r, 1e-300)[:, None]
        if self.is_flat:
            # beyond the rim a path stays where it is
            near[:, 0] = r
        return (np.column_stack((e*near[:, :1], near[:, 1])), np.column_stack((e*n[:, :1], n[:, 1])))

    def _nearest(self, points):
        """For (n, 3) points: distance from the axis, the nearest piece of the meridian, how far along it, the place.

        How far is 0..1 on the piece, less or more where the meridian has ended.
        """
        r = np.hypot(points[:, 0], points[:, 1])
        a, d = self.meridian[:-1], np.diff(self.meridian, axis=0)
        q = np.stack((r, points[:, 2]), axis=1)[:, None, :]
        u = ((q - a)*d).sum(axis=2)/np.maximum((d*d).sum(axis=1), 1e-300)
        foot = a + np.clip(u, 0.0, 1.0)[..., None]*d
        best = ((q - foot)**2).sum(axis=2).argmin(axis=1)
        row = np.arange(len(points))
        return r, best, u[row, best], foot[row, best]

    def carries(self, points) -> np.ndarray:
        """(n,) whether the support is below (n, 3) points in its frame, or they are beyond its edge."""
        points = np.asarray(points, dtype=float)
        if self.patch is not None:
            return self.patch.carries(points)
        on = np.ones(len(points), dtype=bool)
        if np.linalg.norm(self.meridian[0] - self.meridian[-1]) < 1e-6*self.size:
            return on
        _r, best, u, _near = self._nearest(points)
        on[(best == len(self.meridian) - 2) & (u > 1.0 + 1e-6)] = self.meridian[-1, 0] < 1e-6*self.size
        on[(best == 0) & (u < -1e-6)] = self.meridian[0, 0] < 1e-6*self.size
        return on

    def kept(self, path) -> np.ndarray:
        """The (n, 3) points of a path in the support's frame up to where it first leaves the support."""
        path = np.asarray(path, dtype=float)
        off = ~self.carries(path)
        if not off.any():
            return path
        k = int(off.argmax())
        if k == 0:
            return path[:0]
        inner, outer = path[k - 1], path[k]
        for _step in range(HALVINGS):
            middle = 0.5*(inner + outer)
            inner, outer = (middle, outer) if self.carries(middle[None])[0] else (inner, middle)
        return np.vstack((path[:k], inner))

    def _mesh(self) -> Mesh:
        mesh = Mesh()
        if self.is_board:
            self.patch.draw(mesh, self._tones)
        elif self.is_flat:
            self._draw_table(mesh)
        elif self.patch is None:
            self._draw_shell(mesh)
        else:
            share = np.linspace(0.0, 1.0, len(self.patch.points))
            add_sheet(mesh, self.patch.points, self.patch.normals, self._pattern(share))
            self._draw_edge(mesh, self.patch.points[-1])
        return mesh

    def _pattern(self, share, bands: int = 6, accents: bool = True):
        """(n - 1, slices, 3) colours: checkered, one half sector apart, a little darker to one side.

        share   (n,) how far along the meridian the ends of the pieces are, 0..1
        """
        k = np.arange(self._slices)
        sector, half = k*SECTORS//self._slices, k*2*SECTORS//self._slices
        band = np.minimum((share[:-1]*bands).astype(int), bands - 1)
        light = (sector[None, :] + band[:, None]) % 2 == 1
        tones = np.where(light[..., None], self._tones.cream, self._tones.sand)
        if accents:
            tones[:, half == 0] = ACCENT
        return tones

    def _draw_table(self, mesh):
        """A turntable: hub, three bands of pattern, rim with marks, thick side."""
        rim, z = self.size, self.bottom
        radii = np.array((0.0, 0.03, 0.34, 0.645, 0.95))*rim
        top = np.column_stack((radii, np.full(5, z)))
        tones = self._pattern(np.linspace(0.0, 1.0, 5), 4)
        tones[0] = RIM_DARK
        tones *= 1 - 0.16*(radii[1:, None, None]/rim)**2
        revolve(mesh, top, flat_normals(top), tones, self._slices)
        edge = np.array(((0.95, 0), (0.99, 0), (1.0, -0.01), (1.0, -0.03), (1.0, -0.058), (1.0, -0.078),
                         (0.94, -0.1), (0.3, -0.12)))*rim
        edge[:, 1] += z
        shades = (RIM, mix(RIM, self._tones.cream, 0.3), RIM_DARK, RIM_DARK, RIM_DARK, METAL, METAL)
        tones = np.repeat(np.array(shades)[:, None, :], self._slices, axis=1)
        tones[3, self._dots() == 0] = mix(RIM, self._tones.cream, 0.5)
        revolve(mesh, edge, flat_normals(edge), tones, self._slices)

    def _dots(self):
        return (np.arange(self._slices)*DOTS//self._slices) % 2

    def _draw_shell(self, mesh):
        """A surface one looks into or at, with lines at its open ends that are seen from behind too."""
        points = self.meridian
        length = np.append(0.0, np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1)))
        revolve(mesh, points, smooth_normals(points), self._pattern(length/length[-1]), self._slices)
        if np.linalg.norm(points[0] - points[-1]) > 1e-6*self.size:
            for end in (points[-1], points[0]):
                if end[0] > 0.04*self.size:
                    self._draw_edge(mesh, turned(end[None], self._slices)[0])

    def _draw_edge(self, mesh, line):
        """A tube around a closed line (n, 3); pieces that are not finite are left out."""
        w = 0.012*self.size
        along = np.roll(line[:-1], -1, axis=0) - np.roll(line[:-1], 1, axis=0)
        along = np.vstack((along, along[:1]))
        out = np.cross(along, (0.0, 0.0, 1.0))
        out /= np.maximum(np.linalg.norm(out, axis=1, keepdims=True), 1e-300)
        up = np.array((0.0, 0.0, 1.0))
        around = [-up + 0*out, -out, up + 0*out, out, -up + 0*out]
        points = np.stack([line + w*a for a in around])
        tones = np.where(self._dots()[:, None] == 1, RIM, RIM_DARK)
        add_sheet(mesh, points, np.stack(around), np.repeat(tones[None], 4, axis=0))

    def _build_foot(self, axes):
        """Motor and foot below the support and marks on the floor; they belong to the laboratory and do not turn."""
        mesh = Mesh(NO_SHADOWS)
        if self.is_board:
            self.ground = self.patch.stand(mesh, self._tones, axes)
            self.base = self.outline*(1.0, 1.0, 0.0) + (0.0, 0.0, self.ground)
            return mesh.thing()
        s = self.size
        top = self.bottom - (0.11*s if self.is_flat else 0.01*s)
        down = np.array(((0.0, 0.0), (0.3, 0.0), (0.3, -0.14), (0.34, -0.17), (0.6, -0.2), (0.64, -0.22),
                         (0.64, -0.27)))*s
        down[:, 1] += top
        shades = (METAL, METAL, RIM, RIM, METAL, RIM_DARK)
        revolve(mesh, down, flat_normals(down), [mix(shade, self._tones.night, 0.3) for shade in shades], 40)
        self.ground = float(down[-1, 1])
        self.base = turned(down[-1:], 24)[0]

        # one mark in the direction of x is longer
        angle = 2*np.pi*np.arange(TICKS)/TICKS
        along = np.stack((np.cos(angle), np.sin(angle), 0*angle), axis=1)
        side = np.stack((-np.sin(angle), np.cos(angle), 0*angle), axis=1)
        main = np.arange(TICKS) % (TICKS//4) == 0
        inner, outer = 1.3*s + 0*angle, np.where(main, 1.42, 1.36)*s
        outer[0] = 1.52*s
        wide = np.where(main, 0.012, 0.007)[:, None]*s
        a, b = along*inner[:, None], along*outer[:, None]
        corners = np.stack((a - wide*side, b - wide*side, b + wide*side, a + wide*side), axis=1)
        corners[..., 2] = self.ground
        tones = np.where(main[:, None], self._tones.main_mark, self._tones.mark)
        tones[0] = mix(ACCENT, self._tones.night, 0.25)
        mesh.add(corners, np.broadcast_to((0.0, 0.0, 1.0), corners.shape), tones)
        return mesh.thing()
