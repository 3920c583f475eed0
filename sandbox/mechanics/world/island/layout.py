"""Places in the array of an island: who belongs to it, how they move, what their contacts do; then room to work.

    island  head, what does not grow with its balls, then the arrays that do

A caller fills the head up to STEPPED, members, contacts and the state; the rest is filled and read here. Where the
arrays that grow begin stands in the head: known.array_of finds them. Written there once (`arrangement`), it stays.
The state is what the equations are integrated in: MOVING numbers of each ball, TURNING of each free support, ledger.
"""

from sandbox.compiling.places import Places
from sandbox.mechanics.world import layout as at

# at most, of an island: balls, contacts, free supports, supports that matter, rows of a dense system
MOST_BALLS, MOST_CONTACTS, MOST_FREE, MOST_SLOTS, MOST_ROWS = 64, 448, 32, 256, 96

# contacts that meet at one instant and are solved together
MOST_HITS = 16

# a stepped group may have as many balls as its world: for each of them six pairs, as in the densest packing, and three
# supports
CONTACTS_PER_BALL = 9

_island = Places()
NB, NF, NC = (_island.take() for _ in range(3))     # numbers of balls, free supports, contacts and joints
NJ = _island.take()                 # number of joints, strings and springs among them
TASK = _island.take()               # what is asked of it (tasks.py)
REACHED = _island.take()            # time reached [s]
EVENT = _island.take()              # its kind, see below
EVENT_AT, EVENT_OTHER = _island.take(), _island.take()  # contact, or the ball and the support of LANDED
STEPPED = _island.take()            # 1.0: no consistent modes were found, time stepping carries it
MERGED = _island.take()             # times that time stepping carried it; CREPT where a slip made it do so
MEETS = _island.take()              # what becomes of what small steps meet on their way, see below
BY_STEPS = _island.take()           # 1.0 while small steps carry it: resistance is smooth then (resistance.py)
CREEPING = _island.take()           # 1.0: a contact CREEPS
# an impact that is asked for: number of the contacts that take part, which they are, e and mu of each; then the normal
# velocity of the first after it [m/s] and what each adds to the energy [J]; its law (world/layout.py: AT_ONCE)
HITS = _island.take()
HIT_AT, HIT_RESTITUTION, HIT_FRICTION, HIT_GAINS = (_island.take(MOST_HITS) for _ in range(4))
HIT_LEAVES, HIT_LAW = _island.take(), _island.take()
ROOM_CONTACTS = _island.take()      # contacts for which there is room
# where the arrays begin that grow with the balls: number of each ball in the world, support relative to which its
# energy is counted and the slot of that, contacts, what is known of them, the contacts of the sub-step before
BALL_ID, FRAME_ID, FRAME_SLOT, CONTACTS, TOUCHES, KEPT_CONTACTS = (_island.take() for _ in range(6))
# states, or what has as many numbers
STATE, NEW, WEIGHT, END_RATES, SHIFT = (_island.take() for _ in range(5))
FREE_ID = _island.take(MOST_FREE)       # number of each free support among the world's supports

# a contact
_contact = Places()
FIRST = _contact.take()             # ball of the island
OTHER = _contact.take()             # ball of the island, or -2 - s for the world's support s
DOES = _contact.take()              # OPEN, ROLLS or SLIPS (world/layout.py)
FORCE = _contact.take(3)            # on FIRST [N]; 0 where open
DIRECTION = _contact.take(3)        # unit vector in which it begins to slip from rest
JOINT = _contact.take()             # 1 + number of the joint, string or spring that it is, 0 for a contact
KIND = _contact.take()              # of such a one (world/layout.py: JOINT_KIND); BALL_JOINT for a contact
SIDE = _contact.take()              # 1.0, -1.0: the edge of a side that it is at; UPRIGHT; 0.0 where there is no side
FOOT = _contact.take()              # 1 + number of the foot of a face that it is; less their number where feet carry
#                                     it (feet.py); 0
BEGINS_TO_SLIP = _contact.take()    # 1.0: of a body that is no ball, it slips from rest and has no direction yet
# of such a one: the DIRECTION that it had when it was looked at last, when [s], how fast that turned then [rad/s] and
# in the mean of the step before, and how long that was, 0.0 for none [s]
BEGUN, BEGUN_AT, BEGUN_TURNS = _contact.take(3), _contact.take(), _contact.take()
BEGUN_MEAN, BEGUN_SPAN = _contact.take(), _contact.take()
HOLDS = _contact.take()             # 1.0: resistance keeps FIRST from turning against the support; 0.0; or UNKNOWN
TURNS_OFF = _contact.take(3)        # direction in which it begins to turn from rest, of K = 1 rad/s (resistance.py)
MOMENT = _contact.take(3)           # on FIRST, that keeps it from turning [N m]
CONTACT = _contact.size
# SIDE of a body that stands on it, both edges as good as down
UPRIGHT = 2.0
# MERGED of an island with a slip that creeps
CREPT = 0.5
# MEETS: what is met ends the call; is left alone, the call goes to an instant before that; takes part from then on
ENDS_THERE, LEAVES_ALONE, TAKES_ALONG = 0.0, 1.0, 2.0
# HOLDS of a contact of which it is not yet known
UNKNOWN = -1.0

# ---- room to work ---------------------------------------------------------------------------------------------------
SLOTS_COUNT = _island.take()
SLOTS = _island.take(MOST_SLOTS)            # number of each support that matters here
SLOT_FREE = _island.take(MOST_SLOTS)        # free support of a slot among those of the island, -1 for none
SUPPORT_STATES = _island.take(MOST_SLOTS*at.SUPPORT_STATE)
PLACED_AT = _island.take()          # instant that they are those of, NEVER for none [s]

# what is known of a contact at an instant
_touch = Places()
NORMAL = _touch.take(3)             # n, towards FIRST
SLIP = _touch.take(3)               # U: velocity of FIRST's material point less that of the other [m/s]
NORMAL_RATE = _touch.take(3)        # n' [1/s]
BIAS = _touch.take(3)               # U' without contact forces [m/s^2]
LEVER = _touch.take(3)              # e x (c - P) of a free support [m]
RESIST = _touch.take(3)             # moment against rolling per newton of normal force [m]
RESIST_TURN = _touch.take()         # what of it is about the axis of a free support [m]
ROLL, SPIN = _touch.take(), _touch.take()           # k_r, k_s of what can be kept from turning, else 0 [m]
TURNING = _touch.take(3)            # angular velocity against the support [rad/s]
TURN_BIAS = _touch.take(3)          # its rate without contact forces, as a turn about n and one across [rad/s^2]
CREEPS = _touch.take()              # 1.0: its body turns slowly where it is pushed to, whatever it did before
HOLD_ROW = _touch.take()            # its first of three rows that keep it from turning, -1 for none
THRUST = _touch.take(3)             # force per newton of normal force while it slips: n - mu s/|s|
GAP, EDGE = _touch.take(), _touch.take()            # [m]
SLOT = _touch.take()                # of its support, -1 for a ball
FREE_OF = _touch.take()             # its free support in the island, -1 for none
STATIC_MU, SLIP_MU = _touch.take(), _touch.take()   # static and kinetic friction
KEPT = _touch.take()                # 1.0: a joint, which holds whatever the force
DID = _touch.take()                 # what the contact did before rest was looked for
BASE = _touch.take(3)               # what sweeps begin with: U [m/s], or U' + n (n'.U) [m/s^2]
APPROACH = _touch.take()            # how fast it may close [m/s]
INTO, ALONG = _touch.take(), _touch.take()          # n.U and what is across, by a unit force along and across n [1/kg]
GIVES = _touch.take(3)              # of what goes by arms: U by a unit force along n [1/kg]
ROW, ROW_COUNT = _touch.take(), _touch.take()           # its first row, number of rows: 0, 1 or 3
ARMED = _touch.take()               # 1.0: it goes by arms, as a joint, or one of a body that is no ball
# of such a one: from the mass centres of its bodies to its point [m]
ARM_ONE, ARM_TWO = _touch.take(3), _touch.take(3)
APART = _touch.take(3)              # of a joint: the first one's point less that of the other [m]
TILT = _touch.take()                # of a flat face against the support [rad], 1.0 where there is none
ACROSS = _touch.take()              # 1.0: that TILT is one across a hollow, more than where it touches at two points
POINT = _touch.take(3)              # of a foot there: the point of the support, local coordinates [m]
THERE = _touch.take()               # 1.0: it is one; 0.0: there is none any more; UNSEEN
LEAN = _touch.take()                # how far a side is from lying along the support: sine of the angle, with its sign
TOUCH = _touch.size

INVERSES = _island.take(9*MOST_BALLS)       # J^-1 of the bodies that are no balls, laboratory axes [1/(kg m^2)]
COUNTED = _island.take()            # how many numbers of the state errors are measured in
MATRIX = _island.take(MOST_ROWS*MOST_ROWS)
FACTORS = _island.take(MOST_ROWS*MOST_ROWS)
PIVOTS = _island.take(MOST_ROWS)
RIGHT, SOLUTION, ROW_WORK = (_island.take(MOST_ROWS) for _ in range(3))

# what is wrong with each contact's mode, and how much (decide.py)
FAULTS, WRONGS = _island.take(MOST_CONTACTS), _island.take(MOST_CONTACTS)
OPENED = _island.take(MOST_CONTACTS)            # 1.0 for contacts that a search has opened

STAGES = 12
MOST_STATE = MOST_BALLS*at.MOVING + MOST_FREE*at.TURNING + 1
SLOPES = _island.take(STAGES*MOST_STATE)
STAGE = _island.take(MOST_STATE)

# guards: five of each contact, then one of each ball, that it lands on nothing
NORMAL_GUARD, CONE_GUARD, EDGE_GUARD, TILT_GUARD, HOLD_GUARD, GUARDS_EACH = 0, 1, 2, 3, 4, 5
MOST_GUARDS = GUARDS_EACH*MOST_CONTACTS + MOST_BALLS
GUARDS, GUARDS_NEW, GUARDS_WITHIN = (_island.take(MOST_GUARDS) for _ in range(3))
LEAST, LEAST_AT = _island.take(MOST_GUARDS), _island.take(MOST_GUARDS)     # the least within a step, and where [1]
LANDS_ON = _island.take(MOST_BALLS)         # the support that each ball is nearest to among those it does not touch

_FIXED = _island.size


def arrangement(balls: int) -> tuple[dict[int, int], int]:
    """Returns what stands in the head of an island with room for a stepped group of so many balls, and the island's
    size."""
    balls = max(balls, MOST_BALLS)
    contacts, state = CONTACTS_PER_BALL*balls, balls*at.MOVING + MOST_FREE*at.TURNING + 1
    sizes = {BALL_ID: balls, FRAME_ID: balls, FRAME_SLOT: balls, CONTACTS: contacts*CONTACT, TOUCHES: contacts*TOUCH,
             KEPT_CONTACTS: contacts*CONTACT, STATE: state, NEW: state, WEIGHT: state, END_RATES: state, SHIFT: state}
    growing = Places(_FIXED)
    return {ROOM_CONTACTS: contacts} | {start: growing.take(size) for start, size in sizes.items()}, growing.size


# THERE of a point that has not been found yet
UNSEEN = -1.0
# kinds of events
DONE, N_ZERO, SLIP_ENDED, CONE, LANDED, EDGE_PASSED, NOT_FINITE, STUCK, FLAT = range(9)
TURN_ENDED, HOLD_ENDED, TIGHT, SIDE_DOWN = range(9, 13)
