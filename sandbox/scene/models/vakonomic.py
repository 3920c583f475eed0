"""The ghost of a rolling ball: it makes its action stationary among all motions that roll, instead of obeying forces.

The ball, the table and the rolling are those of ring_ball.py. With the multiplier lambda (2,) in

    L = m v^2/2 + I w^2/2 + lambda.(v - u(r) - a w x e_z)

a variation of place and attitude gives, with the matrix D = du/dr and J = e_z x,

    (m v + lambda)' = -D^T lambda,      (I w - a e_z x lambda)' = w x (I w - a e_z x lambda):

here lambda has rates of its own, and a value at the start that no velocity tells. In P = m v + lambda the first reads

    P' = -D^T (P - m v),

and with rolling the two are the equations of an ordinary rolling ball on which these act beside friction:

    X = -D^T lambda - w_z J lambda   at the centre,      -a w_h.lambda   about the vertical.

P is a coordinate here, its equation a row. It has no mass, and needs none: with the square of the row's slip in its
place in T (concentrated.py says why) the row's reaction is zero, and the ball feels nothing of it.

On a turntable (D = Omega J) the action knows no time and no direction: constant are

    m v^2/2 + I w^2/2 + lambda.u,    e_z.(r x P) + I w_z,    |I w - a e_z x lambda|.

This is the vakonomic motion of Kozlov. Lewis, Murray, Variational principles for constrained systems: theory and
experiment, 1995, measured a ball on a turntable, and found no start of lambda with which it moves like that.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from sandbox.scene.constrained import At, Constrained, Integral, Rotation, Row
from sandbox.scene.models.ring_ball import RingBall, inside, kinetic, resisting_moment, rolling_rows
from sandbox.scene.motions import Still
from sandbox.scene.supports.surface import Edge
from sandbox.scene.supports.surfaces import Plane
from sandbox.text import N_, _

TONE = 1            # of its colour


@dataclass(frozen=True)
class VakonomicBall(RingBall):
    """A ball whose action is stationary among all motions that roll, on a table of rings; see RingBall.

    multiplier   lambda/m at the start (2,) [m/s]
    """

    multiplier: tuple[float, float] = (0.0, 0.0)
    name: str = "vakonomic ball"

    def constrained(self) -> Constrained:
        """The system of coordinates and rows; P/m are two coordinates."""
        a = float(self.ball.radius)
        rows = (*rolling_rows(beyond=2), *(Row(f"momentum {axis}", _row(i), _right(i)) for i, axis in enumerate("xy")))
        return Constrained(
            ("x", "y", Rotation("ball"), "Px", "Py"), _kinetic, rows, force=_forces, motion=Still(),
            surface=Plane(rim=self.rim), signals={"middle": self.signal}, parameters=self.parameters(),
            integrals=_integrals(), edges=(Edge(inside, "rim", _("reached the rim")),), bodies=self.bodies(),
            scales=((0.1, 0.1, 1.0, 1.0, 1.0, 1.0, 0.1, 0.1), (0.1, 0.1, *(3*[0.1/a]), 0.1, 0.1)), name=self.name,
            made_from=self, why=_("it obeys no forces"), word="rolling", masses=(float(self.ball.m),),
            looks=self.looks(N_("vakonomic ghost"), TONE), begins=self.begins, beyond=self._beyond())

    def begins(self, start: At, values: Mapping) -> At:
        """Takes the start of a rolling ball and returns that of its ghost: P/m and its rates in addition."""
        if len(start.q) != 3:
            # its own
            return start
        (x, y, _attitude), (vx, vy, _w), lam = start.q, start.v, self.multiplier
        rate = values[self.rate] if isinstance(self.rate, str) else self.rate
        W, slope = rate*(1.0 + self.shear*(x*x + y*y)/self.rim**2), 2.0*rate*self.shear/self.rim**2
        return At((*start.q, vx + lam[0], vy + lam[1]), (*start.v, *_turned_back((x, y), lam, W, slope)))


# ---- formulas -------------------------------------------------------------------------------------------------------

def _turned_back(r, lam, W, slope):
    """-D^T lam, D = W J + slope (J r) r^T, slope = W'(r)/r."""
    along = -r[1]*lam[0] + r[0]*lam[1]
    return -W*lam[1] - slope*along*r[0], W*lam[0] - slope*along*r[1]


def _rates(q, p):
    """W(r) and W'(r)/r."""
    square = q[0]*q[0] + q[1]*q[1]
    return p.middle.rate*(1.0 + p.shear*square), 2.0*p.middle.rate*p.shear


def _row(i: int):
    """Row i of (P/m)' - D^T v = -D^T P/m."""
    def A(t, q, p):
        W, slope = _rates(q, p)
        columns = [_turned_back(q, unit, W, slope)[i] for unit in ((1.0, 0.0), (0.0, 1.0))]
        return (*columns, 0.0, 0.0, 0.0, *(1.0 if k == i else 0.0 for k in range(2)))
    return A


def _right(i: int):
    return lambda t, q, p: _turned_back(q, (q[3], q[4]), *_rates(q, p))[i]


def _kinetic(t, q, v, p):
    """That of the ball; in the place of what P has not, the slips of its rows."""
    total = kinetic(t, q, v, p)
    for i in range(2):
        A, b = _row(i)(t, q, p), _right(i)(t, q, p)
        slip = A[0]*v[0] + A[1]*v[1] + v[3 + i] - b
        total = total + 0.5*p.m*slip*slip
    return total


def _multiplier(q, v, p):
    """lambda [N s]."""
    return p.m*(q[3] - v[0]), p.m*(q[4] - v[1])


def _forces(t, q, v, p):
    lam, w_z = _multiplier(q, v, p), q[2][2] @ v[2]
    X = _turned_back(q, lam, *_rates(q, p))
    moment = -p.a*(lam[0]*(q[2][0] @ v[2]) + lam[1]*(q[2][1] @ v[2]))
    return X[0] + w_z*lam[1], X[1] - w_z*lam[0], moment*q[2][2] + resisting_moment(q, v, p), 0.0, 0.0


def _action_energy(t, q, v, p):
    lam, (W, _slope) = _multiplier(q, v, p), _rates(q, p)
    return kinetic(t, q, v, p) + W*(q[0]*lam[1] - q[1]*lam[0])


def _action_momentum(t, q, v, p):
    return p.m*(q[0]*q[4] - q[1]*q[3]) + p.I*(q[2][2] @ v[2])


def _action_spin(t, q, v, p):
    lam, w = _multiplier(q, v, p), [q[2][i] @ v[2] for i in range(3)]
    x, y, z = p.I*w[0] + p.a*lam[1], p.I*w[1] - p.a*lam[0], p.I*w[2]
    return (x*x + y*y + z*z)**0.5


def _integrals() -> tuple[Integral, ...]:
    steady = _("only at a constant rate, without a rolling resistance")
    return (Integral("action_energy", _action_energy, _("energy of the action [J]"), steady),
            Integral("action_momentum", _action_momentum, _("momentum of the action about the axis [kg m²/s]"), steady),
            Integral("action_spin", _action_spin, _("spin of the action [kg m²/s]"), steady))
