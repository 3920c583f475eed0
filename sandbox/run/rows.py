"""States of a run one after the other, as arrays: rows of a log, or a record for other programs."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from sandbox.mechanics import shown_layout as shown_at


@dataclass(frozen=True)
class Rows:
    """What a log or a record holds of n instants; SI units, laboratory frame.

    step, t           (n,) steps completed, time [s]
    E_J, ledger       (n,) Jacobi integral; work of moving support, friction and impacts so far [J]
    drift, scale      (n,) |E_J - E_J(0) - ledger| over the scale [1]; the scale [J]: systems/integration.py
    max_F_over_N      (n,) largest |F|/N so far [1], nan where it is not watched
    live, invariants  name -> (n,) live parameters, ramping ones too; conserved quantities
    mode              (n, bodies) rolling, sliding, flight, ...
    bodies, supports  (n, bodies, BODY_SIZE), (n, supports, SUPPORT_SIZE): mechanics/shown.py
    names, support_names   what bodies and supports are called, () where they have no names
    """

    step: np.ndarray
    t: np.ndarray
    E_J: np.ndarray
    ledger: np.ndarray
    drift: np.ndarray
    scale: np.ndarray
    max_F_over_N: np.ndarray
    live: dict[str, np.ndarray]
    invariants: dict[str, np.ndarray]
    mode: np.ndarray
    bodies: np.ndarray
    supports: np.ndarray
    names: tuple[str, ...] = ()
    support_names: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.t)

    def __getitem__(self, chosen: slice) -> "Rows":
        """Some of the rows."""
        return _made([self], lambda arrays: arrays[0][chosen])

    @property
    def centre(self) -> np.ndarray:
        """(n, bodies, 3) centres of mass [m]."""
        return self.bodies[..., shown_at.IN_BODY["centre"]]

    @property
    def velocity(self) -> np.ndarray:
        """(n, bodies, 3) of the centres of mass [m/s]."""
        return self.bodies[..., shown_at.IN_BODY["velocity"]]

    @property
    def omega(self) -> np.ndarray:
        """(n, bodies, 3) absolute angular velocities [rad/s]."""
        return self.bodies[..., shown_at.IN_BODY["angular_velocity"]]

    @property
    def quaternion(self) -> np.ndarray:
        """(n, bodies, 4) body -> laboratory, scalar first."""
        return self.bodies[..., shown_at.IN_BODY["quaternion"]]

    @property
    def contact(self) -> np.ndarray:
        """(n, bodies, 3) contact points, or the points of the support below bodies in flight [m]."""
        return self.bodies[..., shown_at.IN_BODY["contact"]]

    @property
    def normal(self) -> np.ndarray:
        """(n, bodies, 3) unit normals of the support, towards the body."""
        return self.bodies[..., shown_at.IN_BODY["normal"]]

    @property
    def N(self) -> np.ndarray:
        """(n, bodies) normal forces [N]."""
        return self.bodies[..., shown_at.IN_BODY["N"]]

    @property
    def F(self) -> np.ndarray:
        """(n, bodies, 3) friction forces [N]."""
        return self.bodies[..., shown_at.IN_BODY["F"]]


def concatenated(parts: Sequence[Rows]) -> Rows:
    """Returns the rows of all parts one after the other; there is at least one.

    Where bodies came or went meanwhile there are all of them, by name, in the order in which they came; those that are
    not there have nan, and no mode.
    """
    return parts[0] if len(parts) == 1 else _made(_in_one_order(parts), end_to_end)


def _in_one_order(parts: Sequence[Rows]) -> Sequence[Rows]:
    """The same rows with the bodies and supports of all of them, each at one place."""
    names, support_names = (tuple(dict.fromkeys(name for part in parts for name in getattr(part, group)))
                            for group in ("names", "support_names"))
    if all((part.names, part.support_names) == (names, support_names) for part in parts):
        return parts
    return [replace(part, names=names, support_names=support_names, bodies=_at(part.bodies, part.names, names),
                    mode=_at(part.mode, part.names, names),
                    supports=_at(part.supports, part.support_names, support_names)) for part in parts]


def _at(array: np.ndarray, names: tuple[str, ...], all_names: tuple[str, ...]) -> np.ndarray:
    """An array (n, items, ...) with its items where they stand among all of them; nan or "" for others."""
    if len(names) != array.shape[1]:
        return array      # nobody knows which is which
    found = with_items(array[:, :0], len(all_names))
    found[:, [all_names.index(name) for name in names]] = array
    return found


def end_to_end(arrays: Sequence[np.ndarray]) -> np.ndarray:
    """Returns arrays (n, items, ...) one after the other; the missing items of those that have fewer are nan, or ""."""
    if arrays[0].ndim == 1 or len({array.shape[1] for array in arrays}) == 1:
        return np.concatenate(arrays)
    most = max(array.shape[1] for array in arrays)
    return np.concatenate([with_items(array, most) for array in arrays])


def with_items(array: np.ndarray, count: int) -> np.ndarray:
    """Returns an array (n, items, ...) with more items, of nan or ""."""
    missing = count - array.shape[1]
    if not missing:
        return array
    shape = (len(array), missing, *array.shape[2:])
    return np.concatenate((array, np.full(shape, np.nan if array.dtype.kind == "f" else "", array.dtype)), axis=1)


def placed(rows: Rows, places: np.ndarray) -> Rows:
    """Returns the rows at places (n,) of `rows`, which holds one at least; a row of nan, step -1, for a place of -1."""
    def of(arrays):
        found = arrays[0][places]
        missing = places < 0
        if missing.any():
            found[missing] = {"f": np.nan, "i": -1}.get(found.dtype.kind, "")
        return found
    return _made([rows], of)


def _made(parts: Sequence[Rows], of: Callable) -> Rows:
    """Rows of which each array is made of those of all parts."""
    made: dict[str, Any] = {}
    for quantity in fields(Rows):
        found = [getattr(part, quantity.name) for part in parts]
        if isinstance(found[0], tuple):
            made[quantity.name] = found[0]
        elif isinstance(found[0], dict):
            # a parameter may come to be live when what it steers is built
            names = dict.fromkeys(name for arrays in found for name in arrays)
            made[quantity.name] = {name: of([arrays.get(name, np.full(len(part), np.nan)) for part, arrays in zip(
                parts, found, strict=True)]) for name in names}
        else:
            made[quantity.name] = of(found)
    return Rows(**made)
