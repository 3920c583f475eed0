"""Searches for what the contacts of an island can do without a fault (faults.py).

The first begins with what contacts do already and mends what is worst, and all that is as bad by symmetry; the second
begins with what sweeps find (sweeps.py).
"""

from math import inf

from sandbox.compiling.compiled import compiled, room
from sandbox.mechanics.world.island.beginnings import turn_beginnings
from sandbox.mechanics.world.island.fallback import end_sweep
from sandbox.mechanics.world.island.faults import (
    BEGINS_TO_SLIP,
    CLOSES,
    NONE,
    OPENS,
    aim,
    by_speed,
    fault,
    is_open_by_speed,
    mend,
    slips_already,
)
from sandbox.mechanics.world.island.known import ball_numbers, contact_of, dot, touch_of
from sandbox.mechanics.world.island.places import (
    APPROACH,
    BASE,
    BIAS,
    DOES,
    FAULTS,
    FIRST,
    FORCE,
    JOINT,
    KEPT,
    NC,
    NJ,
    NORMAL,
    NORMAL_RATE,
    OPENED,
    SLIP,
    SLIP_MU,
    STATIC_MU,
    WIDTH,
    WRONGS,
)
from sandbox.mechanics.world.island.rates import UNSOLVED, gravity_size, solve_forces, speed_scale
from sandbox.mechanics.world.island.rows import NO_SLIP, set_thrust
from sandbox.mechanics.world.island.step import LEAST_GRAVITY
from sandbox.mechanics.world.island.sweeps import ABSENT, DIRECTED, FREE, MOST_SWEEPS, clear_shift, sweep
from sandbox.mechanics.world.island.watch import fill_acceleration
from sandbox.mechanics.world.places import MASS, ROLLS, SLIPS

# rounds of mending at most
MOST_ROUNDS = 24
# faults of this share of the worst are as bad
AS_BAD = 1.0 - 1e-6


@compiled
def give_way(p, island):
    """Lets the contact slip that would need the largest force to roll; False where none may slip.

    A ball that a joint holds cannot always go where a support takes its point: forces that would make it grow without
    bound in the direction in which they hold, and no friction is as large.
    """
    best, largest = -1, 0.0
    for k in range(int(island[NC])):
        contact, touch = contact_of(island, k), touch_of(island, k)
        if contact[JOINT] != 0.0 or contact[DOES] != ROLLS or touch[KEPT] != 0.0 or touch[STATIC_MU] == inf:
            continue
        size = abs(contact[FORCE]) + abs(contact[FORCE + 1]) + abs(contact[FORCE + 2])
        if size > largest:
            best, largest = k, size
    if best < 0:
        return False
    mend(p, island, best, BEGINS_TO_SLIP)
    return True


@compiled
def close_slipping(p, island, k, block, rate):
    """Closes a contact that would have to pull to roll and sinks when it is open: it slips where it is pushed to.

    A ball that a joint holds rolls in few directions only, whatever its support does.
    """
    contact, touch = contact_of(island, k), touch_of(island, k)
    if touch[SLIP_MU] == inf or slips_already(p, island, k):
        mend(p, island, k, CLOSES)
        return
    fill_acceleration(p, island, k, block, rate)
    contact[DOES] = SLIPS
    aim(touch, contact, rate)


@compiled
def search(p, island):
    """Looks for modes without a fault, see the head of this file; whether they were found."""
    block, rate = room(9), room(3)
    for k in range(int(island[NC])):
        island[OPENED + k] = 0.0
    for _ in range(MOST_ROUNDS):
        left = solve_forces(p, island)
        if not left < UNSOLVED:
            if left == inf or island[NJ] == 0.0 or not give_way(p, island):
                return False
            continue
        turn_beginnings(p, island, block, rate)
        worst = 0.0
        for k in range(int(island[NC])):
            size, wrong = fault(p, island, k, block, rate)
            island[FAULTS + k], island[WRONGS + k] = size, wrong
            if wrong != NONE:
                worst = max(worst, size)
        if worst == 0.0:
            return True
        # what is as bad by symmetry is mended with it
        for k in range(int(island[NC])):
            if island[WRONGS + k] != NONE and island[FAULTS + k] >= AS_BAD*worst:
                wrong = int(island[WRONGS + k])
                if wrong == CLOSES and island[OPENED + k] != 0.0 and island[NJ] > 0.0:
                    close_slipping(p, island, k, block, rate)
                else:
                    mend(p, island, k, wrong)
                    island[OPENED + k] = 1.0 if wrong == OPENS else 0.0
    return False


@compiled
def search_by_sweeps(p, island):
    """As `search`, beginning with what forces do that sweeps find (sweeps.py)."""
    g, weight = max(gravity_size(p), LEAST_GRAVITY), 0.0
    for k in range(int(island[NC])):
        contact, touch = contact_of(island, k), touch_of(island, k)
        weight = max(weight, ball_numbers(p, island, int(contact[FIRST]))[MASS]*g)
        bend = dot(touch, NORMAL_RATE, touch, SLIP)
        touch[APPROACH] = 0.0
        touch[WIDTH] = FREE
        if is_open_by_speed(p, island, k):
            touch[WIDTH] = ABSENT
        elif slips_already(p, island, k):
            touch[WIDTH] = DIRECTED
            set_thrust(contact, touch, NO_SLIP*speed_scale(p, island))
        for r in range(3):
            touch[BASE + r] = touch[BIAS + r] + bend*touch[NORMAL + r]
            contact[FORCE + r] = 0.0
    clear_shift(island)
    sweep(p, island, weight, MOST_SWEEPS)
    end_sweep(island, 1.0)
    by_speed(p, island)
    return search(p, island)
