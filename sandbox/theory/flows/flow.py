"""What is sectioned of a scene: its flow, in units of its own, and how its numbers are those of the scene."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from sandbox.errors import BadValue
from sandbox.text import _
from sandbox.theory.following import Condition
from sandbox.theory.returns import EVER, Flow, Returns, Until, find


@dataclass(frozen=True)
class Crossing:
    """The section `variable` = `level` [unit of the variable], crossed upwards (1), downwards (-1) or both ways (0)."""

    variable: str = ""
    level: float = 0.0
    rising: int = 1

    def __post_init__(self):
        if self.rising not in (-1, 0, 1) or not np.isfinite(self.level):
            raise BadValue(_("section: rising and branch need -1, 0 or 1, level a finite number"))


# starts that are tried for those beside one, and how far they go in units of a flow
TRIED, FARTHEST = 2001, 1e3
# how many returns one has that stays, and how often the range of starts is halved until half of them stay
STAYS, HALVED = 20, 8
# the section that a system is used to be looked at
USUAL = Crossing()


@dataclass(frozen=True)
class Sectioned:
    """A system of a scene whose returns are found by series.

    kind     which;  flow  its equations, without dimension
    start    (size,) where the run of the scene starts;  units  (size,) of its variables
    scales   (size,) what the flow calls 1, of each variable;  time  of the time [s]
    energy_scale, energy_unit   of what is conserved
    section  variable that is 0 on the usual section
    taken_up, varied   variable that a given energy decides, and that in which other orbits of one energy differ
    """

    kind: str
    flow: Flow
    start: np.ndarray
    scales: np.ndarray
    time: float
    units: tuple[str, ...]
    energy_scale: float
    energy_unit: str
    section: str
    taken_up: str
    varied: str

    @property
    def state(self) -> tuple[str, ...]:
        """Names of the variables."""
        return self.flow.state

    @property
    def conserved(self) -> str:
        """What is conserved."""
        return "energy"

    def longest(self, count: int) -> float:
        """Returns a time [s] after which an orbit with so few returns has none [s]."""
        return (1000.0 + 100.0*count)*self.time

    def place(self, variable: str) -> int:
        """Returns which variable has a name, or raises BadValue."""
        if variable not in self.state:
            raise BadValue(_("section: got {found!r}, needs one of {known}").format(
                found=variable, known=", ".join(self.state)))
        return self.state.index(variable)

    def energy(self, states) -> np.ndarray:
        """Returns what is conserved (...) of states (..., size) [energy_unit]; nan where nothing is."""
        return self.energy_scale*self.flow.energy(np.asarray(states, float)/self.scales)

    def with_energy(self, seeds: np.ndarray, energy: float, sign: int) -> np.ndarray:
        """Returns those of seeds (n, size) that can have an energy, with the variable `taken_up` that gives it to them.

        sign   which of two: the larger one (1), the smaller one (-1)

        The energy is of second degree in that variable, so that three values tell it.
        """
        place, scale = self.place(self.taken_up), self.scales[self.place(self.taken_up)]
        tried = []
        for x in (-scale, 0.0, scale):
            seeds = seeds.copy()
            seeds[:, place] = x
            tried.append(self.energy(seeds) - energy)
        below, middle, above = tried
        a, b = 0.5*(above + below) - middle, 0.5*(above - below)
        room = b*b - 4.0*a*middle
        fine = room >= 0.0
        seeds = seeds[fine]
        seeds[:, place] = scale*(-b[fine] + sign*np.sqrt(room[fine]))/(2.0*a[fine])
        return seeds

    def beside(self, count: int) -> np.ndarray:
        """Returns at most `count` starts (n, size) of the energy of the scene's, over all that `varied` may be with it.

        Where no energy is conserved it is at most twice that of the start. Where fewer than half of them would come
        back (a disk that takes off, a ball that leaves over the rim) they are nearer to the start.
        """
        place, energy = self.place(self.varied), float(self.energy(self.start))
        taken = self.start[self.place(self.taken_up)]

        def starts(reach: float, n: int, about: float = 0.0) -> np.ndarray:
            seeds = np.repeat(self.start[None], n, axis=0)
            seeds[:, place] = np.linspace(about - reach, about + reach, n)
            return self.with_energy(seeds, energy, 1 if taken >= 0.0 else -1) if np.isfinite(energy) else seeds
        reach = 2.0*max(abs(self.start[place]), float(self.scales[place]))
        if np.isfinite(energy):
            # so far that both ends have more energy
            while reach < FARTHEST*self.scales[place] and len(starts(reach, 2)):
                reach *= 2.0
        every = _evenly(starts(reach, TRIED), count)
        if not len(every) or not self._stay(self.start[None]):
            return every
        found, near = every, float(np.abs(every[:, place] - self.start[place]).max())
        for _halved in range(HALVED):
            if 2*self._stay(found) >= len(found):
                return found
            near *= 0.5
            found = _evenly(starts(near, TRIED, self.start[place]), count)
        return every

    def _stay(self, seeds: np.ndarray) -> int:
        """How many of seeds (n, size) come back some times."""
        return self.find_returns(seeds, until=Until(STAYS, self.longest(STAYS)), workers=1).outcome.count("complete")

    def find_returns(self, seeds=None, crossing: Crossing = USUAL, until: Until = EVER, workers: int | None = None,
                     progress: Callable[[float], None] | None = None,
                     is_cancelled: Callable[[], bool] | None = None) -> Returns:
        """Returns where orbits come back to a section, times in s and variables in their units.

        seeds      (n, size) starts, None: that of the scene;  crossing  "" as its variable: the usual section
        until      count and time [s];  workers, progress, is_cancelled  as of poincare.find_returns
        """
        seeds = np.atleast_2d(np.asarray(self.start if seeds is None else seeds, float))
        if seeds.ndim != 2 or seeds.shape[1] != len(self.state) or not np.all(np.isfinite(seeds)):
            raise BadValue(_("section: seeds need {count} finite numbers each: {names}").format(
                count=len(self.state), names=", ".join(self.state)))
        which = self.place(crossing.variable or self.section)
        condition = Condition(which, crossing.level/self.scales[which], crossing.rising, which, 0)
        found = find(self.flow, seeds/self.scales, condition, replace(until, t_end=until.t_end/self.time), workers,
                     progress, is_cancelled)
        points = found.points*np.array((self.time, *self.scales))
        return replace(found, points=points, energy_error=self.energy_scale*found.energy_error)


def _evenly(seeds: np.ndarray, count: int) -> np.ndarray:
    """At most `count` of seeds (n, size), evenly spread, without the first and the last."""
    return seeds[np.unique(np.linspace(0, len(seeds) - 1, count + 2).astype(int)[1:-1])] if len(seeds) else seeds
