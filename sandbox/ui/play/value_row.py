"""A line of the card of a challenge: what is free, as a slider and as a number."""

from math import floor, log10

from sandbox.qt.core import Qt, pyqtSignal
from sandbox.qt.widgets import QHBoxLayout, QSlider, QVBoxLayout, QWidget
from sandbox.run.readings.units import Shown, from_si, to_si
from sandbox.ui.look.controls import MOVING_KEYS, NumberBox, keep_keys
from sandbox.ui.look.format import tooltip
from sandbox.ui.look.labels import plain_label

PLACES = 2000        # of the slider
FINEST = 4           # decimal places of a number whose range is 1 to 10 wide
ENTER = {Qt.Key.Key_Return, Qt.Key.Key_Enter}


class ValueBox(NumberBox):
    """The number; Enter takes it and then is the key of the window again."""

    entered = pyqtSignal()

    def event(self, event):
        ours = {Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown} | ENTER
        return keep_keys(event, ours) or super().event(event)

    def keyPressEvent(self, event):
        super().keyPressEvent(event)
        if event.key() in ENTER:
            self.entered.emit()


class ValueSlider(QSlider):
    """The slider; arrow keys move it where it was reached by Tab."""

    def event(self, event):
        return keep_keys(event, MOVING_KEYS) or super().event(event)


class ValueRow(QWidget):
    """Shows and takes a value between two ends, in the unit in which quantities of its unit are shown.

    chosen    a person gave another value [its own unit];  entered  Enter was pressed in the number
    """

    chosen = pyqtSignal(float)
    entered = pyqtSignal()

    def __init__(self, name: str, ends: tuple[float, float], unit: str, about: str, units: Shown | None = None):
        super().__init__()
        self._own, units = unit, units or Shown()
        self._unit = units[unit]
        low, high = self.low, self.high = tuple(from_si(float(end), self._unit, unit) for end in ends)
        shown = units.text(unit)
        label = plain_label(f"{name}{' [' + shown + ']' if shown else ''}")
        label.setWordWrap(True)
        self.slider, self.box = ValueSlider(Qt.Orientation.Horizontal), ValueBox()
        self.slider.setRange(0, PLACES)
        self.slider.setPageStep(PLACES//20)
        self.slider.setMinimumWidth(90)
        self.slider.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        decimals = max(0, FINEST - floor(log10(high - low)))
        self.box.setDecimals(decimals)
        self.box.setRange(low, high)
        self.box.setSingleStep(10.0**(1 - decimals))
        self.box.setKeyboardTracking(False)
        for control in (self.slider, self.box):
            control.setAccessibleName(name)
            control.setToolTip(tooltip(about))
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(self.slider, 1)
        line.addWidget(self.box)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 2, 0, 2)
        column.setSpacing(2)
        column.addWidget(label)
        column.addLayout(line)
        self.slider.valueChanged.connect(self._slid)
        self.box.valueChanged.connect(self._typed)
        self.box.entered.connect(self.entered)

    def show_value(self, value: float):
        """Shows a value [its own unit] without telling anyone."""
        value = from_si(value, self._unit, self._own)
        self._show(value)

    def _show(self, value: float):
        for control, shown in ((self.slider, round((value - self.low)/(self.high - self.low)*PLACES)),
                               (self.box, value)):
            blocked = control.blockSignals(True)
            if control is self.slider or abs(self.box.value() - value) > 0.5*10.0**-self.box.decimals():
                control.setValue(shown)
            control.blockSignals(blocked)

    def _slid(self, place: int):
        self._typed(round(self.low + place/PLACES*(self.high - self.low), self.box.decimals()))

    def _typed(self, value: float):
        self._show(value)
        self.chosen.emit(to_si(value, self._unit, self._own))
