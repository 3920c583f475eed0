"""What a person or a script does to a running simulation, stamped with its step."""

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from sandbox.schema import List, Number, Record, Whole, refusal

# the name of commands of the hand; no parameter is called so
HAND = "hand"

Point = tuple[float, float, float]


class Hold(NamedTuple):
    """A hand that pulls a point of a body towards a target."""

    body: int       # index of the body
    point: Point    # held, from the mass centre, body axes [m]
    target: Point   # laboratory frame [m]
    strength: float = 10.0      # largest force, in weights of the body


_PLACE = List(Number(-1e9, 1e9), 3, 3)
HOLD = Record({"body": Whole(0, 1000), "point": _PLACE, "target": _PLACE, "strength": Number(1e-3, 1e6)})


@dataclass(frozen=True)
class Command:
    """Sets the parameter `name` to `value` before the step `step` -> `step` + 1, that is at t = step*h.

    With the name HAND the value is the Hold from then on: within that step the target moves evenly to its new place.
    None lets go.
    """

    step: int
    name: str
    value: float | bool | Hold | None


def plain_value(value) -> Any:
    """Returns the value of a command as JSON knows it."""
    return value._asdict() if isinstance(value, Hold) else value


def command_of(step: int, name: str, value) -> Command:
    """Returns the command of which `value` was read from JSON; BadValue where it is none of the hand."""
    if name == HAND and value is not None:
        found = HOLD.take(value, HAND)
        if not {"body", "point", "target"} <= set(found):
            raise refusal(HAND, value, HOLD.allowed)
        value = Hold(**found)
    return Command(step, name, value)


class Course:
    """The values that a run began with and the commands that changed them, in order: which values hold at a step."""

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
