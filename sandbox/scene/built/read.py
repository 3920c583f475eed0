"""A scene is read as a document: it is built with numbers that know what they follow from.

What is not written in words of scenes has no place in a document, and the refusal says where it stands. A parameter
is taken along where the document does with it what the scene does: it is moved a little up and down, a switch is
turned, and the scene is built each time. One that decides which parts there are is not.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from types import FunctionType, SimpleNamespace
from typing import Any

from sandbox.errors import BadValue
from sandbox.scene.built import kinds
from sandbox.scene.built.computed import computed, names_in, put_in, traced_function, traced_values
from sandbox.scene.built.document import Computed, Document, Named, Part, SetOfValues, Word, changed, leaves
from sandbox.scene.built.own import Own, own_text
from sandbox.scene.built.values import Reader, bare
from sandbox.scene.controls import Steer
from sandbox.scene.scene import Scene
from sandbox.scene.world import AT_ONCE, World
from sandbox.text import _

# how far a parameter is moved to see what follows, as a share of its range
MOVED = 1e-3
# what a shared thing is called
CALLED = {"Contact": "law", "Ball": "ball", "Spin": "turning", "Still": "rest", "Motion": "motion", ".of": "surface"}


@dataclass(frozen=True)
class Reading:
    """A document, and sentences about what of the scene is not in it."""

    document: Document
    notes: tuple[str, ...]


def read(scene: Scene, changes: Mapping[str, Any] | None = None, is_listed: bool = False) -> Reading:
    """Returns the document of a scene at values of its parameters, or raises BadValue that says why there is none.

    is_listed   what it runs is the first of a list, beside which there is room for more
    """
    values = {parameter.name: parameter.check(value)
              for parameter, value in zip(scene.parameters, scene.values(changes).values(), strict=True)}
    return _Reading(scene, values, is_listed).reading()


class _Reading:
    """The reading of one scene at some values."""

    def __init__(self, scene: Scene, values: dict[str, Any], is_listed: bool):
        self.scene, self.values, self.is_listed = scene, values, is_listed
        self.notes: list[str] = []
        self.parts: dict[str, Part] = {}

    def reading(self) -> Reading:
        """Reads the scene."""
        form, parts, options = self._parts(self.values, is_traced=True)
        self.parts = {part.name: part for part in parts}
        lost = [name for name in self.values if not self._follows(name)]
        self.parts = {name: replace(part, value=bare(part.value)) for name, part in self.parts.items()}
        self._give_own(lost)
        kept = [replace(parameter, default=self.values[parameter.name]) for parameter in self.scene.parameters
                if parameter.name not in lost]
        document = Document(
            self.scene.title, form, tuple(self.parts.values()), about=self.scene.about, parameters=tuple(kept),
            options=options, of_scene=tuple(self._of_scene(lost)), own=self._formulas())
        document = replace(document, presets=tuple(self._presets(document, lost)))
        return Reading(document, tuple(self.notes))

    # ---- parts ------------------------------------------------------------------------------------------------------

    def _parts(self, values: Mapping[str, Any], is_traced: bool = False) -> tuple[str, list[Part], tuple]:
        """Form, parts and options of the scene at some values."""
        p = traced_values(values) if is_traced else SimpleNamespace(**values)
        found = self._called(self.scene.build, p)
        reader = Reader({id(value.__code__): name for name, value in self._functions()}, p, is_traced)
        if self.is_listed and not isinstance(found, list):
            found = [found]
        form, parts, options = _world(found, reader) if isinstance(found, World) else _systems(found, reader)
        # bodies of worlds have starts of their own
        worlds = found if isinstance(found, list) else [found]
        if self.scene.start is not None and not all(isinstance(one, World) for one in worlds):
            start = self._called(self.scene.start, p)
            parts.append(Part("start", kinds.START, reader.value(start, "start")))
        parts += [Part(mark.name, kinds.MARK, reader.value(mark, _("mark '{name}'").format(name=mark.name)))
                  for mark in self.scene.marks]
        return form, shared(parts), options

    def _called(self, function: Any, p: SimpleNamespace) -> Any:
        return self.scene._call(traced_function(function), vars(p))

    def _functions(self) -> Iterator[tuple[str, FunctionType]]:
        """Functions of the scene's file by name."""
        space = getattr(self.scene.build, "__globals__", {})
        yield from ((name, value) for name, value in space.items()
                    if isinstance(value, FunctionType) and value.__globals__ is space)

    def _formulas(self) -> Own:
        """What the parts need of the scene's own text."""
        known = {name for name, _value in self._functions()}
        ends = {end.name if isinstance(end, Named) else end[1:] for part in self.parts.values()
                for _path, end in leaves(part.value) if isinstance(end, Named) or str(end).startswith("@")}
        return own_text(self.scene.source, ends & known)

    def _give_own(self, lost: list[str]):
        """Gives functions of the scene's own the numbers of parameters that are lost."""
        own = self._formulas()
        if not any(own.names_parameter(name) for name in lost):
            return
        given = Word("SimpleNamespace", tuple(
            (name, value if name in lost else Computed(f"p.{name}")) for name, value in self.values.items()
            if own.names_parameter(name)))
        self.parts = {name: replace(part, value=changed(
            part.value, lambda _path, end: given if end == Named("p") else end)) for name, part in self.parts.items()}

    def _of_scene(self, lost: list[str]) -> Iterator[tuple[str, Any]]:
        """What else the scene says that is data."""
        first = Scene.__dataclass_fields__
        for name in ("conserved", "drift_limit", "showing", "controls", "topic", "level"):
            value = getattr(self.scene, name)
            if callable(value):
                self.notes.append(_("what is conserved depends on the parameters; the document has the energy only"))
                continue
            if name == "controls":
                value = tuple(one for one in value if not (isinstance(one, Steer) and set(one.names) & set(lost)))
            if value != first[name].default:
                yield name, Reader({}).value(value, name)

    # ---- what follows from a parameter ------------------------------------------------------------------------------

    def _follows(self, name: str) -> bool:
        """Whether the document does with a parameter what the scene does; else numbers stand in its place."""
        before = self.parts
        if isinstance(self.values[name], bool):
            self._link_switch(name)
        if not self._names(name):
            self.parts = before
            self.notes.append(_("parameter '{name}': no number is its value; it decides which parts there are, or "
                                "nothing").format(name=name))
            return False
        for value in self._moves(name):
            values = {**self.values, name: value}
            try:
                plain = self._parts(values)[1]
            except BadValue:
                continue
            if not _is_same(resolved(self.parts.values(), values), plain):
                self.parts = {part.name: part for part in without(before.values(), {name: self.values[name]})}
                self.notes.append(_("parameter '{name}': more follows from it than a formula says; the document has "
                                    "the numbers for {value}").format(name=name, value=self.values[name]))
                # what is steered by it while the run goes on goes on being steered
                return self._steers(name)
        return True

    def _steers(self, name: str) -> bool:
        """Whether a part is steered by a parameter."""
        return any(end == name for part in self.parts.values() for _path, end in leaves(part.value))

    def _names(self, name: str) -> bool:
        """Whether a part has the parameter in a formula, or is steered by it."""
        return self._formulas().names_parameter(name) or any(
            isinstance(end, Computed) and name in names_in(end.formula)
            for part in self.parts.values() for _path, end in leaves(part.value)) or self._steers(name)

    def _moves(self, name: str) -> Iterator[Any]:
        """Values a little beside that of a parameter."""
        parameter, value = self.scene.parameter(name), self.values[name]
        if isinstance(value, bool):
            yield not value
        elif isinstance(value, str):
            yield from (corner for corner in parameter.corners if corner != value)
        else:
            assert parameter.low is not None and parameter.high is not None
            step = MOVED*(parameter.high - parameter.low)
            yield from (moved for moved in (value + step, value - 1.7*step) if parameter.low <= moved <= parameter.high)

    def _link_switch(self, name: str):
        """Links the switches of words that turn with a switch of the scene."""
        try:
            values = {**self.values, name: not self.values[name]}
            other = {part.name: part for part in self._parts(values, is_traced=True)[1]}
        except BadValue:
            return

        def link(part: Part) -> Part:
            if part.name not in other:
                return part
            turned = dict(leaves(other[part.name].value))

            def end(path, value):
                if isinstance(value, bool) and turned.get(path) is (not value):
                    return Computed(f"p.{name}" if value is self.values[name] else f"not p.{name}")
                return value
            return replace(part, value=changed(part.value, end))
        self.parts = {key: link(part) for key, part in self.parts.items()}

    # ---- presets ----------------------------------------------------------------------------------------------------

    def _presets(self, document: Document, lost: list[str]) -> Iterator[SetOfValues]:
        """Presets of which the document makes what the scene makes."""
        for preset in self.scene.presets:
            values = self.scene.values(preset.values)
            values = {name: self.scene.parameter(name).check(value) for name, value in values.items()}
            other = [name for name in lost if values[name] != self.values[name]]
            try:
                if other or not _is_same(resolved(document.parts, values), self._parts(values)[1]):
                    raise BadValue(", ".join(other) or _("other parts"))
            except BadValue as error:
                self.notes.append(_("preset '{preset}': it has other parts ({reason})").format(
                    preset=preset.name, reason=error))
                continue
            yield SetOfValues(preset.name, tuple((name, value) for name, value in values.items()
                                                 if name not in lost and value != self.values[name]), preset.showing)


def _world(world: World, reader: Reader) -> tuple[str, list[Part], tuple]:
    """Form, parts and options of a world."""
    parts: list[Part] = []
    last = None
    for name, support in world.supports.items():
        value = reader.value(support, _("support '{name}'").format(name=name))
        if isinstance(value, Word) and value.name == "[]" and value.get("key") == name:
            if last is not None and last == value.of:
                continue
            last = value.of
            parts.append(Part(name, kinds.SUPPORT, value.of, "**"))
            continue
        last = None
        parts.append(Part(name, kinds.SUPPORT, value))
    for name, placed in zip(world.names, world.bodies, strict=True):
        parts.append(Part(name, kinds.BODY, reader.value(placed, _("body '{name}'").format(name=name))))
    for pair, contact in world.contacts.items():
        name = f"law of {' and '.join(pair)}"
        parts.append(Part(name, kinds.LAW, reader.value(contact, name), tuple(pair)))
    for i, joint in enumerate(world.joints, start=1):
        parts.append(Part(f"joint {i}", kinds.JOINT, reader.value(joint, f"joint {i}")))
    return kinds.WORLD, parts, (() if world.at_once == AT_ONCE[0] else (("at_once", world.at_once),))


def _systems(found: Any, reader: Reader) -> tuple[str, list[Part], tuple]:
    """Form and parts of what is no world."""
    form = kinds.TOGETHER if isinstance(found, tuple) else kinds.SEVERAL if isinstance(found, list) else kinds.ALONE
    things = [found] if form == kinds.ALONE else list(found)
    names = [type(thing).__name__.lower() for thing in things] if form == kinds.TOGETHER else (
        ["system"] if form == kinds.ALONE else [f"system {i}" for i in range(1, len(things) + 1)])
    return form, [Part(name, kinds.SYSTEM, reader.value(thing, name))
                  for name, thing in zip(names, things, strict=True)], ()


def shared(parts: list[Part]) -> list[Part]:
    """The same parts, with parts of their own for words that stand in several places."""
    counts: Counter[int] = Counter()
    order: list[Word] = []

    def count(value: Any):
        if isinstance(value, Word):
            counts[id(value)] += 1
            if counts[id(value)] > 1:
                return
            for inner in (value.of, *(one for _name, one in value.arguments)):
                count(inner)
            order.append(value)      # what is inside comes first
        elif isinstance(value, tuple):
            for inner in value:
                count(inner)
        elif hasattr(value, "pairs"):
            for _key, inner in value.pairs:
                count(inner)

    for part in parts:
        count(part.value)
    names = {id(part.value): part.name for part in parts if part.family == kinds.SUPPORT and part.key is None}
    taken = {part.name for part in parts}
    found: list[Part] = []
    for word in order:
        if counts[id(word)] > 1 and id(word) not in names:
            names[id(word)] = _free(CALLED.get(word.name, word.name.strip(".").lower()), taken)
            found.append(Part(names[id(word)], kinds.VALUE, word))
    return [replace(part, value=_inside(part.value, names, names.get(id(part.value)) == part.name))
            for part in (*found, *parts)]


def _free(name: str, taken: set[str]) -> str:
    """A name that no part has yet."""
    found, number = name, 1
    while found in taken:
        number += 1
        found = f"{name} {number}"
    taken.add(found)
    return found


def _inside(value: Any, names: Mapping[int, str], is_top: bool = False) -> Any:
    """A value with names in the place of shared words."""
    if isinstance(value, Word):
        if not is_top and id(value) in names:
            return Named(names[id(value)])
        return Word(value.name, tuple((name, _inside(one, names)) for name, one in value.arguments),
                    None if value.of is None else _inside(value.of, names))
    if isinstance(value, tuple):
        return tuple(_inside(one, names) for one in value)
    if hasattr(value, "pairs"):
        return type(value)(tuple((key, _inside(one, names)) for key, one in value.pairs))
    return value


def resolved(parts: Any, values: Mapping[str, Any]) -> list[Part]:
    """Returns parts with numbers in the place of all formulas."""
    return [replace(part, value=changed(part.value, lambda _path, end: computed(end.formula, values) if isinstance(
        end, Computed) else end)) for part in parts]


def without(parts: Any, values: Mapping[str, Any]) -> list[Part]:
    """Returns parts with numbers in the place of some parameters."""
    def end(_path, value):
        if not isinstance(value, Computed) or not names_in(value.formula) & set(values):
            return value
        if value.formula.removeprefix("p.") in values:
            return values[value.formula.removeprefix("p.")]
        formula = put_in(value.formula, values)
        return Computed(formula) if names_in(formula) else computed(formula, {})
    return [replace(part, value=changed(part.value, end)) for part in parts]


def _is_same(one: list[Part], other: list[Part]) -> bool:
    """Whether parts are the same to the last bit: -0.0 is not 0.0."""
    return _bare(one) == _bare(other)


def _bare(parts: list[Part]) -> list[tuple]:
    return [(part.name, part.family, part.key, repr(bare(part.value))) for part in parts]
