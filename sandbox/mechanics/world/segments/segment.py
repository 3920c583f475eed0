"""How a ball goes on until the end of its segment: the stretch of a frame in which nothing happens to it.

A ball that rolls on a level table, or flies, goes on in closed form (level.py). All others, and bodies that are no
balls, do so in an island, alone or together with what they touch (islands.py).
"""

from math import inf

from sandbox.compiling.compiled import compiled, part
from sandbox.compiling.traced import Vector, cross, length, traced, turn
from sandbox.mechanics import layout as lay
from sandbox.mechanics.report import put
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.segments.level import chi_of, fly, keep_turns, roll_level, turn_at, turn_ball, turn_of_roll
from sandbox.mechanics.world.supports import block_of, is_free, scaled, support_state_at, three

# share of g, or of the rate, across the normal below which a table is level
LEVEL_WITHIN = 1e-12


@compiled
def ball_of(p, b):
    """The numbers of the ball b."""
    return part(p, int(p[at.BALLS_AT]) + b*at.BALL)


@compiled
def state_of(y, b):
    """The state of the ball b in the state of a world."""
    return part(y, b*at.STATE)


@compiled
def working_of(p, b):
    """What is known of the ball b while a frame is made."""
    return part(p, int(p[at.SCRATCH_AT]) + b*at.WORKING)


@traced
def put_level(place, g, block):
    """Fills normal, rate and a point of the axis of a plane that turns evenly; returns how far it is from level.

    That is the largest share of g and of the angular velocity across the normal; inf where it does not carry.
    """
    n = turn(place.turning, Vector(0.0, 0.0, 1.0))
    rate = n @ place.w
    put(block, at.NORMAL, n)
    block[at.TABLE_RATE] = rate
    put(block, at.TABLE_POINT, place.point)
    return n @ g, length(cross(n, g)), length(cross(n, place.w)), abs(rate)


@compiled
def mark_level_tables(t, h, p):
    """Finds out which supports are level tables during the step h from t on, and keeps the turns of the first ball."""
    for s in range(int(p[at.SUPPORTS])):
        block = block_of(p, s)
        block[at.IS_LEVEL] = 0.0
        if block[at.IS_PLANE] == 0.0 or block[at.OF_MOTION + lay.IS_STEADY] == 0.0 or is_free(block):
            continue
        down, across, wobble, rate = put_level(support_state_at(t, block), three(p, at.GRAVITY), block)
        if -down > 0.0 and across <= LEVEL_WITHIN*-down and wobble <= LEVEL_WITHIN*rate \
                and block[at.ROLLING_RESISTANCE] == 0.0 and block[at.SPINNING_RESISTANCE] == 0.0:
            block[at.IS_LEVEL] = 1.0
            keep_turns(chi_of(ball_of(p, 0))*block[at.TABLE_RATE], h, p)


@compiled
def stays_rolling(state, p, block, ball):
    """Whether friction is enough for a ball on a level table: what it needs stays the same while it rolls."""
    if block[at.STATIC] == inf:
        return True
    rate = chi_of(ball)*block[at.TABLE_RATE]
    square = state[at.V]*state[at.V] + state[at.V + 1]*state[at.V + 1] + state[at.V + 2]*state[at.V + 2]
    weight = p[at.GRAVITY]*p[at.GRAVITY] + p[at.GRAVITY + 1]*p[at.GRAVITY + 1] + p[at.GRAVITY + 2]*p[at.GRAVITY + 2]
    return rate*rate*square < block[at.STATIC]*block[at.STATIC]*weight


@compiled
def is_bound(p, b):
    """Whether the ball b, the first of its group, touches more than the support that it is on."""
    ball = working_of(p, b)
    return ball[at.LINK] >= 0.0 or ball[at.LEANS] != 0.0


@compiled
def segment_kind_of(p, y, b, has_more):
    """How the ball b goes on: FLIES ... AT_REST; has_more: it touches more than its support."""
    state = state_of(y, b)
    if state[at.MODE] == at.STEPPED:
        return at.IN_STEPPING
    if state[at.MODE] == at.RESTS:
        return at.AT_REST
    if has_more or float(b) == p[at.HELD] or ball_of(p, b)[at.SHAPE] != 0.0:
        return at.IN_ISLAND
    if state[at.ON] < 0.0:
        return at.FLIES
    block = block_of(p, int(state[at.ON]))
    if block[at.IS_LEVEL] != 0.0 and state[at.MODE] == at.ROLLS and stays_rolling(state, p, block, ball_of(p, b)):
        return at.ROLLS_LEVEL
    return at.IN_ISLAND


@compiled
def lone_at(p, y, b, way, s, out):
    """Fills what moves of the ball b but its attitude, s seconds after its segment began; for FLIES and ROLLS_LEVEL."""
    state = state_of(y, b)
    if way == at.FLIES:
        fly(state, three(p, at.GRAVITY), s, out)
    else:
        block, ball = block_of(p, int(state[at.ON])), ball_of(p, b)
        rate = block[at.TABLE_RATE]
        roll_level(state, three(block, at.NORMAL), rate, three(block, at.TABLE_POINT), ball[at.RADIUS],
                   turn_at(chi_of(ball)*rate, s, p, 0), out)


@compiled
def turn_lone(p, y, b, way, s, out):
    """Fills its attitude, as `lone_at`."""
    state = state_of(y, b)
    if way == at.FLIES:
        turn_ball(state, scaled(s, three(state, at.W)), out)
    else:
        block, ball = block_of(p, int(state[at.ON])), ball_of(p, b)
        k = chi_of(ball)*block[at.TABLE_RATE]
        turns = turn_at(k, s, p, 1), turn_at(k, s, p, 2), turn_at(k, s, p, 3)
        turn_ball(state, turn_of_roll(state, three(block, at.NORMAL), block[at.TABLE_RATE],
                                      three(block, at.TABLE_POINT), ball[at.RADIUS], turns, s), out)
