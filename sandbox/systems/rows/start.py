"""From words to a running system with rows: traced pieces, compiled modes, a start that obeys the rows."""

from collections.abc import Mapping
from itertools import product

import numpy as np

from sandbox.compiling.rotation import matrix_of
from sandbox.errors import BadValue
from sandbox.integration.observation import CLOCK_GUARD
from sandbox.mechanics.rows.generate import GUARD_ROWS, RANK_MARGIN, SCALES, Writer, matrices_of
from sandbox.mechanics.rows.impacts import gripped
from sandbox.mechanics.rows.multipliers import Dynamics, Equations
from sandbox.scene.constrained import At, Constrained, Rotation
from sandbox.scene.realisation import Breakable, Ideal, Penalty, Unilateral, Viscous
from sandbox.systems.protocol import Mode
from sandbox.systems.rows.system import ConstrainedSystem, quaternion_of, switch_words
from sandbox.systems.rows.tracing import Trace
from sandbox.text import _

# the finest sub-step is h/2^level
FINEST_LEVEL = 10
# a stiff row makes layers of a microsecond
FINEST_STIFF_LEVEL = 16
# a start that violates the rows by less than this part of its speed counts as rounded
ROUNDED = 1e-12
# contradictions below this part of what they are made of are rounding
CONSISTENT = 1e-8


def assemble_constrained(system: Constrained, start: At, values: Mapping | None = None) -> ConstrainedSystem:
    """The system at its start, or BadValue with the reason why there is none."""
    where = _("system '{name}'").format(name=system.name)
    if not isinstance(start, At):
        raise BadValue(_("{where}, start: got {found}, needs At(q, v)").format(where=where, found=type(start).__name__))
    trace = Trace(system, values or {})
    pieces, shown = trace.pieces(), trace.shown()
    guards = len(trace.signed) + len(system.crossings) + len(system.edges)
    if guards + GUARD_ROWS > CLOCK_GUARD:
        raise BadValue(_("{where}: got {found} breakable rows, unilateral rows, crossings and edges, needs {most} at "
                         "most").format(where=where, found=guards, most=CLOCK_GUARD - GUARD_ROWS))
    nq, nv = system.numbers, system.velocities
    y = np.zeros(trace.size)
    y[:nq + nv] = numbers_of(system, start, where)
    signs = {k: nq + nv + len(trace.stretched) + i for i, k in enumerate(trace.signed)}
    sides = tuple(range(y.size - 1 - len(system.crossings), y.size - 1))
    p, live = trace.array(values or {})
    matrices = matrices_of(Equations(pieces), shown.crossings)
    with np.errstate(all="ignore"):
        y[list(sides)] = matrices(0.0, y, p)["crossings"] > 0.0
        here = matrices(0.0, y, p)
    _check(system, here, where)
    _open(system, here, y, signs, where)

    # the start: which rows hold, which follow from others, which slide already
    given = y[nq:nq + nv].copy()
    held, dependent = _independent(system, here, where)
    for k, row in enumerate(system.rows):
        slip = here["A"][k] @ given - here["b"][k]
        if isinstance(row.realisation, Breakable) and abs(slip) > CONSISTENT*_size(here, k, given):
            y[signs[k]] = np.sign(slip)
    gripping = [k for k in held if k not in signs or y[signs[k]] == 0.0]
    velocity, impulse = gripped(here["M"], here["A"][gripping], here["b"][gripping], given)
    _check_dependent(system, here, velocity, gripping, dependent, where)
    y[nq:nq + nv] = velocity
    pieces.dependent = tuple(dependent)
    writer = Writer(Dynamics(pieces), shown)
    if writer.is_stiff and (sides or Unilateral in map(type, (row.realisation for row in system.rows))):
        raise BadValue(_("{where}: viscous and penalty rows go with no crossing and no unilateral row").format(
            where=where))

    scales = _scales(system, here, y)
    p[SCALES:SCALES + scales.size] = scales
    table, places = writer.table_and_places()
    modes = {name: Mode(word, table, y.size, y.size - 1) for name, word in _mode_names(system).items()}
    speed = scales[nq:nq + nv]
    power = float(speed @ here["M"] @ speed)
    return ConstrainedSystem(
        system, modes, p, np.zeros(3, np.int64), y, live, _notes(here["M"], velocity, given, power), tuple(dependent),
        signs, sides, places, max(place.stop for place in places.values()), matrices,
        {system.rows[k].name: float(x) for k, x in zip(gripping, impulse, strict=True)},
        scales[:y.size], power, FINEST_STIFF_LEVEL if writer.is_stiff else FINEST_LEVEL)


def numbers_of(system: Constrained, start: At, where: str) -> np.ndarray:
    """Coordinates and velocities (nq + nv,) of a start, or BadValue."""
    found = []
    for word, entries in (("q", start.q), ("v", start.v)):
        if len(entries) != len(system.coordinates):
            raise BadValue(_("{where}, start, {word}: got {found} entries, needs {needed}").format(
                where=where, word=word, found=len(entries), needed=len(system.coordinates)))
        for coordinate, entry in zip(system.coordinates, entries, strict=True):
            is_turning = isinstance(coordinate, Rotation)
            name = coordinate.name if is_turning else coordinate
            sizes = (1,) if not is_turning else (4, 9) if word == "q" else (3,)
            try:
                numbers = np.asarray(entry, float).ravel()
            except (TypeError, ValueError):
                numbers = np.zeros(0)
            if numbers.size not in sizes or not np.all(np.isfinite(numbers)):
                raise BadValue(_("{where}, start, {word} of '{name}': got {found}, needs {sizes} finite numbers"
                                 ).format(where=where, word=word, name=name, found=entry,
                                          sizes=_(" or ").join(map(str, sizes))))
            found.append(_unit(numbers, where, name) if numbers.size in (4, 9) else numbers)
    return np.concatenate(found)


def _unit(numbers: np.ndarray, where: str, name: str) -> np.ndarray:
    """Unit quaternion of a quaternion or of a rotation matrix that may carry rounded digits."""
    if numbers.size == 4:
        if not np.linalg.norm(numbers) > 0.0:
            raise BadValue(_("{where}, start, q of '{name}': got the zero quaternion").format(where=where, name=name))
        return numbers/np.linalg.norm(numbers)
    R = numbers.reshape(3, 3)
    if np.abs(R @ R.T - np.eye(3)).max() > 1e-6 or np.linalg.det(R) < 0.0:
        raise BadValue(_("{where}, start, q of '{name}': needs a rotation matrix").format(where=where, name=name))
    q = quaternion_of(R)
    for _i in range(2):
        # what is left of the rotation, as a small angle
        rest = np.array(matrix_of(*q)).reshape(3, 3).T @ R
        w = 0.5*np.array([rest[2, 1] - rest[1, 2], rest[0, 2] - rest[2, 0], rest[1, 0] - rest[0, 1]])
        q = q + 0.5*np.array([-(q[1:] @ w), *(q[0]*w + np.cross(q[1:], w))])
        q /= np.linalg.norm(q)
    return q


def _size(here, k: int, v) -> float:
    """What a velocity along the row k is compared with [m/s]."""
    return max(np.abs(here["A"][k]) @ np.abs(v) + abs(here["b"][k]), 1e-6)


def _check(system, here, where: str):
    """BadValue for a singular kinetic matrix, for rows that are zero or no numbers."""
    M = here["M"]
    for name, word in (("M", _("kinetic")), ("F", _("force"))):
        if not np.all(np.isfinite(here[name])):
            raise BadValue(_("{where}, {word}: no finite number at the start").format(where=where, word=word))
    diagonal = np.diag(M)
    if not np.all(diagonal > 0.0) or not np.linalg.eigvalsh(M/np.sqrt(np.outer(diagonal, diagonal))).min() > 1e-12:
        raise BadValue(_("{where}, kinetic: got a singular kinetic matrix at the start, needs a positive definite one"
                         ).format(where=where))
    for k, row in enumerate(system.rows):
        if not np.all(np.isfinite([*here["A"][k], here["b"][k], here["c"][k]])):
            raise BadValue(_("{where}, row '{row}': no finite number at the start").format(where=where, row=row.name))
        if not here["A"][k].any() and not isinstance(row.realisation, Unilateral):
            raise BadValue(_("{where}, row '{row}': got A = 0 at the start, needs a row").format(
                where=where, row=row.name))


def _open(system, here, y, signs: dict[int, int], where: str):
    """Write that all unilateral rows are open, or BadValue for one that is not."""
    rows = [k for k in signs if isinstance(system.rows[k].realisation, Unilateral)]
    for k, gap in zip(rows, here["gaps"], strict=True):
        if not gap > 0.0:
            raise BadValue(_("{where}, row '{row}': got a gap of {gap:.3g} at the start, needs one above 0").format(
                where=where, row=system.rows[k].name, gap=gap))
        y[signs[k]] = 1.0


def _independent(system, here, where: str) -> tuple[list[int], list[int]]:
    """Rows with a multiplier that are independent of those before them, and those that follow from them."""
    kinds = Ideal | Breakable | Unilateral
    with_multiplier = [k for k, row in enumerate(system.rows) if isinstance(row.realisation, kinds)]
    # in the metric of the kinetic energy
    A = np.linalg.solve(np.linalg.cholesky(here["M"]), here["A"].T).T if system.rows else here["A"]
    kept, dependent = [], []
    for k in with_multiplier:
        (kept if _distance(A[k], A[kept]) > RANK_MARGIN else dependent).append(k)
    for k in with_multiplier if dependent else ():
        others = A[[i for i in with_multiplier if i != k]]
        own = isinstance(system.rows[k].realisation, Breakable | Unilateral)
        if own and not _distance(A[k], others) > RANK_MARGIN:
            raise BadValue(_("{where}, row '{row}': it follows from other rows, so that its own force has no value and "
                             "it can't be breakable or unilateral").format(where=where, row=system.rows[k].name))
    return kept, dependent


def _distance(a, others) -> float:
    """Square of the sine of the angle between a row and the space of others, 1 for a gap's row that is zero here."""
    if not len(others) or not a.any():
        return 1.0
    rest = a - others.T @ np.linalg.lstsq(others.T, a, rcond=1e-9)[0]
    return float(rest @ rest/(a @ a))


def _check_dependent(system, here, v, held, dependent, where: str):
    """BadValue when a row that follows from others contradicts them, in velocity or in acceleration."""
    if not dependent:
        return
    A, W = here["A"], np.linalg.solve(here["M"], here["A"][held].T)
    free = np.linalg.solve(here["M"], here["F"])
    a = free + W @ np.linalg.solve(A[held] @ W, here["c"][held] - A[held] @ free)
    for k in dependent:
        made_of = np.abs(np.linalg.lstsq(A[held].T, A[k], rcond=None)[0])
        names = "', '".join([*(system.rows[i].name for i, share in zip(held, made_of, strict=True) if share > 1e-9),
                             system.rows[k].name])
        for word, found, needed in ((_("velocity"), A[k] @ v, here["b"][k]),
                                    (_("acceleration"), A[k] @ a, here["c"][k])):
            if abs(found - needed) > CONSISTENT*max(_size(here, k, v), abs(found), abs(needed)):
                raise BadValue(_("{where}, rows '{names}': they contradict each other, no {word} obeys them all (got a "
                                 "misfit of {misfit:.3g}, needs 0)").format(where=where, names=names, word=word,
                                                                           misfit=abs(found - needed)))


def _notes(M, new, old, scale) -> tuple[str, ...]:
    # a start at rest is no measure of what is rounded
    change, speed = new - old, max(old @ M @ old, new @ M @ new, 1e-6*scale)
    share = np.sqrt(change @ M @ change/speed) if speed > 0.0 else 0.0
    return () if share <= ROUNDED else (_("v changed by {share:.3g} % to obey the rows").format(share=100.0*share),)


def _scales(system, here, y) -> np.ndarray:
    """Sizes that errors are measured in: of all numbers of the state, then force, speed, a M^-1 a of each row."""
    nq, nv = system.numbers, system.velocities
    scales = np.ones(y.size)
    if system.scales is not None:
        sizes = [np.broadcast_to(np.asarray(x, float), n) for x, n in zip(system.scales, (nq, nv), strict=True)]
        scales[:nq + nv] = np.concatenate(sizes)
    v, rows = scales[nq:nq + nv], []
    scales[-1] = 0.5*np.max(np.diag(here["M"])*v*v)
    for a in here["A"]:
        # the row of a gap may vanish where it is widest
        speed, size = np.abs(a) @ v or 1.0, a @ np.linalg.solve(here["M"], a) or 1.0
        # the force that stops this speed within a second
        rows += [speed/size, speed, size]
    return np.concatenate([scales, rows])


def _mode_names(system: Constrained) -> dict[str, str]:
    """Name of each mode, and what a person reads as it."""
    words = switch_words(system)
    kinds = [type(row.realisation) for row in system.rows]
    plain = "viscous" if Viscous in kinds else "penalty" if Penalty in kinds else system.word
    if not words:
        return {plain: plain}
    return {", ".join(name): ", ".join(x for x in name if x in ("hold", "slide")) or plain for name in product(*words)}
