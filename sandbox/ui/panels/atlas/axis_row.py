"""Which parameter runs along an axis of a map, and from where to where."""

from sandbox.qt.core import pyqtSignal
from sandbox.qt.widgets import QHBoxLayout, QWidget
from sandbox.scene.parameter import Parameter
from sandbox.text import _, unit_text
from sandbox.ui.look.controls import Combo
from sandbox.ui.look.format import Scale, tooltip
from sandbox.ui.look.labels import plain_label
from sandbox.ui.panels.number import NumberField

LETTERS = 5             # of a list that are seen at least


class AxisRow(QWidget):
    """A list of parameters and two numbers.

    chosen   another parameter;  ranged  another range, low < high;  trouble  why a number was refused, "" after that
    """

    chosen = pyqtSignal(str)
    ranged = pyqtSignal(float, float)
    trouble = pyqtSignal(str)

    def __init__(self):
        super().__init__()
        self._parameters: list[Parameter] = []
        self._scene = ""
        self.list, self._word = Combo(""), plain_label("", "about")
        self.list.setMinimumContentsLength(LETTERS)
        self.list.activated.connect(lambda place: self.chosen.emit(self._parameters[place].name))
        self.low: NumberField | None = None
        self.high: NumberField | None = None
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(5)
        self._row.addWidget(self._word)
        self._row.addWidget(self.list, 1)

    def name_it(self, word: str, about: str):
        """What it is called, in the language of the moment."""
        self._word.setText(word)
        self._word.setToolTip(tooltip(about))
        self.list.setAccessibleName(about)
        self._tell()

    def show_parameters(self, parameters: list[Parameter], chosen: str, scene: str):
        """Lists these parameters."""
        self._parameters, self._scene = parameters, scene
        self.list.clear()
        for parameter in parameters:
            unit = f" [{unit_text(parameter.unit)}]" if parameter.unit else ""
            self.list.addItem(f"{parameter.shown_name}{unit}")
        for field in (self.low, self.high):
            if field is not None:
                self._row.removeWidget(field)
                field.deleteLater()
        self.low = self.high = None
        place = next((k for k, parameter in enumerate(parameters) if parameter.name == chosen), -1)
        if place < 0:
            return
        self.list.setCurrentIndex(place)
        parameter = parameters[place]
        self.low, self.high = (NumberField(parameter, scene, Scale(parameter.low, parameter.high)) for _end in range(2))
        for field in (self.low, self.high):
            field.setMaximumWidth(74)
            field.chosen.connect(self._take)
            field.trouble.connect(self.trouble)
            self._row.addWidget(field)
        self._tell()

    def _tell(self):
        place = self.list.currentIndex()
        if self.low is None or self.high is None or not 0 <= place < len(self._parameters):
            return
        parameter = self._parameters[place]
        self.list.setToolTip(tooltip("\n".join(filter(None, (_(parameter.about), parameter.allowed)))))
        for field, text in ((self.low, _("from here")), (self.high, _("up to here"))):
            field.setAccessibleName(f"{parameter.shown_name}, {text}")
            field.set_tip(f"{text}: {parameter.allowed}")

    def show_range(self, low: float, high: float):
        """Shows the range that holds."""
        if self.low is not None and self.high is not None:
            self.low.show_value(low)
            self.high.show_value(high)

    def _take(self, _value):
        if self.low is None or self.high is None:
            return
        low, high = self.low.value, self.high.value
        if low < high:
            self.trouble.emit("")
            self.ranged.emit(low, high)
        else:
            self.trouble.emit(_("range of '{name}': got {low:g} to {high:g}, needs the lower end first").format(
                name=self.list.currentText(), low=low, high=high))
