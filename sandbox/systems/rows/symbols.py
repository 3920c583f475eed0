"""Arguments of an author's functions: symbols for the time, coordinates, velocities and the attributes of p.

Each number of the parameters has a place in the compiled system's parameter array, so that another value needs no new
compilation; signals and curves have blocks of it.
"""

from collections.abc import Mapping

import numpy as np

from sandbox.compiling.expression import Expression, SplineFunction, signal_symbol
from sandbox.compiling.terms import Term, Terms
from sandbox.errors import BadValue
from sandbox.mechanics import layout as lay
from sandbox.mechanics.rows.layout import ScaleLayout, StateLayout
from sandbox.mechanics.spline import curve_parameters, curve_through
from sandbox.scene.constrained import Antiderivative, Constrained, Rotation
from sandbox.scene.motions import Signal
from sandbox.scene.realisation import Breakable, Penalty, Unilateral, With
from sandbox.systems.motion_numbers import put_motion, put_signal
from sandbox.systems.protocol import LiveSignal
from sandbox.text import _


class Names:
    """The p of an author's function: attributes, with a sentence for what is not there."""

    def __init__(self, values: Mapping):
        self.__dict__.update(values)

    def __getattr__(self, name):
        raise AttributeError(f"p has no {name!r}; it has {', '.join(sorted(self.__dict__))}")


class Symbols:
    """The symbols of one system, and the places of its numbers in p.

    state     places of the numbers of the state;  numbers  the parameter array as far as it is known
    named     (name, place, how many) of the numbers that an author has names for
    signals   (place, Signal) of the system's own;  rotations  (first of four coordinates, first of three velocities)
    p         the p of the author's functions
    """

    def __init__(self, system: Constrained, values: Mapping):
        self.system, self.table = system, Terms()
        self.where = _("system '{name}'").format(name=system.name)
        kinds = [row.realisation for row in system.rows]
        numbers = {row.name: k for k, row in enumerate(system.rows)}
        self.state = StateLayout(
            system.nq, system.nv,
            stretched=tuple(k for k, kind in enumerate(kinds) if isinstance(kind, Penalty)),
            signed=tuple(k for k, kind in enumerate(kinds) if isinstance(kind, Breakable | Unilateral)),
            follows=tuple((k, numbers[kind.row]) for k, kind in enumerate(kinds) if isinstance(kind, With)),
            crossings=len(system.crossings))
        self.t = Term(self.table, "t")
        symbols = [Term(self.table, name) for name in self.state.names]
        self.q_terms, self.v_terms = symbols[self.state.q], symbols[self.state.v]
        self.stretches = {k: symbols[place] for k, place in self.state.stretches.items()}
        self.signs = {k: symbols[place] for k, place in self.state.switches.items()}
        self.sides = [symbols[place] for place in self.state.sides]

        self.numbers = [0.0]*ScaleLayout(self.state.size, len(system.rows)).end
        self.named: list[tuple[str, int, int]] = []
        self.signals: list[tuple[int, Signal]] = []
        self.q, self.v = self._coordinates()
        self.time = Expression(self.t)
        self.p = self._names(values)

    def _coordinates(self):
        q: list = []
        v: list = []
        i = k = 0
        self.rotations: list[tuple[int, int]] = []
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

    def place(self, value: float, name: str) -> Term:
        """Takes a new number of the parameter array, by its name, and returns its term."""
        self.named.append((name, len(self.numbers), 1))
        self.numbers.append(float(value))
        return self.table.make(f"p[{len(self.numbers) - 1}]", ())

    def _symbol(self, value, name: str):
        """Returns a parameter as symbol; words, switches, counts and functions stay what they are."""
        if isinstance(value, bool | int | str) or callable(value) or value is None:
            return value
        if isinstance(value, float | np.floating):
            if not np.isfinite(value):
                raise BadValue(_("{where}, parameter '{name}': got {found}, needs a finite number").format(
                    where=self.where, name=name, found=value))
            return Expression(self.place(float(value), name))
        try:
            array = np.asarray(value, float)
        except (TypeError, ValueError):
            return type(value)(self._symbol(x, name) for x in value) if isinstance(value, tuple | list) else value
        symbols = np.empty(array.shape, object)
        for index, x in np.ndenumerate(array):
            symbols[index] = self._symbol(float(x), f"{name}[{', '.join(map(str, index))}]")
        return symbols

    def _names(self, values: Mapping) -> Names:
        system = self.system
        known = {name: self._symbol(value, name) for name, value in {**values, **system.parameters}.items()}
        known["turn"] = signal_symbol(self.t, lay.SPIN)
        for name, at in (("gravity", lay.GRAVITY), ("axis_point", lay.AXIS_POINT)):
            known[name] = np.array([Expression(self.table.make(f"p[{at + i}]", ())) for i in range(3)], object)
        known.update((x.name, Expression(side)) for x, side in zip(system.crossings, self.sides, strict=True))
        for name, curve in self._splines().items():
            known[name] = SplineFunction(self.table, len(self.numbers))
            spline = curve_parameters(curve).tolist()
            self.named.append((name, len(self.numbers), len(spline)))
            self.numbers += spline
        steered = [(system.motion.angle, known["turn"])]
        for name, signal in system.signals.items():
            known[name] = signal_symbol(self.t, len(self.numbers))
            self.signals.append((len(self.numbers), signal))
            self.named.append((name, len(self.numbers), lay.SIGNAL_SIZE))
            self.numbers += [0.0]*lay.SIGNAL_SIZE
            steered.append((signal, known[name]))
        # a live parameter in a formula is what its signal is at the moment
        for signal, symbol in steered:
            if signal.live:
                known[signal.live] = symbol.rate if signal.order == 1 else symbol
        return Names(known)

    def _splines(self) -> dict:
        """Returns the splines of the system's curves by name."""
        splines: dict = {}
        for name, points in self.system.curves.items():
            if isinstance(points, Antiderivative):
                if points.of not in splines:
                    raise BadValue(_("{where}, curve '{name}': no curve {found!r} before it").format(
                        where=self.where, name=name, found=points.of))
                splines[name] = splines[points.of].antiderivative()
                continue
            try:
                splines[name] = curve_through(*points)
            except (TypeError, ValueError) as error:
                raise BadValue(_("{where}, curve '{name}': {error}").format(
                    where=self.where, name=name, error=error)) from error
        return splines

    def array(self, values: Mapping) -> tuple[np.ndarray, dict]:
        """Returns the parameter array with motion and signals written, and the live ones (protocol.Automaton.live)."""
        p = np.array(self.numbers, float)
        live = put_motion(p, self.system.motion, self.system.surface, values)
        for place, signal in self.signals:
            put_signal(p, place, signal, values)
            if signal.live:
                live[signal.live] = LiveSignal(place, signal.order, signal.limit)
        return p, live


def _rotation(e) -> np.ndarray:
    """Takes a unit quaternion of symbols and returns its matrix (3, 3)."""
    w, x, y, z = e
    return np.array([[1.0 - (y*y + z*z)*2.0, (x*y - w*z)*2.0, (x*z + w*y)*2.0],
                     [(x*y + w*z)*2.0, 1.0 - (x*x + z*z)*2.0, (y*z - w*x)*2.0],
                     [(x*z - w*y)*2.0, (y*z + w*x)*2.0, 1.0 - (x*x + y*y)*2.0]], object)
