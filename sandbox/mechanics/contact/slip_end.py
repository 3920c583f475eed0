"""The last stretch of a slip, where the direction of friction may turn without bound: sliding in slip time.

The motion of sliding_equations.py with s as its independent variable, dt/ds = H = hypot(|sigma + bias|, b w_n), and
the time t as 18th component of the state. In s everything is smooth: Coulomb friction lets H fade like exp(-mu g s).
Where slip and the spin of a patch end together, H counts both. At the end of the mode, the slip has H/|H'| to go,
about 1e-14 s.
Source: contact.md 10.
"""

from sandbox.compiling.compiled import compiled, mode_function
from sandbox.compiling.traced import traced
from sandbox.integration.observation import FIRST_GUARD
from sandbox.mechanics.contact.sliding import fill_sliding, moving_scales, report_sliding, settle_sliding, sliding_rates
from sandbox.mechanics.layout import GUARD_END, SLIP_SCALE, SPIN_SCALE

END_SIZE = 18

# slip has ended when it is this small against typical and present velocities: the least that rounding lets one see
ENDED = 2e-14
# a slip that fades at less than this rate [m/s^2] ends sooner, up to so many times: errors of sub-steps keep it alive
SLOW, SLOWEST = 2.0, 100.0


@traced
def slip_end_rates(x, y, z, q0, q1, q2, q3, w1, w2, w3, vx, vy, vz, bx, by, bz, t, p, calls):
    """`slip_end_rhs`."""
    rates, h = sliding_rates.formula(t, x, y, z, q0, q1, q2, q3, w1, w2, w3, vx, vy, vz, bx, by, bz, p, calls)
    return (*(h*rate for rate in rates[0:14]), 0.0, 0.0, 0.0, h)


@compiled
def slip_end_rhs(s, x, y, z, q0, q1, q2, q3, w1, w2, w3, ledger, vx, vy, vz, bx, by, bz, t, p, calls):
    """Right-hand side of sliding times H, by the variable s with dt/ds = H; t is the last component."""
    return slip_end_rates(x, y, z, q0, q1, q2, q3, w1, w2, w3, vx, vy, vz, bx, by, bz, t, p, calls)


@traced
def slip_end_scales(x, y, z, w1, w2, w3, ledger, vx, vy, vz, p):
    """`slip_end_weight`."""
    return (*moving_scales.formula(x, y, z, w1, w2, w3, ledger, vx, vy, vz, p), p[SPIN_SCALE])


@compiled
def slip_end_weight(x, y, z, q0, q1, q2, q3, w1, w2, w3, ledger, vx, vy, vz, bx, by, bz, t, p):
    """As `sliding_weight`; an error of the time counts in units of 1/SPIN_SCALE."""
    return slip_end_scales(x, y, z, w1, w2, w3, ledger, vx, vy, vz, p)


@mode_function
def slip_end_settle(s, h, y, p, calls, out):
    """`settle_sliding` at the time y[17]."""
    settle_sliding(y[17], y, p, calls)
    return 0.0


@mode_function
def slip_end_observe(s, h, y, p, calls, out):
    """Fill an observation of the state y, whose time is y[17]."""
    size, rate, most = fill_sliding(y[17], y, p, calls, out)
    slowly = min(max(1.0, SLOW/abs(rate)), SLOWEST)
    out[FIRST_GUARD + GUARD_END] = size/p[SLIP_SCALE] - ENDED*slowly*(1.0 + most/p[SLIP_SCALE])
    return 0.0


@mode_function
def slip_end_report(s, h, y, p, calls, out):
    """Fill a report of the state y, whose time is y[17]."""
    report_sliding(y[17], y, p, calls, out)
    return 0.0
