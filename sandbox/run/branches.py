"""Futures side by side: the one that goes on, and those that were left when another one began.

A branch is a run of its own with its own commands, the same bits at every step. It goes along with the live run, past
the step where it was left too: that is what would have happened.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice, takewhile
from math import inf
from operator import is_

import numpy as np

from sandbox.run.command import Command
from sandbox.run.simulation import Simulation
from sandbox.run.snapshot import Snapshot
from sandbox.run.trace import Trajectory, way_of_body

MOST = 3                  # branches beside the live run
NEAR = 16                 # steps that are made rather than looked up
PIECE = 64                # steps that are always made, and that are made between looks at the clock


def twin(run: Simulation) -> Simulation:
    """Returns a run of its own that has passed the same and stands at the same instant; it writes no log."""
    other = Simulation(run.scene, run.start_values, run.step_rate, run.preset, start=run.start,
                       systems=run._models.systems)
    other.replay(run.commands)
    other._models.take_over(run._models)
    other.recording.take_over(run.recording)
    other._anchors.take_over(run._anchors)
    other.latest, other.has_ended = run.latest, run.has_ended
    if run.ended is None:
        other._models.restore(run.step, run._models.key(), run._models.sections.present)
    else:
        # the instant of an end lies behind the last whole step
        other.go_to(run.step)
        other.advance(1)
    return other


def stride(run: Simulation, steps: int, seconds: float, now: Callable[[], float] = time.perf_counter) -> int:
    """Makes up to `steps` steps in about so many seconds; returns how many there was no time for."""
    until, left = now() + seconds, steps
    piece = PIECE
    while left > 0 and run.ended is None:
        begin = now()
        left -= run.advance(min(piece, left))
        if now() >= until:
            break
        # pieces of about a quarter of the time
        took = now() - begin
        piece = max(PIECE//4, int(min(2*piece, 0.25*piece*seconds/max(took, 1e-9))))
    return left if run.ended is None else 0


def in_common(one: Simulation, other: Simulation, known: int = 0) -> int:
    """Returns how many commands two runs have in common from the first on, of which `known` are known to be."""
    pairs = zip(islice(one.commands, known, None), islice(other.commands, known, None), strict=False)
    return known + sum(1 for _pair in takewhile(lambda pair: pair[0] == pair[1], pairs))


def parted(one: Simulation, other: Simulation, shared: int | None = None) -> int | None:
    """Returns the step at which two runs that began alike were first told different things, or None.

    shared   commands that they have in common, where that is known
    """
    shared = in_common(one, other) if shared is None else shared
    return min((run.commands[shared].step for run in (one, other) if len(run.commands) > shared), default=None)


@dataclass(eq=False)
class Branch:
    """A future that was left.

    run      as it goes on;  number  of the branch, 1 is the first future there was;  log  path of its log, or ""
    slot     0..MOST - 1, its place and colour among those that are shown
    parted   step from which on it differs from the live run, None as long as it does not
    shared   number of commands that it had in common with the live run;  last  the last of them, in both runs
    is_here  whether it has come to the instant that is shown, or to its end before that
    """

    run: Simulation
    number: int
    slot: int = 0
    log: str = ""
    parted: int | None = None
    shared: int = 0
    last: tuple[Command, Command] | None = None
    is_here: bool = True

    def follow(self, step: int, seconds: float = inf):
        """Goes to a step, as far as it comes in about so many seconds; a branch whose end comes before stays there."""
        run = self.run
        if step < run.step or step - run.step > NEAR:
            run.go_to(min(step, run.latest))
        if step > run.step:
            stride(run, step - run.step, seconds)
        self.is_here = run.step == step or (run.ended is not None and run.step < step)

    def compare(self, live: Simulation):
        """Finds where it parted from the live run; what they had in common is not looked at again."""
        known, ours, theirs = self.shared, live.commands, self.run.commands
        is_same = (self.last is not None and known <= min(len(ours), len(theirs))
                   and all(map(is_, self.last, (ours[known - 1], theirs[known - 1]))))
        self.shared = shared = in_common(live, self.run, known if is_same else 0)
        self.last = (ours[shared - 1], theirs[shared - 1]) if shared else None
        self.parted = parted(live, self.run, shared)

    def snapshot(self, t: float) -> Snapshot:
        """Returns its state at the instant t >= now [s], or at its end."""
        return self.run.peek(t) if self.run.ended is None and t > self.run.t else self.run.snapshot()

    @property
    def begin(self) -> float:
        """When it parted from the live run [s]; infinite as long as it has not."""
        return inf if self.parted is None else self.parted*self.run.h

    def trajectory(self, body: int, begin: float, end: float) -> Trajectory:
        """Returns the way of a body between two times [s], but none from before it parted."""
        return way_of_body(self.run, body, max(begin, self.begin), end)


class EarlierTry(Branch):
    """Another run of the same scene from its start, shown beside the live one from the first step on."""

    def compare(self, live: Simulation):
        """It is another run from the start, whatever both were told."""
        self.parted = 0


@dataclass(frozen=True)
class Difference:
    """A branch against the live run, at one instant.

    since      time since they parted [s]; below 0 before that
    distance   between the mass centres of the first bodies [m]
    energy     Jacobi integral of the branch less that of the live run [J]
    has_ended  whether the branch ended before
    """

    since: float
    distance: float
    energy: float
    has_ended: bool


def difference(live: Snapshot, branch: Branch) -> Difference:
    """Returns the difference of a branch from the live run as it is shown."""
    other = branch.snapshot(live.t)
    away = other.bodies[0].centre - live.bodies[0].centre
    return Difference(live.t - branch.begin, float(np.sqrt(away @ away)), other.E_J - live.E_J,
                      other.ended is not None)


class Branches:
    """The branches of a live run.

    live    the run that goes on, of which every fork is kept;  number  of its future
    told    told(number), called when a branch is given up because there would be too many
    """

    def __init__(self, told: Callable[[int], object] = lambda _number: None):
        self._told = told
        self.all: list[Branch] = []
        self.live: Simulation | None = None
        self.number = self._newest = 1
        # last command of each run when it was found where they part
        self._compared: list[Command | None] = []

    def begin(self, run: Simulation):
        """Another run: there are no branches of it yet."""
        if self.live is not None:
            self.live.on_fork = None
        self.all, self.live, self.number, self._newest = [], run, 1, 1
        run.on_fork = self._keep

    def _keep(self):
        """The live run is about to be given another future: the one that it has is kept."""
        run = self.live
        if run is None:
            return
        self._compare()
        if len(self.all) == MOST:
            oldest = min(self.all, key=lambda branch: branch.number)
            self.all.remove(oldest)
            if not isinstance(oldest, EarlierTry):
                self._told(oldest.number)
        slot = min(set(range(MOST)) - {branch.slot for branch in self.all})
        self.all.append(Branch(twin(run), self.number, slot, run.log.path))
        self._newest += 1
        self.number = self._newest

    def add(self, other: EarlierTry):
        """Shows another run beside the live one, where there is a place for it."""
        free = set(range(MOST)) - {branch.slot for branch in self.all}
        if free:
            other.slot, other.parted = min(free), 0
            self.all.append(other)

    def remove(self, branch: Branch):
        """Gives a branch up."""
        self.all.remove(branch)

    @property
    def left(self) -> list[Branch]:
        """The futures that were left, without earlier tries that only go along."""
        return [branch for branch in self.all if not isinstance(branch, EarlierTry)]

    @property
    def next(self) -> Branch | None:
        """The branch whose number comes after that of the live run, around; None where there is none."""
        return min(self.left, key=lambda branch: (branch.number < self.number, branch.number), default=None)

    def choose(self, branch: Branch, open_log: Callable | None) -> Simulation:
        """Makes a branch the live run and returns it; the one that was live takes its place.

        What goes beyond the log of the branch gets a log of its own.
        """
        old, place = self.live, self.all.index(branch)
        if old is None:
            raise ValueError("branches: no run has begun")
        step, old.on_fork = old.step, None
        self.all[place] = Branch(old, self.number, branch.slot, old.log.leave())
        self.live, self.number = branch.run, branch.number
        branch.run.log.follow(branch.log, open_log)
        branch.run.on_fork = self._keep
        branch.run.go_to(min(step, branch.run.latest))
        return branch.run

    def follow(self, step: int, seconds: float = inf):
        """Takes all branches along to a step, as far as each comes in about so many seconds."""
        self._compare()
        for branch in self.all:
            branch.follow(step, seconds)

    def _compare(self):
        """Finds where the branches part from the live run, when somebody was told something."""
        if self.live is None:
            return
        lists = [run.commands for run in (self.live, *(branch.run for branch in self.all))]
        # whatever a run is told stands last, also where it takes the place of what it was told within the same step
        newest = [commands[-1] if commands else None for commands in lists]
        if len(newest) == len(self._compared) and all(map(is_, newest, self._compared)):
            return
        self._compared = newest
        for branch in self.all:
            branch.compare(self.live)
