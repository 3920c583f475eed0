"""The mode in which a convex body slides on a moving surface, for any friction law affine in the normal force.

State y (17), state.py: contact point c and quaternion body -> support in local axes, absolute angular velocity w in
body axes, ledger, velocity v of the mass centre relative to the axis point (v_G - p_s') in local axes, and a constant
bias: the law sees the slip sigma + bias, so that a slip that starts from rest has a direction.

With the geometry of geometry.py, x = c from the axis point, wr = w - ws,

    sigma = v + w x rho - ws x x,     u_b = (1 + S W)^-1 S (wr x n - W sigma),     u_s = u_b + sigma
    c' = u_s,     q' = 1/2 q o (0, wr),     n' = ws x n + W u_s
    Lambda = F0 + N D,  D = n + Fb,  moment N M      (friction/contact_friction.py)
    v' = Lambda/m + ge - ws x v
    w' = J^-1 (rho x Lambda + N M - w x J w)            a hand (pull.py): ge + F/m, w x J w - M

and N from the second derivative of the gap, with xi = rho x n, eta = J^-1 xi:

    N (1/m + eta.(rho x D + M)) = -n'.sigma - n.B + eta.(w x J w - rho x F0)
    B = ge + w x (w x rho + u_b) - as x x - ws x (ws x x) - ws x u_s

The bracket is V*; it is V = 1/m + xi.eta without friction, and V*/V near 0 is Painleve's paradox. A body that can't tip
has zero rows in J^-1; for these components w' = as + ws x wr, so that it follows the support. One that resistance keeps
from turning (unturned.py) has another J^-1 and other such components.
The ledger takes the power of friction: ledger' = -as.L - m ge'.r + F.sigma + N M.wr, and E_J - ledger is constant.
Sources: contact.md 3; Ivanov 2008 (2.4), (2.5).
"""

from typing import NamedTuple

from sandbox.compiling.branching import call, choose, greater
from sandbox.compiling.compiled import compiled
from sandbox.compiling.rotation import normalise
from sandbox.compiling.traced import (
    Vector,
    cross,
    length,
    matrix_of,
    quaternion_rate,
    sqrt,
    traced,
    turn,
    turn_back,
)
from sandbox.integration import observation as obs
from sandbox.mechanics import layout as lay
from sandbox.mechanics.contact.ball import rolling_weight, settle_point
from sandbox.mechanics.contact.geometry import (
    Symmetric,
    arm,
    contact_geometry,
    fill_contact,
    fill_energy,
    flatness,
    from_axis,
    ledger_power,
    migration,
    shape_operator,
    tensor_times,
    tips,
)
from sandbox.mechanics.contact.mode import SLIPPING, contact_mode
from sandbox.mechanics.contact.state import MOVING_SIZE, QUATERNION, VELOCITY, moving_state
from sandbox.mechanics.friction.contact_friction import friction_law, motion_of_contact, within_ellipse
from sandbox.mechanics.motion import SupportMotion, support_motion
from sandbox.mechanics.pull import given_forces
from sandbox.mechanics.report import Reported, fill_report, put

# ---- the equations --------------------------------------------------------------------------------------------------


class Slipping(NamedTuple):
    """Kinematics of a sliding contact, local axes; see the head of this file."""

    c: Vector           # contact point from the axis point [m]
    rho: Vector         # [m]
    w: Vector           # [rad/s]
    wr: Vector          # [rad/s]
    sigma: Vector       # slip [m/s]
    slip: Vector        # the slip that the law of friction sees: sigma + bias [m/s]
    speed: float        # |slip| [m/s]
    w_n: float          # wr.n [rad/s]
    w_t: Vector         # wr - w_n n [rad/s]
    rolling: float      # |w_t| [rad/s]
    fit: float          # det(1 + S W)
    u_s: Vector         # c' [m/s]
    n_rate: Vector      # n' [1/s]
    B: Vector           # [m/s^2]


class Response(NamedTuple):
    """What reaction and accelerations are; local axes if not said else."""

    force: Vector       # Lambda [N]
    v_rate: Vector      # v' [m/s^2]
    w_rate: Vector      # w', body axes [rad/s^2]
    bracket: float      # V*/V
    power: float        # of friction [W]
    along: float        # rate of the slip, times the slip that the law sees [m^2/s^3]
    spinning: float     # w_n' [rad/s^2]
    turning: float      # (|wr|^2/2)' [rad^2/s^3]


class Turning(NamedTuple):
    """How a body turns against its support, where resistance may end that."""

    K: float            # hypot(k_r |w_t|, k_s w_n)/max(k_r, k_s), 0 where nothing resists rolling [rad/s]
    K_rate: float       # [rad/s^2]
    in_hand: float      # what resistance has in hand that keeps it from turning, over the body's size [N]


class SlidingContact(NamedTuple):
    """Everything about a sliding contact at one instant; local axes if not said else."""

    u_s: Vector         # c' [m/s]
    w_rate: Vector      # w', body axes [rad/s^2]
    v_rate: Vector      # v' [m/s^2]
    ledger_rate: float  # [W]
    wr: Vector          # body axes [rad/s]
    n: Vector
    force: Vector       # Lambda [N]
    r: Vector           # mass centre from the axis point [m]
    motion: SupportMotion
    rho: Vector         # [m]
    w: Vector           # [rad/s]
    fit: float
    bracket: float      # V*/V
    H: float            # contact_friction.motion_of_contact [m/s]
    H_rate: float       # [m/s^2]
    flatness: float
    sigma: Vector       # [m/s]
    turning: Turning


class Answer(NamedTuple):
    """How a body answers to moments: w' = J^-1 M + held, body axes."""

    inverse: Symmetric  # J^-1 [1/(kg m^2)]
    held: Vector        # w' of the components in which it can't turn [rad/s^2]


def inverse_tensor(p):
    """J^-1."""
    at = lay.INVERSE_TENSOR
    return Symmetric(p[at], p[at + 1], p[at + 2], p[at + 4], p[at + 5], p[at + 8])


def inverse_times(p, v):
    """J^-1 v, body axes."""
    return inverse_tensor(p).times(v)


def slipping(motion, touch, state, bias, ge, p):
    """The Slipping of a MovingState under the gravity ge, local axes."""
    n, turning, ws = touch.n, touch.turning, motion.ws
    c = from_axis(state.x, p)
    rho, w = turn(turning, arm(touch, p)), turn(turning, state.w)
    wr = w - ws

    # tangential parts only: what is normal to the surface is rounding
    swept, carried = cross(w, rho), cross(ws, c)
    sigma = state.v + swept - carried
    sigma = sigma - (n @ sigma)*n
    slip = sigma + bias - (n @ bias)*n
    w_n = wr @ n
    w_t = wr - w_n*n

    u_b, fit = migration(touch, cross(wr, n) - shape_operator(touch, sigma))
    u_s = sigma + u_b
    B = ge + cross(w, swept + u_b) - cross(motion.as_, c) - cross(ws, carried + u_s)
    n_rate = cross(ws, n) + shape_operator(touch, u_s)
    return Slipping(c, rho, w, wr, sigma, slip, length(slip), w_n, w_t, length(w_t), fit, u_s, n_rate, B)


def following(motion, turning, wr):
    """as + ws x wr in body axes: w' of a body that is held to its support."""
    return turn_back(turning, motion.as_ + cross(motion.ws, wr))


def free_answer(motion, touch, k, p):
    """The Answer of a body that turns as friction and resistance have it."""
    # a zero row of J^-1 means that the body can't turn about that axis of itself
    stuck = [p[lay.INVERSE_TENSOR + 4*i] == 0.0 for i in range(3)]

    def holding():
        f = following(motion, touch.turning, k.wr)
        return Vector(*(choose(is_stuck, lambda f=f[i]: f, lambda: 0.0) for i, is_stuck in enumerate(stuck)))
    held = choose(stuck[0] | stuck[1] | stuck[2], holding, lambda: Vector(0.0, 0.0, 0.0))
    return Answer(inverse_tensor(p), held)


def held_answer(motion, touch, k, p):
    """The Answer of one that resistance keeps from turning, but for what it spins where k_s = 0; see unturned.py."""
    n = turn_back(touch.turning, touch.n)
    f = turn_back(touch.turning, motion.as_ + k.w_n*k.n_rate)
    e = choose(p[lay.SPINNING_RESISTANCE] > 0.0, lambda: 0.0, lambda: 1.0/(n @ tensor_times(p, n)))
    inverse = Symmetric(e*n[0]*n[0], e*n[0]*n[1], e*n[0]*n[2], e*n[1]*n[1], e*n[1]*n[2], e*n[2]*n[2])
    return Answer(inverse, f - inverse.times(tensor_times(p, f)))


def response(motion, touch, k, state, given, law, answer, p):
    """The Response to the Slipping k under the Friction `law` and what is Given besides; answer: the body's Answer."""
    n, turning, slip = touch.n, touch.turning, k.slip
    m = p[lay.MASS]

    # normal force
    xi = turn_back(turning, cross(k.rho, n))
    eta = answer.inverse.times(xi)
    gyro = given.gyro
    V = 1.0/m + xi @ eta
    turning_eta = turn(turning, eta)
    pushed = turning_eta @ cross(k.rho, slip)
    bracket = V - law.a*pushed - law.spin*(turning_eta @ n) - law.roll*(turning_eta @ k.w_t)
    N = (eta @ gyro + law.a0*pushed - k.n_rate @ k.sigma - n @ k.B - xi @ answer.held)/bracket

    force = N*n - (law.a0 + N*law.a)*slip
    moment = cross(k.rho, force) - (N*law.spin)*n - (N*law.roll)*k.w_t
    e = answer.inverse.times(turn_back(turning, moment) - gyro) + answer.held
    power = -(law.a0 + N*law.a)*(slip @ k.sigma) - N*law.spin*k.w_n - N*law.roll*k.rolling*k.rolling

    # rates for the end of slip
    w_rate = turn(turning, e)
    slip_rate = force/m + k.B + cross(w_rate, k.rho)
    return Response(force, force/m + given.ge - cross(motion.ws, state.v), e, bracket/V, power,
                    slip @ slip_rate, (w_rate - motion.as_) @ n + k.wr @ k.n_rate, (w_rate - motion.as_) @ k.wr)


def slip_start(t, state, bias, p, calls):
    """The support's motion, the touch, the Slipping of a MovingState and what is Given besides."""
    motion = support_motion.formula(t, p)
    touch = contact_geometry.formula(state.x, matrix_of(state.q), p, calls)
    r = from_axis(state.x, p) - turn(touch.turning, arm(touch, p))
    given = given_forces(t, motion, state.q, touch.turning, r, state.v, state.w, p)
    return motion, touch, slipping(motion, touch, state, bias, given.ge, p), given


@traced
def sliding_dynamics(t, y, p, calls):
    """The SlidingContact of the state y."""
    state = moving_state(y)
    motion, touch, k, given = slip_start(t, state, state.extra, p, calls)
    return dynamics(motion, touch, k, given, state, p, calls)


def seen_as(k, n, slip, spin):
    """The Slipping k where the law of friction sees another slip (3,) [m/s] and w - ws (3,) [rad/s]."""
    slip, w_n = slip - (n @ slip)*n, spin @ n
    w_t = spin - w_n*n
    return k._replace(slip=slip, speed=length(slip), w_n=w_n, w_t=w_t, rolling=length(w_t))


def given_dynamics(t, state, slip, spin, p, calls, unturned=False):
    """The SlidingContact where the law of friction sees another slip (3,) [m/s] and w - ws (3,) [rad/s]."""
    motion, touch, k, given = slip_start(t, state, Vector(0.0, 0.0, 0.0), p, calls)
    return dynamics(motion, touch, seen_as(k, touch.n, slip, spin), given, state, p, calls, unturned)


def without_turning(k, p):
    """The Slipping k without what resistance keeps a body from: rounding is left of it."""
    none = Vector(0.0, 0.0, 0.0)
    return k._replace(w_n=choose(p[lay.SPINNING_RESISTANCE] > 0.0, lambda: 0.0, lambda: k.w_n), w_t=none, rolling=0.0)


def dynamics(motion, touch, k, given, state, p, calls, unturned=False):
    """The SlidingContact from `slip_start`; see the head of this file.

    unturned    resistance keeps the body from turning
    """
    k = choose(unturned, lambda: without_turning(k, p), lambda: k)
    law = call(friction_law, k.speed, k.w_n, k.rolling, p, calls)
    answer = choose(unturned, lambda: held_answer(motion, touch, k, p), lambda: free_answer(motion, touch, k, p))
    found = response(motion, touch, k, state, given, law, answer, p)
    return contact_of(motion, touch, k, given, state, found, choose(
        unturned, lambda: Turning(0.0, 0.0, moment_in_hand(touch, k, given, law, found, p)),
        lambda: turning_of(k, found, 1.0, p)), p)


def contact_of(motion, touch, k, given, state, found, turning, p):
    """The SlidingContact of a Response."""
    r = k.c - k.rho
    ledger = choose(p[lay.IS_STEADY] == 0.0, lambda: found.power + ledger_power.formula(
        motion, r, state.v, state.w, touch.turning, p), lambda: found.power)
    ledger = ledger + given.power
    slip_rate = choose(k.speed > 0.0, lambda: found.along/k.speed, lambda: 0.0)
    H, H_rate = call(motion_of_contact, k.speed, slip_rate, k.w_n, found.spinning, p)
    wr = turn_back(touch.turning, k.wr)
    return SlidingContact(k.u_s, found.w_rate, found.v_rate, ledger, wr, touch.n, found.force, r, motion, k.rho, k.w,
                          k.fit, found.bracket, H, H_rate, flatness(touch, p), k.sigma, turning)


def moment_of(touch, k, given, found, p):
    """The moment of the contact, local axes [N m]."""
    return turn(touch.turning, tensor_times(p, found.w_rate) + given.gyro) - cross(k.rho, found.force)


def moment_in_hand(touch, k, given, law, found, p):
    """What the moment that keeps a body from turning has in hand, over the body's size [N]."""
    M = moment_of(touch, k, given, found, p)
    M_n, N, k_s = M @ touch.n, found.force @ touch.n, p[lay.SPINNING_RESISTANCE]
    M_t = length(M - M_n*touch.n)
    return choose(k_s > 0.0, lambda: call(within_ellipse, N, k_s + abs(law.spin), M_n, M_t, p),
                  lambda: p[lay.ROLLING_RESISTANCE]*N - M_t)/p[lay.LENGTH_SCALE]


def turning_of(k, found, in_hand, p):
    """The Turning of a body that can turn about all of its axes.

    K K' = (k_r^2 w_t w_t' + k_s^2 w_n w_n')/max(k_r, k_s)^2,   w_t w_t' = (|wr|^2/2)' - w_n w_n'
    """
    k_r, k_s = p[lay.ROLLING_RESISTANCE], p[lay.SPINNING_RESISTANCE]

    def sizes():
        roll, spin = k_r/greater(k_r, k_s), k_s/greater(k_r, k_s)
        K = sqrt(roll*roll*k.rolling*k.rolling + spin*spin*k.w_n*k.w_n)
        spinning = k.w_n*found.spinning
        return Turning(K, (roll*roll*(found.turning - spinning) + spin*spin*spinning)/K, in_hand)
    return choose((k_r > 0.0) & (k.rolling > 0.0) & tips(p), sizes, lambda: Turning(0.0, 0.0, in_hand))


# slip is handed to slip_end this long before it would end [s]
END_LEAD = 1e-4
# a slip of this share of the typical one that does not end creeps: explicit steps would be as short as it is slow
CREEPS = 1e-5
# turning is handed to turn_end this long before it would end [s]
TURN_LEAD = 1e-4
# what fades at less than this share of its scale per 1/scale does not end: rounding [1]
LINGERS = 1e-9
# turning of this share of its scale has a direction of its own that explicit steps can follow [1]
TURNS_OFF = 1e-5
# turning, and what a moment has in hand, below this share of their scales may be rounding [1]
ROUNDED = 1e-11
# slip, or a turn, has ended when it is this small against typical and present velocities: the least that rounding lets
# one see
ENDED = 2e-14
# a bracket V* below this share of V counts as Painleve's paradox
PARADOX = 1e-3


@traced
def sliding_rates(y, d):
    """y' from a SlidingContact."""
    q = moving_state(y).q
    return (*d.u_s, *quaternion_rate(d.wr, q), *d.w_rate, d.ledger_rate, *d.v_rate, 0.0, 0.0, 0.0)


@traced
def moving_weight(y, p):
    """Reciprocals of the scales that errors are measured in: those of rolling, and one for v."""
    vx, vy, vz = moving_state(y).v
    speed = 1.0/(p[lay.SLIP_SCALE] + abs(vx) + abs(vy) + abs(vz))
    return (*rolling_weight.formula(y, p), speed, speed, speed, 0.0, 0.0, 0.0)


@traced
def put_closed_velocity(t, y, p, calls):
    """Take from the velocity of y what it has across the surface at the contact."""
    state, motion = moving_state(y), support_motion.formula(t, p)
    turning = matrix_of(state.q)
    touch = contact_geometry.formula(state.x, turning, p, calls)
    n, v = touch.n, state.v
    u = v + cross(turn(turning, state.w), turn(turning, arm(touch, p))) - cross(motion.ws, from_axis(state.x, p))
    put(y, VELOCITY, v - (n @ u)*n)


@compiled
def sliding_settle(t, y, p, calls):
    """Unit quaternion, c on the surface, no normal velocity: what rounding leaves of it would grow with time."""
    normalise(y, QUATERNION)
    settle_point(y, p, calls)
    put_closed_velocity(t, y, p, calls)


@traced
def relative(motion, r, v):
    """Velocity of the mass centre relative to the support."""
    return v - cross(motion.ws, r)


@traced
def speeds(y, d):
    """Sum of the velocities that make up the slip [m/s]: what its rounding is measured by."""
    return (length(moving_state(y).v) + length(d.w)*length(d.rho)
            + length(d.motion.ws)*(length(d.r) + length(d.rho)))


@traced
def fill_sliding(y, d, p, calls, out):
    """Fill all of an observation but the end of the mode."""
    state = moving_state(y)
    fill_energy.formula(d.motion, relative.formula(d.motion, d.r, state.v), d.r, d.wr, state, p, out)
    fill_slip.formula(state.x, d, p, calls, out)


@traced
def fill_slip(x, d, p, calls, out):
    """Fill what an observation has of the contact at x, but the end of the mode."""
    fill_contact.formula(x, d.n, d.force, d.fit, p, calls, out)
    out[obs.FIRST_GUARD + lay.GUARD_CONE] = d.bracket - PARADOX
    out[obs.FIRST_GUARD + lay.GUARD_FLAT] = d.flatness


@traced
def observe_sliding(t, y, d, p, calls, out):
    """Fill an observation; near its end the slip is handed to slip_end."""
    fill_sliding.formula(y, d, p, calls, out)
    fill_end.formula(d, p, out)
    fill_turning.formula(d, p, out)


@traced
def fill_turning(d, p, out):
    """Fill the end of turning."""
    out[obs.FIRST_GUARD + lay.GUARD_TURNING] = turning_left(d.turning.K, d.turning.K_rate, p)


def turning_left(K, rate, p):
    """K + TURN_LEAD K' [rad/s] of a turn of the size K with the rate K', 1.0 where it does not end."""
    return choose((K > 0.0) & (rate < -LINGERS*p[lay.SPIN_SCALE]*p[lay.SPIN_SCALE]),
                  lambda: K + TURN_LEAD*rate, lambda: 1.0)


def turning_begun(K, rate, holds, p):
    """The guard of a turn that begins: until it is large enough for explicit steps, or is about to end.

    holds   whether resistance has enough in hand to hold the body. What is rounding of K has no direction: there that
            tells whether it begins at all
    """
    grown = TURNS_OFF*p[lay.SPIN_SCALE] - K
    ending = choose(K > ROUNDED*p[lay.SPIN_SCALE], lambda: turning_left(K, rate, p),
                    lambda: choose(holds, lambda: -1.0, lambda: 1.0))
    return choose(ending < grown, lambda: ending, lambda: grown)


def turning_ended(K, rate, w, p):
    """The guard of a turn that ends: K is as small as rounding lets one see, or grows again, with more than 2 TURN_LEAD
    left at its rate; w is the angular velocity.
    """
    scale = p[lay.SPIN_SCALE]
    left, falls = K/scale - ENDED*(1.0 + length(w)/scale), -(K + 2.0*TURN_LEAD*rate)/scale
    return choose(falls < left, lambda: falls, lambda: left)


@traced
def fill_end(d, p, out):
    """Fill the end of sliding."""
    ends = (p[lay.IS_DRY] != 0.0) & (d.H > 0.0)
    ending, creeping = d.H + END_LEAD*d.H_rate, d.H - CREEPS*p[lay.SLIP_SCALE]
    creeps = (creeping < CREEPS*p[lay.SLIP_SCALE]) & (creeping < ending)
    out[obs.FIRST_GUARD + lay.GUARD_END] = choose(ends, lambda: choose(creeps, lambda: creeping, lambda: ending),
                                                  lambda: 1.0)


@traced
def report_sliding(t, y, d, p, calls, out):
    """Fill a report from a SlidingContact."""
    state = moving_state(y)
    v_rel = relative.formula(d.motion, d.r, state.v)
    call(fill_report, t, Reported(state.q, d.r, v_rel, d.w, d.rho, d.n, d.force), p, out)


SLIDING = contact_mode("sliding", SLIPPING, MOVING_SIZE,
                       about="slides: its touching point slips, friction opposes the slip",
                       dynamics=sliding_dynamics, rates=sliding_rates,
                       weight=moving_weight, settle=sliding_settle, observe=observe_sliding, report=report_sliding)
