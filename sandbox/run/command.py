"""What a person or a script does to a running simulation, stamped with its step."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from sandbox.schema import List, Number, Record, Whole, refusal

# the name of commands of the hand; no parameter is called so
HAND = "hand"
# that of edits of what is there (run/building.py)
BUILD = "build"
OF_NO_PARAMETER = (HAND, BUILD)

Point = tuple[float, float, float]


class Hold(NamedTuple):
    """A hand that pulls a point of a body towards a target."""

    body: int       # index of the body
    point: Point    # held, from the mass centre, body axes [m]
    target: Point   # laboratory frame [m]
    strength: float = 10.0      # largest force, in weights of the body


# what an arm reaches and how it pulls, with a wide margin: a body on which 1e6 weights pull from 3 km away turns so
# fast that a second of its motion takes a minute
PLACE = List(Number(-1000, 1000), 3, 3)      # [m]
STRENGTH = Number(1e-6, 100)                 # [weights]
HOLD = Record({"body": Whole(0, 1000), "point": PLACE, "target": PLACE, "strength": STRENGTH})


@dataclass(frozen=True)
class Command:
    """Sets the parameter `name` to `value` before the step `step` -> `step` + 1, that is at t = step*h.

    With the name HAND the value is the Hold from then on: within that step the target moves evenly to its new place.
    None lets go. With the name BUILD the value is an edit of what is there, as data.
    """

    step: int
    name: str
    value: float | bool | Hold | Mapping[str, Any] | None


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
    """The values that a run began with and the commands that changed them, in order: which values hold at a step.

    Each question is answered by a search of the steps of one name: a run may have some hundred thousand commands.
    """

    def __init__(self, start_values: Mapping):
        self.start_values = dict(start_values)
        self.commands: list[Command] = []
        # name -> steps of its commands, ascending, and their values
        self._steps: dict[str, list[int]] = {}
        self._values: dict[str, list] = {}

    def give(self, command: Command):
        """Adds a command; a slider may move many times within one step: the last word counts. Edits all count."""
        for place in range(len(self.commands) - 1, -1, -1) if command.name != BUILD else ():
            one = self.commands[place]
            if one.step < command.step:
                break
            if one.name == command.name:
                del self.commands[place]
                break
        self.commands.append(command)
        steps = self._steps.setdefault(command.name, [])
        values = self._values.setdefault(command.name, [])
        keep = bisect_left(steps, command.step)
        steps[keep:], values[keep:] = [command.step], [command.value]

    def forget_from(self, step: int):
        """Drops the commands at a step and after it, but for edits at that step: what is there is there."""
        first = bisect_left(self.commands, step, key=lambda command: command.step)
        self.commands[first:] = [one for one in self.commands[first:] if one.step == step and one.name == BUILD]
        for name, steps in self._steps.items():
            keep = bisect_left(steps, step)
            del steps[keep:], self._values[name][keep:]

    def forget_last_edit(self):
        """Drops the last edit of what is there."""
        place = max(place for place, one in enumerate(self.commands) if one.name == BUILD)
        del self.commands[place]

    def last(self, name: str, step: int) -> Any:
        """Returns the value of the last command of a name up to a step, None where there is none."""
        count = bisect_right(self._steps.get(name, ()), step)
        return self._values[name][count - 1] if count else None

    def last_command(self, name: str, step: int) -> Command | None:
        """Returns the last command of a name up to a step, None where there is none."""
        count = bisect_right(self._steps.get(name, ()), step)
        return Command(self._steps[name][count - 1], name, self._values[name][count - 1]) if count else None

    def values_at(self, step: int) -> dict:
        """Returns the parameter values (targets of live ones) that hold at a step."""
        commanded = (name for name, steps in self._steps.items()
                     if name not in OF_NO_PARAMETER and steps and steps[0] <= step)
        return self.start_values | {name: self.last(name, step) for name in commanded}

    def changes_at(self, names: Iterable[str], step: int) -> bool:
        """Returns whether a command of this step has one of the names."""
        return self._next(names, step) == step

    def next_change(self, names: Iterable[str], step: int) -> int | None:
        """Returns the next step after this one at which a command has one of the names, or None."""
        return self._next(names, step + 1)

    def _next(self, names: Iterable[str], step: int) -> int | None:
        """The first step, from this one on, of a command with one of the names."""
        courses = [(steps, bisect_left(steps, step)) for steps in map(self._steps.get, names) if steps]
        return min((steps[k] for steps, k in courses if k < len(steps)), default=None)
