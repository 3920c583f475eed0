"""Which other supports a ball cannot come to soon: they are not looked at.

A ball lies within a distance `wide` of a point X that its state tells: 2 a around a contact point, a around its centre
in flight. Where phi tells how far the surface is, phi = d + k d^2/2 (p[GROWTH]), a support is out of reach as long as

    spare = d(X) - wide - a - V SOON > 0,     d = 2 phi/(1 + sqrt(1 + 2 k phi))

with V a bound of the ball's speed relative to it. With ws = W e of the present support and R = |X - axis point| + wide

    v_rel = a (w - ws) x n       rolling, at rest;      |v_rel| <= |v| + |W| R       slipping
    |v_lab| <= |v_rel + ws x (X - axis point)| + a |W|; |v_lab| = |v|                slipping, in flight
    V = |v_rel| where it moves as the present one;      V = |v_lab| + |W_j| R_j      else

What is out of reach has NOWHERE in place of its nearest point; the leave says for how long nothing is asked again.

SOON is many steps: the nearest point is followed again long before a touch, and comes to where it would be, bit by bit,
had it been followed all the time (tests/physics/test_out_of_reach.py). A surface that nobody knows (k = inf: d = 0 or
nan) is always looked at, and so is every support of a body that is no ball, or where a support is tilted or shaken.

The leave of a ball not to look at its other supports: they were all out of reach, and still are.

It is not asked again while

    |X - X_0| + (t - t_0) T < the least spare at t_0,     t - t_0 < SOON

T being a bound of the speed at X of supports that turn, and no support turning faster than at t_0: the state keeps X_0,
t_0 and so on at its end, as its `Leave`.
"""

from sandbox.compiling.branching import call, choose
from sandbox.compiling.compiled import compiled, part
from sandbox.compiling.places import Places
from sandbox.compiling.traced import (
    cos,
    cross,
    length,
    matrix_of,
    sin,
    sqrt,
    traced,
    turn,
    turn_back,
    vector_at,
)
from sandbox.mechanics import layout as lay
from sandbox.mechanics.contact.flight.nearest import measure_at
from sandbox.mechanics.contact.geometry import slopes_at
from sandbox.mechanics.contact.state import ANGULAR_VELOCITY, POINT, VELOCITY, rolling_state
from sandbox.mechanics.motion import signal, turned_about

# what can't be touched within this time is not looked at [s]
SOON = 1.0/16.0
# first number of a nearest point that is not kept up to date
NOWHERE = 1e300
# what the state of a mode says of the body (calls[OWN_PLACE]): its contact point, and w in body or in local axes; its
# contact point and the velocity of its centre from the axis point; its centre and velocity in the laboratory
AT_CONTACT, AS_BALL, SLIPPING, ALOFT = 0, 1, 2, 3



@compiled
def turns_only(p):
    """Whether a support does nothing but turn about its axis."""
    return p[lay.HAS_TILT] == 0.0 and p[lay.HAS_SHIFT] == 0.0


@compiled
def is_known(p, calls):
    """Whether the state of the body tells what it can reach: that of a ball on a support that does nothing but turn."""
    return p[lay.TURNING_REACH] == 0.0 and calls[lay.OWN_CLOCK] < 0 and turns_only(p)


# ---- how fast the ball is, relative to a support --------------------------------------------------------------------

@traced
def spin_rate(t, p):
    """A bound |W| of the rate at which a support turns about its axis [rad/s]."""
    now = call(signal, t, p, lay.SPIN).rate
    # at any instant of a swing
    return abs(now) + abs(p[lay.SPIN + lay.SIGNAL_NU])*(abs(p[lay.SPIN + lay.SIGNAL_SINE])
                                                        + abs(p[lay.SPIN + lay.SIGNAL_COSINE]))


@traced
def held_speeds(t, y, is_local, p, calls):
    """|v_rel| and the bound of |v_lab| [m/s] of a ball without slip; `is_local` where w is in local axes."""
    state, a = rolling_state(y), p[lay.LENGTH_SCALE]
    gradient, _bend = slopes_at(calls[lay.CALL_SURFACE], state.x, p, lay.SURFACE)
    n = (1.0/sqrt(gradient @ gradient))*gradient
    w = choose(is_local != 0.0, lambda: state.w, lambda: turn(matrix_of(state.q), state.w))
    rate = call(signal, t, p, lay.SPIN).rate
    ws = rate*vector_at(p, lay.AXIS)
    v = a*cross(w - ws, n)
    return length(v), length(v + cross(ws, state.x - vector_at(p, lay.AXIS_POINT))) + a*abs(rate)


@traced
def size_at(y, at):
    """|y[at:at + 3]|."""
    return length(vector_at(y, at))


@traced
def distance_between(y, at, p, place):
    """|y[at:] - p[place:]| [m]."""
    return length(vector_at(y, at) - vector_at(p, place))


@compiled
def reach_of(y, p, calls):
    """`wide` and R of the present support [m]."""
    wide = p[lay.LENGTH_SCALE]
    if calls[lay.OWN_PLACE] == ALOFT:
        return wide, distance_between(y, POINT, p, lay.LAB_POINT) + wide
    wide += wide
    return wide, distance_between(y, POINT, p, lay.AXIS_POINT) + wide


@compiled
def speeds(t, y, R, p, calls):
    """The bounds of |v_rel| and |v_lab| [m/s]."""
    place = calls[lay.OWN_PLACE]
    if place <= AS_BALL:
        return held_speeds(t, y, float(place), p, calls)
    v = size_at(y, VELOCITY)
    return v + spin_rate(t, p)*R, v


# ---- where it is ----------------------------------------------------------------------------------------------------

@traced
def turned_by(angle, p, v):
    """A vector turned by an angle about the axis of a support."""
    return choose(angle != 0.0, lambda: turned_about(vector_at(p, lay.AXIS), cos(angle), sin(angle), v), lambda: v)


@traced
def to_laboratory(t, x, p):
    """The laboratory place of a point of a support that does nothing but turn."""
    turned = turned_by.formula(call(signal, t, p, lay.SPIN).value, p, x - vector_at(p, lay.AXIS_POINT))
    return vector_at(p, lay.LAB_POINT) + turn([p[lay.PLACEMENT + i] for i in range(9)], turned)


@traced
def to_local(t, x, p):
    """The point of a support that does nothing but turn at a place of the laboratory."""
    back = turn_back([p[lay.PLACEMENT + i] for i in range(9)], x - vector_at(p, lay.LAB_POINT))
    return vector_at(p, lay.AXIS_POINT) + turned_by.formula(-call(signal, t, p, lay.SPIN).value, p, back)


@traced
def point_of_state(y):
    """X, as the state has it."""
    return vector_at(y, POINT)


@traced
def least_distance(phi, k):
    """d [m] of phi = d + k d^2/2: what the surface is away at least."""
    return 2.0*phi/(1.0 + sqrt(1.0 + 2.0*k*phi))


@compiled
def distance_to(t, y, i, p, calls):
    """d(X) [m] of the i-th other support; nan where X is behind it and nobody knows."""
    q, its, x = part(p, calls[lay.OTHER_P + i]), part(calls, calls[lay.OTHER_CALLS + i]), point_of_state(y)
    if calls[lay.OWN_PLACE] == ALOFT:
        x = to_local(t, x, q)
    elif calls[lay.OTHER_ALIKE + i] == 0:
        x = to_local(t, to_laboratory(t, x, p), q)
    return least_distance(measure_at(x, q, its).phi, q[lay.GROWTH])


# ---- what is out of reach -------------------------------------------------------------------------------------------

@compiled
def spare_and_turning(t, y, i, moving, reach, p, calls):
    """The spare [m] of the i-th other support, above 0 where it is out of reach, and T [m/s] of it.

    moving   as `speeds` returns it;  reach  as `reach_of`
    """
    q, (wide, R), (V, v_lab) = part(p, calls[lay.OTHER_P + i]), reach, moving
    if not turns_only(q):
        return -1.0, 0.0
    turning = 0.0
    if calls[lay.OWN_PLACE] == ALOFT or calls[lay.OTHER_ALIKE + i] == 0:
        its = spin_rate(t, q)*(R + distance_between(p, lay.LAB_POINT, q, lay.LAB_POINT))
        V, turning = v_lab + its, its
        if calls[lay.OWN_PLACE] != ALOFT:
            turning += spin_rate(t, p)*R
    spare = distance_to(t, y, i, p, calls) - wide - p[lay.LENGTH_SCALE] - SOON*V
    # a number that is none is no distance
    return (spare if spare > 0.0 else -1.0), turning


# ---- how far it goes in a step --------------------------------------------------------------------------------------

@traced
def rate_squared(y):
    """|w|^2 [1/s^2]."""
    w = vector_at(y, ANGULAR_VELOCITY)
    return w @ w


@compiled
def goes_less(t, h, before, after, most, p):
    """Whether a ball without slip goes less than `most` [m] in a step, on its support and on what moves alike.

    |v_rel| <= a (|w| + |W|); its mean over the step is taken for no more than twice the larger one of both ends.
    """
    w = most/(2.0*p[lay.LENGTH_SCALE]*abs(h)) - spin_rate(t, p)
    return w > 0.0 and rate_squared(before) < w*w and rate_squared(after) < w*w


# ---- the leave ------------------------------------------------------------------------------------------------------


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
    return calls[lay.OWN_SIZE] + 3*calls[lay.OTHERS]


@compiled
def all_rates(t, p, calls):
    """The rates of all supports that don't move as the present one, and its own, together [rad/s]."""
    total = spin_rate(t, p)
    for i in range(calls[lay.OTHERS]):
        if calls[lay.OTHER_ALIKE + i] == 0:
            total += spin_rate(t, part(p, calls[lay.OTHER_P + i]))
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
