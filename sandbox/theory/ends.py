"""Where many orbits of a sleigh on a turntable end, and when: maps of escape over starts and parameters.

Everything is dimensionless, as in theory/section.py. All orbits go through one compiled function, on as many threads as
there are cores; each is bit by bit what it is alone.
"""

import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from sandbox.errors import BadValue
from sandbox.integration.taylor import LAST
from sandbox.text import _
from sandbox.theory import section as sections

# orbits that a thread takes at once, and steps between two looks at whether to go on, about 20 ms
BLOCK, STEPS_AT_ONCE = 512, 40_000
ROUGHEST = 1e-4


@dataclass(frozen=True)
class Ends:
    """The ends of n orbits.

    outcome   (n,) ESCAPED, OUT_OF_TIME, LOST, or ON where the work was ended before (theory/section.py)
    t         (n,) when it ended [1/Omega]: at the distance, or at t_end
    states    (n, 4) the state there
    """

    outcome: np.ndarray
    t: np.ndarray
    states: np.ndarray


def find_ends(ratio, seeds, t_end: float, distance: float = 400.0, accuracy: float = LAST, workers: int | None = None,
              progress: Callable[[float], None] | None = None, is_cancelled: Callable[[], bool] | None = None) -> Ends:
    """Takes A^2 >= 1, one or (n,), and starts `seeds` (n, 4), and returns where their orbits end.

    t_end     when an orbit ends;  distance  from the axis, at which it has escaped [a]
    accuracy  last term of the series in a step, of the state: the default is all that there is, 1e-12 takes two thirds
    workers   threads, None for one on each core;  progress, is_cancelled  as in poincare.find_returns
    """
    seeds = np.atleast_2d(np.asarray(seeds, float))
    if seeds.ndim != 2 or seeds.shape[1] != len(sections.STATE) or not np.all(np.isfinite(seeds)):
        raise BadValue(_("section: seeds need four finite numbers each: v1, w, x1, x2"))
    ratios = np.broadcast_to(np.asarray(ratio, float), len(seeds))
    if not np.all(np.isfinite(ratios) & (ratios >= 1.0)):
        raise BadValue(_("section: got A^2 = {found}, needs a number of at least 1").format(
            found=ratios[~(ratios >= 1.0) | ~np.isfinite(ratios)][0]))
    for name, value in (("t_end", t_end), ("distance", distance)):
        if not 0.0 < value < np.inf:
            raise BadValue(_("ends, {name}: got {found}, needs a finite number above 0").format(name=name, found=value))
    if not LAST <= accuracy <= ROUGHEST:
        raise BadValue(_("ends, accuracy: got {found}, needs a number in [{low}, {high}]").format(
            found=accuracy, low=LAST, high=ROUGHEST))
    rows = np.zeros((len(seeds), sections.ROW))
    rows[:, sections.RATIO_AT], rows[:, sections.STATE_AT:sections.STATE_AT + 4] = ratios, seeds
    rows[:, sections.OUTCOME_AT] = sections.ON
    _run_all(rows, np.array([t_end, distance, accuracy]), workers or os.cpu_count() or 1, progress, is_cancelled)
    return Ends(rows[:, sections.OUTCOME_AT].astype(np.int64), rows[:, sections.TIME_AT].copy(),
                rows[:, sections.STATE_AT:sections.STATE_AT + 4].copy())


def _run_all(rows: np.ndarray, levels: np.ndarray, workers: int, progress, is_cancelled):
    """Takes all rows to their ends, block by block."""
    lock, blocks = threading.Lock(), range(0, len(rows), BLOCK)
    done, is_stopped = 0, False

    def goes_on(more: int) -> bool:
        nonlocal done, is_stopped
        with lock:
            done += more
            if progress is not None:
                progress(done/len(rows))
            is_stopped = is_stopped or (is_cancelled is not None and bool(is_cancelled()))
            return not is_stopped

    def run(begin: int):
        block, finished = rows[begin:begin + BLOCK], 0
        while finished < len(block) and goes_on(0):
            now = sections.to_ends(block, levels, finished, STEPS_AT_ONCE)
            goes_on(now - finished)
            finished = now

    if workers == 1:
        for begin in blocks:
            run(begin)
    else:
        with ThreadPoolExecutor(workers) as pool:
            for _none in pool.map(run, blocks):
                pass
