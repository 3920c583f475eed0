"""Where a support is at an instant of the present frame, and the foot of a ball on it."""

from sandbox.compiling.compiled import compiled, part
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.below import foot_below
from sandbox.mechanics.world.neighbours import turning_of
from sandbox.mechanics.world.supports import block_of, is_free, put_angle, support_state_at, support_state_from, three


@compiled
def support_now(p, y, s, t):
    """The SupportState of the support s at an instant; of a free one within its segment."""
    block = block_of(p, s)
    if is_free(block):
        number = int(block[at.FREE_INDEX])
        angle, rate = turned_to(part(y, int(p[at.FREE_AT]) + at.TURNING*number), turning_of(p, number), t)
        put_angle(t, block, angle, rate)
    elif t == block[at.KEPT_AT + 1]:
        return support_state_from(part(block, at.STATES_KEPT + at.SUPPORT_STATE))
    elif t == block[at.KEPT_AT]:
        return support_state_from(part(block, at.STATES_KEPT))
    return support_state_at(t, block)


@compiled
def turned_to(free, segment, t):
    """Angle and rate of a free support at an instant: a cubic between the ends of its segment."""
    h = segment[at.TURN_ENDS] - segment[at.TURN_BEGAN]
    if not h > 0.0 or not t > segment[at.TURN_BEGAN]:
        return free[at.ANGLE], free[at.RATE]
    s = (t - segment[at.TURN_BEGAN])/h
    a, b = h*free[at.RATE], h*segment[at.END_RATE]
    chord = segment[at.END_ANGLE] - free[at.ANGLE]
    c_2, c_3 = 3.0*chord - 2.0*a - b, a + b - 2.0*chord
    return free[at.ANGLE] + s*(a + s*(c_2 + s*c_3)), (a + s*(2.0*c_2 + 3.0*s*c_3))/h


@compiled
def foot_on(p, calls, s, place, state, radius):
    """The Foot of a ball on the support s, of which the place is known."""
    return foot_below(p, calls, s, place, three(state, at.X), radius)
