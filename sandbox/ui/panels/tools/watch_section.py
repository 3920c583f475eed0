"""The stopwatch in the panel of tools: start, stop, marks, also at events."""

from sandbox.qt.core import Qt
from sandbox.qt.widgets import QGridLayout, QListWidget, QPushButton, QSizePolicy, QWidget
from sandbox.text import _, unit_text
from sandbox.ui.look.controls import Switch
from sandbox.ui.look.format import tooltip
from sandbox.ui.look.labels import plain_label
from sandbox.ui.panels.panel import Ports
from sandbox.ui.panels.tools.stopwatch import Stopwatch

LINES = 6       # marks that are seen at once


class WatchSection(QWidget):
    """Shows a Stopwatch of simulated time."""

    def __init__(self, ports: Ports):
        super().__init__()
        self.watch, self._ports = Stopwatch(), ports
        self._run, self._events, self._t = None, 0, 0.0
        self.reading = plain_label("", "time")
        self.start, self.mark, self.zero = (QPushButton() for _i in range(3))
        self.at_events, self.list = Switch(), QListWidget()
        self.list.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.list.itemActivated.connect(self._visit)
        self.list.itemClicked.connect(self._visit)
        self.list.hide()
        grid = QGridLayout(self)
        grid.setContentsMargins(12, 2, 12, 6)
        grid.addWidget(self.reading, 0, 0, 1, 2)
        for button, act, place in ((self.start, self.toggle, (1, 0, 1, 2)), (self.mark, self.set_mark, (2, 0, 1, 1)),
                                   (self.zero, self.set_zero, (2, 1, 1, 1))):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            button.setStyleSheet("padding: 6px 2px")
            button.clicked.connect(lambda _on, act=act: act())
            grid.addWidget(button, *place)
        grid.addWidget(self.at_events, 3, 0, 1, 2)
        grid.addWidget(self.list, 4, 0, 1, 2)

    def retranslate(self):
        """Texts in the language of the moment."""
        self._write_button()
        self.mark.setText(_("Mark"))
        self.zero.setText(_("Zero"))
        for button, tip in ((self.start, _("starts or stops the watch of simulated time (S)")),
                            (self.mark, _("keeps the present reading (M)")),
                            (self.zero, _("back to zero, without marks (Shift + S)"))):
            button.setToolTip(tooltip(tip))
        self.at_events.setText(_("mark at events"))
        self.at_events.setToolTip(tooltip(_("impacts, slip, take-off, ... at their exact instants")))
        self.list.setAccessibleName(_("marks of the stopwatch"))
        self.list.setToolTip(tooltip(_("reading, time since the mark before; a click takes the run there [s]")))
        self._write_marks()
        self._write_reading()

    def begin(self, run):
        """Another run: the watch begins at its start."""
        was_running = self.watch.is_running
        self.watch = Stopwatch()
        self._run, self._events, self._t = run, len(run.events), run.t
        if was_running:
            self.watch.toggle(run.t)
        self._write_marks()
        self._write_reading()

    def follow(self, run, snapshot):
        """Takes the present instant, and marks events that came."""
        self._t = snapshot.t
        events = run.events
        if self.at_events.isChecked() and self.watch.is_running and len(events) > self._events:
            for event in events[self._events:]:
                self.watch.mark(event.t, event.sentence)
            self._write_marks()
        self._events = len(events)
        self._write_reading()

    def toggle(self):
        """Starts or stops the watch."""
        self.watch.toggle(self._t)
        self._write_button()
        self._write_reading()

    def set_mark(self):
        """Keeps the present reading."""
        self.watch.mark(self._t)
        self._write_marks()

    def set_zero(self):
        """Back to zero."""
        self.watch.zero(self._t)
        self._write_marks()
        self._write_reading()

    def _write_button(self):
        self.start.setText(_("Stop") if self.watch.is_running else _("Start"))

    def _write_reading(self):
        text = f"{self.watch.reading(self._t):.3f} {unit_text('s')}"
        if text != self.reading.text():
            self.reading.setText(text)

    def _write_marks(self):
        self.list.clear()
        for number, (mark, lap) in enumerate(zip(self.watch.marks, self.watch.laps(), strict=True), start=1):
            self.list.addItem(f"{number}   {mark.reading:.4f}   +{lap:.4f} {unit_text('s')}   {mark.what}")
            item = self.list.item(number - 1)
            item.setData(Qt.ItemDataRole.UserRole, mark.t)
            item.setToolTip(tooltip(mark.what or f"t = {mark.t:.4f} {unit_text('s')}"))
        self.list.setVisible(self.list.count() > 0)
        self.list.setFixedHeight(self.list.sizeHintForRow(0)*min(LINES, max(1, self.list.count())) + 8
                                 if self.list.count() else 0)
        self.list.scrollToBottom()

    def _visit(self, item):
        self._ports.visit(item.data(Qt.ItemDataRole.UserRole))
