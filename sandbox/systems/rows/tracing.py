"""From an author's functions to the pieces of mechanics/rows/pieces.py: every function is called once, with symbols."""

import numpy as np

from sandbox.compiling.rates import rates
from sandbox.compiling.symbol import NotTraceable, Symbol, followed
from sandbox.compiling.terms import Term
from sandbox.errors import BadValue
from sandbox.mechanics.rows.generate import Outputs
from sandbox.mechanics.rows.pieces import (
    BreakableRow,
    PenaltyRow,
    Pieces,
    TracedRow,
    UnilateralRow,
    ViscousRow,
    coordinate_rates,
)
from sandbox.mechanics.rows.report import ARROW, BODY
from sandbox.scene.constrained import Row
from sandbox.scene.realisation import Breakable, Penalty, Unilateral, Viscous, With
from sandbox.systems.rows.symbols import Symbols
from sandbox.text import _


class Trace(Symbols):
    """The functions of one system, called."""

    def call(self, function, word: str, shape, moving: bool = False) -> list[Term]:
        """Returns the numbers of an author's function as terms; `shape` is how many there need to be, or None."""
        arguments = (self.time, self.q, self.v, self.p) if moving else (self.time, self.q, self.p)
        if not callable(function):
            result = function
        else:
            try:
                result = followed(function)(*arguments)
            except NotTraceable as error:
                raise BadValue(_("{where}, {word}: {error}").format(
                    where=self.where, word=word, error=error)) from error
            except Exception as error:
                raise BadValue(_("{where}, {word}: {kind}: {error}").format(
                    where=self.where, word=word, kind=type(error).__name__, error=error)) from error
        flat = _flat(result)
        terms = [self._term(x, word) for x in flat]
        if shape is not None and len(terms) != shape:
            raise BadValue(_("{where}, {word}: got {found} numbers, needs {needed}").format(
                where=self.where, word=word, found=len(terms), needed=shape))
        return terms

    def one(self, function, word: str, moving: bool = False) -> Term:
        """Calls an author's function that gives one number, and returns its term."""
        term, = self.call(function, word, 1, moving=moving)
        return term

    def _term(self, x, word: str) -> Term:
        if isinstance(x, Symbol):
            return x.value
        if isinstance(x, int | float | np.number) and not isinstance(x, bool) and np.isfinite(x):
            return self.t.of(float(x))
        raise BadValue(_("{where}, {word}: got {found!r}, needs finite numbers").format(
            where=self.where, word=word, found=x))

    def _row(self, row: Row, word: str) -> TracedRow:
        nv, kind = self.system.nv, row.realisation
        k = self.system.rows.index(row)
        if row.gap is not None:
            gap = self.one(row.gap, _("{word}, gap").format(word=word))
            A, b = self._gap_row(gap)
            if isinstance(kind, Unilateral):
                return UnilateralRow(A, b, gap=gap, sign=self.signs[k])
        else:
            A = self.call(row.A, _("{word}, A").format(word=word), nv)
            b = self.one(row.b, _("{word}, b").format(word=word))
        if isinstance(kind, Viscous):
            return ViscousRow(A, b, c=self.place(kind.c, f"{row.name}.c"))
        if isinstance(kind, Penalty):
            return PenaltyRow(A, b, c=self.place(kind.c, f"{row.name}.c"), k=self.place(kind.k, f"{row.name}.k"),
                              stretch=self.stretches[k])
        if isinstance(kind, Breakable):
            return BreakableRow(A, b, hold=self.place(kind.hold, f"{row.name}.hold"),
                                slide=self.place(kind.slide, f"{row.name}.slide"), sign=self.signs[k])
        return TracedRow(A, b, self.signs[k]) if isinstance(kind, With) else TracedRow(A, b)

    def place_rows(self):
        """Gives the numbers of the rows their places, as `pieces` does on its way."""
        for row in self.system.rows:
            kind = row.realisation
            names = ("c",) if isinstance(kind, Viscous) else ("c", "k") if isinstance(kind, Penalty) else (
                "hold", "slide") if isinstance(kind, Breakable) else ()
            for name in names:
                self.place(getattr(kind, name), f"{row.name}.{name}")

    def _gap_row(self, gap: Term) -> tuple[list[Term], Term]:
        """Takes a gap and returns A and b of gap' = 0."""
        one, zero, nv = self.t.of(1.0), self.t.of(0.0), self.system.nv
        A = []
        for i in range(nv):
            moving = coordinate_rates(self.q_terms, self.rotations, [one if j == i else zero for j in range(nv)])
            A += rates([gap], {x.name: rate for x, rate in zip(self.q_terms, moving, strict=True)})
        rate, = rates([gap], {self.t.name: one})
        return A, rate*-1.0

    def pieces(self) -> Pieces:
        """Returns the system as terms."""
        s, nv = self.system, self.system.nv
        zero = self.t.of(0.0)
        if s.kinetic is not None:
            T = self.one(s.kinetic, "kinetic", moving=True)
        else:
            M = self.call(s.mass, "mass", nv*nv)
            T = zero
            for i in range(nv):
                # the symmetric part, so that the derivative gives back what the author wrote
                T = T + M[i*nv + i]*self.v_terms[i]*self.v_terms[i]*0.5
                for j in range(i):
                    T = T + (M[i*nv + j] + M[j*nv + i])*0.5*self.v_terms[i]*self.v_terms[j]
        return Pieces(
            self.state, self.t, self.q_terms, self.v_terms, self.rotations, T,
            self.one(s.potential, "potential") if s.potential else zero,
            self.call(s.force, "force", nv, moving=True) if s.force else [zero]*nv,
            [self._row(row, _("row '{row}'").format(row=row.name)) for row in s.rows],
            self.call(s.carried, "carried", nv) if s.carried else [zero]*nv,
            self.one(s.gauge, "gauge") if s.gauge else zero, sides=self.sides)

    def outputs(self) -> Outputs:
        """Returns bodies, arrows, integrals, edges and crossings as terms."""
        s = self.system
        bodies = self.call(s.bodies, "bodies", None) if s.bodies else []
        size = BODY["centre"] + BODY["rotation"]
        if len(bodies) % size:
            raise BadValue(_("{where}, bodies: needs a centre (3) and a rotation (3, 3) for each body").format(
                where=self.where))
        return Outputs(
            [bodies[i:i + size] for i in range(0, len(bodies), size)],
            [self.call(row.arrow, _("row '{row}', arrow").format(row=row.name), sum(ARROW.values()))
             if row.arrow else [] for row in s.rows],
            [self.one(x.function, _("integral '{name}'").format(name=x.name), moving=True) for x in s.integrals],
            [self.one(x.formula, _("edge '{name}'").format(name=x.kind)) for x in s.edges],
            [self.one(x.when, _("crossing '{name}'").format(name=x.name)) for x in s.crossings])


def _flat(value) -> list:
    """Takes numbers nested in tuples, lists and arrays and returns them in one list."""
    if isinstance(value, np.ndarray):
        return value.ravel().tolist()
    if isinstance(value, list | tuple):
        return [x for part in value for x in _flat(part)]
    return [value]
