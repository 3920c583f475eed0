"""A body at rest on its moving support, and one that spins on the spot.

Rest. State y (11) as in rolling.py with c' = 0, q' = 0 and w = ws, w' = as. With r the mass centre from the axis point,

    Lambda = m (as x r + ws x (ws x r) - ge)
    M = J w' + w x J w - rho x Lambda              the moment that the contact has to bear

Pivot: w = ws + s n on a spot c of the support that stays, n' = ws x n. Resistance holds back rolling, nothing spinning
(k_s = 0). With B = J + m(|rho|^2 1 - rho rho^T) and A of rolling.py (u = 0)

    w' = f + s' n,   f = as + s ws x n,     n.(B w') = n.(m rho x (A - ge) - w x J w)
    M = B w' - m rho x (A - ge) + w x J w          across the normal

Both end when friction or the moment reaches what the law can bear (friction.hold_in_hand). The forces do no work
relative to the support: the ledger is that of rolling.
"""

from sandbox.compiling.compiled import compiled, mode_function
from sandbox.compiling.rotation import matrix_of, normalise
from sandbox.compiling.traced import Vector, cross, length, traced, turn, turn_back
from sandbox.integration.observation import FIRST_GUARD
from sandbox.mechanics.contact.ball import settle_point
from sandbox.mechanics.contact.geometry import (
    arm,
    fill_contact,
    fill_energy,
    friction_in_hand,
    ledger_power,
    tensor_times,
    touching,
)
from sandbox.mechanics.contact.rolling import (
    fill_rolling,
    report_rolling,
    rolling_end,
    rolling_start,
    slopes,
    spread_times,
)
from sandbox.mechanics.friction.contact_friction import hold_in_hand
from sandbox.mechanics.layout import (
    AXIS_POINT,
    GUARD_CONE,
    GUARD_END,
    INVERSE_TENSOR,
    IS_STEADY,
    LENGTH_SCALE,
    MASS,
    ROLLING_RESISTANCE,
)
from sandbox.mechanics.motion import support_motion
from sandbox.mechanics.report import fill_report

# ---- rest ---------------------------------------------------------------------------------------------------------

@traced
def resting(motion, touch, x, y, z, p):
    """Rest of a body that touches at x, y, z, see the head of this file.

    returns w, w' in body axes, then in local axes Lambda [N], M.n and |M - (M.n) n| [N m], v and r of the mass centre
            from the axis point, rho
    """
    n, turning = touch[1], touch[3]
    ws, as_, ge = Vector(*motion[0:3]), Vector(*motion[3:6]), Vector(*motion[6:9])
    rho = turn(turning, arm(touch, p))
    r = Vector(x - p[AXIS_POINT], y - p[AXIS_POINT + 1], z - p[AXIS_POINT + 2]) - rho
    v = cross(ws, r)
    force = p[MASS]*(cross(as_, r) + cross(ws, v) - ge)
    w, e = turn_back(turning, ws), turn_back(turning, as_)
    M = turn(turning, tensor_times(p, e) + cross(w, tensor_times(p, w))) - cross(rho, force)
    M_n = M @ n
    return w, e, force, M_n, length(M - M_n*n), v, r, rho


@compiled
def rest_rhs(t, x, y, z, q0, q1, q2, q3, w1, w2, w3, ledger, p, calls):
    """Right-hand side of rest."""
    if p[IS_STEADY] != 0.0:
        return 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    motion = support_motion(t, p)
    touch = touching(x, y, z, matrix_of(q0, q1, q2, q3), p, calls)
    w, e, _, _, _, v, r, _ = resting(motion, touch, x, y, z, p)
    return 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, e[0], e[1], e[2], ledger_power(motion, r, v, w, touch[3], p)


@traced
def carried_along(motion, turning):
    """ws in body axes."""
    return turn_back(turning, Vector(*motion[0:3]))


@mode_function
def rest_settle(t, h, y, p, calls, out):
    """Unit quaternion, c on the surface, w that of the support: what the equations say, less their rounding."""
    normalise(y, 3)
    settle_point(y, p, calls)
    w = carried_along(support_motion(t, p), matrix_of(y[3], y[4], y[5], y[6]))
    y[7] = w[0]
    y[8] = w[1]
    y[9] = w[2]
    return 0.0


@mode_function
def rest_observe(t, h, y, p, calls, out):
    """Fill an observation (OBSERVATION,) of the state y at t. A body that can't tip bears any moment."""
    motion = support_motion(t, p)
    touch = touching(y[0], y[1], y[2], matrix_of(y[3], y[4], y[5], y[6]), p, calls)
    w, _, force, M_n, M_t, _, r, _ = resting(motion, touch, y[0], y[1], y[2], p)
    fill_energy((0.0, 0.0, 0.0), r, (motion[0], motion[1], motion[2]), (motion[6], motion[7], motion[8]),
                (0.0, 0.0, 0.0), w, y[10], p, out)
    N, F = fill_contact(y, touch[1], force, 1.0, p, calls, out)
    out[FIRST_GUARD + GUARD_CONE] = friction_in_hand(N, F, p)
    if p[INVERSE_TENSOR] != 0.0 and p[INVERSE_TENSOR + 4] != 0.0 and p[INVERSE_TENSOR + 8] != 0.0:
        out[FIRST_GUARD + GUARD_END] = hold_in_hand(N, M_n, M_t, p)/p[LENGTH_SCALE]
    return 0.0


@mode_function
def rest_report(t, h, y, p, calls, out):
    """Fill a report (report.REPORT numbers): the body in the laboratory frame."""
    motion = support_motion(t, p)
    touch = touching(y[0], y[1], y[2], matrix_of(y[3], y[4], y[5], y[6]), p, calls)
    _, _, force, _, _, _, r, rho = resting(motion, touch, y[0], y[1], y[2], p)
    fill_report(t, (y[3], y[4], y[5], y[6]), r, (0.0, 0.0, 0.0), (motion[0], motion[1], motion[2]), rho, touch[1],
                force, p, out)
    return 0.0


# ---- pivot --------------------------------------------------------------------------------------------------------

def pivoting(motion, touch, balanced, p):
    """w' of a body that spins on the spot, body axes, and the moment that keeps it from rolling, |M| [N m]."""
    _, _, wr, r, _, moment = balanced
    n, turning = touch[1], touch[3]
    f = turn_back(turning, Vector(*motion[3:6]) + (wr @ n)*cross(Vector(*motion[0:3]), n))
    n = turn_back(turning, n)
    moment = spread_times(p, r, f) - moment
    turned = spread_times(p, r, n)
    rate = -(n @ moment)/(n @ turned)
    return f + rate*n, length(moment + rate*turned)


def pivot_dynamics(t, x, y, z, q0, q1, q2, q3, w1, w2, w3, p, calls):
    """Everything about the contact as `rolling.rolling_end` returns it, and the moment |M| [N m]."""
    motion, touch, balanced = rolling_start.formula(t, x, y, z, q0, q1, q2, q3, w1, w2, w3, p, calls)
    e, M = pivoting(motion, touch, balanced, p)
    return rolling_end.formula(motion, touch, balanced, x, y, z, Vector(w1, w2, w3), e, p), M


@traced
def pivot_dynamics_of(t, y, p, calls):
    """`pivot_dynamics` of the state y."""
    return pivot_dynamics(t, *(y[i] for i in range(10)), p, calls)


@compiled
def pivot_called(t, y, p, calls):
    """`pivot_dynamics` compiled once for those who call it once per step."""
    return pivot_dynamics_of(t, y, p, calls)


@traced
def pivot_rates(t, x, y, z, q0, q1, q2, q3, w1, w2, w3, p, calls):
    """`pivot_rhs`."""
    return slopes.formula(pivot_dynamics(t, x, y, z, q0, q1, q2, q3, w1, w2, w3, p, calls)[0], q0, q1, q2, q3)


@compiled
def pivot_rhs(t, x, y, z, q0, q1, q2, q3, w1, w2, w3, ledger, p, calls):
    """Right-hand side of the spin on the spot."""
    return pivot_rates(t, x, y, z, q0, q1, q2, q3, w1, w2, w3, p, calls)


@traced
def upright(motion, turning, n, w):
    """ws + ((w - ws).n) n in body axes."""
    ws = Vector(*motion[0:3])
    return turn_back(turning, ws + ((turn(turning, w) - ws) @ n)*n)


@mode_function
def pivot_settle(t, h, y, p, calls, out):
    """Unit quaternion, c on the surface, and no rotation relative to the support but about the normal."""
    normalise(y, 3)
    settle_point(y, p, calls)
    turning = matrix_of(y[3], y[4], y[5], y[6])
    w = upright(support_motion(t, p), turning, touching(y[0], y[1], y[2], turning, p, calls)[1], (y[7], y[8], y[9]))
    y[7] = w[0]
    y[8] = w[1]
    y[9] = w[2]
    return 0.0


@mode_function
def pivot_observe(t, h, y, p, calls, out):
    """Fill an observation (OBSERVATION,) of the state y at t."""
    d, M = pivot_called(t, y, p, calls)
    N, _ = fill_rolling(y, d, p, calls, out)
    out[FIRST_GUARD + GUARD_END] = (p[ROLLING_RESISTANCE]*N - M)/p[LENGTH_SCALE]
    return 0.0


@mode_function
def pivot_report(t, h, y, p, calls, out):
    """Fill a report (report.REPORT numbers): the body in the laboratory frame."""
    report_rolling(t, y, pivot_called(t, y, p, calls)[0], p, out)
    return 0.0
