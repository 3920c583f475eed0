"""A ball whose centre moves on a surface, among supports that are touched: it rolls as it does there alone.

Beyond the rim there is nothing for a centre to move on. There, and where it flies past, the ball goes on in a world of
the other supports: what of the material surface it may come back to, its edge and the floor.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace

import numpy as np

from sandbox.errors import BadValue
from sandbox.mechanics import layout as lay
from sandbox.mechanics.shown import Shown, with_floor
from sandbox.scene.beyond import Beyond
from sandbox.scene.bodies import Ball
from sandbox.scene.supports.surface import Surface
from sandbox.scene.world import World
from sandbox.systems.contact.assembly import assemble
from sandbox.systems.contact.system import System
from sandbox.systems.picture import Picture, support_state
from sandbox.systems.protocol import Automaton, Data, Jump, States
from sandbox.systems.tables import ModeRow
from sandbox.text import _

# where a surface ends, and where a ball stops fitting it
ENDS = (*range(lay.GUARD_EDGES, lay.GUARD_EDGES + 4), lay.GUARD_FIT)


@dataclass(frozen=True, eq=False)
class CentresSystem(System):
    """A ball on a surface of centres: an Automaton (systems/protocol.py).

    beyond   what goes on over the rim;  values  of the parameters;  ends_at_rim  nothing does (systems/rim.py)
    """

    beyond: Beyond | None = None
    values: Mapping = field(default_factory=dict)
    ends_at_rim: bool = False

    @property
    def surfaces(self) -> tuple[Surface, ...]:
        """The surface of centres, and the floor that waits below."""
        assert self.beyond is not None
        return self.surface, self.beyond.floor.surface

    def jump(self, data: Data, status: int, count: int) -> Jump:
        """Over its rim the ball goes on in a world."""
        jump = super().jump(data, status, count)
        if jump.ended is None or jump.ended.kind != "rim" or status not in ENDS or self.ends_at_rim:
            return jump
        assert self.beyond is not None
        # here as in assemble.py: most runs need one engine, and to read both takes a tenth of a short one
        from sandbox.systems.world.beyond import gone_beyond
        return gone_beyond(self, self.beyond, self.values, data, "rim", _("is over the rim"))

    def rows(self) -> tuple[ModeRow, ...]:
        """Returns the table of its modes: at the rim a world goes on."""
        then = () if self.ends_at_rim else ("world",)
        return tuple(replace(row, guards=tuple(
            replace(guard, then=then, ends=not then) if guard.place in ENDS else guard for guard in row.guards))
            for row in super().rows())

    def shown(self, states: States, reports: np.ndarray) -> Shown:
        """Returns the ball and its supports in the laboratory frame."""
        return with_floor(super().shown(states, reports), [self.surfaces[1].origin])

    def picture(self, data: Data, reports: np.ndarray | None = None) -> Picture:
        """Returns the ball and its supports in the laboratory frame."""
        states = data.states
        seen = self.shown(states, self.reports(states) if reports is None else reports)
        return replace(super().picture(data, reports), supports=tuple(map(support_state, seen.supports[0])))


def is_of_centres(world: World) -> bool:
    """Returns whether a lone ball of a world begins on a surface on which its centre moves."""
    placed = world.bodies[0]
    return len(world.bodies) == 1 and isinstance(placed.body, Ball) and (
        world.supports[world.support_of(placed)].surface.defines == "centre")


def assemble_centres(world: World, values: Mapping) -> Automaton:
    """Returns the system of such a world, or BadValue."""
    placed = world.bodies[0]
    home = world.support_of(placed)
    on, others = world.supports[home], {name: on for name, on in world.supports.items() if name != home}
    if on.contact is not None:
        raise BadValue(_("world, support '{name}': a contact with a law needs the touched surface, not that of a "
                         "ball's centre").format(name=home))
    started = assemble(placed.body, on.surface, on.motion, placed.start, values)
    if not others:
        return started
    known = {one.name: getattr(started, one.name) for one in fields(started) if one.init}
    beyond = Beyond(World(others, (replace(placed, on=""),)))
    return CentresSystem(**known, beyond=beyond, values=dict(values))
