"""Which supports a ball may come to within a frame, of those that don't move as anybody has written down.

A support that is free to turn has a motion of its own only within the group that it goes on with: so whatever may come
to it in a frame goes on together with it, and meets it where both are. A ball is within reach of a support as long as

    -a - d < gap < d,     edge > -a - d,     d = NEAR a + FASTER s (u + s u')

where s is the span, a its radius, u a bound of the speed of the two against each other, and u' one of what gravity, the
support's turning and the weights on it change of that. A hit may make both faster: then they are asked again. What
touches a support lastingly, or hangs on it by a joint, is within its reach whatever these distances are.
"""

from math import inf

from sandbox.compiling.compiled import compiled
from sandbox.compiling.traced import length, traced, vector_at
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.groups.groups import is_lasting, joint_of
from sandbox.mechanics.world.instant import foot_on, support_now
from sandbox.mechanics.world.neighbours import turning_of
from sandbox.mechanics.world.segments.segment import ball_of, state_of, working_of
from sandbox.mechanics.world.supports import block_of, is_free, three

# what a gap has to have beyond what is known to close it: share of the radius, and multiple of the way
NEAR, FASTER = 0.05, 2.0
# radius of a ball within a body that is no ball, of which the foot is looked for: share of how far the body reaches
WITHIN = 1e-3


@traced
def speeds_against(place, state, g, a, push):
    """Bounds of the speed of a ball against a support [m/s], and of how fast that changes [m/s^2].

    push   bound of the support's angular acceleration, where that is not part of its motion [rad/s^2]
    """
    far = length(vector_at(state, at.X) - place.point) + a
    turning = length(place.w)
    speed = length(vector_at(state, at.V) - place.velocity) + turning*far
    return speed, length(g) + length(place.pull) + (length(place.w_rate) + push + turning*turning)*far


@compiled
def may_come(p, calls, y, b, state, s, t, span):
    """Whether the ball b, which moves as `state` has it at t, may come to the support s within a span [s]."""
    if calls[at.CALLS_OF_SUPPORT*s + at.CALL_SLOPES] == 0:
        return False
    block, place, a = block_of(p, s), support_now(p, y, s, t), ball_of(p, b)[at.RADIUS]
    push = turning_of(p, int(block[at.FREE_INDEX]))[at.TURN_PUSH] if is_free(block) else 0.0
    speed, change = speeds_against(place, state, three(p, at.GRAVITY), a, push)
    reach = NEAR*a + FASTER*span*(speed + span*change)
    if ball_of(p, b)[at.SHAPE] == 0.0:
        foot = foot_on(p, calls, s, place, state, a)
        return -a - reach < foot.gap < reach and foot.edge > -reach - a
    # a body that is no ball lies nearer than it reaches: from a below its centre the foot on the other side of a plate
    # would be found. One without a foot may be anywhere
    within = WITHIN*a
    foot = foot_on(p, calls, s, place, state, within)
    return not foot.gap < inf or (foot.gap + within - a < reach and foot.edge > -reach - a)


@compiled
def holds(p, y, b, s):
    """Whether the ball b touches the support s lastingly, or hangs on it by a joint, a string or a spring."""
    if state_of(y, b)[at.ON] == s or is_lasting(p, y, b, -2 - s):
        return True
    for k in range(int(p[at.JOINTS])):
        joint = joint_of(p, k)
        if joint[at.JOINT_BALL] == b and joint[at.JOINT_OTHER] == -2 - s:
            return True
    return False


@compiled
def has_bit(bits, f):
    """Whether the free support number f is among `bits`."""
    return (bits >> f) & 1 == 1


@compiled
def mark_reached(p, calls, y, b, t):
    """Notes which free supports the ball b may come to in the rest of the frame from t on, where its state stands."""
    bits, span = 0, p[at.FRAME_ENDS] - t
    for s in range(int(p[at.SUPPORTS]) - 1):
        block = block_of(p, s)
        if is_free(block) and (holds(p, y, b, s) or may_come(p, calls, y, b, state_of(y, b), s, t, span)):
            bits |= 1 << int(block[at.FREE_INDEX])
    working_of(p, b)[at.REACHES] = float(bits)


@compiled
def mark_all_reached(p, calls, y, t):
    """`mark_reached` for all balls, at the start of a frame."""
    for b in range(int(p[at.BALLS])):
        mark_reached(p, calls, y, b, t)


@compiled
def may_come_to_one(p, calls, y, b, state, bits, t):
    """Whether the ball b, which moves as `state` has it at t, may come to one of the free supports of `bits`."""
    for s in range(int(p[at.SUPPORTS]) - 1):
        block = block_of(p, s)
        if is_free(block) and has_bit(bits, int(block[at.FREE_INDEX])) and may_come(p, calls, y, b, state, s, t,
                                                                                    p[at.FRAME_ENDS] - t):
            return True
    return False
