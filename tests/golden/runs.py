"""The pinned run of a scene and preset: 5 s at 240 Hz with two changes of a live parameter on the way."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from hashlib import blake2b
from math import isfinite

import numpy as np

from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.patches import layout as pl
from sandbox.run.simulation import Simulation
from sandbox.scene.parameter import Parameter
from sandbox.scene.scene import Scene
from sandbox.systems.protocol import Automaton
from sandbox.systems.supports.system import SupportsSystem
from sandbox.systems.world.piled import PiledSystem
from sandbox.systems.world.system import WorldSystem
from tests.shipped import shipped

STEPS = 1200
FIRST_CHANGE, SECOND_CHANGE = 400, 800
# steps at which machines are compared, of one body, of several, of piles: later, what is unstable has grown. Sines
# whose last digit differs have made a tower that topples differ by 1e-11 m after 50 steps and by 1e-9 m after 60,
# marbles in a bowl after 118 and 159
EARLY, EARLY_OF_SEVERAL, EARLY_OF_PILES = 240, 120, 48


@dataclass(frozen=True)
class Golden:
    """What is kept of a run.

    digest   hash of time and motion of every model after every step
    early    numbers of all states at the step `early_step`, or at the end where that comes before, in full precision
    t        time of the last state [s];  changes  name and value of the changed live parameters
    """

    digest: str
    early: list[float]
    t: float
    changes: list

    @property
    def as_json(self) -> dict:
        return asdict(self)


def scenes() -> dict[str, Scene]:
    """The scenes that came with the program."""
    return shipped().scenes


def names(catalogue: dict[str, Scene]) -> Iterator[tuple[str, str]]:
    """Scene and number of the preset; 0 for the defaults."""
    for scene in catalogue.values():
        for number in range(len(scene.presets) + 1):
            yield scene.id, str(number)


def values_of(scene: Scene, preset: str) -> dict:
    """What differs from the defaults: nothing in preset "0", else what the presets "1", "2", ... change."""
    return scene.preset(preset).values if preset != "0" else {}


def start_of(scene: Scene, preset: str) -> tuple:
    """All that decides the pinned run: the scene and all of its values, to the last bit. Most first presets are the
    defaults.
    """
    return scene.id, *((name, repr(value)) for name, value in scene.values(values_of(scene, preset)).items())


def golden_run(scene: Scene, preset: str) -> Golden:
    """The pinned run of a scene; preset "0" is the defaults, "1", "2", ... the presets."""
    simulation = Simulation(scene, values_of(scene, preset))
    early, changes, compared = flat(simulation.system, simulation.states), [], early_step(simulation.system)
    digest = blake2b(digest_size=12)
    digest.update(early.tobytes())
    for goal in (FIRST_CHANGE, SECOND_CHANGE, STEPS):
        for step, t, state in passed(simulation, goal):
            digest.update(np.float64(t).tobytes())
            digest.update(state.tobytes())
            if step <= compared:
                early = state
        if simulation.ended is not None:
            break
        if goal < STEPS and simulation.live:
            changes.append(change(simulation, first=goal == FIRST_CHANGE))
    return Golden(digest.hexdigest(), early.tolist(), simulation.t, changes)


def early_step(system: Automaton) -> int:
    """The step at which machines are compared."""
    if isinstance(system, PiledSystem):
        return EARLY_OF_PILES
    return EARLY_OF_SEVERAL if isinstance(system, WorldSystem) and len(system.bodies) > 1 else EARLY


def labels(scene: Scene, preset: str) -> list[int]:
    """Places among the numbers of a world that say by which support, and how, bodies are held, and what was counted."""
    system = Simulation(scene, values_of(scene, preset)).system
    if type(system) is not WorldSystem:
        return []
    room = system.room
    held = [start + place for start in range(0, room.free_at, at.STATE) for place in (at.ON, at.MODE, at.FRAME)]
    return [*held, *(room.ledger_at + place for place in (at.IMPACTS, at.MERGED))]


def passed(simulation: Simulation, goal: int) -> Iterator[tuple[int, float, np.ndarray]]:
    """Advances to a step; yields number, time and all states after each step, and those of an end between two steps.

    Many steps are made at once; that the pieces of a run do not matter is shown in tests/run (test_rows_at_once.py,
    test_same_bits.py).
    """
    while simulation.step < goal and simulation.ended is None:
        stretch = simulation._pass(goal, 1)
        models = [[y for strip in strips for y in strip.states.y] for strips in stretch.models]
        for step, t, *states in zip(stretch.k, (t for strip in stretch.first for t in strip.t), *models, strict=True):
            yield int(step), t, flat(simulation.system, states)
    if simulation.ended is not None:
        yield simulation.step + 1, simulation.t, flat(simulation.system, simulation.states)


def flat(system: Automaton, states: Iterable[np.ndarray]) -> np.ndarray:
    """The states of all models one after the other.

    The nearest points of the supports that a body does not touch are left out: where it moves does not depend on them,
    and those that it can't reach soon are not kept up to date. So is the place in a support that moves of what rests
    there: it is where it is.
    """
    first, *more = states
    if isinstance(system, PiledSystem):
        first = first[:-system.room.balls*pl.RIDING]
    if isinstance(system, SupportsSystem):
        first = first[:-system.parts[system.home].watching]
    return np.concatenate((first, *more))


def change(simulation: Simulation, first: bool) -> list:
    """Give the first live parameter a target a little above its value, or the last one a little below it."""
    name = sorted(simulation.live)[0 if first else -1]
    parameter = simulation.scene.parameter(name)
    value = target(parameter, simulation.values[name], first)
    simulation.set(name, value)
    return [name, value]


def target(parameter: Parameter, value, up: bool):
    """Another value within the range of a parameter."""
    if isinstance(value, bool):
        return not value
    low, high = parameter.low, parameter.high
    assert isfinite(low) and isfinite(high), parameter.name
    return value + (high - value)/10 if up else value - (value - low)/20
