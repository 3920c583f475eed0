"""An impact of a ball with another ball or with a support, in which the floors that hold them take part.

The law is Chatterjee and Ruina's (mechanics/impact/chatterjee_ruina.py) with the matrix of both sides together. A floor
takes part as its law allows: one on which a ball rolls without ever slipping answers with whatever impulse keeps it
rolling (response.py), unless it would have to pull; one with a coefficient of friction does not before it is pressed
itself: that is an impact of its own, which follows at once (settling.py).

Normal velocity and slip of a contact: of a ball on a support, and of two balls.
"""

from sandbox.compiling.compiled import compiled, part, room
from sandbox.compiling.traced import Vector, cross, length, traced, vector_at
from sandbox.mechanics.impact import layout as record
from sandbox.mechanics.impact.chatterjee_ruina import collide
from sandbox.mechanics.report import put
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.impact import response
from sandbox.mechanics.world.impact.pushes import frame_velocity, point_velocity, push, push_others, turn_free
from sandbox.mechanics.world.impact.response import (
    add_floor,
    add_given,
    answer,
    answer_still,
    clear_turns,
    fill_response,
    free_floor,
    hold,
    inertia_of_others,
    note_turned,
)
from sandbox.mechanics.world.instant import foot_on, support_now
from sandbox.mechanics.world.segments.segment import ball_of, state_of
from sandbox.mechanics.world.shaped import LOOK, is_shaped, look_at_body, look_at_support, slip_seen
from sandbox.mechanics.world.supports import block_of, is_free, scaled, three

# floors that let go are left out one after the other
MOST_TRIES = 3
# a floor that would have to pull by no more than this share of an impulse does not: centres at one height by rounding
ROUNDED = 1e-12


@compiled
def negative(P):
    """-P."""
    return -P[0], -P[1], -P[2]


@traced
def size_of(P):
    """|P|."""
    return length(Vector(*P))


@traced
def direction(i, j):
    """Unit vector from the one centre to the other."""
    d = vector_at(i, at.X) - vector_at(j, at.X)
    return (1.0/length(d))*d


@traced
def put_scaled(out, start, share, v):
    """out[at:] = share v."""
    put(out, start, share*Vector(*v))


@compiled
def hit_pair(p, calls, y, i, j, t, e, mu):
    """The impact of the balls i and j, which touch; returns the relative normal velocity after it [m/s]."""
    one, two, turns = room(response.SIDE), room(response.SIDE), room(2*response.TURNS)
    n = direction(state_of(y, i), state_of(y, j))
    put_scaled(one, response.ARM, -ball_of(p, i)[at.RADIUS], n)
    put_scaled(two, response.ARM, ball_of(p, j)[at.RADIUS], n)
    hold(p, calls, y, i, t, one)
    hold(p, calls, y, j, t, two)
    G, u, normal, found = room(9), room(3), room(3), room(record.IMPACT)
    a, b = point_velocity(state_of(y, i), three(one, response.ARM)), point_velocity(state_of(y, j),
                                                                                    three(two, response.ARM))
    for k in range(3):
        u[k], normal[k] = a[k] - b[k], n[k]
    behind = 0
    for _ in range(MOST_TRIES):
        fill_response(ball_of(p, i), one)
        fill_response(ball_of(p, j), two)
        for k in range(9):
            G[k] = one[response.GIVES + k] + two[response.GIVES + k]
        clear_turns(turns)
        add_floor(p, calls, y, (i, j), t, 1.0, one, turns)
        # both on one floor turn it together
        behind = response.TURNS if free_floor(p, y, i, one) != free_floor(p, y, j, two) else 0
        add_floor(p, calls, y, (j, i), t, -1.0, two, part(turns, behind))
        add_both(turns, G)
        collide(G, u, normal, e, 0.0, mu, found)
        P = three(found, record.IMPULSE)
        note_turned(turns, P)
        is_done = keeps_holding(p, y, i, one, P, turns)
        if keeps_holding(p, y, j, two, negative(P), part(turns, behind)) and is_done:
            break
    push(p, y, i, t, one, P)
    push(p, y, j, t, two, negative(P))
    push_others(p, calls, y, free_floor(p, y, i, one), t, i, j, turns[response.TURNED])
    if behind != 0:
        push_others(p, calls, y, free_floor(p, y, j, two), t, i, j, turns[behind + response.TURNED])
    return booked(p, y, found, normal)


@compiled
def add_both(turns, G):
    """Adds what both floors give by turning."""
    for k in range(2):
        if turns[k*response.TURNS + response.SHARE] != 0.0:
            add_given(part(turns, k*response.TURNS), G)


@compiled
def keeps_holding(p, y, b, side, P, turns):
    """Whether the floor can answer P; where it would have to pull it lets go, but for rounding."""
    if side[response.IS_HELD] == 0.0:
        return True
    pressed = answer_still(side, P) if turns[response.SHARE] == 0.0 else answer(side, P, turns[response.TURNED])
    if pressed >= -ROUNDED*size_of(P):
        return True
    side[response.IS_HELD] = 0.0
    return False


@compiled
def booked(p, y, found, n):
    """Counts an impact and what it lost; returns n.u after it."""
    ledger = part(y, int(p[at.LEDGER_AT]))
    ledger[at.IMPACTS] += 1.0
    ledger[at.LOST] -= found[record.ENERGY]
    after = three(found, record.VELOCITY_AFTER)
    return n[0]*after[0] + n[1]*after[1] + n[2]*after[2]


@traced
def lever_at(place, state, r):
    """e x c of a support at the end of the arm r of a ball."""
    return cross(place.axis, vector_at(state, at.X) + Vector(*r) - place.point)


@compiled
def hit_support(p, calls, y, b, s, t, e, mu):
    """The impact of the ball b with the support s, which it touches; returns the normal velocity after it [m/s]."""
    state, ball, block = state_of(y, b), ball_of(p, b), block_of(p, s)
    place, side = support_now(p, y, s, t), room(response.SIDE)
    n = foot_on(p, calls, s, place, state, ball[at.RADIUS]).n
    put_scaled(side, response.ARM, -ball[at.RADIUS], n)
    side[response.IS_HELD] = 0.0
    if int(state[at.ON]) != s:
        hold(p, calls, y, b, t, side)
    G, u, normal, found = room(9), room(3), room(3), room(record.IMPACT)
    r, turns = three(side, response.ARM), room(2*response.TURNS)
    a, c, lever = point_velocity(state, r), frame_velocity(place, state, r), lever_at(place, state, r)
    is_turned = is_free(block)
    for k in range(3):
        u[k], normal[k] = a[k] - c[k], n[k]
    for _ in range(MOST_TRIES):
        fill_response(ball, side)
        for k in range(9):
            G[k] = side[response.GIVES + k]
        clear_turns(turns)
        add_floor(p, calls, y, (b, -1), t, 1.0, side, turns)
        if is_turned:
            for k in range(3):
                turns[response.TURNS + response.B_AT + k] = -lever[k]
            turns[response.TURNS + response.SHARE] = 1.0/inertia_of_others(p, calls, y, s, t, b, -1)
        add_both(turns, G)
        collide(G, u, normal, e, 0.0, mu, found)
        P = three(found, record.IMPULSE)
        note_turned(turns, P)
        if keeps_holding(p, y, b, side, P, turns):
            break
    push(p, y, b, t, side, P)
    push_others(p, calls, y, free_floor(p, y, b, side), t, b, -1, turns[response.TURNED])
    if is_turned:
        turn_free(p, y, block, lever, P)
        push_others(p, calls, y, s, t, b, -1, turns[response.TURNS + response.TURNED])
    return booked(p, y, found, normal)


@compiled
def closing_speed(p, calls, y, b, other, t):
    """n.u of the ball b at a ball, or at the support -2 - s [m/s]."""
    if other >= 0:
        u, _slip = pair_normal_and_slip(p, calls, y, b, other)
        return u
    state, ball, s = state_of(y, b), ball_of(p, b), -2 - other
    if is_shaped(ball):
        u, _slip = slip_on(p, calls, y, b, s, t)
        return u
    place = support_now(p, y, s, t)
    n = foot_on(p, calls, s, place, state, ball[at.RADIUS]).n
    r = scaled(-ball[at.RADIUS], n)
    return dot_difference(n, point_velocity(state, r), frame_velocity(place, state, r))


@traced
def dot_difference(n, a, b):
    """n.(a - b)."""
    return Vector(*n) @ (Vector(*a) - Vector(*b))


# ---- normal velocity and slip ---------------------------------------------------------------------------------------


@traced
def parts_of(n, u, carried):
    """n.(u - carried), and how long the rest of it is."""
    n, u = Vector(*n), Vector(*u) - Vector(*carried)
    u_n = n @ u
    return u_n, length(u - u_n*n)


@compiled
def slip_on(p, calls, y, b, s, t):
    """Normal velocity and slip [m/s] of the ball b at the support s."""
    state, a, place = state_of(y, b), ball_of(p, b)[at.RADIUS], support_now(p, y, s, t)
    if is_shaped(ball_of(p, b)):
        look = room(LOOK)
        look_at_support(p, calls, ball_of(p, b), s, place, state, look)
        return slip_seen(look)
    n = foot_on(p, calls, s, place, state, a).n
    r = scaled(-a, n)
    return parts_of(n, point_velocity(state, r), frame_velocity(place, state, r))


@traced
def pair_velocity(n, i, a_i, j, a_j):
    """Velocity of the one ball's point relative to the other's where they touch."""
    n = Vector(*n)
    return (vector_at(i, at.V) - vector_at(j, at.V)) - cross(a_i*vector_at(i, at.W) + a_j*vector_at(j, at.W), n)


@compiled
def pair_normal_and_slip(p, calls, y, i, j):
    """Normal velocity and slip [m/s] of two bodies that touch."""
    one, two = state_of(y, i), state_of(y, j)
    if is_shaped(ball_of(p, i)) or is_shaped(ball_of(p, j)):
        look = room(LOOK)
        look_at_body(p, calls, ball_of(p, i), one, ball_of(p, j), two, look)
        return slip_seen(look)
    n = direction(one, two)
    u = pair_velocity(n, one, ball_of(p, i)[at.RADIUS], two, ball_of(p, j)[at.RADIUS])
    return parts_of(n, u, (0.0, 0.0, 0.0))
