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

from sandbox.compiling.branching import call
from sandbox.compiling.compiled import compiled, mode_function, room
from sandbox.compiling.traced import traced
from sandbox.integration.observation import FIRST_GUARD
from sandbox.integration.radau_tableau import FIVE
from sandbox.integration.settings import TOLERANCE
from sandbox.mechanics.contact.sliding import SIZE, fill_sliding, sliding_weight
from sandbox.mechanics.contact.slip_newton import add_motion_rates, correct, go_straight, look
from sandbox.mechanics.contact.slip_stages import (
    COUNT,
    FILLED,
    MOVES,
    SEES,
    STAGES,
    advanced,
    fill_stages,
)
from sandbox.mechanics.layout import GUARD_END, SLIP_SCALE

# a slip of this share of the typical one is followed by explicit steps [1]
BEGUN = 1e-3
# a slip that turns back is handed to slip_end this long before it would end [s]
FADE_LEAD = 1e-7
# turns at most; the change, in units of the scales, at which they may end; what is good where it gets no better
TURNS, STILL, GOOD = 40, 2e-16, 1e-13
# turns after the first that keep the direction of slip: they find how large it is
STRAIGHT = 3
# an estimate of this size, in units of the scales, is accepted; it is of order STAGES
ACCEPTED = 1e-8
LAST = np.array(FIVE.last)


@compiled
def estimate(h, filled, scales):
    """Size of the error in units of the scales."""
    square = 0.0
    for m in range(MOVES):
        total = 0.0
        for j in range(STAGES):
            total += LAST[j]*filled[j*FILLED + m]
        square += (h*total*scales[m])**2
    return sqrt(square/MOVES)


@traced
def put_weight(y, p, out):
    """`fill_weight`."""
    for i, scale in enumerate(call(sliding_weight, *(y[i] for i in range(SIZE)), p)):
        out[i] = scale


@compiled
def fill_weight(y, p, out):
    """Fill out (SIZE,) with the reciprocal scales of a state y."""
    put_weight(y, p, out)


@mode_function
def slip_begin_step(t, h, y, p, calls, out):
    """One step of a state of sliding, see the head of this file; returns the error as steps of ode.py do."""
    states, filled, seen, scales = room(STAGES*MOVES), room(STAGES*FILLED), room(COUNT), room(SIZE)
    changes, matrix, right, z = room(COUNT*FILLED), room(COUNT*COUNT), room(COUNT), room(SEES)
    fill_weight(y, p, scales)
    for i in range(STAGES*MOVES):
        states[i] = y[i % MOVES]
    for i in range(STAGES*FILLED):
        filled[i] = 0.0
    look(y, seen, filled)
    before = inf
    for turn_number in range(TURNS):
        for i in range(COUNT):
            right[i] = 0.0
        add_motion_rates(h, filled, -1.0, right)
        # the first turn looks at the start itself
        fill_stages(t, h if turn_number > 0 else 0.0, states, seen, filled, z, changes,
                    SEES if turn_number > STRAIGHT else 0, p, calls)
        if turn_number == 0:
            look(y, seen, filled)
        elif turn_number <= STRAIGHT:
            go_straight(y, seen, filled)
        else:
            correct(h, y, seen, filled, changes, matrix, right)
        change = advanced(h, y, filled, states, scales)
        if turn_number > STRAIGHT + 1 and (change <= STILL or (change < GOOD and change > 0.3*before)):
            for m in range(SIZE):
                out[m] = states[(STAGES - 1)*MOVES + m] if m < MOVES else y[m]
            return TOLERANCE*(estimate(h, filled, scales)/ACCEPTED)**(8.0/STAGES)
        before = change
    for m in range(SIZE):
        out[m] = nan
    return inf


@mode_function
def slip_begin_observe(t, h, y, p, calls, out):
    """Fill an observation of the state y; the mode ends when slip is large enough for explicit steps, or ends."""
    size, rate, _speeds = fill_sliding(t, y, p, calls, out)
    bias = sqrt(y[14]*y[14] + y[15]*y[15] + y[16]*y[16])
    out[FIRST_GUARD + GUARD_END] = min(BEGUN*p[SLIP_SCALE] + bias - size, size + FADE_LEAD*rate)
    return 0.0
