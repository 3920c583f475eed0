"""Brings a state onto what its contacts demand: no gaps, no velocity against a row; enters what that costs.

Also the energy of a pile, and its ledger.
"""

from sandbox.compiling.compiled import compiled, part
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.corners import layout as of
from sandbox.mechanics.world.corners.known import copy, normal_part, turn_a_little
from sandbox.mechanics.world.island import layout as here
from sandbox.mechanics.world.patches import layout as pl
from sandbox.mechanics.world.patches.forces import fill_matrix, give_rows, number_rows, solve_least, take_solution
from sandbox.mechanics.world.patches.islands import end_of_island
from sandbox.mechanics.world.patches.known import (
    array_of,
    body_of,
    contact_of,
    numbers_of,
    rows_of,
    support_then,
    touch_of,
)
from sandbox.mechanics.world.patches.riding import place_riders, rides
from sandbox.mechanics.world.patches.touching import add_forces, fill_contacts
from sandbox.mechanics.world.shaped import energy_of_body
from sandbox.mechanics.world.supports import block_of


@compiled
def energy_of(p, pile, b, t, y):
    """Energy of the body b in the state y relative to its support [J]."""
    place = support_then(t, block_of(p, int(body_of(pile, b)[pl.FRAME])))
    return energy_of_body(p, place, part(y, b*at.MOVING), numbers_of(p, b)).total


@compiled
def energy_of_riders(p, pile, t, y):
    """Energy of what rests on what moves, of each body relative to its support [J]; puts it where it is at t."""
    total = 0.0
    place_riders(p, pile, t, y)
    for b in range(int(p[at.BALLS])):
        if rides(pile, b):
            total += energy_of(p, pile, b, t, y)
    return total


@compiled
def energy_at(p, pile, t, y):
    """Energy of what does not rest where it is in the state y, of each body relative to its support [J].

    What rests on what moves is put where it is at t, so that what is entered has the work that is done on it.
    """
    total = energy_of_riders(p, pile, t, y)
    for b in range(int(p[at.BALLS])):
        if body_of(pile, b)[pl.ASLEEP] == 0.0:
            total += energy_of(p, pile, b, t, y)
    return total


@compiled
def enter(p, pile, t, y, before):
    """The ledger takes what the energy has changed by since it was `before` [J]; returns that."""
    gain = energy_at(p, pile, t, y) - before
    y[int(pile[pl.SIZE]) - 1] += gain
    return gain


@compiled
def push_along_normals(pile, low, high):
    """Makes what slips be pushed along its normal."""
    for k in range(low, high):
        copy(part(touch_of(pile, k), here.NORMAL), 3, part(contact_of(pile, k), of.THRUST))


@compiled
def solve_push(p, pile, low, high, rows, out):
    """Adds to `out`, which lies as velocities do, the impulses that take RIGHT away."""
    fill_matrix(p, pile, low, high, rows)
    solve_least(pile, rows)
    take_solution(pile, low, high, of.PUSH)
    add_forces(p, pile, of.PUSH, low, high, out)


@compiled
def take_gaps(p, pile, low, high, shift):
    """Adds to the shift what closes the gaps of an island."""
    give_rows(pile, low, high, 0.0)
    push_along_normals(pile, low, high)
    rows, right = number_rows(pile, low, high), rows_of(pile, pl.RIGHT)
    for k in range(low, high):
        contact, touch = contact_of(pile, k), touch_of(pile, k)
        row = int(contact[of.ROW])
        if contact[of.ROW_COUNT] == 3.0:
            for i in range(3):
                right[row + i] = -touch[here.GAP]*touch[here.NORMAL + i]
        else:
            right[row] = -touch[here.GAP]
    if rows > 0:
        solve_push(p, pile, low, high, rows, shift)


@compiled
def take_velocities(p, pile, low, high, y):
    """Takes from y the velocities against the rows of an island."""
    give_rows(pile, low, high, 0.0)
    push_along_normals(pile, low, high)
    rows, right = number_rows(pile, low, high), rows_of(pile, pl.RIGHT)
    for k in range(low, high):
        contact, touch = contact_of(pile, k), touch_of(pile, k)
        row = int(contact[of.ROW])
        if contact[of.ROW_COUNT] == 3.0:
            for i in range(3):
                right[row + i] = -touch[here.SLIP + i]
        else:
            right[row] = -normal_part(touch, part(touch, here.SLIP))
    if rows > 0:
        solve_push(p, pile, low, high, rows, y)


@compiled
def settle(p, calls, pile, t, y):
    """Takes gaps and velocities of the contacts away, those of what slips along the normal only, and enters it."""
    active, shift = int(pile[pl.ACTIVE]), array_of(pile, pl.STAGE_AT)
    if active == 0:
        return
    before = energy_at(p, pile, t, y)
    fill_contacts(p, calls, pile, t, y)
    for i in range(int(pile[pl.SIZE])):
        shift[i] = 0.0
    low = 0
    while low < active:
        high = end_of_island(pile, low)
        take_gaps(p, pile, low, high, shift)
        low = high
    for b in range(int(p[at.BALLS])):
        if body_of(pile, b)[pl.ASLEEP] == 0.0:
            turn_a_little(part(shift, b*at.MOVING), part(y, b*at.MOVING))
    fill_contacts(p, calls, pile, t, y)
    low = 0
    while low < active:
        high = end_of_island(pile, low)
        take_velocities(p, pile, low, high, y)
        low = high
    enter(p, pile, t, y, before)
