"""The record of a run in memory: what a log on disk holds, without the disk."""

from collections.abc import Sequence

import numpy as np

from sandbox.mechanics.shown import IN_BODY, IN_SUPPORT
from sandbox.run.logfile import Log
from sandbox.run.recorder import SCALARS
from sandbox.run.rows import Rows, joined
from sandbox.run.simulation import Simulation


def record_of(simulation: Simulation, parts: Sequence[Rows]) -> Log:
    """Takes a run and rows of it, one after the other, and returns them as a Log; there is at least one row."""
    rows = joined(parts)
    bodies = {name: rows.bodies[..., place] for name, place in IN_BODY.items()}
    with np.errstate(divide="ignore", invalid="ignore"):
        bodies["F_over_N"] = np.linalg.norm(bodies["F"], axis=-1)/bodies["N"]
    bodies["mode"] = rows.mode
    return Log(header=simulation.header,
               rows={"step": rows.step, **{name: getattr(rows, name) for name in SCALARS}},
               live=rows.live, invariants=rows.invariants, bodies=bodies,
               supports={name: rows.supports[..., place] for name, place in IN_SUPPORT.items()},
               commands=tuple(simulation.commands), events=tuple(simulation.events), good_rows=len(rows))
