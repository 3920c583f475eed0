"""Drawing the curve of a parameter: the sheet is open beside the window, Run begins the scene again with the curve."""

from collections.abc import Callable

import numpy as np

from sandbox.qt.core import QObject, QPoint, Qt, pyqtSignal
from sandbox.qt.widgets import QDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget
from sandbox.scene.drawn_curve import NONE, DrawnCurve
from sandbox.text import _, unit_text
from sandbox.ui.look.format import tooltip
from sandbox.ui.look.labels import plain_label
from sandbox.ui.panels.curve_pad import COLUMNS, CurvePad
from sandbox.ui.playback.player import Player


class CurveSheet(QDialog):
    """Asks for a curve; `chosen(name, text)` when the scene is to run with it. It stays open for the next one."""

    chosen = pyqtSignal(str, str)

    def __init__(self, parent, parameter: DrawnCurve, text: str):
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._parameter, self._first = parameter, text
        self.pad = CurvePad(parameter, text)
        self.note = plain_label("", "caption")
        self.note.setWordWrap(True)
        self.run, self.back, self.level, self.shut = (QPushButton() for _button in range(4))
        self.run.setDefault(True)
        for button, act in ((self.run, self._run), (self.back, lambda: self.pad.show_text(self._first)),
                            (self.level, self._level), (self.shut, self.close)):
            button.setAutoDefault(button is self.run)
            button.clicked.connect(act)
        column, row = QVBoxLayout(self), QHBoxLayout()
        column.setContentsMargins(18, 14, 18, 14)
        column.addWidget(self.pad, 1)
        column.addWidget(self.note)
        for button in (self.level, self.back):
            row.addWidget(button)
        row.addStretch(1)
        row.addWidget(self.run)
        row.addWidget(self.shut)
        column.addLayout(row)
        self.resize(600, 400)
        # beside the experiment rather than over it
        self.move(parent.mapToGlobal(parent.rect().bottomRight()) - self.rect().bottomRight() - QPoint(12, 40))
        self.pad.changed.connect(self._look)
        self.pad.setFocus()
        self.retranslate()

    def retranslate(self):
        """Texts in the language of the moment."""
        about = _(self._parameter.about) or self._parameter.name
        self.setWindowTitle(_("Draw: {what}").format(what=about))
        self.pad.retranslate()
        self.pad.setToolTip(tooltip(_("Drag along the curve. What is drawn again replaces what was there.\n"
                                      "← → move the mark, ↑ ↓ bend the curve there, with Shift a little.")))
        for button, text, tip in ((self.run, _("Run with it"), _("begin the scene again with this curve")),
                                  (self.back, _("As it was"), _("the curve that this began with")),
                                  (self.level, _("Level"), _("a level line to begin with")),
                                  (self.shut, _("Close"), "")):
            button.setText(text)
            button.setToolTip(tooltip(tip))
        self._look()

    def _level(self):
        p = self._parameter
        y = min(max(0.0, p.low), p.high)
        self.pad.show_text(p.smoothed(np.linspace(p.begin, p.end, COLUMNS), np.full(COLUMNS, y)))

    def _look(self):
        p, unit = self._parameter, f" {unit_text(self._parameter.unit)}" if self._parameter.unit else ""
        self.run.setEnabled(self.pad.text != NONE)
        if self.pad.is_clipped:
            self.note.setText(_("Heights end at {low:g} and {high:g}{unit}: what lay beyond was cut off there.").format(
                low=p.low, high=p.high, unit=unit))
        elif self.pad.text == NONE:
            self.note.setText(_("Drag with the mouse from {begin:g} to {end:g} {x_unit}.").format(
                begin=p.begin, end=p.end, x_unit=unit_text(p.x_unit)))
        else:
            self.note.setText(_("The line goes smoothly along what you draw; draw over a part to change it."))

    def _run(self):
        self.chosen.emit(self._parameter.name, self.pad.text)


class Drawing(QObject):
    """Opens the sheet; what is drawn takes the way of every other change of a parameter.

    player   has the present run and its wanted values
    change   change(name, text): gives the parameter another curve
    """

    def __init__(self, parent: QWidget, player: Player, change: Callable):
        super().__init__(parent)
        self._player, self._change = player, change
        self.sheet: CurveSheet | None = None
        self._scene = None

    def retranslate(self):
        """Takes the language of the moment into an open sheet."""
        if self.sheet is not None:
            self.sheet.retranslate()

    def begin(self, run):
        """Takes another run; a sheet of another scene has nothing to draw for."""
        if self.sheet is not None and run.scene is not self._scene:
            self.sheet.close()

    def open(self, name: str = ""):
        """Draws the curve of that name, or the first of the scene."""
        run = self._player.simulation
        parameter = next((p for p in run.scene.parameters if isinstance(p, DrawnCurve) and name in ("", p.name)), None
                         ) if run is not None else None
        if parameter is None:
            return
        if self.sheet is not None:
            self.sheet.close()
        self._scene = run.scene
        self.sheet = CurveSheet(self.parent(), parameter, self._player.wanted.values[parameter.name])
        self.sheet.chosen.connect(self._run)
        self.sheet.finished.connect(self._forget)
        self.sheet.show()

    def _run(self, name: str, text: str):
        """Begins the scene again with that curve."""
        self._change(name, text)
        self._player.play()

    def _forget(self, _result):
        self.sheet = None
