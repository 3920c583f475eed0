"""Labels that take no markup, and buttons with an icon only."""

import re

from sandbox.qt.core import QEvent, QSize, Qt
from sandbox.qt.widgets import QLabel, QSizePolicy, QToolButton
from sandbox.ui.look.format import tooltip
from sandbox.ui.look.icons import icon

DIGIT = re.compile(r"\d")


def plain_label(text: str, name: str = "") -> QLabel:
    """A label that shows its text as it stands."""
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setText(text)
    label.setObjectName(name)
    return label


def small_button(picture: str, text: str) -> QToolButton:
    """A button with an icon only."""
    button = QToolButton()
    button.setIcon(icon(picture))
    button.setIconSize(QSize(14, 14))
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.setToolTip(tooltip(text))
    button.setAccessibleName(text)
    return button


class RunningLabel(QLabel):
    """A number that runs: as wide as the widest digits, so that nothing around it moves or is laid out anew."""

    def __init__(self, name: str = ""):
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.setObjectName(name)

    def show_text(self, text: str):
        """Shows another text."""
        if text == self.text():
            return
        is_longer = len(text) > len(self.text())
        self.setText(text)
        if is_longer:
            self._measure()

    def _measure(self):
        self.ensurePolished()
        metrics = self.fontMetrics()
        # a label of a fixed size does not ask for a layout of the whole window with each text
        self.setFixedSize(metrics.horizontalAdvance(DIGIT.sub("0", self.text())) + 4, metrics.height() + 2)

    def changeEvent(self, event):
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and self.text():
            self._measure()


class ShortLabel(QLabel):
    """A line of plain text that ends in … where there is no more room."""

    def __init__(self, text: str, name: str = ""):
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setObjectName(name)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.full_text = text
        self.setText(text)

    def show_text(self, text: str):
        """Shows another text."""
        if text != self.full_text:
            self.full_text = text
            self._fit()

    def resizeEvent(self, event):
        super().resizeEvent(event)
        self._fit()

    def _fit(self):
        self.setText(self.fontMetrics().elidedText(self.full_text, Qt.TextElideMode.ElideRight, self.width()))
