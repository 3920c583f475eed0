"""Rolling that a moment holds back: rubber, which can't spin about the normal, and rolling with resistance.

State y (11) and equations as in rolling.py, with a moment in the balance. With B = J + m(|rho|^2 1 - rho rho^T) and
E = m rho x (A - ge) - w x J w its right-hand side without one,

rubber      B w' = E + tau n,  tau from (wr.n)' = 0:  (w' - as).n + wr.n' = 0,  n' = ws x n + W u
resisted    B w' = E + N M,  M = -(spin n + roll w_t) of friction.resistance,
            N = m (n.(A - ge) - (B^-1 E).xi)/(1 + m (B^-1 M).xi),   xi = rho x n

tau does no work relative to the support. Resistance does, N M.wr, and the ledger takes it.

Resistance ends the rolling like friction the slip: `rest_end` is the same motion with s as its independent variable,
dt/ds = 10 K L^2/(k g), K = hypot(k_r |w_t|, k_s w_n)/k, k = max(k_r, k_s), L and g by the scales of the layout, and the
time t as 12th component. K fades by a factor e in s = 0.1 or so, whatever the body.
"""

from math import sqrt

from sandbox.compiling.branching import call, choose, greater
from sandbox.compiling.compiled import compiled, mode_function
from sandbox.compiling.traced import Vector, cross, length, traced, turn_back
from sandbox.integration.observation import FIRST_GUARD
from sandbox.mechanics.contact.ball import rolling_scales
from sandbox.mechanics.contact.geometry import shape_operator
from sandbox.mechanics.contact.rolling import (
    SIZE,
    about_contact,
    fill_rolling,
    report_rolling,
    rolling_end,
    rolling_start,
    slopes,
)
from sandbox.mechanics.contact.sliding import END_LEAD
from sandbox.mechanics.contact.slip_end import ENDED
from sandbox.mechanics.friction.contact_friction import resistance
from sandbox.mechanics.layout import (
    GUARD_END,
    LENGTH_SCALE,
    MASS,
    ROLLING_RESISTANCE,
    SLIP_SCALE,
    SPIN_SCALE,
    SPINNING_RESISTANCE,
)

END_SIZE = SIZE + 1
# how fast the variable of rest_end runs against K/|K'| [1]
PACE = 10.0


# ---- rubber -------------------------------------------------------------------------------------------------------

def kept_from_spinning(motion, touch, balanced, p):
    """w' of rubber, body axes, and tau [N m]."""
    u, _, wr, r, _, moment = balanced
    n, turning = touch[1], touch[3]
    n_rate = cross(Vector(*motion[0:3]), n) + shape_operator(touch, u)
    wanted = Vector(*motion[3:6]) @ n - wr @ n_rate
    n = turn_back(turning, n)
    free, turned = about_contact(p, r, moment), about_contact(p, r, n)
    tau = (wanted - free @ n)/(turned @ n)
    return free + tau*turned, tau


def rubber_dynamics(t, x, y, z, q0, q1, q2, q3, w1, w2, w3, p, calls):
    """Everything about the contact as `rolling.rolling_end` returns it, and tau [N m]."""
    motion, touch, balanced = rolling_start.formula(t, x, y, z, q0, q1, q2, q3, w1, w2, w3, p, calls)
    e, tau = kept_from_spinning(motion, touch, balanced, p)
    return rolling_end.formula(motion, touch, balanced, x, y, z, Vector(w1, w2, w3), e, p), tau


@traced
def rubber_dynamics_of(t, y, p, calls):
    """`rubber_dynamics` of the state y."""
    return rubber_dynamics(t, *(y[i] for i in range(10)), p, calls)


@compiled
def rubber_called(t, y, p, calls):
    """`rubber_dynamics` compiled once for those who call it once per step."""
    return rubber_dynamics_of(t, y, p, calls)


@traced
def rubber_rates(t, x, y, z, q0, q1, q2, q3, w1, w2, w3, p, calls):
    """`rubber_rhs`."""
    return slopes.formula(rubber_dynamics(t, x, y, z, q0, q1, q2, q3, w1, w2, w3, p, calls)[0], q0, q1, q2, q3)


@compiled
def rubber_rhs(t, x, y, z, q0, q1, q2, q3, w1, w2, w3, ledger, p, calls):
    """Right-hand side of rubber."""
    return rubber_rates(t, x, y, z, q0, q1, q2, q3, w1, w2, w3, p, calls)


@mode_function
def rubber_observe(t, h, y, p, calls, out):
    """Fill an observation (OBSERVATION,) of the state y at t; where k_s bounds tau, reaching it is the end."""
    d, tau = rubber_called(t, y, p, calls)
    N, _ = fill_rolling(y, d, p, calls, out)
    if p[SPINNING_RESISTANCE] > 0.0:
        out[FIRST_GUARD + GUARD_END] = (p[SPINNING_RESISTANCE]*N - abs(tau))/p[LENGTH_SCALE]
    return 0.0


@mode_function
def rubber_report(t, h, y, p, calls, out):
    """Fill a report (report.REPORT numbers): the body in the laboratory frame."""
    report_rolling(t, y, rubber_called(t, y, p, calls)[0], p, out)
    return 0.0


# ---- resistance ---------------------------------------------------------------------------------------------------

def turning_parts(touch, balanced):
    """w_n and |w_t| [rad/s] of the angular velocity relative to the support."""
    wr, n = balanced[2], touch[1]
    w_n = wr @ n
    return w_n, length(wr - w_n*n)


def held_back(motion, touch, balanced, law, p):
    """w' of a body that resistance holds back, body axes; N [N], and the rates of w_n and of |wr|^2/2."""
    u, _, wr, r, A, moment = balanced
    spin, roll, _ = law
    n, turning = touch[1], touch[3]
    w_n = wr @ n
    n_rate = cross(Vector(*motion[0:3]), n) + shape_operator(touch, u)
    as_ = turn_back(turning, Vector(*motion[3:6]))
    back = turn_back(turning, -spin*n - roll*(wr - w_n*n))
    n = turn_back(turning, n)
    free, turned = about_contact(p, r, moment), about_contact(p, r, back)
    xi = cross(r, n)
    N = p[MASS]*(n @ A - free @ xi)/(1.0 + p[MASS]*(turned @ xi))
    e = free + N*turned
    return e, N, (e - as_) @ n + wr @ n_rate, (e - as_) @ turn_back(turning, wr)


def resisted_dynamics(t, x, y, z, q0, q1, q2, q3, w1, w2, w3, p, calls):
    """Everything about the contact as `rolling.rolling_end` returns it, the power of resistance [W], K and K' of the
    head of this file [rad/s, rad/s^2]."""
    motion, touch, balanced = rolling_start.formula(t, x, y, z, q0, q1, q2, q3, w1, w2, w3, p, calls)
    w_n, w_t = turning_parts(touch, balanced)
    law = call(resistance, w_n, w_t, p)
    e, N, spinning, turning = held_back(motion, touch, balanced, law, p)

    # K K' = (k_r^2 w_t w_t' + k_s^2 w_n w_n')/max^2, w_t w_t' = (|wr|^2/2)' - w_n w_n'
    k_r, k_s = p[ROLLING_RESISTANCE], p[SPINNING_RESISTANCE]
    most = choose((k_r > 0.0) | (k_s > 0.0), lambda: 1.0/greater(k_r, k_s), lambda: 0.0)
    K = law[2]*most
    rate = choose(K > 0.0, lambda: most*most*(k_r*k_r*(turning - w_n*spinning) + k_s*k_s*w_n*spinning)/K, lambda: 0.0)
    return (rolling_end.formula(motion, touch, balanced, x, y, z, Vector(w1, w2, w3), e, p), -N*law[2], K, rate)


@traced
def resisted_dynamics_of(t, y, p, calls):
    """`resisted_dynamics` of the state y."""
    return resisted_dynamics(t, *(y[i] for i in range(10)), p, calls)


@compiled
def resisted_called(t, y, p, calls):
    """`resisted_dynamics` compiled once for those who call it once per step."""
    return resisted_dynamics_of(t, y, p, calls)


@traced
def resisted_rates(t, x, y, z, q0, q1, q2, q3, w1, w2, w3, p, calls):
    """`resisted_rhs`, and K."""
    d, power, K, _ = resisted_dynamics(t, x, y, z, q0, q1, q2, q3, w1, w2, w3, p, calls)
    s = slopes.formula(d, q0, q1, q2, q3)
    return (*s[0:10], s[10] + power), K


@compiled
def resisted_rhs(t, x, y, z, q0, q1, q2, q3, w1, w2, w3, ledger, p, calls):
    """Right-hand side of rolling with resistance."""
    return resisted_rates(t, x, y, z, q0, q1, q2, q3, w1, w2, w3, p, calls)[0]


@traced
def rest_end_rates(x, y, z, q0, q1, q2, q3, w1, w2, w3, t, p, calls):
    """`rest_end_rhs`."""
    s, K = resisted_rates.formula(t, x, y, z, q0, q1, q2, q3, w1, w2, w3, p, calls)
    L, speed = p[LENGTH_SCALE], p[SLIP_SCALE]
    h = PACE*K*(L*L*L)/(greater(p[ROLLING_RESISTANCE], p[SPINNING_RESISTANCE])*(speed*speed))
    return (*(h*rate for rate in s), h)


@compiled
def rest_end_rhs(s, x, y, z, q0, q1, q2, q3, w1, w2, w3, ledger, t, p, calls):
    """Right-hand side of rolling with resistance times dt/ds; t is the last component."""
    return rest_end_rates(x, y, z, q0, q1, q2, q3, w1, w2, w3, t, p, calls)


@traced
def rest_end_scales(x, y, z, w1, w2, w3, ledger, p):
    """`rest_end_weight`."""
    return (*rolling_scales.formula(x, y, z, w1, w2, w3, ledger, p), p[SPIN_SCALE])


@compiled
def rest_end_weight(x, y, z, q0, q1, q2, q3, w1, w2, w3, ledger, t, p):
    """As `ball_weight`; an error of the time counts in units of 1/SPIN_SCALE."""
    return rest_end_scales(x, y, z, w1, w2, w3, ledger, p)


@mode_function
def resisted_observe(t, h, y, p, calls, out):
    """Fill an observation (OBSERVATION,) of the state y at t."""
    d, _, K, rate = resisted_called(t, y, p, calls)
    fill_rolling(y, d, p, calls, out)
    if p[ROLLING_RESISTANCE] > 0.0 or p[SPINNING_RESISTANCE] > 0.0:
        out[FIRST_GUARD + GUARD_END] = K + END_LEAD*rate
    return 0.0


@mode_function
def rest_end_observe(s, h, y, p, calls, out):
    """Fill an observation of the state y, whose time is y[11]."""
    d, _, K, _ = resisted_called(y[11], y, p, calls)
    fill_rolling(y, d, p, calls, out)
    most = sqrt(y[7]*y[7] + y[8]*y[8] + y[9]*y[9])/p[SPIN_SCALE]
    out[FIRST_GUARD + GUARD_END] = K/p[SPIN_SCALE] - ENDED*(1.0 + most)
    return 0.0


@mode_function
def resisted_report(t, h, y, p, calls, out):
    """Fill a report (report.REPORT numbers): the body in the laboratory frame."""
    report_rolling(t, y, resisted_called(t, y, p, calls)[0], p, out)
    return 0.0


@mode_function
def rest_end_report(s, h, y, p, calls, out):
    """Fill a report of the state y, whose time is y[11]."""
    report_rolling(y[11], y, resisted_called(y[11], y, p, calls)[0], p, out)
    return 0.0
