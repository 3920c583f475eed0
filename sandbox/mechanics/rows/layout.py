"""Places of the numbers of a system with rows: in its state y and, of the scales of its errors, in the array p."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

import numpy as np

from sandbox.mechanics import layout as lay

# the scales stand where the surface of a body on a support has its parameters
SCALES = lay.SURFACE


@dataclass(frozen=True)
class StateLayout:
    """Places in the state y of coordinates, velocities, stretches, signs, sides and ledger, in this order.

    nq, nv      numbers of coordinates and of velocities
    stretched   rows with a stretch in the state: penalty rows
    signed      rows with a sign: of slip for a breakable row, of being open for a unilateral one; 0 while the row holds
    follows     pairs (row, row with a sign): holds while the other one does
    crossings   number of lines, each with a side: 1 where its formula is positive, 0 beyond
    """

    nq: int
    nv: int
    stretched: tuple[int, ...] = ()
    signed: tuple[int, ...] = ()
    follows: tuple[tuple[int, int], ...] = ()
    crossings: int = 0

    @cached_property
    def _blocks(self) -> dict[str, range]:
        sizes = {"q": self.nq, "v": self.nv, "stretches": len(self.stretched), "signs": len(self.signed),
                 "sides": self.crossings, "ledger": 1}
        ends = accumulate(sizes.values())
        return {name: range(end - size, end) for (name, size), end in zip(sizes.items(), ends, strict=True)}

    @property
    def q(self) -> slice:
        """Places of the coordinates."""
        return _slice(self._blocks["q"])

    @property
    def v(self) -> slice:
        """Places of the velocities."""
        return _slice(self._blocks["v"])

    @property
    def motion(self) -> slice:
        """Places of coordinates and velocities together."""
        return slice(self.q.start, self.v.stop)

    @cached_property
    def stretches(self) -> dict[int, int]:
        """Row -> place of its stretch."""
        return dict(zip(self.stretched, self._blocks["stretches"], strict=True))

    @cached_property
    def signs(self) -> dict[int, int]:
        """Row -> place of its sign."""
        return dict(zip(self.signed, self._blocks["signs"], strict=True))

    @cached_property
    def switches(self) -> dict[int, int]:
        """Row -> place of the sign that says whether it holds: its own, or that of the row it goes with."""
        return {**self.signs, **{k: self.signs[of] for k, of in self.follows}}

    @cached_property
    def sides(self) -> tuple[int, ...]:
        """Place of the side of each crossing."""
        return tuple(self._blocks["sides"])

    @property
    def ledger(self) -> int:
        """Place of the ledger."""
        return self._blocks["ledger"].start

    @property
    def size(self) -> int:
        """How many numbers the state has."""
        return self._blocks["ledger"].stop

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Name of each number of the state in generated code."""
        return tuple(f"y{place}" for place in range(self.size))


class RowScale(NamedTuple):
    """Sizes of a row at the start, or their places in p: force [N], speed [m/s], its diagonal entry of S [1/kg]."""

    force: float
    speed: float
    diagonal: float


@dataclass(frozen=True)
class ScaleLayout:
    """Places in p of the scales of errors: one for each number of the state, then a RowScale for each row."""

    state: int
    rows: int

    @property
    def size(self) -> int:
        """How many numbers the scales are."""
        return self.state + len(RowScale._fields)*self.rows

    @property
    def end(self) -> int:
        """The first place of p after the scales."""
        return SCALES + self.size

    def number(self, place: int) -> int:
        """Returns the place in p of the scale of y[place]."""
        return SCALES + place

    def row(self, k: int) -> RowScale:
        """Returns the places in p of the scales of the row k."""
        first = SCALES + self.state + len(RowScale._fields)*k
        return RowScale(*range(first, first + len(RowScale._fields)))

    def put(self, p: np.ndarray, state: np.ndarray, rows: Sequence[RowScale]):
        """Writes the scales (size of the state,) and those of the rows to their places in p."""
        p[self.number(0):self.number(self.state)] = state
        for k, scales in enumerate(rows):
            p[[int(place) for place in self.row(k)]] = scales


def _slice(places: range) -> slice:
    return slice(places.start, places.stop)
