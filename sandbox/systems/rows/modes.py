"""Modes of a system with rows: one for each setting of its switches, the signs of rows and the sides of lines."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

import numpy as np

from sandbox.mechanics.rows.layout import StateLayout
from sandbox.scene.constrained import Constrained
from sandbox.scene.realisation import Breakable, Penalty, Unilateral, Viscous

LINE_WORDS = ("beyond", "within")
# parts that a person reads in the word of a mode
READ = ("hold", "slide", "flight")


def row_words(kind) -> tuple[str, str]:
    """Returns the parts of a mode's name while the switch of a row of this kind is 0, and while it is not."""
    if isinstance(kind, Breakable):
        return "hold", "slide"
    assert isinstance(kind, Unilateral)
    return ("touching", kind.open_word) if kind.open_word else ("hold", "free")


class Switch(NamedTuple):
    """A number of the state that is constant between jumps: its place, parts of mode names for 0 and for others."""

    place: int
    off: str
    on: str


@dataclass(frozen=True)
class Switches:
    """The switches of a system in the order of their places; `plain` names the only mode where there are none."""

    parts: tuple[Switch, ...]
    plain: str

    @classmethod
    def of(cls, declared: Constrained, state: StateLayout) -> "Switches":
        """Takes a system and the layout of its state and returns its switches."""
        laws = [row.realisation for row in declared.rows]
        kinds = [type(law) for law in laws]
        plain = "viscous" if Viscous in kinds else "penalty" if Penalty in kinds else declared.word
        return cls((*(Switch(place, *row_words(laws[k])) for k, place in state.signs.items()),
                    *(Switch(place, *LINE_WORDS) for place in state.sides)), plain)

    @property
    def modes(self) -> dict[str, str]:
        """Name of each mode, and what a person reads as it."""
        if not self.parts:
            return {self.plain: self.plain}
        names = product(*((part.off, part.on) for part in self.parts))
        return {", ".join(name): ", ".join(x for x in name if x in READ) or self.plain for name in names}

    def mode_of(self, y: np.ndarray) -> str:
        """Takes a state and returns the name of its mode."""
        return ", ".join(part.on if y[part.place] != 0.0 else part.off for part in self.parts) or self.plain

    def on(self, mode: str) -> Mapping[int, bool]:
        """Takes the name of a mode and returns for each place of a switch whether it is other than 0."""
        return {part.place: word == part.on for part, word in zip(self.parts, mode.split(", "), strict=False)}

    def after(self, mode: str, place: int, is_on: bool) -> str:
        """Returns the mode that differs from another one by the switch at a place of the state."""
        words = mode.split(", ")
        return ", ".join((part.on if is_on else part.off) if part.place == place else word
                         for part, word in zip(self.parts, words, strict=True))

    def put(self, y: np.ndarray, mode: str):
        """Writes the switches of a mode into a state."""
        for place, is_on in self.on(mode).items():
            y[place] = float(is_on)
