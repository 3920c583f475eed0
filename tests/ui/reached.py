"""A picture that can be reached into without a page: a still camera, the real shapes, the real mouse."""

from types import SimpleNamespace

import numpy as np
from PyQt5.QtCore import QEvent, QObject, QPoint, QPointF, Qt
from PyQt5.QtGui import QMouseEvent, QWheelEvent
from PyQt5.QtTest import QTest
from PyQt5.QtWidgets import QApplication, QWidget

from sandbox.view.page.pointer import Pointer
from sandbox.view.pick.eye import eye_of
from sandbox.view.quality import LOW
from sandbox.view.reach import Reach
from sandbox.view.show import Show
from tests.ui.made_up import FakeView

WIDTH, HEIGHT = 960, 540
OBLIQUE = (0.0, 0.82, -0.57)


class StillReach(Reach):
    """The Reach of a page that always shows the newest state from one place.

    asked   how often the page was asked for its eye
    """

    def __init__(self, page: QWidget, show: Show):
        QObject.__init__(self, page)
        self.asked = []
        self._show = show
        self._life = SimpleNamespace(state="playing", channel=SimpleNamespace(
            eye=None, is_busy=False, silence=1.0, ask=self.asked.append))
        self.pointer = Pointer(page)

    def look(self, span: float, forward=OBLIQUE, centre=(0.0, 0.0, 0.0)):
        """Puts the camera so that a picture shows `span` [m] above and below the centre."""
        forward = np.array(forward)/np.linalg.norm(forward)
        up = np.array((0.0, 0.0, 1.0)) - forward[2]*forward
        self._life.channel.eye = eye_of([*centre, *forward, *up.tolist(), span, WIDTH, HEIGHT])

    def end_page(self):
        self._lose()


class ReachedView(FakeView):
    """A FakeView with a hand."""

    def __init__(self):
        super().__init__()
        self._show = Show()
        self.page = QWidget(self)
        self.inner = QWidget(self.page)
        self.page.setFocusProxy(self.inner)
        self.inner.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.inner.setMouseTracking(True)         # as the widget of a page has it
        self.setFocusProxy(self.inner)
        for widget in (self.page, self.inner):
            widget.resize(WIDTH, HEIGHT)
        self.reach = StillReach(self.page, self._show)

    def show_scene(self, surface, body, title, snapshot=None):
        super().show_scene(surface, body, title, snapshot)
        self._show.new_scene(surface, body, title, snapshot)
        self._show.build(LOW, WIDTH, HEIGHT)
        self.reach.look(1.2*self._show.stage.support.span)

    def show_snapshot(self, snapshot):
        self._show.snapshot = snapshot
        if self._show.stage is not None:
            self._show.frame(0)
        return super().show_snapshot(snapshot)

    def set_arrow(self, name, on):
        super().set_arrow(name, on)
        self._show.switch("set_arrow", name, on)


class LookedView(ReachedView):
    """A picture whose camera goes where it is told."""

    def set_look(self, mode, look):
        x, y, z, turned, down, size = look
        assert (mode, turned) == ("free", 0.0)
        c, s = np.cos(down), np.sin(down)
        self.reach._life.channel.eye = eye_of([x, y, z, 0.0, c, -s, 0.0, s, c, size, self.width(), self.height()])


class Mouse:
    """A mouse over the picture of a bench."""

    def __init__(self, bench):
        self.bench, self.view = bench, bench.view
        self.at = np.zeros(2)

    def of(self, point) -> np.ndarray:
        """Where a point of the laboratory is in the picture [px]."""
        return self.view.reach.eye.project(np.asarray(point, dtype=float))[0]

    @property
    def body(self) -> np.ndarray:
        """Where the mass centre of the first body is in the picture [px]."""
        return self.of(self.bench.player.snapshot.bodies[0].centre)

    def _send(self, kind, place, button, buttons, modifiers):
        self.at = np.asarray(place, dtype=float)
        QApplication.sendEvent(self.view.inner, QMouseEvent(kind, QPointF(*self.at), QPointF(*self.at), button, buttons,
                                                            modifiers))

    def hover(self, place):
        self._send(QEvent.Type.MouseMove, place, Qt.MouseButton.NoButton, Qt.MouseButton.NoButton,
                   Qt.KeyboardModifier.NoModifier)
        self.bench.frames(2)

    def press(self, place, modifiers=Qt.KeyboardModifier.NoModifier):
        self.at = np.asarray(place, dtype=float)
        QTest.mousePress(self.view.inner, Qt.MouseButton.LeftButton, modifiers,
                         QPoint(*np.rint(self.at).astype(int).tolist()))

    def move(self, place, modifiers=Qt.KeyboardModifier.NoModifier):
        self._send(QEvent.Type.MouseMove, place, Qt.MouseButton.NoButton, Qt.MouseButton.LeftButton, modifiers)

    def drag(self, place, frames: int = 10, modifiers=Qt.KeyboardModifier.NoModifier):
        """Moves the pressed mouse to a place within so many frames."""
        begin = self.at
        for share in np.linspace(0.0, 1.0, frames + 1)[1:]:
            self.move(begin + share*(np.asarray(place) - begin), modifiers)
            self.bench.frames(1)

    def release(self, place=None):
        place = self.at if place is None else np.asarray(place)
        QTest.mouseRelease(self.view.inner, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier,
                           QPoint(*np.rint(place).astype(int).tolist()))

    def click(self, place, button=Qt.MouseButton.RightButton):
        QTest.mouseClick(self.view.inner, button, Qt.KeyboardModifier.NoModifier,
                         QPoint(*np.rint(place).astype(int).tolist()))

    def wheel(self, notches: int):
        place = QPointF(*self.at)
        QApplication.sendEvent(self.view.inner,
                               QWheelEvent(place, place, QPoint(), QPoint(0, 120*notches), Qt.MouseButton.NoButton,
                                                            Qt.KeyboardModifier.NoModifier,
                                                            Qt.ScrollPhase.NoScrollPhase, False))
