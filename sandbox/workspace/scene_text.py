"""The text of a scene file that a document stands for, as one would write it by hand."""

import ast
import builtins
import keyword
import re
from collections.abc import Iterable
from dataclasses import dataclass, fields
from math import isfinite, pi
from pathlib import Path
from typing import Any

from sandbox.errors import BadValue
from sandbox.files import replaced
from sandbox.scene.built import kinds
from sandbox.scene.built.computed import FUNCTIONS, tree_of
from sandbox.scene.built.document import Computed, Document, Named, Pairs, Part, SetOfValues, Word, leaves
from sandbox.scene.built.values import Reader, arguments_of, least
from sandbox.scene.catalogue import scene_of_text, source_digest
from sandbox.scene.parameter import Parameter
from sandbox.text import _

WIDTH = 120
# names that the text itself uses
OWN = ("p", "np", "pi", "inf", "nan", "build", "start", "supports", "bodies")
# how many arguments are written without their names where a word could do without some of them
PLAIN = {"Contact": 1, "On": 3, "Spin": 2, "laboratory_floor": 1, "Signal": 1, "Showing": 1, "Placed": 2, "Hinge": 2,
         "BallJoint": 2, "Spring": 3, "String": 2, "Ring": 3, "Zone": 3, "Flag": 3, "Gate": 3, "Timer": 3}
# arguments of methods that are
OF_METHODS = {".placed": ("origin", "axis", "angle"), ".of": ("name",), ".drawn_as": ("name", "half"),
              ".as_rail": ("half_length", "half_width")}
# numbers that have a name
KNOWN = {factor*pi/part: text for factor, part, text in (
    (1, 1, "pi"), (2, 1, "2*pi"), (1, 2, "pi/2"), (1, 3, "pi/3"), (1, 4, "pi/4"), (1, 6, "pi/6"))}
HEADINGS = ("Assumptions", "Derivation", "What is conserved", "What to see", "Ask the class", "References")


@dataclass(frozen=True)
class Group:
    """What stands between brackets: items after one another."""

    start: str
    items: tuple
    end: str


@dataclass(frozen=True)
class Sum:
    """A formula that may go on in the next line before a sign."""

    pieces: tuple[str, ...]


@dataclass(frozen=True)
class Chain:
    """What is called of something: first.then(...)."""

    first: Any
    then: Any


Text = str | Group | Sum | Chain


def scene_text(document: Document) -> str:
    """Returns the text of a scene file, or raises BadValue where a document can't be written."""
    return _Writer(document).text()


class _Writer:
    """Writes one document."""

    def __init__(self, document: Document):
        self.document = document
        self.words: set[str] = {"Scene", *(["Preset"] if document.presets else [])}
        self.math: set[str] = set()
        self.has_numpy = self.has_namespace = False
        self.names = self._names()

    def text(self) -> str:
        """The whole file."""
        body = [self._parameters(), *self.document.own.texts, self._build()]
        if start := self.document.of_family(kinds.START):
            body.append(f"def start(p):\n    return {laid(self._of(start[0].value), 11, 4)}")
        body.append(self._scene())
        return "\n\n".join([self._head(), self._imports(), body[0]]) + "\n\n\n" + "\n\n\n".join(
            body[1:-1]) + "\n\n\n" + body[-1] + "\n"

    # ---- names ------------------------------------------------------------------------------------------------------

    def _names(self) -> dict[str, str]:
        """Names of variables for parts that others name."""
        used = {end.name for part in self.document.parts for _path, end in leaves(part.value) if isinstance(end, Named)}
        import sandbox.scene as words
        self.taken = {*words.__all__, *FUNCTIONS, *keyword.kwlist, *dir(builtins), *OWN,
                      *self.document.own.names}
        found = {}
        for name in used & {*self.document.own.names, "p"}:
            found[name] = name
        for part in self.document.parts:
            if part.name in used:
                found[part.name] = _variable(part.name, self.taken)
        return found

    # ---- head and end -----------------------------------------------------------------------------------------------

    def _head(self) -> str:
        first = self.document.about.split("\n\n")[0].replace("\\", "\\\\").replace('"""', "'''")
        first = first or f"{self.document.title}."
        return '"""' + "\n\n".join([first, *(f"## {heading}" for heading in HEADINGS)]) + '\n"""'

    def _imports(self) -> str:
        from_module = {"math": self.math, "sandbox.scene": self.words}
        for module, name in self.document.own.imports:
            if name:
                from_module.setdefault(module, set()).add(name)
            else:
                self.has_numpy = True
        lines = [_import("math", self.math)] if self.math else []
        lines += ["from types import SimpleNamespace"] if self.has_namespace else []
        lines += [""] if lines else []
        others = [*(["import numpy as np"] if self.has_numpy else []), *(
            _import(module, names) for module, names in from_module.items() if module not in ("math", "sandbox.scene"))]
        return "\n".join([*lines, *others, *([""] if others else []), _import("sandbox.scene", self.words)])

    def _parameters(self) -> str:
        if not self.document.parameters:
            return "PARAMETERS = ()"
        rows = [f"    {laid(self._record(one), 4, 8)}," for one in self.document.parameters]
        return "\n".join(["PARAMETERS = (", *rows, ")"])

    def _record(self, parameter: Parameter) -> Group:
        kind = type(parameter)
        self.words.add(kind.__name__)
        items: list[Text] = []
        for field in fields(parameter):
            value = getattr(parameter, field.name)
            if field.name in ("name", "default"):
                items.append(_literal(value))
            elif value != field.default:
                items.append(_literal(value) if field.name == "unit" else f"{field.name}={_literal(value)}")
        return Group(f"{kind.__name__}(", tuple(items), ")")

    def _scene(self) -> str:
        items: list[Text] = [_literal(self.document.title), "PARAMETERS", "build"]
        if self.document.of_family(kinds.START):
            items.append("start")
        for name, value in self.document.of_scene:
            items.append(_named(name, self._of(value)))
        if marks := self.document.of_family(kinds.MARK):
            items.append(_named("marks", _tuple(tuple(self._of(part.value) for part in marks))))
        if self.document.presets:
            items.append(_named("presets", _tuple(tuple(map(self._preset, self.document.presets)))))
        return "SCENE = " + laid(Group("Scene(", tuple(items), ")"), 8, 4)

    def _preset(self, preset: SetOfValues) -> Group:
        items: list[Text] = [_literal(preset.name)]
        if preset.showing is not None:
            items.append(self._of(Reader({}).value(preset.showing, preset.name)))
        items += [f"{name}={_literal(value)}" for name, value in preset.values]
        return Group("Preset(", tuple(items), ")")

    # ---- build ------------------------------------------------------------------------------------------------------

    def _build(self) -> str:
        document = self.document
        lines = ["def build(p):"]
        for part in document.parts:
            if part.family in (kinds.VALUE, kinds.SUPPORT) and part.name in self.names:
                lines.append(self._line(self.names[part.name], self._of(part.value)))
        if document.form != kinds.WORLD:
            items = tuple(self._of(part.value) for part in document.of_family(kinds.SYSTEM))
            if document.form == kinds.TOGETHER:
                names = [_variable(part.name, self.taken) for part in document.of_family(kinds.SYSTEM)]
                lines += [self._line(name, item) for name, item in zip(names, items, strict=True)]
                return "\n".join([*lines, f"    return {', '.join(names)}"])
            found = items[0] if document.form == kinds.ALONE else Group("[", items, "]")
            return "\n".join([*lines, f"    return {laid(found, 11, 4)}"])
        self.words.add("World")
        supports = tuple(self._support(part) for part in document.of_family(kinds.SUPPORT))
        bodies = tuple(self._of(part.value) for part in document.of_family(kinds.BODY))
        lines += [self._line("supports", Group("{", supports, "}")), self._line("bodies", Group("[", bodies, "]"))]
        given: list[Text] = ["supports", "bodies"]
        if laws := document.of_family(kinds.LAW):
            pairs = tuple(_named(_literal(part.key), self._of(part.value), ": ") for part in laws)
            given.append(Group("{", pairs, "}"))
        if joints := document.of_family(kinds.JOINT):
            given.append(_named("joints", _tuple(tuple(self._of(part.value) for part in joints))))
        given += [_named(name, self._of(value)) for name, value in document.options]
        return "\n".join([*lines, f"    return {laid(Group('World(', tuple(given), ')'), 11, 4)}"])

    def _support(self, part: Part) -> Text:
        if part.key == "**":
            return _named("**", self._of(part.value), "")
        name = self.names.get(part.name)
        return _named(_literal(part.name), name or self._of(part.value), ": ")

    @staticmethod
    def _line(name: str, value: Text) -> str:
        return f"    {name} = {laid(value, 7 + len(name), 4)}"

    # ---- values -----------------------------------------------------------------------------------------------------

    def _of(self, value: Any) -> Text:
        """A value as it is written."""
        if isinstance(value, Computed):
            return self._formula(value.formula)
        if isinstance(value, Named):
            if value.name not in self.names:
                raise BadValue(_("no part is called {found!r}").format(found=value.name[:60]))
            return self.names[value.name]
        if isinstance(value, Word):
            return self._word(value)
        if isinstance(value, Pairs):
            return Group("{", tuple(_named(_literal(key), self._of(one), ": ") for key, one in value.pairs), "}")
        if isinstance(value, tuple):
            return _tuple(tuple(map(self._of, value)))
        if isinstance(value, float) and not isfinite(value):
            self.math.add(str(value).lstrip("-"))
            return str(value)
        if isinstance(value, float) and abs(value) in KNOWN:
            self.math.add("pi")
            return f"{'-' if value < 0.0 else ''}{KNOWN[abs(value)]}"
        return _literal(value)

    def _formula(self, formula: str) -> Text:
        for node in ast.walk(tree_of(formula)):
            if isinstance(node, ast.Name) and node.id == "np":
                self.has_numpy = True
            elif isinstance(node, ast.Name) and node.id not in ("p", "abs"):
                self.math.add(node.id)
        return Sum(tuple(re.split(r" (?=[+\-%] )|(?<=,) |(?<=\))(?=[*/](?![*/]))", formula)))

    def _word(self, word: Word) -> Text:
        if word.name.startswith("@"):
            if word.name[1:] not in self.document.own.names:
                raise BadValue(_("no part is called {found!r}").format(found=word.name[:60]))
            return Group(f"{word.name[1:]}(", tuple(map(self._of, word.get("*"))), ")")
        if word.name == "[]":
            return Chain(self._of(word.of), f"[{_literal(word.get('key'))}]")
        if word.name == "SimpleNamespace":
            self.has_namespace = True
        elif word.of is None:
            self.words.add(word.name)
        if word.of is not None or word.name == "SimpleNamespace":
            plain = OF_METHODS.get(word.name, ())
        else:
            plain = arguments_of(word.name)[:max(least(word.name), PLAIN.get(word.name, 0))]
        items: list[Text] = []
        is_first = True
        for i, (name, value) in enumerate(word.arguments):
            if name.startswith("*"):
                items += map(self._of, value)
                continue
            # what a word can't do without comes without its name, as long as nothing is left out before it
            is_first = is_first and i < len(plain) and plain[i] == name
            items.append(self._of(value) if is_first else _named(name, self._of(value)))
        return Group(f"{word.name}(", tuple(items), ")") if word.of is None else Chain(
            self._of(word.of), Group(f"{word.name}(", tuple(items), ")"))


def _variable(name: str, taken: set[str]) -> str:
    """A name of a variable after that of a part, which none has yet."""
    stem = "".join(c if c.isascii() and c.isalnum() else "_" for c in name.lower()).strip("_") or "part"
    stem = stem if not stem[0].isdigit() else f"part_{stem}"
    found, number = stem, 1
    while found in taken:
        number += 1
        found = f"{stem}_{number}"
    taken.add(found)
    return found


def _import(module: str, names: Iterable[str]) -> str:
    """An import as the linter orders it: constants, classes, functions."""
    def order(name: str):
        return 0 if name.isupper() and len(name) > 1 else 1 if name[0].isupper() else 2, name
    found = sorted(names, key=order)
    line = f"from {module} import {', '.join(found)}"
    rows = [f"from {module} import (", *(f"    {one}," for one in found), ")"]
    return line if len(line) <= WIDTH else "\n".join(rows)


def _literal(value: Any) -> str:
    """A number or a text in Python; texts in double quotes."""
    if isinstance(value, tuple):
        return f"({', '.join(map(_literal, value))}{',' if len(value) == 1 else ''})"
    text = repr(value)
    if isinstance(value, str) and text.startswith("'") and '"' not in text:
        return f'"{text[1:-1]}"'
    return text


def _named(name: str, value: Text, sign: str = "=") -> Text:
    if isinstance(value, Group):
        return Group(f"{name}{sign}{value.start}", value.items, value.end)
    if isinstance(value, Sum):
        return Sum((f"{name}{sign}{value.pieces[0]}", *value.pieces[1:]))
    if isinstance(value, Chain):
        return Chain(_named(name, value.first, sign), value.then)
    return f"{name}{sign}{value}"


def _tuple(items: tuple) -> Group:
    return Group("(", items, ",)" if len(items) == 1 else ")")


# ---- lines ----------------------------------------------------------------------------------------------------------

def flat(text: Text) -> str:
    """Returns a text on one line."""
    if isinstance(text, str):
        return text
    if isinstance(text, Sum):
        return "".join(f"{_before(piece) if i else ''}{piece}" for i, piece in enumerate(text.pieces))
    if isinstance(text, Chain):
        return flat(text.first) + flat(text.then)
    return f"{text.start}{', '.join(map(flat, text.items))}{text.end}"


def laid(text: Text, column: int, indent: int, after: int = 1) -> str:
    """Returns a text that begins at a column, in lines that are not too long.

    What does not fit goes on below what stands after its bracket, or where that is too far to the right on lines of
    its own.
    indent   column at which the line begins that the text begins on;  after  letters that follow the text
    """
    whole = flat(text)
    if isinstance(text, str) or column + len(whole) + after <= WIDTH:
        return whole
    if isinstance(text, Sum):
        return _broken(text.pieces, column, after)
    if isinstance(text, Chain):
        begin = len(flat(text.then)) if isinstance(text.then, str) else len(text.then.start)
        first = laid(text.first, column, indent, begin)
        at = len(first.rsplit("\n", 1)[-1]) + (0 if "\n" in first else column)
        return first + laid(text.then, at, indent, after)
    inner = column + len(text.start)
    below = text.start + _filled(text.items, inner, inner, ", ", after + len(text.end)) + text.end
    if _widest(below, column) + after <= WIDTH or not text.items:
        return below
    inner = indent + 4
    hanging = (f"{text.start}\n{' '*inner}" + _filled(text.items, inner, inner, ", ", after + len(text.end))
               + text.end)
    return hanging if _widest(hanging, column) < _widest(below, column) else below


def _before(piece: str) -> str:
    """What stands before a piece of a formula on the same line."""
    return "" if piece[0] in "*/" else " "


def _broken(pieces: tuple[str, ...], column: int, after: int) -> str:
    """A formula in lines that begin at a column."""
    found, at = "", column
    for i, piece in enumerate(pieces):
        before, tail = _before(piece) if i else "", after if i == len(pieces) - 1 else 0
        if i and at + len(before) + len(piece) + tail > WIDTH:
            found, at, before = f"{found}\n{' '*column}", column, ""
        found += before + piece
        at += len(before) + len(piece)
    return found


def _filled(items: tuple, column: int, inner: int, sign: str, after: int) -> str:
    """Items after one another, in lines that begin at the column `inner`."""
    found, at = "", column
    for i, item in enumerate(items):
        is_last = i == len(items) - 1
        tail = after if is_last else len(sign.rstrip())
        if i:
            found += sign
            at += len(sign)
            # one that needs several lines begins on one of its own
            if at + len(flat(item)) + tail > WIDTH:
                found, at = f"{found.rstrip(' ')}\n{' '*inner}", inner
        one = laid(item, at, inner, tail)
        found += one
        at = len(one.rsplit("\n", 1)[-1]) if "\n" in one else at + len(one)
    return found


def _widest(text: str, column: int) -> int:
    first, *others = text.split("\n")
    return max(column + len(first), *map(len, others), 0) if others else column + len(first)


def write_scene(document: Document, path: Path, replaces: bool = False):
    """Writes a document as a scene file, which is loaded first: what is no scene is not written. BadValue says why not.

    replaces   a file that is there is replaced; else it stays, for a person may have changed it
    """
    text = scene_text(document)
    if path.exists() and not replaces:
        raise BadValue(_("'{file}' is there; choose another name").format(file=path.name))
    scene = scene_of_text(path.stem, text, source_digest(text))
    scene.models(scene.values())
    try:
        with replaced(path) as file:
            file.write(text)
    except OSError as error:
        raise BadValue(_("'{file}' cannot be written ({reason})").format(
            file=path.name, reason=error.strerror or error)) from None
