"""Scene files that change while the program runs are loaded again; nothing that runs is lost."""

from collections.abc import Callable, Sequence
from hashlib import blake2b
from pathlib import Path

from sandbox.errors import BadValue
from sandbox.qt.core import QFileSystemWatcher, QObject, QTimer, pyqtSignal
from sandbox.scene.catalogue import Catalogue, text_of
from sandbox.scene.scene import Scene
from sandbox.text import _
from sandbox.ui.playback.awaited import Awaited
from sandbox.ui.playback.loading import Request
from sandbox.ui.playback.task import Task

SETTLE = 300         # [ms] without a change before files are read: editors write in several steps
POLL = 50            # [ms] between looks whether they are loaded


class HotReload(QObject):
    """Watches folders of scenes.

    folders   an earlier one wins where two have a scene of one name
    load      load(path) -> Scene, or BadValue with the reason; called on a thread of its own
    say       say(text, kind, button, action) shows a message;  note  note(text) a passing one
    changed   the catalogue has other scenes
    """

    changed = pyqtSignal()

    def __init__(self, parent: QObject, catalogue: Catalogue, player, edits, folders: Sequence[Path],
                 load: Callable[[Path], Scene], say: Callable, note: Callable):
        super().__init__(parent)
        self._catalogue, self._player, self._edits = catalogue, player, edits
        self._folders, self._load, self._say, self._note = list(folders), load, say, note
        self._known: dict[str, tuple[Path, bytes]] = {}       # scene -> its file, and the hash of what stood there
        self._loads = Awaited(self, POLL)
        self._left = player.simulation                        # the run that a changed scene took the place of
        self._awaited: Scene | None = None                    # a changed scene whose run is being prepared
        self._watcher = QFileSystemWatcher(self)
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._watcher.fileChanged.connect(self._touched)
        self._watcher.directoryChanged.connect(self._touched)
        self._settle.timeout.connect(self._begin)
        player.started.connect(self._on_started)
        player.refused.connect(self._on_refused)
        self._known = self._seen()
        self._watch()

    # ---- what there is ----------------------------------------------------------------------------------------------

    def _seen(self) -> dict[str, tuple[Path, bytes]]:
        """The scene files that there are now; one that cannot be read counts as empty."""
        found: dict[str, tuple[Path, bytes]] = {}
        for folder in self._folders:
            for path in sorted(folder.glob("*.py")):
                if not path.stem.startswith("_") and path.stem not in found:
                    try:
                        text = text_of(path)
                    except BadValue:
                        text = b""
                    found[path.stem] = path, blake2b(text, digest_size=16).digest()
        return found

    def _watch(self):
        """Watches all files again: one that was replaced is another one for the system."""
        watched = {*self._watcher.files(), *self._watcher.directories()}
        wanted = [str(folder) for folder in self._folders if folder.is_dir()]
        wanted += [str(path) for path, _digest in self._known.values()]
        if new := [path for path in wanted if path not in watched]:
            self._watcher.addPaths(new)

    def _touched(self, _path: str):
        self._settle.start(SETTLE)

    # ---- loading ----------------------------------------------------------------------------------------------------

    def _begin(self):
        if self._loads.is_on:
            self._settle.start(SETTLE)
            return
        seen = self._seen()
        changed = {name: file for name, file in seen.items() if self._known.get(name) != file}
        gone = [name for name in self._known if name not in seen]
        self._known = seen
        self._watch()
        if gone:
            self._forget(gone)
        if changed:
            self._loads.begin(
                lambda: [(name, path, self._loaded(path)) for name, (path, _digest) in changed.items()], self._hear)

    def _loaded(self, path: Path) -> Scene | str:
        try:
            return self._load(path)
        except BadValue as error:
            return str(error)

    def _hear(self, task: Task):
        for name, path, outcome in task.result():
            if isinstance(outcome, str):
                self._refuse(name, path, outcome)
            else:
                self._take(name, path, outcome)
        self.changed.emit()

    # ---- what comes of it -------------------------------------------------------------------------------------------

    def _forget(self, names: list[str]):
        for name in names:
            self._catalogue.scenes.pop(name, None)
            self._catalogue.broken.pop(name, None)
        self._note(_("no longer there: {files}").format(files=", ".join(f"{name}.py" for name in names)))
        self.changed.emit()

    def _refuse(self, name: str, path: Path, reason: str):
        """A file that is no scene now: the last good one stays."""
        self._catalogue.broken[name] = reason
        if name in self._catalogue.scenes:
            del self._catalogue.broken[name]
            reason = _("{reason} The scene stays as it was before.").format(reason=reason.rstrip(".") + ".")
        self._say(f"{path.name}: {reason}", "error")

    def _take(self, name: str, path: Path, scene: Scene):
        self._catalogue.broken.pop(name, None)
        self._catalogue.scenes[name] = scene
        run = self._player.simulation
        if run is None or run.scene.id != name or run.scene.source == scene.source:
            self._note(_("{file} is loaded again").format(file=path.name))
            return
        wanted = self._player.wanted
        self._awaited = scene
        self._edits.open(Request(scene, _kept(scene, wanted.values, run.scene),
                                 wanted.preset if wanted.preset in [p.name for p in scene.presets] else ""))

    def _on_started(self, run, _reason: str):
        """The run of a changed scene has taken over: that is said, and the other one is still there."""
        if self._awaited is not None and run.scene is self._awaited:
            self._awaited, left = None, self._left
            self._say(_("{file} has changed on disk: the scene is loaded again, and the run began anew.").format(
                file=f"{run.scene.id}.py"), "event", _("Go on with the old"), lambda: self._return(left))
        self._left = run

    def _on_refused(self, _text: str):
        self._awaited = None

    def _return(self, left):
        """Goes on with the run that there was before the change."""
        if left is not None:
            self._player.show_made(left, "")
            self._note(_("the old scene goes on; its file is another one now"))


def _kept(scene: Scene, values: dict, before: Scene) -> dict:
    """Returns the values that a person chose and that the changed scene allows; for the others its own hold."""
    kept, own = {}, before.values()
    for parameter in scene.parameters:
        value = values.get(parameter.name)
        if value is not None and value != own.get(parameter.name):
            try:
                kept[parameter.name] = parameter.check(value, scene.id)
            except BadValue:
                continue
    return kept
