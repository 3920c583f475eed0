"""Returns of a sleigh on a turntable to a surface of section, in dimensionless variables; long compiled work.

With time in 1/Omega, lengths in a and A^2 = I/(m a^2), relative to the turning table,

    v1' = (w + 1)^2 + x1,    A^2 w' = x2 - (w + 2) v1,    x1' = v1 + w x2,    x2' = -w x1
    E = (v1^2 + A^2 w^2 - (x1 + 1)^2 - x2^2)/2 = const

stepped by Taylor series of order 20 (integration/taylor.py). A return is a zero of the series itself, so that it is as
exact as the orbit, and no step is made for it. Source: Borisov, Mamaev, Bizyaev 2015, equations (2.10).
"""

from typing import NamedTuple

import numpy as np

from sandbox.compiling.compiled import compiled, numbers_at, part, room
from sandbox.compiling.entries import entry
from sandbox.compiling.signature import Numbers, Wholes, address_of
from sandbox.compiling.traced import traced
from sandbox.integration.taylor import BEFORE_LAST, LAST, ORDER, bound_at, change_at, fill_series, moved, short
from sandbox.integration.taylor import SIZE as TERMS

# lengths of steps are powers of RATIO: which one is found without a logarithm, whose last digit hangs on the machine
FIRST, SHORTEST, LONGEST, RATIO = 0.25, 1e-9, 4.0, 1.0625
# where the guard may have zeros within a step it is looked at so often
LOOKS = 8

# outcome of an orbit; ON: it goes on
ON, COMPLETE, ESCAPED, OUT_OF_TIME, LOST = range(5)

# the state, and the columns of a return
STATE = ("v1", "w", "x1", "x2")
V1, W, X1, X2 = range(len(STATE))
COLUMNS = ("t", *STATE)
RETURN = len(COLUMNS)


# the clock of an orbit: its time, the length of its last step, and what the last digits of its state could not hold
TIME, SPAN, LOST_DIGITS = range(3)
CLOCK = LOST_DIGITS + len(STATE)
# what `_follow` takes: addresses and whole numbers, levels
OF_Y, OF_CLOCK, OF_P, WHICH, RISING, BRANCH, MOST_STEPS, COUNT, HAVE = range(9)
LEVEL, T_END, DISTANCE = range(3)


class Orbit(NamedTuple):
    """An orbit on its way: state y (4,), and clock (CLOCK,).

    y and clock change in place;  p  parameters (A^2)
    """

    y: np.ndarray
    clock: np.ndarray
    p: np.ndarray


def orbit_at(seed, p: np.ndarray) -> Orbit:
    """Returns the orbit that begins at a seed (4,) at the time 0."""
    clock = np.zeros(CLOCK)
    clock[SPAN] = FIRST
    return Orbit(np.array(seed, float), clock, p)


class Condition(NamedTuple):
    """The section y[which] = level.

    rising   1: crossed upwards, -1: downwards, 0: both ways;  branch  sign of w that a return must have, 0 for any
    """

    which: int
    level: float
    rising: int
    branch: int


class Limits(NamedTuple):
    """Where following stops: time of the orbit, distance from the axis at which it has escaped [a], number of steps."""

    t_end: float
    distance: float
    steps: int


def sleigh_rates(t, y, p, calls):
    """The equations of the head of this file, y as STATE says, p[0] = A^2; of numbers or of series."""
    v1, w, x1, x2 = y
    turning = w + 1.0
    return turning*turning + x1, (x2 - (w + 2.0)*v1)/p[0], v1 + w*x2, -w*x1


@traced
def _series(y, p, out):
    fill_series(sleigh_rates, y, len(STATE), p, out)


@traced
def _value(series, h):
    """The value of a series at h."""
    return series[0] + change_at(series, 0, h, h*h)


@traced
def _look(series, h, out):
    """Fills out (4,) with the values of all series at h."""
    square = h*h
    for i in range(len(STATE)):
        out[i] = series[TERMS*i] + change_at(series, TERMS*i, h, square)


@traced
def _move(series, h, y, lost):
    """Takes y (4,) to h; `lost` (4,) is what its last digits could not hold so far."""
    square = h*h
    for i in range(len(STATE)):
        y[i], lost[i] = moved(series, TERMS*i, h, square, lost[i])


@traced
def _short(h):
    return short(h)


@traced
def _bound(series, h):
    """The sum of the sizes of all terms of a series at h but the first."""
    return bound_at(series, 0, h, h*h)


@compiled
def _power(h, n):
    """h^n for n = ORDER - 1, by products."""
    power, base = 1.0, h
    while n > 0:
        if n % 2 == 1:
            power *= base
        base *= base
        n //= 2
    return power


@compiled
def _length(series, last, allowed):
    """How long a step may be, by the last terms of the series: a power of RATIO near `last`, the length before.

    allowed   the last term, of the state
    """
    size, a, b = 1.0, 0.0, 0.0
    for i in range(4):
        at = TERMS*i
        size, a, b = max(size, abs(series[at])), max(a, abs(series[at + ORDER])), max(b, abs(series[at + ORDER - 1]))
    h = last
    while h > SHORTEST:
        power = _power(h, ORDER - 1)
        if b*power <= BEFORE_LAST*allowed*size and a*power*h <= allowed*size:
            break
        h /= RATIO
    if h < last:
        return h
    while h < LONGEST:
        longer = h*RATIO
        power = _power(longer, ORDER - 1)
        if not (b*power <= BEFORE_LAST*allowed*size and a*power*longer <= allowed*size):
            break
        h = longer
    return h


@compiled
def _zero(series, level, low, high, before, after):
    """Where a series passes a level between low and high, with what it is there less the level."""
    # regula falsi of the Illinois kind: an end that stays twice counts half
    stayed, middle = 0, high
    for _ in range(60):
        middle = low + (high - low)*before/(before - after)
        if not low < middle < high:
            middle = 0.5*(low + high)
        value = _value(series, middle) - level
        if value == 0.0 or high - low <= 4e-16*high or abs(value) <= 1e-15*(1.0 + abs(level)):
            break
        if (value < 0.0) == (before < 0.0):
            low, before = middle, value
            after = 0.5*after if stayed == 1 else after
            stayed = 1
        else:
            high, after = middle, value
            before = 0.5*before if stayed == -1 else before
            stayed = -1
    return middle


@compiled
def _add_returns(series, condition, t, h, points, have, count):
    """Adds the returns within a step from t to points, as long as there are fewer than `count`; how many there are."""
    which, level = TERMS*condition.which, condition.level
    guard = part(series, which)
    low, before = 0.0, guard[0] - level
    if abs(before) > _bound(guard, h):
        # nowhere within the step
        return have
    for look in range(1, LOOKS + 1):
        high = h*look/LOOKS
        after = _value(guard, high) - level
        crosses = ((before < 0.0 <= after and condition.rising >= 0)
                   or (before > 0.0 >= after and condition.rising <= 0))
        if crosses and have < count:
            at = _zero(guard, level, low, high, before, after)
            if condition.branch == 0 or condition.branch*_value(part(series, TERMS*W), at) > 0.0:
                row = part(points, RETURN*have)
                row[0] = t + at
                _look(series, at, part(row, 1))
                have += 1
        low, before = high, after
    return have


@compiled
def _advance(y, clock, p, t_end, allowed, series):
    """One step of an orbit, at most to t_end: fills series, takes y and clock there; returns its length, 0 where lost.

    allowed   as in `_length`
    """
    _series(y, p, series)
    h = _length(series, clock[SPAN], allowed)
    if not h > SHORTEST:
        return 0.0
    clock[SPAN] = h
    h = _short(h)
    if clock[TIME] + h >= t_end:
        h = t_end - clock[TIME]
        clock[TIME] = t_end
    else:
        clock[TIME] += h
    _move(series, h, y, part(clock, LOST_DIGITS))
    return h


@entry
def _follow(places: Wholes, levels: Numbers, points: Numbers) -> int:
    y, clock, p = numbers_at(places[OF_Y]), numbers_at(places[OF_CLOCK]), numbers_at(places[OF_P])
    condition = Condition(places[WHICH], levels[LEVEL], places[RISING], places[BRANCH])
    t_end, distance, count, have = levels[T_END], levels[DISTANCE], places[COUNT], places[HAVE]
    series = room(4*TERMS)
    for _ in range(places[MOST_STEPS]):
        t = clock[TIME]
        h = _advance(y, clock, p, t_end, LAST, series)
        if not h > 0.0:
            return LOST
        have = _add_returns(series, condition, t, h, points, have, count)
        places[HAVE] = have
        if have == count:
            return COMPLETE
        if y[X1]*y[X1] + y[X2]*y[X2] > distance*distance:
            return ESCAPED
        if clock[TIME] >= t_end:
            return OUT_OF_TIME
    return ON


def follow(orbit: Orbit, condition: Condition, limits: Limits, points: np.ndarray, have: int) -> tuple[int, int]:
    """Follows an Orbit to its Limits and fills its returns to a Condition into points (n, 5), see COLUMNS.

    have     how many returns are there already
    returns  the outcome, and how many returns are there now
    """
    places = np.array([*map(address_of, orbit), condition.which, condition.rising, condition.branch,
                       limits.steps, len(points), have], np.int64)
    levels = np.array([condition.level, limits.t_end, limits.distance])
    outcome = _follow(places, levels, points)
    return outcome, int(places[HAVE])


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
        x1, x2 = _value(part(series, TERMS*X1), middle), _value(part(series, TERMS*X2), middle)
        if x1*x1 + x2*x2 > distance*distance:
            high = middle
        else:
            low = middle
    return high


@entry
def _to_ends(counts: Wholes, levels: Numbers, rows: Numbers):
    t_end, distance, allowed, steps = levels[UNTIL], levels[BEYOND], levels[ALLOWED], counts[AT_ONCE]
    series, clock = room(4*TERMS), room(CLOCK)
    for number in range(counts[FINISHED], counts[ROWS]):
        if steps <= 0:
            return
        row = part(rows, ROW*number)
        y, outcome = part(row, STATE_AT), ON
        for i in range(CLOCK):
            clock[i] = 0.0
        clock[SPAN] = FIRST
        while outcome == ON:
            steps -= 1
            t = clock[TIME]
            h = _advance(y, clock, row, t_end, allowed, series)
            if not h > 0.0:
                outcome = LOST
            elif y[X1]*y[X1] + y[X2]*y[X2] > distance*distance:
                h = _passes(series, distance, h)
                _look(series, h, y)
                clock[TIME], outcome = t + h, ESCAPED
            elif clock[TIME] >= t_end:
                outcome = OUT_OF_TIME
        row[TIME_AT], row[OUTCOME_AT] = clock[TIME], float(outcome)
        counts[FINISHED] = number + 1


def to_ends(rows: np.ndarray, levels: np.ndarray, finished: int, steps: int) -> int:
    """Takes orbits, each a row (ROW,), to their ends, one after the other; each is what it would be alone.

    levels     UNTIL, BEYOND, ALLOWED (3,);  finished  how many rows are at their ends already
    steps      after about so many it comes back;  returns how many are at their ends now
    """
    counts = np.array([steps, len(rows), finished], np.int64)
    _to_ends(counts, levels, rows)
    return int(counts[FINISHED])
