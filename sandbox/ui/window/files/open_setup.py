"""A set-up on its way into the window: its run is made again beside it, with its progress, and can be given up."""

from collections.abc import Callable
from pathlib import Path

from sandbox.errors import BadValue
from sandbox.qt.core import QObject, QTimer
from sandbox.scene.catalogue import Catalogue
from sandbox.text import _
from sandbox.ui.playback.player import Player
from sandbox.ui.playback.task import Task
from sandbox.workspace.rebuild import rebuilt
from sandbox.workspace.setup import Setup

POLL = 100               # [ms] between looks at a run that is being made
PATIENCE = 0.4           # [s] before it is worth a message


class Cancelled(Exception):
    """Another set-up is wanted, or none."""


class OpenSetup(QObject):
    """Makes the run of a set-up and shows it at the instant that was looked at.

    take   take(setup, run, path): everything besides the run, returns what could not be
    say    say(text, kind, button, action) shows a message
    """

    def __init__(self, parent: QObject, player: Player, catalogue: Catalogue, take: Callable, say: Callable):
        super().__init__(parent)
        self._player, self._catalogue, self._take, self._say = player, catalogue, take, say
        self._task: Task | None = None
        self._wanted = 0          # number of the newest wish
        self._path: Path | None = None
        self._name, self._far = "", (0.0, 0.0)
        self._has_said = False
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._look)

    @property
    def is_busy(self) -> bool:
        """Whether a run is being made."""
        return self._task is not None

    def open(self, read: Callable[[], Setup], name: str, path: Path | None = None):
        """Shows the set-up that `read()` gives, which may raise BadValue; `name` is what a person calls it."""
        self._wanted += 1
        wanted, self._path, self._name, self._far = self._wanted, path, name, (0.0, 0.0)
        self._has_said = False

        def note_progress(t: float, end: float):
            if wanted != self._wanted:
                raise Cancelled
            self._far = (t, end)

        def work():
            setup = read()
            run, notes = rebuilt(setup, self._catalogue, note_progress)
            return setup, run, notes

        self._task = Task(work)
        self._timer.start(POLL)

    def close(self):
        """No set-up is wanted any more."""
        self._wanted += 1
        self._task = None
        self._timer.stop()

    def cancel(self):
        """The person wants no more."""
        self.close()
        self._say(_("'{name}' was not opened.").format(name=self._name))

    def _look(self):
        if self._task is None:
            return
        if not self._task.is_done:
            self._say_progress()
            return
        task, self._task = self._task, None
        self._timer.stop()
        try:
            setup, run, notes = task.result()
        except BadValue as reason:
            self._say(str(reason), "error")
            return
        self._player.pause()
        self._player.show_made(run, str(self._path or ""))
        notes += self._take(setup, run, self._path)
        told = _("'{name}' at t = {t:.3f} s.").format(name=self._name, t=run.t)
        self._say(" ".join([told, *notes]), "event" if notes else "note")

    def _say_progress(self):
        t, end = self._far
        if self._task.seconds < PATIENCE:
            return
        text = _("'{name}' is being played again: t = {t:.1f} of {end:.1f} s").format(name=self._name, t=t, end=end)
        self._say(text, "busy", _("Cancel"), self.cancel)
