"""What is seen of a body at an instant; of many bodies as one array, each made of it when somebody asks for it.

A picture of a thousand balls reads the array: a thousand BodyState would take longer to make than to draw.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, overload

import numpy as np

from sandbox.mechanics import shown_layout as shown_at

# words for what a body does that touches no support: it flies, or touches nothing but other bodies
FLIGHT, ON_OTHERS = "flight", "on_others"
ALOFT = frozenset((FLIGHT, ON_OTHERS))


@dataclass(frozen=True)
class BodyState:
    """One body in the laboratory frame."""

    centre: np.ndarray             # (3,) centre of mass [m]
    velocity: np.ndarray           # (3,) of the centre of mass [m/s]
    angular_velocity: np.ndarray   # (3,) absolute [rad/s]
    quaternion: np.ndarray         # (4,) body -> laboratory, scalar first
    contact: np.ndarray            # (3,) contact point; aloft that of the support, or its own, below it [m]
    normal: np.ndarray             # (3,) unit normal of the support, towards the body
    N: float                       # normal force on the body [N]
    F: np.ndarray                  # (3,) friction force on the body [N]
    mode: str                      # rolling, sliding, flight, ...
    support: int = 0               # index of the one that it touches, or touched last

    @property
    def is_aloft(self) -> bool:
        """Whether it touches no support: it flies, or touches nothing but other bodies."""
        return self.mode in ALOFT


class BodyStates(Sequence[BodyState]):
    """Behaves as the tuple of n BodyState that it stands for.

    numbers   (n, BODY_SIZE) as in mechanics/shown_layout.py, never written to again
    modes     of each body, or one word that holds for all;  supports  index of the support of each, or one for all
    """

    def __init__(self, numbers: np.ndarray, modes: str | Sequence[str], supports: int | Sequence[int] = 0):
        self.numbers, self._modes, self._supports = numbers, modes, supports
        if not isinstance(modes, str) and len(modes) != len(numbers):
            raise ValueError(f"modes: got {len(modes)}, needs one for each of {len(numbers)} bodies")

    def __len__(self) -> int:
        return len(self.numbers)

    @overload
    def __getitem__(self, index: int) -> BodyState: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[BodyState, ...]: ...

    def __getitem__(self, index):
        if isinstance(index, slice):
            return tuple(self._at(k) for k in range(*index.indices(len(self))))
        if not -len(self) <= index < len(self):
            raise IndexError(f"body {index} of {len(self)}")
        return self._at(index % len(self))

    def __iter__(self) -> Iterator[BodyState]:
        return map(self._at, range(len(self)))

    def _at(self, k: int) -> BodyState:
        row = self.numbers[k]
        parts: dict[str, Any] = {name: row[shown_at.IN_BODY[name]] for name, _size in shown_at.BODY}
        return BodyState(**{**parts, "N": float(parts["N"])}, mode=self.mode(k), support=self.support(k))

    def mode(self, k: int) -> str:
        """Returns the mode of body k."""
        return self._modes if isinstance(self._modes, str) else self._modes[k]

    def support(self, k: int) -> int:
        """Returns the index of the support that body k touches, or touched last."""
        return self._supports if isinstance(self._supports, int) else self._supports[k]

    def column(self, name: str) -> np.ndarray:
        """Returns a quantity of all bodies, (n,) or (n, 3): "centre", "velocity", ... of BodyState."""
        return self.numbers[:, shown_at.IN_BODY[name]]


def column_of(bodies: Sequence[BodyState], name: str) -> np.ndarray:
    """Returns a quantity of all bodies, (n,) or (n, numbers), as BodyStates or any sequence of BodyState has it."""
    if isinstance(bodies, BodyStates):
        return bodies.column(name)
    place = shown_at.IN_BODY[name]
    width = () if isinstance(place, int) else (place.stop - place.start,)
    return np.array([getattr(body, name) for body in bodies], dtype=float).reshape(len(bodies), *width)


def support_of(bodies: Sequence[BodyState], k: int) -> int:
    """Returns the index of the support that body k touches, or touched last, without its other quantities."""
    return bodies.support(k) if isinstance(bodies, BodyStates) else bodies[k].support


def mode_of(bodies: Sequence[BodyState], k: int) -> str:
    """Returns the mode of body k, without its other quantities."""
    return bodies.mode(k) if isinstance(bodies, BodyStates) else bodies[k].mode


def is_aloft(bodies: Sequence[BodyState], k: int) -> bool:
    """Returns whether body k touches no support, see BodyState."""
    return mode_of(bodies, k) in ALOFT


def are_aloft(modes: np.ndarray) -> np.ndarray:
    """Returns of words of modes (...) whether what does that touches no support, see BodyState."""
    return np.logical_or.reduce([modes == word for word in sorted(ALOFT)])


def numbers_of(bodies: Sequence[BodyState]) -> np.ndarray:
    """Returns the numbers (n, BODY_SIZE) of bodies, as in mechanics/shown_layout.py."""
    if isinstance(bodies, BodyStates):
        return bodies.numbers
    numbers = np.empty((len(bodies), shown_at.BODY_SIZE))
    for name, _size in shown_at.BODY:
        numbers[:, shown_at.IN_BODY[name]] = column_of(bodies, name)
    return numbers


def concatenated(groups: Sequence[Sequence[BodyState]]) -> Sequence[BodyState]:
    """Returns the bodies of several pictures as one sequence."""
    if len(groups) == 1:
        return groups[0]
    return tuple(body for group in groups for body in group)
