"""Reactions of constraint rows: of rows whose own reactions are not determined, what is determined of their sum."""

from collections.abc import Iterator

import numpy as np

from sandbox.scene.realisation import Breakable, Ideal, Penalty, Unilateral, Viscous, With
from sandbox.systems.picture import Reaction
from sandbox.systems.protocol import Data, States
from sandbox.systems.rows.assembled import Assembled
from sandbox.text import _

WORDS = {Ideal: "ideal", Viscous: "viscous", Penalty: "penalty"}
# parts of a row below this are rounding
ROUNDING = 1e-9


def realisation(system: Assembled, k: int, y: np.ndarray) -> str:
    """Takes a state and returns the word for what realises the row k in it."""
    kind = system.declared.rows[k].realisation
    if isinstance(kind, Breakable):
        return "slide" if y[system.state.signs[k]] != 0.0 else "hold"
    if isinstance(kind, Unilateral | With):
        return "open" if y[system.state.switches[k]] != 0.0 else "hold"
    return WORDS[type(kind)]


def ideal_rows(system: Assembled) -> list[int]:
    """Returns the numbers of the ideal rows."""
    return [k for k, row in enumerate(system.declared.rows) if isinstance(row.realisation, Ideal)]


def least_reactions(system: Assembled, states: States, lam: np.ndarray) -> np.ndarray:
    """Takes reactions (n, rows) and returns the smallest ones with the same sums, where only sums are determined."""
    if not system.dependent:
        return lam
    held, forces = ideal_rows(system), lam.copy()
    for force, t, y in zip(forces, states.t.tolist(), states.y, strict=True):
        A = system.matrices(t, y, states.p).A[held]
        force[held] = np.linalg.pinv(A.T, rcond=ROUNDING) @ (A.T @ force[held])
    return forces


def reactions(system: Assembled, data: Data, lam: np.ndarray) -> Iterator[Reaction]:
    """Takes reactions (rows,) and yields a Reaction for each row whose own one is determined, then those of groups.

    Of a group of rows that is the sum when they are parallel, else the generalised force along each velocity.
    """
    rows = system.declared.rows
    groups = _undetermined_groups(system, data) if system.dependent else []
    for k, row in enumerate(rows):
        if not any(k in group for group, _A in groups):
            yield Reaction(row.name, float(lam[k]), row.unit, realisation(system, k, data.y))
    for group, A in groups:
        names, force = " + ".join(rows[k].name for k in group), A.T @ lam[group]
        if np.linalg.matrix_rank(A, tol=ROUNDING*np.abs(A).max()) == 1:
            yield Reaction(names, float(A[0] @ force/(A[0] @ A[0])), rows[group[0]].unit, "ideal")
            continue
        for i in np.flatnonzero(np.abs(A).max(axis=0) > ROUNDING):
            yield Reaction(_("{names}, along velocity {number}").format(names=names, number=i + 1),
                           float(force[i]), "", "ideal")


def _undetermined_groups(system: Assembled, data: Data) -> list[tuple[list[int], np.ndarray]]:
    """Returns the groups of rows of which only resultants are determined, and the A (rows, nv) of each group."""
    held = ideal_rows(system)
    A = system.matrices(data.t, data.y, data.p).A
    _u, sizes, vectors = np.linalg.svd(A[held].T)
    rank = int(np.sum(sizes > ROUNDING*sizes[0]))
    groups: list[set[int]] = []
    for line in np.abs(vectors[rank:]) > 1e-7:
        group = {held[i] for i in np.flatnonzero(line)}
        touching = [g for g in groups if g & group]
        groups = [g for g in groups if not g & group] + [group.union(*touching)]
    return [(sorted(group), A[sorted(group)]) for group in groups]
