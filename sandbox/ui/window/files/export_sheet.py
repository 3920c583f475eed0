"""The sheet that asks what of a run is to be written, how often per second, and as what."""

from dataclasses import dataclass

from sandbox.errors import BadValue
from sandbox.exports import formats
from sandbox.exports.span import HIGHEST, MOST_FRAMES, MOST_ROWS, Span
from sandbox.qt.core import Qt, pyqtSignal
from sandbox.qt.widgets import QDialog, QGridLayout
from sandbox.run.headless import LONGEST
from sandbox.text import _, unit_text
from sandbox.ui.look.answers import answers
from sandbox.ui.look.controls import Combo, NumberBox
from sandbox.ui.look.format import tooltip
from sandbox.ui.look.labels import plain_label

WIDE = 38                # letters of the longest name of a kind


@dataclass(frozen=True)
class Wanted:
    """A span of a run, and the ending of the file that it goes to."""

    span: Span
    ending: str


class ExportSheet(QDialog):
    """Asks; `wanted(Wanted)` when a file is to be chosen.

    t   how far the run was played [s];  last  what was wanted the last time, or None
    """

    wanted = pyqtSignal(object)

    def __init__(self, parent, t: float, last: Wanted | None = None):
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(_("Export the run"))
        grid = self._grid = QGridLayout(self)
        grid.setContentsMargins(22, 18, 22, 18)
        grid.setHorizontalSpacing(14)
        grid.setVerticalSpacing(10)
        self.kind = Combo("")
        for ending, text in formats.names().items():
            self.kind.addItem(text, ending)
        self.kind.setCurrentIndex(max(0, self.kind.findData(last.ending if last is not None else ".html")))
        self.kind.setMinimumContentsLength(WIDE)
        self.begin = self._number(0.0, 0.0, LONGEST, "s", _("simulated time at which the file begins"))
        self.end = self._number(t if t > 0.5 else 10.0, 0.0, LONGEST, "s",
                                _("simulated time at which the file ends; beyond the present the run is played on"))
        self.rate = self._number(last.span.rate if last is not None else 60.0, 0.01, HIGHEST, "Hz",
                                 _("instants per second of simulated time; between the steps too"))
        self._row(0, _("File"), self.kind)
        self._row(1, _("From, to"), self.begin, self.end)
        self._row(2, _("Per second"), self.rate)
        self.note = plain_label("", "caption")
        self.note.setWordWrap(True)
        grid.addWidget(self.note, 3, 0, 1, 3)
        row, self.go = answers(self, _("Choose a file…"), self._go, _("Cancel"))
        grid.addLayout(row, 4, 0, 1, 3)
        for signal in (self.kind.activated, self.begin.valueChanged, self.end.valueChanged, self.rate.valueChanged):
            signal.connect(self._look)
        self._look()

    def _number(self, value: float, low: float, high: float, unit: str, about: str) -> NumberBox:
        box = NumberBox()
        box.setRange(low, high)
        box.setDecimals(2)
        box.setSuffix(f" {unit_text(unit)}")
        box.setValue(value)
        box.setToolTip(tooltip(about))
        return box

    def _row(self, row: int, text: str, *widgets):
        self._grid.addWidget(plain_label(text), row, 0)
        for column, widget in enumerate(widgets, start=1):
            self._grid.addWidget(widget, row, column, 1, 3 - column if column == len(widgets) else 1)
            widget.setAccessibleName(text)

    def chosen(self) -> Wanted:
        """Returns what is wanted, or raises BadValue."""
        span = Span(self.begin.value(), self.end.value(), self.rate.value())
        ending = self.kind.currentData()
        span.check(MOST_FRAMES if ending in formats.PICTURES else MOST_ROWS)
        return Wanted(span, ending)

    def _look(self, *_news):
        """Says how much it will be, or what is wrong."""
        try:
            note = _("{count} instants").format(count=self.chosen().span.count)
        except BadValue as reason:
            note = str(reason)
            self.go.setEnabled(False)
        else:
            self.go.setEnabled(True)
        self.note.setText(note)

    def _go(self):
        wanted = self.chosen()
        self.close()
        self.wanted.emit(wanted)
