"""Where the window says that something happened or went wrong: a strip over the picture, never a dialog."""

from collections.abc import Callable, Sequence

import numpy as np

from sandbox.qt.core import QEvent, QRect, Qt, QTimer
from sandbox.qt.widgets import QBoxLayout, QFrame, QHBoxLayout, QPushButton, QWidget
from sandbox.text import _
from sandbox.ui.look.format import menu_text, tooltip
from sandbox.ui.look.labels import plain_label, small_button
from sandbox.ui.look.place import widest_gap

PASSING = 8000        # [ms] a note stays
WIDEST = 780          # [px]
EDGE, LEVEL = 16, 14  # [px] from the sides of the picture; from its foot or top
BESIDE, LEAST = 10, 300   # [px] from what else lies over the picture; of its width, beside that
NARROW = 30           # [letters] of text beside the buttons, at least: with less they stand below it


class MessageBar(QFrame):
    """Shows the newest message over its parent; an event or an error stays until it is closed or replaced.

    others   others(): what else lies over the picture and is to be seen and reached beside it
    """

    def __init__(self, parent: QWidget):
        super().__init__(parent)
        self.setObjectName("message")
        self.kind = ""
        self.others: Callable[[], Sequence[QWidget]] = tuple
        self.label = plain_label("")
        self.label.setWordWrap(True)
        self.label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.button = QPushButton()
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
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
        row.addWidget(close, 0, Qt.AlignmentFlag.AlignTop)
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
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
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
        if event.type() == QEvent.Type.Resize and not self.isHidden():
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
        self._said.setDirection(QBoxLayout.Direction.TopToBottom if buttons and room - wide < letters else
                                QBoxLayout.Direction.LeftToRight)
        self._ways.setDirection(QBoxLayout.Direction.TopToBottom if wide > room else QBoxLayout.Direction.LeftToRight)

    def _place(self):
        taken = [other.geometry() for other in self.others() if other.isVisible()]
        # at the foot of the picture, where a support has its base: bodies that leave are at its rim
        places = [self._beside(taken, is_above) for is_above in (False, True)]
        free = [place for place in places if place is not None]
        clear = [place for place in free if self._body is None or not place.intersects(self._body)]
        # where there is no room beside anything it lies over it
        self.setGeometry((clear or free or [self._beside([], False)])[0])
        # the texts below each other as they are for this width
        self._stack(self.width() - self._close.sizeHint().width() - 46)

    def _beside(self, taken: Sequence[QRect], is_above: bool) -> QRect | None:
        """Returns where it goes at the foot of the picture, or at its top, beside what lies there; None where what is
        left of the width is too little.
        """
        room = self.parentWidget().size()
        ends = EDGE, room.width() - EDGE
        for _narrower in range(len(taken) + 1):
            width = min(WIDEST, ends[1] - ends[0])
            height = self._height_for(width)
            top = LEVEL if is_above else room.height() - height - max(LEVEL, self._lift)
            band = QRect(0, top, room.width(), height)
            left, right = widest_gap((EDGE, room.width() - EDGE), [
                (other.left() - BESIDE, other.right() + BESIDE) for other in taken if other.intersects(band)])
            if (left, right) == ends:
                return QRect(min(max((room.width() - width)//2, left), right - width), top, width, height)
            if right - left < LEAST:
                return None
            # narrower it is higher, and there may be more beside it
            ends = left, right
        return None

    def _height_for(self, width: int) -> int:
        self._stack(width - self._close.sizeHint().width() - 46)
        layout = self.layout()
        layout.activate()
        return layout.totalHeightForWidth(width) if layout.hasHeightForWidth() else layout.totalSizeHint().height()
