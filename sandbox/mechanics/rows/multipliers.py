"""Motion under affine rows A(q, t) v = b(q, t): accelerations, reactions and the ledger of the energy, as terms.

Lagrange's equations with multipliers, in velocities v that are rates of coordinates, or the body components of an
angular velocity for coordinates that are a unit quaternion. With the momenta P = dT/dv, L = T - U and the directions
X_i along which v_i moves the coordinates,

    M v' = F + A^T lam,     M = dP/dv,     F_i = Q_i + X_i L + (P x w)_i - dP_i/dt at fixed v
    S lam = c - A M^-1 F,   S = A M^-1 A^T,   c = b' - A' v                                        (ideal rows)

All derivatives come from rates.py. A row that is not ideal has a force of its own: -c_b h (viscous), -k s - c h with
s' = h (penalty), -N_slide sgn(h) (a blade that gave way), h = A v - b. A row that is not there just now has none: the
row of a gap that is open.

The ledger. For any field Y(q, t) of velocities, with W = v.P - T + U,

    E_J = W - P.Y + gauge,      ledger' = (v - Y).Q + lam.(A v - A Y) - dL(Y) + gauge'

where dL(Y) is the change of L along t' = 1, q' = Y, v' = Y' + w x Y. E_J - ledger is constant on every motion, and E_J
itself where Y obeys the rows and leaves L as it is (the Jacobi integral: Y the velocities carried by a turning table).

Sources: Whittaker, Analytical Dynamics, chapter 8; Borisov, Mamaev, Bizyaev 2015, section 1; Boltzmann 1902.
"""

from typing import NamedTuple

from sandbox.compiling.elimination import Symmetric, dot
from sandbox.compiling.rates import rates
from sandbox.compiling.terms import Term
from sandbox.mechanics.rows.pieces import PenaltyRow, Pieces


def cross_product(a, b):
    """Returns a x b of terms."""
    (ax, ay, az), (bx, by, bz) = a, b
    return [ay*bz - az*by, az*bx - ax*bz, ax*by - ay*bx]


class LedgerRate(NamedTuple):
    """ledger' = base + sum_k lam_k arm_k, with the arms A v - A Y of the rows."""

    base: Term
    arms: list[Term]


class Equations:
    """The equations of motion of the head of this file for given pieces, before they are solved.

    M, F, momenta   as there, F without the forces of the rows
    A, b, c         of each row;  h  A v - b
    """

    def __init__(self, pieces: Pieces):
        self.pieces = p = pieces
        one, n = p.t.of(1.0), len(p.v)
        self.zero, self.one = p.zero, one
        self.steady = {p.t.name: one, **{x.name: r for x, r in zip(p.q, p.coordinate_rates(p.v), strict=True)}}

        self.momenta = [rates([p.T], {x.name: one})[0] for x in p.v]
        columns = [rates(self.momenta, {x.name: one}) for x in p.v]
        self.M = [[columns[j][i] for j in range(n)] for i in range(n)]
        self.F = self._forces()
        self.A, self.b = [row.A for row in p.rows], [row.b for row in p.rows]
        self.h = [dot(row.A, p.v) - row.b for row in p.rows]
        # what is left of a row's derivative: A v' = c
        changes = rates([*self.b, *(x for row in self.A for x in row)], self.steady)
        self.c = [changes[k] - dot(changes[len(self.b) + k*n:len(self.b) + (k + 1)*n], p.v) for k in range(len(self.b))]

    def _forces(self) -> list[Term]:
        p, n = self.pieces, len(self.pieces.v)
        drift = rates(self.momenta, self.steady)
        forces = []
        for i in range(n):
            along = p.coordinate_rates([self.one if j == i else self.zero for j in range(n)])
            dT, dU = rates([p.T, p.U], {x.name: r for x, r in zip(p.q, along, strict=True)})
            forces.append(p.Q[i] + dT - dU - drift[i])
        for _, at in p.rotations:
            turning = cross_product(self.momenta[at:at + 3], p.v[at:at + 3])
            forces[at:at + 3] = [f + g for f, g in zip(forces[at:at + 3], turning, strict=True)]
        return forces


class Dynamics(Equations):
    """The equations of motion, solved.

    W        M^-1 A^T, row by row: (rows, nv);  free  M^-1 F
    lam      reaction of each row;  acceleration  v';  pivots  of S, of the rows in `held`
    """

    def __init__(self, pieces: Pieces):
        super().__init__(pieces)
        self.mass = Symmetric(self.M)
        self.free = self.mass.solve(self.F)
        self.W = [self.mass.solve(row) for row in self.A]
        self._solve()

    @property
    def held(self) -> list[int]:
        """Rows with a multiplier: ideal, breakable and unilateral ones, without the dependent ones."""
        return [k for k, row in enumerate(self.pieces.rows)
                if row.has_multiplier and k not in self.pieces.dependent]

    def holds(self, k: int) -> Term:
        """Returns 1 while the row k holds, 0 while it slides or is open; a plain 1 for rows that always hold."""
        sign = self.pieces.rows[k].sign
        return self.one if sign is None else self.one - sign*sign

    def multipliers_for(self, right: list[Term]) -> tuple[list[Term], list[Term]]:
        """Returns the solution of S x = right for the rows that hold, and the pivots of S.

        A row that does not hold has x = 0: its line and column are those of the unit matrix.
        """
        held = self.held
        holds = [self.holds(k) for k in held]
        S = [[holds[i]*holds[j]*dot(self.A[k], self.W[m]) for j, m in enumerate(held)] for i, k in enumerate(held)]
        for i, k in enumerate(held):
            S[i][i] = holds[i]*dot(self.A[k], self.W[k]) + (self.one - holds[i])
        factors = Symmetric(S)
        return factors.solve([g*x for g, x in zip(holds, right, strict=True)]), factors.pivots

    def _solve(self):
        n, count = len(self.pieces.v), len(self.pieces.rows)
        self.lam = [row.force(h) for row, h in zip(self.pieces.rows, self.h, strict=True)]
        driven = [self._sum(self.free[i], [(self.lam[k], self.W[k][i]) for k in range(count)]) for i in range(n)]
        found, self.pivots = self.multipliers_for([self.c[k] - dot(self.A[k], driven) for k in self.held])
        for k, x in zip(self.held, found, strict=True):
            self.lam[k] = self.lam[k] + x
        self.acceleration = [self._sum(driven[i], [(x, self.W[k][i]) for k, x in zip(self.held, found, strict=True)])
                             for i in range(n)]

    @staticmethod
    def _sum(start: Term, products) -> Term:
        for a, b in products:
            start = start + a*b
        return start

    def projection(self) -> list[Term]:
        """Returns the velocities after a plastic impact on the rows that hold: the nearest ones in kinetic energy."""
        impulses, _ = self.multipliers_for([self.h[k]*-1.0 for k in self.held])
        return [self._sum(x, [(impulse, self.W[k][i]) for k, impulse in zip(self.held, impulses, strict=True)])
                for i, x in enumerate(self.pieces.v)]

    # ---- energy ------------------------------------------------------------------------------------------------

    @property
    def energy(self) -> Term:
        """E_J of the head of this file, with the energy of stretched rows."""
        p = self.pieces
        total = dot(p.v, self.momenta) - p.T + p.U - dot(p.Y, self.momenta) + p.gauge
        for row in p.rows:
            if isinstance(row, PenaltyRow):
                total = total + row.k*row.stretch*row.stretch*0.5
        return total

    def ledger_parts(self) -> LedgerRate:
        """Returns what the ledger's rate is made of."""
        p = self.pieces
        return LedgerRate(self.power_of_forces() + self.power_of_motion(),
                          [dot(row.A, p.v) - dot(row.A, p.Y) for row in p.rows])

    def power_of_forces(self) -> Term:
        """Returns (v - Y).Q."""
        p = self.pieces
        return dot([x - y for x, y in zip(p.v, p.Y, strict=True)], p.Q)

    def power_of_motion(self) -> Term:
        """Returns gauge' - dL(Y): the power where the motion Y changes L, or L changes in time."""
        p = self.pieces
        turned = rates(p.Y, self.steady)
        for _, at in p.rotations:
            more = cross_product(p.v[at:at + 3], p.Y[at:at + 3])
            turned[at:at + 3] = [x + y for x, y in zip(turned[at:at + 3], more, strict=True)]
        moving = {p.t.name: self.one, **{x.name: r for x, r in zip(p.q, p.coordinate_rates(p.Y), strict=True)},
                  **{x.name: r for x, r in zip(p.v, turned, strict=True)}}
        dT, dU = rates([p.T, p.U], moving)
        return rates([p.gauge], self.steady)[0] - dT + dU

    def ledger_rate(self) -> Term:
        """Returns ledger' of the motion itself."""
        rate, arms = self.ledger_parts()
        for k, row in enumerate(self.pieces.rows):
            rate = rate + self.lam[k]*arms[k]
            if isinstance(row, PenaltyRow):
                rate = rate + row.k*row.stretch*self.h[k]
        return rate

    def state_rates(self) -> list[Term]:
        """Returns the derivatives of the state: coordinates, velocities, stretches, signs, sides, ledger."""
        p = self.pieces
        return [*p.coordinate_rates(p.v), *self.acceleration,
                *(self.h[k] for k in p.state.stretched),
                *(self.zero for _switch in (*p.state.signs, *p.state.sides)),
                self.ledger_rate()]
