"""A field in which one types what is to be found."""

from sandbox.qt.core import Qt, pyqtSignal
from sandbox.qt.widgets import QLineEdit
from sandbox.ui.look.controls import keep_keys

SEARCH_KEYS = {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape, Qt.Key.Key_Down}


class Search(QLineEdit):
    """Where one types what the things below are to hold."""

    entered, left, down = pyqtSignal(), pyqtSignal(), pyqtSignal()

    def __init__(self):
        super().__init__()
        self.setMaxLength(100)
        self.setClearButtonEnabled(True)

    def event(self, event):
        return keep_keys(event, SEARCH_KEYS) or super().event(event)

    def keyPressEvent(self, event):
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit()
        elif key == Qt.Key.Key_Down:
            self.down.emit()
        elif key == Qt.Key.Key_Escape:
            self.clear()
            self.left.emit()
        else:
            super().keyPressEvent(event)
