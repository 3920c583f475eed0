"""Places in the array of a pile: several boxes, hulls and balls, the points at which they touch, and room to work.

It stands behind the shapes in the parameters of a world (systems/world/piled.py). What grows with the number of bodies
begins where its head says. The state that the equations are integrated in: MOVING numbers of each body as in a world's
state, then the ledger.
"""

from sandbox.compiling.places import Places
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.corners import layout as of
from sandbox.mechanics.world.island import layout as here

# bodies of a pile; numbers of the matrix of an island's rows, for each of them
MOST_BODIES, MATRIX_PER_BODY = 200, 1500
# contacts for each body, and besides: of a pile as it begins, and of one that has come to more, for which there are
# faces with eight points all around each body
CONTACTS_PER_BODY, MORE_CONTACTS = (8, 24), (32, 96)

# a point at which two things touch: as of a body with corners (corners/layout.py), and behind that
_contact = Places(of.CONTACT)
FIRST = _contact.take()         # body
OTHER = _contact.take()         # body, or -2 - s for the support s
KIND = _contact.take()          # which features touch, see below
FEATURE, FEATURE_OTHER = _contact.take(), _contact.take()   # number of the corner, edge or face of each
ARM_OTHER = _contact.take(3)    # from the mass centre of OTHER to the point [m]
OWN = _contact.take(9)          # how a force at it moves its point
# what sweeps ask of that and of the bodies each time (sweeps.py): its cofactors, one over its determinant, n.OWN n,
# one over its bound across, n.OWN d of what slips, one over the masses
COFACTORS, SHARE, ALONG, OVER_BOUND, THRUST_INTO, LIGHTNESS = (_contact.take(size) for size in (9, 1, 1, 1, 1, 2))
GOES = _contact.take()          # 1.0: it has been found to begin to slip
WAS_FOUND = _contact.take()     # FOUND before trying
TRIED = _contact.take(3)        # force or impulse that would do, if what is pressed might pull
SPARED = _contact.take()        # 1.0: the last search has found that it need not press
CARRIES = _contact.take(3)      # force of the last small step [N]
CONTACT = _contact.size

# a corner of FIRST and a support, a face, an edge, a corner of OTHER; an edge of each. FIRST is no block (blocks.py):
# of a corner of that the kind is UNDER more, and FEATURE_OTHER the corner
ON_SUPPORT, ON_FACE, ON_EDGE, ON_CORNER, CROSSED = range(5)
UNDER = 5

# how a body rests on what moves; at the end of the state of a world there is one of each
_ride = Places()
RIDES_ON = _ride.take()         # the support, -1 where it does not rest, or on what stands
RIDE_PLACE = _ride.take(3)      # mass centre from the axis point of the support, local axes [m]
RIDE_TURN = _ride.take(4)       # quaternion body -> support
FELT = _ride.take(9)            # gravity, turning and its rate, local axes, that forces are known to hold it in
RIDING = _ride.size

# numbers of a body
_body = Places()
HALF = _body.take(3)            # half edges of the box that its rounding is swept over [m]
ROUNDING = _body.take()         # radius of the ball that is swept [m]
CORNERS = _body.take()          # 8, or 1 of a ball; those of a hull
TABLE = _body.take()            # of a hull: where its table is, from here on; 0.0 of a box or ball
ASLEEP = _body.take()           # 1.0: it rests
FRAME = _body.take()            # support relative to which its energy is counted
RIDE = _body.take(RIDING)        # how it rests on what moves
ISLAND = _body.take()           # least number of the bodies that it is joined to by contacts
BASE = _body.take()             # what that island could rest on (riding.py)
FIRST_ROW, LAST_ROW = _body.take(), _body.take()    # rows of its island that it takes part in
TURNING = _body.take(9)         # body -> laboratory
INVERSE = _body.take(9)         # J^-1, laboratory axes [1/(kg m^2)]
MOVED = _body.take(at.MOVING)   # by the pushes of sweeps; lies as velocities do
REACH = _body.take()            # of the furthest point from its mass centre [m]
IS_SUPPORT = _body.take()       # of a block the support that it is
BODY = _body.size

# table of a hull, shared by those of one shape: corners, edges, faces one after the other; body axes, lengths in m
_table = Places()
EDGES, FACES = _table.take(), _table.take()             # how many
EDGES_AT, FACES_AT = _table.take(), _table.take()       # where they begin in the table
CORNERS_AT = _table.size
_corner = Places()
PLACE = _corner.take(3)         # from the mass centre
OUTS_AT, OUTS = _corner.take(), _corner.take()          # unit vectors along its edges, out of them, from here on
HULL_CORNER = _corner.size
_edge = Places()
MIDDLE, WAY, HALF_LENGTH = _edge.take(3), _edge.take(3), _edge.take()
ENDS = _edge.take(2)            # its corners
ASIDE = _edge.take(6)           # unit vectors across it, out of each of its two faces, in their planes
HULL_EDGE = _edge.size
_face = Places()
NORMAL, HEIGHT = _face.take(3), _face.take()            # outwards, and how far along that it is from the mass centre
SIDES_AT, SIDES = _face.take(), _face.take()            # its edges, as below, from here on
HULL_FACE = _face.size
_side = Places()
OUTWARD, OFFSET = _side.take(3), _side.take()           # as ASIDE, and how far along that the edge is
HULL_SIDE = _side.size

_pile = Places()
COUNT = _pile.take()            # contacts
ACTIVE = _pile.take()           # of them those of bodies that do not rest: they come first
ROOM = _pile.take()             # contacts for which there is room
IS_FULL = _pile.take()          # 1.0: within the frame there were more
HAS_NO_ROWS = _pile.take()      # 1.0: an island had more rows than its matrix has room for, since that was asked last
MATRIX_ROOM = _pile.take()      # numbers of the matrix for which there is
BODIES, BLOCKS = _pile.take(), _pile.take()     # bodies that move; supports that are blocks, which stand behind those
SIZE = _pile.take()             # of the state
BODIES_AT, TABLES_AT, CONTACTS_AT, STATE_AT, NEW_AT, STAGE_AT, WEIGHT_AT, FREE_AT, KEPT_AT, SLOPES_AT, ROWS_AT, \
    MATRIX_AT, FACTORS_AT = (_pile.take() for _ in range(13))
LANDS_FIRST, LANDS_OTHER, LANDS_KIND, LANDS_FEATURE, LANDS_FEATURE_OTHER = (_pile.take() for _ in range(5))
LEAST = _pile.take()            # least gap of what does not touch [m]
LEAST_RATE = _pile.take()       # its rate [m/s]; 0.0 where that is not known
EFFORT = _pile.take()           # contacts of all steps that have been tried within the frame
ROUNDS = _pile.take()           # of opening and closing contacts, all of the frame
DEEP = _pile.take()             # an overlap of more than that is no rounding [m]
EVENT, EVENT_AT = _pile.take(), _pile.take()    # what ended a stretch (corners/layout.py); which contact
UNSOLVED = _pile.take()         # share of the rows' right-hand side that their last solution leaves
LOW, HIGH, BAND, WIDE = _pile.take(), _pile.take(), _pile.take(), _pile.take()
# of the island at hand: its contacts LOW to HIGH, half width of its matrix, numbers of a row of that
SWAP = _pile.take(CONTACT)
_FIXED = _pile.size

# rows: right-hand side, solution, what is left, pivots, what is added to the diagonal, where each ends
RIGHT, SOLUTION, LEFT, PIVOTS, ADDED, REACHES, ROW_KINDS = range(7)

# behind the state of a world: contacts that last
_lasting = Places()
WHO, WITH, WHAT, DOES = (_lasting.take() for _ in range(4))    # WHAT: `what_of` (known.py)
SLIPS_OFF = _lasting.take(3)    # unit vector in which it begins to slip, axes of the support if it is with one
CARRIED = _lasting.take(3)      # force of the last small step [N]: where the next one begins
ENTRY = _lasting.size
# and behind them: frames in succession that small steps carried
BEHIND = 1


def contacts_of(bodies: int, grown: bool = False) -> int:
    """Returns for how many contacts there is room; grown: in a pile that has come to more than it began with."""
    return MORE_CONTACTS[grown] + CONTACTS_PER_BODY[grown]*bodies


def arrangement(bodies: int, grown: bool = False, tables: int = 0, blocks: int = 0) -> tuple[dict[int, int], int]:
    """Returns what stands in the head of a pile of so many bodies among blocks, and the size of its array.

    tables   numbers of the tables of its hulls
    """
    growing, state, contacts = Places(_FIXED), (bodies + blocks)*at.MOVING + 1, contacts_of(bodies, grown)
    sizes = {BODIES_AT: (bodies + blocks)*BODY, TABLES_AT: tables, CONTACTS_AT: contacts*CONTACT}
    sizes |= dict.fromkeys((STATE_AT, NEW_AT, STAGE_AT, WEIGHT_AT, FREE_AT, KEPT_AT), state)
    # a few bodies may all touch each other, ten may stand on each other with their corners aside
    matrix = max(MATRIX_PER_BODY*bodies, min(3*contacts, 240)*3*96)
    sizes |= {SLOPES_AT: here.STAGES*state, ROWS_AT: ROW_KINDS*3*contacts, MATRIX_AT: matrix,
              FACTORS_AT: matrix}
    places = {place: growing.take(size) for place, size in sizes.items()}
    head = {ROOM: contacts, SIZE: state, MATRIX_ROOM: matrix, BODIES: bodies, BLOCKS: blocks}
    return head | places, growing.size
