"""Forces at the corners that touch: those of least size, where their rows depend on each other.

A corner that sticks has the three rows U' + n (n'.U) = 0, one that slips the row n.U' + n'.U = 0 and the force
N (n - mu e). On a flat face they are more than the motion has degrees: a face holds 6 of 12, an edge 5 of 6. Of all
forces that do it the least are taken, by

    (G + s) x_(k+1) = b + s x_k,     x_0 = 0,     s = EPSILON tr G/n,

which has nothing in the null space of G, and on a face gives a pressure that is linear in the place.
"""

from math import inf

from sandbox.compiling.compiled import compiled, part
from sandbox.compiling.traced import Vector, traced, vector_at
from sandbox.mechanics.report import put
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.corners import layout as of
from sandbox.mechanics.world.corners.known import (
    add_forces,
    block_at,
    contact_of,
    copy,
    fill_contacts,
    fill_power,
    normal_part,
    tangent_of,
    tangent_size,
    touch_of,
)
from sandbox.mechanics.world.island import layout as here
from sandbox.mechanics.world.island.rows import eliminate, solve_factored

# share of the mean of the diagonal that is added: what the null space gets of rounding goes by its inverse; turns of
# the iteration, residual that is rounding
EPSILON, MOST_TURNS, ROUNDING = 1e-4, 20, 4e-16
# slip below this share of sqrt(g a) has no direction of its own
NO_SLIP = 1e-8
# an acceleration below this share of g is none
NONE = 1e-11
# share of friction that is lacking and does not count: more than that of an acceleration that is none
ALMOST = 4e-11


@traced
def put_thrust(touch, direction, mu, contact):
    """Fills n - mu e; e is the direction of the slip, or against it where it has just turned round."""
    n, e = vector_at(touch, here.NORMAL), vector_at(direction, 0)
    put(contact, of.THRUST, n - mu*e)


@traced
def put_scaled(share, v, out):
    """out[:3] = share v."""
    put(out, 0, share*Vector(*v))


@compiled
def fill_thrust(body, k, least):
    """Fills the force per newton of a corner that slips.

    Beyond the end of its slip friction goes on as before it: the motion is smooth where an event is looked for.
    """
    contact, touch = contact_of(body, k), touch_of(body, k)
    slip = tangent_of(touch, part(touch, here.SLIP))
    along = slip[0]*contact[of.HEADING] + slip[1]*contact[of.HEADING + 1] + slip[2]*contact[of.HEADING + 2]
    speed = tangent_size(touch, part(touch, here.SLIP))
    if speed > least:
        put_scaled((1.0 if along > 0.0 else -1.0)/speed, slip, part(contact, of.THRUST))
    else:
        copy(part(contact, of.HEADING), 3, part(contact, of.THRUST))
    put_thrust(touch, part(contact, of.THRUST), touch[here.SLIP_MU], contact)


@compiled
def count_rows(body, least):
    """Gives rows to the corners, three to those that stick, one to those that slip; returns how many."""
    rows = 0
    for k in range(int(body[of.COUNT])):
        contact = contact_of(body, k)
        contact[of.ROW], contact[of.ROW_COUNT] = rows, 3.0 if contact[of.DOES] == at.ROLLS else 1.0
        if contact[of.DOES] == at.SLIPS:
            fill_thrust(body, k, least)
        rows += int(contact[of.ROW_COUNT])
    return rows


@compiled
def times(block, v, out):
    """out (3,) = block v."""
    for i in range(3):
        out[i] = block[3*i]*v[0] + block[3*i + 1]*v[1] + block[3*i + 2]*v[2]


@compiled
def fill_matrix(body, rows, column, moved):
    """Fills the matrix of the rows: what each unknown does to each of them; column, moved: room for three each."""
    matrix, count = part(body, of.MATRIX), int(body[of.COUNT])
    for l in range(count):
        pushed = contact_of(body, l)
        for c in range(int(pushed[of.ROW_COUNT])):
            for i in range(3):
                column[i] = 1.0 if i == c else 0.0
            if pushed[of.ROW_COUNT] == 1.0:
                copy(part(pushed, of.THRUST), 3, column)
            for k in range(count):
                row = int(contact_of(body, k)[of.ROW])
                times(block_at(body, k, l), column, moved)
                place = int(pushed[of.ROW]) + c
                if contact_of(body, k)[of.ROW_COUNT] == 3.0:
                    for i in range(3):
                        matrix[(row + i)*rows + place] = moved[i]
                elif contact_of(body, k)[of.ROW_COUNT] == 1.0:
                    matrix[row*rows + place] = normal_part(touch_of(body, k), moved)


@compiled
def solve_least(body, rows):
    """Fills SOLUTION with the least one of MATRIX x = RIGHT, see the head; returns the residual against the largest."""
    a, lu, pivots = part(body, of.MATRIX), part(body, of.FACTORS), part(body, of.PIVOTS)
    b, x, rest = part(body, of.RIGHT), part(body, of.SOLUTION), part(body, of.WORK)
    trace = largest = 0.0
    for i in range(rows):
        trace += abs(a[i*rows + i])
        largest = max(largest, abs(b[i]))
        x[i] = 0.0
    if largest == 0.0:
        return 0.0
    copy(a, rows*rows, lu)
    for i in range(rows):
        lu[i*rows + i] += EPSILON*trace/rows
    eliminate(lu, pivots, rows)
    left = 1.0
    for _turn in range(MOST_TURNS):
        before, left = left, 0.0
        for i in range(rows):
            total = b[i]
            for j in range(rows):
                total -= a[i*rows + j]*x[j]
            rest[i] = total
            left = max(left, abs(total)/largest)
        # each turn beyond rounding would add to what the null space has of it
        if left <= ROUNDING or (left < 1e-13 and left > 0.5*before):
            break
        solve_factored(lu, pivots, rows, rest)
        for i in range(rows):
            x[i] += rest[i]
    return left


@traced
def put_right(touch, out):
    """Fills -(U' + n (n'.U)) without contact forces."""
    bend = vector_at(touch, here.NORMAL_RATE) @ vector_at(touch, here.SLIP)
    put(out, 0, -vector_at(touch, here.BIAS) - bend*vector_at(touch, here.NORMAL))


@compiled
def take_solution(body, start):
    """Puts the forces of SOLUTION to `start` of each contact."""
    for k in range(int(body[of.COUNT])):
        contact = contact_of(body, k)
        row = int(contact[of.ROW])
        for i in range(3):
            contact[start + i] = 0.0
            if contact[of.ROW_COUNT] == 3.0:
                contact[start + i] = body[of.SOLUTION + row + i]
            elif contact[of.ROW_COUNT] == 1.0:
                contact[start + i] = body[of.SOLUTION + row]*contact[of.THRUST + i]


@compiled
def solve_rows(body, rows):
    """Fills the forces of all contacts that have rows."""
    column, moved = part(body, of.WORK), part(body, of.WORK + 3)
    for k in range(int(body[of.COUNT])):
        contact, touch = contact_of(body, k), touch_of(body, k)
        put_right(touch, column)
        if contact[of.ROW_COUNT] == 3.0:
            copy(column, 3, part(body, of.RIGHT + int(contact[of.ROW])))
        elif contact[of.ROW_COUNT] == 1.0:
            body[of.RIGHT + int(contact[of.ROW])] = normal_part(touch, column)
    fill_matrix(body, rows, column, moved)
    body[of.UNSOLVED] = solve_least(body, rows)
    take_solution(body, of.FORCE)


@compiled
def solve_forces(body, least):
    """Fills the forces of all contacts, of which all else is known."""
    solve_rows(body, count_rows(body, least))


@compiled
def fill_rates(p, calls, body, t, frame, y, least, out):
    """Fills out with the derivative of the state y at t; least: slip that has no direction of its own [m/s]."""
    fill_contacts(p, calls, body, t, y)
    solve_forces(body, least)
    copy(part(body, of.FREE), of.SIZE, out)
    add_forces(p, body, of.FORCE, out)
    fill_power(p, t, frame, y, out)


# ---- whether friction bears it --------------------------------------------------------------------------------------


@traced
def put_weighted(block, one, two, s, r, out):
    """Fills S_k G_kl S_l, S = n n^T + s (1 - n n^T)."""
    n, m = vector_at(one, here.NORMAL), vector_at(two, here.NORMAL)
    for j in range(3):
        e = Vector(*(1.0 if i == j else 0.0 for i in range(3)))
        e = r*e + (1.0 - r)*(m @ e)*m
        moved = Vector(*(vector_at(block, 3*i) @ e for i in range(3)))
        moved = s*moved + (1.0 - s)*(n @ moved)*n
        for i in range(3):
            out[3*i + j] = moved[i]


@traced
def put_stretched(touch, s, v):
    """v (3,) becomes S v."""
    n, x = vector_at(touch, here.NORMAL), vector_at(v, 0)
    put(v, 0, s*x + (1.0 - s)*(n @ x)*n)


@compiled
def is_borne(body, k, start):
    """Whether static friction can bear the force at `start` of the corner k, where it sticks and is pressed at all."""
    contact, touch = contact_of(body, k), touch_of(body, k)
    if contact[of.ROW_COUNT] != 3.0 or touch[here.STATIC_MU] == inf:
        return True
    held = tangent_size(touch, part(contact, start))
    return touch[here.STATIC_MU]*normal_part(touch, part(contact, start)) >= held - ALMOST*held


@compiled
def is_all_borne(body, start):
    """Whether each corner's force is."""
    borne = True
    for k in range(int(body[of.COUNT])):
        borne = borne and is_borne(body, k, start)
    return borne


@compiled
def fill_shares(body):
    """Fills SCALE with the square root of each corner's share of pressure; False where one that is pressed slips."""
    most = 0.0
    for k in range(int(body[of.COUNT])):
        contact = contact_of(body, k)
        if contact[of.ROW_COUNT] == 1.0:
            return False
        N = normal_part(touch_of(body, k), part(contact, of.FORCE)) if contact[of.ROW_COUNT] == 3.0 else 0.0
        body[of.SCALE + k], most = max(N, 0.0), max(most, N)
    if not most > 0.0:
        return False
    for k in range(int(body[of.COUNT])):
        body[of.SCALE + k] = (body[of.SCALE + k]/most)**0.5
    return True


@compiled
def share_friction(body):
    """Fills PUSH with forces whose friction is shared by the corners as they are pressed: where all that are stick.

    The least forces know nothing of pressure, so that a corner that is hardly pressed would slip before the others.
    """
    if not fill_shares(body):
        return False
    count, block = int(body[of.COUNT]), part(body, of.WORK)
    rows = 3*count
    for k in range(count):
        put_right(touch_of(body, k), part(body, of.RIGHT + 3*k))
        put_stretched(touch_of(body, k), body[of.SCALE + k], part(body, of.RIGHT + 3*k))
        for i in range(3):
            body[of.RIGHT + 3*k + i] *= 1.0 if body[of.SCALE + k] > 0.0 else 0.0
        for l in range(count):
            put_weighted(block_at(body, k, l), touch_of(body, k), touch_of(body, l), body[of.SCALE + k],
                         body[of.SCALE + l], block)
            is_pressed = 1.0 if body[of.SCALE + k] > 0.0 and body[of.SCALE + l] > 0.0 else 0.0
            for i in range(3):
                for j in range(3):
                    body[of.MATRIX + (3*k + i)*rows + 3*l + j] = is_pressed*block[3*i + j]
    solve_least(body, rows)
    for k in range(count):
        copy(part(body, of.SOLUTION + 3*k), 3, part(contact_of(body, k), of.PUSH))
        put_stretched(touch_of(body, k), body[of.SCALE + k], part(contact_of(body, k), of.PUSH))
    return True
