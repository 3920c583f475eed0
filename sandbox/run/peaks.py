"""How large the arrows of a run get: looked up ahead, so that their scales need not change while it is watched."""

import numpy as np

from sandbox.run.branches import stride, twin
from sandbox.run.rows import Rows, concatenated
from sandbox.run.simulation import Simulation

AHEAD = 5.0            # [s] of the run
PATIENCE = 0.05        # [s] of computing, for who waits for a picture; what was passed by then counts
MOST = 98.0            # [%] of the forces are not above their peak: a landing presses harder for an instant


def peaks_of(run: Simulation, body: int = 0, patience: float = PATIENCE) -> dict[str, float]:
    """Returns arrow -> largest value of a body in the next seconds of a run, in SI units; 0 where it has none.

    The run itself stays where it is. With a `patience` [s] without an end the machine's speed changes nothing, as films
    and files need it.
    """
    ahead = twin(run)
    parts = ahead.collect()
    stride(ahead, round(AHEAD*ahead.step_rate), patience)
    return peaks_in(concatenated(parts), body)


def peaks_in(rows: Rows, body: int = 0) -> dict[str, float]:
    """Returns the same of what is known of a run already."""
    sizes = {"velocity": rows.velocity, "angular_velocity": rows.omega, "normal": rows.N[..., None], "friction": rows.F}
    found = {}
    for name, values in sizes.items():
        size = np.linalg.norm(values[:, body if body < values.shape[1] else 0], axis=1)
        size = size[np.isfinite(size)]
        share = 100.0 if name in ("velocity", "angular_velocity") else MOST
        found[name] = float(np.percentile(size, share)) if len(size) else 0.0
    return found
