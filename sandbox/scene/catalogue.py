"""The scenes found in folders: each file one scene, a broken file one sentence."""

import sys
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from re import fullmatch

from sandbox.errors import BadValue
from sandbox.scene.scene import Scene
from sandbox.text import _

ID = r"[a-z0-9_]{1,40}"


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
        source = path.read_text(encoding="utf-8")
        # the text decides, so that two folders may hold a scene of the same name
        full = f"scenes_{blake2b(source.encode(), digest_size=8).hexdigest()}.{name}"
        spec = spec_from_file_location(full, path)
        if spec is None or spec.loader is None:
            raise ImportError(path.name)
        module = module_from_spec(spec)
        sys.modules[full] = module
        spec.loader.exec_module(module)
    except BadValue:
        raise
    except SyntaxError as error:
        raise BadValue(_("line {line}: {error}").format(line=error.lineno, error=error.msg)) from error
    except ModuleNotFoundError as error:
        raise BadValue(_("needs the Python module '{module}', which this program does not hold").format(
            module=error.name)) from error
    except (Exception, SystemExit) as error:
        raise BadValue(_("{kind} while loading: {error}").format(kind=type(error).__name__, error=error)) from error
    scene = getattr(module, "SCENE", None)
    if not isinstance(scene, Scene):
        raise BadValue(_("has no SCENE = Scene(...)"))
    return replace(scene, id=name, about=(module.__doc__ or "").strip(), source=source)


def find_scene(scene_id: str, *folders: Path) -> Scene:
    """Returns one scene of the folders without loading the others, or raises BadValue as a Catalogue does."""
    if fullmatch(ID, scene_id) and not scene_id.startswith("_"):
        for folder in folders:
            path = Path(folder) / f"{scene_id}.py"
            if path.is_file():
                try:
                    return load_scene(path)
                except BadValue as error:
                    return Catalogue(broken={scene_id: str(error)}).get(scene_id)
    names = sorted({path.stem for folder in folders for path in Path(folder).glob("[!_]*.py")})
    raise no_scene(scene_id, names)


def no_scene(found: str, names: Iterable[str]) -> BadValue:
    """Returns the refusal of an id that no scene has."""
    return BadValue(_("no scene {found!r}; there are: {known}").format(
        found=found[:60], known=", ".join(names) or _("none")))


def load_catalogue(*folders: Path) -> Catalogue:
    """Returns all scenes of the folders, in the order of their file names; an earlier folder wins."""
    catalogue = Catalogue()
    for folder in folders:
        for path in sorted(Path(folder).glob("*.py")):
            name = path.stem
            if name.startswith("_") or name in catalogue.scenes or name in catalogue.broken:
                continue
            try:
                catalogue.scenes[name] = load_scene(path)
            except BadValue as error:
                catalogue.broken[name] = str(error)
    return catalogue
