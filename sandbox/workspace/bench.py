"""A bench: a scene made of a document, to which parts are put, on which they are moved, from which they are taken.

Each deed gives a document from a document, or BadValue with a sentence; whether bodies overlap is what the engine says
when the world is made. A scene is made of a document by its text, so that it goes wherever other scenes go.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from math import isfinite
from typing import Any

from sandbox.errors import BadValue
from sandbox.scene.built import kinds, parts
from sandbox.scene.built.document import Document, Part, Word
from sandbox.scene.built.edits import added, removed, with_argument
from sandbox.scene.built.making import made_of
from sandbox.scene.built.parts import Item, Number, word
from sandbox.scene.built.read import read
from sandbox.scene.built.values import Maker
from sandbox.scene.catalogue import BENCH, scene_of_text, source_digest
from sandbox.scene.scene import Scene
from sandbox.scene.supports.surface import Surface
from sandbox.scene.world import World
from sandbox.systems.assemble import assemble_scene
from sandbox.text import N_, _
from sandbox.workspace.scene_text import scene_text

# the table of a new bench: height of its middle, radius, thickness [m]
HEIGHT, RADIUS, THICKNESS = 0.4, 0.3, 0.02
# where the first parts of the palette lie on it, all at the same x [m]
FIRST = (0.0, 0.06)
MOST_BODIES, MOST_SUPPORTS = 300, 64
# documents of scenes that were made of them, by text; as many as there are steps of undo
KEPT = 400
_written: dict[str, Document] = {}
TITLE = N_("On the bench")
# names of what is there at first, beside those of the palette
NAMES = N_("table"), N_("floor")


def new_bench() -> Document:
    """Returns a round table at rest over the laboratory's floor, with two balls at rest on it.

    A world needs a body; several of them, other than one alone, may stand behind a bowl.
    """
    table = _support(parts.of(word("RoundSlab", radius=RADIUS, thickness=THICKNESS), "wood"), (0.0, 0.0, HEIGHT))
    found = Document(TITLE, kinds.WORLD, (
        Part(NAMES[0], kinds.SUPPORT, table), Part(NAMES[1], kinds.SUPPORT, word("laboratory_floor", z=0.0)),
        Part("law of ball and ball", kinds.LAW, parts.LAW, ("ball", "ball"))), about=TITLE,
        of_scene=(("showing", word("Showing", closer=0)),))
    for item, y in zip(parts.PARTS, FIRST, strict=False):
        found = put(found, item, (0.1, y, 0.0), NAMES[0])[0]
    return found


def scene_of(document: Document) -> Scene:
    """Returns the scene of a document, or raises BadValue."""
    text = scene_text(document)
    scene = scene_of_text(BENCH, text, source_digest(text))
    _written[scene.source] = document
    while len(_written) > KEPT:
        _written.pop(next(iter(_written)), None)
    return scene


def built_in(scene: Scene) -> Document:
    """Returns the document that a scene of the bench was made of."""
    return _written.get(scene.source) or document_of(scene)[0]


def document_of(scene: Scene, values: Mapping[str, Any] | None = None) -> tuple[Document, tuple[str, ...]]:
    """Returns the document of a scene as a world, and what of the scene is not in it; or BadValue that says why."""
    reading = read(scene, values)
    return as_world(reading.document), reading.notes


def titled(document: Document, title: str) -> Document:
    """Returns the document under another title, which its text begins with."""
    return replace(document, title=title, about=title)


def formulas_of(scene: Scene) -> dict[str, Callable]:
    """Returns what the file of a scene defines, by name: a document may need formulas of it."""
    return dict(getattr(scene.build, "__globals__", {}))


def trouble_of(document: Document, scene: Scene, values: Mapping[str, Any]) -> str:
    """Returns why there can't be such a world, or "".

    scene, values   those that the document is a change of
    """
    try:
        values = {**_defaults(document), **values}
        assemble_scene(scene, values, models=[made_of(document, values, formulas_of(scene))])
    except BadValue as error:
        return str(error)
    return ""


# ---- a world of what is none ----------------------------------------------------------------------------------------

def as_world(document: Document) -> Document:
    """Returns a document whose scene is a world: of one body on one support the same motion; else BadValue."""
    if document.form == kinds.WORLD:
        return document
    if document.form != kinds.TOGETHER:
        raise BadValue(_("Its bodies move by equations of their own, on no support that others could stand on: nothing "
                         "can be put beside them yet."))
    body, surface, motion, *contact = (part.value for part in document.of_family(kinds.SYSTEM))
    start = document.of_family(kinds.START)
    if not start:
        raise BadValue(_("It has no start that is written in words: nothing can be put beside it yet."))
    on = word("On", surface=surface, motion=motion, **({"contact": contact[0]} if contact else {}))
    values = document.of_family(kinds.VALUE)
    placed = word("Placed", body=body, start=start[0].value, on="support", name="body")
    return replace(document, form=kinds.WORLD, parts=(
        *values, Part("support", kinds.SUPPORT, on), Part("body", kinds.BODY, placed)),
        of_scene=tuple((key, value) for key, value in document.of_scene if key in ("showing", "controls")))


def _defaults(document: Document) -> dict[str, Any]:
    return {parameter.name: parameter.default for parameter in document.parameters}


# ---- what is there --------------------------------------------------------------------------------------------------

class Made:
    """The world that a document makes, with the names of its parts.

    values     of its parameters;  formulas   of its scene's own, where it has any
    supports, bodies   names, in the order of the world
    """

    def __init__(self, document: Document, values: Mapping[str, Any], formulas: Mapping[str, Any] | None = None):
        self.document, self.values, self.formulas = document, {**_defaults(document), **values}, dict(formulas or {})
        self.world: World = made_of(document, self.values, self.formulas)
        self.supports, self.bodies = tuple(self.world.supports), self.world.names

    def surface(self, name: str) -> Surface:
        """Returns the surface of a support."""
        return self.world.supports[name].surface

    def is_floor(self, name: str) -> bool:
        """Whether a support is the floor of the laboratory, which stays where it is."""
        part = self.document.part(name)
        return isinstance(part.value, Word) and part.value.name == "laboratory_floor"

    def number(self, value: Any) -> float:
        """Returns the number that stands somewhere in the document, a formula as it is now."""
        return float(Maker(self.values, self.formulas).thing(value))

    def standing_on(self, support: str) -> tuple[str, ...]:
        """Returns the names of the bodies that start on a support, or above it."""
        return tuple(name for name, placed in zip(self.bodies, self.world.bodies, strict=True)
                     if self.world.support_of(placed) == support)


# ---- deeds ----------------------------------------------------------------------------------------------------------

def put(document: Document, item: Item, place, on: str) -> tuple[Document, str]:
    """Returns the document with a part of the palette at a place, and its name; or BadValue.

    place   (3,) of the support `on` that it stands on [m]
    """
    name = free_name(document, item.name)
    if item.family == kinds.BODY:
        if len(document.of_family(kinds.BODY)) >= MOST_BODIES:
            raise BadValue(_("a bench takes at most {most} bodies").format(most=MOST_BODIES))
        value = word("Placed", body=item.value, start=word("Start", at=_plane(place), velocity=(0.0, 0.0)),
                     on=on, name=name)
        return added(document, Part(name, kinds.BODY, value)), name
    if len(document.of_family(kinds.SUPPORT)) >= MOST_SUPPORTS:
        raise BadValue(_("a bench takes at most {most} supports").format(most=MOST_SUPPORTS))
    origin = origin_of(item, place)
    motion = item.motion
    if motion is not None:
        motion = motion.changed("point", origin)
    return added(document, Part(name, kinds.SUPPORT, _support(item.value, origin, item.turn, motion))), name


def origin_of(item: Item, place) -> tuple[float, float, float]:
    """Returns the origin of a support of the palette that stands at a place (3,) [m]: its lowest point is there."""
    depth = -float(parts.points_of(surface_of(item, (0.0, 0.0, 0.0), stands=False))[:, 2].min())
    return float(place[0]), float(place[1]), _rounded(float(place[2]) + depth)


def surface_of(item: Item, place, stands: bool = True) -> Surface:
    """Returns the surface of a support of the palette that stands at a place (3,) [m], or has its origin there."""
    axis, angle = item.turn
    origin = origin_of(item, place) if stands else tuple(map(float, place))
    return Maker({}, {}).thing(Word(".placed", (("origin", origin), ("axis", axis), ("angle", angle)), item.value))


def moved(made: Made, name: str, by, on: str = "") -> Document:
    """Returns the document with a part moved by (3,) [m]; what stands on a support goes along.

    on   of a body: the support that it stands on from now on, that of before if not given
    """
    document, part = made.document, made.document.part(name)
    if part.family == kinds.BODY:
        at = part.value.get("start").get("at") if isinstance(part.value.get("start"), Word) else None
        if not isinstance(at, tuple):
            raise BadValue(_("'{name}': where it starts is not written as a place; it can't be moved").format(
                name=name))
        start = part.value.get("start").changed("at", _shifted(made, at, by[:len(at)]))
        value = part.value.changed("start", start)
        return _with(document, replace(part, value=value.changed("on", on) if on else value))
    if made.is_floor(name) or part.key == "**" or not isinstance(part.value, Word) or part.value.name != "On":
        raise BadValue(_("'{name}' stays where it is").format(name=name))
    value = _surface_moved(made, part.value, by)
    motion = value.get("motion")
    if isinstance(motion, Word):
        point = motion.get("point", (0.0, 0.0, 0.0))
        value = value.changed("motion", motion.changed("point", _shifted(made, point, by)))
    document = _with(document, replace(part, value=value))
    for body in made.standing_on(name):
        document = moved(Made(document, made.values, made.formulas), body, by)
    return document


def _surface_moved(made: Made, on: Word, by) -> Word:
    surface = on.get("surface")
    if isinstance(surface, Word) and surface.name == ".placed":
        origin = surface.get("origin", (0.0, 0.0, 0.0))
        return on.changed("surface", surface.changed("origin", _shifted(made, origin, by)))
    return on.changed("surface", Word(".placed", (("origin", tuple(map(_rounded, by))),), surface))


def _shifted(made: Made, numbers: tuple, by) -> tuple:
    """Numbers with others added; one that stays is what it was, a formula too."""
    return tuple(old if step == 0.0 else _rounded(made.number(old) + float(step))
                 for old, step in zip(numbers, by, strict=True))


def without(made: Made, name: str, centres: Mapping[str, Any]) -> Document:
    """Returns the document without a part; what stood on a support that goes falls from where it was; or BadValue.

    centres   name -> (3,) of the mass centres of bodies [m]
    """
    document, part = made.document, made.document.part(name)
    if part.family == kinds.BODY and len(made.bodies) == 1:
        raise BadValue(_("the last body stays: a world has one at least"))
    if part.family != kinds.SUPPORT:
        return removed(document, name, with_others=True)
    others = [other for other in made.supports if other != name]
    if made.is_floor(name) or part.key == "**" or not others:
        raise BadValue(_("'{name}' stays where it is").format(name=name))
    floor = next((other for other in others if made.is_floor(other)), others[-1])
    for body in made.standing_on(name):
        one = document.part(body)
        start = word("Start", at=tuple(_rounded(float(x)) for x in centres[body]), velocity=(0.0, 0.0, 0.0),
                     omega=(0.0, 0.0, 0.0))
        document = _with(document, replace(one, value=one.value.changed("start", start).changed("on", floor)))
    return removed(document, name, with_others=True)


def with_number(document: Document, name: str, number: Number, value: float | bool) -> Document:
    """Returns the document with another value of a number or a switch of a part; BadValue where it is out of range."""
    field = number.field
    if isinstance(number.value, bool):
        return with_argument(document, name, number.path, bool(value))
    if not (isfinite(value) and field.low <= value <= field.high):
        raise BadValue(_("'{name}', {what}: got {found:g}, needs {low:g} to {high:g} {unit}").format(
            name=name, what=_(field.title), found=value, low=field.low, high=field.high, unit=field.unit).rstrip())
    return with_argument(document, name, number.path, float(value))


# ---- pieces ---------------------------------------------------------------------------------------------------------

def free_name(document: Document, name: str) -> str:
    """Returns a name that no part has, with a number where it needs one."""
    taken, found, number = {part.name for part in document.parts}, name, 1
    while found in taken:
        number += 1
        found = f"{name} {number}"
    return found


def shown_name(name: str) -> str:
    """Returns the name of a part in the language of the moment, where it is one of the palette with its number."""
    stem, _space, number = name.rpartition(" ")
    return f"{_(stem)} {number}" if stem and number.isdigit() else _(name)


def _support(surface: Word, origin, turn=((0.0, 1.0, 0.0), 0.0), motion: Word | None = None) -> Word:
    axis, angle = turn
    placed = Word(".placed", (("origin", tuple(origin)), ("axis", axis), ("angle", angle)) if angle else (
        ("origin", tuple(origin)),), surface)
    return word("On", surface=placed, **({"motion": motion} if motion is not None else {}), contact=parts.LAW)


def _with(document: Document, part: Part) -> Document:
    return replace(document, parts=tuple(part if one.name == part.name else one for one in document.parts))


def _plane(place) -> tuple[float, float]:
    return _rounded(float(place[0])), _rounded(float(place[1]))


def _rounded(x: float) -> float:
    """A number of metres without digits that nobody chose: to a nanometre."""
    return round(float(x), 9) + 0.0
