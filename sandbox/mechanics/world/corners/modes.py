"""What corners that touch can do by the laws of contact: open, stick or slip, found by trying.

A corner that slips goes on with that. The others are taken to stick; what would have to pull opens, what has opened and
would go into the support is closed again. Where friction can't bear that they are taken to slip, in the direction in
which friction so far has held them, turned to where that makes them go. What is left is found by sweeps. Forces are not
unique, accelerations are: a corner that opens without leaving the support touches on.

Friction of what slips can jam it (Painleve): force along n - mu e presses the corners into the support, V* < 0. Then
accelerations are not unique either. Where all would leave without any force, forces that hold them may fit as well, but
the least disturbance of these grows at once: they leave. Where they would not, no forces fit. So it is where V* > 0 is
so small that slip ends within no time: a small V* > 0 counts as its limit 0.
"""

from math import inf

from sandbox.compiling.compiled import compiled, part
from sandbox.compiling.traced import traced, vector_at
from sandbox.mechanics.report import put
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.corners import layout as of
from sandbox.mechanics.world.corners.forces import (
    NONE,
    is_all_borne,
    put_right,
    put_scaled,
    put_thrust,
    share_friction,
    solve_rows,
    times,
)
from sandbox.mechanics.world.corners.known import (
    block_at,
    contact_of,
    copy,
    gravity_scale,
    normal_part,
    numbers_of,
    tangent_of,
    tangent_size,
    touch_of,
)
from sandbox.mechanics.world.corners.sweeps import sweep
from sandbox.mechanics.world.island import layout as here
from sandbox.mechanics.world.island.known import dot

# rounds of opening and closing, of turning directions; share of mu g by which those are held
MOST_ROUNDS, MOST_TURNS, STIFF = 24, 200, 2.0
# acceleration into a support, as a share of g, that sweeps may leave: beyond that no forces have been found
SINKS = 1e-6
# share of the right-hand side of their rows that forces leave at most
UNSOLVED = 1e-6


@traced
def put_negative(v):
    """v becomes -v."""
    put(v, 0, -vector_at(v, 0))


@compiled
def fill_acceleration(body, k, start, moved):
    """Fills LEAVES of the corner k with U' + n (n'.U) under the forces at `start` of all corners."""
    contact = contact_of(body, k)
    put_right(touch_of(body, k), part(contact, of.LEAVES))
    put_negative(part(contact, of.LEAVES))
    for l in range(int(body[of.COUNT])):
        times(block_at(body, k, l), part(contact_of(body, l), start), moved)
        for i in range(3):
            contact[of.LEAVES + i] += moved[i]


@compiled
def give_rows(body, does):
    """Gives rows to corners by what they are found to do: `does` stands for those that do not slip already."""
    rows = 0
    for k in range(int(body[of.COUNT])):
        contact = contact_of(body, k)
        found = does if contact[of.FOUND] == at.ROLLS else contact[of.FOUND]
        contact[of.ROW], contact[of.ROW_COUNT] = rows, 0.0
        if found == at.ROLLS:
            contact[of.ROW_COUNT] = 3.0
        elif found == at.SLIPS:
            contact[of.ROW_COUNT] = 1.0
        rows += int(contact[of.ROW_COUNT])
    return rows


@compiled
def leaves_by_itself(body, g, moved):
    """Whether all that is pressed slips, and leaves the support if nothing presses it: by more than rounding of g."""
    pressed = 0
    for k in range(int(body[of.COUNT])):
        if contact_of(body, k)[of.ROW_COUNT] == 3.0:
            return False
        pressed += int(contact_of(body, k)[of.ROW_COUNT])
        put_right(touch_of(body, k), moved)
        if not normal_part(touch_of(body, k), moved) < -NONE*g:
            return False
    return pressed > 0


@compiled
def is_unsolved(body):
    """Whether forces of what slips do not solve their rows: where V* is about 0 they have no bound."""
    slips = False
    for k in range(int(body[of.COUNT])):
        slips = slips or contact_of(body, k)[of.ROW_COUNT] == 1.0
    return slips and body[of.UNSOLVED] > UNSOLVED


@compiled
def let_go(body):
    """Takes rows and forces from all corners."""
    for k in range(int(body[of.COUNT])):
        contact = contact_of(body, k)
        contact[of.ROW], contact[of.ROW_COUNT] = 0.0, 0.0
        for i in range(3):
            contact[of.FORCE + i] = 0.0


@compiled
def balance(body, does, none, moved):
    """Solves for forces that push only; which corners are pressed stands in ROW_COUNT. False where no end was found.

    Those that have opened keep a FOUND of their own, with ROW_COUNT 0, and LEAVES.
    """
    count = int(body[of.COUNT])
    rows = give_rows(body, does)
    for _round in range(MOST_ROUNDS):
        solve_rows(body, rows)
        changed, weight = False, 0.0
        for k in range(count):
            weight = max(weight, abs(normal_part(touch_of(body, k), part(contact_of(body, k), of.FORCE))))
        for k in range(count):
            contact = contact_of(body, k)
            if contact[of.ROW_COUNT] != 0.0 and normal_part(touch_of(body, k), part(contact, of.FORCE)) < -1e-12*weight:
                contact[of.ROW_COUNT], changed = 0.0, True
        if not changed:
            worst, which = -none, -1
            for k in range(count):
                contact = contact_of(body, k)
                if contact[of.ROW_COUNT] == 0.0:
                    fill_acceleration(body, k, of.FORCE, moved)
                    sinks = normal_part(touch_of(body, k), part(contact, of.LEAVES))
                    if sinks < worst:
                        worst, which = sinks, k
            if which < 0:
                if is_unsolved(body):
                    return False
                if leaves_by_itself(body, none/NONE, moved):
                    let_go(body)
                return True
            sticks = does == at.ROLLS and contact_of(body, which)[of.FOUND] == at.ROLLS
            contact_of(body, which)[of.ROW_COUNT] = 3.0 if sticks else 1.0
        rows = 0
        for k in range(count):
            contact_of(body, k)[of.ROW] = rows
            rows += int(contact_of(body, k)[of.ROW_COUNT])
    return False


@compiled
def note_opened(body, none, moved):
    """Notes which corners have left the support."""
    for k in range(int(body[of.COUNT])):
        contact = contact_of(body, k)
        fill_acceleration(body, k, of.FORCE, moved)
        if contact[of.ROW_COUNT] == 0.0 and normal_part(touch_of(body, k), part(contact, of.LEAVES)) > none:
            contact[of.FOUND] = at.OPEN


@compiled
def aim(body, k, v, size):
    """Makes the corner k slip along v (3,) of the length `size`."""
    contact = contact_of(body, k)
    put_scaled(1.0/size, tangent_of(touch_of(body, k), v), part(contact, of.AIMS))
    put_thrust(touch_of(body, k), part(contact, of.AIMS), touch_of(body, k)[here.SLIP_MU], contact)


@compiled
def turn_aims(p, body, moved, before):
    """Turns the directions of new slips towards their accelerations; returns the largest change, times these [m/s^2].

    A direction that is off by an angle has friction against it, mu g times that: the acceleration is weighed against
    it, so that small ones do not turn directions to and fro.
    """
    turned = grip = 0.0
    for k in range(int(body[of.COUNT])):
        touch = touch_of(body, k)
        grip += STIFF*touch[here.SLIP_MU]*normal_part(touch, part(contact_of(body, k), of.FORCE))/numbers_of(p)[at.MASS]
    for k in range(int(body[of.COUNT])):
        contact, touch = contact_of(body, k), touch_of(body, k)
        fill_acceleration(body, k, of.FORCE, moved)
        if contact[of.FOUND] != at.ROLLS or contact[of.ROW_COUNT] == 0.0:
            continue
        copy(part(contact, of.AIMS), 3, before)
        for i in range(3):
            moved[i] = contact[of.LEAVES + i] + grip*before[i]
        aim(body, k, moved, max(tangent_size(touch, moved), 1e-300))
        size = grip + tangent_size(touch, part(contact, of.LEAVES))
        for i in range(3):
            turned = max(turned, abs(contact[of.AIMS + i] - before[i])*size)
    return turned


@compiled
def slip_together(p, body, none, moved, before):
    """Whether all corners that do not slip yet begin to, from the forces that held them on; notes which open.

    Their directions are those of the accelerations that they have with friction against them.
    """
    count = int(body[of.COUNT])
    for k in range(count):
        contact = contact_of(body, k)
        held = tangent_size(touch_of(body, k), part(contact, of.FORCE))
        if contact[of.FOUND] == at.ROLLS:
            # what is rough slips nowhere
            if not held > 0.0 or touch_of(body, k)[here.SLIP_MU] == inf:
                return False
            aim(body, k, part(contact, of.FORCE), -held)
    turned = 1.0
    for _turn in range(MOST_TURNS):
        if turned <= 0.1*none:
            break
        if not balance(body, at.SLIPS, none, moved):
            return False
        turned = turn_aims(p, body, moved, before)
    for k in range(count):
        contact = contact_of(body, k)
        size = tangent_size(touch_of(body, k), part(contact, of.LEAVES))
        along = dot(contact, of.LEAVES, contact, of.AIMS)
        if contact[of.FOUND] == at.ROLLS and contact[of.ROW_COUNT] == 1.0 and not (size > none and along > 0.9*size):
            return False
    note_opened(body, none, moved)
    for k in range(count):
        if contact_of(body, k)[of.FOUND] == at.ROLLS:
            contact_of(body, k)[of.FOUND] = at.SLIPS
    return True


@compiled
def find_by_sweeps(body, none, moved, before):
    """Finds what each corner does by sweeps over the laws; False where they come to no end."""
    give_rows(body, at.ROLLS)
    for _law in range(2):
        for k in range(int(body[of.COUNT])):
            contact = contact_of(body, k)
            put_right(touch_of(body, k), part(contact, of.WANTED))
            put_negative(part(contact, of.WANTED))
            contact[of.TARGET] = 0.0
            for i in range(3):
                contact[of.PUSH + i] = 0.0
        if not sweep(body, moved, before):
            return False
        less = False
        for k in range(int(body[of.COUNT])):
            contact, touch = contact_of(body, k), touch_of(body, k)
            if normal_part(touch, part(contact, of.LEAVES)) < -SINKS/NONE*none:
                return False
            if contact[of.ROW_COUNT] == 3.0 and touch[here.SLIP_MU] < contact[of.FRICTION] \
                    and tangent_size(touch, part(contact, of.LEAVES)) > none:
                contact[of.FRICTION], less = touch[here.SLIP_MU], True
        if not less:
            break
    for k in range(int(body[of.COUNT])):
        contact, touch = contact_of(body, k), touch_of(body, k)
        size = tangent_size(touch, part(contact, of.LEAVES))
        if normal_part(touch, part(contact, of.LEAVES)) > none:
            contact[of.FOUND] = at.OPEN
        elif contact[of.ROW_COUNT] == 3.0 and size > none:
            # what is rough and goes along the support is not pressed
            contact[of.FOUND] = at.OPEN if touch[here.SLIP_MU] == inf else at.SLIPS
            put_scaled(1.0/size, tangent_of(touch, part(contact, of.LEAVES)), part(contact, of.AIMS))
    return True


@compiled
def find_modes(p, body, moved, before):
    """Fills FOUND of all corners, SLIPS of those that slip and ROLLS of all others being there; AIMS of new slips.

    THRUST and FRICTION are known.  False where no rigid forces do what the laws ask for
    """
    none = NONE*gravity_scale(p)
    if balance(body, at.ROLLS, none, moved) and (
            is_all_borne(body, of.FORCE) or (share_friction(body) and is_all_borne(body, of.PUSH))):
        note_opened(body, none, moved)
        return True
    return slip_together(p, body, none, moved, before) or find_by_sweeps(body, none, moved, before)
