"""Key states of a run, in a ring allocated at its start; states between them are recomputed, bit by bit the same."""

import numpy as np

KEY_EVERY = 8           # steps between key states: 30 Hz at 240 steps per second
KEEP_SECONDS = 600.0


class History:
    """Ring buffer of key states, `width` numbers each, for the last KEEP_SECONDS of simulated time."""

    def __init__(self, width: int, step_rate: int):
        capacity = int(KEEP_SECONDS*step_rate/KEY_EVERY) + 2
        self._steps = np.full(capacity, -1, np.int64)
        self._states = np.zeros((capacity, width))
        self._first: np.ndarray | None = None

    def put(self, steps: np.ndarray, states: np.ndarray):
        """Keeps the states (n, width) of ascending steps (n,) that are multiples of KEY_EVERY."""
        if self._first is None and len(steps) and steps[0] == 0:
            self._first = states[0].copy()
        places = (steps//KEY_EVERY) % self._steps.size
        self._steps[places] = steps
        self._states[places] = states

    def find(self, step: int) -> tuple[int, np.ndarray] | None:
        """Returns (step, state) of the latest key state at or before a step, None where the ring holds none.

        The start is never forgotten.
        """
        step -= step % KEY_EVERY
        if step == 0 and self._first is not None:
            return 0, self._first.copy()
        place = (step//KEY_EVERY) % self._steps.size
        if step < 0 or self._steps[place] != step:
            return None
        return step, self._states[place].copy()

