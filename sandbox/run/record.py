"""The record of a run in memory: what a log on disk holds, without the disk."""

import numpy as np

from sandbox.mechanics import shown_layout as shown_at
from sandbox.run.logs.logfile import Log
from sandbox.run.logs.records import SCALARS
from sandbox.run.rows import Rows
from sandbox.run.simulation import Simulation


def record_of(simulation: Simulation, rows: Rows) -> Log:
    """Takes a run and rows of it and returns them as a Log."""
    bodies = {name: rows.bodies[..., place] for name, place in shown_at.IN_BODY.items()}
    with np.errstate(divide="ignore", invalid="ignore"):
        bodies["F_over_N"] = np.linalg.norm(bodies["F"], axis=-1)/bodies["N"]
    # as texts, which every program reads; objects of Python are for Python alone
    bodies["mode"] = rows.mode.astype(str)
    return Log(header=simulation.header,
               rows={"step": rows.step, **{name: getattr(rows, name) for name in SCALARS}},
               live=rows.live, invariants=rows.invariants, bodies=bodies,
               supports={name: rows.supports[..., place] for name, place in shown_at.IN_SUPPORT.items()},
               commands=tuple(simulation.commands), events=tuple(simulation.events), good_rows=len(rows))
