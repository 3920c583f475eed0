"""Parts that several panels are made of: labels that take no markup, and docks with a title bar of their own."""

from PyQt5.QtCore import QSize, Qt
from PyQt5.QtWidgets import QDockWidget, QHBoxLayout, QLabel, QSizePolicy, QToolButton, QWidget

from sandbox.text import _
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

    def resizeEvent(self, event):
        super().resizeEvent(event)
        self.setText(self.fontMetrics().elidedText(self.full_text, Qt.ElideRight, self.width()))


class Panel(QDockWidget):
    """A dock that can be moved, floated and closed."""

    def __init__(self, name: str, parent=None):
        super().__init__(parent)
        self.setObjectName(name)
        bar = QWidget()
        bar.setObjectName("title")
        bar.setAttribute(Qt.WA_StyledBackground)
        row = QHBoxLayout(bar)
        row.setContentsMargins(12, 3, 5, 3)
        row.setSpacing(2)
        self._caption = plain_label("", "caption")
        self._float_button, self._close_button = small_button("float", ""), small_button("close", "")
        self._float_button.clicked.connect(lambda: self.setFloating(not self.isFloating()))
        self._close_button.clicked.connect(self.close)
        self.title_row = QHBoxLayout()          # for what a panel wants to have in its title
        self.title_row.setContentsMargins(14, 0, 8, 0)
        self.title_row.setSpacing(14)
        row.addWidget(self._caption)
        row.addLayout(self.title_row, 1)
        for button in (self._float_button, self._close_button):
            row.addWidget(button)
        self.setTitleBarWidget(bar)

    def set_title(self, text: str):
        """Title, and the texts that all panels have, in the language of the moment."""
        self.setWindowTitle(text)
        self._caption.setText(text)
        for button, tip in ((self._float_button, _("Into a window of its own, or back")),
                            (self._close_button, _("Hide"))):
            button.setToolTip(tooltip(tip))
            button.setAccessibleName(tip)

    @property
    def is_seen(self) -> bool:
        """Whether it is shown and no other panel lies on it."""
        return self.isVisible() and not self.visibleRegion().isEmpty()

    def bring(self):
        """Show it, before others that share its place."""
        self.show()
        self.raise_()
