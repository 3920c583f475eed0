"""Fills the record of Table 1 (places.py) of one contact under a law; the equations stand in detachment.py."""

from sandbox.compiling.branching import call, choose, field_values
from sandbox.compiling.compiled import numbers_at
from sandbox.compiling.entries import entry
from sandbox.compiling.traced import Vector, cross, length, traced, vector_at
from sandbox.mechanics.friction.contact_friction import resistance_of
from sandbox.mechanics.friction.law import ARM, CONSTANT, LAW_HOLDS, LAW_K_R, LAW_K_S, LAW_S, MU, VISCOUS
from sandbox.mechanics.impact import places
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
    elif its_law[LAW_HOLDS] != 0.0:
        put_held(table)
    else:
        put_viscous(now, its_law, friction, table)
    put_class(now, table)

    U, U_star, V_star = table[places.U], table[places.U_STAR], table[places.V_STAR]
    number = 0 if U > 0.0 else 4
    if not V_star > 0.0:
        number += 2
    if not U_star >= 0.0:
        number += 1
    return number + CLASSES if abs(U) < table[places.EDGE] else number


@traced
def put_balance(touch, law, friction, out):
    """U, V, W, the resistance, and what holds the contact without slip."""
    n, wr, U = vector_at(touch, places.NORMAL), vector_at(touch, places.RELATIVE_SPIN), touch[places.FREE_OPENING]
    basis = vector_at(touch, places.BASIS), vector_at(touch, places.BASIS + 3)
    G, c_free = matrix_at(touch, places.RESPONSE), vector_at(touch, places.FREE_RATE)

    # the law now, and its moments
    w_n = n @ wr
    numbers = field_values(friction, touch[places.SPEED], w_n, 0.0, law, LAW_S)
    turning = across(n, wr)
    resisting = call(resistance_of, w_n, length(turning), law[LAW_K_R], law[LAW_K_S])
    arm = choose(w_n > 0.0, lambda: numbers[ARM], lambda: choose(w_n < 0.0, lambda: -numbers[ARM], lambda: 0.0))
    moment = -(arm + resisting.spin)*n - resisting.roll*turning
    k = cross(times(matrix_at(touch, places.INVERSE_TENSOR), moment), vector_at(touch, places.RHO))

    pull = times(G, n)
    V = n @ pull
    W = pull - V*n

    # no slip: the tangential balance solved for the friction
    G_tt, pressed = congruent(basis, G), pull + k
    first = solve_2(G_tt, [t @ c_free for t in basis])
    second = solve_2(G_tt, [t @ pressed for t in basis])
    hold, hold_N = (-(x*basis[0] + y*basis[1]) for x, y in (first, second))
    N_stick = -(U + W @ hold)/(V + W @ hold_N + n @ k)

    out[places.U], out[places.V], out[places.N_STICK] = U, V, N_stick
    felt, fall = length(vector_at(touch, places.GRAVITY)), touch[places.FALL]
    out[places.EDGE] = EDGE*choose(felt > fall, lambda: felt, lambda: fall)
    out[places.LAW_C0], out[places.LAW_C1], out[places.LAW_MU] = numbers[CONSTANT], numbers[VISCOUS], numbers[MU]
    for place, vector in ((places.PULL, W), (places.HOLD, hold), (places.HOLD_N, hold_N),
                          (places.F_STICK, hold + N_stick*hold_N), (places.UNIT_MOMENT, moment), (places.UNIT_K, k)):
        put(out, place, vector)


@traced
def put_slip(touch, out):
    """Friction of a contact that slips."""
    sigma, speed = vector_at(touch, places.SLIP), touch[places.SPEED]
    e = choose(speed > 0.0, lambda: sigma/speed, lambda: Vector(0.0, 0.0, 0.0))
    put(out, places.ALPHA, -out[places.LAW_C0]*e - out[places.LAW_C1]*sigma)
    put(out, places.BETA, -out[places.LAW_MU]*e)


@traced
def put_onset(touch, law, friction, e, out):
    """Friction of a slip that begins along e."""
    numbers = field_values(friction, 0.0, 0.0, 0.0, law, LAW_S)
    put(out, places.ALPHA, -numbers[CONSTANT]*e - numbers[VISCOUS]*vector_at(touch, places.SLIP))
    put(out, places.BETA, -numbers[MU]*e)


@traced
def put_held(out):
    """Friction of a contact that holds."""
    for i in range(3):
        out[places.ALPHA + i], out[places.BETA + i] = out[places.HOLD + i], out[places.HOLD_N + i]


@traced
def put_viscous(touch, law, friction, out):
    """Friction of a contact that has none but a viscous one."""
    numbers = field_values(friction, 0.0, 0.0, 0.0, law, LAW_S)
    put(out, places.ALPHA, -numbers[VISCOUS]*vector_at(touch, places.SLIP))
    put(out, places.BETA, Vector(0.0, 0.0, 0.0))


@traced
def put_class(touch, out):
    """U*, V*, and the forces where contact is consistent."""
    n, W, alpha, beta = (vector_at(numbers, place) for numbers, place in (
        (touch, places.NORMAL), (out, places.PULL), (out, places.ALPHA), (out, places.BETA)))
    U_star = out[places.U] + W @ alpha
    V_star = out[places.V] + W @ beta + n @ vector_at(out, places.UNIT_K)

    def pressed():
        N = -U_star/V_star
        return N, alpha + N*beta

    N, F = choose(U_star*V_star < 0.0, pressed, lambda: (0.0, Vector(0.0, 0.0, 0.0)))
    out[places.U_STAR], out[places.V_STAR], out[places.N] = U_star, V_star, N
    put(out, places.FRICTION, F)
    put(out, places.MOMENT, N*vector_at(out, places.UNIT_MOMENT))
