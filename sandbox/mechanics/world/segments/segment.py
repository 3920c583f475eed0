"""How a ball goes on until the end of its segment: the stretch of a frame in which nothing happens to it.

A ball that rolls on a level table, or flies, goes on in closed form (level.py). All others do so in an island, alone or
together with what they touch (islands.py).
"""

from math import inf

from sandbox.compiling.compiled import compiled, part
from sandbox.compiling.traced import Vector, cross, length, traced, turn
from sandbox.mechanics.layout import IS_STEADY
from sandbox.mechanics.report import put
from sandbox.mechanics.world.places import (
    AT_REST,
    BALL,
    BALLS_AT,
    CROWDED,
    FLIES,
    GRAVITY,
    HELD,
    IN_CROWD,
    IN_ISLAND,
    IS_LEVEL,
    IS_PLANE,
    KEEPS,
    LEANS,
    LINK,
    MODE,
    NORMAL,
    OF_MOTION,
    ON,
    RADIUS,
    RESTS,
    ROLLING_RESISTANCE,
    ROLLS,
    ROLLS_LEVEL,
    SCRATCH_AT,
    SPINNING_RESISTANCE,
    STATE,
    STATIC,
    SUPPORTS,
    TABLE_POINT,
    TABLE_RATE,
    WORKING,
    V,
    W,
)
from sandbox.mechanics.world.segments.level import chi_of, fly, keep_turns, roll_level, turn_at, turn_ball, turn_of_roll
from sandbox.mechanics.world.supports import block_of, is_free, place_at, scaled, three

# share of g, or of the rate, across the normal below which a table is level
LEVEL_WITHIN = 1e-12


@compiled
def ball_of(p, b):
    """The numbers of the ball b."""
    return part(p, int(p[BALLS_AT]) + b*BALL)


@compiled
def state_of(y, b):
    """The state of the ball b in the state of a world."""
    return part(y, b*STATE)


@compiled
def working_of(p, b):
    """What is known of the ball b while a frame is made."""
    return part(p, int(p[SCRATCH_AT]) + b*WORKING)


@traced
def put_level(place, g, block):
    """Fills normal, rate and a point of the axis of a plane that turns evenly; returns how far it is from level.

    That is the largest share of g and of the angular velocity across the normal; inf where it does not carry.
    """
    n = turn(place.turning, Vector(0.0, 0.0, 1.0))
    rate = n @ place.w
    put(block, NORMAL, n)
    block[TABLE_RATE] = rate
    put(block, TABLE_POINT, place.point)
    return n @ g, length(cross(n, g)), length(cross(n, place.w)), abs(rate)


@compiled
def mark_level_tables(t, h, p):
    """Finds out which supports are level tables during the step h from t on, and keeps the turns of the first ball."""
    for s in range(int(p[SUPPORTS])):
        block = block_of(p, s)
        block[IS_LEVEL] = 0.0
        if block[IS_PLANE] == 0.0 or block[OF_MOTION + IS_STEADY] == 0.0 or is_free(block):
            continue
        down, across, wobble, rate = put_level(place_at(t, block), three(p, GRAVITY), block)
        if -down > 0.0 and across <= LEVEL_WITHIN*-down and wobble <= LEVEL_WITHIN*rate \
                and block[ROLLING_RESISTANCE] == 0.0 and block[SPINNING_RESISTANCE] == 0.0:
            block[IS_LEVEL] = 1.0
            keep_turns(chi_of(ball_of(p, 0))*block[TABLE_RATE], h, p)


@compiled
def stays_rolling(state, p, block, ball):
    """Whether friction is enough for a ball on a level table: what it needs stays the same while it rolls."""
    if block[KEEPS] != 0.0 or block[STATIC] == inf:
        return True
    rate = chi_of(ball)*block[TABLE_RATE]
    square = state[V]*state[V] + state[V + 1]*state[V + 1] + state[V + 2]*state[V + 2]
    weight = p[GRAVITY]*p[GRAVITY] + p[GRAVITY + 1]*p[GRAVITY + 1] + p[GRAVITY + 2]*p[GRAVITY + 2]
    return rate*rate*square < block[STATIC]*block[STATIC]*weight


@compiled
def is_bound(p, b):
    """Whether the ball b, the first of its group, touches more than the support that it is on."""
    ball = working_of(p, b)
    return ball[LINK] >= 0.0 or ball[LEANS] != 0.0


@compiled
def way_of(p, y, b, has_more):
    """How the ball b goes on: FLIES ... AT_REST; has_more: it touches more than its support."""
    state = state_of(y, b)
    if state[MODE] == CROWDED:
        return IN_CROWD
    if state[MODE] == RESTS:
        return AT_REST
    if has_more or float(b) == p[HELD]:
        return IN_ISLAND
    if state[ON] < 0.0:
        return FLIES
    block = block_of(p, int(state[ON]))
    if block[IS_LEVEL] != 0.0 and state[MODE] == ROLLS and stays_rolling(state, p, block, ball_of(p, b)):
        return ROLLS_LEVEL
    return IN_ISLAND


@compiled
def lone_at(p, y, b, way, s, out):
    """Fills what moves of the ball b but its attitude, s seconds after its segment began; for FLIES and ROLLS_LEVEL."""
    state = state_of(y, b)
    if way == FLIES:
        fly(state, three(p, GRAVITY), s, out)
    else:
        block, ball = block_of(p, int(state[ON])), ball_of(p, b)
        rate = block[TABLE_RATE]
        roll_level(state, three(block, NORMAL), rate, three(block, TABLE_POINT), ball[RADIUS],
                   turn_at(chi_of(ball)*rate, s, p, 0), out)


@compiled
def turn_lone(p, y, b, way, s, out):
    """Fills its attitude, as `lone_at`."""
    state = state_of(y, b)
    if way == FLIES:
        turn_ball(state, scaled(s, three(state, W)), out)
    else:
        block, ball = block_of(p, int(state[ON])), ball_of(p, b)
        k = chi_of(ball)*block[TABLE_RATE]
        turns = turn_at(k, s, p, 1), turn_at(k, s, p, 2), turn_at(k, s, p, 3)
        turn_ball(state, turn_of_roll(state, three(block, NORMAL), block[TABLE_RATE], three(block, TABLE_POINT),
                                      ball[RADIUS], turns, s), out)
