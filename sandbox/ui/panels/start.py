"""How the present run starts, in numbers: shown for every body, and typed for a ball."""

from sandbox.qt.core import Qt, pyqtSignal
from sandbox.qt.widgets import QGridLayout, QPushButton, QSizePolicy, QWidget
from sandbox.run.readings.units import Shown
from sandbox.scene.bodies import Ball
from sandbox.scene.parameter import Parameter
from sandbox.scene.start import Start
from sandbox.text import _
from sandbox.ui.look.format import Scale, tooltip
from sandbox.ui.look.labels import plain_label
from sandbox.ui.panels.number import NumberField

AXES = ("x", "y", "z")
NUMBER = 56        # [px] of a column of numbers at least
FAR, FAST = 1000.0, 1000.0      # [m], [m/s] what can be typed at most


def shown_component(value: float) -> str:
    """A number of a vector: four decimals at most, none that is only rounding."""
    text = f"{0.0 if abs(value) < 1e-12 else value:.4g}"
    return text.replace("-", "\u2212")


class StartNumbers(QWidget):
    """Centre, velocity and angular velocity at t = 0 in the laboratory; the first two can be typed."""

    chosen = pyqtSignal(object)        # Start, or None for the scene's own
    trouble = pyqtSignal(str, str)     # field, why its text was refused or ""
    left = pyqtSignal()

    def __init__(self, units: Shown):
        super().__init__()
        self._units = units
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(12, 6, 12, 8)
        self._grid.setHorizontalSpacing(6)
        self._grid.setVerticalSpacing(3)
        for column, axis in enumerate(AXES, start=1):
            self._grid.setColumnMinimumWidth(column, NUMBER)
            self._grid.setColumnStretch(column, 1)
            self._grid.addWidget(plain_label(axis, "about"), 0, column, Qt.AlignmentFlag.AlignRight)
        self._names, self.fields = [], []
        for row, (name, unit, most) in enumerate((("centre", "m", FAR), ("velocity", "m/s", FAST)), start=1):
            fields = []
            for column, axis in enumerate(AXES, start=1):
                field = NumberField(Parameter(f"{name}_{axis}", 0.0, unit, low=-most, high=most), "", Scale(-1.0, 1.0),
                                    units)
                field.setMinimumWidth(NUMBER)
                field.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
                field.chosen.connect(self._choose)
                field.left.connect(self.left)
                field.trouble.connect(lambda text, key=f"{name}_{axis}": self.trouble.emit(key, text))
                self._grid.addWidget(field, row, column)
                fields.append(field)
            self.fields.append(fields)
        self.numbers = [plain_label("") for _axis in AXES]
        for column, label in enumerate(self.numbers, start=1):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            label.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            self._grid.addWidget(label, 3, column, Qt.AlignmentFlag.AlignRight)
        for row in range(1, 4):
            self._names.append(plain_label("", "about"))
            self._grid.addWidget(self._names[-1], row, 0)
        self.own = QPushButton()
        self.own.clicked.connect(lambda: self.chosen.emit(None))
        self._grid.addWidget(self.own, 4, 0, 1, 4)
        self._run = self._angular_velocity = None
        self._spin = 0.0
        self.retranslate()

    def retranslate(self):
        typed = _("What does not obey the constraint is brought onto the surface, and the change is said.")
        units = self._units
        names = ((f"r [{units.text('m')}]", _("centre of mass at t = 0, in the laboratory [m]")),
                 (f"v [{units.text('m/s')}]", _("of the centre of mass at t = 0, in the laboratory [m/s]")),
                 (f"ω [{units.text('rad/s')}]", _("angular velocity at t = 0, in the laboratory; it follows from "
                                                 "rolling [rad/s]")))
        for field in (field for fields in self.fields for field in fields):
            field.retell()
        self._write_spin()
        for label, widgets, (name, tip) in zip(self._names, (*self.fields, self.numbers), names, strict=True):
            label.setText(name)
            label.setToolTip(tooltip(tip))
            for widget in widgets:
                if isinstance(widget, NumberField):
                    widget.set_tip(f"{tip}\n{typed}")
                else:
                    widget.setToolTip(tooltip(tip))
        self.own.setText(_("The scene's own start"))
        self.own.setToolTip(tooltip(_("begin again where the parameters of the start say")))

    def show_run(self, simulation):
        """Shows how a run started."""
        if simulation is self._run:
            return
        self._run = simulation
        body = simulation.origin.bodies[0]
        self._spin = float(body.angular_velocity @ body.normal)
        can_type = isinstance(simulation.system.body, Ball)
        for fields, vector in zip(self.fields, (body.centre, body.velocity), strict=True):
            # the last digits are rounding of what follows from rolling, or from the slope of a curve
            nothing = 1e-15 if can_type else 1e-7*float(abs(vector).max())
            for field, value in zip(fields, vector, strict=True):
                field.setEnabled(can_type)
                field.show_value(0.0 if abs(value) <= nothing else float(f"{value:.12g}"))
        self._angular_velocity = body.angular_velocity
        self._write_spin()
        self.own.setVisible(simulation.start is not None)

    def _write_spin(self):
        if self._angular_velocity is not None:
            shown = self._units.values("rad/s", self._angular_velocity)
            for label, value in zip(self.numbers, shown, strict=True):
                label.setText(shown_component(float(value)))

    def _choose(self, _value: float):
        """What stands in the fields, with the spin about the normal that the run began with."""
        centre, velocity = (tuple(field.value for field in fields) for fields in self.fields)
        self.chosen.emit(Start(centre, velocity, spin=self._spin, nearest=True))
