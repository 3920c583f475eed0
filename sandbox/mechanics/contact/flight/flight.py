"""A rigid body in free flight above a moving surface, until the gap closes.

State y (17), state.py: mass centre x_G in the laboratory, quaternion body -> laboratory, angular velocity w in body
axes, ledger, velocity v_G in the laboratory, nearest point c of the support in local axes (nearest.py).

    x_G' = v_G,   v_G' = g,   q' = 1/2 q o (0, w),   w' = -J^-1 (w x J w)
    ledger' = -as.L - m ge'.r                        a hand (pull.py): g + F/m, w x J w - M, and its power

E_J and its ledger are those of the modes in contact, so that the meter goes on. The gap opens at the rate
n.(v_G + w x rho - ws x c), each velocity at its own end of the gap.
"""

from math import inf
from typing import NamedTuple

from sandbox.compiling.branching import call, choose
from sandbox.compiling.compiled import compiled
from sandbox.compiling.entries import mode_function
from sandbox.compiling.rotation import normalise
from sandbox.compiling.traced import (
    Vector,
    cross,
    length,
    matrix_of,
    multiply,
    quaternion_rate,
    traced,
    turn,
    turn_back,
    vector_at,
)
from sandbox.integration import observation as obs
from sandbox.integration.ode import whole_step
from sandbox.integration.settings import TOLERANCE
from sandbox.mechanics import layout as lay
from sandbox.mechanics.contact.flight.around import PASSED, comes_in_deep, nearest_of_all, overlaps, unseen
from sandbox.mechanics.contact.flight.nearest import ASTRAY, gap_at, regular_geometry, size_of, within
from sandbox.mechanics.contact.geometry import ContactGeometry, arm, fill_energy, from_axis, ledger_power, tensor_times
from sandbox.mechanics.contact.mode import FREE, contact_mode
from sandbox.mechanics.contact.slip.sliding import inverse_times, moving_weight, relative
from sandbox.mechanics.contact.state import ANGULAR_VELOCITY, MOVING_SIZE, NEAREST, QUATERNION, moving_state
from sandbox.mechanics.motion import SupportMotion, support_motion, support_pose
from sandbox.mechanics.pull import pull
from sandbox.mechanics.report import Reported, fill_report, put

# ---- where a body flies ---------------------------------------------------------------------------------------------


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
    placement = [p[lay.PLACEMENT + i] for i in range(9)]
    return inverse_times(p, cross(tensor_times(p, w), w)), turn(placement, vector_at(p, lay.GRAVITY))


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
            g + turn(matrix_of(pose.q), found.force)/p[lay.MASS], found.power)


@traced
def flight_rhs(t, y, p, calls):
    """y' of the state of the head of this file."""
    state = moving_state(y)

    def held():
        pose = call(support_pose, t, p)
        return fall_in_hand(pose, pull_in_flight.formula(t, pose, state, p), state.w, p)

    def falling():
        return (*free_fall.formula(state.w, p), -0.0)
    w_rate, g, pulling = choose(p[lay.HAND_STIFFNESS] != 0.0, held, falling)

    def shaken():
        body = flying.formula(t, y, p)
        return ledger_power.formula(support_motion.formula(t, p), body.r, body.v, state.w, body.turning, p)
    power = choose(p[lay.IS_STEADY] == 0.0, shaken, lambda: 0.0)
    return (*state.v, *quaternion_rate(state.w, state.q), *w_rate, power + pulling, *g, 0.0, 0.0, 0.0)


@traced
def mass_centre(r, p):
    """Local coordinates of the mass centre."""
    return r + vector_at(p, lay.AXIS_POINT)


@compiled
def way_unseen(t, h, y, p, calls, out):
    """What stands for the error of a step from y to `out` in which something may have been passed (around.py)."""
    before, after = flying_body(t, y, p), flying_body(t + h, out, p)
    a, b = mass_centre(before.r, p), mass_centre(after.r, p)
    if comes_in_deep(a, before.turning, nearest_point(y), b, after.turning, h, p, calls):
        return PASSED
    return unseen(a, before.turning, b, after.turning,
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
    if error <= TOLERANCE and (p[lay.SHARPEST] < inf or not within(nearest_point(y), p, calls)):
        return max(error, way_unseen(t, h, y, p, calls, out))
    return error


# a body that leaves may overlap by this much, from rounding [of the body's size]
OVERLAP = 1e-9
# an approach slower than this is none: rounding at the moment of lift-off [of the typical and present speed]
SLOW = 1e-11
# what the guard shows at least of a body that leaves: enough for the search of a root from there [of the body's size]
LEAVING = 1e-6


class Flight(NamedTuple):
    """Everything about a flight at one instant."""

    motion: SupportMotion
    body: Flying
    touch: ContactGeometry        # at the nearest point


@compiled
def flight_dynamics(t, y, p, calls):
    """The Flight of the state y."""
    body = flying_body(t, y, p)
    return Flight(support_motion(t, p), body, regular_geometry(nearest_point(y), body.turning, p, calls))


@traced
def nearest_point(y):
    """The nearest point that a state of flight remembers, local coordinates [m]."""
    return vector_at(y, NEAREST)


@traced
def put_nearest(y, c):
    """Write the nearest point c to y."""
    put(y, NEAREST, c)


@compiled
def flight_settle(t, y, p, calls):
    """Unit quaternion, and the nearest point c brought up to date; c stays where it was if none is found.

    A body that sinks below the surface where that is beyond an edge is behind it: c waits beyond the edge until the
    body is in front again.
    """
    normalise(y, QUATERNION)
    body, old = flying_body(t, y, p), nearest_point(y)
    found = nearest_of_all(mass_centre(body.r, p), body.turning, old, p, calls)
    behind = found.gap < 0.0 and not within(old, p, calls)
    if found.found and not behind:
        put_nearest(y, found.c)


@traced
def opening(motion, touch, x, v, w, p):
    """Rate of the gap at the point x [m/s]; w in body axes."""
    turning = touch.turning
    moving = v + cross(turn(turning, w), turn(turning, arm(touch, p))) - cross(motion.ws, from_axis(x, p))
    return touch.n @ moving


@traced
def relative_spin(w, turning, motion):
    """Angular velocity relative to the support, body axes."""
    return w - turn_back(turning, motion.ws)


@traced
def fill_free(motion, body, y, p, out):
    """Fill an observation but for the guard of the gap; returns the angular velocity."""
    state = moving_state(y)
    v_rel = relative.formula(motion, body.r, body.v)
    fill_energy.formula(motion, v_rel, body.r, relative_spin.formula(state.w, body.turning, motion), state, p, out)
    out[obs.FRICTION_RATIO] = 0.0
    return state.w


@traced
def height_in_hand(motion, r, c, p):
    """How far a body may still sink until it is all below the point c, times gravity [m^2/s^2]; 1.0 without gravity."""
    g = length(motion.ge)
    return choose(g > 0.0, lambda: g*p[lay.LENGTH_SCALE] - (mass_centre(r, p) - c) @ motion.ge, lambda: 1.0)


@compiled
def fall_off(motion, r, c, gap, p):
    """What stays positive until a body has passed below an edge that it flew beyond, c being its nearest point there.

    The gap to the surface's continuation tells, and the height where the surface has none.
    """
    if gap - gap == 0.0:
        return gap
    return height_in_hand(motion, r, c, p)


@compiled
def observe_flight(t, y, d, p, calls, out):
    """Fill an observation.

    A body that leaves never ends its flight, whatever rounding says of a gap of zero. Beyond an edge there is nothing
    to hit; what has passed below it there is gone.
    """
    w, c = fill_free(d.motion, d.body, y, p, out), nearest_point(y)
    gap = gap_at(d.touch, mass_centre(d.body.r, p), c, p, calls)
    if gap - gap == 0.0 and within(c, p, calls):
        rate = opening(d.motion, d.touch, c, d.body.v, w, p)
        if rate > -SLOW*(p[lay.SLIP_SCALE] + size_of(d.body.v)) and gap > -OVERLAP*p[lay.LENGTH_SCALE]:
            gap = max(gap, LEAVING*p[lay.LENGTH_SCALE])
        out[obs.FIRST_GUARD + lay.GUARD_END] = gap
        if p[lay.SHARPEST] == 0.0 and gap > ASTRAY*p[lay.LENGTH_SCALE] and overlaps(
                mass_centre(d.body.r, p), d.body.turning, p, calls):
            # something that its nearest point does not show
            out[obs.FIRST_GUARD + lay.GUARD_FIT] = -1.0
    else:
        out[obs.FIRST_GUARD + lay.GUARD_EDGES] = fall_off(d.motion, d.body.r, c, gap, p)


@traced
def report_flight(t, y, d, p, calls, out):
    """Fill a report: no force, and the nearest point of the support in place of a contact."""
    state, body = moving_state(y), d.body
    down = state.extra - vector_at(p, lay.AXIS_POINT) - body.r
    v_rel = relative.formula(d.motion, body.r, body.v)
    none = Vector(0.0, 0.0, 0.0)
    call(fill_report, t, Reported(body.q, body.r, v_rel, turn(body.turning, state.w), down, d.touch.n, none), p, out)


# the nearest point has no part in errors
FLIGHT = contact_mode("flight", FREE, MOVING_SIZE,
                      about="flies freely until a gap closes",
                      step=flight_step, dynamics=flight_dynamics, rhs=flight_rhs,
                      weight=moving_weight, settle=flight_settle, observe=observe_flight, report=report_flight)
