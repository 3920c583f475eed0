"""The functions of a step of Radau's method, from the pieces of its stages to errors, as text (see radau.py).

The functions are straight code, written down by traced.py: a system of stages with two rows is a thousand operations,
over which the compiler's type inference would take seconds.
"""

from typing import NamedTuple

from sandbox.compiling.elimination import dot, solve
from sandbox.compiling.expression import Expression
from sandbox.compiling.terms import Term, Terms
from sandbox.integration.radau_tableau import FIVE, THREE
from sandbox.mechanics.rows.layout import ScaleLayout
from sandbox.mechanics.rows.multipliers import Dynamics
from sandbox.mechanics.rows.pieces import BreakableRow, PenaltyRow, TracedRow, ViscousRow, coordinate_rates

# a force may err by this part of its size and of its scale, or by the rounding of the slip that makes it
FORCE, ROUNDING = 1e-11, 1e-14
# more rows than this are stepped with three stages: the system of the stages is unrolled
MANY = 2


class Stage(NamedTuple):
    """What the step needs of a place and a velocity, as terms or their names."""

    g: list        # (nv,) M^-1 F
    A: list        # (rows, nv), or flat
    W: list        # (rows, nv), or flat: M^-1 A^T
    b: list        # (rows,)
    B: list        # (1,) base of the ledger's rate
    R: list        # (rows,) its arms


class StepTerms(NamedTuple):
    """What the equations of a step start from: h a_ij, the stages, coordinates and velocities at the start."""

    ha: list[list[Term]]
    stages: list[Stage]
    q0: list[Term]
    v0: list[Term]


class Stages:
    """The functions of the step of one system: `pieces` of a stage, `guess`, `iterate`, `finish`, `estimate`."""

    def __init__(self, dynamics: Dynamics, scales: ScaleLayout):
        self.pieces, self.scales = dynamics.pieces, scales
        self.names = list(self.pieces.state.names)
        self.rows = [k for k in range(len(self.pieces.rows)) if k not in self.pieces.dependent]
        self.own_rows = [self.pieces.rows[k] for k in self.rows]
        self.tableau = THREE if len(self.rows) > MANY else FIVE
        self.stages = range(self.tableau.stages)
        self.nq, self.nv = len(self.pieces.q), len(self.pieces.v)
        self.stiff = [r for r, row in enumerate(self.own_rows) if row.is_stiff]
        base, arms = dynamics.ledger_parts()
        self.parts = Stage(g=dynamics.free, A=[x for k in self.rows for x in dynamics.A[k]],
                           W=[x for k in self.rows for x in dynamics.W[k]], b=[dynamics.b[k] for k in self.rows],
                           B=[base], R=[arms[k] for k in self.rows])
        self.wanted = [x for terms in self.parts for x in terms if x.number is None]

    # ---- what the functions are written with -------------------------------------------------------------------

    def symbols(self, stage) -> list[str]:
        """Returns the names of the numbers that `pieces` has for a stage."""
        return [f"{label}{i}_{stage}" for label, terms in self.parts._asdict().items() for i, x in enumerate(terms)
                if x.number is None]

    def stage(self, table: Terms, name) -> Stage:
        """Returns the pieces of a stage as terms of a table."""
        found = Stage(*([Term(table, f"{label}{i}_{name}" if x.number is None else x.name, x.number)
                         for i, x in enumerate(terms)] for label, terms in self.parts._asdict().items()))
        A, W = ([flat[i:i + self.nv] for i in range(0, len(flat), self.nv)] for flat in (found.A, found.W))
        return found._replace(A=A, W=W)

    def rows_on(self, table: Terms) -> list[TracedRow]:
        """Returns the rows with constants of a step for the terms of their forces, stretch and sign at the start."""
        return [row.on(table) for row in self.own_rows]

    def begin(self, table: Terms) -> StepTerms:
        """Returns what the equations of a step start from, as terms of a table."""
        h, state = Term(table, "h"), self.pieces.state
        place = [Term(table, name) for name in state.names]
        return StepTerms([[h*a for a in row] for row in self.tableau.A], [self.stage(table, j) for j in self.stages],
                         place[state.q], place[state.v])

    def function(self, name: str, arguments: list[str], unpacked: dict, table: Terms, results: list[Term]) -> str:
        """Returns the text of a traced function; `unpacked` has the names of the numbers in each tuple argument."""
        constants = [x for row in self.own_rows for x in row.constants if x.number is None]
        lines = [f"({', '.join(names)},) = {argument}" for argument, names in unpacked.items() if names]
        lines += self.pieces.table.lines(constants)
        lines += table.lines([x for x in results if x.number is None])
        lines.append(f"return ({', '.join(x.name for x in results)},)")
        return f"@traced\ndef {name}({', '.join(arguments)}):\n    " + "\n    ".join(lines) + "\n\n\n"

    def of_stages(self) -> dict:
        """Returns the names of the numbers in the tuples that `iterate` and `finish` take."""
        return {"start": self.names, "now": [f"x{i}_{s}" for s in self.stages for i in range(self.nq + self.nv)],
                **{f"s{j}": self.symbols(j) for j in self.stages}}

    # ---- the functions -----------------------------------------------------------------------------------------

    def pieces_text(self) -> str:
        """Returns `pieces`: takes a place and a velocity and returns the numbers of a stage."""
        lines = "".join(f"    {line}\n" for line in self.pieces.table.lines(self.wanted))
        arguments = ", ".join(self.names[:self.nq + self.nv])
        results = "".join(f"{x.name}, " for x in self.wanted) or "0.0, "
        return f"@compiled\ndef pieces(t, {arguments}, p):\n{lines}    return ({results})\n\n\n"

    def guess_text(self) -> str:
        """Returns `guess`: stages to begin with, places along the motion at the start with its velocities."""
        table = Terms("n")
        h, begin = Term(table, "h"), self.begin(table)
        guess = [x for c in self.tableau.C for x in (
            *(q + h*c*Term(table, f"d{i}") for i, q in enumerate(begin.q0)), *begin.v0)]
        unpacked = {"start": self.names, "rates": [f"d{i}" for i in range(len(self.names))]}
        return self.function("guess", ["h", *unpacked, "p"], unpacked, table, guess)

    def iterate_text(self) -> str:
        """Returns `iterate`: coordinates and velocities of all stages, from those of the iteration before."""
        table = Terms("n")
        begin = self.begin(table)
        ha, q0 = begin.ha, begin.q0
        v, _lam = self._velocities(table)
        # quaternions as they were an iteration before
        moving = [coordinate_rates([Term(table, f"x{i}_{s}") for i in range(self.nq)], self.pieces.rotations, v[s])
                  for s in self.stages]
        q = [[_sum(ha[s][j]*moving[j][i] for j in self.stages) + q0[i] for i in range(self.nq)] for s in self.stages]
        unpacked = self.of_stages()
        return self.function("iterate", ["h", *unpacked, "p"], unpacked, table,
                             [x for s in self.stages for x in (*q[s], *v[s])])

    def finish_text(self) -> str:
        """Returns `finish`: stretches and ledger at the end, then the forces of stiff rows at the stages."""
        table = Terms("n")
        begin = self.begin(table)
        ha, stages = begin.ha, begin.stages
        v, lam = self._velocities(table)
        rows, ends, slips = self.rows_on(table), [], {}
        for r, row in enumerate(rows):
            if isinstance(row, PenaltyRow):
                slips[r] = [dot(stages[s].A[r], v[s]) - stages[s].b[r] for s in self.stages]
                ends.append(_sum(ha[-1][j]*slips[r][j] for j in self.stages) + row.stretch)
        power = []
        for s in self.stages:
            total = stages[s].B[0]
            for r, row in enumerate(rows):
                total = total + lam[s][r]*stages[s].R[r]
                if isinstance(row, PenaltyRow):
                    stretch = _sum(ha[s][j]*slips[r][j] for j in self.stages) + row.stretch
                    total = total + row.k*stretch*slips[r][s]
            power.append(total)
        ends.append(_sum(ha[-1][j]*power[j] for j in self.stages) + Term(table, self.names[-1]))
        forces = [lam[s][r] for r in self.stiff for s in self.stages]
        unpacked = self.of_stages()
        return self.function("finish", ["h", *unpacked, "p"], unpacked, table, [*ends, *forces])

    def _velocities(self, table):
        """Returns velocities (stage, nv) and forces (stage, row)."""
        begin = self.begin(table)
        ha, stages, v0 = begin.ha, begin.stages, begin.v0
        # without the forces of the rows
        u = [[_sum(ha[s][j]*stages[j].g[i] for j in self.stages) + v0[i] for i in range(self.nv)]
             for s in self.stages]
        if not self.rows:
            return u, [[] for _ in self.stages]
        lam = self._forces(table, stages, u, ha)
        pull = [[_sum(stages[j].W[r][i]*lam[j][r] for r in range(len(self.rows))) for i in range(self.nv)]
                for j in self.stages]
        return [[_sum(ha[s][j]*pull[j][i] for j in self.stages) + u[s][i] for i in range(self.nv)]
                for s in self.stages], lam

    def _forces(self, table, stages, u, ha):
        count = len(self.rows)
        rows = self.rows_on(table)
        zero, one = Term(table, "0.0", 0.0), Term(table, "1.0", 1.0)
        # h at stage s, row r = miss + sum K lam
        miss = [[dot(stages[s].A[r], u[s]) - stages[s].b[r] for r in range(count)] for s in self.stages]
        K = [[[[ha[s][j]*dot(stages[s].A[r], stages[j].W[m]) for m in range(count)] for j in self.stages]
              for r in range(count)] for s in self.stages]
        matrix, right = [], []
        for s in self.stages:
            for r, row in enumerate(rows):
                line, value, unit, weights = [zero]*(self.tableau.stages*count), zero, one, {s: one}
                if isinstance(row, ViscousRow):
                    weights = {s: row.c}
                elif isinstance(row, PenaltyRow):
                    weights = {m: row.k*ha[s][m] + (row.c if m == s else zero) for m in self.stages}
                    value = row.k*row.stretch*-1.0
                elif isinstance(row, BreakableRow):
                    unit = row.sign*row.sign
                    weights = {s: one - unit}
                    value = unit*row.slide*row.sign*-1.0
                else:
                    unit = zero
                for m, weight in weights.items():
                    value = value - weight*miss[m][r]
                    for j in self.stages:
                        for l in range(count):
                            line[j*count + l] = line[j*count + l] + weight*K[m][r][j][l]
                line[s*count + r] = line[s*count + r] + unit
                matrix.append(line)
                right.append(value)
        flat = solve(matrix, right)
        return [flat[s*count:(s + 1)*count] for s in self.stages]

    def estimate_text(self) -> str:
        """Returns `estimate`: damped errors of coordinates and velocities, relative errors of forces."""
        table = Terms("n")
        start, step = self.stage(table, "e"), Term(table, "h")*(1.0/self.tableau.MU)
        raw = []
        for i in range(self.nq + self.nv):
            y = Term(table, f"y{i}")
            raw.append(_sum((Term(table, f"x{i}_{s}") - y)*weight for s, weight in enumerate(self.tableau.increments))
                       + Term(table, f"d{i}")*step)
        if self.rows:
            x, damped = raw[self.nq:], self._damped(table, start, step, raw[self.nq:])
            raw[self.nq:] = [x[i] - _sum(start.W[r][i]*damped[r] for r in range(len(self.rows)))
                             for i in range(self.nv)]
        ends = len(self.pieces.state.stretched) + 1
        forces = [f"f{r}_{s}" for r in self.stiff for s in self.stages]
        unpacked = {"start": self.names, "now": self.of_stages()["now"],
                    "rates": [f"d{i}" for i in range(len(self.names))],
                    "ends": [*(f"z{i}" for i in range(ends)), *forces], "first": self.symbols("e")}
        return self.function("estimate", ["h", *unpacked, "p"], unpacked, table, [
            *raw, *self._force_errors(table, start)])

    def _damped(self, table, start, step, x):
        """Returns the part of an error x of velocities that the stiff rows damp, along W."""
        matrix, right, one = [], [], Term(table, "1.0", 1.0)
        for r, row in enumerate(self.rows_on(table)):
            weight, unit = one, one*0.0
            if isinstance(row, ViscousRow):
                weight, unit = row.c*step, one
            elif isinstance(row, PenaltyRow):
                weight, unit = row.c*step + row.k*step*step, one
            elif isinstance(row, BreakableRow):
                unit = row.sign*row.sign
                weight = one - unit
            matrix.append([weight*dot(start.A[r], start.W[m]) + (unit if m == r else one*0.0)
                           for m in range(len(self.rows))])
            right.append(weight*dot(start.A[r], x))
        return solve(matrix, right)

    def _force_errors(self, table, start) -> list[Term]:
        errors, v, rows = [], [Term(table, name) for name in self.names[self.pieces.state.v]], self.rows_on(table)
        for r, row in enumerate(rows):
            if not isinstance(row, ViscousRow | PenaltyRow):
                continue
            scales, stiffness = self.scales.row(self.rows[r]), row.c
            now = row.c*(dot(start.A[r], v) - start.b[r])*-1.0
            if isinstance(row, PenaltyRow):
                now, stiffness = now - row.k*row.stretch, stiffness + row.k
            polynomial = _sum(Term(table, f"f{r}_{s}")*weight for s, weight in enumerate(self.tableau.start))
            scale, speed = (table.make(f"p[{place}]", ()) for place in (scales.force, scales.speed))
            size = abs(Expression(now)).value
            errors.append((polynomial - now)/((scale + size)*FORCE + stiffness*speed*ROUNDING))
        return errors


def _sum(products) -> Term:
    products = list(products)
    return sum(products[1:], products[0])
