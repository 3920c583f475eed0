"""A stretch of a run: the states that its models passed, side by side."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from sandbox.systems.integration import Integration
from sandbox.systems.strip import Strip, Track


@dataclass(frozen=True)
class Stretch:
    """The strips of each model of a run, the same number of states in each; the first model's are the run's."""

    models: tuple[list[Strip], ...]

    @property
    def first(self) -> list[Strip]:
        """The strips of the first model."""
        return self.models[0]

    @property
    def k(self) -> np.ndarray:
        """(n,) steps completed at each state."""
        return np.concatenate([np.zeros(0, np.int64), *(strip.k for strip in self.first)])

    def __len__(self) -> int:
        return sum(len(strip) for strip in self.first)

    def of_one_system(self) -> "Iterator[Stretch]":
        """Yields its parts one after the other, in each of which the run is the same system."""
        systems = [strip.system for strip in self.first for _state in range(len(strip))]
        cuts = [0, *(i for i in range(1, len(systems)) if systems[i] is not systems[i - 1]), len(systems)]
        for begin, end in pairwise(cuts):
            if end > begin:
                chosen = np.zeros(len(systems), bool)
                chosen[begin:end] = True
                yield self.part(chosen)

    def part(self, chosen: np.ndarray) -> "Stretch":
        """Returns the states that a mask (n,) says."""
        return self if chosen.all() else Stretch(tuple(_chosen(strips, chosen) for strips in self.models))


def _chosen(strips: list[Strip], chosen: np.ndarray) -> list[Strip]:
    found, at = [], 0
    for strip in strips:
        mask = chosen[at:at + len(strip)]
        at += len(strip)
        if mask.any():
            found.append(strip.part(mask))
    return found


def passed(run: Integration, goal: int, every: int, has_origin: bool) -> list[Strip]:
    """Advances a run to the step `goal`; returns its states at multiples of `every`, after the present one or not."""
    track = Track(every, [run.strip()] if has_origin else [])
    run.advance(goal - run.k, track)
    return track.strips


def lengthened(strips: list[Strip], run: Integration, n: int, last: Strip | None = None) -> list[Strip]:
    """Returns n states: a model that ended stays in its last one, by default the present one."""
    missing = n - sum(len(strip) for strip in strips)
    if missing <= 0:
        return strips
    return [*strips, (run.strip() if last is None else last).part(np.zeros(missing, np.int64))]
