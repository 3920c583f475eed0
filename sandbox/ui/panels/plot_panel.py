"""The panel of plots over the last minute: drift, normal force, friction, speed; with one time axis. And the chart."""

from math import ceil

import pyqtgraph
from PyQt5.QtCore import QEvent, Qt
from PyQt5.QtWidgets import QAction, QMenu

from sandbox.text import _, unit_text
from sandbox.ui.look.controls import Switch
from sandbox.ui.look.format import shown_small, tooltip
from sandbox.ui.look.labels import plain_label
from sandbox.ui.look.theme import colour
from sandbox.ui.panels.chart_plot import ChartPlot
from sandbox.ui.panels.panel import BOTTOM, Panel, Ports
from sandbox.ui.panels.plot import Plot
from sandbox.ui.panels.traces import SPAN, UNITS, Traces, readings

COLOURS = {"drift": "BLUE", "normal": "AMBER", "ratio": "ROSE", "speed": "GREEN"}
TEXT = 13              # [px] usual height of letters
TURN = 5.0             # [s] by which the time axis moves on
GROWING = (10.0, 20.0, 30.0, SPAN)      # [s] ends of the time axis before that


def words() -> dict[str, tuple[str, str]]:
    """Name and meaning of what is plotted, in the language of the moment."""
    return {"drift": (_("drift"), _("|E_J - E_J(0) - ledger| over the scale: how far the integration has left the "
                                    "exact energy [1]")),
            "normal": ("N", _("normal force of the support on the body [N]")),
            "ratio": ("|F|/N", _("friction coefficient that the motion needs so as not to slip [1]")),
            "speed": (_("speed"), _("of the centre of mass, in the laboratory [m/s]"))}


def time_axis(t: float) -> tuple[float, float]:
    """Returns begin and end [s] of the time axis at a time; it moves in leaps, its numbers are seldom drawn anew."""
    end = next((end for end in GROWING if t <= end), TURN*ceil(t/TURN))
    return max(0.0, end - SPAN), end


class PlotPanel(Panel):
    """Plots side by side, those that are ticked in the title. Unseen, it draws nothing, but takes in what it will show.

    draws   times that the curves were drawn
    """

    name, keys, side, opens, rate, follows_unseen = "plots", ("G",), BOTTOM, True, 20, True

    def __init__(self, ports: Ports):
        super().__init__(ports)
        text_size, shown = round(TEXT*ports.text_scale), ports.remembered["plots"].split()
        self.traces, self.draws = Traces(), 0
        self._area = pyqtgraph.GraphicsLayoutWidget()
        self._area.ci.layout.setContentsMargins(0, 0, 0, 0)
        self._area.ci.layout.setSpacing(0)
        self._area.setFocusPolicy(Qt.NoFocus)
        self._area.setMinimumHeight(96)
        self._plots = {name: Plot(COLOURS[name], text_size, is_log=name == "drift") for name in UNITS}
        self.switches: dict[str, Switch] = {}
        for name in UNITS:
            switch = self.switches[name] = Switch()
            switch.setChecked(name in shown)
            switch.toggled.connect(self._arrange)
            self.title_row.addWidget(switch)
        self.chart, self._chart_switch, self._body = ChartPlot(text_size), Switch(), None
        self._chart_switch.setChecked(True)
        self._chart_switch.hide()
        self._chart_switch.toggled.connect(self._arrange)
        self.title_row.addWidget(self._chart_switch)
        self.title_row.addStretch(1)
        self.reading = plain_label("", "caption")
        self.title_row.addWidget(self.reading)
        self.restyle()
        self._placed = []
        self.setWidget(self._area)
        self._arrange()
        self._area.scene().sigMouseMoved.connect(self._point)
        self._area.installEventFilter(self)
        self._area.setContextMenuPolicy(Qt.CustomContextMenu)
        self._area.customContextMenuRequested.connect(self._menu)

    @staticmethod
    def title() -> str:
        return _("Plots")

    def choices(self) -> dict[str, str]:
        return {"plots": " ".join(self.shown)}

    def restyle(self):
        """Takes the colours of the present theme."""
        self._area.setBackground(colour("PANEL"))
        for plot in self._plots.values():
            plot.restyle()
        self.chart.restyle()

    def retranslate(self):
        super().retranslate()
        for name, (word, meaning) in words().items():
            self._plots[name].set_labels(_("time"), word, UNITS[name])
            self.switches[name].setText(word)
            self.switches[name].setToolTip(tooltip(meaning))
            self.switches[name].setAccessibleName(meaning)
        self._chart_switch.setText(_("chart"))
        self._chart_switch.setToolTip(tooltip(_("what is known of all motions of this scene, and the present one")))
        self.chart.restyle()

    @property
    def shown(self) -> list[str]:
        """Names of the plots that are shown."""
        return [name for name, switch in self.switches.items() if switch.isChecked()]

    @property
    def has_chart(self) -> bool:
        """Whether a chart is shown."""
        return not self._chart_switch.isHidden() and self._chart_switch.isChecked()

    def begin(self, run):
        """Takes another run: curves from its start on, its chart if its scene has one; BadValue where that fails."""
        self.traces.clear()
        self._body = run.snapshot().bodies[0]
        chart, had_chart = None, self.has_chart
        try:
            chart = run.scene.charted(run.values)
        finally:
            self.chart.show(chart)
            self._chart_switch.setVisible(chart is not None)
            if self.has_chart != had_chart:
                self._arrange()
            self._draw()

    def follow(self, run, snapshot):
        """Takes in a state, and draws it where somebody can see it."""
        self.traces.add(snapshot.t, readings(snapshot))
        self._body = snapshot.bodies[0]
        self._draw()

    def table(self) -> tuple:
        """Returns what is shown: names of the plots, times (n,) [s], values (rows, n) of all that can be plotted."""
        t, values = self.traces.last(SPAN)
        return self.shown, t.copy(), values.copy()

    def _arrange(self):
        for plot in (*self._placed, self.chart):
            if plot.item in self._area.ci.items:
                self._area.removeItem(plot.item)
        self._placed = [self._plots[name] for name in self.shown]
        for column, plot in enumerate([*self._placed, self.chart] if self.has_chart else self._placed):
            self._area.addItem(plot.item, 0, column)
        self._draw()

    def _draw(self):
        if not self.is_seen:
            return
        self.draws += 1
        if self.has_chart and self._body is not None:
            self.chart.draw(self._body)
        t, values = self.traces.last(SPAN)
        begin, end = time_axis(float(t[-1]) if len(t) else 0.0)
        for name, row in zip(UNITS, values, strict=True):
            if self._plots[name] in self._placed:
                self._plots[name].draw(t, row, begin, end)

    def _point(self, place):
        """A line at the time under the mouse in all plots, and the values there."""
        under = next((plot for plot in self._placed if plot.item.vb.sceneBoundingRect().contains(place)), None)
        point = self.traces.at(under.item.vb.mapSceneToView(place).x()) if under is not None else None
        for plot in self._placed:
            plot.point_at(None if point is None else float(point[0]))
        self.reading.setText("" if point is None else self._read(point))

    def _read(self, point) -> str:
        values = dict(zip(UNITS, point[1:], strict=True))
        texts = [f"t = {point[0]:.2f} {unit_text('s')}"]
        for name in self.shown:
            unit = "" if UNITS[name] == "1" else f" {unit_text(UNITS[name])}"
            number = shown_small(values[name]) if name == "drift" else f"{values[name]:.4g}"
            texts.append(f"{words()[name][0]} {number}{unit}")
        return "    ".join(texts)

    def eventFilter(self, watched, event):
        if event.type() == QEvent.Leave:
            for plot in self._placed:
                plot.point_at(None)
            self.reading.setText("")
        return False

    def _menu(self, place):
        menu = QMenu(self)
        menu.setAttribute(Qt.WA_DeleteOnClose)
        for name, (_word, meaning) in words().items():
            action = QAction(meaning, menu)
            action.setCheckable(True)
            action.setChecked(self.switches[name].isChecked())
            action.toggled.connect(self.switches[name].setChecked)
            menu.addAction(action)
        menu.addSeparator()
        menu.addAction(_("Export the plots as CSV…")).triggered.connect(lambda: self.ports.export_plots())
        menu.popup(self._area.mapToGlobal(place))
