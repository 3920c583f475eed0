"""Pictures that stand for a scene: made of scenes that have none, and shown until the page draws."""

import logging

from sandbox.film.still import NoPicture
from sandbox.qt.core import QEvent, QObject, QRect, Qt, QTimer
from sandbox.qt.gui import QColor, QPainter
from sandbox.qt.widgets import QWidget
from sandbox.scene.catalogue import BENCH
from sandbox.text import _
from sandbox.ui.look.pictures import file_of, picture_of, save
from sandbox.ui.look.theme import colour

log = logging.getLogger(__name__)

AFTER = 4000          # [ms] that a scene is looked at before its picture is made
POLL = 50             # [ms] between looks whether the page draws
OVER = ("message", "card", "cardopen")      # what lies over it
ROOM = 0.9            # share of the window that a picture takes at most


class StillPicture(QWidget):
    """Covers a picture that is still to come with the one that the scene had last time, and says what is going on."""

    def __init__(self, view: QWidget, scene):
        super().__init__(view)
        self._view, self._image = view, picture_of(scene) if scene is not None else None
        self.text = ""
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        view.installEventFilter(self)
        self.setGeometry(view.rect())
        self.lower_than_others()
        self._looks = QTimer(self)
        self._looks.timeout.connect(self._look)
        self._looks.start(POLL)
        self.show()

    def lower_than_others(self):
        """Lies over the page only: messages and the card are over it."""
        self.raise_()
        for other in self._view.children():
            if isinstance(other, QWidget) and other.objectName() in OVER:
                other.raise_()

    def _look(self):
        if self._view.first_picture_at is not None or self._view.has_failed:
            self._looks.stop()
            self.hide()
            self.deleteLater()

    def paintEvent(self, _event):
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(colour("NIGHT")))
        if self._image is not None:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            size = self._image.size().scaled(self.size()*ROOM, Qt.AspectRatioMode.KeepAspectRatio)
            painter.drawImage(QRect((self.width() - size.width())//2, (self.height() - size.height())//2,
                                    size.width(), size.height()), self._image)
        painter.setPen(QColor(colour("DIM")))
        painter.drawText(self.rect().adjusted(0, 0, 0, -16),
                         Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom, _("One moment…"))

    def eventFilter(self, _watched, event):
        if event.type() == QEvent.Type.Resize:
            self.setGeometry(self._view.rect())
        return False


class PictureMaker(QObject):
    """Makes a small picture of each scene that has none, once it has been looked at for a while.

    made   made(scene) is called with it
    """

    def __init__(self, parent: QObject, player, view: QWidget, made):
        super().__init__(parent)
        self._player, self._view, self._made, self._scene = player, view, made, None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._make)
        if view.reach is not None:
            player.started.connect(self._begin)

    def _begin(self, run, _reason: str):
        if run.scene is self._scene or run.scene.id == BENCH:
            return
        self._scene = run.scene
        self._timer.stop()
        if not file_of(run.scene).exists():
            self._timer.start(AFTER)

    def _make(self):
        run = self._player.simulation
        if run is None or run.scene is not self._scene or not self._view.is_ready:
            return
        try:
            save(self._view, file_of(run.scene))
        except (NoPicture, OSError, RuntimeError, ValueError) as error:
            # the list does without it
            log.warning("no picture of %s: %s", run.scene.id, error)
            return
        self._made(run.scene)
