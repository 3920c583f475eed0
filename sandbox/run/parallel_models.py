"""Further models of the same motion, run beside the first one from the same start."""

from dataclasses import replace

import numpy as np

from sandbox.mechanics.world.corners.layout import REST
from sandbox.run.drive import Drive
from sandbox.run.stretch import Stretch, lengthened, passed
from sandbox.scene.drawn.shapes import Look
from sandbox.systems.between import states_at
from sandbox.systems.integration import Integration
from sandbox.systems.picture import Picture
from sandbox.systems.protocol import Automaton, Event
from sandbox.systems.renewed import renewed
from sandbox.systems.strip import Strip
from sandbox.systems.world.numbers import Room
from sandbox.text import _

# numbers of a world of one body, at most with one support on a hinge: what a model may go on as
ONE_BODY = Room(1, 2, 1, 0).size
# those of one that is followed by its ends
ONE_LINE = Room(1, 2, 0, 0).size + REST


def with_room(system: Automaton) -> Automaton:
    """Returns a system whose key states are as wide as those of what it may go on as: all models' stand in one row."""
    surfaces = getattr(system, "surfaces", ())
    if len(surfaces) <= 1:
        return system
    return renewed(system, room_for=max(ONE_BODY, ONE_LINE) if getattr(system.body, "ends", ()) else ONE_BODY)


class ParallelModels:
    """The second and further systems of a scene; one that has ended stays where it is."""

    def __init__(self, systems: list[Automaton], h: float):
        self._runs = [Integration(with_room(system), h) for system in systems]
        self._drives = [Drive(run) for run in self._runs]
        self._ends: list[Event | None] = [run.ended for run in self._runs]

    @property
    def runs(self) -> list[Integration]:
        """They themselves."""
        return list(self._runs)

    @property
    def systems(self) -> list[Automaton]:
        return [run.system for run in self._runs]

    @property
    def ends(self) -> list[Event | None]:
        """How each model has ended, None of those that go on."""
        return list(self._ends)

    @property
    def drifts(self) -> list[float]:
        """Drift of each model [1]."""
        return [run.drift for run in self._runs]

    @property
    def energies(self) -> list[tuple[float, float]]:
        """E_J of each model, and the scale of its energies [J]."""
        return [(run.energy()[0], run.scale) for run in self._runs]

    @property
    def states(self) -> list[np.ndarray]:
        """A copy of the state y of each model."""
        return [run.y.copy() for run in self._runs]

    @property
    def bodies(self) -> list:
        """The bodies to draw, those of each model in a colour of its own."""
        return [replace(body, tone=i) if isinstance(body, Look) else body
                for i, system in enumerate(self.systems, start=1) for body in system.bodies]

    def forget_aims(self):
        """Drops all that the drives were to do, and the ends that lie ahead: another future begins."""
        self._ends = [run.ended for run in self._runs]
        for drive in self._drives:
            drive.forget()

    def aim(self, step: int, name: str, target: float):
        """Gives a live parameter a new target from the step on."""
        for drive, run in zip(self._drives, self._runs, strict=True):
            if name in run.system.live:
                drive.aim(step, name, target)

    def take_over(self, other: "ParallelModels"):
        """Takes over when models that began alike have ended."""
        self._ends = list(other._ends)

    def write(self, k: int) -> list[int]:
        """Writes the signals that hold after the step k; returns the steps at which the next ones begin."""
        for drive, run in zip(self._drives, self._runs, strict=True):
            _notice_jump(drive, run, k)
        changes = [drive.write(k) for drive, run in zip(self._drives, self._runs, strict=True) if run.ended is None]
        return [step for step in changes if step is not None]

    def advance(self, goal: int, every: int, n: int, has_origin: bool) -> list[list[Strip]]:
        """Advances to the step `goal`; returns the n states of each model, see stretch.passed."""
        found = [lengthened(passed(run, goal, every, has_origin), run, n) for run in self._runs]
        self._ends = [run.ended if end is None else end for run, end in zip(self._runs, self._ends, strict=True)]
        return found

    def at(self, stretch: Stretch, steps: np.ndarray, times: np.ndarray) -> list[list[Strip]]:
        """Returns the states of each model at instants within a stretch, see between.states_at."""
        found = []
        for run, origins in zip(self._runs, stretch.models[1:], strict=True):
            strips, end = states_at(run, origins, steps, times)
            found.append(lengthened(strips, run, len(times), end))
        return found

    def news(self) -> list[tuple[int, Event]]:
        """Returns the events since the last call, dated; their bodies are counted through all models of the scene."""
        return [(k, replace(event, body=event.body + i, sentence=_("Model {number}: {sentence}").format(
                    number=i + 1, sentence=event.sentence)))
                for i, run in enumerate(self._runs, start=1) for k, event in run.dated_news()]

    def _seen_at(self, t: float) -> list[Integration]:
        return [run.peek(t) if t > run.t and run.ended is None else run for run in self._runs]

    def pictures(self, t: float) -> list[Picture]:
        """Returns what each model shows at an instant t >= now [s]."""
        return [run.picture() for run in self._seen_at(t)]

    def strips(self, t: float) -> list[list[Strip]]:
        """Returns the state of each model at an instant t >= now [s]."""
        return [[run.strip()] for run in self._seen_at(t)]

    def key(self) -> np.ndarray:
        """Returns the key state: all numbers on which the future depends."""
        return np.concatenate([np.zeros(0), *(np.append([run.k, run.t], run.key()) for run in self._runs)])

    def keys(self, stretch: Stretch) -> list[np.ndarray]:
        """Returns the parts (n, numbers) of the key states of a stretch, model by model."""
        return [np.concatenate([np.column_stack((strip.k, strip.t, strip.keys)) for strip in strips])
                for strips in stretch.models[1:]]

    def restore(self, key: np.ndarray):
        """Restores a key state."""
        at = 0
        for run, drive, end in zip(self._runs, self._drives, self._ends, strict=True):
            size = run.key().size
            k, t = int(key[at]), float(key[at + 1])
            run.restore(k, key[at + 2:at + 2 + size])
            _notice_jump(drive, run, k)
            # keys are kept at whole steps: the end of a model comes before its key or after it
            run.stay(t, end if end is not None and end.t <= t else None)
            drive.write(k, before=True)
            at += 2 + size


def _notice_jump(drive: Drive, run: Integration, step: int):
    """A model may have jumped to another system, or back: its signals are elsewhere."""
    if run.system.live is not drive.live:
        drive.rebuild(step)
