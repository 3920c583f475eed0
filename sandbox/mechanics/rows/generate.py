"""The compiled side of a system with rows: text of its right-hand side, observation, settling and report.

The numbers of state, scales and report stand where places.py and report.py say; guards.py has the guards.
"""

from dataclasses import dataclass, field

from sandbox.compiling.elimination import dot
from sandbox.compiling.generated import load_generated
from sandbox.compiling.rates import rates
from sandbox.compiling.terms import Term
from sandbox.integration import observation as obs
from sandbox.integration.mode_functions import ModeFunctions
from sandbox.integration.ode import make_step
from sandbox.mechanics.rows import guards as row_guards
from sandbox.mechanics.rows.guards import guards_of, terms_of
from sandbox.mechanics.rows.layout import ScaleLayout
from sandbox.mechanics.rows.multipliers import Dynamics
from sandbox.mechanics.rows.pieces import PenaltyRow
from sandbox.mechanics.rows.radau import make_radau_step
from sandbox.mechanics.rows.report import BODY, ReportLayout, parts_of

HEAD = '''\
"""Motion under constraint rows, written by sandbox.mechanics.rows.generate."""

from math import *

from sandbox.compiling.compiled import compiled
from sandbox.compiling.entries import mode_function
from sandbox.mechanics.spline import spline_from
from sandbox.mechanics.motion import signal


'''


@dataclass
class Outputs:
    """The author's functions of a state that no equation of motion needs, as terms.

    bodies      for each: centre (3) and rotation body -> local, row by row (9)
    arrows      for each row: point (3) and direction (3), or nothing
    integrals   named first integrals;  edges  positive inside the system's domain
    crossings   for each line: positive on one side of it
    """

    bodies: list[list[Term]] = field(default_factory=list)
    arrows: list[list[Term]] = field(default_factory=list)
    integrals: list[Term] = field(default_factory=list)
    edges: list[Term] = field(default_factory=list)
    crossings: list[Term] = field(default_factory=list)


class Writer:
    """Writes the functions of one system.

    state    places in its state;  scales  places in p of the scales of its errors;  guards  of its observation
    report   places in its report, once this is written
    """

    def __init__(self, dynamics: Dynamics, outputs: Outputs):
        self.dynamics, self.outputs = dynamics, outputs
        pieces = dynamics.pieces
        self.table, self.state = pieces.table, pieces.state
        self.scales = ScaleLayout(self.state.size, len(pieces.rows))
        self.guards = guards_of(pieces, len(outputs.edges))

    @property
    def is_stiff(self) -> bool:
        """Whether a row has a stiff force of its own, which takes an implicit step."""
        return any(row.is_stiff for row in self.dynamics.pieces.rows)

    def _body(self, wanted: list[Term]) -> str:
        return "".join(f"    {line}\n" for line in self.table.lines([x for x in wanted if x.number is None]))

    def _function(self, name: str, wanted: list[Term], ends: str) -> str:
        head = f"@mode_function\ndef {name}(t, h, y, p, calls, out):\n"
        loads = "".join(f"    {state} = y[{i}]\n" for i, state in enumerate(self.state.names))
        return head + loads + self._body(wanted) + ends + "    return 0.0\n\n\n"

    def rates_text(self) -> str:
        """Returns `rhs` and `weight` for the step (ode.py)."""
        wanted = self.dynamics.state_rates()
        arguments = ", ".join(self.state.names)
        text = (f"@compiled\ndef rhs(t, y, p, calls):\n    {arguments}, = y\n{self._body(wanted)}"
                f"    return {', '.join(x.name for x in wanted)}\n\n\n")
        weights = ", ".join(f"1.0/(p[{self.scales.number(i)}] + fabs({name}))"
                            for i, name in enumerate(self.state.names))
        return text + f"@compiled\ndef weight(y, p):\n    {arguments}, = y\n    return ({weights})\n\n\n"

    def observe_text(self) -> str:
        """Returns the observation: energy less ledger, kinetic energy, guards."""
        d, pieces, outputs = self.dynamics, self.dynamics.pieces, self.outputs
        defect = d.energy - pieces.ledger
        diagonals = [self.table.make(f"p[{self.scales.row(k).diagonal}]", ()) for k in d.held]
        ratios = [x/diagonal for x, diagonal in zip(d.pivots, diagonals, strict=True)]
        ratios += [x for x in self._mass_ratios() if x.number is None]
        violations = [d.h[k] for k in pieces.dependent]
        terms = [terms_of(guard, d, outputs.crossings, outputs.edges) for guard in self.guards]
        wanted = [defect, pieces.T, *ratios, *violations, *(x for found in terms for x in found.values())]

        ends = (f"    out[{obs.DEFECT}] = {defect.name}\n    out[{obs.KINETIC_ENERGY}] = {pieces.T.name}\n"
                f"    out[{obs.FRICTION_RATIO}] = 0.0\n    rank = 1.0\n")
        ends += "".join(f"    rank = min(rank, {x.name} - {row_guards.RANK_MARGIN!r})\n" for x in ratios)
        speed = f"p[{self.scales.number(self.state.v.start)}]"
        ends += "".join(f"    rank = min(rank, {row_guards.REDUNDANT!r}*{speed} - fabs({x.name}))\n"
                        for x in violations)
        texts = [guard.text(found) for guard, found in zip(self.guards, terms, strict=True)]
        ends += "".join(f"    out[{obs.FIRST_GUARD + i}] = {text}\n" for i, text in enumerate(texts))
        return self._function("observe", wanted, ends)

    def _mass_ratios(self) -> list[Term]:
        d = self.dynamics
        return [pivot/d.M[i][i] if pivot.name != d.M[i][i].name else d.one for i, pivot in enumerate(d.mass.pivots)]

    def settle_text(self) -> str:
        """Returns the settling: unit quaternions, velocities back onto the rows that hold, against rounding."""
        pieces = self.dynamics.pieces
        first = self.state.v.start
        ends = ""
        for at, _ in pieces.rotations:
            e = self.state.names[at:at + 4]
            ends += f"    s = 1.0/sqrt({' + '.join(f'{x}*{x}' for x in e)})\n"
            ends += "".join(f"    y[{at + i}] = s*{x}\n" for i, x in enumerate(e))
        wanted = self.dynamics.projection() if self.dynamics.held else []
        changed = [(i, x) for i, x in enumerate(wanted) if x.name != pieces.v[i].name]
        ends += "".join(f"    y[{first + i}] = {x.name}\n" for i, x in changed)
        return self._function("settle", [x for _, x in changed], ends)

    def report_text(self) -> str:
        """Returns the report, the fields of RowsReport in their order."""
        d, pieces = self.dynamics, self.dynamics.pieces
        moving = {**d.steady, **{x.name: r for x, r in zip(pieces.v, d.acceleration, strict=True)}}
        rows = [lam*arm for lam, arm in zip(d.lam, d.ledger_parts().arms, strict=True)]
        for k, row in enumerate(pieces.rows):
            if isinstance(row, PenaltyRow):
                rows[k] = rows[k] + row.k*row.stretch*d.h[k]
        bodies: list[Term] = []
        for body in self.outputs.bodies:
            (centre, rotation), (velocity, turning) = (
                parts_of(x, (BODY["centre"], BODY["rotation"])) for x in (body, rates(body, d.steady)))
            bodies += [*centre, *velocity, *_spin(rotation, turning), *rotation]
        integrals = self.outputs.integrals
        parts = {
            "lam": d.lam, "h": d.h, "power_of_forces": [d.power_of_forces()],
            "power_of_motion": [d.power_of_motion()], "power_of_rows": rows, "bodies": bodies,
            "arrows": [x for arrow in self.outputs.arrows for x in arrow], "integrals": integrals,
            "integral_rates": rates(integrals, moving), "energies": [pieces.T, pieces.U]}
        self.report = ReportLayout({name: len(terms) for name, terms in parts.items()})
        wanted = [x for terms in parts.values() for x in terms]
        return self._function("report", wanted, "".join(f"    out[{i}] = {x.name}\n" for i, x in enumerate(wanted)))

    def functions(self) -> ModeFunctions:
        """Returns the functions of the mode."""
        source = HEAD + self.rates_text() + self.observe_text() + self.settle_text() + self.report_text()
        written = load_generated("rows", source)
        step = (make_radau_step(self.dynamics, self.scales, written) if self.is_stiff
                else make_step(written.rhs, written.weight, self.state.size))
        entries = step, written.observe, written.settle, written.report
        return ModeFunctions(lambda: entries)


def _spin(R: list[Term], change: list[Term]) -> list[Term]:
    """Takes a rotation and its rate, row by row, and returns its angular velocity (3): that of R' R^T."""
    (x, y, z), (dx, dy, dz) = (parts_of(rows, (3, 3, 3)) for rows in (R, change))
    return [dot(dz, y), dot(dx, z), dot(dy, x)]
