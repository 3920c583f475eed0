"""The instants of an export: from when to when, and how many per second."""

from dataclasses import dataclass
from math import floor, isfinite

import numpy as np

from sandbox.errors import BadValue
from sandbox.run.headless import LONGEST
from sandbox.text import _

HIGHEST = 10_000.0           # [1/s]
MOST_ROWS = 1_000_000        # of a table
MOST_FRAMES = 36_000         # of a moving picture: ten minutes at 60 per second


@dataclass(frozen=True)
class Span:
    """Instants begin, begin + 1/rate, ... up to end [s]."""

    begin: float
    end: float
    rate: float

    def __post_init__(self):
        if not (isfinite(self.begin) and isfinite(self.end) and 0.0 <= self.begin < self.end <= LONGEST):
            raise BadValue(_("from {begin:g} to {end:g} s: needs 0 <= from < to <= {most:g} s").format(
                begin=self.begin, end=self.end, most=LONGEST))
        if not (isfinite(self.rate) and 0.0 < self.rate <= HIGHEST):
            raise BadValue(_("rate: got {found:g}, needs a number above 0 and at most {most:g} per second").format(
                found=self.rate, most=HIGHEST))

    @property
    def count(self) -> int:
        """Number of instants."""
        return floor((self.end - self.begin)*self.rate + 1e-9) + 1

    def check(self, most: int):
        """Raises BadValue where there are more instants than a file of its kind may have."""
        if self.count > most:
            raise BadValue(_("{found} instants, needs at most {most}: a lower rate or a shorter stretch").format(
                found=self.count, most=most))

    def times(self) -> np.ndarray:
        """Returns the instants (n,) [s]."""
        return self.begin + np.arange(self.count)/self.rate
