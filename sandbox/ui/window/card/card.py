"""The card over the picture: what one sees, why, with live numbers, and what to try; never over the body."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from html import escape

import numpy as np

from sandbox.errors import BadValue
from sandbox.qt.core import QEvent, QRect, Qt, pyqtSignal
from sandbox.qt.gui import QColor
from sandbox.qt.widgets import QFrame, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget
from sandbox.run.readings.card_numbers import CardNumbers
from sandbox.run.readings.units import Shown
from sandbox.scene.presentation.card import FIELD, LINK, Try
from sandbox.text import _
from sandbox.ui.look.format import shown_value, tooltip
from sandbox.ui.look.kept_look import KeptLook
from sandbox.ui.look.labels import plain_label, small_button
from sandbox.ui.look.place import CORNERS, FADED, Placing, box_of
from sandbox.ui.look.theme import colour, present

WIDEST, NARROWEST = 25, 15       # [letter heights] of the card
SHARE, HIGHEST = 0.42, 0.66      # of the width and the height of the picture that it takes at most
EDGE = 12                        # [px] from the edge of the picture
FRAME = 1                        # [px] width of its frame
NOTHING = 1e-9                   # a number below that in the SI is one of rounding
DIGITS = 3


class Card(QFrame):
    """Shows the card of a run in a corner of the picture, or a small button that opens it.

    is_open   whether a person wants it
    """

    wanted = pyqtSignal()           # do what it proposes
    toggled = pyqtSignal(bool)      # a person opened or closed it with the mouse

    def __init__(self, view: QWidget, units: Shown, is_open: bool, others: Callable[[], Sequence[QWidget]]):
        super().__init__(view)
        self.setObjectName("card")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._units, self._others, self.is_open = units, others, is_open
        self._card, self._numbers = None, None
        self._is_away = False            # something else stands in its place
        self._forced = False             # opened by a person where there is little room
        self._placing = Placing()
        self.opener = small_button("card", "")
        self.opener.setParent(view)
        self.opener.setObjectName("cardopen")
        self.opener.clicked.connect(lambda: self.toggled.emit(True))
        self._close = small_button("close", "")
        self._close.clicked.connect(lambda: self.toggled.emit(False))
        self.heads = [plain_label("", "cardhead") for _part in range(3)]
        self.see, self.why, self.attempt = (QLabel() for _part in range(3))
        for label in (self.see, self.why, self.attempt):
            label.setTextFormat(Qt.TextFormat.RichText)
            label.setWordWrap(True)
        self.attempt.setTextInteractionFlags(Qt.TextInteractionFlag.LinksAccessibleByMouse |
                                             Qt.TextInteractionFlag.LinksAccessibleByKeyboard)
        self.attempt.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.attempt.linkActivated.connect(lambda _link: self.wanted.emit())
        self._scroll = QScrollArea()
        self._lay_out()
        self._look = KeptLook(self)
        self.hide()
        self.opener.hide()
        view.installEventFilter(self)
        self.restyle()
        self.retranslate()

    def _lay_out(self):
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(14, 0, 12, 12)
        column.setSpacing(3)
        for head, label in zip(self.heads, (self.see, self.why, self.attempt), strict=True):
            if head is not self.heads[0]:
                column.addSpacing(5)
                column.addWidget(head)
            column.addWidget(label)
        self._scroll.setWidget(content)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        top = QHBoxLayout()
        top.setContentsMargins(14, 8, 6, 2)
        top.addWidget(self.heads[0], 1)
        top.addWidget(self._close)
        frame = QVBoxLayout(self)
        frame.setContentsMargins(0, 0, 0, 0)
        frame.setSpacing(0)
        frame.addLayout(top)
        frame.addWidget(self._scroll, 1)

    # ---- texts ------------------------------------------------------------------------------------------------------

    def retranslate(self):
        """Texts in the language of the moment."""
        for head, text in zip(self.heads, (_("What you see"), _("Why"), _("Try this")), strict=True):
            head.setText(text)
        for button, text in ((self._close, _("Close the card (A)")),
                             (self.opener, _("What is this? Opens the card (A)"))):
            button.setToolTip(tooltip(text))
            button.setAccessibleName(text)
        self.setAccessibleName(_("card of the scene"))
        self._write()

    def restyle(self):
        """Colours of the present theme."""
        self._theme = present()
        panel = QColor(colour("PANEL"))
        back = f"rgba({panel.red()}, {panel.green()}, {panel.blue()}, 235)"
        frame = f"background: {back}; border: 1px solid {colour('LINE')}; border-radius: 10px;"
        self.setStyleSheet(
            f"QFrame#card {{ {frame} }} QFrame#card QLabel {{ background: transparent; }}"
            f"QFrame#card QScrollArea, QFrame#card QScrollArea > QWidget > QWidget {{ background: transparent; }}"
            f"QLabel#cardhead {{ color: {colour('BLUE')}; font-weight: 600; }}")
        self.opener.setStyleSheet(f"QToolButton#cardopen {{ {frame} padding: 6px; }}")
        self._write()

    def _write(self):
        """Writes the card of the present run."""
        if self._card is None:
            return
        self.see.setText(escape(_(self._card.see)))
        text = escape(_(self._card.try_.text))
        link = f'<a href="try" style="color: {colour("BLUE")}">\\1</a>'
        self.attempt.setText(LINK.sub(link, text))
        self.attempt.setAccessibleName(LINK.sub(r"\1", _(self._card.try_.text)))
        self._write_why(None)
        self._settle()

    def _write_why(self, t: float | None):
        numbers, trouble = {}, ""
        if self._numbers is not None and t is not None:
            try:
                numbers = self._numbers.at(t)
            except BadValue as error:
                trouble = f"<br><i>{escape(str(error)[:200])}</i>"
        text = FIELD.sub(lambda found: f"<b>{self._shown(numbers.get(found[1]))}</b>", escape(_(self._card.why)))
        if text + trouble != self.why.text():
            self.why.setText(text + trouble)

    def _shown(self, number: tuple[float, str] | None) -> str:
        if number is None:
            return "…"
        value, si = number
        value = 0.0 if abs(value) < NOTHING else value
        text = shown_value(float(self._units.values(si, value)), DIGITS).replace("-", "\u2212")
        # a number and its unit stay on one line
        return escape(f"{text} {self._units.text(si)}".strip()).replace(" ", "&nbsp;")

    # ---- runs -------------------------------------------------------------------------------------------------------

    def begin(self, run, focus: int = 0, first: Try | None = None):
        """Takes another run, or another body that is looked at; `first` is tried before what the scene proposes."""
        self._card = run.scene.carded(run.preset, run.start_values)
        if self._card is not None and first is not None:
            self._card = replace(self._card, try_=first)
        self._numbers = CardNumbers(run, self._card, focus) if self._card is not None else None
        if self._theme == present():
            self._write()
        else:
            self.restyle()
        self._appear()

    def follow(self, t: float):
        """Shows the numbers of an instant [s]."""
        if self._card is not None and self.isVisible():
            self._write_why(t)
            self._settle()

    @property
    def card(self):
        """The card of the present run, or None."""
        return self._card

    # ---- whether it is there ----------------------------------------------------------------------------------------

    def set_open(self, on: bool):
        """Opens it, or leaves the small button."""
        self.is_open = self._forced = on
        self._appear()

    def set_away(self, on: bool):
        """Makes room for something else that explains the run, or comes back."""
        if on != self._is_away:
            self._is_away = on
            self._appear()

    def _appear(self):
        there = self._card is not None and not self._is_away
        self._settle()
        shows = there and self.is_open and (self._forced or self._has_room())
        self.setVisible(shows)
        self.opener.setVisible(there and not shows)
        for part in (self, self.opener):
            part.raise_()
        self._put()

    def _has_room(self) -> bool:
        """Whether the picture is large enough for a card that nobody asked for."""
        view = self.parentWidget()
        return self.width() <= 0.5*view.width() and self.height() <= 0.8*view.height()

    def _settle(self):
        """Takes the size that its text needs."""
        view, letter = self.parentWidget(), self.fontMetrics().height()
        width = round(min(WIDEST*letter, max(NARROWEST*letter, SHARE*view.width()), view.width() - 2*EDGE))
        content = self._scroll.widget()
        inner = content.layout()
        inner.activate()
        # the texts stand within the frame: a line more or less must not bring a scroll bar
        need = inner.heightForWidth(width - 2*FRAME) if inner.hasHeightForWidth() else inner.sizeHint().height()
        top = self.layout().itemAt(0).sizeHint().height()
        height = round(min(need + top + 2*FRAME, HIGHEST*view.height()))
        if (width, height) != (self.width(), self.height()):
            self.resize(width, height)
            self._put()

    # ---- where it is ------------------------------------------------------------------------------------------------

    def keep_clear(self, outline: np.ndarray, others: Sequence[np.ndarray] = ()):
        """Leaves the corner before which the body stands, whose outline in the picture is given (n, 2) [px]; those of
        `others` are left where that is possible.
        """
        if self._card is None or not (self.isVisible() or self.opener.isVisible()):
            return
        self._put(box_of(outline), [box for box in map(box_of, others) if box is not None])

    def _put(self, body: QRect | None = None, bodies: Sequence[QRect] = ()):
        part = self if self.isVisible() else self.opener
        view = self.parentWidget()
        part_size = part.size() if part is self else part.sizeHint()
        others = [other.geometry() for other in self._others() if other.isVisible()]
        place = self._placing.choose(view.size(), part_size, EDGE, body, others, bodies)
        part.setGeometry(place)
        is_faded = part is self and body is not None and place.intersects(body) and not self.underMouse()
        self._look.set_opacity(FADED if is_faded else 1.0)

    @property
    def covered(self) -> tuple[float, float]:
        """The shares of the picture's width and height that it takes, 0 while it is closed."""
        if not self.isVisible():
            return 0.0, 0.0
        room = self.parentWidget().size()
        wide, high = (self.width() + EDGE)/max(1, room.width()), (self.height() + EDGE)/max(1, room.height())
        return round(wide, 2), round(high, 2)

    @property
    def is_faded(self) -> bool:
        """Whether the body is seen through it."""
        return self._look.opacity < 1.0

    @property
    def corner(self) -> str:
        """Which of CORNERS it is in."""
        return CORNERS[self._placing.corner]

    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Resize and self._card is not None:
            self._forced = self._forced and self.is_open
            self._appear()
        return False

    def changeEvent(self, event):
        super().changeEvent(event)
        if event.type() not in (QEvent.Type.StyleChange, QEvent.Type.FontChange) or self._card is None:
            return
        # another theme, or letters of another size, as in the projector mode
        if self._theme != present():
            self.restyle()
        self._settle()
