"""Forces at the contacts of an island: those of least size, where their rows depend on each other.

A contact that sticks has the three rows U' + n (n'.U) = 0, one that slips the row n.U' + n'.U = 0 and the force
N (n - mu e). Rows of contacts with a body in common are coupled by it, all others are not: sorted by their bodies they
make a band, which a row of bodies keeps narrow. Of all forces that do it the least are taken, by

    (G + S) x_(k+1) = b + S x_k,     x_0 = 0,     S = EPSILON (1/m_1 + 1/m_2) on the diagonal

(corners/forces.py).
"""

from math import inf

from sandbox.compiling.compiled import compiled, part, room
from sandbox.compiling.traced import Vector, cross, traced, vector_at
from sandbox.mechanics.report import put
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.corners import layout as of
from sandbox.mechanics.world.corners.forces import ROUNDING, put_scaled, put_thrust
from sandbox.mechanics.world.corners.known import copy, normal_part, tangent_of, tangent_size
from sandbox.mechanics.world.island import layout as here
from sandbox.mechanics.world.island.known import dot
from sandbox.mechanics.world.patches import layout as pl
from sandbox.mechanics.world.patches.islands import end_of_island
from sandbox.mechanics.world.patches.known import array_of, body_of, contact_of, numbers_of, rows_of, touch_of
from sandbox.mechanics.world.patches.touching import add_forces, fill_contacts, fill_power

# see the head; turns of the iteration
EPSILON, MOST_TURNS = 1e-4, 40
# residual at which turns that do no better end it; what is left of it by a turn that does no good any more
SMALL, IDLE = 1e-12, 0.9


@compiled
def fill_thrust(pile, k, least):
    """Fills the force per newton of a contact that slips.

    Beyond the end of its slip friction goes on as before it: the motion is smooth where an event is looked for.
    """
    contact, touch = contact_of(pile, k), touch_of(pile, k)
    slip = tangent_of(touch, part(touch, here.SLIP))
    speed = tangent_size(touch, part(touch, here.SLIP))
    if speed > least:
        along = slip[0]*contact[of.HEADING] + slip[1]*contact[of.HEADING + 1] + slip[2]*contact[of.HEADING + 2]
        put_scaled((1.0 if along > 0.0 else -1.0)/speed, slip, part(contact, of.THRUST))
    else:
        copy(part(contact, of.HEADING), 3, part(contact, of.THRUST))
    put_thrust(touch, part(contact, of.THRUST), touch[here.SLIP_MU], contact)


@compiled
def give_rows(pile, low, high, least):
    """Gives rows to the contacts by what they do: three to those that stick, one to those that slip."""
    for k in range(low, high):
        contact = contact_of(pile, k)
        contact[of.ROW_COUNT] = 3.0 if contact[of.DOES] == at.ROLLS else 1.0
        if contact[of.DOES] == at.SLIPS:
            fill_thrust(pile, k, least)


@compiled
def note_row(body, row, behind):
    """Notes that rows up to `behind` are of the body."""
    body[pl.FIRST_ROW] = min(body[pl.FIRST_ROW], float(row))
    body[pl.LAST_ROW] = max(body[pl.LAST_ROW], float(behind))


@compiled
def number_rows(pile, low, high):
    """Numbers the rows by ROW_COUNT; fills BAND and WIDE.  returns how many there are, -1 without room for them"""
    rows = 0
    for k in range(low, high):
        contact = contact_of(pile, k)
        i, j = int(contact[pl.FIRST]), int(contact[pl.OTHER])
        body_of(pile, i)[pl.FIRST_ROW], body_of(pile, i)[pl.LAST_ROW] = 1e9, -1.0
        if j >= 0:
            body_of(pile, j)[pl.FIRST_ROW], body_of(pile, j)[pl.LAST_ROW] = 1e9, -1.0
    for k in range(low, high):
        contact = contact_of(pile, k)
        i, j, many = int(contact[pl.FIRST]), int(contact[pl.OTHER]), int(contact[of.ROW_COUNT])
        contact[of.ROW] = float(rows)
        if many > 0:
            note_row(body_of(pile, i), rows, rows + many - 1)
            if j >= 0:
                note_row(body_of(pile, j), rows, rows + many - 1)
        rows += many
    band = 0.0
    for k in range(low, high):
        i, j = int(contact_of(pile, k)[pl.FIRST]), int(contact_of(pile, k)[pl.OTHER])
        band = max(band, body_of(pile, i)[pl.LAST_ROW] - body_of(pile, i)[pl.FIRST_ROW])
        if j >= 0:
            band = max(band, body_of(pile, j)[pl.LAST_ROW] - body_of(pile, j)[pl.FIRST_ROW])
    pile[pl.BAND], pile[pl.WIDE] = band, 3.0*band + 1.0
    return rows if rows*int(pile[pl.WIDE]) <= int(pile[pl.MATRIX_ROOM]) else -1


@traced
def put_through(m, inverse, arm, pushed_arm, v, sign, out):
    """Adds how a force v at one arm of a body, times a sign, moves the point at another arm of it to out (3,)."""
    v = vector_at(v, 0)
    moment = cross(vector_at(pushed_arm, 0), v)
    spin = Vector(*(vector_at(inverse, 3*i) @ moment for i in range(3)))
    moved = (1.0/m)*v + cross(spin, vector_at(arm, 0))
    for i in range(3):
        out[i] = out[i] + sign*moved[i]


@compiled
def fill_moved(p, pile, k, l, force, out):
    """Fills out (3,) with how a force at the contact l moves the point of the contact k."""
    one, two = contact_of(pile, k), contact_of(pile, l)
    for i in range(3):
        out[i] = 0.0
    for end in range(2):
        b = int(one[pl.FIRST + end])
        if b < 0:
            continue
        for other in range(2):
            if int(two[pl.FIRST + other]) == b:
                put_through(numbers_of(p, b)[at.MASS], part(body_of(pile, b), pl.INVERSE),
                            part(one, of.ARM if end == 0 else pl.ARM_OTHER),
                            part(two, of.ARM if other == 0 else pl.ARM_OTHER), force, 1.0 if end == other else -1.0,
                            out)


@compiled
def share_a_body(one, two):
    """Whether two contacts have a body in common."""
    i, j = one[pl.FIRST], one[pl.OTHER]
    return i == two[pl.FIRST] or i == two[pl.OTHER] or (j >= 0.0 and (j == two[pl.FIRST] or j == two[pl.OTHER]))


@traced
def put_spin(m, inverse, arm, force, out):
    """Fills how a force at an arm accelerates a body (6,): its mass centre, its turning."""
    v = vector_at(force, 0)
    moment = cross(vector_at(arm, 0), v)
    put(out, 0, (1.0/m)*v)
    put(out, 3, Vector(*(vector_at(inverse, 3*i) @ moment for i in range(3))))


@traced
def add_at_arm(spin, arm, sign, out):
    """Adds how the point at an arm moves with that to out (3,), times a sign."""
    moved = vector_at(spin, 0) + cross(vector_at(spin, 3), vector_at(arm, 0))
    for i in range(3):
        out[i] = out[i] + sign*moved[i]


@compiled
def fill_spins(p, pile, l, spins):
    """Fills how each unknown of the contact l accelerates both bodies, 6 numbers for each of these, 12 for each of
    those."""
    contact, column = contact_of(pile, l), part(pile, pl.SWAP)
    many = int(contact[of.ROW_COUNT])
    for c in range(many):
        for i in range(3):
            column[i] = 1.0 if i == c else 0.0
        if many == 1:
            copy(part(contact, of.THRUST), 3, column)
        for end in range(2):
            b = int(contact[pl.FIRST + end])
            if b >= 0:
                put_spin(numbers_of(p, b)[at.MASS], part(body_of(pile, b), pl.INVERSE),
                         part(contact, of.ARM if end == 0 else pl.ARM_OTHER), column, part(spins, 12*c + 6*end))


@compiled
def fill_by_spins(one, two, spins, out):
    """`fill_moved` of what an unknown of the contact `two` does to the contact `one`; spins of that unknown (12,)."""
    for i in range(3):
        out[i] = 0.0
    for end in range(2):
        if not one[pl.FIRST + end] >= 0.0:
            continue
        for other in range(2):
            if two[pl.FIRST + other] == one[pl.FIRST + end]:
                add_at_arm(part(spins, 6*other), part(one, of.ARM if end == 0 else pl.ARM_OTHER),
                           1.0 if end == other else -1.0, out)


@compiled
def fill_matrix(p, pile, low, high, rows):
    """Fills the band of the rows: what each unknown does to each of them."""
    matrix, band, wide = array_of(pile, pl.MATRIX_AT), int(pile[pl.BAND]), int(pile[pl.WIDE])
    moved, added, spins = part(pile, pl.SWAP + 3), rows_of(pile, pl.ADDED), room(36)
    for place in range(rows*wide):
        matrix[place] = 0.0
    # rows are numbered in the order of contacts: what is beyond the band on either side need not be looked at
    begins = low
    for l in range(low, high):
        pushed = contact_of(pile, l)
        many, at_ = int(pushed[of.ROW_COUNT]), int(pushed[of.ROW])
        lightness = 1.0/numbers_of(p, int(pushed[pl.FIRST]))[at.MASS]
        if pushed[pl.OTHER] >= 0.0:
            lightness += 1.0/numbers_of(p, int(pushed[pl.OTHER]))[at.MASS]
        for c in range(many):
            added[at_ + c] = EPSILON*lightness
        while begins < l and int(contact_of(pile, begins)[of.ROW]) < at_ - band:
            begins += 1
        fill_spins(p, pile, l, spins)
        for k in range(begins, high):
            one = contact_of(pile, k)
            row = int(one[of.ROW])
            if row > at_ + band:
                break
            if one[of.ROW_COUNT] == 0.0 or not share_a_body(one, pushed):
                continue
            for c in range(many):
                fill_by_spins(one, pushed, part(spins, 12*c), moved)
                if one[of.ROW_COUNT] == 3.0:
                    for i in range(3):
                        matrix[(row + i)*wide + at_ + c - row - i + band] = moved[i]
                else:
                    matrix[row*wide + at_ + c - row + band] = normal_part(touch_of(pile, k), moved)


@compiled
def eliminate_band(lu, pivots, reaches, n, band, wide):
    """Replaces a band matrix by its factors, with row pivots; element (i, j) stands at i wide + j - i + band.

    Where rows change places they become longer than the band: `reaches` says where each ends, behind its last number.
    """
    for k in range(n):
        reaches[k] = float(min(n, k + band + 1))
    for k in range(n):
        best, last = k, min(n, k + band + 1)
        for i in range(k + 1, last):
            if abs(lu[i*wide + k - i + band]) > abs(lu[best*wide + k - best + band]):
                best = i
        pivots[k] = float(best)
        end = int(reaches[best])
        if best != k:
            reaches[best], reaches[k] = reaches[k], float(end)
            for j in range(k, max(end, int(reaches[best]))):
                one, two = k*wide + j - k + band, best*wide + j - best + band
                lu[one], lu[two] = lu[two], lu[one]
        inverse = 1.0/lu[k*wide + band]
        for i in range(k + 1, last):
            share = lu[i*wide + k - i + band]*inverse
            lu[i*wide + k - i + band] = share
            if share != 0.0:
                reaches[i] = max(reaches[i], float(end))
                to, from_ = i*wide - i + band, k*wide - k + band
                for j in range(k + 1, end):
                    lu[to + j] -= share*lu[from_ + j]


@compiled
def solve_band(lu, pivots, reaches, n, band, wide, x):
    """Replaces x (n,) by the solution for the right-hand side x."""
    for k in range(n):
        best = int(pivots[k])
        if best != k:
            x[k], x[best] = x[best], x[k]
        known = x[k]
        for i in range(k + 1, min(n, k + band + 1)):
            x[i] -= lu[i*wide + k - i + band]*known
    for k in range(n - 1, -1, -1):
        left = x[k]
        for j in range(k + 1, int(reaches[k])):
            left -= lu[k*wide + j - k + band]*x[j]
        x[k] = left/lu[k*wide + band]


@compiled
def solve_least(pile, n):
    """Fills SOLUTION with the least one of MATRIX x = RIGHT, see the head; returns the residual against the largest."""
    band, wide = int(pile[pl.BAND]), int(pile[pl.WIDE])
    a, lu, pivots, added, reaches = array_of(pile, pl.MATRIX_AT), array_of(pile, pl.FACTORS_AT), \
        rows_of(pile, pl.PIVOTS), rows_of(pile, pl.ADDED), rows_of(pile, pl.REACHES)
    b, x, rest = rows_of(pile, pl.RIGHT), rows_of(pile, pl.SOLUTION), rows_of(pile, pl.LEFT)
    largest = 0.0
    for i in range(n):
        largest = max(largest, abs(b[i]))
        x[i] = 0.0
    if largest == 0.0:
        return 0.0
    copy(a, n*wide, lu)
    for i in range(n):
        lu[i*wide + band] += added[i]
    eliminate_band(lu, pivots, reaches, n, band, wide)
    left = 1.0
    for turn in range(MOST_TURNS):
        before, left = left, 0.0
        for i in range(n):
            total = b[i]
            # at first x is nothing
            for j in range(max(0, i - band), min(n, i + band + 1) if turn > 0 else 0):
                total -= a[i*wide + j - i + band]*x[j]
            rest[i] = total
            # what is no number is the largest of all
            if not abs(total)/largest <= left:
                left = abs(total)/largest
        if left <= ROUNDING or (left < SMALL and left > 0.5*before) or (turn > 2 and left > IDLE*before):
            break
        if not left < inf:
            break
        solve_band(lu, pivots, reaches, n, band, wide, rest)
        for i in range(n):
            x[i] += rest[i]
    return left


@compiled
def take_solution(pile, low, high, start):
    """Puts the forces of SOLUTION to `start` of each contact."""
    found = rows_of(pile, pl.SOLUTION)
    for k in range(low, high):
        contact = contact_of(pile, k)
        row = int(contact[of.ROW])
        for i in range(3):
            contact[start + i] = 0.0
            if contact[of.ROW_COUNT] == 3.0:
                contact[start + i] = found[row + i]
            elif contact[of.ROW_COUNT] == 1.0:
                contact[start + i] = found[row]*contact[of.THRUST + i]


@traced
def put_wanted(touch, contact):
    """Fills U' + n (n'.U) without contact forces: what forces have to take away."""
    bend = vector_at(touch, here.NORMAL_RATE) @ vector_at(touch, here.SLIP)
    put(contact, of.WANTED, vector_at(touch, here.BIAS) + bend*vector_at(touch, here.NORMAL))


@compiled
def want_accelerations(pile, low, high):
    """Makes forces and accelerations of the contacts low to high what is asked for, not impulses and velocities."""
    for k in range(low, high):
        put_wanted(touch_of(pile, k), contact_of(pile, k))
        contact_of(pile, k)[of.TARGET] = 0.0


@compiled
def solve_rows(p, pile, low, high, start):
    """Fills `start` of the contacts low to high with what takes WANTED away but for TARGET, by ROW_COUNT of each. False
    without room for their rows, or where no finite numbers were found."""
    rows, right, left = number_rows(pile, low, high), rows_of(pile, pl.RIGHT), 0.0
    if rows < 0:
        pile[pl.HAS_NO_ROWS] = 1.0
        return False
    for k in range(low, high):
        contact, touch = contact_of(pile, k), touch_of(pile, k)
        row = int(contact[of.ROW])
        if contact[of.ROW_COUNT] == 3.0:
            for i in range(3):
                right[row + i] = contact[of.TARGET]*touch[here.NORMAL + i] - contact[of.WANTED + i]
        elif contact[of.ROW_COUNT] == 1.0:
            right[row] = contact[of.TARGET] - normal_part(touch, part(contact, of.WANTED))
    if rows > 0:
        fill_matrix(p, pile, low, high, rows)
        left = solve_least(pile, rows)
    take_solution(pile, low, high, start)
    pile[pl.UNSOLVED] = left
    return left < inf


@compiled
def fill_rates(p, calls, pile, t, y, least, out):
    """Fills out with the derivative of the state y at t; least: slip that has no direction of its own [m/s]."""
    fill_contacts(p, calls, pile, t, y)
    low, active = 0, int(pile[pl.ACTIVE])
    while low < active:
        high = end_of_island(pile, low)
        give_rows(pile, low, high, least)
        want_accelerations(pile, low, high)
        solve_rows(p, pile, low, high, of.FORCE)
        low = high
    copy(array_of(pile, pl.FREE_AT), int(pile[pl.SIZE]), out)
    add_forces(p, pile, of.FORCE, 0, active, out)
    fill_power(p, pile, t, y, out)


@compiled
def slip_along(pile, k):
    """How fast the contact k slips in its direction [m/s]."""
    return dot(contact_of(pile, k), of.HEADING, touch_of(pile, k), here.SLIP)
