"""Newton's method for what the law of friction sees at the stages of a step of slip_onset.py.

All arrays are bare pointers, row by row: seen (STAGES, SEES), filled (STAGES, FILLED), changes (STAGES, SEES, FILLED).
"""

from math import sqrt

from sandbox.compiling.compiled import compiled
from sandbox.mechanics.contact.slip_stages import COUNT, FILLED, MOTION, MOTION_RATE, MOVES, SEES, STAGES, WEIGHTS


@compiled
def add_motion_rates(h, filled, sign, right):
    """right (STAGES, SEES) += sign h A m'."""
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
def correct(h, y, seen, filled, changes, matrix, right):
    """A better z, and the rates that go with it; right holds -h A m' of the rates that led to the present places."""
    add_motion_rates(h, filled, 1.0, right)
    for n in range(COUNT):
        i, k = n//SEES, n % SEES
        right[n] += filled[i*FILLED + MOTION + k] - seen[n] + (y[MOVES + k] if k < 3 else 0.0)
        for j in range(COUNT):
            rate = changes[j*FILLED + MOTION_RATE + k]
            matrix[n*COUNT + j] = (1.0 if j == n else 0.0) - h*WEIGHTS[i, j//SEES]*rate
    solve(matrix, right)
    for n in range(COUNT):
        seen[n] += right[n]
        for m in range(FILLED):
            filled[n//SEES*FILLED + m] += changes[n*FILLED + m]*right[n]


@compiled
def look(y, seen, filled):
    """What there is at the stages, as what the law sees."""
    for n in range(COUNT):
        k = n % SEES
        seen[n] = filled[n//SEES*FILLED + MOTION + k] + (y[MOVES + k] if k < 3 else 0.0)


@compiled
def go_straight(y, seen, filled):
    """A better size of the slip, at least that of the bias, its direction left as it is."""
    least = sqrt(y[MOVES]*y[MOVES] + y[MOVES + 1]*y[MOVES + 1] + y[MOVES + 2]*y[MOVES + 2])
    for i in range(STAGES):
        along, square = 0.0, 0.0
        for k in range(3):
            along += filled[i*FILLED + MOTION + k]*seen[i*SEES + k]
            square += seen[i*SEES + k]*seen[i*SEES + k]
        growth = max(along/square, least/sqrt(square))
        for k in range(3):
            seen[i*SEES + k] *= growth
            seen[i*SEES + 3 + k] = filled[i*FILLED + MOTION + 3 + k]
