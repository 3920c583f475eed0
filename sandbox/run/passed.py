"""What a run has passed, 60 states per second kept as arrays: for plots, readings and pins, without Python per row.

    kept = simulation.watch()                   # from now on
    speed = quantity.of(kept.states())          # a view of the arrays, nothing is copied
"""

from dataclasses import dataclass, field, fields

import numpy as np

from sandbox.run.rows import Rows

KEEP = 600.0            # [s] as the history keeps
FIRST = 1024            # rows that there is room for at first
SHED = 1/4              # share of the oldest rows that is given up at once
NEAR = 1e-9             # [s] instants that close are the same


@dataclass(frozen=True)
class Details:
    """What rows do not hold of n states.

    energies   name -> (n,) parts of E_J [J], see energies of systems/protocol.py
    slip       (n, 3) velocity of the touching point relative to the support [m/s], nan in flight; None: no contact
    """

    energies: dict[str, np.ndarray]
    slip: np.ndarray | None = None


@dataclass(frozen=True)
class States:
    """n states: their rows and details."""

    rows: Rows
    details: Details = field(default_factory=lambda: Details({}))

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def t(self) -> np.ndarray:
        """(n,) [s]."""
        return self.rows.t


class Passed:
    """Rows and details of the last KEEP seconds that a run passed, ascending in time.

    What is passed again changes nothing; a future that is given up is forgotten.

    edition   a number that grows whenever rows that were there have gone or moved
    """

    def __init__(self, rows: Rows, details: Details):
        self.edition, self._count = 0, 0
        self._arrays = {name: _room(array, FIRST) for name, array in _flat(rows, details)}
        self.put(rows, details)

    def __len__(self) -> int:
        return self._count

    def wants(self, steps: np.ndarray) -> bool:
        """Returns whether one of these steps is beyond what is kept, or its last row is that of an event."""
        return self._count == 0 or int(steps[-1]) >= int(self._arrays["step"][self._count - 1])

    def put(self, rows: Rows, details: Details):
        """Takes states that follow one another; those up to the last that is kept are there already."""
        first = 0
        if self._count:
            first = int(np.searchsorted(rows.t, self._arrays["t"][self._count - 1] + NEAR))
        n = len(rows) - first
        if n <= 0:
            return
        self._make_room(n)
        for name, array in _flat(rows, details):
            self._arrays[name][self._count:self._count + n] = array[first:]
        self._count += n

    def _make_room(self, n: int):
        t, size = self._arrays["t"], len(self._arrays["t"])
        if self._count + n <= size:
            return
        if t[self._count - 1] - t[0] > KEEP:
            begin = max(int(SHED*self._count), int(np.searchsorted(t[:self._count], t[self._count - 1] - KEEP)))
            for array in self._arrays.values():
                array[:self._count - begin] = array[begin:self._count].copy()
            self._count -= begin
            self.edition += 1
        if self._count + n > size:
            self._arrays = {name: _longer(array, max(2*size, self._count + n)) for name, array in self._arrays.items()}

    def forget_after(self, t: float):
        """Drops what lies after an instant [s]: another future begins there."""
        self._count = int(np.searchsorted(self._arrays["t"][:self._count], t + NEAR))
        self.edition += 1

    def states(self, first: int = 0) -> States:
        """Returns the states from the row `first` on, as views of what is kept: use them before the run goes on."""
        found = {name: array[first:self._count] for name, array in self._arrays.items()}

        def group(prefix: str) -> dict[str, np.ndarray]:
            return {name.removeprefix(prefix): array for name, array in found.items() if name.startswith(prefix)}

        mode = np.broadcast_to(np.array("", object), found["bodies"].shape[:2])
        names = [one.name for one in fields(Rows) if one.name not in ("live", "invariants", "mode")]
        rows = Rows(**{name: found[name] for name in names}, live=group("live "), invariants=group("invariant "),
                    mode=mode)
        return States(rows, Details(group("energy "), found.get("slip")))

    def row_at(self, t: float) -> int | None:
        """Returns the row nearest to an instant [s], None where there is none."""
        if not self._count:
            return None
        times = self._arrays["t"][:self._count]
        i = min(int(np.searchsorted(times, t)), self._count - 1)
        return i - 1 if i and t - times[i - 1] < times[i] - t else i


def _flat(rows: Rows, details: Details) -> list[tuple[str, np.ndarray]]:
    """Every array under one name: those of groups with the name of their group before it."""
    found = [(one.name, getattr(rows, one.name)) for one in fields(Rows)
             if one.name not in ("live", "invariants", "mode")]
    for prefix, group in (("live ", rows.live), ("invariant ", rows.invariants), ("energy ", details.energies)):
        found += [(prefix + name, np.asarray(array, float)) for name, array in group.items()]
    return found if details.slip is None else [*found, ("slip", details.slip)]


def _room(array: np.ndarray, size: int) -> np.ndarray:
    return np.empty((size, *array.shape[1:]), array.dtype)


def _longer(array: np.ndarray, size: int) -> np.ndarray:
    longer = _room(array, size)
    longer[:len(array)] = array
    return longer


