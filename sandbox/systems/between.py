"""States of a run between the steps that it made: many instants at the cost of a partial step each."""

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from sandbox.integration.instants import go_on
from sandbox.systems.integration import Integration
from sandbox.systems.strip import Strip, strip_of


class Between(NamedTuple):
    """The states at instants up to the end of the run, and the state at its end where that came before the last."""

    strips: list[Strip]
    end: Strip | None = None


def states_at(run: Integration, origins: list[Strip], steps: np.ndarray, times: np.ndarray) -> Between:
    """Returns the states at instants, each begun from a whole step that was kept.

    origins   steps of the run as it is now, ascending, each with the state at its beginning: those of `steps` at least
    steps     (n,) the step that each instant lies in, ascending;  times  (n,) the instants [s], ascending
    """
    found: list[Strip] = []
    for origin in origins:
        first = np.searchsorted(steps, origin.k[0])
        last = np.searchsorted(steps, origin.k[-1], side="right")
        while first < last:
            rows = np.searchsorted(origin.k, steps[first:last])
            near = _near(run, origin, rows, times[first:last])
            first += len(near)
            if len(near):
                found.append(near)
            else:
                # an event comes before the instant
                other = _taken_through(run, origin, int(rows[0]), float(times[first]))
                if other.ended is not None:
                    return Between(found, other.strip())
                found.append(other.strip())
                first += 1
    return Between(found)


def _near(run: Integration, origin: Strip, rows: np.ndarray, times: np.ndarray) -> Strip:
    """The states at instants before the mode ends; none of a mode that is stepped in another variable than time."""
    if origin.mode.clock >= 0:
        return origin.part(slice(0))
    data = replace(run.data, mode=origin.states.mode, p=origin.states.p, calls=origin.states.calls)
    settings = run.settings if origin.system is run.system else run.settings_for(origin.system)
    mode = origin.mode
    model = mode.table, data.p[mode.p], data.calls[mode.calls], settings
    kept = go_on(model, origin.kept, rows, times, run.h)
    return strip_of(origin.system, data, origin.k[rows[:len(kept)]], kept, origin.E_J0)


def _taken_through(run: Integration, origin: Strip, row: int, t: float) -> Integration:
    """A copy of the run that went on from a state of a strip to the instant t, through as many jumps as there are."""
    other = run.copy()
    other.restore(int(origin.k[row]), origin.part([row]).keys[0])
    return other.peek(t)
