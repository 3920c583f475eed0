"""How far all bodies of a world are from each other and from supports, and what presses them, just now."""

from math import inf

import numpy as np

from sandbox.compiling.compiled import room
from sandbox.compiling.entries import mode_function
from sandbox.integration import hybrid
from sandbox.mechanics import shown_layout as shown_at
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world import shown
from sandbox.mechanics.world.instant import support_now
from sandbox.mechanics.world.segments.segment import ball_of, state_of
from sandbox.mechanics.world.shaped import LOOK, SEEN_EDGE, SEEN_GAP, look_at_body, look_at_support
from sandbox.run.simulation import Simulation
from sandbox.systems.world.system import WorldSystem


@mode_function
def all_gaps(t, h, y, p, calls, out):
    """Fills out (bodies, supports + bodies): the gaps [m] of each body, balls, too; inf beyond edges, and of itself."""
    n, supports, look = int(p[at.BALLS]), int(p[at.SUPPORTS]) - 1, room(LOOK)
    for b in range(n):
        start = b*(supports + n)
        for k in range(supports + n):
            out[start + k] = inf
        for s in range(supports):
            look_at_support(p, calls, ball_of(p, b), s, support_now(p, y, s, t), state_of(y, b), look)
            if look[SEEN_EDGE] > 0.0:
                out[start + s] = look[SEEN_GAP]
        for c in range(b):
            look_at_body(p, calls, ball_of(p, b), state_of(y, b), ball_of(p, c), state_of(y, c), look)
            out[start + supports + c] = look[SEEN_GAP]
    return 0.0


def shares_of(run: Simulation) -> np.ndarray:
    """The gaps (bodies, supports + bodies) as shares of the smaller body's size."""
    data, system = run._run.data, run._run.system
    assert type(system) is WorldSystem
    sizes, supports = np.array([body.size for body in system.bodies]), len(system.support_names)
    found = np.full((len(sizes), supports + len(sizes)), np.inf)
    hybrid.evaluate(all_gaps.address, data.t, data.y, data.p, data.calls, found.ravel())
    return found/np.minimum(sizes[:, None], np.concatenate((np.full(supports, np.inf), sizes))[None])


class Watched:
    """A run that is advanced step by step; who has come into whom is noted in `deep`.

    What was behind a surface, or comes there from beyond its edge, is not in it: surfaces have one side.
    """

    def __init__(self, run: Simulation, none: float):
        """none  share of the smaller body's size up to which an overlap is none."""
        self.run, self.none, self.deep, self.least_force = run, none, list[str](), 0.0
        self.looks = self.touches = 0

    def advance(self, steps: int):
        """As that of the run."""
        before = shares_of(self.run)
        for _ in range(steps):
            step = self.run.step
            self.run.advance(1)
            if self.run.step == step:
                return
            now = shares_of(self.run)
            self.looks, self.touches = self.looks + 1, self.touches + int((abs(now) <= self.none).sum())
            for i, j in np.argwhere((now < -self.none) & (before >= -self.none) & np.isfinite(before)):
                names = self.run._run.system.names, (*self.run._run.system.support_names, *self.run._run.system.names)
                self.deep.append(f"step {self.run.step}: {names[0][i]} in {names[1][j]} by {now[i, j]:.3g}")
            self.least_force = min(self.least_force, least_force(self.run))
            before = now


def least_force(run: Simulation) -> float:
    """The least normal force of a row [N]."""
    data, system = run._run.data, run._run.system
    bodies = len(system.names)
    out = np.zeros(bodies*shown_at.BODY_SIZE + len(system.support_names)*shown_at.SUPPORT_SIZE + shown_at.SUPPORT_SIZE)
    hybrid.evaluate(shown.report.address, data.t, data.y, data.p, data.calls, out)
    return float(out[:bodies*shown_at.BODY_SIZE].reshape(bodies, -1)[:, shown_at.IN_BODY["N"]].min())
