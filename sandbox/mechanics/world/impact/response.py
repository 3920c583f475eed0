"""What an impulse does to a ball, free or held by the floor on which it rolls without slip.

A ball that takes the impulse P at the arm r moves by dv = P/m, dw = r x P/I. Where a floor holds it at the arm f, the
floor's impulse R keeps that point at rest:

    M P + G_f R = 0,     M = 1/m + ((r.f) - r f^T)/I,     G_f = (1 + a^2 (1 - n n^T) m/I)/m,

and the point of P moves by G P with G = (1/m + (r.r - r r^T)/I) - M^T G_f^-1 M. What a floor that is free to turn adds
to that stands in floors.py.
"""

from sandbox.compiling.compiled import compiled
from sandbox.compiling.places import Places
from sandbox.compiling.traced import Vector, cross, traced, vector_at
from sandbox.mechanics.report import put
from sandbox.mechanics.world.places import INERTIA, MASS, TABLE_INERTIA, V, W

_side = Places()
ARM = _side.take(3)             # r [m]
IS_HELD = _side.take()          # 1.0 where a floor holds the ball
FLOOR_ARM = _side.take(3)       # f [m]
FLOOR_NORMAL = _side.take(3)
FLOOR_LEVER = _side.take(3)     # e x c of a floor that is free to turn [m]
COUPLING = _side.take(9)        # M [1/kg]
STIFF = _side.take(9)           # G_f^-1 [kg]
GIVES = _side.take(9)           # G [1/kg]
TAKES = _side.take(3)           # R of the last impulse [N s]
SIDE = _side.size


@traced
def put_free(m, inertia, r, out):
    """Fills 1/m + (r.r - r r^T)/I."""
    square = r @ r
    for i in range(3):
        for j in range(3):
            out[3*i + j] = (1.0/m + square/inertia if i == j else 0.0) - r[i]*r[j]/inertia


@traced
def put_coupling(m, inertia, r, f, out):
    """Fills M."""
    along = r @ f
    for i in range(3):
        for j in range(3):
            out[3*i + j] = (1.0/m + along/inertia if i == j else 0.0) - r[i]*f[j]/inertia


@traced
def put_inverse(a, out):
    """Fills the inverse of a symmetric positive 3 x 3 matrix."""
    c = (a[4]*a[8] - a[5]*a[7], a[5]*a[6] - a[3]*a[8], a[3]*a[7] - a[4]*a[6])
    share = 1.0/(a[0]*c[0] + a[1]*c[1] + a[2]*c[2])
    rows = (c[0], a[2]*a[7] - a[1]*a[8], a[1]*a[5] - a[2]*a[4],
            c[1], a[0]*a[8] - a[2]*a[6], a[2]*a[3] - a[0]*a[5],
            c[2], a[1]*a[6] - a[0]*a[7], a[0]*a[4] - a[1]*a[3])
    for i, number in enumerate(rows):
        out[i] = share*number


@traced
def respond(ball, side):
    """Fills what a ball gives way at its arm, held by the floor."""
    m, inertia = ball[MASS], ball[INERTIA]
    r, f = vector_at(side, ARM), vector_at(side, FLOOR_ARM)
    free, coupling, floor = [0.0]*9, [0.0]*9, [0.0]*9
    put_free.formula(m, inertia, r, free)
    put_coupling.formula(m, inertia, r, f, coupling)
    put_free.formula(m, inertia, f, floor)
    stiff = [0.0]*9
    put_inverse.formula(floor, stiff)
    for i in range(9):
        side[COUPLING + i], side[STIFF + i] = coupling[i], stiff[i]
    for i in range(3):
        for j in range(3):
            held = sum(coupling[3*k + i]*stiff[3*k + l]*coupling[3*l + j] for k in range(3) for l in range(3))
            side[GIVES + 3*i + j] = free[3*i + j] - held


@traced
def respond_freely(ball, side):
    """Fills what a ball gives way at its arm when nothing holds it."""
    put_free.formula(ball[MASS], ball[INERTIA], vector_at(side, ARM), _Behind(side, GIVES))


class _Behind:
    """The numbers of a pointer from a place on, for formulas that fill nine of them."""

    def __init__(self, numbers, at):
        self.numbers, self.at = numbers, at

    def __setitem__(self, i, number):
        self.numbers[self.at + i] = number


@compiled
def fill_response(ball, side):
    """Fills GIVES, and what `floor_impulse` needs."""
    if side[IS_HELD] != 0.0:
        respond(ball, side)
    else:
        respond_freely(ball, side)


@traced
def matrix_times(a, at, v):
    """A v of a matrix at a place."""
    return Vector(*(a[at + 3*i]*v[0] + a[at + 3*i + 1]*v[1] + a[at + 3*i + 2]*v[2] for i in range(3)))


@traced
def put_stiffness(ball, side):
    """Fills STIFF alone, of a ball that takes no impulse but its floor's."""
    floor, stiff = [0.0]*9, [0.0]*9
    put_free.formula(ball[MASS], ball[INERTIA], vector_at(side, FLOOR_ARM), floor)
    put_inverse.formula(floor, stiff)
    for i in range(9):
        side[STIFF + i] = stiff[i]


@traced
def give(state, ball, r, P):
    """Adds an impulse P at the arm r to the velocities of a ball."""
    put(state, V, vector_at(state, V) + (1.0/ball[MASS])*P)
    put(state, W, vector_at(state, W) + (1.0/ball[INERTIA])*cross(r, P))


@traced
def give_impulse(state, ball, r, P):
    """`give` three numbers each."""
    give.formula(state, ball, Vector(*r), Vector(*P))


@compiled
def share_of(block):
    """1/J of a support that is free to turn."""
    return 1.0/block[TABLE_INERTIA]
