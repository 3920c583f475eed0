"""Brings a state back onto what its contacts demand: unit quaternions, no gaps, no velocity against a row.

Rounding and the error of a step leave gaps and velocities some 1e-16 of the motion: shared by masses and moments of
inertia, as by an impulse, they are taken away after each step. The energy is never touched for its own sake.
"""

from sandbox.compiling.compiled import compiled, part, room
from sandbox.compiling.rotation import normalise, quaternion_rate_space
from sandbox.compiling.traced import traced, vector_at
from sandbox.mechanics.report import put
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.island import layout as here
from sandbox.mechanics.world.island.free import add_at_contact, add_turn_at, energy_of
from sandbox.mechanics.world.island.known import (
    array_of,
    ball_numbers,
    contact_of,
    dot,
    first_ball,
    free_numbers,
    place_supports,
    touch_of,
)
from sandbox.mechanics.world.island.rates import fill_free_motion, speed_scale
from sandbox.mechanics.world.island.resistance import turning_size
from sandbox.mechanics.world.island.rows import alone_by_arms, count_rows, fill_matrix, solve, solve_alone
from sandbox.mechanics.world.island.step import state_size
from sandbox.mechanics.world.island.turning import held_at, put_held
from sandbox.mechanics.world.shaped import is_shaped
from sandbox.mechanics.world.supports import scaled, three


@traced
def shift_ball(shift, y):
    """x += shift."""
    put(y, at.X, vector_at(y, at.X) + vector_at(shift, at.V))


@traced
def turn_ball(shift, y):
    """Turns a ball by the small angle w of the shift: it is what closes joints beside the centre."""
    q = tuple(y[at.Q + i] for i in range(4))
    for i, x in enumerate(quaternion_rate_space.py_func(*vector_at(shift, at.W), *q)):
        y[at.Q + i] = q[i] + x


@compiled
def solve_rows(p, island, rows, block):
    """Fills SOLUTION with the impulses that do what RIGHT asks for; the matrix is symmetric."""
    k = alone_by_arms(island)
    if k >= 0:
        solve_alone(p, island, k, True, block)
        return
    fill_matrix(p, island, rows, True, block)
    solve(part(island, here.MATRIX), rows, part(island, here.FACTORS), part(island, here.PIVOTS),
          part(island, here.RIGHT), part(island, here.SOLUTION), part(island, here.ROW_WORK))


@compiled
def push(p, island, out):
    """Adds the impulses of SOLUTION to what lies as velocities do."""
    for k in range(int(island[here.NC])):
        touch = touch_of(island, k)
        row = here.SOLUTION + int(touch[here.ROW])
        if touch[here.ROW_COUNT] == 3.0:
            add_at_contact(p, island, k, three(island, row), out)
        elif touch[here.ROW_COUNT] == 1.0:
            add_at_contact(p, island, k, scaled(island[row], three(touch, here.NORMAL)), out)
        if touch[here.HOLD_ROW] >= 0.0:
            add_turn_at(p, island, k, held_at(touch, part(island, here.SOLUTION + int(touch[here.HOLD_ROW]))), out)


@compiled
def close_gaps(p, island, y, block, deep):
    """One Newton step of centres, of the angles of free supports and, at joints, of attitudes, that closes the gaps.

    deep    what is open is pushed out of what it is in, too
    """
    rows = 0
    for k in range(int(island[here.NC])):
        touch = touch_of(island, k)
        touch[here.ROW], touch[here.ROW_COUNT], touch[here.HOLD_ROW] = rows, 0.0, -1.0
        if touch[here.KEPT] != 0.0:
            touch[here.ROW_COUNT] = 3.0
            for r in range(3):
                island[here.RIGHT + rows + r] = -touch[here.APART + r]
            rows += 3
        elif contact_of(island, k)[here.DOES] != at.OPEN or (deep and touch[here.GAP] < 0.0):
            touch[here.ROW_COUNT] = 1.0
            island[here.RIGHT + rows] = -touch[here.GAP]
            rows += 1
    if rows == 0 or rows > here.MOST_ROWS:
        return
    solve_rows(p, island, rows, block)
    shift = array_of(island, here.SHIFT)
    for i in range(state_size(island)):
        shift[i] = 0.0
    push(p, island, shift)
    for i in range(int(island[here.NB])):
        shift_ball(part(shift, i*at.MOVING), part(y, i*at.MOVING))
        if island[here.NJ] > 0.0 or is_shaped(ball_numbers(p, island, i)):
            turn_ball(part(shift, i*at.MOVING), part(y, i*at.MOVING))
    for f in range(int(island[here.NF])):
        free_numbers(island, y, f)[at.ANGLE] += free_numbers(island, shift, f)[at.RATE]


@compiled
def stop_slips(p, island, y, block):
    """Takes the velocities away that contacts do not have: all of U where they roll, n.U where they slip; turning."""
    rows = count_rows(island, 0.0, True)
    if rows == 0 or rows > here.MOST_ROWS:
        return
    for k in range(int(island[here.NC])):
        touch = touch_of(island, k)
        row = here.RIGHT + int(touch[here.ROW])
        if touch[here.ROW_COUNT] == 3.0:
            for r in range(3):
                island[row + r] = -touch[here.SLIP + r]
        elif touch[here.ROW_COUNT] == 1.0:
            island[row] = -dot(touch, here.NORMAL, touch, here.SLIP)
        if touch[here.HOLD_ROW] >= 0.0:
            put_held(touch, here.TURNING, part(island, here.RIGHT + int(touch[here.HOLD_ROW])))
    solve_rows(p, island, rows, block)
    push(p, island, y)


@compiled
def settle(p, calls, island, t, y, rates):
    """Settles the state y at t in place, see the head of this file; rates is room to work."""
    for i in range(int(island[here.NB])):
        normalise(y, i*at.MOVING + at.Q)
    fill_free_motion(p, calls, island, t, y, rates)
    block = room(9)
    close_gaps(p, island, y, block, False)
    stop_slips(p, island, y, block)


@compiled
def largest_fault(p, island):
    """The largest gap, in radii, or speed against a row, in units of sqrt(g a), of the contacts."""
    scale, worst = speed_scale(p, island), 0.0
    for k in range(int(island[here.NC])):
        contact, touch = contact_of(island, k), touch_of(island, k)
        if contact[here.DOES] == at.OPEN:
            continue
        if touch[here.KEPT] != 0.0:
            apart = abs(touch[here.APART]) + abs(touch[here.APART + 1]) + abs(touch[here.APART + 2])
            worst = max(worst, apart/ball_numbers(p, island, first_ball(contact))[at.RADIUS])
        worst = max(worst, abs(touch[here.GAP])/ball_numbers(p, island, first_ball(contact))[at.RADIUS])
        worst = max(worst, abs(dot(touch, here.NORMAL, touch, here.SLIP))/scale)
        if contact[here.DOES] == at.ROLLS:
            for r in range(3):
                worst = max(worst, abs(touch[here.SLIP + r])/scale)
        if contact[here.HOLDS] > 0.0:
            worst = max(worst, ball_numbers(p, island, first_ball(contact))[at.RADIUS]*turning_size(touch)/scale)
    return worst


# a fault that rounding leaves, and Newton's steps onto the contacts at most: each takes a share only of a gap at a
# sharp edge, and what is left would be closed unbooked
ROUNDED, MOST_STEPS = 1e-13, 40


@compiled
def settle_booked(p, calls, island, t, y, rates):
    """Settles a state that comes from elsewhere, an impact or another mode: what that takes is in the ledger."""
    fill_free_motion(p, calls, island, t, y, rates)
    for _ in range(MOST_STEPS):
        if not largest_fault(p, island) > ROUNDED:
            return
        before = energy_of(p, island, y)
        settle(p, calls, island, t, y, rates)
        place_supports(p, island, t, y)
        y[state_size(island) - 1] += energy_of(p, island, y) - before
        fill_free_motion(p, calls, island, t, y, rates)
