"""A row of the parameter dock: name, meaning, slider, number, unit and the way back."""

from collections.abc import Callable

from sandbox.qt.core import Qt, pyqtSignal
from sandbox.qt.widgets import QGridLayout, QHBoxLayout, QPushButton, QToolButton, QWidget
from sandbox.run.readings.units import Shown, from_si, units_of
from sandbox.scene.drawn_curve import NONE, DrawnCurve
from sandbox.scene.parameter import Parameter
from sandbox.scene.typed.parameter import Formula
from sandbox.text import _, unit_text
from sandbox.ui.look.controls import Switch
from sandbox.ui.look.format import Scale, shown_number, tooltip
from sandbox.ui.look.labels import ShortLabel, plain_label
from sandbox.ui.panels.curve_pad import CurvePicture
from sandbox.ui.panels.formula_field import FormulaField
from sandbox.ui.panels.number import NumberField
from sandbox.ui.panels.slider import Slider


class ParameterRow(QWidget):
    """One parameter of the present scene; changes in one drag of the slider have the same number, others 0.

    judge   judge(name, text) -> sentence about the surface of a formula, or BadValue
    """

    changed = pyqtSignal(str, object, int)
    trouble = pyqtSignal(str, str)
    left = pyqtSignal()
    draw_wanted = pyqtSignal(str)

    def __init__(self, parameter: Parameter, scene: str, is_live: bool, units: Shown | None = None,
                 judge: Callable | None = None):
        super().__init__()
        self._units = units or Shown()
        self.parameter = parameter
        self.value = self.start_value = parameter.default
        self.slider = self.field = self.switch = self.curve = self.formula = None
        self.unit = plain_label(self._units.text(parameter.unit), "unit")
        grid = QGridLayout(self)
        grid.setContentsMargins(12, 5, 8, 5)
        grid.setHorizontalSpacing(6)
        grid.setVerticalSpacing(1)
        grid.setColumnStretch(0, 1)

        name = plain_label(parameter.shown_name, "name")
        self.about = ShortLabel(_(parameter.about), "about")
        mark = plain_label(_("live") if is_live else "↻", "mark")
        mark.setToolTip(tooltip(_("takes effect while the scene runs") if is_live else
                                _("a change begins the run again")))
        self.back = QToolButton()
        self.back.setAutoRaise(True)
        self.back.setFixedSize(24, 24)
        self.back.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.back.setAccessibleName(_("reset {name}").format(name=parameter.shown_name))
        self.back.clicked.connect(self._go_back)

        top = QHBoxLayout()
        top.setSpacing(6)
        top.addWidget(name)
        top.addWidget(self.about, 1)
        top.addWidget(mark)
        grid.addLayout(top, 0, 0, 1, 4)
        tip = self._describe(is_live)
        self._add_control(grid, scene, tip, judge)
        grid.addWidget(self.back, 1, 3, Qt.AlignmentFlag.AlignTop if self.formula is not None else Qt.Alignment())
        for widget in (self, name, self.about):
            widget.setToolTip(tooltip(tip))

    def _add_control(self, grid: QGridLayout, scene: str, tip: str, judge: Callable | None):
        """What the value is given with: a switch, a curve, a formula, or slider and number."""
        parameter = self.parameter
        if parameter.is_switch:
            self.switch = Switch()
            self.switch.toggled.connect(self._choose)
            self.switch.setAccessibleName(parameter.shown_name)
            grid.addWidget(self.switch, 1, 0)
        elif isinstance(parameter, DrawnCurve):
            self.curve, self.draw = CurvePicture(parameter), QPushButton(_("Draw…"))
            self.draw.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            self.draw.setAccessibleName(_("draw {name}").format(name=parameter.shown_name))
            self.draw.setToolTip(tooltip(tip))
            self.draw.clicked.connect(lambda: self.draw_wanted.emit(parameter.name))
            grid.addWidget(self.curve, 1, 0)
            grid.addWidget(self.draw, 1, 1, 1, 2)
        elif isinstance(parameter, Formula):
            self.formula = FormulaField(parameter, lambda text: judge(parameter.name, text))
            self.formula.setAccessibleName(parameter.shown_name)
            self.formula.set_tip(tip)
            self.formula.chosen.connect(self._choose)
            self.formula.left.connect(self.left)
            grid.addWidget(self.formula, 1, 0, 1, 3)
        else:
            scale = Scale(parameter.low, parameter.high)
            self.slider, self.field = Slider(scale), NumberField(parameter, scene, scale, self._units)
            self.slider.chosen.connect(self._choose)
            self.field.chosen.connect(self._choose)
            self.field.trouble.connect(lambda reason: self.trouble.emit(parameter.name, reason))
            self.field.left.connect(self.left)
            self.field.set_tip(tip)
            for control in (self.slider, self.field):
                control.setAccessibleName(parameter.shown_name)
                control.setAccessibleDescription(tip)
            grid.addWidget(self.slider, 1, 0)
            grid.addWidget(self.field, 1, 1)
            grid.addWidget(self.unit, 1, 2)

    def _describe(self, is_live: bool) -> str:
        about = _(self.parameter.about)
        if about and self.parameter.is_of_start:
            about = _("start: {about}").format(about=about)
        name = self.parameter.shown_name
        lines = [f"{name}: {about}" if about else name,
                 _("in files and commands: {name}").format(name=self.parameter.name), self.parameter.allowed,
                 *([_("units that can be typed: {units}").format(units=", ".join(map(unit_text, units)))]
                   if len(units := units_of(self.parameter.unit)) > 1 and not self.parameter.is_switch else []),
                 _("takes effect while the scene runs") if is_live else _("a change begins the run again")]
        return "\n".join(lines)

    def show_value(self, value, start_value):
        """Shows what holds in the run; a slider under the hand is left alone."""
        self.start_value = start_value
        self.back.setToolTip(tooltip(_("back to {value}").format(value=self._shown(start_value))))
        if self.slider is not None and self.slider.isSliderDown():
            return
        self.value = value
        self._write()

    def _shown(self, value) -> str:
        if self.formula is not None:
            return value
        if self.curve is not None:
            return _("no curve") if value == NONE else _("the curve of the preset")
        return (_("yes") if value else _("no")) if self.switch is not None else shown_number(
            float(self._units.values(self.parameter.unit, value)))

    def _write(self):
        if self.formula is not None:
            self.formula.show_value(self.value)
        elif self.curve is not None:
            self.curve.show_value(self.value)
        elif self.switch is not None:
            blocked = self.switch.blockSignals(True)
            self.switch.setChecked(self.value)
            self.switch.setText(self._shown(self.value))
            self.switch.blockSignals(blocked)
        else:
            self.slider.show_value(self.value)
            self.field.show_value(self.value)
            if self.parameter.unit == "rad/s" and self._units["rad/s"] == "rad/s":
                # in turns per minute too: nobody hears what 3.49 rad/s is
                turns = shown_number(float(from_si(self.value, "rpm", "rad/s")), 4)
                self.about.show_text(f"{turns} {unit_text('rpm')} · {_(self.parameter.about)}")
        is_changed = self.value != self.start_value
        if is_changed != self.back.isEnabled():
            self.back.setEnabled(is_changed)
            self.back.setText("•" if is_changed else "")

    def _choose(self, value):
        self.value = value
        self._write()
        control = self.slider or self.formula
        gesture = control.gesture if control is not None else 0
        self.changed.emit(self.parameter.name, value, gesture)

    def _go_back(self):
        if self.value != self.start_value:
            if self.formula is not None:
                self.formula.begin()
            self._choose(self.start_value)
