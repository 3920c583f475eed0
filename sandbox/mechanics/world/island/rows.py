"""The system of an island's contact forces: how each of them moves the material points of the others.

With s = 1 for a contact's first ball and -1 for its second, forces L_l at contacts l that share a ball with k add to
U_k'

    s_k s_l [L_l/m + (a^2/I) ((n_k.n_l) L_l - n_l (n_k.L_l))],

and (e x q_k)/J (e x q_l).L_l where they share a free support. The moment -N_l r_l of rolling resistance adds
(a/I) N_l (r_l x n_k) by a ball, and -(e x q_k)/J (e.r_l) N_l by a free support. A contact that rolls has three rows,
U' + n (n'.U) = 0 in laboratory axes, and its force as unknowns; one that slips the row n.U' + n'.U = 0 and its normal
force. A joint has the three rows U' = 0. What may not turn has three more (turning.py).

Dense systems of contact forces, dependent rows among them: A x = b, where b lies in the range of A.

The diagonal of A is enlarged by a share of itself, which makes every such matrix regular; what that changes is taken
away by iteration,

    (A + e D) x_(k+1) = b + e D x_k,     x_0 = 0,

whose limit solves A x = b and has nothing in the null space of a symmetric A: four balls in a square share their forces
evenly. The regular system goes by Gauss' elimination with row pivots.

How hard a ball that rolls on two supports at once is squeezed between them, where equations of motion leave it open.

Two equal and opposite forces along the line through both points of contact move nothing:

    F_k + s c,  F_l - s c,     c = (n_l - n_k)/|n_l - n_k|,

so that rigid bodies do not tell s. Those of least size are taken as long as friction can bear them. Where it
cannot, the contacts hold if any s lets them, since nothing would begin to slip then: s is the one that leaves most of
friction,

    max over |s| <= |F_k| + |F_l| of the least of  mu N - |F_t|  of both,

the top of a concave function. Only what friction is asked for changes, neither accelerations nor work.
"""

from math import inf

from sandbox.compiling.compiled import compiled, part
from sandbox.compiling.traced import Vector, cross, length, traced, vector_at
from sandbox.mechanics.report import put
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.island import layout as here
from sandbox.mechanics.world.island.contacts import add_resistance_by_arms, couple_by_arms
from sandbox.mechanics.world.island.known import ball_numbers, contact_of, dot, first_ball, other_ball, touch_of
from sandbox.mechanics.world.island.turning import fill_held, put_held, put_taken
from sandbox.mechanics.world.supports import block_of

# slip below this share of sqrt(g a) has no direction of its own: it begins in the DIRECTION of the contact
NO_SLIP = 1e-9
# so many times as large it is where a body that is no ball begins to slip: its force turns so fast that the slip would
# be relaxed ten thousand times before it has any size, and each of these would take a step. So far it goes where it is
# pushed to (rates.py: turn_beginnings)
WIDER = 1e5
# so many times as large is what may be left of a slip that has ended (rates.py: CAPTURED)
LEFT_OVER = 10.0


@traced
def put_thrust(mu, share, contact, touch):
    """Fills n - mu d, d the direction of slip; share: 1/|slip| or 0 where it has none yet."""
    n, U = vector_at(touch, here.NORMAL), vector_at(touch, here.SLIP)
    d = share*(U - (n @ U)*n)
    put(touch, here.THRUST, n - mu*d)


@traced
def put_first_thrust(mu, contact, touch):
    """As `put_thrust` where slip begins."""
    put(touch, here.THRUST, vector_at(touch, here.NORMAL) - mu*vector_at(contact, here.DIRECTION))


@traced
def slip_square(touch):
    """|U_t|^2."""
    n, U = vector_at(touch, here.NORMAL), vector_at(touch, here.SLIP)
    t = U - (n @ U)*n
    return t @ t


@compiled
def turns_round(contact, touch, speed, least):
    """Whether a slip begins against what is left of the one before, which no force could take altogether."""
    along = 0.0
    for r in range(3):
        along += touch[here.SLIP + r]*contact[here.DIRECTION + r]
    return speed <= LEFT_OVER*least and along < -0.5*speed


@compiled
def set_thrust(contact, touch, least):
    """Fills the force per newton of normal force of a contact that slips; `least`: the slip that has a direction."""
    speed = slip_square(touch)**0.5
    if contact[here.BEGINS_TO_SLIP] != 0.0:
        least = WIDER*least
    if speed > least and not turns_round(contact, touch, speed, least):
        put_thrust(touch[here.SLIP_MU], 1.0/speed, contact, touch)
    else:
        put_first_thrust(touch[here.SLIP_MU], contact, touch)


@compiled
def count_rows(island, least, holds):
    """Gives rows to the contacts that are not open; returns their number. holds: slips count as normal rows alone."""
    rows = 0
    for k in range(int(island[here.NC])):
        contact, touch = contact_of(island, k), touch_of(island, k)
        width = 0
        if contact[here.DOES] == at.ROLLS:
            width = 3
        elif contact[here.DOES] != at.OPEN:
            width = 1
            if not holds:
                set_thrust(contact, touch, least)
        touch[here.ROW], touch[here.ROW_COUNT] = rows, width
        rows += width
    # behind them what may not turn
    for k in range(int(island[here.NC])):
        contact, touch = contact_of(island, k), touch_of(island, k)
        touch[here.HOLD_ROW] = -1.0
        if contact[here.HOLDS] > 0.0 and contact[here.DOES] != at.OPEN:
            touch[here.HOLD_ROW] = rows
            rows += 3
    return rows


@traced
def put_block(same, spin, touch, other, levers, out):
    """Fills the 3 x 3 block of two contacts: same + spin ((n_k.n_l) 1 - n_l n_k^T) + q_k q_l^T/J; levers: 1/J or 0."""
    n_k, n_l = vector_at(touch, here.NORMAL), vector_at(other, here.NORMAL)
    q_k, q_l = vector_at(touch, here.LEVER), vector_at(other, here.LEVER)
    across = same + spin*(n_k @ n_l)
    for r in range(3):
        for c in range(3):
            out[3*r + c] = (across if r == c else 0.0) - spin*n_l[r]*n_k[c] + (levers*q_k[r])*q_l[c]


@traced
def add_resistance(spin, turns, touch, other, out):
    """Adds what the rolling resistance at `other` does to U_k': spin a/I of a shared ball, turns 1/J of a support."""
    n_k, n_l, moment = vector_at(touch, here.NORMAL), vector_at(other, here.NORMAL), vector_at(other, here.RESIST)
    moved = spin*cross(moment, n_k) - (turns*other[here.RESIST_TURN])*vector_at(touch, here.LEVER)
    for r in range(3):
        for c in range(3):
            out[3*r + c] = out[3*r + c] + moved[r]*n_l[c]


@compiled
def coupling(p, island, k, l, out):
    """As `coupling_of_forces`, rolling resistance counted."""
    if not coupling_of_forces(p, island, k, l, out):
        return False
    touch, other = touch_of(island, k), touch_of(island, l)
    if other[here.RESIST] != 0.0 or other[here.RESIST + 1] != 0.0 or other[here.RESIST + 2] != 0.0:
        one, b = contact_of(island, k), first_ball(contact_of(island, l))
        if touch[here.ARMED] != 0.0 or other[here.ARMED] != 0.0:
            add_resistance_by_arms(p, island, k, l, out)
            return True
        ball = ball_numbers(p, island, b)
        spin = ball[at.RADIUS]/ball[at.INERTIA] if first_ball(one) == b or other_ball(one) == b else 0.0
        turns = 0.0
        if touch[here.FREE_OF] >= 0.0 and touch[here.FREE_OF] == other[here.FREE_OF]:
            turns = 1.0/block_of(p, int(island[here.FREE_ID + int(touch[here.FREE_OF])]))[at.TABLE_INERTIA]
        add_resistance(spin, turns, touch, other, out)
    return True


@compiled
def coupling_of_forces(p, island, k, l, out):
    """Fills out (9,) with the block of U_k' by the force at l; False where they share nothing."""
    one, two = contact_of(island, k), contact_of(island, l)
    touch, other = touch_of(island, k), touch_of(island, l)
    if touch[here.ARMED] != 0.0 or other[here.ARMED] != 0.0:
        return couple_by_arms(p, island, k, l, out)
    same = spin = 0.0
    shared = False
    for at_k in range(2):
        b = first_ball(one) if at_k == 0 else other_ball(one)
        if b < 0:
            continue
        for at_l in range(2):
            if (first_ball(two) if at_l == 0 else other_ball(two)) == b:
                ball = ball_numbers(p, island, b)
                same += (1.0 if at_k == at_l else -1.0)/ball[at.MASS]
                spin += ball[at.RADIUS]*ball[at.RADIUS]/ball[at.INERTIA]
                shared = True
    levers = 0.0
    if touch[here.FREE_OF] >= 0.0 and touch[here.FREE_OF] == other[here.FREE_OF]:
        levers = 1.0/block_of(p, int(island[here.FREE_ID + int(touch[here.FREE_OF])]))[at.TABLE_INERTIA]
        shared = True
    if shared:
        put_block(same, spin, touch, other, levers, out)
    return shared


@compiled
def put_part(block, touch, other, push, matrix, n):
    """Writes the block of k by l into the matrix: three rows or the normal one, three unknowns or the force `push`."""
    row, column = int(touch[here.ROW]), int(other[here.ROW])
    for r in range(3):
        for c in range(3):
            value = block[3*r + c]
            if touch[here.ROW_COUNT] == 3.0 and other[here.ROW_COUNT] == 3.0:
                matrix[(row + r)*n + column + c] = value
            elif touch[here.ROW_COUNT] == 3.0:
                matrix[(row + r)*n + column] += value*push[c]
            elif other[here.ROW_COUNT] == 3.0:
                matrix[row*n + column + c] += touch[here.NORMAL + r]*value
            else:
                matrix[row*n + column] += touch[here.NORMAL + r]*value*push[c]


@compiled
def fill_matrix(p, island, n, holds, block):
    """Fills the matrix (n, n) of the rows; holds: what slips is pushed along its normal alone."""
    matrix = part(island, here.MATRIX)
    for i in range(n*n):
        matrix[i] = 0.0
    for k in range(int(island[here.NC])):
        touch = touch_of(island, k)
        if touch[here.ROW_COUNT] == 0.0:
            continue
        for l in range(int(island[here.NC])):
            other = touch_of(island, l)
            if other[here.ROW_COUNT] == 0.0:
                continue
            shared = coupling_of_forces(p, island, k, l, block) if holds else coupling(p, island, k, l, block)
            if shared:
                put_part(block, touch, other, part(other, here.NORMAL if holds else here.THRUST), matrix, n)
    for k in range(int(island[here.NC])):
        if touch_of(island, k)[here.HOLD_ROW] >= 0.0:
            fill_held(p, island, k, n, holds, matrix)


@compiled
def fill_right(island):
    """Fills the right-hand side of the rows: what contact forces have to do away with."""
    for k in range(int(island[here.NC])):
        touch = touch_of(island, k)
        bend = dot(touch, here.NORMAL_RATE, touch, here.SLIP)
        row = here.RIGHT + int(touch[here.ROW])
        if touch[here.ROW_COUNT] == 3.0:
            for r in range(3):
                island[row + r] = -touch[here.BIAS + r] - touch[here.NORMAL + r]*bend
        elif touch[here.ROW_COUNT] == 1.0:
            island[row] = -dot(touch, here.NORMAL, touch, here.BIAS) - bend
        if touch[here.HOLD_ROW] >= 0.0:
            put_held(touch, here.TURN_BIAS, part(island, here.RIGHT + int(touch[here.HOLD_ROW])))


@compiled
def alone_by_arms(island):
    """The contact that alone has rows, where it goes by arms and is neither a joint nor on a free support; or -1."""
    found = -1
    for k in range(int(island[here.NC])):
        touch = touch_of(island, k)
        if touch[here.ROW_COUNT] == 0.0:
            continue
        if found >= 0 or touch[here.ARMED] == 0.0 or touch[here.FREE_OF] >= 0.0 or touch[here.KEPT] != 0.0 \
                or touch[here.HOLD_ROW] >= 0.0:
            return -1
        found = k
    return found


@traced
def put_solved(rows, right, out):
    """Fills out with the solution of a system of three rows, mended once by what it leaves."""
    a, b, c = (vector_at(rows, 3*i) for i in range(3))
    over_a, over_b, over_c = cross(b, c), cross(c, a), cross(a, b)
    share = 1.0/(a @ over_a)
    x = share*(right[0]*over_a + right[1]*over_b + right[2]*over_c)
    put(out, 0, x + share*((right[0] - a @ x)*over_a + (right[1] - b @ x)*over_b + (right[2] - c @ x)*over_c))


@traced
def pushed_along(rows, touch, push):
    """n.(A push)."""
    return vector_at(touch, here.NORMAL) @ Vector(*(vector_at(rows, 3*i) @ vector_at(push, 0) for i in range(3)))


@compiled
def solve_alone(p, island, k, holds, block):
    """As `fill_matrix` and `solve` where the contact k alone has rows, see `alone_by_arms`."""
    touch, right, out = touch_of(island, k), part(island, here.RIGHT), part(island, here.SOLUTION)
    if holds:
        coupling_of_forces(p, island, k, k, block)
    else:
        coupling(p, island, k, k, block)
    if touch[here.ROW_COUNT] == 3.0:
        put_solved(block, right, out)
    else:
        out[0] = right[0]/pushed_along(block, touch, part(touch, here.NORMAL if holds else here.THRUST))
    # a difference with itself is 0 for every number, nan for inf and nan
    return 0.0 if out[0] - out[0] == 0.0 else inf


@compiled
def take_forces(island):
    """Fills the forces of the contacts from the solution."""
    for k in range(int(island[here.NC])):
        contact, touch = contact_of(island, k), touch_of(island, k)
        row = here.SOLUTION + int(touch[here.ROW])
        for r in range(3):
            force = 0.0
            if touch[here.ROW_COUNT] == 3.0:
                force = island[row + r]
            elif touch[here.ROW_COUNT] == 1.0:
                force = island[row]*touch[here.THRUST + r]
            contact[here.FORCE + r] = force
        if touch[here.HOLD_ROW] >= 0.0:
            put_taken(touch, part(island, here.SOLUTION + int(touch[here.HOLD_ROW])), contact)


# ---- their solution -------------------------------------------------------------------------------------------------


# share of the diagonal that is added
SHARE = 1e-7
# turns of the iteration: two for rows that are independent
MOST_TURNS = 12
# change of a turn that is none, against the largest unknown
STILL = 4e-16


@compiled
def factor(a, n, lu, pivots):
    """Fills lu (n, n) and pivots (n,) with the factors of A + e D, A row by row in a (n, n)."""
    for i in range(n*n):
        lu[i] = a[i]
    for i in range(n):
        lu[i*n + i] += SHARE*abs(a[i*n + i])
    eliminate(lu, pivots, n)


@compiled
def eliminate(lu, pivots, n):
    """Replaces a matrix (n, n), row by row, by its factors; fills pivots (n,)."""
    for k in range(n):
        best = k
        for i in range(k + 1, n):
            if abs(lu[i*n + k]) > abs(lu[best*n + k]):
                best = i
        pivots[k] = best
        if best != k:
            for j in range(n):
                lu[k*n + j], lu[best*n + j] = lu[best*n + j], lu[k*n + j]
        inverse = 1.0/lu[k*n + k]
        for i in range(k + 1, n):
            share = lu[i*n + k]*inverse
            lu[i*n + k] = share
            if share != 0.0:
                for j in range(k + 1, n):
                    lu[i*n + j] -= share*lu[k*n + j]


@compiled
def solve_factored(lu, pivots, n, x):
    """Replaces x (n,) by the solution for the right-hand side x."""
    for k in range(n):
        best = int(pivots[k])
        if best != k:
            x[k], x[best] = x[best], x[k]
    for k in range(n):
        for i in range(k + 1, n):
            x[i] -= lu[i*n + k]*x[k]
    for k in range(n - 1, -1, -1):
        for j in range(k + 1, n):
            x[k] -= lu[k*n + j]*x[j]
        x[k] /= lu[k*n + k]


@compiled
def solve(a, n, lu, pivots, b, x, rest):
    """Fills x (n,) with a solution of A x = b, see the head of this file; rest (n,) is room to work.

    returns the largest residual |b - A x| against the largest |b|
    """
    factor(a, n, lu, pivots)
    return solve_again(a, n, lu, pivots, b, x, rest)


@compiled
def solve_again(a, n, lu, pivots, b, x, rest):
    """`solve` with the factors that there are already."""
    largest = 0.0
    for i in range(n):
        x[i] = 0.0
        largest = max(largest, abs(b[i]))
    if largest == 0.0:
        return 0.0
    for _ in range(MOST_TURNS):
        for i in range(n):
            total = b[i]
            for j in range(n):
                total -= a[i*n + j]*x[j]
            rest[i] = total
        solve_factored(lu, pivots, n, rest)
        size = change = 0.0
        for i in range(n):
            x[i] += rest[i]
            size, change = max(size, abs(x[i])), max(change, abs(rest[i]))
        if not change > STILL*size:
            break
    left = 0.0
    for i in range(n):
        total = b[i]
        for j in range(n):
            total -= a[i*n + j]*x[j]
        left = max(left, abs(total))
    return left/largest


# ---- what rows leave open -------------------------------------------------------------------------------------------


# rounds over all pairs of contacts, and trials of one search: each leaves 0.618 of the range
ROUNDS, TRIALS = 4, 60
GOLDEN = 0.6180339887498949
# normals closer than this have no line between their points
SAME_NORMAL = 1e-6


@traced
def with_squeeze(touch, contact, s, c):
    """Normal force and |friction| of the force F + s c."""
    n, F = vector_at(touch, here.NORMAL), vector_at(contact, here.FORCE) + s*c
    N = F @ n
    return N, length(F - N*n)


@traced
def line_between(touch, other):
    """The unit vector from the second contact of a ball to its first, and how far the normals are apart."""
    d = vector_at(other, here.NORMAL) - vector_at(touch, here.NORMAL)
    size = length(d)
    return (1.0/size)*d, size


@traced
def add_force(contact, s, c):
    """Adds s c to the force of a contact."""
    put(contact, here.FORCE, vector_at(contact, here.FORCE) + s*c)


@traced
def force_size(contact):
    """|F|."""
    return length(vector_at(contact, here.FORCE))


@compiled
def spare(contact, touch, s, c):
    """How much more friction a contact could bear with s c added to its force [N]; the normal force of a rough one."""
    if touch[here.KEPT] != 0.0:
        return inf
    N, F = with_squeeze(touch, contact, s, c)
    return N if touch[here.STATIC_MU] == inf else touch[here.STATIC_MU]*N - F


@compiled
def can_be_squeezed(touch):
    """Whether a contact rolls on a support that nothing turns but the clock, and no resistance goes by its force."""
    resists = touch[here.RESIST] != 0.0 or touch[here.RESIST + 1] != 0.0 or touch[here.RESIST + 2] != 0.0
    return touch[here.ROW_COUNT] == 3.0 and touch[here.SLOT] >= 0.0 and touch[here.FREE_OF] < 0.0 \
        and touch[here.ARMED] == 0.0 and not resists and not touch[here.HOLD_ROW] >= 0.0


@compiled
def squeeze_between(island, k, j):
    """Squeezes a ball between its contacts k and j as leaves most of friction to both."""
    contact, touch = contact_of(island, k), touch_of(island, k)
    other, beyond = contact_of(island, j), touch_of(island, j)
    c, apart = line_between(touch, beyond)
    if not apart > SAME_NORMAL:
        return
    high = force_size(contact) + force_size(other)
    low = -high
    for _ in range(TRIALS):
        reach = GOLDEN*(high - low)
        left, right = high - reach, low + reach
        if (min(spare(contact, touch, left, c), spare(other, beyond, -left, c))
                < min(spare(contact, touch, right, c), spare(other, beyond, -right, c))):
            low = left
        else:
            high = right
    s = 0.5*(low + high)
    if (min(spare(contact, touch, s, c), spare(other, beyond, -s, c))
            > min(spare(contact, touch, 0.0, c), spare(other, beyond, 0.0, c))):
        add_force(contact, s, c)
        add_force(other, -s, c)


@compiled
def squeeze(island):
    """Squeezes balls where that lets contacts hold which could not with the least forces, see the head of this file."""
    count = int(island[here.NC])
    for _ in range(ROUNDS):
        strained = 0
        for k in range(count):
            touch = touch_of(island, k)
            # one that rolls and needs more friction than it has
            is_strained = touch[here.ROW_COUNT] == 3.0 and not spare(contact_of(island, k), touch, 0.0,
                                                                     (0.0, 0.0, 0.0)) > 0.0
            if not is_strained or not can_be_squeezed(touch):
                continue
            strained += 1
            for j in range(count):
                if (j != k and first_ball(contact_of(island, j)) == first_ball(contact_of(island, k))
                        and can_be_squeezed(touch_of(island, j))):
                    squeeze_between(island, k, j)
        if strained == 0:
            return
