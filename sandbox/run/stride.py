"""As many steps as a frame has time for: the window stays awake however much is to be passed."""

import time
from collections.abc import Callable

from sandbox.run.simulation import Simulation

PIECE = 64               # steps that are always made, and that are made between looks at the clock


def stride(run: Simulation, steps: int, seconds: float, now: Callable[[], float] = time.perf_counter) -> int:
    """Makes up to `steps` steps in about so many seconds; returns how many there was no time for."""
    until, left = now() + seconds, steps
    piece = PIECE
    while left > 0 and run.ended is None:
        begin = now()
        left -= run.advance(min(piece, left))
        if now() >= until:
            break
        # pieces of about a quarter of the time
        took = now() - begin
        piece = max(PIECE//4, int(min(2*piece, 0.25*piece*seconds/max(took, 1e-9))))
    return left if run.ended is None else 0
