"""File > Export > the run for other programs: written by a process of its own, from the set-up of what is shown."""

import json
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from sandbox.errors import BadValue
from sandbox.exports import formats
from sandbox.qt.core import QObject, QProcess, QUrl
from sandbox.qt.gui import QDesktopServices
from sandbox.qt.widgets import QFileDialog, QWidget
from sandbox.targets import shown, trouble_of_folder, trouble_of_name, trouble_of_place
from sandbox.text import _, language
from sandbox.ui.films.record import ProgressStrip
from sandbox.ui.look import theme
from sandbox.ui.window.files.document import Documents
from sandbox.ui.window.files.export_sheet import ExportSheet, Wanted
from sandbox.ui.window.files.places import documents
from sandbox.workspace.setup import ENDING
from sandbox.workspace.setup_file import write_setup

PATIENCE = 3000          # [ms] that the process has to end


class ExportRun(QObject):
    """Asks what is wanted and writes it; one file at a time.

    documents   has the set-up;  command  words that start this program
    strip       shows how far it is;  say  say(text, kind, button, action) shows a message
    """

    def __init__(self, parent: QWidget, documents: Documents, command, say: Callable):
        super().__init__(parent)
        self._documents, self._command, self._say = documents, tuple(command), say
        self.strip = ProgressStrip()
        self.strip.stop.clicked.connect(self.stop)
        self._process: QProcess | None = None
        self._source, self._out = Path(), Path()
        self._last: Wanted | None = None
        self._news: dict = {}
        self._is_stopped = False

    @property
    def can_start(self) -> bool:
        """Whether there is a program to do it."""
        return bool(self._command)

    @property
    def is_busy(self) -> bool:
        """Whether a file is being written."""
        return self._process is not None

    def ask(self):
        """Lets the person choose what is to be written."""
        if self.is_busy:
            self._say(_("'{path}' is still being written.").format(path=shown(self._out)))
            return
        try:
            setup = self._documents.setup()
        except BadValue as reason:
            self._say(str(reason), "error")
            return
        sheet = ExportSheet(self.parent(), setup.reached/setup.step_rate, self._last)
        sheet.wanted.connect(self.ask_file)
        sheet.show()

    def ask_file(self, wanted: Wanted):
        """Lets the person choose a file."""
        self._last = wanted
        name = f"{self._documents.setup().scene}{wanted.ending}"
        dialog = QFileDialog(self.parent(), _("Export the run"), str(documents()/name),
                             f"{formats.names()[wanted.ending]} (*{wanted.ending})")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(wanted.ending[1:])
        dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)
        dialog.fileSelected.connect(lambda path: self.write(wanted, path))
        dialog.open()

    def write(self, wanted: Wanted, path):
        """Writes a file; one that is there already is replaced when told so."""
        out = Path(path)
        out = out if out.suffix == wanted.ending else out.with_name(out.name + wanted.ending)
        trouble = trouble_of_name(out.name) or trouble_of_place(out, replaces=True) or trouble_of_folder(out)
        if trouble:
            self._say(f"{shown(out)}: {trouble}.", "error")
        elif os.path.lexists(out):
            self._say(_("'{path}' is there already.").format(path=shown(out)), "event", _("Replace"),
                      lambda: self._begin(wanted, out, replaces=True))
        else:
            self._begin(wanted, out)

    def _begin(self, wanted: Wanted, out: Path, replaces: bool = False):
        if self.is_busy:
            return
        try:
            setup = self._documents.setup()
            number, name = tempfile.mkstemp(suffix=ENDING)
            os.close(number)
            self._source = Path(name)
            write_setup(self._source, setup)
        except (BadValue, OSError) as error:
            self._say(_("'{path}' could not be written: {reason}.").format(
                path=shown(out), reason=getattr(error, "strerror", None) or error), "error")
            return
        self._out, self._news, self._is_stopped = out, {}, False
        process = self._process = QProcess(self)
        process.readyReadStandardOutput.connect(self._hear)
        process.finished.connect(self._on_finished)
        process.errorOccurred.connect(lambda kind: self._on_finished() if kind == QProcess.ProcessError.FailedToStart
                                      else None)
        span = wanted.span
        words = [*self._command[1:], "--lang", language(), "export", str(self._source), "--to", str(out), "--from",
                 repr(span.begin), "--until", repr(span.end), "--rate", repr(span.rate), "--progress",
                 "--colours", theme.present(), *(["--force"] if replaces else [])]
        self.strip.show_progress(_("'{path}' is being written…").format(path=out.name), 0, 0)
        process.start(self._command[0], words)

    def stop(self):
        """Ends it; there will be no file."""
        if self._process is not None:
            self._is_stopped = True
            self.strip.stop.setEnabled(False)
            # where programs cannot be asked to end, they are ended
            (self._process.kill if os.name == "nt" else self._process.terminate)()

    def close(self):
        """The window goes: a file that is not whole is given up."""
        process = self._process
        if process is not None:
            self.stop()
            if not process.waitForFinished(PATIENCE):
                process.kill()
                process.waitForFinished(1000)

    def _hear(self):
        while self._process is not None and self._process.canReadLine():
            try:
                news = json.loads(bytes(self._process.readLine()))
            except ValueError:
                continue
            self._news.update(news)
            if "t" in news:
                self.strip.show_progress(_("'{path}': t = {t:.1f} of {end:.1f} s").format(
                    path=self._out.name, t=news["t"], end=news["end"]), round(100*news["t"]), round(100*news["end"]))

    def _on_finished(self, *_code):
        if self._process is None:
            return
        self._hear()
        process, self._process = self._process, None
        errors = bytes(process.readAllStandardError()).decode("utf-8", "replace").strip().splitlines()
        process.deleteLater()
        self._source.unlink(missing_ok=True)
        self.strip.hide()
        if "saved" in self._news:
            path = Path(self._news["saved"])
            self._say(_("Saved as '{path}': {count} instants.").format(path=shown(path), count=self._news["count"]),
                      "event", _("Show in folder"),
                      lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.parent))))
        elif self._is_stopped:
            self._say(_("'{path}' was not written: stopped.").format(path=shown(self._out)))
        else:
            self._say(_("'{path}' could not be written: {reason}.").format(
                path=shown(self._out), reason=errors[-1].rstrip(".") if errors else _("it gave no reason")), "error")
