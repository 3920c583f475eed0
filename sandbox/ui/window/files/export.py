"""File > Export: the log of the present run, or what the plots show, as a table for other programs."""

import os
from collections.abc import Callable
from pathlib import Path

from sandbox.errors import BadValue
from sandbox.files import replaced
from sandbox.qt.core import QObject
from sandbox.qt.widgets import QFileDialog, QWidget
from sandbox.run.logs.logfile import read_log
from sandbox.run.logs.tables import export_csv
from sandbox.run.readings.curves import write_curves
from sandbox.targets import shown, trouble_of_folder, trouble_of_name, trouble_of_place
from sandbox.text import _
from sandbox.ui.playback.player import Player
from sandbox.ui.window.files.places import documents
from sandbox.ui.window.files.writing import Writing

THEORY = {"pdf": "PDF", "html": "HTML", "md": "Markdown"}        # endings of files for the theory


class Export(QObject):
    """Asks for a file and writes it beside the window, which says how that went; replaces one when told so.

    player   has the present run
    panel    panel(name): the panel "plots" or "charts"
    say      say(text, kind, button, action) shows a message
    """

    def __init__(self, parent: QWidget, player: Player, panel: Callable, say: Callable):
        super().__init__(parent)
        self._player, self._panel, self._say = player, panel, say
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

    def ask_plots(self, kind: str = "csv"):
        """Lets the person choose a file for what the plots show, "csv", or for how they look, "png" or "svg"."""
        run = self._player.simulation
        titles = {"csv": _("Export the plots as CSV…"), "png": _("Export the plots as PNG…"),
                  "svg": _("Export the plots as SVG…")}
        if run is not None:
            write = self.write_plots if kind == "csv" else lambda out: self.write_picture(out, kind)
            self._ask(titles[kind], f"{run.scene.id}_plots.{kind}", write)

    def ask_theory(self):
        """Lets the person choose a file for the theory: PDF, HTML or Markdown, by its ending."""
        if why := self._panel("theory").ports.why_no_theory():
            self._say(why, "note")
        elif self._player.simulation is not None:
            kinds = ";;".join(f"{title} (*.{kind})" for kind, title in THEORY.items())
            self._ask(_("Print the theory, or save it…"), f"{self._panel('theory').file_name}.pdf", self.write_theory,
                      kinds)

    def write_theory(self, out):
        """Writes the theory as the ending of the file says."""
        out = Path(out)
        kind = out.suffix.lower().removeprefix(".")
        if kind not in THEORY:
            self._say(_("{path}: needs one of the endings {known}.").format(
                path=shown(out), known=", ".join(f".{one}" for one in THEORY)), "error")
            return

        def write(data: bytes):
            if not data:
                self._say(_("The theory could not be printed here."), "error")
                return
            self._write(lambda to: write_whole(to, data), out,
                        lambda saved: _("The theory was saved as '{path}'.").format(path=saved))

        self._panel("theory").draw(kind, write)

    def _ask(self, title: str, name: str, write: Callable, kinds: str = ""):
        kind = name.rpartition(".")[2]
        dialog = QFileDialog(self.parent(), title, str(documents()/name), kinds or f"{kind.upper()} (*.{kind})")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(kind)
        dialog.filterSelected.connect(lambda chosen: dialog.setDefaultSuffix(chosen.rpartition(".")[2].rstrip(")")))
        # some dialogs of the system ask before they add the ending: here is asked instead
        dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)
        dialog.fileSelected.connect(write)
        dialog.open()

    def write(self, out):
        source = self._log()
        if source is None:
            return
        trouble = self._player.simulation.recorder.trouble

        def write(to: Path) -> str:
            log = read_log(source)
            missing = export_csv(log, to)
            # that the log of a run that goes on is not closed is no news
            return trouble if trouble and not log.lost_rows else missing if log.lost_rows else ""

        self._write(write, Path(out))

    def write_plots(self, out):
        quantities, values = self._panel("plots").table()
        self._write(lambda to: write_curves(to, quantities, values), Path(out))

    def write_picture(self, out, kind: str):
        """Writes how the plots look."""
        data = self._panel("plots").drawn(kind)
        self._write(lambda to: write_whole(to, data), Path(out),
                    lambda saved: _("The plots were saved as '{path}'.").format(path=saved))

    def write_table(self, out, text: str):
        """Writes a table that is there already as text."""
        self._write(lambda to: write_whole(to, text.encode("utf-8-sig")), Path(out))

    def ask_page(self, name: str, data: bytes):
        """Lets the person choose a file for a page that is there already as PDF."""
        self._ask(_("Save the page as PDF…"), name, lambda out: self.write_page(out, data))

    def write_page(self, out, data: bytes):
        """Writes a page that is there already as PDF."""
        self._write(lambda to: write_whole(to, data), Path(out),
                    lambda saved: _("The page was saved as '{path}'.").format(path=saved))

    def ask_chart(self, kind: str):
        """Lets the person choose a file for the chart, "png" or "svg"."""
        run = self._player.simulation
        titles = {"png": _("Export the chart as PNG…"), "svg": _("Export the chart as SVG…")}
        if run is None or self._panel("charts").chart is None:
            self._say(_("There is no chart here."), "error")
        else:
            self._ask(titles[kind], f"{run.scene.id}_chart.{kind}", lambda out: self.write_chart(out, kind))

    def write_chart(self, out, kind: str):
        """Writes how the chart looks."""
        data = self._panel("charts").drawn(kind)
        self._write(lambda to: write_whole(to, data), Path(out),
                    lambda saved: _("The chart was saved as '{path}'.").format(path=saved))

    def ask_map(self, kind: str):
        """Lets the person choose a file for the map: how it looks, "png", or its numbers, "nc"."""
        run = self._player.simulation
        titles = {"png": _("Export the map as PNG…"), "nc": _("Export the map as netCDF…")}
        if run is None or self._panel("atlas").work.plan is None:
            self._say(_("There is no map here."), "error")
        else:
            self._ask(titles[kind], f"{run.scene.id}_map.{kind}", lambda out: self.write_map(out, kind))

    def write_map(self, out, kind: str):
        """Writes how the map looks, or what is known of it by now."""
        panel = self._panel("atlas")
        try:
            found = panel.drawn() if kind == "png" else panel.known()
        except BadValue as error:
            self._say(str(error), "error")
            return
        self._write(lambda to: write_whole(to, found) if kind == "png" else found.write(to), Path(out),
                    lambda saved: _("The map was saved as '{path}'.").format(path=saved))

    def _write(self, write: Callable[[Path], object], out: Path, saved: Callable[[Path], str] | None = None):
        trouble = trouble_of_name(out.name) or trouble_of_place(out, replaces=True) or trouble_of_folder(out)
        if trouble:
            self._say(f"{shown(out)}: {trouble}.", "error")
        elif os.path.lexists(out):
            self._say(_("'{path}' is there already.").format(path=out), "event", _("Replace"),
                      lambda: self._begin(write, out, saved, replaces=True))
        else:
            self._begin(write, out, saved)

    def _begin(self, write: Callable, out: Path, saved: Callable | None, replaces: bool = False):
        self._writing.begin(write, out, saved or _table_saved, replaces)


def _table_saved(path: Path) -> str:
    return _("The table was saved as '{path}'.").format(path=path)


def write_whole(path: Path, data: bytes):
    """Writes bytes as a file that is replaced whole."""
    with replaced(path, binary=True) as file:
        file.write(data)
