"""The main window: puts controls, picture, plots and messages together and passes wishes on to the player."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from sandbox.errors import BadValue
from sandbox.qt.core import QSize, QTimer, pyqtSignal
from sandbox.qt.gui import QGuiApplication
from sandbox.qt.widgets import QMainWindow, QVBoxLayout, QWidget
from sandbox.run.readings.units import Shown
from sandbox.scene.catalogue import BENCH, Catalogue
from sandbox.text import _, language
from sandbox.ui.films.record import Recording
from sandbox.ui.look import theme
from sandbox.ui.panels.big_number import BigNumber
from sandbox.ui.panels.charts.inset import ChartInset
from sandbox.ui.panels.drawing import Drawing
from sandbox.ui.panels.legend import Legend
from sandbox.ui.playback.edits import Edits
from sandbox.ui.playback.live_sound import LiveSound
from sandbox.ui.playback.loading import Request
from sandbox.ui.playback.pace import SPEEDS
from sandbox.ui.playback.player import Player
from sandbox.ui.playback.workbench import Workbench
from sandbox.ui.timeline.run_to import RunTo
from sandbox.ui.timeline.timeline import TimeLine
from sandbox.ui.window import everywhere, memory
from sandbox.ui.window.actions import Actions
from sandbox.ui.window.building import make_builder
from sandbox.ui.window.card.wiring import add_card, try_it
from sandbox.ui.window.compare import Compare
from sandbox.ui.window.display import Display
from sandbox.ui.window.docks import Docks
from sandbox.ui.window.files.export import Export
from sandbox.ui.window.files.export_run import ExportRun
from sandbox.ui.window.files.filing import Filing
from sandbox.ui.window.help import show_once
from sandbox.ui.window.lessons import Classroom
from sandbox.ui.window.messages import MessageBar
from sandbox.ui.window.offer import Offer, preset_after, proposal_of
from sandbox.ui.window.opening import Opening
from sandbox.ui.window.play import Play
from sandbox.ui.window.projector import Projector
from sandbox.ui.window.qt_texts import follow_language
from sandbox.ui.window.sheets.gallery import Gallery
from sandbox.ui.window.sheets.keys import KeySheet
from sandbox.ui.window.shots import Shots
from sandbox.ui.window.status import Status
from sandbox.ui.window.switches import Switches
from sandbox.ui.window.toolbar import TopBar
from sandbox.ui.window.unit_sheet import UnitSheet
from sandbox.ui.window.wiring import listening, ports
from sandbox.ui.window.wiring.hand import make_controls, make_hand
from sandbox.ui.window.wiring.time_control import TimeControl

FIRST = QSize(1280, 800)     # [px] of a window


def first_size() -> QSize:
    """The size of a window at first. Where nothing keeps windows on the screen, one that is larger hides its clock and
    half of its panels.
    """
    return FIRST.boundedTo(QGuiApplication.primaryScreen().availableSize())


class MainWindow(QMainWindow):
    """The window of the program.

    catalogue  scenes;  view  the picture, a widget;  settings  what is remembered, or None
    open_log   open_log(header) -> Recorder, or None for runs without a log
    legend     (text, colour[, "line" | "dashes" | "arrow"[, name of the arrow | "trail" | "ghost"]]) of what is drawn,
               or a function that gives them in the language of the moment
    films      folder of films, folder of pictures, command that starts the program;  opening  what is shown at first
    """

    reported = pyqtSignal(str)      # a fault to be shown; may be emitted on any thread
    closed = pyqtSignal()

    def __init__(self, catalogue: Catalogue, view: QWidget, open_log: Callable | None = None,
                 legend: Sequence[tuple] | Callable = (), settings=None, films: tuple = (None, None, ()),
                 opening: Opening | None = None):
        super().__init__()
        opening = opening or Opening()
        self.catalogue, self.view, self.settings, self.program = catalogue, view, settings, films[2]
        self.player = Player(view, open_log, parent=self, **({"now": opening.now} if opening.now else {}))
        self.edits = Edits(self.player, self)
        self.sound = LiveSound(self.player, view, self)
        self.opening = opening
        self.wants_safe_start = False       # whoever opened this window opens a safe one after it
        self.remembered = memory.choices(settings)
        self.units = Shown(self.remembered["units"])
        self.text_scale = self.remembered["text_scale"]
        theme.use(opening.colours)
        everywhere.tell_view_theme(view)
        follow_language()
        self.setWindowTitle("Jacobi Sandbox")
        self.setMinimumSize(720, 460)
        self.resize(first_size())

        self.commands = Actions(self, self.menuBar())
        self.commands.fill_scenes(catalogue, self.choose_scene)
        self.top = TopBar(self.commands, catalogue)
        self.addToolBar(self.top)
        self._make_centre(legend, films)
        self.big, self.inset = BigNumber(view), ChartInset(view)
        self.compare = Compare(self, self.player, self.message.say)
        self.docks = Docks(self, self.player, self.commands, ports.ports(self))
        self.switches = Switches(self.commands, view, self.legend, self.remembered["quality"], self)
        self.export = Export(self, self.player, self.docks.all.__getitem__, self.message.say)
        self.filing = Filing(self, lambda: ports.looks(self), lambda *seen: ports.show_as(self, *seen))
        self.export_run = ExportRun(self, self.filing.documents, films[2], self.message.say)
        self.export_strip.addWidget(self.export_run.strip)
        self.drawing = Drawing(self, self.player, self._draw)
        self.shots = Shots(self, view, self.player, self.recording, self.message.say, self.inset.paint_over)
        self.projector = Projector(ports.hall(self))
        self.projector.restyle()
        self.steering, self.steer_pad, self.cue_case, self.cue_disc = make_controls(self)
        self.hand, self.hand_menu = make_hand(self)
        self.card = add_card(self)
        self.gallery = Gallery(self, catalogue, self.choose_scene,
                               lambda: self.simulation.scene.id if self.simulation is not None else "")
        self.keys = KeySheet(self, self.commands.key_list)
        self.display = Display(self, self.player, self.message, self.status, listening.audience(self))
        self._make_plays(opening)
        self.display.ways = self.offer.ways
        self.time_control = TimeControl(self.player, self.timeline, self.display.note)

        listening.wire(self)
        self.commands.choose("language", language())
        self.commands.choose("theme", opening.colours)
        self.commands.choose("shot", memory.shot(settings))
        self.display.mark(opening.scene_id, opening.preset or "")
        self.docks.settle(was_restored=memory.restore(self, settings))
        if opening.playing:
            self.player.play()
        QTimer.singleShot(0, self._open_first)

    def _make_plays(self, opening: Opening):
        """What is played alone, what with a class, and what is built."""
        self.challenges = Play(self, opening.challenges, opening.results)
        self.lessons = Classroom(self, opening.lessons)
        self.saving = make_builder(self)
        self.offer = Offer(self.player, self.message, (lambda: proposal_of(self.card.card), lambda: try_it(self)),
                           (lambda: preset_after(self.simulation), self.next_preset), self.challenges.session.rest)
        self.offer.is_waiting = lambda: bool(self.cue_case.waiting)

    def _make_centre(self, legend: Sequence[tuple] | Callable, films: tuple):
        """The picture, and what stands below it."""
        self.legend = Legend(legend)
        centre = QWidget()
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.view, 1)
        self.message = MessageBar(self.view)
        self.bench = Workbench(self.player, self.edits, self.message.say, self)
        self.recording = Recording(self, ports.filmed(self), *films)
        self.timeline, self.run_to = TimeLine(self.player), RunTo(self.player)
        column.addWidget(self.recording.strip)
        self.export_strip = QVBoxLayout()
        column.addLayout(self.export_strip)
        for strip in (self.run_to, self.timeline):
            column.addWidget(strip)
        column.addWidget(self.legend)
        self.setCentralWidget(centre)
        self.status = Status()
        self.setStatusBar(self.status)

    # ---- what main and tests call -----------------------------------------------------------------------------------

    @property
    def simulation(self):
        """The present run, or None while the first one is being prepared."""
        return self.player.simulation

    @property
    def open_log(self):
        """Runs logs again and shows them."""
        return self.filing.logs

    def play(self):
        self.player.play()

    def pause(self):
        self.player.pause()

    def step(self, steps: int = 1):
        self.player.step(steps)

    def reset(self):
        self.player.reset()

    def choose_scene(self, scene_id: str, preset: str | None = None) -> bool:
        """Opens a scene; returns False, with a message, if there is none, and the present run goes on."""
        try:
            scene = self.catalogue.get(scene_id)
            if preset is None:
                chosen = next((p for p in scene.presets if scene.values(p.values) == scene.values()), None)
            else:
                chosen = scene.preset(preset)
        except BadValue as error:
            self.display.refuse(str(error))
            return False
        self.edits.open(Request(scene, chosen.values if chosen else {}, chosen.name if chosen else ""))
        return True

    def open(self, request: Request):
        """Opens a scene with values of its own; values that are none are refused with a message."""
        try:
            self.edits.open(replace(request, values=request.scene.values(request.values)))
        except BadValue as error:
            self.display.refuse(str(error))

    def choose_preset(self, name: str):
        if self.simulation is not None:
            self.choose_scene(self.simulation.scene.id, name)

    def report_fault(self, text: str):
        """Shows a fault; may be called on any thread."""
        self.reported.emit(text)

    def set_language(self, code: str):
        """Another language for all texts, at once and from now on."""
        everywhere.use_language(self, code)

    def set_theme(self, name: str):
        """Other colours for everything, at once and from now on."""
        everywhere.use_theme(self, name)

    def retranslate(self):
        """All texts in the language of the moment."""
        everywhere.retranslate(self)

    def _open_first(self):
        first = self.opening
        self.player.begin()
        self.view.setFocus()
        if not self.filing.open_first(first.file, first.code):
            self.open_first_scene()

    def open_first_scene(self):
        """Opens the scene that is shown where nothing else is."""
        scene_id, preset = self.opening.scene_id, self.opening.preset
        if not self.choose_scene(scene_id, preset) and self.catalogue.scenes:
            # the message stays; something else is shown below it
            self.player.open(Request(next(iter(self.catalogue.scenes.values()))))

    # ---- wishes with a little more to them --------------------------------------------------------------------------

    def choose_start(self, start):
        """Begins the present scene again with a typed start, or with its own (None)."""
        wanted = self.player.wanted
        if wanted is not None and start != wanted.start:
            self.edits.open(replace(wanted, start=start, keeps=True, reason=_("restarted with another start")))

    def choose_units(self):
        """Asks in which units quantities are shown."""
        show_once(self, "units", lambda: UnitSheet(self, self.units, self._show_units))

    def _show_units(self):
        """Everything in the units that hold now."""
        self.docks.retranslate()
        self.challenges.card.show_units()
        self.display.show_wanted()

    def _draw(self, name: str, text: str):
        """Gives a parameter the curve that was drawn."""
        self.edits.change(name, text)
        self.display.show_wanted()

    def set_speed(self, speed: float):
        self.player.set_speed(speed)
        self.top.show_speed(speed)

    def shift_speed(self, by: int):
        place = SPEEDS.index(self.player.pace.speed) + by
        self.set_speed(SPEEDS[min(max(place, 0), len(SPEEDS) - 1)])

    def next_preset(self):
        """Opens the preset after the present one; after the last one the first."""
        if name := preset_after(self.simulation):
            self.choose_preset(name)
            self.play()

    def reset_preset(self):
        if self.simulation is not None:
            self.choose_scene(self.simulation.scene.id, self.simulation.preset or None)

    # ---- beginning and end ------------------------------------------------------------------------------------------

    def closeEvent(self, event):
        if not (self.filing.may_close() and self.saving.may_close()):
            event.ignore()
            return
        self.recording.close()
        self.filing.close()
        self.export_run.close()
        self.lessons.leave()
        self.projector.set_black(False)
        self.projector.set_on(False)
        self.player.close()
        run = self.simulation
        self.docks.before_saving()
        # what stands on the bench is gone with the window
        is_kept = run is not None and run.scene.id != BENCH
        memory.save(self, self.settings, run.scene.id if is_kept else "", run.preset if is_kept else "",
                    quality=self.switches.quality, units=self.units.save(), **self.docks.choices())
        super().closeEvent(event)
        self.closed.emit()
