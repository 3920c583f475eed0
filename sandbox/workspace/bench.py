"""A bench: a scene made of a document, to which parts are put, on which they are moved, from which they are taken.

Each deed gives a document from a document, or BadValue with a sentence; whether bodies overlap is what the engine says
when the world is made. A scene is made of a document by its text, so that it goes wherever other scenes go.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property
from math import cos, isfinite, sin
from typing import Any

import numpy as np

from sandbox.errors import BadValue
from sandbox.run.simulation import Simulation
from sandbox.scene.bodies import Ball
from sandbox.scene.built import kinds, parts, written
from sandbox.scene.built.computed import names_in
from sandbox.scene.built.document import Computed, Document, Part, Word, leaves
from sandbox.scene.built.edits import MOST_PARTS, added, removed, with_argument, with_slider
from sandbox.scene.built.making import made_of
from sandbox.scene.built.parts import Item, Number, points_of, word
from sandbox.scene.built.plain import document_of_plain, is_a_name
from sandbox.scene.built.read import read
from sandbox.scene.built.values import Maker
from sandbox.scene.catalogue import BENCH, scene_of_text, source_digest
from sandbox.scene.marks import Mark
from sandbox.scene.parameter import Parameter
from sandbox.scene.scene import Scene
from sandbox.scene.supports.surface import Surface
from sandbox.scene.world import World
from sandbox.systems.assemble import assemble_scene
from sandbox.systems.world.bodies import reach_of
from sandbox.text import N_, _
from sandbox.workspace.bench_marks import copied_mark, mark_named, moved_mark, put_mark, turned_mark, width_of_mark
from sandbox.workspace.joints import arm, hinge, in_order, rejoined, tie
from sandbox.workspace.kept_form import each_with_its_own
from sandbox.workspace.of_material import with_material
from sandbox.workspace.present import at_present, is_there, why_not_now
from sandbox.workspace.scene_text import scene_text
from sandbox.workspace.turned import start_turned, surface_turned

# the table of a new bench: height of its middle, radius, thickness [m]
HEIGHT, RADIUS, THICKNESS = 0.4, 0.3, 0.02
# where the first parts of the palette lie on it, all at the same x [m]
FIRST = (0.0, 0.06)
# where the first ramp stands, and where a ball lies on it [m]
RAMP, ON_RAMP = (-0.1, 0.0, HEIGHT + 0.5*THICKNESS), (-0.11, 0.0, 0.0)
LONGEST_FORMULA = 500    # letters, as docs/formulas.md has it
# where the first dominoes of a floor stand [m]
DOMINOES = -0.02, 0.0, 0.02
MOST_BODIES, MOST_SUPPORTS = 300, 64
# how far a slider moves a place [m]
NEAR = 0.2
# what the normal of a plate on edge is off the level at most [1], and what is no change of its foot [m]
LEANS, ROUNDING = 0.5, 1e-9
TITLE = N_("On the bench")
# rounding of the edges of a block that takes the place of a plate, at most [m]
EDGE = 0.002
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


def new_ramp() -> Document:
    """Returns a new bench with a ramp and one more steel ball on it, which rolls down to the first one."""
    found = new_bench()
    ramp, ball = (next(item for item in parts.PARTS if item.name == name) for name in ("ramp", "steel ball"))
    found, name = put(found, ramp, RAMP, NAMES[0])
    return put(found, ball, ON_RAMP, name)[0]


def new_floor() -> Document:
    """Returns a floor without an end with a short row of dominoes: among others, what has flat faces lies on planes."""
    found = Document(TITLE, kinds.WORLD, (
        Part(NAMES[1], kinds.SUPPORT, word("On", surface=word("Plane"), contact=parts.LAW)),
        Part("law of domino and domino", kinds.LAW, parts.LAW, ("domino", "domino"))), about=TITLE,
        of_scene=(("showing", word("Showing", closer=0)),))
    domino = next(item for item in parts.PARTS if item.name == "domino")
    for x in DOMINOES:
        found = put(found, domino, (x, 0.0, 0.0), NAMES[1])[0]
    return found


def scene_of(document: Document) -> Scene:
    """Returns the scene of a document, or raises BadValue."""
    text = scene_text(document)
    scene = scene_of_text(BENCH, text, source_digest(text))
    written.note(scene.source, document)
    return scene


def scene_of_plain(built: Any) -> Scene:
    """Returns the scene of a document as data, or raises BadValue."""
    return scene_of(document_of_plain(built))


def built_in(scene: Scene) -> Document:
    """Returns the document that a scene of the bench was made of."""
    return written.noted(scene.source) or read(scene).document


def is_of_parts(scene: Scene) -> bool:
    """Whether a scene is one of the bench whose parts are moved: a world; systems side by side have none."""
    return scene.id == BENCH and built_in(scene).form == kinds.WORLD


def document_of(scene: Scene, values: Mapping[str, Any] | None = None) -> tuple[Document, tuple[str, ...]]:
    """Returns the document of a scene as a world, and what of the scene is not in it; or BadValue that says why."""
    reading = read(scene, values)
    return each_with_its_own(as_world(reading.document)), reading.notes


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


def at_instant(document: Document, scene: Scene, values: Mapping[str, Any], snapshot: Any) -> tuple[Document, str]:
    """Returns the document as it is at an instant of its run, and why that can't be, the document as it was then.

    scene, values   that it was taken of;  snapshot  of their run
    """
    made = Made(document, values, formulas_of(scene))
    if reason := why_not_now(made.world):
        return document, reason
    now = pruned(document, at_present(document, made.world, snapshot))
    known = {parameter.name for parameter in now.parameters}
    try:
        begun = Simulation(scene_of(now), {name: value for name, value in values.items() if name in known}).snapshot()
    except BadValue as error:
        return document, str(error)
    return (now, "") if is_there(begun, snapshot) else (document, _("bodies would be elsewhere, or otherwise fast"))


# ---- a world of what is none ----------------------------------------------------------------------------------------

def as_world(document: Document) -> Document:
    """Returns a document whose scene is a world: of one body on one support the same motion; else BadValue."""
    if document.form == kinds.WORLD:
        return document
    if document.form != kinds.TOGETHER:
        raise BadValue(_("Its bodies move by equations of their own, on no support that others could stand on: nothing "
                         "can be put beside them yet. Pin this run (Ctrl+D): its curves and its trail stay beside "
                         "those of the next one."))
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


def is_arm(part: Part) -> bool:
    """Whether a part is a joint of a ball."""
    return part.family == kinds.JOINT and isinstance(part.value, Word) and part.value.name == "BallJoint"


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

    @cached_property
    def marks(self) -> dict[str, Mark]:
        """Marks by name."""
        return {part.name: mark_named(part.value) for part in self.document.of_family(kinds.MARK)}

    def surface(self, name: str) -> Surface:
        """Returns the surface of a support."""
        return self.world.supports[name].surface

    @cached_property
    def states(self) -> dict[str, Any]:
        """Bodies by name as they start, arms left out."""
        free = replace(self.document, parts=tuple(part for part in self.document.parts if not is_arm(part)))
        try:
            return dict(zip(self.bodies, self._started(free), strict=True))
        except BadValue:
            # what arms hold may lie in each other: each body for itself
            return {name: self._started(self._alone(name))[0] for name in self.bodies}

    def _started(self, document: Document) -> Any:
        known = {parameter.name for parameter in document.parameters}
        values = {name: value for name, value in self.values.items() if name in known}
        return Simulation(scene_of(document), values).snapshot().bodies

    def _alone(self, name: str) -> Document:
        """The document with one body, without joints of bodies and laws among them."""
        return replace(self.document, parts=tuple(
            part for part in self.document.parts if part.family not in (kinds.BODY, kinds.LAW, kinds.JOINT)
            or part.family == kinds.BODY and part.name == name
            or part.family == kinds.JOINT and part.value.name == "Hinge"),
            of_scene=tuple((key, value) for key, value in self.document.of_scene if key == "showing"))

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

    def support_of(self, body: str) -> str:
        """Returns the name of the support that a body starts on, or above it."""
        return self.world.support_of(self.world.bodies[self.bodies.index(body)])


# ---- deeds ----------------------------------------------------------------------------------------------------------

def put(document: Document, item: Item, place, on: str, height: float = 0.0) -> tuple[Document, str]:
    """Returns the document with a part of the palette at a place, and its name; or BadValue.

    place   (3,) of the support `on` that it stands on [m]
    height  of the centre of the body that a mark is put for, above that [m]
    """
    name = free_name(document, item.name)
    _check_count(document, item.family)
    if item.family == kinds.BODY:
        start = Word("Start", (("at", _plane(place)), *item.start))
        value = word("Placed", body=item.value, start=start, on=on, name=name)
        return with_blocks(added(document, Part(name, kinds.BODY, value))), name
    if item.family == kinds.MARK:
        return put_mark(document, item, name, place, height), name
    origin = origin_of(item, place)
    motion = item.motion
    if motion is not None:
        motion = motion.changed("point", origin)
    document = added(document, Part(name, kinds.SUPPORT, _support(item.value, origin, item.turn, motion)))
    if item.joint is not None:
        value = in_order(Word("Hinge", (("support", name), *item.joint.arguments, ("point", origin))))
        document = numbered(added(document, Part(free_name(document, "joint"), kinds.JOINT, value)))
    return with_blocks(document), name


def with_blocks(document: Document) -> Document:
    """Returns the document with blocks of the same size instead of plates and boards, where bodies have flat faces or
    a block stands among them.

    What meets such bodies, or blocks, feels planes and blocks, not yet round edges. What hangs on a hinge stays.
    """
    if not any(_has_word(part.value.get("body"), *parts.FLAT) for part in document.of_family(kinds.BODY)) and \
            not any(_has_word(part.value.get("surface"), "Block") for part in document.of_family(kinds.SUPPORT)):
        return document
    for part in document.of_family(kinds.SUPPORT):
        if not joints_of(document, part.name):
            block = _as_block(part.value.get("surface"))
            if block is not None:
                document = _with(document, replace(part, value=part.value.changed("surface", block)))
    return document


def _has_word(value: Any, *names: str) -> bool:
    """Returns whether one of these words stands in a value."""
    return any(leaf in names for _path, leaf in leaves(value) if isinstance(leaf, str))


def _as_block(surface: Any) -> Word | None:
    """The block of a plate or a board without holes whose sizes are numbers, placed and made as that is; else None."""
    if not isinstance(surface, Word):
        return None
    if surface.name.startswith("."):
        inner = _as_block(surface.of)
        return None if inner is None else replace(surface, of=inner)
    if surface.name == "RoundSlab":
        share, sides = 2.0, ("radius", "radius")
    elif surface.name == "Slab" and not surface.get("holes"):
        share, sides = 1.0, ("length", "width")
    else:
        return None
    x, y, z = (surface.get(name) for name in (*sides, "thickness"))
    if not all(isinstance(number, int | float) for number in (x, y, z)):
        return None
    return word("Block", x=share*x, y=share*y, z=z, rounding=min(EDGE, 0.25*z))


def became_blocks(before: Document, after: Document) -> list[str]:
    """Returns the names of the supports that are blocks in a document and were none in another one."""
    were = {part.name for part in before.of_family(kinds.SUPPORT) if not _has_word(part.value.get("surface"), "Block")}
    return [part.name for part in after.of_family(kinds.SUPPORT)
            if part.name in were and _has_word(part.value.get("surface"), "Block")]


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
    """Returns the document with a part moved by (3,) [m]; what stands on a support goes along, arms reach as far.

    on   of a body: the support that it stands on from now on, that of before if not given
    """
    return with_arms(made, _moved(made, name, by, on), name, by)


def lifted(made: Made, name: str, by: float) -> Document:
    """Returns the document with a body moved upwards by a number [m], off what it stands on; or BadValue."""
    start = made.document.part(name).value.get("start")
    if not isinstance(start, Word) or not isinstance(start.get("at"), tuple) or len(start.get("at")) == 3:
        return moved(made, name, (0.0, 0.0, by))
    height = _rounded(made.number(start.get("height", 0.0)) + by)
    if height < 0.0:
        raise BadValue(_("'{name}' stands on its support: it can't be moved down").format(name=shown_name(name)))
    return with_arms(made, with_argument(made.document, name, ("start", "height"), height))


def with_arms(made: Made, document: Document, name: str = "", by=(0.0, 0.0, 0.0)) -> Document:
    """Returns a document with arms that reach what they reached in another one, a support moved by (3,) [m]."""
    if not any(map(is_arm, document.parts)):
        return document
    return rejoined(made.states, Made(document, made.values, made.formulas).states, document, made.number,
                    name, by)


def with_joint(made: Made, tool: Item, first: tuple[str, Any], second: tuple[str, Any]) -> Document:
    """Returns the document with a joint of the palette between two parts, each with a point (3,) [m]; or BadValue."""
    document = made.document
    if tool.value.name == "BallJoint":
        value = arm(made.world, made.states, first, second)
    elif tool.value.name != "Hinge":
        value = in_order(tie(made.world, made.states, tool.value, first, second))
    else:
        value = in_order(hinge(made.world, first, second))
        part = document.part(first[0])
        _check_free(made, part)
        if any(one.value.name == "Hinge" for one in joints_of(document, first[0])):
            raise BadValue(_("'{name}' hangs on a hinge already").format(name=first[0]))
        # what turns freely is not turned
        free = Word(part.value.name, tuple(one for one in part.value.arguments if one[0] != "motion"), part.value.of)
        document = _with(document, replace(part, value=free))
    return numbered(added(document, Part(free_name(document, "joint"), kinds.JOINT, value)))


def unjoined(document: Document, name: str) -> Document:
    """Returns the document without the joints of a part."""
    for joint in joints_of(document, name):
        document = removed(document, joint.name)
    return numbered(document)


def _moved(made: Made, name: str, by, on: str) -> Document:
    document, part = made.document, made.document.part(name)
    if part.family == kinds.BODY:
        start = part.value.get("start")
        key = "at" if isinstance(start, Word) and start.get("at") is not None else "mass_centre"
        at = start.get(key) if isinstance(start, Word) else None
        if not isinstance(at, tuple):
            raise BadValue(_("'{name}': where it starts is not written as a place; it can't be moved").format(
                name=name))
        if on and key == "at" and len(at) == 3:
            # it was somewhere in the midst of its motion: it comes down onto what it is carried to, rolling as it did
            at = at[:2]
            start = Word("Start", tuple(one for one in start.arguments if one[0] != "velocity"))
        start = start.changed(key, _shifted(made, at, by[:len(at)]))
        value = part.value.changed("start", start)
        return _with(document, replace(part, value=value.changed("on", on) if on else value))
    if part.family == kinds.MARK:
        return moved_mark(document, part, by)
    _check_free(made, part)
    value = _surface_moved(made, part.value, by)
    motion = value.get("motion")
    if isinstance(motion, Word):
        point = motion.get("point", (0.0, 0.0, 0.0))
        value = value.changed("motion", motion.changed("point", _shifted(made, point, by)))
    document = _with(document, replace(part, value=value))
    for joint in joints_of(document, name):
        if joint.value.name == "Hinge":
            value = joint.value.changed("point", _shifted(made, joint.value.get("point", (0.0, 0.0, 0.0)), by))
            middle = value.get("mass_centre")
            if isinstance(middle, tuple):
                value = value.changed("mass_centre", _shifted(made, middle, by))
            document = _with(document, replace(joint, value=in_order(value)))
    for body in made.standing_on(name):
        document = _moved(Made(document, made.values, made.formulas), body, by, "")
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


def turned(made: Made, name: str, axis, angle: float) -> Document:
    """Returns the document with a part turned about an axis (3,) of the laboratory through its middle, by an angle
    [rad]; what stands on a support goes round with it where the axis is upright.
    """
    document, part = made.document, made.document.part(name)
    if part.family == kinds.BODY:
        start, body = part.value.get("start"), made.world.bodies[made.bodies.index(name)].body
        if not isinstance(start, Word):
            raise BadValue(_("'{name}': where it starts is not written as a place; it can't be moved").format(
                name=name))
        start = start_turned(start, axis, angle, made.number)
        if isinstance(body, Ball):
            # a ball looks the same however it is turned: only where it goes is another way
            start = Word("Start", tuple(one for one in start.arguments if one[0] != "orientation"))
        if start == part.value.get("start"):
            raise BadValue(_("a ball at rest looks the same however it is turned"))
        return _with(document, replace(part, value=part.value.changed("start", start)))
    if part.family == kinds.MARK:
        return turned_mark(document, part, axis, angle)
    _check_free(made, part)
    surface = surface_turned(part.value.get("surface"), axis, angle, made.number)
    document = _with(document, replace(part, value=part.value.changed("surface", surface)))
    is_upright = abs(axis[2]) == 1.0
    for body_name in made.standing_on(name) if is_upright else ():
        one = document.part(body_name)
        at = one.value.get("start").get("at") if isinstance(one.value.get("start"), Word) else None
        if isinstance(at, tuple):
            origin = np.asarray(made.surface(name).origin)
            rel = np.array([made.number(x) for x in at[:2]]) - origin[:2]
            c, s = cos(angle*axis[2]), sin(angle*axis[2])
            by = (c*rel[0] - s*rel[1] - rel[0], s*rel[0] + c*rel[1] - rel[1], 0.0)
            document = moved(Made(document, made.values, made.formulas), body_name, by)
    return document


def _check_free(made: Made, part: Part):
    """BadValue where a support stays where it is."""
    if made.is_floor(part.name) or part.key == "**" or not isinstance(part.value, Word) or part.value.name != "On":
        raise BadValue(_("'{name}' stays where it is").format(name=part.name))


def copied(made: Made, name: str, by) -> tuple[Document, str]:
    """Returns the document with one more part as another one is, moved by (3,) [m], and its name; or BadValue.

    What stands on a support stays; the hinge that it hangs on goes along.
    """
    document, part = made.document, made.document.part(name)
    new = free_name(document, name.rpartition(" ")[0] if name.rpartition(" ")[2].isdigit() else name)
    if part.family == kinds.BODY:
        _check_count(document, kinds.BODY)
        document = added(document, replace(part, name=new, value=part.value.changed("name", new)))
        return moved(Made(document, made.values, made.formulas), new, by), new
    if part.family == kinds.MARK:
        return copied_mark(document, part, new, by), new
    _check_free(made, part)
    _check_count(document, kinds.SUPPORT)
    document = added(document, replace(part, name=new))
    for joint in joints_of(made.document, name):
        if joint.value.name == "Hinge":
            one = replace(joint, name=free_name(document, "joint"), value=joint.value.changed("support", new))
            document = numbered(added(document, one))
    return moved(Made(document, made.values, made.formulas), new, by), new


def another_at(made: Made, name: str, place, on: str) -> tuple[Document, str]:
    """Returns the document with one more body as another one is, at a place (3,) of a support [m]; and its name."""
    document, part = made.document, made.document.part(name)
    _check_count(document, kinds.BODY)
    new, start = free_name(document, name.rpartition(" ")[0] if name.rpartition(" ")[2].isdigit() else name), []
    if isinstance(part.value.get("start"), Word):
        velocity = part.value.get("start").get("velocity")
        start = [("velocity", velocity[:2] if isinstance(velocity, tuple) else (0.0, 0.0)), *(
            (key, value) for key, value in part.value.get("start").arguments if key == "orientation")]
    value = part.value.changed("start", Word("Start", (("at", _plane(place)), *start)))
    value = value.changed("on", on or part.value.get("on", "")).changed("name", new)
    return added(document, replace(part, name=new, value=value)), new


def width_of(made: Made, name: str, way) -> float:
    """Returns how wide a part is in a direction (3,) [m]."""
    if name in made.bodies:
        placed = made.world.bodies[made.bodies.index(name)]
        return 2.0*reach_of(placed.body)
    if name in made.marks:
        return width_of_mark(made.marks[name], way)
    far = parts.points_of(made.surface(name)) @ np.asarray(way, dtype=float)
    return float(far.max() - far.min())


def _check_count(document: Document, family: str):
    """BadValue where there are as many parts of a family as a bench takes."""
    bodies, supports = len(document.of_family(kinds.BODY)), len(document.of_family(kinds.SUPPORT))
    if family == kinds.BODY and bodies >= MOST_BODIES:
        raise BadValue(_("a bench takes at most {most} bodies").format(most=MOST_BODIES))
    if family == kinds.SUPPORT and supports >= MOST_SUPPORTS:
        raise BadValue(_("a bench takes at most {most} supports").format(most=MOST_SUPPORTS))


def without(made: Made, name: str, centres: Mapping[str, Any]) -> Document:
    """Returns the document without a part; what stood on a support that goes falls from where it was; or BadValue.

    centres   name -> (3,) of the mass centres of bodies [m]
    """
    document, part = made.document, made.document.part(name)
    if part.family == kinds.BODY and len(made.bodies) == 1:
        raise BadValue(_("the last body stays: a world has one at least"))
    if part.family == kinds.MARK:
        return removed(document, name)
    if part.family != kinds.SUPPORT:
        return _with_laws(numbered(removed(document, name, with_others=True)), made)
    others = [other for other in made.supports if other != name]
    if made.is_floor(name) or part.key == "**" or not others:
        raise BadValue(_("'{name}' stays where it is").format(name=name))
    floor = next((other for other in others if made.is_floor(other)), others[-1])
    for body in made.standing_on(name):
        one = document.part(body)
        start = word("Start", at=tuple(_rounded(float(x)) for x in centres[body]), velocity=(0.0, 0.0, 0.0),
                     omega=(0.0, 0.0, 0.0))
        document = _with(document, replace(one, value=one.value.changed("start", start).changed("on", floor)))
    return numbered(removed(document, name, with_others=True))


def joints_of(document: Document, name: str) -> tuple[Part, ...]:
    """Returns the joints that hold a part."""
    return tuple(joint for joint in document.of_family(kinds.JOINT) if name in (
        joint.value.get(end) for end in ("support", "ball", "other")))


def numbered(document: Document) -> Document:
    """Returns the document with its joints called as they are when it is read again: by their order."""
    count = iter(range(1, MOST_PARTS))
    return replace(document, parts=tuple(replace(part, name=f"joint {next(count)}") if part.family == kinds.JOINT
                                         else part for part in document.parts))


def _with_laws(document: Document, made: "Made") -> Document:
    """The document with laws for kinds of bodies that there are: a law is for any two bodies, whatever it is called."""
    kind_of = {name: placed.kind for name, placed in zip(made.bodies, made.world.bodies, strict=True)}
    left = [part.name for part in document.of_family(kinds.BODY)]
    known = {*left, *(kind_of[name] for name in left)}
    laws = document.of_family(kinds.LAW)
    fitting = [part for part in laws if set(part.key) <= known]
    if laws and not fitting:
        one = kind_of[left[0]]
        fitting = [replace(laws[0], key=(one, one))]
    fitting = [replace(part, name=f"law of {' and '.join(part.key)}") for part in fitting]
    others = [part for part in document.parts if part.family != kinds.LAW]
    at = next((i for i, part in enumerate(document.parts) if part.family == kinds.LAW), len(others))
    gone = sum(part.family != kinds.LAW for part in document.parts[:at])
    return replace(document, parts=(*others[:gone], *fitting, *others[gone:]))


def numbers_around(document: Document, name: str) -> tuple[Number, ...]:
    """Returns the numbers of a part that a person may change, and those of the joints that hold it."""
    joints = (number for joint in joints_of(document, name) for number in parts.numbers_of(joint))
    return (*parts.numbers_of(document.part(name)), *joints)


def with_number(document: Document, name: str, number: Number, value: float | bool | str) -> Document:
    """Returns the document with another value of a number or a switch of a part; BadValue where it is out of range."""
    field = number.field
    name = number.part or name
    if isinstance(number.value, bool):
        return with_argument(document, name, number.path, bool(value))
    if field.choices:
        return with_material(document, name, number, str(value))
    if isinstance(value, str):
        if len(value) > LONGEST_FORMULA:
            raise BadValue(_("'{name}', {what}: got {found} letters, needs at most {most}").format(
                name=name, what=_(field.title), found=len(value), most=LONGEST_FORMULA))
        return with_argument(document, name, number.path, value)
    if not (isfinite(value) and field.low <= value <= field.high):
        raise BadValue(_("'{name}', {what}: got {found:g}, needs {low:g} to {high:g} {unit}").format(
            name=name, what=_(field.title), found=value, low=field.low, high=field.high, unit=field.unit).rstrip())
    if field.is_whole and value != int(value):
        raise BadValue(_("'{name}', {what}: got {found:g}, needs a whole number").format(
            name=name, what=_(field.title), found=value))
    document = with_argument(document, name, number.path, int(value) if field.is_whole else float(value))
    return _with(document, document.part(name))


def on_its_foot(made: Made, document: Document, name: str) -> Document:
    """Returns a document with a plate on edge, or a typed surface, as low as before its shape was changed; or BadValue.

    made   of the document before
    """
    part = document.part(name)
    if part.family != kinds.SUPPORT or made.is_floor(name):
        return document
    now = Made(document, made.values, made.formulas)
    before, after = made.surface(name), now.surface(name)
    is_typed = before.graph is not None and after.graph is not None
    is_plate = before.plate is not None and after.plate is not None
    if not (is_typed or is_plate) or not np.array_equal(_axes(before), _axes(after)):
        return document
    # a plate that lies, or leans back, carries bodies on its face, which stays where it is
    by = float(points_of(before)[:, 2].min() - points_of(after)[:, 2].min())
    if not is_typed and abs(_axes(after)[2, 2]) > LEANS or not abs(by) >= ROUNDING:
        return document
    return moved(now, name, (0.0, 0.0, by))


def _axes(surface: Surface) -> np.ndarray:
    """Returns the axes (3, 3) of a surface as columns, the last one its normal."""
    return parts.turned(surface.tilt_axis, surface.tilt)


def is_place(number: Number) -> bool:
    """Whether a number is one of the three of where a support stands."""
    return number.path[:-1] == ("surface", "origin") and not isinstance(number.value, bool | str | Computed)


def with_place(made: Made, name: str, number: Number, value: float) -> Document:
    """Returns the document with a support where a number has it, as a hand carries it there (`moved`); or BadValue.

    Its axis, the hinges that it hangs on and what stands on it go along, arms reach as far.
    """
    checked = with_number(made.document, name, number, value).part(name)
    by = np.zeros(3)
    by[number.path[-1]] = float(value) - float(number.value)
    document = moved(made, name, by)
    # it stands where it was typed, to the last digit
    surface = document.part(name).value.get("surface").changed("origin", checked.value.get("surface").get("origin"))
    return _with(document, replace(checked, value=document.part(name).value.changed("surface", surface)))


def sliding(document: Document, number: Number) -> tuple[Document, str]:
    """Returns the document with a slider in the place of a number, and what it is called; or BadValue.

    It goes from half of the number to twice as much within what is allowed, a place by NEAR to either side.
    """
    field, value = number.field, number.value
    if isinstance(value, bool | Computed | str):
        raise BadValue(_("only a number becomes a slider"))
    part = document.part(number.part)
    if part.family == kinds.MARK:
        raise BadValue(_("a mark stays where it is: its numbers are no sliders"))
    taken = {one.name for one in document.parameters}
    stem = "".join(c if c.isascii() and c.isalnum() else "_" for c in f"{number.part}_{field.title}".lower())
    plain = field.argument if field.place is None else field.title if len(field.title) == 1 else ""
    name = next(one for one in (plain, stem, *(f"{stem}_{i}" for i in range(2, MOST_PARTS)))
                if is_a_name(one) and one not in taken)
    far = max(2.0*abs(value), 0.05*(field.high - field.low))
    low, high = (value - NEAR, value + NEAR) if field.unit == "m" and field.low < 0.0 else (
        -far, far) if field.low < 0.0 else (0.5*value, far)
    # the rate of a motor changes while it runs
    is_live = field.argument == "rate" and _holder(part.value, number.path) == "Spin"
    parameter = Parameter(name, float(value), field.unit, low=float(f"{max(low, field.low):.3g}"),
                          high=float(f"{min(high, field.high):.3g}"), live=is_live,
                          about=f"{field.title} of {number.part}")
    if parameter.low is not None and parameter.high is not None and not parameter.low <= value <= parameter.high:
        parameter = replace(parameter, low=field.low, high=field.high)
    if is_live:
        document = replace(document, parameters=(*document.parameters, parameter))
        return with_argument(document, number.part, number.path, name), name
    return with_slider(document, number.part, number.path, parameter), name


def _holder(value: Any, path: tuple) -> str:
    """The name of the word that has the last step of a path as its argument."""
    for step in path[:-1]:
        value = value[step] if isinstance(value, tuple) else value.of if step == "of" else value.get(step)
    return value.name if isinstance(value, Word) else ""


def pruned(before: Document, after: Document) -> Document:
    """Returns a document without the sliders that moved something before and move nothing after."""
    gone = used_parameters(before) - used_parameters(after)
    if not gone:
        return after
    return replace(after, parameters=tuple(one for one in after.parameters if one.name not in gone),
                   presets=tuple(replace(one, values=tuple(pair for pair in one.values if pair[0] not in gone))
                                 for one in after.presets))


def used_parameters(document: Document) -> set[str]:
    """Returns the names of the parameters that a number of a part follows from, or that steer a part."""
    known = {one.name for one in document.parameters}
    found: set[str] = set()
    for part in document.parts:
        for _path, end in leaves(part.value):
            found |= names_in(end.formula) if isinstance(end, Computed) else {end} if isinstance(end, str) else set()
    return {name for name in known if name in found or document.own.names_parameter(name)}


def with_range(document: Document, name: str, low: float, high: float) -> Document:
    """Returns the document with another range of a slider, its number put into it; or BadValue."""
    return replace(document, parameters=tuple(
        replace(one, low=low, high=high, default=min(max(one.default, low), high)) if one.name == name else one
        for one in document.parameters))


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
    part = replace(part, value=in_order(part.value))
    return replace(document, parts=tuple(part if one.name == part.name else one for one in document.parts))


def _plane(place) -> tuple[float, float]:
    return _rounded(float(place[0])), _rounded(float(place[1]))


def _rounded(x: float) -> float:
    """A number of metres without digits that nobody chose: to a nanometre."""
    return round(float(x), 9) + 0.0
