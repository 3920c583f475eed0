"""A reference case while it is read: inputs are taken from it, what was found is laid beside its references.

A reader takes inputs by `case["params"]["mass"]`, lays a found value beside a reference by `state.compare("x", found)`,
and never sees a reference itself. So a case is run once, and what was found can be held against any references later
(verdict.py); a number that was neither taken nor compared is left over, and known by its place.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from math import isfinite
from typing import Any

# how a found value may differ from its reference without being another one
SAME, SIGN, TURNS, ONE_OF = "same", "up to its sign", "up to whole turns", "one of the words"

KeyPath = tuple[str | int, ...]


class Unsupported(Exception):
    """The engine, or its reader, can't do what a case asks for; the text says what."""


class Malformed(Exception):
    """A case is not what its schema says; the text says where."""


class EndedEarly(Exception):
    """The run of a case ended before its last instant; the text says how."""


@dataclass(frozen=True)
class Schema:
    """What the numbers of a vectors file are, by patterns of places such as "samples.*" ("*" is any number of keys).

    references    what a run has to give;  addresses  those among them that say what is meant: instants, kinds of events
    notes         words for people, and how a reference was made
    known         first keys of the places that count, all others are ignored; empty: every place counts
    """

    references: tuple[str, ...]
    addresses: tuple[str, ...]
    notes: tuple[str, ...]
    known: tuple[str, ...] = ()

    def is_reference(self, place: KeyPath) -> bool:
        """The place holds what a run has to give."""
        return _matches(self.references, place) and not _matches(self.addresses, place)

    def counts(self, place: KeyPath) -> bool:
        """The place has to be read or compared."""
        return (not self.known or place[0] in self.known) and not _matches(self.notes, place)


def dotted(place: KeyPath) -> str:
    """A place as one word: samples.3.r.0"""
    return ".".join(map(str, place))


@cache
def _matches(patterns: tuple[str, ...], place: KeyPath) -> bool:
    return any(fnmatchcase(dotted(place), pattern) for pattern in patterns)


def leaves(data, place: KeyPath = ()) -> Iterator[tuple[KeyPath, object]]:
    """Places and values of all numbers, words and nulls below a value, in their order."""
    if isinstance(data, dict | list):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from leaves(value, (*place, key))
    else:
        yield place, data


@dataclass(frozen=True)
class Comparison:
    """What was found for the reference at a place.

    found     number, word, array or None for nothing, in the shape of the reference
    allowed   reference -> largest error that passes
    alike     SAME, SIGN, TURNS, ONE_OF;  name  what a person reads as the quantity
    """

    place: KeyPath
    found: Any
    allowed: Callable[[float], float]
    name: str
    alike: str = SAME


class CaseMapping:
    """One mapping of a case; keys with null are as good as absent."""

    def __init__(self, case: "Case", place: KeyPath, data: dict):
        self._case, self._place, self._data = case, place, data

    def __contains__(self, key) -> bool:
        return self._data.get(key) is not None

    def __iter__(self) -> Iterator[str]:
        return iter(self._data)

    def __getitem__(self, key):
        """The input named: a Part, or a value that counts as read."""
        place = (*self._place, key)
        if key not in self:
            raise Malformed(f"{dotted(place)} is missing")
        value = self._data[key]
        if isinstance(value, dict):
            return CaseMapping(self._case, place, value)
        self._case.read(place, value)
        return value

    def get(self, key, default=None):
        """The input named, or the default where it is not given."""
        return self[key] if key in self else default    # noqa: SIM401  this is the method that it would be

    def parts(self, key) -> list["CaseMapping"]:
        """The mappings of a list, none where it is not given."""
        if key not in self:
            return []
        if not (isinstance(self._data[key], list) and all(isinstance(x, dict) for x in self._data[key])):
            raise Malformed(f"{dotted((*self._place, key))} needs to be a list of mappings")
        return [CaseMapping(self._case, (*self._place, key, i), x) for i, x in enumerate(self._data[key])]

    def shape(self, key) -> int | None:
        """How many entries the value named has, None for a single one or one that is not given."""
        value = self._data.get(key)
        return len(value) if isinstance(value, list | dict) else None

    def compare(self, key, found, allowed: Callable[[float], float] | None = None, name: str = "", alike: str = SAME,
                null_counts: bool = False):
        """Lay what was found beside the reference named, where there is one; null_counts: null says that there is none.
        """
        if key in self or (null_counts and key in self._data):
            self._case.comparisons.append(Comparison((*self._place, key), found, allowed or self._case.allowed,
                                                     name or str(key), alike))

    def compare_all(self, found: dict, allowed: Callable[[float], float] | None = None, prefix: str = "",
                    alike: dict | None = None):
        """The same for every name of a mapping."""
        for key, value in found.items():
            self.compare(key, value, allowed, prefix + key, (alike or {}).get(key, SAME))


class Case(CaseMapping):
    """One case as a whole.

    data          as it came from the file;  schema  what its numbers are
    comparisons   what was found, in order;  taken  places that were read as inputs
    faults        what was found that the case knows nothing of, in words
    allowed       tolerance where a comparison brings none of its own
    """

    def __init__(self, data: dict, schema: Schema):
        super().__init__(self, (), data)
        self.data, self.schema = data, schema
        self.comparisons: list[Comparison] = []
        self.taken: set[KeyPath] = set()
        self.faults: list[str] = []
        self.allowed: Callable[[float], float] = within(0.0)

    @property
    def id(self) -> str:
        """Name of the case."""
        return str(self.data.get("id", self.data.get("name")))

    @property
    def kind(self) -> str:
        """Word that decides on the reader."""
        return str(self.data.get("kind"))

    def read(self, place: KeyPath, value):
        """Note that an input was taken; a reference can't be."""
        for leaf, _value in leaves(value, place):
            if self.schema.is_reference(leaf):
                raise TypeError(f"{dotted(leaf)} is a reference, it can be compared only")
            self.taken.add(leaf)

    def fault(self, text: str):
        """Something that makes the case fail whatever its numbers are."""
        self.faults.append(text)


def within(error: float) -> Callable[[float], float]:
    """A tolerance: the same for any reference."""
    return lambda reference: error


def share_of(share: float, least: float = 1.0) -> Callable[[float], float]:
    """A tolerance: a share of the reference, of `least` where that is larger."""
    return lambda reference: share*max(least, abs(reference))


def stated(tol: CaseMapping) -> Callable[[float], float]:
    """The tolerance that a case states itself, abs + rel |reference|."""
    absolute, relative = float(tol["abs"]), float(tol["rel"])
    if not (isfinite(absolute) and isfinite(relative) and absolute >= 0.0 and relative >= 0.0):
        raise Malformed(f"tol: got abs {absolute}, rel {relative}, needs finite numbers of at least 0")
    return lambda reference: absolute + relative*abs(reference)
