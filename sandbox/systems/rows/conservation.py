"""Whether a quantity of a system with rows is conserved just now, found by trial on states that obey the rows.

The rates along the motion are formulas (mechanics/rows/generate.py): a quantity whose rate vanishes on motions that
have nothing to do with one another is conserved, by whatever symmetry.
"""

from collections.abc import Iterator

import numpy as np

from sandbox.integration import arrays, hybrid
from sandbox.integration.settings import settings_of
from sandbox.mechanics.rows.report import RowsReport
from sandbox.scene.realisation import Ideal, Unilateral, With
from sandbox.systems.motion_numbers import has_constant_rate
from sandbox.systems.protocol import Data
from sandbox.systems.rows.assembled import Assembled
from sandbox.text import _

# rates below this part of the sizes they are made of, per second, are rounding
ROUNDING = 1e-11
# instants at which the states are tried, and how long the motions last that lead to them [s]
TIMES, SPAN = (0.0, 0.71, 2.3), 0.3


def probes_of(system: Assembled) -> list[np.ndarray]:
    """Returns states that a system can come to, always the same: from its start with velocities of any direction."""
    random, v = np.random.default_rng(20), system.state.v
    mode, states = system.modes[system.mode], []
    for _i in range(3):
        y = system.y.copy()
        y[v] += system.scales[v]*random.standard_normal(v.stop - v.start)
        hybrid.evaluate(mode.table[arrays.SETTLE], 0.0, y, system.p, system.calls, y)
        memory, watch, settings = np.zeros(arrays.MEMORY), np.zeros(arrays.WATCH), settings_of(system.finest_level)
        model = mode.table, system.p, system.calls, settings
        hybrid.advance_part(hybrid.places_of(model, (y, memory, watch)), 0.0, SPAN)
        states.append(y)
    return states


def _reports(system: Assembled, probes: list[np.ndarray], data: Data) -> Iterator[RowsReport]:
    """Yields the reports of the probes on the rows of the present mode, under the present motion."""
    table = system.modes[data.mode].table
    for y in probes:
        for t in TIMES:
            state = y.copy()
            system.switches.put(state, data.mode)
            # velocities that obey the rows at that instant
            hybrid.evaluate(table[arrays.SETTLE], t, state, data.p, data.calls, state)
            yield system.read(data.at(t, state))


def reason_energy_changes(system: Assembled, probes: list[np.ndarray], data: Data) -> str:
    """Returns why E_J is not conserved just now, or ""."""
    rows = system.declared.rows
    ideal = np.array([isinstance(row.realisation, Ideal | Unilateral | With) for row in rows], bool)
    worst = np.zeros(4)
    for report in _reports(system, probes, data):
        works = report.power_of_rows
        worst = np.maximum(worst, np.abs([report.power_of_motion, works[ideal].sum(), works[~ideal].sum(),
                                          report.power_of_forces]))
    motion, work, loss, force = worst > ROUNDING*system.power_scale
    if motion:
        if not has_constant_rate(data.p):
            return _("the rate is being changed")
        return system.declared.why or _("the energy depends on where the support carries the system")
    if work:
        return _("the rows do work on the system")
    if loss:
        return _("losses at {rows}").format(rows=", ".join(
            f"'{row.name}'" for row in rows if not isinstance(row.realisation, Ideal | Unilateral | With)))
    return _("the forces do work") if force else ""


def reason_integral_changes(system: Assembled, probes: list[np.ndarray], data: Data, name: str) -> str:
    """Returns why a declared integral is not conserved just now, or ""."""
    integrals = system.declared.integrals
    i = [x.name for x in integrals].index(name)
    reports = list(_reports(system, probes, data))
    rate, size = (max(abs(x[i]) for x in found) for found in (
        [report.integral_rates for report in reports], [report.integrals for report in reports]))
    if rate <= 1e2*ROUNDING*(1e-3 + size):
        return ""
    return integrals[i].unless or _("not for these parameters")
