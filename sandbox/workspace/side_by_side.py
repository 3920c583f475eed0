"""One more of what can't stand among others: a further system of the same run, which starts beside the first one.

Systems with rows have no support that others could stand on, and some laws are those of a lone body. Such systems run
side by side (scene/beside.py): each moves as if it were alone, in the same picture, with its own energy book.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from math import asin, ceil, cos, hypot, pi, sin
from typing import Any

import numpy as np

from sandbox.errors import BadValue
from sandbox.run.simulation import Simulation
from sandbox.scene.built import kinds
from sandbox.scene.built.computed import text_of, tree_of
from sandbox.scene.built.document import Computed, Document, Named, Pairs, Part, Word
from sandbox.scene.built.parts import turned
from sandbox.scene.built.read import CALLED, read
from sandbox.scene.built.values import Maker
from sandbox.scene.scene import Scene
from sandbox.scene.world import World
from sandbox.text import _
from sandbox.workspace import bench

# systems of one run at most, and steps after which it is seen whether one has ended at once
MOST, SOON = 8, 24
GAP, GRID = 0.002, 0.01      # [m] between two bodies at least, and of what places are multiples
# how many times as far room is looked for, and in how many directions
TIMES, WAYS = (1, 2, 3, 4, 6), 8


def can_be(scene: Scene, values: Mapping[str, Any]) -> bool:
    """Whether one more may run side by side: a lone body, or what is no world; among several bodies it has to fit."""
    models = scene.models(values)
    return len(models) > 1 or not isinstance(models[0], World) or len(models[0].bodies) == 1


def another(scene: Scene, values: Mapping[str, Any], body: int, way: Any, place: Any = None
            ) -> tuple[Document, tuple[str, ...]]:
    """Returns the document with one more system, which begins beside the one that a body belongs to, and what of the
    scene is not in it; BadValue says why there can be none.

    way     (3,) in which there is room for it, or else around;  place   (3,) of the room that it begins at instead [m]
    """
    reading = read(scene, values, is_listed=True)
    document = reading.document
    if len(document.of_family(kinds.SYSTEM)) >= MOST:
        raise BadValue(_("at most {most} systems run side by side").format(most=MOST))
    before = Simulation(scene, values)
    models = [len(system.bodies) for system in before.systems]
    number = next(k for k in range(len(models)) if body < sum(models[:k + 1]))
    firsts = [sum(models[:k]) for k in range(len(models))]
    centres = np.array([before.snapshot().bodies[k].centre for k in firsts])
    reason = ""
    far = ceil((2.0*before.bodies[firsts[number]].size + GAP)/GRID - 1e-9)*GRID
    steps = _steps(centres[number], far, way, place)
    # a place in space may be one of a surface: there it goes round, where it can't be moved
    for move, by in ((move, by) for move in (_moved, _turned) for by in steps):
        try:
            found = _with(document, number, by, move, Maker(values, bench.formulas_of(scene)).thing)
            _check(found, values, centres, 0.999*far if place is None else 0.0)
        except BadValue as error:
            reason = reason or str(error)
            continue
        return found, reading.notes
    raise BadValue(reason)


def _steps(centre: np.ndarray, far: float, way: Any, place: Any) -> list[tuple[float, float]]:
    """Ways (2,) from the start of a body, `far` wide, to that of another one that are tried [m]."""
    if place is not None:
        return [(float(place[0] - centre[0]), float(place[1] - centre[1]))]
    around = [turned((0.0, 0.0, 1.0), 2.0*pi*k/WAYS) @ np.asarray(way, dtype=float) for k in range(WAYS)]
    return [(round(float(times*far*one[0]), 9) + 0.0, round(float(times*far*one[1]), 9) + 0.0)
            for times in TIMES for one in around]


def _check(document: Document, values: Mapping[str, Any], centres: np.ndarray, room: float):
    """BadValue where the last system can't begin, ends at once, or is nearer to another one than `room` [m]."""
    known = {parameter.name for parameter in document.parameters}
    run = Simulation(bench.scene_of(document), {name: value for name, value in values.items() if name in known})
    first = sum(len(system.bodies) for system in run.systems[:-1])
    centre = np.asarray(run.snapshot().bodies[first].centre)
    if (np.linalg.norm(centres - centre, axis=1) < room).any():
        raise BadValue(_("where it would begin there is one already"))
    run.advance(SOON)
    end = run.ends[-1]
    if end is not None:
        raise BadValue(end.sentence)


# ---- the document ---------------------------------------------------------------------------------------------------

def _with(document: Document, number: int, by: tuple[float, float], move: Callable, thing: Callable) -> Document:
    """The document with one more system as that of a number is, which begins elsewhere."""
    systems = document.of_family(kinds.SYSTEM)
    part, value = systems[number], systems[number].value
    start = document.of_family(kinds.START)
    begin = start[0].value if start else None
    values: list[Part] = []
    known = {one.name: one.value for one in document.parts}
    is_beside = isinstance(value, Word) and value.name == "Beside"
    system, begin = (value.get("system"), value.get("start")) if is_beside else (value, begin)

    def shared(word: Any) -> Any:
        """What both have is written once."""
        if not isinstance(word, Word) or word.name.startswith(("[", "@")):
            return word
        name = bench.free_name(document, CALLED.get(word.name, word.name.strip(".").lower()))
        while any(one.name == name for one in values):
            name = f"{name} more"
        values.append(Part(name, kinds.VALUE, word))
        return Named(name)

    word = known[system.name] if isinstance(system, Named) else system
    if isinstance(word, Word) and word.name == "World":
        word = word.changed("supports", Pairs(tuple((key, shared(one)) for key, one in word.get("supports").pairs)))
        new, system = _moved_world(word, by, move, thing), word
    elif isinstance(word, Word) and word.get("fixed_point") is not None:
        # what has a fixed point is elsewhere with it
        place = word.get("fixed_point")
        new = Word("Beside", (("system", word.changed("fixed_point", (
            _plus(place[0], by[0]), _plus(place[1], by[1]), place[2]))), ("start", begin)))
    else:
        system = tuple(map(shared, system)) if isinstance(system, tuple) else shared(system)
        new = Word("Beside", (("system", system), ("start", move(begin, system, by, thing))))
    changed = replace(part, value=Word("Beside", (("system", system), ("start", begin))) if is_beside else system)
    at = next(i for i, one in enumerate(document.parts) if one.family == kinds.SYSTEM)
    parts = [changed if one is part else one for one in document.parts]
    last = max(i for i, one in enumerate(parts) if one.family == kinds.SYSTEM)
    parts[last + 1:last + 1] = [Part(f"system {len(systems) + 1}", kinds.SYSTEM, new)]
    parts[at:at] = values
    return replace(document, parts=tuple(parts))


def _moved_world(world: Word, by: tuple[float, float], move: Callable, thing: Callable) -> Word:
    """A world whose only body begins elsewhere."""
    bodies = world.get("bodies")
    if not isinstance(bodies, tuple) or len(bodies) != 1 or not isinstance(bodies[0], Word):
        raise BadValue(_("several bodies move together there: they are built on, and not put beside"))
    start = bodies[0].get("start")
    return world.changed("bodies", (bodies[0].changed("start", move(start, None, by, thing)),))


def _moved(start: Any, system: Any, by: tuple[float, float], thing: Callable) -> Word:
    """A start from a place that is by (2,) [m] elsewhere, otherwise alike."""
    given = dict(start.arguments) if isinstance(start, Word) else {}
    if isinstance(start, Word) and start.name == "Start" and isinstance(given.get("at"), tuple):
        place = given["at"]
        return start.changed("at", (_plus(place[0], by[0]), _plus(place[1], by[1]), *place[2:]))
    if isinstance(start, Word) and start.name == "At" and isinstance(given.get("q"), tuple) and len(given["q"]) > 2:
        q = given["q"]
        return start.changed("q", (_plus(q[0], by[0]), _plus(q[1], by[1]), *q[2:]))
    if isinstance(start, Word) and start.name == ".start":
        of = system if isinstance(system, Named) else start.of
        start = Word(start.name, start.arguments, of)
        if {"x", "y"} <= set(given):
            return start.changed("x", _plus(given["x"], by[0])).changed("y", _plus(given["y"], by[1]))
        if {"x1", "x2", "phi"} <= set(given):
            # in the axes of the blade
            phi = float(thing(given["phi"]))
            c, s = cos(phi), sin(phi)
            along, across = round(c*by[0] + s*by[1], 9) + 0.0, round(-s*by[0] + c*by[1], 9) + 0.0
            return start.changed("x1", _plus(given["x1"], along)).changed("x2", _plus(given["x2"], across))
        if "y" in given and by[0] == 0.0:
            return start.changed("y", _plus(given["y"], by[1]))
    raise BadValue(_("where it starts is not written as a place"))


def _turned(start: Any, _system: Any, by: tuple[float, float], thing: Callable) -> Word:
    """A start that is a place of a surface in space: it goes round the upright axis, as far as by (2,) is long [m]."""
    place = start.get("at") if isinstance(start, Word) and start.name == "Start" else None
    if not isinstance(place, tuple) or len(place) != 3:
        raise BadValue(_("where it starts is not written as a place"))
    at = [float(thing(one)) for one in place]
    far = hypot(at[0], at[1])
    angle = 2.0*asin(min(1.0, 0.5*hypot(*by)/far)) if far > 0.0 else 0.0
    angle = -angle if at[0]*by[1] < at[1]*by[0] else angle
    R = turned((0.0, 0.0, 1.0), angle)
    for name in ("at", "velocity", "omega"):
        if isinstance(start.get(name), tuple) and len(start.get(name)) == 3:
            start = start.changed(name, tuple((R @ [float(thing(one)) for one in start.get(name)]).tolist()))
    return start


def _plus(value: Any, step: float) -> Any:
    """A number or a formula, and a number more; one that stays is what it was."""
    if step == 0.0:
        return value
    if isinstance(value, Computed):
        sign = "+" if step > 0.0 else "-"
        return Computed(text_of(tree_of(f"({value.formula}) {sign} {abs(step)!r}")))
    return round(float(value) + step, 9)
