"""Kinds of values that are made of other values: lists, objects, and what may be missing."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite

from sandbox.errors import BadValue
from sandbox.schema.values import Kind, is_sendable, refusal
from sandbox.text import _

LONGEST_NAME = 40
DEEPEST = 20             # levels of brackets in what is only kept


@dataclass(frozen=True)
class Maybe:
    """A value of some kind, or null."""

    kind: Kind

    @property
    def allowed(self) -> str:
        return _("{kind}, or null").format(kind=self.kind.allowed)

    def take(self, value, where: str):
        return None if value is None else self.kind.take(value, where)


@dataclass(frozen=True)
class Either:
    """A value of one of some kinds that have no parts."""

    kinds: tuple

    @property
    def allowed(self) -> str:
        return _(" or ").join(kind.allowed for kind in self.kinds)

    def take(self, value, where: str):
        for kind in self.kinds:
            try:
                return kind.take(value, where)
            except BadValue:
                continue
        raise refusal(where, value, self.allowed)


@dataclass(frozen=True)
class List:
    """A list of `least` to `most` values of one kind."""

    kind: Kind
    least: int
    most: int

    @property
    def allowed(self) -> str:
        if self.least == self.most:
            return _("a list of {count}: {kind}").format(count=self.least, kind=self.kind.allowed)
        return _("a list of {least} to {most}: {kind}").format(least=self.least, most=self.most, kind=self.kind.allowed)

    def take(self, value, where: str):
        if not isinstance(value, list | tuple) or not self.least <= len(value) <= self.most:
            raise refusal(where, value, self.allowed)
        return tuple(self.kind.take(item, f"{where}[{i}]") for i, item in enumerate(value))


@dataclass(frozen=True)
class Tuple:
    """A list of certain values, each of a kind of its own."""

    kinds: tuple
    words: str

    @property
    def allowed(self) -> str:
        return self.words

    def take(self, value, where: str):
        if not isinstance(value, list | tuple) or len(value) != len(self.kinds):
            raise refusal(where, value, self.allowed)
        return tuple([kind.take(item, f"{where}[{i}]") for i, (kind, item) in enumerate(
            zip(self.kinds, value, strict=True))])


@dataclass(frozen=True)
class Table:
    """An object whose keys are names, whose values are of one kind."""

    kind: Kind
    most: int

    @property
    def allowed(self) -> str:
        return _("an object of at most {most} names: {kind}").format(most=self.most, kind=self.kind.allowed)

    def take(self, value, where: str):
        if not isinstance(value, Mapping) or len(value) > self.most or not all(map(is_name, value)):
            raise refusal(where, value, self.allowed)
        return {key: self.kind.take(item, f"{where}.{key}") for key, item in value.items()}


def is_name(key) -> bool:
    return isinstance(key, str) and key.isidentifier() and len(key) <= LONGEST_NAME


@dataclass(frozen=True)
class Record:
    """An object with some of certain keys, each with a value of its own kind."""

    kinds: Mapping

    @property
    def allowed(self) -> str:
        return _("an object of {known}").format(known=", ".join(self.kinds))

    def take(self, value, where: str):
        if not isinstance(value, Mapping) or any(key not in self.kinds for key in value):
            raise refusal(where, value, self.allowed)
        return {key: self.kinds[key].take(item, f"{where}.{key}") for key, item in value.items()}


@dataclass(frozen=True)
class Open:
    """A Record whose further keys are kept as they are: another version of the program may know them."""

    kinds: Mapping

    @property
    def allowed(self) -> str:
        return Record(self.kinds).allowed

    def take(self, value, where: str):
        if not isinstance(value, Mapping) or not all(map(is_sendable, value)):
            raise refusal(where, value, self.allowed)
        return {key: self.kinds.get(key, KEPT).take(item, f"{where}.{key[:LONGEST_NAME]}")
                for key, item in value.items()}


@dataclass(frozen=True)
class Kept:
    """Anything that JSON can hold and a file can be written with, unchanged."""

    @property
    def allowed(self) -> str:
        return _("values of JSON at most {deepest} levels deep, with finite numbers").format(deepest=DEEPEST)

    def take(self, value, where: str):
        if not is_kept(value, DEEPEST):
            raise refusal(where, value, self.allowed)
        return value


def is_kept(value, deepest: int) -> bool:
    """Returns whether a value can be written to a JSON file again."""
    if isinstance(value, str):
        return is_sendable(value)
    if isinstance(value, float):
        return isfinite(value)
    if isinstance(value, list | tuple):
        return deepest > 0 and all(is_kept(item, deepest - 1) for item in value)
    if isinstance(value, Mapping):
        return deepest > 0 and all(isinstance(key, str) and is_sendable(key) and is_kept(item, deepest - 1)
                                   for key, item in value.items())
    return value is None or isinstance(value, bool | int)


KEPT = Kept()
