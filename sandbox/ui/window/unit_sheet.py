"""View > Units: in which units quantities are shown and typed."""

from collections.abc import Callable

from sandbox.qt.core import Qt
from sandbox.qt.widgets import QDialog, QGridLayout, QPushButton, QWidget
from sandbox.run.readings.units import Shown, kinds, units_of
from sandbox.text import _, unit_text
from sandbox.ui.look.controls import Combo
from sandbox.ui.look.format import tooltip
from sandbox.ui.look.labels import plain_label

WIDTH = 15      # letters of a list


class UnitSheet(QDialog):
    """One line for each kind of quantity; a choice holds at once."""

    def __init__(self, parent: QWidget, units: Shown, show: Callable):
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(_("Units"))
        self._units, self._show = units, show
        grid = QGridLayout(self)
        grid.setContentsMargins(18, 14, 18, 14)
        grid.setHorizontalSpacing(18)
        self.combos: dict[str, Combo] = {}
        for row, (name, of_si) in enumerate(kinds()):
            combo = self.combos[of_si[0]] = Combo(name)
            combo.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            combo.setMinimumContentsLength(WIDTH)
            combo.addItem(_("as in the scene") if len(of_si) > 1 else _("{unit} (SI)").format(
                unit=unit_text(of_si[0])), "")
            for unit in units_of(of_si[0]):
                if unit != of_si[0] or len(of_si) > 1:
                    combo.addItem(unit_text(unit), unit)
            combo.setCurrentIndex(max(0, combo.findData(units.chosen(of_si[0]))))
            combo.setToolTip(tooltip(_("unit of {kind} in panels, plots and readings; files and logs stay in the SI"
                                       ).format(kind=name)))
            combo.activated.connect(lambda _i, combo=combo, of_si=of_si: self._choose(of_si, combo.currentData()))
            grid.addWidget(plain_label(name), row, 0)
            grid.addWidget(combo, row, 1)
        note = plain_label(_("A number can be typed in any unit: 33 rpm, 12 cm, 90°."), "about")
        note.setWordWrap(True)
        grid.addWidget(note, grid.rowCount(), 0, 1, 2)
        close = QPushButton(_("Close"))
        close.clicked.connect(self.close)
        grid.addWidget(close, grid.rowCount(), 1)

    def _choose(self, of_si: tuple[str, ...], unit: str):
        for si in of_si:
            self._units.choose(si, unit if unit in units_of(si) else "")
        self._show()
