"""The sheet that asks how a part of the bench is to stand many times: the form, how many, how far apart."""

from collections.abc import Callable

from sandbox.qt.core import Qt
from sandbox.qt.widgets import QDialog, QGridLayout, QHBoxLayout, QPushButton, QVBoxLayout, QWidget
from sandbox.text import _, unit_text
from sandbox.ui.look.controls import Combo, NumberBox
from sandbox.ui.look.format import tooltip
from sandbox.ui.look.labels import plain_label
from sandbox.workspace.several import FORMS, MOST

COUNT, MOST_APART = 5, 5.0       # at first, [m]


class ArrangeSheet(QDialog):
    """Form, number and spacing.

    part     what is to stand many times;  apart  how far at least [m]
    does     does(form, count, spacing) -> why that can't be, or ""
    """

    def __init__(self, parent: QWidget, part: str, apart: float, does: Callable[[str, int, float], str]):
        super().__init__(parent)
        self._does = does
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(_("Many of it: {part}").format(part=part))
        self.form, self.count, self.spacing = Combo(_("Form")), NumberBox(), NumberBox()
        for name, title in FORMS.items():
            self.form.addItem(_(title), name)
        self.form.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.count.setDecimals(0)
        self.count.setRange(2, MOST)
        self.count.setValue(COUNT)
        self.spacing.setDecimals(4)
        self.spacing.setSingleStep(0.001)
        self.spacing.setRange(0.001, MOST_APART)
        self.spacing.setValue(apart)
        self.trouble = plain_label("", "trouble")
        self.trouble.setWordWrap(True)
        self.trouble.setMinimumWidth(320)
        self.trouble.hide()
        grid = QGridLayout()
        for row, (text, field, unit, about) in enumerate((
                (_("Form"), self.form, "", _("from the selected part on, which is the first of them")),
                (_("How many"), self.count, "", _("with the selected one; a triangle and a pyramid are filled up")),
                (_("Apart"), self.spacing, unit_text("m"), _("from middle to middle of neighbours")))):
            field.setAccessibleName(text)
            field.setToolTip(tooltip(about))
            grid.addWidget(plain_label(text, "name"), row, 0)
            grid.addWidget(field, row, 1)
            grid.addWidget(plain_label(unit), row, 2)
        self.ok, cancel = QPushButton(_("Put them")), QPushButton(_("Cancel"))
        self.ok.setDefault(True)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        for button in (cancel, self.ok):
            buttons.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 16)
        column.setSpacing(10)
        column.addLayout(grid)
        column.addWidget(self.trouble)
        column.addLayout(buttons)
        cancel.clicked.connect(self.reject)
        self.ok.clicked.connect(self._try)

    def _try(self):
        reason = self._does(self.form.currentData(), int(self.count.value()), float(self.spacing.value()))
        if reason:
            self.trouble.setText(reason)
            self.trouble.show()
        else:
            self.accept()
