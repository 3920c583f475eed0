"""The panel of meters: each conserved quantity, how far it has drifted, or why it is not conserved."""

import re
from math import isfinite, log10

import numpy as np

from sandbox.qt.core import QRectF, Qt
from sandbox.qt.gui import QColor, QPainter
from sandbox.qt.widgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget
from sandbox.run.meters import Meter
from sandbox.run.readings.units import Shown
from sandbox.text import _
from sandbox.ui.look.format import FAIR, GOOD, drift_state, shown_small, tooltip
from sandbox.ui.look.labels import plain_label
from sandbox.ui.look.theme import colour
from sandbox.ui.panels.energy_bars import EnergyBars, energies_of
from sandbox.ui.panels.panel import Panel, Ports, scrolling

BESIDE = "beside "                  # names of rows of what runs side by side
ROUNDING = 1e-14                   # of the scale
DECADES = (-16.0, 0.0)             # range of the bar
COLOURS = {"good": "GREEN", "warn": "AMBER", "bad": "RED"}


def natural_scale(name: str, run, snapshot, focus: int = 0) -> float:
    """What the present motion offers in the unit of a conserved quantity: a value near zero is no measure."""
    body = snapshot.bodies[focus if focus < len(snapshot.bodies) else 0]
    speed, rate, distance = (float(np.linalg.norm(x)) for x in (body.velocity, body.angular_velocity, body.centre))
    if name in ("E_J", "sphere_E_tilde", "hidden_jacobi"):
        return run.scale
    if name == "sphere_Jz_tilde":
        return run.scale/rate if rate else 0.0
    if name in ("cone_C1", "ell"):
        return speed*distance
    return speed if name.startswith(("plane_K", "cyl_u", "meridian_u", "speed")) else rate


def beside(run) -> dict[str, str]:
    """Names and titles of the energy books of what runs side by side with the first system."""
    return {f"{BESIDE}{number}": _("energy book of system {number} [J]").format(number=number + 1)
            for number in range(1, len(run.systems))}


class Bar(QWidget):
    """Drift in decades: a bar that grows to the right, with marks where it becomes amber and red."""

    def __init__(self):
        super().__init__()
        self._share, self._state = 0.0, "good"
        self.setFixedHeight(10)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_drift(self, drift: float):
        low, high = DECADES
        place = log10(drift) if drift > 0.0 and isfinite(drift) else low if drift == 0.0 else high
        share = round(min(max((place - low)/(high - low), 0.0), 1.0), 2)
        if (share, drift_state(drift)) != (self._share, self._state):
            self._share, self._state = share, drift_state(drift)
            self.update()

    def paintEvent(self, event):
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        width = self.width()
        painter.setBrush(QColor(colour("LINE")))
        painter.drawRoundedRect(QRectF(0, 2, width, 6), 3, 3)
        if self._share > 0.0:
            painter.setBrush(QColor(colour(COLOURS[self._state])))
            painter.drawRoundedRect(QRectF(0, 2, max(6.0, self._share*width), 6), 3, 3)
        painter.setBrush(QColor(colour("NIGHT")))
        for limit in (GOOD, FAIR):
            painter.drawRect(QRectF(width*(log10(limit) - DECADES[0])/(DECADES[1] - DECADES[0]) - 1, 0, 2, 10))


class MeterRow(QWidget):
    """One conserved quantity."""

    def __init__(self, name: str, title: str, units: Shown):
        super().__init__()
        self.name, self._units = name, units
        self._largest = 0.0
        found = re.fullmatch(r"(.*) \[(.*)\]", title)
        title, self._unit = found.groups() if found else (title, "")
        self.title, self.value = plain_label(title, "name"), plain_label("")
        self.title.setWordWrap(True)
        self.bar, self.drift, self.reason = Bar(), plain_label("", "drift"), plain_label("", "about")
        self.reason.setWordWrap(True)
        self.setToolTip(tooltip(_("{title}\nThe bar shows by how much it has moved since it is conserved, relative to "
                                  "its size, in powers of ten from 1e-16 to 1; the marks stand at 1e-10 and "
                                  "1e-6.").format(title=title)))
        self.value.setAccessibleName(title)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 5, 12, 5)
        column.setSpacing(2)
        for left, right in ((self.title, self.value), (self.bar, self.drift)):
            line = QHBoxLayout()
            line.addWidget(left, 1)
            line.addWidget(right)
            column.addLayout(line)
        column.addWidget(self.reason)
        self.drift.setMinimumWidth(62)
        self.drift.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.reason.hide()

    def show_meter(self, meter, scale: float):
        self._largest = max(self._largest, abs(meter.value), scale)
        # what is rounding only is no value
        value = meter.value if abs(meter.value) > ROUNDING*self._largest else 0.0
        text = f"{self._units.values(self._unit, value):.7g} {self._units.text(self._unit)}".strip()
        if text != self.value.text():
            self.value.setText(text)
        is_conserved = not meter.reason
        for widget, is_shown in ((self.bar, is_conserved), (self.drift, is_conserved), (self.reason, not is_conserved)):
            if widget.isHidden() == is_shown:
                widget.setVisible(is_shown)
        if not is_conserved:
            self.reason.setText(_("not conserved: {reason}").format(reason=meter.reason))
            return
        drift = meter.drift/self._largest if self._largest > 0.0 else 0.0
        self.bar.show_drift(drift)
        if shown_small(drift) != self.drift.text():
            self.drift.setText(shown_small(drift))
        if self.drift.property("state") != drift_state(drift):
            self.drift.setProperty("state", drift_state(drift))
            self.drift.style().polish(self.drift)


class MeterPanel(Panel):
    """All conserved quantities of the present run.

    reads   times that the meters were read
    """

    name, keys = "meters", ("E",)

    def __init__(self, ports: Ports):
        super().__init__(ports)
        self.rows: dict[str, MeterRow] = {}
        self.reads, self._run = 0, None
        self._list = QWidget()
        self._layout = QVBoxLayout(self._list)
        self._layout.setContentsMargins(0, 6, 0, 6)
        self._layout.setSpacing(2)
        self.energies = EnergyBars(ports.units)
        self._layout.addWidget(self.energies)
        self._nothing = plain_label("", "empty")
        self._nothing.setWordWrap(True)
        # nothing is known of a scene that is still being compiled
        self._nothing.hide()
        self._layout.addWidget(self._nothing)
        self._layout.addStretch(1)
        self.setWidget(scrolling(self._list))

    @staticmethod
    def title() -> str:
        return _("Meters")

    @staticmethod
    def about() -> str:
        return _("energies, conserved quantities and how far they have drifted")

    def begin(self, run):
        self._nothing.setVisible(not run.meters)
        run.watch()
        self.energies.begin()

    def restyle(self):
        self.energies.update()

    def retranslate(self):
        super().retranslate()
        self.energies.retranslate()
        self._nothing.setText(_("This scene has no conserved quantity."))
        self._run = None

    def follow(self, run, snapshot):
        """Reads the meters of a run again."""
        self.reads += 1
        self.energies.show_energies(energies_of(run))
        meters = run.meters
        if run is not self._run:
            self._run = run
            titles = run.system.integral_titles
            self._build({meter.name: _(titles.get(meter.name, meter.name)) for meter in meters} | beside(run))
        for meter in meters:
            self.rows[meter.name].show_meter(meter, natural_scale(meter.name, run, snapshot, self.ports.focus.body))
        for number, ((value, scale), drift) in enumerate(zip(run.energies, run.drifts, strict=True)):
            if number:
                row = self.rows[f"{BESIDE}{number}"]
                row.show_meter(Meter(row.name, value, drift*scale, ""), scale)

    def _build(self, titles: dict[str, str]):
        for row in self.rows.values():
            self._layout.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.rows = {name: MeterRow(name, title, self.ports.units) for name, title in titles.items()}
        for number, row in enumerate(self.rows.values(), start=2):
            self._layout.insertWidget(number, row)
        self._nothing.setVisible(not titles)
