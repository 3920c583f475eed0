"""What the contacts of an island do from an instant on: open, roll or slip, as forces and accelerations allow.

Every normal force pushes, friction stays within its cone or opposes the slip, what is open does not close. The search
begins with what the contacts do already, and mends what is worst, a force or an acceleration in units of weight:

    rolls or slips, N <= 0                    ->  opens
    rolls, |F| >= mu_s N                      ->  slips, in the direction that the point would be pushed in: -F
    slips from rest against its direction     ->  rolls
    open, gap'' < 0                           ->  rolls, or slips where there is slip

Source: contact.md 10.
"""

from math import inf

from sandbox.compiling.compiled import compiled, part, room
from sandbox.mechanics.world.island.fallback import end_sweep
from sandbox.mechanics.world.island.known import ball_numbers, contact_of, dot, prepare, three, touch_of, turn_supports
from sandbox.mechanics.world.island.places import (
    APPROACH,
    BASE,
    BIAS,
    DIRECTION,
    DOES,
    FAULTS,
    FIRST,
    FORCE,
    GAP,
    KEPT,
    NC,
    NORMAL,
    NORMAL_RATE,
    SLIP,
    SLIP_MU,
    SLOPES,
    STATE,
    STATIC_MU,
    STEPPED,
    WIDTH,
    WRONGS,
)
from sandbox.mechanics.world.island.rates import (
    CAPTURED,
    UNDECIDED,
    fill_rates,
    gravity_size,
    look,
    solve_forces,
    speed_scale,
)
from sandbox.mechanics.world.island.rest import TOUCHING, come_to_rest
from sandbox.mechanics.world.island.rows import NO_SLIP, set_thrust
from sandbox.mechanics.world.island.settle import settle_booked
from sandbox.mechanics.world.island.step import LEAST_GRAVITY
from sandbox.mechanics.world.island.sweeps import ABSENT, DIRECTED, FREE, MOST_SWEEPS, clear_shift, sweep
from sandbox.mechanics.world.island.watch import (
    fill_acceleration,
    friction_of,
    opening,
    slip_speed,
    tangent_part,
)
from sandbox.mechanics.world.places import MASS, OPEN, RADIUS, ROLLS, SLIPS

# a contact opens faster than this share of sqrt(g a): it is open
PARTS = 1e-8
# slip up to this share of sqrt(g a) is none
RESTS = 2.0*CAPTURED
# normal forces below this share of weight are none
WEIGHTLESS = 1e-12
# rounds of mending at most
MOST_ROUNDS = 24
# faults of this share of the worst are as bad
AS_BAD = 1.0 - 1e-6
# what there is to do
NONE, OPENS, BEGINS_TO_SLIP, STOPS, CLOSES = range(5)


@compiled
def is_open_by_speed(p, island, k):
    """Whether a contact has a gap, or comes apart already."""
    contact, touch = contact_of(island, k), touch_of(island, k)
    if touch[KEPT] != 0.0:
        return False
    if contact[DOES] == OPEN and touch[GAP] > TOUCHING*ball_numbers(p, island, int(contact[FIRST]))[RADIUS]:
        return True
    return dot(touch, NORMAL, touch, SLIP) > PARTS*speed_scale(p, island)


@compiled
def slips_already(p, island, k):
    """Whether a contact has slip, or no friction that could end it; a rough one stops any slip at once."""
    touch = touch_of(island, k)
    if touch[KEPT] != 0.0 or touch[SLIP_MU] == inf:
        return False
    return touch[SLIP_MU] == 0.0 or slip_speed(touch) > RESTS*speed_scale(p, island)


@compiled
def by_speed(p, island):
    """Puts what velocities alone say of what contacts do."""
    for k in range(int(island[NC])):
        contact, touch = contact_of(island, k), touch_of(island, k)
        if touch[KEPT] != 0.0:
            contact[DOES] = ROLLS
        elif is_open_by_speed(p, island, k):
            contact[DOES] = OPEN
        elif contact[DOES] != OPEN:
            contact[DOES] = SLIPS if slips_already(p, island, k) else ROLLS


@compiled
def aim(touch, contact, along):
    """Makes the part of a vector (3,) across the normal the DIRECTION of a slip; returns its length."""
    d = tangent_part(touch, three(along, 0))
    size = (d[0]*d[0] + d[1]*d[1] + d[2]*d[2])**0.5
    for r in range(3):
        contact[DIRECTION + r] = d[r]/size if size > 0.0 else 0.0
    return size


@compiled
def fault(p, island, k, block, rate):
    """What is wrong with a contact: (how much, in units of weight or g, what to do)."""
    contact, touch = contact_of(island, k), touch_of(island, k)
    g = max(gravity_size(p), LEAST_GRAVITY)
    if contact[DOES] == OPEN:
        if is_open_by_speed(p, island, k):
            return 0.0, NONE
        fill_acceleration(p, island, k, block, rate)
        sinking = -opening(touch, rate)/g
        return (sinking, CLOSES) if sinking > UNDECIDED else (0.0, NONE)
    if touch[KEPT] != 0.0:
        return 0.0, NONE
    weight = ball_numbers(p, island, int(contact[FIRST]))[MASS]*g
    N, F = friction_of(three(contact, FORCE), three(touch, NORMAL))
    if N <= WEIGHTLESS*weight:
        return WEIGHTLESS - N/weight, OPENS
    if contact[DOES] == ROLLS:
        if touch[STATIC_MU] < inf and F >= touch[STATIC_MU]*N:
            return (F - touch[STATIC_MU]*N)/weight + WEIGHTLESS, BEGINS_TO_SLIP
        return 0.0, NONE
    if slips_already(p, island, k):
        return 0.0, NONE
    # a slip that begins: forward, along the acceleration that it has
    fill_acceleration(p, island, k, block, rate)
    along = rate[0]*contact[DIRECTION] + rate[1]*contact[DIRECTION + 1] + rate[2]*contact[DIRECTION + 2]
    return (-along/g, STOPS) if along < -UNDECIDED*g else (0.0, NONE)


@compiled
def has_fault(p, island):
    """Whether something is wrong with what a contact does, forces and slips as they are known."""
    block, rate = room(9), room(3)
    faults = 0
    for k in range(int(island[NC])):
        faults += fault(p, island, k, block, rate)[1] != NONE
    return faults > 0


@compiled
def mend(p, island, k, what):
    """Does what `fault` says to the contact k."""
    contact, touch = contact_of(island, k), touch_of(island, k)
    if what == OPENS:
        contact[DOES] = OPEN
    elif what == STOPS:
        contact[DOES] = ROLLS
    elif what == CLOSES:
        contact[DOES] = SLIPS if slips_already(p, island, k) else ROLLS
    else:
        contact[DOES] = SLIPS
        aim(touch, contact, part(contact, FORCE))
        for r in range(3):
            contact[DIRECTION + r] = -contact[DIRECTION + r]


@compiled
def turn_beginnings(p, island, block, rate):
    """Turns slips that begin into the direction of the acceleration that they have; returns the largest change."""
    change = 0.0
    for k in range(int(island[NC])):
        contact, touch = contact_of(island, k), touch_of(island, k)
        if contact[DOES] != SLIPS or slips_already(p, island, k):
            continue
        fill_acceleration(p, island, k, block, rate)
        x, y, z = three(contact, DIRECTION)
        if rate[0]*x + rate[1]*y + rate[2]*z > UNDECIDED*max(gravity_size(p), LEAST_GRAVITY):
            aim(touch, contact, rate)
            moved = abs(contact[DIRECTION] - x) + abs(contact[DIRECTION + 1] - y) + abs(contact[DIRECTION + 2] - z)
            change = max(change, moved)
    return change


# change of a direction that is none, and turns that it takes to find it at most
SAME_DIRECTION, MOST_TURNS = 1e-14, 30


@compiled
def search(p, island):
    """Looks for modes without a fault, see the head of this file; whether they were found."""
    block, rate = room(9), room(3)
    for _ in range(MOST_ROUNDS):
        if not solve_forces(p, island):
            return False
        for _turn in range(MOST_TURNS):
            if not turn_beginnings(p, island, block, rate) > SAME_DIRECTION:
                break
            solve_forces(p, island)
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
