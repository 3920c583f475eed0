"""Where a support is at an instant of the present frame, and the foot of a ball on it."""

from sandbox.compiling.compiled import compiled, part
from sandbox.mechanics.world.neighbours import turning_of
from sandbox.mechanics.world.places import (
    ANGLE,
    CALL_SLOPES,
    CALL_VALUES,
    CALLS_OF_SUPPORT,
    END_ANGLE,
    END_RATE,
    FREE_AT,
    FREE_INDEX,
    OF_MOTION,
    PLACE,
    PLACED,
    PLACES_KEPT,
    RATE,
    TURN_BEGAN,
    TURN_ENDS,
    TURNING,
    X,
)
from sandbox.mechanics.world.supports import block_of, is_free, place_at, place_from, put_angle, three
from sandbox.mechanics.world.touching import foot_of


@compiled
def support_now(p, y, s, t):
    """The Place of the support s at an instant; of a free one within its segment."""
    block = block_of(p, s)
    if is_free(block):
        number = int(block[FREE_INDEX])
        angle, rate = turned_to(part(y, int(p[FREE_AT]) + TURNING*number), turning_of(p, number), t)
        put_angle(t, block, angle, rate)
    elif t == block[PLACED + 1]:
        return place_from(part(block, PLACES_KEPT + PLACE))
    elif t == block[PLACED]:
        return place_from(part(block, PLACES_KEPT))
    return place_at(t, block)


@compiled
def turned_to(free, segment, t):
    """Angle and rate of a free support at an instant: a cubic between the ends of its segment."""
    h = segment[TURN_ENDS] - segment[TURN_BEGAN]
    if not h > 0.0 or not t > segment[TURN_BEGAN]:
        return free[ANGLE], free[RATE]
    s = (t - segment[TURN_BEGAN])/h
    a, b = h*free[RATE], h*segment[END_RATE]
    chord = segment[END_ANGLE] - free[ANGLE]
    c_2, c_3 = 3.0*chord - 2.0*a - b, a + b - 2.0*chord
    return free[ANGLE] + s*(a + s*(c_2 + s*c_3)), (a + s*(2.0*c_2 + 3.0*s*c_3))/h


@compiled
def foot_on(p, calls, s, place, state, radius):
    """The Foot of a ball on the support s, of which the place is known."""
    its = CALLS_OF_SUPPORT*s
    return foot_of(place, calls[its + CALL_SLOPES], calls[its + CALL_VALUES], three(state, X), radius,
                   part(block_of(p, s), OF_MOTION))
