"""A map that is computed while one looks: by other processes, coarse first; what is known of it at any time."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from sandbox.charts.map_paint import Layer
from sandbox.errors import BadValue
from sandbox.qt.core import QObject, QTimer, pyqtSignal
from sandbox.sweeps import WORKER
from sandbox.sweeps.block import DONE, NOT_RUN, OUTCOME_FAILED, Block
from sandbox.sweeps.crew import Crew
from sandbox.sweeps.map_file import Part, begun
from sandbox.sweeps.outcomes import FLOAT, MISSING, missing_of
from sandbox.sweeps.plan import Plan
from sandbox.sweeps.space import REFINED

LOOK = 120              # [ms] between two looks at what has been found
MOST_PROCESSES = 8


class AtlasWork(QObject):
    """Computes one map at a time.

    plan    the map that is wanted, or None;  done  how many of its points are known
    found   there is more of it;  failed  why there is not
    """

    found = pyqtSignal()
    failed = pyqtSignal(str)

    def __init__(self, command: Sequence[str], parent: QObject):
        super().__init__(parent)
        self._command = [*command, WORKER] if command else []
        self._crew: Crew | None = None
        self.plan: Plan | None = None
        self.status = np.zeros(0, np.int8)
        self.outcomes: dict[str, np.ndarray] = {}
        self.done = 0
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK)
        self._timer.timeout.connect(self._take)

    @property
    def can_work(self) -> bool:
        """Whether there is a program that other processes can be started with."""
        return bool(self._command)

    @property
    def is_on(self) -> bool:
        """Whether something is being computed."""
        return self._timer.isActive()

    def begin(self, plan: Plan):
        """Computes a map from its beginning; another one is dropped."""
        self.plan = replace(plan, space=replace(plan.space, kind=REFINED))
        n = len(plan.space)
        self.status, self.outcomes, self.done = np.full(n, NOT_RUN, np.int8), dict(missing_of(plan.outcomes, n)), 0
        self.go_on()

    def go_on(self):
        """Goes on with the map, where it is not whole."""
        if self.plan is None or self.done == len(self.status) or not self._command:
            return
        if self._crew is None:
            # one core is for the window
            self._crew = Crew(self._command, min(MOST_PROCESSES, max(1, (os.cpu_count() or 1) - 1)))
        self._crew.want(self.plan, self._missing(self.plan))
        self._timer.start()

    def pause(self):
        """Ends all processes; what is known stays."""
        self._timer.stop()
        if self._crew is not None:
            self._crew.end()
            self._crew = None

    def drop(self):
        """Forgets the map."""
        self.pause()
        self.plan, self.done = None, 0

    def _missing(self, plan: Plan) -> Iterator[int]:
        """The blocks that are not known yet, in their order."""
        status = self.status
        for number in range(plan.space.blocks):
            if (status[plan.space.places(*plan.space.span(number))] == NOT_RUN).any():
                yield number

    def _take(self):
        if self._crew is None or self.plan is None:
            return
        blocks = self._crew.taken()
        for block in blocks:
            if isinstance(block, BadValue):
                self.pause()
                self.failed.emit(str(block))
                return
            self._put(block)
        if self.done == len(self.status):
            # processes that wait hold memory
            self.pause()
        if blocks:
            self.found.emit()

    def _put(self, block: Block):
        assert self.plan is not None
        places = self.plan.space.places(*self.plan.space.span(block.number))
        self.done += int((self.status[places] == NOT_RUN).sum())
        self.status[places] = block.status
        for name, values in block.outcomes.items():
            self.outcomes[name][places] = values

    # ---- what is known ----------------------------------------------------------------------------------------------

    def layer(self, name: str) -> Layer | None:
        """Returns an outcome as it is known now: the first axis across, the second up."""
        if self.plan is None or name not in self.outcomes:
            return None
        space = self.plan.space
        kind = next(one.kind for one in self.plan.outcomes if one.name == name)
        values = self.outcomes[name].astype(float)
        values[(self.status != DONE) & (self.status != OUTCOME_FAILED)] = np.nan
        if kind != FLOAT:
            values[values == MISSING[kind]] = np.nan
        across, up = space.axes
        return Layer(values.reshape(space.shape).T, (self.status != NOT_RUN).reshape(space.shape).T,
                     (across.low, across.high), (up.low, up.high))

    def values_at(self, column: int, row: int) -> dict[str, float]:
        """Returns the values of the parameters of a cell, as its run has them."""
        assert self.plan is not None
        return {axis.name: axis.at(np.array([place]))[0]
                for axis, place in zip(self.plan.space.axes, (column, row), strict=True)}

    def copy(self) -> "KnownMap":
        """Returns what is known, for a file that is written beside the window; BadValue where nothing is."""
        assert self.plan is not None
        grid = replace(self.plan, space=replace(self.plan.space, kind="grid"))
        return KnownMap(grid, self.status.copy(), {name: values.copy() for name, values in self.outcomes.items()})


class KnownMap:
    """What was known of a map at some time; its file is that of a sweep, which `sweep --resume` goes on with."""

    def __init__(self, plan: Plan, status: np.ndarray, outcomes: dict[str, np.ndarray]):
        self._plan, self._status, self._outcomes = plan, status, outcomes

    def write(self, path: Path):
        """Writes the file."""
        space = self._plan.space
        with begun(path, Part(self._plan.described)) as file:
            for number in range(space.blocks):
                begin, end = space.span(number)
                file.write(Block(number, self._status[begin:end],
                                 {name: values[begin:end] for name, values in self._outcomes.items()}))
