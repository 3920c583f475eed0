"""The same record with some fields changed, for records that check nothing: systems, which are made anew in each run.

dataclasses.replace asks for each field by its name and sets each by a call: with the twenty of a system that is a tenth
of a short run.
"""

from dataclasses import fields
from functools import cache
from typing import Any, TypeVar

Kind = TypeVar("Kind")


@cache
def _fields_of(kind: type) -> tuple[tuple[str, ...], tuple[tuple[str, Any], ...]]:
    """The names of what is handed over, and what is begun anew in each record: its name and its maker."""
    # of those a record has a maker
    return (tuple(one.name for one in fields(kind) if one.init),
            tuple((one.name, one.default_factory) for one in fields(kind) if not one.init))


def renewed(record: Kind, **changes: Any) -> Kind:
    """Returns the same record with some fields changed, as dataclasses.replace does; what is cached in it is left out.
    """
    kind: Any = type(record)
    handed, begun = _fields_of(kind)
    had, made = vars(record), object.__new__(kind)
    own = vars(made)
    for name in handed:
        own[name] = had[name]
    for name, make in begun:
        own[name] = make()
    own.update(changes)
    return made
