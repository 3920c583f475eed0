"""Places in the parameter array p of a body on a support: one flat float64 array that every compiled function reads.

Vectors of the support are in its local axes, that is the axes in which the surface function phi(x, y, z) is written.
What is repeated, signals and parts that a body carries, has places of its own, counted from its start.
"""

from sandbox.compiling.places import Places

# a signal s(t) = sum_i c_i (t - t_a)^i + B_sin sin(nu t) + B_cos cos(nu t), i = 0..5
_signal = Places()
SIGNAL_START = _signal.take()           # t_a [s]
SIGNAL_C = _signal.take(6)              # c_0 ... c_5
SIGNAL_SINE = _signal.take()            # B_sin
SIGNAL_COSINE = _signal.take()          # B_cos
SIGNAL_NU = _signal.take()              # nu [rad/s]
SIGNAL_SIZE = _signal.size

# a mass that slides along a line of the body; zeros where there is none
_slider = Places()
SLIDER_MASS = _slider.take()            # m [kg]
SLIDER_SHARE = _slider.take()           # 1/m, 0 where there is none [1/kg]
SLIDER_POINT = _slider.take(3)          # point of the line from the mass centre of the body, body axes [m]
SLIDER_DIRECTION = _slider.take(3)      # its unit vector
SLIDER_STIFFNESS = _slider.take()       # [N/m]
SLIDER_DAMPING = _slider.take()         # [N s/m]
SLIDER_REST = _slider.take()            # where its spring is at rest [m]
SLIDER_SIZE = _slider.size

# a part that a motor moves inside the body
_driven = Places()
DRIVEN_KIND = _driven.take()            # NO_PART, ON_LINE, ON_CIRCLE or ROTOR
DRIVEN_MASS = _driven.take()            # m [kg], axial moment of inertia of a rotor [kg m^2]
DRIVEN_POINT = _driven.take(3)          # point of the line, middle of the circle, from the mass centre of the body [m]
DRIVEN_FIRST = _driven.take(3)          # unit vector of the line, first radius of the circle [m], axis of the rotor
DRIVEN_SECOND = _driven.take(3)         # second radius of the circle [m]
DRIVEN_LAW = _driven.take(SIGNAL_SIZE)  # signal: place on the line [m], angle on the circle or of the rotor [rad]
DRIVEN_SIZE = _driven.size
NO_PART, ON_LINE, ON_CIRCLE, ROTOR = 0.0, 1.0, 2.0, 3.0

# free coordinates, driven parts, parameters of a support function, of a law of friction: at most
SLIDERS, DRIVEN, SHAPE_SIZE, FRICTION_SIZE = 2, 2, 16, 8

_p = Places()

# the body
MASS = _p.take()                # m [kg]
RADIUS = _p.take()              # ball: a [m]
INERTIA = _p.take()             # ball: central moment I [kg m^2]
OFFSET = _p.take()              # ball: centre = tracked point + OFFSET n; a for the touched surface, 0 for the centre's
TENSOR = _p.take(9)             # body: J about the centre of mass, body axes, row by row [kg m^2]
INVERSE_TENSOR = _p.take(9)     # J^-1, body axes, row by row; zero rows for a body that can't tip [1/(kg m^2)]
MASS_CENTRE = _p.take(3)        # body: centre of mass in the axes of its support function [m]
SHAPE = _p.take(SHAPE_SIZE)     # parameters of the body's support function
CARRIED = _p.take(SLIDERS*SLIDER_SIZE)          # masses that slide inside it
FIRST_DRIVEN = _p.take(DRIVEN*DRIVEN_SIZE)      # parts that motors move inside it

# the support and its motion
AXIS_POINT = _p.take(3)         # point of the rotation axis [m]
AXIS = _p.take(3)               # unit vector of the rotation axis
TILT_AXIS = _p.take(3)          # unit vector of the tilt axis, before the spin
SECOND_AXIS = _p.take(3)        # unit vector of the second tilt, between the first tilt and the spin
GRAVITY = _p.take(3)            # g at spin and tilt zero [m/s^2]
PLACEMENT = _p.take(9)          # rotation local -> laboratory at spin and tilt zero, row by row
PLACEMENT_QUATERNION = _p.take(4)   # the same rotation as a quaternion
LAB_POINT = _p.take(3)          # the axis point in the laboratory at translation zero [m]
SPIN = _p.take(SIGNAL_SIZE)     # signal: angle of the rotation [rad]
TILT = _p.take(SIGNAL_SIZE)     # signal: angle of the first tilt [rad]
SECOND_TILT = _p.take(SIGNAL_SIZE)  # signal: angle of the second tilt [rad]
SHIFT = _p.take(3*SIGNAL_SIZE)  # three signals: translation along the laboratory axes [m]
HAS_TILT = _p.take()            # 1.0 when a tilt signal is in use
HAS_SHIFT = _p.take()           # 1.0 when a translation signal is in use
HAS_TURNING_G = _p.take()       # 1.0 when gravity is not along the rotation axis
IS_STEADY = _p.take()           # 1.0 when all of the motion is a constant rate about an axis along gravity

# scales of errors
LENGTH_SCALE = _p.take()        # [m]
SPIN_SCALE = _p.take()          # [rad/s]
LEDGER_SCALE = _p.take()        # [J]
SLIP_SCALE = _p.take()          # a typical slip velocity sqrt(g L) [m/s]

# the contact: what holds, what resists, and the parameters of its law of friction
STATIC_FRICTION = _p.take()     # mu_s [1], inf where the contact can't slip
CONSTANT_FRICTION = _p.take()   # c0 [N]: without slip friction is at most c0 + mu_s N
IS_DRY = _p.take()              # 1.0 where slip can come to an end: viscous friction alone only lets it fade
PATCH = _p.take()               # radius of a spinning patch, 0 for none [m]
PIVOT_FRICTION = _p.take()      # moment about the normal that the patch bears at rest, per newton of N [m]
ROLLING_RESISTANCE = _p.take()  # k_r [m]
SPINNING_RESISTANCE = _p.take()     # k_s [m]
FRICTION = _p.take(FRICTION_SIZE)   # parameters of the law of friction, see friction/law.py
STIFFNESS = _p.take()           # k of a contact realised by a spring and a damper [N/m]
DAMPING = _p.take()             # c of it [N s/m]
CREEP = _p.take()               # slip velocity below which its friction fades [m/s]

# a body in flight (contact/flight/around.py)
SHARPEST = _p.take()            # radius of the surface's sharpest part that sticks out towards the body, 0 unknown [m]
GROWTH = _p.take()              # k: where phi = d + k d^2/2 the surface is at least d away, inf unknown [1/m]
TURNING_REACH = _p.take()       # how far the body's points reach out when it turns, 0 for a ball [m]

# a hand that pulls a point of the body (pull.py); a stiffness of 0 is none
HAND_STIFFNESS = _p.take()      # k [N/m]
HAND_DAMPING = _p.take()        # c [N s/m]
HAND_STRENGTH = _p.take()       # bound of the force [N]
HAND_POINT = _p.take(3)         # held, from the mass centre, body axes [m]
HAND_TARGET = _p.take(3)        # where it is pulled to at the instant HAND_START, laboratory [m]
HAND_RATE = _p.take(3)          # velocity of that target [m/s]
HAND_START = _p.take()          # [s]

SURFACE = _p.size               # parameters of the surface; the array ends with them

# places in the table of addresses
_calls = Places()
CALL_SURFACE = _calls.take()    # field: gradient and Hessian of phi
CALL_DOMAIN = _calls.take()     # field: phi and the distances to the surface's edges
CALL_SHAPE = _calls.take()      # field: gradient and Hessian of the support function
CALL_FRICTION = _calls.take()   # law of friction, see friction/law.py
CALL_STAGE = _calls.take()      # stage of a slip that begins, of a body that carries masses (contact/slip/loaded.py)

# a mode among several supports (contact/among/among.py): its own functions, and where the other supports are
MOST_OTHERS = 7                 # supports besides the present one
OWN_FUNCTIONS = _calls.take()   # where the addresses of its functions are, see integration/mode_functions.py
OWN_SIZE = _calls.take()        # numbers of its state; the nearest points of the other supports follow
OWN_CLOCK = _calls.take()       # place of the time in its state, -1 where it is stepped in time
OWN_PLACE = _calls.take()       # what its state says of where the body is, see contact/among/reach.py
OTHERS = _calls.take()          # how many other supports there are
OTHER_P = _calls.take(MOST_OTHERS)      # where the parameters of each begin, counted from the present ones
OTHER_CALLS = _calls.take(MOST_OTHERS)  # and its addresses
OTHER_ALIKE = _calls.take(MOST_OTHERS)  # 1 where it moves as the present one and has the same local axes
CALLS = _calls.size

# guards of a body on a support (integration/observation.py)
_guards = Places()
GUARD_NORMAL = _guards.take()   # N [N]
GUARD_FIT = _guards.take()      # determinant of 1 + S W less FIT_MARGIN: a single touching point while positive
GUARD_EDGES = _guards.take(4)   # up to four edges of the surface
GUARD_CONE = _guards.take()     # what static friction still has in hand, 1.0 where it has no bound [N]
GUARD_END = _guards.take()      # the mode's own end: of slip, of flight, of rest; 1.0 where there is none
GUARD_TURNING = _guards.take()  # of a slip: turning that resistance leaves [rad/s]; or what it has in hand to hold [N]
GUARD_FLAT = _guards.take()     # room before the contact lies on a flat face of the body, see geometry.flatness
GUARD_OTHERS = _guards.take()   # gap to the nearest of the other supports [m]
FIT_MARGIN = 1e-9   # curvatures grow beyond all bounds towards zero (apex of a cone): the event comes a little before
