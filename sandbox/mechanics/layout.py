"""Places in the parameter array p of a body on a support: one flat float64 array that every compiled function reads.

Vectors of the support are in its local axes, that is the axes in which the surface function phi(x, y, z) is written.
"""

MASS = 0            # m [kg]
RADIUS = 1          # ball: a [m]
INERTIA = 2         # ball: central moment I [kg m^2]
OFFSET = 3          # ball: centre = tracked point + OFFSET n; a for the touched surface, 0 for that of the centre
TENSOR = 4          # body: J about the centre of mass, body axes, row by row (9) [kg m^2]
MASS_CENTRE = 13    # body: centre of mass in the axes of its support function (3) [m]
AXIS_POINT = 16     # point of the rotation axis (3) [m]
AXIS = 19           # unit vector of the rotation axis (3)
TILT_AXIS = 22      # unit vector of the tilt axis, before the spin (3)
GRAVITY = 25        # g at spin and tilt zero (3) [m/s^2]
PLACEMENT = 28      # rotation local -> laboratory at spin and tilt zero, row by row (9)
LAB_POINT = 37      # the axis point in the laboratory at translation zero (3) [m]
HAS_TILT = 40       # 1.0 when a tilt signal is in use
HAS_SHIFT = 41      # 1.0 when a translation signal is in use
HAS_TURNING_G = 42  # 1.0 when gravity is not along the rotation axis
IS_STEADY = 52      # 1.0 when all of the motion is a constant rate about an axis along gravity
TOLERANCE = 43      # accepted error of a sub-step, in units of the scales below
LENGTH_SCALE = 44   # [m]
SPIN_SCALE = 45     # [rad/s]
LEDGER_SCALE = 46   # [J]
MAX_LEVEL = 47      # sub-steps are h/2^level, level <= MAX_LEVEL

PLACEMENT_QUATERNION = 48   # the same rotation as a quaternion (4)

SECOND_AXIS = 53    # unit vector of the second tilt, between the first tilt and the spin (3)

SIGNAL_SIZE = 10    # t_a, c0..c5, B_sin, B_cos, nu
SPIN = 56           # signal: angle of the rotation [rad]
TILT = SPIN + SIGNAL_SIZE                # signal: angle of the first tilt [rad]
SECOND_TILT = TILT + SIGNAL_SIZE         # signal: angle of the second tilt [rad]
SHIFT = SECOND_TILT + SIGNAL_SIZE        # three signals: translation along the laboratory axes [m]
SHAPE = SHIFT + 3*SIGNAL_SIZE            # parameters of the body's support function
SHAPE_SIZE = 16
CONTACT = SHAPE + SHAPE_SIZE             # the contact's law, below
CONTACT_SIZE = 24
CARRIED = CONTACT + CONTACT_SIZE         # masses carried inside the body, below
SLIDER_SIZE, DRIVEN_SIZE = 12, 24
SLIDERS, DRIVEN = 2, 2                   # free coordinates and driven parts at most
FIRST_DRIVEN = CARRIED + SLIDERS*SLIDER_SIZE     # the driven parts follow the sliders
CARRIED_SIZE = SLIDERS*SLIDER_SIZE + DRIVEN*DRIVEN_SIZE
SURFACE = CARRIED + CARRIED_SIZE         # parameters of the surface; the array ends with them

# the law of a contact: friction -(c0 + mu N) e - c1 slip, moments of patch, rolling and spinning resistance
KINETIC_FRICTION = CONTACT              # mu [1]
STATIC_FRICTION = CONTACT + 1           # mu_s [1], inf where the contact can't slip
CONSTANT_FRICTION = CONTACT + 2         # c0 [N]
VISCOUS_FRICTION = CONTACT + 3          # c1 [N s/m]
PATCH = CONTACT + 4                     # radius of a spinning patch (Coulomb-Contensou, Hertz pressure), 0 for none [m]
ROLLING_RESISTANCE = CONTACT + 5        # k_r [m]
SPINNING_RESISTANCE = CONTACT + 6       # k_s [m]
FRAME_END = CONTACT + 7                 # time at which a mode stepped in slip time has to stop [s]
INVERSE_TENSOR = CONTACT + 8            # J^-1, body axes, row by row (9); zero rows for a body that can't tip
SLIP_SCALE = CONTACT + 17               # a typical slip velocity sqrt(g L) [m/s]
STIFFNESS = CONTACT + 18                # k of a contact realised by a spring and a damper [N/m]
DAMPING = CONTACT + 19                  # c of it [N s/m]
CREEP = CONTACT + 20                    # slip velocity below which its friction fades [m/s]
LEAP = CONTACT + 21                     # share of the kinetic energy that a sub-step at the finest level whose error is
#                                         above the tolerance may gain or lose; 0 for any

# a mass that slides along a line of the body, places from the first of its block; zeros where there is none
SLIDER_MASS = 0         # m [kg]
SLIDER_SHARE = 1        # 1/m, 0 where there is none [1/kg]
SLIDER_POINT = 2        # point of the line (3), from the mass centre of the body, body axes [m]
SLIDER_DIRECTION = 5    # its unit vector (3)
SLIDER_STIFFNESS = 8    # [N/m]
SLIDER_DAMPING = 9      # [N s/m]
SLIDER_REST = 10        # where its spring is at rest [m]

# a part that a motor moves inside the body
DRIVEN_KIND = 0         # NO_PART, ON_LINE, ON_CIRCLE or ROTOR
DRIVEN_MASS = 1         # m [kg], axial moment of inertia of a rotor [kg m^2]
DRIVEN_POINT = 2        # point of the line, middle of the circle (3), from the mass centre of the body [m]
DRIVEN_FIRST = 5        # unit vector of the line, first radius of the circle [m], axis of the rotor (3)
DRIVEN_SECOND = 8       # second radius of the circle (3) [m]
DRIVEN_LAW = 11         # signal: place on the line [m], angle on the circle or of the rotor [rad]
NO_PART, ON_LINE, ON_CIRCLE, ROTOR = 0.0, 1.0, 2.0, 3.0

# places in the table of addresses
CALL_SURFACE = 0    # field: gradient and Hessian of phi
CALL_DOMAIN = 1     # field: phi and the distances to the surface's edges
CALL_SHAPE = 2      # field: gradient and Hessian of the support function

# places in an observation
SEEN_DEFECT = 0     # E_J - ledger [J]
SEEN_KINETIC = 1    # kinetic energy relative to the moving axis point [J]
SEEN_FRICTION = 2   # |F|/N, inf when N <= 0 [1]
SEEN_GUARDS = 3     # first guard; a guard passing from positive to negative ends the mode
GUARD_NORMAL = 0    # N [N]
GUARD_FIT = 1       # determinant of 1 + S W less FIT_MARGIN: a single touching point while positive
FIT_MARGIN = 1e-9   # curvatures grow beyond all bounds towards zero (apex of a cone): the event comes a little before
GUARD_EDGES = 2     # up to four edges of the surface
GUARD_CONE = 6      # what static friction still has in hand, 1.0 where it has no bound [N]
GUARD_END = 7       # the mode's own end: of slip, of flight, of rest; 1.0 where there is none
GUARD_CLOCK = 8     # time left to the end of the frame of a mode stepped in another variable; 1.0 elsewhere [s]
GUARD_FLAT = 9      # room before the contact lies on a flat face of the body, see contact.flatness; 1.0 elsewhere
GUARDS = 10
SEEN = SEEN_GUARDS + GUARDS
