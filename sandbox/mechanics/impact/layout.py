"""Places in the records of one contact: its state (Touch), its numbers in Table 1 (Analysis), an impact (Impact).

What they mean stands with the classes that read them by name.
"""

from sandbox.compiling.places import Places

_touch = Places()
TIME = _touch.take()
MASS = _touch.take()
SIZE = _touch.take()
FIT = _touch.take()
OPENING = _touch.take()         # n.u [m/s]
SPEED = _touch.take()           # |sigma| [m/s]
FREE_OPENING = _touch.take()    # U: acceleration of the gap without reaction [m/s^2]
BLOCKED = _touch.take()         # about how many of its axes the body can't turn of itself
BLOCKED_AXES = _touch.take(3)   # 1.0 for each of them
TURNING = _touch.take(9)
NORMAL = _touch.take(3)
BASIS = _touch.take(6)
RHO = _touch.take(3)
ARM = _touch.take(3)            # c from the axis point
RADII = _touch.take(9)          # S
BEND = _touch.take(9)           # W
SUPPORT_SPIN = _touch.take(3)   # ws
SUPPORT_SPIN_RATE = _touch.take(3)  # as
GRAVITY = _touch.take(3)        # ge, with F/m of a hand (pull.py)
FALL = _touch.take()            # |g| in the laboratory, which ge cancels on a support that falls [m/s^2]
HAND_MOMENT = _touch.take(3)    # its moment about the mass centre [N m]
TENSOR = _touch.take(9)         # J
INVERSE_TENSOR = _touch.take(9)
VELOCITY = _touch.take(3)
TURNING_RATE = _touch.take(3)   # w, support axes
RELATIVE_SPIN = _touch.take(3)  # wr
CONTACT_VELOCITY = _touch.take(3)   # u
SLIP = _touch.take(3)           # sigma
BODY_MIGRATION = _touch.take(3)     # u_b
SUPPORT_MIGRATION = _touch.take(3)  # u_s
RESPONSE = _touch.take(9)       # G
FREE_RATE = _touch.take(3)      # c_free
FREE_TURNING = _touch.take(3)   # w' without reaction
NORMAL_RATE = _touch.take(3)    # n'
RHO_RATE = _touch.take(3)       # rho'
TOUCH = _touch.size

_table = Places()
U = _table.take()
V = _table.take()
U_STAR = _table.take()
V_STAR = _table.take()
N = _table.take()
N_STICK = _table.take()
EDGE = _table.take()            # |U| below which it has no sign [m/s^2]
PULL = _table.take(3)           # W
ALPHA = _table.take(3)
BETA = _table.take(3)
FRICTION = _table.take(3)       # F
MOMENT = _table.take(3)         # M
F_STICK = _table.take(3)
HOLD = _table.take(3)           # friction that holds, without a normal force, and what each newton of it adds
HOLD_N = _table.take(3)
UNIT_MOMENT = _table.take(3)    # resisting moment for one newton of normal force [m]
UNIT_K = _table.take(3)         # what that adds to u' [1/kg]
LAW_C0 = _table.take()          # the law at the present slip and spin [N, N s/m, 1]
LAW_C1 = _table.take()
LAW_MU = _table.take()
ANALYSIS = _table.size

_impact = Places()
IMPULSE = _impact.take(3)       # P
VELOCITY_AFTER = _impact.take(3)    # u
COMPRESSION = _impact.take()    # P_c
ENERGY = _impact.take()
SHARE = _impact.take()          # k of Chatterjee and Ruina
IMPACT = _impact.size
