"""What the springs of a world store at an instant."""

from sandbox.compiling.compiled import compiled
from sandbox.compiling.traced import matrix_of, traced, turn, vector_at
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.groups.groups import joint_of
from sandbox.mechanics.world.instant import support_now
from sandbox.mechanics.world.island.springs import stored
from sandbox.mechanics.world.segments.segment import state_of
from sandbox.mechanics.world.supports import three


@traced
def end_of(state, arm):
    """The place of a point that is fixed to a body, laboratory [m]."""
    return vector_at(state, at.X) + turn(matrix_of(tuple(state[at.Q + i] for i in range(4))), arm)


@traced
def end_on(place, point):
    """The place of a point of a support, laboratory [m]."""
    return place.point + turn(place.turning, point - place.axis_point)


@traced
def between(one, two):
    """From the second to the first [m]."""
    return one - two


@compiled
def stored_at(p, y, t):
    """What all springs store [J]."""
    total = 0.0
    for k in range(int(p[at.JOINTS])):
        spring = joint_of(p, k)
        if spring[at.JOINT_KIND] != at.SPRING:
            continue
        other, point = int(spring[at.JOINT_OTHER]), three(spring, at.JOINT_POINT)
        one = end_of(state_of(y, int(spring[at.JOINT_BALL])), three(spring, at.JOINT_ARM))
        two = end_of(state_of(y, other), point) if other >= 0 else end_on(support_now(p, y, -2 - other, t), point)
        total += stored(between(one, two), spring)
    return total
