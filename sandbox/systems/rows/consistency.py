"""Consistency of a system with rows at its start: what is refused with a sentence, and which rows are independent."""

from typing import cast

import numpy as np

from sandbox.errors import BadValue
from sandbox.mechanics.rows import guards as row_guards
from sandbox.mechanics.rows.matrices import Matrices
from sandbox.scene.constrained import Constrained
from sandbox.scene.realisation import Breakable, Ideal, Unilateral, With
from sandbox.text import _

# contradictions below this part of what they are made of are rounding
CONSISTENT = 1e-8


def speed_along(here: Matrices, k: int, v: np.ndarray) -> float:
    """Takes velocities v (nv,) and returns what a velocity along the row k is compared with [m/s]."""
    return max(np.abs(here.A[k]) @ np.abs(v) + abs(here.b[k]), 1e-6)


def check_equations(system: Constrained, here: Matrices, where: str):
    """Raises BadValue for a singular kinetic matrix, for rows that are zero or no numbers."""
    M = here.M
    for numbers, word in ((here.M, _("kinetic")), (here.F, _("force"))):
        if not np.all(np.isfinite(numbers)):
            raise BadValue(_("{where}, {word}: no finite number at the start").format(where=where, word=word))
    diagonal = np.diag(M)
    if not np.all(diagonal > 0.0) or not np.linalg.eigvalsh(M/np.sqrt(np.outer(diagonal, diagonal))).min() > 1e-12:
        raise BadValue(_("{where}, kinetic: got a singular kinetic matrix at the start, needs a positive definite one"
                         ).format(where=where))
    for k, row in enumerate(system.rows):
        if not np.all(np.isfinite([*here.A[k], here.b[k], here.c[k]])):
            raise BadValue(_("{where}, row '{row}': no finite number at the start").format(where=where, row=row.name))
        if not here.A[k].any() and not isinstance(row.realisation, Unilateral):
            raise BadValue(_("{where}, row '{row}': got A = 0 at the start, needs a row").format(
                where=where, row=row.name))


def open_rows(system: Constrained, here: Matrices, y: np.ndarray, signs: dict[int, int], where: str):
    """Writes into a state which unilateral rows are open, or raises BadValue for one that is not as it is said to be.

    A gap that is closed may be so up to rounding [of the size of the coordinates].
    """
    rows = [k for k in signs if isinstance(system.rows[k].realisation, Unilateral)]
    size = np.abs(y).max()
    for k, gap in zip(rows, here.gaps, strict=True):
        law = cast(Unilateral, system.rows[k].realisation)
        if law.closed:
            if not abs(gap) <= CONSISTENT*size:
                raise BadValue(_("{where}, row '{row}': got a gap of {gap:.3g} at the start, needs a closed one"
                                 ).format(where=where, row=system.rows[k].name, gap=gap))
            continue
        if not gap > 0.0:
            raise BadValue(_("{where}, row '{row}': got a gap of {gap:.3g} at the start, needs one above 0").format(
                where=where, row=system.rows[k].name, gap=gap))
        y[signs[k]] = 1.0


def independent_rows(system: Constrained, here: Matrices, where: str) -> tuple[list[int], list[int]]:
    """Returns the rows with a multiplier that are independent of those before them, and those that are not."""
    kinds = Ideal | Breakable | Unilateral | With
    with_multiplier = [k for k, row in enumerate(system.rows) if isinstance(row.realisation, kinds)]
    # in the metric of the kinetic energy
    A = np.linalg.solve(np.linalg.cholesky(here.M), here.A.T).T if system.rows else here.A
    independent: list[int] = []
    dependent: list[int] = []
    for k in with_multiplier:
        (independent if _distance(A[k], A[independent]) > row_guards.RANK_MARGIN else dependent).append(k)
    for k in with_multiplier if dependent else ():
        others = A[[i for i in with_multiplier if i != k]]
        own = isinstance(system.rows[k].realisation, Breakable | Unilateral | With)
        if own and not _distance(A[k], others) > row_guards.RANK_MARGIN:
            raise BadValue(_("{where}, row '{row}': it follows from other rows, so that its own force has no value and "
                             "it can't be breakable or unilateral").format(where=where, row=system.rows[k].name))
    return independent, dependent


def _distance(a, others) -> float:
    """Returns the squared sine of the angle between a row and the space of others, 1 for a gap's row that is 0."""
    if not len(others) or not a.any():
        return 1.0
    rest = a - others.T @ np.linalg.lstsq(others.T, a, rcond=1e-9)[0]
    return float(rest @ rest/(a @ a))


def check_dependent(system: Constrained, here: Matrices, v: np.ndarray, held: list[int], dependent: list[int],
                    where: str):
    """Raises BadValue when a row that follows from others contradicts them, in velocity or in acceleration."""
    if not dependent:
        return
    A, W = here.A, np.linalg.solve(here.M, here.A[held].T)
    free = np.linalg.solve(here.M, here.F)
    a = free + W @ np.linalg.solve(A[held] @ W, here.c[held] - A[held] @ free)
    for k in dependent:
        made_of = np.abs(np.linalg.lstsq(A[held].T, A[k], rcond=None)[0])
        names = "', '".join([*(system.rows[i].name for i, share in zip(held, made_of, strict=True) if share > 1e-9),
                             system.rows[k].name])
        for word, found, needed in ((_("velocity"), A[k] @ v, here.b[k]),
                                    (_("acceleration"), A[k] @ a, here.c[k])):
            if abs(found - needed) > CONSISTENT*max(speed_along(here, k, v), abs(found), abs(needed)):
                raise BadValue(_("{where}, rows '{names}': they contradict each other, no {word} obeys them all (got a "
                                 "misfit of {misfit:.3g}, needs 0)").format(where=where, names=names, word=word,
                                                                           misfit=abs(found - needed)))
