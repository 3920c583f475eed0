"""A widget over the 3D picture that is painted from a picture of itself, until it changes.

Where the window is composed without a graphics card, whatever lies over the page is painted with each of its frames:
letters of a card that has not changed would be set sixty times per second.
"""

from sandbox.qt.core import QEvent, QObject, Qt
from sandbox.qt.gui import QPixmap, QTransform
from sandbox.qt.widgets import QGraphicsEffect, QWidget

# what reaches a widget while it looks as it did
SILENT = {QEvent.Type.Paint, QEvent.Type.UpdateRequest, QEvent.Type.ToolTipChange, QEvent.Type.MetaCall,
          QEvent.Type.Timer}


class KeptLook(QGraphicsEffect):
    """Paints a widget and all in it with an opacity. Any event of them but those of SILENT makes the picture anew."""

    def __init__(self, widget: QWidget):
        super().__init__(widget)
        self.opacity, self.pictures = 1.0, 0
        self._kept: tuple[tuple, QPixmap, object] | None = None
        self._follow(widget)
        widget.setGraphicsEffect(self)

    def _follow(self, widget: QObject):
        widget.installEventFilter(self)
        for child in widget.findChildren(QWidget):
            child.installEventFilter(self)

    def set_opacity(self, opacity: float):
        """Sets the opacity, 0..1."""
        if opacity != self.opacity:
            self.opacity = opacity
            self.update()

    def forget(self):
        """Makes the picture anew when it is needed next."""
        self._kept = None

    def eventFilter(self, watched, event):
        kind = event.type()
        if kind not in SILENT:
            self._kept = None
            if kind == QEvent.Type.ChildPolished and event.child().isWidgetType():
                self._follow(event.child())
        return False

    def draw(self, painter):
        where = painter.worldTransform()
        key = (where.dx(), where.dy(), painter.device().devicePixelRatioF())
        if self._kept is None or self._kept[0] != key:
            self.pictures += 1
            self._kept = (key, *self.sourcePixmap(Qt.CoordinateSystem.DeviceCoordinates,
                                                  QGraphicsEffect.PixmapPadMode.NoPad))
        painter.save()
        painter.setOpacity(self.opacity)
        painter.setWorldTransform(QTransform())
        painter.drawPixmap(self._kept[2], self._kept[1])
        painter.restore()
