"""A body pressed against a support that gives way: a spring and a damper along the normal instead of a rigid contact.

State y (17) as in flight.py: mass centre x_G, quaternion, w, ledger, v_G in the laboratory, nearest point c of the
support in local axes; the body's own point is c + gap n, delta = -gap its depth. In support axes, rho from the mass
centre to that point, r the mass centre from the axis point,

    u = v + w x rho - ws x (r + rho),   gap' = n.u,   sigma = u - (n.u) n
    N = k delta + c delta'                                       until N = 0: the contact can't pull
    F = -((c0/s + c1) N/sqrt(N^2 + N0^2) + mu N f/s) sigma,   s = sqrt(sigma^2 + eps^2),   N0 = m g/100
    M = -N (mu b m sign(w_n) n + (k_s^2 w_n n + k_r^2 w_t)/K),   K^2 = k_s^2 w_n^2 + k_r^2 w_t^2 + k^2 (eps/L)^2
    m v_G' = m g + N n + F,   J w' = rho x (N n + F) + M - w x J w

f, m, k_r, k_s as in friction.py at the slip s. Below the creep velocity eps friction fades in proportion to the slip:
what a rigid contact would hold creeps along at eps |F|/sqrt((mu N)^2 - F^2); k in K is max(k_r, k_s) and L the body's
size. Adhesion and viscosity, which do not know N, set in with it: a force that jumps at N = 0 could make the contact
begin and end without end. The energy of the spring counts:

    E_J + k delta^2/2 - ledger = const,   ledger' = -as.L - m ge'.r + F.sigma + M.wr - c delta'^2

Where N ends at delta > 0 the support follows later by itself, and its damper takes k delta^2/2: the jumps book that.
A body with a flat face touches with the deepest point of its rim, which may jump to the other side: exact between such
jumps. `above` is the flight over such a support: it ends where N would be positive. Sources: contact.md 9; Ivanov 2008,
appendix D.1.
"""

from math import nan
from math import sqrt as root

from sandbox.compiling.compiled import compiled, mode_function
from sandbox.compiling.rotation import matrix_of, multiply, normalise, quaternion_rate_body
from sandbox.compiling.traced import Vector, cross, length, sqrt, traced, turn, turn_back
from sandbox.integration.observation import DEFECT, FIRST_GUARD, FRICTION_RATIO
from sandbox.mechanics.contact.flight import (
    LEAVING,
    OVERLAP,
    SLOW,
    free_fall,
    from_support,
    opening,
    seen_from_support,
    unlike,
)
from sandbox.mechanics.contact.geometry import (
    arm,
    curvature,
    fill_contact,
    fill_energy,
    ledger_power,
    radii_product,
    tensor_times,
    trace_of_both,
)
from sandbox.mechanics.contact.nearest import gap_at, regular_touching, search, size_of, within
from sandbox.mechanics.contact.rolling import turned
from sandbox.mechanics.contact.sliding import relative
from sandbox.mechanics.contact.sliding_equations import inverse_times
from sandbox.mechanics.friction.contact_friction import friction_law
from sandbox.mechanics.layout import (
    AXIS_POINT,
    CREEP,
    DAMPING,
    GUARD_END,
    GUARD_NORMAL,
    IS_STEADY,
    LENGTH_SCALE,
    MASS,
    ROLLING_RESISTANCE,
    SLIP_SCALE,
    SPINNING_RESISTANCE,
    STIFFNESS,
)
from sandbox.mechanics.motion import support_motion, support_pose
from sandbox.mechanics.report import fill_report

SIZE = 17

# a force below this is none: rounding of the depth and of the present forces [of m g, of k L]
FAINT, ROUNDING = 1e-9, 1e-13
# adhesion and viscosity set in with a force of this size [of m g]
SETS_IN = 1e-2


@traced
def meeting(motion, touch, r, v, w, p):
    """Kinematics of the body's point, local axes, but w in body axes.

    returns rho, wr, gap', sigma, |sigma|, w_n, w_t, |w_t|, fit
    """
    n, turning, ws = touch[1], touch[3], Vector(*motion[0:3])
    rho, spin = turn(turning, arm(touch, p)), turn(turning, w)
    u = v + cross(spin, rho) - cross(ws, r + rho)
    rate = u @ n
    sigma = u - rate*n
    wr = spin - ws
    w_n = wr @ n
    w_t = wr - w_n*n
    fit = 1.0 + trace_of_both(touch) + curvature(touch)*radii_product(touch)
    return rho, wr, rate, sigma, length(sigma), w_n, w_t, length(w_t), fit


@traced
def forces(touch, k, N, law, p):
    """Reaction and moment in local axes, its power less that of N [W]; k of `meeting`, law of friction.friction_law."""
    n = touch[1]
    _, _, _, sigma, _, w_n, w_t, rolling, _ = k
    a0, a, spin, roll = law
    small = SETS_IN*p[MASS]*p[SLIP_SCALE]*p[SLIP_SCALE]/p[LENGTH_SCALE]
    drag = N*(a0/sqrt(N*N + small*small) + a)
    return (N*n - drag*sigma, -(N*spin)*n - (N*roll)*w_t,
            -drag*(sigma @ sigma) - N*(spin*w_n + roll*rolling*rolling))


@traced
def accelerations(rotation, touch, rho, force, moment, w, g, p):
    """v_G' in the laboratory and w' in body axes."""
    turning = touch[3]
    torque = turn_back(turning, cross(rho, force) + moment) - cross(w, tensor_times(p, w))
    return turn(rotation, force)/p[MASS] + g, inverse_times(p, torque)


@compiled
def soft_law(slip, w_n, w_t, p, calls):
    """`friction.friction_law` that fades below the creep velocity, see the head of this file."""
    eps = p[CREEP]
    a0, a, spin, roll = friction_law(root(slip*slip + eps*eps), w_n, w_t, p, calls)
    k_r, k_s = p[ROLLING_RESISTANCE], p[SPINNING_RESISTANCE]
    if k_r > 0.0 or k_s > 0.0:
        # in place of the dry resistance
        hard = root(k_s*k_s*w_n*w_n + k_r*k_r*w_t*w_t)
        bend = max(k_r, k_s)*eps/p[LENGTH_SCALE]
        soft = root(hard*hard + bend*bend)
        if hard > 0.0:
            spin -= k_s*k_s*w_n/hard
        spin += k_s*k_s*w_n/soft
        roll = k_r*k_r/soft
    return a0, a, spin, roll


@compiled
def pressed_dynamics(t, x, y, z, q0, q1, q2, q3, w1, w2, w3, vx, vy, vz, cx, cy, cz, p, calls):
    """Everything about the contact at one instant; local axes if not said else.

    returns 0 v_G' in the laboratory, 1 w' in body axes, 2 ledger', 3 N, 4 reaction [N], 5 delta, 6 delta', 7 c,
            8 r from the axis point, 9 v relative to it, 10 rho, 11 the support's motion, 12 the turning, 13 n, 14 fit,
            15 quaternion body -> support
    """
    pose = support_pose(t, p)
    rotation = matrix_of(pose[0], pose[1], pose[2], pose[3])
    motion = support_motion(t, p)
    w = (w1, w2, w3)
    r, v = from_support(pose, rotation, (x, y, z), (vx, vy, vz), p)
    q = multiply(pose[0], -pose[1], -pose[2], -pose[3], q0, q1, q2, q3)
    turning = matrix_of(q[0], q[1], q[2], q[3])
    cx, cy, cz, gap, found = search(r[0] + p[AXIS_POINT], r[1] + p[AXIS_POINT + 1], r[2] + p[AXIS_POINT + 2], turning,
                                    cx, cy, cz, p, calls)
    if not found:
        # a flat face against a bulge has no single touching point: the run ends
        gap = nan
    touch = regular_touching(cx, cy, cz, turning, p, calls)
    k = meeting(motion, touch, r, v, w, p)
    N = -p[STIFFNESS]*gap - p[DAMPING]*k[2]
    force, moment, power = forces(touch, k, N, soft_law(k[4], k[5], k[7], p, calls), p)
    _, g = free_fall(w, p)
    a, e = accelerations(rotation, touch, k[0], force, moment, w, g, p)
    ledger = power - p[DAMPING]*k[2]*k[2]
    if p[IS_STEADY] == 0.0:
        ledger += ledger_power(motion, r, v, w, turning, p)
    return (a, e, ledger, N, force, -gap, -k[2], (cx, cy, cz), r, v, k[0], motion, turning, touch[1], k[8], q)


@compiled
def pressed_rhs(t, x, y, z, q0, q1, q2, q3, w1, w2, w3, ledger, vx, vy, vz, cx, cy, cz, p, calls):
    """Right-hand side of the state of the head of this file; c is a first guess only, settling keeps it up to date."""
    d = pressed_dynamics(t, x, y, z, q0, q1, q2, q3, w1, w2, w3, vx, vy, vz, cx, cy, cz, p, calls)
    e0, e1, e2, e3 = quaternion_rate_body(w1, w2, w3, q0, q1, q2, q3)
    return (vx, vy, vz, e0, e1, e2, e3, d[1][0], d[1][1], d[1][2], d[2], d[0][0], d[0][1], d[0][2], 0.0, 0.0, 0.0)


@compiled
def pressed_called(t, y, p, calls):
    """`pressed_dynamics` of the state y."""
    return pressed_dynamics(t, y[0], y[1], y[2], y[3], y[4], y[5], y[6], y[7], y[8], y[9], y[11], y[12], y[13],
                            y[14], y[15], y[16], p, calls)


@mode_function
def pressed_settle(t, h, y, p, calls, out):
    """Unit quaternion, and the point c brought up to date: the one that presses, not another that may be nearer."""
    normalise(y, 3)
    c = pressed_called(t, y, p, calls)[7]
    y[14] = c[0]
    y[15] = c[1]
    y[16] = c[2]
    return 0.0


@mode_function
def pressed_observe(t, h, y, p, calls, out):
    """Fill an observation (OBSERVATION,) of the state y at t. While it gets deeper, a contact never ends."""
    d = pressed_called(t, y, p, calls)
    motion, r, w = d[11], d[8], (y[7], y[8], y[9])
    fill_energy(relative(motion, r, d[9]), r, (motion[0], motion[1], motion[2]), (motion[6], motion[7], motion[8]),
                unlike(w, d[12], motion), w, y[10], p, out)
    out[DEFECT] += 0.5*p[STIFFNESS]*d[5]*d[5]
    N, _ = fill_contact(d[7], d[13], d[4], d[14], p, calls, out)
    if d[6] > 0.0:
        out[FIRST_GUARD + GUARD_NORMAL] = max(N, LEAVING*p[MASS]*p[SLIP_SCALE]*p[SLIP_SCALE]/p[LENGTH_SCALE])
    return 0.0


@mode_function
def pressed_report(t, h, y, p, calls, out):
    """Fill a report (report.REPORT numbers): the contact is the body's own point, below the surface."""
    d = pressed_called(t, y, p, calls)
    fill_report(t, d[15], d[8], relative(d[11], d[8], d[9]), turned(d[12], (y[7], y[8], y[9])), d[10], d[13], d[4],
                p, out)
    return 0.0


@mode_function
def above_observe(t, h, y, p, calls, out):
    """Fill an observation of flight above a support that gives way: it ends where the force would be positive.

    A body that leaves may still overlap; it is on its way as long as k delta + c delta' says so.
    """
    r, v, turning, _ = seen_from_support(t, y, p)
    motion = support_motion(t, p)
    w = (y[7], y[8], y[9])
    fill_energy(relative(motion, r, v), r, (motion[0], motion[1], motion[2]), (motion[6], motion[7], motion[8]),
                unlike(w, turning, motion), w, y[10], p, out)
    out[FRICTION_RATIO] = 0.0

    touch = regular_touching(y[14], y[15], y[16], turning, p, calls)
    gap = gap_at(touch, r[0] + p[AXIS_POINT], r[1] + p[AXIS_POINT + 1], r[2] + p[AXIS_POINT + 2],
                 y[14], y[15], y[16], p, calls)
    if gap - gap == 0.0 and within(y[14], y[15], y[16], p, calls):
        rate = opening(motion, touch, y[14], y[15], y[16], v, w, p)
        L, k = p[LENGTH_SCALE], p[STIFFNESS]
        faint = FAINT*p[MASS]*p[SLIP_SCALE]*p[SLIP_SCALE]/L + ROUNDING*k*L
        leaves = rate > -SLOW*(p[SLIP_SCALE] + size_of(v)) and gap > -OVERLAP*L
        if leaves or (rate > 0.0 and gap < 0.0 and -k*gap - p[DAMPING]*rate <= faint):
            gap = max(gap, LEAVING*L)
        out[FIRST_GUARD + GUARD_END] = gap
    return 0.0
