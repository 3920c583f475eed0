"""Run to a time: where it is typed, how far the run is on its way there, and the way to end it."""

from math import isfinite

from sandbox.qt.core import Qt, QTimer
from sandbox.qt.widgets import QFrame, QHBoxLayout, QLineEdit, QProgressBar, QPushButton
from sandbox.text import _, unit_text
from sandbox.ui.look.format import tooltip, typed_number
from sandbox.ui.look.labels import plain_label, small_button
from sandbox.ui.playback.player import Player

POLL = 100               # [ms] between looks at how far it is
FARTHEST = 1e6           # [s]


class RunTo(QFrame):
    """A strip below the picture that comes when it is asked for."""

    def __init__(self, player: Player):
        super().__init__()
        self.setObjectName("runto")
        self._player, self._travel = player, player.travel
        self.label, self.field, self.trouble = plain_label(""), QLineEdit(), plain_label("", "trouble")
        self.field.setMaxLength(30)
        self.field.setFixedWidth(110)
        self.field.returnPressed.connect(self.start)
        self.unit = plain_label("")
        self.go, self.cancel, self.shut = QPushButton(), QPushButton(), small_button("close", "")
        self.bar = QProgressBar()
        self.bar.setRange(0, 1000)
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(10)
        for button in (self.go, self.cancel):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.go.clicked.connect(self.start)
        self.cancel.clicked.connect(self.stop)
        self.shut.clicked.connect(self.close_strip)
        row = QHBoxLayout(self)
        row.setContentsMargins(22, 5, 14, 5)
        row.setSpacing(10)
        for widget in (self.label, self.field, self.unit, self.go):
            row.addWidget(widget)
        self.trouble.setWordWrap(True)
        row.addWidget(self.trouble, 1)
        row.addWidget(self.bar, 1)
        row.addStretch(0)
        row.addWidget(self.cancel)
        row.addWidget(self.shut)
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.look)
        self.retranslate()
        self.look()
        self.hide()

    def retranslate(self):
        self.label.setText(_("Run to t ="))
        self.unit.setText(unit_text("s"))
        self.go.setText(_("Run"))
        self.cancel.setText(_("Cancel"))
        self.field.setAccessibleName(_("Run to t ="))
        self.field.setToolTip(tooltip(_("simulated time [s]; what was passed already is shown at once")))
        for widget, text in ((self.go, _("As fast as the computer can, without showing every frame")),
                             (self.cancel, _("Stop where the run is now (Esc)")), (self.shut, _("Close (Esc)"))):
            widget.setToolTip(tooltip(text))
            widget.setAccessibleName(text)

    def ask(self):
        """Comes, with the field ready for typing."""
        run = self._player.simulation
        if self._travel.goal is None and run is not None:
            self.field.setText(f"{run.t + 10.0:.6g}")
        self.trouble.hide()
        self.show()
        self.field.setFocus()
        self.field.selectAll()
        self.look()

    def start(self):
        """Sets out for the time that was typed; what is none is refused with a sentence."""
        text = self.field.text()
        try:
            t = float(typed_number(text))
        except ValueError:
            t = float("nan")
        if not (isfinite(t) and 0.0 <= t <= FARTHEST):
            self._refuse(_("got '{text}', needs a time between 0 and {most:.0f} s").format(text=text, most=FARTHEST))
            return
        self.trouble.hide()
        self.field.setProperty("wrong", False)
        self.field.style().polish(self.field)
        self._travel.run_to(t)
        self.field.clearFocus()
        self._timer.start(POLL)
        self.look()

    def _refuse(self, text: str):
        self.trouble.setText(text)
        self.trouble.show()
        self.field.setProperty("wrong", True)
        self.field.style().polish(self.field)
        self.field.setFocus()
        self.field.selectAll()

    def stop(self):
        """Ends the way where the run is now."""
        self._player.pause()
        self.look()

    def escape(self) -> bool:
        """One step back: ends the way, or goes; False where neither is left to do."""
        if self.isHidden():
            return False
        self.close_strip()
        return True

    def close_strip(self):
        """Ends the way, if there is one, and goes."""
        if self._travel.goal is not None:
            self.stop()
        self.hide()

    def look(self):
        """Shows how far the run is."""
        is_busy = self._travel.goal is not None
        self.bar.setVisible(is_busy)
        self.cancel.setVisible(is_busy)
        self.go.setVisible(not is_busy)
        self.bar.setValue(round(1000*self._travel.progress))
        if not is_busy and self._timer.isActive():
            self._timer.stop()
            self.hide()
