"""What a hand needs of the picture: where the eye is, what is under the mouse, how to get there."""

from collections.abc import Callable

import numpy as np

from sandbox.qt.core import QObject, pyqtSignal
from sandbox.qt.web import QWebEngineView
from sandbox.view.page.life import Life
from sandbox.view.page.pointer import Pointer
from sandbox.view.pick.eye import Eye
from sandbox.view.pick.picker import Hit, Solid, hull, pick
from sandbox.view.pick.rays import hit_plane, hit_triangles
from sandbox.view.picture.crew import Seen
from sandbox.view.show import Show

FARTHEST = 8.0           # of the eye's distance from what it looks at: a plane that is met beyond is met nowhere
ROUND = 12               # points of an outline that are about as far out as its widest one, of what is round
FRESH = 0.03             # [s] for which what the page said of its eye is taken for the present


class Reach(QObject):
    """Picks in the scene of a Show by the eye of its page.

    pointer   passes the mouse on
    lost      the page, or its scene, is gone: nothing can be held any more
    """

    lost = pyqtSignal()

    def __init__(self, web: QWebEngineView, life: Life, show: Show):
        super().__init__(web)
        self._life, self._show = life, show
        self.pointer = Pointer(web)
        life.page.renderProcessTerminated.connect(lambda *_how: self._lose())
        life.page.loadStarted.connect(self._lose)
        life.failed.connect(lambda _sentence: self._lose())

    def _lose(self):
        self.pointer.let_go()
        self.lost.emit()

    @property
    def eye(self) -> Eye | None:
        """The eye of the camera as the page reported it last, or None while there is no picture."""
        return self._life.channel.eye if self._life.state == "playing" and self._show.stage is not None else None

    def ask(self):
        """Asks the page where its eye is, if it has time: a camera that was just turned may not have told yet."""
        channel = self._life.channel
        if self._life.state == "playing" and not channel.is_busy and channel.silence > FRESH:
            channel.ask("report({})")

    def pick(self, x: float, y: float, slack: float = 0.0, is_meant: Callable[[int], bool] | None = None) -> Hit | None:
        """Returns what is under a point of the picture [px] as it is seen, see pick.picker.pick: a picture that is on
        its way to the page is not there yet.
        """
        eye = self.eye
        if eye is None:
            return None
        seen = self.seen
        return pick(eye, seen.solids, self._show.stage.ground, x, y, slack, seen.balls, is_meant)

    @property
    def seen(self) -> Seen:
        """The bodies as the page shows them: a picture that is on its way is not there yet."""
        return self._show.stage.crew.seen(is_newest=not self._life.channel.is_busy)

    def solid(self, body: int) -> Solid | None:
        """Returns the shape of a body where it was shown last, None where there is no such body."""
        return None if self._show.stage is None else self._show.stage.crew.solid(body)

    def outline(self, body: int, moved=0.0) -> np.ndarray:
        """Returns the outline (n, 2) of a body in the picture [px], see Solid.outline."""
        eye, solid = self.eye, self.solid(body)
        return np.zeros((0, 2)) if eye is None or solid is None else solid.outline(eye, moved)

    @property
    def span(self) -> float:
        """The larger of half width and half height of the support [m]."""
        return 1.0 if self._show.stage is None else self._show.stage.support.span

    def under(self, x: float, y: float) -> tuple[int, np.ndarray] | None:
        """Returns the support that is under a point of the picture [px], its number and the point (3,) of it [m], the
        laboratory's floor too; None where there is none. Backs are looked through, as drawn.
        """
        eye = self.eye
        if eye is None:
            return None
        stage, way = self._show.stage, eye.ray(x, y)
        far = {k: hit_triangles((eye.place - position) @ axes, way @ axes, triangles, fronts_only=True)
               for k, triangles, position, axes in stage.standing() if len(triangles)}
        if stage.floor is not None and way[2] < 0.0:
            far[stage.floor[0]] = (stage.floor[1] - eye.place[2])/way[2]
        k = min(far, key=far.__getitem__, default=-1)
        return (k, eye.place + far[k]*way) if k >= 0 and far[k] < FARTHEST*eye.distance else None

    def around(self, points) -> np.ndarray:
        """Returns the convex outline (n, 2) [px] of points (n, 3) [m], empty where one of them is not before the eye.
        """
        return np.zeros((0, 2)) if self.eye is None else hull(self.eye.project(points))

    def ground(self, x: float, y: float):
        """Returns the point (3,) of the support under a point of the picture [px] and its normal (3,), laboratory.

        Beyond the rim of a flat support its plane counts. None where there is none.
        """
        eye = self.eye
        if eye is None:
            return None
        stage, way = self._show.stage, eye.ray(x, y)
        triangles, position, axes = stage.ground
        start, along = (eye.place - position) @ axes, way @ axes
        t = hit_triangles(start, along, triangles, fronts_only=True)
        if stage.support.is_flat:
            plane, normal = (part[0] for part in stage.support.project(np.zeros((1, 3))))
            t = hit_plane(start, along, plane, normal)
        if not t < FARTHEST*eye.distance:
            return None
        on, normals = stage.support.project((start + t*along)[None])
        return axes @ on[0] + position, axes @ normals[0]

    def pose(self):
        """Returns position (3,) [m] and axes (3, 3) of the support as it is shown, laboratory."""
        return (np.zeros(3), np.eye(3)) if self._show.stage is None else self._show.stage.ground[1:]

    def onto(self, point):
        """Returns the place (3,) on the support nearest to a point (3,) [m] and the normal there, laboratory."""
        _triangles, position, axes = self._show.stage.ground
        on, normals = self._show.stage.support.project(((np.asarray(point) - position) @ axes)[None])
        return axes @ on[0] + position, axes @ normals[0]

    def rim(self, count: int = 96):
        """Returns points (n, 3) of the widest circle of a support that is round [m], laboratory; None of any other."""
        stage = self._show.stage
        if stage is None or stage.support.is_board:
            return None
        outline = stage.support.outline
        far = np.hypot(outline[:, 0], outline[:, 1])
        if far[far > 0.98*far.max()].size < ROUND:
            return None
        radius, height = float(far.max()), float(outline[far.argmax(), 2])
        angle = np.linspace(0.0, 2*np.pi, count, endpoint=False)
        circle = np.stack((radius*np.cos(angle), radius*np.sin(angle), height + 0*angle), axis=1)
        _triangles, position, axes = stage.ground
        return circle @ axes.T + position

    def velocity_arrow(self):
        """Returns start (3,), vector (3,) [m] and scale [m per m/s] of the velocity's arrow, None while hidden."""
        return None if self._show.stage is None else self._show.stage.velocity_arrow()
