"""What a run has passed, 60 states per second kept as arrays: for plots, readings and pins, without Python per row.

    kept = simulation.watch()                   # from now on
    speed = quantity.of(kept.states())          # a view of the arrays, nothing is copied
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

import numpy as np

from sandbox.run.rows import Rows, with_items
from sandbox.systems import protocol
from sandbox.systems.bodies_seen import are_aloft
from sandbox.systems.strip import Strip

KEEP = 600.0            # [s] as the history keeps
LEAST = 256             # rows that are kept in any case
MOST_BYTES = 250_000_000    # whatever the number of bodies: of a thousand half a minute
FIRST = 1024            # rows that there is room for at first
SHED = 1/16             # share of the oldest rows that is given up at once
NEAR = 1e-9             # [s] instants that close are the same
ITEMS = ("bodies", "supports")
LATE = 240              # pieces of the run whose details wait until somebody asks for them, at most
PLAIN = tuple(one.name for one in fields(Rows) if one.name not in (
    "live", "invariants", "mode", "names", "support_names"))


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

    Where bodies came or went meanwhile, rows have those of the present, by name, and nan of those that were not there.

    edition   a number that grows whenever rows that were there have gone or moved
    """

    def __init__(self, rows: Rows, strips: Sequence[Strip]):
        self.edition, self._count = 0, 0
        self._seen: dict[tuple[int, int, int], States] = {}     # asked for last: by edition, first row and end
        self._late: list[Strip] = []        # strips of the newest rows, whose details nobody has asked for yet
        arrays = [*_flat(rows), *_flat_details(details_of(strips))]
        row = sum(array.dtype.itemsize*int(np.prod(array.shape[1:])) for _name, array in arrays)
        self._most = max(LEAST, MOST_BYTES//row)
        self._arrays = {name: _room(array, min(FIRST, self._most)) for name, array in arrays}
        # names of all bodies and supports that there ever were, and which of them are there now
        self._known = {group: _names(strips[-1].system, group, rows) for group in ITEMS}
        self._order: dict[str, list[int] | None] = dict.fromkeys(ITEMS)
        self.put(rows, strips)

    def reorder(self, system: Any):
        """Rows have the bodies and the supports of another system from now on."""
        for group in ITEMS:
            names = _names(system, group)
            known, array = self._known[group], self._arrays[group]
            known += [name for name in names if name not in known]
            if len(known) > array.shape[1]:
                self._arrays[group] = with_items(array, len(known))
            order = [known.index(name) for name in names]
            self._order[group] = None if order == [*range(len(known))] else order
        self._seen, self.edition = {}, self.edition + 1

    def __len__(self) -> int:
        return self._count

    def wants(self, steps: np.ndarray) -> bool:
        """Returns whether one of these steps is beyond what is kept, or its last row is that of an event."""
        return self._count == 0 or int(steps[-1]) >= int(self._arrays["step"][self._count - 1])

    def put(self, rows: Rows, strips: Sequence[Strip]):
        """Takes states that follow one another, and their strips; those up to the last that is kept are there already.
        """
        first = 0
        if self._count:
            first = int(np.searchsorted(rows.t, self._arrays["t"][self._count - 1] + NEAR))
        n = len(rows) - first
        if n <= 0:
            return
        self._make_room(n)
        self._fill(_flat(rows), self._count, first)
        self._count += n
        for strip in strips:
            skipped = min(first, len(strip))
            first -= skipped
            if skipped < len(strip):
                last = self._late[-1].states if self._late else None
                self._late.append(_own(strip.part(slice(skipped, None)) if skipped else strip, last))
        if len(self._late) > LATE:
            self._catch_up()

    def _catch_up(self):
        """Computes the details of the newest rows, many at once: one by one they would cost as much each."""
        late, self._late = self._late, []
        if not late:
            return
        details = details_of(_concatenated(late))
        n = sum(map(len, late))
        self._fill(_flat_details(details), self._count - n, 0, is_detail=True)

    def _fill(self, found: list[tuple[str, np.ndarray]], begin: int, first: int, is_detail: bool = False):
        """Writes arrays from their row `first` on to rows from `begin` on."""
        names = set()
        for name, array in found:
            names.add(name)
            if name not in self._arrays:
                self._arrays[name] = _room(array, len(self._arrays["t"]))
                self._arrays[name][:] = np.nan
            rows = self._arrays[name][begin:begin + len(array) - first]
            order = self._order.get(name)
            if order is None:
                rows[:] = array[first:]
            else:
                rows[:] = np.nan
                rows[:, order] = array[first:]
        for name in self._arrays.keys() - names:
            # live values, integrals and parts of the energy that there are no more
            if name.startswith(("energy ", "slip") if is_detail else ("live ", "invariant ")):
                self._arrays[name][begin:begin + len(found[0][1]) - first] = np.nan

    def _make_room(self, n: int):
        t, size = self._arrays["t"], len(self._arrays["t"])
        if self._count + n <= size:
            return
        self._catch_up()
        is_long = self._count > 0 and t[self._count - 1] - t[0] > KEEP
        if is_long or 2*size > self._most:
            begin = max(int(SHED*self._count), int(np.searchsorted(t[:self._count], t[self._count - 1] - KEEP)))
            # of many bodies what comes at once may be more than there is room for
            begin = min(self._count, max(begin, self._count + n - max(size, n)))
            for array in self._arrays.values():
                array[:self._count - begin] = array[begin:self._count].copy()
            self._count -= begin
            self.edition += 1
        if self._count + n > size:
            # no more than is kept, and what is shed at once; by a quarter at least, for a copy costs as much
            span = float(t[self._count - 1] - t[0]) if self._count else 0.0
            wanted = int((1.0 + SHED)*KEEP/span*self._count) if span > 0.0 else 2*size
            longer = max(min(2*size, wanted), size + size//4, self._count + n)
            self._arrays = {name: _longer(array, longer) for name, array in self._arrays.items()}
            self._seen = {}

    def copy(self) -> "Passed":
        """Returns the same, for another run."""
        self._catch_up()
        other = Passed.__new__(Passed)
        other.edition, other._count, other._late, other._most = 0, self._count, [], self._most
        other._known = {group: [*names] for group, names in self._known.items()}
        other._order = dict(self._order)
        other._arrays, other._seen = {name: array.copy() for name, array in self._arrays.items()}, {}
        return other

    def forget_after(self, t: float):
        """Drops what lies after an instant [s]: another future begins there."""
        self._catch_up()
        self._count = int(np.searchsorted(self._arrays["t"][:self._count], t + NEAR))
        self.edition += 1

    def states(self, first: int = 0, end: int | None = None) -> States:
        """Returns the states from the row `first` up to before `end`, by default all, as views of what is kept: use
        them before the run goes on.
        """
        self._catch_up()
        last = self._count if end is None else min(end, self._count)
        # several plots ask for the same rows
        seen = self._seen.get((self.edition, first, last))
        if seen is None:
            seen = self._views(first, last)
            self._seen = {(self.edition, first, last): seen}
        return seen

    def _views(self, first: int, last: int) -> States:
        found = {name: self._part(name, first, last) for name in self._arrays}

        def group(prefix: str) -> dict[str, np.ndarray]:
            return {name.removeprefix(prefix): array for name, array in found.items() if name.startswith(prefix)}

        mode = np.broadcast_to(np.array("", object), found["bodies"].shape[:2])
        plain: dict[str, Any] = {name: found[name] for name in PLAIN}
        rows = Rows(**plain, live=group("live "), invariants=group("invariant "),
                    mode=mode)
        return States(rows, Details(group("energy "), found.get("slip")))

    @property
    def newest(self) -> float:
        """Time of the newest row [s]."""
        return float(self._arrays["t"][self._count - 1]) if self._count else -np.inf

    def between(self, begin: float, end: float) -> dict[str, np.ndarray]:
        """Returns views of the rows between two times [s], both included: "t", "bodies", "supports" as in Rows, and
        "aloft", whether the first body touched no support. Details may go on waiting.
        """
        t = self._arrays["t"][:self._count]
        first, last = np.searchsorted(t, begin), np.searchsorted(t, end, side="right")
        last = max(first, last)
        return {name: self._part(name, int(first), int(last)) for name in ("t", "bodies", "supports", "aloft")}

    def _part(self, name: str, first: int, last: int) -> np.ndarray:
        """Rows of an array, with what is there now."""
        order, rows = self._order.get(name), self._arrays[name][first:last]
        return rows if order is None else rows[:, order]

    def row_at(self, t: float) -> int | None:
        """Returns the row nearest to an instant [s], None where there is none."""
        if not self._count:
            return None
        times = self._arrays["t"][:self._count]
        i = min(int(np.searchsorted(times, t)), self._count - 1)
        return i - 1 if i and t - times[i - 1] < times[i] - t else i


def _names(system: Any, group: str, rows: Rows | None = None) -> list:
    """What the bodies or supports of a system are called; they are numbered where they have no names."""
    names = [*getattr(system, {"bodies": "names", "supports": "support_names"}[group], ())]
    count = len(names) if rows is None else getattr(rows, group).shape[1]
    return names if len(names) == count else [*range(count)]


def _flat(rows: Rows) -> list[tuple[str, np.ndarray]]:
    """The arrays of rows, each under one name: those of groups with the name of their group before it."""
    found = [*((name, getattr(rows, name)) for name in PLAIN), ("aloft", are_aloft(rows.mode[:, 0]))]
    for prefix, group in (("live ", rows.live), ("invariant ", rows.invariants)):
        found += [(prefix + name, np.asarray(array, float)) for name, array in group.items()]
    return found


def _flat_details(details: Details) -> list[tuple[str, np.ndarray]]:
    found = [("energy " + name, array) for name, array in details.energies.items()]
    return found if details.slip is None else [*found, ("slip", details.slip)]


def details_of(strips: Sequence[Strip]) -> Details:
    """Returns the details of strips that follow one another."""
    energies = [strip.system.energies(strip.states, strip.reports, strip.E_J) for strip in strips]
    slips = [strip.system.slip(strip.states, strip.reports) for strip in strips]
    known = [slip for slip in slips if slip is not None]
    return Details({name: np.concatenate([parts[name] for parts in energies]) for name in energies[0]},
                   np.concatenate(known) if known else None)


def _own(strip: Strip, last: protocol.States | None) -> Strip:
    """A strip with parameters of its own, or the same as those of the last one: those of the run go on changing."""
    states = strip.states
    if last is not None and _is_same(last.p, states.p) and _is_same(last.calls, states.calls):
        return replace(strip, states=states._replace(p=last.p, calls=last.calls))
    return replace(strip, states=states._replace(p=states.p.copy(), calls=states.calls.copy()))


def _is_same(one: np.ndarray, other: np.ndarray) -> bool:
    """Whether two arrays hold the same; those of a world are long, and most often one."""
    return one is other or np.array_equal(one, other)


def _concatenated(strips: Sequence[Strip]) -> list[Strip]:
    """Strips that follow one another, those of one mode under the same parameters as one."""
    groups: list[list[Strip]] = []
    for strip in strips:
        last = groups[-1][-1].states if groups else None
        states = strip.states
        if last is not None and last.mode == states.mode and _is_same(last.p, states.p) and _is_same(
                last.calls, states.calls):
            groups[-1].append(strip)
        else:
            groups.append([strip])
    return [group[0] if len(group) == 1 else replace(
        group[0], states=group[0].states._replace(t=np.concatenate([strip.states.t for strip in group]),
                                                  y=np.concatenate([strip.states.y for strip in group])),
        k=np.concatenate([strip.k for strip in group]), kept=np.concatenate([strip.kept for strip in group]))
        for group in groups]


def _room(array: np.ndarray, size: int) -> np.ndarray:
    return np.empty((size, *array.shape[1:]), array.dtype)


def _longer(array: np.ndarray, size: int) -> np.ndarray:
    longer = _room(array, size)
    longer[:len(array)] = array
    return longer


