"""What a window shows of a run: when it begins, when the language changes, and when a wish was not granted."""

from collections.abc import Callable
from dataclasses import dataclass

from sandbox.qt.core import QObject, QTimer
from sandbox.text import _
from sandbox.ui.playback.compiling import Compiling
from sandbox.ui.playback.player import Player
from sandbox.ui.window.messages import MessageBar
from sandbox.ui.window.status import Status

PATIENCE = 400        # [ms] before a run that is not ready yet is worth a message
TELL = 300            # [ms] between looks how far the compiler is


@dataclass(frozen=True)
class Audience:
    """Who shows what of a run; each is called with it.

    scene    (scene): title and presets of the present one
    begin    (run): another run
    mark     (scene_id, preset): which of all are the present ones
    values   (values): values of all parameters that hold or are wanted
    glance   (snapshot), up to 20 times per second while something moves
    look     (), 5 times per second
    """

    scene: tuple[Callable, ...]
    begin: tuple[Callable, ...]
    mark: tuple[Callable, ...]
    values: tuple[Callable, ...]
    glance: tuple[Callable, ...]
    look: tuple[Callable, ...]


class Display(QObject):
    """Passes what the player says on to the audience, and puts it into words."""

    def __init__(self, parent: QObject, player: Player, message: MessageBar, status: Status, audience: Audience):
        super().__init__(parent)
        self._player, self._message, self._status, self._audience = player, message, status, audience
        self._shown_scene = None
        self._end = ""                # what was said of the end of the run
        self.replay: Callable | None = None      # shows the last second again
        self.ways: Callable[[], tuple] = tuple   # further ways on from an end
        self._compiling = Compiling()
        self._tells = QTimer(self)
        self._tells.timeout.connect(self._say_busy)

    @property
    def _run(self):
        return self._player.simulation

    # ---- another run ------------------------------------------------------------------------------------------------

    def on_preparing(self, on: bool):
        if not on:
            self._tells.stop()
            self._message.end("busy")
            return
        self._compiling.begin()
        if self._run is None:
            self._say_busy()
        self._tells.start(TELL if self._run is None else PATIENCE)

    def _say_busy(self):
        message = self._message
        if not self._player.is_preparing:
            self._tells.stop()
        elif not (message.text and message.kind == "error") and (text := self._compiling.text()) != message.text:
            message.say(text, "busy")

    def on_started(self, run, reason: str):
        self._message.end("event", "busy")
        self._status.clearMessage()
        self._show_scene()
        for begin in self._audience.begin:
            begin(run)
        # what was moved while it was prepared waits for another one
        self.show_wanted()
        if reason:
            self.note(reason)
        if run.system.notes:
            self._message.say(_("The start was brought onto the surface: {notes}.").format(
                notes="; ".join(run.system.notes)))

    def _show_scene(self):
        """Shows title, presets and marks of the present scene."""
        run = self._run
        if self._shown_scene is not run.scene:
            self._shown_scene = run.scene
            for show in self._audience.scene:
                show(run.scene)
        self.mark(run.scene.id, run.preset)

    def mark(self, scene_id: str, preset: str):
        """Marks a scene and a preset wherever there is a choice of them."""
        for mark in self._audience.mark:
            mark(scene_id, preset)

    def show_values(self, values: dict):
        """Shows values of all parameters wherever they are seen."""
        for show in self._audience.values:
            show(values)

    def show_wanted(self):
        """Shows the values that all wishes so far lead to, if it is still the present scene that they are for."""
        wanted = self._player.wanted
        if wanted is not None and wanted.scene is self._run.scene:
            self.show_values(wanted.values)

    # ---- the run goes on --------------------------------------------------------------------------------------------

    def glance(self, snapshot):
        for glance in self._audience.glance:
            glance(snapshot)

    def on_ended(self, event):
        self._end = event.sentence
        more = ((_("The last second slowly (Q)"), self.replay),) if self.replay is not None else ()
        self._message.say(event.sentence, "event", _("Again (Backspace)"), self._player.reset, (*more, *self.ways()),
                          _("begins the run again"))

    def look(self):
        if self._end and self._run.ended is None and not self._player.travel.loop.is_on:
            # the person went back before the end; where it is shown again and again the sentence stays to be read
            if self._message.text == self._end:
                self._message.end("event")
            self._end = ""
        for look in self._audience.look:
            look()

    def retranslate(self):
        """Shows the present run in the language of the moment."""
        self._shown_scene = None
        if self._run is not None:
            self._show_scene()
            self.show_wanted()
            self.look()

    # ---- words ------------------------------------------------------------------------------------------------------

    def note(self, text: str):
        """Shows a passing note, in the status bar or, when it is long, over the picture."""
        if not self._status.note(text) and not self._message.is_urgent:
            self._message.say(text)

    def refuse(self, text: str):
        """Says why a wish was not granted, and shows what still holds."""
        self._message.say(text, "error")
        if (run := self._run) is not None:
            self.mark(run.scene.id, run.preset)
            # a live change may still be on its way
            wanted = self._player.wanted
            self.show_values((wanted if wanted is not None and wanted.scene is run.scene else run).values)
