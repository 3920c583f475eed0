"""What a hand needs of the picture: where the eye is, what is under the mouse, how to get there."""

import numpy as np
from PyQt5.QtCore import QObject, pyqtSignal
from PyQt5.QtWebEngineWidgets import QWebEngineView

from sandbox.view.page.life import Life
from sandbox.view.page.pointer import Pointer
from sandbox.view.pick.eye import Eye
from sandbox.view.pick.picker import Hit, pick
from sandbox.view.show import Show

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

    def pick(self, x: float, y: float, slack: float = 0.0) -> Hit | None:
        """Returns what is under a point of the picture [px], see pick.picker.pick."""
        eye = self.eye
        return None if eye is None else pick(eye, self._show.stage.solids, self._show.stage.ground, x, y, slack)

    def outline(self, body: int) -> np.ndarray:
        """Returns the convex outline (n, 2) of a body in the picture [px], empty where it is not seen."""
        eye, solids = self.eye, [] if self._show.stage is None else self._show.stage.solids
        return solids[body].outline(eye) if eye is not None and 0 <= body < len(solids) else np.zeros((0, 2))

    def size(self, body: int) -> float:
        """Returns the distance of the furthest point of a body from its mass centre [m]."""
        solids = [] if self._show.stage is None else self._show.stage.solids
        return solids[body].reach if 0 <= body < len(solids) else 0.0

    @property
    def span(self) -> float:
        """The larger of half width and half height of the support [m]."""
        return 1.0 if self._show.stage is None else self._show.stage.support.span

    def support(self):
        """Returns position (3,) [m] and axes (3, 3) of the support as it is shown, and its Support."""
        stage = self._show.stage
        return None if stage is None else (*stage.ground[1:], stage.support)

    def velocity_arrow(self):
        """Returns start (3,), vector (3,) [m] and scale [m per m/s] of the velocity's arrow, None while hidden."""
        return None if self._show.stage is None else self._show.stage.velocity_arrow()
