"""A change of a parameter of a running simulation, stamped with its step."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Command:
    """Sets the parameter `name` to `value` before the step `step` -> `step` + 1, that is at t = step*h."""

    step: int
    name: str
    value: float | bool
