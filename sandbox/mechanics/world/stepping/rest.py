"""A stepped group that has come to rest: its balls are carried by their support as one body from then on.

It rests where no ball moves against its support by more than SLOW of sqrt(g a), and forces within the cones are found
that leave no ball an acceleration above STEADY of g: as small as a slope of a hundred thousandth, which no bowl is
true to. Rolling and spinning resistance hold by moments up to k N there, as static friction does by forces; while they
move in small steps they are laws that let them creep (island/resistance.py). What is left of the motion, less than
1e-6 m g a of a ball, goes to the ledger.
"""

from sandbox.compiling.branching import choose
from sandbox.compiling.compiled import compiled, part
from sandbox.compiling.traced import length, traced, vector_at
from sandbox.mechanics.report import put
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.island import layout as here
from sandbox.mechanics.world.island.contacts import fill_touches
from sandbox.mechanics.world.island.free import add_moment, energy_of, free_rates
from sandbox.mechanics.world.island.known import (
    array_of,
    ball_numbers,
    contact_of,
    dot,
    first_ball,
    gravity_size,
    place_in,
    place_supports,
    touch_of,
)
from sandbox.mechanics.world.island.rest import (
    TOUCHING,
    acceleration_against,
    is_still,
    put_carried,
    speed_between,
    unsteadiness,
)
from sandbox.mechanics.world.island.step import LEAST_GRAVITY, state_size
from sandbox.mechanics.world.island.sweeps import ENOUGH_SWEEPS, INACTIVE, STICK_OR_SLIP, clear_shift
from sandbox.mechanics.world.stepping.sweeps import sweep_group
from sandbox.mechanics.world.supports import block_of, three

# speeds below this share of sqrt(g a) are none, accelerations below this share of g
SLOW, STEADY = 1e-3, 1e-5
# rounds of moments and forces, sweeps in each but the first; a ball that sticks turns as if it had 3.5 times its moment
# of inertia, one that slips as if it had that itself: a step between
MOST_ROUNDS, SWEEPS, EAGER = 60, 20, 1.8


@compiled
def carrier(p, island, y):
    """The slot of the support that carries the stepped group; -1 where there is none, or several that move
    differently."""
    slot = -1
    for k in range(int(island[here.NC])):
        contact, touch = contact_of(island, k), touch_of(island, k)
        if contact[here.OTHER] >= 0.0 or contact[here.DOES] == at.OPEN:
            continue
        if slot < 0:
            slot = int(touch[here.SLOT])
            if unsteadiness(place_in(island, slot), three(p, at.GRAVITY)) != 0.0:
                return -1
        elif int(touch[here.SLOT]) != slot:
            x = three(part(y, first_ball(contact)*at.MOVING), at.X)
            if speed_between(place_in(island, slot), place_in(island, int(touch[here.SLOT])), x) != 0.0:
                return -1
    return slot


@compiled
def add_moments(p, island):
    """Adds what the moments at the supports (THRUST) do to the balls."""
    for k in range(int(island[here.NC])):
        contact = contact_of(island, k)
        if contact[here.OTHER] < 0.0:
            i = first_ball(contact)
            add_moment(1.0/ball_numbers(p, island, i)[at.INERTIA], three(touch_of(island, k), here.THRUST),
                       part(array_of(island, here.SHIFT), i*at.MOVING))


@traced
def limited_moment(touch, wanted, rolling, spinning):
    """Fills the moment (THRUST) that is wanted as far as its parts across the normal and along it may go."""
    n, M = vector_at(touch, here.NORMAL), vector_at(touch, here.THRUST) + wanted
    M_n = n @ M
    across = M - M_n*n
    size = length(across)
    share = choose(size > rolling, lambda: rolling/size, lambda: 1.0)
    along = choose(M_n > spinning, lambda: spinning, lambda: choose(M_n < -spinning, lambda: -spinning, lambda: M_n))
    put(touch, here.THRUST, share*across + along*n)


@traced
def against_turning(moving, share):
    """-share w'."""
    return -share*vector_at(moving, at.W)


@traced
def turning_size(a, moving):
    """a |w'|."""
    return a*length(vector_at(moving, at.W))


@compiled
def hold_by_moments(p, island):
    """Improves the moments at the supports that keep balls from turning; returns the largest a |w'| of those balls."""
    largest = 0.0
    for k in range(int(island[here.NC])):
        contact, touch = contact_of(island, k), touch_of(island, k)
        if contact[here.OTHER] >= 0.0 or touch[here.ROW_COUNT] == INACTIVE:
            continue
        block = block_of(p, -2 - int(contact[here.OTHER]))
        rolling, spinning = block[at.ROLLING_RESISTANCE], block[at.SPINNING_RESISTANCE]
        if rolling == 0.0 and spinning == 0.0:
            continue
        i, N = first_ball(contact), dot(contact, here.FORCE, touch, here.NORMAL)
        ball, moving = ball_numbers(p, island, i), part(array_of(island, here.SHIFT), i*at.MOVING)
        largest = max(largest, turning_size(ball[at.RADIUS], moving))
        limited_moment(touch, against_turning(moving, EAGER*ball[at.INERTIA]), rolling*N, spinning*N)
    return largest


@compiled
def is_held(p, island, place, y, rates):
    """Whether forces within the cones keep everything as it is: looked for from those that there are already."""
    g, weight = max(gravity_size(p), LEAST_GRAVITY), 0.0
    for k in range(int(island[here.NC])):
        contact, touch = contact_of(island, k), touch_of(island, k)
        ball = ball_numbers(p, island, first_ball(contact))
        weight = max(weight, ball[at.MASS]*g)
        touch[here.ROW_COUNT] = STICK_OR_SLIP if contact[here.DOES] != at.OPEN \
            or touch[here.GAP] < TOUCHING*ball[at.RADIUS] \
            else INACTIVE
        touch[here.APPROACH] = 0.0
        bend = dot(touch, here.NORMAL_RATE, touch, here.SLIP)
        for r in range(3):
            touch[here.BASE + r] = touch[here.BIAS + r] + bend*touch[here.NORMAL + r]
        for r in range(3):
            touch[here.THRUST + r] = 0.0
    for turn in range(MOST_ROUNDS):
        clear_shift(island)
        add_moments(p, island)
        sweep_group(p, island, weight, SWEEPS if turn > 0 else ENOUGH_SWEEPS)
        if not hold_by_moments(p, island) > 0.1*STEADY*g:
            break
    for i in range(state_size(island)):
        rates[i] += array_of(island, here.SHIFT)[i]
    gravity = three(p, at.GRAVITY)
    for i in range(int(island[here.NB])):
        if not acceleration_against(place, gravity, part(y, i*at.MOVING), part(rates, i*at.MOVING),
                                    ball_numbers(p, island, i)[at.RADIUS]) <= STEADY*g:
            return False
    return True


@compiled
def heap_rests(p, calls, island, t):
    """Whether the stepped group rests at t; if so all of it moves as its support does. Returns the slot of that, or
    -1."""
    if island[here.NF] > 0.0:
        return -1
    y, rates, kept = array_of(island, here.STATE), array_of(island, here.END_RATES), array_of(island, here.NEW)
    size = state_size(island)
    place_supports(p, island, t, y)
    slot = carrier(p, island, y)
    if slot < 0:
        return -1
    place = place_in(island, slot)
    if not is_still(p, island, place, y, SLOW):
        return -1
    before = energy_of(p, island, y)
    for i in range(size):
        kept[i] = y[i]
    for i in range(int(island[here.NB])):
        put_carried(place, part(y, i*at.MOVING))
    free_rates(p, island, t, y, rates)
    fill_touches(p, calls, island, y, rates)
    if not is_held(p, island, place, y, rates):
        for i in range(size):
            y[i] = kept[i]
        return -1
    y[size - 1] += energy_of(p, island, y) - before
    return slot
