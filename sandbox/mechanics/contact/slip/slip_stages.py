"""What a step of slip_onset.py computes at its stages: rates where the law of friction sees a motion it is given.

The law sees z = (slip, w - ws) instead of what there is; derivatives by z are differences.
"""

from math import nan, sqrt
from typing import NamedTuple

import numpy as np

from sandbox.compiling.compiled import compiled, part
from sandbox.compiling.places import Places
from sandbox.compiling.signature import Numbers
from sandbox.compiling.traced import Vector, cross, length, matrix_of, quaternion_rate, traced, turn, vector_at
from sandbox.integration.radau_tableau import FIVE
from sandbox.mechanics.contact.slip.sliding_equations import given_dynamics
from sandbox.mechanics.contact.state import BIAS, VELOCITY, MovingState, rolling_state
from sandbox.mechanics.layout import LENGTH_SCALE, PATCH
from sandbox.mechanics.report import put

# numbers of the state without its bias, and of z: slip [m/s], then w - ws [rad/s]
STAGES, MOVES = FIVE.stages, BIAS
_z = Places()
SLIP, TURNING = _z.take(3), _z.take(3)
SEES = _z.size
COUNT = STAGES*SEES
NODES, WEIGHTS = np.array(FIVE.C), np.array(FIVE.A)
# places in what `stage` fills: y', the motion m of the contact, what the law does to its rate
_filled = Places(MOVES)
MOTION, MOTION_RATE = _filled.take(SEES), _filled.take(SEES)
FILLED = _filled.size


class Work(NamedTuple):
    """Arrays of a step as bare pointers, row by row."""

    states: Numbers     # (STAGES, MOVES) y at the stages
    inputs: Numbers     # (STAGES, SEES) z: what the law sees there
    filled: Numbers     # (STAGES, FILLED) by `stage`
    changes: Numbers    # (STAGES, SEES, FILLED) derivatives of that by z
    nudged: Numbers     # (SEES,) room to work
    scales: Numbers     # (MOVING_SIZE,) reciprocal scales of errors
    matrix: Numbers     # (COUNT, COUNT) of Newton's method
    right: Numbers      # (COUNT,) its right-hand side


# change of what the law sees that tells its derivatives [1]
NUDGE = 1e-7


@traced
def put_stage(t, y, z, p, calls, out):
    """`stage`."""
    # the bias is in z
    state = MovingState(*rolling_state(y), vector_at(y, VELOCITY), Vector(nan, nan, nan))
    d = given_dynamics(t, state, vector_at(z, SLIP), vector_at(z, TURNING), p, calls)
    turning = matrix_of(state.q)
    w_rate = turn(turning, d.w_rate)
    put(out, 0, (*d.u_s, *quaternion_rate(d.wr, state.q), *d.w_rate, d.ledger_rate, *d.v_rate))
    put(out, MOTION, (*d.sigma, *turn(turning, d.wr)))
    put(out, MOTION_RATE, (*(d.v_rate + cross(w_rate, d.rho)), *w_rate))


@compiled
def stage(t, y, z, p, calls, out):
    """Fill out (FILLED,) from a state y where the law sees z (SEES,): slip [m/s], then w - ws [rad/s], local axes."""
    put_stage(t, y, z, p, calls, out)


@traced
def size_at(z, at):
    """Length of the vector z[at:at + 3]."""
    return length(vector_at(z, at))


@compiled
def fill_stages(t, h, work, count, p, calls):
    """Fill work.filled by `stage`, and work.changes: its derivatives by `count` of z."""
    states, inputs, filled, changes, nudged = work.states, work.inputs, work.filled, work.changes, work.nudged
    for i in range(STAGES):
        z = part(inputs, i*SEES)
        slip, spin = size_at(z, SLIP), size_at(z, TURNING)
        across, about = NUDGE*sqrt(slip*slip + (p[PATCH]*spin)**2), NUDGE*(spin + slip/p[LENGTH_SCALE])
        for k in range(-1, count):
            for m in range(SEES):
                nudged[m] = z[m]
            nudge = across if k < TURNING else about
            if k >= 0:
                nudged[k] += nudge
            out = part(filled, i*FILLED) if k < 0 else part(changes, (i*SEES + k)*FILLED)
            stage(t + NODES[i]*h, part(states, i*MOVES), nudged, p, calls, out)
            if k >= 0:
                for m in range(FILLED):
                    out[m] = (out[m] - filled[i*FILLED + m])/nudge


@compiled
def advanced(h, y, work):
    """Fill work.states with y + h A y'; returns the largest change in units of the scales."""
    filled, states, scales = work.filled, work.states, work.scales
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
