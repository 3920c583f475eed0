"""Newton's method for what the law of friction sees at the stages of a step of slip_onset.py.

`work` is the Work of slip_stages.py.
"""

from math import sqrt

from sandbox.compiling.compiled import compiled
from sandbox.mechanics.contact.slip.slip_stages import (
    COUNT,
    FILLED,
    MOTION,
    MOTION_RATE,
    SEES,
    STAGES,
    TURNING,
    WEIGHTS,
    size_at,
)
from sandbox.mechanics.contact.state import BIAS


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
        inputs[n] += right[n]
        for m in range(FILLED):
            filled[n//SEES*FILLED + m] += changes[n*FILLED + m]*right[n]


@compiled
def look(y, work):
    """Take what there is at the stages as what the law sees."""
    inputs, filled = work.inputs, work.filled
    for n in range(COUNT):
        k = n % SEES
        inputs[n] = filled[n//SEES*FILLED + MOTION + k] + (y[BIAS + k] if k < TURNING else 0.0)


@compiled
def go_straight(y, work):
    """A better size of the slip, at least that of the bias, its direction left as it is."""
    inputs, filled = work.inputs, work.filled
    least = size_at(y, BIAS)
    for i in range(STAGES):
        along, square = 0.0, 0.0
        for k in range(TURNING):
            along += filled[i*FILLED + MOTION + k]*inputs[i*SEES + k]
            square += inputs[i*SEES + k]*inputs[i*SEES + k]
        growth = max(along/square, least/sqrt(square))
        for k in range(3):
            inputs[i*SEES + k] *= growth
            inputs[i*SEES + TURNING + k] = filled[i*FILLED + MOTION + TURNING + k]
