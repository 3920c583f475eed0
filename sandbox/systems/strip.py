"""States that a run passed, kept one after the other: what is shown, measured and gone on from."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from sandbox.integration import arrays
from sandbox.mechanics.shown import Shown
from sandbox.systems.protocol import Automaton, Data, Mode, States

# a key: number of the mode, its state, and behind the widest one memory and watch; the number counts through the
# systems that a run goes on as, of which each has fewer than MODES
KEY_MODE, KEY_Y = 0, 1
MODES = 1000


# share of the energy that a body has by its size, m g times that, below which no energy is one: rounding is no share of
# what there is not
LEAST_SHARE = 1e-6


def least_scale(system: Automaton) -> float:
    """Returns the least energy that a drift is compared with [J]."""
    return LEAST_SHARE*system.energy_scale


@dataclass(frozen=True)
class Strip:
    """States of one mode of a system under the same parameters; nothing is computed before it is asked for.

    states  with the parameters of the run itself: a strip is read before they change
    k       (n,) steps completed at each state
    kept    (n, KEPT_Y + size) all that was kept of them (integration/arrays.py)
    E_J0    E_J - ledger at the start of the run [J]
    """

    system: Automaton
    states: States
    k: np.ndarray
    kept: np.ndarray
    E_J0: float

    def part(self, chosen) -> "Strip":
        """Returns some of the states: a mask, places, or a slice."""
        states = self.states._replace(t=self.states.t[chosen], y=self.states.y[chosen])
        return Strip(self.system, states, self.k[chosen], self.kept[chosen], self.E_J0)

    def together(self, later: "Strip") -> "Strip | None":
        """Returns these states and later ones of the same run as one strip, or None where mode or parameters differ."""
        mine, other = self.states, later.states
        if self.system is not later.system or mine.mode != other.mode or not (
                np.array_equal(mine.p, other.p) and np.array_equal(mine.calls, other.calls)):
            return None
        states = other._replace(t=np.concatenate((mine.t, other.t)), y=np.concatenate((mine.y, other.y)))
        return Strip(later.system, states, np.concatenate((self.k, later.k)), np.concatenate((self.kept, later.kept)),
                     later.E_J0)

    def at_rest(self) -> "Strip":
        """Returns the same states with parameters of their own, which stay as they are while the run goes on."""
        states = self.states._replace(p=self.states.p.copy(), calls=self.states.calls.copy())
        return Strip(self.system, states, self.k, self.kept, self.E_J0)

    def __len__(self) -> int:
        return len(self.k)

    @property
    def mode(self) -> Mode:
        """Their mode."""
        return self.system.modes[self.states.mode]

    @property
    def t(self) -> np.ndarray:
        """When each of them was [s]."""
        return self.states.t

    @property
    def keys(self) -> np.ndarray:
        """All that the future depends on, for each state (n, numbers)."""
        return keys_of(self.system, self.states.mode, self.states.y, self.kept[:, arrays.KEPT_MEMORY:arrays.KEPT_Y])

    # ---- what is measured --------------------------------------------------------------------------------------

    @cached_property
    def ledger(self) -> np.ndarray:
        """Work that moving supports, friction and impacts are credited with [J]."""
        return self.states.y[:, self.mode.ledger]

    @cached_property
    def E_J(self) -> np.ndarray:
        """Jacobi integral [J]."""
        return self.kept[:, arrays.KEPT_DEFECT] + self.ledger

    @cached_property
    def scale(self) -> np.ndarray:
        """What a drift is compared with: max(|E_J(0)|, largest kinetic energy so far, `least_scale`) [J]."""
        largest = self.kept[:, arrays.KEPT_WATCH + arrays.MAX_KINETIC]
        return np.maximum(max(abs(self.E_J0), least_scale(self.system)), largest)

    @cached_property
    def drift(self) -> np.ndarray:
        """|E_J - E_J(0) - ledger| over the scale [1]."""
        has_scale = self.scale > 0.0
        change = np.abs(self.kept[:, arrays.KEPT_DEFECT] - self.E_J0)
        return np.where(has_scale, change/np.where(has_scale, self.scale, 1.0), 0.0)

    @cached_property
    def max_F_over_N(self) -> np.ndarray:
        """Largest |F|/N so far [1]; nan where that is not watched."""
        return (self.kept[:, arrays.KEPT_WATCH + arrays.MAX_FRICTION] if self.system.has_friction_ratio
                else np.full(len(self.kept), np.nan))

    def invariants(self, names: Iterable[str]) -> dict[str, np.ndarray]:
        """Values (n,) of the named integrals."""
        names = tuple(names)
        # meters and rows ask for the same ones
        if names not in self._invariants:
            self._invariants[names] = (
                dict.fromkeys(names, self.E_J) if set(names) <= {"E_J"} else
                self.system.invariants(names, self.states, self.reports, self.E_J))
        return self._invariants[names]

    @cached_property
    def _invariants(self) -> dict[tuple[str, ...], dict[str, np.ndarray]]:
        """All that were asked for, by their names."""
        return {}

    # ---- what is shown -----------------------------------------------------------------------------------------

    @cached_property
    def reports(self) -> np.ndarray:
        """What the mode reports of each state (n, numbers)."""
        return self.system.reports(self.states)

    @cached_property
    def shown(self) -> Shown:
        """Bodies and supports of each state."""
        return self.system.shown(self.states, self.reports)

    @property
    def words(self) -> np.ndarray:
        """What each body does in each state (n, bodies)."""
        return self.system.words(self.states, self.shown.bodies.shape[1])


def strip_of(system: Automaton, data: Data, k: np.ndarray, kept: np.ndarray, E_J0: float) -> Strip:
    """Returns the strip of states that were just kept while `data` was run."""
    states = States(data.mode, np.ascontiguousarray(kept[:, arrays.KEPT_TIME]),
                    np.ascontiguousarray(kept[:, arrays.KEPT_Y:]), data.p, data.calls)
    return Strip(system, states, k, kept, E_J0)


def keys_of(system: Automaton, mode: str, y: np.ndarray, rest: np.ndarray) -> np.ndarray:
    """Takes states y (n, size) of a mode, with memory and watch (n, both), and returns keys of one width."""
    widest = max(system.room_for, *(known.size for known in system.modes.values()))
    n, size = y.shape
    keys = np.zeros((n, KEY_Y + widest + rest.shape[1]))
    keys[:, KEY_MODE] = MODES*system.stage + list(system.modes).index(mode)
    keys[:, KEY_Y:KEY_Y + size], keys[:, KEY_Y + widest:] = y, rest
    return keys


@dataclass
class Track:
    """The strips of an advance, with the states of all steps that are a multiple of `every`."""

    every: int
    strips: list[Strip] = field(default_factory=list)
