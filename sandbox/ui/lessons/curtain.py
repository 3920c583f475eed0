"""What is before the picture of a lesson until it is that of the step: nobody judges by an older one."""

from sandbox.qt.core import QEvent, Qt
from sandbox.qt.widgets import QVBoxLayout, QWidget
from sandbox.text import _
from sandbox.ui.look.labels import plain_label
from sandbox.ui.look.theme import colour

SHARE = 16               # its letters are this part of the height of the picture
LEAST = 14               # [px] of them


class Curtain(QWidget):
    """Covers a picture, and says why."""

    def __init__(self, picture: QWidget):
        super().__init__(picture)
        self.setObjectName("curtain")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.text = plain_label("", "curtaintext")
        self.text.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.text.setWordWrap(True)
        column = QVBoxLayout(self)
        column.addWidget(self.text)
        picture.installEventFilter(self)
        self.hide()

    def set_drawn(self, on: bool):
        """Before the picture, or away."""
        if on == self.isVisible():
            return
        if on:
            self.text.setText(_("The picture is on its way."))
            self._settle()
            self.raise_()
        self.setVisible(on)

    def _settle(self):
        room = self.parentWidget().rect()
        self.setGeometry(room)
        self.setStyleSheet(f"QWidget#curtain {{ background: {colour('NIGHT')}; }} QLabel#curtaintext {{ "
                           f"color: {colour('DIM')}; font-size: {max(LEAST, room.height()//SHARE)}px; }}")

    def eventFilter(self, _watched, event):
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._settle()
        return False
