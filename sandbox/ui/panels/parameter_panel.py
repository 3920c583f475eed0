"""The panel of parameters: those of the system, the live ones first, then those of the start, with its numbers."""

from collections.abc import Collection

from sandbox.qt.core import Qt
from sandbox.qt.widgets import QVBoxLayout, QWidget
from sandbox.scene.catalogue import BENCH
from sandbox.scene.typed.parameter import Formula, verdict_of
from sandbox.text import _
from sandbox.ui.look.labels import plain_label
from sandbox.ui.panels.panel import NARROWEST, Panel, Ports, scrolling
from sandbox.ui.panels.row import ParameterRow
from sandbox.ui.panels.start import StartNumbers


class ParameterPanel(Panel):
    """All parameters of the present scene, and where its run starts."""

    name, keys, opens, rate = "parameters", ("F9",), True, 20

    def __init__(self, ports: Ports):
        super().__init__(ports)
        self.rows: dict[str, ParameterRow] = {}
        self.start = StartNumbers(ports.units)
        self.start.trouble.connect(self._on_trouble)
        self.start.left.connect(ports.leave)
        self.start.chosen.connect(ports.choose_start)
        self._run = self._key = self._free = None
        self._hidden: Collection[str] = ()
        self._troubles = {}
        self._headings = []
        self._list = QWidget()
        self._layout = QVBoxLayout(self._list)
        self._layout.setContentsMargins(0, 6, 0, 6)
        self._layout.setSpacing(2)
        self.lock = plain_label("", "about")
        self.lock.setWordWrap(True)
        self.lock.setContentsMargins(12, 0, 12, 0)
        self.lock.hide()
        self._layout.addWidget(self.lock)
        self._layout.addWidget(self.start)
        self._layout.addStretch(1)
        self.trouble = plain_label("", "trouble")
        self.trouble.setWordWrap(True)
        self.trouble.hide()
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._area = scrolling(self._list)
        column.addWidget(self._area, 1)
        column.addWidget(self.trouble)
        self.setWidget(content)
        self.setMinimumWidth(NARROWEST)

    @staticmethod
    def title() -> str:
        return _("Parameters")

    def suits(self, run) -> bool:
        # on the bench each part has its numbers with it: here are only those that a person made sliders
        return run.scene.id != BENCH or bool(run.scene.parameters)

    def retranslate(self):
        super().retranslate()
        self.start.retranslate()
        self._key = None
        if self._run is not None:
            self.begin(self._run)

    def begin(self, run):
        """Takes another run: its rows, and how it starts."""
        self._run = run
        key = (run.scene.id, run.scene.source, tuple(sorted(run.live)))
        if key != self._key:
            self._key = key
            self._build(run.scene, run.live)
        self.show_values(run.values)
        self.start.show_run(run)
        # on the bench each part says where it starts
        self.start.setVisible(run.scene.id != BENCH)

    def set_free(self, names: Collection[str] | None, hidden: Collection[str] = ()):
        """Leaves only the parameters of these names to be changed, as a challenge asks; None: all of them.

        hidden   of parameters that are not shown at all
        """
        if (names, hidden) != (self._free, self._hidden):
            self._free, self._hidden = names, hidden
            self._lock_rows()

    def _lock_rows(self):
        free = self._free
        self.lock.setText(_("Locked while a challenge is played: all but what it leaves free."))
        self.lock.setVisible(free is not None)
        self.start.setEnabled(free is None)
        for name, row in self.rows.items():
            row.setEnabled(free is None or name in free)
            row.setVisible(name not in self._hidden)

    def type_formula(self):
        """Gives the keys to the first formula of the scene, if it has one."""
        row = next((row for row in self.rows.values() if row.formula is not None), None)
        if row is not None:
            self.bring()
            self._area.ensureWidgetVisible(row)
            row.formula.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)
            row.formula.edit.selectAll()

    def show_values(self, values: dict):
        """Shows values; the way back of a row leads to what the present scene and preset begin with."""
        if self._run is None:
            return
        scene, preset = self._run.scene, self._run.preset
        first = scene.values(scene.preset(preset).values if preset else None)
        for name, row in self.rows.items():
            row.show_value(values[name], first[name])

    def show_row(self, name: str):
        """Shows the row of a parameter before others, ready for typing; one that is not there is left alone."""
        row = self.rows.get(name)
        if row is None:
            return
        self.bring()
        self._area.ensureWidgetVisible(row)
        control = row.field or row.switch or getattr(row, "draw", None)
        if control is not None:
            control.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def follow(self, run, snapshot):
        """Marks the values that parameters have just now, on their way to what was chosen."""
        laws = run.live.difference(snapshot.live)
        # a law is another at once, whoever changes it
        values = run.values_at(run.step) if laws else {}
        for name, value in (*snapshot.live.items(), *((name, values[name]) for name in laws)):
            row = self.rows.get(name)
            if row is not None and row.slider is not None:
                row.slider.show_present(value)

    def _build(self, scene, live):
        for widget in (*self.rows.values(), *self._headings):
            self._layout.removeWidget(widget)
            widget.hide()
            widget.deleteLater()
        self.rows, self._headings = {}, []
        self._troubles.clear()
        self.trouble.hide()
        of_start = [p for p in scene.parameters if p.is_of_start]
        # a formula says what all others are numbers of
        of_system = sorted((p for p in scene.parameters if not p.is_of_start),
                           key=lambda p: (not isinstance(p, Formula), p.name not in live))
        place = 1
        for title, parameters in ((_("System"), of_system), (_("Start"), of_start)):
            if not parameters and (parameters is of_system or scene.id == BENCH):
                continue
            self._headings.append(plain_label(title, "heading"))
            self._layout.insertWidget(place, self._headings[-1])
            place += 1
            for parameter in parameters:
                row = ParameterRow(parameter, scene.id, parameter.name in live, self.ports.units, self._judge)
                row.changed.connect(self.ports.change)
                row.trouble.connect(self._on_trouble)
                row.left.connect(self.ports.leave)
                row.draw_wanted.connect(self.ports.draw)
                self.rows[parameter.name] = row
                self._layout.insertWidget(place, row)
                place += 1
        self._lock_rows()
        # sliders of equal length
        width = max((row.unit.sizeHint().width() for row in self.rows.values() if row.field is not None), default=0)
        for row in self.rows.values():
            row.unit.setFixedWidth(width)

    def _judge(self, name: str, text: str) -> str:
        """What is found of the surface of a formula, beside the values that hold; BadValue."""
        run = self._run
        return verdict_of(run.scene, {**run.values, name: text})

    def _on_trouble(self, name: str, reason: str):
        self._troubles[name] = reason
        text = "\n".join(reason for reason in self._troubles.values() if reason)
        self.trouble.setText(text)
        self.trouble.setVisible(bool(text))
