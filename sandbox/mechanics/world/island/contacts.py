"""What is known of the contacts of an island at an instant: normals, slips, and how they change without their forces.

U is the velocity of the first ball's material point at the contact less that of what it touches, n its normal there.
With u = v - v_S(x), c = x - a n, for a support

    U = v - a w x n - v_S(c),     n' = W x n + B (1 + a B)^-1 P u,
    U' = v' - a (w' x n + w x n') - (A + W' x (c - P) + W x (c' - V)),

and for two balls, n from the second to the first, D = v_1 - v_2, d = a_1 + a_2, S = a_1 w_1 + a_2 w_2

    U = D - S x n,     n' = (D - n (n.D))/d,     U' = D' - S' x n - S x n'.

In both cases gap' = n.U and gap'' = n.U' + n'.U.

Rolling resistance is the moment -k N w_t/(w_t^2 + e^2)^(1/2) of a ball that rolls with w_t against its support. It does
not hold a ball, but lets it creep where it would be held, by less than e a; e is such that what is left of a slow roll
fades at the rate SETTLES: k g/(SETTLES a), 0.1 mm/s for k = a/200. Spinning resistance does the same to w_n, the
turning about the normal.
"""

from sandbox.compiling.compiled import compiled, part
from sandbox.compiling.traced import Vector, cross, length, sqrt, traced, vector_at
from sandbox.mechanics.report import put
from sandbox.mechanics.world.island.joints import fill_joint
from sandbox.mechanics.world.island.known import (
    ball_numbers,
    contact_of,
    free_numbers,
    other_ball,
    place_in,
    three,
    touch_of,
)
from sandbox.mechanics.world.island.places import (
    BIAS,
    EDGE,
    FIRST,
    FREE_OF,
    GAP,
    JOINT,
    LEVER,
    NC,
    NORMAL,
    NORMAL_RATE,
    OTHER,
    RESIST,
    RESIST_TURN,
    SLIP,
    SLOT,
)
from sandbox.mechanics.world.places import (
    CALL_SLOPES,
    CALL_VALUES,
    CALLS_OF_SUPPORT,
    GRAVITY,
    INERTIA,
    MASS,
    MOVING,
    OF_MOTION,
    RADIUS,
    RATE,
    ROLLING_RESISTANCE,
    SPINNING_RESISTANCE,
    V,
    W,
    X,
)
from sandbox.mechanics.world.supports import block_of, material_velocity
from sandbox.mechanics.world.touching import foot_of, migrated

# rate at which a slow roll fades under rolling resistance [1/s]
SETTLES = 400.0
# gravity below which typical speeds are not told by it [m/s^2]
LEAST_GRAVITY = 1e-3


@traced
def put_on_support(place, slopes, foot, a, g, y, rates, block, out):    # noqa: PLR0913 - what the equations name
    """Fills the touch of a ball and a support; y, rates: the ball's state and its derivative without contact forces."""
    x, v, w = vector_at(y, X), vector_at(y, V), vector_at(y, W)
    n = foot.n
    c = x - a*n
    local = Vector(foot.x, foot.y, foot.z)
    u = v - material_velocity.formula(place, x)
    n_rate = cross(place.w, n) + migrated.formula(place, slopes, local, a, u, block)
    arm, moving = c - place.point, v - a*n_rate - place.velocity
    support = g - place.pull + cross(place.w_rate, arm) + cross(place.w, moving)
    put(out, NORMAL, n)
    put(out, SLIP, v - a*cross(w, n) - material_velocity.formula(place, c))
    put(out, NORMAL_RATE, n_rate)
    put(out, BIAS, vector_at(rates, V) - a*(cross(vector_at(rates, W), n) + cross(w, n_rate)) - support)
    out[GAP], out[EDGE] = foot.gap, foot.edge


@traced
def put_pair(y, rates, a, other, other_rates, b, out):
    """Fills the touch of two balls of radii a, b; as `put_on_support`."""
    x, D = vector_at(y, X) - vector_at(other, X), vector_at(y, V) - vector_at(other, V)
    d = length(x)
    n = (1.0/d)*x
    S = a*vector_at(y, W) + b*vector_at(other, W)
    n_rate = (1.0/d)*(D - (n @ D)*n)
    S_rate = a*vector_at(rates, W) + b*vector_at(other_rates, W)
    put(out, NORMAL, n)
    put(out, SLIP, D - cross(S, n))
    put(out, NORMAL_RATE, n_rate)
    put(out, BIAS, vector_at(rates, V) - vector_at(other_rates, V) - cross(S_rate, n) - cross(S, n_rate))
    out[GAP], out[EDGE] = d - (a + b), 1.0


@traced
def put_lever(place, x, a, rate, touch):
    """Fills e x (c - P) of a free support, whose rate' without contact forces the touch takes in."""
    lever = cross(place.axis, x - a*vector_at(touch, NORMAL) - place.point)
    put(touch, LEVER, lever)
    put(touch, BIAS, vector_at(touch, BIAS) - rate*lever)


@traced
def put_resistance(place, y, k, least, touch):
    """Fills k w_t/(w_t^2 + e^2)^(1/2), w_t the rolling against the support; e the rolling that is as good as none."""
    n, w = vector_at(touch, NORMAL), vector_at(y, W) - place.w
    w = w - (n @ w)*n
    moment = (k/sqrt(w @ w + least*least))*w
    put(touch, RESIST, moment)
    touch[RESIST_TURN] = place.axis @ moment


@traced
def add_spin_resistance(place, y, k, least, touch):
    """As `put_resistance`, against the turning about the normal."""
    n = vector_at(touch, NORMAL)
    spin = n @ (vector_at(y, W) - place.w)
    moment = vector_at(touch, RESIST) + (k*spin/sqrt(spin*spin + least*least))*n
    put(touch, RESIST, moment)
    touch[RESIST_TURN] = place.axis @ moment


@compiled
def clear_resistance(touch):
    """Nothing resists."""
    for r in range(3):
        touch[RESIST + r] = 0.0
    touch[RESIST_TURN] = 0.0


@compiled
def fill_resistance(p, island, i, s, place, ball, touch):
    """Fills what resists the rolling and spinning of the ball i on the support s; 0 where nothing does."""
    block = block_of(p, s)
    k, spinning = block[ROLLING_RESISTANCE], block[SPINNING_RESISTANCE]
    if k == 0.0:
        clear_resistance(touch)
    constants, g = ball_numbers(p, island, i), max(gravity_of(p), LEAST_GRAVITY)
    square = constants[INERTIA]/constants[MASS]
    if k != 0.0:
        least = k*g/(SETTLES*(constants[RADIUS]*constants[RADIUS] + square))
        put_resistance(place, ball, k, least, touch)
    if spinning != 0.0:
        add_spin_resistance(place, ball, spinning, spinning*g/(SETTLES*square), touch)


@traced
def gravity_of(p):
    """|g|."""
    return length(vector_at(p, GRAVITY))


@compiled
def fill_touch(p, calls, island, y, rates, k):
    """Fills the touch k in the state y, whose derivative without contact forces is `rates`."""
    contact, touch = contact_of(island, k), touch_of(island, k)
    if contact[JOINT] != 0.0:
        clear_resistance(touch)
        fill_joint(p, island, y, rates, k)
        return
    i, j = int(contact[FIRST]), other_ball(contact)
    a = ball_numbers(p, island, i)[RADIUS]
    ball, moving = part(y, i*MOVING), part(rates, i*MOVING)
    if j >= 0:
        clear_resistance(touch)
        put_pair(ball, moving, a, part(y, j*MOVING), part(rates, j*MOVING), ball_numbers(p, island, j)[RADIUS], touch)
        return
    s = -2 - int(contact[OTHER])
    place, block = place_in(island, int(touch[SLOT])), part(block_of(p, s), OF_MOTION)
    slopes, values = calls[CALLS_OF_SUPPORT*s + CALL_SLOPES], calls[CALLS_OF_SUPPORT*s + CALL_VALUES]
    x = three(ball, X)
    foot = foot_of(place, slopes, values, x, a, block)
    put_on_support(place, slopes, foot, a, three(p, GRAVITY), ball, moving, block, touch)
    fill_resistance(p, island, i, s, place, ball, touch)
    if touch[FREE_OF] >= 0.0:
        put_lever(place, x, a, free_numbers(island, rates, int(touch[FREE_OF]))[RATE], touch)


@compiled
def fill_touches(p, calls, island, y, rates):
    """Fills all touches, see `fill_touch`."""
    for k in range(int(island[NC])):
        fill_touch(p, calls, island, y, rates, k)
