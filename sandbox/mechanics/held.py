"""Places in the numbers of a body at its support at an instant, in support axes: what jumps between modes work on.

The first fourteen are those of a state of sliding, the first eleven those of a state without slip (contact/state.py).
"""

from sandbox.compiling.places import Places

_held = Places()
POINT = _held.take(3)               # contact point, or nearest point, local coordinates [m]
QUATERNION = _held.take(4)          # body -> support
ANGULAR_VELOCITY = _held.take(3)    # w, absolute, body axes [rad/s]
LEDGER = _held.take()               # [J]
VELOCITY = _held.take(3)            # of the mass centre relative to the axis point [m/s]
CENTRE = _held.take(3)              # mass centre, local coordinates [m]
HAS_VELOCITY = _held.take()         # 1.0, or 0.0: that of rolling without slip
HAS_CENTRE = _held.take()           # 1.0, or 0.0: that of the contact
HELD = _held.size
