"""A large number over the picture, for the last row: any quantity in any unit; dragged with the mouse."""

from sandbox.qt.core import QEvent, QPoint, Qt, pyqtSignal
from sandbox.qt.gui import QColor
from sandbox.qt.widgets import QFrame, QLabel, QVBoxLayout, QWidget
from sandbox.text import _
from sandbox.ui.look.format import tooltip
from sandbox.ui.look.labels import plain_label
from sandbox.ui.look.theme import colour

SIZES = (0.06, 0.1, 0.16, 0.24)     # heights of the digits, in heights of the picture
SIZE = 1                            # number of the size at first
SMALLEST = 22                       # [px]
EDGE = 12                           # [px] from the edge of the picture


class BigNumber(QFrame):
    """Shows a name and a number; `moved` when a person has put it elsewhere or changed its size.

    place   of its middle, in widths and heights of the picture;  size  number of one of SIZES
    """

    moved = pyqtSignal()

    def __init__(self, view: QWidget):
        super().__init__(view)
        self.setObjectName("big")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.place, self.size_number = (0.82, 0.14), SIZE
        self.name, self.value = plain_label("", "caption"), plain_label("")
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 6, 18, 8)
        column.setSpacing(0)
        for label in (self.name, self.value):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            column.addWidget(label)
        self._held: QPoint | None = None
        self._widest = 0
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        self.hide()
        view.installEventFilter(self)
        self.retranslate()

    def retranslate(self):
        """Texts in the language of the moment."""
        self.setToolTip(tooltip(_("drag it anywhere; the wheel makes it larger or smaller")))

    def restyle(self):
        """Colours and sizes for the present theme and picture."""
        panel = QColor(colour("PANEL"))
        pixels = max(SMALLEST, round(SIZES[self.size_number]*self.parentWidget().height()))
        self.setStyleSheet(
            f"QFrame#big {{ background: rgba({panel.red()}, {panel.green()}, {panel.blue()}, 225);"
            f" border: 1px solid {colour('LINE')}; border-radius: 12px; }}"
            f"QFrame#big QLabel {{ background: transparent; color: {colour('TEXT')}; font-weight: 600;"
            f" font-size: {pixels}px; }}"
            f"QFrame#big QLabel#caption {{ color: {colour('DIM')}; font-weight: 400;"
            f" font-size: {max(13, round(0.34*pixels))}px; }}")
        self._widest = 0
        self._settle()

    def show_number(self, name: str, number: str):
        """Shows a number; the frame grows when it has to, and does not tremble while digits run."""
        self.name.setText(name)
        if number == self.value.text() and not self.isHidden():
            return
        self.value.setText(number)
        if self.isHidden():
            self.restyle()
            self.show()
        self._settle()
        self.raise_()

    def _settle(self):
        self.setMinimumWidth(0)
        width = min(max(self._widest, self._room()), self.parentWidget().width() - 2*EDGE)
        if width > self._widest:
            self._widest = width
        self.setMinimumWidth(self._widest)
        self.adjustSize()
        view = self.parentWidget()
        x = round(self.place[0]*view.width() - 0.5*self.width())
        y = round(self.place[1]*view.height() - 0.5*self.height())
        self.move(max(EDGE, min(x, view.width() - self.width() - EDGE)),
                  max(EDGE, min(y, view.height() - self.height() - EDGE)))

    def _room(self) -> int:
        """Width for the widest digits [px]."""
        def width(label: QLabel, text: str) -> int:
            label.ensurePolished()
            return label.fontMetrics().horizontalAdvance(text)
        digits = "".join("0" if c.isdigit() else c for c in self.value.text())
        return max(width(self.value, digits), width(self.name, self.name.text())) + 2*18 + 4

    def set_size(self, number: int):
        """Chooses one of SIZES."""
        self.size_number = min(max(number, 0), len(SIZES) - 1)
        self.restyle()
        self.moved.emit()

    def set_place(self, x: float, y: float):
        """Puts its middle somewhere in the picture, 0..1 in each direction."""
        self.place = (min(max(x, 0.0), 1.0), min(max(y, 0.0), 1.0))
        self._settle()

    def mousePressEvent(self, event):
        self._held = event.globalPos() - self.pos()
        self.setCursor(Qt.CursorShape.ClosedHandCursor)

    def mouseMoveEvent(self, event):
        if self._held is not None:
            corner, view = event.globalPos() - self._held, self.parentWidget()
            self.set_place((corner.x() + 0.5*self.width())/max(1, view.width()),
                           (corner.y() + 0.5*self.height())/max(1, view.height()))

    def mouseReleaseEvent(self, event):
        self._held = None
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        self.moved.emit()

    def wheelEvent(self, event):
        self.set_size(self.size_number + (1 if event.angleDelta().y() > 0 else -1))

    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Resize and not self.isHidden():
            self.restyle()
        return False
