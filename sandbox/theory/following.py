"""Returns of orbits of any system to a surface of section, by Taylor series; long compiled work.

A system is a formula of its rates, of which the series are made (integration/taylor.py), and one of the room that it
has left: an orbit ends where that is 0. Both are found by their addresses, so that one function follows all systems. A
return is a zero of the series itself, so that it is as exact as the orbit, and no step is made for it.
"""

from typing import NamedTuple

import numpy as np

from sandbox.compiling.compiled import call_mode, compiled, numbers_at, part, room
from sandbox.compiling.entries import entry
from sandbox.compiling.signature import Numbers, Wholes, address_of
from sandbox.compiling.traced import traced
from sandbox.integration.taylor import BEFORE_LAST, LAST, ORDER, bound_at, change_at, moved, short
from sandbox.integration.taylor import SIZE as TERMS

# lengths of steps are powers of RATIO: which one is found without a logarithm, whose last digit hangs on the machine
FIRST, SHORTEST, LONGEST, RATIO = 0.25, 1e-9, 4.0, 1.0625
# where the guard may have zeros within a step it is looked at so often
LOOKS = 8

# outcome of an orbit; ON: it goes on
ON, COMPLETE, ESCAPED, OUT_OF_TIME, LOST = range(5)

# the clock of an orbit: its time, the length of its last step, and what the last digits of its state could not hold
TIME, SPAN, LOST_DIGITS = range(3)
# what `_follow` takes: addresses and whole numbers, levels
(OF_Y, OF_CLOCK, OF_P, SERIES, ROOM_LEFT, SIZE, DECIDING, WHICH, RISING, BRANCH, SIDE, MOST_STEPS, COUNT,
 HAVE) = range(14)
LEVEL, T_END = range(2)


class Orbit(NamedTuple):
    """An orbit on its way: state y (size,), and clock (LOST_DIGITS + size,).

    y and clock change in place;  p  parameters of its system
    """

    y: np.ndarray
    clock: np.ndarray
    p: np.ndarray


def orbit_at(seed, p: np.ndarray) -> Orbit:
    """Returns the orbit that begins at a seed (size,) at the time 0."""
    y = np.array(seed, float)
    clock = np.zeros(LOST_DIGITS + len(y))
    clock[SPAN] = FIRST
    return Orbit(y, clock, p)


class Condition(NamedTuple):
    """The section y[which] = level.

    rising   1: crossed upwards, -1: downwards, 0: both ways
    branch   place of what has to have the sign `side` at a return; side 0: any
    """

    which: int
    level: float
    rising: int
    branch: int
    side: int


class Limits(NamedTuple):
    """Where following stops: time of the orbit, number of steps; and how many variables decide how long they are."""

    t_end: float
    steps: int
    deciding: int


@traced
def value(series, h):
    """The value of a series at h."""
    return series[0] + change_at(series, 0, h, h*h)


@traced
def _moved(series, h, lost):
    """Where a series is at h, and what the last digits of that cannot hold.

    lost   what those of its beginning could not
    """
    return moved(series, 0, h, h*h, lost)


@traced
def _short(h):
    return short(h)


@traced
def _bound(series, h):
    """The sum of the sizes of all terms of a series at h but the first."""
    return bound_at(series, 0, h, h*h)


@compiled
def look(series, size, h, out):
    """Fills out (size,) with the values of all series at h."""
    for i in range(size):
        out[i] = value(part(series, TERMS*i), h)


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
def _length(series, count, last, allowed):
    """How long a step may be, by the last terms of the series: a power of RATIO near `last`, the length before.

    count   of the series;  allowed  the last term, of the state
    """
    size, a, b = 1.0, 0.0, 0.0
    for i in range(count):
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
        over = value(series, middle) - level
        if over == 0.0 or high - low <= 4e-16*high or abs(over) <= 1e-15*(1.0 + abs(level)):
            break
        if (over < 0.0) == (before < 0.0):
            low, before = middle, over
            after = 0.5*after if stayed == 1 else after
            stayed = 1
        else:
            high, after = middle, over
            before = 0.5*before if stayed == -1 else before
            stayed = -1
    return middle


@compiled
def _add_returns(series, size, condition, t, h, points, have, count):
    """Adds the returns within a step from t to points, as long as there are fewer than `count`; how many there are."""
    level = condition.level
    guard = part(series, TERMS*condition.which)
    low, before = 0.0, guard[0] - level
    if abs(before) > _bound(guard, h):
        # nowhere within the step
        return have
    for number in range(1, LOOKS + 1):
        high = h*number/LOOKS
        after = value(guard, high) - level
        crosses = ((before < 0.0 <= after and condition.rising >= 0)
                   or (before > 0.0 >= after and condition.rising <= 0))
        if crosses and have < count:
            at = _zero(guard, level, low, high, before, after)
            if condition.side == 0 or condition.side*value(part(series, TERMS*condition.branch), at) > 0.0:
                row = part(points, (size + 1)*have)
                row[0] = t + at
                look(series, size, at, part(row, 1))
                have += 1
        low, before = high, after
    return have


@compiled
def advance(y, size, deciding, clock, t_end, allowed, series):
    """One step of an orbit along its series, at most to t_end; returns its length, 0 where it is lost.

    deciding  how many variables decide how long it is;  allowed   as in `_length`
    """
    h = _length(series, deciding, clock[SPAN], allowed)
    if not h > SHORTEST:
        return 0.0
    clock[SPAN] = h
    h = _short(h)
    if clock[TIME] + h >= t_end:
        h = t_end - clock[TIME]
        clock[TIME] = t_end
    else:
        clock[TIME] += h
    for i in range(size):
        y[i], clock[LOST_DIGITS + i] = _moved(part(series, TERMS*i), h, clock[LOST_DIGITS + i])
    return h


@compiled
def _inside(places, y, p):
    """Whether an orbit has room left where it is."""
    return call_mode(places[ROOM_LEFT], 0.0, 0.0, y, p, places, y) > 0.0


@entry
def _follow(places: Wholes, levels: Numbers, points: Numbers) -> int:
    y, clock, p, size = numbers_at(places[OF_Y]), numbers_at(places[OF_CLOCK]), numbers_at(places[OF_P]), places[SIZE]
    condition = Condition(places[WHICH], levels[LEVEL], places[RISING], places[BRANCH], places[SIDE])
    t_end, count, have = levels[T_END], places[COUNT], places[HAVE]
    series = room(TERMS*size)
    for _ in range(places[MOST_STEPS]):
        t = clock[TIME]
        call_mode(places[SERIES], 0.0, 0.0, y, p, places, series)
        h = advance(y, size, places[DECIDING], clock, t_end, LAST, series)
        if not h > 0.0:
            return LOST
        before, have = have, _add_returns(series, size, condition, t, h, points, have, count)
        # what is beyond the end is no return
        while have > before and not _inside(places, part(points, (size + 1)*(have - 1) + 1), p):
            have -= 1
        places[HAVE] = have
        if have == count:
            return COMPLETE
        if not _inside(places, y, p):
            return ESCAPED
        if clock[TIME] >= t_end:
            return OUT_OF_TIME
    return ON


def follow(orbit: Orbit, series: int, room_left: int, condition: Condition, limits: Limits, points: np.ndarray,
           have: int) -> tuple[int, int]:
    """Follows an Orbit to its Limits and fills its returns to a Condition into points (n, 1 + size): time, then state.

    series, room_left   addresses of the mode functions of its system (poincare.Flow)
    have     how many returns are there already
    returns  the outcome, and how many returns are there now
    """
    places = np.array([*map(address_of, orbit), series, room_left, len(orbit.y), limits.deciding, condition.which,
                       condition.rising, condition.branch, condition.side, limits.steps, len(points), have], np.int64)
    outcome = _follow(places, np.array([condition.level, limits.t_end]), points)
    return outcome, int(places[HAVE])
