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
from sandbox.integration.taylor import BEFORE_LAST, ORDER, bound_at, change_at, moved, short, two_moved
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
 HAVE, OUTCOME) = range(15)
LEVEL, T_END, ALLOWED = range(3)


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
    """Where following stops: time of the orbit, number of steps; and what decides how long these are.

    deciding   how many variables, the first ones;  last   the last term that they may have, of the state
    """

    t_end: float
    steps: int
    deciding: int
    last: float


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
def _two_moved(series, between, h, h_of_other, lost, lost_of_other):
    return two_moved(series, between, (h, h_of_other), (lost, lost_of_other))


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
def _step(series, deciding, clock, t_end, allowed):
    """How long the next step of an orbit is, at most to t_end, 0 where it is lost; its clock is at its end then."""
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
    return h


@compiled
def advance_two(    # noqa: PLR0913 - as `advance`, for two
                y, other, size, deciding, clock, clock_of_other, t_end, allowed, series):
    """One step of each of two orbits along their series (2, size, TERMS), as `advance`; their lengths."""
    h = _step(series, deciding, clock, t_end, allowed)
    h_of_other = _step(part(series, TERMS*size), deciding, clock_of_other, t_end, allowed)
    for i in range(size):
        at = LOST_DIGITS + i
        y[i], other[i], clock[at], clock_of_other[at] = _two_moved(
            part(series, TERMS*i), TERMS*size, h, h_of_other, clock[at], clock_of_other[at])
    return h, h_of_other


@compiled
def advance(y, size, deciding, clock, t_end, allowed, series):
    """One step of an orbit along its series, at most to t_end; returns its length, 0 where it is lost.

    deciding  how many variables decide how long it is;  allowed   as in `_length`
    """
    h = _step(series, deciding, clock, t_end, allowed)
    if not h > 0.0:
        return 0.0
    for i in range(size):
        y[i], clock[LOST_DIGITS + i] = _moved(part(series, TERMS*i), h, clock[LOST_DIGITS + i])
    return h


@compiled
def _inside(places, y, p):
    """Whether an orbit has room left where it is."""
    return call_mode(places[ROOM_LEFT], 0.0, 0.0, y, p, places, y) > 0.0


@compiled
def _outcome(places, levels, y, clock, series, points, t, h):
    """Takes an orbit after a step of length h from t, adds the returns within it; its outcome, ON where it goes on."""
    p, size, have = numbers_at(places[OF_P]), places[SIZE], places[HAVE]
    condition = Condition(places[WHICH], levels[LEVEL], places[RISING], places[BRANCH], places[SIDE])
    if not h > 0.0:
        return LOST
    before, have = have, _add_returns(series, size, condition, t, h, points, have, places[COUNT])
    # what is beyond the end is no return
    while have > before and not _inside(places, part(points, (size + 1)*(have - 1) + 1), p):
        have -= 1
    places[HAVE] = have
    if have == places[COUNT]:
        return COMPLETE
    if not _inside(places, y, p):
        return ESCAPED
    if clock[TIME] >= levels[T_END]:
        return OUT_OF_TIME
    return ON


@entry
def _follow(places: Wholes, levels: Numbers, points: Numbers):
    y, clock, p = numbers_at(places[OF_Y]), numbers_at(places[OF_CLOCK]), numbers_at(places[OF_P])
    series = room(TERMS*places[SIZE])
    for _ in range(places[MOST_STEPS]):
        call_mode(places[SERIES], 0.0, 0.0, y, p, places, series)
        t = clock[TIME]
        h = advance(y, places[SIZE], places[DECIDING], clock, levels[T_END], levels[ALLOWED], series)
        places[OUTCOME] = _outcome(places, levels, y, clock, series, points, t, h)
        if places[OUTCOME] != ON:
            return


@entry
def _follow_two(places: Wholes, others: Wholes, levels: Numbers, points: Numbers, points_of_other: Numbers):
    size, deciding, t_end, allowed = places[SIZE], places[DECIDING], levels[T_END], levels[ALLOWED]
    y, clock, p = numbers_at(places[OF_Y]), numbers_at(places[OF_CLOCK]), numbers_at(places[OF_P])
    other, clock_of_other = numbers_at(others[OF_Y]), numbers_at(others[OF_CLOCK])
    # one after the other, as the formula has them
    both, series = room(2*size), room(2*TERMS*size)
    series_of_other = part(series, TERMS*size)
    for _ in range(places[MOST_STEPS]):
        for i in range(size):
            both[i], both[size + i] = y[i], other[i]
        call_mode(places[SERIES], 0.0, 0.0, both, p, places, series)
        t, t_of_other = clock[TIME], clock_of_other[TIME]
        h, h_of_other = advance_two(y, other, size, deciding, clock, clock_of_other, t_end, allowed, series)
        places[OUTCOME] = _outcome(places, levels, y, clock, series, points, t, h)
        others[OUTCOME] = _outcome(others, levels, other, clock_of_other, series_of_other, points_of_other, t_of_other,
                                   h_of_other)
        if places[OUTCOME] != ON or others[OUTCOME] != ON:
            return


class Following:
    """An orbit that is followed to its Limits, and its returns to a Condition: points (n, 1 + size), time, then state.

    outcome, have   the outcome so far, and how many returns are there
    """

    def __init__(self, orbit: Orbit, room_left: int, condition: Condition, limits: Limits, count: int):
        self.orbit, self._points = orbit, np.empty((count, 1 + len(orbit.y)))
        self.places = np.array([*map(address_of, orbit), 0, room_left, len(orbit.y), limits.deciding, condition.which,
                                condition.rising, condition.branch, condition.side, limits.steps, count, 0, ON],
                               np.int64)
        self.levels = np.array([condition.level, limits.t_end, limits.last])

    @property
    def outcome(self) -> int:
        return int(self.places[OUTCOME])

    @property
    def have(self) -> int:
        return int(self.places[HAVE])

    @property
    def points(self) -> np.ndarray:
        """The returns so far."""
        return self._points[:self.have].copy()

    def go_on(self, series: int):
        """Goes on for so many steps as its Limits say; series: address of the mode function that fills one series."""
        self.places[SERIES] = series
        _follow(self.places, self.levels, self._points)

    def go_on_beside(self, other: "Following", series_of_two: int):
        """Goes on together with another orbit of the same system, until one of them ends: each bit by bit as alone.

        series_of_two   address of the mode function that fills the series of two states
        """
        self.places[SERIES] = series_of_two
        _follow_two(self.places, other.places, self.levels, self._points, other._points)
