"""A sleigh on a turntable in dimensionless variables: its series, and many orbits to their ends; long compiled work.

With time in 1/Omega, lengths in a and A^2 = I/(m a^2), relative to the turning table,

    v1' = (w + 1)^2 + x1,    A^2 w' = x2 - (w + 2) v1,    x1' = v1 + w x2,    x2' = -w x1
    E = (v1^2 + A^2 w^2 - (x1 + 1)^2 - x2^2)/2 = const

stepped by Taylor series of order 16 (integration/taylor.py), its returns found by following.py. Source: Borisov,
Mamaev, Bizyaev 2015, equations (2.10).
"""

import numpy as np

from sandbox.compiling.compiled import compiled, part, room
from sandbox.compiling.entries import entry, mode_function
from sandbox.compiling.signature import Numbers, Wholes
from sandbox.compiling.traced import traced
from sandbox.integration.taylor import SIZE as TERMS
from sandbox.integration.taylor import fill_series, fill_two
from sandbox.theory.following import (
    ESCAPED,
    FIRST,
    LOST,
    LOST_DIGITS,
    ON,
    OUT_OF_TIME,
    SPAN,
    TIME,
    advance,
    advance_two,
    look,
    value,
)

# the state, and the columns of a return
STATE = ("v1", "w", "x1", "x2")
V1, W, X1, X2 = range(len(STATE))
CLOCK = LOST_DIGITS + len(STATE)
# parameters: A^2, and the distance from the axis at which it has escaped
A2, DISTANCE = range(2)


def sleigh_rates(t, y, p, calls):
    """The equations of the head of this file, y as STATE says, p[0] = A^2; of numbers or of series."""
    v1, w, x1, x2 = y
    turning = w + 1.0
    return turning*turning + x1, (x2 - (w + 2.0)*v1)/p[A2], v1 + w*x2, -w*x1


@traced
def _series(y, p, out):
    fill_series(sleigh_rates, y, len(STATE), p, out)


@mode_function
def series(t, h, y, p, calls, out):
    """Fills out (4, TERMS) with the series of the orbit from y."""
    _series(y, p, out)
    return 0.0


@traced
def _series_of_two(y, p, out):
    fill_two(sleigh_rates, y, len(STATE), p, out)


@mode_function
def series_of_two(t, h, y, p, calls, out):
    """Fills out (2, 4, TERMS) with the series of the orbits from y (2, 4)."""
    _series_of_two(y, p, out)
    return 0.0


@mode_function
def room_left(t, h, y, p, calls, out):
    """How much nearer to the axis it is than where it has escaped, in squares."""
    return p[DISTANCE]*p[DISTANCE] - (y[X1]*y[X1] + y[X2]*y[X2])


# ---- many orbits to their ends ---------------------------------------------------------------------------------------

# a row of an orbit: A^2, the state, its time, and the outcome
RATIO_AT, STATE_AT, TIME_AT, OUTCOME_AT, ROW = 0, 1, 5, 6, 7
# what `_to_ends` takes: steps that all orbits together may take, rows, and how many of them are at their ends
AT_ONCE, ROWS, FINISHED = range(3)
# and levels: when an orbit ends, the distance at which it has escaped, and the last term that is allowed
UNTIL, BEYOND, ALLOWED = range(3)


@compiled
def _passes(series, distance, h):
    """At which part of a step of length h, that ends beyond a distance from the axis, the orbit passes it."""
    low, high = 0.0, h
    # halves: there is one such step in an orbit
    for _ in range(60):
        middle = 0.5*(low + high)
        x1, x2 = value(part(series, TERMS*X1), middle), value(part(series, TERMS*X2), middle)
        if x1*x1 + x2*x2 > distance*distance:
            high = middle
        else:
            low = middle
    return high


@traced
def _series_of_two_ratios(y, p, out):
    fill_two(sleigh_rates, y, len(STATE), p, out, 1)


@compiled
def _begun(clock):
    for i in range(CLOCK):
        clock[i] = 0.0
    clock[SPAN] = FIRST


@compiled
def _has_ended(row, clock, t, h, series, levels):
    """Takes an orbit after a step of length h from t to its end where that lies in the step; whether it does."""
    y, outcome, distance = part(row, STATE_AT), ON, levels[BEYOND]
    if not h > 0.0:
        outcome = LOST
    elif y[X1]*y[X1] + y[X2]*y[X2] > distance*distance:
        h = _passes(series, distance, h)
        look(series, len(STATE), h, y)
        clock[TIME], outcome = t + h, ESCAPED
    elif clock[TIME] >= levels[UNTIL]:
        outcome = OUT_OF_TIME
    row[TIME_AT], row[OUTCOME_AT] = clock[TIME], float(outcome)
    return outcome != ON


@entry
def _to_ends(counts: Wholes, levels: Numbers, rows: Numbers):
    t_end, allowed, steps, number = levels[UNTIL], levels[ALLOWED], counts[AT_ONCE], counts[FINISHED]
    size, series = len(STATE), room(2*len(STATE)*TERMS)
    states, ratios, clock, clock_of_other = room(2*len(STATE)), room(2), room(CLOCK), room(CLOCK)
    # rows of the two that are under way, -1: none
    one, other = -1, -1
    while True:
        if one < 0 and steps > 0 and number < counts[ROWS]:
            one, number = number, number + 1
            _begun(clock)
        if other < 0 and steps > 0 and number < counts[ROWS]:
            other, number = number, number + 1
            _begun(clock_of_other)
        if one < 0 and other < 0:
            break
        steps -= 1
        row, row_of_other = part(rows, ROW*max(one, 0)), part(rows, ROW*max(other, 0))
        y, y_of_other = part(row, STATE_AT), part(row_of_other, STATE_AT)
        t, t_of_other = clock[TIME], clock_of_other[TIME]
        if one >= 0 and other >= 0:
            for i in range(size):
                states[i], states[size + i] = y[i], y_of_other[i]
            ratios[0], ratios[1] = row[RATIO_AT], row_of_other[RATIO_AT]
            _series_of_two_ratios(states, ratios, series)
            steps -= 1
            h, h_of_other = advance_two(y, y_of_other, size, size, clock, clock_of_other, t_end, allowed, series)
            if _has_ended(row, clock, t, h, series, levels):
                one = -1
            if _has_ended(row_of_other, clock_of_other, t_of_other, h_of_other, part(series, size*TERMS), levels):
                other = -1
        elif one >= 0:
            _series(y, row, series)
            if _has_ended(row, clock, t, advance(y, size, size, clock, t_end, allowed, series), series, levels):
                one = -1
        else:
            _series(y_of_other, row_of_other, series)
            h = advance(y_of_other, size, size, clock_of_other, t_end, allowed, series)
            if _has_ended(row_of_other, clock_of_other, t_of_other, h, series, levels):
                other = -1
    counts[FINISHED] = number


def to_ends(rows: np.ndarray, levels: np.ndarray, finished: int, steps: int) -> int:
    """Takes orbits, each a row (ROW,), to their ends, two at a time; each is bit by bit what it would be alone.

    levels     UNTIL, BEYOND, ALLOWED (3,);  finished  how many rows are at their ends already
    steps      after about so many it comes back;  returns how many are at their ends now
    """
    counts = np.array([steps, len(rows), finished], np.int64)
    _to_ends(counts, levels, rows)
    return int(counts[FINISHED])
