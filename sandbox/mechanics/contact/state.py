"""What the numbers of a state y are, mode by mode; the first eleven are common to all."""

from typing import NamedTuple

from sandbox.compiling.places import Places
from sandbox.compiling.traced import Vector, vector_at

# rolling, resting: in local axes, but w in body axes (of a `ball` in local ones)
_rolling = Places()
POINT = _rolling.take(3)            # contact point c; tracked point of a ball; mass centre x_G in flight [m]
QUATERNION = _rolling.take(4)       # body -> support; in flight body -> laboratory
ANGULAR_VELOCITY = _rolling.take(3)     # w, absolute [rad/s]
LEDGER = _rolling.take()            # [J]
ROLLING_SIZE = _rolling.size

# the last stretch of a roll, stepped in another variable than time
_rest_end = Places(ROLLING_SIZE)
REST_CLOCK = _rest_end.take()       # t [s]
REST_END_SIZE = _rest_end.size

# sliding, flight
_moving = Places(ROLLING_SIZE)
VELOCITY = _moving.take(3)          # of the mass centre relative to the axis point, local axes; in flight in the
#                                     laboratory [m/s]
BIAS = _moving.take(3)              # of the slip that the law of friction sees [m/s]; in flight NEAREST
MOVING_SIZE = _moving.size
NEAREST = BIAS                      # nearest point of the support, local axes [m]

# the last stretch of a slip, stepped in another variable than time
_slip_end = Places(MOVING_SIZE)
SLIP_CLOCK = _slip_end.take()       # t [s]
SLIP_END_SIZE = _slip_end.size

# rolling with masses inside: place and speed along their lines
_loaded = Places(ROLLING_SIZE)
LINES = _loaded.take(4)             # alpha_1, alpha_1', alpha_2, alpha_2' [m, m/s]
LOADED_SIZE = _loaded.size

# the same in flight, and sliding
_loaded_flight = Places(MOVING_SIZE)
LINES_ALOFT = _loaded_flight.take(4)
LOADED_FLIGHT_SIZE = _loaded_flight.size

# the last stretch of the same slip
_loaded_slip_end = Places(LOADED_FLIGHT_SIZE)
LOADED_SLIP_CLOCK = _loaded_slip_end.take()     # t [s]
LOADED_SLIP_END_SIZE = _loaded_slip_end.size


class RollingState(NamedTuple):
    """A state without slip."""

    x: Vector           # contact point, local coordinates [m]
    q: tuple            # quaternion body -> support (4,)
    w: Vector           # absolute angular velocity, body axes [rad/s]
    ledger: float       # [J]


class MovingState(NamedTuple):
    """A state of sliding or of flight."""

    x: Vector           # contact point, local coordinates; in flight the mass centre in the laboratory [m]
    q: tuple            # quaternion body -> support; in flight body -> laboratory (4,)
    w: Vector           # absolute angular velocity, body axes [rad/s]
    ledger: float       # [J]
    v: Vector           # velocity of the mass centre, see VELOCITY [m/s]
    extra: Vector       # bias of the slip [m/s]; in flight the nearest point [m]


def rolling_state(y) -> RollingState:
    """The numbers y (11, or more) by name."""
    return RollingState(vector_at(y, POINT), tuple(y[QUATERNION + i] for i in range(4)), vector_at(y, ANGULAR_VELOCITY),
                        y[LEDGER])


def moving_state(y) -> MovingState:
    """The numbers y (17, or more) by name."""
    return MovingState(*rolling_state(y), vector_at(y, VELOCITY), vector_at(y, BIAS))
