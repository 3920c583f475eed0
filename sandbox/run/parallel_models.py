"""Further models of the same motion, run beside the first one from the same start."""

from dataclasses import replace

import numpy as np

from sandbox.run.drive import Drive
from sandbox.scene.drawn import Look
from sandbox.systems.integration import Integration
from sandbox.systems.protocol import Automaton, Event, Picture
from sandbox.text import _


class ParallelModels:
    """The second and further systems of a scene; one that has ended stays where it is."""

    def __init__(self, systems: list[Automaton], h: float):
        self._runs = [Integration(system, h) for system in systems]
        self._drives = [Drive(run) for run in self._runs]
        self._ends: list[Event | None] = [run.ended for run in self._runs]

    @property
    def systems(self) -> list[Automaton]:
        return [run.system for run in self._runs]

    @property
    def states(self) -> list[np.ndarray]:
        """A copy of the state y of each model."""
        return [run.y.copy() for run in self._runs]

    @property
    def bodies(self) -> list:
        """The bodies to draw, those of each model in a colour of its own."""
        return [replace(body, tone=i) if isinstance(body, Look) else body
                for i, system in enumerate(self.systems, start=1) for body in system.bodies]

    def aim(self, step: int, name: str, target: float):
        """Gives a live parameter a new target from the step on."""
        for drive, run in zip(self._drives, self._runs, strict=True):
            if name in run.system.live:
                drive.aim(step, name, target)

    def advance(self, goal: int):
        """Advances to the step `goal`."""
        for i, (drive, run) in enumerate(zip(self._drives, self._runs, strict=True)):
            while run.k < goal and run.ended is None:
                next_change = drive.write(run.k)
                run.advance(min(goal, goal if next_change is None else next_change) - run.k)
            if run.ended is not None and self._ends[i] is None:
                self._ends[i] = run.ended

    def news(self) -> list[Event]:
        """Returns the events since the last call; their bodies are counted through all models of the scene."""
        return [Event(event.t, event.body + i, event.kind,
                      _("Model {number}: {sentence}").format(number=i + 1, sentence=event.sentence))
                for i, run in enumerate(self._runs, start=1) for event in run.news()]

    def pictures(self, t: float) -> list[Picture]:
        """Returns what each model shows at an instant t >= now [s]."""
        return [run.peek(t).picture() if t > run.t and run.ended is None else run.picture() for run in self._runs]

    def key(self) -> np.ndarray:
        """Returns the key state: all numbers on which the future depends."""
        return np.concatenate([np.zeros(0), *(np.append([run.k, run.t], run.key()) for run in self._runs)])

    def restore(self, key: np.ndarray):
        """Restores a key state."""
        at = 0
        for run, drive, end in zip(self._runs, self._drives, self._ends, strict=True):
            size = run.key().size
            k, t = int(key[at]), float(key[at + 1])
            run.restore(k, key[at + 2:at + 2 + size])
            # keys are kept at whole steps: the end of a model comes before its key or after it
            run.stay(t, end if end is not None and end.t <= t else None)
            drive.write(k, before=True)
            at += 2 + size
