"""The scenes found in folders: each file one scene, a broken file one sentence."""

import os
import stat
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from re import fullmatch
from typing import Protocol

from sandbox.errors import BadValue
from sandbox.scene.place_of_error import line_of
from sandbox.scene.scene import Scene
from sandbox.text import _

ID = r"[a-z0-9_]{1,40}"
LARGEST = 1_000_000      # [bytes] of a scene file
LONGEST = 500            # letters of a reason


class Judge(Protocol):
    """Who knows which files can't be loaded in this process."""

    def failures(self, paths: Iterable[Path]) -> dict[Path, str]:
        """Returns the reason for each file that can't be."""


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


def load_scene(path: Path) -> Scene:
    """Returns the scene of one file, which is run as a program, or raises BadValue with the reason."""
    name = path.stem
    if not fullmatch(ID, name):
        raise BadValue(_("file name {found!r}: needs small letters, digits and _, at most 40").format(found=path.name))
    try:
        source = text_of(path).decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
        # the text decides, so that two folders may hold a scene of the same name
        full = f"scenes_{blake2b(source.encode(), digest_size=8).hexdigest()}.{name}"
        spec = spec_from_file_location(full, path)
        if spec is None or spec.loader is None:
            raise ImportError(path.name)
        module = module_from_spec(spec)
        sys.modules[full] = module
        spec.loader.exec_module(module)
        scene = getattr(module, "SCENE", None)
        if not isinstance(scene, Scene):
            raise BadValue(_("has no SCENE = Scene(...)"))
        return replace(scene, id=name, about=str(module.__doc__ or "").strip(), source=source)
    except KeyboardInterrupt:
        raise      # an interrupt is taken for that of a person
    except BaseException as error:
        raise BadValue(reason_of(error, path)) from error


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
    if fullmatch(ID, scene_id) and not scene_id.startswith("_"):
        for folder in folders:
            path = Path(folder) / f"{scene_id}.py"
            if path.exists():
                try:
                    return load_judged(path, judge)
                except BadValue as error:
                    return Catalogue(broken={scene_id: str(error)}).get(scene_id)
    names = sorted({path.stem for folder in folders for path in Path(folder).glob("[!_]*.py")})
    raise no_scene(scene_id, names)


def load_judged(path: Path, judge: Judge | None) -> Scene:
    """Returns the scene of one file that `judge` has nothing against, or raises BadValue with the reason."""
    failures = judge.failures([path]) if judge is not None else {}
    if path in failures:
        raise BadValue(failures[path])
    return load_scene(path)


def no_scene(found: str, names: Iterable[str]) -> BadValue:
    """Returns the refusal of an id that no scene has."""
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
            catalogue.scenes[name] = load_scene(path)
        except BadValue as error:
            catalogue.broken[name] = str(error)
    return catalogue
