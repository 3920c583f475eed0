"""Follows slip that turns within an impact, to its end or to what happens first; the equations stand in routh.py.

State y (6): ln(r/r0), th, what has come to the impulse along t1, t2, n, and to the work of its normal part. The clock s
has ds = dp/r.
"""

from math import cos, exp, sin

from sandbox.compiling.compiled import call_mode, compiled, numbers_at, room, wholes_at
from sandbox.compiling.entries import entry
from sandbox.compiling.places import Places
from sandbox.compiling.traced import traced
from sandbox.integration.ode import make_step

# what is asked: G in the axes t1, t2, n, friction, and the slip r0 and the normal velocity at the beginning
_asked = Places()
RESPONSE = _asked.take(9)
MU = _asked.take()
SLIP = _asked.take()
NORMAL_VELOCITY = _asked.take()
SPAN = _asked.take()        # the clock is given up there
SHARE = _asked.take()       # of V: above it V* lets a contact open that was held closed
# what is left until the impact ends: a number, and what u_n, p and W take off it
LEFT = _asked.take()
LEFT_U_N = _asked.take()
LEFT_P = _asked.take()
LEFT_W = _asked.take()
ASKED = _asked.size

# the state
LOG_R, ANGLE, IMPULSE, IMPULSE_2, NORMAL_IMPULSE, WORK, SIZE = range(7)

# how far the contact is: held closed, being compressed, or giving back
PRESSED, COMPRESSING, RESTORING = 0, 1, 2
# what ends the turning: the end of slip; V* that lets the contact go; u_n = 0; the end of the impact; u_n < 0 again
LOST, FADED, FREED, COMPRESSED, ENDED, CLOSED = -1, 0, 1, 2, 3, 4

# slip is followed until it has fallen by exp(-FALL)
FALL = 30.0
# errors of a step, of numbers in units of the impact's own speed and response
RELATIVE, ABSOLUTE = 1e-13, 1e-14
# what happens before this share of a step happens at once
AT_ONCE = 1e-18
# the next step: at least and at most so much of the last one, and a margin
LEAST, MOST, MARGIN = 0.2, 5.0, 0.9
MOST_STEPS = 100_000
# halvings of a step: what lies at its very beginning is found AT_ONCE before
MOST_HALVINGS = 128


@compiled
def turning_rates(s, y, p, calls):
    """y' at the clock s."""
    c, d, r = cos(y[ANGLE]), sin(y[ANGLE]), p[SLIP]*exp(y[LOG_R])
    R, T = along_and_across(c, d, p)
    return R, T, -p[MU]*r*c, -p[MU]*r*d, r, opening(y, p)*r


@traced
def along_and_across(c, d, p):
    """The parts R and T of G_tn - mu G_tt e along and across e = (c, d)."""
    mu = p[MU]
    x = p[RESPONSE + 2] - mu*(p[RESPONSE]*c + p[RESPONSE + 1]*d)
    y = p[RESPONSE + 5] - mu*(p[RESPONSE + 3]*c + p[RESPONSE + 4]*d)
    return x*c + y*d, y*c - x*d


@compiled
def turning_weight(y, p):
    """Reciprocals of the errors that y may have in one step."""
    return weights_of(y)


@traced
def weights_of(y):
    """`turning_weight` of all numbers."""
    return tuple(1.0/(ABSOLUTE + RELATIVE*abs(y[i])) for i in range(SIZE))


STEP = make_step(turning_rates, turning_weight, SIZE)


@compiled
def opening(y, p):
    """u_n."""
    return (p[NORMAL_VELOCITY] + p[RESPONSE + 6]*y[IMPULSE] + p[RESPONSE + 7]*y[IMPULSE_2]
            + p[RESPONSE + 8]*y[NORMAL_IMPULSE])


@compiled
def freedom(y, p):
    """V* less the share of V that still holds the contact closed."""
    along = p[RESPONSE + 6]*cos(y[ANGLE]) + p[RESPONSE + 7]*sin(y[ANGLE])
    return p[RESPONSE + 8]*(1.0 - p[SHARE]) - p[MU]*along


@compiled
def remaining(y, p):
    """What is left until the end of the impact."""
    return p[LEFT] - p[LEFT_U_N]*opening(y, p) - p[LEFT_P]*y[NORMAL_IMPULSE] - p[LEFT_W]*y[WORK]


@compiled
def happened(old, new, p, stage):
    """What has happened between two states, LOST for nothing."""
    if new[LOG_R] <= -FALL:
        return FADED
    if stage == PRESSED:
        return FREED if freedom(old, p) <= 0.0 <= freedom(new, p) else LOST
    if stage == COMPRESSING:
        return COMPRESSED if opening(old, p) <= 0.0 <= opening(new, p) else LOST
    if remaining(old, p) >= 0.0 >= remaining(new, p):
        return ENDED
    return CLOSED if opening(old, p) >= 0.0 >= opening(new, p) else LOST


@entry
def follow(step: int, asked: int, stage: int, state: int) -> int:
    """Advances the state (6,) until something happens and returns what; LOST where the clock runs out.

    step   address of STEP;  stage  PRESSED, COMPRESSING or RESTORING
    """
    p, y, new, calls = numbers_at(asked), numbers_at(state), room(SIZE), wholes_at(0)
    R, T = along_and_across(cos(y[ANGLE]), sin(y[ANGLE]), p)
    s, h = 0.0, 0.1/(abs(R) + abs(T) + p[MU]*(p[RESPONSE] + p[RESPONSE + 4]))
    for _ in range(MOST_STEPS):
        error = call_mode(step, s, h, y, p, calls, new)
        if not error <= 1.0:
            # also where nothing is known of the error
            h *= max(MARGIN*error**-0.125, LEAST) if error > 1.0 else LEAST
            continue
        what = happened(y, new, p, stage)
        if what != LOST:
            # by bisection of the step, to the last digit of its length
            low, high = 0.0, h
            for _halving in range(MOST_HALVINGS):
                middle = 0.5*(low + high)
                if not low < middle < high:
                    break
                if high < AT_ONCE*h:
                    return what
                call_mode(step, s, middle, y, p, calls, new)
                found = happened(y, new, p, stage)
                if found == LOST:
                    low = middle
                else:
                    high, what = middle, found
            call_mode(step, s, high, y, p, calls, new)
            for i in range(SIZE):
                y[i] = new[i]
            return what
        for i in range(SIZE):
            y[i] = new[i]
        s += h
        if not s < p[SPAN]:
            return LOST
        h *= min(MARGIN*error**-0.125, MOST) if error > 0.0 else MOST
    return LOST
