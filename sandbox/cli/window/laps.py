"""Where the time of a start goes."""

import time

from sandbox.cli import STARTED

# what has happened -> when [s] after the start of the program, in order, and the work of this process until then [s]
LAPS: dict[str, float] = {}
WORK: dict[str, float] = {}


def lap(name: str):
    """Notes that something has happened now; the first time counts.

    Work is the time of processors that this process took, all of its threads, with the start of Python.
    """
    LAPS.setdefault(name, time.perf_counter() - STARTED)
    WORK.setdefault(name, time.process_time())
