"""Words that remember: what a word has made knows by which word, and with which arguments.

A document of a scene is read from that (scene/built/read.py). Words that are plain records need nothing of the kind,
their fields are their arguments; functions that make a record of another kind do, methods that make another one of a
record, and records that put their fields into another form than they were given.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, TypeVar

KEPT = "_made"      # attribute under which a thing has what made it
Kind = TypeVar("Kind", bound=Callable)


@dataclass(frozen=True, eq=False)
class Made:
    """How a thing came to be.

    word   what was called: a function, a class or, with the record itself as first argument, a method of one
    args, kwargs   as they were given
    key, count   where a mapping was returned: under which key the thing stands there, and of how many
    """

    word: Callable
    args: tuple
    kwargs: dict
    key: str | None = None
    count: int = 1


def made_by(thing: Any) -> Made | None:
    """Returns how a thing was made, None where no word remembers."""
    return getattr(thing, KEPT, None)


def remembers(word: Kind) -> Kind:
    """Decorates a word, or a method of one: what it makes remembers the call."""
    if isinstance(word, type):
        _remember_in_class(word)
        return word

    @wraps(word)
    def called(*args, **kwargs):
        found = word(*args, **kwargs)
        if isinstance(found, dict):
            for key, value in found.items():
                _keep(value, Made(called, args, kwargs, key, len(found)))
        elif not any(found is one for one in args):
            _keep(found, Made(called, args, kwargs))
        return found
    called.is_word = True      # type: ignore[attr-defined]
    return called      # type: ignore[return-value]


def _remember_in_class(kind: type):
    first = kind.__init__      # type: ignore[misc]

    @wraps(first)
    def begin(self, *args, **kwargs):
        first(self, *args, **kwargs)
        _keep(self, Made(kind, args, kwargs))
    kind.__init__ = begin      # type: ignore[misc]


def _keep(thing: Any, made: Made):
    # words are frozen records
    object.__setattr__(thing, KEPT, made)
