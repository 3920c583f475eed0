"""The sheet of a measurement: what its columns are, in which units, and by how much its time is shifted."""

from collections.abc import Sequence

import numpy as np

from sandbox.errors import BadValue
from sandbox.qt.core import Qt, pyqtSignal
from sandbox.qt.widgets import QDialog, QGridLayout, QLineEdit, QVBoxLayout, QWidget
from sandbox.run.readings.measurement import ChosenColumn, Table, guess, measured
from sandbox.run.readings.pins import LONGEST
from sandbox.run.readings.quantities import Quantity
from sandbox.run.readings.units import typed, units_of
from sandbox.text import _, unit_text
from sandbox.ui.look.answers import answers
from sandbox.ui.look.controls import Combo
from sandbox.ui.look.format import shown_value, tooltip
from sandbox.ui.look.labels import plain_label
from sandbox.ui.panels.panel import scrolling

SAMPLES = 3         # numbers of a column that are shown
UNIT = 110          # [px] of the lists of units


class MeasurementSheet(QDialog):
    """Asks what each column is; `taken(pin, note)` when it is to be shown."""

    taken = pyqtSignal(object, str)

    def __init__(self, parent: QWidget, table: Table, quantities: Sequence[Quantity], name: str):
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(_("Measurement"))
        self._table, self._si = table, {quantity.key: quantity.unit for quantity in quantities}
        found = {choice.column: choice for choice in guess(table, self._si)}
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 14, 18, 14)
        self.name = QLineEdit(name[:LONGEST])
        self.name.setMaxLength(LONGEST)
        self.offset = QLineEdit("0")
        self.offset.setMaxLength(40)
        self.offset.setToolTip(tooltip(_("is added to all times: \"-0.35\" lets the measurement begin 0.35 s earlier "
                                         "[s]")))
        head = QGridLayout()
        for row, (text, field) in enumerate(((_("name"), self.name), (_("time offset [s]"), self.offset))):
            field.setAccessibleName(text)
            head.addWidget(plain_label(text, "about"), row, 0)
            head.addWidget(field, row, 1)
        column.addLayout(head)
        self.kinds: list[Combo] = []
        self.units: list[Combo] = []
        content = QWidget()
        grid = QGridLayout(content)
        grid.setColumnStretch(1, 1)
        for i, (title, symbol) in enumerate(zip(table.names, table.symbols, strict=True)):
            known = table.columns[i][np.isfinite(table.columns[i])][:SAMPLES]
            label = plain_label(f"{title} [{symbol}]" if symbol else title or _("column {n}").format(n=i + 1))
            label.setToolTip(tooltip(", ".join(shown_value(float(x)) for x in known)))
            kind, unit = Combo(_("quantity of column {n}").format(n=i + 1)), Combo(
                _("unit of column {n}").format(n=i + 1))
            for combo in (kind, unit):
                combo.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            kind.addItem(_("not used"), "")
            for quantity in quantities:
                kind.addItem(quantity.title, quantity.key)
            unit.setMinimumWidth(UNIT)
            self.kinds.append(kind)
            self.units.append(unit)
            kind.currentIndexChanged.connect(lambda _place, i=i: self._offer_units(i))
            if i in found:
                kind.setCurrentIndex(max(0, kind.findData(found[i].key)))
                unit.setCurrentIndex(max(0, unit.findData(found[i].unit)))
            else:
                self._offer_units(i)
            grid.addWidget(label, i, 0)
            grid.addWidget(kind, i, 1)
            grid.addWidget(unit, i, 2)
        grid.setRowStretch(len(self.kinds), 1)
        column.addWidget(scrolling(content), 1)
        self.trouble = plain_label("", "trouble")
        self.trouble.setWordWrap(True)
        self.trouble.hide()
        column.addWidget(self.trouble)
        buttons, self.show_button = answers(self, _("Show"), self.take, _("Close"))
        column.addLayout(buttons)
        self.resize(600, min(520, 210 + 40*len(self.kinds)))

    def _offer_units(self, i: int):
        """The units that the quantity of a column can be in."""
        si, unit = self._si.get(self.kinds[i].currentData(), ""), self.units[i]
        unit.clear()
        for name in units_of(si) if si not in ("", "1") else ():
            unit.addItem(unit_text(name), name)
        unit.setEnabled(unit.count() > 0)

    def choices(self) -> list[ChosenColumn]:
        """Returns what the columns are."""
        return [ChosenColumn(i, key, self._si[key], unit.currentData() or self._si[key])
                for i, (kind, unit) in enumerate(zip(self.kinds, self.units, strict=True))
                if (key := kind.currentData())]

    def take(self):
        """Shows the measurement, or says why not."""
        try:
            offset = typed(self.offset.text(), "s")
            pin, note = measured(self._table, self.choices(), self.name.text().strip() or _("measurement"),
                                 self.parent().compare.free_colour(), offset)
        except BadValue as error:
            self.trouble.setText(str(error))
            self.trouble.show()
            return
        self.taken.emit(pin, note)
        self.close()
