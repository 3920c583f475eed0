"""What resists the turning of a body against its support: the law of a contact, and whether it may hold.

With w the angular velocity against the support, w_n = w.n along the normal and w_t across, the moment on a body that
turns is -N M (contact_friction.py),

    M = (k_s^2 w_n n + k_r^2 w_t)/k,     k = sqrt(k_s^2 w_n^2 + k_r^2 |w_t|^2),

whatever its size: turning ends at K = k/max(k_r, k_s) = 0, and then a moment within the cone k_r N, k_s N holds what
the law resists (turning.py). What begins to turn has the direction TURNS_OFF until it has one of its own.

The direction of a slow turn goes back to where it is pushed to within K I/(N k), which may be a millionth of the time
in which K changes. Such a turn creeps: its direction is that of the moment that would be needed to hold it.

Small steps, and bodies that can't turn about some axis, have the smooth laws -N k_r w_t/(w_t^2 + e^2)^(1/2) and as much
for w_n instead. They do not hold a ball, but let it creep where it would be held, by less than e a; e is such that what
is left of a slow roll fades at the rate SETTLES: k g/(SETTLES a), 0.1 mm/s for k = a/200.
"""

from sandbox.compiling.branching import choose, greater
from sandbox.compiling.compiled import compiled, part
from sandbox.compiling.traced import Vector, length, sqrt, traced, vector_at
from sandbox.mechanics.report import put
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.island import layout as here
from sandbox.mechanics.world.island.known import (
    ball_numbers,
    contact_of,
    free_numbers,
    gravity_size,
    place_in,
    touch_of,
)
from sandbox.mechanics.world.supports import block_of

# rate at which a slow roll fades under smooth resistance [1/s]
SETTLES = 400.0
# square of a turning that is none, whatever k is [rad^2/s^2]
STILL = 1e-300
# gravity below which typical speeds are not told by it [m/s^2]
LEAST_GRAVITY = 1e-3
# turning, at the body's surface, below this share of sqrt(g a) has ended; below that it has no direction of its own
TURN_CAPTURED, NO_TURN = 1e-12, 1e-13


@traced
def put_resistance(place, y, k, least, touch):
    """Fills k w_t/(w_t^2 + e^2)^(1/2), w_t the rolling against the support; e the rolling that is as good as none."""
    n, w = vector_at(touch, here.NORMAL), vector_at(y, at.W) - place.w
    w = w - (n @ w)*n
    moment = (k/sqrt(w @ w + least*least + STILL))*w
    put(touch, here.RESIST, moment)
    touch[here.RESIST_TURN] = place.axis @ moment


@traced
def add_spin_resistance(place, y, k, least, touch):
    """As `put_resistance`, against the turning about the normal."""
    n = vector_at(touch, here.NORMAL)
    spin = n @ (vector_at(y, at.W) - place.w)
    moment = vector_at(touch, here.RESIST) + (k*spin/sqrt(spin*spin + least*least + STILL))*n
    put(touch, here.RESIST, moment)
    touch[here.RESIST_TURN] = place.axis @ moment


@compiled
def clear_resistance(touch):
    """Nothing resists."""
    for r in range(3):
        touch[here.RESIST + r] = 0.0
    touch[here.RESIST_TURN] = 0.0


@compiled
def fill_smooth(p, island, i, s, place, ball, touch):
    """Fills the smooth laws of the body i on the support s, see the head of this file."""
    block = block_of(p, s)
    k, spinning = block[at.ROLLING_RESISTANCE], block[at.SPINNING_RESISTANCE]
    constants, g = ball_numbers(p, island, i), max(gravity_size(p), LEAST_GRAVITY)
    square = constants[at.INERTIA]/constants[at.MASS]
    clear_resistance(touch)
    if k != 0.0:
        least = k*g/(SETTLES*(constants[at.RADIUS]*constants[at.RADIUS] + square))
        put_resistance(place, ball, k, least, touch)
    if spinning != 0.0:
        add_spin_resistance(place, ball, spinning, spinning*g/(SETTLES*square), touch)


@traced
def weighted(touch, w):
    """(k_s^2 w_n n + k_r^2 w_t)/max(k_r, k_s)^2: K^2 is w times that. Squares of k may be no numbers."""
    n, most = vector_at(touch, here.NORMAL), greater(touch[here.ROLL], touch[here.SPIN])
    w_n = n @ w
    roll, spin = touch[here.ROLL]/most, touch[here.SPIN]/most
    return (spin*spin*w_n)*n + (roll*roll)*(w - w_n*n)


@traced
def put_turning(place, y, rates, turned, touch):
    """Fills w against the support and its rate without contact forces; turned: the rate' of a free support then.

    w.n and the part across, of which n' = n_rate has the share w_n n' in a w' that changes neither
    """
    n, n_rate = vector_at(touch, here.NORMAL), vector_at(touch, here.NORMAL_RATE)
    w = vector_at(y, at.W) - place.w
    rate = vector_at(rates, at.W) - place.w_rate - turned*place.axis
    along = rate @ n + w @ n_rate
    across = rate - (rate @ n)*n - (w @ n)*n_rate
    put(touch, here.TURNING, w)
    put(touch, here.TURN_BIAS, along*n + across)


@compiled
def largest_arm(touch):
    """max(k_r, k_s) [m]."""
    return max(touch[here.ROLL], touch[here.SPIN])


@traced
def size_of(touch, w):
    """K(w) [rad/s]."""
    return sqrt(w @ weighted.formula(touch, w))


@traced
def turning_size(touch):
    """K of the turning that there is [rad/s]."""
    return size_of.formula(touch, vector_at(touch, here.TURNING))


@traced
def put_moment(axis, share, w, touch):
    """Fills the moment per newton of a turn w; share: max(k_r, k_s)/K(w)."""
    moment = share*weighted.formula(touch, w)
    put(touch, here.RESIST, moment)
    touch[here.RESIST_TURN] = axis @ moment


@traced
def put_moment_at(axis, share, start, numbers, touch):
    """As `put_moment`, of the w that stands there in an array."""
    put_moment.formula(axis, share, vector_at(numbers, start), touch)


@compiled
def least_turning(p, island, k):
    """K below which the body of the contact k has no direction of turning [rad/s]."""
    a = ball_numbers(p, island, int(contact_of(island, k)[here.FIRST]))[at.RADIUS]
    return NO_TURN*max((gravity_size(p)*a)**0.5, 1e-3*a)/a


@compiled
def put_exact(p, island, k):
    """Fills the law of the contact k for the turning that there is, or begins; nothing where it holds."""
    contact, touch = contact_of(island, k), touch_of(island, k)
    clear_resistance(touch)
    if contact[here.HOLDS] > 0.0 or not largest_arm(touch) > 0.0:
        return
    axis, K = place_in(island, int(touch[here.SLOT])).axis, turning_size(touch)
    if K > least_turning(p, island, k) and touch[here.CREEPS] == 0.0:
        put_moment_at(axis, largest_arm(touch)/K, here.TURNING, touch, touch)
    else:
        put_moment_at(axis, largest_arm(touch), here.TURNS_OFF, contact, touch)


@compiled
def fill_resistance(p, island, k, place, y, rates):
    """Fills what resists the turning of the body of the contact k on its support, in the state y of the island."""
    contact, touch = contact_of(island, k), touch_of(island, k)
    i, s = int(contact[here.FIRST]), -2 - int(contact[here.OTHER])
    if not largest_arm(touch) > 0.0 or island[here.BY_STEPS] != 0.0:
        fill_smooth(p, island, i, s, place, part(y, i*at.MOVING), touch)
        return
    turned = free_numbers(island, rates, int(touch[here.FREE_OF]))[at.RATE] if touch[here.FREE_OF] >= 0.0 else 0.0
    put_turning(place, part(y, i*at.MOVING), part(rates, i*at.MOVING), turned, touch)
    put_exact(p, island, k)


# ---- what holds -----------------------------------------------------------------------------------------------------


@traced
def held_part(touch, v):
    """Of a turn, what the law resists: all of it, what is across n (k_s = 0) or along n (k_r = 0)."""
    n = vector_at(touch, here.NORMAL)
    v_n = n @ v
    roll, spin = (choose(touch[start] > 0.0, lambda: 1.0, lambda: 0.0) for start in (here.ROLL, here.SPIN))
    return (spin*v_n)*n + roll*(v - v_n*n)


@traced
def moment_parts(contact, touch):
    """N, M.n and the size of M across n of a contact that holds."""
    n, M = vector_at(touch, here.NORMAL), vector_at(contact, here.MOMENT)
    M_n = M @ n
    return n @ vector_at(contact, here.FORCE), M_n, length(M - M_n*n)


@compiled
def moment_in_hand(contact, touch):
    """What the moment of a contact that holds has in hand within its cone [N m]."""
    N, M_n, M_t = moment_parts(contact, touch)
    roll, spin = touch[here.ROLL]*N, touch[here.SPIN]*N
    if touch[here.ROLL] == 0.0:
        return spin - abs(M_n)
    if touch[here.SPIN] == 0.0:
        return roll - M_t
    if not roll > 0.0 or not spin > 0.0:
        return min(roll, spin) - M_t - abs(M_n)
    return min(roll, spin)*(1.0 - ((M_t/roll)**2 + (M_n/spin)**2)**0.5)


@traced
def put_begin(contact, touch):
    """Makes -M the direction in which a body begins to turn: as large as a turn of 1 rad/s."""
    w = -held_part.formula(touch, vector_at(contact, here.MOMENT))
    K = size_of.formula(touch, w)
    put(contact, here.TURNS_OFF, choose(K > 0.0, lambda: 1.0/K, lambda: 0.0)*w)


@compiled
def begin_to_turn(p, island, k):
    """Lets the body of the contact k turn, where its moment pushes it."""
    contact, touch = contact_of(island, k), touch_of(island, k)
    contact[here.HOLDS] = 0.0
    put_begin(contact, touch)
    for r in range(3):
        contact[here.MOMENT + r] = 0.0
    put_exact(p, island, k)


@compiled
def stop_turning(p, island, k):
    """Holds the body of the contact k."""
    contact_of(island, k)[here.HOLDS] = 1.0
    put_exact(p, island, k)


@traced
def turn_along(touch, d, rate):
    """K' of a turning in the direction d, whose K is 1 rad/s, at this rate [rad/s^2]."""
    return Vector(*d) @ weighted.formula(touch, Vector(*rate))


@traced
def off_course(contact, touch, K):
    """K of what of a turning of size K is off the direction TURNS_OFF [rad/s]."""
    off = vector_at(touch, here.TURNING) - K*vector_at(contact, here.TURNS_OFF)
    return size_of.formula(touch, off)
