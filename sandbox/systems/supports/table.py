"""The table of a body among supports: that of each support, and what follows where it comes to another one."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from sandbox.mechanics import layout as lay
from sandbox.systems.contact.next_mode import DECIDED
from sandbox.systems.contact.table import MOST_EDGES, named_numbers, others_row
from sandbox.systems.protocol import Mode
from sandbox.systems.supports.jumps import land_on, touch_other
from sandbox.systems.supports.one_support import BETWEEN, OneSupport, own_mode
from sandbox.systems.supports.passing import pass_on
from sandbox.systems.tables import ModeRow, Number
from sandbox.text import _

EDGES = range(lay.GUARD_EDGES, lay.GUARD_EDGES + MOST_EDGES)


def rows_among(parts: Mapping[str, OneSupport], modes: Mapping[str, Mode], has_world: bool) -> tuple[ModeRow, ...]:
    """Returns the table of the modes of a body among several supports.

    has_world   whether a world goes on where no single contact does
    """
    alone = {part.mode(row.name): row for part in parts.values() for row in part.system.rows()}
    world = ("world",) if has_world else ()
    return tuple(replace(alone[name], name=name, entries=mode.functions.all_entries,
                         guards=tuple(_guards(parts, parts[mode.support], alone[name], world)))
                 for name, mode in modes.items())


def _guards(parts: Mapping[str, OneSupport], part: OneSupport, row: ModeRow, world: tuple[str, ...]):
    elsewhere = tuple(mode for name in part.others for mode in _decided(parts[name]))
    own = own_mode(part.mode(row.name))
    for guard in row.guards:
        then = tuple(part.mode(mode) for mode in guard.then)
        if guard.place in EDGES and own != "flight":
            yield replace(guard, then=then + elsewhere, law=pass_on if elsewhere else None)
        elif guard.place in EDGES:
            yield replace(guard, name=_("falls past every support"))
        else:
            # a straight body may come down with both ends at once
            is_flat = guard.place == lay.GUARD_FLAT or (
                own == "flight" and guard.place == lay.GUARD_END and bool(getattr(part.system.body, "ends", ())))
            yield replace(guard, then=then + world if is_flat else then)
    if part.others:
        yield others_row((*elsewhere, *world) if own == "flight" else (*_decided(part), *elsewhere, *world), True,
                         land_on if own == "flight" else touch_other)


def _decided(part: OneSupport) -> tuple[str, ...]:
    """The modes of a support that a contact which has just closed may decide on."""
    return tuple(part.mode(name) for name in DECIDED if name in part.system.modes)


def numbers_among(parts: Mapping[str, OneSupport], p: np.ndarray) -> list[Number]:
    """Returns the parameters of all supports by name."""
    return [one._replace(place=part.p.start + one.place) for part in parts.values()
            for one in named_numbers(p[part.p], part.system.surface, part.system.body, f"{part.name}{BETWEEN}")]
