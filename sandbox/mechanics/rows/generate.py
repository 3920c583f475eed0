"""The compiled side of a system of rows: text of its right-hand side, observation, settling and report.

State y: coordinates, velocities, a stretch for each penalty row, the sign of slip for each breakable row and of being
open for each unilateral one, the side of each crossing, the ledger.
The scales in which errors of a sub-step are measured stand in p from SCALES on: one for each number of the state, then
for each row a force, a speed and its entry on the diagonal of S at the start.
"""

from dataclasses import dataclass, field

import numpy as np

from sandbox.compiling.compiled import load_generated
from sandbox.compiling.rates import rates
from sandbox.compiling.terms import Term
from sandbox.integration.observation import DEFECT, FIRST_GUARD, FRICTION_RATIO, KINETIC_ENERGY
from sandbox.integration.ode import make_step
from sandbox.mechanics.layout import SURFACE
from sandbox.mechanics.rows.multipliers import Dynamics, Equations
from sandbox.mechanics.rows.pieces import PENALTY, UNILATERAL, VISCOUS, Pieces
from sandbox.mechanics.rows.radau import make_radau_step

# places in the parameter array
SCALES = SURFACE

# guards of an observation: rank, then the breakable and unilateral rows, the crossings, the system's edges
GUARD_RANK = 0
GUARD_ROWS = 1
# rows count as dependent when a pivot of S is below this part of what its diagonal was at the start: the square of the
# angle between them, and of how much smaller a row became
RANK_MARGIN = 1e-10
# how far a row that follows from others may be violated, in units of the scale of a velocity
REDUNDANT = 1e-7
# how far behind a line its crossing is told, so that the other side begins inside its own guard: a constant part, and
# one for the rounding of time; a gap that opens may be closed by the first, what rounding leaves of it is no blow
HAIR, HAIR_OF_TIME = 1e-14, 2e-15

HEAD = '''\
"""Motion under constraint rows, written by sandbox.mechanics.rows.generate."""

from math import *

from sandbox.compiling.compiled import compiled, mode_function
from sandbox.mechanics.spline import spline_from
from sandbox.mechanics.motion import signal


'''

# numpy's functions give nan where those of `math` raise
PLAIN_HEAD = '''\
"""Matrices of constraint rows, written by sandbox.mechanics.rows.generate."""

from numpy import arccos as acos, arcsin as asin, arctan as atan, array
from numpy import copysign, cos, cosh, exp, fabs, log, sin, sinh, sqrt, tan, tanh

from sandbox.mechanics.spline import spline_from
from sandbox.mechanics.motion import signal


'''


@dataclass
class Shown:
    """What a report tells beside reactions, as terms.

    bodies      for each: centre (3) and rotation body -> local, row by row (9)
    arrows      for each row: point (3) and direction (3), or nothing
    integrals   named first integrals;  edges  what is positive inside the system's domain
    crossings   what is positive on one side of a line, for each of the sides
    """

    bodies: list[list[Term]] = field(default_factory=list)
    arrows: list[list[Term]] = field(default_factory=list)
    integrals: list[Term] = field(default_factory=list)
    edges: list[Term] = field(default_factory=list)
    crossings: list[Term] = field(default_factory=list)


class Writer:
    """Writes the functions of one system; `names` are those of its state, in order."""

    def __init__(self, dynamics: Dynamics, shown: Shown):
        self.dynamics, self.shown = dynamics, shown
        pieces = dynamics.pieces
        self.table = pieces.table
        self.state = state_names(pieces)
        self.report_places: dict[str, slice] = {}

    @property
    def size(self) -> int:
        return len(self.state)

    @property
    def is_stiff(self) -> bool:
        """Whether a row has a stiff force of its own and wants an implicit step."""
        return any(row.kind in (VISCOUS, PENALTY) for row in self.dynamics.pieces.rows)

    def _body(self, wanted: list[Term]) -> str:
        return "".join(f"    {line}\n" for line in self.table.lines([x for x in wanted if x.number is None]))

    def _function(self, name: str, wanted: list[Term], ends: str) -> str:
        head = f"@mode_function\ndef {name}(t, h, y, p, calls, out):\n"
        loads = "".join(f"    {state} = y[{i}]\n" for i, state in enumerate(self.state))
        return head + loads + self._body(wanted) + ends + "    return 0.0\n\n\n"

    def rates_text(self) -> str:
        """`rhs` and `weight` for the step (ode.py)."""
        wanted = self.dynamics.state_rates()
        arguments = ", ".join(self.state)
        text = (f"@compiled\ndef rhs(t, y, p, calls):\n    {arguments}, = y\n{self._body(wanted)}"
                f"    return {', '.join(x.name for x in wanted)}\n\n\n")
        weights = ", ".join(f"1.0/(p[{SCALES + i}] + fabs({name}))" for i, name in enumerate(self.state))
        return text + f"@compiled\ndef weight(y, p):\n    {arguments}, = y\n    return ({weights})\n\n\n"

    def observe_text(self) -> str:
        """The observation: energy less ledger, kinetic energy, guards."""
        d, pieces = self.dynamics, self.dynamics.pieces
        defect = d.energy - Term(self.table, self.state[-1])
        sizes = [self.table.make(f"p[{SCALES + self.size + 3*k + 2}]", ()) for k in d.held]
        ratios = [x/size for x, size in zip(d.pivots, sizes, strict=True)]
        ratios += [x for x in self._mass_ratios() if x.number is None]
        left = [d.h[k] for k in pieces.dependent]
        signed = [k for k, row in enumerate(pieces.rows) if row.sign is not None]
        rows = [pieces.rows[k] for k in signed]
        wanted = [defect, pieces.T, *ratios, *left, *self.shown.edges, *(d.lam[k] for k in signed),
                  *(d.h[k] for k in signed), *(row.gap if row.kind == UNILATERAL else row.hold for row in rows),
                  *self.shown.crossings]
        ends = (f"    out[{DEFECT}] = {defect.name}\n    out[{KINETIC_ENERGY}] = {pieces.T.name}\n"
                f"    out[{FRICTION_RATIO}] = 0.0\n    rank = 1.0\n")
        ends += "".join(f"    rank = min(rank, {x.name} - {RANK_MARGIN!r})\n" for x in ratios)
        scale = f"p[{SCALES + len(pieces.q)}]"
        ends += "".join(f"    rank = min(rank, {REDUNDANT!r}*{scale} - fabs({x.name}))\n" for x in left)
        guards = ["rank"]
        for k, row in zip(signed, rows, strict=True):
            lam, h, sign = d.lam[k].name, d.h[k].name, row.sign.name
            if row.kind == UNILATERAL:
                guards.append(f"({row.gap.name} + ({HAIR!r} if {h} > 0.0 else 0.0)) if {sign} != 0.0 else {lam}")
            else:
                guards.append(f"{sign}*{h} if {sign} != 0.0 else {row.hold.name} - fabs({lam})")
        guards += [f"(2.0*{side.name} - 1.0)*{x.name} + ({HAIR!r} + {HAIR_OF_TIME!r}*fabs(t))"
                   for side, x in zip(pieces.sides, self.shown.crossings, strict=True)]
        guards += [x.name for x in self.shown.edges]
        ends += "".join(f"    out[{FIRST_GUARD + i}] = {guard}\n" for i, guard in enumerate(guards))
        return self._function("observe", wanted, ends)

    def _mass_ratios(self) -> list[Term]:
        d = self.dynamics
        return [pivot/d.M[i][i] if pivot.name != d.M[i][i].name else d.one for i, pivot in enumerate(d.mass.pivots)]

    def settle_text(self) -> str:
        """Unit quaternions; velocities back onto the rows that hold, against rounding."""
        pieces = self.dynamics.pieces
        first = len(pieces.q)
        ends = ""
        for at, _ in pieces.rotations:
            e = [f"y{at + i}" for i in range(4)]
            ends += f"    s = 1.0/sqrt({' + '.join(f'{x}*{x}' for x in e)})\n"
            ends += "".join(f"    y[{at + i}] = s*{x}\n" for i, x in enumerate(e))
        wanted = self.dynamics.projection() if self.dynamics.held else []
        changed = [(i, x) for i, x in enumerate(wanted) if x.name != pieces.v[i].name]
        ends += "".join(f"    y[{first + i}] = {x.name}\n" for i, x in changed)
        return self._function("settle", [x for _, x in changed], ends)

    def report_text(self) -> str:
        """Reactions and slips of the rows, powers of the book, bodies, arrows, integrals and their rates."""
        d, pieces = self.dynamics, self.dynamics.pieces
        moving = {**d.steady, **{x.name: r for x, r in zip(pieces.v, d.acceleration, strict=True)}}
        _, arms = d.book()
        rows = [lam*arm for lam, arm in zip(d.lam, arms, strict=True)]
        for k, row in enumerate(pieces.rows):
            if row.kind == PENALTY:
                rows[k] = rows[k] + row.k*row.stretch*d.h[k]
        bodies = []
        for body in self.shown.bodies:
            change = rates(body, d.steady)
            bodies += [*body[:3], *change[:3], *_spin(body[3:], change[3:]), *body[3:]]
        integrals = self.shown.integrals
        parts = {
            "lam": d.lam, "h": d.h, "powers": [d.power_of_forces(), d.power_of_motion(), *rows],
            "A": [x for row in d.A for x in row] if pieces.dependent else [],
            "bodies": bodies, "arrows": [x for arrow in self.shown.arrows for x in arrow],
            "integrals": integrals, "integral_rates": rates(integrals, moving)}
        wanted = []
        for name, terms in parts.items():
            self.report_places[name] = slice(len(wanted), len(wanted) + len(terms))
            wanted += terms
        return self._function("report", wanted, "".join(f"    out[{i}] = {x.name}\n" for i, x in enumerate(wanted)))

    def table_and_places(self):
        """Addresses (4,) of the mode (hybrid.py), compiled if need be, and the places in a report by name."""
        source = HEAD + self.rates_text() + self.observe_text() + self.settle_text() + self.report_text()
        written = load_generated("rows", source)
        step = (make_radau_step(self.dynamics, self.state, SCALES + self.size, written) if self.is_stiff
                else make_step(written.rhs, written.weight, self.size))
        entries = step, written.observe, written.settle, written.report
        return np.array([entry.address for entry in entries], np.int64), dict(self.report_places)


def _spin(R: list[Term], change: list[Term]) -> list[Term]:
    """Angular velocity (3) from a rotation and its rate: the antisymmetric part of R' R^T."""
    def product(i, j):
        return change[3*i]*R[3*j] + change[3*i + 1]*R[3*j + 1] + change[3*i + 2]*R[3*j + 2]
    return [product(2, 1), product(0, 2), product(1, 0)]


def matrices_of(equations: Equations, crossings=()):
    """The plain Python function (t, y, p) -> {"M", "F", "A", "b", "c", ...}, arrays, for what is asked once.

    Further "Y" (nv,), the motion carried along, "gaps" of the unilateral rows, "crossings" the terms given.
    """
    n, count, pieces = len(equations.M), len(equations.A), equations.pieces
    gaps = [row.gap for row in pieces.rows if row.gap is not None]
    parts = {"M": ([x for row in equations.M for x in row], (n, n)), "F": (equations.F, (n,)),
             "A": ([x for row in equations.A for x in row], (count, n)), "b": (equations.b, (count,)),
             "c": (equations.c, (count,)), "Y": (pieces.Y, (n,)), "gaps": (gaps, (len(gaps),)),
             "crossings": (crossings, (len(crossings),))}
    wanted = [x for terms, _ in parts.values() for x in terms]
    lines = equations.pieces.table.lines([x for x in wanted if x.number is None])
    inner = ", ".join(f"'{name}': array([{', '.join(x.name for x in terms)}], float).reshape({shape})"
                      for name, (terms, shape) in parts.items())
    body = [f"{name} = y[{i}]" for i, name in enumerate(state_names(equations.pieces))] + lines
    text = "def matrices(t, y, p):\n    " + "\n    ".join(body) + f"\n    return {{{inner}}}\n"
    return load_generated("matrices", PLAIN_HEAD + text).matrices


def state_names(pieces: Pieces) -> list[str]:
    """Names of the numbers of the state, in order."""
    names = [x.name for x in (*pieces.q, *pieces.v)]
    names += [row.stretch.name for row in pieces.rows if row.stretch is not None]
    names += [row.sign.name for row in pieces.rows if row.sign is not None]
    names += [side.name for side in pieces.sides]
    return [*names, f"y{len(names)}"]
