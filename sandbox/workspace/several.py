"""Several parts of a bench at once: moved, turned, copied, taken away and changed together; and one part many times.

What stands on a support goes with it, whether it is chosen or not; it goes once.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import ceil, pi, sin, sqrt
from typing import Any

import numpy as np

from sandbox.errors import BadValue
from sandbox.scene.bodies import Ball
from sandbox.scene.built import kinds
from sandbox.scene.built.document import Document, Part, Word
from sandbox.scene.built.edits import added
from sandbox.scene.built.parts import Item, Number, numbers_of, turned
from sandbox.text import N_, _
from sandbox.workspace import bench
from sandbox.workspace.bench import Made

# how one part many times may stand; parts that are made at once
FORMS = {"row": N_("row"), "circle": N_("circle"), "grid": N_("grid"), "triangle": N_("triangle"),
         "pyramid": N_("pyramid")}
MOST = 120
# the upper layers of a pyramid start so far above what they come to lie on [m]
ABOVE = 1e-4
# how far from a place of its own a part is looked for room, in steps, and the directions of each
RINGS, WAYS = 24, 8


def _with(document: Document, made: Made) -> Made:
    return Made(document, made.values, made.formulas)


def movers(made: Made, names: Sequence[str]) -> tuple[str, ...]:
    """Returns those of some parts that are moved themselves: supports, bodies that stand on none of them, and marks."""
    supports = [name for name in names if name in made.supports]
    carried = {body for name in supports for body in made.standing_on(name)}
    return (*supports, *(name for name in names if name in made.bodies and name not in carried),
            *(name for name in names if name in made.marks))


def moved(made: Made, names: Sequence[str], by: Any) -> Document:
    """Returns the document with parts moved by (3,) [m]; arms between them stay as long as they were."""
    document = made.document
    for name in movers(made, names):
        document = bench.moved(_with(document, made), name, by)
    return document


def middle_of(made: Made, names: Sequence[str], centres: Mapping[str, Any]) -> np.ndarray:
    """Returns the middle (3,) of parts [m]: of the centres of bodies, the origins of supports, the middles of marks."""
    places = [_place_of(made, name, centres) for name in names
              if name in centres or name in made.supports or name in made.marks]
    return np.mean(places, axis=0) if places else np.zeros(3)


def _place_of(made: Made, name: str, centres: Mapping[str, Any]) -> np.ndarray:
    if name in made.marks:
        return made.marks[name].middle
    return np.asarray(centres[name] if name in centres else made.surface(name).origin, dtype=float)


def turned_together(made: Made, names: Sequence[str], axis: Any, angle: float, centres: Mapping[str, Any]) -> Document:
    """Returns the document with parts turned about an axis (3,) through their middle by an angle [rad].

    centres   name -> (3,) of the centres of bodies [m]
    """
    if len(names) == 1:
        return bench.turned(made, names[0], axis, angle)
    middle, R, document = middle_of(made, names, centres), turned(axis, angle), made.document
    for name in movers(made, names):
        place = _place_of(made, name, centres)
        try:
            document = bench.turned(_with(document, made), name, axis, angle)
        except BadValue:
            # a ball at rest and a ring look the same however they are turned, and go round all the same
            if name in made.supports:
                raise
        by = R @ (place - middle) - (place - middle)
        document = bench.moved(_with(document, made), name, tuple(round(float(x), 9) for x in by))
    return document


def copied(made: Made, names: Sequence[str], by: Any) -> tuple[Document, tuple[str, ...]]:
    """Returns the document with one more of each of some parts, moved by (3,) [m], and their names; or BadValue.

    What stood on one of them stands on its copy, and what joined two of them, or one to itself, joins their copies.
    """
    document, new = made.document, {}
    for name in (one for family in (made.supports, made.bodies, made.marks) for one in names if one in family):
        document, new[name] = bench.copied(_with(document, made), name, by)
        on = made.document.part(name).value.get("on") if name in made.bodies else None
        if on in new:
            part = document.part(new[name])
            document = _put(document, replace(part, value=part.value.changed("on", new[on])))
    for joint in made.document.of_family(kinds.JOINT):
        ends = {end: joint.value.get(end) for end in ("ball", "other", "support") if joint.value.get(end)}
        if "support" in ends or not all(name in new for name in ends.values()):
            continue        # the hinge of a support was copied with it
        value = joint.value
        for end, name in ends.items():
            value = value.changed(end, new[name])
        document = bench.numbered(added(document, replace(joint, name=bench.free_name(document, "joint"),
                                                          value=value)))
    return document, tuple(new[name] for name in names)


def width_of(made: Made, names: Sequence[str], way: Any, centres: Mapping[str, Any]) -> float:
    """Returns how wide some parts are together in a direction (3,) [m]."""
    way, low, high = np.asarray(way, dtype=float), [], []
    for name in names:
        half = 0.5*bench.width_of(made, name, way)
        at = float(_place_of(made, name, centres) @ way)
        low.append(at - half)
        high.append(at + half)
    return max(high) - min(low)


# ---- numbers that all of them have ----------------------------------------------------------------------------------

def common_numbers(document: Document, names: Sequence[str]) -> tuple[Number, ...]:
    """Returns the numbers of the first of some parts that the others have, too."""
    first, *others = ({_key(number): number for number in numbers_of(document.part(name))} for name in names)
    return tuple(number for key, number in first.items() if all(key in other for other in others))


def with_common_number(made: Made, names: Sequence[str], number: Number, value: float | bool | str) -> Document:
    """Returns the document with another value of a number in each of some parts; or BadValue.

    A support that is given another place takes along its axis, and what stands on it.
    """
    document = made.document
    for name in names:
        own = next((one for one in numbers_of(document.part(name)) if _key(one) == _key(number)), None)
        if own is not None and bench.is_place(own) and not isinstance(value, bool | str):
            document = bench.with_place(_with(document, made), name, own, value)
        elif own is not None:
            document = bench.with_number(document, name, own, value)
    return document


def _key(number: Number) -> tuple:
    return number.field.title, number.field.argument, number.field.place, number.field.unit


# ---- one part many times --------------------------------------------------------------------------------------------

def places_of(form: str, count: int, spacing: float, way: Any = (1.0, 0.0, 0.0)) -> np.ndarray:
    """Returns places (n, 3) of one part many times [m] from the first of them, which is at 0.

    form     of FORMS: a row along `way` (3,); a circle whose neighbours are `spacing` apart; a grid as square as it can
             be; a triangle and a pyramid that grow by a row or a layer, of as many as fill their last one
    """
    if form not in FORMS:
        raise BadValue(_("no such form: {found}; there are {known}").format(found=str(form)[:40],
                                                                            known=", ".join(map(_, FORMS.values()))))
    if not (2 <= count <= MOST):
        raise BadValue(_("number of parts: got {found}, needs 2 to {most}").format(found=count, most=MOST))
    if not 0.001 <= spacing <= 5.0:
        raise BadValue(_("spacing: got {found:g} m, needs 0.001 to 5 m").format(found=spacing))
    along = np.asarray(way, dtype=float)
    across = np.cross((0.0, 0.0, 1.0), along)
    if form == "row":
        flat = [(k, 0.0) for k in range(count)]
    elif form == "circle":
        radius = 0.5/sin(pi/count)
        turn = 2.0*pi/count
        flat = [(radius*(1.0 - np.cos(turn*k)), radius*np.sin(turn*k)) for k in range(count)]
    elif form == "grid":
        wide = ceil(sqrt(count))
        flat = [(k % wide, k // wide) for k in range(count)]
    else:
        return _heaped(form, count, spacing, along, across)
    return spacing*np.array([x*along + y*across for x, y in flat])


def _heaped(form: str, count: int, spacing: float, along: np.ndarray, across: np.ndarray) -> np.ndarray:
    """Places of a triangle that lies, or of the layers of a pyramid over a square, 1 higher for each [spacing]."""
    if form == "triangle":
        rows, found = 1, []
        while rows*(rows + 1)//2 < count:
            rows += 1
        for row in range(rows):
            found += [(0.5*sqrt(3.0)*row)*along + (k - 0.5*row)*across for k in range(row + 1)]
        return spacing*np.array(found)
    side, found = 1, []
    while side*(side + 1)*(2*side + 1)//6 < count:
        side += 1
    for layer in range(side):
        wide = side - layer
        found += [(0.5*layer + i)*along + (0.5*layer + k)*across + layer*np.array((0.0, 0.0, 1.0))
                  for i in range(wide) for k in range(wide)]
    return spacing*np.array(found)


def arranged(made: Made, name: str, form: str, count: int, spacing: float, way: Any = (1.0, 0.0, 0.0)
             ) -> tuple[Document, tuple[str, ...]]:
    """Returns the document with a part many times, itself the first, and their names; or BadValue.

    The upper layers of a pyramid lie in the hollows of balls, so they are balls.
    """
    places, document, names = places_of(form, count, spacing, way), made.document, [name]
    layers = np.rint(places[:, 2]/spacing).astype(int)
    rise = 0.0
    if layers.any():
        body = made.world.bodies[made.bodies.index(name)].body if name in made.bodies else None
        if not isinstance(body, Ball):
            raise BadValue(_("a pyramid is made of balls: '{name}' is none").format(name=bench.shown_name(name)))
        if spacing < 2.0*body.radius or spacing >= 2.0*sqrt(2.0)*body.radius:
            raise BadValue(_("spacing of a pyramid: got {found:g} m, needs {low:g} m and less than {high:.3g} m: each "
                             "ball lies in the hollow of four").format(found=spacing, low=2.0*body.radius,
                                                                  high=2.0*sqrt(2.0)*body.radius))
        rise = sqrt(4.0*body.radius**2 - 0.5*spacing**2)
    for place, layer in zip(places[1:], layers[1:], strict=True):
        by = (float(place[0]), float(place[1]), 0.0 if rise else float(place[2]))
        document, new = bench.copied(_with(document, made), name, by)
        if layer:
            part = document.part(new)
            start = part.value.get("start")
            if not isinstance(start, Word) or start.get("at") is None or len(start.get("at")) != 2:
                raise BadValue(_("'{name}' does not stand on anything, so nothing is heaped on it").format(
                    name=bench.shown_name(name)))
            high = round(float(made.number(start.get("height", 0.0)) + layer*(rise + ABOVE)), 9)
            document = _put(document, replace(part, value=bench.in_order(part.value.changed(
                "start", start.changed("height", high)))))
        names.append(new)
    return document, tuple(names)


def put_row(document: Document, item: Item, points: Any, on: str) -> tuple[Document, tuple[str, ...]]:
    """Returns the document with a part of the palette at each of some places (n, 3) of a support; and their names."""
    names = []
    for point in points:
        document, name = bench.put(document, item, point, on)
        names.append(name)
    return document, tuple(names)


def beside(made: Made, name: str, way: Any, far: float, why_not: Callable[[Document], str]) -> tuple[Document, str]:
    """Returns the document with one more body where there is room beside it, and its name; BadValue with what is in the
    way in the direction that was asked for.

    way   (3,) in which room is looked for first, then around;  far  how far away at least [m]
    """
    reason, way = "", np.asarray(way, dtype=float)
    around = [turned((0.0, 0.0, 1.0), angle) @ way for angle in pi*np.array((0.0, 1.0, 0.5, -0.5, 0.25, -0.25, 0.75,
                                                                             -0.75))]
    for times in (1, 2, 4, 8):
        for one in around:
            by = tuple(round(float(x), 9) for x in times*far*one)
            for does in (lambda by=by: bench.copied(made, name, by), lambda by=by: _at_foot(made, name, by)):
                try:
                    document, new = does()
                    said = why_not(document)
                except BadValue as error:
                    said = str(error)
                if not said:
                    return document, new
                reason = reason or said
    raise BadValue(reason)


def _at_foot(made: Made, name: str, by: Any) -> tuple[Document, str]:
    """One more body on what the first one stands on, whose height there is found."""
    return bench.another_at(made, name, np.asarray(made.states[name].centre) + by, "")


def first_room(document: Document, item: Item, middle: Any, on: str, step: float, why_not: Any
               ) -> tuple[Document, str]:
    """Returns the document with a part of the palette where there is room nearest to a place (3,) of a support [m].

    why_not   why_not(document) -> why there can't be such a world, or "";  BadValue with the reason of the place itself
    """
    reason = ""
    for ring in range(RINGS):
        for k in range(1 if ring == 0 else WAYS):
            angle = 2.0*pi*k/WAYS
            at = (middle[0] + step*ring*np.cos(angle), middle[1] + step*ring*np.sin(angle), middle[2])
            found, name = bench.put(document, item, tuple(round(float(x), 6) for x in at), on)
            said = why_not(found)
            if not said:
                return found, name
            reason = reason or said
    raise BadValue(reason)


def _put(document: Document, part: Part) -> Document:
    return replace(document, parts=tuple(part if one.name == part.name else one for one in document.parts))
