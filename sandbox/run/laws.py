"""Live parameters that change the law of a contact; those that move a support are in drive.py."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable
from itertools import islice, takewhile

from sandbox.run.command import Command
from sandbox.scene.scene import Scene
from sandbox.systems.integration import Integration


class Laws:
    """Changes the contact law of a run as its commands say; `names` are the parameters that change it."""

    def __init__(self, scene: Scene, run: Integration, values_at: Callable[[int], dict]):
        self._scene, self._run, self._values_at = scene, run, values_at
        live = {p.name for p in scene.parameters if p.live}
        self.names = live - set(run.system.live) if run.data.contact is not None else set()

    def apply(self, step: int, commands: list[Command]):
        """Changes the law if a command of this step sets one of its parameters."""
        first = bisect_left(commands, step, key=lambda command: command.step)
        here = takewhile(lambda command: command.step == step, islice(commands, first, None))
        if self.names and any(command.name in self.names for command in here):
            self._run.change(self._scene.contact(self._values_at(step)))

    def later_changes(self, step: int, commands: list[Command]) -> list[int]:
        """Returns the later steps at which a command changes the law."""
        first = bisect_right(commands, step, key=lambda command: command.step) if self.names else len(commands)
        return [command.step for command in islice(commands, first, None) if command.name in self.names]

    def restore(self, step: int):
        """Restores the law that held up to a step to which the run was taken back."""
        if self.names:
            self._run.change(self._scene.contact(self._values_at(step - 1)), at_once=False)
