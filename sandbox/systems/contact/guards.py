"""The guards of a body on a support in people's words, and which of them a mode has."""

from collections.abc import Iterable, Iterator
from functools import cache
from types import CodeType, ModuleType
from typing import Any

from sandbox.compiling.entries import Entry
from sandbox.mechanics import layout as lay
from sandbox.systems.places_by_name import groups_of
from sandbox.text import N_

# guard -> what its zero is, what is zero there, its unit; GUARD_END is each mode's own (resets.py)
GUARDS = {
    lay.GUARD_NORMAL: (N_("detachment"), N_("normal force"), "N"),
    lay.GUARD_FIT: (N_("no single touching point"), N_("determinant of 1 + S W"), "1"),
    lay.GUARD_EDGES: (N_("edge"), N_("distance to the edge"), "m"),
    lay.GUARD_CONE: (N_("breakaway"), N_("static friction in hand"), "N"),
    lay.GUARD_FLAT: (N_("lies on a flat face"), N_("how far from a flat face the contact is"), "1"),
    lay.GUARD_OTHERS: (N_("touches another support"), N_("gap to the nearest other support"), "m"),
}
# of a body in flight
ALOFT = {
    lay.GUARD_FIT: (N_("meets what is too fine to be seen"), N_("room before it"), "1"),
    lay.GUARD_EDGES: (N_("falls past an edge"), N_("height left above the edge"), "m"),
}
GROUP = "_guards"


@cache
def guards_of(observe: Entry) -> frozenset[int]:
    """Returns the guards that an observation fills: those of layout.py that it, or what it calls, names."""
    known = {one.name: one.place for one in groups_of(lay.__name__)[GROUP]}
    return frozenset(known[name] for name in _names(observe, set()) if name in known)


def _names(function: Any, seen: set[int]) -> Iterator[str]:
    """Names that a compiled function and all that it calls use."""
    function = getattr(function, "py_func", getattr(function, "formula", function))
    code = getattr(function, "__code__", None)
    if code is None or id(code) in seen:
        return
    seen.add(id(code))
    names = set(_of_code(code))
    yield from names
    around = function.__globals__
    modules = [around[name] for name in names if isinstance(around.get(name), ModuleType)]
    for name in names:
        for value in (around.get(name), *(vars(module).get(name) for module in modules)):
            if value is not None:
                yield from _names(value, seen)


def _of_code(code: CodeType) -> Iterable[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _of_code(constant)
