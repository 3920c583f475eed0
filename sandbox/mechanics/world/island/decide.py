"""What the contacts of an island do from an instant on: open, roll or slip, as forces and accelerations allow.

Every normal force pushes, friction stays within its cone or opposes the slip, what is open does not close. The search
begins with what the contacts do already and mends what is worst, and all that is as bad by symmetry (faults.py); if
that comes to no end it begins once more with what sweeps find (sweeps.py). Source: contact.md 10.
"""

from sandbox.compiling.compiled import compiled, part, room
from sandbox.mechanics.world.island.beginnings import turn_beginnings
from sandbox.mechanics.world.island.fallback import end_sweep
from sandbox.mechanics.world.island.faults import NONE, by_speed, fault, is_open_by_speed, mend, slips_already
from sandbox.mechanics.world.island.known import ball_numbers, contact_of, dot, prepare, touch_of, turn_supports
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
    SLOPES,
    STATE,
    STEPPED,
    WIDTH,
    WRONGS,
)
from sandbox.mechanics.world.island.rates import fill_rates, gravity_size, look, solve_forces, speed_scale
from sandbox.mechanics.world.island.rest import come_to_rest
from sandbox.mechanics.world.island.rows import NO_SLIP, set_thrust
from sandbox.mechanics.world.island.settle import settle_booked
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


@compiled
def decide(p, calls, island, t):
    """Decides what the contacts do from t on, fills their forces, and makes the state one that they allow.

    The energy of what is taken from it, slips and normal speeds that count as none, goes to the ledger. STEPPED is 1.0
    where no modes were found: time stepping carries the island then (fallback.py).
    """
    island[STEPPED] = 0.0
    if not prepare(p, island):
        island[STEPPED] = 1.0
        return
    y, rates = part(island, STATE), part(island, SLOPES)
    if come_to_rest(p, calls, island, t):
        return
    look(p, calls, island, t, y, rates)
    by_speed(p, island)
    # what closes still is stopped before forces are asked for; gaps are closed
    settle_booked(p, calls, island, t, y, rates)
    if not search(p, island) and not search_by_sweeps(p, island):
        island[STEPPED] = 1.0
        turn_supports(p, island, t, y)
        return
    settle_booked(p, calls, island, t, y, rates)
    forces(p, calls, island, t)


@compiled
def forces(p, calls, island, t):
    """Fills the forces of what the contacts do at t."""
    prepare(p, island)
    fill_rates(p, calls, island, t, part(island, STATE), part(island, SLOPES))
    turn_supports(p, island, t, part(island, STATE))

