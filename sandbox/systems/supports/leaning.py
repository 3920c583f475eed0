"""What leans on two supports at once, or touches one in more than a point: it goes on as an island."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from sandbox.errors import BadValue
from sandbox.integration import hybrid
from sandbox.integration import observation as obs
from sandbox.mechanics.contact.mode import FREE, HELD, SLIPPING
from sandbox.mechanics.contact.modes import MODES
from sandbox.mechanics.world import layout as at
from sandbox.scene.world import World
from sandbox.systems.contact.states import read
from sandbox.systems.protocol import Data, Event, Jump, Mode, instant
from sandbox.systems.supports.one_support import OneSupport, as_rolling, in_flight, own_mode
from sandbox.systems.supports.striking import Leans
from sandbox.systems.world.taken_over import taken_over, with_ledger
from sandbox.text import _

# what a body does at its contact as a world has it
DOES = {HELD: at.ROLLS, SLIPPING: at.SLIPS, FREE: at.OPEN}


def together(parts: Mapping[str, OneSupport], mode: Mode, world: World, values: Mapping, data: Data, jump: Jump,
             room_for: int) -> Jump:
    """Returns the jump with which a body goes on whose contacts are followed together, or `jump`, which ends it, where
    no world can follow it.

    parts   name of a support -> it;  mode  the present one;  world, values  that all this was made of
    room_for   numbers that key states have room for at least
    """
    assert jump.ended is not None
    part, own = parts[mode.support], own_mode(data.mode)
    alone = as_rolling(part.data(data, own, data.y[:part.system.modes[own].size]))
    motions, seen = {name: data.p[one.p] for name, one in parts.items()}, np.zeros(obs.OBSERVATION)
    hybrid.observe(mode.table, data.t, data.y, data.p[mode.p], data.calls[mode.calls], seen)
    try:
        does = DOES[MODES[alone.mode].kind]
        found = taken_over(world, values, data, motions, in_flight(read(alone)), part.name, does)
    except BadValue as error:
        return replace(jump, ended=replace(jump.ended, sentence=f"{jump.ended.sentence} ({error})"))
    found = replace(with_ledger(found, data.t, float(seen[obs.DEFECT])), room_for=room_for)
    lost = float(data.y[mode.lost]) if mode.lost >= 0 else 0.0
    sentence = (_("Leans on two supports at once from here on, {when}.") if isinstance(jump.ended, Leans) else
                _("Comes to lie {when}: both of its ends are followed from here on.") if found.is_line else
                _("No single contact goes on from here, {when}: all that touch are followed together."))
    event = Event(data.t, 0, "rim" if isinstance(jump.ended, Leans) else "grip", sentence.format(
        when=instant(data.t, data.h)))
    return Jump(found.mode, found.y, (*jump.events, event), None, lost, found, jump)
