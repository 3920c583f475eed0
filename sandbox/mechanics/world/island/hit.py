"""An impact within an island: joints answer it at once, and floors on which balls roll without ever slipping.

With D the matrix of the rows that answer, C their coupling with the point of the impact and G_0 what that gives way by
itself, an impulse P there has the answers R = -D^-1 C P, and the point moves by G P,

    G = G_0 - C^T D^-1 C.

The law is Chatterjee and Ruina's (mechanics/impact/chatterjee_ruina.py) with this G. A floor that would have to pull
lets go; slip that no impulse can take stays. Each impulse does
the work P.(u + u')/2 at its point, relative to the frame in which the energy of that ball is counted.

What impulses at a point can change of its velocity, where joints and floors leave it few ways to go.

A point moves by G P. Where it hangs on a rigid arm, G has no inverse: along the arm no impulse moves it, whatever moves
past it. The law of impacts solves G P = -u; it is given

    u' = Q u + n.(u - Q u) G n/(n.G n)

instead, with Q the projection on what G reaches: n.u' = n.u, and the impulse it asks for takes the slip as far as any
can. Where G has an inverse u' is u.
"""

from math import inf, sqrt

from sandbox.compiling.compiled import compiled, part, room
from sandbox.compiling.traced import cross, length, traced, vector_at
from sandbox.mechanics.impact import layout as record
from sandbox.mechanics.impact.chatterjee_ruina import collide
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.island import layout as here
from sandbox.mechanics.world.island.contacts import arm_of
from sandbox.mechanics.world.island.free import add_at_contact, along
from sandbox.mechanics.world.island.known import (
    array_of,
    ball_numbers,
    contact_of,
    dot,
    first_ball,
    free_numbers,
    other_ball,
    place_in,
    touch_of,
)
from sandbox.mechanics.world.island.rows import coupling_of_forces, factor, fill_matrix, solve_again
from sandbox.mechanics.world.island.step import state_size
from sandbox.mechanics.world.supports import material_velocity, three

# trials in which floors let go one after the other
MOST_TRIES = 8
# share of the largest impulse that solving for all may leave of one that is none
ROUNDED = 1e-12
# share of 1/m that an impulse along the normal has to move its point by: less is a point that can't give way
STIFF = 1e-9
# share of the trace of G added to its diagonal: it may have no inverse, as where a ball can't slip along a wall
LOOSENED = 1e-14


@compiled
def holds_in_hit(island, k):
    """Whether a contact answers an impact elsewhere: a joint, or a floor on which its ball never slips."""
    contact = contact_of(island, k)
    if contact[here.JOINT] != 0.0:
        return touch_of(island, k)[here.KEPT] != 0.0
    return contact[here.DOES] == at.ROLLS and other_ball(contact) < 0 and touch_of(island, k)[here.STATIC_MU] == inf


@compiled
def is_reached(island, k, reached):
    """Whether a contact has a ball that is reached, or stands on a free support."""
    contact = contact_of(island, k)
    j = other_ball(contact)
    return reached[first_ball(contact)] != 0.0 or (j >= 0 and reached[j] != 0.0) \
        or touch_of(island, k)[here.FREE_OF] >= 0.0


@compiled
def choose_rows(island, reached):
    """Gives three rows to each contact that answers the impact: those that it reaches.

    Floors for which there is no room take an impact of their own afterwards. reached: room for a number of each ball
    """
    count = int(island[here.NC])
    for k in range(count):
        touch_of(island, k)[here.ROW_COUNT] = 0.0
        mark_balls(island, k, 0.0, reached)
    for m in range(int(island[here.HITS])):
        mark_balls(island, int(island[here.HIT_AT + m]), 1.0, reached)
    rows, grows = 0, True
    while grows:
        grows = False
        for l in range(count):
            # joints stand last, and come first: they have room always
            k = count - 1 - l
            touch = touch_of(island, k)
            if is_hit(island, k) or touch[here.ROW_COUNT] != 0.0 or not holds_in_hit(island, k) \
                    or not is_reached(island, k, reached):
                continue
            if rows + 3 > here.MOST_ROWS:
                return
            touch[here.ROW_COUNT] = 3.0
            rows, grows = rows + 3, True
            mark_balls(island, k, 1.0, reached)


@compiled
def mark_balls(island, k, mark, reached):
    """Writes a mark for the balls of the contact k."""
    contact = contact_of(island, k)
    reached[first_ball(contact)] = mark
    if other_ball(contact) >= 0:
        reached[other_ball(contact)] = mark


@compiled
def is_hit(island, k):
    """Whether the contact k is one of those that meet."""
    found = False
    for m in range(int(island[here.HITS])):
        found = found or int(island[here.HIT_AT + m]) == k
    return found


@compiled
def number_rows(island):
    """Numbers the rows; returns how many there are."""
    rows = 0
    for k in range(int(island[here.NC])):
        touch = touch_of(island, k)
        touch[here.ROW], touch[here.HOLD_ROW] = rows, -1.0
        rows += int(touch[here.ROW_COUNT])
    return rows


@compiled
def prepare_answers(p, island, block):
    """Numbers the rows that answer and factors D; returns how many there are."""
    rows = number_rows(island)
    if rows > 0:
        fill_matrix(p, island, rows, True, block)
        factor(part(island, here.MATRIX), rows, part(island, here.FACTORS), part(island, here.PIVOTS))
    return rows


@compiled
def fill_answers(p, island, start, rows, answers, block):
    """Fills D^-1 C of the contact `start`, column by column, MOST_ROWS apart."""
    if rows == 0:
        return
    count = int(island[here.NC])
    for c in range(3):
        for k in range(count):
            touch = touch_of(island, k)
            if touch[here.ROW_COUNT] == 0.0:
                continue
            shared = coupling_of_forces(p, island, k, start, block)
            for r in range(3):
                island[here.RIGHT + int(touch[here.ROW]) + r] = block[3*r + c] if shared else 0.0
        solve_again(part(island, here.MATRIX), rows, part(island, here.FACTORS), part(island, here.PIVOTS),
                    part(island, here.RIGHT), part(island, here.SOLUTION), part(island, here.ROW_WORK))
        for r in range(rows):
            answers[c*here.MOST_ROWS + r] = island[here.SOLUTION + r]


@compiled
def fill_moved(p, island, at_k, start, answers, G, block):
    """Fills G (9,): how the point of the contact `at_k` moves by an impulse at `start`, which has these answers."""
    if not coupling_of_forces(p, island, at_k, start, G):
        for i in range(9):
            G[i] = 0.0
    for k in range(int(island[here.NC])):
        touch = touch_of(island, k)
        if touch[here.ROW_COUNT] == 0.0 or not coupling_of_forces(p, island, at_k, k, block):
            continue
        for r in range(3):
            for c in range(3):
                for m in range(3):
                    G[3*r + c] -= block[3*r + m]*answers[c*here.MOST_ROWS + int(touch[here.ROW]) + m]


@compiled
def clear_impulses(island):
    """No impulses."""
    for k in range(int(island[here.NC])):
        contact = contact_of(island, k)
        for r in range(3):
            contact[here.FORCE + r] = 0.0


@compiled
def add_impulses(island, start, answers, P):
    """Adds the impulse P at a contact, and what answers it, to the impulses of all contacts."""
    for k in range(int(island[here.NC])):
        contact, touch = contact_of(island, k), touch_of(island, k)
        for r in range(3):
            if k == start:
                contact[here.FORCE + r] += P[r]
            if touch[here.ROW_COUNT] != 0.0:
                for c in range(3):
                    contact[here.FORCE + r] -= answers[c*here.MOST_ROWS + int(touch[here.ROW]) + r]*P[c]


@traced
def impulse_size(contact):
    """|P| of a contact [N s]."""
    return length(vector_at(contact, here.FORCE))


@compiled
def let_go(island):
    """Takes the rows of the floors that would have to pull, but for rounding; returns whether there were any."""
    found, largest = False, 0.0
    for k in range(int(island[here.NC])):
        largest = max(largest, impulse_size(contact_of(island, k)))
    for k in range(int(island[here.NC])):
        contact, touch = contact_of(island, k), touch_of(island, k)
        if touch[here.ROW_COUNT] != 0.0 and touch[here.KEPT] == 0.0 \
                and dot(contact, here.FORCE, touch, here.NORMAL) < -ROUNDED*largest:
            touch[here.ROW_COUNT] = 0.0
            found = True
    return found


@traced
def power(P, r, place, y):
    """P.(u - the velocity of the frame there)."""
    u = vector_at(y, at.V) + cross(vector_at(y, at.W), r)
    return P @ (u - material_velocity.formula(place, vector_at(y, at.X) + r))


@compiled
def power_of_impulses(p, island, y):
    """Sum of P.u of all impulses as the velocities are now, as the ledger see it."""
    total = 0.0
    for k in range(int(island[here.NC])):
        contact, touch = contact_of(island, k), touch_of(island, k)
        P, i, j = three(contact, here.FORCE), first_ball(contact), other_ball(contact)
        total += power(P, arm_of(p, island, k, False), place_in(island, int(array_of(island, here.FRAME_SLOT)[i])),
                       part(y, i*at.MOVING))
        if j >= 0:
            total -= power(P, arm_of(p, island, k, True), place_in(island, int(array_of(island, here.FRAME_SLOT)[j])),
                           part(y, j*at.MOVING))
        elif touch[here.FREE_OF] >= 0.0:
            total -= along(P, three(touch, here.LEVER))*free_numbers(island, y, int(touch[here.FREE_OF]))[at.RATE]
    return total


@compiled
def meet_one(p, island, found):
    """Fills the impulses of the impact at the one contact that is hit, and its record."""
    start = int(island[here.HIT_AT])
    touch = touch_of(island, start)
    G, block, answers, axis, u = room(9), room(9), array_of(island, here.NEW), room(3), room(3)
    choose_rows(island, part(island, here.ROW_WORK))
    least = STIFF/ball_numbers(p, island, first_ball(contact_of(island, start)))[at.MASS]
    for _ in range(MOST_TRIES):
        rows = prepare_answers(p, island, block)
        fill_answers(p, island, start, rows, answers, block)
        fill_moved(p, island, start, start, answers, G, block)
        clear_impulses(island)
        if not along_normal(touch, G) > least:
            # nothing can move there: what closes is rounding
            found[record.ENERGY] = 0.0
            for r in range(3):
                found[record.VELOCITY_AFTER + r] = touch[here.SLIP + r]
            return
        reach(G, part(touch, here.NORMAL), part(touch, here.SLIP), block, axis, u)
        loosened = LOOSENED*(G[0] + G[4] + G[8])
        for r in range(3):
            G[4*r] += loosened
        collide(G, u, part(touch, here.NORMAL), island[here.HIT_RESTITUTION], 0.0, island[here.HIT_FRICTION], found)
        for r in range(3):
            found[record.VELOCITY_AFTER + r] += touch[here.SLIP + r] - u[r]
            found[record.ENERGY] += found[record.IMPULSE + r]*(touch[here.SLIP + r] - u[r])
        add_impulses(island, start, answers, three(found, record.IMPULSE))
        if not let_go(island):
            return


@compiled
def along_normal(touch, G):
    """n.G n."""
    gives = 0.0
    for r in range(3):
        for c in range(3):
            gives += touch[here.NORMAL + r]*G[3*r + c]*touch[here.NORMAL + c]
    return gives


@compiled
def apply_impulses(p, island, y):
    """Gives all impulses to the velocities, and the ledger their work."""
    before = power_of_impulses(p, island, y)
    for k in range(int(island[here.NC])):
        add_at_contact(p, island, k, three(contact_of(island, k), here.FORCE), y)
    y[state_size(island) - 1] += 0.5*(before + power_of_impulses(p, island, y))


# ---- what impulses can reach ----------------------------------------------------------------------------------------


# an eigenvalue of G that is smaller than this share of its trace is none: a mass 1e10 times another is not meant
THIN = 1e-10


@compiled
def steepest(A, out):
    """Fills `out` (3,) with the column of a symmetric A (9,) that has the largest diagonal, as a unit vector."""
    best = 0
    for c in range(1, 3):
        if A[4*c] > A[4*best]:
            best = c
    size = sqrt(A[best]**2 + A[3 + best]**2 + A[6 + best]**2)
    for r in range(3):
        out[r] = A[3*r + best]/size


@compiled
def reach(G, n, u, adjoint, axis, out):
    """Fills `out` (3,) with u' of a symmetric G (9,); adjoint (9,) and axis (3,) are room."""
    for r in range(3):
        for c in range(3):
            i, j, k, l = (r + 1) % 3, (r + 2) % 3, (c + 1) % 3, (c + 2) % 3
            adjoint[3*c + r] = G[3*i + k]*G[3*j + l] - G[3*i + l]*G[3*j + k]
        out[r] = u[r]
    trace, minors = G[0] + G[4] + G[8], adjoint[0] + adjoint[4] + adjoint[8]
    det = G[0]*adjoint[0] + G[1]*adjoint[3] + G[2]*adjoint[6]
    is_line = minors < THIN*trace*trace
    if not is_line and det >= THIN*trace*minors:
        return
    # a line that is reached, or the one that is not
    steepest(G if is_line else adjoint, axis)
    along = axis[0]*u[0] + axis[1]*u[1] + axis[2]*u[2]
    lost, gives = 0.0, 0.0
    for r in range(3):
        out[r] = along*axis[r] if is_line else u[r] - along*axis[r]
        lost += n[r]*(u[r] - out[r])
        for c in range(3):
            gives += n[r]*G[3*r + c]*n[c]
    for r in range(3):
        for c in range(3):
            out[r] += lost/gives*G[3*r + c]*n[c]
