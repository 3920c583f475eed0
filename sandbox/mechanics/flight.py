"""A rigid body in free flight above a moving surface, until the gap closes.

State y (17): mass centre x_G (3) in the laboratory, quaternion body -> laboratory (4), angular velocity w (3) in body
axes, ledger (1), velocity v_G (3) in the laboratory, nearest point c (3) of the support in local axes (nearest.py).

    x_G' = v_G,   v_G' = g,   q' = 1/2 q o (0, w),   w' = -J^-1 (w x J w)
    ledger' = -as.L - m ge'.r

E_J and its ledger are those of the modes in contact, so that the meter goes on. The gap opens at the rate
n.(v_G + w x rho - ws x c), each velocity at its own end of the gap.
"""

from sandbox.mechanics.ball import ball_weight
from sandbox.mechanics.compiled import compiled, mode_function
from sandbox.mechanics.contact import arm, fill_energy, ledger_power, tensor_times
from sandbox.mechanics.layout import (
    AXIS_POINT,
    GRAVITY,
    GUARD_END,
    GUARDS,
    IS_STEADY,
    LENGTH_SCALE,
    PLACEMENT,
    SEEN_FRICTION,
    SEEN_GUARDS,
    SLIP_SCALE,
)
from sandbox.mechanics.motion import support_motion, support_pose
from sandbox.mechanics.nearest import gap_at, nearest, regular_touching, size_of, within
from sandbox.mechanics.report import fill_report
from sandbox.mechanics.rotation import matrix_of, multiply, normalise, quaternion_rate_body
from sandbox.mechanics.sliding import inverse_times, relative
from sandbox.mechanics.traced import Vector, cross, traced, turn, turn_back

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


@compiled
def seen_from_support(t, x, y, z, q0, q1, q2, q3, vx, vy, vz, p):
    """The state of the flying body as its support sees it, local axes.

    returns mass centre r from the axis point, its velocity v relative to that point, turning body -> local,
            quaternion body -> local
    """
    pose = support_pose(t, p)
    r, v = from_support(pose, matrix_of(pose[0], pose[1], pose[2], pose[3]), (x, y, z), (vx, vy, vz), p)
    q = multiply(pose[0], -pose[1], -pose[2], -pose[3], q0, q1, q2, q3)
    return r, v, matrix_of(q[0], q[1], q[2], q[3]), q


@traced
def free_fall(w, p):
    """w' in body axes and g in the laboratory, into which the placement turns it from local axes at rest."""
    placement = [p[PLACEMENT + i] for i in range(9)]
    return (inverse_times(p, cross(tensor_times(p, w), w)),
            turn(placement, (p[GRAVITY], p[GRAVITY + 1], p[GRAVITY + 2])))


@compiled
def flight_rhs(t, x, y, z, q0, q1, q2, q3, w1, w2, w3, ledger, vx, vy, vz, cx, cy, cz, p, calls):
    """Right-hand side of the state of the head of this file."""
    e0, e1, e2, e3 = quaternion_rate_body(w1, w2, w3, q0, q1, q2, q3)
    a, g = free_fall((w1, w2, w3), p)
    power = 0.0
    if p[IS_STEADY] == 0.0:
        r, v, turning, _ = seen_from_support(t, x, y, z, q0, q1, q2, q3, vx, vy, vz, p)
        power = ledger_power(support_motion(t, p), r, v, (w1, w2, w3), turning, p)
    return vx, vy, vz, e0, e1, e2, e3, a[0], a[1], a[2], power, g[0], g[1], g[2], 0.0, 0.0, 0.0


@compiled
def flight_weight(x, y, z, q0, q1, q2, q3, w1, w2, w3, ledger, vx, vy, vz, cx, cy, cz, p):
    """Reciprocals of the scales that errors are measured in; c does not count."""
    s = ball_weight(x, y, z, q0, q1, q2, q3, w1, w2, w3, ledger, p)
    speed = 1.0/(p[SLIP_SCALE] + abs(vx) + abs(vy) + abs(vz))
    return (s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7], s[8], s[9], s[10], speed, speed, speed, 0.0, 0.0, 0.0)


@mode_function
def flight_settle(t, h, y, p, calls, out):
    """Unit quaternion, and the nearest point c brought up to date; c stays where it was if none is found.

    A body that sinks below the surface where that is beyond an edge is behind it: c waits beyond the edge until the
    body is in front again.
    """
    normalise(y, 3)
    r, _, turning, _ = seen_from_support(t, y[0], y[1], y[2], y[3], y[4], y[5], y[6], 0.0, 0.0, 0.0, p)
    cx, cy, cz, gap, found = nearest(r[0] + p[AXIS_POINT], r[1] + p[AXIS_POINT + 1], r[2] + p[AXIS_POINT + 2], turning,
                                     y[14], y[15], y[16], p, calls)
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


@mode_function
def flight_observe(t, h, y, p, calls, out):
    """Fill an observation (layout.SEEN numbers) of the state y at t.

    A body that leaves never ends its flight, whatever rounding says of a gap of zero. Beyond an edge there is nothing
    to hit.
    """
    r, v, turning, _ = seen_from_support(t, y[0], y[1], y[2], y[3], y[4], y[5], y[6], y[11], y[12], y[13], p)
    motion = support_motion(t, p)
    w = (y[7], y[8], y[9])
    fill_energy(relative(motion, r, v), r, (motion[0], motion[1], motion[2]), (motion[6], motion[7], motion[8]),
                unlike(w, turning, motion), w, y[10], p, out)
    out[SEEN_FRICTION] = 0.0
    for i in range(GUARDS):
        out[SEEN_GUARDS + i] = 1.0

    touch = regular_touching(y[14], y[15], y[16], turning, p, calls)
    gap = gap_at(touch, r[0] + p[AXIS_POINT], r[1] + p[AXIS_POINT + 1], r[2] + p[AXIS_POINT + 2],
                 y[14], y[15], y[16], p, calls)
    if gap - gap == 0.0 and within(y[14], y[15], y[16], p, calls):
        rate = opening(motion, touch, y[14], y[15], y[16], v, w, p)
        if rate > -SLOW*(p[SLIP_SCALE] + size_of(v)) and gap > -OVERLAP*p[LENGTH_SCALE]:
            gap = max(gap, LEAVING*p[LENGTH_SCALE])
        out[SEEN_GUARDS + GUARD_END] = gap
    return 0.0


@traced
def down(r, x, y, z, p):
    """From the mass centre to the point x, y, z."""
    return Vector(x - p[AXIS_POINT], y - p[AXIS_POINT + 1], z - p[AXIS_POINT + 2]) - r


@traced
def turned(turning, v):
    """R v."""
    return turn(turning, v)


@mode_function
def flight_report(t, h, y, p, calls, out):
    """Fill a report (report.REPORT numbers): no force, and the nearest point of the support in place of a contact."""
    r, v, turning, q = seen_from_support(t, y[0], y[1], y[2], y[3], y[4], y[5], y[6], y[11], y[12], y[13], p)
    touch = regular_touching(y[14], y[15], y[16], turning, p, calls)
    fill_report(t, q, r, relative(support_motion(t, p), r, v), turned(turning, (y[7], y[8], y[9])),
                down(r, y[14], y[15], y[16], p), touch[1], (0.0, 0.0, 0.0), p, out)
    return 0.0
