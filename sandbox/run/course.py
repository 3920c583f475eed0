"""The values that a run began with and the commands that changed them: which values hold at a step."""

from collections.abc import Mapping

from sandbox.run.command import Command


class Course:
    """Start values and commands, these in order."""

    def __init__(self, start_values: Mapping):
        self.start_values = dict(start_values)
        self.commands: list[Command] = []

    def give(self, command: Command):
        """Adds a command; a slider may move many times within one step: the last word counts."""
        kept = [one for one in self.commands if (one.step, one.name) != (command.step, command.name)]
        self.commands = [*kept, command]

    def forget_from(self, step: int):
        """Drops the commands at a step and after it."""
        self.commands = [command for command in self.commands if command.step < step]

    def values_at(self, step: int) -> dict:
        """Returns the parameter values (targets of live ones) that hold at a step."""
        return self.start_values | {c.name: c.value for c in self.commands if c.step <= step}
