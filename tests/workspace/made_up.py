"""A set-up with everything in it, and values that do not belong there."""

import random

from sandbox.scene.scene import Scene
from sandbox.workspace.setup import Setup
from tests.film.test_recipe_schema import mutated
from tests.ui.made_up import turntable

FULL = Setup("turntable", "Fast", {"rate": 5.0, "shell": True}, {"at": (0.1, 0.0), "velocity": (0.0, 0.05)}, 240,
             ((0, "rate", 5.0), (100, "rate", 7.0)), step=120, reached=240,
             camera={"mode": "top", "look": (0.0, 0.0, 0.0, 0.1, 0.6, 0.4), "window": (800, 600)},
             shown={"arrows": ["velocity"], "trail": "long", "chalk": "off"},
             others={"plots": [{"x": "t", "y": ["drift"]}], "pins": [], "lesson": {"text": "Roll — «катись»"}})


class Scenes:
    """A catalogue of the scenes that it is given."""

    def __init__(self, *scenes: Scene):
        self.scenes = {scene.id: scene for scene in scenes or (turntable(),)}

    def get(self, name: str) -> Scene:
        from sandbox.scene.catalogue import no_scene
        if name not in self.scenes:
            raise no_scene(name, self.scenes)
        return self.scenes[name]


def damaged_bytes(dice: random.Random, data: bytes) -> bytes:
    """A text with some bytes taken away, changed or put in."""
    damaged = bytearray(data)
    for _i in range(dice.randrange(1, 4)):
        at = dice.randrange(len(damaged))
        damaged[at:at + dice.randrange(3)] = bytes(dice.randrange(256) for _k in range(dice.randrange(3)))
    return bytes(damaged)


__all__ = ["FULL", "Scenes", "damaged_bytes", "mutated"]
