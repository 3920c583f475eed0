"""From words to a running system with rows: traced pieces, compiled modes, a start that obeys the rows."""

from collections.abc import Mapping

import numpy as np

from sandbox.errors import BadValue
from sandbox.mechanics.rows import guards as row_guards
from sandbox.mechanics.rows.impacts import plastic_impact
from sandbox.mechanics.rows.layout import RowScale, StateLayout
from sandbox.mechanics.rows.matrices import Matrices
from sandbox.scene.constrained import At, Constrained
from sandbox.scene.realisation import Breakable, Unilateral
from sandbox.systems.protocol import Mode
from sandbox.systems.rows.consistency import (
    CONSISTENT,
    check_dependent,
    check_equations,
    independent_rows,
    open_rows,
    speed_along,
)
from sandbox.systems.rows.modes import Switches
from sandbox.systems.rows.placing import numbers_of
from sandbox.systems.rows.resets import transitions
from sandbox.systems.rows.structure import structure_of
from sandbox.systems.rows.system import ConstrainedSystem
from sandbox.text import _

# the finest sub-step is h/2^level
FINEST_LEVEL = 10
# a stiff row makes layers of a microsecond
FINEST_STIFF_LEVEL = 16
# a start that violates the rows by less than this part of its speed counts as rounded
ROUNDED = 1e-12


def assemble_constrained(system: Constrained, start: At, values: Mapping | None = None) -> ConstrainedSystem:
    """Takes a system, its start and parameter values and returns it ready to run, or raises BadValue."""
    where = _("system '{name}'").format(name=system.name)
    if not isinstance(start, At):
        raise BadValue(_("{where}, start: got {found}, needs At(q, v)").format(where=where, found=type(start).__name__))
    structure, trace = structure_of(system, values or {})
    state, matrices = trace.state, structure.matrices
    guards = len(state.signed) + len(system.crossings) + len(system.edges)
    if guards > row_guards.MOST_GUARDS:
        raise BadValue(_("{where}: got {found} breakable rows, unilateral rows, crossings and edges, needs {most} at "
                         "most").format(where=where, found=guards, most=row_guards.MOST_GUARDS))
    y, signs = np.zeros(state.size), state.signs
    y[state.motion] = numbers_of(system, start, where)
    p, live = trace.array(values or {})
    with np.errstate(all="ignore"):
        y[list(state.sides)] = matrices(0.0, y, p).crossings > 0.0
        here = matrices(0.0, y, p)
    check_equations(system, here, where)
    open_rows(system, here, y, signs, where)

    # the start: which rows hold, which follow from others, which slide already
    given = y[state.v].copy()
    independent, dependent = independent_rows(system, here, where)
    for k, row in enumerate(system.rows):
        slip = here.A[k] @ given - here.b[k]
        if not isinstance(row.realisation, Breakable):
            continue
        if abs(slip) > CONSISTENT*speed_along(here, k, given):
            y[signs[k]] = np.sign(slip)
        elif row.realisation.hold == 0.0:
            # there is nothing to hold it, nor to rub on it
            y[signs[k]] = 1.0
    held = [k for k in independent if k not in state.switches or y[state.switches[k]] == 0.0]
    velocity, impulse = plastic_impact(here.M, here.A[held], here.b[held], given)
    check_dependent(system, here, velocity, held, dependent, where)
    y[state.v] = velocity
    written = structure.of(system, values or {}, tuple(dependent))
    writer, functions = written.writer, written.functions
    if writer.is_stiff and (state.sides or Unilateral in map(type, (row.realisation for row in system.rows))):
        raise BadValue(_("{where}: viscous and penalty rows go with no crossing and no unilateral row").format(
            where=where))

    scales = _scales(system, state, here)
    writer.scales.put(p, scales, _row_scales(here, scales[state.v]))
    switches = Switches.of(system, state)
    power = float(scales[state.v] @ here.M @ scales[state.v])
    return ConstrainedSystem(
        declared=system, p=p, calls=np.zeros(3, np.int64), y=y, live=live, dependent=tuple(dependent),
        modes={name: Mode(word, functions, state.size, state.ledger) for name, word in switches.modes.items()},
        notes=_notes(here.M, velocity, given, power), state=state, report=writer.report, switches=switches,
        transitions=transitions(writer.guards, switches), matrices=matrices, grips=written.grips.anew(),
        impulse={system.rows[k].name: float(x) for k, x in zip(held, impulse, strict=True)},
        scales=scales, power_scale=power, values=dict(values or {}), named=tuple(trace.named),
        finest_level=FINEST_STIFF_LEVEL if writer.is_stiff else FINEST_LEVEL)


def _notes(M: np.ndarray, new: np.ndarray, old: np.ndarray, scale: float) -> tuple[str, ...]:
    """Takes the velocities on the rows and the given ones and returns the sentence about a change, if there is one."""
    # a start at rest is no measure of what is rounded
    change, speed = new - old, max(old @ M @ old, new @ M @ new, 1e-6*scale)
    share = np.sqrt(change @ M @ change/speed) if speed > 0.0 else 0.0
    return () if share <= ROUNDED else (_("v changed by {share:.3g} % to obey the rows").format(share=100.0*share),)


def _scales(system: Constrained, state: StateLayout, here: Matrices) -> np.ndarray:
    """Returns the sizes (state.size,) that errors of the numbers of the state are measured in."""
    scales = np.ones(state.size)
    if system.scales is not None:
        sizes = [np.broadcast_to(np.asarray(x, float), n)
                 for x, n in zip(system.scales, (state.nq, state.nv), strict=True)]
        scales[state.motion] = np.concatenate(sizes)
    v = scales[state.v]
    scales[state.ledger] = 0.5*np.max(np.diag(here.M)*v*v)
    return scales


def _row_scales(here: Matrices, v: np.ndarray) -> list[RowScale]:
    """Takes the scales of the velocities (nv,) and returns those of the rows."""
    rows = []
    for a in here.A:
        # the row of a gap may vanish where it is widest
        speed, diagonal = np.abs(a) @ v or 1.0, a @ np.linalg.solve(here.M, a) or 1.0
        # the force that stops this speed within a second
        rows.append(RowScale(force=speed/diagonal, speed=speed, diagonal=diagonal))
    return rows
