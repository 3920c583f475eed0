"""Balls at rest in a heap: each moves with the support that carries it, until that changes or something comes.

A support that rests, or turns evenly about an axis along gravity, carries them as they are: the forces that hold them
do not change. Anything else wakes them, another support that comes near them, too.
"""

from sandbox.compiling.compiled import compiled, part
from sandbox.compiling.traced import cross, multiply, traced, turn, turn_back, vector_at
from sandbox.mechanics.motion import support_pose
from sandbox.mechanics.report import put
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.groups.reach import may_come
from sandbox.mechanics.world.instant import support_now
from sandbox.mechanics.world.island.rest import speed_between
from sandbox.mechanics.world.segments.segment import state_of
from sandbox.mechanics.world.supports import block_of, material_velocity, three


@traced
def differs(one, two, g, state):
    """0.0 where a support, seen at both ends of a span, goes on as the ball that rests on it has it."""
    w = vector_at(state, at.W)
    parts = (one.velocity, two.velocity, one.w_rate, two.w_rate, one.pull - g, two.pull - g, cross(one.w, g),
             one.w - w, two.w - w)
    return sum((abs(x) for part in parts for x in part), 0.0)


@traced
def is_still(place):
    """0.0 of a support that does not turn."""
    return sum((abs(x) for x in place.w), 0.0)


@traced
def put_carried(one, two, before, after, state):
    """Moves a ball with a support from the Place `one` to `two`; before, after: its poses."""
    x = two.point + turn(two.turning, turn_back(one.turning, vector_at(state, at.X) - one.point))
    q = before.q
    turned = multiply(after.q, (q[0], -q[1], -q[2], -q[3]))
    q = multiply(turned, tuple(state[at.Q + i] for i in range(4)))
    put(state, at.X, x)
    put(state, at.V, material_velocity.formula(two, x))
    put(state, at.W, two.w)
    put(state, at.Q, q)


@compiled
def goes_on(p, calls, y, b, t, t_end):
    """Whether the ball b, which rests, does so until t_end."""
    if float(b) == p[at.HELD]:
        return False
    state = state_of(y, b)
    s = int(state[at.ON])
    if differs(support_now(p, y, s, t), support_now(p, y, s, t_end), three(p, at.GRAVITY), state) != 0.0:
        return False
    for other in range(int(p[at.SUPPORTS]) - 1):
        if other != s and move_against(p, y, s, other, t, t_end) and may_come(p, calls, y, b, state, other, t,
                                                                              t_end - t):
            return False
    return True


@compiled
def move_against(p, y, s, other, t, t_end):
    """Whether two supports move against each other at one end of a frame."""
    if block_of(p, s)[at.STANDS] != 0.0 and block_of(p, other)[at.STANDS] != 0.0:
        return False
    for i in range(2):
        when = t if i == 0 else t_end
        one = support_now(p, y, s, when)
        if speed_between(one, support_now(p, y, other, when), one.point) != 0.0:
            return True
    return False


@compiled
def wake(p, calls, y, t, t_end):
    """Wakes the balls whose rest ends: they are a stepped group from now on."""
    for b in range(int(p[at.BALLS])):
        state = state_of(y, b)
        if state[at.MODE] == at.RESTS and not goes_on(p, calls, y, b, t, t_end):
            wake_one(state)


@compiled
def wake_one(state):
    """Makes a ball at rest one of a stepped group; what does not touch its support is not on it."""
    state[at.MODE] = at.STEPPED
    if state[at.BEGINS] == 0.0 and state[at.BEGINS + 1] == 0.0 and state[at.BEGINS + 2] == 0.0:
        state[at.ON] = -1.0


@compiled
def rest_at(p, y, b, t, t_end, out):
    """Fills the state at t_end of the ball b, which rests from t on; the same numbers where its support is at rest."""
    state = state_of(y, b)
    for i in range(at.STATE):
        out[i] = state[i]
    s = int(state[at.ON])
    place = support_now(p, y, s, t)
    if is_still(place) == 0.0:
        return
    motion = part(block_of(p, s), at.OF_MOTION)
    put_carried(place, support_now(p, y, s, t_end), support_pose(t, motion), support_pose(t_end, motion), out)
