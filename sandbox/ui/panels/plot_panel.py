"""The panel of plots: up to four quantities over time, and one against another in the plane."""

from functools import cached_property

import pyqtgraph

from sandbox.errors import BadValue
from sandbox.qt.core import QEvent, QPoint, Qt
from sandbox.qt.widgets import QMenu, QSizePolicy
from sandbox.run.readings.quantities import quantities_of
from sandbox.text import _, unit_text
from sandbox.ui.look.format import menu_text, shown_small, shown_value
from sandbox.ui.look.labels import plain_label
from sandbox.ui.look.theme import colour
from sandbox.ui.panels.panel import BOTTOM, Panel, Ports
from sandbox.ui.panels.plots.choice import MOST, SPANS, PlotChoice
from sandbox.ui.panels.plots.curves import PlotCurves
from sandbox.ui.panels.plots.picture import picture_of
from sandbox.ui.panels.plots.plane import PlanePlot
from sandbox.ui.panels.plots.plot import Plot
from sandbox.ui.panels.plots.slots import Slots

TONES = ("BLUE", "AMBER", "ROSE", "GREEN")
TEXT = 13              # [px] usual height of letters


def span_text(span: float) -> str:
    """A length of time in words."""
    return _("the last {n:g} s").format(n=span) if span < 100.0 else _("the last {n:g} min").format(n=span/60.0)


class PlotPanel(Panel):
    """Plots side by side. Unseen, it does nothing: the run keeps what they show (run/readings/passed.py).

    choice   what is plotted;  draws   times that the curves were drawn
    """

    name, keys, side, opens, rate = "plots", ("G",), BOTTOM, True, 20

    def __init__(self, ports: Ports):
        super().__init__(ports)
        self._text_size = round(TEXT*ports.text_scale)
        self.choice, self.draws = PlotChoice(ports.remembered["plots"]), 0
        self.curves = PlotCurves(ports.units, ports.pinboard)
        self._area = pyqtgraph.GraphicsLayoutWidget()
        self._area.ci.layout.setContentsMargins(0, 0, 0, 0)
        self._area.ci.layout.setSpacing(0)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setMinimumHeight(96)
        # a plot takes a tenth of the time of a whole window to make: those that nobody sees are not made
        self.times: list[Plot] = []
        self.slots = Slots(self.choice, self.curves, ports.units, self.choose, self.choose_plane)
        self.title_row.addWidget(self.slots)
        self._run = self._snapshot = None
        self.reading = plain_label("", "caption")
        self.reading.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.reading.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.title_row.addWidget(self.reading, 1)
        self._placed: list = []
        self._visited = None
        self.setWidget(self._area)
        self.restyle()
        self._area.scene().sigMouseMoved.connect(self._point)
        self._area.installEventFilter(self)
        self._area.viewport().installEventFilter(self)
        self._area.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._area.customContextMenuRequested.connect(lambda place: self.open_menu(self._area.mapToGlobal(place)))
        ports.pinboard.changed.connect(self._take_pins)
        ports.focus.changed.connect(self._take_focus)

    @cached_property
    def plane(self) -> PlanePlot:
        """The plot of one quantity against another, made when it is first wanted."""
        return PlanePlot(self._text_size)

    @staticmethod
    def title() -> str:
        return _("Plots")

    @staticmethod
    def about() -> str:
        return _("any quantity over time or against another")

    # ---- what is plotted --------------------------------------------------------------------------------------------

    def choices(self) -> dict[str, str]:
        return {"plots": self.choice.save()}

    def save(self) -> dict:
        """Returns what is plotted as JSON knows it."""
        return {"shown": self.choice.save()}

    def load(self, plain):
        """Takes what `save` gave; BadValue where it is none."""
        if not isinstance(plain, dict) or not isinstance(plain.get("shown"), str):
            raise BadValue(_("plots: needs an object with the text \"shown\""))
        self.choice.take(plain["shown"])
        self.arrange()

    @property
    def shown(self) -> list[str]:
        """Keys of the quantities over time that are shown."""
        return self.choice.over_time(self.curves.known)

    @property
    def filmed(self) -> list[tuple[str, str]]:
        """Key and name of each plot as films have them: "x,y" for y against x."""
        known, plane = self.curves.known, self.choice.in_plane(self.curves.known)
        found = [(key, known[key].short) for key in self.shown]
        return [*found, *([(",".join(plane), f"{known[plane[1]].short}({known[plane[0]].short})")] if plane else [])]

    def choose(self, slot: int, key: str):
        """Plots a quantity over time in a slot; "" takes that plot away."""
        self.choice.put(slot, key, self.curves.known)
        self.arrange()

    def choose_plane(self, x: str, y: str):
        """Plots y against x; "" and "" take the plane away."""
        self.choice.plane = (x, y) if x and y else ("", "")
        self.arrange()

    def set_span(self, span: float):
        """Shows the last `span` seconds."""
        self.choice.span = span
        self.arrange()

    def table(self) -> tuple:
        """Returns what is shown: quantities, the time first, and their values (n,) in the SI."""
        return self.curves.table(["t", *self.shown, *(key for key in self.choice.plane if key)])

    # ---- looks ------------------------------------------------------------------------------------------------------

    def restyle(self):
        """Takes the colours of the present theme."""
        self._area.setBackground(colour("PANEL"))
        for plot in self._made():
            plot.restyle()
        self.slots.restyle()

    def retranslate(self):
        super().retranslate()
        if self._run is not None:
            self.curves.begin(self._run, self._quantities())
        self.arrange()

    # ---- a run ------------------------------------------------------------------------------------------------------

    def begin(self, run):
        """Takes another run: curves from its start on."""
        self._run, self._snapshot = run, run.snapshot()
        self.curves.begin(run, self._quantities())
        self.arrange()

    def follow(self, run, snapshot):
        """Draws the present state."""
        self._snapshot = snapshot
        self._draw()

    def _quantities(self) -> list:
        """What there is to plot: of the run, and of the body in focus under the keys without a number."""
        focus = self.ports.focus
        return quantities_of(self._run, focus.body, focus.name() if focus.has_choice else "")

    def _take_focus(self):
        """Plots another body."""
        if self._run is not None:
            self.curves.begin(self._run, self._quantities())
            self.arrange()

    def _made(self) -> list:
        """Returns the plots that there are so far."""
        return [*self.times, *([self.plane] if "plane" in vars(self) else [])]

    def arrange(self, *_args):
        """Puts the plots that are wanted side by side."""
        for plot in self._made():
            if plot.item in self._area.ci.items:
                self._area.removeItem(plot.item)
        shown = self.shown
        self.times += [Plot(tone, self._text_size) for tone in TONES[len(self.times):len(shown)]]
        self._placed = list(zip(self.times, shown, strict=False))
        plane = self.choice.in_plane(self.curves.known)
        placed = [plot for plot, _key in self._placed] + ([self.plane] if plane else [])
        for column, plot in enumerate(placed):
            self._area.addItem(plot.item, 0, column)
        for plot, key in self._placed:
            quantity = self.curves.known[key]
            plot.forget_limits()
            plot.set_log(quantity.is_log)
            plot.set_labels(_("time"), quantity.short, self.ports.units.text(quantity.unit))
        if plane:
            self.plane.forget_limits()
            self.plane.set_labels(*(self.curves.label(key) for key in plane), self.curves.is_equal(*plane))
        self.ports.pinboard.keys = (*self.shown, *(plane or ()))
        self.slots.write()
        self._take_pins()

    def _take_pins(self):
        for plot, key in self._placed:
            plot.pins.show(self.curves.pins("t", key))
        if plane := self.choice.in_plane(self.curves.known):
            self.plane.forget_limits()
            self.plane.pins.show(self.curves.pins(*plane))
        self._draw()

    def _draw(self):
        if not self.is_seen or self._snapshot is None:
            return
        self.draws += 1
        curves, t = self.curves, self._snapshot.t
        if not curves.has_run:
            return
        begin, end = curves.window(t, self.choice.span)
        for plot, key in self._placed:
            plot.draw(*curves.over_time(key, begin, plot.item.vb.width()), begin, end)
            plot.show_now(*curves.now(key, t))
        if plane := self.choice.in_plane(curves.known):
            self.plane.draw(*curves.in_plane(*plane, begin, end))
            self.plane.show_now(*(curves.now(key, t)[1] for key in plane))

    # ---- the mouse --------------------------------------------------------------------------------------------------

    def _point(self, place):
        """A line at the time under the mouse in all plots, and the values there."""
        t = next((at for plot, _key in self._placed if (at := plot.time_at(place)) is not None), None)
        t = self.curves.nearest(t) if t is not None else None
        for plot, _key in self._placed:
            plot.point_at(t)
        self.reading.setText("" if t is None else self._read(t))

    def _read(self, t: float) -> str:
        texts = [f"t = {t:.2f} {unit_text('s')}"]
        for _plot, key in self._placed:
            quantity, value = self.curves.known[key], self.curves.now(key, t)[1]
            unit = self.ports.units.text(quantity.unit)
            number = shown_small(value) if quantity.is_log else shown_value(value)
            texts.append(f"{quantity.short} {number} {unit}".rstrip())
        return "    ".join(texts)

    def eventFilter(self, watched, event):
        kind = event.type()
        if kind == QEvent.Type.Leave:
            for plot, _key in self._placed:
                plot.point_at(None)
            self.reading.setText("")
        elif watched is self._area.viewport() and kind in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseMove) \
                and event.buttons() & Qt.MouseButton.LeftButton:
            self._visit(self._area.mapToScene(event.pos()))
        return False

    def _visit(self, place):
        """A press or a drag on a plot takes the run to that time."""
        t = next((at for plot, _key in self._placed if (at := plot.time_at(place)) is not None), None)
        t = self.curves.nearest(t) if t is not None else None
        if t is not None and t != self._visited:
            self._visited = t
            self.ports.visit(t)
            self._visited = None

    def open_menu(self, place: QPoint) -> QMenu:
        """Opens the menu at a point of the screen."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for slot, key in enumerate(self.shown):
            title = menu_text(self.curves.known[key].title)
            menu.addAction(_("Instead of {name}…").format(name=title)).triggered.connect(
                lambda _on, slot=slot: self.slots.ask(slot))
        if self.has_room():
            menu.addAction(_("One more plot…")).triggered.connect(lambda: self.slots.ask(len(self.shown)))
        menu.addAction(_("Quantity against quantity…")).triggered.connect(lambda: self.slots.ask_plane())
        inner = menu.addMenu(_("Time span"))
        for span in SPANS:
            action = inner.addAction(span_text(span))
            action.setCheckable(True)
            action.setChecked(span == self.choice.span)
            action.triggered.connect(lambda _on, span=span: self.set_span(span))
        menu.addSeparator()
        menu.addAction(_("Freeze as reference")).triggered.connect(lambda: self.ports.freeze())
        thaw = menu.addAction(_("Forget the reference"))
        thaw.setEnabled(self.ports.pinboard.reference is not None)
        thaw.triggered.connect(self.ports.pinboard.thaw)
        menu.addSeparator()
        for kind, text in (("csv", _("Export the plots as CSV…")), ("png", _("Export the plots as PNG…")),
                           ("svg", _("Export the plots as SVG…"))):
            menu.addAction(text).triggered.connect(lambda _on, kind=kind: self.ports.export_plots(kind))
        menu.popup(place)
        return menu

    def has_room(self) -> bool:
        """Returns whether there is a slot for one more plot."""
        return len(self.shown) < MOST

    def drawn(self, kind: str) -> bytes:
        """Returns a picture of the plots as a file, "png" in twice the pixels of the screen or "svg"."""
        return picture_of(self._area, kind, self.title())
