"""What a class voted, as it is painted: rows of answers, and bars of one vote or of two side by side.

The first vote is hatched and the second one full: they differ without colours, and answers by their letters.
"""

from collections.abc import Sequence

from sandbox.qt.core import QPoint, QRect, QRectF, QSize, Qt, pyqtSignal
from sandbox.qt.gui import QBrush, QColor, QFont, QFontMetrics, QPainter, QPen
from sandbox.qt.widgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget
from sandbox.scene.lessons.voting import LETTERS, Ballot
from sandbox.text import _
from sandbox.ui.look.format import tooltip
from sandbox.ui.look.theme import colour

TONES = ("BLUE", "AMBER", "GREEN", "ROSE")       # of the answers A to D
STRIP = 0.16             # height of a bar below an answer, in letters
RIGHT = "✓"


def brush_of(answer: int, vote: int, of: int) -> QBrush:
    """How a bar is filled: the first of two votes hatched."""
    brush = QBrush(QColor(colour(TONES[answer])))
    if of > 1 and vote == 0:
        brush.setStyle(Qt.BrushStyle.BDiagPattern)
    return brush


def counted(ballots: Sequence[Ballot], answer: int) -> str:
    """The votes for an answer as text, "12 → 19" of two votes."""
    return " → ".join(str(ballot.counts[answer]) for ballot in ballots)


class AnswerRow(QWidget):
    """One answer: its letter, its text, the votes for it; a click chooses it, the buttons count one more or less."""

    chosen, added = pyqtSignal(), pyqtSignal(int)

    def __init__(self, answer: int):
        super().__init__()
        self._answer, self._text, self._letters = answer, "", 20
        self._ballots: Sequence[Ballot] = ()
        self._is_chosen = self._has_bars = False
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 6, 0)
        row.setSpacing(4)
        row.addStretch(1)
        self.less, self.more = QPushButton("−"), QPushButton("+")
        for button, by in ((self.less, -1), (self.more, 1)):
            button.setObjectName("count")
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            button.setAutoRepeat(True)
            button.clicked.connect(lambda _on, by=by: self.added.emit(by))
            row.addWidget(button)

    def show_answer(self, text: str, letters: int, ballots: Sequence[Ballot], is_open: bool):
        """Shows an answer in letters of so many pixels, and the votes so far."""
        letter = LETTERS[self._answer]
        self._text, self._letters, self._ballots = text, letters, ballots
        self._is_chosen = is_open and bool(ballots) and ballots[-1].chosen == self._answer
        self._has_bars = not is_open
        for button, words in ((self.less, _("one vote less for {letter}")),
                              (self.more, _("one vote more for {letter}"))):
            button.setVisible(is_open)
            button.setToolTip(tooltip(words.format(letter=letter)))
            button.setAccessibleName(words.format(letter=letter))
        self.setAccessibleName(f"{letter}: {text}")
        self.setAccessibleDescription(_("votes: {count}").format(count=counted(ballots, self._answer) or "0"))
        self.setFixedHeight(self.heightForWidth(self.width()))
        self.update()

    # ---- its size ---------------------------------------------------------------------------------------------------

    def _font(self) -> QFont:
        font = QFont(self.font())
        font.setPixelSize(self._letters)
        return font

    def _votes(self) -> str:
        return counted(self._ballots, self._answer) if any(ballot.total for ballot in self._ballots) or (
            self._is_chosen) else ""

    def _room(self, width: int) -> QRect:
        """Where the text stands in a row of a width [px]."""
        metrics = QFontMetrics(self._font())
        # the widest number of votes has its room from the first one on, so that no line breaks anew while it is typed
        votes = metrics.horizontalAdvance("000" if len(self._ballots) < 2 else "000 → 000")
        buttons = self.less.sizeHint().width() + self.more.sizeHint().width() + 16 if not self._has_bars else 12
        left = round(1.35*self._letters)
        return QRect(left, 0, max(60, width - left - votes - buttons - 12), 10_000)

    def _strips(self) -> int:
        return round((len(self._ballots)*STRIP + 0.08)*self._letters) if self._has_bars else 0

    def hasHeightForWidth(self):
        return True

    def heightForWidth(self, width):
        box = QFontMetrics(self._font()).boundingRect(self._room(width), Qt.TextFlag.TextWordWrap, self._text)
        return box.height() + round(0.16*self._letters) + self._strips()

    def sizeHint(self):
        return QSize(600, self.heightForWidth(600))

    def resizeEvent(self, event):
        super().resizeEvent(event)
        self.setFixedHeight(self.heightForWidth(self.width()))

    def mousePressEvent(self, event):
        self.chosen.emit()

    # ---- how it looks -----------------------------------------------------------------------------------------------

    def paintEvent(self, event):
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        whole = QRectF(1.5, 1.5, self.width() - 3.0, self.height() - 3.0)
        painter.setPen(QPen(QColor(colour("BLUE" if self._is_chosen else "LINE")), 3.0 if self._is_chosen else 1.0))
        painter.setBrush(QColor(colour("RAISED")))
        painter.drawRoundedRect(whole, 8, 8)
        high = self.height() - self._strips()
        font = self._font()
        font.setBold(True)
        painter.setFont(font)
        painter.setPen(QColor(colour(TONES[self._answer])))
        painter.drawText(QRect(0, 0, round(1.2*self._letters), high), Qt.AlignmentFlag.AlignCenter,
                         LETTERS[self._answer])
        painter.setPen(QColor(colour("TEXT")))
        buttons = self.less.width() + self.more.width() + 16 if not self._has_bars else 12
        painter.drawText(QRect(0, 0, self.width() - buttons, high),
                         Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, self._votes())
        painter.setFont(self._font())
        room = self._room(self.width())
        room.setHeight(high)
        painter.drawText(room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap,
                         self._text)
        if self._has_bars:
            self._paint_strips(painter, high)

    def _paint_strips(self, painter: QPainter, top: int):
        each, wide = round(STRIP*self._letters), self.width() - 2*round(0.4*self._letters)
        for vote, ballot in enumerate(self._ballots):
            box = QRectF(0.4*self._letters, top + vote*each, wide*ballot.counts[self._answer]/max(1, ballot.total),
                         each - 3)
            painter.setPen(QPen(QColor(colour(TONES[self._answer])), 1.5))
            painter.setBrush(brush_of(self._answer, vote, len(self._ballots)))
            if box.width() > 0.0:
                painter.drawRect(box)


class VoteBars(QWidget):
    """The bars of all answers, those of two votes side by side; the right answer has a mark."""

    def __init__(self):
        super().__init__()
        self._ballots: Sequence[Ballot] = ()
        self._right: int | None = None
        self._letters = 20
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_votes(self, ballots: Sequence[Ballot], right: int | None, letters: int):
        """Shows what was voted; `right` is the right answer, from 0, or None."""
        self._ballots, self._right, self._letters = ballots, right, letters
        self.setAccessibleName(_("votes"))
        said = [f"{letter}: {counted(ballots, answer) or 0}" for answer, letter in enumerate(LETTERS)]
        if right is not None:
            said.append(_("right is {letter}").format(letter=LETTERS[right]))
        self.setAccessibleDescription("; ".join(said))
        self.setMinimumHeight(round(3.6*letters))
        self.update()

    def paintEvent(self, event):
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        column = self.width()/len(LETTERS)
        for answer in range(len(LETTERS)):
            self._paint_answer(painter, answer, QRectF(answer*column, 0.0, column, self.height()))

    def _paint_answer(self, painter: QPainter, answer: int, box: QRectF):
        letters, is_right = self._letters, answer == self._right
        foot = 1.25*letters
        font = QFont(self.font())
        font.setPixelSize(letters)
        font.setBold(True)
        painter.setFont(font)
        painter.setPen(QColor(colour("TEXT" if is_right else TONES[answer])))
        name = f"{LETTERS[answer]} {RIGHT}" if is_right else LETTERS[answer]
        ground = QRectF(box.left(), box.bottom() - foot, box.width(), foot)
        if is_right:
            painter.setBrush(QColor(colour("SELECTED")))
            painter.save()
            painter.setPen(QPen(QColor(colour("TEXT")), 2.0))
            painter.drawRoundedRect(ground.adjusted(0.12*box.width(), 1, -0.12*box.width(), -1), 8, 8)
            painter.restore()
        painter.drawText(ground, Qt.AlignmentFlag.AlignCenter, name)
        count = len(self._ballots)
        if not count or not any(ballot.total for ballot in self._ballots):
            return
        wide = 0.66*box.width()/count
        room = box.height() - foot - 0.95*letters
        for vote, ballot in enumerate(self._ballots):
            high = room*ballot.counts[answer]/max(1, ballot.total)
            bar = QRectF(box.left() + 0.17*box.width() + vote*wide, box.bottom() - foot - high, wide - 4, high)
            painter.setPen(QPen(QColor(colour(TONES[answer])), 2.0))
            painter.setBrush(brush_of(answer, vote, count))
            painter.drawRect(bar)
            self._paint_count(painter, str(ballot.counts[answer]), bar)

    def _paint_count(self, painter: QPainter, text: str, bar: QRectF):
        font = QFont(self.font())
        font.setPixelSize(max(12, round(0.72*self._letters)))
        painter.setFont(font)
        painter.setPen(QColor(colour("TEXT")))
        wide = QFontMetrics(font).horizontalAdvance(text) + 4
        middle = QPoint(round(bar.center().x()), round(bar.top()))
        painter.drawText(QRectF(middle.x() - wide/2, middle.y() - 0.9*self._letters, wide, 0.9*self._letters),
                         Qt.AlignmentFlag.AlignCenter, text)
