"""Where the time of a start goes."""

import time

from sandbox.cli import STARTED

# what has happened -> when [s] after the start of the program, in order
LAPS: dict[str, float] = {}


def lap(name: str, at: float | None = None):
    """Notes that something has happened, now or at a time of time.perf_counter; the first time counts."""
    LAPS.setdefault(name, (time.perf_counter() if at is None else at) - STARTED)
