"""The models of a scene together: advanced in the same steps, kept as one array of numbers, in one snapshot."""

from collections.abc import Callable

import numpy as np

from sandbox.run.command import Command
from sandbox.run.drive import Drive
from sandbox.run.laws import Laws
from sandbox.run.parallel_models import ParallelModels
from sandbox.run.snapshot import Event, Snapshot
from sandbox.scene.scene import Scene
from sandbox.systems.integration import Integration
from sandbox.systems.protocol import Automaton


class Models:
    """The first model with its parallel models, the drives of their supports and the law of the contact.

    first      the model whose steps are those of the run
    values_at  values_at(step) -> the parameter values that hold at a step
    """

    def __init__(self, scene: Scene, systems: list[Automaton], h: float, values_at: Callable[[int], dict]):
        system, *others = systems
        self.first = Integration(system, h)
        self._drive = Drive(self.first)
        self._laws = Laws(scene, self.first, values_at)
        self._parallel_models = ParallelModels(others, h)

    @property
    def bodies(self) -> list:
        """The bodies to draw, in the order of the snapshot's bodies."""
        return [*self.first.system.bodies, *self._parallel_models.bodies]

    @property
    def states(self) -> list[np.ndarray]:
        """A copy of the state y of each model."""
        return [self.first.y.copy(), *self._parallel_models.states]

    @property
    def live(self) -> set[str]:
        """Names of the parameters that change a motion or a law while the models run."""
        return set(self.first.system.live) | self._laws.names

    @property
    def is_ramping(self) -> bool:
        """Whether some signal has not yet reached its target."""
        return self._drive.is_ramping(self.first.k)

    def aim(self, command: Command):
        """Ramps to the target of a command that changes a motion; ignores any other."""
        if command.name in self.first.system.live:
            self._drive.aim(command.step, command.name, float(command.value))
            self._parallel_models.aim(command.step, command.name, float(command.value))

    def advance(self, goal: int, commands: list[Command]):
        """Advances to the step `goal`, or to an earlier one at which a signal or a law changes."""
        run = self.first
        self._laws.apply(run.k, commands)
        next_change = self._drive.write(run.k)
        if next_change is not None:
            goal = min(goal, next_change)
        run.advance(min([goal, *self._laws.later_changes(run.k, commands)]) - run.k)
        self._parallel_models.advance(run.k)

    def news(self) -> list[Event]:
        """Returns the events since the last call."""
        return self.first.news() + self._parallel_models.news()

    def key(self) -> np.ndarray:
        """Returns the key state: all numbers on which the future depends."""
        return np.append(self.first.key(), self._parallel_models.key())

    def restore(self, step: int, key: np.ndarray):
        """Restores the key state of a step."""
        size = self.first.key().size
        self.first.restore(step, key[:size])
        self._parallel_models.restore(key[size:])
        self._drive.write(step, before=True)
        self._laws.restore(step)

    def snapshot(self, conserved, run: Integration | None = None) -> Snapshot:
        """Returns the present state with the named integrals, or that of `run`, a copy of the first model, later on."""
        run = self.first if run is None else run
        picture, (E_J, drift) = run.picture(), run.energy()
        pictures = [picture, *self._parallel_models.pictures(run.t)]
        return Snapshot(
            run.k, run.t, tuple(body for shown in pictures for body in shown.bodies), picture.supports,
            self._drive.present(run.t), E_J, run.ledger, drift, run.scale, run.max_F_over_N,
            run.invariants(conserved, E_J), run.ended, tuple(row for shown in pictures for row in shown.reactions),
            picture.contacts)
