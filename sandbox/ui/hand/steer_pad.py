"""A disc in a corner of the picture whose knob steers: dragged with the mouse, or shown where the keys have it."""

from math import hypot

import numpy as np

from sandbox.qt.core import QEvent, QPointF, Qt
from sandbox.qt.gui import QColor, QPainter, QPen
from sandbox.qt.widgets import QWidget
from sandbox.text import _
from sandbox.ui.hand.steering import Steering
from sandbox.ui.look.format import tooltip
from sandbox.ui.look.place import FADED, box_of
from sandbox.ui.look.theme import colour

SIZE, EDGE, KNOB = 104, 14, 13       # [px] of the disc, from the corner, of the knob's radius


class SteerPad(QWidget):
    """Stands in the lower right corner of the picture where a run can be steered."""

    def __init__(self, picture: QWidget, steering: Steering):
        super().__init__(picture)
        self.setObjectName("steerpad")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        self.resize(SIZE, SIZE)
        self._steering = steering
        self._is_pressed = self._is_away = False
        self.is_faded = False            # the body is behind it
        steering.changed.connect(self.follow)
        picture.installEventFilter(self)
        self.retranslate()
        self.hide()

    def retranslate(self):
        text = _("Drag the knob to steer; the arrow keys do the same, and Ctrl with the mouse anywhere over the "
                 "picture, or the left stick of a gamepad. Esc lets go.")
        self.setToolTip(tooltip(text))
        self.setAccessibleName(_("Steering"))
        self.setAccessibleDescription(text)

    def set_away(self, on: bool):
        """Takes it away where something else is played, or brings it back."""
        if on != self._is_away:
            self._is_away = on
            self.follow()

    def follow(self):
        """Shows where the targets stand; is away where nothing is steered."""
        self.setVisible(self._steering.steer is not None and not self._is_away)
        if self.isVisible():
            self._settle()
            self.update()

    def keep_clear(self, outline: np.ndarray):
        """Fades where the body is behind it, whose outline in the picture is given (n, 2) [px]."""
        body = box_of(outline)
        is_faded = body is not None and self.geometry().intersects(body) and not self._is_pressed
        if is_faded != self.is_faded:
            self.is_faded = is_faded
            self.update()

    def _settle(self):
        picture = self.parentWidget()
        self.move(picture.width() - SIZE - EDGE, picture.height() - SIZE - EDGE)
        self.raise_()
        for other in picture.findChildren(QWidget, "message", Qt.FindChildOption.FindDirectChildrenOnly):
            # what is said lies over it
            other.raise_()

    def eventFilter(self, _watched, event):
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._settle()
        return False

    # ---- the mouse --------------------------------------------------------------------------------------------------

    def mousePressEvent(self, event):
        if event.button() == Qt.MouseButton.LeftButton:
            self._is_pressed = True
            self._take(event)

    def mouseMoveEvent(self, event):
        if self._is_pressed and event.buttons() & Qt.MouseButton.LeftButton:
            self._take(event)
        elif self._is_pressed:
            # its release was told to another program
            self._end()

    def mouseReleaseEvent(self, event):
        if event.button() == Qt.MouseButton.LeftButton:
            self._end()

    def hideEvent(self, _event):
        self._end()

    def _take(self, event):
        reach = 0.5*SIZE - KNOB
        x, y = (event.localPos().x() - 0.5*SIZE)/reach, (0.5*SIZE - event.localPos().y())/reach
        far = max(1.0, hypot(x, y))
        self._steering.hold(x/far, y/far)

    def _end(self):
        if self._is_pressed:
            self._is_pressed = False
            self._steering.drop()

    # ---- how it looks -----------------------------------------------------------------------------------------------

    def paintEvent(self, _event):
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setOpacity(FADED if self.is_faded else 1.0)
        back = QColor(colour("PANEL"))
        back.setAlpha(200)
        middle, steer = QPointF(0.5*SIZE, 0.5*SIZE), self._steering.steer
        painter.setPen(QPen(QColor(colour("BLUE" if self.hasFocus() else "LINE")), 2.0))
        painter.setBrush(back)
        painter.drawEllipse(middle, 0.5*SIZE - 2, 0.5*SIZE - 2)
        painter.setPen(QPen(QColor(colour("DIM")), 1.0))
        reach = 0.5*SIZE - KNOB
        painter.drawLine(middle - QPointF(reach, 0), middle + QPointF(reach, 0))
        if steer is not None and steer.name_y is not None:
            painter.drawLine(middle - QPointF(0, reach), middle + QPointF(0, reach))
        right, up = self._steering.shares
        far = max(1.0, hypot(right, up))
        painter.setPen(QPen(QColor(colour("NIGHT")), 2.0))
        painter.setBrush(QColor(colour("AMBER" if self._steering.is_active else "DIM")))
        painter.drawEllipse(middle + QPointF(reach*right/far, -reach*up/far), KNOB - 2, KNOB - 2)
