"""Values of quantities over the states that a run has passed, computed once for each state, and thinned for drawing."""

import numpy as np

from sandbox.run.readings.passed import Passed
from sandbox.run.readings.quantities import Quantity

TURN = 2.0*np.pi


class Series:
    """The values of one quantity, continued as the run goes on."""

    def __init__(self, quantity: Quantity, kept: Passed):
        self.quantity, self._kept = quantity, kept
        self._values = np.zeros(0)
        self._edition, self._count = -1, 0

    @property
    def values(self) -> np.ndarray:
        """(n,) in the SI, one for each state that is kept."""
        kept = self._kept
        if kept.edition != self._edition or not self._count:
            self._edition, self._count = kept.edition, 0
        n = len(kept)
        if n > self._count:
            # with the last one that is known, so that angles that count turns go on
            first = max(0, self._count - 1)
            fresh = np.asarray(self.quantity.of(kept.states(first)), float)
            if self._count and self.quantity.counts_turns:
                fresh = fresh + TURN*np.round((self._values[first] - fresh[0])/TURN)
            if n > len(self._values):
                longer = np.empty(max(n, 2*len(self._values), 1024))
                longer[:self._count] = self._values[:self._count]
                self._values = longer
            self._values[first:n] = fresh
            self._count = n
        return self._values[:n]


def thinned(values: np.ndarray, most: int, first: int = 0) -> np.ndarray:
    """Returns the places (m,) of at most 2*most values whose line looks like that of all: least and largest of blocks.

    first   number of the first value among all: the blocks stay the same while values are added at the end
    """
    n = len(values)
    size = -(-n//most)
    if size <= 2:
        return np.arange(n)
    # blocks of whole powers of two: they do not change with every new value
    size = 1 << (size - 1).bit_length()
    lead = -first % size
    whole = (n - lead)//size
    if whole <= 0:
        return np.arange(n)
    block = values[lead:lead + whole*size].reshape(whole, size)
    starts = lead + size*np.arange(whole)
    low = starts + np.argmin(np.where(np.isnan(block), np.inf, block), axis=1)
    high = starts + np.argmax(np.where(np.isnan(block), -np.inf, block), axis=1)
    pairs = np.sort(np.stack((low, high), axis=1), axis=1).ravel()
    return np.concatenate((np.arange(lead), pairs, np.arange(lead + whole*size, n)))
