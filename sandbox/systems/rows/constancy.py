"""Whether a quantity of a system with rows is conserved just now, found by trial on states that obey the rows.

The rates along the motion are formulas (mechanics/rows/generate.py): a quantity whose rate vanishes on motions that
have nothing to do with one another is conserved, by whatever symmetry.
"""

import numpy as np

from sandbox.integration import hybrid
from sandbox.mechanics.layout import SPIN
from sandbox.scene.realisation import Ideal, Unilateral
from sandbox.text import _

# rates below this part of the sizes they are made of, per second, are rounding
NOTHING = 1e-11
# instants at which the states are tried, and how long the motions last that lead to them [s]
TIMES, SPAN = (0.0, 0.71, 2.3), 0.3


def probes(system) -> list[np.ndarray]:
    """States that a system can come to, always the same ones: from its start with velocities of any direction."""
    random, nq, nv = np.random.default_rng(20), system.declared.numbers, system.declared.velocities
    mode, states = system.modes[system.mode], []
    for _i in range(3):
        y = system.y.copy()
        y[nq:nq + nv] += system.scales[nq:nq + nv]*random.standard_normal(nv)
        hybrid.ask(mode.table[hybrid.SETTLE], 0.0, y, system.p, system.calls, y)
        memory, watch = np.zeros(hybrid.MEMORY), np.zeros(hybrid.WATCH)
        hybrid.advance_part(mode.table, 0.0, SPAN, y, memory, system.p, system.calls, watch)
        states.append(y)
    return states


def _tried(system, mode: str):
    """Reports of the probes on the rows, in a mode."""
    table = system.modes[mode].table
    for y in system.probes:
        for t in TIMES:
            state = y.copy()
            system.put_mode(state, mode)
            # velocities that obey the rows at that instant
            hybrid.ask(table[hybrid.SETTLE], t, state, system.p, system.calls, state)
            yield system.read(mode, t, state)


def reason_energy_changes(system, mode: str) -> str:
    """Why E_J is not conserved just now, or ""."""
    rows = system.declared.rows
    ideal = np.array([isinstance(row.realisation, Ideal | Unilateral) for row in rows], bool)
    worst = np.zeros(4)
    for seen in _tried(system, mode):
        forces, motion, works = seen["powers"][0], seen["powers"][1], seen["powers"][2:]
        worst = np.maximum(worst, np.abs([motion, works[ideal].sum(), works[~ideal].sum(), forces]))
    motion, work, loss, force = worst > NOTHING*system.power_scale
    if motion:
        changing = system.p[SPIN + 3:SPIN + 7].any() or system.p[SPIN + 9] != 0.0
        if changing:
            return _("the rate is being changed")
        return system.declared.why or _("the energy depends on where the support carries the system")
    if work:
        return _("the rows do work on the system")
    if loss:
        return _("losses at {rows}").format(rows=", ".join(
            f"'{row.name}'" for row in rows if not isinstance(row.realisation, Ideal | Unilateral)))
    return _("the forces do work") if force else ""


def reason_integral_changes(system, mode: str, name: str) -> str:
    """Why a declared integral is not conserved just now, or ""."""
    integrals = system.declared.integrals
    i = [x.name for x in integrals].index(name)
    seen = list(_tried(system, mode))
    rates, sizes = [abs(s["integral_rates"][i]) for s in seen], [abs(s["integrals"][i]) for s in seen]
    if max(rates) <= 1e2*NOTHING*(1e-3 + max(sizes)):
        return ""
    return integrals[i].unless or _("not for these parameters")
