"""Why the motion of a system with rows can't go on: what lost its meaning, or its rank.

A system here is a ConstrainedSystem.
"""

import numpy as np

from sandbox.systems.rows.reactions import always_held
from sandbox.text import _


def lost_rank(system, t: float, y: np.ndarray, when: str) -> str:
    """Which matrix or rows lost their rank, of those that hold."""
    found, rows = system.matrices(t, y, system.p), system.declared.rows
    if np.linalg.eigvalsh(found["M"]).min() <= 1e-9*np.abs(found["M"]).max():
        return _("The kinetic matrix became singular {when}.").format(when=when)
    held = [*always_held(system), *(k for k, place in system.signs.items() if y[place] == 0.0)]
    kept = [k for k in held if k not in system.dependent]
    lengths, first = (np.linalg.norm(x["A"], axis=1) for x in (found, system.matrices(0.0, system.y, system.p)))
    for k in kept:
        if lengths[k] < 1e-4*first[k]:
            return _("Row '{row}' became zero {when}: it constrains nothing there.").format(
                row=rows[k].name, when=when)
    A = found["A"]/lengths[:, None]
    for k in system.dependent:
        if np.linalg.matrix_rank(A[[*kept, k]], tol=1e-8) > np.linalg.matrix_rank(A[kept], tol=1e-8):
            return _("'{row}' no longer follows from the other rows {when}.").format(row=rows[k].name, when=when)
    return _("The rows {names} became dependent {when}: their reactions have no unique value.").format(
        names=", ".join(f"'{rows[k].name}'" for k in kept), when=when)


def not_finite(system, t: float, y: np.ndarray, when: str) -> str:
    """What lost its meaning, sought a little ahead of the last good state."""
    words = {"M": _("the kinetic energy"), "F": _("the forces")}
    nq, nv = system.declared.numbers, system.declared.velocities
    ahead = np.zeros_like(y)
    if nq == nv:
        ahead[:nq] = y[nq:nq + nv]
    lost = ""
    with np.errstate(all="ignore"):
        for dt in (0.0, *np.geomspace(1e-9, 0.02, 40)):
            found = system.matrices(t + dt, y + dt*ahead, system.p)
            bad = [word for name, word in words.items() if not np.all(np.isfinite(found[name]))]
            bad += [_("row '{row}'").format(row=row.name) for k, row in enumerate(system.declared.rows)
                    if not np.all(np.isfinite([*found["A"][k], found["b"][k], found["c"][k]]))]
            if bad:
                lost = bad[0]
                break
    return _("System '{name}': {what} gave no finite number {when}; the last good state is shown.").format(
        name=system.declared.name, what=lost or _("the equations"), when=when)
