"""Why the motion of a system with rows can't go on: which matrix or rows lost their rank, what is no finite number."""

import numpy as np

from sandbox.systems.protocol import Data
from sandbox.systems.rows.assembled import Assembled
from sandbox.systems.rows.reactions import ideal_rows
from sandbox.text import _


def lost_rank(system: Assembled, data: Data, when: str) -> str:
    """Returns which matrix or rows, of those that hold, have lost their rank."""
    y, p, rows = data.y, data.p, system.declared.rows
    found = system.matrices(data.t, y, p)
    if np.linalg.eigvalsh(found.M).min() <= 1e-9*np.abs(found.M).max():
        return _("The kinetic matrix became singular {when}.").format(when=when)
    held = [*ideal_rows(system), *(k for k, place in system.state.switches.items() if y[place] == 0.0)]
    independent = [k for k in held if k not in system.dependent]
    lengths, first = (np.linalg.norm(x.A, axis=1) for x in (found, system.matrices(0.0, system.y, p)))
    for k in independent:
        if lengths[k] < 1e-4*first[k]:
            return _("Row '{row}' became zero {when}: it constrains nothing there.").format(
                row=rows[k].name, when=when)
    A = found.A/lengths[:, None]
    for k in system.dependent:
        if np.linalg.matrix_rank(A[[*independent, k]], tol=1e-8) > np.linalg.matrix_rank(A[independent], tol=1e-8):
            return _("'{row}' no longer follows from the other rows {when}.").format(row=rows[k].name, when=when)
    return _("The rows {names} became dependent {when}: their reactions have no unique value.").format(
        names=", ".join(f"'{rows[k].name}'" for k in independent), when=when)


def not_finite(system: Assembled, data: Data, when: str) -> str:
    """Returns what is no finite number, sought a little ahead of the last good state."""
    state, y, ahead = system.state, data.y, np.zeros_like(data.y)
    if state.nq == state.nv:
        ahead[state.q] = y[state.v]
    lost = ""
    with np.errstate(all="ignore"):
        for dt in (0.0, *np.geomspace(1e-9, 0.02, 40)):
            found = system.matrices(data.t + dt, y + dt*ahead, data.p)
            parts = [(_("the kinetic energy"), found.M), (_("the forces"), found.F)]
            parts += [(_("row '{row}'").format(row=row.name), np.array([*found.A[k], found.b[k], found.c[k]]))
                      for k, row in enumerate(system.declared.rows)]
            lost = next((word for word, numbers in parts if not np.all(np.isfinite(numbers))), "")
            if lost:
                break
    return _("System '{name}': {what} gave no finite number {when}; the last good state is shown.").format(
        name=system.declared.name, what=lost or _("the equations"), when=when)
