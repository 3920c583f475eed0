"""One end of a ruler or protractor: a list of places, and numbers for a place of one's own."""

from sandbox.qt.core import Qt, pyqtSignal
from sandbox.qt.widgets import QGridLayout, QSizePolicy, QWidget
from sandbox.run.readings.units import Shown
from sandbox.scene.parameter import Parameter
from sandbox.systems import probe_points
from sandbox.systems.probe_points import ProbePoint
from sandbox.text import _
from sandbox.ui.look.controls import Combo
from sandbox.ui.look.format import Scale, tooltip
from sandbox.ui.panels.number import NumberField

FAR = 1000.0        # [m] what can be typed at most


class PointField(QWidget):
    """Asks for a Spot; `changed` when it is another."""

    changed = pyqtSignal()
    trouble = pyqtSignal(str)
    left = pyqtSignal()

    def __init__(self, units: Shown, probe: ProbePoint):
        super().__init__()
        self.probe = probe
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(3)
        self.list = Combo("")
        self.list.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.list.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.list.activated.connect(lambda _place: self._choose(self.list.currentData()))
        grid.addWidget(self.list, 0, 0, 1, 3)
        self.fields = []
        for k, axis in enumerate("xyz"):
            field = NumberField(Parameter(f"place_{axis}", 0.0, "m", low=-FAR, high=FAR), "", Scale(-1.0, 1.0), units)
            field.setMinimumWidth(40)
            field.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            field.chosen.connect(lambda _value: self._typed())
            field.trouble.connect(self.trouble)
            field.left.connect(self.left)
            grid.addWidget(field, 1, k)
            self.fields.append(field)
        self._bodies = 1

    def retranslate(self, name: str, bodies: int):
        """Texts in the language of the moment, for so many bodies."""
        self._bodies = bodies
        self.list.setAccessibleName(name)
        self.list.setToolTip(tooltip(name))
        for field, axis in zip(self.fields, "xyz", strict=True):
            field.set_tip(_("{axis} of the place: of a body from its mass centre, in its own axes [m]").format(
                axis=axis))
        self.list.clear()
        for i in range(bodies):
            of = _(" of body {number}").format(number=i + 1) if bodies > 1 else ""
            for kind, text in ((probe_points.CENTRE, _("centre of mass")), (probe_points.CONTACT, _("contact point")),
                               (probe_points.BODY, _("point of the body"))):
                self.list.addItem(text + of, (kind, i))
        self.list.addItem(_("point of the support"), (probe_points.SUPPORT, 0))
        self.list.addItem(_("fixed point in space"), (probe_points.SPACE, 0))
        self.show_point(self.probe)

    def show_point(self, probe: ProbePoint):
        """Shows another probe point, without telling anyone."""
        self.probe = probe
        place = next((i for i in range(self.list.count()) if self.list.itemData(i) == (probe.kind, probe.index)), -1)
        self.list.setCurrentIndex(max(0, place))
        has_point = probe.kind in (probe_points.BODY, probe_points.SUPPORT, probe_points.SPACE)
        for field, value in zip(self.fields, probe.point, strict=True):
            field.setVisible(has_point)
            field.show_value(float(f"{value:.12g}"))

    def _choose(self, chosen):
        kind, index = chosen
        self.show_point(ProbePoint(kind, index, self.probe.point))
        self.changed.emit()

    def _typed(self):
        self.probe = ProbePoint(self.probe.kind, self.probe.index, tuple(field.value for field in self.fields))
        self.changed.emit()
