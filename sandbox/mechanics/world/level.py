"""A ball that rolls on a level table at a constant rate, and a ball in flight: both in closed form.

On a plane across gravity that turns about its normal n at the rate Omega, with chi = I/(I + m a^2) and k = chi Omega,

    v(s) = cos(ks) v + sin(ks) n x v,     x(s) = x + (sin(ks) v + (1 - cos(ks)) n x v)/k,

and w follows from rolling: w = n (n.w) + n x (v - u)/a with u the velocity of the table's point. Energy and moment
relative to the table stay as they are. Source: Earnshaw; Borisov, Mamaev, Bizyaev 2015, proposition 5.
"""

from math import cos, sin

from sandbox.compiling.compiled import compiled
from sandbox.compiling.traced import cross, traced, vector_at
from sandbox.mechanics.report import put
from sandbox.mechanics.world.attitude import EARLY, LATE, magnus, turn_by
from sandbox.mechanics.world.places import INERTIA, MASS, Q, RADIUS, V, W, X

# angle below which sine and cosine are their series: their error is k^4 s^4/24
SMALL = 1e-3


@compiled
def turning(k, s):
    """cos(ks), sin(ks), sin(ks)/k and (1 - cos(ks))/k, for any k."""
    a = k*s
    if abs(a) < SMALL:
        square = a*a
        c = 1.0 - 0.5*square*(1.0 - square/12.0*(1.0 - square/30.0))
        share = 1.0 - square/6.0*(1.0 - square/20.0*(1.0 - square/42.0))
        rest = 0.5*(1.0 - square/12.0*(1.0 - square/30.0*(1.0 - square/56.0)))
        return c, a*share, s*share, s*a*rest
    c, z = cos(a), sin(a)
    return c, z, z/k, (1.0 - c)/k


@traced
def rolled(state, n, factors):
    """Centre and velocity after the turn of `turning`."""
    c, z, share, rest = factors
    x, v = vector_at(state, X), vector_at(state, V)
    up = n @ v
    along = v - up*n
    across = cross(n, along)
    return x + share*along + rest*across, c*along + z*across


@traced
def rolling_spin(x, v, w_n, n, rate, point, a):
    """w of a ball of radius a that rolls with the centre x and the velocity v on the table n, rate about `point`."""
    u = rate*cross(n, x - point)
    return w_n*n + (1.0/a)*cross(n, v - u)


@compiled
def chi_of(ball):
    """I/(I + m a^2)."""
    return ball[INERTIA]/(ball[INERTIA] + ball[MASS]*ball[RADIUS]*ball[RADIUS])


@traced
def put_rolled(state, n, rate, point, a, factors, out):
    """Fills centre, velocity and angular velocity after the turn of `turning`."""
    x, v = rolled.formula(state, n, factors)
    w = rolling_spin.formula(x, v, n @ vector_at(state, W), n, rate, point, a)
    put(out, X, x)
    put(out, V, v)
    put(out, W, w)


@traced
def spin_after(state, n, rate, point, a, factors):
    """w after the turn of `turning`."""
    x, v = rolled.formula(state, n, factors)
    return rolling_spin.formula(x, v, n @ vector_at(state, W), n, rate, point, a)


@compiled
def roll_level(state, n, rate, point, ball, s, out):
    """Fills what moves but the attitude, s seconds after `state`; n, point (3 numbers each)."""
    put_rolled(state, n, rate, point, ball[RADIUS], turning(chi_of(ball)*rate, s), out)


@traced
def put_quaternion(q, out):
    """Fills the attitude."""
    for i in range(4):
        out[Q + i] = q[i]


@compiled
def turn_level(state, n, rate, point, ball, s, out):
    """Fills the attitude s seconds after `state`."""
    a, k = ball[RADIUS], chi_of(ball)*rate
    w_1 = spin_after(state, n, rate, point, a, turning(k, EARLY*s))
    w_2 = spin_after(state, n, rate, point, a, turning(k, 0.5*s))
    w_3 = spin_after(state, n, rate, point, a, turning(k, LATE*s))
    q = turn_by((state[Q], state[Q + 1], state[Q + 2], state[Q + 3]), magnus(s, w_1, w_2, w_3))
    put_quaternion(q, out)


@traced
def put_flown(state, g, s, out):
    """Fills centre, velocity and angular velocity after s seconds of flight under the gravity g."""
    v = vector_at(state, V)
    put(out, X, vector_at(state, X) + s*v + (0.5*s*s)*g)
    put(out, V, v + s*g)
    put(out, W, vector_at(state, W))


@compiled
def fly(state, g, s, out):
    """Fills what moves but the attitude, s seconds after `state`."""
    put_flown(state, g, s, out)


@traced
def turn_of_flight(state, s):
    """The rotation vector of s seconds."""
    return s*vector_at(state, W)


@compiled
def turn_in_flight(state, s, out):
    """Fills the attitude s seconds after `state`."""
    put_quaternion(turn_by((state[Q], state[Q + 1], state[Q + 2], state[Q + 3]), turn_of_flight(state, s)), out)
