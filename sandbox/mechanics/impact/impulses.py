"""What an impulse at its contact does to a body: the numbers of held.py are changed in place.

    v + P/m,   w + J^-1 (rho x P + M)

for an impulse P and an impulsive moment M, with the record of the contact (layout.py) before.
"""

from sandbox.compiling.compiled import numbers_at
from sandbox.compiling.entries import entry
from sandbox.compiling.traced import Vector, cross, traced, turn_back, vector_at
from sandbox.mechanics import held as held_at
from sandbox.mechanics.impact import layout as record
from sandbox.mechanics.impact.algebra import matrix_at, solve_3, times
from sandbox.mechanics.report import put


@traced
def velocities_after(touch, P, moment):
    """v + P/m in support axes and w + J^-1 (rho x P + moment) in body axes."""
    w = vector_at(touch, record.TURNING_RATE) + times(matrix_at(touch, record.INVERSE_TENSOR),
                                                      cross(vector_at(touch, record.RHO), P) + moment)
    turning = [touch[record.TURNING + i] for i in range(9)]
    return vector_at(touch, record.VELOCITY) + P/touch[record.MASS], turn_back(turning, w)


@traced
def put_velocities(body, v, w):
    """Velocities that a body has now."""
    put(body, held_at.VELOCITY, v)
    put(body, held_at.ANGULAR_VELOCITY, w)
    body[held_at.HAS_VELOCITY] = 1.0


@traced
def take_impulse(touch, P, gained, body):
    """Give the body an impulse at its contact and book the energy gained by it [J]."""
    put_velocities.formula(body, *velocities_after.formula(touch, P, Vector(0.0, 0.0, 0.0)))
    body[held_at.LEDGER] = body[held_at.LEDGER] + gained


@traced
def numbers_after(touch, P, moment, out):
    """Write v and w after an impulse (`velocities_after`) to out (6,); P, moment (3,)."""
    v, w = velocities_after.formula(touch, vector_at(P, 0), vector_at(moment, 0))
    put(out, 0, (*v, *w))


@entry
def velocities_after_impulse(touch: int, P: int, moment: int, out: int):
    """v and w (6,) after an impulse P (3,) [N s] and an impulsive moment (3,) [N m s]."""
    numbers_after(numbers_at(touch), numbers_at(P), numbers_at(moment), numbers_at(out))


@entry
def strike_body(touch: int, impact: int, body: int):
    """Give the body what the record of an impact says."""
    struck = numbers_at(impact)
    P = struck[record.IMPULSE], struck[record.IMPULSE + 1], struck[record.IMPULSE + 2]
    take_impulse(numbers_at(touch), P, struck[record.ENERGY], numbers_at(body))


@traced
def normal_stop(touch, body):
    """The impulse that takes the normal velocity: P = -u_n/V n, energy -u_n^2/(2 V), V = n.G n."""
    n, u_n = vector_at(touch, record.NORMAL), touch[record.OPENING]
    V = n @ times(matrix_at(touch, record.RESPONSE), n)
    take_impulse.formula(touch, -u_n/V*n, -0.5*(u_n*u_n)/V, body)


@entry
def stop_normal(touch: int, body: int):
    """Give the body the impulse that takes its normal velocity at the contact."""
    normal_stop(numbers_at(touch), numbers_at(body))


@traced
def slip_stop(touch, body):
    """The impulse that stops what is left of a slip: G P = -u, energy P.u/2."""
    u = vector_at(touch, record.CONTACT_VELOCITY)
    P = solve_3(matrix_at(touch, record.RESPONSE), -u)
    take_impulse.formula(touch, P, 0.5*(P @ u), body)


@entry
def stop_slip(touch: int, body: int):
    """Give the body the impulse that stops its slip, and call it a body without slip."""
    now = numbers_at(body)
    slip_stop(numbers_at(touch), now)
    now[held_at.HAS_VELOCITY] = 0.0


@traced
def closed_velocity(touch, body):
    """The velocity without what rounding left of its normal part."""
    n = vector_at(touch, record.NORMAL)
    put(body, held_at.VELOCITY, vector_at(touch, record.VELOCITY) - touch[record.OPENING]*n)
    body[held_at.HAS_VELOCITY] = 1.0


@entry
def close(touch: int, body: int):
    """Take from the body what rounding left of its normal velocity."""
    closed_velocity(numbers_at(touch), numbers_at(body))


# what impacts of a body on supports need
ENTRIES = (velocities_after_impulse, strike_body, stop_normal, stop_slip, close)
