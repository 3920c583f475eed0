"""What was derived from the words of a scene, kept for the next run of the same values.

A system is constant, what changes is in a Data (protocol.py): the next run of a start writes numbers only. What a scene
of a file builds hangs on its text; the functions of one that was made in Python may read what is another by then, and
are asked in each run.
"""

from collections.abc import Mapping
from threading import Lock
from typing import Any, NamedTuple

from sandbox.scene.constrained import At
from sandbox.scene.scene import Scene
from sandbox.scene.start import Start
from sandbox.systems.assemble import assemble_scene
from sandbox.systems.formula_keys import NoKey, meaning
from sandbox.systems.protocol import Automaton
from sandbox.systems.renewed import renewed
from sandbox.text import language

# structures that are kept at most, the oldest given up first: a world of a thousand balls has some megabytes
MOST_KEPT = 8


class Derived(NamedTuple):
    """What a scene's functions returned for some values, and the systems that were made of it: the first is the run's.
    """

    scene: Scene
    words: list
    systems: list[Automaton]


_KEPT: dict[tuple, Derived] = {}
_LOCK = Lock()


def derived(scene: Scene, values: Mapping, start: Start | At | None = None) -> Derived:
    """Returns the words and the systems of a scene for these values and a start, or None for the scene's own.

    raises   BadValue, see assemble_scene; nothing is kept then
    """
    key = _key(scene, values, start)
    # another thread may give up what was just found
    found = None if key is None else _KEPT.get(key)
    if found is None:
        words = scene.models(values)
        found = Derived(scene, words, assemble_scene(scene, values, start, words))
        if key is not None:
            _keep(key, found)
    # what a system finds out about itself in one run stays with that run
    return found._replace(systems=[_anew(system) for system in found.systems])


def _key(scene: Scene, values: Mapping, start: Start | At | None) -> tuple | None:
    """All that a structure hangs on, bit by bit, or None where nobody can say; its sentences have a language."""
    if not scene.source:
        return None
    try:
        own = None if start is None else (type(start), meaning(tuple(vars(start).items())))
        # a scene that is kept keeps its place in memory for itself
        return id(scene), meaning(tuple(values.items())), own, language()
    except NoKey:
        return None


def _keep(key: tuple, found: Derived):
    """Keeps a structure in the place of the oldest."""
    with _LOCK:
        while len(_KEPT) >= MOST_KEPT:
            del _KEPT[next(iter(_KEPT))]
        _KEPT[key] = found


def _anew(system: Any) -> Automaton:
    """The same system, which has found out nothing yet."""
    return renewed(system)
