"""What will happen in the stretch of a film: the run is played once before it is drawn."""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass

import numpy as np

from sandbox.film.recipe import Recipe
from sandbox.film.run_up import NOBODY, Watch, run_up
from sandbox.run.branches import twin
from sandbox.run.readings.gathered import gathered
from sandbox.run.simulation import Simulation
from sandbox.text import _


@dataclass(frozen=True)
class ForeseenEvent:
    """An event as films know it: when [s], its kinds (shape.py, EVENTS), and its sentence for the picture."""

    t: float
    kinds: frozenset[str]
    text: str


def events_of(run: Simulation) -> list[ForeseenEvent]:
    """Returns what has happened in a run so far, in order; the last one of a run that is over is its end, too."""
    found, flying = [], set()
    for event in gathered(run.events):
        kinds = {event.kind}
        if event.kind == "detach":
            flying.add(event.body)
        elif event.kind == "impact" and event.body in flying:
            flying.discard(event.body)
            kinds.add("landing")
        found.append(ForeseenEvent(event.t, frozenset(kinds), shortened(event.sentence)))
    ended = run.ended
    if ended is not None:
        last = found.pop() if found and found[-1].t == ended.t else None
        kinds = {"end", ended.kind} if last is None else {"end", *last.kinds}
        found.append(ForeseenEvent(ended.t, frozenset(kinds), shortened(ended.sentence)))
    return found


def shortened(sentence: str) -> str:
    """Returns the sentence of an event without the number of its step, which means nothing in a film."""
    return re.sub(step_words(), "", sentence)


def step_words() -> str:
    """Returns the pattern of what follows an instant where its step is named."""
    around = _("{when} (step {step})").partition("{when}")[2]
    return re.escape(around).replace(re.escape("{step}"), r"\d+")


def of_kinds(foreseen: Iterable[ForeseenEvent], kinds: Collection[str]) -> list[ForeseenEvent]:
    """Returns those that are of one of some kinds."""
    wanted = frozenset(kinds)
    return [one for one in foreseen if one.kinds & wanted]


def foresee(recipe: Recipe, run: Simulation, watch: Watch = NOBODY) -> Simulation:
    """Returns a run like this one, which is at its start, as it is at the end of the film."""
    ahead = twin(run)
    ahead.watch()
    run_up(ahead, int(recipe.end*ahead.step_rate + 1e-9) + 1, watch)
    return ahead


def seen_at(times: np.ndarray, run: Simulation, watch: Watch = NOBODY) -> Simulation:
    """Returns a run like this one, which is at its start, that has kept its states at the instants (n,) of frames [s].

    Slow motion shows more of them than a run keeps in the same time: lines between those would show what is not there.
    """
    ahead = twin(run)
    run_up(ahead, int(times[0]*ahead.step_rate + 1e-9), watch)
    ahead.watch_at(times[times >= ahead.t])
    return ahead
