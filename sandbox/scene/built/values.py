"""From things that words have made to values of a document, and back."""

import dataclasses
import inspect
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from types import FunctionType, SimpleNamespace
from typing import Any

import numpy as np

from sandbox.errors import BadValue
from sandbox.scene.built.computed import LONGEST, NOTED, Traced, TracedText, computed, text_of
from sandbox.scene.built.document import Computed, Named, Pairs, Word
from sandbox.scene.remembered import made_by
from sandbox.text import _


@lru_cache(maxsize=1)
def _words() -> tuple[dict[str, Any], dict[int, str]]:
    """Words by name, and names by what they are."""
    import sandbox.scene as words
    by_name = {name: getattr(words, name) for name in words.__all__}
    return by_name, {id(value): name for name, value in by_name.items()}


def word_named(name: str) -> Any:
    """Returns what a scene calls by that name, or raises BadValue."""
    found = SimpleNamespace if name == "SimpleNamespace" else _words()[0].get(name)
    if found is None:
        raise BadValue(_("no word {found!r}").format(found=name[:60]))
    return found


@lru_cache(maxsize=512)
def _signature(word: Callable) -> inspect.Signature:
    return inspect.signature(word)


def arguments_of(name: str) -> tuple[str, ...]:
    """Returns the names of the arguments of a word, in their order."""
    return tuple(key for key, one in _signature(word_named(name)).parameters.items()
                 if one.kind is one.POSITIONAL_OR_KEYWORD)


def least(name: str) -> int:
    """Returns how many arguments a word can't do without."""
    return sum(one.default is one.empty and one.kind is one.POSITIONAL_OR_KEYWORD
               for one in _signature(word_named(name)).parameters.values())


class Reader:
    """Reads things as values; what is met more than once is a value with a name of its own.

    functions      id of the code of a function of the scene's own -> its name
    p              the parameter values that a scene is built with
    has_switches   switches of records are read where they are as they would be without a word, too
    """

    def __init__(self, functions: Mapping[int, str], p: SimpleNamespace | None = None, has_switches: bool = False):
        self.functions, self.p, self.has_switches = functions, p, has_switches
        # things that were read, and what they are as words: what is met again is the same word
        self.met: dict[int, tuple[Any, Any]] = {}

    def value(self, thing: Any, where: str) -> Any:
        """Returns a thing as a value of a document, or raises BadValue that says where it stands."""
        if isinstance(thing, Traced | TracedText):
            text = text_of(thing.node)
            if len(text) <= LONGEST:
                return Computed(text)
            return float(thing) if isinstance(thing, Traced) else str.__str__(thing)
        if isinstance(thing, bool | np.bool_):
            return bool(thing)
        if isinstance(thing, float | np.floating):
            return float(thing)
        if isinstance(thing, int | np.integer):
            return int(thing)
        if thing is None or isinstance(thing, str):
            return thing
        if isinstance(thing, np.ndarray):
            return self.value(thing.tolist(), where)
        if id(thing) in self.met:
            return self.met[id(thing)][1]
        if made_by(thing) is not None or dataclasses.is_dataclass(thing) or hasattr(thing, "_fields"):
            try:
                found = self.word(thing, where) if made_by(thing) is not None else self.record(thing, where)
            except BadValue:
                # it may be what a function of the scene's own gives
                if not hasattr(thing, NOTED):
                    raise
                found = self.own(thing, where)
            self.met[id(thing)] = thing, found
            return found
        if isinstance(thing, SimpleNamespace):
            # a scene is given all its parameters, and makes smaller sets of numbers itself
            if self.p is not None and vars(thing).keys() == vars(self.p).keys():
                return Named("p")
            return Word("SimpleNamespace", tuple((name, self.value(one, where)) for name, one in vars(thing).items()))
        if isinstance(thing, tuple | list):
            return tuple(self.value(one, where) for one in thing)
        if isinstance(thing, Mapping):
            return Pairs(tuple((self.value(key, where), self.value(one, where)) for key, one in thing.items()))
        if isinstance(thing, FunctionType):
            code = id(getattr(thing, "__wrapped__", thing).__code__)
            if code in self.functions:
                return Named(self.functions[code])
            if hasattr(thing, NOTED):
                return self.own(thing, where)
        if callable(thing):
            raise BadValue(_("{where}: has a formula that has no name in the scene's file").format(where=where))
        raise BadValue(_("{where}: {found} is nothing that a document can have").format(
            where=where, found=type(thing).__name__))

    def word(self, thing: Any, where: str) -> Any:
        """A thing that remembers how it was made."""
        made = made_by(thing)
        assert made is not None
        names = _words()[1]
        arguments = self.arguments(made.word, made.args, made.kwargs, where)
        # a method has the thing that it is called of as its first argument
        name = names.get(id(made.word))
        found = Word(name, arguments) if name else Word(f".{made.word.__name__}", arguments[1:], arguments[0][1])
        return found if made.key is None else Word("[]", (("key", made.key), ("count", made.count)), found)

    def own(self, thing: Any, where: str) -> Word:
        """What a function of the scene's own has given."""
        name, given = getattr(thing, NOTED)
        return Word(f"@{name}", (("*", tuple(self.value(one, where) for one in given)),))

    def arguments(self, word: Callable, args: Iterable, kwargs: Mapping, where: str) -> tuple[tuple[str, Any], ...]:
        """Arguments by name, in the order in which they were given."""
        given: list[tuple[str, Any]] = []
        signature = _signature(word)
        bound = signature.bind(*args, **kwargs).arguments
        for name, value in bound.items():
            kind = signature.parameters[name].kind
            if kind is inspect.Parameter.VAR_KEYWORD:
                given += [(key, self.value(one, where)) for key, one in value.items()]
            elif kind is inspect.Parameter.VAR_POSITIONAL:
                given.append((f"*{name}", self.value(value, where)))
            else:
                given.append((name, self.value(value, where)))
        return tuple(given)

    def record(self, thing: Any, where: str) -> Any:
        """A record whose fields are its arguments."""
        kind = type(thing)
        name = _words()[1].get(id(kind))
        if name is None:
            raise BadValue(_("{where}: {found} is no word of scenes").format(where=where, found=kind.__name__))
        if not dataclasses.is_dataclass(thing):
            return Word(name, tuple((field, self.value(getattr(thing, field), where)) for field in thing._fields))
        given = []
        for field in dataclasses.fields(thing):
            value, default = getattr(thing, field.name), _default(field)
            is_switch = self.has_switches and isinstance(value, bool)
            if field.init and (is_switch or default is dataclasses.MISSING or not _is_same(value, default)):
                given.append((field.name, self.value(value, where)))
        return Word(name, tuple(given))


def _default(field: dataclasses.Field) -> Any:
    if field.default_factory is not dataclasses.MISSING:
        return field.default_factory()
    return field.default


def bare(value: Any) -> Any:
    """Returns a value without those arguments of records that say what is so without them."""
    if isinstance(value, Word):
        arguments = tuple((name, bare(one)) for name, one in value.arguments)
        kind = None if value.name.startswith((".", "[", "@")) else word_named(value.name)
        if dataclasses.is_dataclass(kind):
            known = _defaults(value.name)
            arguments = tuple((name, one) for name, one in arguments if name not in known or repr(one) != known[name])
        return Word(value.name, arguments, None if value.of is None else bare(value.of))
    if isinstance(value, Pairs):
        return Pairs(tuple((key, bare(one)) for key, one in value.pairs))
    if isinstance(value, tuple):
        return tuple(bare(one) for one in value)
    return value


@lru_cache(maxsize=128)
def _defaults(name: str) -> dict[str, str]:
    """Defaults of the fields of a record, as values that are written down."""
    found = {}
    for field in dataclasses.fields(word_named(name)):
        default = _default(field)
        if default is None or isinstance(default, bool | int | float | str | tuple):
            found[field.name] = repr(Reader({}).value(default, name))
    return found


def _is_same(one: Any, other: Any) -> bool:
    """Whether a field has what it has where nothing is given: not by being equal, -0.0 and 0.0 are two."""
    if isinstance(one, Traced | TracedText):
        return False
    if one is other:
        return True
    return type(one) is type(other) and repr(one) == repr(other) and not callable(one)


# ---- back -----------------------------------------------------------------------------------------------------------

class Maker:
    """Makes things of values.

    values      of the parameters
    named       what Named(...) stands for: parts and formulas by name
    """

    def __init__(self, values: Mapping[str, Any], named: Mapping[str, Any]):
        self.values, self.named = values, {"p": SimpleNamespace(**values), **named}

    def thing(self, value: Any) -> Any:
        """Returns what a value stands for, or raises BadValue."""
        if isinstance(value, Computed):
            return computed(value.formula, self.values)
        if isinstance(value, Named):
            if value.name not in self.named:
                raise BadValue(_("no part is called {found!r}; there are {known}").format(
                    found=value.name[:60], known=", ".join(self.named)))
            return self.named[value.name]
        if isinstance(value, tuple):
            return tuple(self.thing(one) for one in value)
        if isinstance(value, Pairs):
            return {key: self.thing(one) for key, one in value.pairs}
        if isinstance(value, Word):
            return self._called(value)
        return value

    def _called(self, word: Word) -> Any:
        if word.name == "[]":
            return self.thing(word.of)[word.get("key")]
        if word.name.startswith("@"):
            return self.thing(Named(word.name[1:]))(*self.thing(word.get("*")))
        owner = None if word.of is None else self.thing(word.of)
        function: Any = word_named(word.name) if owner is None else getattr(owner, word.name[1:], None)
        if owner is not None and not getattr(function, "is_word", False):
            raise BadValue(_("no word {found!r}").format(found=word.name[:60]))
        args, kwargs = self._given(function, word)
        try:
            return function(*args, **kwargs)
        except (TypeError, AttributeError, KeyError, IndexError, ValueError, ArithmeticError) as error:
            raise BadValue(_("{word}: {reason}").format(word=word.name, reason=error)) from None

    def _given(self, function: Callable, word: Word) -> tuple[list, dict]:
        """Positional arguments where some have no names of their own, named ones else."""
        given = {name: self.thing(value) for name, value in word.arguments}
        star = next((name for name in given if name.startswith("*")), None)
        if star is None:
            return [], given
        args = []
        for name, parameter in inspect.signature(function).parameters.items():
            if parameter.kind is inspect.Parameter.VAR_POSITIONAL:
                break
            args.append(given.pop(name))
        return [*args, *given.pop(star)], given
