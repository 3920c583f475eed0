"""Impulses of a stepped group by sweeps: those of island/sweeps.py, of balls alone, from rows that lie close together.

A heap of two hundred balls has a thousand contacts, and a sweep goes over all of them again and again: what it needs of
a contact are some twenty numbers, which stand in one row here, quotients of masses ready made. Its steps are those of
island/sweeps.py but for rounding; what is open and stays so is told by its normal motion alone. Free supports are left
to that.

Sweeps converge slowly where a heap is wedged in: with friction of 0.5 what is left after 150 sweeps of a pyramid of 204
balls is half of what is left after 25, and for some of its sub-steps thousands leave as much, since there impulses and
motion are not determined by Coulomb's law. The impulses of one sub-step are the start of those of the next, which goes
on where they were left. So a sub-step has ENOUGH_SWEEPS for a small group, and fewer for a large one: VISITS of
contacts, but FEW_SWEEPS at least.
"""

from math import inf

from sandbox.compiling.compiled import compiled, part
from sandbox.compiling.places import Places
from sandbox.compiling.traced import cross, traced, vector_at
from sandbox.mechanics.report import put
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.island import layout as here
from sandbox.mechanics.world.island.known import (
    array_of,
    ball_numbers,
    contact_of,
    dot,
    first_ball,
    other_ball,
    touch_of,
)
from sandbox.mechanics.world.island.sweeps import (
    ENOUGH_SWEEPS,
    INACTIVE,
    STILL,
    fill_own,
    less,
    limited,
    put_force,
    sweep,
)
from sandbox.mechanics.world.supports import three

# visits of contacts by the sweeps of a sub-step; sweeps that there are in any case
VISITS, FEW_SWEEPS = 6000, 25

_row = Places()
NORMAL, FORCE, BASE = _row.take(3), _row.take(3), _row.take(3)
ALLOWED = _row.take()               # how fast it may close [m/s]
OPENS = _row.take()                 # how fast it would open without contacts, less that [m/s]
INTO, ACROSS = _row.take(), _row.take()     # inverse of n.U by a unit force along n, and of what is across [kg]
STICKS, SLIPS = _row.take(), _row.take()    # static and kinetic friction
ONE, TWO = _row.take(), _row.take()         # where its balls stand in SHIFT, TWO is -1.0 for a support
PUSH_ONE, PUSH_TWO = _row.take(), _row.take()   # 1/m and -1/m [1/kg]
TURN_ONE, TURN_TWO = _row.take(), _row.take()   # -a/I [1/(kg m)]
ARM_ONE, ARM_TWO = _row.take(), _row.take()     # radii [m]
WHICH = _row.take()                 # its contact
ROW = _row.size


@compiled
def row_of(island, m):
    """The row number m: they stand where the contacts of the sub-step before were, which nobody needs by then."""
    return part(array_of(island, here.KEPT_CONTACTS), m*ROW)


@compiled
def fill_row(p, island, k, row):
    """Fills the row of the contact k."""
    fill_own(p, island, k)
    contact, touch = contact_of(island, k), touch_of(island, k)
    i, j = first_ball(contact), other_ball(contact)
    for r in range(3):
        row[NORMAL + r], row[FORCE + r], row[BASE + r] = touch[here.NORMAL + r], contact[here.FORCE + r], \
            touch[here.BASE + r]
    row[ALLOWED], row[INTO], row[ACROSS] = touch[here.APPROACH], 1.0/touch[here.INTO], 1.0/touch[here.ALONG]
    row[OPENS] = dot(touch, here.NORMAL, touch, here.BASE) - touch[here.APPROACH]
    row[STICKS], row[SLIPS], row[WHICH] = touch[here.STATIC_MU], touch[here.SLIP_MU], float(k)
    ball = ball_numbers(p, island, i)
    row[ONE], row[TWO], row[ARM_ONE], row[ARM_TWO] = float(i*at.MOVING), -1.0, ball[at.RADIUS], 0.0
    row[PUSH_ONE], row[TURN_ONE] = 1.0/ball[at.MASS], -ball[at.RADIUS]/ball[at.INERTIA]
    row[PUSH_TWO] = row[TURN_TWO] = 0.0
    if j >= 0:
        ball = ball_numbers(p, island, j)
        row[TWO], row[ARM_TWO] = float(j*at.MOVING), ball[at.RADIUS]
        row[PUSH_TWO], row[TURN_TWO] = -1.0/ball[at.MASS], -ball[at.RADIUS]/ball[at.INERTIA]


@traced
def push(force, row, share, turns, out):
    """Adds an impulse to the velocities of one of the balls."""
    put(out, at.V, vector_at(out, at.V) + share*force)
    put(out, at.W, vector_at(out, at.W) + turns*cross(vector_at(row, NORMAL), force))


@traced
def push_both(force, row, one, two):
    """Adds an impulse to the velocities of two balls."""
    turned = cross(vector_at(row, NORMAL), force)
    put(one, at.V, vector_at(one, at.V) + row[PUSH_ONE]*force)
    put(one, at.W, vector_at(one, at.W) + row[TURN_ONE]*turned)
    put(two, at.V, vector_at(two, at.V) + row[PUSH_TWO]*force)
    put(two, at.W, vector_at(two, at.W) + row[TURN_TWO]*turned)


@compiled
def add_impulse(row, force, shift):
    """Adds an impulse of a row to the velocities of its balls."""
    if row[TWO] >= 0.0:
        push_both(force, row, part(shift, int(row[ONE])), part(shift, int(row[TWO])))
    else:
        push(force, row, row[PUSH_ONE], row[TURN_ONE], part(shift, int(row[ONE])))


@traced
def opening_of_one(row, one):
    """How fast a contact with a support opens, less what it may close; friction moves nothing along the normal."""
    return row[OPENS] + vector_at(row, NORMAL) @ vector_at(one, at.V)


@traced
def opening_of_both(row, one, two):
    """As `opening_of_one` of two balls."""
    return row[OPENS] + vector_at(row, NORMAL) @ (vector_at(one, at.V) - vector_at(two, at.V))


@compiled
def stays_open(row, shift):
    """Whether a contact that carries nothing opens in any case."""
    if row[FORCE] != 0.0 or row[FORCE + 1] != 0.0 or row[FORCE + 2] != 0.0:
        return False
    if row[TWO] >= 0.0:
        return opening_of_both(row, part(shift, int(row[ONE])), part(shift, int(row[TWO]))) >= 0.0
    return opening_of_one(row, part(shift, int(row[ONE]))) >= 0.0


@traced
def motion_of_one(row, one):
    """BASE and what the contacts have added to it so far, of a contact with a support."""
    return vector_at(row, BASE) + vector_at(one, at.V) - cross(row[ARM_ONE]*vector_at(one, at.W),
                                                               vector_at(row, NORMAL))


@traced
def motion_of_both(row, one, two):
    """As `motion_of_one` of two balls."""
    turned = row[ARM_ONE]*vector_at(one, at.W) + row[ARM_TWO]*vector_at(two, at.W)
    return vector_at(row, BASE) + (vector_at(one, at.V) - vector_at(two, at.V)) - cross(turned, vector_at(row, NORMAL))


@traced
def wanted(row, u):
    """Normal impulse and friction that make the motion u vanish: N, F and |F|^2."""
    n, force = vector_at(row, NORMAL), vector_at(row, FORCE)
    u_n, N = n @ u, force @ n
    F = force - N*n - row[ACROSS]*(u - u_n*n)
    return N - row[INTO]*(u_n - row[ALLOWED]), F, F @ F


@compiled
def better_impulse(row, shift):
    """The impulse that the law of a contact allows, given what all others do now."""
    one = part(shift, int(row[ONE]))
    u = motion_of_both(row, one, part(shift, int(row[TWO]))) if row[TWO] >= 0.0 else motion_of_one(row, one)
    N, F, square = wanted(row, u)
    if not N > 0.0:
        return 0.0, 0.0, 0.0
    share = 1.0
    if row[STICKS] < inf and square > (row[STICKS]*N)**2:
        share = row[SLIPS]*N/square**0.5
    return limited(N, F, share, three(row, NORMAL))


@compiled
def sweeps_of(island):
    """How many sweeps a sub-step has at most."""
    return max(FEW_SWEEPS, min(ENOUGH_SWEEPS, int(VISITS/max(island[here.NC], 1.0))))


@compiled
def sweep_group(p, island, scale, most):
    """As `sweep` of island/sweeps.py, of a stepped group: the contacts of balls that stick or slip.

    returns the change of the last sweep, relative to the largest force
    """
    if island[here.NF] > 0.0:
        return sweep(p, island, scale, most)
    count, shift = 0, array_of(island, here.SHIFT)
    for k in range(int(island[here.NC])):
        if touch_of(island, k)[here.ROW_COUNT] == INACTIVE:
            put_force(contact_of(island, k), (0.0, 0.0, 0.0))
            continue
        row = row_of(island, count)
        fill_row(p, island, k, row)
        add_impulse(row, three(row, FORCE), shift)
        count += 1
    left = 0.0
    for _ in range(most):
        change, largest = 0.0, scale
        for m in range(count):
            row = row_of(island, m)
            if stays_open(row, shift):
                continue
            force = better_impulse(row, shift)
            step, moved_by, size = less(force, three(row, FORCE))
            for r in range(3):
                row[FORCE + r] = force[r]
            add_impulse(row, step, shift)
            change, largest = max(change, moved_by), max(largest, size)
        p[at.SWEEPS] += 1.0
        left = change/largest
        if not left > STILL:
            break
    for m in range(count):
        row = row_of(island, m)
        put_force(contact_of(island, int(row[WHICH])), three(row, FORCE))
    return left
