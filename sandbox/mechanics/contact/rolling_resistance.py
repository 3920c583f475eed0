"""Rolling that a moment holds back: rubber, which can't spin about the normal, and rolling with resistance.

State y (11) and equations as in rolling.py, with a moment in the balance. With B = J + m(|rho|^2 1 - rho rho^T) and
E = m rho x (A - ge) - w x J w (+ M of a hand) its right-hand side without one,

rubber      B w' = E + tau n,  tau from (wr.n)' = 0:  (w' - as).n + wr.n' = 0,  n' = ws x n + W u
resisted    B w' = E + N M,  M = -(spin n + roll w_t) of contact_friction.resistance,
            N = m (n.(A - ge) - (B^-1 E).xi)/(1 + m (B^-1 M).xi),   xi = rho x n

tau does no work relative to the support. Resistance does, N M.wr, and the ledger takes it.

Resistance ends the rolling like friction the slip: `rest_end` is the same motion with s as its independent variable,
dt/ds = 10 K L^2/(k g), K = hypot(k_r |w_t|, k_s w_n)/k, k = max(k_r, k_s), L and g by the scales of the layout, and the
time t as 12th component. K fades by a factor e in s = 0.1 or so, whatever the body.
"""

from typing import NamedTuple

from sandbox.compiling.branching import call, choose, greater
from sandbox.compiling.traced import cross, length, traced, turn_back
from sandbox.integration import observation as obs
from sandbox.mechanics import layout as lay
from sandbox.mechanics.contact.ball import rolling_settle, rolling_weight
from sandbox.mechanics.contact.geometry import shape_operator
from sandbox.mechanics.contact.mode import HELD, contact_mode
from sandbox.mechanics.contact.rolling import (
    RollingContact,
    about_contact,
    fill_rolling,
    held_rates,
    report_held,
    rolling_end,
    rolling_rates,
    rolling_start,
)
from sandbox.mechanics.contact.slip.sliding import END_LEAD
from sandbox.mechanics.contact.slip.slip_end import ENDED
from sandbox.mechanics.contact.state import REST_CLOCK, REST_END_SIZE, ROLLING_SIZE, rolling_state
from sandbox.mechanics.friction.contact_friction import resistance

# how fast the variable of rest_end runs against K/|K'| [1]
PACE = 10.0
# step of the variable of rest_end: K loses a share of this order in it
STRIDE = 1.0


# ---- rubber -------------------------------------------------------------------------------------------------------

class RubberContact(NamedTuple):
    """A rolling contact and the moment that keeps it from spinning."""

    rolling: RollingContact
    tau: float          # [N m]


def kept_from_spinning(motion, touch, balanced, p):
    """w' of rubber, body axes, and tau [N m]."""
    n, r = touch.n, balanced.rho
    n_rate = cross(motion.ws, n) + shape_operator(touch, balanced.u)
    wanted = motion.as_ @ n - balanced.wr @ n_rate
    n = turn_back(touch.turning, n)
    free, turned = about_contact(p, r, balanced.moment), about_contact(p, r, n)
    tau = (wanted - free @ n)/(turned @ n)
    return free + tau*turned, tau


@traced
def rubber_dynamics(t, y, p, calls):
    """The RubberContact of the state y."""
    motion, touch, balanced = rolling_start.formula(t, y, p, calls)
    w_rate, tau = kept_from_spinning(motion, touch, balanced, p)
    return RubberContact(rolling_end.formula(motion, touch, balanced, y, w_rate, p), tau)


@traced
def observe_rubber(t, y, d, p, calls, out):
    """Fill an observation; where k_s bounds tau, reaching it is the end."""
    N, _ = fill_rolling.formula(y, d.rolling, p, calls, out)
    k_s = p[lay.SPINNING_RESISTANCE]
    out[obs.FIRST_GUARD + lay.GUARD_END] = choose(k_s > 0.0, lambda: (k_s*N - abs(d.tau))/p[lay.LENGTH_SCALE],
                                                  lambda: 1.0)


RUBBER = contact_mode("rubber", HELD, ROLLING_SIZE,
                      about="rolls without slipping and without spin about the normal",
                      dynamics=rubber_dynamics, rates=held_rates, weight=rolling_weight,
                      settle=rolling_settle, observe=observe_rubber, report=report_held)


# ---- resistance ---------------------------------------------------------------------------------------------------

class ResistedContact(NamedTuple):
    """A rolling contact and what resistance does to it."""

    rolling: RollingContact
    power: float        # of resistance [W]
    K: float            # of the head of this file [rad/s]
    K_rate: float       # [rad/s^2]


def held_back(motion, touch, balanced, law, p):
    """w' of a body that resistance holds back, body axes; N [N], and the rates of w_n and of |wr|^2/2."""
    u, wr, r, A, moment = balanced.u, balanced.wr, balanced.rho, balanced.A, balanced.moment
    n, turning = touch.n, touch.turning
    w_n = wr @ n
    n_rate = cross(motion.ws, n) + shape_operator(touch, u)
    as_ = turn_back(turning, motion.as_)
    back = turn_back(turning, -law.spin*n - law.roll*(wr - w_n*n))
    n = turn_back(turning, n)
    free, turned = about_contact(p, r, moment), about_contact(p, r, back)
    xi = cross(r, n)
    N = p[lay.MASS]*(n @ A - free @ xi)/(1.0 + p[lay.MASS]*(turned @ xi))
    e = free + N*turned
    return e, N, (e - as_) @ n + wr @ n_rate, (e - as_) @ turn_back(turning, wr)


@traced
def resisted_dynamics(t, y, p, calls):
    """The ResistedContact of the state y."""
    motion, touch, balanced = rolling_start.formula(t, y, p, calls)
    # of the angular velocity relative to the support
    w_n = balanced.wr @ touch.n
    law = call(resistance, w_n, length(balanced.wr - w_n*touch.n), p)
    e, N, spinning, turning = held_back(motion, touch, balanced, law, p)

    # K K' = (k_r^2 w_t w_t' + k_s^2 w_n w_n')/max^2, w_t w_t' = (|wr|^2/2)' - w_n w_n'
    k_r, k_s = p[lay.ROLLING_RESISTANCE], p[lay.SPINNING_RESISTANCE]
    most = choose((k_r > 0.0) | (k_s > 0.0), lambda: 1.0/greater(k_r, k_s), lambda: 0.0)
    K = law.k*most
    rate = choose(K > 0.0, lambda: most*most*(k_r*k_r*(turning - w_n*spinning) + k_s*k_s*w_n*spinning)/K, lambda: 0.0)
    return ResistedContact(rolling_end.formula(motion, touch, balanced, y, e, p), -N*law.k, K, rate)


@traced
def resisted_rates(y, d):
    """y' from a ResistedContact."""
    *rates, ledger = rolling_rates.formula(y, d.rolling)
    return (*rates, ledger + d.power)


@traced
def observe_resisted(t, y, d, p, calls, out):
    """Fill an observation; near its end the roll is handed to rest_end."""
    fill_rolling.formula(y, d.rolling, p, calls, out)
    resists = (p[lay.ROLLING_RESISTANCE] > 0.0) | (p[lay.SPINNING_RESISTANCE] > 0.0)
    out[obs.FIRST_GUARD + lay.GUARD_END] = choose(resists, lambda: d.K + END_LEAD*d.K_rate, lambda: 1.0)


RESISTED = contact_mode("resisted", HELD, ROLLING_SIZE, word="rolling",
                        about="rolls without slipping against rolling or spinning resistance",
                        dynamics=resisted_dynamics,
                        rates=resisted_rates, weight=rolling_weight, settle=rolling_settle, observe=observe_resisted,
                        report=report_held)


@traced
def rest_end_rhs(s, y, p, calls):
    """Derivatives of rolling with resistance by s; the time is the last component."""
    d = resisted_dynamics.formula(y[REST_CLOCK], y, p, calls)
    L, speed = p[lay.LENGTH_SCALE], p[lay.SLIP_SCALE]
    h = PACE*d.K*(L*L*L)/(greater(p[lay.ROLLING_RESISTANCE], p[lay.SPINNING_RESISTANCE])*(speed*speed))
    return (*(h*rate for rate in resisted_rates.formula(y, d)), h)


@traced
def rest_end_weight(y, p):
    """As `rolling_weight`; an error of the time counts in units of 1/SPIN_SCALE."""
    return (*rolling_weight.formula(y, p), p[lay.SPIN_SCALE])


@traced
def observe_rest_end(t, y, d, p, calls, out):
    """Fill an observation; the roll has ended when K is as small as rounding lets one see."""
    fill_rolling.formula(y, d.rolling, p, calls, out)
    most = length(rolling_state(y).w)/p[lay.SPIN_SCALE]
    out[obs.FIRST_GUARD + lay.GUARD_END] = d.K/p[lay.SPIN_SCALE] - ENDED*(1.0 + most)


REST_END = contact_mode("rest_end", HELD, REST_END_SIZE, word="rolling",
                        about="the last stretch of a roll that resistance ends, in a time of its own",
                        clock=REST_CLOCK, stride=STRIDE, like=RESISTED,
                        dynamics=resisted_dynamics, rhs=rest_end_rhs, weight=rest_end_weight, settle=rolling_settle,
                        observe=observe_rest_end, report=report_held)
