"""Returns of a sleigh on a turntable to a surface of section, in dimensionless variables; long compiled work.

With time in 1/Omega, lengths in a and A^2 = I/(m a^2), relative to the turning table,

    v1' = (w + 1)^2 + x1,    A^2 w' = x2 - (w + 2) v1,    x1' = v1 + w x2,    x2' = -w x1
    E = (v1^2 + A^2 w^2 - (x1 + 1)^2 - x2^2)/2 = const

stepped by the 8th-order step of ode.py, halved and doubled by its own error estimate. A return is located on partial
re-steps, so that it is as exact as the orbit. Source: Borisov, Mamaev, Bizyaev 2015, equations (2.10).
"""

from typing import NamedTuple

import numpy as np

from sandbox.compiling.compiled import call_mode, compiled, numbers_at, room, wholes_at
from sandbox.compiling.entries import entry
from sandbox.compiling.signature import Numbers, Wholes, address_of
from sandbox.integration.ode import make_step

# accepted error of a step, relative to 1 + |y|; steps are LONGEST/2^n
TOLERANCE = 1e-14
LONGEST, SHORTEST = 0.2, 1e-6
COARSEN = 1.0/600.0

# outcome of an orbit; ON: it goes on
ON, COMPLETE, ESCAPED, OUT_OF_TIME, LOST = range(5)

# the state, and the columns of a return
STATE = ("v1", "w", "x1", "x2")
V1, W, X1, X2 = range(len(STATE))
COLUMNS = ("t", *STATE)
RETURN = len(COLUMNS)


# the clock of an orbit
TIME, SPAN = range(2)
# what `_follow` takes: addresses and whole numbers, levels
OF_STEP, OF_Y, OF_CLOCK, OF_P, OF_CALLS, WHICH, RISING, BRANCH, MOST_STEPS, COUNT, HAVE = range(11)
LEVEL, T_END, DISTANCE = range(3)


class Orbit(NamedTuple):
    """An orbit on its way: address of its step, state y (4,), and in clock (2,) time and length of the next step.

    y and clock change in place;  p, calls  parameters (A^2) and addresses of the compiled step
    """

    step: int
    y: np.ndarray
    clock: np.ndarray
    p: np.ndarray
    calls: np.ndarray


class OrbitAt(NamedTuple):
    """An Orbit as compiled code has it."""

    step: int
    y: Numbers
    clock: Numbers
    p: Numbers
    calls: Wholes


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


@compiled
def sleigh_rhs(t, y, p, calls):
    """The equations of the head of this file, y as STATE says, p[0] = A^2."""
    v1, w, x1, x2 = y
    return (w + 1.0)*(w + 1.0) + x1, (x2 - (w + 2.0)*v1)/p[0], v1 + w*x2, -w*x1


@compiled
def sleigh_weight(y, p):
    """Reciprocals of the sizes that errors are measured in."""
    v1, w, x1, x2 = y
    place = 1.0/(1.0 + abs(x1) + abs(x2))
    return 1.0/(1.0 + abs(v1)), 1.0/(1.0 + abs(w)), place, place


STEP = make_step(sleigh_rhs, sleigh_weight, len(STATE))


@compiled
def _locate(orbit, condition, h, before, after, new):
    """Returns the part of a step h at which the orbit passes the section, and fills new (4,) with the state there.

    before, after   y[which] - level at the ends of the step
    """
    # regula falsi of the Illinois kind: an end that stays twice counts half
    which, level = condition.which, condition.level
    low, high, stayed = 0.0, h, 0
    for _ in range(60):
        middle = low + (high - low)*before/(before - after)
        if not low < middle < high:
            middle = 0.5*(low + high)
        call_mode(orbit.step, 0.0, middle, orbit.y, orbit.p, orbit.calls, new)
        value = new[which] - level
        if value == 0.0 or high - low <= 4e-16*h:
            return middle
        if (value < 0.0) == (before < 0.0):
            low, before = middle, value
            after = 0.5*after if stayed == 1 else after
            stayed = 1
        else:
            high, after = middle, value
            before = 0.5*before if stayed == -1 else before
            stayed = -1
        if abs(value) <= 1e-15*(1.0 + abs(level)):
            return middle
    return middle


@entry
def _follow(places: Wholes, levels: Numbers, points: Numbers) -> int:
    orbit = OrbitAt(places[OF_STEP], numbers_at(places[OF_Y]), numbers_at(places[OF_CLOCK]), numbers_at(places[OF_P]),
                    wholes_at(places[OF_CALLS]))
    condition = Condition(places[WHICH], levels[LEVEL], places[RISING], places[BRANCH])
    limits = Limits(levels[T_END], levels[DISTANCE], places[MOST_STEPS])
    count, have = places[COUNT], places[HAVE]
    y, clock, which, level, rising = orbit.y, orbit.clock, condition.which, condition.level, condition.rising
    new, mid = room(4), room(4)
    for _ in range(limits.steps):
        t, h = clock[TIME], clock[SPAN]
        error = call_mode(orbit.step, t, h, y, orbit.p, orbit.calls, new)
        if not error <= TOLERANCE:
            if h <= SHORTEST:
                return LOST
            clock[SPAN] = 0.5*h
            continue
        before, after = y[which] - level, new[which] - level
        crosses = (before < 0.0 <= after and rising >= 0) or (before > 0.0 >= after and rising <= 0)
        if crosses and (after != 0.0 or before != 0.0):
            part = _locate(orbit, condition, h, before, after, mid)
            if condition.branch == 0 or condition.branch*mid[W] > 0.0:
                at = RETURN*have
                points[at] = t + part
                for i in range(4):
                    points[at + 1 + i] = mid[i]
                have += 1
                places[HAVE] = have
        for i in range(4):
            y[i] = new[i]
        clock[TIME] = t + h
        if error < COARSEN*TOLERANCE and h < LONGEST:
            clock[SPAN] = 2.0*h
        if have == count:
            return COMPLETE
        if y[X1]*y[X1] + y[X2]*y[X2] > limits.distance*limits.distance:
            return ESCAPED
        if clock[TIME] >= limits.t_end:
            return OUT_OF_TIME
    return ON


def follow(orbit: Orbit, condition: Condition, limits: Limits, points: np.ndarray, have: int) -> tuple[int, int]:
    """Follows an Orbit to its Limits and fills its returns to a Condition into points (n, 5), see COLUMNS.

    have     how many returns are there already
    returns  the outcome, and how many returns are there now
    """
    places = np.array([orbit.step, *map(address_of, orbit[1:]), condition.which, condition.rising, condition.branch,
                       limits.steps, len(points), have], np.int64)
    levels = np.array([condition.level, limits.t_end, limits.distance])
    outcome = _follow(places, levels, points)
    return outcome, int(places[HAVE])
