"""From an author's functions to the pieces of mechanics/multipliers.py: every function is called once, with symbols."""

from collections.abc import Mapping

import numpy as np

from sandbox.errors import BadValue
from sandbox.mechanics.curve import curve_parameters, curve_through
from sandbox.mechanics.expression import Curve, Expression, signal_symbol
from sandbox.mechanics.layout import AXIS_POINT, GRAVITY, SIGNAL_SIZE, SPIN, SURFACE
from sandbox.mechanics.multipliers import BREAKABLE, IDEAL, PENALTY, UNILATERAL, VISCOUS, Pieces, carried
from sandbox.mechanics.multipliers import Row as RowPieces
from sandbox.mechanics.multipliers_text import Shown
from sandbox.mechanics.rates import rates
from sandbox.mechanics.symbol import NotTraceable, Symbol, followed
from sandbox.mechanics.terms import Term, Terms
from sandbox.scene.constrained import (
    Antiderivative,
    Breakable,
    Constrained,
    Penalty,
    Rotation,
    Row,
    Unilateral,
    Viscous,
)
from sandbox.scene.motion_numbers import put_motion, put_signal
from sandbox.text import _


class Names:
    """What an author's function knows as p: attributes, with a sentence for what is not there."""

    def __init__(self, values: dict):
        self.__dict__.update(values)

    def __getattr__(self, name):
        raise AttributeError(f"p has no {name!r}; it has {', '.join(sorted(self.__dict__))}")


class Trace:
    """The symbols of one system, and the places of its numbers in p.

    size    numbers of the state;  store  the parameter array;  live  as System.live
    """

    def __init__(self, system: Constrained, values: Mapping):
        self.system, self.table = system, Terms()
        self.where = _("system '{name}'").format(name=system.name)
        nq, nv = system.numbers, system.velocities
        kinds = [row.realisation for row in system.rows]
        self.stretched = [k for k, kind in enumerate(kinds) if isinstance(kind, Penalty)]
        self.signed = [k for k, kind in enumerate(kinds) if isinstance(kind, Breakable | Unilateral)]
        self.size = nq + nv + len(self.stretched) + len(self.signed) + len(system.crossings) + 1
        self.t = Term(self.table, "t")
        symbols = [Term(self.table, f"y{i}") for i in range(self.size)]
        self.q_terms, self.v_terms = symbols[:nq], symbols[nq:nq + nv]
        self.own_terms = symbols[nq + nv:-1]
        self.sides = symbols[-1 - len(system.crossings):-1]

        self.numbers = [0.0]*(SURFACE + self.size + 3*len(system.rows))
        self.signals = []
        self.q, self.v = self._coordinates()
        self.time = Expression(self.t)
        self.p = self._names(values)

    # ---- symbols -----------------------------------------------------------------------------------------------

    def _coordinates(self):
        q, v, i, k = [], [], 0, 0
        self.rotations = []     # (first of four coordinates, first of three velocities)
        for coordinate in self.system.coordinates:
            if isinstance(coordinate, Rotation):
                self.rotations.append((i, k))
                q.append(_rotation([Expression(x) for x in self.q_terms[i:i + 4]]))
                v.append(np.array([Expression(x) for x in self.v_terms[k:k + 3]], object))
                i, k = i + 4, k + 3
            else:
                q.append(Expression(self.q_terms[i]))
                v.append(Expression(self.v_terms[k]))
                i, k = i + 1, k + 1
        return q, v

    def place(self, value: float) -> Term:
        """A new number of the parameter array, as term."""
        self.numbers.append(float(value))
        return self.table.make(f"p[{len(self.numbers) - 1}]", ())

    def _symbol(self, value, name: str):
        """A parameter as symbol; words, switches, counts and functions stay what they are."""
        if isinstance(value, bool | int | str) or callable(value) or value is None:
            return value
        if isinstance(value, float | np.floating):
            if not np.isfinite(value):
                raise BadValue(_("{where}, parameter '{name}': got {found}, needs a finite number").format(
                    where=self.where, name=name, found=value))
            return Expression(self.place(value))
        try:
            array = np.asarray(value, float)
        except (TypeError, ValueError):
            return type(value)(self._symbol(x, name) for x in value) if isinstance(value, tuple | list) else value
        symbols = np.empty(array.shape, object)
        for index, x in np.ndenumerate(array):
            symbols[index] = self._symbol(float(x), name)
        return symbols

    def _names(self, values: Mapping) -> Names:
        system = self.system
        known = {name: self._symbol(value, name) for name, value in {**values, **system.parameters}.items()}
        known["turn"] = signal_symbol(self.t, SPIN)
        for name, at in (("gravity", GRAVITY), ("axis_point", AXIS_POINT)):
            known[name] = np.array([Expression(self.table.make(f"p[{at + i}]", ())) for i in range(3)], object)
        known.update((x.name, Expression(side)) for x, side in zip(system.crossings, self.sides, strict=True))
        for name, curve in self._splines().items():
            known[name] = Curve(self.table, len(self.numbers))
            self.numbers += curve_parameters(curve).tolist()
        steered = [(system.motion.angle, known["turn"])]
        for name, signal in system.signals.items():
            known[name] = signal_symbol(self.t, len(self.numbers))
            self.signals.append((len(self.numbers), signal))
            self.numbers += [0.0]*SIGNAL_SIZE
            steered.append((signal, known[name]))
        # a live parameter in a formula is what its signal is at the moment
        for signal, symbol in steered:
            if signal.live:
                known[signal.live] = symbol.rate if signal.order == 1 else symbol
        return Names(known)

    def _splines(self) -> dict:
        """The splines of the system's curves by name."""
        splines = {}
        for name, points in self.system.curves.items():
            try:
                splines[name] = (splines[points.of].antiderivative() if isinstance(points, Antiderivative)
                                 else curve_through(*points))
            except KeyError:
                raise BadValue(_("{where}, curve '{name}': no curve {found!r} before it").format(
                    where=self.where, name=name, found=points.of)) from None
            except (TypeError, ValueError) as error:
                raise BadValue(_("{where}, curve '{name}': {error}").format(
                    where=self.where, name=name, error=error)) from error
        return splines

    def array(self, values: Mapping) -> tuple[np.ndarray, dict]:
        """The parameter array with motion and signals written, and what is live."""
        p = np.array(self.numbers, float)
        live = put_motion(p, self.system.motion, self.system.surface, values)
        for place, signal in self.signals:
            put_signal(p, place, signal, values)
            if signal.live:
                live[signal.live] = (place, signal.order, signal.limit)
        return p, live

    # ---- functions ---------------------------------------------------------------------------------------------

    def call(self, function, word: str, shape, moving: bool = False) -> list[Term]:
        """The numbers that an author's function returns, as terms; `shape` is what it needs to have, or None."""
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

    def _term(self, x, word: str) -> Term:
        if isinstance(x, Symbol):
            return x.value
        if isinstance(x, int | float | np.number) and not isinstance(x, bool) and np.isfinite(x):
            return self.t.of(float(x))
        raise BadValue(_("{where}, {word}: got {found!r}, needs finite numbers").format(
            where=self.where, word=word, found=x))

    def _row(self, row: Row, word: str) -> RowPieces:
        nv, kind = self.system.velocities, row.realisation
        k = self.system.rows.index(row)
        if row.gap is not None:
            gap = self.call(row.gap, _("{word}, gap").format(word=word), 1)[0]
            pieces = RowPieces(*self._gap_row(gap), IDEAL)
            if isinstance(kind, Unilateral):
                pieces.kind, pieces.gap = UNILATERAL, gap
        else:
            pieces = RowPieces(self.call(row.A, _("{word}, A").format(word=word), nv),
                               self.call(row.b, _("{word}, b").format(word=word), 1)[0], IDEAL)
        if isinstance(kind, Viscous):
            pieces.kind, pieces.c = VISCOUS, self.place(kind.c)
        elif isinstance(kind, Penalty):
            pieces.kind, pieces.c, pieces.k = PENALTY, self.place(kind.c), self.place(kind.k)
            pieces.stretch = self.own_terms[self.stretched.index(k)]
        elif isinstance(kind, Breakable):
            pieces.kind, pieces.hold, pieces.slide = BREAKABLE, self.place(kind.hold), self.place(kind.slide)
        if k in self.signed:
            pieces.sign = self.own_terms[len(self.stretched) + self.signed.index(k)]
        return pieces

    def _gap_row(self, gap: Term) -> tuple[list[Term], Term]:
        """A and b of gap' = 0."""
        one, zero, nv = self.t.of(1.0), self.t.of(0.0), self.system.velocities
        A = []
        for i in range(nv):
            moving = carried(self.q_terms, self.rotations, [one if j == i else zero for j in range(nv)])
            A += rates([gap], {x.name: rate for x, rate in zip(self.q_terms, moving, strict=True)})
        return A, rates([gap], {self.t.name: one})[0]*-1.0

    def pieces(self) -> Pieces:
        """The system as terms."""
        s, nv = self.system, self.system.velocities
        zero = self.t.of(0.0)
        if s.kinetic is not None:
            T = self.call(s.kinetic, "kinetic", 1, moving=True)[0]
        else:
            M = self.call(s.mass, "mass", nv*nv)
            T = zero
            for i in range(nv):
                # the symmetric part, so that the derivative gives back what the author wrote
                T = T + M[i*nv + i]*self.v_terms[i]*self.v_terms[i]*0.5
                for j in range(i):
                    T = T + (M[i*nv + j] + M[j*nv + i])*0.5*self.v_terms[i]*self.v_terms[j]
        return Pieces(
            self.t, self.q_terms, self.v_terms, self.rotations, T,
            self.call(s.potential, "potential", 1)[0] if s.potential else zero,
            self.call(s.force, "force", nv, moving=True) if s.force else [zero]*nv,
            [self._row(row, _("row '{row}'").format(row=row.name)) for row in s.rows],
            self.call(s.carried, "carried", nv) if s.carried else [zero]*nv,
            self.call(s.gauge, "gauge", 1)[0] if s.gauge else zero, sides=self.sides)

    def shown(self) -> Shown:
        """Bodies, arrows, integrals, edges and crossings as terms."""
        s = self.system
        bodies = self.call(s.bodies, "bodies", None) if s.bodies else []
        if len(bodies) % 12:
            raise BadValue(_("{where}, bodies: needs a centre (3) and a rotation (3, 3) for each body").format(
                where=self.where))
        return Shown(
            [bodies[i:i + 12] for i in range(0, len(bodies), 12)],
            [self.call(row.arrow, _("row '{row}', arrow").format(row=row.name), 6) if row.arrow else []
             for row in s.rows],
            [self.call(x.function, _("integral '{name}'").format(name=x.name), 1, moving=True)[0] for x in s.integrals],
            [self.call(x.formula, _("edge '{name}'").format(name=x.kind), 1)[0] for x in s.edges],
            [self.call(x.when, _("crossing '{name}'").format(name=x.name), 1)[0] for x in s.crossings])


def _rotation(e) -> np.ndarray:
    """Matrix (3, 3) of a unit quaternion of symbols."""
    w, x, y, z = e
    return np.array([[1.0 - (y*y + z*z)*2.0, (x*y - w*z)*2.0, (x*z + w*y)*2.0],
                     [(x*y + w*z)*2.0, 1.0 - (x*x + z*z)*2.0, (y*z - w*x)*2.0],
                     [(x*z - w*y)*2.0, (y*z + w*x)*2.0, 1.0 - (x*x + y*y)*2.0]], object)


def _flat(value) -> list:
    if isinstance(value, np.ndarray):
        return value.ravel().tolist()
    if isinstance(value, list | tuple):
        return [x for part in value for x in _flat(part)]
    return [value]
