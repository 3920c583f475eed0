"""Votes of a class on four answers, and the clock that runs meanwhile."""

from collections.abc import Callable
from math import ceil

from sandbox.schema import Whole
from sandbox.text import _

LETTERS = ("A", "B", "C", "D")
MOST = 999          # votes for one answer: what a class can have, and three digits


class Ballot:
    """One vote of a class: so many for each of four answers.

    counts   of A to D;  chosen  the answer whose number is being typed, from 0, or None
    """

    def __init__(self):
        self.counts = [0]*len(LETTERS)
        self.chosen: int | None = None
        self._is_new = False          # the next digit begins a number

    @property
    def total(self) -> int:
        return sum(self.counts)

    def put(self, answer: int, count):
        """Counts so many votes for an answer; BadValue where no class has as many."""
        self.counts[answer] = Whole(0, MOST).take(count, _("votes for {letter}").format(letter=LETTERS[answer]))

    def choose(self, answer: int):
        """The digits that follow are the number of votes for this answer."""
        self.chosen, self._is_new = answer, True

    def digit(self, digit: int):
        """One more digit of the number; without a chosen answer it counts for nothing."""
        if self.chosen is None:
            return
        before = 0 if self._is_new else self.counts[self.chosen]
        self.put(self.chosen, 10*before + digit)
        self._is_new = False

    def erase(self):
        """Takes the last digit back."""
        if self.chosen is not None:
            self.put(self.chosen, self.counts[self.chosen]//10)
            self._is_new = False

    def add(self, answer: int, by: int = 1):
        """One vote more for an answer, or less; below zero there is none."""
        self.put(answer, max(0, self.counts[answer] + by))


class Clock:
    """Counts seconds down. What `now` gives only ever grows: a wall clock that is set back changes nothing.

    seconds   from how many;  now  now() [s]
    """

    def __init__(self, seconds: float, now: Callable[[], float]):
        self.seconds, self._now = seconds, now
        self._passed = 0.0                     # [s] before it was stopped last
        self._since: float | None = None       # when it was started [s]

    @property
    def is_running(self) -> bool:
        return self._since is not None and self.left > 0.0

    @property
    def left(self) -> float:
        """How much is left [s], 0 at the end."""
        running = max(0.0, self._now() - self._since) if self._since is not None else 0.0
        return max(0.0, self.seconds - self._passed - running)

    @property
    def shown(self) -> int:
        """Whole seconds that are left, as a clock shows them: 0 only at the end."""
        return ceil(self.left - 1e-9)

    def toggle(self):
        """Starts it, or stops it; one that has run out begins anew."""
        if self._since is not None and self.left > 0.0:
            self._passed, self._since = self.seconds - self.left, None
            return
        if self.left <= 0.0:
            self._passed = 0.0
        self._since = self._now()
