"""A convex body that slides on a moving surface, any friction law affine in the normal force (friction.py).

State y (17): contact point c (3) and quaternion body -> support (4) in local axes, absolute angular velocity w (3) in
body axes, ledger (1), velocity v (3) of the mass centre relative to the axis point (v_G - p_s') in local axes, and a
constant bias (3): the law sees the slip sigma + bias, so that a slip that starts from rest has a direction.
With the geometry of contact.py, x = c from the axis point, wr = w - ws,

    sigma = v + w x rho - ws x x,     u_b = (1 + S W)^-1 S (wr x n - W sigma),     u_s = u_b + sigma
    c' = u_s,     q' = 1/2 q o (0, wr),     n' = ws x n + W u_s
    Lambda = F0 + N D,  D = n + Fb,  moment N M      (friction.py)
    v' = Lambda/m + ge - ws x v
    w' = J^-1 (rho x Lambda + N M - w x J w)

and N from the second derivative of the gap, with xi = rho x n, eta = J^-1 xi:

    N (1/m + eta.(rho x D + M)) = -n'.sigma - n.B + eta.(w x J w - rho x F0)
    B = ge + w x (w x rho + u_b) - as x x - ws x (ws x x) - ws x u_s

The bracket is V*; it is V = 1/m + xi.eta without friction, and V*/V near 0 is Painleve's paradox. A body that can't tip
has zero rows in J^-1; for these components w' = as + ws x wr, so that it follows the support.
The ledger takes the power of friction: ledger' = -as.L - m ge'.r + F.sigma + N M.wr, and E_J - ledger is constant.
Sources: contact.md 3; Ivanov 2008 (2.4), (2.5).
"""

from math import sqrt

from sandbox.mechanics.ball import ball_weight, settle_point
from sandbox.mechanics.compiled import compiled, inlined, mode_function
from sandbox.mechanics.contact import (
    arm,
    fill_contact,
    fill_energy,
    ledger_power,
    migration,
    shape_operator,
    symmetric_times,
    tensor_times,
    touching,
)
from sandbox.mechanics.friction import friction_law, is_dry, motion_of_contact
from sandbox.mechanics.layout import (
    AXIS_POINT,
    GUARD_CONE,
    GUARD_END,
    INVERSE_TENSOR,
    IS_STEADY,
    MASS,
    SEEN_GUARDS,
    SLIP_SCALE,
)
from sandbox.mechanics.motion import support_motion
from sandbox.mechanics.report import fill_report
from sandbox.mechanics.rotation import matrix_of, normalise, quaternion_rate_body
from sandbox.mechanics.traced import Vector, cross, length, traced, turn, turn_back

SIZE = 17

# slip is handed to slip_end this long before it would end [s]
END_LEAD = 1e-4
# a bracket V* below this share of V counts as Painleve's paradox
PARADOX = 1e-3
# a slip within this multiple of the bias has only just begun
JUST_BEGUN = 1e3


def inverse_times(p, v):
    """J^-1 v, body axes."""
    at = INVERSE_TENSOR
    return symmetric_times((p[at], p[at + 1], p[at + 2], p[at + 4], p[at + 5], p[at + 8]), v)


@traced
def slipping(motion, touch, x, y, z, w, v, bias, p):
    """Kinematics at the contact point x, y, z; w in body axes, the results in local axes, see the head of this file.

    returns c and rho, w and wr, sigma, sigma + bias and its size, w_n, w_t and its size, fit, u_s, n', B
    """
    n, turning = touch[1], touch[3]
    ws, as_, ge = Vector(*motion[0:3]), Vector(*motion[3:6]), Vector(*motion[6:9])
    c = Vector(x - p[AXIS_POINT], y - p[AXIS_POINT + 1], z - p[AXIS_POINT + 2])
    rho, w = turn(turning, arm(touch, p)), turn(turning, w)
    wr = w - ws

    # tangential parts only: what is normal to the surface is rounding
    swept, carried = cross(w, rho), cross(ws, c)
    sigma = v + swept - carried
    sigma = sigma - (n @ sigma)*n
    seen = sigma + bias - (n @ bias)*n
    w_n = wr @ n
    w_t = wr - w_n*n

    u_b, fit = migration(touch, cross(wr, n) - shape_operator(touch, sigma))
    u_s = sigma + u_b
    B = ge + cross(w, swept + u_b) - cross(as_, c) - cross(ws, carried + u_s)
    n_rate = cross(ws, n) + shape_operator(touch, u_s)
    return c, rho, w, wr, sigma, seen, length(seen), w_n, w_t, length(w_t), fit, u_s, n_rate, B


@traced
def following(motion, turning, wr):
    """as + ws x wr in body axes: w' of a body that is held to its support."""
    return turn_back(turning, Vector(*motion[3:6]) + cross(Vector(*motion[0:3]), wr))


@traced
def response(motion, touch, k, w, v, law, held, p):
    """Reaction and accelerations from the kinematics k of `slipping`; w and held in body axes, v in local ones.

    law    a0, a, spin, roll of friction.friction_law;  held  w' of the components in which the body can't turn
    returns Lambda, v', w' in body axes, V*/V, power of friction [W], and the rates along sigma + bias [m^2/s^3] and of
            w_n [rad/s^2]
    """
    n, turning = touch[1], touch[3]
    ws, as_, ge = Vector(*motion[0:3]), Vector(*motion[3:6]), Vector(*motion[6:9])
    _, rho, _, wr, sigma, seen, _, w_n, w_t, rolling, _, _, n_rate, B = k
    a0, a, spin, roll = law
    m = p[MASS]

    # normal force
    xi = turn_back(turning, cross(rho, n))
    eta = inverse_times(p, xi)
    gyro = cross(w, tensor_times(p, w))
    V = 1.0/m + xi @ eta
    turning_eta = turn(turning, eta)
    pushed = turning_eta @ cross(rho, seen)
    bracket = V - a*pushed - spin*(turning_eta @ n) - roll*(turning_eta @ w_t)
    N = (eta @ gyro + a0*pushed - n_rate @ sigma - n @ B - xi @ held)/bracket

    force = N*n - (a0 + N*a)*seen
    moment = cross(rho, force) - (N*spin)*n - (N*roll)*w_t
    e = inverse_times(p, turn_back(turning, moment) - gyro) + held
    power = -(a0 + N*a)*(seen @ sigma) - N*spin*w_n - N*roll*rolling*rolling

    # rates for the end of slip
    w_rate = turn(turning, e)
    slip_rate = force/m + B + cross(w_rate, rho)
    return (force, force/m + ge - cross(ws, v), e, bracket/V, power,
            seen @ slip_rate, (w_rate - as_) @ n + wr @ n_rate)


@traced
def seen_in_body(turning, v):
    """R^T v."""
    return turn_back(turning, v)


@traced
def centre_of(c, rho):
    """Mass centre from the axis point."""
    return c - rho


@inlined
def sliding_dynamics(t, x, y, z, q0, q1, q2, q3, w1, w2, w3, vx, vy, vz, bx, by, bz, p, calls):
    """Everything about the contact at one instant; see the head of this file. Triples, local axes if not said else.

    returns 0 u_s, 1 w' in body axes, 2 v', 3 ledger', 4 wr in body axes, 5 n, 6 Lambda [N], 7 r mass centre from the
            axis point, 8 the support's motion (12), 9 rho, 10 w, 11 fit, 12 V*/V,
            13 H, 14 H' of friction.motion_of_contact [m/s, m/s^2]
    """
    w, v = (w1, w2, w3), (vx, vy, vz)
    motion = support_motion(t, p)
    touch = touching(x, y, z, matrix_of(q0, q1, q2, q3), p, calls)
    k = slipping(motion, touch, x, y, z, w, v, (bx, by, bz), p)
    c, rho, spin, wr, _, _, slip, w_n, _, rolling, fit, u_s, _, _ = k
    law = friction_law(slip, w_n, rolling, p)

    # a zero row of J^-1 means that the body can't turn about that axis of itself
    held = (0.0, 0.0, 0.0)
    if p[INVERSE_TENSOR] == 0.0 or p[INVERSE_TENSOR + 4] == 0.0 or p[INVERSE_TENSOR + 8] == 0.0:
        f = following(motion, touch[3], wr)
        held = (f[0] if p[INVERSE_TENSOR] == 0.0 else 0.0, f[1] if p[INVERSE_TENSOR + 4] == 0.0 else 0.0,
                f[2] if p[INVERSE_TENSOR + 8] == 0.0 else 0.0)
    force, v_rate, w_rate, bracket, ledger, along, spinning = response(motion, touch, k, w, v, law, held, p)

    r = centre_of(c, rho)
    if p[IS_STEADY] == 0.0:
        ledger += ledger_power(motion, r, v, w, touch[3], p)
    H, H_rate = motion_of_contact(slip, along/slip if slip > 0.0 else 0.0, w_n, spinning, p)
    return (u_s, w_rate, v_rate, ledger, seen_in_body(touch[3], wr), touch[1], force, r, motion, rho, spin, fit,
            bracket, H, H_rate)


@compiled
def sliding_dynamics_called(t, x, y, z, q0, q1, q2, q3, w1, w2, w3, vx, vy, vz, bx, by, bz, p, calls):
    """`sliding_dynamics` compiled once for those who call it once per step."""
    return sliding_dynamics(t, x, y, z, q0, q1, q2, q3, w1, w2, w3, vx, vy, vz, bx, by, bz, p, calls)


@compiled
def sliding_rhs(t, x, y, z, q0, q1, q2, q3, w1, w2, w3, ledger, vx, vy, vz, bx, by, bz, p, calls):
    """Right-hand side of the state of the head of this file."""
    d = sliding_dynamics(t, x, y, z, q0, q1, q2, q3, w1, w2, w3, vx, vy, vz, bx, by, bz, p, calls)
    e0, e1, e2, e3 = quaternion_rate_body(d[4][0], d[4][1], d[4][2], q0, q1, q2, q3)
    return (d[0][0], d[0][1], d[0][2], e0, e1, e2, e3, d[1][0], d[1][1], d[1][2], d[3], d[2][0], d[2][1], d[2][2],
            0.0, 0.0, 0.0)


@compiled
def sliding_weight(x, y, z, q0, q1, q2, q3, w1, w2, w3, ledger, vx, vy, vz, bx, by, bz, p):
    """Reciprocals of the scales that errors are measured in: those of rolling, and one for v."""
    s = ball_weight(x, y, z, q0, q1, q2, q3, w1, w2, w3, ledger, p)
    speed = 1.0/(p[SLIP_SCALE] + abs(vx) + abs(vy) + abs(vz))
    return (s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7], s[8], s[9], s[10], speed, speed, speed, 0.0, 0.0, 0.0)


@traced
def closing(motion, touch, x, y, z, w, v, p):
    """The velocity v without what it has across the surface at the contact; w in body axes."""
    n, turning = touch[1], touch[3]
    c = Vector(x - p[AXIS_POINT], y - p[AXIS_POINT + 1], z - p[AXIS_POINT + 2])
    u = v + cross(turn(turning, w), turn(turning, arm(touch, p))) - cross(Vector(*motion[0:3]), c)
    return v - (n @ u)*n


@compiled
def settle_sliding(t, y, p, calls):
    """Unit quaternion, c on the surface, no normal velocity: what rounding leaves of it would grow with time."""
    normalise(y, 3)
    settle_point(y, p, calls)
    touch = touching(y[0], y[1], y[2], matrix_of(y[3], y[4], y[5], y[6]), p, calls)
    v = closing(support_motion(t, p), touch, y[0], y[1], y[2], (y[7], y[8], y[9]), (y[11], y[12], y[13]), p)
    y[11] = v[0]
    y[12] = v[1]
    y[13] = v[2]


@mode_function
def sliding_settle(t, h, y, p, calls, out):
    """`settle_sliding` at t."""
    settle_sliding(t, y, p, calls)
    return 0.0


@traced
def relative(motion, r, v):
    """Velocity of the mass centre relative to the support."""
    return v - cross(Vector(*motion[0:3]), r)


@traced
def speeds(motion, r, rho, w, v):
    """Sum of the velocities that make up the slip [m/s]: what its rounding is measured by."""
    return length(v) + length(w)*length(rho) + length(Vector(*motion[0:3]))*(length(r) + length(rho))


@compiled
def fill_sliding(t, y, p, calls, out):
    """Fill all of an observation but its ends; returns H, H' and `speeds`."""
    d = sliding_dynamics_called(t, y[0], y[1], y[2], y[3], y[4], y[5], y[6], y[7], y[8], y[9], y[11], y[12], y[13],
                         y[14], y[15], y[16], p, calls)
    motion, r, v = d[8], d[7], (y[11], y[12], y[13])
    fill_energy(relative(motion, r, v), r, (motion[0], motion[1], motion[2]), (motion[6], motion[7], motion[8]), d[4],
                (y[7], y[8], y[9]), y[10], p, out)
    fill_contact(y, d[5], d[6], d[11], p, calls, out)
    out[SEEN_GUARDS + GUARD_CONE] = d[12] - PARADOX
    return d[13], d[14], speeds(motion, r, d[9], d[10], v)


@mode_function
def sliding_observe(t, h, y, p, calls, out):
    """Fill an observation (layout.SEEN numbers) of the state y at t."""
    size, rate, _speeds = fill_sliding(t, y, p, calls, out)
    begun = JUST_BEGUN*sqrt(y[14]*y[14] + y[15]*y[15] + y[16]*y[16])
    if is_dry(p) and size > begun:
        out[SEEN_GUARDS + GUARD_END] = size + END_LEAD*rate
    return 0.0


@compiled
def report_sliding(t, y, p, calls, out):
    """Fill a report of the sliding state y at t."""
    d = sliding_dynamics_called(t, y[0], y[1], y[2], y[3], y[4], y[5], y[6], y[7], y[8], y[9], y[11], y[12], y[13],
                         y[14], y[15], y[16], p, calls)
    fill_report(t, (y[3], y[4], y[5], y[6]), d[7], relative(d[8], d[7], (y[11], y[12], y[13])), d[10], d[9], d[5], d[6],
                p, out)


@mode_function
def sliding_report(t, h, y, p, calls, out):
    """Fill a report (report.REPORT numbers): the body in the laboratory frame."""
    report_sliding(t, y, p, calls, out)
    return 0.0
