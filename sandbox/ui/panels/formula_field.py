"""The field in which the formula of a surface is typed, and what is found of it while it is typed."""

from collections.abc import Callable
from html import escape
from itertools import count

from sandbox.errors import BadValue
from sandbox.qt.core import QEvent, Qt, QTimer, pyqtSignal
from sandbox.qt.gui import QKeySequence
from sandbox.qt.widgets import QLabel, QLineEdit, QVBoxLayout, QWidget
from sandbox.scene.typed.parameter import Formula
from sandbox.scene.typed.scanner import LONGEST, FormulaError
from sandbox.text import _
from sandbox.ui.look.format import tooltip
from sandbox.ui.look.theme import colour
from sandbox.ui.playback.task import Task

# [ms] that the keys rest before the surface is looked at; from one look whether that is done to the next
PAUSE, POLL = 250, 60
AROUND = 44                  # letters around a fault that are shown
KEYS = {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape}
# one number for all that is typed from one entry of the field to its leaving: one edit
_numbers = count(2_000_000)


class FormulaField(QWidget):
    """A formula that is looked at while it is typed: a good one is told, of a bad one is said what is wrong and where.

    judge   judge(text) -> sentence about the surface; BadValue where a ball can't roll on it. Called on another thread
    """

    chosen = pyqtSignal(str)
    left = pyqtSignal()

    def __init__(self, parameter: Formula, judge: Callable):
        super().__init__()
        self._parameter, self._judge = parameter, judge
        self._value, self.gesture = parameter.default, next(_numbers)
        self._task, self._asked = None, ""
        self.edit = _Edit(self)
        self.edit.setMaxLength(4*LONGEST)
        self.verdict = QLabel()
        self.verdict.setObjectName("verdict")
        self.verdict.setTextFormat(Qt.TextFormat.RichText)
        self.verdict.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(self.edit)
        column.addWidget(self.verdict)
        self._rest, self._look = QTimer(self), QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(PAUSE)
        self._look.setInterval(POLL)
        self._rest.timeout.connect(self._ask)
        self._look.timeout.connect(self._hear)
        self.edit.textEdited.connect(self._on_edited)

    def setAccessibleName(self, name: str):
        super().setAccessibleName(name)
        self.edit.setAccessibleName(name)

    def set_tip(self, tip: str):
        self.edit.setToolTip(tooltip(tip))

    @property
    def text(self) -> str:
        return self.edit.text()

    def show_value(self, text: str):
        """Shows a formula that holds already, and what is found of it with the values that hold now; one being typed is
        left alone."""
        self._value = text
        if self.edit.hasFocus() and self.edit.isModified():
            return
        if self.edit.text().strip() != text:
            self.edit.setText(text)
            self.edit.setCursorPosition(0)
        self.edit.setModified(False)
        self._ask()

    def begin(self):
        """What is typed from here on is one edit."""
        self.gesture = next(_numbers)

    def enter(self):
        """Looks at what was typed at once."""
        if self.edit.isModified():
            self._ask()

    def give_up(self):
        """Takes back what was typed since the last good formula."""
        self._rest.stop()
        self.edit.setText(self._value)
        self.edit.setModified(False)
        self._ask()
        self.left.emit()

    def _on_edited(self, text: str):
        self.edit.setModified(True)
        try:
            self._parameter.check(text)
        except FormulaError as error:
            self._rest.stop()
            self._asked = ""
            self._refuse(error)
            return
        self._say("…", "DIM")
        self._rest.start()

    def _ask(self):
        """Has the surface of the present text looked at, beside the window; the newest text counts."""
        self._rest.stop()
        text = self.edit.text()
        try:
            self._parameter.check(text)
        except BadValue as error:
            self._refuse(error)
            return
        self._asked = text
        if self._task is None:
            self._begin()

    def _begin(self):
        text = self._asked
        self._task = text, Task(lambda: self._judge(text))
        self._look.start()

    def _hear(self):
        """Takes what was found, once it is there."""
        text, task = self._task
        if not task.is_done:
            return
        self._task = None
        self._look.stop()
        if text != self._asked:
            if self._asked:
                self._begin()
            return
        try:
            sentence = task.result()
        except BadValue as error:
            self._refuse(error)
            return
        self._mark(False)
        self._say(sentence, "DIM")
        # what is shown holds: undo may show what held before
        self.edit.setModified(False)
        text = text.strip()
        if text != self._value:
            self._value = text
            self.chosen.emit(text)

    # ---- what is said ---------------------------------------------------------------------------------------------

    def _mark(self, is_wrong: bool):
        self.edit.setProperty("wrong", is_wrong)
        self.edit.style().polish(self.edit)

    def _say(self, sentence: str, tone: str):
        self.verdict.setText(f'<span style="color:{colour(tone)}">{escape(sentence)}</span>')

    def _refuse(self, error: BadValue):
        """Says what is wrong, with the place in the text underlined; the last good surface stays."""
        self._mark(True)
        if not isinstance(error, FormulaError):
            self._say(str(error), "RED")
            return
        first = max(0, error.start - AROUND//2)
        before, fault, after = (escape(part).replace(" ", "&nbsp;") for part in (
            error.text[first:error.start], error.text[error.start:error.end][:AROUND] or " ",
            error.text[error.end:error.end + AROUND//2]))
        place = _("column {column}").format(column=error.start + 1)
        self.verdict.setText(
            f'<span style="color:{colour("DIM")}">{"…" if first else ""}{before}</span>'
            f'<span style="color:{colour("RED")}"><b><u>{fault}</u></b></span>'
            f'<span style="color:{colour("DIM")}">{after}</span><br>'
            f'<span style="color:{colour("RED")}">{escape(place)}: {escape(error.reason)}</span>')


class _Edit(QLineEdit):
    """The line: Enter looks at once, Esc takes back, undo of the window where nothing is typed."""

    def __init__(self, field: FormulaField):
        super().__init__(field)
        self._field = field
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def event(self, event):
        if event.type() == QEvent.Type.ShortcutOverride:
            is_undo = event.matches(QKeySequence.StandardKey.Undo) or event.matches(QKeySequence.StandardKey.Redo)
            if is_undo and not self.isModified():
                event.ignore()
                return True
            if event.key() in KEYS or is_undo:
                event.accept()
                return True
        return super().event(event)

    def focusInEvent(self, event):
        super().focusInEvent(event)
        self._field.begin()

    def focusOutEvent(self, event):
        super().focusOutEvent(event)
        self._field.enter()

    def keyPressEvent(self, event):
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._field.enter()
            self._field.left.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self._field.give_up()
        else:
            super().keyPressEvent(event)
