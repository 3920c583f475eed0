"""A body pressed against a support that gives way: a spring and a damper along the normal instead of a rigid contact.

State y (17) as in flight.py: mass centre x_G, quaternion, w, ledger, v_G in the laboratory, nearest point c of the
support in local axes; the body's own point is c + gap n, delta = -gap its depth. In support axes, rho from the mass
centre to that point, r the mass centre from the axis point,

    u = v + w x rho - ws x (r + rho),   gap' = n.u,   sigma = u - (n.u) n
    N = k delta + c delta'                                       until N = 0: the contact can't pull
    F = -((c0/s + c1) N/sqrt(N^2 + N0^2) + mu N f/s) sigma,   s = sqrt(sigma^2 + eps^2),   N0 = m g/100
    M = -N (mu b m sign(w_n) n + (k_s^2 w_n n + k_r^2 w_t)/K),   K^2 = k_s^2 w_n^2 + k_r^2 w_t^2 + k^2 (eps/L)^2
    m v_G' = m g + N n + F,   J w' = rho x (N n + F) + M - w x J w        (and what a hand does: pull.py)

f, m, k_r, k_s as in friction/dry.py at the slip s. Below the creep velocity eps friction fades in proportion to the
slip: what a rigid contact would hold creeps along at eps |F|/sqrt((mu N)^2 - F^2); k in K is max(k_r, k_s) and L the
body's size. Adhesion and viscosity, which do not know N, set in with it: a force that jumps at N = 0 could make the
contact begin and end without end. The energy of the spring counts:

    E_J + k delta^2/2 - ledger = const,   ledger' = -as.L - m ge'.r + F.sigma + M.wr - c delta'^2

Where N ends at delta > 0 the support follows later by itself, and its damper takes k delta^2/2: the jumps book that.
A body with a flat face touches with the deepest point of its rim, which may jump to the other side: exact between such
jumps. `above` is the flight over such a support: it ends where N would be positive. Sources: contact.md 9; Ivanov 2008,
appendix D.1.
"""

from math import nan
from math import sqrt as root
from typing import NamedTuple

from sandbox.compiling.branching import call, choose
from sandbox.compiling.compiled import compiled
from sandbox.compiling.rotation import normalise
from sandbox.compiling.traced import Vector, cross, length, matrix_of, quaternion_rate, sqrt, traced, turn, turn_back
from sandbox.integration import observation as obs
from sandbox.mechanics import layout as lay
from sandbox.mechanics.contact.flight.flight import (
    FLIGHT,
    LEAVING,
    OVERLAP,
    SLOW,
    fall_off,
    fill_free,
    flight_dynamics,
    flight_rhs,
    flight_settle,
    flight_step,
    flying_state,
    free_fall,
    mass_centre,
    nearest_point,
    opening,
    put_nearest,
    relative_spin,
    report_flight,
)
from sandbox.mechanics.contact.flight.nearest import gap_at, regular_geometry, search, size_of, within
from sandbox.mechanics.contact.geometry import (
    arm,
    curvature,
    fill_contact,
    fill_energy,
    ledger_power,
    radii_product,
    tensor_times,
    trace_of_both,
)
from sandbox.mechanics.contact.mode import FREE, contact_mode
from sandbox.mechanics.contact.slip.sliding import inverse_times, moving_weight, relative
from sandbox.mechanics.contact.state import MOVING_SIZE, QUATERNION, moving_state
from sandbox.mechanics.friction.contact_friction import Friction, friction_law
from sandbox.mechanics.motion import SupportMotion, support_motion, support_pose
from sandbox.mechanics.pull import nothing, pull
from sandbox.mechanics.report import Reported, fill_report

# a force below this is none: rounding of the depth and of the present forces [of m g, of k L]
FAINT, ROUNDING = 1e-9, 1e-13
# adhesion and viscosity set in with a force of this size [of m g]
SETS_IN = 1e-2


class Approaching(NamedTuple):
    """Kinematics of the body's point, local axes."""

    rho: Vector         # [m]
    wr: Vector          # [rad/s]
    rate: float         # gap' [m/s]
    sigma: Vector       # [m/s]
    speed: float        # |sigma| [m/s]
    w_n: float          # [rad/s]
    w_t: Vector         # [rad/s]
    rolling: float      # |w_t| [rad/s]
    fit: float          # det(1 + S W)


class PressedContact(NamedTuple):
    """Everything about a contact that gives way at one instant; local axes if not said else."""

    v_rate: Vector      # v_G' in the laboratory [m/s^2]
    w_rate: Vector      # w', body axes [rad/s^2]
    ledger_rate: float  # [W]
    force: Vector       # reaction [N]
    depth: float        # delta [m]
    depth_rate: float   # delta' [m/s]
    c: Vector           # nearest point, local coordinates [m]
    r: Vector           # mass centre from the axis point [m]
    v: Vector           # its velocity relative to that point [m/s]
    rho: Vector         # [m]
    motion: SupportMotion
    turning: tuple      # body -> local axes (9,)
    n: Vector
    fit: float
    q: tuple            # quaternion body -> support (4,)


class Loads(NamedTuple):
    """What a contact that gives way exerts, local axes."""

    force: Vector       # [N]
    moment: Vector      # [N m]
    power: float        # less that of N [W]


@traced
def approaching(motion, touch, body, w, p):
    """The Approaching of a Flying body; w in body axes."""
    n, turning, ws = touch.n, touch.turning, motion.ws
    rho, spin = turn(turning, arm(touch, p)), turn(turning, w)
    u = body.v + cross(spin, rho) - cross(ws, body.r + rho)
    rate = u @ n
    sigma = u - rate*n
    wr = spin - ws
    w_n = wr @ n
    w_t = wr - w_n*n
    fit = 1.0 + trace_of_both(touch) + curvature(touch)*radii_product(touch)
    return Approaching(rho, wr, rate, sigma, length(sigma), w_n, w_t, length(w_t), fit)


@traced
def loads(n, k, N, law, p):
    """The Loads of a normal force N under the Friction `law`."""
    small = SETS_IN*p[lay.MASS]*p[lay.SLIP_SCALE]*p[lay.SLIP_SCALE]/p[lay.LENGTH_SCALE]
    drag = N*(law.a0/sqrt(N*N + small*small) + law.a)
    return Loads(N*n - drag*k.sigma, -(N*law.spin)*n - (N*law.roll)*k.w_t,
                 -drag*(k.sigma @ k.sigma) - N*(law.spin*k.w_n + law.roll*k.rolling*k.rolling))


@traced
def accelerations(pose, touch, rho, given, hand, w, p):
    """v_G' in the laboratory and w' in body axes under the Loads `given` and the Pull of a hand."""
    _, g = free_fall.formula(w, p)
    moment = turn_back(touch.turning, cross(rho, given.force) + given.moment + hand.moment)
    torque = moment - cross(w, tensor_times(p, w))
    return turn(matrix_of(pose.q), given.force + hand.force)/p[lay.MASS] + g, inverse_times(p, torque)


@compiled
def compliant_law(slip, w_n, w_t, p, calls):
    """`contact_friction.friction_law` that fades below the creep velocity, see the head of this file."""
    eps = p[lay.CREEP]
    a0, a, spin, roll = friction_law(root(slip*slip + eps*eps), w_n, w_t, p, calls)
    k_r, k_s = p[lay.ROLLING_RESISTANCE], p[lay.SPINNING_RESISTANCE]
    if k_r > 0.0 or k_s > 0.0:
        # in place of the dry resistance
        hard = root(k_s*k_s*w_n*w_n + k_r*k_r*w_t*w_t)
        bend = max(k_r, k_s)*eps/p[lay.LENGTH_SCALE]
        soft = root(hard*hard + bend*bend)
        if hard > 0.0:
            spin -= k_s*k_s*w_n/hard
        spin += k_s*k_s*w_n/soft
        roll = k_r*k_r/soft
    return Friction(a0, a, spin, roll)


@traced
def pull_on(t, body, w, motion, p):
    """The Pull of a hand on a Flying body, if there is one; w in body axes."""
    return choose(p[lay.HAND_STIFFNESS] != 0.0, lambda: call(
        pull, t, body.q, body.r, body.v, turn(body.turning, w), motion.ws, p), nothing)


@compiled
def pressed_dynamics(t, y, p, calls):
    """The PressedContact of the state y."""
    return pressed_called(t, state_of(y), p, calls)


@traced
def state_of(y):
    """The MovingState of y, numbers or pointer."""
    return moving_state(y)


@compiled
def pressed_called(t, state, p, calls):
    """`pressed_dynamics`, compiled once for numbers and pointers."""
    pose, motion, w = support_pose(t, p), support_motion(t, p), state.w
    body = flying_state(pose, state, p)
    found = search(mass_centre(body.r, p), body.turning, state.extra, p, calls)
    c, gap = found.c, found.gap
    if not found.found:
        # a flat face against a bulge has no single touching point: the run ends
        gap = nan
    touch = regular_geometry(c, body.turning, p, calls)
    k = approaching(motion, touch, body, w, p)
    N = -p[lay.STIFFNESS]*gap - p[lay.DAMPING]*k.rate
    given = loads(touch.n, k, N, compliant_law(k.speed, k.w_n, k.rolling, p, calls), p)
    hand = pull_on(t, body, w, motion, p)
    v_rate, w_rate = accelerations(pose, touch, k.rho, given, hand, w, p)
    ledger = hand.power + given.power - p[lay.DAMPING]*k.rate*k.rate
    if p[lay.IS_STEADY] == 0.0:
        ledger += ledger_power(motion, body.r, body.v, w, body.turning, p)
    return PressedContact(v_rate, w_rate, ledger, given.force, -gap, -k.rate, c, body.r, body.v, k.rho, motion,
                          body.turning, touch.n, k.fit, body.q)


@traced
def pressed_rates(y, d):
    """y' from a PressedContact; c is a first guess only, settling keeps it up to date."""
    state = moving_state(y)
    return (*state.v, *quaternion_rate(state.w, state.q), *d.w_rate, d.ledger_rate, *d.v_rate, 0.0, 0.0, 0.0)


@compiled
def pressed_settle(t, y, p, calls):
    """Unit quaternion, and the point c brought up to date: the one that presses, not another that may be nearer."""
    normalise(y, QUATERNION)
    put_nearest(y, pressed_dynamics(t, y, p, calls).c)


@traced
def fill_pressed(y, d, p, calls, out):
    """Fill an observation; returns N."""
    state = moving_state(y)
    fill_energy.formula(d.motion, relative.formula(d.motion, d.r, d.v), d.r,
                        relative_spin.formula(state.w, d.turning, d.motion), state, p, out)
    out[obs.DEFECT] = out[obs.DEFECT] + 0.5*p[lay.STIFFNESS]*d.depth*d.depth
    N, _F = fill_contact.formula(d.c, d.n, d.force, d.fit, p, calls, out)
    return N


@compiled
def observe_pressed(t, y, d, p, calls, out):
    """Fill an observation. While it gets deeper, a contact never ends."""
    N = fill_pressed(y, d, p, calls, out)
    if d.depth_rate > 0.0:
        out[obs.FIRST_GUARD + lay.GUARD_NORMAL] = max(N, LEAVING*p[lay.MASS]*p[lay.SLIP_SCALE]*p[lay.SLIP_SCALE]
                                                      /p[lay.LENGTH_SCALE])


@traced
def report_pressed(t, y, d, p, calls, out):
    """Fill a report: the contact is the body's own point, below the surface."""
    v_rel = relative.formula(d.motion, d.r, d.v)
    call(fill_report, t, Reported(d.q, d.r, v_rel, turn(d.turning, moving_state(y).w), d.rho, d.n, d.force), p, out)


PRESSED = contact_mode("pressed", FREE, MOVING_SIZE,
                       about="is pressed into a support that gives way like a spring and a damper",
                       dynamics=pressed_dynamics, rates=pressed_rates,
                       weight=moving_weight, settle=pressed_settle, observe=observe_pressed, report=report_pressed)


@compiled
def observe_above(t, y, d, p, calls, out):
    """Fill an observation of flight above a support that gives way: it ends where the force would be positive.

    A body that leaves may still overlap; it is on its way as long as k delta + c delta' says so.
    """
    w, c = fill_free(d.motion, d.body, y, p, out), nearest_point(y)
    gap = gap_at(d.touch, mass_centre(d.body.r, p), c, p, calls)
    if gap - gap == 0.0 and within(c, p, calls):
        rate = opening(d.motion, d.touch, c, d.body.v, w, p)
        L, k = p[lay.LENGTH_SCALE], p[lay.STIFFNESS]
        faint = FAINT*p[lay.MASS]*p[lay.SLIP_SCALE]*p[lay.SLIP_SCALE]/L + ROUNDING*k*L
        leaves = rate > -SLOW*(p[lay.SLIP_SCALE] + size_of(d.body.v)) and gap > -OVERLAP*L
        if leaves or (rate > 0.0 and gap < 0.0 and -k*gap - p[lay.DAMPING]*rate <= faint):
            gap = max(gap, LEAVING*L)
        out[obs.FIRST_GUARD + lay.GUARD_END] = gap
    else:
        # it may leave the edge while it still overlaps
        out[obs.FIRST_GUARD + lay.GUARD_EDGES] = fall_off(d.motion, d.body.r, c, gap + p[lay.LENGTH_SCALE], p)


ABOVE = contact_mode("above", FREE, MOVING_SIZE, word="flight",
                     about="flies freely above a support that gives way",
                     step=flight_step, like=FLIGHT,
                     dynamics=flight_dynamics, rhs=flight_rhs, weight=moving_weight, settle=flight_settle,
                     observe=observe_above, report=report_flight)
