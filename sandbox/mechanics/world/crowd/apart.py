"""Brings what overlaps by rounding, or by the bend of a surface within a sub-step, out of each other.

Contact after contact the centres are moved along the normal, shared by masses, until no gap is below zero.
"""

from sandbox.compiling.compiled import compiled, part
from sandbox.compiling.traced import length, traced, vector_at
from sandbox.mechanics.report import put
from sandbox.mechanics.world.island.known import ball_numbers, contact_of, first_ball, other_ball, place_in, touch_of
from sandbox.mechanics.world.island.places import EDGE, GAP, NC, SLOT
from sandbox.mechanics.world.places import (
    CALL_SLOPES,
    CALL_VALUES,
    CALLS_OF_SUPPORT,
    MASS,
    MOVING,
    OF_MOTION,
    RADIUS,
    X,
)
from sandbox.mechanics.world.supports import block_of
from sandbox.mechanics.world.touching import foot_of

# what is left between two that were in each other, share of a radius; rounds at most
BETWEEN, MOST_ROUNDS = 1e-10, 400
# an overlap below this share of a radius is none
ROUNDED = 1e-11


@traced
def gap_of_pair(one, other, D):
    """Gap of two balls and the direction from the other to the one."""
    x = vector_at(one, X) - vector_at(other, X)
    d = length(x)
    n = (1.0/d)*x
    return d - D, n[0], n[1], n[2]


@traced
def put_moved(far, n, ball):
    """Moves the centre of a ball."""
    put(ball, X, vector_at(ball, X) + far*vector_at(n, 0))


@compiled
def gap_now(p, calls, island, y, k, n):
    """Gap of the contact k in the state y, whose supports are placed; n (3,) takes its normal."""
    contact, touch = contact_of(island, k), touch_of(island, k)
    i, j = first_ball(contact), other_ball(contact)
    a, ball = ball_numbers(p, island, i)[RADIUS], part(y, i*MOVING)
    if j >= 0:
        gap, n[0], n[1], n[2] = gap_of_pair(ball, part(y, j*MOVING), a + ball_numbers(p, island, j)[RADIUS])
        return gap
    s = -2 - int(contact[1])
    foot = foot_of(place_in(island, int(touch[SLOT])), calls[CALLS_OF_SUPPORT*s + CALL_SLOPES],
                   calls[CALLS_OF_SUPPORT*s + CALL_VALUES], (ball[X], ball[X + 1], ball[X + 2]), a,
                   part(block_of(p, s), OF_MOTION))
    for r in range(3):
        n[r] = foot.n[r]
    touch[EDGE] = foot.edge
    # beyond its edge there is nothing
    return foot.gap if foot.edge > 0.0 else a


@compiled
def push_apart(p, calls, island, y, n):
    """Moves the centres of y until no gap is below zero, see the head of this file; n (3,) is room to work.

    returns the least gap that is left [radii of its first ball]
    """
    least = 0.0
    for _ in range(MOST_ROUNDS):
        least = 0.0
        for k in range(int(island[NC])):
            contact, touch = contact_of(island, k), touch_of(island, k)
            gap = gap_now(p, calls, island, y, k, n)
            touch[GAP] = gap
            i, j = first_ball(contact), other_ball(contact)
            ball = ball_numbers(p, island, i)
            if not gap < -ROUNDED*ball[RADIUS]:
                continue
            least = min(least, gap/ball[RADIUS])
            far = BETWEEN*ball[RADIUS] - gap
            if j < 0:
                put_moved(far, n, part(y, i*MOVING))
                continue
            other = ball_numbers(p, island, j)
            share = other[MASS]/(ball[MASS] + other[MASS])
            put_moved(share*far, n, part(y, i*MOVING))
            put_moved((share - 1.0)*far, n, part(y, j*MOVING))
        if least == 0.0:
            break
    return least
