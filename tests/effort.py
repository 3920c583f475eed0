"""How much tests try: a share at each change, all of it where JACOBI_SANDBOX_RELEASE is 1, or so much of it.

What stands for the rest at each change is drawn by the text of a scene: an edit of the scene draws anew, and what is
drawn is the same for everybody who has that text.
"""

import os
import sys
from collections.abc import Iterable, Sequence
from math import ceil
from pathlib import Path
from zlib import crc32

from sandbox.scene.scene import Preset, Scene

RELEASE = "JACOBI_SANDBOX_RELEASE"
# names a file to which each number is written, a line each: who asked for it, and the number
COUNTED = "JACOBI_SANDBOX_COUNTED"
IS_RELEASE = bool(os.environ.get(RELEASE))
SHARE = float(os.environ.get(RELEASE) or 1)       # of how often random tests try in a release


def tries(each_change: int, release: int) -> int:
    """How often a test tries: in a share of a release not more seldom than at each change."""
    # where fewer stand for a release they are what is left out
    number = (each_change if not IS_RELEASE else min(release, max(each_change, ceil(SHARE*release)))
              if release > each_change else release)
    if counted := os.environ.get(COUNTED):
        asking = sys._getframe(1)
        with Path(counted).open("a") as file:
            file.write(f"{asking.f_code.co_filename}:{asking.f_lineno} {number}\n")
    return number


def some_presets(scene: Scene) -> list[Preset]:
    """The first preset of a scene and another one, drawn by its text; for a release all of them."""
    first, *others = scene.presets
    if IS_RELEASE or not others:
        return list(scene.presets)
    return [first, others[crc32(scene.source.encode())%len(others)]]


def one_of(cases: Sequence, text: str) -> Sequence:
    """One of the cases, if there are any, drawn by a text; for a release all of them."""
    return cases if IS_RELEASE or not cases else [cases[crc32(text.encode())%len(cases)]]


def some_scenes(scenes: Iterable[Scene], one_in: int = 8, asked: str = "") -> list[Scene]:
    """One of so many scenes, each drawn by its own text, and the first of each topic; for a release all of them.

    asked   what is asked of them, so that another question draws others
    """
    scenes, topics = list(scenes), set()
    found = []
    for scene in scenes:
        if IS_RELEASE or scene.topic not in topics or crc32((asked + scene.source).encode())%one_in == 0:
            found.append(scene)
        topics.add(scene.topic)
    return found
