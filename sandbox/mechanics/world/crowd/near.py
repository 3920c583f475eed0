"""Which contacts of a crowd may close within a sub-step: found anew, with the forces of the last one.

A pair is near when its gap is less than what both may move towards each other: by the largest speed against the mean of
the crowd, and by what gravity adds. What is behind a surface by a good part of a radius does not touch it.
"""

from sandbox.compiling.compiled import compiled, part
from sandbox.compiling.traced import length, traced, vector_at
from sandbox.mechanics.world.island.known import array_of, ball_numbers, contact_of, place_in, put_law, three, touch_of
from sandbox.mechanics.world.island.places import (
    CONTACT,
    CONTACTS,
    DOES,
    FIRST,
    FORCE,
    JOINT,
    KEPT,
    KEPT_CONTACTS,
    NB,
    NC,
    OTHER,
    ROOM_CONTACTS,
    SLOTS,
    SLOTS_COUNT,
)
from sandbox.mechanics.world.island.rates import gravity_size
from sandbox.mechanics.world.island.watch import opening_speed
from sandbox.mechanics.world.places import (
    CALL_SLOPES,
    CALL_VALUES,
    CALLS_OF_SUPPORT,
    MOVING,
    OF_MOTION,
    OPEN,
    RADIUS,
    V,
    X,
)
from sandbox.mechanics.world.supports import block_of
from sandbox.mechanics.world.touching import foot_of

# gaps below this share of a radius are looked at in any case; deeper than this share a ball is behind a surface: none
# gets as deep from before it
SLACK, BEHIND = 1e-3, 0.01


@traced
def gap_and_speed(one, other, D):
    """Gap of two balls [m], and how fast they move against each other [m/s]."""
    return length(vector_at(one, X) - vector_at(other, X)) - D, length(vector_at(one, V) - vector_at(other, V))


@compiled
def largest_stray(island, y):
    """The largest speed of a ball against the mean of all [m/s]."""
    n, square = int(island[NB]), 0.0
    mean_x = mean_y = mean_z = 0.0
    for i in range(n):
        mean_x += y[i*MOVING + V]/n
        mean_y += y[i*MOVING + V + 1]/n
        mean_z += y[i*MOVING + V + 2]/n
    for i in range(n):
        x, v, z = y[i*MOVING + V] - mean_x, y[i*MOVING + V + 1] - mean_y, y[i*MOVING + V + 2] - mean_z
        square = max(square, x*x + v*v + z*z)
    return square**0.5


@compiled
def found_before(before, count, i, other, guess):
    """Where a contact stands among the `count` of before, looked for from a guess on; -1 where it does not."""
    for step in range(count):
        k = guess + step if guess + step < count else guess + step - count
        last = part(before, k*CONTACT)
        if last[FIRST] == float(i) and last[OTHER] == float(other):
            return k
    return -1


@compiled
def add_contact(p, island, i, other, count, guess):
    """Adds a contact, with the force that it had among the `count` of before (KEPT_CONTACTS).

    returns where the next one is likely to have stood there: the order is that of balls
    """
    k = int(island[NC])
    if k == int(island[ROOM_CONTACTS]):
        return guess
    contact = contact_of(island, k)
    contact[FIRST], contact[OTHER], contact[DOES], contact[JOINT] = float(i), float(other), OPEN, 0.0
    for r in range(3):
        contact[FORCE + r] = 0.0
    last = found_before(array_of(island, KEPT_CONTACTS), count, i, other, guess)
    if last >= 0:
        before = part(array_of(island, KEPT_CONTACTS), last*CONTACT)
        contact[DOES] = before[DOES]
        for r in range(3):
            contact[FORCE + r] = before[FORCE + r]
        guess = last + 1 if last + 1 < count else 0
    if put_law(p, island, k):
        island[NC] = k + 1
        # a support that lets nothing go does so to what rolls on it, not to what comes
        if contact[DOES] == OPEN:
            touch_of(island, k)[KEPT] = 0.0
    return guess


@compiled
def list_near(p, calls, island, y, s):
    """Fills the contacts that may close within s; the supports are placed and have their slots."""
    count, n, guess = int(island[NC]), int(island[NB]), 0
    contacts, before = array_of(island, CONTACTS), array_of(island, KEPT_CONTACTS)
    for i in range(count*CONTACT):
        before[i] = contacts[i]
    island[NC] = 0.0
    reach = s*(2.0*largest_stray(island, y) + s*gravity_size(p))
    for i in range(n):
        ball, a = part(y, i*MOVING), ball_numbers(p, island, i)[RADIUS]
        for slot in range(int(island[SLOTS_COUNT])):
            support = int(island[SLOTS + slot])
            slopes = calls[CALLS_OF_SUPPORT*support + CALL_SLOPES]
            if slopes == 0:
                continue
            place = place_in(island, slot)
            foot = foot_of(place, slopes, calls[CALLS_OF_SUPPORT*support + CALL_VALUES], three(ball, X), a,
                           part(block_of(p, support), OF_MOTION))
            if foot.edge > 0.0 and -BEHIND*a < foot.gap < reach + s*abs(opening_speed(place, foot.n, ball)) + SLACK*a:
                guess = add_contact(p, island, i, -2 - support, count, guess)
        for j in range(i + 1, n):
            gap, speed = gap_and_speed(ball, part(y, j*MOVING), a + ball_numbers(p, island, j)[RADIUS])
            if gap < reach + s*speed + SLACK*a:
                guess = add_contact(p, island, i, j, count, guess)
