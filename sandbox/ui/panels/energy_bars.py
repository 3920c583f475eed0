"""Bars of energy: the parts of E_J, what is below zero to the left, with the total; and what the ledger has counted."""

from dataclasses import dataclass

from sandbox.qt.core import QPointF, QRectF, QSize, Qt
from sandbox.qt.gui import QBrush, QColor, QPainter, QPen
from sandbox.qt.widgets import QSizePolicy, QWidget
from sandbox.run.readings.quantities import energy_titles
from sandbox.run.readings.units import Shown
from sandbox.text import _
from sandbox.ui.look.format import shown_value, tooltip
from sandbox.ui.look.theme import colour
from sandbox.ui.panels.plots.limits import round_limits

# part -> its colour and pattern: never known by the colour alone
LOOKS = {"translation": ("BLUE", Qt.BrushStyle.SolidPattern), "rotation": ("GREEN", Qt.BrushStyle.SolidPattern),
         "kinetic": ("BLUE", Qt.BrushStyle.SolidPattern), "potential": ("AMBER", Qt.BrushStyle.SolidPattern),
         "centrifugal": ("ROSE", Qt.BrushStyle.BDiagPattern), "turning": ("ROSE", Qt.BrushStyle.BDiagPattern),
         "inside": ("EDGE", Qt.BrushStyle.Dense4Pattern), "impacts": ("RED", Qt.BrushStyle.Dense4Pattern),
         "work": ("DIM", Qt.BrushStyle.FDiagPattern)}
BAR, EDGE = 26, 12                  # [px] height of the bar, margin
NOTHING = 1e-6                      # of the scale: shown as 0 beside what is read with five digits


@dataclass(frozen=True)
class Energies:
    """What is shown.

    parts    name -> value [J], whose sum is the total E_J;  ledger  name -> value [J]
    first    E_J at the start [J];  scale  what a drift is compared with [J]
    """

    parts: dict[str, float]
    ledger: dict[str, float]
    first: float
    scale: float

    @property
    def total(self) -> float:
        """E_J [J]."""
        return sum(self.parts.values())


def energies_of(run) -> Energies | None:
    """Returns the energies of the state that a run is in now; None before it keeps any."""
    kept = run.watch()
    row = kept.row_at(run.t)
    if row is None:
        return None
    states = kept.states(row)
    parts = {name: float(values[0]) for name, values in states.details.energies.items()}
    ledger = float(states.rows.ledger[0])
    impacts = -run.lost_in_impacts
    return Energies(parts, {"impacts": impacts, "work": ledger - impacts},
                    float(run.first_invariants.get("E_J", states.rows.E_J[0] - ledger)), run.scale)


def titles() -> dict[str, str]:
    """Returns what the parts are called, in the language of the moment."""
    return {**energy_titles(), "impacts": _("impacts"), "work": _("support, motors, friction, hand")}


class EnergyBars(QWidget):
    """Paints Energies."""

    def __init__(self, units: Shown):
        super().__init__()
        self._units, self._limits = units, None
        self.energies: Energies | None = None
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.retranslate()

    def retranslate(self):
        """Texts in the language of the moment."""
        tip = _("The Jacobi integral E_J in parts: energies as seen from the support, the potential of gravity, and "
                "the centrifugal energy of a support that turns. The line is the total. Below it, what the ledger has "
                "counted since the start: total = E_J at the start + ledger [J]")
        self.setToolTip(tooltip(tip))
        self.setAccessibleName(_("energies"))
        self.update()

    def begin(self):
        """Another run: other limits."""
        self._limits, self.energies = None, None
        self.update()

    def show_energies(self, energies: Energies | None):
        """Shows other energies."""
        if energies == self.energies:
            return
        if energies is None or self.energies is None or len(energies.parts) != len(self.energies.parts):
            self.updateGeometry()
        self.energies = energies
        self.update()

    def _lines(self) -> int:
        return len(self.energies.parts) + 1 + len(self.energies.ledger) if self.energies is not None else 0

    def sizeHint(self):
        line = self.fontMetrics().height() + 5
        return QSize(200, 2*EDGE + BAR + 20 + line*self._lines() if self.energies is not None else 0)

    def minimumSizeHint(self):
        return QSize(120, self.sizeHint().height())

    def paintEvent(self, event):
        if self.energies is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        energies = self.energies
        right = sum(x for x in energies.parts.values() if x > 0.0)
        left = sum(x for x in energies.parts.values() if x < 0.0)
        low, high = self._limits = round_limits(min(left, 0.0), max(right, 0.0), self._limits)
        width = self.width() - 2*EDGE

        def x_of(value: float) -> float:
            return EDGE + width*(value - low)/(high - low)

        ends = {True: 0.0, False: 0.0}
        for name, value in energies.parts.items():
            begin = ends[value > 0.0]
            ends[value > 0.0] = begin + value
            self._fill(painter, QRectF(QPointF(x_of(begin), EDGE), QPointF(x_of(begin + value), EDGE + BAR)), name)
        painter.setPen(QPen(QColor(colour("DIM")), 1))
        painter.drawLine(QPointF(x_of(0.0), EDGE - 4), QPointF(x_of(0.0), EDGE + BAR + 4))
        painter.setPen(QPen(QColor(colour("TEXT")), 3))
        painter.drawLine(QPointF(x_of(energies.total), EDGE - 5), QPointF(x_of(energies.total), EDGE + BAR + 5))
        self._write(painter, energies)

    def number(self, value: float, scale: float) -> str:
        """Returns an energy [J] as it is read beside others of a scale [J], without its unit."""
        return shown_value(0.0 if abs(value) < NOTHING*scale else self._units.values("J", value), 5)

    @staticmethod
    def _fill(painter: QPainter, box: QRectF, name: str):
        tone, pattern = LOOKS.get(name, ("DIM", Qt.BrushStyle.SolidPattern))
        box = box.normalized()
        back = QColor(colour(tone))
        if pattern != Qt.BrushStyle.SolidPattern:
            back.setAlphaF(0.35)
        painter.fillRect(box, back)
        painter.fillRect(box, QBrush(QColor(colour(tone)), pattern))

    def _write(self, painter: QPainter, energies: Energies):
        metrics = self.fontMetrics()
        line, words = metrics.height() + 5, titles()
        y = EDGE + BAR + 12
        unit = self._units.text("J")
        rows: list[tuple[str, str, float]] = [(name, words[name], value) for name, value in energies.parts.items()]
        rows.append(("", _("total E_J"), energies.total))
        rows += [(name, _("ledger: {what}").format(what=words[name]), value)
                 for name, value in energies.ledger.items()]
        painter.setPen(QColor(colour("TEXT")))
        for name, text, value in rows:
            box = QRectF(EDGE, y, 14, line - 6)
            if name:
                self._fill(painter, box, name)
            else:
                painter.fillRect(QRectF(EDGE + 6, y - 1, 3, line - 4), QColor(colour("TEXT")))
            number = f"{self.number(value, energies.scale)} {unit}"
            room = self.width() - 2*EDGE - 22 - metrics.horizontalAdvance(number) - 8
            place = QRectF(EDGE + 22, y - 3, self.width() - 2*EDGE - 22, line)
            painter.drawText(place, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter,
                             metrics.elidedText(text, Qt.TextElideMode.ElideRight, int(room)))
            painter.drawText(place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, number)
            y += line
