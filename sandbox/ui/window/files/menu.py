"""File > Open, Save, recent files and share codes: what comes in, by whatever way, and what is kept."""

import os
from collections.abc import Callable
from pathlib import Path

from sandbox.errors import BadValue
from sandbox.qt.core import QObject, QTimer
from sandbox.qt.widgets import QApplication, QFileDialog, QWidget
from sandbox.scene.solids.reading import FORMS
from sandbox.targets import shown, trouble_of_folder, trouble_of_name, trouble_of_place
from sandbox.text import _
from sandbox.ui.window import memory
from sandbox.ui.window.files.document import Documents, changed_at
from sandbox.ui.window.files.open_log import OpenLog
from sandbox.ui.window.files.open_setup import OpenSetup
from sandbox.ui.window.files.places import documents
from sandbox.ui.window.files.writing import Writing
from sandbox.workspace.setup import ENDING, Setup
from sandbox.workspace.setup_file import read_setup, with_ending, write_whole
from sandbox.workspace.share_code import HEAD, code_of, is_code, setup_of_code

RECENT = 10
LOG = ".sqlite"


class FileMenu(QObject):
    """Opens and keeps set-ups.

    logs, setups   open what a person names;  documents  has the present one
    settings       what is remembered, or None;  say  say(text, kind, button, action) shows a message
    take_mesh      take_mesh(path): makes a body of a file of a mesh
    listed         listed(paths) shows the files that were used last
    """

    def __init__(self, parent: QWidget, documents: Documents, logs: OpenLog, setups: OpenSetup, settings,
                 say: Callable, listed: Callable, take_mesh: Callable):
        super().__init__(parent)
        self._documents, self._logs, self._setups, self._settings = documents, logs, setups, settings
        self._say, self._listed, self._take_mesh = say, listed, take_mesh
        self._writing = Writing(self, say)
        self._recent = memory.recent(settings)
        self._wanted: Path | None = None          # is being opened
        listed(self._recent)

    @property
    def is_busy(self) -> bool:
        """Whether something is being read, made or written."""
        return self._logs.is_busy or self._setups.is_busy or self._writing.is_busy

    # ---- open -------------------------------------------------------------------------------------------------------

    def ask(self):
        """Lets the person choose a set-up or a log."""
        dialog = QFileDialog(self.parent(), _("Open…"), self._folder(), ";;".join((
            _("Set-ups and logs ({endings})").format(endings=f"*{ENDING} *.json *{LOG}"),
            _("All files (*)"))))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self.open)
        dialog.open()

    def _folder(self) -> str:
        path = self._documents.present.path or (Path(self._recent[0]) if self._recent else None)
        return str(path.parent if path is not None and path.parent.is_dir() else documents())

    def open(self, path):
        """Opens a set-up, a log or a mesh; what is none of them is refused in words."""
        path = Path(path).absolute()
        if not path.exists():
            self._forget(path)
            self._say(_("'{path}' is not there any more.").format(path=shown(path)), "error")
        elif path.suffix.lower() == LOG:
            self._setups.close()
            self._remember(path)
            self._logs.open(path)
        elif path.suffix.lower().lstrip(".") in FORMS:
            self._take_mesh(path)
        else:
            self._logs.close()
            self._wanted = path
            self._setups.open(lambda: read_setup(path), path.name, path)

    def open_code(self, text: str):
        """Opens what is in a share code."""
        self._logs.close()
        self._setups.open(lambda: setup_of_code(text), _("share code"))

    def opened(self, setup: Setup, run, path: Path | None) -> list[str]:
        """A set-up is shown now; returns what of it could not be, in sentences."""
        refused = self._documents.take(setup, run, path, is_changed=path is None)
        if path is not None and path == self._wanted:
            self._remember(path)
        return refused

    def drop(self, urls: list, text: str) -> bool:
        """Takes what was dropped on the window: files, or a text; returns whether that was anything."""
        paths = [url.toLocalFile() for url in urls if url.isLocalFile()]
        if paths:
            self.open(paths[0])
        elif is_code(text):
            self.open_code(text)
        return bool(paths) or is_code(text)

    # ---- save -------------------------------------------------------------------------------------------------------

    def save(self, then: Callable | None = None):
        """Writes the present set-up to its file, and calls then() when that is done; asks where there is none."""
        present = self._documents.present
        if present.path is None or present.is_read_only:
            self.ask_save()
        elif changed_at(present.path) not in (0, present.read_at):
            self._say(_("'{path}' was changed by another program.").format(path=shown(present.path)), "event",
                      _("Replace"), lambda: self._write(present.path, replaces=True, then=then))
        else:
            self._write(present.path, replaces=True, then=then)

    def ask_save(self):
        """Lets the person choose a file for the present set-up."""
        try:
            setup = self._documents.setup()
        except BadValue as reason:
            self._say(str(reason), "error")
            return
        name = self._documents.present.path or Path(self._folder()) / f"{setup.scene}{ENDING}"
        dialog = QFileDialog(self.parent(), _("Save as…"), str(name), _("Set-ups ({endings})").format(
            endings=f"*{ENDING}"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        # the ending has two points, which dialogs do not understand; the window asks before it replaces
        dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)
        dialog.fileSelected.connect(self.save_as)
        dialog.open()

    def save_as(self, name):
        """Writes the present set-up to a file; one that is there already is replaced when told so."""
        path = with_ending(Path(name).absolute())
        trouble = trouble_of_name(path.name) or trouble_of_place(path, replaces=True) or trouble_of_folder(path)
        if trouble:
            self._say(f"{shown(path)}: {trouble}.", "error")
        elif os.path.lexists(path):
            self._say(_("'{path}' is there already.").format(path=shown(path)), "event", _("Replace"),
                      lambda: self._write(path, replaces=True))
        else:
            self._write(path)

    def _write(self, path: Path, replaces: bool = False, then: Callable | None = None):
        try:
            setup, mark = self._documents.setup(), self._documents.mark()
        except BadValue as reason:
            self._say(str(reason), "error")
            return

        def saved(written: Path) -> str:
            self._documents.kept(written, mark)
            self._remember(written)
            if then is not None:
                QTimer.singleShot(0, then)
            return _("Saved as '{path}'.").format(path=shown(written))

        self._writing.begin(lambda to: write_whole(to, setup), path, saved, replaces)

    # ---- share codes ------------------------------------------------------------------------------------------------

    def copy_code(self):
        """Puts the share code of what is shown on the clipboard."""
        try:
            code = code_of(self._documents.setup())
        except BadValue as reason:
            self._say(str(reason), "error")
            return
        QApplication.clipboard().setText(code)
        self._say(_("The share code is on the clipboard: {count} letters from '{head}'. Who pastes it in this program "
                    "sees what you see now.").format(count=len(code), head=HEAD))

    def paste_code(self):
        """Opens the share code on the clipboard."""
        self.open_code(QApplication.clipboard().text())

    # ---- recent files -----------------------------------------------------------------------------------------------

    def _remember(self, path: Path):
        self._recent = [str(path), *(name for name in self._recent if name != str(path))][:RECENT]
        self._tell_recent()

    def _forget(self, path: Path):
        self._recent = [name for name in self._recent if name != str(path)]
        self._tell_recent()

    def _tell_recent(self):
        memory.remember_recent(self._settings, self._recent)
        self._listed(self._recent)

    def close(self):
        """Nothing is wanted any more."""
        self._logs.close()
        self._setups.close()
