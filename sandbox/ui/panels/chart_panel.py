"""The panel of charts: what is known of all motions of a scene, and the present one; click, zoom, compute, save."""

import time

from sandbox.charts.paint import chart_file
from sandbox.errors import BadValue
from sandbox.qt.core import QPoint, QSize, Qt
from sandbox.qt.widgets import QMenu, QSizePolicy, QVBoxLayout, QWidget
from sandbox.run.readings.chart_now import ChartReader
from sandbox.scene.charts.chart import Chart, ChartElement, Dots
from sandbox.text import _
from sandbox.ui.look.controls import Combo
from sandbox.ui.look.format import menu_text, tooltip
from sandbox.ui.look.labels import small_button
from sandbox.ui.panels.charts.foot import ChartFoot
from sandbox.ui.panels.charts.view import ChartView
from sandbox.ui.panels.charts.work import ChartWork, Making
from sandbox.ui.panels.panel import Panel, Ports

LETTERS = 6             # of the list of charts that are seen at least
BEFORE = 1              # tone of what earlier runs have left on a chart
MOST_PARTS = 1000       # that are kept of them
SECTION = "Poincaré section"    # the title of every chart of one
PAUSE = 0.5              # [s] at least before charts are made anew because a parameter has changed


class ChartPanel(Panel):
    """One of the charts of a scene; the others by the list above it. None is shown where it would give something away.

    charts   those of the present run;  chosen  number of that which is shown;  view  shows it
    work     computes what takes long
    """

    name, keys, opens, is_below, rate, follows_unseen = "charts", ("J",), True, True, 10, True

    def __init__(self, ports: Ports):
        super().__init__(ports)
        self.charts: list[Chart] = []
        self._run = self._reader = self._snapshot = None
        self._anchor, self._made, self.chosen, self._wants_section = -1, 0.0, 0, False
        self._why, self._was_over = "", False       # why no chart is shown; it was over the picture before
        self.list = Combo("")
        self.list.setMinimumContentsLength(LETTERS)
        self.list.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.list.activated.connect(self.choose)
        self.title_row.addWidget(self.list, 1)
        self.view, self.foot, self.work = ChartView(ports.text_scale), ChartFoot(), ChartWork(self)
        self.view.clicked.connect(self._begin_at)
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.view.customContextMenuRequested.connect(lambda place: self.open_menu(self.view.mapToGlobal(place)))
        self.work.found.connect(self._take_found)
        self.work.failed.connect(self._say_why)
        self._making = Making(self)
        self._making.made.connect(self._take)
        self._making.failed.connect(lambda text: (self._take([], False), self.foot.say(text)))
        self.over = small_button("over", "")
        self.foot.button.clicked.connect(self.toggle_work)
        self.over.setIconSize(QSize(18, 18))
        self.over.setCheckable(True)
        self.over.toggled.connect(self._show_over)
        self.title_row.addWidget(self.over)
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.view, 1)
        column.addWidget(self.foot)
        self.setWidget(body)
        ports.focus.changed.connect(self._read_anew)
        ports.inset.hide()

    @property
    def filmed(self) -> tuple[int, str]:
        """Number, from 1, and name of the chart as films have it; 0 and "" where none is shown."""
        return (self.chosen + 1, self.charts[self.chosen].name) if self.chosen < len(self.charts) else (0, "")

    @staticmethod
    def title() -> str:
        return _("Chart")

    @staticmethod
    def about() -> str:
        return _("what is known of all motions of this scene, and where the present one is")

    # ---- looks ------------------------------------------------------------------------------------------------------

    def minimumSizeHint(self):
        return QSize(200, 160)

    def restyle(self):
        self.view.restyle()
        self.ports.inset.restyle()

    def retranslate(self):
        super().retranslate()
        self.list.setAccessibleName(_("chart"))
        self.list.setToolTip(tooltip(_("which chart is shown")))
        self.over.setAccessibleName(_("over the picture"))
        self.over.setToolTip(tooltip(_("the chart also over the picture, in projector mode and on saved pictures")))
        if self._run is not None:
            self._ask_why()
            # names of curves are written when the charts are made
            self._make(keeps_view=True)
        self._fill_list()
        self.foot.show_work(self.chart, self.work.is_on)
        self.view.retranslate()
        self.ports.inset.retranslate()

    def _fill_list(self):
        self.list.clear()
        for chart in self.charts:
            self.list.addItem(chart.name)
        self.list.setCurrentIndex(self.chosen)
        self.list.setVisible(len(self.charts) > 1)
        # its name stands in the list then
        self._caption.setVisible(len(self.charts) < 2)

    # ---- a run ------------------------------------------------------------------------------------------------------

    @property
    def chart(self) -> Chart | None:
        """The chart that is shown."""
        return self.charts[self.chosen] if self.chosen < len(self.charts) else None

    def suits(self, run) -> bool:
        return run.scene.chart is not None

    def begin(self, run):
        """Takes another run; BadValue where its charts fail."""
        is_same = self._run is not None and self._run.scene is run.scene
        self._ask_why()
        self._run, self._snapshot = run, run.snapshot()
        if not is_same:
            self.chosen = 0
            self._take([], keeps_view=False)
            # what is known is on its way
            self.foot.say("")
        # what an author has written is quick, and fails at once
        run.scene.charts(run.values)
        self._make(keeps_view=is_same)

    def look_again(self):
        before = self._why
        self._ask_why()
        if self._run is not None and self._why != before:
            self.foot.say(self._why)
            self._make(keeps_view=False)

    def _ask_why(self):
        """Learns whether charts would give something away."""
        why = self.ports.why_no_theory()
        if why and not self._why:
            self._was_over = self.over.isChecked()
        self._why = why

    @property
    def is_making(self) -> bool:
        """Whether charts for the present run are on their way."""
        return self._making.is_on

    def _make(self, keeps_view: bool):
        """Makes the charts for the present values, beside the window: some of them take half a second."""
        self._anchor, self._made = self._run.anchor_count, time.monotonic()
        if self._why:
            self._take([], keeps_view=False)
            return
        self._making.begin(self._run.chart_maker(), keeps_view)

    def _take(self, charts: list[Chart], keeps_view: bool):
        name = self.chart.title if self.chart is not None else ""
        # one may still have been on its way
        self.charts = charts = [] if self._why else charts
        # charts that have no meaning for some values change the places of the others
        self.chosen = next((k for k, chart in enumerate(charts) if name and chart.title == name),
                           min(self.chosen, max(0, len(charts) - 1)))
        self._fill_list()
        self._show(keeps_view)
        if self._wants_section and not self.is_making:
            self._open_section()
        if self._why or not charts and self._run.scene.chart is None:
            self._show_over(False)
        elif charts and self._was_over:
            self._was_over = False
            self.set_over(True)

    def _show(self, keeps_view: bool = False):
        self.work.stop()
        chart, known = self.chart, self._still_known()
        self.view.show_chart(chart, keeps_view)
        self.view.show_parts(known)
        known = "" if chart is not None or self.is_making else _("nothing is known for these values")
        self.foot.say(self._why or known)
        self.foot.show_work(self.chart, self.work.is_on)
        self._read_anew()

    def _still_known(self) -> tuple[ChartElement, ...]:
        """What was found and has gathered on the chart before, where it holds for the present one as well."""
        before, chart = self.view.painter_of, self.chart
        if before is None or chart is None or chart.key is None or before.chart.key != chart.key:
            return ()
        gathered = tuple(Dots("", dots.x, dots.y, BEFORE) for dots in self.view.now.dots if len(dots.x))
        return (*before.parts, *gathered)[-MOST_PARTS:]

    def _read_anew(self):
        chart = self.chart
        self._reader = None
        self.ports.inset.show_as(self.view.painter_of)
        if chart is not None and self._run is not None:
            self._reader = ChartReader(chart, self._run, self.ports.focus.body)
            self._draw()

    def choose(self, number: int):
        """Shows the chart of that number."""
        if 0 <= number < len(self.charts):
            self.chosen = number
            self.list.setCurrentIndex(number)
            self._show()

    def choose_next(self):
        """Shows the next chart."""
        if self.charts:
            self.choose((self.chosen + 1) % len(self.charts))

    @property
    def has_section(self) -> bool:
        """Whether one of the charts is a Poincaré section."""
        return any(chart.title == SECTION for chart in self.charts)

    def show_section(self):
        """Shows the Poincaré section of the scene and computes it, where there is one; when the charts are made."""
        self.bring()
        self._wants_section = True
        if not self.is_making:
            self._open_section()

    def _open_section(self):
        self._wants_section = False
        number = next((k for k, chart in enumerate(self.charts) if chart.title == SECTION), None)
        if number is None:
            self.foot.say(self._why or _("no Poincaré section is known of this scene"))
            return
        if number != self.chosen:
            self.choose(number)
        if self.chart.work is not None and not self.work.is_on and not self.view.painter_of.parts:
            self.toggle_work()

    def follow(self, run, snapshot):
        """Draws the present state."""
        self._snapshot = snapshot
        if not (self.is_seen or self.ports.inset.isVisible()):
            return
        is_old = run.anchor_count != self._anchor and time.monotonic() - self._made > PAUSE
        if is_old and not self.is_making and not self.work.is_on:
            self._make(keeps_view=True)
        self._draw()

    def _draw(self):
        if self._reader is None or self._snapshot is None:
            return
        now = self._reader.now(self._snapshot)
        if self._reader.trouble and self.foot.text != self._reader.trouble:
            self.foot.say(self._reader.trouble)
        if self.is_seen:
            self.view.follow(now)
        inset = self.ports.inset
        if inset.isVisible():
            inset.show_as(self.view.painter_of)
            inset.follow(now)
        self.view.now = now

    # ---- what a person does -----------------------------------------------------------------------------------------

    def _begin_at(self, x: float, y: float):
        """Begins the run at a point of the chart, where its scene says how."""
        chart = self.chart
        if chart is None or chart.start is None:
            return
        try:
            self.ports.begin_with(dict(chart.start(x, y)))
            self.foot.say("")
        except BadValue as error:
            self.foot.say(str(error))

    def open_menu(self, place: QPoint) -> QMenu:
        """Opens the menu of the chart at a point of the screen."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for number, chart in enumerate(self.charts):
            action = menu.addAction(menu_text(chart.name))
            action.setCheckable(True)
            action.setChecked(number == self.chosen)
            action.triggered.connect(lambda _on, number=number: self.choose(number))
        menu.addSeparator()
        menu.addAction(_("Show all of it again")).triggered.connect(self.view.reset)
        over = menu.addAction(_("Over the picture"))
        over.setCheckable(True)
        over.setChecked(self.over.isChecked())
        over.triggered.connect(self.set_over)
        if self.chart is not None and self.chart.work is not None:
            menu.addAction(self.foot.button.text()).triggered.connect(self.toggle_work)
        menu.addSeparator()
        for kind, text in (("png", _("Export the chart as PNG…")), ("svg", _("Export the chart as SVG…"))):
            menu.addAction(text).triggered.connect(lambda _on, kind=kind: self.ports.export_chart(kind))
        menu.popup(place)
        return menu

    def toggle_work(self):
        """Computes what takes long, or ends that."""
        if self.work.is_on:
            self.work.stop()
            self.foot.say(_("stopped; what was found stays"))
        elif self.chart is not None and self.chart.work is not None:
            self.work.begin(self.chart)
            self.foot.say(_("{share:.0f} %").format(share=0.0))
        self.foot.show_work(self.chart, self.work.is_on)

    def _take_found(self, parts: tuple, share: float):
        self.view.show_parts(parts)
        self.foot.say("" if share >= 1.0 else _("{share:.0f} %").format(share=100.0*share))
        self.foot.show_work(self.chart, self.work.is_on)
        self._draw()

    def _say_why(self, text: str):
        self.foot.say(text)
        self.foot.show_work(self.chart, self.work.is_on)

    def set_over(self, on: bool):
        """Shows the chart over the picture, or no more."""
        self.over.setChecked(on and bool(self.charts))

    def _show_over(self, on: bool):
        inset = self.ports.inset
        inset.show_as(self.view.painter_of)
        inset.setVisible(on and inset.has_chart)
        self.over.setChecked(inset.isVisibleTo(inset.parentWidget()))
        if on:
            inset.restyle()
            inset.raise_()
            self._draw()

    def drawn(self, kind: str) -> bytes:
        """Returns the chart as a file, "png" in twice the pixels of the screen or "svg"."""
        painter_of = self.view.painter_of
        if painter_of is None:
            raise BadValue(_("There is no chart here."))
        return chart_file(painter_of, kind, self.view.size(), self.view.now, self.view.font())
