"""What a person or a script tells a running simulation to do, stamped with its step."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Command:
    """Set the parameter `name` to `value` before the step `step` -> `step` + 1, that is at t = step*h."""

    step: int
    name: str
    value: float | bool
