"""Places in the arrays of a world of balls: its parameters p, its state y, and the state of an island of it.

Everything is in the laboratory frame. A support is a block of parameters as mechanics/layout.py has them, behind a few
numbers of its own; the laboratory at rest is a block, too, the last one.

    p       head, numbers of each ball, blocks of supports, scratch
    y       balls one after the other, free supports, lasting contacts, books
    island  balls (the part of a state that moves), free supports, ledger: what the equations of a few bodies that touch
            are integrated in
"""

from sandbox.compiling.places import Places
from sandbox.mechanics.layout import SURFACE

# ---- parameters: the head -------------------------------------------------------------------------------------------
_head = Places()
BALLS, SUPPORTS, FREE, LASTING = (_head.take() for _ in range(4))   # numbers of balls, supports, free ones, room for contacts
BALLS_AT, SUPPORTS_AT, BLOCK, SCRATCH_AT = (_head.take() for _ in range(4))   # where they begin in p, size of a block
PAIR_FRICTION = _head.take()        # mu between balls [1], inf for rough ones
PAIR_RESTITUTION = _head.take()     # e between balls
CAPTURE = _head.take()              # a normal speed below this after an impact is none [m/s]
GRAVITY = _head.take(3)             # [m/s^2]
HELD = _head.take()                 # index of the ball that a hand holds, -1 for none
HAND_STRENGTH = _head.take()        # see mechanics/layout.py; the hand's other numbers stand in the laboratory's block
HEAD = _head.size

# numbers of a ball
_ball = Places()
MASS, INERTIA, RADIUS = _ball.take(), _ball.take(), _ball.take()    # [kg], [kg m^2], [m]
BALL = _ball.size

# a block of a support: its own numbers, then those of mechanics/layout.py
_support = Places()
STATIC = _support.take()            # mu_s of balls on it, inf for rough [1]
KINETIC = _support.take()           # mu while they slip [1]
RESTITUTION = _support.take()       # e of a ball that meets it
KEEPS = _support.take()             # 1.0: who rolls on it is never let go, its rows hold in impacts, too
ROLLING_RESISTANCE = _support.take()    # k_r [m]
FREE_INDEX = _support.take()        # number among the free supports, -1 for one with a prescribed motion
TABLE_INERTIA = _support.take()     # of a free one about its axis [kg m^2]
BEARING = _support.take()           # viscous friction of its bearing [N m s]
TABLE_WEIGHT = _support.take(3)     # mass times place of its mass centre from the axis point, local axes [kg m]
IS_LEVEL_TABLE = _support.take()    # 1.0: a plane across gravity, turned about its normal at a constant rate
OF_MOTION = _support.size           # the rest
SMALLEST_BLOCK = OF_MOTION + SURFACE

# addresses: calls[CALLS_OF_SUPPORT*s + ...]
CALL_SLOPES, CALL_VALUES, CALLS_OF_SUPPORT = 0, 1, 2

# ---- the state ------------------------------------------------------------------------------------------------------
_state = Places()
X, V, W = _state.take(3), _state.take(3), _state.take(3)    # centre [m], velocity [m/s], angular velocity [rad/s]
Q = _state.take(4)                  # quaternion body -> laboratory
MOVING = _state.size                # what moves
ON = _state.take()                  # index of the support that it touches, -1 in flight
MODE = _state.take()                # ROLLS or SLIPS there
FRAME = _state.take()               # support relative to which its energy is counted; the laboratory's where none is
STATE = _state.size

# what a contact does
OPEN, ROLLS, SLIPS = 0.0, 1.0, 2.0

# a free support
ANGLE, RATE, TURNING = 0, 1, 2

# a lasting contact besides that of ON: ball and ball, or ball and another support
_lasting = Places()
FIRST = _lasting.take()             # ball; -1 where the entry is empty
OTHER = _lasting.take()             # ball, or -2 - s for the support s
DOES = _lasting.take()              # ROLLS or SLIPS
ENTRY = _lasting.size

# at the end of the state
_books = Places()
LEDGER = _books.take()              # work of supports, friction, hand and impacts [J]
LOST = _books.take()                # lost in impacts [J]
IMPACTS = _books.take()             # number of them
MERGED = _books.take()              # times that a series of impacts was ended by a lasting contact
WORST_GAP = _books.take()           # least gap of two balls seen at the end of a frame [m]
BOOKS = _books.size
