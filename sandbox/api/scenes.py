"""Scenes by name, from a file, or all of them."""

from pathlib import Path

from sandbox.cli import common
from sandbox.scene.catalogue import Catalogue, load_scene
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


def scene_of(scene: str | Path | Scene) -> Scene:
    """Returns a scene: itself, the one of an id, or the one in a file."""
    if isinstance(scene, Scene):
        return scene
    if isinstance(scene, Path) or str(scene).endswith(".py"):
        return scene_from(scene)
    return scene_named(str(scene))
