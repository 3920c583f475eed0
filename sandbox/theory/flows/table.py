"""Which systems have sections that are found by series or in closed form, besides the sleigh."""

from collections.abc import Mapping

from sandbox.scene.scene import Scene
from sandbox.text import _
from sandbox.theory.analysis import refusal
from sandbox.theory.flows import billiard, coin, revolution, suslov
from sandbox.theory.flows.billiard import Table
from sandbox.theory.flows.flow import Sectioned

SYSTEMS = (suslov, billiard, coin, revolution)


def sectioned(scene: Scene, values: Mapping) -> Sectioned | Table:
    """Takes a scene and checked values and returns what is sectioned of it, or raises BadValue where there is nothing.
    """
    for system in SYSTEMS:
        found = system.of_scene(scene, values)
        if found is not None:
            return found
    raise refusal(scene.id or scene.title, _(
        "sections are known of a sleigh on a turntable, Suslov's body, a billiard, a rolling disk, and a ball that "
        "rolls on a surface of revolution"))
