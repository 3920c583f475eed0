"""File > Export: the log of the present run, or what the plots show, as a table for other programs."""

from collections.abc import Callable
from pathlib import Path

from PyQt5.QtCore import QObject
from PyQt5.QtWidgets import QFileDialog, QWidget

from sandbox.run.logfile import read_log
from sandbox.run.tables import export_csv
from sandbox.text import _
from sandbox.ui.panels.traces import write_csv
from sandbox.ui.playback.player import Player
from sandbox.ui.window.writing import Writing


class Export(QObject):
    """Asks for a file and writes it beside the window, which says how that went.

    player   has the present run
    plotted  plotted(): what the plots show (PlotPanel.table)
    say      say(text, kind) shows a message
    """

    def __init__(self, parent: QWidget, player: Player, plotted: Callable, say: Callable):
        super().__init__(parent)
        self._player, self._plotted, self._say = player, plotted, say
        self._writing = Writing(self, say)

    def _log(self) -> Path | None:
        """The log of the present run, or a message why there is none."""
        run = self._player.simulation
        recorder = run.recorder if run is not None else None
        if recorder is None or not recorder.rows:
            self._say(recorder.trouble if recorder is not None and recorder.trouble else _("This run has no log."),
                      "error")
            return None
        # all rows so far
        recorder.commit()
        return Path(recorder.path)

    def ask(self):
        """Lets the person choose a file for the log; the run goes on meanwhile."""
        source = self._log()
        if source is not None:
            self._ask(_("Export log as CSV…"), source.stem + ".csv", self.write)

    def ask_plots(self):
        """Lets the person choose a file for what the plots show."""
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
        if source is None:
            return
        trouble = self._player.simulation.recorder.trouble

        def write() -> str:
            log = read_log(source)
            missing = export_csv(log, out)
            # that the log of a run that goes on is not closed is no news
            return trouble if trouble and not log.lost_rows else missing if log.lost_rows else ""

        self._write(write, out)

    def write_plots(self, out):
        (names, t, values), out = self._plotted(), Path(out)
        self._write(lambda: write_csv(out, names, t, values), out)

    def _write(self, work: Callable, out: Path):
        self._writing.begin(work, out, _("The table was saved as '{path}'.").format(path=out))
