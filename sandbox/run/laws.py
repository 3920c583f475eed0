"""Live parameters that change the law of a contact, instead of the motion of a support."""

from collections.abc import Callable

from sandbox.run.command import Command
from sandbox.scene.scene import Scene
from sandbox.systems.integration import Integration


class Laws:
    """Acts on the commands of a run whose contact has a law; `names` are the parameters it may be changed by."""

    def __init__(self, scene: Scene, run: Integration, values_at: Callable[[int], dict]):
        self._scene, self._run, self._values_at = scene, run, values_at
        live = {p.name for p in scene.parameters if p.live}
        self.names = live - set(run.system.live) if run.data.contact is not None else set()

    def act(self, step: int, commands: list[Command]):
        """Change the law if a command of this step says so."""
        if any(c.step == step and c.name in self.names for c in commands):
            self._run.change(self._scene.contact(self._values_at(step)))

    def ahead(self, step: int, commands: list[Command]) -> list[int]:
        """Later steps at which a command changes the law."""
        return [c.step for c in commands if c.step > step and c.name in self.names]

    def arrive(self, step: int):
        """The law that led to a step a run was taken back to."""
        if self.names:
            self._run.change(self._scene.contact(self._values_at(step - 1)), at_once=False)
