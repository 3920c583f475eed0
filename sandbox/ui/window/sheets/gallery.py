"""All scenes as large pictures by topics; one click opens."""

from collections.abc import Callable

from sandbox.qt.core import QRectF, QSize, Qt
from sandbox.qt.gui import QColor, QImage, QPainter, QPainterPath, QPen
from sandbox.qt.widgets import QAbstractButton, QMainWindow, QSizePolicy
from sandbox.scene.presentation.topics import LEVELS, TOPICS, in_order
from sandbox.text import _
from sandbox.ui.look.controls import MOVING_KEYS, keep_keys
from sandbox.ui.look.format import tooltip
from sandbox.ui.look.pictures import HEIGHT, WIDTH, picture_of
from sandbox.ui.look.theme import colour
from sandbox.ui.panels.scene_panel import described, summary
from sandbox.ui.window.sheets.sheet import CoverSheet

NARROWEST = 220                # [px] of a picture
ARROWS = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1)}
TILE_KEYS = MOVING_KEYS | {Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape}


class Tile(QAbstractButton):
    """The picture of a scene with its title below, and whether it is the one that is shown."""

    def __init__(self, scene, image: QImage | None, is_present: bool, sheet: CoverSheet):
        super().__init__()
        self.scene, self._image, self._is_present, self._sheet = scene, image, is_present, sheet
        self.setText(_(scene.title))
        self.setToolTip(tooltip(described(scene)))
        self.setAccessibleName(_(scene.title))
        self.setAccessibleDescription(summary(scene))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def below(self) -> str:
        """What stands below the title."""
        return _(LEVELS[self.scene.level])

    def _below(self) -> int:
        return 2*self.fontMetrics().height() + 12

    def hasHeightForWidth(self):
        return True

    def heightForWidth(self, width):
        return round(width*HEIGHT/WIDTH) + self._below()

    def sizeHint(self):
        return QSize(NARROWEST, self.heightForWidth(NARROWEST))

    minimumSizeHint = sizeHint

    def resizeEvent(self, event):
        super().resizeEvent(event)
        # a grid gives no row the height that follows from its width
        self.setFixedHeight(self.heightForWidth(self.width()))

    def event(self, event):
        return keep_keys(event, TILE_KEYS) or super().event(event)

    def keyPressEvent(self, event):
        if event.key() == Qt.Key.Key_Escape:
            self._sheet.leave()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        elif event.key() in ARROWS:
            self._sheet.go(self, *ARROWS[event.key()])
        else:
            super().keyPressEvent(event)

    def enterEvent(self, event):
        self.update()
        super().enterEvent(event)

    def leaveEvent(self, event):
        self.update()
        super().leaveEvent(event)

    def paintEvent(self, event):
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        high = self.height() - self._below()
        box = QRectF(1.5, 1.5, self.width() - 3.0, high - 3.0)
        path = QPainterPath()
        path.addRoundedRect(box, 8, 8)
        painter.fillPath(path, QColor(colour("RAISED")))
        if self._image is not None:
            painter.setClipPath(path)
            painter.drawImage(box, self._image)
            painter.setClipping(False)
        is_lit = self.underMouse() or self.hasFocus()
        painter.setPen(QPen(QColor(colour("BLUE" if is_lit or self._is_present else "LINE")), 3 if is_lit else 1.5))
        painter.drawPath(path)
        line = self.fontMetrics().height()
        for number, (text, tone) in enumerate(((self.text(), "TEXT"), (self.below(), "DIM"))):
            painter.setPen(QColor(colour(tone)))
            painter.drawText(QRectF(4, high + 3 + number*line, self.width() - 8, line),
                             Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter,
                             self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, self.width() - 8))


class Gallery(CoverSheet):
    """The scenes of a catalogue; open_scene(id) opens one, present() is the id of the one that is shown."""

    def __init__(self, window: QMainWindow, catalogue, open_scene: Callable, present: Callable[[], str]):
        super().__init__(window, NARROWEST)
        self._catalogue, self._open_scene, self._present = catalogue, open_scene, present
        self._images: dict[tuple, QImage | None] = {}

    def titled(self) -> str:
        return _("Scenes")

    def filled(self):
        groups: dict[str, list] = {}
        for scene in in_order(self._catalogue.scenes.values()):
            tile = Tile(scene, self._image(scene), scene.id == self._present(), self)
            tile.clicked.connect(lambda _on, scene=scene: self._choose(scene.id))
            words = " ".join((_(scene.title), summary(scene), scene.id, _(TOPICS[scene.topic]), _(LEVELS[scene.level])))
            groups.setdefault(_(TOPICS[scene.topic]), []).append((tile, words))
        return list(groups.items())

    def _image(self, scene) -> QImage | None:
        key = scene.id, scene.source
        if self._images.get(key) is None:
            self._images[key] = picture_of(scene)
        return self._images[key]

    def _choose(self, scene_id: str):
        self.leave()
        self._open_scene(scene_id)

    def _enter(self):
        if isinstance(tile := self.best, Tile):
            tile.click()
