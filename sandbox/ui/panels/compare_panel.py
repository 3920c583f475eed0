"""The panel of comparison: pinned runs and measurements, with names and colours."""

from sandbox.qt.core import QPointF, Qt
from sandbox.qt.gui import QColor, QPainter, QPen
from sandbox.qt.widgets import QHBoxLayout, QLineEdit, QPushButton, QSizePolicy, QVBoxLayout, QWidget
from sandbox.run.readings.pins import LONGEST, MEASUREMENT, Pin
from sandbox.text import _
from sandbox.ui.look.format import tooltip
from sandbox.ui.look.labels import plain_label, small_button
from sandbox.ui.look.theme import colour
from sandbox.ui.panels.panel import LEFT, NARROWEST, Panel, Ports, scrolling
from sandbox.ui.panels.plots.pin_curves import DASHES, tone_of


class Sample(QWidget):
    """A piece of the line, or of the dots, that a pin is drawn with."""

    def __init__(self, pin: Pin):
        super().__init__()
        self._pin = pin
        self.setFixedSize(46, 18)

    def paintEvent(self, event):
        painter, tone = QPainter(self), QColor(colour(tone_of(self._pin)))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._pin.kind == MEASUREMENT:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(tone)
            for x in (8, 22, 36):
                painter.drawEllipse(QPointF(x, 9), 3, 3)
            return
        pen = QPen(tone, 2)
        pen.setDashPattern([float(x) for x in DASHES[self._pin.colour % len(DASHES)]])
        painter.setPen(pen)
        painter.drawLine(2, 9, 44, 9)


class ComparePanel(Panel):
    """What stays beside the present run; a name can be typed, each can be taken away."""

    name, keys, side = "compare", ("F10",), LEFT

    def __init__(self, ports: Ports):
        super().__init__(ports)
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(12, 10, 12, 10)
        self._list = QVBoxLayout()
        self._empty = plain_label("", "about")
        self._empty.setWordWrap(True)
        self.rows: list[QWidget] = []
        self.buttons = [QPushButton() for _i in range(4)]
        column.addWidget(self._empty)
        column.addLayout(self._list)
        column.addSpacing(8)
        for button, act in zip(self.buttons, (lambda: ports.pin(), lambda: ports.measure(), lambda: ports.freeze(),
                                              ports.pinboard.clear), strict=True):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            button.setStyleSheet("padding: 6px 2px")
            button.clicked.connect(lambda _on, act=act: act())
            column.addWidget(button)
        column.addStretch(1)
        self.setWidget(scrolling(content))
        self.setMinimumWidth(NARROWEST)
        ports.pinboard.changed.connect(self._build)

    @staticmethod
    def title() -> str:
        return _("Compare")

    @staticmethod
    def about() -> str:
        return _("pinned runs and measurements beside the present run")

    def retranslate(self):
        super().retranslate()
        self._empty.setText(_("Pin a run: its curves and its trail stay, dashed, over the next runs. A measurement "
                              "is shown as dots."))
        for button, text, tip in zip(self.buttons, (
                _("Pin this run"), _("Import a measurement…"), _("Freeze the curves as reference"),
                _("Take all away")), (
                _("keeps curves and trail of what the run has passed; up to four"),
                _("a table of Tracker, phyphox or any other program"),
                _("dashed in the plots until they are frozen again"), _("pins, measurements and the reference")),
                strict=True):
            button.setText(text)
            button.setToolTip(tooltip(tip))
        self._build()

    def restyle(self):
        self._build()

    def save(self) -> list:
        """Returns the pins as JSON knows them."""
        return self.ports.pinboard.to_json()

    def load(self, plain):
        """Takes what `save` gave; BadValue in a sentence where it is none."""
        self.ports.pinboard.from_json(plain)

    def _build(self):
        for row in self.rows:
            self._list.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.rows = [self._row(i, pin) for i, pin in enumerate(self.ports.pinboard.pins)]
        for row in self.rows:
            self._list.addWidget(row)
        self._empty.setVisible(not self.rows)
        self.buttons[3].setEnabled(bool(self.ports.pinboard.all))

    def _row(self, i: int, pin: Pin) -> QWidget:
        row = QWidget()
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 2, 0, 2)
        name, gone = QLineEdit(pin.name), small_button("close", _("take '{name}' away").format(name=pin.name))
        name.setMaxLength(LONGEST)
        name.setCursorPosition(0)
        kind = _("measurement") if pin.kind == MEASUREMENT else _("pinned run")
        span = f"{pin.t[0]:.2f} … {pin.t[-1]:.2f} s" if len(pin.t) else ""
        name.setToolTip(tooltip(f"{pin.name}\n{kind}, {span}"))
        name.setAccessibleName(_("name of the pin"))
        name.editingFinished.connect(lambda: self.ports.pinboard.rename(i, name.text()) if name.isModified() else None)
        name.returnPressed.connect(self.ports.leave)
        gone.clicked.connect(lambda: self.ports.pinboard.remove(i))
        line.addWidget(Sample(pin))
        line.addWidget(name, 1)
        line.addWidget(gone)
        return row
