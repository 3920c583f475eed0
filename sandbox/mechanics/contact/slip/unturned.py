"""A body that slides and does not turn against its support: resistance to rolling keeps it from that.

The equations of sliding.py at w_t = 0, and w_n = 0 where k_s > 0, with the moment M that this needs:

    w = ws + w_n n,    w' = as + w_n' n + w_n n'
    M = J w' + w x J w - rho x Lambda,    |M_t| <= k_r N,  |M_n| <= (k_s + arm) N  (contact_friction.within_ellipse)

Where k_s = 0 the spin is free: w_n' from n.M = -N spin of the law of friction. In the terms of sliding.py, J^-1 is then
n n^T/(n.J n), else 0, and a body is held to as + w_n n' less what the spin answers of that. M does no work.
Such a slip begins and ends as any other (slip_onset.py, slip_end.py).

The turning that ends before the slip does is followed in turn time, as rest_end follows a roll: with K of sliding.py
and s as independent variable,

    dt/ds = min(K/|K'|, 4 TURN_LEAD),    so that K fades as exp(-s).

One that begins creeps at first: the direction in which it turns goes back to where it is pushed to within K I/(N k_r),
explicit steps would be as short as it is slow. Until K is TURNS_OFF of its scale resistance has the direction of -M.
"""

from sandbox.compiling.branching import call, choose
from sandbox.compiling.compiled import compiled, room
from sandbox.compiling.entries import mode_function
from sandbox.compiling.traced import length, matrix_of, traced, turn, turn_back
from sandbox.integration import observation as obs
from sandbox.mechanics import layout as lay
from sandbox.mechanics.contact.geometry import contact_geometry
from sandbox.mechanics.contact.mode import SLIPPING, contact_mode
from sandbox.mechanics.contact.slip.sliding import (
    END_LEAD,
    ROUNDED,
    SLIDING,
    TURN_LEAD,
    contact_of,
    dynamics,
    fill_end,
    fill_sliding,
    free_answer,
    held_answer,
    moment_in_hand,
    moment_of,
    moving_weight,
    report_sliding,
    response,
    sliding_dynamics,
    sliding_rates,
    sliding_settle,
    slip_start,
    turning_begun,
    turning_ended,
    turning_of,
    without_turning,
)
from sandbox.mechanics.contact.slip.slip_end import STRIDE, fill_ended, slip_end_weight
from sandbox.mechanics.contact.slip.slip_onset import MOVES, fill_begun, implicit_step, put_weight
from sandbox.mechanics.contact.state import (
    ANGULAR_VELOCITY,
    BIAS,
    MOVING_SIZE,
    SLIP_CLOCK,
    SLIP_END_SIZE,
    moving_state,
)
from sandbox.mechanics.friction.contact_friction import friction_law, resistance
from sandbox.mechanics.motion import support_motion
from sandbox.mechanics.report import put

# ---- a slip without turning -----------------------------------------------------------------------------------------


@traced
def unturned_dynamics(t, y, p, calls):
    """The SlidingContact of the state y of a body that does not turn."""
    state = moving_state(y)
    motion, touch, k, given = slip_start(t, state, state.extra, p, calls)
    return dynamics(motion, touch, k, given, state, p, calls, unturned=True)


@traced
def put_held_spin(t, y, p, calls):
    """Write w = ws + w_n n in body axes to y, w_n = 0 where k_s > 0."""
    state, ws = moving_state(y), support_motion.formula(t, p).ws
    turning = matrix_of(state.q)
    n = contact_geometry.formula(state.x, turning, p, calls).n
    spin = choose(p[lay.SPINNING_RESISTANCE] > 0.0, lambda: 0.0, lambda: (turn(turning, state.w) - ws) @ n)
    put(y, ANGULAR_VELOCITY, turn_back(turning, ws + spin*n))


@compiled
def unturned_settle(t, y, p, calls):
    """As `sliding_settle`, and no turning that resistance holds."""
    put_held_spin(t, y, p, calls)
    sliding_settle(t, y, p, calls)


@traced
def fill_unturned(y, d, p, calls, out):
    """Fill all of an observation but the end of the slip."""
    fill_sliding.formula(y, d, p, calls, out)
    out[obs.FIRST_GUARD + lay.GUARD_TURNING] = d.turning.in_hand


@traced
def observe_unturned(t, y, d, p, calls, out):
    """Fill an observation; near its end the slip is handed to unturned_end."""
    fill_unturned.formula(y, d, p, calls, out)
    fill_end.formula(d, p, out)


UNTURNED = contact_mode("unturned", SLIPPING, MOVING_SIZE, word="sliding",
                        about="slides and does not turn: resistance keeps it from rolling",
                        dynamics=unturned_dynamics, rates=sliding_rates, weight=moving_weight, settle=unturned_settle,
                        observe=observe_unturned, report=report_sliding)


@mode_function
def unturned_onset_step(t, h, y, p, calls, out):
    """One step, see slip_onset.py."""
    scales = room(MOVING_SIZE)
    put_weight(y, p, scales)
    return implicit_step(t, h, y, MOVES, MOVING_SIZE, 1.0, scales, p, calls, out)


@traced
def observe_unturned_onset(t, y, d, p, calls, out):
    """Fill an observation; the mode ends when slip is large enough for explicit steps, or ends."""
    fill_unturned.formula(y, d, p, calls, out)
    fill_begun.formula(y, d, p, out)


UNTURNED_ONSET = contact_mode("unturned_onset", SLIPPING, MOVING_SIZE, word="sliding",
                              about="the first moments of a slip of a body that resistance keeps from rolling",
                              step=unturned_onset_step, like=UNTURNED, settle=unturned_settle,
                              observe=observe_unturned_onset, report=report_sliding)


@traced
def unturned_end_rhs(s, y, p, calls):
    """Derivatives of `unturned` by s, dt/ds = H; the time is the last component."""
    d = unturned_dynamics.formula(y[SLIP_CLOCK], y, p, calls)
    return (*(d.H*rate for rate in sliding_rates.formula(y, d)[0:BIAS]), 0.0, 0.0, 0.0, d.H)


@traced
def observe_unturned_end(t, y, d, p, calls, out):
    """Fill an observation; the mode ends where the slip has."""
    fill_unturned.formula(y, d, p, calls, out)
    fill_ended.formula(y, d, p, out)


UNTURNED_END = contact_mode("unturned_end", SLIPPING, SLIP_END_SIZE, word="sliding",
                            about="the last stretch of a slip of a body that resistance keeps from rolling",
                            clock=SLIP_CLOCK, stride=STRIDE, like=UNTURNED,
                            dynamics=unturned_dynamics, rhs=unturned_end_rhs, weight=slip_end_weight,
                            settle=unturned_settle, observe=observe_unturned_end, report=report_sliding)

# ---- the beginning and the end of turning ----------------------------------------------------------------------------

def creeping(motion, touch, k, given, state, p, calls):
    """The SlidingContact of a body that turns so slowly that it turns where it is pushed to.

    Resistance has the direction of the moment M that would hold the body: that of a turning -M.
    """
    held = without_turning(k, p)
    law = call(friction_law, k.speed, held.w_n, 0.0, p, calls)
    found = response(motion, touch, held, state, given, law, held_answer(motion, touch, held, p), p)
    M = moment_of(touch, k, given, found, p)
    M_n = M @ touch.n
    w_t = M_n*touch.n - M
    w_n = choose(p[lay.SPINNING_RESISTANCE] > 0.0, lambda: -M_n, lambda: 0.0)
    resists = call(resistance, w_n, length(w_t), p)
    answer = free_answer(motion, touch, k, p)
    in_hand = moment_in_hand(touch, k, given, law, found, p)
    law = law._replace(spin=law.spin + resists.spin, roll=resists.roll)
    found = response(motion, touch, held._replace(w_t=w_t), state, given, law, answer, p)
    N = found.force @ touch.n
    found = found._replace(power=-(law.a0 + N*law.a)*(k.slip @ k.sigma)
                           - N*(law.spin*k.w_n + law.roll*(w_t @ k.wr)))
    return contact_of(motion, touch, k, given, state, found, turning_of(k, found, in_hand, p), p)


@traced
def turn_onset_dynamics(t, y, p, calls):
    """The SlidingContact of the state y of a body that begins to turn."""
    state = moving_state(y)
    motion, touch, k, given = slip_start(t, state, state.extra, p, calls)
    return creeping(motion, touch, k, given, state, p, calls)


@traced
def observe_turn_onset(t, y, d, p, calls, out):
    """Fill an observation; the mode ends where turning is large enough for explicit steps, or is about to end."""
    fill_sliding.formula(y, d, p, calls, out)
    fill_end.formula(d, p, out)
    holds = d.turning.in_hand > ROUNDED*p[lay.MASS]*p[lay.SLIP_SCALE]*p[lay.SLIP_SCALE]/p[lay.LENGTH_SCALE]
    out[obs.FIRST_GUARD + lay.GUARD_TURNING] = turning_begun(d.turning.K, d.turning.K_rate, holds, p)


TURN_ONSET = contact_mode("turn_onset", SLIPPING, MOVING_SIZE, word="sliding",
                          about="slides, and begins to turn against resistance",
                          dynamics=turn_onset_dynamics, rates=sliding_rates, weight=moving_weight,
                          settle=sliding_settle, observe=observe_turn_onset, report=report_sliding)


@traced
def turn_end_rhs(s, y, p, calls):
    """Derivatives of sliding by s of the head of this file; the time is the last component."""
    d = sliding_dynamics.formula(y[SLIP_CLOCK], y, p, calls)
    longest = 4.0*TURN_LEAD
    h = choose(d.turning.K < -longest*d.turning.K_rate, lambda: d.turning.K/-d.turning.K_rate, lambda: longest)
    return (*(h*rate for rate in sliding_rates.formula(y, d)[0:BIAS]), 0.0, 0.0, 0.0, h)


@traced
def observe_turn_end(t, y, d, p, calls, out):
    """Fill an observation; turning has ended, or goes on, with more than 2 TURN_LEAD left at its rate."""
    fill_sliding.formula(y, d, p, calls, out)
    # also where the slip has just begun: one that creeps goes on until then
    out[obs.FIRST_GUARD + lay.GUARD_END] = choose((p[lay.IS_DRY] != 0.0) & (d.H > 0.0),
                                                  lambda: d.H + END_LEAD*d.H_rate, lambda: 1.0)
    out[obs.FIRST_GUARD + lay.GUARD_TURNING] = turning_ended(d.turning.K, d.turning.K_rate, d.w, p)


TURN_END = contact_mode("turn_end", SLIPPING, SLIP_END_SIZE, word="sliding",
                        about="slides while resistance ends its turning, in a time of its own",
                        clock=SLIP_CLOCK, stride=STRIDE, like=SLIDING,
                        dynamics=sliding_dynamics, rhs=turn_end_rhs, weight=slip_end_weight,
                        settle=sliding_settle, observe=observe_turn_end, report=report_sliding)
