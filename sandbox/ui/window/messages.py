"""Where the window says that something happened or went wrong: a strip over the picture, never a dialog."""

from collections.abc import Callable

import numpy as np
from PyQt5.QtCore import QEvent, QRect, Qt, QTimer
from PyQt5.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QPushButton, QWidget

from sandbox.text import _
from sandbox.ui.look.format import menu_text, tooltip
from sandbox.ui.look.labels import plain_label, small_button

PASSING = 8000        # [ms] a note stays
WIDEST = 780          # [px]
NARROW = 30           # [letters] of text beside the buttons, at least: with less they stand below it


class MessageBar(QFrame):
    """Shows the newest message over its parent; an event or an error stays until it is closed or replaced."""

    def __init__(self, parent: QWidget):
        super().__init__(parent)
        self.setObjectName("message")
        self.kind = ""
        self.label = plain_label("")
        self.label.setWordWrap(True)
        self.label.setTextInteractionFlags(Qt.TextSelectableByMouse)
        self.button = QPushButton()
        self.button.setFocusPolicy(Qt.TabFocus)
        self.button.clicked.connect(self._act)
        self._close = close = small_button("close", "")
        close.clicked.connect(self.hide)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 8, 8, 8)
        row.setSpacing(12)
        self._said = said = QHBoxLayout()       # the text, and beside or below it the ways on
        said.setSpacing(12)
        said.addWidget(self.label, 1)
        self._ways = ways = QHBoxLayout()
        ways.setSpacing(12)
        ways.addWidget(self.button)
        said.addLayout(ways)
        row.addLayout(said, 1)
        row.addWidget(close, 0, Qt.AlignTop)
        self.more: list[QPushButton] = []       # further ways on, of this message only
        self._action, self._lift, self._body = None, 0, None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.hide)
        parent.installEventFilter(self)
        self.retranslate()
        self.hide()

    def retranslate(self):
        self._close.setToolTip(tooltip(_("Close (Esc)")))
        self._close.setAccessibleName(_("Close (Esc)"))

    @property
    def text(self) -> str:
        """What is being shown, or ""."""
        return "" if self.isHidden() else self.label.text()

    @property
    def is_urgent(self) -> bool:
        """Whether an event or an error is being shown."""
        return bool(self.text) and self.kind in ("event", "error")

    def say(self, text: str, kind: str = "note", button: str = "", action: Callable | None = None,
            more: tuple[tuple, ...] = (), about: str = ""):
        """Shows a text; kind is "note" (passes by itself), "busy" or "offer" (until it is over), "event" or "error".

        more   further buttons: (text, action) or (text, action, what it does);  about  what the button does
        """
        self.kind = kind
        self.setProperty("kind", kind)
        self.style().polish(self)
        self.label.setText(text[:1000])
        self.button.setText(button)
        self.button.setVisible(bool(button))
        self.button.setToolTip(tooltip(about))
        self._action = action
        self._add_more(more)
        self._timer.stop()
        if kind == "note":
            self._timer.start(PASSING)
        self.show()
        self.raise_()
        self._place()

    def _add_more(self, more: tuple[tuple, ...]):
        for old in self.more:
            old.hide()
            old.deleteLater()
        self.more = []
        for text, action, *about in more:
            button = QPushButton(menu_text(text))
            button.setToolTip(tooltip("".join(about)))
            button.setFocusPolicy(Qt.TabFocus)
            button.clicked.connect(lambda _on, action=action: (self.hide(), action()))
            self._ways.addWidget(button)
            self.more.append(button)

    def end(self, *kinds: str):
        """Takes a message of these kinds away."""
        if self.kind in kinds:
            self.hide()

    def _act(self):
        self.hide()
        if self._action is not None:
            self._action()

    def eventFilter(self, watched, event):
        if event.type() == QEvent.Resize and not self.isHidden():
            self._place()
        return False

    def lift(self, height: int):
        """Leaves so much room below it [px]."""
        if height != self._lift:
            self._lift = height
            self._place()

    def keep_clear(self, outline: np.ndarray):
        """Leaves the foot of the picture to a body there, whose outline in the picture is given (n, 2) [px]."""
        body = None
        if len(outline) and np.isfinite(outline).all():
            (left, top), (right, bottom) = outline.min(axis=0), outline.max(axis=0)
            body = QRect(round(left), round(top), max(1, round(right - left)), max(1, round(bottom - top)))
        self._body = body
        if not self.isHidden():
            self._place()

    def _stack(self, room: int):
        """Puts the buttons beside or below the text, and one below the other where `room` [px] wants it."""
        buttons = [button for button in (self.button, *self.more) if not button.isHidden()]
        wide = sum(button.sizeHint().width() + 12 for button in buttons)
        letters = NARROW*self.label.fontMetrics().averageCharWidth()
        self._said.setDirection(QBoxLayout.TopToBottom if buttons and room - wide < letters else
                                QBoxLayout.LeftToRight)
        self._ways.setDirection(QBoxLayout.TopToBottom if wide > room else QBoxLayout.LeftToRight)

    def _place(self):
        width = min(WIDEST, self.parentWidget().width() - 32)
        self._stack(width - self._close.sizeHint().width() - 46)
        layout = self.layout()
        layout.activate()
        height = layout.totalHeightForWidth(width) if layout.hasHeightForWidth() else layout.totalSizeHint().height()
        picture = self.parentWidget()
        # at the foot of the picture, where a support has its base: bodies that leave are at its rim
        place = QRect((picture.width() - width)//2, picture.height() - height - max(14, self._lift), width, height)
        above = QRect(place.left(), 14, width, height)
        if self._body is not None and place.intersects(self._body) and not above.intersects(self._body):
            place = above
        self.setGeometry(place)
