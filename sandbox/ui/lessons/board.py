"""The board of a lesson below the picture: what is said or asked, the clock, the votes, and the keys."""

from collections.abc import Callable
from math import ceil

from sandbox.qt.core import QEvent, Qt, QTimer
from sandbox.qt.widgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget
from sandbox.text import _, unit_text
from sandbox.ui.lessons.bars import AnswerRow, VoteBars
from sandbox.ui.lessons.lecture import CLOSED, FREE, OPEN, REVEALED, Lecture
from sandbox.ui.look.format import tooltip
from sandbox.ui.look.labels import ShortLabel, plain_label
from sandbox.ui.look.theme import colour

SHARE = 14               # a letter of a question is this part of the height of the room, at least
QUIET = 20               # and one of a caption this part
SMALL = 42               # and one of the buttons this part
LEAST = 12               # [px] of the buttons in a small window
EDGE = 12                # [px]
TICK = 200               # [ms] between looks at the clock


class Board(QFrame):
    """Shows a lecture; it is there while a lesson is on.

    room    the widget whose height says how large letters are: picture and board together
    leave   leave() ends the lesson
    """

    def __init__(self, lecture: Lecture, room: QWidget, leave: Callable):
        super().__init__()
        self.setObjectName("board")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._lecture, self._room = lecture, room
        self.head, self.clock, self.number, self.told = (plain_label("", name) for name in (
            "question", "lessonclock", "lessonnumber", "told"))
        for label in (self.head, self.told, self.number):
            label.setWordWrap(True)
        self.answers = [AnswerRow(number) for number in range(4)]
        for number, row in enumerate(self.answers):
            row.chosen.connect(lambda number=number: self._choose(number))
            row.added.connect(lambda by, number=number: lecture.add(number, by))
        self.bars = VoteBars()
        self.place = ShortLabel("", "place")
        self.place.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.buttons = {name: QPushButton() for name in ("back", "run", "vote", "clock", "by", "on", "leave")}
        deeds = {"back": lambda: lecture.turn(-1), "on": lambda: lecture.turn(1), "run": lecture.space,
                 "vote": lecture.close_or_ask_again, "clock": lecture.start_clock, "leave": leave,
                 "by": lambda: lecture.count_keys(not lecture.counts_keys)}
        for name, button in self.buttons.items():
            button.setObjectName("lesson")
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(lambda _on, deed=deeds[name]: deed())
        self._lay_out()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._tick)
        lecture.changed.connect(self.follow)
        room.installEventFilter(self)
        self.hide()

    def _lay_out(self):
        top = QHBoxLayout()
        top.setSpacing(EDGE)
        top.addWidget(self.head, 1)
        top.addWidget(self.clock, 0, Qt.AlignmentFlag.AlignTop)
        said = QVBoxLayout()
        said.setSpacing(4)
        said.addWidget(self.number)
        said.addWidget(self.told)
        said.addStretch(1)
        shown = QHBoxLayout()
        shown.setSpacing(2*EDGE)
        shown.addLayout(said, 3)
        shown.addWidget(self.bars, 2)
        foot = QHBoxLayout()
        foot.setSpacing(6)
        for name in ("back", "run", "vote", "clock", "by"):
            foot.addWidget(self.buttons[name])
        foot.addWidget(self.place, 1)
        foot.addWidget(self.buttons["leave"])
        foot.addWidget(self.buttons["on"])
        column = QVBoxLayout(self)
        column.setContentsMargins(EDGE, 8, EDGE, 8)
        column.setSpacing(4)
        column.addLayout(top)
        for row in self.answers:
            column.addWidget(row)
        column.addLayout(shown, 1)
        column.addLayout(foot)

    # ---- looks ------------------------------------------------------------------------------------------------------

    @property
    def letters(self) -> int:
        """Height of the letters of a question [px]."""
        return ceil(self._room.height()/SHARE)

    def restyle(self):
        """Colours of the present theme, sizes for the present room."""
        large, quiet, small = self.letters, ceil(self._room.height()/QUIET), max(LEAST, self._room.height()//SMALL)
        sheet = (
            f"QFrame#board {{ background: {colour('PANEL')}; border-top: 2px solid {colour('LINE')}; }}"
            "QFrame#board QLabel { background: transparent; }"
            f"QLabel#question {{ font-size: {large}px; }}"
            f"QLabel#lessonclock {{ font-size: {large}px; font-weight: 600; color: {colour('AMBER')}; }}"
            f"QLabel#told {{ font-size: {quiet}px; }}"
            f"QLabel#lessonnumber {{ font-size: {quiet}px; font-weight: 600; }}"
            f"QLabel#place, QPushButton#lesson {{ font-size: {small}px; }}"
            f"QPushButton#lesson {{ padding: {small//3}px {small//2}px; }}"
            f"QPushButton#count {{ font-size: {round(0.7*large)}px; min-width: {large}px; padding: 0 2px; }}")
        if sheet != self.styleSheet():
            self.setStyleSheet(sheet)

    def follow(self):
        """Shows the lecture as it is."""
        lecture = self._lecture
        step = lecture.step
        self.setVisible(step is not None)
        if step is None:
            self._timer.stop()
            return
        self.restyle()
        is_asked = lecture.phase in (OPEN, CLOSED)
        self._show_texts(step, is_asked)
        for number, row in enumerate(self.answers):
            row.setVisible(is_asked)
            if is_asked:
                row.show_answer(_(step.question.answers[number]), self.letters, lecture.ballots, lecture.phase == OPEN)
        has_bars = lecture.phase == REVEALED
        self.bars.setVisible(has_bars)
        if has_bars:
            self.bars.show_votes(lecture.ballots, step.question.right, ceil(self._room.height()/QUIET))
        self._show_buttons()
        self._tick()
        self._timer.start(TICK)
        self.setAccessibleName(_("board of the lesson"))
        self._settle()

    def _show_texts(self, step, is_asked: bool):
        lecture = self._lecture
        self.head.setText(_(step.question.text) if is_asked else "")
        told = step.caption
        if lecture.phase == REVEALED and step.reveal is not None and step.reveal.text:
            told = step.reveal.text
        self.told.setText("" if is_asked or not told else _(told))
        self.number.setText(lecture.number if lecture.phase == REVEALED else "")
        for label in (self.head, self.told, self.number):
            label.setVisible(bool(label.text()))
        self.place.show_text(f"{lecture.place + 1}/{len(lecture.lesson.steps)}  {_(step.title)}")

    def _show_buttons(self):
        lecture, buttons = self._lecture, self.buttons
        texts = {"back": "◀", "on": "▶", "leave": "✕", "clock": _("Clock (.)"),
                 "run": _("Reveal (Space)") if lecture.is_locked else _("Run (Space)"),
                 "vote": _("Close (Enter)") if lecture.phase == OPEN else _("Vote again (Enter)"),
                 "by": _("Keys (K)") if not lecture.counts_keys else _("Hands (K)")}
        abouts = {"back": _("the step before (PageUp)"), "on": _("the next step (PageDown)"),
                  "leave": _("Leave the lesson: the window is as it was before (Esc)"),
                  "clock": _("starts the clock, or stops it"),
                  "run": _("the run begins once the class has voted; without a vote it takes two presses"),
                  "vote": _("first the class talks, then it votes once more"),
                  "by": _("hands: a letter and its number; keys: each press of A to D is a vote")}
        for name, button in buttons.items():
            button.setText(texts[name])
            button.setToolTip(tooltip(abouts[name]))
            button.setAccessibleName(texts[name] if texts[name] not in "◀▶✕" else abouts[name])
        buttons["vote"].setVisible(lecture.phase == OPEN or lecture.phase == CLOSED and len(lecture.ballots) < 2)
        buttons["clock"].setVisible(lecture.is_locked)
        buttons["by"].setVisible(lecture.phase == OPEN)
        buttons["run"].setVisible(lecture.phase != FREE or not lecture.step.challenge)
        buttons["back"].setEnabled(lecture.place > 0)
        buttons["on"].setEnabled(lecture.place + 1 < len(lecture.lesson.steps))

    def _tick(self):
        """Shows what is left of the time."""
        clock = self._lecture.clock if self._lecture.is_locked else None
        self.clock.setVisible(clock is not None)
        if clock is not None:
            text = f"{clock.shown} {unit_text('s')}"
            self.clock.setText(text)
            self.clock.setAccessibleName(_("time that is left"))

    def _choose(self, number: int):
        """A click on an answer."""
        if self._lecture.phase == OPEN:
            self._lecture.answer(number)

    # ---- where it is ------------------------------------------------------------------------------------------------

    @property
    def need(self) -> int:
        """The height that all of it needs in the present width [px]."""
        layout, width = self.layout(), self._room.width()
        layout.invalidate()
        layout.activate()
        return layout.heightForWidth(width) if layout.hasHeightForWidth() else layout.sizeHint().height()

    def _settle(self):
        for row in self.answers:
            if not row.isHidden():
                row.setFixedHeight(row.heightForWidth(self._room.width() - 2*EDGE))
        self.setFixedHeight(self.need)

    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Resize and not self.isHidden():
            self.follow()
        return False
