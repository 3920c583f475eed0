"""Where a flying body is, as its support sees it, and one step of its motion; the equations stand in flight.py."""

from math import inf
from typing import NamedTuple

from sandbox.compiling.branching import call, choose
from sandbox.compiling.compiled import compiled
from sandbox.compiling.entries import mode_function
from sandbox.compiling.traced import (
    Vector,
    cross,
    matrix_of,
    multiply,
    quaternion_rate,
    traced,
    turn,
    turn_back,
    vector_at,
)
from sandbox.integration.ode import whole_step
from sandbox.integration.settings import TOLERANCE
from sandbox.mechanics.contact.flight.around import unseen
from sandbox.mechanics.contact.geometry import ledger_power, tensor_times
from sandbox.mechanics.contact.slip.sliding import moving_weight
from sandbox.mechanics.contact.slip.sliding_equations import inverse_times
from sandbox.mechanics.contact.state import ANGULAR_VELOCITY, MOVING_SIZE, moving_state
from sandbox.mechanics.layout import AXIS_POINT, GRAVITY, HAND_STIFFNESS, IS_STEADY, MASS, PLACEMENT, SHARPEST
from sandbox.mechanics.motion import support_motion, support_pose
from sandbox.mechanics.pull import pull


class Flying(NamedTuple):
    """A flying body as its support sees it, local axes."""

    r: Vector           # mass centre from the axis point [m]
    v: Vector           # its velocity relative to that point [m/s]
    turning: tuple      # body -> local axes (9,)
    q: tuple            # quaternion body -> local axes (4,)


@traced
def from_support(pose, x, v):
    """Mass centre from the axis point and its velocity relative to that point, local axes, from the laboratory's."""
    rotation = matrix_of(pose.q)
    return turn_back(rotation, x - pose.point), turn_back(rotation, v - pose.velocity)


@traced
def flying(t, y, p):
    """The Flying body of the state y."""
    return flying_state.formula(call(support_pose, t, p), moving_state(y), p)


@traced
def flying_state(pose, state, p):
    """The Flying body of a MovingState, seen from the support's pose."""
    r, v = from_support.formula(pose, state.x, state.v)
    q = multiply((pose.q[0], -pose.q[1], -pose.q[2], -pose.q[3]), state.q)
    return Flying(r, v, matrix_of(q), q)


@compiled
def flying_body(t, y, p):
    """`flying`, compiled once."""
    return flying(t, y, p)


@traced
def free_fall(w, p):
    """w' in body axes and g in the laboratory, into which the placement turns it from local axes at rest."""
    placement = [p[PLACEMENT + i] for i in range(9)]
    return inverse_times(p, cross(tensor_times(p, w), w)), turn(placement, vector_at(p, GRAVITY))


@traced
def pull_in_flight(t, pose, state, p):
    """The Pull of a hand on the flying body of a MovingState, and the turning body -> local axes."""
    body = flying_state.formula(pose, state, p)
    found = call(pull, t, body.q, body.r, body.v, turn(body.turning, state.w), support_motion.formula(t, p).ws, p)
    return found, body.turning


def fall_in_hand(pose, pulled, w, p):
    """w' in body axes, v_G' in the laboratory and the power under what `pull_in_flight` gave."""
    found, turning = pulled
    w_rate, g = free_fall.formula(w, p)
    return (w_rate + inverse_times(p, turn_back(turning, found.moment)),
            g + turn(matrix_of(pose.q), found.force)/p[MASS], found.power)


@traced
def flight_rhs(t, y, p, calls):
    """y' of the state of the head of this file."""
    state = moving_state(y)

    def held():
        pose = call(support_pose, t, p)
        return fall_in_hand(pose, pull_in_flight.formula(t, pose, state, p), state.w, p)

    def falling():
        return (*free_fall.formula(state.w, p), -0.0)
    w_rate, g, pulling = choose(p[HAND_STIFFNESS] != 0.0, held, falling)

    def shaken():
        body = flying.formula(t, y, p)
        return ledger_power.formula(support_motion.formula(t, p), body.r, body.v, state.w, body.turning, p)
    power = choose(p[IS_STEADY] == 0.0, shaken, lambda: 0.0)
    return (*state.v, *quaternion_rate(state.w, state.q), *w_rate, power + pulling, *g, 0.0, 0.0, 0.0)


@traced
def mass_centre(r, p):
    """Local coordinates of the mass centre."""
    return r + vector_at(p, AXIS_POINT)


@compiled
def way_unseen(t, h, y, p, calls, out):
    """What stands for the error of a step from y to `out` in which something may have been passed (around.py)."""
    before, after = flying_body(t, y, p), flying_body(t + h, out, p)
    return unseen(mass_centre(before.r, p), before.turning, mass_centre(after.r, p), after.turning,
                  (y[ANGULAR_VELOCITY], y[ANGULAR_VELOCITY + 1], y[ANGULAR_VELOCITY + 2]), h, p, calls)


@compiled
def falling_rates(t, y, p, calls):
    """`flight_rhs`, compiled once."""
    return flight_rhs(t, y, p, calls)


@compiled
def falling_weight(y, p):
    """`moving_weight`, compiled once."""
    return moving_weight(y, p)


@compiled
def fall(t, h, y, p, calls, out):
    """One 8th-order step; returns its error."""
    return whole_step(falling_rates, falling_weight, MOVING_SIZE, t, h, y, p, calls, out)


@mode_function
def flight_step(t, h, y, p, calls, out):
    """One step, as long as nothing can be passed in it unseen."""
    error = fall(t, h, y, p, calls, out)
    if p[SHARPEST] < inf and error <= TOLERANCE:
        return max(error, way_unseen(t, h, y, p, calls, out))
    return error
