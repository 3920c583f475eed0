"""A dynamically symmetric ball that rolls without slipping on a moving surface.

State y (11), state.py: tracked point x and quaternion ball -> support in local axes, absolute angular velocity w in
local axes, ledger. The tracked point lies on phi = 0, the ball's centre is r = x + e n, n = grad phi/|grad phi|: e = a
when phi is the touched surface, e = 0 when it is the surface of the centre. With W the shape operator of phi = 0,

    wr = w - ws,   v_rel = a wr x n,   x' = (1 + e W)^-1 v_rel,   n' = W x'
    c  = r - a n,  u = v_rel - a n',   rho = -a n
    A  = as x c + ws x (ws x c) - wr x u - w x (w x rho)
    (I + m a^2) w' = m rho x (A - ge),           reaction = m (A - w' x rho - ge)

and the Jacobi integral and its ledger, with L = m r x v + I w and v = ws x r + v_rel,

    E_J = m v_rel^2/2 + I wr^2/2 - m |ws x r|^2/2 - I ws^2/2 - m ge.r,     ledger' = -as.L - m ge'.r.

A hand (pull.py) adds F/m to ge in the balances, (M + m a^2/I (M.n) n)/(I + m a^2) to w', and its power to the ledger.

Positions count from the axis point. Sources: Bychkov 2004; Borisov, Mamaev, Bizyaev 2015, section 3.
"""

from functools import cache
from typing import NamedTuple

from sandbox.compiling.branching import call, choose
from sandbox.compiling.compiled import compiled
from sandbox.compiling.entries import Entry
from sandbox.compiling.rotation import normalise, quaternion_rate_space
from sandbox.compiling.traced import Vector, cross, matrix_of, sqrt, traced, turn, turn_back, vector_at
from sandbox.integration import observation as obs
from sandbox.integration.ode import make_step
from sandbox.mechanics import layout as lay
from sandbox.mechanics.contact.geometry import fill_contact, from_axis, gauss_curvature, measured, slopes_at
from sandbox.mechanics.contact.mode import HELD, contact_mode
from sandbox.mechanics.contact.state import POINT, QUATERNION, ROLLING_SIZE, rolling_state
from sandbox.mechanics.motion import support_motion
from sandbox.mechanics.pull import Pull, nothing, pull
from sandbox.mechanics.report import Reported, fill_report, put


class BallContact(NamedTuple):
    """Everything about the contact of a ball at one instant, local axes."""

    x_rate: Vector      # of the tracked point [m/s]
    w_rate: Vector      # derivatives of the components of w [rad/s^2]
    ledger_rate: float  # [W]
    wr: Vector          # w - ws [rad/s]
    n: Vector
    force: Vector       # reaction [N]
    v_rel: Vector       # velocity of the centre relative to the support [m/s]
    r: Vector           # centre from the axis point [m]
    ws: Vector          # [rad/s]
    ge: Vector          # [m/s^2]
    fit: float          # det(1 + S W)


@traced
def ball_dynamics(t, y, p, calls):
    """The BallContact of the state y; see the head of this file."""
    state, (ws, as_, ge, ge_rate) = rolling_state(y), support_motion.formula(t, p)
    a, m, inertia, e, w = p[lay.RADIUS], p[lay.MASS], p[lay.INERTIA], p[lay.OFFSET], state.w
    gradient, bend = slopes_at(calls[lay.CALL_SURFACE], state.x, p, lay.SURFACE)
    k = 1.0/sqrt(gradient @ gradient)
    n = k*gradient

    # velocity of the centre relative to the support; trace and determinant of W on the tangent plane, W v_rel
    wr = w - ws
    v = cross(a*wr, n)
    trace = k*(bend.xx + bend.yy + bend.zz - n @ bend.times(n))
    det = gauss_curvature(k, n, bend)
    b = bend.times(v)
    b = k*(b - (n @ b)*n)

    # (1 + e W)^-1 on the tangent plane by Cayley and Hamilton; n' = W x' likewise, W^2 = trace W - det
    room = 1.0 + e*trace + e*e*det
    x_rate = ((1.0 + e*trace)/room)*v - (e/room)*b
    n_rate = (1.0/room)*b + (e/room*det)*v
    fit = choose(e != 0.0, lambda: room, lambda: 1.0 - a*trace + a*a*det)

    # centre and contact from the axis point, acceleration of the centre for w' = 0
    r = from_axis(state.x + e*n, p)
    c = r - a*n
    swing = choose(p[lay.IS_STEADY] == 0.0, lambda: cross(as_, c), lambda: Vector(0.0, 0.0, 0.0))
    def held():
        hand = call(pull, t, state.q, r, v + cross(ws, r), w, ws, p)
        M = hand.moment + (m*a*a/inertia*(hand.moment @ n))*n
        return Pull((-1.0/m)*hand.force, M/(inertia + m*a*a), hand.power)
    push, turned, power = choose(p[lay.HAND_STIFFNESS] != 0.0, held, nothing)
    A = (swing + cross(ws, cross(ws, c)) - cross(wr, v - a*n_rate) + a*((w @ n)*w - (w @ w)*n) - ge
         + push)

    # moment balance and reaction
    turning = cross((-a*m/(inertia + m*a*a))*n, A) + turned
    force = m*(A + cross(a*turning, n))

    # angular momentum about the axis point, ledger
    def moved():
        h = cross(r, v + cross(ws, r))
        return -(as_ @ (m*h + inertia*w)) - m*(ge_rate @ r)
    ledger = choose(p[lay.IS_STEADY] == 0.0, moved, lambda: 0.0)
    return BallContact(x_rate, turning - cross(ws, w), ledger + power, wr, n, force, v, r, ws, ge, fit)


@traced
def ball_rates(y, d):
    """y' from a BallContact."""
    return (*d.x_rate, *quaternion_rate_space.py_func(*d.wr, *rolling_state(y).q), *d.w_rate, d.ledger_rate)


@traced
def rates_in_body_axes(t, y, p, calls):
    """y' of a ball whose w is in body axes, as that of any rolling body (rolling.py); less work than that needs."""
    state = rolling_state(y)
    turning = matrix_of(state.q)
    w = turn(turning, state.w)
    d = ball_dynamics.formula(t, (*state.x, *state.q, *w, state.ledger), p, calls)
    # w = R w_B, R' = wr x R
    w_rate = turn_back(turning, d.w_rate - cross(d.wr, w))
    return (*d.x_rate, *quaternion_rate_space.py_func(*d.wr, *state.q), *w_rate, d.ledger_rate)


@compiled
def right_in_body_axes(t, y, p, calls):
    """`rates_in_body_axes`."""
    return rates_in_body_axes(t, y, p, calls)


@compiled
def weight_in_body_axes(y, p):
    """`rolling_weight`."""
    return rolling_weight(y, p)


@traced
def rolling_weight(y, p):
    """Reciprocals of the scales that errors are measured in: typical plus present size, one for all of a vector."""
    (x, y, z), _, (wx, wy, wz), ledger = rolling_state(y)
    place = 1.0/(p[lay.LENGTH_SCALE] + abs(x) + abs(y) + abs(z))
    spin = 1.0/(p[lay.SPIN_SCALE] + abs(wx) + abs(wy) + abs(wz))
    return place, place, place, 1.0, 1.0, 1.0, 1.0, spin, spin, spin, 1.0/(p[lay.LEDGER_SCALE] + abs(ledger))


@traced
def observe_ball(t, y, d, p, calls, out):
    """Fill an observation from a BallContact."""
    state, m, inertia = rolling_state(y), p[lay.MASS], p[lay.INERTIA]
    carrying = cross(d.ws, d.r)
    relative = m*(d.v_rel @ d.v_rel) + inertia*(d.wr @ d.wr)
    carried = m*(carrying @ carrying) + inertia*(d.ws @ d.ws)
    v = d.v_rel + carrying
    out[obs.DEFECT] = 0.5*(relative - carried) - m*(d.ge @ d.r) - state.ledger
    out[obs.KINETIC_ENERGY] = 0.5*(m*(v @ v) + inertia*(state.w @ state.w))
    fill_contact.formula(state.x, d.n, d.force, d.fit, p, calls, out)


@compiled
def rolling_settle(t, y, p, calls):
    """Unit quaternion, one Newton step of the point along grad phi; any rolling body, velocities untouched."""
    normalise(y, QUATERNION)
    settle_point(y, p, calls)


@traced
def settle_point(y, p, calls):
    """One Newton step of the point of y onto phi = 0, in place."""
    x = vector_at(y, POINT)
    phi = measured(calls[lay.CALL_DOMAIN], x, p).phi
    gradient, _bend = slopes_at(calls[lay.CALL_SURFACE], x, p, lay.SURFACE)
    put(y, POINT, x - (phi/(gradient @ gradient))*gradient)


@traced
def report_ball(t, y, d, p, calls, out):
    """Fill a report from a BallContact."""
    state = rolling_state(y)
    call(fill_report, t, Reported(state.q, d.r, d.v_rel, state.w, -p[lay.RADIUS]*d.n, d.n, d.force), p, out)


BALL = contact_mode("ball", HELD, ROLLING_SIZE, word="rolling",
                    about="a ball of equal moments of inertia rolls without slipping",
                    dynamics=ball_dynamics, rates=ball_rates,
                    weight=rolling_weight, settle=rolling_settle, observe=observe_ball, report=report_ball)


@cache
def step_in_body_axes() -> Entry:
    """Returns a step of a ball with the state of any rolling body."""
    return make_step(right_in_body_axes, weight_in_body_axes, ROLLING_SIZE)
