"""A line for each future that was left: since when, how far it is away, and what can be done with it."""

from math import isinf

from sandbox.qt.core import pyqtSignal
from sandbox.qt.gui import QColor, QPainter
from sandbox.qt.widgets import QHBoxLayout, QWidget
from sandbox.run.branches import Branch, difference
from sandbox.run.snapshot import Snapshot
from sandbox.text import _, unit_text
from sandbox.ui.look.format import tooltip
from sandbox.ui.look.labels import ShortLabel, small_button
from sandbox.ui.look.theme import LEFT


class Swatch(QWidget):
    """A dot in the colour that a future has in the picture."""

    def __init__(self):
        super().__init__()
        self.setFixedSize(12, 12)
        self._slot = 0

    def show_slot(self, slot: int):
        self._slot = slot
        self.update()

    def paintEvent(self, _event):
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        tone = QColor(LEFT[self._slot])
        painter.setPen(tone)
        tone.setAlpha(140)
        painter.setBrush(tone)
        painter.drawEllipse(1, 1, 10, 10)


class BranchRow(QWidget):
    """Shows one branch; tells what is wanted of it."""

    chosen = pyqtSignal(object)
    removed = pyqtSignal(object)

    def __init__(self):
        super().__init__()
        self.branch: Branch | None = None
        self._swatch, self.label = Swatch(), ShortLabel("")
        self.live, self.drop = small_button("play", ""), small_button("close", "")
        self.live.clicked.connect(lambda _on: self.chosen.emit(self.branch))
        self.drop.clicked.connect(lambda _on: self.removed.emit(self.branch))
        row = QHBoxLayout(self)
        row.setContentsMargins(22, 0, 14, 2)
        row.setSpacing(8)
        for widget in (self._swatch, self.live, self.drop):
            row.addWidget(widget)
        row.addWidget(self.label, 1)
        self.retranslate()

    def retranslate(self):
        for button, text in ((self.live, _("Go on with this branch; the present one takes its place (Ctrl+B)")),
                             (self.drop, _("Give this branch up (Ctrl+Shift+B)"))):
            button.setToolTip(tooltip(text))
            button.setAccessibleName(text)
        self.label.setToolTip(tooltip(_(
            "A future that was left and goes along as a pale body with a dashed line.\ndistance: of the mass centres "
            "of the first bodies, now [m]\nΔE_J: its Jacobi integral less that of the present one [J]")))

    def show_branch(self, branch: Branch, live: Snapshot | None):
        """Shows the numbers of a branch against the present state."""
        self.branch = branch
        self._swatch.show_slot(branch.slot)
        text = words(branch, live)
        if text != self.label.full_text:
            self.label.full_text = text
            self.label.setText(self.label.fontMetrics().elidedText(text, 1, max(self.label.width(), 60)))
            self.label.setAccessibleName(text)


def words(branch: Branch, live: Snapshot | None) -> str:
    """Returns what is to be said of a branch against the present state."""
    name, second = _("branch {number}").format(number=branch.number), unit_text("s")
    if live is None or isinf(branch.begin):
        return _("{branch}: the same so far").format(branch=name)
    begin = _("from t = {t:.3f} {unit} on").format(t=branch.begin, unit=second)
    if live.t <= branch.begin:
        return f"{name}: {begin}"
    if not branch.is_here:
        return _("{branch}: {parted}, on its way to this instant").format(branch=name, parted=begin)
    found = difference(live, branch)
    ended = _(", ended at t = {t:.3f} {unit}").format(t=branch.run.t, unit=second) if found.has_ended else ""
    return _("{branch}: {parted}, for {since:.2f} {second}{ended};  distance {distance:.3g} {metre},  ΔE_J = "
             "{energy:.2g} {joule}").format(branch=name, parted=begin, since=found.since, second=second, ended=ended,
                                            distance=found.distance, metre=unit_text("m"), energy=found.energy,
                                            joule=unit_text("J"))
