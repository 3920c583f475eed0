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

A roll that begins from rest has no direction yet, and none but rounding gives it one. While K is below TURNS_OFF of its
scale, resistance has the direction of the moment M that would hold the body, as against a turning -M.
"""

from typing import NamedTuple

from sandbox.compiling.branching import call, choose, greater
from sandbox.compiling.traced import cross, length, traced, turn, turn_back
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
    spread_times,
)
from sandbox.mechanics.contact.slip.sliding import END_LEAD, ROUNDED, turning_begun, turning_ended
from sandbox.mechanics.contact.state import REST_CLOCK, REST_END_SIZE, ROLLING_SIZE, rolling_state
from sandbox.mechanics.friction.contact_friction import hold_in_hand, resistance

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
    in_hand: float      # of one that begins: what resistance has in hand to hold it [N m]


def held_back(motion, touch, balanced, law, w_t, p):
    """w' of a body that resistance holds back, body axes; N [N], and the rates of w_n and of |wr|^2/2.

    w_t     the rolling that the law sees, local axes
    """
    u, wr, r, A, moment = balanced.u, balanced.wr, balanced.rho, balanced.A, balanced.moment
    n, turning = touch.n, touch.turning
    n_rate = cross(motion.ws, n) + shape_operator(touch, u)
    as_ = turn_back(turning, motion.as_)
    back = turn_back(turning, -law.spin*n - law.roll*w_t)
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
    w_t = balanced.wr - w_n*touch.n
    law = call(resistance, w_n, length(w_t), p)
    e, N, spinning, turning = held_back(motion, touch, balanced, law, w_t, p)
    K, rate = size_of_roll(w_n, law, spinning, turning, p)
    return ResistedContact(rolling_end.formula(motion, touch, balanced, y, e, p), -N*law.k, K, rate, 0.0)


def size_of_roll(w_n, law, spinning, turning, p):
    """K and K' of the head of this file from w_n, the Resistance of the turning, and the rates of w_n and |wr|^2/2."""
    # K K' = (k_r^2 w_t w_t' + k_s^2 w_n w_n')/max^2, w_t w_t' = (|wr|^2/2)' - w_n w_n'
    k_r, k_s = p[lay.ROLLING_RESISTANCE], p[lay.SPINNING_RESISTANCE]
    most = choose((k_r > 0.0) | (k_s > 0.0), lambda: 1.0/greater(k_r, k_s), lambda: 0.0)
    K = law.k*most
    rate = choose(K > 0.0, lambda: most*most*(k_r*k_r*(turning - w_n*spinning) + k_s*k_s*w_n*spinning)/K, lambda: 0.0)
    return K, rate


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


def holding_moment(motion, touch, balanced, p):
    """The moment of the contact that holds a body but for what nothing resists, local axes, and w' so, body axes."""
    n, turning, r = touch.n, touch.turning, balanced.rho
    n_rate = cross(motion.ws, n) + shape_operator(touch, balanced.u)
    k_r, k_s, wr = p[lay.ROLLING_RESISTANCE], p[lay.SPINNING_RESISTANCE], balanced.wr
    w_n = wr @ n
    free = about_contact(p, r, balanced.moment)

    def spins():
        f = turn_back(turning, motion.as_ + w_n*n_rate)
        axis = turn_back(turning, n)
        left = spread_times(p, r, f) - balanced.moment
        return f - ((axis @ left)/(axis @ spread_times(p, r, axis)))*axis

    def rolls():
        e, tau = kept_from_spinning(motion, touch, balanced, p)
        return e
    held = choose(k_s > 0.0, lambda: choose(k_r > 0.0, lambda: turn_back(turning, motion.as_), rolls),
                  lambda: choose(k_r > 0.0, spins, lambda: free))
    return turn(turning, spread_times(p, r, held) - balanced.moment), held


@traced
def roll_onset_dynamics(t, y, p, calls):
    """The ResistedContact of the state y of a body that begins to roll."""
    motion, touch, balanced = rolling_start.formula(t, y, p, calls)
    n, wr = touch.n, balanced.wr
    M, held = holding_moment(motion, touch, balanced, p)
    M_n = M @ n
    seen = M_n*n - M
    law = call(resistance, -M_n, length(seen), p)
    e, N, spinning, turning = held_back(motion, touch, balanced, law, seen, p)
    w_n = wr @ n
    N_held = p[lay.MASS]*(turn(touch.turning, balanced.A - cross(held, balanced.rho)) @ n)
    power = -N*(law.spin*w_n + law.roll*(seen @ wr))
    K, rate = size_of_roll(w_n, call(resistance, w_n, length(wr - w_n*n), p), spinning, turning, p)
    return ResistedContact(rolling_end.formula(motion, touch, balanced, y, e, p), power, K, rate,
                           call(hold_in_hand, N_held, M_n, length(seen), p))


@traced
def observe_roll_onset(t, y, d, p, calls, out):
    """Fill an observation; the mode ends where the roll is large enough for explicit steps, or is about to end."""
    fill_rolling.formula(y, d.rolling, p, calls, out)
    holds = d.in_hand > ROUNDED*p[lay.MASS]*p[lay.SLIP_SCALE]*p[lay.SLIP_SCALE]
    out[obs.FIRST_GUARD + lay.GUARD_END] = turning_begun(d.K, d.K_rate, holds, p)


ROLL_ONSET = contact_mode("roll_onset", HELD, ROLLING_SIZE, word="rolling",
                          about="begins to roll against resistance",
                          dynamics=roll_onset_dynamics, rates=resisted_rates, weight=rolling_weight,
                          settle=rolling_settle, observe=observe_roll_onset, report=report_held)


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
    """Fill an observation; the roll has ended when K is as small as rounding lets one see, or grows again."""
    fill_rolling.formula(y, d.rolling, p, calls, out)
    out[obs.FIRST_GUARD + lay.GUARD_END] = turning_ended(d.K, d.K_rate, rolling_state(y).w, p)


REST_END = contact_mode("rest_end", HELD, REST_END_SIZE, word="rolling",
                        about="the last stretch of a roll that resistance ends, in a time of its own",
                        clock=REST_CLOCK, stride=STRIDE, like=RESISTED,
                        dynamics=resisted_dynamics, rhs=rest_end_rhs, weight=rest_end_weight, settle=rolling_settle,
                        observe=observe_rest_end, report=report_held)
