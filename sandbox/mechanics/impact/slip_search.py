"""Finds the directions of slip_direction.py: all of them, with their normal forces, or the one that a contact takes."""

from math import cos, pi, sin, sqrt

from sandbox.compiling.compiled import compiled, numbers_at, room
from sandbox.compiling.entries import entry
from sandbox.compiling.places import Places
from sandbox.compiling.traced import traced, vector_at
from sandbox.mechanics.impact import layout as record
from sandbox.mechanics.impact.algebra import congruent, matrix_at, times
from sandbox.mechanics.report import put

SAMPLES = 32
# where static friction is just being exceeded e.a is 0: its rounding as a share of the parts of a
BALANCED = 1e-9
# the first sample is turned away from the axes, on which the roots of plane motions lie
FIRST = 0.1
SPACING = 2.0*pi/SAMPLES
# halvings of an interval: between two samples 55 come to the last digit
MOST_HALVINGS = 64

# what is asked: c, G, k, c0, mu in the axes t1, t2, n
_asked = Places()
RATE = _asked.take(3)
RESPONSE = _asked.take(9)
RESISTANCE = _asked.take(3)
CONSTANT = _asked.take()
MU = _asked.take()
ASKED = _asked.size

# what is found, one block for each direction: e (2,) and N
BLOCK, MOST = 3, 8


@traced
def field_at(x, y, asked):
    """V* and U* of the slip along e = (x, y), and V* a(e) (2,): see the head of slip_direction.py."""
    c, G, k = vector_at(asked, RATE), matrix_at(asked, RESPONSE), vector_at(asked, RESISTANCE)
    c0, mu = asked[CONSTANT], asked[MU]
    along = G[0][2]*x + G[1][2]*y
    V_star, U_star = G[2][2] + k[2] - mu*along, c[2] - c0*along
    turned = G[0][0]*x + G[0][1]*y, G[1][0]*x + G[1][1]*y
    a = [V_star*(c[i] - c0*turned[i]) - U_star*(G[i][2] + k[i] - mu*turned[i]) for i in (0, 1)]
    return V_star, U_star, a[0], a[1]


@compiled
def aside(angle, asked):
    """e x (V* a(e)) for the e at an angle."""
    x, y = cos(angle), sin(angle)
    _V, _U, a, b = field_at(x, y, asked)
    return x*b - y*a


@compiled
def root_between(low, high, is_left, asked):
    """The angle at which `aside` changes its sign, by bisection to the last digit; is_left: it is >= 0 at `low`."""
    for _ in range(MOST_HALVINGS):
        middle = 0.5*(low + high)
        if not low < middle < high:
            break
        if (aside(middle, asked) >= 0.0) == is_left:
            low = middle
        else:
            high = middle
    return low


@compiled
def parallels(asked, found):
    """Fill `found` with the unit vectors parallel or opposite to their fields; returns how many there are."""
    count = 0
    first = aside(FIRST, asked) >= 0.0
    is_left = first
    for i in range(SAMPLES):
        # after the full turn the first sample comes again
        is_next = aside(FIRST + SPACING*(i + 1), asked) >= 0.0 if i < SAMPLES - 1 else first
        if is_next != is_left and count < MOST:
            angle = root_between(FIRST + SPACING*i, FIRST + SPACING*(i + 1), is_left, asked)
            found[BLOCK*count], found[BLOCK*count + 1] = cos(angle), sin(angle)
            count += 1
        is_left = is_next
    return count


@traced
def parts_of(x, y, N, asked):
    """The parts of a(e), c, N (G_tn + k) and friction, along each axis."""
    c, G, k = vector_at(asked, RATE), matrix_at(asked, RESPONSE), vector_at(asked, RESISTANCE)
    friction = asked[CONSTANT] + asked[MU]*N
    turned = G[0][0]*x + G[0][1]*y, G[1][0]*x + G[1][1]*y
    return (c[0], c[1], N*(G[0][2] + k[0]), N*(G[1][2] + k[1]), -friction*turned[0], -friction*turned[1])


@compiled
def consistent(asked, found):
    """Fill `found` with all slips from zero that grow, or are just balanced, under a normal force; returns how many."""
    count = 0
    for i in range(parallels(asked, found)):
        x, y = found[BLOCK*i], found[BLOCK*i + 1]
        V_star, U_star, _a, _b = field_at(x, y, asked)
        N = -U_star/V_star if V_star != 0.0 else 0.0
        if not N > 0.0:
            continue
        p, q, r, s, u, v = parts_of(x, y, N, asked)
        size = sqrt(p*p + q*q) + sqrt(r*r + s*s) + sqrt(u*u + v*v)
        if x*(p + r + u) + y*(q + s + v) > -BALANCED*size:
            at = BLOCK*count
            found[at], found[at + 1], found[at + 2] = x, y, N
            count += 1
    return count


@entry
def all_parallels(asked: int, found: int) -> int:
    """`parallels`, for Python."""
    return parallels(numbers_at(asked), numbers_at(found))


@entry
def all_consistent(asked: int, found: int) -> int:
    """`consistent`, for Python."""
    return consistent(numbers_at(asked), numbers_at(found))


@traced
def put_question(touch, table, c0, mu, pressed, asked):
    """What is asked of a contact at rest; pressed  its normal acceleration without reaction [m/s^2]."""
    axes = vector_at(touch, record.BASIS), vector_at(touch, record.BASIS + 3), vector_at(touch, record.NORMAL)
    rate = times(axes, vector_at(touch, record.FREE_RATE))
    put(asked, RATE, (rate[0], rate[1], pressed))
    put(asked, RESPONSE, [x for row in congruent(axes, matrix_at(touch, record.RESPONSE)) for x in row])
    put(asked, RESISTANCE, times(axes, vector_at(table, record.UNIT_K)))
    asked[CONSTANT], asked[MU] = c0, mu


@traced
def toward_of(touch, table):
    """Where the friction that would hold does not let the contact go, along t1 and t2."""
    force = vector_at(table, record.F_STICK)
    return vector_at(touch, record.BASIS) @ force, vector_at(touch, record.BASIS + 3) @ force


@traced
def put_direction(touch, x, y, out):
    """x t1 + y t2."""
    put(out, 0, x*vector_at(touch, record.BASIS) + y*vector_at(touch, record.BASIS + 3))


@entry
def slip_from_rest(touch: int, table: int, c0: float, mu: float, pressed: float, out: int) -> int:
    """Fills out (3,) with the direction, support axes, in which a contact at rest begins to slip; 0 if there is none.

    Of several it is the one that is closest to opposing the friction that would hold (`table` is that of no slip).
    """
    now, its_table = numbers_at(touch), numbers_at(table)
    asked, found = room(ASKED), room(BLOCK*MOST)
    put_question(now, its_table, c0, mu, pressed, asked)
    p, q = toward_of(now, its_table)
    sign = -1.0 if its_table[record.N_STICK] > 0.0 else 1.0
    count, best, closest = consistent(asked, found), -1, 0.0
    for i in range(count):
        near = sign*(p*found[BLOCK*i] + q*found[BLOCK*i + 1])
        if best < 0 or near > closest:
            best, closest = i, near
    if best < 0:
        return 0
    put_direction(now, found[BLOCK*best], found[BLOCK*best + 1], numbers_at(out))
    return 1
