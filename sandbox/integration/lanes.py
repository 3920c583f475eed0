"""Many runs side by side, each with parameters of its own: one call of compiled code, on all cores.

Each lane goes its own way as `hybrid.advance` would take it, bit by bit: the same function, the same additions in the
same order. Python is asked once for a block of lanes, and is free meanwhile, so that threads share them.
"""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np

from sandbox.compiling.compiled import numbers_at, part, room
from sandbox.compiling.entries import entry
from sandbox.compiling.signature import Numbers, Wholes, address_of
from sandbox.integration import arrays
from sandbox.integration import observation as obs
from sandbox.integration.arrays import Room
from sandbox.integration.hybrid import REACHED, SIZE, STEPS, TIME, Advanced, Piece, follow, places_of, prepared

# a lane as whole numbers: what `places_of` returns, then these
BEGUN, TO_MAKE, EVERY, OF_KEPT = range(SIZE + 1, SIZE + 5)
LANE = OF_KEPT + 1
# what `_advance_lanes` takes: the first lane, the one after the last, numbers of the largest state
FIRST, END, LARGEST = range(3)
# lanes that a thread takes at once
BLOCK = 8


class Lane(NamedTuple):
    """A run that is to be advanced.

    model, run   as in hybrid.places_of; the arrays of `run` change;  k  steps completed;  steps  to be made
    every        states are kept of the steps that are a multiple of this; 0 for none
    """

    model: tuple
    run: tuple[np.ndarray, np.ndarray, np.ndarray]
    k: int
    steps: int
    every: int


@entry
def _advance_lanes(lanes: Wholes, shape: Wholes, h: float, reached: Numbers, statuses: Wholes):
    place = Room(room(shape[LARGEST]), room(obs.OBSERVATION), room(shape[LARGEST]), room(obs.OBSERVATION),
                 room(obs.GUARDS))
    for j in range(shape[FIRST], shape[END]):
        at = LANE*j
        model, run = prepared(part(lanes, at))
        piece = Piece(lanes[at + BEGUN], lanes[at + TO_MAKE], h, lanes[at + EVERY])
        statuses[j] = follow(model, run, place, piece, numbers_at(lanes[at + OF_KEPT]), part(reached, REACHED*j))


def advance_lanes(lanes: Sequence[Lane], h: float, workers: int | None = None) -> list[Advanced]:
    """Advances each lane as hybrid.advance would, on `workers` threads, None for one on each core."""
    kept = [np.empty(((one.k + one.steps)//one.every - one.k//one.every if one.every else 0,
                      arrays.KEPT_Y + one.run[0].size)) for one in lanes]
    table = np.empty((len(lanes), LANE), np.int64)
    for row, one, states in zip(table, lanes, kept, strict=True):
        row[:BEGUN] = places_of(one.model, one.run)
        row[BEGUN:] = one.k, one.steps, one.every, address_of(states) if states.size else 0
    reached, statuses = np.zeros((len(lanes), REACHED)), np.zeros(len(lanes), np.int64)
    largest = max((one.run[0].size for one in lanes), default=0)

    def run(begin: int):
        _advance_lanes(table, np.array((begin, min(begin + BLOCK, len(lanes)), largest)), h, reached, statuses)

    blocks, workers = range(0, len(lanes), BLOCK), workers or os.cpu_count() or 1
    if workers == 1 or len(blocks) < 2:
        for begin in blocks:
            run(begin)
    else:
        with ThreadPoolExecutor(workers) as pool:
            for _none in pool.map(run, blocks):
                pass
    found = []
    for one, states, status, (steps, t) in zip(lanes, kept, statuses.tolist(), reached[:, [STEPS, TIME]].tolist(),
                                               strict=True):
        rows = (one.k + int(steps))//one.every - one.k//one.every if one.every else 0
        found.append(Advanced(status, int(steps), t, states[:rows]))
    return found
