"""Films and pictures from the window: what happened is drawn by a process of its own, what is seen is filmed here."""

import json
import tempfile
from datetime import datetime
from pathlib import Path

from PyQt5.QtCore import QObject, QProcess, QTimer, QUrl
from PyQt5.QtGui import QDesktopServices
from PyQt5.QtWidgets import QFrame, QHBoxLayout, QProgressBar, QPushButton

from sandbox.errors import BadValue
from sandbox.film import leftovers
from sandbox.film.overlay import Entry, Overlay, shown_scale, with_units
from sandbox.film.recipe import GIF_SIZE, SIZES, recipe_of
from sandbox.text import _, language
from sandbox.ui import theme
from sandbox.ui.panel import plain_label
from sandbox.ui.sheet import Choices, Sheet

LOOK = 250               # [ms] between looks at a film that is being made
LATER = 4000             # [ms] after the start before old films are looked for
ENDING = 8000            # [ms] that a film has to end when the window is closed


class Strip(QFrame):
    """Below the picture while a film is being made: how far it is, and the way to end it."""

    def __init__(self):
        super().__init__()
        self.setObjectName("filming")
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 5, 14, 5)
        row.setSpacing(12)
        self.dot, self.text = plain_label("●"), plain_label("")
        self.dot.setProperty("state", "bad")
        self.bar, self.stop = QProgressBar(), QPushButton()
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(10)
        row.addWidget(self.dot)
        row.addWidget(self.text)
        row.addWidget(self.bar, 1)
        row.addStretch(0)
        row.addWidget(self.stop)
        self.hide()


class Recording(QObject):
    """Makes films and pictures of a window.

    path      of the film that is being made, or of the last one
    folder    where films go when nothing else is chosen;  pictures  the same for pictures
    command   words that start this program, to make exact films with; none: only live ones
    """

    def __init__(self, window, folder=None, pictures=None, command=()):
        super().__init__(window)
        self._window, self._command = window, tuple(command)
        self._folder = Path(folder) if folder else Path.home()
        self.pictures = Path(pictures) if pictures else self._folder
        self.strip = Strip()
        self.strip.stop.clicked.connect(self.stop)
        self._live = self._process = None
        self.path = self._recipe = None
        self._last = {}                            # what the process said last
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._look)
        QTimer.singleShot(LATER, self.keep_leftovers)

    def keep_leftovers(self):
        """Say which films of an earlier session were not finished."""
        kept = leftovers.keep(self.choices.folder or self._folder)
        if kept:
            self._window.message.say(_("A film that was not finished was kept: '{path}'.").format(path=kept[-1]))

    @property
    def choices(self) -> Choices:
        settings = self._window.settings
        try:
            return Choices.of(json.loads(settings["film"]))
        except (TypeError, KeyError, ValueError):
            return Choices()

    @property
    def is_busy(self) -> bool:
        """Whether a film is being made."""
        return self._live is not None or self._process is not None

    # ---- wishes -----------------------------------------------------------------------------------------------------

    def toggle(self):
        """Ask what is to be filmed; or end a live film."""
        window = self._window
        if self._live is not None:
            self.stop()
        elif self._process is not None:
            window.message.say(_("A film is still being made."))
        elif window.simulation is not None:
            run = window.simulation
            title = "\n".join(_(text) for text in (run.scene.title, run.preset) if text)
            sheet = Sheet(window, self.choices, max(run.t, 0.0), title, self._folder, bool(self._command))
            sheet.wanted.connect(self.begin)
            sheet.show()

    def begin(self, choices: Choices, begin: float, end: float, speed: float, title: str):
        """Make a film; its file is named by scene, preset and time of day."""
        window = self._window
        if window.settings is not None:
            window.settings["film"] = json.dumps(choices.as_dict())
        try:
            self.path = self.new_file(Path(choices.folder) if choices.folder else self._folder, choices.kind)
            if choices.is_exact:
                self._begin_exact(choices, begin, end, speed, title)
            else:
                self._begin_live(choices)
        except (BadValue, OSError) as error:
            self._window.message.say(_("There will be no film: {reason}.").format(
                reason=getattr(error, "strerror", None) or error), "error")

    def stop(self):
        """End the film; what is done is kept."""
        if self._live is not None:
            self._end_live()
        elif self._process is not None:
            self.strip.stop.setEnabled(False)
            self._process.write(b"stop\n")

    def close(self):
        """The window goes: a film is ended, in short order."""
        if self._live is not None:
            self._end_live()
        if self._process is not None:
            self.stop()
            if not self._process.waitForFinished(ENDING):
                self._process.kill()
                self._process.waitForFinished(1000)

    def new_file(self, folder: Path, kind: str) -> Path:
        """A name in a folder, which is made if need be: scene, preset, time of day."""
        folder.mkdir(parents=True, exist_ok=True)
        run = self._window.simulation
        name = "".join(c if c.isalnum() else "-" for c in f"{run.preset}").strip("-")[:40]
        stamp = datetime.now().strftime("%Y%m%d-%H%M%S")
        path, count = folder / f"{'_'.join(filter(None, (run.scene.id, name, stamp)))}.{kind}", 1
        while path.exists() or path.with_suffix(".json").exists():
            count += 1
            path = path.with_name(f"{path.stem}-{count}{path.suffix}")
        return path

    def _picture(self) -> dict:
        """What is switched on in the picture."""
        window = self._window
        view, switches = window.view, window.switches
        look = getattr(view, "look", None)
        return {"arrows": switches.arrows,
                "trail": switches.trail, "chalk": switches.chalk, "camera": switches.camera,
                "look": tuple(look["at"]) if look and look["mode"] == switches.camera else None,
                "window": (view.width(), view.height()), "theme": theme.present(), "bold": window.projector.is_on,
                "language": language()}

    # ---- what happened ----------------------------------------------------------------------------------------------

    def _begin_exact(self, choices, begin, end, speed, title):
        recipe = recipe_of(self._window.simulation, begin, end, speed=speed,
                           size=SIZES.get(choices.size, SIZES["1080p"]), fps=choices.fps, clock=choices.clock,
                           legend=choices.legend, title=title if choices.card else "", **self._picture())
        with tempfile.NamedTemporaryFile("w", suffix=".json", delete=False, encoding="utf-8") as file:
            file.write(recipe.as_json())
        self._recipe, self._last = Path(file.name), {}
        process = self._process = QProcess(self)
        process.readyReadStandardOutput.connect(self._hear)
        process.finished.connect(self._on_finished)
        process.errorOccurred.connect(lambda kind: self._on_finished() if kind == QProcess.FailedToStart else None)
        process.start(self._command[0], [*self._command[1:], "record", str(self._recipe), "--out", str(self.path),
                                         "--progress"])
        self._show(_("The film is being prepared…"), 0, 0)

    def _hear(self):
        while self._process is not None and self._process.canReadLine():
            try:
                news = json.loads(bytes(self._process.readLine()))
            except ValueError:
                continue
            self._last.update(news)
            if "of" in news:
                left = "" if news["left"] is None else _("{left:.0f} s left").format(left=news["left"])
                self._show(_("{frames} of {of} frames, {rate:.1f} per second, {left}").format(**{**news, "left": left}),
                           news["frames"], news["of"])
            elif "finishing" in news:
                self._show(_("The film is being finished…"), 0, 0)

    def _on_finished(self, *_code):
        if self._process is None:
            return
        self._hear()
        errors = bytes(self._process.readAllStandardError()).decode("utf-8", "replace").strip().splitlines()
        process, self._process = self._process, None
        process.deleteLater()
        self._recipe.unlink(missing_ok=True)
        self.strip.hide()
        said = self._last
        trouble = said.get("trouble") or ("" if "saved" in said else errors[-1] if errors else _("it gave no reason"))
        if "saved" in said:
            self._tell_saved(self.path, said["seconds"], said["bytes"], trouble)
        else:
            self._window.message.say(_("There will be no film: {reason}.").format(reason=trouble.rstrip(".")), "error")

    # ---- what is seen -----------------------------------------------------------------------------------------------

    def _begin_live(self, choices):
        # what compresses is only loaded when it is wanted
        from sandbox.film.encoder import Encoder
        from sandbox.film.live import MOST, Live
        view, picture = self._window.view, self._picture()
        if choices.kind == "gif":
            size = GIF_SIZE
        else:
            size = SIZES.get(choices.size) or (max(16, view.width()//2*2), max(16, view.height()//2*2))
        encoder = Encoder(self.path, size, MOST)
        if encoder.trouble:
            encoder.close()
            raise BadValue(encoder.trouble)
        overlay = Overlay(picture["theme"], choices.clock, self._window.player.pace.speed)

        def state():
            snapshot = self._window.player.snapshot
            return (snapshot.t if snapshot is not None else 0.0), self.entries() if choices.legend else ()

        self._live = Live(view, encoder, size, overlay, state, picture["theme"], parent=self)
        self._show("", 0, 1)
        self._timer.start(LOOK)

    def entries(self) -> list[Entry]:
        """The legend as it is shown in the window."""
        run = self._window.simulation
        scales = with_units(getattr(self._window.view, "arrow_scales", None) or {},
                            run.system.arrow_words if run is not None else {})
        return [Entry(text, colour, kind, shown_scale(*scales[key]) if key in scales else "")
                for key, text, colour, kind in self._window.legend.seen()]

    def _end_live(self):
        live, self._live = self._live, None
        self._timer.stop()
        live.stop()
        seconds, encoder = live.seconds, live.encoder
        encoder.close()
        live.deleteLater()
        self.strip.hide()
        if encoder.frames and encoder.path.exists():
            self._tell_saved(self.path, seconds, encoder.size, encoder.trouble)
        else:
            self._window.message.say(_("There will be no film: {reason}.").format(
                reason=encoder.trouble or _("no frame was made")), "error")

    def _look(self):
        if self._live is not None:
            encoder = self._live.encoder
            if encoder.trouble:
                self._end_live()
                return
            minutes, seconds = divmod(int(self._live.seconds), 60)
            self._show(_("{minutes:02d}:{seconds:02d}   {size:.1f} MB   R ends the film").format(
                minutes=minutes, seconds=seconds, size=encoder.size/1e6), 0, 1)

    def _show(self, text: str, frames: int, of: int):
        strip = self.strip
        strip.text.setText(text)
        strip.bar.setVisible(self._live is None)
        strip.bar.setRange(0, of)
        strip.bar.setValue(frames)
        if strip.isHidden():
            strip.stop.setEnabled(True)
            strip.stop.setText(_("Stop"))
            strip.show()

    def _tell_saved(self, path: Path, seconds: float, size: int, trouble: str):
        minutes, rest = divmod(round(seconds), 60)
        text = _("Saved as '{path}': {minutes:02d}:{seconds:02d}, {size:.1f} MB.").format(
            path=path, minutes=minutes, seconds=rest, size=size/1e6)
        if trouble:
            text = _("The film ended early: {reason}.").format(reason=trouble.rstrip(".")) + " " + text
        self._window.message.say(text, "error" if trouble else "event", _("Show in folder"),
                                 lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.parent))))
