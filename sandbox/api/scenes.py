"""Scenes by name, from a file, or all of them."""

from collections.abc import Callable
from pathlib import Path

from sandbox.cli import common
from sandbox.errors import BadValue
from sandbox.scene.catalogue import Catalogue, load_scene, text_of
from sandbox.scene.scene import Scene


def catalogue() -> Catalogue:
    """Returns the scenes of the program: `catalogue().scenes` by id, and why a file is none in `broken`."""
    return common.catalogue()


def scene_named(scene_id: str) -> Scene:
    """Returns a scene of the program, or raises BadValue."""
    return common.scene_named(scene_id)


def scene_from(path: str | Path) -> Scene:
    """Runs a file with a `SCENE = Scene(...)` and returns that scene, or raises BadValue with what is wrong with it.

    It is run in this very process, and a file that never ends or ends the process does so here; the command line and
    the window load a file that they do not know in a process of its own first.
    """
    return load_scene(Path(path))


# scenes of files that were run, by file, each with its text
_RUN: dict[Path, tuple[bytes, Scene]] = {}
# files of scenes of the program by their ids: who asks for one again has its folders looked through no more
_FILES: dict[str, Path] = {}


def scene_of(scene: str | Path | Scene) -> Scene:
    """Returns a scene: itself, the one of an id, or the one in a file; a file is run again when its text is another."""
    if isinstance(scene, Scene):
        return scene
    if isinstance(scene, Path) or str(scene).endswith(".py"):
        return _kept(Path(scene), scene_from)
    path = _FILES.get(str(scene)) or common.scene_path(str(scene))
    if path is None:
        return scene_named(str(scene))
    _FILES[str(scene)] = path
    return _kept(path, lambda _path: scene_named(str(scene)))


def _kept(path: Path, load: Callable[[Path], Scene]) -> Scene:
    """Returns load(path), or what it returned before for the same text."""
    try:
        text = text_of(path)
    except BadValue:
        _FILES.clear()
        return load(path)      # which says what is wrong
    kept = _RUN.get(path)
    if kept is None or kept[0] != text:
        kept = _RUN[path] = text, load(path)
    return kept[1]
