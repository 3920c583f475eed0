"""The picture of a support: its compound, its foot, and the geometry by which lines lie on it."""

from dataclasses import replace

import numpy as np

from sandbox.view.materials import coat_of
from sandbox.view.page.fine import BRUSHED, FELT, WOOD
from sandbox.view.palette import THEMES
from sandbox.view.pick.rays import triangles_of
from sandbox.view.picture.mesh import Mesh
from sandbox.view.picture.supports.block import Block
from sandbox.view.picture.supports.board import Board
from sandbox.view.picture.supports.graph import GraphSheet
from sandbox.view.picture.supports.groove import Groove
from sandbox.view.picture.supports.patch import Patch
from sandbox.view.picture.supports.pen import Pen
from sandbox.view.picture.supports.plate import Plate
from sandbox.view.picture.supports.revolved import OpenPlane, Revolved, meridian_of

NO_SHADOWS = 1e-3    # gloss that gives the shader without shadows, for what lies in the shade anyway
AROUND_BALL = 5.0    # radii of a ball that an endless plane reaches at least
AROUND = 97          # points of a circle
HALVINGS = 12        # bisections for the place where a path leaves the support


def shape_of(surface, level, ball: float, start, reach: float = 0.0):
    """Returns the shape to draw for a surface: a Board, a Block, a Revolved, a GraphSheet or a Patch.

    reach   distance from the middle that bodies have at the start [m], 0 where it is not known

    All of them have

    outline   points (n, 3) that the camera has to keep in view [m];  size  half width [m];  is_flat
    grow(point), project(points), carries(points), draw(mesh, pen), stand(mesh, tones, axes)
    """
    if getattr(surface, "sides", None) is not None:
        return Board(*surface.sides, surface.paint)
    if getattr(surface, "block", None) is not None:
        return Block(*surface.block)
    if getattr(surface, "plate", None) is not None:
        return Plate(*surface.plate, axis=surface.hangs_on, paint=surface.paint)
    if getattr(surface, "graph", None) is not None:
        return GraphSheet(surface.graph, level.rings, level.slices)
    if reach > 0.0 and getattr(surface, "name", "") == "plane" and surface.rim is None:
        return OpenPlane(max(reach, AROUND_BALL*ball))
    if getattr(surface, "rail", None) is not None:
        return Groove(lambda x, y: -surface.phi(x, y, 0.0, *surface.parameters), surface.rail)
    beside = ball if getattr(surface, "defines", "contact") == "centre" else 0.0
    meridian = meridian_of(surface, level.rings, beside)
    if meridian is not None:
        return Revolved(meridian)
    return Patch(surface, level.rings, level.slices, ball, beside, start)


class Support:
    """The picture of a support.

    level    Level of quality
    ball     radius of the body [m]
    starts   (n, 3) contact points of the start in the support's frame, the first is that of the first body, or None
    tones    of the theme;  axes  (3, 3) of the support at the start
    coat     look of what it is of
    floor    height that its foot stands on [m], None: just below it;  stands  whether it has a foot
    table    its compound;  foot  the compound of its foot
    size     half width [m];  span  the larger of half width and half height [m]
    outline  (n, 3) points that the camera has to keep in view [m];  base  the same of the foot;  ground  its height
    triangles  (n, 3, 3) of what is drawn, in its frame [m]
    """

    def __init__(self, surface, level, ball: float = 0.0, starts=None, tones=THEMES["dark"], axes=None,
                 floor: float | None = None, stands: bool = True):
        self.coat = coat_of(surface)
        own = replace(tones, cream=self.coat.light or tones.cream, sand=self.coat.dark or tones.sand)
        self._pen = Pen(own, level.slices, self.coat)
        starts = None if starts is None else np.atleast_2d(starts)
        start = None if starts is None else starts[0]
        reach = 0.0 if starts is None else float(np.hypot(starts[:, 0], starts[:, 1]).max())
        self.shape = shape_of(surface, level, ball, start, reach)
        self.table = self._mesh().compound()
        self._looks, self._floor = (tones, np.eye(3) if axes is None else axes), floor
        if stands:
            self.foot = self._stand().compound()

    @property
    def outline(self) -> np.ndarray:
        return self.shape.outline

    @property
    def size(self) -> float:
        return self.shape.size

    @property
    def span(self) -> float:
        return max(self.size, 0.5*float(np.ptp(self.outline[:, 2])))

    @property
    def is_flat(self) -> bool:
        return self.shape.is_flat

    @property
    def is_board(self) -> bool:
        return isinstance(self.shape, Board)

    @property
    def is_round(self) -> bool:
        """Whether it looks the same from everywhere around its axis, but for its pattern."""
        return isinstance(self.shape, Revolved)

    @property
    def is_uneven(self) -> bool:
        """Whether it is none of revolution, so that it looks another one when it has turned."""
        return isinstance(self.shape, Patch | GraphSheet | Groove)

    def extend_to(self, point) -> bool:
        """Enlarges an open patch when a contact point (3,) in its frame comes near its end; returns whether it grew."""
        if not self.shape.grow(point):
            return False
        self._mesh().reshape(self.table)
        if self.is_open_plane:
            self._stand().reshape(self.foot)
        return True

    @property
    def is_open_plane(self) -> bool:
        """Whether it is a plane without an end, of which a disc is drawn that grows."""
        return isinstance(self.shape, OpenPlane)

    def _stand(self) -> Mesh:
        """The mesh of its foot."""
        mesh = Mesh(NO_SHADOWS)
        self.base = self.shape.stand(mesh, *self._looks, self._floor)
        self.ground = float(self.base[:, 2].min())
        return mesh

    def project(self, points):
        """Returns (n, 3) points in the support's frame moved to the nearest place on it, and (n, 3) normals there."""
        return self.shape.project(np.asarray(points, dtype=float))

    def circle(self, radius: float, height: float):
        """Returns the points (n, 3) [m] of a circle about its axis, in its frame, and its normals (n, 3) there."""
        angle = np.linspace(0.0, 2*np.pi, AROUND)
        points = np.stack((radius*np.cos(angle), radius*np.sin(angle), height + 0*angle), axis=1)
        return points, self.project(points)[1]

    def carries(self, points) -> np.ndarray:
        """Returns (n,) whether the support is below (n, 3) points in its frame, False beyond its edge."""
        return self.shape.carries(np.asarray(points, dtype=float))

    def clipped(self, path) -> np.ndarray:
        """Returns the points (m, 3) of a path (n, 3) in the support's frame up to where it first leaves the support."""
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
        own = WOOD if self.is_board else BRUSHED if self.is_flat else FELT
        mesh = Mesh(grain=own if self.coat.grain is None else self.coat.grain)
        self.shape.draw(mesh, self._pen)
        self.triangles = triangles_of(mesh.corners)
        return mesh
