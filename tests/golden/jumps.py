"""What happens in runs, and whether a system's table of modes, guards and followers knows it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import pytest

from sandbox.integration.status import ENDLESS, SENTENCES
from sandbox.mechanics import layout as lay
from sandbox.mechanics.world import layout as at
from sandbox.systems import integration
from sandbox.systems.contact.resets import FALLS_BACK, MOST_JUMPS
from sandbox.systems.protocol import Automaton
from sandbox.systems.tables import GuardRow
from sandbox.systems.world import system as world
from sandbox.systems.world.table import FRAME_EVENTS


class Seen(NamedTuple):
    """A jump: from which mode, by which status of the integrator, after how many within the frame step, to where."""

    system: Automaton
    mode: str
    status: int
    count: int
    after: str
    has_ended: bool


@contextmanager
def watched() -> Iterator[list[Seen]]:
    """Within it every jump of every run is noted, and what happens in worlds of balls has to stand in their table."""
    seen, before, tell = [], integration.jump_after, world.events_since
    told = {kind for one in FRAME_EVENTS for kind in one.told}

    def noting(system, data, status, count):
        mode = data.mode
        jump = before(system, data, status, count)
        seen.append(Seen(system, mode, status, count, jump.mode, jump.ended is not None))
        return jump

    def telling(p, *others):
        entries = p[int(p[at.LOG_AT]):].ravel()[:int(p[at.LOGGED])*at.LOG_ENTRY].reshape(-1, at.LOG_ENTRY)
        assert set(entries[:, at.LOGGED_WHAT]) <= told
        return tell(p, *others)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(world, "events_since", telling)
        patch.setattr(integration, "jump_after", noting)
        yield seen


def unknown(seen: list[Seen]) -> list[str]:
    """The jumps that the tables of their systems do not have."""
    tables = {id(one.system): {(row.name, guard.place): guard for row in one.system.rows() for guard in row.guards}
              for one in seen}
    return [f"{one.mode} --{one.status}--> {'end' if one.has_ended else one.after}" for one in seen
            if not is_known(tables[id(one.system)], one)]


def is_known(table: dict[tuple[str, int], GuardRow], one: Seen) -> bool:
    """Whether a jump stands in a table (mode, guard) -> its line."""
    guard = table.get((one.mode, one.status))
    if guard is None and one.status == ENDLESS and one.mode.endswith("slip_end"):
        # what is left of a slip is less than can be told: it has ended
        guard = table.get((one.mode, lay.GUARD_END))
    if guard is None:
        # a straight body that comes to lie goes on as a world
        return one.status in SENTENCES and (one.has_ended or one.after == "world")
    has_raced = one.count >= MOST_JUMPS
    if one.has_ended:
        return guard.ends or has_raced
    return one.after in guard.then or (has_raced and one.after.rpartition("/")[2] in (*FALLS_BACK, "world"))
