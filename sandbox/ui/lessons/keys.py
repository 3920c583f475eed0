"""Keys of a lesson, which it gets before the window does: a clicker and one hand are enough."""

from collections.abc import Callable

from sandbox.qt.core import QEvent, QObject, Qt
from sandbox.qt.gui import QWindow
from sandbox.qt.widgets import QAbstractSpinBox, QApplication, QLineEdit, QWidget
from sandbox.ui.lessons.lecture import OPEN, Lecture

PLAIN = Qt.KeyboardModifier.NoModifier
LETTER_KEYS = (Qt.Key.Key_A, Qt.Key.Key_B, Qt.Key.Key_C, Qt.Key.Key_D)
# where the letters A to D stand on a Russian keyboard, and what is typed there
CYRILLIC = {0x0424: 0, 0x0418: 1, 0x0421: 2, 0x0412: 3}
DOT = (Qt.Key.Key_Period, Qt.Key.Key_Comma)


class LessonKeys(QObject):
    """Takes the keys of a lesson from the window while one is on.

    is_covered   is_covered(): whether something else over the window wants its keys, as a sheet
    black        black() makes the screen dark, or brings it back
    """

    def __init__(self, window: QWidget, lecture: Lecture, is_covered: Callable[[], bool], black: Callable,
                 leave: Callable):
        super().__init__(window)
        self._window, self._lecture = window, lecture
        self._is_covered, self._black, self._leave = is_covered, black, leave

    def set_on(self, on: bool):
        """Listens, or no more."""
        app = QApplication.instance()
        app.removeEventFilter(self)
        if on:
            app.installEventFilter(self)

    def eventFilter(self, watched, event):
        kind = event.type()
        if kind not in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress) or not self._is_ours(watched):
            return False
        deed = self._deed(event)
        if deed is None:
            return False
        event.accept()
        if kind == QEvent.Type.KeyPress and not event.isAutoRepeat():
            deed()
        return True

    def _is_ours(self, watched) -> bool:
        app, window = QApplication.instance(), self._window
        if app.activeModalWidget() is not None or app.activePopupWidget() is not None or self._is_covered():
            return False
        if isinstance(watched, QWindow):
            return watched is window.windowHandle()
        return isinstance(watched, QWidget) and watched.window() is window

    def _deed(self, event) -> Callable | None:
        """What a key does, or None where it is none of ours."""
        lecture, key = self._lecture, event.key()
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier & ~Qt.KeyboardModifier.ShiftModifier:
            return None
        turns = {Qt.Key.Key_PageDown: 1, Qt.Key.Key_PageUp: -1}
        if key in turns:
            return lambda: lecture.turn(turns[key])
        if lecture.step is None or lecture.step.challenge and key not in (Qt.Key.Key_B, Qt.Key.Key_Escape):
            return None
        if key == Qt.Key.Key_Escape:
            return self._leave
        if isinstance(self._window.focusWidget(), QLineEdit | QAbstractSpinBox):
            return None
        if lecture.phase == OPEN and (found := self._of_vote(event)) is not None:
            return found
        return {Qt.Key.Key_Space: lecture.space, Qt.Key.Key_B: self._black, Qt.Key.Key_Home: lecture.again,
                **dict.fromkeys(DOT, lecture.start_clock),
                **dict.fromkeys((Qt.Key.Key_Return, Qt.Key.Key_Enter), lecture.close_or_ask_again)}.get(
                    key, self._nothing if lecture.is_locked and key not in FOCUS else None)

    def _of_vote(self, event) -> Callable | None:
        lecture, key = self._lecture, event.key()
        number = LETTER_KEYS.index(key) if key in LETTER_KEYS else CYRILLIC.get(key)
        if number is not None:
            return lambda: lecture.answer(number)
        if Qt.Key.Key_0 <= key <= Qt.Key.Key_9:
            return lambda: lecture.digit(key - Qt.Key.Key_0)
        if key in (Qt.Key.Key_Backspace, Qt.Key.Key_Delete):
            return lecture.erase
        if key == Qt.Key.Key_K:
            return lambda: lecture.count_keys(not lecture.counts_keys)
        return None

    @staticmethod
    def _nothing():
        """Keys that would start the run before the vote do nothing."""


FOCUS = (Qt.Key.Key_Tab, Qt.Key.Key_Backtab, Qt.Key.Key_P, Qt.Key.Key_F1, Qt.Key.Key_F11, Qt.Key.Key_Shift)
