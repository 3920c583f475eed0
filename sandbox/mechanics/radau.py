"""Radau's step IIA for rows with stiff forces of their own: text of a compiled step.

Rows with a force -c h (viscous) or -k s - c h (penalty), h = A v - b, are solved together with the multipliers of the
rows that hold. With c_i, a_ij of the method and everything else taken at the time and place of each stage,

    v_i = v_0 + h sum_j a_ij (g_j + W_j lam_j),   g = M^-1 F,   W = M^-1 A^T
    lam_i = -C_ij (A_j v_j - b_j) - k s_0,        C_ij = c 1_ij + k h a_ij          (rows that hold: A_i v_i = b_i)

is linear in the forces lam for given places q_j, whatever the size of c: from 0 to the ideal row the same small system.
The places follow from the velocities, q_i = q_0 + h sum_j a_ij q'_j, and both are repeated until they stand still,
which takes a handful of turns, since the stiff part is solved exactly in each: the direction of a blade is always that
of its stage.

The error of the state is estimated as by Hairer and Wanner (Solving Ordinary Differential Equations II, section IV.8),
the stiff directions damped. The force of a stiff row is of a lower order, that of the number of stages, however stiff
the row: its error is the distance between the force at the start of a step and the polynomial through its stages.
"""

from sandbox.mechanics.compiled import load_generated
from sandbox.mechanics.elimination import dot, solve
from sandbox.mechanics.expression import Expression
from sandbox.mechanics.layout import TOLERANCE
from sandbox.mechanics.multipliers import BREAKABLE, IDEAL, PENALTY, VISCOUS, Dynamics, carried
from sandbox.mechanics.radau_tableau import FIVE, THREE, Tableau
from sandbox.mechanics.terms import Term, Terms

# turns of the iteration at most, and the change (in units of the scales) at which it may end
TURNS = 40
STILL = 2e-16
# an iteration that no longer gets better is done when it is this good
GOOD = 1e-13
# an estimate of this size, in units of the scales, is accepted
ACCEPTED = 1e-8
# a force may err by this part of its size and of its scale, or by the rounding of the slip that makes it
FORCE, ROUNDING = 1e-11, 1e-14
# more rows than this are stepped with three stages: the system of the stages is unrolled
MANY = 2


class _Text:
    """The step of one system, part by part."""

    def __init__(self, dynamics: Dynamics, names: list[str], row_scales: int, tableau: Tableau):
        self.tableau, self.stages = tableau, range(tableau.stages)
        self.d, self.names, self.row_scales = dynamics, names, row_scales
        self.pieces = dynamics.pieces
        self.rows = [k for k in range(len(self.pieces.rows)) if k not in self.pieces.dependent]
        self.nq, self.nv = len(self.pieces.q), len(self.pieces.v)
        self.stiff = [r for r, k in enumerate(self.rows) if self.pieces.rows[k].kind in (VISCOUS, PENALTY)]
        base, arms = dynamics.book()
        self.parts = {"g": dynamics.free, "A": [x for k in self.rows for x in dynamics.A[k]],
                      "W": [x for k in self.rows for x in dynamics.W[k]], "b": [dynamics.b[k] for k in self.rows],
                      "B": [base], "R": [arms[k] for k in self.rows]}
        self.wanted = [x for terms in self.parts.values() for x in terms if x.number is None]

    def pieces_text(self) -> str:
        """`pieces`: what the stages need of a place and a velocity."""
        lines = "".join(f"    {line}\n" for line in self.pieces.table.lines(self.wanted))
        arguments = ", ".join(self.names[:self.nq + self.nv])
        results = ", ".join(x.name for x in self.wanted) or "0.0"
        return f"@compiled\ndef pieces(t, {arguments}, p):\n{lines}    return ({results},)\n\n\n"

    def call(self, stage: str, time: str, q, v) -> str:
        """The line that asks for the pieces of a stage."""
        names = [x.name for x in self._symbols(None, stage) if x.number is None]
        arguments = ", ".join([time, *q, *v, "p"])
        return f"{', '.join(names) or '_'}, = pieces({arguments})" if names else f"pieces({arguments})"

    def _symbols(self, table, stage: str) -> list[Term]:
        return [x if x.number is not None else Term(table, f"{label}{i}_{stage}")
                for label, terms in self.parts.items() for i, x in enumerate(terms)]

    def stage(self, table: Terms, name: str) -> dict:
        """The pieces of a stage as terms: g (nv), A and W (rows of nv), b, base B, arms R."""
        number, symbols, place = self.nv, self._symbols(table, name), 0
        found = {}
        for label, terms in self.parts.items():
            found[label] = [Term(table, x.name, x.number) for x in symbols[place:place + len(terms)]]
            place += len(terms)
        for label in "AW":
            found[label] = [found[label][i:i + number] for i in range(0, len(found[label]), number)]
        return found

    def row(self, table: Terms, k: int) -> dict:
        """Constants of the row k during a step: its force's c, k, the stretch and the sign at its start."""
        row = self.pieces.rows[k]
        terms = {"c": row.c, "k": row.k, "stretch": row.stretch, "slide": row.slide, "sign": row.sign}
        return {name: Term(table, x.name, x.number) for name, x in terms.items() if x is not None}

    def iteration(self) -> tuple[list[str], list[tuple[str, str]]]:
        """Lines of one turn, and pairs (variable, term that it becomes)."""
        table = Terms("n")
        h = Term(table, "h")
        stages = [self.stage(table, str(j)) for j in self.stages]
        place = [Term(table, f"y{i}") for i in range(self.nq + self.nv)]
        q0, v0 = place[:self.nq], place[self.nq:]
        ha = [[h*a for a in row] for row in self.tableau.A]

        # velocities without the forces of the rows
        u = [[_sum(ha[s][j]*stages[j]["g"][i] for j in self.stages) + v0[i] for i in range(self.nv)]
             for s in self.stages]
        lam = self._forces(table, stages, u, ha)
        pull = [[_sum((stages[j]["W"][r][i]*lam[j][r] for r in range(len(self.rows))), u[0][0]) for i in range(self.nv)]
                for j in self.stages]
        v = [[_sum(ha[s][j]*pull[j][i] for j in self.stages) + u[s][i] for i in range(self.nv)] for s in self.stages]
        moving = [self._carried(table, s, v[s]) for s in self.stages]
        q = [[_sum(ha[s][j]*moving[j][i] for j in self.stages) + q0[i] for i in range(self.nq)] for s in self.stages]

        became = [(f"x{i}_{s}", x) for s in self.stages for i, x in enumerate((*q[s], *v[s]))]
        became += self._books(table, stages, v, lam, ha)
        became += [(f"z_lam{r}_{s}", lam[s][r]) for s in self.stages for r in self.stiff]
        return table.lines([x for _, x in became if x.number is None]), [(name, x.name) for name, x in became]

    def _forces(self, table, stages, u, ha):
        """Forces of the rows at the stages: lam[stage][row]."""
        count = len(self.rows)
        if not count:
            return [[] for _ in self.stages]
        rows = [self.row(table, k) for k in self.rows]
        kinds = [self.pieces.rows[k].kind for k in self.rows]
        zero, one = Term(table, "0.0", 0.0), Term(table, "1.0", 1.0)
        # h at stage s, row r = miss + sum K lam
        miss = [[dot(stages[s]["A"][r], u[s]) - stages[s]["b"][r] for r in range(count)] for s in self.stages]
        K = [[[[ha[s][j]*dot(stages[s]["A"][r], stages[j]["W"][m]) for m in range(count)] for j in self.stages]
              for r in range(count)] for s in self.stages]
        matrix, right = [], []
        for s in self.stages:
            for r, kind in enumerate(kinds):
                line = [zero]*(self.tableau.stages*count)
                value, unit = zero, one
                weights = {s: one}
                if kind == VISCOUS:
                    weights = {s: rows[r]["c"]}
                elif kind == PENALTY:
                    weights = {m: rows[r]["k"]*ha[s][m] + (rows[r]["c"] if m == s else zero) for m in self.stages}
                    value = rows[r]["k"]*rows[r]["stretch"]*-1.0
                elif kind == IDEAL:
                    unit = zero
                elif kind == BREAKABLE:
                    unit = rows[r]["sign"]*rows[r]["sign"]
                    weights = {s: one - unit}
                    value = unit*rows[r]["slide"]*rows[r]["sign"]*-1.0
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

    def _carried(self, table, s, v):
        """q' at a stage: its own velocities, quaternions as they were a turn before."""
        return carried([Term(table, f"x{i}_{s}") for i in range(self.nq)], self.pieces.rotations, v)

    def _books(self, table, stages, v, lam, ha):
        """The stretches and the ledger at the end."""
        became, slips = [], {}
        for r, k in enumerate(self.rows):
            if self.pieces.rows[k].kind == PENALTY:
                slips[k] = [dot(stages[s]["A"][r], v[s]) - stages[s]["b"][r] for s in self.stages]
        at = self.nq + self.nv
        for k, row in enumerate(self.pieces.rows):
            if row.stretch is not None:
                became.append((f"z{at}", _sum(ha[-1][j]*slips[k][j] for j in self.stages)
                               + Term(table, row.stretch.name)))
                at += 1
        power = []
        for s in self.stages:
            total = stages[s]["B"][0]
            for r, k in enumerate(self.rows):
                total = total + lam[s][r]*stages[s]["R"][r]
                if k in slips:
                    own = self.row(table, k)
                    s_now = _sum(ha[s][j]*slips[k][j] for j in self.stages) + own["stretch"]
                    total = total + own["k"]*s_now*slips[k][s]
            power.append(total)
        last = len(self.names) - 1
        became.append((f"z{last}", _sum(ha[-1][j]*power[j] for j in self.stages) + Term(table, self.names[last])))
        return became

    def error(self) -> tuple[list[str], list[Term], list[Term]]:
        """Lines of the damped estimate, its components for coordinates and velocities, and the errors of forces."""
        table = Terms("e")
        h, start = Term(table, "h"), self.stage(table, "e")
        step = h*(1.0/self.tableau.MU)
        size = self.nq + self.nv
        raw = []
        for i in range(size):
            y = Term(table, f"y{i}")
            raw.append(_sum((Term(table, f"x{i}_{s}") - y)*weight for s, weight in enumerate(self.tableau.increments))
                       + Term(table, f"d{i}")*step)
        count = len(self.rows)
        if count:
            rows = [self.row(table, k) for k in self.rows]
            x = raw[self.nq:]
            matrix, right = [], []
            for r, k in enumerate(self.rows):
                kind, one = self.pieces.rows[k].kind, Term(table, "1.0", 1.0)
                weight, unit = one, Term(table, "0.0", 0.0)
                if kind in (VISCOUS, PENALTY):
                    weight, unit = rows[r]["c"]*step, one
                    if kind == PENALTY:
                        weight = weight + rows[r]["k"]*step*step
                elif kind == BREAKABLE:
                    unit = rows[r]["sign"]*rows[r]["sign"]
                    weight = one - unit
                matrix.append([weight*dot(start["A"][r], start["W"][m]) + (unit if m == r else one*0.0)
                               for m in range(count)])
                right.append(weight*dot(start["A"][r], x))
            damped = solve(matrix, right)
            for i in range(self.nv):
                raw[self.nq + i] = x[i] - _sum(start["W"][r][i]*damped[r] for r in range(count))
        forces = self._force_errors(table)
        return table.lines([x for x in (*raw, *forces) if x.number is None]), raw, forces

    def _force_errors(self, table) -> list[Term]:
        """Errors of the forces of stiff rows in units of what is allowed."""
        errors = []
        start = self.stage(table, "e")
        v = [Term(table, f"y{i}") for i in range(self.nq, self.nq + self.nv)]
        for r in self.stiff:
            own, k = self.row(table, self.rows[r]), self.rows[r]
            now = own["c"]*(dot(start["A"][r], v) - start["b"][r])*-1.0
            stiffness = own["c"]
            if "stretch" in own:
                now, stiffness = now - own["k"]*own["stretch"], stiffness + own["k"]
            polynomial = _sum(Term(table, f"z_lam{r}_{s}")*weight for s, weight in enumerate(self.tableau.start))
            scale = Term(table, f"p[{self.row_scales + 2*k}]")
            speed = Term(table, f"p[{self.row_scales + 2*k + 1}]")
            size = Expression(now).__abs__().value
            errors.append((polynomial - now)/((scale + size)*FORCE + stiffness*speed*ROUNDING))
        return errors


def _sum(products, zero=None) -> Term:
    """Sum of terms; of none, a zero of the same table as `zero`."""
    products = list(products)
    return sum(products[1:], products[0]) if products else zero*0.0


def step_source(dynamics: Dynamics, names: list[str], row_scales: int, module: str) -> str:
    """Source of a module whose `step` is one step of the system whose `rhs` and `weight` stand in `module`.

    names        of the state;  row_scales  place in p of a force [N] and a speed [m/s] for each row
    """
    count = len(dynamics.pieces.rows) - len(dynamics.pieces.dependent)
    text = _Text(dynamics, names, row_scales, THREE if count > MANY else FIVE)
    C, stages = text.tableau.C, text.stages
    size, n = text.nq + text.nv, len(names)
    constants = [x for k in text.rows for x in (text.pieces.rows[k].c, text.pieces.rows[k].k, text.pieces.rows[k].slide)
                 if x is not None and x.number is None]
    lines, became = text.iteration()
    error_lines, error, force_errors = text.error()
    lets = [f"{name} = y[{i}]" for i, name in enumerate(names)]
    lets += text.pieces.table.lines(constants)
    lets += [f"{', '.join(f'd{i}' for i in range(n))} = rhs(t, {', '.join(names)}, p, calls)",
             f"{', '.join(f's{i}' for i in range(n))} = weight({', '.join(names)}, p)"]
    first = [f"x{i}_{s} = y{i} + {C[s]!r}*h*d{i}" if i < text.nq else f"x{i}_{s} = y{i}"
             for s in stages for i in range(size)]
    turn = [text.call(str(s), f"t + {C[s]!r}*h", [f"x{i}_{s}" for i in range(text.nq)],
                      [f"x{i}_{s}" for i in range(text.nq, size)]) for s in stages]
    turn += lines
    turn += [f"m_{name} = {value}" for name, value in became]
    turn += ["change = 0.0", *(f"change = max(change, abs(m_x{i}_{s} - x{i}_{s})*s{i})"
                               for s in stages for i in range(size))]
    turn += [f"{name} = m_{name}" for name, _ in became]
    done = ["if change <= STILL or (change < GOOD and change > 0.3*before):", "    found = True", "    break",
            "before = change"]
    moved = [(i, f"x{i}_{text.tableau.stages - 1}") for i in range(size)]
    moved += [(int(name[1:]), name) for name, _ in became if name[0] == "z" and "_" not in name]
    body = [*lets, *first, "before, found = 1e300, False", *(f"{name} = 0.0" for name, _ in became if name[0] == "z"),
            f"for _ in range({TURNS}):", *("    " + line for line in (*turn, *done)),
            "if not found:", *(f"    out[{i}] = nan" for i in range(n)), "    return inf",
            *(f"out[{i}] = {name}" for i, name in enumerate(names)), *(f"out[{i}] = {name}" for i, name in moved),
            text.call("e", "t", names[:text.nq], names[text.nq:size]), *error_lines,
            "e = " + " + ".join(f"({x.name}*s{i})**2" for i, x in enumerate(error)),
            f"e = sqrt(e/{float(size)})/{ACCEPTED!r}",
            f"e = e**{8.0/(text.tableau.stages + 1)!r}",
            *(f"e = max(e, fabs({x.name})**{8.0/text.tableau.stages!r})" for x in force_errors),
            f"return p[{TOLERANCE}]*e"]
    return ('"""One step of Radau IIA, written by sandbox.mechanics.radau."""\n\nfrom math import inf, nan, sqrt\n\n'
            "from sandbox.mechanics.compiled import compiled, mode_function\nfrom sandbox.mechanics.curve import "
            "spline_from\nfrom sandbox.mechanics.motion import signal\nfrom math import *\n"
            f"from {module} import rhs, weight\n\nSTILL, GOOD = {STILL!r}, {GOOD!r}\n\n\n"
            + text.pieces_text() + "@mode_function\ndef step(t, h, y, p, calls, out):\n    "
            + "\n    ".join(body) + "\n")


def make_radau_step(dynamics: Dynamics, names: list[str], row_scales: int, written):
    """The Entry of the compiled step."""
    return load_generated("radau", step_source(dynamics, names, row_scales, written.__name__)).step
