"""Fills the record of Table 1 (layout.py) of one contact under a law; the equations stand in detachment.py."""

from sandbox.compiling.branching import call, choose, field_values
from sandbox.compiling.compiled import numbers_at
from sandbox.compiling.entries import entry
from sandbox.compiling.traced import Vector, cross, length, traced, vector_at
from sandbox.mechanics.friction import law as laws
from sandbox.mechanics.friction.contact_friction import resistance_of
from sandbox.mechanics.impact import layout as record
from sandbox.mechanics.impact.algebra import across, congruent, matrix_at, solve_2, times
from sandbox.mechanics.report import put

# |U| below this share of gravity is decided by its derivative
EDGE = 1e-7
# what a contact does: holds, slips, begins to slip
HELD, ALONG_SLIP, FROM_REST = 0, 1, 2
# number of classes: A1 ... A4, B1 ... B4
CLASSES = 8


@entry
def fill_table(touch: int, law: int, friction: int, kind: int, direction: int, out: int) -> int:
    """Fills the record `out` from a Touch, a law (Law.flat) and the address of its function.

    kind   HELD, ALONG_SLIP, or FROM_REST along the unit vector `direction` (3,)
    returns the number of the class, CLASSES more where |U| is too small to have a sign
    """
    now, its_law, table = numbers_at(touch), numbers_at(law), numbers_at(out)
    put_balance(now, its_law, friction, table)
    if kind == ALONG_SLIP:
        put_slip(now, table)
    elif kind == FROM_REST:
        e = numbers_at(direction)
        put_onset(now, its_law, friction, (e[0], e[1], e[2]), table)
    elif its_law[laws.LAW_HOLDS] != 0.0:
        put_held(table)
    else:
        put_viscous(now, its_law, friction, table)
    put_class(now, table)

    U, U_star, V_star = table[record.U], table[record.U_STAR], table[record.V_STAR]
    number = 0 if U > 0.0 else 4
    if not V_star > 0.0:
        number += 2
    if not U_star >= 0.0:
        number += 1
    return number + CLASSES if abs(U) < table[record.EDGE] else number


@traced
def put_balance(touch, law, friction, out):
    """U, V, W, the resistance, and what holds the contact without slip."""
    n, wr, U = vector_at(touch, record.NORMAL), vector_at(touch, record.RELATIVE_SPIN), touch[record.FREE_OPENING]
    basis = vector_at(touch, record.BASIS), vector_at(touch, record.BASIS + 3)
    G, c_free = matrix_at(touch, record.RESPONSE), vector_at(touch, record.FREE_RATE)

    # the law now, and its moments
    w_n = n @ wr
    numbers = field_values(friction, touch[record.SPEED], w_n, 0.0, law, laws.LAW_S)
    turning = across(n, wr)
    resisting = call(resistance_of, w_n, length(turning), law[laws.LAW_K_R], law[laws.LAW_K_S])
    arm = choose(w_n > 0.0, lambda: numbers[laws.ARM],
                 lambda: choose(w_n < 0.0, lambda: -numbers[laws.ARM], lambda: 0.0))
    moment = -(arm + resisting.spin)*n - resisting.roll*turning
    k = cross(times(matrix_at(touch, record.INVERSE_TENSOR), moment), vector_at(touch, record.RHO))

    pull = times(G, n)
    V = n @ pull
    W = pull - V*n

    # no slip: the tangential balance solved for the friction
    G_tt, pressed = congruent(basis, G), pull + k
    first = solve_2(G_tt, [t @ c_free for t in basis])
    second = solve_2(G_tt, [t @ pressed for t in basis])
    hold, hold_N = (-(x*basis[0] + y*basis[1]) for x, y in (first, second))
    N_stick = -(U + W @ hold)/(V + W @ hold_N + n @ k)

    out[record.U], out[record.V], out[record.N_STICK] = U, V, N_stick
    felt, fall = length(vector_at(touch, record.GRAVITY)), touch[record.FALL]
    out[record.EDGE] = EDGE*choose(felt > fall, lambda: felt, lambda: fall)
    out[record.LAW_C0], out[record.LAW_C1], out[record.LAW_MU] = numbers[laws.CONSTANT], numbers[laws.VISCOUS], \
        numbers[laws.MU]
    for place, vector in ((record.PULL, W), (record.HOLD, hold), (record.HOLD_N, hold_N),
                          (record.F_STICK, hold + N_stick*hold_N), (record.UNIT_MOMENT, moment), (record.UNIT_K, k)):
        put(out, place, vector)


@traced
def put_slip(touch, out):
    """Friction of a contact that slips."""
    sigma, speed = vector_at(touch, record.SLIP), touch[record.SPEED]
    e = choose(speed > 0.0, lambda: sigma/speed, lambda: Vector(0.0, 0.0, 0.0))
    put(out, record.ALPHA, -out[record.LAW_C0]*e - out[record.LAW_C1]*sigma)
    put(out, record.BETA, -out[record.LAW_MU]*e)


@traced
def put_onset(touch, law, friction, e, out):
    """Friction of a slip that begins along e."""
    numbers = field_values(friction, 0.0, 0.0, 0.0, law, laws.LAW_S)
    put(out, record.ALPHA, -numbers[laws.CONSTANT]*e - numbers[laws.VISCOUS]*vector_at(touch, record.SLIP))
    put(out, record.BETA, -numbers[laws.MU]*e)


@traced
def put_held(out):
    """Friction of a contact that holds."""
    for i in range(3):
        out[record.ALPHA + i], out[record.BETA + i] = out[record.HOLD + i], out[record.HOLD_N + i]


@traced
def put_viscous(touch, law, friction, out):
    """Friction of a contact that has none but a viscous one."""
    numbers = field_values(friction, 0.0, 0.0, 0.0, law, laws.LAW_S)
    put(out, record.ALPHA, -numbers[laws.VISCOUS]*vector_at(touch, record.SLIP))
    put(out, record.BETA, Vector(0.0, 0.0, 0.0))


@traced
def put_class(touch, out):
    """U*, V*, and the forces where contact is consistent."""
    n, W, alpha, beta = (vector_at(numbers, place) for numbers, place in (
        (touch, record.NORMAL), (out, record.PULL), (out, record.ALPHA), (out, record.BETA)))
    U_star = out[record.U] + W @ alpha
    V_star = out[record.V] + W @ beta + n @ vector_at(out, record.UNIT_K)

    def pressed():
        N = -U_star/V_star
        return N, alpha + N*beta

    N, F = choose(U_star*V_star < 0.0, pressed, lambda: (0.0, Vector(0.0, 0.0, 0.0)))
    out[record.U_STAR], out[record.V_STAR], out[record.N] = U_star, V_star, N
    put(out, record.FRICTION, F)
    put(out, record.MOMENT, N*vector_at(out, record.UNIT_MOMENT))
