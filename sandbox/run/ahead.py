"""What a run is going to do if nobody does anything: the ways of its bodies for a while, and where they meet.

They are the run's own: a run of its own goes on from the present instant, in pieces, and has the same bits.
"""

import time
from collections.abc import Callable

import numpy as np

from sandbox.mechanics import shown_layout as shown_at
from sandbox.run.rows import Rows
from sandbox.run.simulation import Simulation

SECONDS = 3.0            # that are looked ahead [s]
MOST_WORK = 0.4          # [s] of computing; what it does not reach is not shown
PIECE = 4                # steps that are made in any case: from one row to the next


def beside(run: Simulation) -> Simulation:
    """Returns a run of its own at the present instant, which is told what this one was told and knows nothing else."""
    other = Simulation(run.scene, run.start_values, run.step_rate, run.preset, start=run.start,
                       systems=run._models.systems, is_shown=False)
    other.replay(run.commands)
    other._models.take_over(run._models)
    other._models.restore(run.step, run._models.key(), run._models.sections.present)
    return other


class Ahead:
    """The ways from the present instant of a run on.

    is_done  whether all was found that is looked for;  work  time that it took so far [s]
    now      the clock by which it is measured
    """

    def __init__(self, run: Simulation, seconds: float = SECONDS, now: Callable[[], float] = time.thread_time):
        self._now, begin = now, now()
        self.is_done = run.ended is not None
        self._run = run if self.is_done else beside(run)
        self._last = self._run.step + round(seconds*run.step_rate)
        self._count, self._edits = len(run.bodies), self._run.edits
        self._sizes = [getattr(body, "size", 0.0) for body in run.bodies]
        self._rows: list[Rows] = [] if self.is_done else self._run.collect()
        # it is not at its start, of which a run knows before it is asked
        self._rows[:1] = [self._run.row()]
        self.begin = self._run.t
        self.work = now() - begin

    def go_on(self, seconds: float):
        """Looks further ahead, for about so long; one piece at least is made where anything is left to do."""
        begin = self._now()
        run = self._run
        while not self.is_done:
            run.advance(min(PIECE, self._last - run.step))
            spent = self._now() - begin
            # what is built later on begins other ways
            self.is_done = (run.step >= self._last or run.ended is not None or run.edits != self._edits
                            or self.work + spent >= MOST_WORK)
            if spent >= seconds:
                break
        self.work += self._now() - begin

    @property
    def ways(self) -> np.ndarray:
        """(bodies, n, 3) centres of mass [m], from now on as far as it has come."""
        return np.moveaxis(np.concatenate([part.centre for part in self._parts]), 0, 1)

    @property
    def _parts(self) -> list[Rows]:
        """The rows with the bodies that there are now."""
        return [part for part in self._rows if part.bodies.shape[1] == self._count]

    @property
    def meetings(self) -> np.ndarray:
        """(m, 3) where bodies are going to meet [m]."""
        parts, found = self._parts, []
        begins = np.array([part.t[0] for part in parts])
        for event in self._run.events:
            if event.kind != "impact" or event.other < 0 or event.t < self.begin or max(
                    event.body, event.other) >= self._count:
                continue
            rows = parts[max(int(np.searchsorted(begins, event.t, side="right")) - 1, 0)]
            k = max(int(np.searchsorted(rows.t, event.t, side="right")) - 1, 0)
            one, other = (_gone_on(rows.bodies[k, body], event.t - rows.t[k]) for body in (event.body, event.other))
            sizes = self._sizes[event.body], self._sizes[event.other]
            found.append(one + (other - one)*(sizes[0]/(sum(sizes) or 1.0)))
        return np.array(found).reshape(-1, 3)


def _gone_on(body: np.ndarray, seconds: float) -> np.ndarray:
    """The centre of a body (3,) a little later [m], as fast as it is."""
    return body[shown_at.IN_BODY["centre"]] + seconds*body[shown_at.IN_BODY["velocity"]]
