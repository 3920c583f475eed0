"""A rigid body in free flight above a moving surface, until the gap closes.

State y (17): mass centre x_G (3) in the laboratory, quaternion body -> laboratory (4), angular velocity w (3) in body
axes, ledger (1), velocity v_G (3) in the laboratory, nearest point c (3) of the support in local axes (nearest.py).

    x_G' = v_G,   v_G' = g,   q' = 1/2 q o (0, w),   w' = -J^-1 (w x J w)
    ledger' = -as.L - m ge'.r

E_J and its ledger are those of the modes in contact, so that the meter goes on. The gap opens at the rate
n.(v_G + w x rho - ws x c), each velocity at its own end of the gap.
"""

from sandbox.compiling.branching import call, choose
from sandbox.compiling.compiled import compiled, mode_function
from sandbox.compiling.rotation import normalise
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
from sandbox.integration.observation import FIRST_GUARD, FRICTION_RATIO
from sandbox.mechanics.contact.geometry import arm, fill_energy, ledger_power, tensor_times
from sandbox.mechanics.contact.nearest import gap_at, nearest, regular_touching, size_of, within
from sandbox.mechanics.contact.sliding import relative, sliding_weight
from sandbox.mechanics.contact.sliding_equations import inverse_times
from sandbox.mechanics.layout import AXIS_POINT, GRAVITY, GUARD_END, IS_STEADY, LENGTH_SCALE, PLACEMENT, SLIP_SCALE
from sandbox.mechanics.motion import support_motion, support_pose
from sandbox.mechanics.report import fill_report

SIZE = 17

# a body that leaves may overlap by this much, from rounding [of the body's size]
OVERLAP = 1e-9
# an approach slower than this is none: rounding at the moment of lift-off [of the typical and present speed]
SLOW = 1e-11
# what the guard shows at least of a body that leaves: enough for the search of a root from there [of the body's size]
LEAVING = 1e-6


@traced
def from_support(pose, rotation, x, v, p):
    """Mass centre and its velocity relative to the axis point, local axes, from those in the laboratory."""
    return (turn_back(rotation, x - pose[4:7]), turn_back(rotation, v - pose[7:10]))


@traced
def flying_seen(t, x, y, z, q0, q1, q2, q3, vx, vy, vz, p):
    """`seen_from_support`."""
    pose = call(support_pose, t, p)
    r, v = from_support.formula(pose, matrix_of(pose[0:4]), Vector(x, y, z), Vector(vx, vy, vz), p)
    q = multiply((pose[0], -pose[1], -pose[2], -pose[3]), (q0, q1, q2, q3))
    return r, v, matrix_of(q), q


@compiled
def seen_from_support(t, y, p):
    """The state y of the flying body as its support sees it, local axes.

    returns mass centre r from the axis point, its velocity v relative to that point, turning body -> local,
            quaternion body -> local
    """
    return flying_seen_of(t, y, p)


@traced
def flying_seen_of(t, y, p):
    """`seen_from_support`."""
    return flying_seen.formula(t, *(y[i] for i in range(7)), *(y[i] for i in range(11, 14)), p)


@traced
def free_fall(w, p):
    """w' in body axes and g in the laboratory, into which the placement turns it from local axes at rest."""
    placement = [p[PLACEMENT + i] for i in range(9)]
    return (inverse_times(p, cross(tensor_times(p, w), w)),
            turn(placement, (p[GRAVITY], p[GRAVITY + 1], p[GRAVITY + 2])))


@traced
def flight_rates(t, x, y, z, q0, q1, q2, q3, w1, w2, w3, vx, vy, vz, p):
    """`flight_rhs`."""
    w = Vector(w1, w2, w3)
    a, g = free_fall.formula(w, p)

    def shaken():
        r, v, turning, _ = flying_seen.formula(t, x, y, z, q0, q1, q2, q3, vx, vy, vz, p)
        return ledger_power.formula(support_motion.formula(t, p), r, v, w, turning, p)
    power = choose(p[IS_STEADY] == 0.0, shaken, lambda: 0.0)
    return (vx, vy, vz, *quaternion_rate(w, (q0, q1, q2, q3)), *a, power, *g, 0.0, 0.0, 0.0)


@compiled
def flight_rhs(t, x, y, z, q0, q1, q2, q3, w1, w2, w3, ledger, vx, vy, vz, cx, cy, cz, p, calls):
    """Right-hand side of the state of the head of this file."""
    return flight_rates(t, x, y, z, q0, q1, q2, q3, w1, w2, w3, vx, vy, vz, p)


# c does not count
flight_weight = sliding_weight


@traced
def mass_centre(r, p):
    """Local coordinates of the mass centre."""
    return r + vector_at(p, AXIS_POINT)


@mode_function
def flight_settle(t, h, y, p, calls, out):
    """Unit quaternion, and the nearest point c brought up to date; c stays where it was if none is found.

    A body that sinks below the surface where that is beyond an edge is behind it: c waits beyond the edge until the
    body is in front again.
    """
    normalise(y, 3)
    r, _, turning, _ = seen_from_support(t, y, p)
    x, y_, z = mass_centre(r, p)
    cx, cy, cz, gap, found = nearest(x, y_, z, turning, y[14], y[15], y[16], p, calls)
    behind = gap < 0.0 and not within(y[14], y[15], y[16], p, calls)
    if found and not behind:
        y[14] = cx
        y[15] = cy
        y[16] = cz
    return 0.0


@traced
def opening(motion, touch, x, y, z, v, w, p):
    """Rate of the gap at the point x, y, z [m/s]; w in body axes. Also -r from the axis point to that point."""
    turning = touch[3]
    c = Vector(x - p[AXIS_POINT], y - p[AXIS_POINT + 1], z - p[AXIS_POINT + 2])
    moving = v + cross(turn(turning, w), turn(turning, arm(touch, p))) - cross(Vector(*motion[0:3]), c)
    return touch[1] @ moving


@traced
def unlike(w, turning, motion):
    """Angular velocity relative to the support, body axes."""
    return w - turn_back(turning, Vector(*motion[0:3]))


@traced
def fill_flight(motion, r, v, turning, y, p, out):
    """Fill an observation but for the guard of the gap."""
    w = vector_at(y, 7)
    fill_energy.formula(relative.formula(motion, r, v), r, Vector(*motion[0:3]), Vector(*motion[6:9]),
                        unlike.formula(w, turning, motion), w, y[10], p, out)
    out[FRICTION_RATIO] = 0.0


@mode_function
def flight_observe(t, h, y, p, calls, out):
    """Fill an observation (OBSERVATION,) of the state y at t.

    A body that leaves never ends its flight, whatever rounding says of a gap of zero. Beyond an edge there is nothing
    to hit.
    """
    r, v, turning, _ = seen_from_support(t, y, p)
    motion = support_motion(t, p)
    fill_flight(motion, r, v, turning, y, p, out)

    touch = regular_touching(y[14], y[15], y[16], turning, p, calls)
    x, y_, z = mass_centre(r, p)
    gap = gap_at(touch, x, y_, z, y[14], y[15], y[16], p, calls)
    if gap - gap == 0.0 and within(y[14], y[15], y[16], p, calls):
        rate = opening(motion, touch, y[14], y[15], y[16], v, (y[7], y[8], y[9]), p)
        if rate > -SLOW*(p[SLIP_SCALE] + size_of(v)) and gap > -OVERLAP*p[LENGTH_SCALE]:
            gap = max(gap, LEAVING*p[LENGTH_SCALE])
        out[FIRST_GUARD + GUARD_END] = gap
    return 0.0


@traced
def put_flight_report(t, r, v, turning, q, touch, y, p, out):
    """Fill a report of the flight."""
    motion = support_motion.formula(t, p)
    down = vector_at(y, 14) - vector_at(p, AXIS_POINT) - r
    call(fill_report, t, q, r, relative.formula(motion, r, v), turn(turning, vector_at(y, 7)), down, touch[1],
         Vector(0.0, 0.0, 0.0), p, out)


@mode_function
def flight_report(t, h, y, p, calls, out):
    """Fill a report (report.REPORT numbers): no force, and the nearest point of the support in place of a contact."""
    r, v, turning, q = seen_from_support(t, y, p)
    touch = regular_touching(y[14], y[15], y[16], turning, p, calls)
    put_flight_report(t, r, v, turning, q, touch, y, p, out)
    return 0.0
