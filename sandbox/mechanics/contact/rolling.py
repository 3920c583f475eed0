"""A convex body that rolls without slipping on a moving surface: any support function, any inertia.

State y (11): contact point c (3) and quaternion body -> support (4) in local axes, absolute angular velocity w (3) in
body axes, ledger (1). With n the normal of phi = 0 towards the body, W = P Hess(phi) P/|grad phi| its shape operator,
nu = -n the body's outward normal, h(nu) its support function, S = Hess h (the matrix of curvature radii),

    rho = grad h(nu) - s_G,     wr = w - ws,     u = (1 + S W)^-1 S (wr x n)
    c'  = u,   q' = 1/2 q o (0, wr)
    A   = as x c + ws x (ws x c) - wr x u - w x (w x rho)
    (J + m(|rho|^2 1 - rho rho^T)) w' = -w x J w + m rho x (A - ge)
    reaction = m (A - w' x rho - ge)

and with r = c - rho, v_rel = -wr x rho, L = m r x (ws x r + v_rel) + J w

    E_J = (m v_rel^2 + wr.J wr - m |ws x r|^2 - ws.J ws)/2 - m ge.r,     ledger' = -as.L - m ge'.r.

Positions count from the axis point. A sharp edge needs no care, because radii stay finite where curvature does not; a
sharp disk lying exactly flat is a true singularity. Source: Bychkov 2004, equation (1.12) as u above.
"""

from sandbox.compiling.branching import call, choose
from sandbox.compiling.compiled import compiled, mode_function
from sandbox.compiling.traced import (
    Vector,
    cross,
    matrix_of,
    quaternion_rate,
    traced,
    turn,
    turn_back,
    vector_at,
)
from sandbox.integration.observation import FIRST_GUARD
from sandbox.mechanics.contact.geometry import (
    arm,
    fill_contact,
    fill_energy,
    flatness,
    friction_in_hand,
    ledger_power,
    migration,
    tensor_times,
    touching,
)
from sandbox.mechanics.layout import AXIS_POINT, GUARD_CONE, GUARD_FLAT, IS_STEADY, MASS, TENSOR
from sandbox.mechanics.motion import support_motion
from sandbox.mechanics.report import fill_report

SIZE = 11


def swinging(motion, x, y, z, p):
    """as x c [m/s^2], c from the axis point."""
    return cross(Vector(*motion[3:6]), Vector(x - p[AXIS_POINT], y - p[AXIS_POINT + 1], z - p[AXIS_POINT + 2]))


def balance(motion, touch, x, y, z, w, swing, p):
    """Kinematics of rolling and the right-hand side of the moment balance, see the head of this file.

    w, swing   angular velocity in body axes, as x c in local axes
    returns u, fit, wr; then in body axes rho, A - ge, m rho x (A - ge) - w x J w
    """
    n, turning = touch[1], touch[3]
    ws, ge = Vector(*motion[0:3]), Vector(*motion[6:9])
    r = arm(touch, p)
    rho, spin = turn(turning, r), turn(turning, w)
    wr = spin - ws
    u, fit = migration(touch, cross(wr, n))
    c = Vector(x - p[AXIS_POINT], y - p[AXIS_POINT + 1], z - p[AXIS_POINT + 2])
    A = cross(ws, cross(ws, c)) - ge + swing - cross(wr, u) - cross(spin, cross(spin, rho))
    A = turn_back(turning, A)
    return u, fit, wr, r, A, p[MASS]*cross(r, A) - cross(w, tensor_times(p, w))


def solve_symmetric(xx, xy, xz, yy, yz, zz, b):
    """Solution of a symmetric positive definite 3 x 3 system by elimination without pivoting (L D L^T)."""
    l1, l2 = xy/xx, xz/xx
    d2 = yy - l1*xy
    e = yz - l1*xz
    l3 = e/d2
    d3 = zz - l2*xz - l3*e
    by = b[1] - l1*b[0]
    bz = b[2] - (l2*b[0] + l3*by)
    z = bz/d3
    y = by/d2 - l3*z
    return Vector(b[0]/xx - l1*y - l2*z, y, z)


def about_contact(p, r, e):
    """(J + m(|rho|^2 1 - rho rho^T))^-1 e, body axes; r is rho."""
    m, rr = p[MASS], r @ r
    return solve_symmetric(p[TENSOR] + m*(rr - r[0]*r[0]), p[TENSOR + 1] - m*r[0]*r[1], p[TENSOR + 2] - m*r[0]*r[2],
                           p[TENSOR + 4] + m*(rr - r[1]*r[1]), p[TENSOR + 5] - m*r[1]*r[2],
                           p[TENSOR + 8] + m*(rr - r[2]*r[2]), e)


def spread_times(p, r, v):
    """(J + m(|rho|^2 1 - rho rho^T)) v, body axes; r is rho."""
    return tensor_times(p, v) + p[MASS]*((r @ r)*v - (r @ v)*r)


def free_turning(p, r, moment):
    """w' of a body that the contact does not hold back from turning."""
    return about_contact(p, r, moment)


def outcome(touch, x, y, z, wr, r, A, e, p):
    """What follows once w' = e (body axes) is known: reaction, velocity v_rel and place of the mass centre, rho; wr in
    body axes."""
    turning = touch[3]
    rho = turn(turning, r)
    centre = Vector(x - p[AXIS_POINT] - rho[0], y - p[AXIS_POINT + 1] - rho[1], z - p[AXIS_POINT + 2] - rho[2])
    return p[MASS]*turn(turning, A - cross(e, r)), cross(rho, wr), centre, rho, turn_back(turning, wr)


def absolute(motion, r, v_rel):
    """Velocity relative to the axis point."""
    return v_rel + cross(Vector(*motion[0:3]), r)


@traced
def rolling_start(t, x, y, z, q0, q1, q2, q3, w1, w2, w3, p, calls):
    """The support's motion, the touch and the `balance` of a body that rolls."""
    motion = support_motion.formula(t, p)
    touch = touching.formula(x, y, z, matrix_of((q0, q1, q2, q3)), p, calls)
    swing = choose(p[IS_STEADY] == 0.0, lambda: swinging(motion, x, y, z, p), lambda: Vector(0.0, 0.0, 0.0))
    return motion, touch, balance(motion, touch, x, y, z, Vector(w1, w2, w3), swing, p)


@traced
def rolling_end(motion, touch, balanced, x, y, z, w, e, p):
    """Everything about a rolling contact once w' = e is known, body axes.

    returns 0 u, 1 w' in body axes, 2 ledger', 3 wr in body axes, then in local axes 4 n, 5 reaction [N], 6 v_rel,
            7 r mass centre from the axis point, 8 rho, 9 the support's motion (12), 10 the turning, 11 the fit,
            12 the flatness
    """
    u, fit, wr, r, A, _ = balanced
    force, v_rel, centre, rho, wr = outcome(touch, x, y, z, wr, r, A, e, p)
    ledger = choose(p[IS_STEADY] == 0.0, lambda: ledger_power.formula(
        motion, centre, absolute(motion, centre, v_rel), w, touch[3], p), lambda: 0.0)
    return u, e, ledger, wr, touch[1], force, v_rel, centre, rho, motion, touch[3], fit, flatness(touch, p)


def body_dynamics(t, x, y, z, q0, q1, q2, q3, w1, w2, w3, p, calls):
    """Everything about the contact at one instant as `rolling_end` returns it; see the head of this file."""
    motion, touch, balanced = rolling_start.formula(t, x, y, z, q0, q1, q2, q3, w1, w2, w3, p, calls)
    e = free_turning(p, balanced[3], balanced[5])
    return rolling_end.formula(motion, touch, balanced, x, y, z, Vector(w1, w2, w3), e, p)


@traced
def body_dynamics_of(t, y, p, calls):
    """`body_dynamics` of the state y."""
    return body_dynamics(t, *(y[i] for i in range(10)), p, calls)


@compiled
def body_called(t, y, p, calls):
    """`body_dynamics` compiled once for those who call it once per step."""
    return body_dynamics_of(t, y, p, calls)


@traced
def slopes(d, q0, q1, q2, q3):
    """Derivatives of the state from what `rolling_end` returns."""
    return (*d[0], *quaternion_rate(d[3], (q0, q1, q2, q3)), *d[1], d[2])


@traced
def body_rates(t, x, y, z, q0, q1, q2, q3, w1, w2, w3, p, calls):
    """`body_rhs`."""
    return slopes.formula(body_dynamics(t, x, y, z, q0, q1, q2, q3, w1, w2, w3, p, calls), q0, q1, q2, q3)


@compiled
def body_rhs(t, x, y, z, q0, q1, q2, q3, w1, w2, w3, ledger, p, calls):
    """Right-hand side of the state of the head of this file."""
    return body_rates(t, x, y, z, q0, q1, q2, q3, w1, w2, w3, p, calls)


@traced
def fill_rolling(y, d, p, calls, out):
    """Fill an observation of a rolling body from what `rolling_end` returns; returns N and |F| [N]."""
    motion = d[9]
    fill_energy.formula(d[6], d[7], Vector(*motion[0:3]), Vector(*motion[6:9]), d[3], vector_at(y, 7), y[10], p, out)
    N, F = fill_contact.formula(y, d[4], d[5], d[11], p, calls, out)
    out[FIRST_GUARD + GUARD_CONE] = friction_in_hand.formula(N, F, p)
    out[FIRST_GUARD + GUARD_FLAT] = d[12]
    return N, F


@traced
def turned(turning, v):
    """R v."""
    return turn(turning, v)


@traced
def report_rolling(t, y, d, p, out):
    """Fill a report from what `rolling_end` returns."""
    call(fill_report, t, (y[3], y[4], y[5], y[6]), d[7], d[6], turn(d[10], vector_at(y, 7)), d[8], d[4], d[5], p, out)


@mode_function
def body_observe(t, h, y, p, calls, out):
    """Fill an observation (OBSERVATION,) of the state y at t."""
    fill_rolling(y, body_called(t, y, p, calls), p, calls, out)
    return 0.0


@mode_function
def body_report(t, h, y, p, calls, out):
    """Fill a report (report.REPORT numbers): the body in the laboratory frame."""
    report_rolling(t, y, body_called(t, y, p, calls), p, out)
    return 0.0
