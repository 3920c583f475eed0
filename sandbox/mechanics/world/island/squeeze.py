"""How hard a ball that rolls on two supports at once is squeezed between them, where equations of motion leave it open.

Two equal and opposite forces along the line through both points of contact move nothing:

    F_k + s c,  F_l - s c,     c = (n_l - n_k)/|n_l - n_k|,

so that rigid bodies do not tell s. Those of least size are taken (solve.py) as long as friction can bear them. Where it
cannot, the contacts hold if any s lets them, since nothing would begin to slip then: s is the one that leaves most of
friction,

    max over |s| <= |F_k| + |F_l| of the least of  mu N - |F_t|  of both,

the top of a concave function. Only what friction is asked for changes, neither accelerations nor work.
"""

from math import inf

from sandbox.compiling.compiled import compiled
from sandbox.compiling.traced import length, traced, vector_at
from sandbox.mechanics.report import put
from sandbox.mechanics.world.island.known import contact_of, first_ball, touch_of
from sandbox.mechanics.world.island.places import (
    FORCE,
    FREE_OF,
    KEPT,
    NC,
    NORMAL,
    RESIST,
    SLOT,
    STATIC_MU,
    WIDTH,
)

# rounds over all pairs of contacts, and trials of one search: each leaves 0.618 of the range
ROUNDS, TRIALS = 4, 60
GOLDEN = 0.6180339887498949
# normals closer than this have no line between their points
SAME_NORMAL = 1e-6


@traced
def with_squeeze(touch, contact, s, c):
    """Normal force and |friction| of the force F + s c."""
    n, F = vector_at(touch, NORMAL), vector_at(contact, FORCE) + s*c
    N = F @ n
    return N, length(F - N*n)


@traced
def line_between(touch, other):
    """The unit vector from the second contact of a ball to its first, and how far the normals are apart."""
    d = vector_at(other, NORMAL) - vector_at(touch, NORMAL)
    size = length(d)
    return (1.0/size)*d, size


@traced
def add_force(contact, s, c):
    """Adds s c to the force of a contact."""
    put(contact, FORCE, vector_at(contact, FORCE) + s*c)


@traced
def force_size(contact):
    """|F|."""
    return length(vector_at(contact, FORCE))


@compiled
def spare(contact, touch, s, c):
    """How much more friction a contact could bear with s c added to its force [N]; the normal force of a rough one."""
    if touch[KEPT] != 0.0:
        return inf
    N, F = with_squeeze(touch, contact, s, c)
    return N if touch[STATIC_MU] == inf else touch[STATIC_MU]*N - F


@compiled
def can_be_squeezed(touch):
    """Whether a contact rolls on a support that nothing turns but the clock, and no resistance goes by its force."""
    resists = touch[RESIST] != 0.0 or touch[RESIST + 1] != 0.0 or touch[RESIST + 2] != 0.0
    return touch[WIDTH] == 3.0 and touch[SLOT] >= 0.0 and touch[FREE_OF] < 0.0 and not resists


@compiled
def squeeze_between(island, k, j):
    """Squeezes a ball between its contacts k and j as leaves most of friction to both."""
    contact, touch = contact_of(island, k), touch_of(island, k)
    other, beyond = contact_of(island, j), touch_of(island, j)
    c, apart = line_between(touch, beyond)
    if not apart > SAME_NORMAL:
        return
    high = force_size(contact) + force_size(other)
    low = -high
    for _ in range(TRIALS):
        reach = GOLDEN*(high - low)
        left, right = high - reach, low + reach
        if (min(spare(contact, touch, left, c), spare(other, beyond, -left, c))
                < min(spare(contact, touch, right, c), spare(other, beyond, -right, c))):
            low = left
        else:
            high = right
    s = 0.5*(low + high)
    if (min(spare(contact, touch, s, c), spare(other, beyond, -s, c))
            > min(spare(contact, touch, 0.0, c), spare(other, beyond, 0.0, c))):
        add_force(contact, s, c)
        add_force(other, -s, c)


@compiled
def is_strained(contact, touch):
    """Whether a contact that rolls needs more friction than it has."""
    return touch[WIDTH] == 3.0 and not spare(contact, touch, 0.0, (0.0, 0.0, 0.0)) > 0.0


@compiled
def squeeze(island):
    """Squeezes balls where that lets contacts hold which could not with the least forces, see the head of this file."""
    count = int(island[NC])
    for _ in range(ROUNDS):
        strained = 0
        for k in range(count):
            if not is_strained(contact_of(island, k), touch_of(island, k)) or not can_be_squeezed(touch_of(island, k)):
                continue
            strained += 1
            for j in range(count):
                if (j != k and first_ball(contact_of(island, j)) == first_ball(contact_of(island, k))
                        and can_be_squeezed(touch_of(island, j))):
                    squeeze_between(island, k, j)
        if strained == 0:
            return
