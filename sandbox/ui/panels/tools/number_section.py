"""The large number in the panel of tools: which quantity, and how large."""

from typing import Any

from sandbox.qt.core import Qt
from sandbox.qt.widgets import QGridLayout, QPushButton, QSizePolicy, QWidget
from sandbox.run.readings.quantities import Quantity, quantities_of
from sandbox.text import _
from sandbox.ui.look.controls import Combo, Switch
from sandbox.ui.look.format import shown_value, tooltip
from sandbox.ui.panels.big_number import SIZE, SIZES
from sandbox.ui.panels.chooser import Chooser
from sandbox.ui.panels.panel import Ports
from sandbox.ui.panels.plots.series import Series

WATCH = "stopwatch"     # key of the reading of the stopwatch
FIRST = "speed"


class NumberSection(QWidget):
    """Chooses what the large number over the picture shows."""

    def __init__(self, ports: Ports):
        super().__init__()
        self._ports, self.big = ports, ports.big
        self.key = FIRST
        self._known: dict[str, Quantity] = {}
        self._run: Any = None
        self._kept, self._series = None, None
        self._snapshot, self._reading = None, 0.0
        self.switch, self.button, self.size = Switch(), QPushButton(), Combo("")
        self.size.setMinimumContentsLength(7)
        self.button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.button.setStyleSheet("text-align: left; padding: 6px 8px")
        self.size.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.switch.toggled.connect(lambda _on: self._show())
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.button.clicked.connect(lambda _on: self.ask())
        self.size.activated.connect(self.big.set_size)
        self.big.moved.connect(lambda: self.size.setCurrentIndex(self.big.size_number))
        grid = QGridLayout(self)
        grid.setContentsMargins(12, 2, 12, 6)
        grid.setColumnStretch(1, 1)
        grid.addWidget(self.switch, 0, 0)
        grid.addWidget(self.size, 0, 1, Qt.AlignmentFlag.AlignRight)
        grid.addWidget(self.button, 1, 0, 1, 2)
        self.chooser: Chooser | None = None
        ports.focus.changed.connect(self._take_focus)

    def retranslate(self):
        """Texts in the language of the moment."""
        self.switch.setText(_("show"))
        self.switch.setToolTip(tooltip(_("a large number over the picture (L)")))
        self.switch.setAccessibleName(_("large number"))
        self.button.setToolTip(tooltip(_("which quantity is shown large")))
        self.size.clear()
        self.size.addItems([_("small"), _("middle"), _("large"), _("huge")][:len(SIZES)])
        self.size.setCurrentIndex(self.big.size_number)
        self.size.setAccessibleName(_("size of the large number"))
        self.size.setToolTip(self.size.accessibleName())
        self.big.retranslate()
        if self._kept is not None:
            self._name()

    def _take_focus(self):
        """Another body is looked at."""
        if self._run is not None:
            self._name()

    def restyle(self):
        """Colours of the present theme."""
        self.big.restyle()

    def begin(self, run):
        """Another run."""
        self._kept, self._series = run.watch(), None
        self._run = run
        self._name()

    def _name(self):
        """Takes names of the moment."""
        focus = self._ports.focus
        quantities = quantities_of(self._run, focus.body, focus.name() if focus.has_choice else "")
        watch = Quantity(WATCH, _("reading of the stopwatch"), _("stopwatch"), "s", lambda states: states.t, _("Run"))
        self._known = {quantity.key: quantity for quantity in (quantities[0], watch, *quantities[1:])}
        self._series = None
        self.button.setText(self._quantity.title)
        self._show()

    @property
    def _quantity(self) -> Quantity:
        return self._known.get(self.key) or self._known.get(FIRST) or next(iter(self._known.values()))

    def choose(self, key: str):
        """Shows another quantity."""
        self.key, self._series = key, None
        self.button.setText(self._quantity.title)
        self.switch.setChecked(True)
        self._show()

    def ask(self):
        """Asks which quantity."""
        if self._known:
            self.chooser = Chooser(self, list(self._known.values()), self._ports.units, self.choose, self.key,
                                   has_none=False)
            self.chooser.open_below(self.button)

    def follow(self, snapshot, reading: float):
        """Shows the present value; `reading` is that of the stopwatch [s]."""
        self._snapshot, self._reading = snapshot, reading
        self._show()

    def _show(self):
        on = self.switch.isChecked() and self._snapshot is not None and bool(self._known)
        if not on:
            self.big.hide()
            return
        quantity = self._quantity
        if quantity.key == WATCH:
            value = self._reading
        elif quantity.key == "t":
            value = self._snapshot.t
        else:
            if self._series is None:
                self._series = Series(quantity, self._kept)
            row = self._kept.row_at(self._snapshot.t)
            value = float(self._series.values[row]) if row is not None else float("nan")
        units = self._ports.units
        shown = float(units.values(quantity.unit, value)) + 0.0
        number = f"{shown:.2f}" if quantity.unit == "s" else shown_value(shown, 3)
        self.big.show_number(quantity.title, f"{number} {units.text(quantity.unit)}".strip().replace("-", "\u2212"))

    def save(self) -> dict:
        """Returns it as JSON knows it."""
        return {"key": self.key, "on": self.switch.isChecked(), "place": [round(x, 4) for x in self.big.place],
                "size": self.big.size_number}

    def load(self, plain):
        """Takes what `save` gave; what is none is left out."""
        if not isinstance(plain, dict):
            return
        if isinstance(plain.get("key"), str):
            self.key = plain["key"][:100]
        place, size = plain.get("place"), plain.get("size", SIZE)
        if isinstance(place, list) and len(place) == 2 and all(
                isinstance(x, int | float) and not isinstance(x, bool) and 0.0 <= x <= 1.0 for x in place):
            self.big.place = (float(place[0]), float(place[1]))
        if type(size) is int and 0 <= size < len(SIZES):
            self.big.size_number = size
        self.switch.setChecked(plain.get("on") is True)
