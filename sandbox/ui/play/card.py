"""The card of a challenge over the picture: the goal, what is free, what became of the try, and what comes next."""

from collections.abc import Callable, Sequence

from sandbox.qt.core import QEvent, QSize, Qt
from sandbox.qt.gui import QColor
from sandbox.qt.widgets import QFrame, QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget
from sandbox.run.readings.units import Shown
from sandbox.scene.goals.challenge import stars_text
from sandbox.text import _
from sandbox.ui.look.controls import Button
from sandbox.ui.look.format import tooltip
from sandbox.ui.look.labels import plain_label, small_button
from sandbox.ui.look.place import Placing, box_of
from sandbox.ui.look.theme import colour
from sandbox.ui.play.session import JUDGED, JUDGING, READY, RUNNING, Session
from sandbox.ui.play.value_row import ValueRow

EDGE = 12                # [px] from the edge of the picture
WIDEST, NARROWEST, SHARE = 21, 15, 0.36      # [letter heights] of its width; of the width of the picture
HIGHEST = 0.92           # of the height of the picture


class PlayCard(QFrame):
    """Shows a session in a corner of the picture; it is there while a challenge is played.

    next_one()   opens the challenge after the present one;  show_theory()  opens the panel of theory
    units        in which values are shown
    others()     what else lies over the picture: beside that is its place

    While a try runs it has what can be done then, and no more: the picture is to be seen. What was to be done stands
    there while one waits at the start.
    """

    def __init__(self, view: QWidget, session: Session, next_one: Callable[[], None],
                 show_theory: Callable[[], None], units: Shown, others: Callable[[], Sequence[QWidget]]):
        super().__init__(view)
        self.setObjectName("playcard")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._session, self._rows, self._of, self._units = session, {}, None, units
        self._others = others
        self._named: dict[QPushButton, str] = {}     # texts of buttons, with their keys
        self._placing, self._body, self._marks = Placing(), None, []
        self.title, self.stars = plain_label("", "playhead"), plain_label("", "playstars")
        self.text, self.verdict, self.hints, self.why = (plain_label("", name) for name in (
            "playtext", "playverdict", "playhint", "playwhy"))
        for label in (self.title, self.text, self.verdict, self.hints, self.why):
            label.setWordWrap(True)
        self._close = small_button("close", "")
        self._close.clicked.connect(session.leave)
        self.go, self.back, self.hint, self.theory, self.next = (Button() for _button in range(5))
        for button, does in ((self.go, session.go), (self.back, session.wait), (self.hint, session.hint),
                             (self.theory, show_theory), (self.next, next_one)):
            button.clicked.connect(lambda _on, does=does: does())
        self._values = QVBoxLayout()
        self._values.setSpacing(4)
        # before there is anything in it: Qt keeps what the theme says of the content of an area that it looked at first
        self.restyle()
        self._lay_out()
        view.installEventFilter(self)
        session.changed.connect(self.follow)
        self.hide()

    def _lay_out(self):
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(14, 0, 12, 12)
        column.setSpacing(6)
        # two in a line: three make the card half as wide again, and it covers the middle of a small picture
        buttons = QHBoxLayout()
        buttons.addWidget(self.go, 1)
        buttons.addWidget(self.hint)
        for part in (self.text, self._values, buttons, self.back, self.verdict, self.hints, self.why, self.theory,
                     self.next):
            (column.addLayout if isinstance(part, (QHBoxLayout, QVBoxLayout)) else column.addWidget)(part)
        column.addStretch(1)
        self._scroll = QScrollArea()
        self._scroll.setWidget(content)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        top = QHBoxLayout()
        top.setContentsMargins(14, 8, 6, 4)
        top.addWidget(self.title, 1)
        top.addWidget(self.stars)
        top.addWidget(self._close)
        frame = QVBoxLayout(self)
        frame.setContentsMargins(0, 0, 0, 0)
        frame.setSpacing(0)
        frame.addLayout(top)
        frame.addWidget(self._scroll, 1)

    def restyle(self):
        """Colours of the present theme."""
        panel = QColor(colour("PANEL"))
        back = f"rgba({panel.red()}, {panel.green()}, {panel.blue()}, 238)"
        self.setStyleSheet(
            f"QFrame#playcard {{ background: {back}; border: 1px solid {colour('LINE')}; border-radius: 10px; }}"
            "QFrame#playcard QLabel, QFrame#playcard QScrollArea, QFrame#playcard QScrollArea > QWidget > QWidget "
            "{ background: transparent; }"
            f"QLabel#playhead {{ color: {colour('BLUE')}; font-weight: 600; }}"
            "QLabel#playverdict { font-weight: 600; }"
            f"QLabel#playhint {{ color: {colour('DIM')}; }}")

    # ---- what it shows ----------------------------------------------------------------------------------------------

    def follow(self):
        """Shows the session as it is."""
        session, challenge = self._session, self._session.challenge
        if challenge is None:
            self._of = None
            self.hide()
            return
        if self._of != challenge.id:
            self._of = challenge.id
            self._make_rows()
        self.title.setText(_(challenge.title))
        best = session.results.stars(challenge.id)
        self.stars.setText(stars_text(best))
        self.stars.setToolTip(tooltip(_("the best so far: {count} of 3 stars").format(count=best)))
        self.stars.setAccessibleName(_("the best so far: {count} of 3 stars").format(count=best))
        # with a cue it begins with the blow, and again means to wait for that
        has_cue = challenge.by == ("cue",)
        how = _("Press the white ball, draw back, let go. The point on the disc is where it is hit.")
        if challenge.build is not None:
            how = _("Choose a part in the palette, click where it is to stand; drag and turn it. {left} of {most} are "
                    "left.").format(left=session.left, most=challenge.build.most)
        has_how = has_cue or challenge.build is not None
        self.text.setText(f"{_(challenge.text)}\n{how}" if has_how else _(challenge.text))
        self.text.setVisible(session.state == READY)
        for name, row in self._rows.items():
            row.show_value(float(session.tried[name]))
            is_live = session.state != RUNNING or self._is_live(name)
            row.setEnabled(is_live and session.state != JUDGING)
            # what is steered has keys and a pad; to be set beforehand it stands there at the start
            is_over = "steer" in challenge.by and session.state in (JUDGING, JUDGED)
            row.setVisible(is_live and not is_over and challenge.by != ("steer",))
        self.go.setText(_("Again (Enter)") if session.state in (RUNNING, JUDGED, JUDGING) else _("Go (Enter)"))
        self.go.setToolTip(tooltip(_("begins a try at once, from the start, with these values")))
        self.back.setText(_("To the start"))
        self.back.setToolTip(tooltip(_("goes back to the start and waits there, to be aimed and set")))
        self.go.setVisible(not has_cue or session.state != READY)
        self.back.setVisible(session.state in (RUNNING, JUDGED) and not has_cue)
        self.hint.setText(_("Hint"))
        self.hint.setToolTip(tooltip(_("one more hint (Shift+H)")))
        self.hint.setEnabled(session.hints < len(challenge.hint))
        verdict = session.verdict
        self.verdict.setText("" if verdict is None else f"{stars_text(verdict.stars)}  {verdict.sentence}")
        self.hints.setText("\n".join(_(hint) for hint in challenge.hint[:session.hints]))
        self.why.setText(_(challenge.why) if verdict is not None and verdict.stars else "")
        self.theory.setText(_("Show me the theory"))
        self.theory.setToolTip(tooltip(_("opens the panel with the derivation of what was to be seen (F2)")))
        self.theory.setVisible(bool(self.why.text()))
        self.next.setText(_("Next challenge (Shift+Enter)"))
        self._named = {button: button.text() for button in (self.go, self.next)}
        self.next.setToolTip(tooltip(_("opens the one that follows in the list")))
        for part in (self.verdict, self.hints, self.why):
            part.setVisible(bool(part.text()))
        self.next.setVisible(session.is_won)
        self._close.setToolTip(tooltip(_("Leave the challenge; the run stays")))
        self._close.setAccessibleName(_("Leave the challenge; the run stays"))
        self.setAccessibleName(_("card of the challenge"))
        self.show()
        self.raise_()
        self._settle()

    def _is_live(self, name: str) -> bool:
        run = self._session.run
        return run is not None and name in run.live

    def _make_rows(self):
        """A line for each value that is free, and for each guess."""
        while self._values.count():
            row = self._values.takeAt(0).widget()
            row.hide()
            row.deleteLater()
        self._rows = {}
        session, challenge, scene = self._session, self._session.challenge, self._session.scene
        if challenge is None or scene is None:
            return
        for name in challenge.free:
            parameter = scene.parameter(name)
            self._add(name, ValueRow(parameter.shown_name, (parameter.low, parameter.high), parameter.unit,
                                     _(parameter.about), self._units))
        for name, guess in challenge.guesses.items():
            self._add(name, ValueRow(_(guess.title), (guess.low, guess.high), guess.unit, _(guess.title), self._units))
        session.changed.emit()

    def show_units(self):
        """Shows the values in the units that hold now."""
        if self._session.challenge is not None:
            self._make_rows()

    def _add(self, name: str, row: ValueRow):
        self._rows[name] = row
        row.chosen.connect(lambda value, name=name: self._session.set(name, value))
        row.entered.connect(self._session.go)
        self._values.addWidget(row)

    # ---- where it is ------------------------------------------------------------------------------------------------

    def _settle(self):
        view, letter = self.parentWidget(), self.fontMetrics().height()
        inner = self._scroll.widget().layout()
        self._name_keys(view.width() - 2*EDGE - self._scroll.verticalScrollBar().sizeHint().width())
        width = round(min(WIDEST*letter, max(NARROWEST*letter, SHARE*view.width())))
        width = min(max(width, inner.minimumSize().width() + 2), view.width() - 2*EDGE)
        need = inner.heightForWidth(width - 2) if inner.hasHeightForWidth() else inner.sizeHint().height()
        top = self.layout().itemAt(0)
        high = top.heightForWidth(width - 2) if top.hasHeightForWidth() else top.sizeHint().height()
        size = QSize(width, round(min(need + high + 4, HIGHEST*view.height())))
        # a bar that is not needed would take the width that makes it needed
        self._scroll.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff
                                                if size.height() >= need + high + 4 else
                                                Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        others = [other.geometry() for other in self._others() if other.isVisible()]
        self.setGeometry(self._placing.choose(view.size(), size, EDGE, self._body, others, self._marks))

    def _name_keys(self, room: float):
        """Buttons name their keys where that is no wider than the room [px]; the menu names them in any case."""
        inner = self._scroll.widget().layout()
        for has_keys in (True, False):
            for button, text in self._named.items():
                button.setText(text if has_keys else text.partition(" (")[0])
            inner.activate()
            if inner.minimumSize().width() + 2 <= room:
                return

    def keep_clear(self, outline, marks=()):
        """Leaves the corner before which a body or a mark stands, whose outlines in the picture are given (n, 2) [px].
        """
        self._body = box_of(outline)
        self._marks = [box for box in map(box_of, marks) if box is not None]
        if self.isVisible():
            self._settle()

    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._settle()
        return False

    def changeEvent(self, event):
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and self.isVisible():
            self._settle()


