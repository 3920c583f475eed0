"""The slider of a parameter."""

from itertools import count

from sandbox.qt.core import Qt, pyqtSignal
from sandbox.qt.gui import QColor, QPainter
from sandbox.qt.widgets import QAbstractSlider, QWidget
from sandbox.ui.look.controls import MOVING_KEYS, keep_keys
from sandbox.ui.look.format import Scale
from sandbox.ui.look.theme import colour


class Slider(QAbstractSlider):
    """A slider with a mark for the value that the run has now, while that is still on its way to the handle."""

    chosen = pyqtSignal(float)
    MARGIN = 9
    drags = count(1)

    def __init__(self, scale: Scale, parent: QWidget | None = None):
        super().__init__(parent)
        self.scale = scale
        self.gesture = 0           # number of the drag that goes on
        self._present = None
        self.setOrientation(Qt.Orientation.Horizontal)
        self.setRange(0, scale.last)
        self.setSingleStep(max(1, scale.last//200))
        self.setPageStep(max(1, scale.last//20))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setFixedHeight(22)
        self.setMinimumWidth(56)
        self.valueChanged.connect(lambda position: self.chosen.emit(self.scale.value(position)))

    def show_value(self, value: float):
        """Moves the handle without telling anyone."""
        blocked = self.blockSignals(True)
        self.setValue(self.scale.position(value))
        self.blockSignals(blocked)
        self.update()

    def show_present(self, value: float | None):
        present = None if value is None else round(self.scale.share(value)*self._length())
        if present != self._present:
            self._present = present
            self.update()

    def _length(self) -> int:
        return max(1, self.width() - 2*self.MARGIN)

    def _x(self, position: int) -> int:
        return self.MARGIN + round(position/self.scale.last*self._length())

    def _follow(self, event):
        self.setValue(round((event.x() - self.MARGIN)/self._length()*self.scale.last))

    def mousePressEvent(self, event):
        if event.button() == Qt.MouseButton.LeftButton:
            self.gesture = next(self.drags)
            self.setSliderDown(True)
            self._follow(event)

    def mouseMoveEvent(self, event):
        if self.isSliderDown():
            self._follow(event)

    def mouseReleaseEvent(self, event):
        self.setSliderDown(False)
        self.gesture = 0

    def wheelEvent(self, event):
        event.ignore()

    def event(self, event):
        return keep_keys(event, MOVING_KEYS) or super().event(event)

    def paintEvent(self, event):
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        y, x = self.height()//2, self._x(self.value())
        painter.setBrush(QColor(colour("LINE")))
        painter.drawRoundedRect(self.MARGIN, y - 2, self._length(), 4, 2, 2)

        # from zero, if that is in the range, else from the low end
        zero = self._x(self.scale.position(0.0)) if self.scale.low < 0.0 < self.scale.high else self.MARGIN
        painter.setBrush(QColor(colour("BLUE")))
        painter.drawRoundedRect(min(zero, x), y - 2, abs(x - zero), 4, 2, 2)
        if self._present is not None and abs(self.MARGIN + self._present - x) > 1:
            painter.setBrush(QColor(colour("AMBER")))
            painter.drawRect(self.MARGIN + self._present - 1, y - 7, 3, 14)
        painter.setBrush(QColor(colour("TEXT") if self.isEnabled() else colour("LINE")))
        painter.drawEllipse(x - 7, y - 7, 14, 14)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QColor(colour("BLUE")))
            painter.drawEllipse(x - 8, y - 8, 16, 16)
