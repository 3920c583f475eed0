"""Films from the window: what a person wants filmed, under which name, and what they are told of it."""

import json
import os
from collections.abc import Callable, MutableMapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from sandbox.files import names_like
from sandbox.film import shape as film_shape
from sandbox.film.encoding import leftovers
from sandbox.film.filmed_run import recipe_of
from sandbox.film.painted.overlay import LegendEntry, Overlay, shown_range, shown_scale, with_units
from sandbox.film.recipe import GIF_SIZE, SIZES
from sandbox.film.words import caption_text
from sandbox.qt.core import QObject, QTimer, QUrl
from sandbox.qt.gui import QDesktopServices
from sandbox.qt.widgets import QFrame, QHBoxLayout, QProgressBar, QPushButton, QWidget
from sandbox.text import _
from sandbox.ui.films.fields import Known
from sandbox.ui.films.film_process import FilmProcess
from sandbox.ui.films.keyframes import Keyframes
from sandbox.ui.films.live_capture import LiveCapture
from sandbox.ui.films.sheet import Choices, FilmSheet
from sandbox.ui.look import theme
from sandbox.ui.look.labels import plain_label
from sandbox.ui.playback.player import Player

LATER = 4000             # [ms] after the start before old films are looked for


class ProgressStrip(QFrame):
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

    def show_progress(self, text: str, frames: int, of: int):
        self.text.setText(text)
        self.bar.setRange(0, of)
        self.bar.setValue(frames)
        if self.isHidden():
            self.stop.setEnabled(True)
            self.stop.setText(_("Stop"))
            self.show()


@dataclass(frozen=True)
class Filmed:
    """What films are made of, and where is said how it went.

    view      the picture;  player  has run, snapshot and speed
    settings  what is remembered, or None
    switched  switched(): what is switched on in the picture, by the words of a recipe
    legend    legend(): (key, text, colour, kind) of what is named in the legend now
    say       say(text, kind, button, action) shows a message
    plotted   plotted(): (key, name) of what is plotted in the window now
    charted   charted(): number, from 1, and name of the chart that it shows; 0 and "" for none
    """

    view: QWidget
    player: Player
    settings: MutableMapping | None
    switched: Callable[[], dict]
    legend: Callable[[], list]
    say: Callable
    plotted: Callable[[], list[tuple[str, str]]] = list
    charted: Callable[[], tuple[int, str]] = lambda: (0, "")


class Recording(QObject):
    """Makes films of what a window shows, and names the files of films and pictures.

    path      of the film that is being made, or of the last one
    folder    where films go when nothing else is chosen;  pictures  the same for pictures
    command   words that start this program, to make exact films with; none: only live ones
    """

    def __init__(self, parent: QWidget, filmed: Filmed, folder=None, pictures=None, command=()):
        super().__init__(parent)
        self._filmed, self._command = filmed, tuple(command)
        self._folder = Path(folder) if folder else Path.home()
        self.pictures = Path(pictures) if pictures else self._folder
        self.strip = ProgressStrip()
        self.strip.stop.clicked.connect(self.stop)
        self._film: FilmProcess | LiveCapture | None = None
        self.path = None
        self.keyframes, self._captions = Keyframes(), ""
        QTimer.singleShot(LATER, self.keep_leftovers)

    def keep_leftovers(self):
        """Says which films of an earlier session were not finished."""
        kept = leftovers.keep(self.choices.folder or self._folder)
        if kept:
            self._filmed.say(_("A film that was not finished was kept: '{path}'.").format(path=kept[-1]))

    @property
    def choices(self) -> Choices:
        try:
            return Choices.of(json.loads(self._filmed.settings["film"]))
        except (TypeError, KeyError, ValueError, RecursionError):
            return Choices()

    @property
    def is_busy(self) -> bool:
        """Whether a film is being made."""
        return self._film is not None

    # ---- wishes -----------------------------------------------------------------------------------------------------

    def toggle(self):
        """Asks what is to be filmed, or ends a live film."""
        run = self._filmed.player.simulation
        if self._film is not None and self._film.is_live:
            self.stop()
        elif self._film is not None:
            self._filmed.say(_("A film is still being made."))
        elif run is not None:
            title = "\n".join(_(text) for text in (run.scene.title, run.preset) if text)
            known = Known(self.keyframes.of_scene(run.scene.id).text, self._captions,
                          [(_(preset.name), preset.name) for preset in run.scene.presets],
                          [name for _key, name in self._filmed.plotted()], self._filmed.charted()[1])
            sheet = FilmSheet(self.parent(), self.choices, max(run.t, 0.0), title, self._folder,
                              bool(self._command), known)
            sheet.wanted.connect(self.begin)
            sheet.show()

    def keep_camera(self):
        """Keeps the look of the camera at the present instant as a keyframe of films."""
        run, snapshot, seen = self._filmed.player.simulation, self._filmed.player.snapshot, self._filmed.switched()
        # also one that nobody has moved: it is to be where it is now
        look = self._filmed.view.look
        if run is None or snapshot is None or look is None or look["mode"] != seen["camera"]:
            self._filmed.say(_("There is no picture whose camera could be kept."))
            return
        begins_anew = self.keyframes.keep(run.scene.id, max(snapshot.t, 0.0), seen["camera"], tuple(look["at"]),
                                          seen["window"])
        text = _("Keyframe at t = {t:.2f} s kept for films; there are {count}.").format(
            t=max(snapshot.t, 0.0), count=len(self.keyframes))
        if begins_anew:
            text += " " + _("Those of another scene or camera were given up.")
        self._filmed.say(text)

    def forget_keys(self):
        """Gives all keyframes up."""
        self.keyframes.clear()
        self._filmed.say(_("There are no keyframes any more."))

    def begin(self, choices: Choices, begin: float, end: float, speed: float, title: str):
        """Makes a film; its file is named by scene, preset and time of day."""
        if self._filmed.settings is not None:
            self._filmed.settings["film"] = json.dumps(choices.as_dict())
        more = choices.more
        self.keyframes.take(more.get("keys", self.keyframes.keys))
        self._captions = "\n".join(map(caption_text, more["captions"])) if "captions" in more else self._captions
        try:
            self.path = self.new_file(Path(choices.folder) if choices.folder else self._folder, choices.kind)
            self._start(self._exact(choices, begin, end, speed, title) if choices.is_exact else self._of_view(choices))
        except (ValueError, OSError) as error:
            self._filmed.say(_("There will be no film: {reason}.").format(
                reason=getattr(error, "strerror", None) or error), "error")

    def stop(self):
        """Ends the film; what is done is kept."""
        if self._film is not None:
            self.strip.stop.setEnabled(False)
            self._film.stop()

    def close(self):
        """The window goes: a film is ended, in short order."""
        if self._film is not None:
            self._film.close()

    def new_file(self, folder: Path, kind: str) -> Path:
        """A name in a folder, which is made if need be: scene, preset, time of day."""
        folder.mkdir(parents=True, exist_ok=True)
        run = self._filmed.player.simulation
        name = "".join(c if c.isalnum() else "-" for c in f"{run.preset}").strip("-")[:40]
        stamp = datetime.now().strftime("%Y%m%d-%H%M%S")
        wanted = folder / f"{'_'.join(filter(None, (run.scene.id, name, stamp)))}.{kind}"
        return next(path for path in names_like(wanted) if not any(map(
            os.path.lexists, (path, path.with_suffix(".json"), path.with_suffix(""), *leftovers.parts_of(path)))))

    # ---- one film ---------------------------------------------------------------------------------------------------

    def _exact(self, choices, begin, end, speed, title) -> FilmProcess:
        """What happened, drawn again."""
        recipe = recipe_of(self._filmed.player.simulation, begin, end, speed=speed,
                           size=SIZES.get(choices.size, SIZES["1080p"]), fps=choices.fps, clock=choices.clock,
                           legend=choices.legend, title=title if choices.card else "",
                           **{**self._filmed.switched(), **self._wishes(choices.more, choices.kind)})
        return FilmProcess(recipe, self.path, self._command, self)

    def _wishes(self, more: dict, kind: str) -> dict:
        """What the further pages of the sheet ask for, by the words of a recipe."""
        run, found = self._filmed.player.simulation, {name: value for name, value in more.items() if name != "names"}
        if "plots" in found:
            found["plots"] = tuple(key for key, _name in self._filmed.plotted())[:film_shape.MOST_PLOTS] \
                if found["plots"] else ()
        if "chart" in found:
            found["chart"] = self._filmed.charted()[0] if found["chart"] else 0
        if found.get("keys") and self.keyframes.mode:
            found["camera"] = self.keyframes.mode
        preset = next((preset for preset in run.scene.presets if preset.name == found.get("beside")), None)
        # what is remembered of the last film may not be for this one
        found["sound"] = bool(found.get("sound")) and kind in film_shape.HEARD
        found["beside"] = None
        if preset is not None:
            left, right = more.get("names", ("", ""))
            found["caption"] = left or _(run.preset or run.scene.title)
            found["beside"] = {"scene": run.scene.id, "preset": preset.name, "caption": right or _(preset.name),
                               "values": run.scene.values(preset.values)}
        return found

    def _of_view(self, choices) -> LiveCapture:
        """What is seen from now on."""
        view, player = self._filmed.view, self._filmed.player
        if choices.kind == "gif":
            size = GIF_SIZE
        else:
            size = SIZES.get(choices.size) or (max(16, view.width()//2*2), max(16, view.height()//2*2))
        overlay = Overlay(theme.present(), choices.clock)

        def state():
            # the speed may be changed while the film is being taken
            snapshot = player.snapshot
            return (snapshot.t if snapshot is not None else 0.0, self.entries() if choices.legend else (),
                    player.pace.speed)

        return LiveCapture(view, self.path, size, overlay, state, theme.present(), self)

    def _start(self, film: FilmProcess | LiveCapture):
        self._film = film
        film.progressed.connect(self.strip.show_progress)
        film.takes_long.connect(lambda: self.strip.stop.setEnabled(True))
        film.ended.connect(self._on_ended)
        self.strip.bar.setVisible(not film.is_live)
        film.begin()

    def entries(self) -> list[LegendEntry]:
        """The legend as it is shown in the window."""
        run = self._filmed.player.simulation
        scales = with_units(self._filmed.view.arrow_scales,
                            run.system.arrow_words if run is not None else {})
        shown = {key: shown_scale(*scale) for key, scale in scales.items()}
        shown["tint"] = shown_range(self._filmed.view.fastest, "m/s")
        return [LegendEntry(text, colour, kind, shown.get(key, ""))
                for key, text, colour, kind in self._filmed.legend()]

    def _on_ended(self, saved, trouble: str):
        film, self._film = self._film, None
        film.deleteLater()
        self.strip.hide()
        if saved is not None:
            self._tell_saved(*saved, trouble)
            return
        text = _("There will be no film: {reason}.").format(reason=trouble.rstrip("."))
        with suppress(OSError):
            # of a process that went down
            kept = [path for path in leftovers.keep_of(self.path) if path.suffix != ".json"]
            if kept:
                text += " " + _("A film that was not finished was kept: '{path}'.").format(path=kept[0])
        self._filmed.say(text, "error")

    def _tell_saved(self, path: Path, seconds: float, size: int, trouble: str):
        self.path, (minutes, rest) = path, divmod(round(seconds), 60)
        text = _("Saved as '{path}': {minutes:02d}:{seconds:02d}, {size:.1f} MB.").format(
            path=path, minutes=minutes, seconds=rest, size=size/1e6)
        if trouble:
            text = _("The film ended early: {reason}.").format(reason=trouble.rstrip(".")) + " " + text
        self._filmed.say(text, "error" if trouble else "event", _("Show in folder"),
                         lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.parent))))
