"""All that is heard in a stretch of a run: blows at their instants, and what lasts, sixty times a second."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from sandbox.run.recording import ROWS_PER_SECOND
from sandbox.run.simulation import Simulation
from sandbox.sound.blows import Blow
from sandbox.sound.choir import loudest
from sandbox.sound.listener import Heard, Listener, events_between
from sandbox.sound.rubbing import Rub


@dataclass(frozen=True)
class Score:
    """What is heard of a run from `begin` to `end` [s].

    blows    in the order of their instants;  instants  (t, what lasts there by body and kind), ascending
    """

    begin: float
    end: float
    blows: tuple[Blow, ...]
    instants: tuple[tuple[float, dict[tuple[int, str], Rub]], ...]


class Scribe:
    """Writes the score of what a listener hears, one instant after the other."""

    def __init__(self):
        self._blows: list[Blow] = []
        self._instants: list[tuple[float, dict[tuple[int, str], Rub]]] = []

    def take(self, heard: Heard):
        """Takes what is heard at the next instant."""
        self._blows.extend(heard.blows)
        if heard.rubs is not None:
            self._instants.append((heard.t, loudest(heard.rubs)))

    def score(self, begin: float, end: float) -> Score:
        """Returns what was taken, as the score of a stretch [s]."""
        return Score(begin, end, tuple(sorted(self._blows, key=lambda blow: blow.t)), tuple(self._instants))


def score_of(run: Simulation, begin: float, end: float, advance: Callable[[Simulation, int], object] | None = None
             ) -> Score:
    """Returns what is heard of a run, which is at its start and goes on to the end of the stretch [s].

    advance   advance(run, step): advances it to a step, or raises what ends the work
    """
    go = advance or (lambda run, step: run.advance(step - run.step))
    listener, scribe = Listener(run), Scribe()
    every = max(1, run.step_rate//ROWS_PER_SECOND)
    first, last = int(begin*run.step_rate + 1e-9), int(end*run.step_rate + 1e-9) + 1
    go(run, first)
    # an event at the beginning is heard, one before is not
    before, step = begin - 1e-12, first
    while True:
        seen = run.snapshot()
        events = events_between(run.events, before, min(run.t, end), 1.0/run.step_rate)
        scribe.take(listener.hear(seen, events))
        before = max(before, run.t)
        if run.ended is not None or step >= last:
            break
        step = min(step + every, last)
        go(run, step)
    return scribe.score(begin, end)


def aside(score: Score, pan: float) -> Score:
    """Returns a score moved to one side of the stereo picture, -1 left to 1 right, half as wide as it was."""
    return replace(score, blows=tuple(blow.panned(pan + 0.5*blow.pan) for blow in score.blows),
                   instants=tuple((t, {key: rub._replace(pan=pan + 0.5*rub.pan) for key, rub in rubs.items()})
                                  for t, rubs in score.instants))
