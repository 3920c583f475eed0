"""A body in flight that bounces and flies on: from its state before to that after in one call.

It reads the body at its support (passing.py), fills the record of the contact (touch.py), strikes it by Chatterjee and
Ruina's law (chatterjee_ruina.py), and writes the state of flight. Whether it flies on the caller decides, by what is
told of the contact before and after.
"""

from sandbox.compiling.compiled import compiled, numbers_at, part, room, wholes_at
from sandbox.compiling.entries import entry
from sandbox.compiling.places import Places
from sandbox.compiling.traced import traced, vector_at
from sandbox.mechanics import held as held_at
from sandbox.mechanics.contact.flight.passing import put_flight, put_held
from sandbox.mechanics.contact.state import MOVING_SIZE
from sandbox.mechanics.impact import layout as record
from sandbox.mechanics.impact.chatterjee_ruina import collide
from sandbox.mechanics.impact.impulses import take_impulse
from sandbox.mechanics.impact.touch import put_touch

_rebound = Places()
GAP = _rebound.take()           # before [m]
SIZE = _rebound.take()          # of the body [m]
CLOSING = _rebound.take()       # n.u before [m/s]
ENERGY = _rebound.take()        # gained, below 0 if lost [J]
WORK = _rebound.take()          # P.u, of the impulse and the velocity before: what rounding is compared with [J]
OPENING = _rebound.take()       # n.u after [m/s]
FREE_OPENING = _rebound.take()  # U after: acceleration of the gap without reaction [m/s^2]
FLIGHT = _rebound.take(MOVING_SIZE)     # the state of flight after
REBOUND = _rebound.size


@traced
def put_before(body, touch, out):
    """What is told of the contact before."""
    reached = vector_at(body, held_at.CENTRE) + vector_at(touch, record.RHO) - vector_at(body, held_at.POINT)
    out[GAP], out[SIZE] = vector_at(touch, record.NORMAL) @ reached, touch[record.SIZE]
    out[CLOSING] = touch[record.OPENING]


@traced
def put_struck(touch, impact, body, out):
    """The body after its impact, and what is told of that."""
    P = vector_at(impact, record.IMPULSE)
    out[ENERGY], out[WORK] = impact[record.ENERGY], P @ vector_at(touch, record.CONTACT_VELOCITY)
    take_impulse.formula(touch, P, impact[record.ENERGY], body)


@compiled
def put_rebound(t, y, p, calls, law, out):
    """Fill out (REBOUND,) from a state of flight y (17,) at t [s]; law (3,) e, e_t, mu, which may be inf."""
    body, touch, impact = room(held_at.HELD), room(record.TOUCH), room(record.IMPACT)
    put_held(t, y, p, body)
    put_touch(t, body, p, calls, touch)
    put_before(body, touch, out)
    collide(part(touch, record.RESPONSE), part(touch, record.CONTACT_VELOCITY), part(touch, record.NORMAL), law[0],
            law[1], law[2], impact)
    put_struck(touch, impact, body, out)
    put_touch(t, body, p, calls, touch)
    out[OPENING], out[FREE_OPENING] = touch[record.OPENING], touch[record.FREE_OPENING]
    put_flight(t, body, p, part(out, FLIGHT))


@entry
def rebound(t: float, y: int, p: int, calls: int, law: int, out: int):
    """`put_rebound` for callers in Python: addresses of the arrays."""
    put_rebound(t, numbers_at(y), numbers_at(p), wholes_at(calls), numbers_at(law), numbers_at(out))
