"""Reactions of constraint rows as they may be told: where only sums have a value, only sums."""

import numpy as np

from sandbox.scene.realisation import Breakable, Ideal, Penalty, Unilateral, Viscous
from sandbox.systems.protocol import Reaction
from sandbox.text import _

WORDS = {Ideal: "ideal", Viscous: "viscous", Penalty: "penalty"}
# parts of a row below this are rounding
ROUNDING = 1e-9


def realisation(system, k: int, y: np.ndarray) -> str:
    """What realises the row k just now."""
    kind = system.declared.rows[k].realisation
    if isinstance(kind, Breakable):
        return "slide" if y[system.signs[k]] != 0.0 else "hold"
    if isinstance(kind, Unilateral):
        return "open" if y[system.signs[k]] != 0.0 else "hold"
    return WORDS[type(kind)]


def always_held(system) -> list[int]:
    """Numbers of the ideal rows."""
    return [k for k, row in enumerate(system.declared.rows) if isinstance(row.realisation, Ideal)]


def smallest(system, t: float, y: np.ndarray, lam: np.ndarray) -> np.ndarray:
    """Reactions (rows,) of all rows; where only sums are determined, the smallest ones that have them."""
    if not system.dependent:
        return lam
    held, forces = always_held(system), lam.copy()
    A = system.matrices(t, y, system.p)["A"][held]
    forces[held] = np.linalg.pinv(A.T, rcond=ROUNDING) @ (A.T @ lam[held])
    return forces


def reactions(system, t: float, y: np.ndarray, lam: np.ndarray):
    """A Reaction for each row; rows whose reactions are not determined share what is.

    That is their sum when the rows are parallel, else the generalised force along each velocity.
    """
    rows = system.declared.rows
    shared = _shared(system, t, y) if system.dependent else []
    for k, row in enumerate(rows):
        if not any(k in group for group, _A in shared):
            yield Reaction(row.name, float(lam[k]), row.unit, realisation(system, k, y))
    for group, A in shared:
        names, force = " + ".join(rows[k].name for k in group), A.T @ lam[group]
        if np.linalg.matrix_rank(A, tol=ROUNDING*np.abs(A).max()) == 1:
            yield Reaction(names, float(A[0] @ force/(A[0] @ A[0])), rows[group[0]].unit, "ideal")
            continue
        for i in np.flatnonzero(np.abs(A).max(axis=0) > ROUNDING):
            yield Reaction(_("{names}, along velocity {number}").format(names=names, number=i + 1),
                           float(force[i]), "", "ideal")


def _shared(system, t: float, y: np.ndarray) -> list[tuple[list[int], np.ndarray]]:
    """Groups of rows of which only resultants are determined, and their A."""
    held = always_held(system)
    A = system.matrices(t, y, system.p)["A"]
    _u, sizes, vectors = np.linalg.svd(A[held].T)
    rank = int(np.sum(sizes > ROUNDING*sizes[0]))
    groups: list[set] = []
    for line in np.abs(vectors[rank:]) > 1e-7:
        group = {held[i] for i in np.flatnonzero(line)}
        touching = [g for g in groups if g & group]
        groups = [g for g in groups if not g & group] + [group.union(*touching)]
    return [(sorted(group), A[sorted(group)]) for group in groups]
