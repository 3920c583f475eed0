"""Brings what overlaps out of each other: by rounding, by the bend of a surface in a sub-step, by what sweeps leave.

Contact after contact the centres are moved along the normal, shared by masses, until no gap is below zero. In a heap
that takes some sixty turns over all contacts, of which a turn looks at those alone that have a ball which moved since.
"""

from sandbox.compiling.compiled import compiled, part
from sandbox.compiling.places import Places
from sandbox.compiling.traced import length, traced, vector_at
from sandbox.mechanics.report import put
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.below import foot_below
from sandbox.mechanics.world.distance import square_between
from sandbox.mechanics.world.island import layout as here
from sandbox.mechanics.world.island.known import (
    array_of,
    ball_numbers,
    contact_of,
    first_ball,
    other_ball,
    place_in,
    touch_of,
)
from sandbox.mechanics.world.supports import three

# what is left between two that were in each other, share of a radius; rounds at most
BETWEEN, MOST_ROUNDS = 1e-10, 400
# an overlap below this share of a radius is none
ROUNDED = 1e-11

# what is needed of a contact, close together
_row = Places()
ONE, TWO = _row.take(), _row.take()         # its balls, TWO is -1.0 for a support
RADIUS, APART = _row.take(), _row.take()    # of the first ball; distance of centres that touch [m]
NEAR = _row.take()                  # square of a distance below which two balls overlap [m^2]
SHARE = _row.take()                 # of a move that the first ball has, by masses
WHICH = _row.take()                 # its contact
ROW = _row.size


@compiled
def row_of(island, k):
    """The row number k: they stand where the contacts of the sub-step before were, which nobody needs by then."""
    return part(array_of(island, here.KEPT_CONTACTS), k*ROW)


@compiled
def fill_rows(p, island):
    """Fills the rows of all contacts."""
    for k in range(int(island[here.NC])):
        contact, row = contact_of(island, k), row_of(island, k)
        i, j = first_ball(contact), other_ball(contact)
        ball = ball_numbers(p, island, i)
        row[ONE], row[TWO], row[WHICH], row[RADIUS], row[SHARE] = float(i), float(j), float(k), ball[at.RADIUS], 1.0
        if j >= 0:
            other = ball_numbers(p, island, j)
            row[APART] = ball[at.RADIUS] + other[at.RADIUS]
            row[NEAR] = (row[APART] - ROUNDED*ball[at.RADIUS])**2
            row[SHARE] = other[at.MASS]/(ball[at.MASS] + other[at.MASS])


@traced
def move_pair(row, one, other):
    """Moves two balls that overlap to a gap of BETWEEN; returns what it was [radii]."""
    x = vector_at(one, at.X) - vector_at(other, at.X)
    d = length(x)
    gap = d - row[APART]
    far = (BETWEEN*row[RADIUS] - gap)*(1.0/d)
    put(one, at.X, vector_at(one, at.X) + (row[SHARE]*far)*x)
    put(other, at.X, vector_at(other, at.X) + ((row[SHARE] - 1.0)*far)*x)
    return gap/row[RADIUS]


@traced
def put_moved(far, n, ball):
    """Moves the centre of a ball."""
    put(ball, at.X, vector_at(ball, at.X) + far*n)


@compiled
def part_from_support(p, calls, island, row, ball):
    """Moves a ball out of the support of a row; returns what the gap was [radii], 0.0 where it is left alone."""
    k = int(row[WHICH])
    s = -2 - int(contact_of(island, k)[here.OTHER])
    place = place_in(island, int(touch_of(island, k)[here.SLOT]))
    foot = foot_below(p, calls, s, place, three(ball, at.X), row[RADIUS])
    # beyond its edge there is nothing
    if not foot.edge > 0.0 or not foot.gap < -ROUNDED*row[RADIUS]:
        return 0.0
    put_moved(BETWEEN*row[RADIUS] - foot.gap, foot.n, ball)
    return foot.gap/row[RADIUS]


@compiled
def push_apart(p, calls, island, y):
    """Moves the centres of y until no gap is below zero, see the head of this file; the supports are placed.

    returns the least gap that is left [radii of its first ball]
    """
    least, moved = 0.0, array_of(island, here.WEIGHT)
    fill_rows(p, island)
    for i in range(int(island[here.NB])):
        moved[i] = -1.0
    for turn in range(MOST_ROUNDS):
        least, since = 0.0, turn - 1.0
        for k in range(int(island[here.NC])):
            row = row_of(island, k)
            i, j = int(row[ONE]), int(row[TWO])
            # a gap is what it was unless one of its balls has been moved since it was looked at
            if moved[i] < since and (j < 0 or moved[j] < since):
                continue
            one = part(y, i*at.MOVING)
            if j < 0:
                gap = part_from_support(p, calls, island, row, one)
                if gap == 0.0:
                    continue
            else:
                other = part(y, j*at.MOVING)
                if not square_between(one, other) < row[NEAR]:
                    continue
                gap = move_pair(row, one, other)
                moved[j] = float(turn)
            moved[i] = float(turn)
            least = min(least, gap)
        if least == 0.0:
            break
    return least
