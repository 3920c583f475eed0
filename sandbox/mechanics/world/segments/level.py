"""A ball that rolls on a level table at a constant rate, and a ball in flight: both in closed form.

On a plane across gravity that turns about its normal n at the rate Omega, with chi = I/(I + m a^2) and k = chi Omega,

    v(s) = cos(ks) v + sin(ks) n x v,     x(s) = x + (sin(ks) v + (1 - cos(ks)) n x v)/k,

and w follows from rolling: w = n (n.w) + n x (v - u)/a with u the velocity of the table's point. Energy and moment
relative to the table stay as they are. Source: Earnshaw; Borisov, Mamaev, Bizyaev 2015, proposition 5.
"""

from math import cos, sin, sqrt

from sandbox.compiling.compiled import compiled, part
from sandbox.compiling.traced import cross, traced, vector_at
from sandbox.mechanics.report import put
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.segments.attitude import EARLY, LATE, series, turn_by

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
    x, v = vector_at(state, at.X), vector_at(state, at.V)
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
    return ball[at.INERTIA]/(ball[at.INERTIA] + ball[at.MASS]*ball[at.RADIUS]*ball[at.RADIUS])


@traced
def roll_level(state, n, rate, point, a, factors, out):
    """Fills centre, velocity and angular velocity after the turn of `turning`."""
    x, v = rolled.formula(state, n, factors)
    w = rolling_spin.formula(x, v, n @ vector_at(state, at.W), n, rate, point, a)
    put(out, at.X, x)
    put(out, at.V, v)
    put(out, at.W, w)


@traced
def turn_of_roll(state, n, rate, point, a, turns, s):
    """The rotation vector of s seconds, by Magnus' series: with r the part of x - P along the table

        w(s) = n (n.w) + (rate r + (rate forth - z) v + (c + rate rest) n x v)/a,

    c, z, forth, rest those of `turning`; turns has those of the three Gauss points.
    """
    v, w = vector_at(state, at.V), vector_at(state, at.W)
    v = v - (n @ v)*n
    across, r = cross(n, v), vector_at(state, at.X) - point
    r = r - (n @ r)*n
    along = [rate*forth - z for c, z, forth, rest in turns]
    beside = [c + rate*rest for c, z, forth, rest in turns]
    # what changes lies in the plane of v and n x v
    first, second = s*sqrt(15.0)/3.0, 10.0*s/3.0
    share = 1.0/a
    b = (s*(n @ w))*n + (s*share)*(rate*r + along[1]*v + beside[1]*across)
    c = (first*share)*((along[2] - along[0])*v + (beside[2] - beside[0])*across)
    d = (second*share)*((along[2] - 2.0*along[1] + along[0])*v + (beside[2] - 2.0*beside[1] + beside[0])*across)
    return series.formula(b, c, d)


@compiled
def keep_turns(k, s, p):
    """Keeps the turns after s seconds and at its Gauss points: most balls ask for the same ones."""
    p[at.TURN_RATE], p[at.TURN_SPAN] = k, s
    kept = part(p, at.TURNS)
    for i in range(4):
        c, z, across, rest = turning(k, share_of(i)*s)
        kept[4*i], kept[4*i + 1], kept[4*i + 2], kept[4*i + 3] = c, z, across, rest


@compiled
def share_of(i):
    """The instant of the turn number i: the whole, then the Gauss points."""
    if i == 0:
        return 1.0
    return 0.5 if i == 2 else EARLY if i == 1 else LATE


@compiled
def turn_at(k, s, p, i):
    """The turn number i of s seconds."""
    if p[at.TURN_RATE] == k and p[at.TURN_SPAN] == s:
        start = at.TURNS + 4*i
        return p[start], p[start + 1], p[start + 2], p[start + 3]
    return turning(k, share_of(i)*s)


@traced
def put_quaternion(q, out):
    """Fills the attitude."""
    for i in range(4):
        out[at.Q + i] = q[i]


@compiled
def turn_ball(state, turn, out):
    """Fills the attitude after the rotation vector `turn`."""
    put_quaternion(turn_by((state[at.Q], state[at.Q + 1], state[at.Q + 2], state[at.Q + 3]), turn), out)


@traced
def fly(state, g, s, out):
    """Fills centre, velocity and angular velocity after s seconds of flight under the gravity g."""
    v = vector_at(state, at.V)
    put(out, at.X, vector_at(state, at.X) + s*v + (0.5*s*s)*g)
    put(out, at.V, v + s*g)
    put(out, at.W, vector_at(state, at.W))
