"""A body passes into flight and out of it: from the numbers that jumps work on (held.py) to a state, and back."""

from sandbox.compiling.branching import call
from sandbox.compiling.compiled import numbers_at
from sandbox.compiling.entries import entry
from sandbox.compiling.traced import matrix_of, multiply, traced, turn, turn_back, vector_at
from sandbox.mechanics import held as held_at
from sandbox.mechanics import layout as lay
from sandbox.mechanics.contact import state
from sandbox.mechanics.contact.state import moving_state
from sandbox.mechanics.motion import support_pose
from sandbox.mechanics.report import put


@traced
def put_held(t, y, p, body):
    """A state of flight in support axes."""
    flight, pose = moving_state(y), call(support_pose, t, p)
    rotation, back = matrix_of(pose.q), (pose.q[0], -pose.q[1], -pose.q[2], -pose.q[3])
    put(body, held_at.POINT, flight.extra)
    put(body, held_at.QUATERNION, multiply(back, flight.q))
    put(body, held_at.ANGULAR_VELOCITY, flight.w)
    body[held_at.LEDGER] = flight.ledger
    put(body, held_at.VELOCITY, turn_back(rotation, flight.v - pose.velocity))
    put(body, held_at.CENTRE, turn_back(rotation, flight.x - pose.point) + vector_at(p, lay.AXIS_POINT))
    body[held_at.HAS_VELOCITY], body[held_at.HAS_CENTRE] = 1.0, 1.0


@traced
def put_flight(t, body, p, y):
    """A state of flight of a body whose mass centre and velocity are known."""
    pose = call(support_pose, t, p)
    rotation = matrix_of(pose.q)
    put(y, state.POINT, turn(rotation, vector_at(body, held_at.CENTRE) - vector_at(p, lay.AXIS_POINT)) + pose.point)
    put(y, state.QUATERNION, multiply(pose.q, tuple(body[held_at.QUATERNION + i] for i in range(4))))
    put(y, state.ANGULAR_VELOCITY, vector_at(body, held_at.ANGULAR_VELOCITY))
    y[state.LEDGER] = body[held_at.LEDGER]
    put(y, state.VELOCITY, pose.velocity + turn(rotation, vector_at(body, held_at.VELOCITY)))
    put(y, state.NEAREST, vector_at(body, held_at.POINT))


@entry
def from_flight(t: float, y: int, p: int, body: int):
    """Fills the numbers of a body from its state of flight."""
    put_held(t, numbers_at(y), numbers_at(p), numbers_at(body))


@entry
def to_flight(t: float, body: int, p: int, y: int):
    """Fills a state of flight from the numbers of a body whose mass centre and velocity are known."""
    put_flight(t, numbers_at(body), numbers_at(p), numbers_at(y))
