"""Where a support is and how it moves, as the laboratory sees it; prescribed or free to turn.

A point of the support at X in the laboratory has velocity and acceleration

    v_S = V + W x (X - P),     a_S = A + W' x (X - P) + W x (W x (X - P)),      P the axis point.

A free support turns about its axis by an angle that is part of the state. It is seen here as a prescribed one whose
angle is angle + rate (t' - t) at t' = t: what W' adds to that is an unknown of the equations (rows.py).
"""

from typing import NamedTuple

from sandbox.compiling.branching import call
from sandbox.compiling.compiled import compiled, part
from sandbox.compiling.traced import Vector, cross, matrix_of, traced, turn, vector_at
from sandbox.mechanics import layout as lay
from sandbox.mechanics.motion import signal, support_motion, support_pose
from sandbox.mechanics.report import put
from sandbox.mechanics.world import layout as at

# an instant at which no place is kept
NEVER = -1.0


class SupportState(NamedTuple):
    """A support at an instant, laboratory frame but for the axis point."""

    turning: tuple      # local -> laboratory (9,)
    axis_point: Vector  # local coordinates of the axis point [m]
    point: Vector       # P [m]
    velocity: Vector    # V [m/s]
    pull: Vector        # g - A: gravity as it is felt at P [m/s^2]
    pull_rate: Vector   # its rate in the support's axes, turned to the laboratory's [m/s^3]
    w: Vector           # W [rad/s]
    w_rate: Vector      # W' [rad/s^2]
    axis: Vector        # unit vector of the spin axis


@traced
def support_state_of(t, p):
    """The SupportState at t of the support whose parameters (mechanics/layout.py) are p."""
    pose, motion = call(support_pose, t, p), support_motion.formula(t, p)
    turning = matrix_of(pose.q)
    return SupportState(turning, vector_at(p, lay.AXIS_POINT), pose.point, pose.velocity, turn(turning, motion.ge),
                        turn(turning, motion.ge_rate), turn(turning, motion.ws), turn(turning, motion.as_),
                        turn(turning, vector_at(p, lay.AXIS)))


@traced
def put_support_state(place, out):
    """Writes a SupportState down."""
    start = 0
    for numbers in place:
        put(out, start, numbers)
        start += len(numbers)


@traced
def support_state_from(numbers):
    """The SupportState that `put_place` wrote down."""
    return SupportState(tuple(numbers[i] for i in range(9)), *(vector_at(numbers, 9 + 3*i) for i in range(8)))


@compiled
def support_state_at(t, block):
    """`place_of` the support of a block, compiled once."""
    return support_state_of(t, part(block, at.OF_MOTION))


@compiled
def block_of(p, s):
    """The block of the support s."""
    return part(p, int(p[at.SUPPORTS_AT]) + s*int(p[at.BLOCK]))


@compiled
def put_angle(t, block, angle, rate):
    """Makes the spin of a free support angle + rate (t' - t)."""
    for i in range(lay.SIGNAL_SIZE):
        block[at.OF_MOTION + lay.SPIN + i] = 0.0
    block[at.OF_MOTION + lay.SPIN + lay.SIGNAL_START] = t
    block[at.OF_MOTION + lay.SPIN + lay.SIGNAL_C] = angle
    block[at.OF_MOTION + lay.SPIN + lay.SIGNAL_C + 1] = rate


@compiled
def motor_torque(t, block, rate):
    """The torque of the motor that turns a free support at a rate [N m]; 0.0 where it has none."""
    if block[at.HAS_MOTOR] == 0.0:
        return 0.0
    torque, _first, _second, _third = signal(t, block, at.MOTOR)
    return torque*(1.0 - rate*block[at.BY_RATE])


@compiled
def keep_places(p, t, t_end):
    """Keeps where the prescribed supports are at the ends of a frame: most of what happens is asked for there."""
    for s in range(int(p[at.SUPPORTS])):
        block = block_of(p, s)
        if is_free(block):
            block[at.STANDS] = 0.0
            continue
        one, two = support_state_at(t, block), support_state_at(t_end, block)
        put_support_state(one, part(block, at.STATES_KEPT))
        put_support_state(two, part(block, at.STATES_KEPT + at.SUPPORT_STATE))
        block[at.KEPT_AT], block[at.KEPT_AT + 1] = t, t_end
        moves = motion_of(one, three(p, at.GRAVITY)) + motion_of(two, three(p, at.GRAVITY))
        block[at.STANDS] = 1.0 if moves == 0.0 else 0.0


@traced
def motion_of(place, g):
    """0.0 of a support that is at rest and stays so."""
    parts = (place.velocity, place.w, place.w_rate, place.pull - g)
    return sum((abs(x) for part in parts for x in part), 0.0)


@compiled
def drop_places(p):
    """Keeps none any more: what drives a support may change between frames."""
    for s in range(int(p[at.SUPPORTS])):
        block = block_of(p, s)
        block[at.KEPT_AT] = block[at.KEPT_AT + 1] = NEVER


@compiled
def is_free(block):
    """Whether a support turns as the forces on it make it."""
    return block[at.FREE_INDEX] >= 0.0


class BallEnergy(NamedTuple):
    """Energy of a ball relative to a support."""

    total: float        # [J]
    kinetic: float      # relative to the support's axis point [J]


@traced
def energy_in(place, state, ball):
    """The BallEnergy of a ball with the numbers `ball`: m v_r^2/2 + I w^2/2 - W.l - m g_e.r, see energy.py."""
    m, inertia = ball[at.MASS], ball[at.INERTIA]
    r, v, w = vector_at(state, at.X) - place.point, vector_at(state, at.V) - place.velocity, vector_at(state, at.W)
    kinetic = 0.5*(m*(v @ v) + inertia*(w @ w))
    return BallEnergy(kinetic - place.w @ (m*cross(r, v) + inertia*w) - m*(place.pull @ r), kinetic)


@traced
def three(numbers, start):
    """Three numbers of an array."""
    return vector_at(numbers, start)


@traced
def scaled(share, v):
    """share v."""
    return share*v


@traced
def material_velocity(place, x):
    """Velocity of the support's point at x [m/s]."""
    return place.velocity + cross(place.w, x - place.point)
