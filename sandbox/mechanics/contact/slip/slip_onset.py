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

At its stages a step computes rates where the law of friction sees a motion that it is given, z instead of what there
is; derivatives by z are differences. Across the slip a share of it tells them, for friction turns with its direction;
along the slip friction hardly changes, and such a difference would be rounding over next to nothing, so that there the
share is larger; so it is for the spin of a patch, which may be as small. `work` is the Work of a step.
"""

from math import inf, nan, sqrt
from typing import NamedTuple

import numpy as np

from sandbox.compiling.branching import choose
from sandbox.compiling.compiled import call_mode, compiled, part, room
from sandbox.compiling.entries import mode_function
from sandbox.compiling.places import Places
from sandbox.compiling.signature import Numbers
from sandbox.compiling.traced import Vector, cross, length, matrix_of, quaternion_rate, traced, turn, vector_at
from sandbox.integration import observation as obs
from sandbox.integration.radau_tableau import FIVE
from sandbox.integration.settings import TOLERANCE
from sandbox.mechanics import layout as lay
from sandbox.mechanics.contact.mode import SLIPPING, contact_mode
from sandbox.mechanics.contact.slip.sliding import (
    SLIDING,
    fill_sliding,
    fill_turning,
    given_dynamics,
    moving_weight,
    report_sliding,
    sliding_settle,
    speeds,
)
from sandbox.mechanics.contact.state import (
    BIAS,
    LOADED_FLIGHT_SIZE,
    MOVING_SIZE,
    VELOCITY,
    MovingState,
    rolling_state,
)
from sandbox.mechanics.report import put

# a slip of this share of the typical one is followed by explicit steps [1]
BEGUN = 1e-3
# a slip that turns back is handed to slip_end this long before it would end [s]
FADE_LEAD = 1e-7
# a slip of so few biases has a direction that rounding turns by some angle theta: it seems to fade at this share of g,
# and at theta^2/2 of what friction gives, where a body answers in another direction than it is pushed in at theta of
# that; theta^2, and theta of how uneven its answers are, of the whole force of contact are more
SHORT, ROUNDED, ROUNDING = 10.0, 1e-5, float(np.finfo(float).eps)
# a slip that creeps has ended below this share of the typical one [1]
STOPPED = 1e-7
# where there is no slip at all [m/s]
LEAST = 1e-300
# turns at most; the change, in units of the scales, at which they may end; what is good where it gets no better
TURNS, STILL, GOOD = 40, 2e-16, 1e-13
# what a turn leaves of a slip at least [1]
LEFT = 0.1
# turns after the first that keep the direction of slip: they find how large it is
STRAIGHT = 3
# an estimate of this size, in units of the scales, is accepted; it is of order STAGES
ACCEPTED = 1e-8
LAST = np.array(FIVE.last)


@compiled
def estimate(h, work):
    """Size of the error in units of the scales."""
    square = 0.0
    for m in range(work.moves):
        total = 0.0
        for j in range(STAGES):
            total += LAST[j]*work.filled[j*FILLED + m]
        square += (h*total*work.scales[m])**2
    return sqrt(square/work.moves)


@traced
def put_weight(y, p, out):
    """Fill out (MOVING_SIZE,) with the reciprocal scales of a state y."""
    put(out, 0, moving_weight.formula(y, p))


@mode_function
def onset_step(t, h, y, p, calls, out):
    """One step of a state of sliding, see the head of this file; returns the error as steps of ode.py do."""
    scales = room(MOVING_SIZE)
    put_weight(y, p, scales)
    return implicit_step(t, h, y, MOVES, MOVING_SIZE, 0.0, scales, p, calls, out)


@compiled
def implicit_step(t, h, y, moves, size, unturned, scales, p, calls, out):    # noqa: PLR0913 - a step, and its sizes
    """One step of y (size,), of which the first `moves` numbers change, with the reciprocal scales of their errors.

    unturned    1.0 where resistance keeps the body from turning (unturned.py), else 0.0
    """
    work = Work(moves, unturned, room(STAGES*MOST), room(COUNT), room(STAGES*FILLED), room(COUNT*FILLED), room(SEES),
                room(FILLED), scales, room(COUNT*COUNT), room(COUNT), room(MOST + SEES))
    for i in range(STAGES):
        for m in range(moves):
            work.states[i*MOST + m] = y[m]
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
            go_straight(y, p, work)
        else:
            correct(h, y, work)
        change = advanced(h, y, work)
        if turn_number > STRAIGHT + 1 and (change <= STILL or (change < GOOD and change > 0.3*before)):
            for m in range(size):
                out[m] = work.states[(STAGES - 1)*MOST + m] if m < moves else y[m]
            return TOLERANCE*(estimate(h, work)/ACCEPTED)**(8.0/STAGES)
        before = change
    for m in range(size):
        out[m] = nan
    return inf


def unevenness(p):
    """What J^-1 has at most besides its mean over all directions [1/(kg m^2)]."""
    at = lay.INVERSE_TENSOR
    x, y, z = p[at], p[at + 4], p[at + 8]
    mean = (x + y + z)/3.0
    return length(Vector(x - mean, y - mean, z - mean)) + 2.0*length(Vector(p[at + 1], p[at + 2], p[at + 5]))


@traced
def observe_onset(t, y, d, p, calls, out):
    """Fill an observation; the mode ends when slip is large enough for explicit steps, or ends, or as turning does."""
    fill_sliding.formula(y, d, p, calls, out)
    fill_begun.formula(y, d, p, out)
    fill_turning.formula(d, p, out)


@traced
def fill_begun(y, d, p, out):
    """Fill the end of a slip that begins."""
    bias, g = length(vector_at(y, BIAS)), p[lay.SLIP_SCALE]*p[lay.SLIP_SCALE]/p[lay.LENGTH_SCALE]
    theta = ROUNDING*speeds.formula(y, d)/(d.H + LEAST)
    uneven = (d.rho @ d.rho)*unevenness(p)
    seeming = ROUNDED*g + theta*(theta/p[lay.MASS] + uneven)*length(d.force)
    turns = (d.H > SHORT*bias) | (d.H_rate < -seeming)
    grown, fading = BEGUN*p[lay.SLIP_SCALE] + bias - d.H, d.H + choose(turns, lambda: FADE_LEAD*d.H_rate, lambda: 0.0)
    # one that creeps has a direction of its own, and comes to rest in no time
    fading = choose(bias > 0.0, lambda: fading, lambda: d.H - STOPPED*p[lay.SLIP_SCALE])
    out[obs.FIRST_GUARD + lay.GUARD_END] = choose(fading < grown, lambda: fading, lambda: grown)


SLIP_ONSET = contact_mode("slip_onset", SLIPPING, MOVING_SIZE, word="sliding",
                          about="the first moments of a slip that begins from rest, by an implicit method",
                          step=onset_step, like=SLIDING,
                          settle=sliding_settle, observe=observe_onset, report=report_sliding)


# ---- Newton's method ------------------------------------------------------------------------------------------------


@compiled
def add_motion_rates(h, work, sign):
    """work.right, as (STAGES, SEES), += sign h A m'."""
    filled, right = work.filled, work.right
    for n in range(COUNT):
        i, k = n//SEES, n % SEES
        for j in range(STAGES):
            right[n] += sign*h*WEIGHTS[i, j]*filled[j*FILLED + MOTION_RATE + k]


@compiled
def solve(matrix, right):
    """right (COUNT,) becomes the solution x of matrix (COUNT, COUNT) x = right; elimination with pivots."""
    for k in range(COUNT):
        best = k
        for i in range(k + 1, COUNT):
            if abs(matrix[i*COUNT + k]) > abs(matrix[best*COUNT + k]):
                best = i
        for j in range(COUNT):
            matrix[k*COUNT + j], matrix[best*COUNT + j] = matrix[best*COUNT + j], matrix[k*COUNT + j]
        right[k], right[best] = right[best], right[k]
        for i in range(COUNT):
            factor = matrix[i*COUNT + k]/matrix[k*COUNT + k]
            if i != k and factor != 0.0:
                for j in range(k, COUNT):
                    matrix[i*COUNT + j] -= factor*matrix[k*COUNT + j]
                right[i] -= factor*right[k]
    for k in range(COUNT):
        right[k] /= matrix[k*COUNT + k]


@compiled
def correct(h, y, work):
    """A better z, and the rates that go with it; right holds -h A m' of the rates that led to the present places."""
    inputs, filled, changes, matrix, right = work.inputs, work.filled, work.changes, work.matrix, work.right
    add_motion_rates(h, work, 1.0)
    for n in range(COUNT):
        i, k = n//SEES, n % SEES
        right[n] += filled[i*FILLED + MOTION + k] - inputs[n] + (y[BIAS + k] if k < TURNING else 0.0)
        for j in range(COUNT):
            rate = changes[j*FILLED + MOTION_RATE + k]
            matrix[n*COUNT + j] = (1.0 if j == n else 0.0) - h*WEIGHTS[i, j//SEES]*rate
    solve(matrix, right)
    for n in range(COUNT):
        if n % SEES >= TURNING:
            inputs[n] += right[n]
        for m in range(FILLED):
            filled[n//SEES*FILLED + m] += changes[n*FILLED + m]*right[n]
    for i in range(STAGES):
        turn_slip(part(inputs, i*SEES), part(right, i*SEES))


@compiled
def turn_slip(z, change):
    """Take the change (3,) of the slip in z as one of its size, and a turn: friction knows the direction alone.

    A sum would lead past zero, to the opposite friction, where a small slip grows or turns by more than itself.
    """
    size = size_at(z, SLIP)
    along = (z[0]*change[0] + z[1]*change[1] + z[2]*change[2])/size
    new = max(size + along, LEFT*size)
    for k in range(TURNING):
        z[k] += change[k] - along/size*z[k]
    turned = size_at(z, SLIP)
    for k in range(TURNING):
        z[k] *= new/turned


@compiled
def look(y, work):
    """Take what there is at the stages as what the law sees."""
    inputs, filled = work.inputs, work.filled
    for n in range(COUNT):
        k = n % SEES
        inputs[n] = filled[n//SEES*FILLED + MOTION + k] + (y[BIAS + k] if k < TURNING else 0.0)


@compiled
def go_straight(y, p, work):
    """A better size of the slip, at least that of the bias, its direction left as it is.

    One without bias may come to its end, which is for the guards to find; that of a patch, which its spin keeps smooth,
    goes through next to nothing.
    """
    inputs, filled = work.inputs, work.filled
    least = size_at(y, BIAS)
    for i in range(STAGES):
        along, square = 0.0, 0.0
        for k in range(TURNING):
            along += filled[i*FILLED + MOTION + k]*inputs[i*SEES + k]
            square += inputs[i*SEES + k]*inputs[i*SEES + k]
        growth = max(along/square, least/sqrt(square) if least > 0.0 or not p[lay.PATCH] > 0.0 else LEFT)
        for k in range(3):
            inputs[i*SEES + k] *= growth
            inputs[i*SEES + TURNING + k] = filled[i*FILLED + MOTION + TURNING + k]


# ---- the stages -----------------------------------------------------------------------------------------------------


# numbers of the state without its bias, and with it and what a body carries at most; of z: slip [m/s], w - ws [rad/s]
STAGES, MOVES, MOST = FIVE.stages, BIAS, LOADED_FLIGHT_SIZE
_z = Places()
SLIP, TURNING = _z.take(3), _z.take(3)
SEES = _z.size
COUNT = STAGES*SEES
NODES, WEIGHTS = np.array(FIVE.C), np.array(FIVE.A)
# places in what `stage` fills: y', the motion m of the contact, what the law does to its rate, the normal
_filled = Places(MOST)
MOTION, MOTION_RATE, NORMAL = _filled.take(SEES), _filled.take(SEES), _filled.take(3)
FILLED = _filled.size


class Work(NamedTuple):
    """Arrays of a step as bare pointers, row by row."""

    moves: int          # how many numbers of y change: MOVES, or MOST where the body carries masses
    unturned: float     # 1.0 where resistance keeps the body from turning
    states: Numbers     # (STAGES, MOST) y at the stages
    inputs: Numbers     # (STAGES, SEES) z: what the law sees there
    filled: Numbers     # (STAGES, FILLED) by `stage`
    changes: Numbers    # (STAGES, SEES, FILLED) derivatives of that by z
    nudged: Numbers     # (SEES,) room to work
    along: Numbers      # (FILLED,) room to work
    scales: Numbers     # (moves,) reciprocal scales of errors
    matrix: Numbers     # (COUNT, COUNT) of Newton's method
    right: Numbers      # (COUNT,) its right-hand side
    asked: Numbers      # (MOST + SEES,) room to work


# change of what the law sees that tells its derivatives [1]
NUDGE = 1e-7
# the same along the slip, and about the normal where a patch feels the spin [1]
LARGE_NUDGE = 1e-3


@traced
def put_stage(t, y, z, unturned, p, calls, out):
    """`stage`."""
    # the bias is in z
    state = MovingState(*rolling_state(y), vector_at(y, VELOCITY), Vector(nan, nan, nan))
    d = given_dynamics(t, state, vector_at(z, SLIP), vector_at(z, TURNING), p, calls, unturned != 0.0)
    put_filled(state, d, (0.0, 0.0, 0.0, 0.0), out)


def put_filled(state, d, line_rates, out):
    """Fill out (FILLED,) from a SlidingContact, and the rates of the lines of what a body carries."""
    turning = matrix_of(state.q)
    w_rate = turn(turning, d.w_rate)
    slip_rate = d.v_rate + cross(w_rate, d.rho)
    put(out, 0, (*d.u_s, *quaternion_rate(d.wr, state.q), *d.w_rate, d.ledger_rate, *d.v_rate, 0.0, 0.0, 0.0,
                 *line_rates))
    put(out, MOTION, (*d.sigma, *turn(turning, d.wr)))
    # slip has nothing across the surface: what Newton's method added there would be millions of times the slip
    put(out, MOTION_RATE, (*(slip_rate - (d.n @ slip_rate)*d.n), *w_rate))
    put(out, NORMAL, d.n)


@compiled
def stage(t, y, z, work, p, calls, out):
    """Fill out (FILLED,) from a state y where the law sees z (SEES,): slip [m/s], then w - ws [rad/s], local axes."""
    if work.moves == MOVES:
        put_stage(t, y, z, work.unturned, p, calls, out)
        return
    # found by its address: what carries nothing does not wait for its compilation
    for m in range(MOST):
        work.asked[m] = y[m]
    for m in range(SEES):
        work.asked[MOST + m] = z[m]
    call_mode(calls[lay.CALL_STAGE], t, 0.0, work.asked, p, calls, out)


@traced
def size_at(z, at):
    """Length of the vector z[at:at + 3]."""
    return length(vector_at(z, at))


@traced
def spin_of(z, filled):
    """Spin [rad/s] in z, about the normal of what `stage` has filled."""
    return vector_at(z, TURNING) @ vector_at(filled, NORMAL)


@compiled
def fill_stages(t, h, work, count, p, calls):
    """Fill work.filled by `stage`, and work.changes: its derivatives by `count` of z."""
    states, inputs, filled, changes, nudged = work.states, work.inputs, work.filled, work.changes, work.nudged
    for i in range(STAGES):
        z = part(inputs, i*SEES)
        slip, spin, rim = size_at(z, SLIP), size_at(z, TURNING), 0.0
        for k in range(-1, count):
            for m in range(SEES):
                nudged[m] = z[m]
            nudge = NUDGE*sqrt(slip*slip + rim*rim) if k < TURNING else NUDGE*(spin + slip/p[lay.LENGTH_SCALE])
            if k >= 0:
                nudged[k] += nudge
            out = part(filled, i*FILLED) if k < 0 else part(changes, (i*SEES + k)*FILLED)
            stage(t + NODES[i]*h, part(states, i*MOST), nudged, work, p, calls, out)
            if k < 0:
                rim = p[lay.PATCH]*spin_of(z, out)
                continue
            for m in range(FILLED):
                out[m] = (out[m] - filled[i*FILLED + m])/nudge
        if count > 0 and slip > 0.0:
            felt = LARGE_NUDGE*sqrt(slip*slip + rim*rim)
            change_along(t + NODES[i]*h, i, SLIP, part(z, SLIP), felt/slip, work, p, calls)
            if p[lay.PATCH] > 0.0:
                normal = part(filled, i*FILLED + NORMAL)
                change_along(t + NODES[i]*h, i, TURNING, normal, felt/p[lay.PATCH], work, p, calls)


@compiled
def change_along(t, i, at, e, share, work, p, calls):
    """Put right what work.changes has at stage i for changes of z[at:at + 3] along e (3,), by a share of it."""
    nudged, along, changes = work.nudged, work.along, work.changes
    square = e[0]*e[0] + e[1]*e[1] + e[2]*e[2]
    for m in range(SEES):
        nudged[m] = work.inputs[i*SEES + m]
    for k in range(3):
        nudged[at + k] += share*e[k]
    stage(t, part(work.states, i*MOST), nudged, work, p, calls, along)
    for m in range(FILLED):
        wrong = (along[m] - work.filled[i*FILLED + m])/share
        for k in range(3):
            wrong -= e[k]*changes[(i*SEES + at + k)*FILLED + m]
        for k in range(3):
            changes[(i*SEES + at + k)*FILLED + m] += e[k]/square*wrong


@compiled
def advanced(h, y, work):
    """Fill work.states with y + h A y'; returns the largest change in units of the scales."""
    filled, states, scales = work.filled, work.states, work.scales
    change = 0.0
    for i in range(STAGES):
        for m in range(work.moves):
            total = 0.0
            for j in range(STAGES):
                total += WEIGHTS[i, j]*filled[j*FILLED + m]
            new = y[m] + h*total
            change = max(change, abs(new - states[i*MOST + m])*scales[m])
            states[i*MOST + m] = new
    return change
