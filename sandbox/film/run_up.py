"""Runs that go up to a later step in pieces, between which they can be stopped and say how far they are."""

import time
from collections.abc import Callable
from dataclasses import dataclass

PIECE = 0.1              # [s] of wall time that a piece should take at most
FIRST = 1                # steps of the first piece: nobody knows yet how long one takes


class Stopped(KeyboardInterrupt):
    """The person wants no more; no Exception, so that nothing that takes errors in hand takes it for one."""


@dataclass(frozen=True)
class Watch:
    """Who waits: whether they still do, and how they hear how far it is.

    is_stopped   is_stopped() -> bool
    on_run_up    on_run_up(t, end): simulated time reached, and to be reached before the first frame [s]
    """

    is_stopped: Callable[[], bool] = lambda: False
    on_run_up: Callable[[float, float], None] = lambda t, end: None

    def check(self):
        """Raises Stopped when nobody waits any more."""
        if self.is_stopped():
            raise Stopped


NOBODY = Watch()         # waits in patience


def run_up(run, step: int, watch: Watch, now: Callable[[], float] = time.perf_counter):
    """Advances a run to a step or to its end; raises Stopped between two pieces."""
    piece = FIRST
    while run.step < step and run.ended is None:
        watch.check()
        begin = now()
        run.advance(min(piece, step - run.step))
        took = now() - begin
        piece = max(1, piece//2) if took > PIECE else 2*piece if took < 0.5*PIECE else piece
        watch.on_run_up(run.t, step*run.h)
