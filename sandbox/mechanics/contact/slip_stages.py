"""What a step of slip_onset.py computes at its stages: rates where the law of friction sees a motion it is given.

The law sees z = (slip, w - ws) instead of what there is; derivatives by z are differences.
"""

from math import sqrt

import numpy as np

from sandbox.compiling.compiled import compiled, part
from sandbox.compiling.traced import cross, matrix_of, quaternion_rate, traced, turn, vector_at
from sandbox.integration.radau_tableau import FIVE
from sandbox.mechanics.contact.sliding_equations import given_dynamics
from sandbox.mechanics.layout import LENGTH_SCALE, PATCH

# numbers of the state without its bias, and of z
STAGES, MOVES, SEES = FIVE.stages, 14, 6
COUNT = STAGES*SEES
NODES, WEIGHTS = np.array(FIVE.C), np.array(FIVE.A)
# places in what `stage` fills: y', the motion m of the contact, what the law does to its rate
MOTION, MOTION_RATE, FILLED = 14, 20, 26
# change of what the law sees that tells its derivatives [1]
NUDGE = 1e-7


@traced
def put_stage(t, y, z, p, calls, out):
    """`stage`."""
    q, w, v = tuple(y[i] for i in range(3, 7)), vector_at(y, 7), vector_at(y, 11)
    d = given_dynamics(t, *vector_at(y, 0), q, w, v, vector_at(z, 0), vector_at(z, 3), p, calls)
    turning = matrix_of(q)
    w_rate = turn(turning, d[1])
    numbers = (*d[0], *quaternion_rate(d[4], q), *d[1], d[3], *d[2],
               *d[16], *turn(turning, d[4]), *(d[2] + cross(w_rate, d[9])), *w_rate)
    for i, number in enumerate(numbers):
        out[i] = number


@compiled
def stage(t, y, z, p, calls, out):
    """Fill out (FILLED,) from a state y where the law sees z (SEES,): slip [m/s], then w - ws [rad/s], local axes."""
    put_stage(t, y, z, p, calls, out)


@compiled
def fill_stages(t, h, states, seen, filled, nudged, changes, count, p, calls):
    """Fill filled (STAGES, FILLED) by `stage`, and changes (STAGES, SEES, FILLED): its derivatives by `count` of z.

    nudged (SEES,) is room to work.
    """
    for i in range(STAGES):
        z = part(seen, i*SEES)
        slip, spin = sqrt(z[0]*z[0] + z[1]*z[1] + z[2]*z[2]), sqrt(z[3]*z[3] + z[4]*z[4] + z[5]*z[5])
        across, about = NUDGE*sqrt(slip*slip + (p[PATCH]*spin)**2), NUDGE*(spin + slip/p[LENGTH_SCALE])
        for k in range(-1, count):
            for m in range(SEES):
                nudged[m] = z[m]
            nudge = across if k < 3 else about
            if k >= 0:
                nudged[k] += nudge
            out = part(filled, i*FILLED) if k < 0 else part(changes, (i*SEES + k)*FILLED)
            stage(t + NODES[i]*h, part(states, i*MOVES), nudged, p, calls, out)
            if k >= 0:
                for m in range(FILLED):
                    out[m] = (out[m] - filled[i*FILLED + m])/nudge


@compiled
def advanced(h, y, filled, states, scales):
    """Fill states (STAGES, MOVES) with y + h A y'; returns the largest change in units of the scales."""
    change = 0.0
    for i in range(STAGES):
        for m in range(MOVES):
            total = 0.0
            for j in range(STAGES):
                total += WEIGHTS[i, j]*filled[j*FILLED + m]
            new = y[m] + h*total
            change = max(change, abs(new - states[i*MOVES + m])*scales[m])
            states[i*MOVES + m] = new
    return change
