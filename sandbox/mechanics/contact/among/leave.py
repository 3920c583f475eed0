"""The leave of a ball not to look at its other supports: they were all out of reach (reach.py), and still are.

It is not asked again while

    |X - X_0| + (t - t_0) T < the least spare at t_0,     t - t_0 < SOON

T being a bound of the speed at X of supports that turn, and no support turning faster than at t_0: the state keeps X_0,
t_0 and so on at its end, as its `Leave`.
"""

from sandbox.compiling.compiled import compiled, part
from sandbox.compiling.places import Places
from sandbox.compiling.traced import (
    traced,
    vector_at,
)
from sandbox.mechanics.contact.among.reach import SOON, spin_rate
from sandbox.mechanics.contact.state import POINT
from sandbox.mechanics.layout import (
    OTHER_ALIKE,
    OTHER_P,
    OTHERS,
    OWN_SIZE,
)

# the leave not to look at anything, behind the nearest points: zeros where there is none
_leave = Places()
LEAVE_POINT = _leave.take(3)    # X_0 [m]
LEAVE_TIME = _leave.take()      # t_0 [s]
LEAVE_SPARE = _leave.take()     # the least spare [m]
LEAVE_SPEED = _leave.take()     # T [m/s]
LEAVE_RATES = _leave.take()     # how fast the supports turned, all together [rad/s]
LEAVE = _leave.size


@compiled
def leave_place(calls):
    """Where the Leave begins in a state."""
    return calls[OWN_SIZE] + 3*calls[OTHERS]


@compiled
def all_rates(t, p, calls):
    """The rates of all supports that don't move as the present one, and its own, together [rad/s]."""
    total = spin_rate(t, p)
    for i in range(calls[OTHERS]):
        if calls[OTHER_ALIKE + i] == 0:
            total += spin_rate(t, part(p, calls[OTHER_P + i]))
    return total


@traced
def squared_way(y, at):
    """|X - X_0|^2 [m^2]."""
    way = vector_at(y, POINT) - vector_at(y, at + LEAVE_POINT)
    return way @ way


@compiled
def has_leave(t, y, p, calls):
    """Whether everything else is still out of reach, as the Leave of the state has it."""
    at = leave_place(calls)
    span = t - y[at + LEAVE_TIME]
    spare = y[at + LEAVE_SPARE] - y[at + LEAVE_SPEED]*span
    return (0.0 < spare and 0.0 <= span < SOON and squared_way(y, at) < spare*spare
            and all_rates(t, p, calls) <= y[at + LEAVE_RATES])


@compiled
def put_leave(t, y, spare, turning, p, calls):
    """Write the Leave of this instant to a state."""
    at = leave_place(calls)
    for i in range(3):
        y[at + LEAVE_POINT + i] = y[POINT + i]
    y[at + LEAVE_TIME], y[at + LEAVE_SPARE], y[at + LEAVE_SPEED] = t, spare, turning
    y[at + LEAVE_RATES] = all_rates(t, p, calls)


@compiled
def take_leave(y, calls):
    """Take the Leave from a state."""
    for i in range(LEAVE):
        y[leave_place(calls) + i] = 0.0
