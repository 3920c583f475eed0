"""The field of a number that is typed."""

from sandbox.errors import BadValue
from sandbox.qt.core import QEvent, Qt, pyqtSignal
from sandbox.qt.gui import QKeySequence
from sandbox.qt.widgets import QLineEdit, QSizePolicy, QStyle, QStyleOptionFrame
from sandbox.run.readings.units import Shown, has_unit, to_si, typed
from sandbox.scene.parameter import Parameter
from sandbox.text import _
from sandbox.ui.look.controls import keep_keys
from sandbox.ui.look.format import Scale, exact_number, shown_number, tooltip, typed_number

FIELD_KEYS = {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape, Qt.Key.Key_Up, Qt.Key.Key_Down}


class NumberField(QLineEdit):
    """A number that is checked when it is entered; a bad one stays to be mended, framed, and is told to nobody.

    All its digits are shown while it has the focus, else as many as fit. Values are those of the parameter's own unit;
    what is shown and typed is in the unit that `units` says, or in one that is typed behind the number.
    """

    chosen = pyqtSignal(float)
    trouble = pyqtSignal(str)          # why the text was refused; "" when that is over
    left = pyqtSignal()                # the person is done here

    def __init__(self, parameter: Parameter, scene: str, scale: Scale, units: Shown | None = None, whose: str = ""):
        """A field; `whose` is what a sentence calls the number, if not the parameter of a scene."""
        super().__init__()
        self._whose = whose
        self._units = units or Shown()
        self._parameter, self._scene, self._scale = parameter, scene, scale
        self._value = float(parameter.default)
        self._tip = self._reason = ""
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setMaxLength(64)
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.editingFinished.connect(self._enter)
        self.textEdited.connect(lambda _text: self._mark(""))

    def event(self, event):
        if event.type() == QEvent.Type.ShortcutOverride and not self.isModified() and (
                event.matches(QKeySequence.StandardKey.Undo) or event.matches(QKeySequence.StandardKey.Redo)):
            # nothing typed that could be taken back: the window takes back the last edit
            event.ignore()
            return True
        return keep_keys(event, FIELD_KEYS) or super().event(event)

    def sizeHint(self):
        hint = super().sizeHint()
        hint.setWidth(self.fontMetrics().horizontalAdvance("-0.0000000") + 16)
        return hint

    @property
    def value(self) -> float:
        """The value that holds."""
        return self._value

    def set_tip(self, text: str):
        self._tip = text
        self._tell()

    def show_value(self, value: float):
        """Shows a value that holds already; a text being typed is left alone."""
        self._value = value
        if not (self.hasFocus() and self.isModified()):
            self._write()

    def _write(self):
        self.setText(self._exact() if self.hasFocus() else self._fitting())
        self.setCursorPosition(0)
        self._mark("")
        self._tell()

    def retell(self):
        """Shows the value again: the unit was changed."""
        if not self.isModified():
            self._write()

    def _shown(self) -> float:
        """The value in the unit that is shown."""
        return float(self._units.values(self._parameter.unit, self._value))

    def _exact(self) -> str:
        """All digits; one less in another unit, where the last one is of the conversion."""
        own = self._units[self._parameter.unit] == self._parameter.unit
        return exact_number(self._value) if own else f"{self._shown():.15g}"

    def _fitting(self) -> str:
        """The value with as many digits as there is room for, three at least."""
        option = QStyleOptionFrame()
        self.initStyleOption(option)
        room = self.style().subElementRect(QStyle.SubElement.SE_LineEditContents, option, self).width() - 5
        value, metrics, text = self._shown(), self.fontMetrics(), ""
        for digits in (6, 5, 4, 3):
            text = shown_number(value, digits)
            if metrics.horizontalAdvance(text) <= room:
                break
        return text

    def _tell(self):
        """The tooltip: why a text is refused, else what the number is, and all its digits where they are not shown."""
        exact = self._exact()
        more = f"\n= {exact}" if not self.hasFocus() and self.text() != exact else ""
        self.setToolTip(tooltip(self._reason or (self._tip + more).strip()))

    def resizeEvent(self, event):
        super().resizeEvent(event)
        if not self.isModified():
            self._write()

    def _mark(self, reason: str):
        if reason == self._reason:
            return
        self._reason = reason
        self.setProperty("wrong", bool(reason))
        self.style().polish(self)
        self._tell()
        self.trouble.emit(reason)

    def _enter(self):
        if not self.isModified():
            return
        try:
            value = self._checked(self.text())
        except BadValue as error:
            self._mark(self._said(error))
            return
        self._take(value)

    def _said(self, error: BadValue) -> str:
        """Why a text is refused: by what the number is called, where it is no parameter."""
        if not self._whose or has_unit(self.text()):
            return str(error)
        return _("{what}: got {found}, needs {allowed}").format(
            what=self._whose, found=repr(self.text()), allowed=self._parameter.allowed)

    def _checked(self, text: str) -> float:
        """The value of a typed text, with a unit or without, or BadValue."""
        unit, shown = self._parameter.unit, self._units[self._parameter.unit]
        if shown == unit and is_number(typed_number(text)):
            return self._parameter.check(typed_number(text), self._scene)
        try:
            value = typed(text, unit, shown)
        except BadValue as error:
            if has_unit(text):
                where = self._whose or _("parameter '{name}'").format(name=self._parameter.name)
                raise BadValue(f"{where}: {error}") from error
            value = typed_number(text)
        return self._parameter.check(value, self._scene)

    def _take(self, value: float):
        self.setModified(False)
        if value != self._value:
            self._value = value
            self.chosen.emit(value)
        self._write()

    def focusInEvent(self, event):
        super().focusInEvent(event)
        if not self.isModified():
            self._write()
            self.selectAll()

    def focusOutEvent(self, event):
        super().focusOutEvent(event)
        if not self.isModified():
            self._write()

    def keyPressEvent(self, event):
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._enter()
            if not self.property("wrong"):
                self.left.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.setModified(False)
            self._write()
            self.left.emit()
        elif event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._step((1.0 if event.key() == Qt.Key.Key_Up else -1.0)*{
                Qt.KeyboardModifier.ShiftModifier: 0.1,
                Qt.KeyboardModifier.ControlModifier: 10.0}.get(int(event.modifiers()), 1.0))
        else:
            super().keyPressEvent(event)

    def _step(self, grains: float):
        """So many grains up or down, round ones in the unit that is shown."""
        si, scale = self._parameter.unit, self._scale
        low, high = (float(self._units.values(si, limit)) for limit in (scale.low, scale.high))
        value = float(f"{self._shown() + grains*Scale(low, high).grain:.12g}")
        self._take(min(max(to_si(value, self._units[si], si), scale.low), scale.high))


def is_number(text: str) -> bool:
    """Whether Python reads a number in a text."""
    try:
        float(text)
    except ValueError:
        return False
    return True
