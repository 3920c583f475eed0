"""The scenes found in folders: each file one scene, a broken file one sentence."""

import copyreg
import os
import stat
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from hashlib import blake2b
from importlib.abc import SourceLoader
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from re import fullmatch
from typing import Protocol
from weakref import WeakValueDictionary

from sandbox.errors import BadValue
from sandbox.scene.place_of_error import line_of
from sandbox.scene.scene import Scene, as_it_came
from sandbox.scene.solids.reading import paths_beside
from sandbox.text import _

ID = r"[a-z0-9_]{1,40}"
LARGEST = 1_000_000      # [bytes] of a scene file
LONGEST = 500            # letters of a reason
BENCH = "_bench"         # id of the scene on the bench, which no file has
OWN = "__scene__"        # name in the module of a scene under which it is
# scenes as their files gave them, which go to other processes as their texts
_LOADED: WeakValueDictionary[int, Scene] = WeakValueDictionary()


class Judge(Protocol):
    """Who knows which files can't be loaded in this process."""

    def failures(self, paths: Iterable[Path]) -> dict[Path, str]:
        """Returns the reason for each file that can't be."""

    def has_come(self, text: bytes) -> bool:
        """Whether this text came with a finished program."""


@dataclass
class Catalogue:
    """Scenes by id, and the reason for each file that is none."""

    scenes: dict[str, Scene] = field(default_factory=dict)
    broken: dict[str, str] = field(default_factory=dict)

    def get(self, scene_id: str) -> Scene:
        """Returns the scene of that id, or raises BadValue; ids are looked up, never joined to paths."""
        if scene_id in self.scenes:
            return self.scenes[scene_id]
        if scene_id in self.broken:
            raise BadValue(_("scene '{scene}' is broken: {error}").format(scene=scene_id, error=self.broken[scene_id]))
        raise no_scene(scene_id, self.scenes)


def load_scene(path: Path, has_come: Callable[[bytes], bool] | None = None) -> Scene:
    """Returns the scene of one file, which is run as a program, or raises BadValue with the reason.

    has_come   says of a text whether it came with a finished program; its models are not built before they are wanted
    """
    name = path.stem
    if not fullmatch(ID, name):
        raise BadValue(_("file name {found!r}: needs small letters, digits and _, at most 40").format(found=path.name))
    try:
        text = text_of(path)
        source = text.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
        full = module_name(name, source)
        with paths_beside(path), as_it_came(has_come is not None and has_come(text)):
            return _executed(name, source, spec_from_file_location(full, path, loader=_SceneFile(full, path, source)))
    except KeyboardInterrupt:
        raise      # an interrupt is taken for that of a person
    except BaseException as error:
        raise BadValue(reason_of(error, path)) from error


def module_name(name: str, source: str) -> str:
    """Returns the name of the module of a scene: the text decides, so that two folders may hold one of the same id."""
    return f"scenes_{blake2b(source.encode(), digest_size=8).hexdigest()}.{name}"


def _executed(name: str, source: str, spec: ModuleSpec | None) -> Scene:
    """Runs the module of a spec and returns its scene."""
    if spec is None or spec.loader is None:
        raise ImportError(name)
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    scene = getattr(module, "SCENE", None)
    if not isinstance(scene, Scene):
        raise BadValue(_("has no SCENE = Scene(...)"))
    # it was checked as its file made it: replace() would do that a second time, which builds models for every preset
    named = object.__new__(type(scene))
    vars(named).update(vars(scene), id=name, about=str(module.__doc__ or "").strip(), source=source)
    scene = named
    setattr(module, OWN, scene)
    _LOADED[id(scene)] = scene
    return scene


class _SceneFile(SourceFileLoader):
    """Loads the module of a scene from the text that was read of its file.

    Byte code that is kept is that of the same text: by second and size, as Python has it, a file that is saved twice
    in a second might stay what it was.
    """

    def __init__(self, full: str, path: Path, source: str):
        super().__init__(full, str(path))
        self._source = source.encode()

    def path_stats(self, _path):
        """Takes the place of the time and the size of the file."""
        return {"mtime": int.from_bytes(blake2b(self._source, digest_size=4).digest(), "little"),
                "size": len(self._source)}

    def get_data(self, path):
        return self._source if path == self.path else super().get_data(path)


class _SceneText(SourceLoader):
    """Loads the module of a scene from a text that came without its file."""

    def __init__(self, name: str, source: str):
        self._name, self._source = name, source

    def get_filename(self, _fullname):
        return f"<{self._name}.py>"

    def get_data(self, _path):
        return self._source.encode()


def scene_of_text(name: str, source: str, digest: str) -> Scene:
    """Returns the scene of a text that came from another process, loaded once; or raises BadValue.

    name   id of the scene;  digest   of the text where it was sent: another one is refused
    """
    full = module_name(name, source)
    if source_digest(source) != digest:
        raise BadValue(_("scene '{scene}': its text is not the one that was sent").format(scene=name))
    found = getattr(sys.modules.get(full), OWN, None)
    if found is not None:
        return found
    try:
        loader = _SceneText(name, source)
        return _executed(name, source, ModuleSpec(full, loader, origin=loader.get_filename(full)))
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise BadValue(reason_of(error)) from error


def source_digest(source: str) -> str:
    """Returns the hash by which the text of a scene is known elsewhere."""
    return blake2b(source.encode(), digest_size=16).hexdigest()


def as_text(scene: Scene) -> tuple:
    """Returns what a scene is pickled as: its text. BadValue of one that no file gave, or that was changed since."""
    if _LOADED.get(id(scene)) is not scene:
        raise BadValue(_("scene '{scene}': only a scene as its file gives it goes to another process; write it to a "
                         "file of its own, and load that").format(scene=scene.id or scene.title))
    return scene_of_text, (scene.id, scene.source, source_digest(scene.source))


# a scene is below the catalogue, which knows how it is loaded
copyreg.pickle(Scene, as_text)


def text_of(path: Path) -> bytes:
    """Returns what stands in a scene file, or raises BadValue: a pipe would never end, a huge file fill the memory."""
    try:
        found = os.stat(path)
        if not stat.S_ISREG(found.st_mode):
            raise BadValue(_("is a folder, a pipe or a device, not a file"))
        if found.st_size > LARGEST:
            raise BadValue(_("has {size} bytes, more than {most}").format(size=found.st_size, most=LARGEST))
        return path.read_bytes()
    except OSError as error:
        raise BadValue(_("cannot be read ({reason})").format(reason=error.strerror or error)) from error


def reason_of(error: BaseException, path: Path | None = None) -> str:
    """Returns why a file is no scene, from what came of loading it, with the line where that was."""
    line = line_of(error, path) if path is not None else None
    reason = _plain_reason(error)
    return reason if line is None else _("line {line}: {error}").format(line=line, error=reason)


def _plain_reason(error: BaseException) -> str:
    if isinstance(error, ModuleNotFoundError):
        return _("needs the Python module '{module}', which this program does not hold").format(module=error.name)
    try:
        text = str(error)[:LONGEST]
    except Exception:
        text = ""      # an author's own exception may fail to say what it is
    if isinstance(error, BadValue):
        return text
    if isinstance(error, SyntaxError) and error.lineno is not None:
        return _("line {line}: {error}").format(line=error.lineno, error=str(error.msg)[:LONGEST])
    return _("{kind} while loading: {error}").format(kind=type(error).__name__, error=text)


def find_scene(scene_id: str, *folders: Path, judge: Judge | None = None) -> Scene:
    """Returns one scene of the folders without loading the others, or raises BadValue as a Catalogue does."""
    path = path_of(scene_id, *folders)
    if path is not None:
        try:
            return load_judged(path, judge)
        except BadValue as error:
            return Catalogue(broken={scene_id: str(error)}).get(scene_id)
    names = sorted({path.stem for folder in folders for path in Path(folder).glob("[!_]*.py")})
    raise no_scene(scene_id, names)


def path_of(scene_id: str, *folders: Path) -> Path | None:
    """Returns the file of a scene in the first folder that has one, or None."""
    if fullmatch(ID, scene_id) and not scene_id.startswith("_"):
        for folder in folders:
            path = Path(folder) / f"{scene_id}.py"
            if path.exists():
                return path
    return None


def load_judged(path: Path, judge: Judge | None) -> Scene:
    """Returns the scene of one file that `judge` has nothing against, or raises BadValue with the reason."""
    failures = judge.failures([path]) if judge is not None else {}
    if path in failures:
        raise BadValue(failures[path])
    return load_scene(path, judge.has_come if judge is not None else None)


def no_scene(found: str, names: Iterable[str]) -> BadValue:
    """Returns the refusal of an id that no scene has."""
    if found == BENCH:
        return BadValue(_("This file says that its scene is on the bench, but holds no parts of one."))
    return BadValue(_("no scene {found!r}; there are: {known}").format(
        found=found[:60], known=", ".join(names) or _("none")))


def load_catalogue(*folders: Path, judge: Judge | None = None) -> Catalogue:
    """Returns all scenes of the folders, in the order of their file names; an earlier folder wins.

    What `judge` has something against is not loaded but broken.
    """
    paths: dict[str, Path] = {}
    for folder in folders:
        for path in sorted(Path(folder).glob("*.py")):
            if not path.stem.startswith("_"):
                paths.setdefault(path.stem, path)
    catalogue, failures = Catalogue(), judge.failures(paths.values()) if judge is not None else {}
    for name, path in paths.items():
        try:
            if path in failures:
                raise BadValue(failures[path])
            catalogue.scenes[name] = load_scene(path, judge.has_come if judge is not None else None)
        except BadValue as error:
            catalogue.broken[name] = str(error)
    return catalogue
