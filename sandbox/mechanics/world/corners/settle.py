"""Brings a state onto what its corners demand: no gaps, no velocity against a row; enters what that costs."""

from sandbox.compiling.compiled import compiled, part, room
from sandbox.compiling.traced import traced, vector_at
from sandbox.mechanics.report import put
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.corners import layout as of
from sandbox.mechanics.world.corners.forces import count_rows, fill_matrix, solve_least, take_solution
from sandbox.mechanics.world.corners.known import (
    add_forces,
    contact_of,
    copy,
    fill_contacts,
    normal_part,
    numbers_of,
    touch_of,
    turn_a_little,
)
from sandbox.mechanics.world.island import layout as here
from sandbox.mechanics.world.shaped import energy_of_body
from sandbox.mechanics.world.supports import block_of, support_state_at


@compiled
def energy_at(p, body, t, y):
    """Energy of the state y relative to its support [J]."""
    return energy_of_body(p, support_state_at(t, block_of(p, int(body[of.FRAME]))), y, numbers_of(p)).total


@compiled
def enter(p, body, t, y, before):
    """The ledger takes what the energy has changed by since it was `before` [J]; returns that."""
    gain = energy_at(p, body, t, y) - before
    y[of.LEDGER] += gain
    return gain


@traced
def put_minus(share, v, out):
    """out[:3] = -share v."""
    put(out, 0, (-share)*vector_at(v, 0))


@compiled
def solve_push(p, body, rows, column, moved, out):
    """Adds to `out`, which lies as velocities do, the impulses that take RIGHT away."""
    fill_matrix(body, rows, column, moved)
    solve_least(body, rows)
    take_solution(body, of.PUSH)
    add_forces(p, body, of.PUSH, out)


@compiled
def push_along_normals(body):
    """Makes what slips be pushed along its normal."""
    for k in range(int(body[of.COUNT])):
        copy(part(touch_of(body, k), here.NORMAL), 3, part(contact_of(body, k), of.THRUST))


@compiled
def settle(p, calls, body, t, y):
    """Takes gaps and velocities of the contacts away, those of what slips along the normal only, and enters it."""
    column, moved, shift = room(3), room(3), room(at.MOVING)
    if body[of.COUNT] == 0.0:
        return
    before = energy_at(p, body, t, y)
    fill_contacts(p, calls, body, t, y)
    rows = count_rows(body, 0.0)
    push_along_normals(body)
    for i in range(at.MOVING):
        shift[i] = 0.0
    for k in range(int(body[of.COUNT])):
        contact, touch = contact_of(body, k), touch_of(body, k)
        row = of.RIGHT + int(contact[of.ROW])
        if contact[of.ROW_COUNT] == 3.0:
            put_minus(touch[here.GAP], part(touch, here.NORMAL), part(body, row))
        else:
            body[row] = -touch[here.GAP]
    solve_push(p, body, rows, column, moved, shift)
    turn_a_little(shift, y)
    fill_contacts(p, calls, body, t, y)
    push_along_normals(body)
    for k in range(int(body[of.COUNT])):
        contact, touch = contact_of(body, k), touch_of(body, k)
        row = of.RIGHT + int(contact[of.ROW])
        if contact[of.ROW_COUNT] == 3.0:
            put_minus(1.0, part(touch, here.SLIP), part(body, row))
        else:
            body[row] = -normal_part(touch, part(touch, here.SLIP))
    solve_push(p, body, rows, column, moved, y)
    enter(p, body, t, y, before)
