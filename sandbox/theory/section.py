"""Returns of a sleigh on a turntable to a surface of section, in dimensionless variables; long compiled work.

With time in 1/Omega, lengths in a and A^2 = I/(m a^2), relative to the turning table,

    v1' = (w + 1)^2 + x1,    A^2 w' = x2 - (w + 2) v1,    x1' = v1 + w x2,    x2' = -w x1
    E = (v1^2 + A^2 w^2 - (x1 + 1)^2 - x2^2)/2 = const

stepped by the 8th-order step of ode.py, halved and doubled by its own error estimate. A return is located on partial
re-steps, so that it is as exact as the orbit. Source: Borisov, Mamaev, Bizyaev 2015, equations (2.10).
"""

from functools import cache

from numpy import empty

from sandbox.compiling.compiled import call_mode, compiled, unlocked
from sandbox.integration.ode import make_step

# accepted error of a step, relative to 1 + |y|; steps are LONGEST/2^n
TOLERANCE = 1e-14
LONGEST, SHORTEST = 0.2, 1e-6
COARSEN = 1.0/600.0

# what became of an orbit; ON: it goes on
ON, COMPLETE, ESCAPED, OUT_OF_TIME, LOST = range(5)

# columns of a return
COLUMNS = ("t", "v1", "w", "x1", "x2")


@compiled
def sleigh_rhs(t, v1, w, x1, x2, p, calls):
    """The equations of the head of this file, p[0] = A^2."""
    return (w + 1.0)*(w + 1.0) + x1, (x2 - (w + 2.0)*v1)/p[0], v1 + w*x2, -w*x1


@compiled
def sleigh_weight(v1, w, x1, x2, p):
    """Reciprocals of the sizes that errors are measured in."""
    place = 1.0/(1.0 + abs(x1) + abs(x2))
    return 1.0/(1.0 + abs(v1)), 1.0/(1.0 + abs(w)), place, place


@cache
def step_address() -> int:
    """Address of the compiled step."""
    return make_step(sleigh_rhs, sleigh_weight, 4).address


@compiled
def _locate(step, y, h, before, after, which, level, p, calls, new):
    """The partial step at which y[which] passes the level between the ends of a step h; new holds the state there."""
    low, high, kept = 0.0, h, 0
    for _ in range(60):
        middle = low + (high - low)*before/(before - after)
        if not low < middle < high:
            middle = 0.5*(low + high)
        call_mode(step, 0.0, middle, y, p, calls, new)
        value = new[which] - level
        if value == 0.0 or high - low <= 4e-16*h:
            return middle
        if (value < 0.0) == (before < 0.0):
            low, before = middle, value
            after = 0.5*after if kept == 1 else after
            kept = 1
        else:
            high, after = middle, value
            before = 0.5*before if kept == -1 else before
            kept = -1
        if abs(value) <= 1e-15*(1.0 + abs(level)):
            return middle
    return middle


@unlocked
def follow(step, y, clock, p, calls, which, level, rising, branch, points, have, t_end, limit, steps):
    """Follow an orbit for up to `steps` steps, noting its returns.

    y (4,), clock (2,)   state, and time with the present length of a step; both change in place
    which, level         the section y[which] = level, crossed upwards (rising 1), downwards (-1) or both ways (0)
    branch               sign of w that a return must have, 0 for any
    points (n, 5)        returns, COLUMNS; `have` of them are there already
    limit                distance from the axis beyond which an orbit has escaped [a]
    returns (what became of it, returns there now)
    """
    new, mid = empty(4), empty(4)
    for _ in range(steps):
        t, h = clock[0], clock[1]
        error = call_mode(step, t, h, y, p, calls, new)
        if not error <= TOLERANCE:
            if h <= SHORTEST:
                return LOST, have
            clock[1] = 0.5*h
            continue
        before, after = y[which] - level, new[which] - level
        crosses = (before < 0.0 <= after and rising >= 0) or (before > 0.0 >= after and rising <= 0)
        if crosses and (after != 0.0 or before != 0.0):
            part = _locate(step, y, h, before, after, which, level, p, calls, mid)
            if branch == 0 or branch*mid[1] > 0.0:
                points[have, 0] = t + part
                for i in range(4):
                    points[have, 1 + i] = mid[i]
                have += 1
        for i in range(4):
            y[i] = new[i]
        clock[0] = t + h
        if error < COARSEN*TOLERANCE and h < LONGEST:
            clock[1] = 2.0*h
        if have == points.shape[0]:
            return COMPLETE, have
        if y[2]*y[2] + y[3]*y[3] > limit*limit:
            return ESCAPED, have
        if clock[0] >= t_end:
            return OUT_OF_TIME, have
    return ON, have
