"""A body that carries masses inside (load.py) and slides, for any law of friction: its slip, how it begins and ends.

State y (21), state.py: that of sliding.py, then place and speed of two masses that slide along lines of the body. With
the answer g(f, M) of body and load to a force at the touching point and a moment, its acceleration there,

    sigma' = B + g_free + g(Lambda, N M),     Lambda = F0 + N D
    0 = n'.sigma + n.sigma',   hence N;   V* = n.g(D, M),   V = n.g(n, 0)

with B, D, M, F0 of sliding.py and g_free what body and load do without contact, a hand's pull included. Motors, dampers
and friction write to the ledger.
"""

from typing import NamedTuple

from sandbox.compiling.branching import call, choose
from sandbox.compiling.compiled import room
from sandbox.compiling.entries import mode_function
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
from sandbox.integration import observation as obs
from sandbox.mechanics import layout as lay
from sandbox.mechanics.contact.geometry import arm, contact_geometry, flatness, from_axis
from sandbox.mechanics.contact.load import (
    Energies,
    Placed,
    carried_energies,
    freed_load,
    load_at,
    moved_load,
    places_aloft,
    supported_power,
)
from sandbox.mechanics.contact.mode import SLIPPING, contact_mode
from sandbox.mechanics.contact.slip.sliding import (
    fill_end,
    fill_slip,
    moving_weight,
    relative,
    report_sliding,
    seen_as,
    sliding_settle,
    slipping,
)
from sandbox.mechanics.contact.slip.slip_end import STRIDE, fill_ended
from sandbox.mechanics.contact.slip.slip_onset import MOST, SLIP, TURNING, fill_begun, implicit_step, put_filled
from sandbox.mechanics.contact.state import (
    LINES_ALOFT,
    LOADED_FLIGHT_SIZE,
    LOADED_SLIP_CLOCK,
    LOADED_SLIP_END_SIZE,
    moving_state,
)
from sandbox.mechanics.friction.contact_friction import friction_law, motion_of_contact
from sandbox.mechanics.motion import SupportMotion, support_motion
from sandbox.mechanics.pull import nothing, pull
from sandbox.mechanics.report import put


class LoadedSlide(NamedTuple):
    """A sliding.SlidingContact, and what the body carries."""

    u_s: Vector         # c' [m/s]
    w_rate: Vector      # w', body axes [rad/s^2]
    v_rate: Vector      # v' [m/s^2]
    ledger_rate: float  # [W]
    wr: Vector          # body axes [rad/s]
    n: Vector
    force: Vector       # Lambda [N]
    r: Vector           # mass centre from the axis point [m]
    motion: SupportMotion
    rho: Vector         # [m]
    w: Vector           # [rad/s]
    fit: float
    bracket: float      # V*/V
    H: float            # contact_friction.motion_of_contact [m/s]
    H_rate: float       # [m/s^2]
    flatness: float
    sigma: Vector       # [m/s]
    line_rates: tuple   # alpha'' (2,) [m/s^2]
    energies: Energies


def lines_of(y):
    """alpha and alpha' of the two lines (4,)."""
    return tuple(y[LINES_ALOFT + i] for i in range(4))


def loaded_start(t, state, bias, p, calls):
    """The support's motion, the touch, the sliding.Slipping of a MovingState and the Pull of a hand."""
    motion = support_motion.formula(t, p)
    touch = contact_geometry.formula(state.x, matrix_of(state.q), p, calls)
    r = from_axis(state.x, p) - turn(touch.turning, arm(touch, p))
    hand = choose(p[lay.HAND_STIFFNESS] != 0.0, lambda: call(
        pull, t, state.q, r, state.v, turn(touch.turning, state.w), motion.ws, p), nothing)
    return motion, touch, slipping(motion, touch, state, bias, motion.ge, p), hand


class Answer(NamedTuple):
    """What a force does, body axes, and the acceleration that the touching point has by it, local axes [m/s^2]."""

    a: Vector
    w_rate: Vector
    point: Vector


def loaded_slide(t, motion, touch, k, hand, state, lines, p, calls):    # noqa: PLR0913 - one instant, from its parts
    """The LoadedSlide from `loaded_start`; see the head of this file."""
    n, turning, rho, load = touch.n, touch.turning, k.rho, load_at(t, lines, p)
    law = call(friction_law, k.speed, k.w_n, k.rolling, p, calls)
    pulled = turn_back(turning, hand.force), turn_back(turning, hand.moment)
    found, right_f, right_m = freed_load(*pulled, state.w, load, p)

    def answer(right_f, right_m):
        a, w_rate = found.answer(right_f, right_m)
        return Answer(a, w_rate, turn(turning, a) + cross(turn(turning, w_rate), rho))

    def by(force, moment):
        return answer(turn_back(turning, force), turn_back(turning, cross(rho, force) + moment))
    none = Vector(0.0, 0.0, 0.0)
    F0, D, M = -law.a0*k.slip, n - law.a*k.slip, -law.spin*n - law.roll*k.w_t
    free, given, pressed, smooth = answer(right_f, right_m), by(F0, none), by(D, M), by(n, none)
    B = k.B + free.point + given.point
    N = -(k.n_rate @ k.sigma + n @ B)/(n @ pressed.point)
    moved = moved_load(free.a + given.a + N*pressed.a, free.w_rate + given.w_rate + N*pressed.w_rate, state.w, load, p)

    r = k.c - rho
    placed = places_aloft(Placed(p[lay.MASS], r, relative.formula(motion, r, state.v)), k.wr, turning, load, p)
    power = moved.power + hand.power - (law.a0 + N*law.a)*(k.slip @ k.sigma) \
        - N*law.spin*k.w_n - N*law.roll*k.rolling*k.rolling
    ledger = choose(p[lay.IS_STEADY] == 0.0, lambda: power + supported_power(
        motion, turning, state.w, placed, load, p), lambda: power)
    along = k.slip @ (B + N*pressed.point)
    spinning = (turn(turning, moved.w_rate) - motion.as_) @ n + k.wr @ k.n_rate
    H, H_rate = call(motion_of_contact, k.speed, choose(k.speed > 0.0, lambda: along/k.speed, lambda: 0.0), k.w_n,
                     spinning, p)
    wr = turn_back(turning, k.wr)
    return LoadedSlide(
        k.u_s, moved.w_rate, turn(turning, moved.a) + motion.ge - cross(motion.ws, state.v), ledger, wr, n, F0 + N*D, r,
        motion, rho, k.w, k.fit, (n @ pressed.point)/(n @ smooth.point), H, H_rate, flatness(touch, p), k.sigma,
        moved.line_rates, carried_energies(motion, state.w, wr, placed, load, p))


@traced
def loaded_sliding_dynamics(t, y, p, calls):
    """The LoadedSlide of the state y."""
    state = moving_state(y)
    motion, touch, k, hand = loaded_start(t, state, state.extra, p, calls)
    return loaded_slide(t, motion, touch, k, hand, state, lines_of(y), p, calls)


def all_line_rates(y, d):
    """Derivatives of alpha, alpha' of the two lines (4,)."""
    first, second = d.line_rates
    return y[LINES_ALOFT + 1], first, y[LINES_ALOFT + 3], second


@traced
def loaded_sliding_rates(y, d):
    """y' from a LoadedSlide."""
    return (*d.u_s, *quaternion_rate(d.wr, moving_state(y).q), *d.w_rate, d.ledger_rate, *d.v_rate, 0.0, 0.0, 0.0,
            *all_line_rates(y, d))


@traced
def loaded_weight(y, p):
    """Reciprocals of the scales that errors are measured in: those of sliding, and lengths and speeds of the lines."""
    place = 1.0/(p[lay.LENGTH_SCALE] + abs(y[LINES_ALOFT]) + abs(y[LINES_ALOFT + 2]))
    speed = 1.0/(p[lay.SLIP_SCALE] + abs(y[LINES_ALOFT + 1]) + abs(y[LINES_ALOFT + 3]))
    return (*moving_weight.formula(y, p), place, speed, place, speed)


@traced
def fill_loaded(y, d, p, calls, out):
    """Fill all of an observation but the end of the mode."""
    state = moving_state(y)
    out[obs.DEFECT] = d.energies.E_J - state.ledger
    out[obs.KINETIC_ENERGY] = d.energies.kinetic
    fill_slip.formula(state.x, d, p, calls, out)


@traced
def observe_loaded_sliding(t, y, d, p, calls, out):
    """Fill an observation; near its end the slip is handed to the mode that ends it."""
    fill_loaded.formula(y, d, p, calls, out)
    fill_end.formula(d, p, out)


LOADED_SLIDING = contact_mode("loaded_sliding", SLIPPING, LOADED_FLIGHT_SIZE, word="sliding",
                              about="slides, and carries masses inside: friction opposes its slip",
                              dynamics=loaded_sliding_dynamics, rates=loaded_sliding_rates, weight=loaded_weight,
                              settle=sliding_settle, observe=observe_loaded_sliding, report=report_sliding)


# ---- its end, in slip time (slip_end.py) ----------------------------------------------------------------------------

@traced
def loaded_slip_end_rhs(s, y, p, calls):
    """Derivatives of sliding by s, dt/ds = H; the time is the last component."""
    d = loaded_sliding_dynamics.formula(y[LOADED_SLIP_CLOCK], y, p, calls)
    return (*(d.H*rate for rate in loaded_sliding_rates.formula(y, d)), d.H)


@traced
def loaded_slip_end_weight(y, p):
    """As `loaded_weight`; an error of the time counts in units of 1/SPIN_SCALE."""
    return (*loaded_weight.formula(y, p), p[lay.SPIN_SCALE])


@traced
def observe_loaded_slip_end(t, y, d, p, calls, out):
    """Fill an observation; the mode ends where the slip has."""
    fill_loaded.formula(y, d, p, calls, out)
    fill_ended.formula(y, d, p, out)


LOADED_SLIP_END = contact_mode("loaded_slip_end", SLIPPING, LOADED_SLIP_END_SIZE, word="sliding",
                               about="the last stretch of a slip of a body that carries masses, in slip time",
                               clock=LOADED_SLIP_CLOCK, stride=STRIDE, like=LOADED_SLIDING,
                               dynamics=loaded_sliding_dynamics, rhs=loaded_slip_end_rhs, weight=loaded_slip_end_weight,
                               settle=sliding_settle, observe=observe_loaded_slip_end, report=report_sliding)


# ---- its beginning, by the implicit method of slip_onset.py ---------------------------------------------------------

@traced
def put_loaded_stage(t, y, p, calls, out):
    """Fill a stage from y, the state (MOST,) and what the law sees."""
    state = moving_state(y)
    motion, touch, k, hand = loaded_start(t, state, Vector(0.0, 0.0, 0.0), p, calls)
    k = seen_as(k, touch.n, vector_at(y, MOST + SLIP), vector_at(y, MOST + TURNING))
    d = loaded_slide(t, motion, touch, k, hand, state, lines_of(y), p, calls)
    put_filled(state, d, all_line_rates(y, d), out)


@mode_function
def loaded_stage(t, h, y, p, calls, out):
    """`slip_onset.stage` of a body that carries masses."""
    put_loaded_stage(t, y, p, calls, out)
    return 0.0


@traced
def put_loaded_weight(y, p, out):
    """Fill out (MOST,) with the reciprocal scales of a state y."""
    put(out, 0, loaded_weight.formula(y, p))


@mode_function
def loaded_onset_step(t, h, y, p, calls, out):
    """One step, see slip_onset.py."""
    scales = room(MOST)
    put_loaded_weight(y, p, scales)
    return implicit_step(t, h, y, MOST, MOST, 0.0, scales, p, calls, out)


@traced
def observe_loaded_onset(t, y, d, p, calls, out):
    """Fill an observation; the mode ends when slip is large enough for explicit steps, or ends."""
    fill_loaded.formula(y, d, p, calls, out)
    fill_begun.formula(y, d, p, out)


LOADED_SLIP_ONSET = contact_mode("loaded_slip_onset", SLIPPING, LOADED_FLIGHT_SIZE, word="sliding",
                                 about="the first moments of a slip of a body that carries masses",
                                 step=loaded_onset_step, like=LOADED_SLIDING, dynamics=loaded_sliding_dynamics,
                                 settle=sliding_settle, observe=observe_loaded_onset, report=report_sliding)
