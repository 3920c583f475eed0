"""The values that a run began with and the commands that changed them: which values hold at a step."""

from bisect import bisect_left
from collections.abc import Mapping

from sandbox.run.command import HAND, Command


class Course:
    """Start values and commands, these in order."""

    def __init__(self, start_values: Mapping):
        self.start_values = dict(start_values)
        self.commands: list[Command] = []

    def give(self, command: Command):
        """Adds a command; a slider may move many times within one step: the last word counts."""
        for place in range(len(self.commands) - 1, -1, -1):
            one = self.commands[place]
            if one.step < command.step:
                break
            if one.name == command.name:
                del self.commands[place]
                break
        self.commands.append(command)

    def forget_from(self, step: int):
        """Drops the commands at a step and after it."""
        del self.commands[bisect_left(self.commands, step, key=lambda command: command.step):]

    def values_at(self, step: int) -> dict:
        """Returns the parameter values (targets of live ones) that hold at a step."""
        return self.start_values | {c.name: c.value for c in self.commands if c.step <= step and c.name != HAND}
