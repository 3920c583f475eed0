"""File > Export: the log of the present run, or what the plots show, as a table for other programs."""

from collections.abc import Callable
from pathlib import Path

from PyQt5.QtCore import QObject, QTimer
from PyQt5.QtWidgets import QFileDialog, QWidget

from sandbox.run.logfile import export_csv
from sandbox.text import _
from sandbox.ui.panels.traces import write_csv
from sandbox.ui.playback.task import Task


class Export(QObject):
    """Asks for a file and writes it beside the window, which says how that went.

    player   has the present run
    plotted  plotted(): what the plots show (PlotPanel.table)
    say      say(text, kind) shows a message
    """

    def __init__(self, parent: QWidget, player, plotted: Callable, say: Callable):
        super().__init__(parent)
        self._player, self._plotted, self._say = player, plotted, say
        self._tasks: list[tuple[Task, Path]] = []
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._poll)

    def _log(self) -> Path | None:
        """The log of the present run, or a message why there is none."""
        run = self._player.simulation
        recorder = run.recorder if run is not None else None
        if recorder is None or recorder.trouble:
            self._say(recorder.trouble if recorder is not None else _("This run has no log."), "error")
            return None
        return Path(recorder.path)

    def ask(self):
        """Let the person choose a file for the log; the run goes on meanwhile."""
        source = self._log()
        if source is not None:
            self._ask(_("Export log as CSV…"), source.stem + ".csv", self.write)

    def ask_plots(self):
        """Let the person choose a file for what the plots show."""
        run = self._player.simulation
        if run is not None:
            self._ask(_("Export the plots as CSV…"), f"{run.scene.id}_plots.csv", self.write_plots)

    def _ask(self, title: str, name: str, write: Callable):
        dialog = QFileDialog(self.parent(), title, name, "CSV (*.csv)")
        dialog.setAcceptMode(QFileDialog.AcceptSave)
        dialog.setDefaultSuffix("csv")
        dialog.fileSelected.connect(write)
        dialog.open()

    def write(self, out):
        source, out = self._log(), Path(out)
        if source is not None:
            self._begin(lambda: export_csv(source, out), out)

    def write_plots(self, out):
        (names, t, values), out = self._plotted(), Path(out)
        self._begin(lambda: write_csv(out, names, t, values), out)

    def _begin(self, work: Callable, out: Path):
        self._tasks.append((Task(work), out))
        self._timer.start(100)

    def _poll(self):
        done = [item for item in self._tasks if item[0].is_done]
        self._tasks = [item for item in self._tasks if item not in done]
        if not self._tasks:
            self._timer.stop()
        for task, out in done:
            try:
                task.result()
            except OSError as error:
                self._say(_("'{path}' could not be written: {reason}.").format(
                    path=out, reason=error.strerror or error), "error")
            else:
                self._say(_("The table was saved as '{path}'.").format(path=out))
