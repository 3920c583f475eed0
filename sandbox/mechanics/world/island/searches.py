"""Searches for what the contacts of an island can do without a fault (faults.py).

The first begins with what contacts do already and mends what is worst, and all that is as bad by symmetry; the second
begins with what sweeps find (sweeps.py).
"""

from sandbox.compiling.compiled import compiled, room
from sandbox.mechanics.world.island.beginnings import turn_beginnings
from sandbox.mechanics.world.island.fallback import end_sweep
from sandbox.mechanics.world.island.faults import (
    NONE,
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
    FAULTS,
    FIRST,
    FORCE,
    NC,
    NORMAL,
    NORMAL_RATE,
    SLIP,
    WIDTH,
    WRONGS,
)
from sandbox.mechanics.world.island.rates import gravity_size, solve_forces, speed_scale
from sandbox.mechanics.world.island.rows import NO_SLIP, set_thrust
from sandbox.mechanics.world.island.step import LEAST_GRAVITY
from sandbox.mechanics.world.island.sweeps import ABSENT, DIRECTED, FREE, MOST_SWEEPS, clear_shift, sweep
from sandbox.mechanics.world.places import MASS

# rounds of mending at most
MOST_ROUNDS = 24
# faults of this share of the worst are as bad
AS_BAD = 1.0 - 1e-6


@compiled
def search(p, island):
    """Looks for modes without a fault, see the head of this file; whether they were found."""
    block, rate = room(9), room(3)
    for _ in range(MOST_ROUNDS):
        if not solve_forces(p, island):
            return False
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
                mend(p, island, k, int(island[WRONGS + k]))
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
