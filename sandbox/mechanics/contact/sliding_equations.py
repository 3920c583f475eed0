"""The equations of a convex body that slides on a moving surface, for any friction law affine in the normal force.

With the geometry of geometry.py, x = c from the axis point, wr = w - ws,

    sigma = v + w x rho - ws x x,     u_b = (1 + S W)^-1 S (wr x n - W sigma),     u_s = u_b + sigma
    c' = u_s,     q' = 1/2 q o (0, wr),     n' = ws x n + W u_s
    Lambda = F0 + N D,  D = n + Fb,  moment N M      (friction.py)
    v' = Lambda/m + ge - ws x v
    w' = J^-1 (rho x Lambda + N M - w x J w)

and N from the second derivative of the gap, with xi = rho x n, eta = J^-1 xi:

    N (1/m + eta.(rho x D + M)) = -n'.sigma - n.B + eta.(w x J w - rho x F0)
    B = ge + w x (w x rho + u_b) - as x x - ws x (ws x x) - ws x u_s

The bracket is V*; it is V = 1/m + xi.eta without friction, and V*/V near 0 is Painleve's paradox. A body that can't tip
has zero rows in J^-1; for these components w' = as + ws x wr, so that it follows the support.
The ledger takes the power of friction: ledger' = -as.L - m ge'.r + F.sigma + N M.wr, and E_J - ledger is constant.
Sources: contact.md 3; Ivanov 2008 (2.4), (2.5).
"""

from sandbox.compiling.branching import call, choose
from sandbox.compiling.traced import Vector, cross, length, matrix_of, turn, turn_back
from sandbox.mechanics.contact.geometry import (
    arm,
    flatness,
    ledger_power,
    migration,
    shape_operator,
    symmetric_times,
    tensor_times,
    touching,
)
from sandbox.mechanics.friction.contact_friction import friction_law, motion_of_contact
from sandbox.mechanics.layout import AXIS_POINT, INVERSE_TENSOR, IS_STEADY, MASS
from sandbox.mechanics.motion import support_motion


def inverse_times(p, v):
    """J^-1 v, body axes."""
    at = INVERSE_TENSOR
    return symmetric_times((p[at], p[at + 1], p[at + 2], p[at + 4], p[at + 5], p[at + 8]), v)


def slipping(motion, touch, x, y, z, w, v, bias, p):
    """Kinematics at the contact point x, y, z; w in body axes, the results in local axes, see the head of this file.

    returns c and rho, w and wr, sigma, sigma + bias and its size, w_n, w_t and its size, fit, u_s, n', B
    """
    n, turning = touch[1], touch[3]
    ws, as_, ge = Vector(*motion[0:3]), Vector(*motion[3:6]), Vector(*motion[6:9])
    c = Vector(x - p[AXIS_POINT], y - p[AXIS_POINT + 1], z - p[AXIS_POINT + 2])
    rho, w = turn(turning, arm(touch, p)), turn(turning, w)
    wr = w - ws

    # tangential parts only: what is normal to the surface is rounding
    swept, carried = cross(w, rho), cross(ws, c)
    sigma = v + swept - carried
    sigma = sigma - (n @ sigma)*n
    seen = sigma + bias - (n @ bias)*n
    w_n = wr @ n
    w_t = wr - w_n*n

    u_b, fit = migration(touch, cross(wr, n) - shape_operator(touch, sigma))
    u_s = sigma + u_b
    B = ge + cross(w, swept + u_b) - cross(as_, c) - cross(ws, carried + u_s)
    n_rate = cross(ws, n) + shape_operator(touch, u_s)
    return c, rho, w, wr, sigma, seen, length(seen), w_n, w_t, length(w_t), fit, u_s, n_rate, B


def following(motion, turning, wr):
    """as + ws x wr in body axes: w' of a body that is held to its support."""
    return turn_back(turning, Vector(*motion[3:6]) + cross(Vector(*motion[0:3]), wr))


def response(motion, touch, k, w, v, law, held, p):
    """Reaction and accelerations from the kinematics k of `slipping`; w and held in body axes, v in local ones.

    law    a0, a, spin, roll of friction.friction_law;  held  w' of the components in which the body can't turn
    returns Lambda, v', w' in body axes, V*/V, power of friction [W], and the rates along sigma + bias [m^2/s^3] and of
            w_n [rad/s^2]
    """
    n, turning = touch[1], touch[3]
    ws, as_, ge = Vector(*motion[0:3]), Vector(*motion[3:6]), Vector(*motion[6:9])
    _, rho, _, wr, sigma, seen, _, w_n, w_t, rolling, _, _, n_rate, B = k
    a0, a, spin, roll = law
    m = p[MASS]

    # normal force
    xi = turn_back(turning, cross(rho, n))
    eta = inverse_times(p, xi)
    gyro = cross(w, tensor_times(p, w))
    V = 1.0/m + xi @ eta
    turning_eta = turn(turning, eta)
    pushed = turning_eta @ cross(rho, seen)
    bracket = V - a*pushed - spin*(turning_eta @ n) - roll*(turning_eta @ w_t)
    N = (eta @ gyro + a0*pushed - n_rate @ sigma - n @ B - xi @ held)/bracket

    force = N*n - (a0 + N*a)*seen
    moment = cross(rho, force) - (N*spin)*n - (N*roll)*w_t
    e = inverse_times(p, turn_back(turning, moment) - gyro) + held
    power = -(a0 + N*a)*(seen @ sigma) - N*spin*w_n - N*roll*rolling*rolling

    # rates for the end of slip
    w_rate = turn(turning, e)
    slip_rate = force/m + B + cross(w_rate, rho)
    return (force, force/m + ge - cross(ws, v), e, bracket/V, power,
            seen @ slip_rate, (w_rate - as_) @ n + wr @ n_rate)


def meeting(t, x, y, z, q, w, v, bias, p, calls):
    """The support's motion, the geometry of the contact and its kinematics by `slipping`."""
    motion = support_motion.formula(t, p)
    touch = touching.formula(x, y, z, matrix_of(q), p, calls)
    return motion, touch, slipping(motion, touch, x, y, z, w, v, bias, p)


def sliding_dynamics(t, x, y, z, q0, q1, q2, q3, w1, w2, w3, vx, vy, vz, bx, by, bz, p, calls):
    """Everything about the contact at one instant; see `dynamics`."""
    w, v = Vector(w1, w2, w3), Vector(vx, vy, vz)
    return dynamics(*meeting(t, x, y, z, (q0, q1, q2, q3), w, v, Vector(bx, by, bz), p, calls), w, v, p, calls)


def given_dynamics(t, x, y, z, q, w, v, slip, spin, p, calls):
    """`dynamics` where the law of friction sees another slip (3,) [m/s] and w - ws (3,) [rad/s] than there are."""
    motion, touch, k = meeting(t, x, y, z, q, w, v, Vector(0.0, 0.0, 0.0), p, calls)
    n = touch[1]
    seen, w_n = slip - (n @ slip)*n, spin @ n
    w_t = spin - w_n*n
    return dynamics(motion, touch, (*k[:5], seen, length(seen), w_n, w_t, length(w_t), *k[10:]), w, v, p, calls)


def dynamics(motion, touch, k, w, v, p, calls):
    """Everything about the contact, from `meeting`; see the head of this file. Triples, local axes if not said else.

    returns 0 u_s, 1 w' in body axes, 2 v', 3 ledger', 4 wr in body axes, 5 n, 6 Lambda [N], 7 r mass centre from the
            axis point, 8 the support's motion (12), 9 rho, 10 w, 11 fit, 12 V*/V,
            13 H, 14 H' of friction.motion_of_contact [m/s, m/s^2], 15 the flatness, 16 sigma
    """
    c, rho, spin, wr, sigma, _, slip, w_n, _, rolling, fit, u_s, _, _ = k
    law = call(friction_law, slip, w_n, rolling, p, calls)

    # a zero row of J^-1 means that the body can't turn about that axis of itself
    stuck = [p[INVERSE_TENSOR + 4*i] == 0.0 for i in range(3)]

    def holding():
        f = following(motion, touch[3], wr)
        return Vector(*(choose(is_stuck, lambda f=f[i]: f, lambda: 0.0) for i, is_stuck in enumerate(stuck)))
    held = choose(stuck[0] | stuck[1] | stuck[2], holding, lambda: Vector(0.0, 0.0, 0.0))
    force, v_rate, w_rate, bracket, ledger, along, spinning = response(motion, touch, k, w, v, law, held, p)

    r = c - rho
    ledger = choose(p[IS_STEADY] == 0.0, lambda: ledger + ledger_power.formula(motion, r, v, w, touch[3], p),
                    lambda: ledger)
    H, H_rate = call(motion_of_contact, slip, choose(slip > 0.0, lambda: along/slip, lambda: 0.0), w_n, spinning, p)
    return (u_s, w_rate, v_rate, ledger, turn_back(touch[3], wr), touch[1], force, r, motion, rho, spin, fit,
            bracket, H, H_rate, flatness(touch, p), sigma)
