"""What follows the end of a mode of a body among several supports."""

from dataclasses import replace

import numpy as np

from sandbox.integration import hybrid
from sandbox.mechanics import layout as lay
from sandbox.mechanics.contact.among.among import LOOK_GAP, LOOK_GUARD, LOOKED, look_around
from sandbox.mechanics.contact.state import MOVING_SIZE
from sandbox.systems.contact.rebounds import CLOSED, MOST_BOUNCES
from sandbox.systems.contact.resets import MOST_JUMPS
from sandbox.systems.contact.states import Held, read
from sandbox.systems.contact.system import passed_unseen
from sandbox.systems.protocol import Data, Event, Jump, Mode, instant
from sandbox.systems.supports.one_support import OneSupport, as_rolling, nearest_points, own_mode, seen_by, whole
from sandbox.systems.supports.passing import joining, pass_on
from sandbox.systems.supports.striking import leaning, named, strike_other
from sandbox.text import _

# touches of another support within one frame step before they count as lasting: the last half of them give nothing back
MOST_TOUCHES = 2*MOST_BOUNCES
EDGES = range(lay.GUARD_EDGES, lay.GUARD_EDGES + 4)


def jump_among(parts: dict[str, OneSupport], mode: Mode, data: Data, status: int, count: int) -> Jump:
    """Returns what follows a status of the integrator in a mode of the supports `parts`."""
    part, own = parts[mode.support], own_mode(data.mode)
    size = part.system.modes[own].size
    points, alone = nearest_points(part, data, size), part.data(data, own, data.y[:size])
    if status == lay.GUARD_OTHERS:
        other, gap = _nearest(parts, part, mode, data)
        if own == "flight":
            return land_on(part, other, points, data, count)
        return touch_other(parts, read(as_rolling(alone)), part, other, gap, points, data, count)
    if own == "flight" and status in EDGES:
        return Jump(data.mode, data.y, ended=Event(data.t, 0, "rim", _(
            "The body flew past every support {when}: there is nothing to land on.").format(
                when=instant(data.t, data.h))))
    if status in EDGES:
        held = read(as_rolling(alone))
        found = joining(part, [parts[name] for name in part.others], data, held.c, held.touch.size)
        if found is None or count >= MOST_JUMPS:
            return Jump(data.mode, data.y, ended=part.system.end(alone, status))
        return pass_on(held, part, *found, points, data, count)
    if own == "flight" and status == lay.GUARD_FIT:
        return Jump(data.mode, data.y, ended=passed_unseen(data))
    jump = part.system.jump(as_rolling(alone), status, count)
    if jump.ended is not None and jump.mode == as_rolling(alone).mode and len(jump.y) == size:
        # where it is, whatever the numbers are called
        return Jump(data.mode, data.y, jump.events, jump.ended, jump.lost)
    return whole(part, jump, points)


def _nearest(parts: dict[str, OneSupport], part: OneSupport, mode: Mode, data: Data) -> tuple[OneSupport, float]:
    """The support that is touched first, and the gap to it [m]."""
    p, calls = data.p[mode.p], data.calls[mode.calls]
    looks = np.zeros((int(calls[lay.OTHERS]), LOOKED))
    # a mode that is stepped in another variable has its time in y
    hybrid.evaluate(look_around.address, data.t, data.y, p, calls, looks.ravel())
    first = int(np.argmin(looks[:, LOOK_GUARD]))
    return parts[part.others[first]], float(looks[first, LOOK_GAP])


def land_on(part: OneSupport, other: OneSupport, points, data: Data, count: int) -> Jump:
    """A body in flight lands on another support than that which it left."""
    y = seen_by(other, part, data, data.y[:MOVING_SIZE], points[other.name]).flight()
    jump = other.system.jump(other.data(data, "flight", y), lay.GUARD_END, count)
    return whole(other, replace(jump, events=named(jump.events, other.name)), points)


def touch_other(parts: dict[str, OneSupport], held: Held, part: OneSupport, other: OneSupport, gap: float, points,
                data: Data, count: int
           ) -> Jump:
    """A body that touches one support comes to touch another one."""
    if abs(gap) > CLOSED*held.touch.size:
        return Jump(data.mode, data.y, ended=passed_unseen(data))
    there = seen_by(other, part, data, held.flight(), points[other.name])
    found = None
    if not -there.touch.u_n > there.no_speed:
        found = joining(part, [other], data, held.c, held.touch.size)
    if found is not None and count < MOST_JUMPS:
        return pass_on(held, part, *found, points, data, count)
    if count < MOST_TOUCHES:
        return strike_other(held, part, other, points, data, count)
    return Jump(data.mode, data.y, ended=leaning(data, part, other))
