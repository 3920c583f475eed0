"""Balls on a rough turntable that jam each other by strong friction: small steps carry them, nothing stays unbooked.

Small steps stop a slip where it is in their middle, so that a ball on a turning table has some at their end. Alone it
goes on in closed form, which knows of none: the slip has to be stopped, by an impulse that the ledger has.
"""

import numpy as np
import pytest

from sandbox.mechanics.world import layout as at
from sandbox.run.simulation import Simulation
from tests.shipped import shipped

# strong friction of balls that meet on a table that lets nothing slip; 0.7 s of which have both ways out of small steps
JAMMED = {"count": 1000.0, "friction": 5.0}


def slips_of_lone_balls(run) -> np.ndarray:
    """Slip [m/s] of each ball that rolls on the table and touches no other."""
    p, y, n = run.system.p, np.asarray(run._run.y), len(run.bodies)
    states = y[:n*at.STATE].reshape(n, at.STATE)
    entries = y[int(p[at.LASTING_AT]):][:int(p[at.LASTING])*at.ENTRY].reshape(-1, at.ENTRY)
    others = entries[entries[:, at.FIRST] >= 0.0][:, [at.FIRST, at.OTHER]].ravel().astype(int)
    lone = states[:, at.MODE] == at.ROLLS
    lone[others[others >= 0]] = False
    up = np.array([0.0, 0.0, 1.0])
    x, v, w = (states[:, start:start + 3] for start in (at.X, at.V, at.W))
    a, rate = run.values["radius"], run.values["rate"]
    slip = v - a*np.cross(w, up) - rate*np.cross(up, x)
    return np.linalg.norm(slip[lone], axis=1)


@pytest.mark.parametrize("more", [{}, {"seed": 2.0}])
def test_what_small_steps_leave_alone_rolls_and_is_booked(more):
    run = Simulation(shipped().scenes["many_balls"], JAMMED | more)
    worst = 0.0
    for _step in range(170):
        run.advance(1)
        worst = max(worst, slips_of_lone_balls(run).max())
    assert run.ended is None
    # rounding of the sum over the balls [of the energy]; it was 1.4e-8, and the end, at 0.29 s
    assert run.drift < 1e-12
    # [m/s] rounding of 3 m/s; it was up to 2e-3
    assert worst < 1e-13
