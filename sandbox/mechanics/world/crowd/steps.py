"""A sub-step of a crowd: impulses of all contacts at once, after Moreau and Jean, with no overlap at its end.

With geometry of its start, velocities change by gravity and the impulses P of all contacts, which are found together
(island/sweeps.py), and centres move with the new ones:

    v+ = v + s g + M^-1 sum P,     x+ = x + s v+,     n.u+ >= -gap/s, or e |n.u| where a hit is fast enough,

|F| <= mu N. The gap of two balls is a convex function of their places, so that the first condition leaves them apart;
on a hollow surface the bend s^2 n'.u/2 is taken from the gap beforehand, what is left is done by apart.py.

A hit slower than what gravity gives in a sub-step gives nothing back: its hop would be shorter than that. Where the
hits together would give energy (Newton's law with friction may), none of them gives anything back. A ball that touches
nothing flies as it should, x+ = x + s (v + v+)/2. What all of that does to the energy goes to the ledger.

Moreau 1988; Jean 1999; Stewart and Trinkle 1996.
"""

from sandbox.compiling.compiled import compiled, part, room
from sandbox.compiling.rotation import normalise
from sandbox.compiling.traced import traced, vector_at
from sandbox.mechanics.report import put
from sandbox.mechanics.world.crowd.apart import push_apart
from sandbox.mechanics.world.crowd.near import list_near
from sandbox.mechanics.world.island.contacts import fill_touches
from sandbox.mechanics.world.island.energy import energy_of
from sandbox.mechanics.world.island.fallback import end_sweep, put_turned
from sandbox.mechanics.world.island.free import add_resistance_at, free_rates
from sandbox.mechanics.world.island.known import (
    array_of,
    ball_numbers,
    contact_of,
    dot,
    first_ball,
    free_numbers,
    other_ball,
    place_supports,
    touch_of,
)
from sandbox.mechanics.world.island.places import (
    APPROACH,
    BASE,
    END_RATES,
    FORCE,
    GAP,
    NB,
    NC,
    NF,
    NORMAL,
    NORMAL_RATE,
    SHIFT,
    SLIP,
    STATE,
    WEIGHT,
    WIDTH,
)
from sandbox.mechanics.world.island.rates import gravity_size
from sandbox.mechanics.world.island.step import LEAST_GRAVITY, state_size
from sandbox.mechanics.world.island.sweeps import ENOUGH_SWEEPS, FREE, motion_at, sweep
from sandbox.mechanics.world.places import (
    ANGLE,
    MASS,
    MOVING,
    PAIR_RESTITUTION,
    RATE,
    RESTITUTION,
    Q,
    V,
    W,
    X,
)
from sandbox.mechanics.world.supports import block_of

# normal force that heaps do not have, in weights of all balls
HEAVY = 2.0
# work of hits that is none, share of a weight's in a sub-step
WORKLESS = 1e-9


@compiled
def restitution_at(p, contact):
    """e of a contact."""
    return p[PAIR_RESTITUTION] if contact[1] >= 0.0 else block_of(p, -2 - int(contact[1]))[RESTITUTION]


@compiled
def aim(p, island, s, gives_back):
    """Says how each contact may move after a sub-step; whether one gives something back of a hit."""
    fall, found = s*max(gravity_size(p), LEAST_GRAVITY), False
    for k in range(int(island[NC])):
        contact, touch = contact_of(island, k), touch_of(island, k)
        closing = -dot(touch, NORMAL, touch, SLIP)
        bend = min(0.0, dot(touch, NORMAL_RATE, touch, SLIP))
        touch[WIDTH] = FREE
        touch[APPROACH] = -(max(touch[GAP], 0.0) + 0.5*s*s*bend)/s
        e = restitution_at(p, contact)
        if gives_back and e > 0.0 and closing > fall and touch[GAP] < s*closing:
            touch[APPROACH] = e*closing
            found = True
        for r in range(3):
            touch[BASE + r] = touch[SLIP + r]
    return found


@traced
def half_power(force, before, after):
    """P.(u + u+)/2."""
    return 0.5*(vector_at(force, 0) @ (vector_at(before, 0) + after))


@compiled
def work_of_impulses(p, island):
    """Work of the impulses at their contacts [J]: what they take is negative."""
    total = 0.0
    for k in range(int(island[NC])):
        contact, touch = contact_of(island, k), touch_of(island, k)
        total += half_power(part(contact, FORCE), part(touch, BASE), motion_at(p, island, k))
    return total


@compiled
def find_impulses(p, island, s, weight, rates):
    """Fills the impulses of all contacts (FORCE) and what they do to velocities, gravity and all (SHIFT)."""
    for k in range(int(island[NC])):
        contact, touch = contact_of(island, k), touch_of(island, k)
        # what was a hit is no guess of what comes
        share = s if dot(contact, FORCE, touch, NORMAL) < HEAVY*weight else 0.0
        for r in range(3):
            contact[FORCE + r] *= share
    gives_back = aim(p, island, s, True)
    start_shift(p, island, s, rates)
    sweep(p, island, s*weight, ENOUGH_SWEEPS)
    if gives_back and work_of_impulses(p, island) > WORKLESS*s*weight:
        aim(p, island, s, False)
        start_shift(p, island, s, rates)
        sweep(p, island, s*weight, ENOUGH_SWEEPS)


@compiled
def start_shift(p, island, s, rates):
    """Fills SHIFT with what gravity, bearings and rolling resistance do."""
    shift = array_of(island, SHIFT)
    for i in range(state_size(island)):
        shift[i] = s*rates[i]
    for k in range(int(island[NC])):
        # by the normal force of the sub-step before, which the impulses begin with
        add_resistance_at(p, island, k, dot(contact_of(island, k), FORCE, touch_of(island, k), NORMAL), shift)


@traced
def move(s, share, shift, y):
    """x+, v+, w+ and the attitude of a ball; share: how much of the change of velocity the way has."""
    v, w = vector_at(y, V), vector_at(y, W)
    put_turned.formula(s, w + 0.5*vector_at(shift, W), tuple(y[Q + i] for i in range(4)), y)
    put(y, X, vector_at(y, X) + s*(v + share*vector_at(shift, V)))
    put(y, V, v + vector_at(shift, V))
    put(y, W, w + vector_at(shift, W))


@compiled
def move_all(island, s, y):
    """Moves balls and free supports by what SHIFT has."""
    n, shift, touches = int(island[NB]), array_of(island, SHIFT), array_of(island, WEIGHT)
    for i in range(n):
        touches[i] = 0.0
    for k in range(int(island[NC])):
        contact = contact_of(island, k)
        touches[first_ball(contact)] = 1.0
        if other_ball(contact) >= 0:
            touches[other_ball(contact)] = 1.0
    for i in range(n):
        move(s, 1.0 if touches[i] != 0.0 else 0.5, part(shift, i*MOVING), part(y, i*MOVING))
        normalise(y, i*MOVING + Q)
    for f in range(int(island[NF])):
        free = free_numbers(island, y, f)
        free[RATE] += free_numbers(island, shift, f)[RATE]
        free[ANGLE] += s*free[RATE]


@compiled
def crowd_step(p, calls, island, t, s, weight):
    """One sub-step from t, in place; weight: of all balls [N]. The list of contacts is that of this sub-step then."""
    y, rates = array_of(island, STATE), array_of(island, END_RATES)
    place_supports(p, island, t, y)
    before = energy_of(p, island, y)
    free_rates(p, island, t, y, rates)
    list_near(p, calls, island, y, s)
    fill_touches(p, calls, island, y, rates)
    find_impulses(p, island, s, weight, rates)
    end_sweep(island, s)
    move_all(island, s, y)
    place_supports(p, island, t + s, y)
    push_apart(p, calls, island, y, room(3))
    y[state_size(island) - 1] += energy_of(p, island, y) - before


@compiled
def weight_of_all(p, island):
    """Weight of all balls [N]."""
    weight = 0.0
    for i in range(int(island[NB])):
        weight += ball_numbers(p, island, i)[MASS]*max(gravity_size(p), LEAST_GRAVITY)
    return weight
