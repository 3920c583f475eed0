"""A convex body that rolls without slipping on a moving surface: any support function, any inertia.

State y (11), state.py: contact point c and quaternion body -> support in local axes, absolute angular velocity w in
body axes, ledger. With n the normal of phi = 0 towards the body, W = P Hess(phi) P/|grad phi| its shape operator,
nu = -n the body's outward normal, h(nu) its support function, S = Hess h (the matrix of curvature radii),

    rho = grad h(nu) - s_G,     wr = w - ws,     u = (1 + S W)^-1 S (wr x n)
    c'  = u,   q' = 1/2 q o (0, wr)
    A   = as x c + ws x (ws x c) - wr x u - w x (w x rho)
    (J + m(|rho|^2 1 - rho rho^T)) w' = M - w x J w + m rho x (A - ge)
    reaction = m (A - w' x rho - ge)

and with r = c - rho, v_rel = -wr x rho, L = m r x (ws x r + v_rel) + J w

    E_J = (m v_rel^2 + wr.J wr - m |ws x r|^2 - ws.J ws)/2 - m ge.r,     ledger' = -as.L - m ge'.r.

A hand (pull.py) adds F/m to ge in the balances, its moment M, and its power to the ledger.

Positions count from the axis point. A sharp edge needs no care, because radii stay finite where curvature does not; a
sharp disk lying exactly flat is a true singularity. Source: Bychkov 2004, equation (1.12) as u above.
"""

from typing import NamedTuple

from sandbox.compiling.branching import call, choose
from sandbox.compiling.traced import Vector, cross, matrix_of, quaternion_rate, traced, turn, turn_back
from sandbox.integration import observation as obs
from sandbox.mechanics import layout as lay
from sandbox.mechanics.contact.ball import rolling_settle, rolling_weight
from sandbox.mechanics.contact.geometry import (
    Symmetric,
    arm,
    contact_geometry,
    fill_contact,
    fill_energy,
    flatness,
    friction_in_hand,
    from_axis,
    ledger_power,
    migration,
    tensor_times,
)
from sandbox.mechanics.contact.mode import HELD, contact_mode
from sandbox.mechanics.contact.state import ROLLING_SIZE, rolling_state
from sandbox.mechanics.motion import SupportMotion, support_motion
from sandbox.mechanics.pull import given_forces
from sandbox.mechanics.report import Reported, fill_report


class Balance(NamedTuple):
    """Kinematics of rolling and the right-hand side of the moment balance, see the head of this file."""

    u: Vector           # c', local axes [m/s]
    fit: float          # det(1 + S W)
    wr: Vector          # local axes [rad/s]
    rho: Vector         # body axes [m]
    A: Vector           # A - ge with what a hand adds to ge, body axes [m/s^2]
    A_load: Vector      # without it: what the hand does not hold feels gravity alone
    moment: Vector      # m rho x (A - ge) - w x J w + M, body axes [N m]
    power: float        # of the hand [W]


class RollingContact(NamedTuple):
    """Everything about a rolling contact at one instant; local axes if not said else."""

    u: Vector           # c' [m/s]
    w_rate: Vector      # w', body axes [rad/s^2]
    ledger_rate: float  # [W]
    wr: Vector          # body axes [rad/s]
    n: Vector
    force: Vector       # reaction [N]
    v_rel: Vector       # velocity of the mass centre relative to the support [m/s]
    r: Vector           # mass centre from the axis point [m]
    rho: Vector         # [m]
    motion: SupportMotion
    turning: tuple      # body -> local axes (9,)
    fit: float
    flatness: float


def balance(t, motion, touch, state, swing, p):
    """The Balance of a body that touches in a RollingState; swing = as x c, local axes."""
    n, turning, ws, w = touch.n, touch.turning, motion.ws, state.w
    r, c = arm(touch, p), from_axis(state.x, p)
    rho, spin = turn(turning, r), turn(turning, w)
    wr = spin - ws
    u, fit = migration(touch, cross(wr, n))
    carried, moved, turned = cross(ws, cross(ws, c)), cross(wr, u), cross(spin, cross(spin, rho))
    given = given_forces(t, motion, state.q, turning, c - rho, cross(rho, wr) + cross(ws, c - rho), w, p)

    def less(ge):
        return turn_back(turning, carried - ge + swing - moved - turned)
    A = less(given.ge)
    A_load = choose(p[lay.HAND_STIFFNESS] != 0.0, lambda: less(motion.ge), lambda: A)
    return Balance(u, fit, wr, r, A, A_load, p[lay.MASS]*cross(r, A) - given.gyro, given.power)


def solve_symmetric(a, b):
    """Solution of a symmetric positive definite 3 x 3 system by elimination without pivoting (L D L^T)."""
    l1, l2 = a.xy/a.xx, a.xz/a.xx
    d2 = a.yy - l1*a.xy
    e = a.yz - l1*a.xz
    l3 = e/d2
    d3 = a.zz - l2*a.xz - l3*e
    by = b[1] - l1*b[0]
    bz = b[2] - (l2*b[0] + l3*by)
    z = bz/d3
    y = by/d2 - l3*z
    return Vector(b[0]/a.xx - l1*y - l2*z, y, z)


def tensor_about_contact(p, r):
    """J + m(|rho|^2 1 - rho rho^T), body axes; r is rho."""
    m, rr = p[lay.MASS], r @ r
    return Symmetric(p[lay.TENSOR] + m*(rr - r[0]*r[0]), p[lay.TENSOR + 1] - m*r[0]*r[1],
                     p[lay.TENSOR + 2] - m*r[0]*r[2], p[lay.TENSOR + 4] + m*(rr - r[1]*r[1]),
                     p[lay.TENSOR + 5] - m*r[1]*r[2], p[lay.TENSOR + 8] + m*(rr - r[2]*r[2]))


def about_contact(p, r, e):
    """(J + m(|rho|^2 1 - rho rho^T))^-1 e, body axes; r is rho."""
    return solve_symmetric(tensor_about_contact(p, r), e)


def spread_times(p, r, v):
    """(J + m(|rho|^2 1 - rho rho^T)) v, body axes; r is rho."""
    return tensor_times(p, v) + p[lay.MASS]*((r @ r)*v - (r @ v)*r)


def absolute(motion, r, v_rel):
    """Velocity relative to the axis point."""
    return v_rel + cross(motion.ws, r)


@traced
def rolling_start(t, y, p, calls):
    """The support's motion, the touch and the Balance of a body that rolls."""
    state, motion = rolling_state(y), support_motion.formula(t, p)
    touch = contact_geometry.formula(state.x, matrix_of(state.q), p, calls)
    swing = choose(p[lay.IS_STEADY] == 0.0, lambda: cross(motion.as_, from_axis(state.x, p)),
                   lambda: Vector(0.0, 0.0, 0.0))
    return motion, touch, balance(t, motion, touch, state, swing, p)


@traced
def rolling_end(motion, touch, balanced, y, w_rate, p):
    """The RollingContact of the state y once w' is known, body axes."""
    state, turning = rolling_state(y), touch.turning
    rho = turn(turning, balanced.rho)
    r = from_axis(state.x, p) - rho
    v_rel = cross(rho, balanced.wr)
    force = p[lay.MASS]*turn(turning, balanced.A - cross(w_rate, balanced.rho))
    ledger = choose(p[lay.IS_STEADY] == 0.0, lambda: ledger_power.formula(
        motion, r, absolute(motion, r, v_rel), state.w, turning, p), lambda: 0.0)
    return RollingContact(balanced.u, w_rate, ledger + balanced.power, turn_back(turning, balanced.wr), touch.n, force,
                          v_rel, r, rho, motion, turning, balanced.fit, flatness(touch, p))


@traced
def rolling_dynamics(t, y, p, calls):
    """The RollingContact of the state y, see the head of this file."""
    motion, touch, balanced = rolling_start.formula(t, y, p, calls)
    return rolling_end.formula(motion, touch, balanced, y, about_contact(p, balanced.rho, balanced.moment), p)


@traced
def rolling_rates(y, d):
    """y' from a RollingContact."""
    return (*d.u, *quaternion_rate(d.wr, rolling_state(y).q), *d.w_rate, d.ledger_rate)


@traced
def held_rates(y, d):
    """y' of a contact that has a RollingContact as `rolling`."""
    return rolling_rates.formula(y, d.rolling)


@traced
def fill_rolling(y, d, p, calls, out):
    """Fill an observation from a RollingContact; returns N and |F| [N]."""
    state = rolling_state(y)
    fill_energy.formula(d.motion, d.v_rel, d.r, d.wr, state, p, out)
    N, F = fill_contact.formula(state.x, d.n, d.force, d.fit, p, calls, out)
    out[obs.FIRST_GUARD + lay.GUARD_CONE] = friction_in_hand.formula(N, F, p)
    out[obs.FIRST_GUARD + lay.GUARD_FLAT] = d.flatness
    return N, F


@traced
def observe_rolling(t, y, d, p, calls, out):
    """`fill_rolling`."""
    fill_rolling.formula(y, d, p, calls, out)


@traced
def report_rolling(t, y, d, p, calls, out):
    """Fill a report from a RollingContact."""
    state = rolling_state(y)
    call(fill_report, t, Reported(state.q, d.r, d.v_rel, turn(d.turning, state.w), d.rho, d.n, d.force), p, out)


@traced
def report_held(t, y, d, p, calls, out):
    """Fill a report of a contact that has a RollingContact as `rolling`."""
    report_rolling.formula(t, y, d.rolling, p, calls, out)


ROLLING = contact_mode("rolling", HELD, ROLLING_SIZE,
                       about="rolls without slipping, free to spin about the normal",
                       dynamics=rolling_dynamics, rates=rolling_rates,
                       weight=rolling_weight, settle=rolling_settle, observe=observe_rolling, report=report_rolling)
