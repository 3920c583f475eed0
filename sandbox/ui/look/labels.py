"""Labels that take no markup, and buttons with an icon only."""

from PyQt5.QtCore import QSize, Qt
from PyQt5.QtWidgets import QLabel, QSizePolicy, QToolButton

from sandbox.ui.look.format import tooltip
from sandbox.ui.look.icons import icon


def plain_label(text: str, name: str = "") -> QLabel:
    """A label that shows its text as it stands."""
    label = QLabel()
    label.setTextFormat(Qt.PlainText)
    label.setText(text)
    label.setObjectName(name)
    return label


def small_button(picture: str, text: str) -> QToolButton:
    """A button with an icon only."""
    button = QToolButton()
    button.setIcon(icon(picture))
    button.setIconSize(QSize(14, 14))
    button.setFocusPolicy(Qt.TabFocus)
    button.setToolTip(tooltip(text))
    button.setAccessibleName(text)
    return button


class ShortLabel(QLabel):
    """A line of plain text that ends in … where there is no more room."""

    def __init__(self, text: str, name: str = ""):
        super().__init__()
        self.setTextFormat(Qt.PlainText)
        self.setObjectName(name)
        self.setSizePolicy(QSizePolicy.Ignored, QSizePolicy.Preferred)
        self.full_text = text
        self.setText(text)

    def tell(self, text: str):
        """Shows another text."""
        if text != self.full_text:
            self.full_text = text
            self._fit()

    def resizeEvent(self, event):
        super().resizeEvent(event)
        self._fit()

    def _fit(self):
        self.setText(self.fontMetrics().elidedText(self.full_text, Qt.ElideRight, self.width()))
