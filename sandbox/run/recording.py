"""What is written down of a run while it goes on: key states, meters, events, and rows of its log and of records."""

from collections.abc import Iterable
from itertools import compress
from math import gcd

import numpy as np

from sandbox.run.command import Command
from sandbox.run.history import KEY_EVERY, History
from sandbox.run.logs.recorder import Recorder
from sandbox.run.meters import Meters
from sandbox.run.models import Models
from sandbox.run.readings.passed import Passed
from sandbox.run.rows import Rows
from sandbox.run.snapshot import Event
from sandbox.run.stretch import Stretch
from sandbox.run.trace import Trace
from sandbox.systems.strip import Strip

ROWS_PER_SECOND = 60
NOTHING = Stretch(([],))
# the date of what happened before the state that is kept of the step 0
BEFORE_ALL = -1


class Recording:
    """The books of a run.

    conserved  names of the quantities that are watched
    every      steps of which the state is needed
    is_shown   whether there are meters, and key states behind the first one (Simulation)
    events     so far, in order
    trace      the way of the first body, where it is kept, else None
    """

    def __init__(self, models: Models, conserved: Iterable[str], step_rate: int, is_shown: bool = True):
        self._models, self._conserved, self._is_shown = models, tuple(conserved), is_shown
        # in longer frames there are as many rows as frames
        self._steps_per_row = max(1, step_rate//ROWS_PER_SECOND)
        self.every = gcd(KEY_EVERY, self._steps_per_row)
        key = models.key()
        self.history = History(key.size, step_rate)
        if is_shown:
            self.history.put(np.zeros(1, np.int64), key[None])
        else:
            self.history.begin(key)
        self.meters = Meters(models.first, models.first.invariants(self._conserved) if is_shown else {})
        self.events: list[Event] = []
        self._dates: list[int] = []         # steps completed before each; BEFORE_ALL where the start brought it
        self._logged_commands = 0
        self._collected: list[Rows] | None = None
        self.trace: Trace | None = None
        self._passed: Passed | None = None
        # the present state, while that is the start: the meters and the first row read the same of it
        self._begun: Stretch | None = None
        # the present state of one who collects, until rows come: reading it with them costs nothing
        self._waiting: Strip | None = None

    def rebuild(self, work: float):
        """What is there is something else from now on; the energy has changed by `work` [J] with it."""
        self._begun = None
        self.meters.rebuild(work)

    def reorder(self, system):
        """Bodies and supports are those of another system."""
        if self._passed is not None:
            self._passed.reorder(system)

    # ---- key states -------------------------------------------------------------------------------------------

    def keep(self, passed: Stretch, begin: int):
        """Keeps the key states of a stretch that begins at the step `begin`."""
        self._begun = None
        if not self._is_shown:
            return
        is_key = (passed.k > begin) & (passed.k % KEY_EVERY == 0)
        if is_key.any():
            for part in passed.part(is_key).of_one_system():
                self.history.put(part.k, self._models.keys(part))

    def find(self, step: int) -> tuple[int, np.ndarray] | None:
        """Returns the latest key state at or before a step, see History.find."""
        return self.history.find(step)

    # ---- rows and events --------------------------------------------------------------------------------------

    def every_of(self, steps: np.ndarray, has_log: bool) -> int:
        """Returns of how many steps one is kept where the states at `steps` (n,) are asked for: of all where others are
        read, too."""
        return 1 if self._is_shown or self._is_read(has_log) else int(np.gcd.reduce(steps)) or 1

    def _is_read(self, has_log: bool) -> bool:
        """Whether anybody reads the rows of a log."""
        return bool(has_log or self.meters.first or self._collected is not None or self._passed is not None)

    def rows_of(self, passed: Stretch, begin: int, has_log: bool) -> Stretch:
        """Returns the states of a stretch from the step `begin` on that are rows; none where nobody reads them."""
        if not self._is_read(has_log):
            return NOTHING
        return passed.part((passed.k > begin) & (passed.k % self._steps_per_row == 0))

    def begin(self, news: list[tuple[int, Event]], recorder: Recorder | None):
        """Takes the start, and the end of a run that cannot begin."""
        self.take(NOTHING, [(BEFORE_ALL, event) for _step, event in news], recorder, [])
        # who is not shown anything asks for rows, or for nothing
        if self._models.first.ended is None and (self._is_shown or recorder is not None):
            self._begun = self._models.present()
            self.read(self._begun, recorder, [])

    def take(self, rows: Stretch, news: list[tuple[int, Event]], recorder: Recorder | None, commands: list[Command]):
        """Takes rows that were passed for the first time with the events among them, and the end of the run."""
        for step, event in sorted(news, key=lambda dated: (dated[0]//self.every, dated[1].t)):
            self.events.append(event)
            self._dates.append(step)
            touches = self.trace is not None and event.kind == "impact" and event.body == 0
            if recorder is not None or touches:
                is_before = rows.k <= step
                self.read(rows.part(is_before), recorder, commands)
                rows = rows.part(~is_before)
            if recorder is not None:
                recorder.event(event)
            if self.trace is not None and touches:
                self.trace.touch(event.t)
        self.read(rows, recorder, commands)
        if self._models.first.ended is not None:
            self.read(self._models.present(), recorder, commands)

    def read(self, passed: Stretch, recorder: Recorder | None, commands: list[Command]):
        """Reads the meters; rows are made where somebody takes them."""
        if not len(passed):
            return
        self.meters.read(passed.first)
        if recorder is None and self._collected is None and self._passed is None:
            return
        if self._waiting is not None:
            passed = self._with_waiting(passed)
        rows = self._models.rows(passed, self._conserved)
        if self._passed is not None:
            self._passed.put(rows, passed.first)
        if self._collected is not None:
            self._collected.append(rows)
        if recorder is not None:
            for command in commands[self._logged_commands:]:
                recorder.command(command)
            self._logged_commands = len(commands)
            recorder.write(rows)

    def collect(self) -> list[Rows]:
        """Returns the present row in a list, to which rows are added as they are reached from now on."""
        present = self._models.present() if self._begun is None else self._begun
        self._collected = [self._models.rows(present, self._conserved)]
        return self._collected

    def collect_alone(self) -> list[Rows]:
        """Does the same in a run that nobody else reads and to which no command comes, with fewer calls.

        The list is whole when `end_collecting` was called.
        """
        if len(self._models.bodies) > len(self._models.first.system.bodies) or self._passed is not None:
            return self.collect()
        present = self._models.present() if self._begun is None else self._begun
        self._collected, self._waiting = [], present.first[0].at_rest()
        return self._collected

    def end_collecting(self):
        """Adds the row of the present state at which collecting began, where none has come after it."""
        if self._waiting is not None and self._collected is not None:
            waiting, self._waiting = self._waiting, None
            self._collected.append(self._models.rows(Stretch(([waiting],)), self._conserved))

    def _with_waiting(self, passed: Stretch) -> Stretch:
        """Returns the state at which collecting began, and the states of a stretch after it."""
        first, *others = passed.first
        assert self._waiting is not None
        together = self._waiting.together(first)
        strips = [self._waiting, first] if together is None else [together]
        self._waiting = None
        return Stretch(([*strips, *others],))

    def keep_trace(self):
        """Keeps the way of the first body from now on."""
        if self.trace is None:
            self.trace = Trace(self.watch())

    def watch(self) -> Passed:
        """Returns what the run passes from now on, the present state first; the same for all who ask."""
        if self._passed is None:
            present = self._models.present()
            self._passed = Passed(self._models.rows(present, self._conserved), present.first)
        return self._passed

    def keep_passed(self, pieces: Iterable[tuple[Rows, list[Strip]]]):
        """Watches these states, piece by piece, instead of those that are rows of a log."""
        passed = None
        for rows, strips in pieces:
            if passed is None:
                passed = Passed(rows, strips)
            else:
                passed.put(rows, strips)
        self._passed = passed

    def take_again(self, rows: Stretch, *_others):
        """Takes rows that were passed before, those of a log that was read too: only what is watched may not have them.
        """
        if self._passed is None:
            return
        for part in (rows, self._models.present()) if self._models.first.ended is not None else (rows,):
            if len(part) and self._passed.wants(part.k):
                self._passed.put(self._models.rows(part, self._conserved), part.first)

    def forget_after(self, step: int, t: float):
        """Drops states and events of a future that is given up; its log begins anew."""
        if self._passed is not None:
            self._passed.forget_after(t)
        # what a command did at once has the instant of the step, and went with it
        stays = [date < step for date in self._dates]
        self.events, self._dates = [*compress(self.events, stays)], [*compress(self._dates, stays)]
        self.history.forget_after(step)
        if self.trace is not None:
            self.trace.forget_after(t)
        self.begin_log()

    def take_over(self, other: "Recording"):
        """Takes over what a run that began alike has passed; both share its key states."""
        self._begun = None
        self.history, self.events, self._dates = other.history.shared(), list(other.events), list(other._dates)
        self.meters = other.meters.copy(self._models.first)
        self._passed = None if other._passed is None else other._passed.copy()
        self.trace = None if other.trace is None or self._passed is None else other.trace.copy(self._passed)

    def begin_log(self):
        """Another log: it is told all commands."""
        self._logged_commands = 0
