"""The last stretch of a slip, where the direction of friction may turn without bound: sliding in slip time.

The motion of sliding.py with s as its independent variable, dt/ds = H = hypot(|sigma + bias|, b w_n), and
the time t as 18th component of the state. In s everything is smooth: Coulomb friction lets H fade like exp(-mu g s).
Where slip and the spin of a patch end together, H counts both. At the end of the mode, the slip has H/|H'| to go,
about 1e-14 s. Source: contact.md 10.
"""

from sandbox.compiling.branching import choose, greater
from sandbox.compiling.traced import traced
from sandbox.integration import observation as obs
from sandbox.mechanics import layout as lay
from sandbox.mechanics.contact.mode import SLIPPING, contact_mode
from sandbox.mechanics.contact.slip.sliding import (
    CREEPS,
    END_LEAD,
    ENDED,
    SLIDING,
    fill_sliding,
    moving_weight,
    report_sliding,
    sliding_dynamics,
    sliding_rates,
    sliding_settle,
    speeds,
)
from sandbox.mechanics.contact.state import BIAS, SLIP_CLOCK, SLIP_END_SIZE

# a slip that fades at less than this rate [m/s^2] ends sooner, up to so many times: errors of sub-steps keep it alive
SLOW, SLOWEST = 2.0, 100.0
# step of s: slips lose a share of this order in it [s^2/m]
STRIDE = 1.0


@traced
def slip_end_rhs(s, y, p, calls):
    """Derivatives of sliding by s, dt/ds = H; the time is the last component."""
    d = sliding_dynamics.formula(y[SLIP_CLOCK], y, p, calls)
    return (*(d.H*rate for rate in sliding_rates.formula(y, d)[0:BIAS]), 0.0, 0.0, 0.0, d.H)


@traced
def slip_end_weight(y, p):
    """As `moving_weight`; an error of the time counts in units of 1/SPIN_SCALE."""
    return (*moving_weight.formula(y, p), p[lay.SPIN_SCALE])


@traced
def observe_slip_end(t, y, d, p, calls, out):
    """Fill an observation; the mode ends where the slip has."""
    fill_sliding.formula(y, d, p, calls, out)
    fill_ended.formula(y, d, p, out)


@traced
def fill_ended(y, d, p, out):
    """Fill the end of a slip: it has stopped, or creeps on, with more than 2 END_LEAD left at its rate."""
    fade = SLOW/abs(d.H_rate)
    slowly = choose(fade > 1.0, lambda: choose(fade < SLOWEST, lambda: fade, lambda: SLOWEST), lambda: 1.0)
    ended = d.H/p[lay.SLIP_SCALE] - ENDED*slowly*(1.0 + speeds.formula(y, d)/p[lay.SLIP_SCALE])
    creeping = greater(d.H/p[lay.SLIP_SCALE] - CREEPS, -(d.H + 2.0*END_LEAD*d.H_rate)/p[lay.SLIP_SCALE])
    out[obs.FIRST_GUARD + lay.GUARD_END] = choose(creeping < 0.0, lambda: creeping, lambda: ended)


SLIP_END = contact_mode("slip_end", SLIPPING, SLIP_END_SIZE, word="sliding",
                        about="the last stretch of a slip, where friction may turn without bound, in slip time",
                        clock=SLIP_CLOCK, stride=STRIDE,
                        like=SLIDING, dynamics=sliding_dynamics, rhs=slip_end_rhs, weight=slip_end_weight,
                        settle=sliding_settle, observe=observe_slip_end, report=report_sliding)
