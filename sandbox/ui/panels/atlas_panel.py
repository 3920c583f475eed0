"""The panel of maps: what becomes of the runs of the present scene over two of its numbers; a click begins one."""

from dataclasses import dataclass, field, replace
from math import isfinite

import numpy as np

from sandbox.charts.map_paint import Layer, MapSeen, map_file
from sandbox.charts.plane import axis_text
from sandbox.errors import BadValue
from sandbox.qt.core import QPoint, QSize, Qt, QTimer
from sandbox.qt.gui import QCursor
from sandbox.qt.widgets import QHBoxLayout, QMenu, QPushButton, QToolTip, QVBoxLayout, QWidget
from sandbox.run.clock import STEP_RATES
from sandbox.run.frames import CLOSE
from sandbox.scene.parameter import Parameter
from sandbox.sweeps.block import DONE, NOT_RUN, REFUSED
from sandbox.sweeps.escape import escaping
from sandbox.sweeps.outcomes import END_TITLES, KNOWN, WHOLE
from sandbox.sweeps.plan import Plan, plan_of
from sandbox.text import _, unit_text
from sandbox.ui.look.controls import Combo
from sandbox.ui.look.format import Scale, shown_value, tooltip
from sandbox.ui.look.labels import ShortLabel, plain_label
from sandbox.ui.panels.atlas.axis_row import AxisRow
from sandbox.ui.panels.atlas.view import AtlasView, Ranges
from sandbox.ui.panels.atlas.work import AtlasWork, KnownMap
from sandbox.ui.panels.number import NumberField
from sandbox.ui.panels.panel import LEFT, Panel, Ports

SETTLE = 250            # [ms] that nothing changes before a map is begun: ten zooms in a second are one
CELLS, FAST_CELLS = 129, 257    # of an axis, where nobody has chosen; where no runs are needed
RESOLUTIONS = (33, 65, 129, 257, 513)      # cells of an axis that can be chosen
DURATION = Parameter("duration", 10.0, "s", low=0.05, high=1000.0, about="how long each run lasts at most")
BACK = 50               # ranges that can be gone back to
NARROWEST = 1e-9        # of a range over what is allowed
NATURAL, MOSTLY = 81, 0.4       # points after which a range is looked at, and the share of them that cannot begin
TRIES = 6               # times that a range that nobody has chosen becomes narrower
WIDE, NARROW, FOR_OTHERS = 420, 250, 800       # [px] that it likes to have, and that it leaves to all else
FINER = 2               # pixels of a file for one on the screen
# what is shown where a run's end says nothing: the first of these that differs somewhere
TELLING = ("t_end", "hops", "slips", "impacts", "x_end", "z_end", "drift")
RUNS = tuple(name for name, outcome in KNOWN.items() if outcome.many is None)
USUAL_RUNS = tuple(name for name in RUNS if name != CLOSE)


@dataclass
class Choice:
    """What is shown of a scene.

    names    of the two parameters, across and up;  view  their ranges;  outcome  a name of KNOWN
    before   ranges that were shown before
    is_own   a person has chosen the ranges;  tries  how often they were narrowed
    is_first_outcome   nobody has chosen the outcome
    """

    names: tuple[str, str]
    view: Ranges
    outcome: str
    before: list[Ranges] = field(default_factory=list)
    is_own: bool = False
    tries: int = 0
    is_first_outcome: bool = True


class AtlasPanel(Panel):
    """A map of the present scene; computed while it is seen.

    choice   what is shown, None where the scene has no map;  work  computes it;  view  shows it
    """

    name, keys, side, rate = "atlas", ("F12",), LEFT, 5

    def __init__(self, ports: Ports):
        super().__init__(ports)
        self._run, self._values, self._layers = None, {}, ()
        self.choice: Choice | None = None
        self._duration, self._base, self._is_wide, self._trouble = DURATION.default, None, False, ""
        self._cells: int | None = None        # that a person has chosen
        self.work = AtlasWork(ports.program, self)
        self.work.found.connect(self._take)
        self.work.failed.connect(self._say)
        self._settling = QTimer(self)
        self._settling.setSingleShot(True)
        self._settling.setInterval(SETTLE)
        self._settling.timeout.connect(self._begin_map)
        self.view = AtlasView(ports.text_scale)
        self.view.picked.connect(self._pick)
        self.view.viewed.connect(self.show_ranges)
        self.view.back.connect(self.go_back)
        self.view.all.connect(self.show_all)
        self.view.pointed.connect(self._tell_point)
        self.view.left.connect(lambda: self._say_how_far())
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.view.customContextMenuRequested.connect(lambda place: self.open_menu(self.view.mapToGlobal(place)))
        self._make_controls()
        self.visibilityChanged.connect(self._on_seen)

    def _make_controls(self):
        self.outcomes = Combo("")
        self.outcomes.setMinimumContentsLength(8)
        self.outcomes.activated.connect(lambda place: self.choose_outcome(self.outcomes.itemData(place)))
        self.duration = NumberField(DURATION, "", Scale(DURATION.low, DURATION.high))
        self.duration.setMaximumWidth(74)
        self.duration.chosen.connect(self._set_duration)
        self.duration.trouble.connect(self._say)
        self.resolution = Combo("")
        self.resolution.setMinimumContentsLength(len(f"{RESOLUTIONS[-1]} × {RESOLUTIONS[-1]}"))
        for cells in RESOLUTIONS:
            self.resolution.addItem(f"{cells} × {cells}", cells)
        self.resolution.activated.connect(lambda place: self.choose_resolution(self.resolution.itemData(place)))
        self._colour_word, self._length_word = plain_label("", "about"), plain_label("", "about")
        self.axes = (AxisRow(), AxisRow())
        for place, row in enumerate(self.axes):
            row.chosen.connect(lambda name, place=place: self.choose_axis(place, name))
            row.ranged.connect(lambda low, high, place=place: self._set_range(place, low, high))
            row.trouble.connect(self._say)
        self.back_button, self.all_button, self.save_button, self.section_button = (QPushButton() for _i in range(4))
        self.back_button.clicked.connect(self.go_back)
        self.all_button.clicked.connect(self.show_all)
        self.save_button.clicked.connect(lambda: self.open_menu(self.save_button.mapToGlobal(QPoint(0, 0))))
        self.section_button.clicked.connect(lambda: self.ports.show_section())
        self.section_button.hide()
        self.foot, self.hint = ShortLabel("", "mark"), plain_label("", "about")
        self.hint.setWordWrap(True)
        body, first, told, last = QWidget(), QHBoxLayout(), QHBoxLayout(), QHBoxLayout()
        column = QVBoxLayout(body)
        column.setContentsMargins(10, 6, 10, 6)
        column.setSpacing(4)
        first.setSpacing(5)
        for widget, stretch in ((self._colour_word, 0), (self.outcomes, 1), (self._length_word, 0), (self.duration, 0)):
            first.addWidget(widget, stretch)
        for button in (self.back_button, self.all_button, self.save_button, self.section_button):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setStyleSheet("padding: 4px 8px")
            last.addWidget(button)
        last.addStretch(1)
        told.addWidget(self.hint, 1)
        told.addWidget(self.resolution, 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(first)
        for row in self.axes:
            column.addWidget(row)
        column.addWidget(self.view, 1)
        column.addWidget(self.foot)
        column.addLayout(told)
        column.addLayout(last)
        self.setWidget(body)

    @staticmethod
    def title() -> str:
        return _("Map")

    @staticmethod
    def about() -> str:
        return _("what becomes of the runs of this scene over two of its numbers; a click begins the run of that place")

    def minimumSizeHint(self):
        return QSize(240, 240)

    # ---- looks ------------------------------------------------------------------------------------------------------

    def restyle(self):
        self.view.restyle()

    def retranslate(self):
        super().retranslate()
        self._colour_word.setText(_("colour"))
        self._length_word.setText(f"{_('up to')} [{unit_text('s')}]")
        self.outcomes.setAccessibleName(_("what the colours show"))
        self.outcomes.setToolTip(tooltip(_("what is kept of each run, and shown as its colour")))
        self.duration.setAccessibleName(_(DURATION.about))
        self.duration.set_tip(f"{_('how long each run lasts at most')}: {DURATION.allowed}")
        self.resolution.setAccessibleName(_("how fine the map is"))
        self.resolution.setToolTip(tooltip(_("how many runs the map has at last: four times as many take four times as "
                                             "long; coarse ones come first in any case")))
        self.axes[0].name_it("→", _("what changes from left to right"))
        self.axes[1].name_it("↑", _("what changes from below upwards"))
        for button, text, tip in ((self.back_button, _("Back"), _("what was shown before (Backspace in the map)")),
                                  (self.all_button, _("All"), _("the whole range of both numbers (Home in the map)")),
                                  (self.save_button, _("Save"), _("as a picture, or as a file of numbers")),
                                  (self.section_button, _("Section"), _(
                                      "a map of another kind: where orbits of the energy of this start come back "
                                      "(the Poincaré section, a chart)"))):
            button.setText(text)
            button.setToolTip(tooltip(tip))
            button.setAccessibleName(f"{text}: {tip}")
        self.hint.setText(_("click or drag: that run · wheel: closer · Shift+drag: a frame"))
        self.view.retranslate()
        if self._run is not None:
            self._show_choice()
            self._show()

    # ---- a run ------------------------------------------------------------------------------------------------------

    def begin(self, run):
        """Takes another run."""
        is_same = self._run is not None and self._run.scene is run.scene
        self._run, self._values = run, dict(run.values)
        if not is_same:
            self.work.drop()
            self._layers, self._base, self._trouble = (), None, ""
            self.choice = self._first_choice()
            self.view.cross = None
            self._show_choice()
        self._look_again()

    def follow(self, run, _snapshot):
        """Marks the present values; others that were steered to make another map."""
        self.section_button.setVisible(self.ports.has_section())
        if run is self._run and run.values != self._values:
            self._values = dict(run.values)
            self._look_again()

    def show_values(self, values: dict):
        """Another value of what the axes do not show is another map."""
        if self._run is not None and set(values) == set(self._run.values):
            self._values = dict(values)
            self._look_again()

    def _look_again(self):
        if self.choice is not None and self.is_seen and self._base != self._wanted_base():
            self._settling.start()
        self._show_point()

    def _on_seen(self, on: bool):
        if not on:
            self._settling.stop()
            self.work.pause()
            return
        if not self._is_wide:
            self._is_wide = True
            QTimer.singleShot(0, self._widen)
        if self.choice is not None and self._base == self._wanted_base():
            if self.work.plan is None:
                # other ranges were chosen just before it was hidden
                self._settling.start()
            self.work.go_on()
            self._say_how_far()
        else:
            self._look_again()
            self._show()

    def _widen(self):
        frame = self.parent()
        if not self.isFloating() and self.width() < WIDE and hasattr(frame, "resizeDocks"):
            frame.resizeDocks([self], [min(WIDE, max(NARROW, frame.width() - FOR_OTHERS))], Qt.Orientation.Horizontal)

    # ---- what is chosen ---------------------------------------------------------------------------------------------

    def _numbers(self) -> list[Parameter]:
        """The parameters that can be varied evenly."""
        return [p for p in self._run.scene.parameters if not p.is_switch and p.has_range
                and isinstance(p.default, float | int) and isfinite(p.low) and isfinite(p.high)]

    def _first_choice(self) -> Choice | None:
        """Two numbers of the start, else the first two; None where there are not two."""
        numbers = self._numbers()
        if len(numbers) < 2:
            return None
        starts = [p for p in numbers if p.is_of_start]
        others = [p for p in numbers if p.live and not p.is_of_start] + [p for p in numbers if not p.is_of_start]
        escapes = self._escapes()
        first, second = (starts[0], starts[-1 if escapes else 1]) if len(starts) > 1 else (*starts, *others)[:2]
        return Choice((first.name, second.name), ((first.low, first.high), (second.low, second.high)),
                      "t_escape" if escapes else "t_end", is_first_outcome=not escapes)

    def _escapes(self) -> bool:
        """Whether it is a sleigh whose end needs no run."""
        try:
            escaping(self._run.scene, {**self._values})
        except BadValue:
            return False
        return True

    def _parameter(self, place: int) -> Parameter:
        return self._run.scene.parameter(self.choice.names[place])

    def _show_choice(self):
        """Shows in the controls what is chosen."""
        choice = self.choice
        for widget in (self.outcomes, self.duration, self.resolution, *self.axes, self.back_button, self.all_button,
                       self.save_button):
            widget.setEnabled(choice is not None)
        self.outcomes.clear()
        if choice is None:
            for row in self.axes:
                row.show_parameters([], "", "")
            return
        for name in (*(("t_escape",) if self._escapes() or choice.outcome == "t_escape" else ()), *RUNS):
            self.outcomes.addItem(_outcome_text(name), name)
        self.outcomes.setCurrentIndex(self.outcomes.findData(choice.outcome))
        self.duration.show_value(self._duration)
        self.resolution.setCurrentIndex(self.resolution.findData(self.cells))
        for place, row in enumerate(self.axes):
            row.show_parameters(self._numbers(), choice.names[place], self._run.scene.id)
        self._show_ranges()

    def _show_ranges(self):
        for row, (low, high) in zip(self.axes, self.choice.view, strict=True):
            row.show_range(low, high)
        self.back_button.setEnabled(bool(self.choice.before))

    def choose_axis(self, place: int, name: str):
        """Another parameter along an axis; the one of the other axis changes places with it."""
        choice = self.choice
        if choice is None or name == choice.names[place]:
            return
        names, view = list(choice.names), list(choice.view)
        if name == names[1 - place]:
            names.reverse()
            view.reverse()
        else:
            parameter = self._run.scene.parameter(name)
            names[place], view[place] = name, (parameter.low, parameter.high)
        self.choice = Choice(tuple(names), tuple(view), choice.outcome)
        self.view.cross = None
        self._anew()
        self._show_choice()

    def choose_outcome(self, name: str):
        """Another outcome: of the same runs, or of none."""
        if self.choice is None or name not in KNOWN:
            return
        self.choice.outcome, self.choice.is_first_outcome = name, False
        self.outcomes.setCurrentIndex(self.outcomes.findData(name))
        if self.work.plan is None or name not in self.work.outcomes:
            self._anew()
        else:
            # layers below are of another outcome
            self._layers = ()
            self._show()

    @property
    def cells(self) -> int:
        """How many cells an axis has."""
        is_fast = self.choice is not None and self.choice.outcome == "t_escape"
        return self._cells or (FAST_CELLS if is_fast else CELLS)

    def choose_resolution(self, cells: int):
        """Another number of cells along both axes; what is known stays to be seen until there is more."""
        if self.choice is None or cells == self.cells:
            return
        self._cells = cells
        self.resolution.setCurrentIndex(self.resolution.findData(cells))
        self._keep_layer()
        self.work.drop()
        self._show()
        self._settling.start()

    def _set_duration(self, seconds: float):
        self._duration = seconds
        self._anew()

    def _set_range(self, place: int, low: float, high: float):
        view = list(self.choice.view)
        view[place] = (low, high)
        self.show_ranges(tuple(view))

    def _keep_layer(self):
        """What is known is seen below what comes."""
        layer = self.work.layer(self.choice.outcome)
        if layer is not None and layer.known.any():
            self._layers = (*self._layers, layer)[-2:]

    def _anew(self):
        self._layers, self._trouble = (), ""
        self.work.drop()
        self._show()
        self._settling.start()

    # ---- ranges -----------------------------------------------------------------------------------------------------

    def show_ranges(self, view: Ranges, is_back: bool = False):
        """Shows these ranges, as far as they are allowed."""
        choice = self.choice
        if choice is None:
            return
        found = tuple(_within(self._parameter(place), *view[place]) for place in range(2))
        if None in found or found == choice.view:
            return
        if not is_back:
            choice.before = [*choice.before, choice.view][-BACK:]
        choice.view, choice.is_own = found, True
        self._keep_layer()
        self.work.drop()
        self._show_ranges()
        self._show()
        self._settling.start()

    def go_back(self):
        """Shows what was shown before."""
        if self.choice is not None and self.choice.before:
            self.show_ranges(self.choice.before.pop(), is_back=True)

    def show_all(self):
        """Shows all that is allowed."""
        if self.choice is not None:
            self.show_ranges(tuple((p.low, p.high) for p in map(self._parameter, range(2))))

    def _narrow(self):
        """A range that nobody has chosen, of which most cannot begin, becomes that of what can."""
        choice = self.choice
        if choice.is_own or choice.tries >= TRIES or self.work.done < NATURAL:
            return
        known = self.work.status != NOT_RUN
        allowed = known & (self.work.status != REFUSED)
        if allowed.sum() >= (1.0 - MOSTLY)*known.sum():
            choice.is_own = True
            return
        space, tries = self.work.plan.space, choice.tries + 1
        view = []
        for axis, mine in enumerate(np.nonzero(allowed.reshape(space.shape))):
            low, high = choice.view[axis]
            step, now = (high - low)/8, float(self._values[choice.names[axis]])
            ends = space.axes[axis].at(np.array([mine.min(), mine.max()])) if len(mine) else (now, now)
            view.append((max(low, ends[0] - step), min(high, ends[1] + step)))
        before = choice.before
        self.show_ranges(tuple(view))
        choice.before, choice.is_own, choice.tries, self._layers = before, False, tries, ()
        self._show_ranges()

    # ---- the map ----------------------------------------------------------------------------------------------------

    def _wanted_base(self):
        """What a map hangs on besides its ranges."""
        others = {name: value for name, value in self._values.items() if name not in self.choice.names}
        return self._run.scene, others, self.choice.names, self._duration, self._kept

    @property
    def _kept(self) -> tuple[str, ...]:
        """Outcomes that are kept of each point; CLOSE, which longer frames have less closely, once it was chosen."""
        if self.choice.outcome == "t_escape":
            return (self.choice.outcome,)
        was_chosen = self._base is not None and CLOSE in self._base[-1]
        return RUNS if was_chosen or self.choice.outcome == CLOSE else USUAL_RUNS

    def _plan(self) -> Plan:
        scene, others, names, duration, kept = self._wanted_base()
        vary = {name: (*ends, self.cells) for name, ends in zip(names, self.choice.view, strict=True)}
        plan = plan_of(scene, "", others, vary, kept, duration=duration,
                       step_rate=None if self._run.step_rate == STEP_RATES[0] else self._run.step_rate)
        if plan.refusal:
            raise BadValue(_("a map needs a scene of a file: keep what stands on the bench as a scene first"))
        return plan

    def _begin_map(self):
        if self.choice is None or self._run is None or not self.is_seen:
            return
        if self._base != self._wanted_base():
            self._layers = ()
        self._base, self._trouble = self._wanted_base(), ""
        if not self.work.can_work:
            self._say(_("maps are computed by other processes, which cannot be started here"))
            return
        try:
            self.work.begin(self._plan())
        except BadValue as error:
            self.work.drop()
            self._say(str(error))
        self._show()

    def _choose_telling(self):
        """Where nobody has chosen the outcome and it is the same everywhere, another one is shown."""
        if not self.choice.is_first_outcome or self.work.done < NATURAL:
            return
        known = {name: values[self.work.status == DONE] for name, values in self.work.outcomes.items()}
        name = next((name for name in TELLING if name in known and len(np.unique(known[name])) > 1),
                    self.choice.outcome)
        self.choice.is_first_outcome = False
        if name != self.choice.outcome:
            self.choose_outcome(name)

    def _take(self):
        self._narrow()
        self._choose_telling()
        self._show()

    @property
    def seen(self) -> MapSeen | None:
        """The map as it is known now."""
        choice = self.choice
        if choice is None or self._run is None:
            return None
        layer = self.work.layer(choice.outcome)
        layers = (*self._layers, *((layer,) if layer is not None and layer.known.any() else ()))
        if not layers:
            (x0, x1), (y0, y1) = choice.view
            layers = (Layer(np.full((2, 2), np.nan), np.zeros((2, 2), bool), (x0, x1), (y0, y1)),)
        texts = [axis_text(p.shown_name, p.unit) for p in map(self._parameter, range(2))]
        return MapSeen(layers, *texts, _outcome_text(choice.outcome),
                       kinds={k: _(title) for k, title in enumerate(END_TITLES)} if choice.outcome == "ended" else {},
                       is_count=KNOWN[choice.outcome].kind == WHOLE)

    def _show(self):
        if self.choice is None:
            self.view.show_map(None, said=_("a scene without two numbers that can be varied has no map"))
        else:
            self.view.show_map(self.seen, self.choice.view)
        self._show_point()
        self._say_how_far()

    def _show_point(self):
        if self.choice is not None:
            self.view.point = tuple(float(self._values[name]) for name in self.choice.names)
            self.view.update()

    # ---- what is said -----------------------------------------------------------------------------------------------

    def _say(self, text: str):
        self._trouble = text
        self.foot.show_text(text)
        self.foot.setToolTip(tooltip(text))

    def _say_how_far(self):
        if self._trouble:
            text = self._trouble
        elif self.choice is None or self.work.plan is None:
            text = ""
        elif self.work.done < len(self.work.status):
            text = _("{done} of {points} runs, finer and finer").format(done=self.work.done,
                                                                     points=len(self.work.status))
        else:
            text = _("{points} runs").format(points=len(self.work.status))
        self.foot.show_text(text)
        self.foot.setToolTip(tooltip(text))

    def _tell_point(self, x: float, y: float):
        """The numbers at a point: those of the axes, and what is known of its run."""
        layer = self.work.layer(self.choice.outcome) if self.choice is not None else None
        cell = layer.cell(x, y) if layer is not None else None
        if cell is None:
            return
        self.foot.show_text(self.words_at(*cell))
        self.foot.setToolTip(tooltip(self.foot.full_text))
        if self.view.underMouse():
            text = f"{self.foot.full_text}\n{_('a click begins the run there')}"
            QToolTip.showText(QCursor.pos(), tooltip(text), self.view)

    def words_at(self, column: int, row: int) -> str:
        """Returns a sentence about the run of a cell."""
        work, choice = self.work, self.choice
        values = work.values_at(column, row)
        place = column*len(work.plan.space.axes[1]) + row
        where = ", ".join(_quantity(p.shown_name, values[p.name], p.unit) for p in map(self._parameter, range(2)))
        if work.status[place] == NOT_RUN:
            return _("{where}: not computed yet").format(where=where)
        if work.status[place] == REFUSED:
            return _("{where}: cannot begin there").format(where=where)
        parts = []
        outcome = KNOWN[choice.outcome]
        if "ended" in work.outcomes:
            kind, t = int(work.outcomes["ended"][place]), float(work.outcomes["t_end"][place])
            parts.append(_("goes on") if kind == 0 else _("{how} at {t} s").format(
                how=_(END_TITLES[kind]), t=shown_value(t)))
        if choice.outcome not in ("ended", "t_end"):
            parts.append(_quantity(_(outcome.about), float(work.outcomes[choice.outcome][place]), outcome.unit))
        return f"{where}: {', '.join(parts)}"

    # ---- what a person does -----------------------------------------------------------------------------------------

    def _pick(self, x: float, y: float, gesture: int):
        """Begins the run of a cell, as it stands in the map."""
        if self.choice is None or self.work.plan is None:
            return
        layer = self.work.layer(self.choice.outcome)
        cell = layer.cell(x, y) if layer is not None else None
        if cell is None:
            return
        values = self.work.values_at(*cell)
        if all(self._values.get(name) == value for name, value in values.items()) and gesture:
            return
        try:
            self.ports.begin_with(values, gesture=gesture, plays=True, reason=_("begun at a place of the map"))
        except BadValue as error:
            self._say(str(error))
        self._tell_point(x, y)

    def open_menu(self, place: QPoint) -> QMenu:
        """Opens the menu of the map at a point of the screen."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(_("Show what was shown before")).triggered.connect(self.go_back)
        menu.addAction(_("Show all of it again")).triggered.connect(self.show_all)
        finer = menu.addMenu(_("Resolution"))
        for cells in RESOLUTIONS:
            action = finer.addAction(f"{cells} × {cells}")
            action.setCheckable(True)
            action.setChecked(cells == self.cells)
            action.triggered.connect(lambda _on, cells=cells: self.choose_resolution(cells))
        if self.ports.has_section():
            menu.addAction(_("Poincaré section")).triggered.connect(lambda _on: self.ports.show_section())
        menu.addSeparator()
        for kind, text in (("png", _("Export the map as PNG…")), ("nc", _("Export the map as netCDF…"))):
            menu.addAction(text).triggered.connect(lambda _on, kind=kind: self.ports.export_map(kind))
        menu.popup(place)
        return menu

    def drawn(self) -> bytes:
        """Returns the map as a PNG file, in twice the pixels of the screen."""
        if self.seen is None:
            raise BadValue(_("There is no map here."))
        look = self.view.painter_of.look
        return map_file(replace(self.seen, title=_(self._run.scene.title)), self.choice.view,
                        replace(look, letters=FINER*look.letters, line=FINER*look.line), FINER*self.view.size(),
                        self.view.font())

    def known(self) -> KnownMap:
        """Returns what is known of the map, to be written."""
        if self.work.plan is None:
            raise BadValue(_("There is no map here."))
        return self.work.copy()


def _within(parameter: Parameter, low: float, high: float) -> tuple[float, float] | None:
    """Returns a range as far as it is allowed; None where nothing of it is."""
    low, high = max(float(low), parameter.low), min(float(high), parameter.high)
    whole = parameter.high - parameter.low
    return (low, high) if isfinite(low) and isfinite(high) and high - low > NARROWEST*whole else None


def _outcome_text(name: str) -> str:
    outcome = KNOWN[name]
    return axis_text(outcome.about, outcome.unit)


def _quantity(name: str, value: float, unit: str) -> str:
    return f"{name} = {shown_value(value, 5)}{f' {unit_text(unit)}' if unit else ''}"
