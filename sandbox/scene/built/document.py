"""A scene as a document: parts by name, each a word with its arguments; parameters and presets; nothing that runs.

A value of an argument is a number, a text, True, False, None, a tuple of values, or one of

    Word       a word inside: Coulomb(0.3)
    Computed   what follows from parameters: "0.5*p.length + p.radius"
    Named      another part, or a formula of the scene's own, by name
    Pairs      names or pairs of names with their values
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from sandbox.errors import BadValue
from sandbox.scene.built.own import Own
from sandbox.scene.parameter import Parameter
from sandbox.scene.presentation.showing import Showing
from sandbox.text import _


@dataclass(frozen=True)
class Computed:
    """A number, a text or a switch that follows from parameters p.name; `formula` is an expression of Python."""

    formula: str


@dataclass(frozen=True)
class Named:
    """A part of the document, or a formula of the scene's own (`Document.own`), by its name."""

    name: str


@dataclass(frozen=True)
class Pairs:
    """A mapping: its keys, texts or tuples of texts, with their values."""

    pairs: tuple[tuple[Any, Any], ...]


@dataclass(frozen=True)
class Word:
    """A word with its arguments.

    name       of the word; of a method with a `.` before it: ".placed"
    arguments  (name, value), as they were given; "*name" for a tuple of those that have no names of their own
               "@" before it: of a function of the scene's own
    of         what a method is called of
    """

    name: str
    arguments: tuple[tuple[str, Any], ...] = ()
    of: Any = None

    def get(self, name: str, missing: Any = None) -> Any:
        """Returns the value of an argument, `missing` where it is not given."""
        return dict(self.arguments).get(name, missing)

    def changed(self, name: str, value: Any) -> "Word":
        """Returns the same word with another value of an argument, which stays where it stands."""
        if name in dict(self.arguments):
            return replace(self, arguments=tuple((key, value if key == name else old) for key, old in self.arguments))
        return replace(self, arguments=(*self.arguments, (name, value)))


@dataclass(frozen=True)
class Part:
    """A part of a scene.

    name     by which others know it;  family  one of ALL of kinds.py
    value    its word
    key      of a law the pair of names that it is for; of edges "**": they are several supports
    """

    name: str
    family: str
    value: Any
    key: Any = None


@dataclass(frozen=True)
class SetOfValues:
    """A preset: a name, how it is shown at first, and the values that are not the defaults."""

    name: str
    values: tuple[tuple[str, Any], ...] = ()
    showing: Showing | None = None


@dataclass(frozen=True)
class Document:
    """A scene as data; see the head of this file.

    title, about    what it is called, and what its text says of it
    form            what build returns: one of FORMS of kinds.py
    parts           in order; names are used once
    parameters, presets   what a person may change
    options         further arguments of the world, or of the scene: name -> value
    of_scene        what else the scene says: name -> value
    own             text of the scene's own functions that the parts name
    """

    title: str
    form: str
    parts: tuple[Part, ...]
    about: str = ""
    parameters: tuple[Parameter, ...] = ()
    presets: tuple[SetOfValues, ...] = ()
    options: tuple[tuple[str, Any], ...] = ()
    of_scene: tuple[tuple[str, Any], ...] = ()
    own: Own = field(default_factory=Own)

    def __post_init__(self):
        known: set[str] = set()
        for part in self.parts:
            if part.name in known:
                raise BadValue(_("two parts are called {name!r}").format(name=part.name))
            known.add(part.name)

    def part(self, name: str) -> Part:
        """Returns the part of that name, or raises BadValue."""
        for part in self.parts:
            if part.name == name:
                return part
        raise BadValue(_("no part is called {found!r}; there are {known}").format(
            found=name[:60], known=", ".join(part.name for part in self.parts)))

    def of_family(self, family: str) -> tuple[Part, ...]:
        """Returns the parts of a family, in their order."""
        return tuple(part for part in self.parts if part.family == family)


def leaves(value: Any, path: tuple = ()) -> Iterator[tuple[tuple, Any]]:
    """Yields what stands at the ends of a value, with the way to it."""
    if isinstance(value, Word):
        yield path, value.name
        if value.of is not None:
            yield from leaves(value.of, (*path, "of"))
        for name, inner in value.arguments:
            yield from leaves(inner, (*path, name))
    elif isinstance(value, Pairs):
        for key, inner in value.pairs:
            yield from leaves(inner, (*path, key))
    elif isinstance(value, tuple):
        yield path, len(value)
        for i, inner in enumerate(value):
            yield from leaves(inner, (*path, i))
    else:
        yield path, value


def changed(value: Any, change: Any, path: tuple = ()) -> Any:
    """Returns a value with each of its ends replaced by change(path, end)."""
    if isinstance(value, Word):
        of = None if value.of is None else changed(value.of, change, (*path, "of"))
        return Word(value.name, tuple((name, changed(inner, change, (*path, name))) for name, inner in value.arguments),
                    of)
    if isinstance(value, Pairs):
        return Pairs(tuple((key, changed(inner, change, (*path, key))) for key, inner in value.pairs))
    if isinstance(value, tuple):
        return tuple(changed(inner, change, (*path, i)) for i, inner in enumerate(value))
    return change(path, value)
