"""The list of keys."""

from collections.abc import Callable

from sandbox.qt.core import Qt
from sandbox.qt.widgets import QHBoxLayout, QMainWindow, QWidget
from sandbox.text import _
from sandbox.ui.look.labels import plain_label
from sandbox.ui.window.sheets.sheet import CoverSheet

WIDE, KEY = 360, 150           # [px] of a line, and of its keys


class KeySheet(CoverSheet):
    """Shows keys() -> [(keys, what they do)]."""

    def __init__(self, window: QMainWindow, keys: Callable[[], list[tuple[str, str]]]):
        super().__init__(window, WIDE)
        self._keys = keys

    def titled(self) -> str:
        return _("Keys")

    def filled(self):
        return [("", [(self._line(key, text), f"{key} {text}") for key, text in self._keys()])]

    @staticmethod
    def _line(key: str, text: str) -> QWidget:
        line = QWidget()
        row = QHBoxLayout(line)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(12)
        keys, about = plain_label(key, "key"), plain_label(text)
        keys.setMinimumWidth(KEY)
        keys.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        about.setWordWrap(True)
        row.addWidget(keys)
        row.addWidget(about, 1)
        return line
