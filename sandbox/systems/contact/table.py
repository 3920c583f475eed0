"""The table of the modes of a body on a support, from the transitions that its jumps are looked up in."""

import inspect
from collections.abc import Callable, Mapping

import numpy as np

from sandbox.mechanics import layout as lay
from sandbox.scene.bodies import Ball, Body
from sandbox.scene.supports.surface import Surface
from sandbox.systems.contact.guards import ALOFT, GUARDS, guards_of
from sandbox.systems.contact.transition import Transition
from sandbox.systems.protocol import Mode
from sandbox.systems.tables import GuardRow, ModeRow, Number, numbers_at
from sandbox.text import _

# guards of a mode for edges of its surface
MOST_EDGES = 4


def mode_rows(modes: Mapping[str, Mode], surface: Surface, transitions: Mapping[tuple[str, int], Transition]
              ) -> tuple[ModeRow, ...]:
    """Returns the table of these modes; a guard without a transition ends the motion."""
    return tuple(ModeRow(name, mode.word, _(mode.about), mode.functions.all_entries,
                         tuple(_guard_row(name, guard, surface, transitions, modes) for guard in _guards(mode, surface)
                               if guard != lay.GUARD_END or (name, guard) in transitions))
                 for name, mode in modes.items())


def _guards(mode: Mode, surface: Surface) -> list[int]:
    """The guards that a mode has, one for each edge of its surface."""
    found = sorted(set().union(*map(guards_of, mode.functions.observations)))
    if lay.GUARD_EDGES not in found:
        return found
    edges = [lay.GUARD_EDGES] if mode.word == "flight" else [lay.GUARD_EDGES + i for i in range(len(surface.edges))]
    return sorted([*(guard for guard in found if guard != lay.GUARD_EDGES), *edges])


def _guard_row(name: str, guard: int, surface: Surface, transitions: Mapping[tuple[str, int], Transition],
               modes: Mapping[str, Mode]) -> GuardRow:
    found = transitions.get((name, guard))
    if found is not None:
        return GuardRow(guard, _(found.name), _(found.quantity), found.unit,
                        tuple(mode for mode in found.then if mode in modes), found.ends, found.reset)
    is_edge = lay.GUARD_EDGES <= guard < lay.GUARD_EDGES + MOST_EDGES
    place = lay.GUARD_EDGES if is_edge else guard
    word, quantity, unit = ALOFT.get(place, GUARDS[place]) if modes[name].word == "flight" else GUARDS[place]
    if is_edge and modes[name].word != "flight":
        word = surface.edges[guard - lay.GUARD_EDGES].sentence
    return GuardRow(guard, _(word), _(quantity), unit, ends=True)


def named_numbers(p: np.ndarray, surface: Surface, body: Ball | Body, prefix: str = "") -> list[Number]:
    """Returns the parameters of a body on a support by name; zeros are left out."""
    found = numbers_at(p, 0, lay.__name__, prefix=prefix)
    if isinstance(body, Body):
        names = arguments_of(body.h, 3)
        found = [one for number in found for one in (
            _each(number, names) if number.place == lay.SHAPE and names else (number,))]
    return [*found, *surface_numbers(p, lay.SURFACE, surface, f"{prefix}surface.")]


def surface_numbers(p: np.ndarray, at: int, surface: Surface, prefix: str) -> list[Number]:
    """Returns the parameters of a surface, named as its formula has them."""
    names = arguments_of(surface.phi, 1 if surface.form == "profile" else 3)
    values = tuple(p[at:at + len(surface.parameters)].tolist())
    if len(names) >= len(values):
        return [Number(prefix + name, at + i, (value,)) for i, (name, value) in enumerate(zip(names, values,
                                                                                          strict=False))]
    return [Number(prefix + "parameters", at, values)] if values else []


def arguments_of(function: Callable | None, skipped: int) -> list[str]:
    """Returns the names of a formula's parameters behind its coordinates, none where they have no names."""
    try:
        known = inspect.signature(function).parameters.values() if function is not None else ()
    except (TypeError, ValueError):
        return []
    return [one.name for one in known if one.kind is one.POSITIONAL_OR_KEYWORD][skipped:]


def _each(number: Number, names: list[str]) -> list[Number]:
    """The numbers of a block one by one, each under its own name."""
    block = number.name
    return [Number(f"{block}.{name}", number.place + i, (value,))
            for i, (name, value) in enumerate(zip(names, number.values, strict=False))]


def others_row(then: tuple[str, ...], ends: bool, law: Callable) -> GuardRow:
    """Returns the guard of the other supports, with what follows when one of them is touched."""
    word, quantity, unit = GUARDS[lay.GUARD_OTHERS]
    return GuardRow(lay.GUARD_OTHERS, _(word), _(quantity), unit, then, ends, law)
