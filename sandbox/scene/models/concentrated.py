"""A sleigh whose mass sits in its mass centre: I_C = 0, I = m a^2, A^2 = 1.

Then T = m (X'^2 + Y'^2)/2 alone, and the kinetic matrix has no inverse: nothing in it tells theta. The blade does:
its row n.v_C - a theta' = b has theta' where a is not zero, and the matrix of all equations together,

    [ M  -A^T ]
    [ A   0   ],

is regular. For an engine that takes M by itself, T is written with the square of the row's slip,

    T = m (X'^2 + Y'^2)/2 + m (A v - b)^2/2,

as if the blade carried the mass m that moves across the edge only, as it never does. The slip is zero on every motion,
so that energy and momenta have nothing of it, and what it adds to Lagrange's equations, m A^T (A v - b)' and
m (A v - b) (...), vanishes with it: motion and reaction are those of I_C = 0. A jump onto the row is the same, too: of
all velocities that obey the row it is the one that leaves v_C alone.

The reaction has no moment to turn anything: N = 0, the mass centre runs straight on, and the angular momentum of a free
point is the linear integral of this case,

    F = x2 v1 - (x1 + a) a omega - Omega ((x1 + a)^2 + x2^2) = -L/m.

Source: Borisov, Mamaev, Bizyaev 2015, section 2.1, there in units of a and 1/Omega.
"""

from collections.abc import Callable, Sequence
from typing import cast

from numpy import cos, sin

from sandbox.errors import BadValue
from sandbox.scene.constrained import Integral, Row
from sandbox.scene.realisation import Ideal
from sandbox.text import _


def inertia_from_ratio(ratio: float, mass: float, offset: float) -> float:
    """Returns I_C = (A^2 - 1) m a^2 [kg m^2] of a sleigh whose ratio is A^2 = I/(m a^2), or raises BadValue.

    ratio   A^2, at least 1 [1];  mass  of the sleigh [kg];  offset  a of the mass centre from the blade [m]
    """
    if not ratio >= 1.0:
        raise BadValue(_("sleigh, ratio of inertia A²: got {found:g}, needs at least 1, as I = I_C + m a² is never "
                         "below m a²").format(found=ratio))
    return (ratio - 1.0)*mass*offset*offset


def check_concentrated(blades: Sequence):
    """BadValue unless the blades determine how a sleigh without inertia of its own turns."""
    if len(blades) != 1 or not isinstance(blades[0].realisation, Ideal):
        raise BadValue(_("sleigh, inertia: got {found}, which needs one blade, an ideal one: nothing else turns the "
                         "sleigh").format(found=0))
    if abs(blades[0].offset) <= 1e-9:
        raise BadValue(_("sleigh, inertia: got {found} with the mass centre on the blade's normal, needs a number "
                         "above 0 there: nothing turns the sleigh").format(found=0))


def concentrated_energy(row: Row) -> Callable:
    """Returns T(t, q, v, p) of a sleigh whose only row is `row`, for I_C = 0."""
    # a blade has both
    row_A, row_b = cast(Callable, row.A), cast(Callable, row.b)

    def kinetic(t, q, v, p):
        A = row_A(t, q, p)
        slip = A[0]*v[0] + A[1]*v[1] + A[2]*v[2] - row_b(t, q, p)
        return 0.5*p.m*(v[0]*v[0] + v[1]*v[1] + slip*slip)
    return kinetic


def _linear_F(t, q, v, p):
    """F of the head of this file, of place and velocities on the table in axes of the blade."""
    x, y, along, aside = p.blades[0]
    c, s, a = cos(q[2])*along - sin(q[2])*aside, sin(q[2])*along + cos(q[2])*aside, -(along*x + aside*y)
    rate, X, Y = p.turn.rate, q[0] - p.axis_point[0], q[1] - p.axis_point[1]
    # of the mass centre: x1 + a and x2
    ahead, x2 = c*X + s*Y, -s*X + c*Y
    v1 = c*v[0] + s*v[1] + rate*x2
    return x2*v1 - ahead*a*(v[2] - rate) - rate*(ahead*ahead + x2*x2)


def concentrated_integrals() -> tuple[Integral, ...]:
    """The integral that only this case has."""
    return (Integral("linear_F", _linear_F, _("linear integral F [m²/s]"), _("only for a level table, and I = m a²")),)
