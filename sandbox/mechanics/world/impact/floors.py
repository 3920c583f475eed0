"""How floors that hold balls take part in a hit: those that stay as they are, and those that are free to turn.

A ball k that rolls without slipping is held at its foot, whose velocity is the floor's. A hit turns a floor that is
free to turn by dw, and each ball that rolls on it takes from it

    R_k = S_k (l_k dw - M_k P_k),       S_k^-1 what the foot gives by itself, l_k = e x c_k, M_k as in response.py,

P_k the impulse of the hit on it, 0 for all but those that meet. J dw = -sum l_k.R_k leaves

    (J + sum l_k.S_k l_k) dw = B.P,     B = sum of b_k, b_k = M_k^T S_k l_k with the sign of the impulse on k,

and the points that meet move by what they would on a floor that does not turn, and by B (B.P)/(J + ...). A hit on such
a support itself has B = -l there.
"""

from math import inf

from sandbox.compiling.compiled import compiled, part, room
from sandbox.compiling.traced import Vector, cross, traced, vector_at
from sandbox.mechanics.report import put
from sandbox.mechanics.world.impact.response import (
    COUPLING,
    FLOOR_ARM,
    FLOOR_LEVER,
    FLOOR_NORMAL,
    IS_HELD,
    SIDE,
    STIFF,
    TAKES,
    matrix_times,
    put_stiffness,
)
from sandbox.mechanics.world.places import (
    BALLS,
    KEEPS,
    MODE,
    ON,
    RADIUS,
    ROLLS,
    STATIC,
    TABLE_INERTIA,
    X,
)
from sandbox.mechanics.world.present import foot_on, support_now
from sandbox.mechanics.world.segments.segment import ball_of, state_of
from sandbox.mechanics.world.supports import block_of, is_free

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
    if state[ON] < 0.0 or state[MODE] != ROLLS:
        return False
    block = block_of(p, int(state[ON]))
    return block[KEEPS] != 0.0 or block[STATIC] == inf


@compiled
def hold(p, calls, y, b, t, side):
    """Finds out whether the floor holds the ball b in an impact, and fills what it is like."""
    state = state_of(y, b)
    side[IS_HELD] = 0.0
    if not rolls_held(p, y, b):
        return
    s = int(state[ON])
    place, ball = support_now(p, y, s, t), ball_of(p, b)
    foot = foot_on(p, calls, s, place, state, ball[RADIUS])
    put_floor(foot.n, ball[RADIUS], place, (state[X], state[X + 1], state[X + 2]), side)
    side[IS_HELD] = 1.0


@compiled
def free_floor(p, y, b, side):
    """The support that is free to turn and holds the ball b; -1 for none."""
    if side[IS_HELD] == 0.0:
        return -1
    s = int(state_of(y, b)[ON])
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
    total, side = block_of(p, s)[TABLE_INERTIA], room(SIDE)
    for b in range(int(p[BALLS])):
        if b not in (i, j) and int(state_of(y, b)[ON]) == s and rolls_held(p, y, b):
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
