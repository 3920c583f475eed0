"""What of a system with rows does not hang on numbers: followed, differentiated and written once in a process.

Another run of the same words has other numbers at the same places of the parameter array; its formulas are the same
where their functions mean the same (systems/formula_keys.py), and all that is no number is equal.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np

from sandbox.integration.mode_functions import ModeFunctions
from sandbox.mechanics.rows.generate import Outputs, Writer
from sandbox.mechanics.rows.matrices import Matrices, matrices_of
from sandbox.mechanics.rows.multipliers import Dynamics, Equations
from sandbox.mechanics.rows.pieces import Pieces
from sandbox.scene.constrained import Antiderivative, Constrained
from sandbox.scene.realisation import Unilateral, With
from sandbox.systems.formula_keys import NoKey, meaning
from sandbox.systems.rows.grip import Grips
from sandbox.systems.rows.modes import Switches
from sandbox.systems.rows.tracing import Trace

MOST = 16        # structures that are kept


@dataclass(frozen=True)
class Written:
    """The functions of a system of which it is known which rows follow from others, and what wrote them."""

    writer: Writer
    functions: ModeFunctions
    grips: Grips


@dataclass
class Structure:
    """A system without its numbers.

    matrices   function (t, y, p) -> Matrices;  count  numbers that come before those of motion and state
    written    rows that follow from others -> what was written for them
    traced     pieces and outputs, until they are written
    """

    matrices: Callable[[float, np.ndarray, np.ndarray], Matrices]
    count: int
    written: dict[tuple[int, ...], Written] = field(default_factory=dict)
    traced: tuple[Pieces, Outputs] | None = None

    def of(self, system: Constrained, values: Mapping, dependent: tuple[int, ...]) -> Written:
        """Returns what is written for a system whose rows `dependent` follow from others."""
        if dependent not in self.written:
            # what is written adds to what was traced: another one begins anew
            pieces, outputs = self.traced or _traced(Trace(system, values))[:2]
            self.traced = None
            pieces.dependent = dependent
            writer = Writer(Dynamics(pieces), outputs)
            self.written[dependent] = Written(writer, writer.functions(),
                                              Grips(pieces, outputs, Switches.of(system, pieces.state)))
        return self.written[dependent]


_KEPT: dict[tuple, Structure] = {}


def structure_of(system: Constrained, values: Mapping) -> tuple[Structure, Trace]:
    """Returns the structure of a system, and its symbols with all their numbers placed."""
    trace, key = Trace(system, values), _key(system, values)
    kept = _KEPT.get(key) if key is not None else None
    if kept is not None:
        trace.place_rows()
        assert len(trace.numbers) == kept.count
        return kept, trace
    pieces, outputs, matrices = _traced(trace)
    found = Structure(matrices, len(trace.numbers), traced=(pieces, outputs))
    if key is not None:
        if len(_KEPT) >= MOST:
            _KEPT.clear()
        _KEPT[key] = found
    return found, trace


def _traced(trace: Trace) -> tuple[Pieces, Outputs, Callable]:
    pieces, outputs = trace.pieces(), trace.outputs()
    return pieces, outputs, matrices_of(Equations(pieces), outputs.crossings)


# ---- what decides it -------------------------------------------------------------------------------------------------

def _key(system: Constrained, values: Mapping) -> tuple | None:
    """Returns all that decides the structure, or None where nobody can say."""
    s = system
    try:
        return (
            tuple(c if isinstance(c, str) else (type(c), c.name) for c in s.coordinates),
            tuple((name, _shape(value)) for name, value in {**values, **s.parameters}.items()),
            *map(meaning, (s.kinetic, s.mass, s.potential, s.force, s.carried, s.gauge, s.bodies, s.word)),
            tuple((row.name, *map(meaning, (row.A, row.b, row.gap, row.arrow)), _kind(row.realisation))
                  for row in s.rows),
            tuple((one.name, meaning(one.when)) for one in s.crossings),
            tuple((one.name, meaning(one.function)) for one in s.integrals),
            tuple((one.kind, meaning(one.formula)) for one in s.edges),
            tuple((name, signal.live, signal.order) for name, signal in (("", s.motion.angle), *s.signals.items())),
            tuple((name, curve.of if isinstance(curve, Antiderivative) else len(curve[0]))
                  for name, curve in s.curves.items()))
    except NoKey:
        return None


def _kind(realisation) -> tuple:
    """Which realisation it is, without its numbers."""
    word = realisation.open_word if isinstance(realisation, Unilateral) else (
        realisation.row if isinstance(realisation, With) else "")
    return type(realisation), word


def _shape(value) -> tuple:
    """What a parameter is, its numbers left out; words, switches, counts and functions are what they are."""
    if isinstance(value, bool | int | str) or callable(value) or value is None:
        return meaning(value)
    if isinstance(value, float | np.floating):
        return ("number",)
    try:
        return "numbers", np.asarray(value, float).shape
    except (TypeError, ValueError):
        if isinstance(value, tuple | list):
            return (type(value), *map(_shape, value))
        raise NoKey from None
