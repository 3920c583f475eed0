"""File > Open log: the run of a log, run again beside the window and compared, then shown from its start."""

from collections.abc import Callable
from pathlib import Path

from sandbox.errors import BadValue
from sandbox.qt.core import QObject
from sandbox.qt.widgets import QFileDialog, QWidget
from sandbox.run.logs.chain import NoLog
from sandbox.run.replay import replayed
from sandbox.scene.catalogue import Catalogue
from sandbox.text import _
from sandbox.ui.playback.awaited import Awaited
from sandbox.ui.playback.player import Player
from sandbox.ui.playback.task import Task
from sandbox.ui.window.files.places import documents
from sandbox.workspace.bench import scene_of_plain

POLL = 100               # [ms] between looks at a log that is being run again


class Cancelled(Exception):
    """Another log is wanted, or none."""


class OpenLog(QObject):
    """Asks for a log and shows its run; a damaged one up to its last undamaged row.

    player   shows it;  say  say(text, kind) shows a message
    """

    def __init__(self, parent: QWidget, player: Player, catalogue: Catalogue, say: Callable):
        super().__init__(parent)
        self._player, self._catalogue, self._say = player, catalogue, say
        self._path = Path()
        self._wanted = 0          # number of the newest wish
        self._awaited = Awaited(self, POLL)

    @property
    def is_busy(self) -> bool:
        """Whether a log is being run again."""
        return self._awaited.is_on

    def ask(self):
        """Lets the person choose a log."""
        run = self._player.simulation
        recorder = run.recorder if run is not None else None
        folder = str(Path(recorder.path).parent) if recorder is not None else str(documents())
        dialog = QFileDialog(self.parent(), _("Open log…"), folder, _("Logs of runs (*.sqlite)"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self.open)
        dialog.open()

    def open(self, path):
        """Runs a log again beside the window, then shows it."""
        self._path = Path(path)
        self._wanted += 1
        wanted = self._wanted

        def look(_t, _last):
            if wanted != self._wanted:
                raise Cancelled

        def work():
            verdict, run = replayed(path, self._catalogue.get, look, scene_of_plain)
            run.go_to(0)
            return verdict, run

        self._say(_("The log is run again and compared…"), "busy")
        self._awaited.begin(work, self._show)

    def close(self):
        """No log is wanted any more."""
        self._wanted += 1
        self._awaited.drop()

    def _show(self, task: Task):
        try:
            verdict, run = task.result()
        except (NoLog, BadValue) as reason:
            self._say(str(reason), "error")
            return
        self._player.show_made(run, str(self._path))
        text = f"{self._path.name}: " + "; ".join(verdict.sentences())
        self._say(text, "event" if verdict.is_same and not verdict.trouble else "error")
