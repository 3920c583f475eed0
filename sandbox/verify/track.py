"""The run of a reference case: its state at any instant, and what happened in it with the states before and after."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np

from sandbox.systems.integration import Integration
from sandbox.systems.picture import Picture
from sandbox.systems.protocol import Automaton, Data, Event, Jump
from sandbox.verify.case import EndedEarly, Unsupported

STEP_RATE = 240
# how long a run may wait for what has to happen [s]
PATIENCE = 600
# instants at which the largest of a quantity is sought before it is refined
LOOKS = 65


@dataclass(frozen=True)
class TrackEvent:
    """An event of a run, and its data just before and just after."""

    event: Event
    system: Automaton
    data: Data
    next_data: Data

    @property
    def kind(self) -> str:
        """Word of the event."""
        return self.event.kind

    @property
    def mode(self) -> str:
        """The mode before."""
        return self.data.mode

    @property
    def t(self) -> float:
        """The instant [s]."""
        return self.data.t

    @property
    def before(self) -> Picture:
        """What was shown just before."""
        return self.system.picture(self.data)

    @property
    def after(self) -> Picture:
        """What is shown just after."""
        return self.system.picture(self.next_data)


class WatchedRun(Integration):
    """A run that notes what happens in it."""

    def __init__(self, system: Automaton, h: float):
        self.track_events: list[TrackEvent] = []
        super().__init__(system, h)

    def _take(self, jump: Jump):
        before = self.data.copy()
        super()._take(jump)
        after = self.data.copy()
        for event in (*jump.events, *([jump.ended] if jump.ended else ())):
            self.track_events.append(TrackEvent(event, self.system, before, after))


System = TypeVar("System", bound=Automaton)


class Track(Generic[System]):
    """A system from its start on."""

    def __init__(self, system: System):
        self.system = system
        self._begin = Integration(system, 1.0/STEP_RATE)
        self._here = self._begin.peek(0.0)
        self._events: WatchedRun | None = None

    def at(self, t: float) -> Integration:
        """The run at the instant t [s]; EndedEarly where it does not get there."""
        if not 0.0 <= t < np.inf:
            raise Unsupported(f"a state at t = {t}")
        if t < self._here.t:
            self._here = self._begin.peek(0.0)
        # a hair before a step is that step
        self._here.advance(int(np.floor((t - self._here.t)*STEP_RATE + 1e-6)))
        now = self._here.peek(t)
        if now.ended is not None and now.t < t:
            raise EndedEarly(f"{now.ended.kind} at t = {now.t:.6f}")
        return now

    def track_events(self, chosen: Callable[[TrackEvent], bool]) -> Iterator[TrackEvent]:
        """What happens and is chosen, in order, until the run ends or patience does."""
        if self._events is None:
            # events come from a run of their own, so that each is met once
            self._events = WatchedRun(self.system, 1.0/STEP_RATE)
        run, i = self._events, 0
        while True:
            while i < len(run.track_events):
                i += 1
                if chosen(run.track_events[i - 1]):
                    yield run.track_events[i - 1]
            if run.ended is not None or run.t >= PATIENCE:
                return
            run.advance(STEP_RATE)

    @property
    def happened(self) -> tuple[TrackEvent, ...]:
        """What has happened in the run so far."""
        return tuple(self._events.track_events) if self._events is not None else ()

    def first(self, kind: str) -> TrackEvent | None:
        """The first event of this kind, or None."""
        return next(self.track_events(lambda x: x.kind == kind), None)

    def largest(self, quantity: Callable[[Integration], float], begin: float, end: float) -> float:
        """The largest value of a smooth quantity between two instants."""
        from scipy.optimize import minimize_scalar

        run = self.at(begin)
        times = np.linspace(begin, end, LOOKS)
        values = [quantity(run.peek(t)) for t in times]
        i = int(np.argmax(values))
        low, high = times[max(i - 1, 0)], times[min(i + 1, LOOKS - 1)]
        found = minimize_scalar(lambda t: -quantity(run.peek(t)), bounds=(low, high), method="bounded",
                                options={"xatol": 1e-9*(high - low)})
        return max(max(values), -float(found.fun))
