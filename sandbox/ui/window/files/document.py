"""What the window shows as a set-up: its file, whether it was changed since, and what other parts add to it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from sandbox.errors import BadValue
from sandbox.qt.core import QObject, QTimer, pyqtSignal
from sandbox.run.simulation import Simulation
from sandbox.scene.catalogue import BENCH
from sandbox.text import _
from sandbox.ui.playback.player import Player
from sandbox.workspace.setup import Setup, captured

POLL = 500               # [ms] between looks whether something was changed


@dataclass(frozen=True)
class KeptPart:
    """A part of the window whose state stands in set-ups under a name of its own.

    save   save() -> what JSON can hold, None where there is nothing to be kept
    load   load(value), of anything that JSON can hold: files are made by anybody; BadValue leaves the part as it is
    mark   mark() -> what is another when `save` would give something else, and costs little
    """

    save: Callable[[], object]
    load: Callable[[object], None]
    mark: Callable[[], object]


@dataclass
class Document:
    """A set-up as the window has it.

    path     its file, or None;  read_at  time at which the file was changed when it was last read or written [ns]
    others   keys of its file that no part of the window knows
    is_read_only   it is not to be written to its own file
    """

    path: Path | None = None
    read_at: int = 0
    others: dict = field(default_factory=dict)
    is_read_only: bool = False


class Documents(QObject):
    """The present document, and how it stands beside what is shown.

    player   has the run
    looks    looks(): (camera, shown) of the picture;  show  show(camera, shown) switches it so
    """

    renamed = pyqtSignal()         # its name, or whether it was changed
    written = pyqtSignal(str)      # text of the scene of the bench that is in a file now
    left = pyqtSignal(object)      # make() -> Setup of the run of a scene that another scene has taken the place of

    def __init__(self, player: Player, looks: Callable, show: Callable, parent=None):
        super().__init__(parent)
        self._player, self._looks, self._show = player, looks, show
        self._parts: dict[str, KeptPart] = {}
        self._run: Simulation | None = None
        self.present = Document()
        self.is_changed = False
        self._kept: tuple | None = None          # what was kept last, or what was shown at first
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.look)
        self._timer.start(POLL)

    def register(self, name: str, save: Callable[[], object], load: Callable[[object], None],
                 mark: Callable[[], object] | None = None):
        """From now on set-ups hold what `save()` gives under `name`; `load(value)` gets it when one is opened."""
        self._parts[name] = KeptPart(save, load, mark or save)

    # ---- what stands in a set-up ------------------------------------------------------------------------------------

    def setup(self) -> Setup:
        """Returns the set-up of what is shown now, or raises BadValue before the first run."""
        return self.capture()()

    def capture(self) -> Callable[[], Setup]:
        """Returns make() -> the set-up of what is shown now, which may be called beside the window; or BadValue."""
        run = self._player.simulation
        if run is None:
            raise BadValue(_("There is no run yet."))
        return self._captured(run)

    def _captured(self, run: Simulation) -> Callable[[], Setup]:
        camera, shown = self._looks()
        of_parts = {name: part.save() for name, part in self._parts.items()}
        told = {name: value for name, value in of_parts.items() if value is not None}
        return captured(run, camera, shown, {**self.present.others, **told})

    def take(self, setup: Setup, run: Simulation, path: Path | None, is_changed: bool = False) -> list[str]:
        """The run of a set-up is shown now: everything else that it holds as well; returns what could not be, in
        sentences."""
        others = {name: value for name, value in setup.others.items() if name not in self._parts}
        self.present = Document(path, changed_at(path), others, setup.is_newer)
        self._show(setup.camera, setup.shown)
        refused = []
        for name, part in self._parts.items():
            if name in setup.others:
                try:
                    part.load(setup.others[name])
                except BadValue as reason:
                    refused.append(f"{reason}.")
        self._kept = None if is_changed else self._mark(run)
        self._tell(is_changed)
        if path is not None and run.scene.id == BENCH:
            self.written.emit(run.scene.source)
        return refused

    def kept(self, path: Path, mark: tuple):
        """What was shown at `mark` is in a file now."""
        self.present.path, self.present.read_at, self.present.is_read_only = path, changed_at(path), False
        self._kept = mark
        self._tell(mark != self.mark())
        if mark[0] == BENCH:
            self.written.emit(mark[1])

    def give_up(self):
        """The person does not want the changes: what is shown belongs to no file any more."""
        self.present = Document()

    def hold(self) -> tuple:
        """Returns the document as it is, for `bring_back`."""
        return self.present, self._kept, self.is_changed

    def bring_back(self, held: tuple):
        """The document that was held is the present one again: its run is shown."""
        self.present, self._kept, is_changed = held
        self._tell(is_changed)

    # ---- whether it was changed -------------------------------------------------------------------------------------

    def begin(self, run: Simulation):
        """Another run: one of another scene is another document."""
        before, self._run = self._run, run
        if before is None or before.scene.id != run.scene.id:
            if before is not None:
                self.left.emit(self._captured(before))
            self.present = Document()
            self._kept = self._mark(run)
            self._tell(False)
        else:
            self.look()

    def mark(self) -> tuple | None:
        """Returns what of the present state is worth keeping, to be compared; not how far the run is."""
        run = self._player.simulation
        return None if run is None else self._mark(run)

    def state(self) -> tuple:
        """Returns what of the present state is worth keeping, how far the run is as well."""
        run = self._player.simulation
        return self.mark(), run is not None and (run.step, run.latest)

    def _mark(self, run: Simulation) -> tuple:
        camera, shown = self._looks()
        # on the bench each edit is another scene
        return (run.scene.id, run.scene.source if run.scene.id == BENCH else "", run.preset,
                run.start_values, run.start, len(run.commands), run.commands[-1:],
                camera.get("mode"), shown, {name: part.mark() for name, part in self._parts.items()})

    def look(self):
        """Looks whether something was changed."""
        mark = self.mark()
        if mark is not None and self.is_changed != (self._kept != mark):
            self._tell(not self.is_changed)

    def _tell(self, is_changed: bool):
        self.is_changed = is_changed
        self.renamed.emit()

    def title(self, scene: str) -> str:
        """Returns the title of the window: the file, with * where it was changed, and the scene."""
        name = self.present.path.name if self.present.path is not None else ""
        return ("*" if self.is_changed else "") + " — ".join(word for word in (name, scene, "Jacobi Sandbox") if word)

    def close(self):
        self._timer.stop()


def changed_at(path: Path | None) -> int:
    """Returns when a file was changed last [ns], 0 where there is none."""
    try:
        return path.stat().st_mtime_ns if path is not None else 0
    except OSError:
        return 0
