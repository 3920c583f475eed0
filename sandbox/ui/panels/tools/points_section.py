"""A ruler or a protractor in the panel of tools: whether it is on, its ends, what it reads."""

from collections.abc import Sequence

from sandbox.qt.core import Qt, pyqtSignal
from sandbox.qt.widgets import QGridLayout, QWidget
from sandbox.run.readings.units import Shown
from sandbox.systems import probe_points
from sandbox.systems.probe_points import ProbePoint
from sandbox.text import _
from sandbox.ui.look.controls import Switch
from sandbox.ui.look.format import shown_value, tooltip
from sandbox.ui.look.labels import plain_label
from sandbox.ui.panels.tools.point_field import PointField


class PointsSection(QWidget):
    """The ends of a tool; `changed` when one of them is elsewhere, or the tool is switched.

    kind   RULER or PROTRACTOR
    """

    changed = pyqtSignal()
    trouble = pyqtSignal(str)
    left = pyqtSignal()

    def __init__(self, kind: str, probes: Sequence[ProbePoint], units: Shown):
        super().__init__()
        self.kind, self._units, self._unit = kind, units, "m" if kind == probe_points.RULER else "rad"
        self._next = 0
        self.switch, self.reading = Switch(), plain_label("", "name")
        self.switch.toggled.connect(self._toggle)
        self.fields = [PointField(units, probe) for probe in probes]
        self._names = [plain_label("", "about") for _probe in probes]
        grid = QGridLayout(self)
        grid.setContentsMargins(12, 2, 12, 6)
        grid.setColumnStretch(1, 1)
        grid.addWidget(self.switch, 0, 0, 1, 2)
        grid.addWidget(self.reading, 0, 1, Qt.AlignmentFlag.AlignRight)
        for row, (name, field) in enumerate(zip(self._names, self.fields, strict=True), start=1):
            grid.addWidget(name, row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(field, row, 1)
            field.changed.connect(lambda i=row - 1: self._touch(i))
            field.trouble.connect(self.trouble)
            field.left.connect(self.left)
        self._toggle(False)

    @property
    def probes(self) -> tuple[ProbePoint, ...]:
        """Where its ends are."""
        return tuple(field.probe for field in self.fields)

    def said(self, value: float) -> str:
        """Returns a reading (SI) in the unit that is shown."""
        return f"{shown_value(float(self._units.values(self._unit, value)))} {self._units.text(self._unit)}"

    def retranslate(self, bodies: int):
        """Texts in the language of the moment, for so many bodies."""
        ruler = self.kind == probe_points.RULER
        self.switch.setText(_("show") if not self.switch.isChecked() else _("shown"))
        tip = _("distance between two places; it follows them [m]") if ruler else _(
            "angle at the vertex between the directions to the two others [rad]")
        self.switch.setToolTip(tooltip(tip))
        self.switch.setAccessibleName(_("ruler") if ruler else _("protractor"))
        names = (_("from"), _("to")) if ruler else (_("from"), _("vertex"), _("to"))
        for label, field, name in zip(self._names, self.fields, names, strict=True):
            label.setText(name)
            field.retranslate(f"{self.switch.accessibleName()}: {name}", bodies)

    def show_reading(self, value: float):
        """Shows what it measures now (SI)."""
        text = self.said(value)
        if text != self.reading.text():
            self.reading.setText(text)

    def load(self, probes: Sequence[ProbePoint], on: bool):
        """Takes other ends."""
        for field, probe in zip(self.fields, probes, strict=True):
            field.show_point(probe)
        self.switch.setChecked(on)
        self.changed.emit()

    def set_next(self, probe: ProbePoint):
        """Puts the next end somewhere: the one behind the one that was touched last."""
        self.fields[self._next].show_point(probe)
        self._touch(self._next)

    def _touch(self, i: int):
        self._next = (i + 1) % len(self.fields)
        self.changed.emit()

    def _toggle(self, on: bool):
        for widget in (*self._names, *self.fields, self.reading):
            widget.setVisible(on)
        self.switch.setText(_("shown") if on else _("show"))
        self.changed.emit()
