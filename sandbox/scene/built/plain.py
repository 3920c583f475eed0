"""A document as what JSON can hold, and back: data of anybody, of which nothing is run.

Only words that make things of numbers are taken, formulas only as they are written anew from what was read of them,
names only where they are names: the text of a scene that is written of such a document has nothing else in it.
"""

import keyword
from collections.abc import Iterable, Mapping
from dataclasses import fields
from math import isfinite
from typing import Any

from sandbox.errors import BadValue
from sandbox.scene.built import kinds
from sandbox.scene.built.computed import text_of, tree_of
from sandbox.scene.built.document import Computed, Document, Named, Pairs, Part, SetOfValues, Word, leaves
from sandbox.scene.built.edits import MOST_PARTS, check_parameters
from sandbox.scene.drawn_curve import LONGEST, DrawnCurve
from sandbox.scene.parameter import Parameter
from sandbox.scene.presentation.showing import Showing
from sandbox.scene.typed.parameter import Formula
from sandbox.schema.values import is_sendable, shorten
from sandbox.text import _

SCHEMA = 1
# levels of a value, values of a document, letters of a name, digits of a whole number
DEEPEST, MOST_VALUES, LONGEST_NAME, LARGEST = 12, 30_000, 200, 10**15
# words that make things of numbers; what reads files, takes functions or makes many things of one number is none
WORDS = frozenset({
    "Contensou", "Coulomb", "Rough", "Smooth", "Stribeck", "TwoTerm", "Viscous", "Contact", "ContactClasses",
    "Block", "RoundSlab", "Slab", "Board", "Cone", "Cylinder", "EllipsoidSurface", "Paraboloid", "Plane",
    "PointProfile", "Pseudosphere", "Sphere", "Torus", "GraphSurface", "PaintedLine", "PaintedRing", "Ball", "Disk",
    "Ellipsoid", "Puck", "Box", "Die", "Domino", "Prism", "Turned", "Hull",
    "Placed", "Start", "On", "Still", "Spin", "Motion", "Signal", "rate_sine", "laboratory_floor", "edges_of",
    "Rotor", "Slider", "Driven", "BallJoint", "Hinge", "Motor", "Spring", "String", "Showing", "Cue", "House", "Steer",
    "Ring", "Zone", "Gate", "Flag", "Timer",
    "World", "Beside", "At", "Sleigh", "Blade", "Flywheel", "Suslov", "Veselova", "PlaneBall", "RingBall",
    "FreeTurntable", "VakonomicBall", "Integraph", "Ideal", "Breakable", "ViscousRow", "Penalty"})
METHODS = frozenset({".of", ".placed", ".drawn_as", ".painted", ".carrying", ".as_rail", ".start"})
OF_SCENE = ("conserved", "drift_limit", "showing", "controls", "topic", "level")
PARAMETERS = {kind.__name__: kind for kind in (Parameter, DrawnCurve, Formula)}
# parts of a world, and those of systems that run side by side
FAMILIES = {kinds.WORLD: (kinds.VALUE, kinds.SUPPORT, kinds.BODY, kinds.LAW, kinds.JOINT, kinds.MARK),
            kinds.SEVERAL: (kinds.VALUE, kinds.SYSTEM, kinds.START, kinds.MARK)}
# numbers that JSON has no signs for
ODD = ("inf", "-inf", "nan")


# ---- to JSON --------------------------------------------------------------------------------------------------------

def plain_of(document: Document) -> dict[str, Any]:
    """Returns the object of a document, or BadValue where it needs functions of the scene's own."""
    if names := sorted(document.own.names):
        raise BadValue(_("the bench uses functions of its own ({names}), which a file of data cannot carry: "
                         "Scene > Save as scene keeps it").format(names=", ".join(names)[:100]))
    return {"schema": SCHEMA, "title": document.title, "form": document.form, "about": document.about,
            "parts": [plain_of_part(part) for part in document.parts],
            "parameters": [_parameter_out(one) for one in document.parameters],
            "presets": [[one.name, dict(one.values), None if one.showing is None else _fields_out(one.showing)]
                        for one in document.presets],
            "options": _named_out(document.options), "of_scene": _named_out(document.of_scene)}


def plain_of_part(part: Part) -> list:
    """Returns the row of a part."""
    return [part.name, part.family, _out(part.value), _key_out(part.key)]


def _out(value: Any) -> Any:
    if isinstance(value, Word):
        found: dict[str, Any] = {"word": value.name, "with": [[name, _out(one)] for name, one in value.arguments]}
        return found if value.of is None else {**found, "of": _out(value.of)}
    if isinstance(value, Computed):
        return {"formula": value.formula}
    if isinstance(value, Named):
        return {"part": value.name}
    if isinstance(value, Pairs):
        return {"pairs": [[_key_out(key), _out(one)] for key, one in value.pairs]}
    if isinstance(value, tuple):
        return [_out(one) for one in value]
    if isinstance(value, float) and not isfinite(value):
        return {"number": str(value)}
    return value


def _key_out(key: Any) -> Any:
    return list(key) if isinstance(key, tuple) else key


def _named_out(pairs: Iterable[tuple[str, Any]]) -> list:
    return [[name, _out(value)] for name, value in pairs]


def _fields_out(record: Any) -> dict[str, Any]:
    return {field.name: _out(getattr(record, field.name)) for field in fields(record)
            if getattr(record, field.name) != field.default}


def _parameter_out(parameter: Parameter) -> dict[str, Any]:
    # a switch that is off equals a number that is 0: what a parameter is by default is always said
    return {"kind": type(parameter).__name__, **_fields_out(parameter), "default": _out(parameter.default)}


# ---- from JSON ------------------------------------------------------------------------------------------------------

def document_of_plain(stored: Any) -> Document:
    """Returns the document of an object that anybody may have made; BadValue says what is wrong with it."""
    return _Taking().document(stored)


def part_of_plain(stored: Any) -> Part:
    """Returns the part of a row that anybody may have made; BadValue says what is wrong with it."""
    taking = _Taking()
    return taking.part(*taking.rows([stored], 4, _("a part"))[0])


class _Taking:
    """Takes one document; `left` counts what it may still hold."""

    def __init__(self):
        self.left = MOST_VALUES

    def document(self, stored: Any) -> Document:
        """The whole."""
        found = self.table(stored, ("schema", "title", "form", "about", "parts", "parameters", "presets", "options",
                                     "of_scene"), _("the document"))
        schema = found.get("schema")
        if type(schema) is not int or schema < 1:
            raise _wrong("schema", schema)
        if schema > SCHEMA:
            raise BadValue(_("a later version of the program made this bench (its form is {found}, this one knows "
                             "{known}): open it there").format(found=min(schema, LARGEST), known=SCHEMA))
        rows = self.rows(found.get("parts"), 4, "parts")
        if len(rows) > MOST_PARTS:
            raise BadValue(_("a document has at most {most} parts").format(most=MOST_PARTS))
        form = found.get("form")
        if form not in (kinds.WORLD, kinds.SEVERAL):
            raise _wrong("form", form)
        parts = tuple(self.part(row[0], row[1], row[2], row[3], form) for row in rows)
        document = Document(
            self.text(found.get("title"), "title", LONGEST_NAME), form, parts,
            about=self.text(found.get("about", ""), "about", LONGEST, has_lines=True),
            parameters=tuple(self.parameter(one) for one in self.rows(found.get("parameters", []), None, "parameters")),
            presets=tuple(self.preset(*row) for row in self.rows(found.get("presets", []), 3, "presets")),
            options=self.named(found.get("options", []), ("at_once",), "options"),
            of_scene=self.named(found.get("of_scene", []), OF_SCENE, "of_scene"))
        check_names(document)
        return document

    def part(self, name: Any, family: Any, value: Any, key: Any, form: str = kinds.WORLD) -> Part:
        name = self.text(name, "name", LONGEST_NAME)
        if not name or family not in FAMILIES[form]:
            raise _wrong(name[:40] or "name", family)
        if family == kinds.LAW:
            key = tuple(self.text(one, name[:40], LONGEST_NAME) for one in self.listed(key, name[:40]))
            if len(key) != 2:
                raise _wrong(name[:40], key)
        elif key is not None and not (key == "**" and family == kinds.SUPPORT):
            raise _wrong(name[:40], key)
        return Part(name, family, self.value(value, name[:40]), key)

    def value(self, value: Any, where: str, depth: int = 0) -> Any:
        """A value, with nothing in it that is none."""
        self.left -= 1
        if self.left < 0 or depth > DEEPEST:
            raise BadValue(_("'{name}': the document holds more than {most} values, or brackets nested deeper than "
                             "{deepest}").format(name=where, most=MOST_VALUES, deepest=DEEPEST))
        if isinstance(value, str):
            return self.text(value, where, LONGEST)
        if value is None or isinstance(value, bool) or isinstance(value, int) and abs(value) <= LARGEST or isinstance(
                value, float) and isfinite(value):
            return value
        if isinstance(value, list | tuple):
            return tuple(self.value(one, where, depth + 1) for one in value)
        if isinstance(value, Mapping):
            for mark, take in (("word", self.word), ("formula", self.formula), ("part", self.named_part),
                               ("pairs", self.pairs), ("number", self.odd)):
                if mark in value:
                    return take(value, where, depth)
        raise _wrong(where, value)

    def word(self, stored: Any, where: str, depth: int) -> Word:
        found = self.table(stored, ("word", "with", "of"), where)
        name, of = found["word"], found.get("of")
        is_known = isinstance(name, str) and (name in WORDS if of is None else name in METHODS or name == "[]")
        if not is_known:
            raise BadValue(_("'{name}': {found} is no word of a bench").format(
                name=where, found=shorten.repr(name)))
        arguments = []
        for argument, value in self.rows(found.get("with", []), 2, where):
            bare = argument[1:] if isinstance(argument, str) and argument.startswith("*") else argument
            if not is_a_name(bare):
                raise _wrong(where, argument)
            arguments.append((argument, self.value(value, where, depth + 1)))
        if len(dict(arguments)) < len(arguments) or any(
                argument.startswith("*") and not isinstance(value, tuple) for argument, value in arguments):
            raise _wrong(where, name)
        return Word(name, tuple(arguments), None if of is None else self.value(of, where, depth + 1))

    def formula(self, stored: Any, where: str, _depth: int) -> Computed:
        found = self.table(stored, ("formula",), where)
        # as it is written anew of what was read: blanks, line ends and comments have no place in a text of a scene
        return Computed(text_of(tree_of(self.text(found["formula"], where, LONGEST))))

    def named_part(self, stored: Any, where: str, _depth: int) -> Named:
        return Named(self.text(self.table(stored, ("part",), where)["part"], where, LONGEST_NAME))

    def pairs(self, stored: Any, where: str, depth: int) -> Pairs:
        rows = self.rows(self.table(stored, ("pairs",), where)["pairs"], 2, where)
        return Pairs(tuple((self.key(key, where), self.value(value, where, depth + 1)) for key, value in rows))

    def key(self, key: Any, where: str) -> Any:
        if isinstance(key, list | tuple):
            return tuple(self.text(one, where, LONGEST_NAME) for one in key)
        return self.text(key, where, LONGEST_NAME)

    def odd(self, stored: Any, where: str, _depth: int) -> float:
        found = self.table(stored, ("number",), where)["number"]
        if found not in ODD:
            raise _wrong(where, found)
        return float(found)

    # ---- parameters and presets -------------------------------------------------------------------------------------

    def parameter(self, stored: Any) -> Parameter:
        where = _("a parameter")
        told = stored.get("kind") if isinstance(stored, Mapping) else None
        kind = PARAMETERS.get(told) if isinstance(told, str) else None
        if kind is None:
            raise _wrong(where, stored)
        known = tuple(field.name for field in fields(kind))
        given = {name: self.value(value, where) for name, value in self.table(
            stored, ("kind", *known), where).items() if name != "kind"}
        name = given.get("name")
        if not is_a_name(name) or "default" not in given:
            raise BadValue(_("{found} is no name for a parameter: letters, digits and _, no word of Python").format(
                found=shorten.repr(name)))
        for field in fields(kind):
            self.check_field(field.name, given.get(field.name), where)
        try:
            return kind(**given)
        except (TypeError, AttributeError, ValueError) as error:
            raise BadValue(_("{where}: {reason}").format(where=where, reason=error)) from None

    @staticmethod
    def check_field(name: str, value: Any, where: str):
        """BadValue where a field of a parameter has what no person would see as one."""
        if name in ("low", "high", "begin", "end"):
            is_fine = value is None or isinstance(value, int | float) and not isinstance(value, bool)
        elif name == "live":
            is_fine = value is None or isinstance(value, bool)
        elif name == "names":
            is_fine = value is None or isinstance(value, tuple) and all(map(is_a_name, value))
        else:
            is_fine = name == "default" or value is None or isinstance(value, str)
        if not is_fine:
            raise _wrong(f"{where}, {name}", value)

    def preset(self, name: Any, values: Any, showing: Any) -> SetOfValues:
        where = self.text(name, _("a preset"), LONGEST_NAME)
        given = self.table(values, None, where)
        if not all(map(is_a_name, given)):
            raise _wrong(where, [*given])
        pairs = tuple((key, self.value(value, where)) for key, value in given.items())
        if showing is None:
            return SetOfValues(where, pairs)
        known = tuple(field.name for field in fields(Showing))
        given = {key: self.value(value, where) for key, value in self.table(showing, known, where).items()}
        try:
            return SetOfValues(where, pairs, Showing(**given))
        except (TypeError, ValueError) as error:
            raise BadValue(_("{where}: {reason}").format(where=where, reason=error)) from None

    # ---- pieces -----------------------------------------------------------------------------------------------------

    def named(self, stored: Any, known: tuple[str, ...], where: str) -> tuple[tuple[str, Any], ...]:
        found: list[tuple[str, Any]] = []
        for name, value in self.rows(stored, 2, where):
            if name not in known or name in dict(found):
                raise _wrong(where, name)
            found.append((name, self.value(value, where)))
        return tuple(found)

    def text(self, value: Any, where: str, longest: int, has_lines: bool = False) -> str:
        lines = value.split("\n") if has_lines and isinstance(value, str) else [value]
        if not isinstance(value, str) or len(value) > longest or not is_sendable(value) or not all(
                line.isprintable() for line in lines):
            raise BadValue(_("'{name}': got {found}, needs a text of at most {most} letters").format(
                name=where, found=shorten.repr(value), most=longest))
        return value

    def listed(self, value: Any, where: str) -> list:
        if not isinstance(value, list | tuple):
            raise _wrong(where, value)
        self.left -= len(value)
        if self.left < 0:
            raise BadValue(_("'{name}': the document holds more than {most} values, or brackets nested deeper than "
                             "{deepest}").format(name=where, most=MOST_VALUES, deepest=DEEPEST))
        return [*value]

    def rows(self, value: Any, length: int | None, where: str) -> list:
        rows = self.listed(value, where)
        for row in rows:
            if length is not None and not (isinstance(row, list | tuple) and len(row) == length):
                raise _wrong(where, row)
        return rows

    def table(self, value: Any, known: tuple[str, ...] | None, where: str) -> dict[str, Any]:
        if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value) or (
                known is not None and not set(value) <= set(known)):
            raise _wrong(where, value)
        return dict(value)


def check_names(document: Document):
    """Raises BadValue where a part names one that is not before it, or a formula a parameter that there is not."""
    if len({parameter.name for parameter in document.parameters}) < len(document.parameters):
        raise BadValue(_("two parameters have one name"))
    known: set[str] = set()
    for part in document.parts:
        check_parameters(document, part.value, part.name)
        for _path, end in leaves(part.value):
            if isinstance(end, Named) and end.name not in known:
                raise BadValue(_("'{name}': no part is called {found!r}").format(name=part.name, found=end.name[:60]))
        if part.family in (kinds.VALUE, kinds.SUPPORT):
            known.add(part.name)


def is_a_name(name: Any) -> bool:
    """Returns whether something may be the name of an argument or of a parameter."""
    return isinstance(name, str) and name.isidentifier() and name.isascii() and not keyword.iskeyword(name) and len(
        name) <= LONGEST_NAME and not name.startswith("__")


def _wrong(where: str, found: Any) -> BadValue:
    return BadValue(_("'{name}': {found} has no place in a bench").format(name=where, found=shorten.repr(found)))
