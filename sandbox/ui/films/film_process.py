"""A film of what happened, drawn frame by frame by a process of its own: how it is started, heard and ended."""

import json
import tempfile
from pathlib import Path

from sandbox.film.recipe import Recipe, recipe_text
from sandbox.qt.core import QObject, QProcess, pyqtSignal
from sandbox.text import _

ENDING = 8000            # [ms] that a film has to end when the window is closed


class FilmProcess(QObject):
    """One film of a recipe, made by `command`, the words that start this program."""

    is_live = False
    progressed = pyqtSignal(str, int, int)      # how far it is, in words; frames done, of so many
    takes_long = pyqtSignal()                   # being finished takes a while, which may be ended too
    ended = pyqtSignal(object, str)             # (path, seconds, bytes) of what was saved or None; why it ended or ""

    def __init__(self, recipe: Recipe, path: Path, command: tuple, parent=None):
        super().__init__(parent)
        self._command, self._path = command, path
        with tempfile.NamedTemporaryFile("w", suffix=".json", delete=False, encoding="utf-8") as file:
            file.write(recipe_text(recipe))
        self._recipe = Path(file.name)
        self._last = {}                            # what the process said last
        self._is_over = False
        process = self._process = QProcess(self)
        process.readyReadStandardOutput.connect(self._hear)
        process.finished.connect(self._on_finished)
        process.errorOccurred.connect(lambda kind: self._on_finished() if kind == QProcess.ProcessError.FailedToStart
                                      else None)

    def begin(self):
        self.progressed.emit(_("The film is being prepared…"), 0, 0)
        self._process.start(self._command[0], [*self._command[1:], "record", str(self._recipe), "--out",
                                               str(self._path), "--progress"])

    def stop(self):
        """Ends it soon; what is done is kept."""
        self._process.write(b"stop\n")

    def close(self):
        """Ends it in short order."""
        self.stop()
        if not self._process.waitForFinished(ENDING):
            self._process.kill()
            self._process.waitForFinished(1000)

    def _hear(self):
        while not self._is_over and self._process.canReadLine():
            try:
                news = json.loads(bytes(self._process.readLine()))
            except ValueError:
                continue
            self._last.update(news)
            if "of" in news:
                left = "" if news["left"] is None else _("{left:.0f} s left").format(left=news["left"])
                self.progressed.emit(_("{frames} of {of} frames, {rate:.1f} per second, {left}").format(
                    **{**news, "left": left}), news["frames"], news["of"])
            elif "end" in news:
                self.progressed.emit(_("on the way to the start: {t:.0f} of {end:.0f} s").format(
                    t=news["t"], end=news["end"]), round(news["t"]), round(news["end"]))
            elif "finishing" in news:
                share = news.get("share")
                self.progressed.emit(_("The film is being finished…"), round(100*(share or 0)), 100 if share else 0)
                if share is not None:
                    self.takes_long.emit()

    def _on_finished(self, *_code):
        if self._is_over:
            return
        self._hear()
        self._is_over = True
        errors = bytes(self._process.readAllStandardError()).decode("utf-8", "replace").strip().splitlines()
        self._recipe.unlink(missing_ok=True)
        said = self._last
        trouble = said.get("trouble") or ("" if "saved" in said else errors[-1] if errors else _("it gave no reason"))
        self.ended.emit((Path(said["saved"]), said["seconds"], said["bytes"]) if "saved" in said else None, trouble)
