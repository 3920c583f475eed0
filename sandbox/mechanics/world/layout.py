"""Places in the arrays of a world of balls: its parameters p, its state y, and the state of an island of it.

Everything is in the laboratory frame. A support is a block of parameters as mechanics/layout.py has them, behind a few
numbers of its own; the laboratory at rest is a block, too, the last one.

    p       head, numbers of each ball, blocks of supports, scratch
    y       balls one after the other, free supports, lasting contacts, strings, ledger
    island  balls (the part of a state that moves), free supports, ledger: what the equations of a few bodies that touch
            are integrated in
"""

from sandbox.compiling.places import Places
from sandbox.mechanics import layout as lay

# ---- parameters: the head -------------------------------------------------------------------------------------------
_head = Places()
# numbers of balls, supports, free ones among them
BALLS, SUPPORTS, FREE_SUPPORTS = (_head.take() for _ in range(3))
LASTING = _head.take()              # room for lasting contacts
BALLS_AT, SUPPORTS_AT, BLOCK, SCRATCH_AT = (_head.take() for _ in range(4))   # where they begin in p, size of a block
FREE_AT, LASTING_AT, LEDGER_AT, SIZE = (_head.take() for _ in range(4))        # where they begin in y, size of y
MOST_EVENTS, CELLS = _head.take(), _head.take()     # room for what happens in a frame; size of the table of cells
LARGEST = _head.take()              # radius of the largest ball [m]
GROUPS, COMING = _head.take(), _head.take()     # groups gathered in this frame so far; number of events to come
COMING_BEHIND = _head.take()        # number of those that a second thread has noted in the other half of the room
FRAME_BEGAN, FRAME_ENDS = _head.take(), _head.take()    # the present frame, or part of one [s]
PAIR_FRICTION = _head.take()        # mu between balls [1], inf for rough ones
PAIR_RESTITUTION = _head.take()     # e between balls
CAPTURE = _head.take()              # a normal speed below this after an impact is none [m/s]
GRAVITY = _head.take(3)             # [m/s^2]
HELD = _head.take()                 # index of the ball that a hand holds, -1 for none
HAND_STRENGTH = _head.take()        # see mechanics/layout.py; the hand's other numbers stand in the laboratory's block
LOG_AT, LOGGED, MOST_LOGGED = _head.take(), _head.take(), _head.take()  # where what happened is told, how much, room
LOGS_ALL = _head.take()            # 1.0: each impact is told; 0.0: the first stepped group only
TURN_RATE, TURN_SPAN = _head.take(), _head.take()   # k [rad/s] and s [s] of the turns that are kept, see level.py
TURNS = _head.take(16)              # the turn after s, and those at the three Gauss points
JOINTS, JOINTS_AT = _head.take(), _head.take()  # number of what holds bodies, and where that begins in p
AT_ONCE = _head.take()              # what an impact does to contacts that touch already: IN_TURN, NEWTON or POISSON
SHAPED = _head.take()               # number of bodies that are no balls
STRINGS_AT = _head.take()          # where in y it stands what strings do
# classes of bodies that touch one another by laws of their own, 0 where all touch by one; where that table begins in p
LAWS, LAWS_AT = _head.take(), _head.take()
# what small steps took so far: sub-steps of stepped groups, sweeps of their contacts
SUB_STEPS, SWEEPS = _head.take(), _head.take()
HEAD = _head.size

# numbers of a ball
_ball = Places()
MASS, INERTIA, RADIUS = _ball.take(), _ball.take(), _ball.take()    # [kg], [kg m^2], [m]
SHAPE = _ball.take()                # 0.0 for a ball; of another body 1 + its number among the shapes. INERTIA is the
SHAPE_AT = _ball.take()             # mean of its moments then, RADIUS how far it reaches; where its numbers begin in p
LAW_CLASS = _ball.take()            # number of its class among those that have laws of their own
BALL = _ball.size

# a row of the table of laws, of a class and another one: mu, inf for rough ones, and e
LAW_FRICTION, LAW_RESTITUTION, LAW_ROW = 0, 1, 2

# numbers of a body that is no ball, body axes: J and its inverse row by row, mass centre, parameters of the support
# functions by which it touches supports, other bodies (one and the same but for what can't tip), and, where it has flat
# faces, others that have some, too
_shape = Places()
TENSOR, INVERSE_TENSOR = _shape.take(9), _shape.take(9)     # [kg m^2], [1/(kg m^2)]
MASS_CENTRE = _shape.take(3)        # [m]
ON_SUPPORTS, ON_BODIES, ON_FACES = (_shape.take(lay.SHAPE_SIZE) for _ in range(3))
HAS_FACES = _shape.take()           # 1.0: it has flat faces across its third axis
SIDE = _shape.take()                # how wide its side along that axis is, from edge to edge [m]
LENGTH = _shape.take()              # a typical length [m]
SHAPE_SIZE = _shape.size

# what holds a ball: a ball joint, by which a point of it stays at a point of another ball, or of a support; a string
# between two such points, or a spring
_joint = Places()
JOINT_BALL, JOINT_OTHER = _joint.take(), _joint.take()    # ball; ball, or -2 - s for the support s
JOINT_ARM = _joint.take(3)          # the point of the ball, from its centre, in its axes [m]
JOINT_POINT = _joint.take(3)        # as much of the other ball; local coordinates of the support [m]
JOINT_KIND = _joint.take()          # BALL_JOINT, STRING or SPRING
JOINT_LENGTH = _joint.take()        # of a string that is taut, of a spring without force [m]
STIFFNESS, DAMPING = _joint.take(), _joint.take()       # of a spring [N/m], [N s/m]
STRING_NUMBER = _joint.take()       # of a string among the strings
JOINT_SIZE = _joint.size
BALL_JOINT, STRING, SPRING = 0.0, 1.0, 2.0

# a block of a support: its own numbers, then those of mechanics/layout.py
_support = Places()
STATIC = _support.take()            # mu_s of balls on it, inf for rough [1]
KINETIC = _support.take()           # mu while they slip, fast where it fades [1]
FADES_OVER, FADES_BY = _support.take(), _support.take()     # v [m/s], 0 where it does not; d (island/fading.py)
RESTITUTION = _support.take()       # e of a ball that meets it
ROLLING_RESISTANCE, SPINNING_RESISTANCE = _support.take(), _support.take()      # k_r, k_s [m]
FREE_INDEX = _support.take()        # number among the free supports, -1 for one with a prescribed motion
TABLE_INERTIA = _support.take()     # of a free one about its axis [kg m^2]
BEARING = _support.take()           # viscous friction of its bearing [N m s]
TABLE_WEIGHT = _support.take(3)     # mass times place of its mass centre from the axis point, local axes [kg m]
HAS_MOTOR = _support.take()         # 1.0: a motor turns it
MOTOR = _support.take(lay.SIGNAL_SIZE)      # signal: torque of that at rest [N m]
BY_RATE = _support.take()           # 1/rate at which it has none left [s/rad]
IS_PLANE = _support.take()          # 1.0: its surface is the plane z = 0
HAS_EDGES = _support.take()         # 1.0: its surface ends somewhere
STANDS = _support.take()            # 1.0 for this step: it is at rest
IS_LEVEL = _support.take()          # 1.0 for this step: a plane across gravity that turns about its normal evenly
NORMAL = _support.take(3)           # of a level table, laboratory
TABLE_RATE = _support.take()        # its rate about the normal [rad/s]
TABLE_POINT = _support.take(3)      # a point of its axis [m]
SUPPORT_STATE = 33                          # numbers of a SupportState (supports.py)
KEPT_AT = _support.take(2)           # instants of which the Place of a prescribed support is kept [s]
STATES_KEPT = _support.take(2*SUPPORT_STATE)
OF_MOTION = _support.size           # the rest
SMALLEST_BLOCK = OF_MOTION + lay.SURFACE

# addresses: calls[CALLS_OF_SUPPORT*s + ...]
CALL_SLOPES, CALL_VALUES, CALLS_OF_SUPPORT = 0, 1, 2
# behind those: what an island is asked (island/tasks.py), what shares work among threads, 0 for none (sharing.py), and
# what a stepped group is asked (stepped group/task.py)
CALL_ISLAND, CALL_SHARE, CALL_STEPPING, CALLS_BEHIND = 0, 1, 2, 3
# behind those of each shape: three of each support as mechanics/layout.py has them (CALL_SURFACE, CALL_DOMAIN,
# CALL_SHAPE), then the fields of the support functions by which it touches other bodies, and faces
CALLS_OF_PAIR, CALLS_OF_SIDES = 3, 2

# what an impact does to contacts that touch already (impact/together.py)
IN_TURN, NEWTON, POISSON = 0.0, 1.0, 2.0

# ---- the state ------------------------------------------------------------------------------------------------------
_state = Places()
X, V, W = _state.take(3), _state.take(3), _state.take(3)    # centre [m], velocity [m/s], angular velocity [rad/s]
Q = _state.take(4)                  # quaternion body -> laboratory
MOVING = _state.size                # what moves
ON = _state.take()                  # index of the support that it touches, -1 in flight
MODE = _state.take()                # ROLLS or SLIPS there; CROWDED or RESTS, ON is the support that carries it then
FRAME = _state.take()               # support relative to which its energy is counted; the laboratory's where none is
# unit vector in which it begins to slip there from rest; force on it in a stepped group [N]
BEGINS = _state.take(3)
STATE = _state.size

# ---- scratch: of a ball while a frame is made ----------------------------------------------------------------------
_working = Places()
END = _working.take(STATE)          # its state at the end of its segment
BEGAN, ENDS = _working.take(), _working.take()      # the segment's first and last instant [s]
SEGMENT_KIND = _working.take()               # how it goes on: FLIES ... AT_REST, see below
WHAT, WHAT_OTHER = _working.take(), _working.take() # what happens at its end, and with what
LINK, MARK = _working.take(), _working.take()       # the next ball of its group, -1 for none; the group's number
LEANS = _working.take()             # 1.0: it touches another support lastingly, or may come to a free one in this frame
REACHES = _working.take()           # a bit for each free support that it may come to in this frame (groups/reach.py)
HEAD_OF = _working.take()           # the first ball of its group
PLACE = _working.take()             # its place in the island of its stepped group while that is packed
GAINS = _working.take()             # what the ledger gains in the segment of its group, noted with its first ball [J]
BY_STEPS = _working.take()          # above 0: that segment is carried by small steps (island/layout.py: MERGED)
CHANGED = _working.take()           # the next of the balls that something has just happened to, -1 for none
UNCHANGED = -2.0                    # CHANGED of a ball to which nothing has
STAMP = _working.take()             # number of its segments so far
BURDEN = _working.take()            # what those of an island come to: the cube of its balls each
# number of its hits in this frame that gave next to nothing back; a ball that such hits lead to from this one, itself
# for one of all that they lead to; how many those are, noted with that one
FEEBLE, LED_TO, LED_COUNT = _working.take(), _working.take(), _working.take()
AT_FIRST = _working.take(3)         # centre at the start of the frame [m]
STRAY = _working.take()             # how far it strays from the common motion of all [m]
NEXT = _working.take()              # the next ball in its cell, -1 for none
CELL_AT = _working.take(3)          # whole numbers of that cell along the axes
WORKING = _working.size

# something that is going to happen within the frame
_event = Places()
WHEN = _event.take()            # [s]
ONE, TWO = _event.take(), _event.take()     # balls; TWO is -1 where ONE comes to the end of its own segment
STAMP_ONE, STAMP_TWO = _event.take(), _event.take()     # it counts while these segments last
EVENT = _event.size

# something that has happened, told to a person
_logged = Places()
LOGGED_WHEN = _logged.take()            # [s]
LOGGED_WHAT = _logged.take()            # STRUCK ... CAME_TO_REST, see below
LOGGED_ONE, LOGGED_OTHER = _logged.take(), _logged.take()   # ball, and ball or -2 - s for the support s
# at which they met, along the normal [m/s]; CAME_TO_REST: number of balls; JAMMED: slip that ends [m/s]
LOGGED_SPEED = _logged.take()
LOGGED_LOST = _logged.take()            # energy lost in it [J]
LOGGED_AT_ONCE = _logged.take()         # STRUCK: number of contacts that were solved together
LOGGED_FOLLOWS = _logged.take()         # 1.0 where it was set off by another impact of the same instant
LOG_ENTRY = _logged.size
STRUCK, OVER_EDGE, UNDECIDED, STEPPING_BEGAN, CAME_TO_REST, TIGHTENED, SLACKENED = 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0
JAMMED = 7.0

# what happens at the end of a segment
NOTHING, LANDS, LEAVES_EDGE, CHANGES, LOST_NUMBERS, TIGHTENS = 0.0, 1.0, 2.0, 3.0, 4.0, 5.0

# how a ball goes on
FLIES, ROLLS_LEVEL, IN_ISLAND, IN_STEPPING, AT_REST = 0, 1, 2, 3, 4

# what a contact does
OPEN, ROLLS, SLIPS = 0.0, 1.0, 2.0
# what a ball does, and its lasting contacts, that goes on in small steps with its neighbours, or rests among them
STEPPED, RESTS = 3.0, 4.0

# a free support
ANGLE, RATE, TURNING = 0, 1, 2

# a lasting contact besides that of ON: ball and ball, or ball and another support
_lasting = Places()
FIRST = _lasting.take()             # ball; -1 where the entry is empty
OTHER = _lasting.take()             # ball, or -2 - s for the support s
DOES = _lasting.take()              # ROLLS or SLIPS
SLIPS_OFF = _lasting.take(3)        # unit vector in which it begins to slip from rest
ENTRY = _lasting.size

# a string: OPEN while it is slack, SLIPS while it is taut (one number in y, between lasting contacts and ledger)

# at the end of the state
_ledger = Places()
LEDGER = _ledger.take()              # work of supports, friction, hand and impacts [J]
LOST = _ledger.take()                # lost in impacts [J]
IMPACTS = _ledger.take()             # number of them
MERGED = _ledger.take()              # segments of groups that were carried by small steps
WORST_GAP = _ledger.take()           # least gap of two balls seen at the end of a frame [m]
LEDGER_SIZE = _ledger.size

# a free support while a frame is made, behind all other scratch but the island
_turning = Places()
TURN_BEGAN, TURN_ENDS = _turning.take(), _turning.take()    # its segment [s]
END_ANGLE, END_RATE = _turning.take(), _turning.take()      # at its end
TURN_MARK = _turning.take()         # number of the group that it goes on with, IDLE for none
TURN_GAINS = _turning.take()        # what the ledger gains in the segment of an idle one [J]
TURN_PUSH = _turning.take()         # bound of its angular acceleration in this frame, but for hits [rad/s^2]
IDLE = -1.0
FREE_WORKING = _turning.size
