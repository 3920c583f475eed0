"""The pieces of a system under affine rows A(q, t) v = b(q, t), as terms: energies, forces, rows, coordinates.

The velocities v are rates of coordinates, or the body components of an angular velocity for coordinates that are a unit
quaternion. The equations made of it stand in multipliers.py.
"""

from dataclasses import dataclass, field, fields, replace
from typing import Any, Self

from sandbox.compiling.terms import Term, Terms
from sandbox.mechanics.rows.layout import StateLayout


@dataclass
class TracedRow:
    """One ideal row A v = b, `A` (nv,) and `b` as terms, that always holds; the other realisations are made of it.

    sign     in the state: of the slip of a breakable row, 1 of a unilateral one that is open, 0 while they hold
    """

    A: list[Term]
    b: Term
    sign: Term | None = None

    @property
    def has_multiplier(self) -> bool:
        """Whether its reaction follows from A v = b, while it holds."""
        return True

    @property
    def is_stiff(self) -> bool:
        """Whether it has a stiff force of its own."""
        return not self.has_multiplier

    @property
    def constants(self) -> tuple[Term, ...]:
        """The parameters of its force."""
        return ()

    def force(self, h: Term) -> Term:
        """Takes the slip h = A v - b and returns the force that is not a multiplier."""
        return h.of(0.0)

    def on(self, table: Terms) -> Self:
        """Returns the row with the terms of its force in another table, where they are constants."""
        own: dict[str, Any] = {x.name: getattr(self, x.name) for x in fields(self) if x.name not in ("A", "b")}
        own = {name: Term(table, x.name, x.number) for name, x in own.items() if x is not None}
        return replace(self, **own)


@dataclass(kw_only=True)
class ViscousRow(TracedRow):
    """A row with the force -c h."""

    c: Term

    @property
    def has_multiplier(self) -> bool:
        return False

    @property
    def constants(self) -> tuple[Term, ...]:
        return (self.c,)

    def force(self, h: Term) -> Term:
        return self.c*h*-1.0


@dataclass(kw_only=True)
class PenaltyRow(TracedRow):
    """A row with the force -k s - c h; its stretch s, s' = h, is in the state."""

    c: Term
    k: Term
    stretch: Term

    @property
    def has_multiplier(self) -> bool:
        return False

    @property
    def constants(self) -> tuple[Term, ...]:
        return self.c, self.k

    def force(self, h: Term) -> Term:
        return self.k*self.stretch*-1.0 - self.c*h


@dataclass(kw_only=True)
class BreakableRow(TracedRow):
    """A row that holds up to the force `hold`, and slides against the force `slide` when it gave way."""

    hold: Term
    slide: Term
    sign: Term

    @property
    def constants(self) -> tuple[Term, ...]:
        return (self.slide,)

    def force(self, h: Term) -> Term:
        return self.slide*self.sign*-1.0


@dataclass(kw_only=True)
class UnilateralRow(TracedRow):
    """A row that holds while its gap is closed."""

    gap: Term
    sign: Term


@dataclass
class Pieces:
    """The pieces of a system, as terms: time, coordinates, velocities, and its author's functions of them.

    state       places of the numbers of the state, whose names the terms have
    rotations   pairs (first of four coordinates, first of three velocities): a quaternion and an angular velocity
    Y, gauge    velocity field and function of E_J (multipliers.py)
    dependent   rows that follow from the others and are left out of the solve
    sides       numbers of the state that are constant between jumps: 1.0 on one side of a line, 0.0 on the other
    """

    state: StateLayout
    t: Term
    q: list[Term]
    v: list[Term]
    rotations: list[tuple[int, int]]
    T: Term
    U: Term
    Q: list[Term]
    rows: list[TracedRow]
    Y: list[Term]
    gauge: Term
    dependent: tuple[int, ...] = field(default=())
    sides: list[Term] = field(default_factory=list)

    @property
    def table(self) -> Terms:
        return self.t.table

    @property
    def zero(self) -> Term:
        return self.t.of(0.0)

    @property
    def ledger(self) -> Term:
        """The ledger in the state."""
        return Term(self.table, self.state.names[self.state.ledger])

    def coordinate_rates(self, velocity: list[Term]) -> list[Term]:
        """Takes velocities and returns the rates of the coordinates."""
        return coordinate_rates(self.q, self.rotations, velocity)


def coordinate_rates(q: list[Term], rotations: list[tuple[int, int]], velocity: list[Term]) -> list[Term]:
    """Takes coordinates and velocities and returns q' = v, and q' = q o (0, w)/2 for quaternions."""
    turning, moving, i, at = dict(rotations), [], 0, 0
    while i < len(q):
        if i not in turning:
            moving.append(velocity[at])
            i, at = i + 1, at + 1
            continue
        (w, x, y, z), (wx, wy, wz) = q[i:i + 4], [rate*0.5 for rate in velocity[at:at + 3]]
        moving += [(x*wx + y*wy + z*wz)*-1.0, w*wx + y*wz - z*wy, w*wy + z*wx - x*wz, w*wz + x*wy - y*wx]
        i, at = i + 4, at + 3
    return moving
