"""Places in the array of a body with corners: what it is, which of its corners touch, and room to work.

It stands behind the shapes in the parameters of a world (systems/world/cornered.py). Its state is what the equations
are integrated in: MOVING numbers of the body as in a world's state, then the ledger.
"""

from sandbox.compiling.places import Places
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.island import layout as here

# corners of a body, and of them that touch at once; rows of their equations
MOST_CORNERS, MOST_CONTACTS = 64, 32
MOST_ROWS = 3*MOST_CONTACTS
SIZE = at.MOVING + 1
LEDGER = at.MOVING          # place of the ledger in a state [J]

# a corner that touches a support
_contact = Places()
CORNER, SUPPORT = _contact.take(), _contact.take()
DOES = _contact.take()          # ROLLS: it sticks, its sphere may roll; SLIPS (world/layout.py)
DIRECTION = _contact.take(3)    # unit vector in which it slips, or begins to, axes of the support: it turns with that
HEADING = _contact.take(3)      # the same, laboratory axes
TURNING = _contact.take(9)      # support axes -> laboratory
FORCE = _contact.take(3)        # on the body [N]
ARM = _contact.take(3)          # from the mass centre to the point that touches [m]
WANTED = _contact.take(3)       # U', or a velocity, that forces or impulses have to take away
PUSH = _contact.take(3)         # force or impulse that sweeps have found
LEAVES = _contact.take(3)       # what these leave: U' [m/s^2], or U after an impact [m/s]
TARGET = _contact.take()        # least normal part of that
FOUND = _contact.take()         # what a search for modes has found that it does
AIMS = _contact.take(3)         # and in which direction it slips
FRICTION = _contact.take()      # coefficient that sweeps go by
ROW, ROW_COUNT = _contact.take(), _contact.take()       # its first row, number of rows: 0, 1 or 3
THRUST = _contact.take(3)       # force per newton of normal force while it slips
TOUCH = _contact.take(here.TOUCH)   # what is known of it at an instant (island/layout.py)
CONTACT = _contact.size

_body = Places()
CORNERS = _body.take()          # number of them
ROUNDING = _body.take()         # radius of their spheres [m]
POINTS = _body.take(3*MOST_CORNERS)     # their centres from the mass centre, body axes [m]
COUNT = _body.take()            # number of contacts
FRAME = _body.take()            # support relative to which its energy is counted
CONTACTS = _body.take(MOST_CONTACTS*CONTACT)
INVERSE = _body.take(9)         # J^-1, laboratory axes [1/(kg m^2)]
FREE = _body.take(SIZE)         # derivative of the state without contact forces
STATE, NEW, STAGE, WEIGHT = (_body.take(SIZE) for _ in range(4))
SLOPES = _body.take(here.STAGES*SIZE)
LANDS_CORNER, LANDS_SUPPORT = _body.take(), _body.take()    # the open corner with the least gap, and where
LEAST = _body.take()            # that gap [m]
EVENT, EVENT_AT = _body.take(), _body.take()    # what ended a stretch, see below; which contact
REACHED = _body.take()          # [s]
MATRIX, FACTORS = _body.take(MOST_ROWS*MOST_ROWS), _body.take(MOST_ROWS*MOST_ROWS)
PIVOTS, RIGHT, SOLUTION, WORK, SCALE = (_body.take(MOST_ROWS) for _ in range(5))
BLOCKS = _body.take(9*MOST_CONTACTS*MOST_CONTACTS)      # how a force at one moves the point of another [1/kg]
UNSOLVED = _body.take()         # share of the rows' right-hand side that their last solution leaves
EDGE_AT = _body.take()          # end of the frame in which a line, a body of two corners, came to lie over an edge [s]
BODY = _body.size

# behind the state of a world: the pose in the support on which a body rests
_rest = Places()
RESTS_ON = _rest.take()         # the support, -1 where it does not rest
REST_PLACE = _rest.take(3)      # mass centre from the axis point, local axes [m]
REST_TURN = _rest.take(4)       # quaternion body -> support
REST_IS_SURE = _rest.take()     # 1.0: forces bear it as long as the support stands
REST = _rest.size

# what ends a stretch of motion
DONE, LANDED, CHANGED, SLIP_ENDED, EDGE_PASSED, NOT_FINITE, TOO_MUCH = range(7)
