"""What a system says of itself: its modes, their guards and what follows each, and its parameters by name.

Each engine makes its table from what its jumps are looked up in; nothing here is used by a run.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from sandbox.compiling.entries import Entry
from sandbox.systems.places_by_name import Named, groups_of
from sandbox.text import _, first_sentence


@dataclass(frozen=True)
class GuardRow:
    """A guard of a mode and what may follow when it has broken. A guard is positive in its mode, and falls to zero.

    place      of the guard in an observation, -1 for what the integrator of a mode finds within its step
    name       what its zero is;  quantity  what is zero there;  unit  of that
    then       the modes that may follow;  ends  the motion may end there
    law        the function that decides what follows, None where the motion just ends
    sentence   what it does; "": the first sentence of its docstring
    """

    place: int
    name: str
    quantity: str
    unit: str
    then: tuple[str, ...] = ()
    ends: bool = False
    law: Callable | None = None
    sentence: str = ""

    @property
    def decides(self) -> str:
        """What decides what follows, in a sentence of the chosen language, or ""."""
        return self.sentence or (_(law_sentence(self.law)) if self.law is not None else "")


@dataclass(frozen=True)
class ModeRow:
    """A mode: how it is called, what a person reads, what it is in a sentence, its compiled functions and guards."""

    name: str
    word: str
    about: str
    entries: tuple[Entry, ...]
    guards: tuple[GuardRow, ...]


class Number(NamedTuple):
    """Numbers of the parameter array under one name; of a vector or a block all of them."""

    name: str
    place: int
    values: tuple[float, ...]
    unit: str = ""
    about: str = ""


def law_sentence(law: Callable) -> str:
    """Returns the first sentence of a function's docstring, without its stop: a message (sandbox/locale)."""
    return first_sentence(law.__doc__ or "")


def numbers_at(p: np.ndarray, at: int, module: str, group: str = "_p", prefix: str = "") -> list[Number]:
    """Returns the numbers of p from `at` on that a module gives places to; what is all zeros is left out.

    group   the variable of that module which gives the places out
    """
    groups = groups_of(module)
    return list(_numbers(p, at, groups, groups.get(group, ()), prefix))


def _numbers(p: np.ndarray, at: int, groups: dict[str, tuple[Named, ...]], names: Sequence[Named], prefix: str):
    for one in names:
        begin = at + one.place
        values = p[begin:begin + one.width]
        inner = groups.get(one.inner, ())
        size = sum(part.width for part in inner)
        if not values.any():
            continue
        if not size or one.width % size:
            yield Number(prefix + one.name, begin, tuple(values.tolist()), one.unit, one.about)
            continue
        for k in range(one.width//size):
            number = f"[{k}]" if one.width > size else ""
            yield from _numbers(p, begin + k*size, groups, inner, f"{prefix}{one.name}{number}.")
