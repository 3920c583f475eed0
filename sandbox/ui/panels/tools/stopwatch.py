"""A stopwatch of simulated time, with marks."""

from dataclasses import dataclass
from itertools import pairwise

MOST = 200      # marks that are kept


@dataclass(frozen=True)
class Mark:
    """An instant t [s] of the run, the reading of the watch there [s], and what happened, or ""."""

    t: float
    reading: float
    what: str = ""


class Stopwatch:
    """Runs with the time of the run: while that is taken back, the watch goes back.

    marks    in the order in which they were set
    """

    def __init__(self):
        self.marks: list[Mark] = []
        self._gathered, self._begun = 0.0, None

    @property
    def is_running(self) -> bool:
        """Whether it runs."""
        return self._begun is not None

    def reading(self, t: float) -> float:
        """Returns what it shows at the instant t of the run [s]."""
        return self._gathered + (max(0.0, t - self._begun) if self._begun is not None else 0.0)

    def toggle(self, t: float):
        """Starts it, or stops it."""
        if self._begun is None:
            self._begun = t
        else:
            self._gathered, self._begun = self.reading(t), None

    def mark(self, t: float, what: str = ""):
        """Sets a mark; the oldest makes room when there are too many."""
        self.marks = [*self.marks[-(MOST - 1):], Mark(t, self.reading(t), what)]

    def zero(self, t: float):
        """Back to zero; one that runs runs on from here."""
        self.marks, self._gathered = [], 0.0
        if self._begun is not None:
            self._begun = t

    def laps(self) -> list[float]:
        """Returns the time from each mark to the one before, of the first from zero [s]."""
        readings = [0.0, *(mark.reading for mark in self.marks)]
        return [after - before for before, after in pairwise(readings)]
