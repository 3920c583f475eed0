"""A line of a table of jumps: a guard of some modes and what follows when it has broken."""

from collections.abc import Callable, Iterable
from typing import NamedTuple


class Transition(NamedTuple):
    """A guard of some modes and what follows when it has broken.

    name      what its zero is;  quantity  what is zero there;  unit  of that
    reset     function that makes the jump
    then      the modes that may follow, of those that a system has;  ends  the motion may end there
    """

    name: str
    modes: tuple[str, ...]
    guard: int
    quantity: str
    unit: str
    reset: Callable
    then: tuple[str, ...]
    ends: bool = False


def by_mode(transitions: Iterable[Transition]) -> dict[tuple[str, int], Transition]:
    """Returns the table (mode, guard) -> Transition."""
    return {(mode, one.guard): one for one in transitions for mode in one.modes}
