"""A sub-step of a stepped group: impulses of all contacts at once, after Moreau and Jean, with no overlap at its end.

With geometry of its start, velocities change by gravity and the impulses P of all contacts, which are found together
(sweeps.py), and centres move with the new ones:

    v+ = v + s g + M^-1 sum P,     x+ = x + s v+,     n.u+ >= -gap/s, or e |n.u| where a hit is fast enough,

|F| <= mu N. The gap of two balls is a convex function of their places, so that the first condition leaves them apart;
on a hollow surface the bend s^2 n'.u/2 is taken from the gap beforehand, what is left is done in overlaps.py.

A hit slower than what gravity gives in a sub-step gives nothing back: its hop would be shorter than that. Where the
hits together would give energy (Newton's law with friction may), none of them gives anything back. A ball that touches
nothing flies as it should, x+ = x + s (v + v+)/2. What all of that does to the energy goes to the ledger.

Moreau 1988; Jean 1999; Stewart and Trinkle 1996.

Which contacts of a stepped group may close within a sub-step: found anew, with the forces of the last one.

A pair is near when its gap is less than what both may move towards each other: by the largest speed against the mean of
the stepped group, and by what gravity adds. What is behind a surface by a good part of a radius does not touch it.
"""

from sandbox.compiling.compiled import compiled, part
from sandbox.compiling.rotation import normalise
from sandbox.compiling.traced import length, traced, vector_at
from sandbox.mechanics.report import put
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.below import foot_below
from sandbox.mechanics.world.distance import is_farther
from sandbox.mechanics.world.island import layout as here
from sandbox.mechanics.world.island.contacts import fill_touches
from sandbox.mechanics.world.island.fallback import end_sweep, put_turned
from sandbox.mechanics.world.island.free import add_resistance_at, energy_of, free_rates
from sandbox.mechanics.world.island.known import (
    array_of,
    ball_numbers,
    contact_of,
    dot,
    first_ball,
    free_numbers,
    gravity_size,
    other_ball,
    place_in,
    place_supports,
    put_law,
    touch_of,
)
from sandbox.mechanics.world.island.step import LEAST_GRAVITY, opening_speed, state_size
from sandbox.mechanics.world.island.sweeps import STICK_OR_SLIP, motion_at
from sandbox.mechanics.world.neighbours import bucket, cell_at
from sandbox.mechanics.world.pair_laws import restitution_between
from sandbox.mechanics.world.stepping.overlaps import push_apart
from sandbox.mechanics.world.stepping.sweeps import sweep_group, sweeps_of
from sandbox.mechanics.world.supports import block_of, three

# normal force that heaps do not have, in weights of all balls
HEAVY = 2.0
# work of hits that is none, share of a weight's in a sub-step
WORKLESS = 1e-9


@compiled
def aim(p, island, s, gives_back):
    """Says how each contact may move after a sub-step; whether one gives something back of a hit."""
    fall, found = s*max(gravity_size(p), LEAST_GRAVITY), False
    for k in range(int(island[here.NC])):
        contact, touch = contact_of(island, k), touch_of(island, k)
        closing = -dot(touch, here.NORMAL, touch, here.SLIP)
        bend = min(0.0, dot(touch, here.NORMAL_RATE, touch, here.SLIP))
        touch[here.ROW_COUNT] = STICK_OR_SLIP
        touch[here.APPROACH] = -(max(touch[here.GAP], 0.0) + 0.5*s*s*bend)/s
        other = int(contact[here.OTHER])
        if other >= 0:
            e = restitution_between(p, ball_numbers(p, island, first_ball(contact)), ball_numbers(p, island, other))
        else:
            e = block_of(p, -2 - other)[at.RESTITUTION]
        if gives_back and e > 0.0 and closing > fall and touch[here.GAP] < s*closing:
            touch[here.APPROACH] = e*closing
            found = True
        for r in range(3):
            touch[here.BASE + r] = touch[here.SLIP + r]
    return found


@traced
def half_power(force, before, after):
    """P.(u + u+)/2."""
    return 0.5*(vector_at(force, 0) @ (vector_at(before, 0) + after))


@compiled
def work_of_impulses(p, island):
    """Work of the impulses at their contacts [J]: what they take is negative."""
    total = 0.0
    for k in range(int(island[here.NC])):
        contact, touch = contact_of(island, k), touch_of(island, k)
        total += half_power(part(contact, here.FORCE), part(touch, here.BASE), motion_at(p, island, k))
    return total


@compiled
def find_impulses(p, island, s, weight, rates):
    """Fills the impulses of all contacts (FORCE) and what they do to velocities, gravity and all (SHIFT)."""
    for k in range(int(island[here.NC])):
        contact, touch = contact_of(island, k), touch_of(island, k)
        # what was a hit is no guess of what comes
        share = s if dot(contact, here.FORCE, touch, here.NORMAL) < HEAVY*weight else 0.0
        for r in range(3):
            contact[here.FORCE + r] *= share
    gives_back = aim(p, island, s, True)
    start_shift(p, island, s, rates)
    sweep_group(p, island, s*weight, sweeps_of(island))
    if gives_back and work_of_impulses(p, island) > WORKLESS*s*weight:
        aim(p, island, s, False)
        start_shift(p, island, s, rates)
        sweep_group(p, island, s*weight, sweeps_of(island))


@compiled
def start_shift(p, island, s, rates):
    """Fills SHIFT with what gravity, bearings and rolling resistance do."""
    shift = array_of(island, here.SHIFT)
    for i in range(state_size(island)):
        shift[i] = s*rates[i]
    for k in range(int(island[here.NC])):
        # by the normal force of the sub-step before, which the impulses begin with
        add_resistance_at(p, island, k, dot(contact_of(island, k), here.FORCE, touch_of(island, k), here.NORMAL), shift)


@traced
def move(s, share, shift, y):
    """x+, v+, w+ and the attitude of a ball; share: how much of the change of velocity the way has."""
    v, w = vector_at(y, at.V), vector_at(y, at.W)
    put_turned.formula(s, w + 0.5*vector_at(shift, at.W), tuple(y[at.Q + i] for i in range(4)), y)
    put(y, at.X, vector_at(y, at.X) + s*(v + share*vector_at(shift, at.V)))
    put(y, at.V, v + vector_at(shift, at.V))
    put(y, at.W, w + vector_at(shift, at.W))


@compiled
def move_all(island, s, y):
    """Moves balls and free supports by what SHIFT has."""
    n, shift, touches = int(island[here.NB]), array_of(island, here.SHIFT), array_of(island, here.WEIGHT)
    for i in range(n):
        touches[i] = 0.0
    for k in range(int(island[here.NC])):
        contact = contact_of(island, k)
        touches[first_ball(contact)] = 1.0
        if other_ball(contact) >= 0:
            touches[other_ball(contact)] = 1.0
    for i in range(n):
        move(s, 1.0 if touches[i] != 0.0 else 0.5, part(shift, i*at.MOVING), part(y, i*at.MOVING))
        normalise(y, i*at.MOVING + at.Q)
    for f in range(int(island[here.NF])):
        free = free_numbers(island, y, f)
        free[at.RATE] += free_numbers(island, shift, f)[at.RATE]
        free[at.ANGLE] += s*free[at.RATE]


@compiled
def small_step(p, calls, island, t, s, weight):
    """One sub-step from t, in place; weight: of all balls [N]. The list of contacts is that of this sub-step then."""
    y, rates = array_of(island, here.STATE), array_of(island, here.END_RATES)
    p[at.SUB_STEPS] += 1.0
    place_supports(p, island, t, y)
    before = energy_of(p, island, y)
    free_rates(p, island, t, y, rates)
    list_near(p, calls, island, y, s)
    fill_touches(p, calls, island, y, rates)
    find_impulses(p, island, s, weight, rates)
    end_sweep(island, s)
    move_all(island, s, y)
    place_supports(p, island, t + s, y)
    push_apart(p, calls, island, y)
    y[state_size(island) - 1] += energy_of(p, island, y) - before


# ---- which contacts may close ---------------------------------------------------------------------------------------


# gaps below this share of a radius are looked at in any case; deeper than this share a ball is behind a surface: none
# gets as deep from before it
SLACK, BEHIND = 1e-3, 0.01


@traced
def gap_and_speed(one, other, D):
    """Gap of two balls [m], and how fast they move against each other [m/s]."""
    return length(vector_at(one, at.X) - vector_at(other, at.X)) - D, \
        length(vector_at(one, at.V) - vector_at(other, at.V))


@compiled
def largest_stray(island, y):
    """The largest speed of a ball against the mean of all [m/s]."""
    n, square = int(island[here.NB]), 0.0
    mean_x = mean_y = mean_z = 0.0
    for i in range(n):
        mean_x += y[i*at.MOVING + at.V]/n
        mean_y += y[i*at.MOVING + at.V + 1]/n
        mean_z += y[i*at.MOVING + at.V + 2]/n
    for i in range(n):
        x, v, z = y[i*at.MOVING + at.V] - mean_x, y[i*at.MOVING + at.V + 1] - mean_y, y[i*at.MOVING + at.V + 2] - mean_z
        square = max(square, x*x + v*v + z*z)
    return square**0.5


@compiled
def chain_before(island, count):
    """Chains the `count` contacts of before (KEPT_CONTACTS) that have one first ball: the first of each ball in WEIGHT,
    the next of each contact in SHIFT, -1.0 for none. Nobody needs these arrays before impulses are found."""
    before, first, following = array_of(island, here.KEPT_CONTACTS), array_of(island, here.WEIGHT), \
        array_of(island, here.SHIFT)
    for i in range(int(island[here.NB])):
        first[i] = -1.0
    for k in range(count - 1, -1, -1):
        i = int(part(before, k*here.CONTACT)[here.FIRST])
        following[k], first[i] = first[i], float(k)


@compiled
def found_before(island, i, other):
    """Where a contact stands among those of before; -1 where it does not."""
    k = int(array_of(island, here.WEIGHT)[i])
    while k >= 0 and part(array_of(island, here.KEPT_CONTACTS), k*here.CONTACT)[here.OTHER] != float(other):
        k = int(array_of(island, here.SHIFT)[k])
    return k


@compiled
def add_contact(p, island, i, other):
    """Adds a contact, with the force that it had among those of before (KEPT_CONTACTS)."""
    k = int(island[here.NC])
    if k == int(island[here.ROOM_CONTACTS]):
        return
    contact = contact_of(island, k)
    contact[here.FIRST], contact[here.OTHER], contact[here.DOES], contact[here.JOINT] = float(i), float(other), \
        at.OPEN, 0.0
    contact[here.FOOT] = contact[here.HOLDS] = contact[here.SIDE] = 0.0
    contact[here.KIND] = at.BALL_JOINT
    for r in range(3):
        contact[here.FORCE + r] = 0.0
    last = found_before(island, i, other)
    if last >= 0:
        before = part(array_of(island, here.KEPT_CONTACTS), last*here.CONTACT)
        contact[here.DOES] = before[here.DOES]
        for r in range(3):
            contact[here.FORCE + r] = before[here.FORCE + r]
    if put_law(p, island, k):
        island[here.NC] = k + 1


@compiled
def list_near(p, calls, island, y, s):
    """Fills the contacts that may close within s; the supports are placed and have their slots."""
    count, n = int(island[here.NC]), int(island[here.NB])
    contacts, before = array_of(island, here.CONTACTS), array_of(island, here.KEPT_CONTACTS)
    for i in range(count*here.CONTACT):
        before[i] = contacts[i]
    chain_before(island, count)
    island[here.NC] = 0.0
    stray = largest_stray(island, y)
    reach, widest = s*(2.0*stray + s*gravity_size(p)), 2.0*s*stray
    in_cells = n >= IN_CELLS_FROM
    if in_cells:
        # with room for rounding: what is not in the next cell is farther away
        put_in_cells(island, y, ROOMY*(2.0*p[at.LARGEST] + reach + widest + SLACK*p[at.LARGEST]))
    for i in range(n):
        ball, a = part(y, i*at.MOVING), ball_numbers(p, island, i)[at.RADIUS]
        for slot in range(int(island[here.SLOTS_COUNT])):
            support = int(island[here.SLOTS + slot])
            if calls[at.CALLS_OF_SUPPORT*support + at.CALL_SLOPES] == 0:
                continue
            place = place_in(island, slot)
            foot = foot_below(p, calls, support, place, three(ball, at.X), a)
            if foot.edge > 0.0 and -BEHIND*a < foot.gap < reach + s*abs(opening_speed(place, foot.n, ball)) + SLACK*a:
                add_contact(p, island, i, -2 - support)
        # most are too far apart for any speed that there is
        far = a + p[at.LARGEST] + reach + widest + SLACK*a
        found = find_beside(island, y, i, far) if in_cells else n - i - 1
        for m in range(found):
            j = int(array_of(island, here.NEW)[BESIDE*n + m]) if in_cells else i + 1 + m
            other = part(y, j*at.MOVING)
            if is_farther(ball, other, far):
                continue
            gap, speed = gap_and_speed(ball, other, a + ball_numbers(p, island, j)[at.RADIUS])
            if gap < reach + s*speed + SLACK*a:
                add_contact(p, island, i, j)


# ---- many balls, in cells -------------------------------------------------------------------------------------------

# so many balls are put into cells before they are asked in pairs; how much wider than need be these are
IN_CELLS_FROM, ROOMY = 250, 1.0 + 1e-9
# what the room of a state has then, a number for each ball: the next ball in its cell, the balls that are found beside
# one, where its cell is; from the last place on the table of cells, whose size is a power of 2 below 2 n
NEXT, BESIDE, CELL, HEADS = 0, 1, 2, 5


@compiled
def heads_count(n):
    """The size of the table of cells for n balls: the least power of 2 that is no less."""
    count = 1
    while count < n:
        count *= 2
    return count


@compiled
def put_in_cells(island, y, size):
    """Puts the balls into cells of a size."""
    n, work = int(island[here.NB]), array_of(island, here.NEW)
    heads, count = part(work, HEADS*n), heads_count(n)
    for m in range(count):
        heads[m] = -1.0
    for i in range(n - 1, -1, -1):
        cell = part(work, CELL*n + 3*i)
        for r in range(3):
            cell[r] = float(cell_at(y[i*at.MOVING + at.X + r], 0.0, size))
        place = bucket(int(cell[0]), int(cell[1]), int(cell[2]), count)
        work[NEXT*n + i], heads[place] = heads[place], float(i)


@compiled
def find_beside(island, y, i, far):
    """Fills BESIDE with the balls of a higher number than i that are no farther, in the order of their numbers; returns
    how many. No ball is farther than a cell."""
    n, work = int(island[here.NB]), array_of(island, here.NEW)
    heads, beside, own = part(work, HEADS*n), part(work, BESIDE*n), part(work, CELL*n + 3*i)
    table, found = heads_count(n), 0
    for m in range(27):
        a, b, c = own[0] + float(m//9 - 1), own[1] + float(m//3%3 - 1), own[2] + float(m%3 - 1)
        j = int(heads[bucket(int(a), int(b), int(c), table)])
        while j >= 0:
            cell = part(work, CELL*n + 3*j)
            # all of a bucket are looked at, in which other cells may be, too
            if j > i and cell[0] == a and cell[1] == b and cell[2] == c \
                    and not is_farther(part(y, i*at.MOVING), part(y, j*at.MOVING), far):
                place = found
                while place > 0 and beside[place - 1] > float(j):
                    beside[place] = beside[place - 1]
                    place -= 1
                beside[place] = float(j)
                found += 1
            j = int(work[NEXT*n + j])
    return found
