"""The pieces of a system under affine rows A(q, t) v = b(q, t), as terms: energies, forces, rows, coordinates.

The velocities v are rates of coordinates, or the body components of an angular velocity for coordinates that are a unit
quaternion. The equations made of it stand in multipliers.py.
"""

from dataclasses import dataclass, field

from sandbox.compiling.terms import Term, Terms
from sandbox.mechanics.rows.places import StateLayout

# realisations of a row
IDEAL, VISCOUS, PENALTY, BREAKABLE, UNILATERAL = "ideal", "viscous", "penalty", "breakable", "unilateral"


@dataclass
class Row:
    """One row A v = b: `A` (nv) and `b` as terms, its realisation and the terms that this one needs.

    c, k     viscosity and stiffness of a viscous or penalty row;  stretch  integral of h, in the state
    hold, slide   forces of a breakable row;  sign  of its slip, in the state: 0.0 while it holds
    gap      of a unilateral row, whose sign is 0.0 while it is closed and 1.0 while it is open
    """

    A: list[Term]
    b: Term
    kind: str = IDEAL
    c: Term | None = None
    k: Term | None = None
    stretch: Term | None = None
    hold: Term | None = None
    slide: Term | None = None
    sign: Term | None = None
    gap: Term | None = None


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
    rows: list[Row]
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
