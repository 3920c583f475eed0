"""An impact of a ball with another ball or with a support, in which the floors that hold them take part.

The law is Chatterjee and Ruina's (mechanics/impact/chatterjee_ruina.py) with the matrix of both sides together. A floor
takes part as its law allows: one on which a ball rolls without ever slipping answers with whatever impulse keeps it
rolling, unless it would have to pull; one with a coefficient of friction does not before it is pressed itself: that is
an impact of its own, which follows at once (settling.py).

Books: each impulse J does the work J.(v + v')/2 at its point, relative to the frame in which the energy of that ball is
counted.
"""

from math import inf

from sandbox.compiling.compiled import compiled, part, room
from sandbox.compiling.traced import Vector, cross, length, traced, vector_at
from sandbox.mechanics.impact import places as record
from sandbox.mechanics.impact.chatterjee_ruina import collide
from sandbox.mechanics.report import put
from sandbox.mechanics.world.places import (
    BOOKS_AT,
    FRAME,
    FREE_AT,
    FREE_INDEX,
    IMPACTS,
    KEEPS,
    LEDGER,
    LOST,
    MODE,
    ON,
    RADIUS,
    RATE,
    ROLLS,
    STATIC,
    TURNING,
    V,
    W,
    X,
)
from sandbox.mechanics.world.present import foot_on, support_now
from sandbox.mechanics.world.response import (
    ARM,
    FLOOR_ARM,
    FLOOR_LEVER,
    FLOOR_NORMAL,
    FLOOR_SHARE,
    GIVES,
    IS_HELD,
    SIDE,
    TAKES,
    fill_response,
    floor_impulse,
    give_impulse,
    share_of,
)
from sandbox.mechanics.world.segment import ball_of, state_of
from sandbox.mechanics.world.supports import block_of, is_free, material_velocity

# floors that let go are left out one after the other
MOST_TRIES = 3


@traced
def put_floor(n, radius, place, centre, share, side):
    """Fills arm and normal of a floor that holds a ball, and how the floor gives way."""
    f = -radius*Vector(*n)
    put(side, FLOOR_ARM, f)
    put(side, FLOOR_NORMAL, n)
    put(side, FLOOR_LEVER, cross(place.axis, Vector(*centre) + f - place.point))
    side[FLOOR_SHARE] = share


@compiled
def hold(p, calls, y, b, t, side):
    """Finds out whether the floor holds the ball b in an impact, and fills what it is like."""
    state = state_of(y, b)
    side[IS_HELD] = 0.0
    if state[ON] < 0.0 or state[MODE] != ROLLS:
        return
    s = int(state[ON])
    block = block_of(p, s)
    if block[KEEPS] == 0.0 and block[STATIC] < inf:
        return
    place, ball = support_now(p, y, s, t), ball_of(p, b)
    foot = foot_on(p, calls, s, place, state, ball[RADIUS])
    put_floor(foot.n, ball[RADIUS], place, (state[X], state[X + 1], state[X + 2]),
              share_of(block) if is_free(block) else 0.0, side)
    side[IS_HELD] = 1.0


@traced
def point_velocity(state, r):
    """v + w x r."""
    return vector_at(state, V) + cross(vector_at(state, W), Vector(*r))


@traced
def frame_velocity(place, state, r):
    """Velocity of the frame's point where the arm r of a ball ends."""
    return material_velocity.formula(place, vector_at(state, X) + Vector(*r))


@traced
def half_work(P, u, carried):
    """P.(u - carried)/2."""
    return 0.5*(Vector(*P) @ (Vector(*u) - Vector(*carried)))


@compiled
def work_of(p, y, b, t, r, P):
    """Half the power of an impulse P at the arm r of the ball b, as its velocities are now, relative to its frame."""
    state = state_of(y, b)
    place = support_now(p, y, int(state[FRAME]), t)
    return half_work(P, point_velocity(state, r), frame_velocity(place, state, r))


@compiled
def three(numbers, at):
    """Three numbers as a tuple."""
    return numbers[at], numbers[at + 1], numbers[at + 2]


@compiled
def push(p, y, b, t, side, P):
    """Gives the ball b the impulse P at its arm, with the floor's answer, and books the work of both."""
    state, ball, books = state_of(y, b), ball_of(p, b), part(y, int(p[BOOKS_AT]))
    r, f, R = three(side, ARM), three(side, FLOOR_ARM), three(side, TAKES)
    work = work_of(p, y, b, t, r, P)
    is_held = side[IS_HELD] != 0.0
    if is_held:
        work += work_of(p, y, b, t, f, R)
    give_impulse(state, ball, r, P)
    if is_held:
        give_impulse(state, ball, f, R)
        press_floor(p, y, b, side, R)
    work += work_of(p, y, b, t, r, P)
    if is_held:
        work += work_of(p, y, b, t, f, R)
    books[LEDGER] += work


@traced
def turned_rate(share, lever, R):
    """-(e x c).R/J."""
    return -share*(Vector(*lever) @ Vector(*R))


@compiled
def press_floor(p, y, b, side, R):
    """Turns a free floor that held the ball b by what it answered; its work is that of -R at a point that turns."""
    block = block_of(p, int(state_of(y, b)[ON]))
    if not is_free(block):
        return
    lever = three(side, FLOOR_LEVER)
    turn_free(p, y, block, lever, R)


@compiled
def turn_free(p, y, block, lever, R):
    """Turns a free support by -R at the lever e x c, and books what that does."""
    free, books = part(y, int(p[FREE_AT]) + TURNING*int(block[FREE_INDEX])), part(y, int(p[BOOKS_AT]))
    moved = turned_rate(share_of(block), lever, R)
    pressed = lever[0]*R[0] + lever[1]*R[1] + lever[2]*R[2]
    books[LEDGER] -= pressed*(free[RATE] + 0.5*moved)
    free[RATE] += moved


@compiled
def negative(P):
    """-P."""
    return -P[0], -P[1], -P[2]


@traced
def direction(i, j):
    """Unit vector from the one centre to the other."""
    d = vector_at(i, X) - vector_at(j, X)
    return (1.0/length(d))*d


@traced
def put_scaled(out, at, share, v):
    """out[at:] = share v."""
    put(out, at, share*Vector(*v))


@compiled
def hit_pair(p, calls, y, i, j, t, e, mu):
    """The impact of the balls i and j, which touch; returns the relative normal velocity after it [m/s]."""
    one, two = room(SIDE), room(SIDE)
    n = direction(state_of(y, i), state_of(y, j))
    put_scaled(one, ARM, -ball_of(p, i)[RADIUS], n)
    put_scaled(two, ARM, ball_of(p, j)[RADIUS], n)
    hold(p, calls, y, i, t, one)
    hold(p, calls, y, j, t, two)
    G, u, normal, found = room(9), room(3), room(3), room(record.IMPACT)
    a, b = point_velocity(state_of(y, i), three(one, ARM)), point_velocity(state_of(y, j), three(two, ARM))
    for k in range(3):
        u[k], normal[k] = a[k] - b[k], n[k]
    for _ in range(MOST_TRIES):
        fill_response(ball_of(p, i), one)
        fill_response(ball_of(p, j), two)
        for k in range(9):
            G[k] = one[GIVES + k] + two[GIVES + k]
        collide(G, u, normal, e, 0.0, mu, found)
        P = three(found, record.IMPULSE)
        is_done = keeps_holding(p, y, i, one, P)
        if keeps_holding(p, y, j, two, negative(P)) and is_done:
            break
    push(p, y, i, t, one, P)
    push(p, y, j, t, two, negative(P))
    return booked(p, y, found, normal)


@compiled
def keeps_holding(p, y, b, side, P):
    """Whether the floor can answer P; where it would have to pull it lets go, but for one that keeps whatever rolls."""
    if side[IS_HELD] == 0.0:
        return True
    if floor_impulse(side, P) >= 0.0 or block_of(p, int(state_of(y, b)[ON]))[KEEPS] != 0.0:
        return True
    side[IS_HELD] = 0.0
    return False


@compiled
def booked(p, y, found, n):
    """Counts an impact and what it lost; returns n.u after it."""
    books = part(y, int(p[BOOKS_AT]))
    books[IMPACTS] += 1.0
    books[LOST] -= found[record.ENERGY]
    after = three(found, record.VELOCITY_AFTER)
    return n[0]*after[0] + n[1]*after[1] + n[2]*after[2]


@traced
def lever_at(place, state, r):
    """e x c of a support at the end of the arm r of a ball."""
    return cross(place.axis, vector_at(state, X) + Vector(*r) - place.point)


@compiled
def hit_support(p, calls, y, b, s, t, e, mu):
    """The impact of the ball b with the support s, which it touches; returns the normal velocity after it [m/s]."""
    state, ball, block = state_of(y, b), ball_of(p, b), block_of(p, s)
    place, side = support_now(p, y, s, t), room(SIDE)
    n = foot_on(p, calls, s, place, state, ball[RADIUS]).n
    put_scaled(side, ARM, -ball[RADIUS], n)
    side[IS_HELD] = 0.0
    if int(state[ON]) != s:
        hold(p, calls, y, b, t, side)
    G, u, normal, found = room(9), room(3), room(3), room(record.IMPACT)
    r = three(side, ARM)
    a, c, lever = point_velocity(state, r), frame_velocity(place, state, r), lever_at(place, state, r)
    share = share_of(block) if is_free(block) else 0.0
    for k in range(3):
        u[k], normal[k] = a[k] - c[k], n[k]
    for _ in range(MOST_TRIES):
        fill_response(ball, side)
        for k in range(3):
            for m in range(3):
                G[3*k + m] = side[GIVES + 3*k + m] + share*lever[k]*lever[m]
        collide(G, u, normal, e, 0.0, mu, found)
        P = three(found, record.IMPULSE)
        if keeps_holding(p, y, b, side, P):
            break
    push(p, y, b, t, side, P)
    if share != 0.0:
        turn_free(p, y, block, lever, P)
    return booked(p, y, found, normal)


@compiled
def closing_speed(p, calls, y, b, s, t):
    """n.u of the ball b at the support s [m/s]."""
    state, ball = state_of(y, b), ball_of(p, b)
    place = support_now(p, y, s, t)
    n = foot_on(p, calls, s, place, state, ball[RADIUS]).n
    r = scaled(-ball[RADIUS], n)
    return dot_difference(n, point_velocity(state, r), frame_velocity(place, state, r))


@traced
def scaled(share, v):
    """share v."""
    return tuple(share*Vector(*v))


@traced
def dot_difference(n, a, b):
    """n.(a - b)."""
    return Vector(*n) @ (Vector(*a) - Vector(*b))
