"""What an impulse does to a ball, free or held by the floor on which it rolls without slip.

A ball that takes the impulse P at the arm r moves by dv = P/m, dw = r x P/I. Where a floor holds it at the arm f, the
floor's impulse R keeps that point at rest:

    M P + G_f R = 0,     M = 1/m + ((r.f) - r f^T)/I,     G_f = (1 + a^2 (1 - n n^T) m/I)/m,

and the point of P moves by G P with G = (1/m + (r.r - r r^T)/I) - M^T G_f^-1 M. What a floor that is free to turn adds
to that follows below.

How floors that hold balls take part in a hit: those that stay as they are, and those that are free to turn.

A ball k that rolls without slipping is held at its foot, whose velocity is the floor's. A hit turns a floor that is
free to turn by dw, and each ball that rolls on it takes from it

    R_k = S_k (l_k dw - M_k P_k),       S_k^-1 what the foot gives by itself, l_k = e x c_k, M_k as above,

P_k the impulse of the hit on it, 0 for all but those that meet. J dw = -sum l_k.R_k leaves

    (J + sum l_k.S_k l_k) dw = B.P,     B = sum of b_k, b_k = M_k^T S_k l_k with the sign of the impulse on k,

and the points that meet move by what they would on a floor that does not turn, and by B (B.P)/(J + ...). A hit on such
a support itself has B = -l there.
"""

from math import inf

from sandbox.compiling.compiled import compiled, part, room
from sandbox.compiling.places import Places
from sandbox.compiling.traced import Vector, cross, traced, vector_at
from sandbox.mechanics.impact.algebra import put_inverse
from sandbox.mechanics.report import put
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.instant import foot_on, support_now
from sandbox.mechanics.world.segments.segment import ball_of, state_of
from sandbox.mechanics.world.supports import block_of, is_free

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
def respond(ball, side):
    """Fills what a ball gives way at its arm, held by the floor."""
    m, inertia = ball[at.MASS], ball[at.INERTIA]
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
    put_free.formula(ball[at.MASS], ball[at.INERTIA], vector_at(side, ARM), _Behind(side, GIVES))


class _Behind:
    """The numbers of a pointer from a place on, for formulas that fill nine of them."""

    def __init__(self, numbers, start):
        self.numbers, self.at = numbers, start

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
def matrix_times(a, start, v):
    """A v of a matrix at a place."""
    return Vector(*(a[start + 3*i]*v[0] + a[start + 3*i + 1]*v[1] + a[start + 3*i + 2]*v[2] for i in range(3)))


@traced
def put_stiffness(ball, side):
    """Fills STIFF alone, of a ball that takes no impulse but its floor's."""
    floor, stiff = [0.0]*9, [0.0]*9
    put_free.formula(ball[at.MASS], ball[at.INERTIA], vector_at(side, FLOOR_ARM), floor)
    put_inverse.formula(floor, stiff)
    for i in range(9):
        side[STIFF + i] = stiff[i]


@traced
def give(state, ball, r, P):
    """Adds an impulse P at the arm r to the velocities of a ball."""
    put(state, at.V, vector_at(state, at.V) + (1.0/ball[at.MASS])*P)
    put(state, at.W, vector_at(state, at.W) + (1.0/ball[at.INERTIA])*cross(r, P))


@traced
def give_impulse(state, ball, r, P):
    """`give` three numbers each."""
    give.formula(state, ball, Vector(*r), Vector(*P))


@compiled
def share_of(block):
    """1/J of a support that is free to turn."""
    return 1.0/block[at.TABLE_INERTIA]


# ---- floors that hold -----------------------------------------------------------------------------------------------


# numbers of the two floors that may turn: B, 1/J with what rolls there, dw of the last impulse
B_AT, SHARE, TURNED, TURNS = 0, 3, 4, 5


@traced
def put_floor(n, radius, place, centre, side):
    """Fills arm, normal and lever of a floor that holds a ball."""
    f = -radius*Vector(*n)
    put(side, FLOOR_ARM, f)
    put(side, FLOOR_NORMAL, n)
    put(side, FLOOR_LEVER, cross(place.axis, Vector(*centre) + f - place.point))


@compiled
def rolls_held(p, y, b):
    """Whether the ball b rolls on a support on which nothing can make it slip."""
    state = state_of(y, b)
    if state[at.ON] < 0.0 or state[at.MODE] != at.ROLLS:
        return False
    return block_of(p, int(state[at.ON]))[at.STATIC] == inf


@compiled
def hold(p, calls, y, b, t, side):
    """Finds out whether the floor holds the ball b in an impact, and fills what it is like."""
    state = state_of(y, b)
    side[IS_HELD] = 0.0
    if not rolls_held(p, y, b):
        return
    s = int(state[at.ON])
    place, ball = support_now(p, y, s, t), ball_of(p, b)
    foot = foot_on(p, calls, s, place, state, ball[at.RADIUS])
    put_floor(foot.n, ball[at.RADIUS], place, (state[at.X], state[at.X + 1], state[at.X + 2]), side)
    side[IS_HELD] = 1.0


@compiled
def free_floor(p, y, b, side):
    """The support that is free to turn and holds the ball b; -1 for none."""
    if side[IS_HELD] == 0.0:
        return -1
    s = int(state_of(y, b)[at.ON])
    return s if is_free(block_of(p, s)) else -1


@traced
def lever_stiffness(side):
    """l.S l."""
    lever = vector_at(side, FLOOR_LEVER)
    return lever @ matrix_times.formula(side, STIFF, lever)


@traced
def add_turning(sign, side, out):
    """Adds sign b, b = M^T S l."""
    pressed = matrix_times.formula(side, STIFF, vector_at(side, FLOOR_LEVER))
    b = [sum((side[COUPLING + 3*k + i]*pressed[k] for k in range(3)), 0.0) for i in range(3)]
    put(out, B_AT, vector_at(out, B_AT) + sign*Vector(*b))


@traced
def answer(side, P, turned):
    """Fills the floor's impulse R = S (l dw - M P); returns what it presses with, n.R [N s]."""
    moved = matrix_times.formula(side, COUPLING, Vector(*P))
    R = matrix_times.formula(side, STIFF, turned*vector_at(side, FLOOR_LEVER) - moved)
    put(side, TAKES, R)
    return R @ vector_at(side, FLOOR_NORMAL)


@traced
def answer_still(side, P):
    """`answer` of a floor that does not turn."""
    moved = matrix_times.formula(side, COUPLING, Vector(*P))
    R = -matrix_times.formula(side, STIFF, moved)
    put(side, TAKES, R)
    return R @ vector_at(side, FLOOR_NORMAL)


@traced
def put_answer_of_other(side, turned):
    """Fills R = S l dw of a ball that is not hit."""
    put(side, TAKES, matrix_times.formula(side, STIFF, turned*vector_at(side, FLOOR_LEVER)))


@compiled
def inertia_of_others(p, calls, y, s, t, i, j):
    """J of the support s with all balls that roll on it but i and j."""
    total, side = block_of(p, s)[at.TABLE_INERTIA], room(SIDE)
    for b in range(int(p[at.BALLS])):
        if b not in (i, j) and int(state_of(y, b)[at.ON]) == s and rolls_held(p, y, b):
            hold(p, calls, y, b, t, side)
            put_stiffness(ball_of(p, b), side)
            total += lever_stiffness(side)
    return total


@compiled
def clear_turns(turns):
    """No floor turns."""
    for i in range(2*TURNS):
        turns[i] = 0.0


@compiled
def add_floor(p, calls, y, who, t, sign, side, turns):
    """Adds the ball b, one of two that meet, to what turns the floor that it rolls on; who is (b, the other or -1)."""
    b, other = who
    s = free_floor(p, y, b, side)
    if s < 0:
        return
    add_turning(sign, side, turns)
    if turns[SHARE] == 0.0:
        turns[SHARE] = 1.0/(inertia_of_others(p, calls, y, s, t, b, other) + lever_stiffness(side))
    else:
        turns[SHARE] = 1.0/(1.0/turns[SHARE] + lever_stiffness(side))


@traced
def add_given(turns, G):
    """Adds B B^T/J to the response."""
    for i in range(3):
        for j in range(3):
            G[3*i + j] = G[3*i + j] + turns[SHARE]*turns[B_AT + i]*turns[B_AT + j]


@traced
def turned_by(turns, P):
    """dw = B.P/J."""
    return turns[SHARE]*(vector_at(turns, B_AT) @ Vector(*P))


@compiled
def note_turned(turns, P):
    """Fills dw of both floors."""
    for k in range(2):
        own = part(turns, k*TURNS)
        own[TURNED] = turned_by(own, P)
