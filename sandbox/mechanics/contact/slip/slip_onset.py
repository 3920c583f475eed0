"""The first moments of a slip that starts from rest, by an implicit method in ordinary time.

Across its direction a small slip is damped at the rate mu g/|sigma|, beyond all bounds at its start, though the motion
itself is smooth there: slip keeps to the direction along which it grows. Radau's method with five stages steps along
it. What is stiff is only what the law of friction sees, z = (slip, w - ws): for given z_i at the stages

    y_i = y_0 + h sum_j a_ij f(y_j, z_j)

settles in a few turns. In each, Newton's method moves the z_i towards the motion m_i of the contact at the stages,

    dz_i - h sum_j a_ij S_j dz_j = m_i - z_i,   S = d m'/d z,

a system of 30 numbers. So the law sees at every stage the slip of that stage and nothing before it. The slip in z
has the bias of the state added, which gives it a direction at the very start.
Source: Hairer, Wanner, Solving Ordinary Differential Equations II, sections IV.5 and VI.1.
"""

from math import inf, nan, sqrt

import numpy as np

from sandbox.compiling.branching import choose
from sandbox.compiling.compiled import compiled, room
from sandbox.compiling.entries import mode_function
from sandbox.compiling.traced import length, traced, vector_at
from sandbox.integration.observation import FIRST_GUARD
from sandbox.integration.radau_tableau import FIVE
from sandbox.integration.settings import TOLERANCE
from sandbox.mechanics.contact.mode import SLIPPING, contact_mode
from sandbox.mechanics.contact.slip.sliding import (
    SLIDING,
    fill_sliding,
    moving_weight,
    report_sliding,
    sliding_settle,
    speeds,
)
from sandbox.mechanics.contact.slip.slip_newton import add_motion_rates, correct, go_straight, look
from sandbox.mechanics.contact.slip.slip_stages import COUNT, FILLED, MOVES, SEES, STAGES, Work, advanced, fill_stages
from sandbox.mechanics.contact.state import BIAS, MOVING_SIZE
from sandbox.mechanics.layout import GUARD_END, LENGTH_SCALE, MASS, SLIP_SCALE
from sandbox.mechanics.report import put

# a slip of this share of the typical one is followed by explicit steps [1]
BEGUN = 1e-3
# a slip that turns back is handed to slip_end this long before it would end [s]
FADE_LEAD = 1e-7
# a slip of so few biases has a direction that rounding turns by some angle theta: it seems to fade at this share of g,
# and at theta^2/2 of what friction gives; theta^2 of the whole force of contact is more than that
SHORT, ROUNDED, ROUNDING = 10.0, 1e-5, float(np.finfo(float).eps)
# where there is no slip at all [m/s]
LEAST = 1e-300
# turns at most; the change, in units of the scales, at which they may end; what is good where it gets no better
TURNS, STILL, GOOD = 40, 2e-16, 1e-13
# turns after the first that keep the direction of slip: they find how large it is
STRAIGHT = 3
# an estimate of this size, in units of the scales, is accepted; it is of order STAGES
ACCEPTED = 1e-8
LAST = np.array(FIVE.last)


@compiled
def estimate(h, work):
    """Size of the error in units of the scales."""
    square = 0.0
    for m in range(MOVES):
        total = 0.0
        for j in range(STAGES):
            total += LAST[j]*work.filled[j*FILLED + m]
        square += (h*total*work.scales[m])**2
    return sqrt(square/MOVES)


@traced
def put_weight(y, p, out):
    """Fill out (MOVING_SIZE,) with the reciprocal scales of a state y."""
    put(out, 0, moving_weight.formula(y, p))


@mode_function
def onset_step(t, h, y, p, calls, out):
    """One step of a state of sliding, see the head of this file; returns the error as steps of ode.py do."""
    work = Work(room(STAGES*MOVES), room(COUNT), room(STAGES*FILLED), room(COUNT*FILLED), room(SEES),
                room(MOVING_SIZE), room(COUNT*COUNT), room(COUNT))
    put_weight(y, p, work.scales)
    for i in range(STAGES*MOVES):
        work.states[i] = y[i % MOVES]
    for i in range(STAGES*FILLED):
        work.filled[i] = 0.0
    look(y, work)
    before = inf
    for turn_number in range(TURNS):
        for i in range(COUNT):
            work.right[i] = 0.0
        add_motion_rates(h, work, -1.0)
        # the first turn looks at the start itself
        fill_stages(t, h if turn_number > 0 else 0.0, work, SEES if turn_number > STRAIGHT else 0, p, calls)
        if turn_number == 0:
            look(y, work)
        elif turn_number <= STRAIGHT:
            go_straight(y, work)
        else:
            correct(h, y, work)
        change = advanced(h, y, work)
        if turn_number > STRAIGHT + 1 and (change <= STILL or (change < GOOD and change > 0.3*before)):
            for m in range(MOVING_SIZE):
                out[m] = work.states[(STAGES - 1)*MOVES + m] if m < MOVES else y[m]
            return TOLERANCE*(estimate(h, work)/ACCEPTED)**(8.0/STAGES)
        before = change
    for m in range(MOVING_SIZE):
        out[m] = nan
    return inf


@traced
def observe_onset(t, y, d, p, calls, out):
    """Fill an observation; the mode ends when slip is large enough for explicit steps, or ends."""
    fill_sliding.formula(y, d, p, calls, out)
    bias, g = length(vector_at(y, BIAS)), p[SLIP_SCALE]*p[SLIP_SCALE]/p[LENGTH_SCALE]
    theta = ROUNDING*speeds.formula(y, d)/(d.H + LEAST)
    seeming = ROUNDED*g + theta*theta*length(d.force)/p[MASS]
    turns = (d.H > SHORT*bias) | (d.H_rate < -seeming)
    grown, fading = BEGUN*p[SLIP_SCALE] + bias - d.H, d.H + choose(turns, lambda: FADE_LEAD*d.H_rate, lambda: 0.0)
    out[FIRST_GUARD + GUARD_END] = choose(fading < grown, lambda: fading, lambda: grown)


SLIP_ONSET = contact_mode("slip_onset", SLIPPING, MOVING_SIZE, word="sliding",
                          about="the first moments of a slip that begins from rest, by an implicit method",
                          step=onset_step, like=SLIDING,
                          settle=sliding_settle, observe=observe_onset, report=report_sliding)
