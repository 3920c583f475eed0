"""A body at rest on its moving support, and one that spins on the spot.

Rest. State y (11) as in rolling.py with c' = 0, q' = 0 and w = ws, w' = as. With r the mass centre from the axis point,

    Lambda = m (as x r + ws x (ws x r) - ge)
    M = J w' + w x J w - rho x Lambda              the moment that the contact has to bear, less a hand's (pull.py)

Pivot: w = ws + s n on a spot c of the support that stays, n' = ws x n. Resistance holds back rolling, nothing spinning
(k_s = 0). With B = J + m(|rho|^2 1 - rho rho^T) and A of rolling.py (u = 0)

    w' = f + s' n,   f = as + s ws x n,     n.(B w') = n.(m rho x (A - ge) - w x J w)
    M = B w' - m rho x (A - ge) + w x J w          across the normal

Both end when friction or the moment reaches what the law can bear (contact_friction.hold_in_hand). The forces do no
work relative to the support: the ledger is that of rolling.
"""

from typing import NamedTuple

from sandbox.compiling.branching import call, choose
from sandbox.compiling.compiled import compiled
from sandbox.compiling.traced import Vector, cross, length, matrix_of, traced, turn, turn_back
from sandbox.integration import observation as obs
from sandbox.mechanics import layout as lay
from sandbox.mechanics.contact.ball import rolling_settle, rolling_weight
from sandbox.mechanics.contact.geometry import (
    arm,
    contact_geometry,
    fill_contact,
    fill_energy,
    friction_in_hand,
    from_axis,
    ledger_power,
    tensor_times,
    tips,
)
from sandbox.mechanics.contact.mode import HELD, contact_mode
from sandbox.mechanics.contact.rolling import (
    RollingContact,
    fill_rolling,
    held_rates,
    report_held,
    rolling_end,
    rolling_start,
    spread_times,
)
from sandbox.mechanics.contact.state import ANGULAR_VELOCITY, ROLLING_SIZE, rolling_state
from sandbox.mechanics.friction.contact_friction import hold_in_hand
from sandbox.mechanics.motion import SupportMotion, support_motion
from sandbox.mechanics.pull import given_forces
from sandbox.mechanics.report import Reported, fill_report, put

# ---- rest ---------------------------------------------------------------------------------------------------------

class RestingContact(NamedTuple):
    """A contact at rest, see the head of this file; local axes if not said else."""

    motion: SupportMotion
    w: Vector           # body axes [rad/s]
    w_rate: Vector      # body axes [rad/s^2]
    force: Vector       # Lambda [N]
    moment: Vector      # M [N m]
    M_n: float          # M.n [N m]
    M_t: float          # |M - (M.n) n| [N m]
    v: Vector           # of the mass centre relative to the axis point [m/s]
    r: Vector           # mass centre from the axis point [m]
    rho: Vector         # [m]
    n: Vector
    turning: tuple      # body -> local axes (9,)


@traced
def resting_dynamics(t, y, p, calls):
    """The RestingContact of the state y."""
    state, motion = rolling_state(y), support_motion.formula(t, p)
    touch = contact_geometry.formula(state.x, matrix_of(state.q), p, calls)
    n, turning, ws, as_ = touch.n, touch.turning, motion.ws, motion.as_
    rho = turn(turning, arm(touch, p))
    r = from_axis(state.x, p) - rho
    v = cross(ws, r)
    w, e = turn_back(turning, ws), turn_back(turning, as_)
    given = given_forces(t, motion, state.q, turning, r, v, w, p)
    force = p[lay.MASS]*(cross(as_, r) + cross(ws, v) - given.ge)
    M = turn(turning, tensor_times(p, e) + given.gyro) - cross(rho, force)
    M_n = M @ n
    return RestingContact(motion, w, e, force, M, M_n, length(M - M_n*n), v, r, rho, n, turning)


@traced
def rest_rhs(t, y, p, calls):
    """y' of a body at rest."""
    none = Vector(0.0, 0.0, 0.0)

    def moving():
        d = resting_dynamics.formula(t, y, p, calls)
        return d.w_rate, ledger_power.formula(d.motion, d.r, d.v, d.w, d.turning, p)
    w_rate, ledger = choose(p[lay.IS_STEADY] != 0.0, lambda: (none, 0.0), moving)
    return (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, *w_rate, ledger)


@traced
def put_support_spin(t, y, p):
    """Write ws in body axes to y."""
    put(y, ANGULAR_VELOCITY, turn_back(matrix_of(rolling_state(y).q), support_motion.formula(t, p).ws))


@compiled
def rest_settle(t, y, p, calls):
    """Unit quaternion, c on the surface, w that of the support: what the equations say, less their rounding."""
    rolling_settle(t, y, p, calls)
    put_support_spin(t, y, p)


@traced
def observe_rest(t, y, d, p, calls, out):
    """Fill an observation. A body that can't tip bears any moment."""
    none = Vector(0.0, 0.0, 0.0)
    fill_energy.formula(d.motion, none, d.r, none, rolling_state(y)._replace(w=d.w), p, out)
    N, F = fill_contact.formula(rolling_state(y).x, d.n, d.force, 1.0, p, calls, out)
    out[obs.FIRST_GUARD + lay.GUARD_CONE] = friction_in_hand.formula(N, F, p)
    out[obs.FIRST_GUARD + lay.GUARD_END] = choose(tips(p),
                                                  lambda: call(hold_in_hand, N, d.M_n, d.M_t, p)/p[lay.LENGTH_SCALE],
                                                  lambda: 1.0)


@traced
def report_rest(t, y, d, p, calls, out):
    """Fill a report."""
    body = Reported(rolling_state(y).q, d.r, Vector(0.0, 0.0, 0.0), d.motion.ws, d.rho, d.n, d.force)
    call(fill_report, t, body, p, out)


REST = contact_mode("rest", HELD, ROLLING_SIZE,
                    about="lies at rest on its support and moves with it",
                    dynamics=resting_dynamics, rhs=rest_rhs, weight=rolling_weight,
                    settle=rest_settle, observe=observe_rest, report=report_rest)


# ---- pivot --------------------------------------------------------------------------------------------------------

class PivotContact(NamedTuple):
    """A contact about which a body spins, and the moment that keeps it from rolling."""

    rolling: RollingContact
    M: float            # |M| [N m]


@traced
def pivot_dynamics(t, y, p, calls):
    """The PivotContact of the state y."""
    motion, touch, balanced = rolling_start.formula(t, y, p, calls)
    n, turning, r = touch.n, touch.turning, balanced.rho
    f = turn_back(turning, motion.as_ + (balanced.wr @ n)*cross(motion.ws, n))
    n = turn_back(turning, n)
    moment = spread_times(p, r, f) - balanced.moment
    turned = spread_times(p, r, n)
    rate = -(n @ moment)/(n @ turned)
    contact = rolling_end.formula(motion, touch, balanced, y, f + rate*n, p)
    return PivotContact(contact, length(moment + rate*turned))


@traced
def put_upright_spin(t, y, p, calls):
    """Write ws + ((w - ws).n) n in body axes to y."""
    state, ws = rolling_state(y), support_motion.formula(t, p).ws
    turning = matrix_of(state.q)
    n = contact_geometry.formula(state.x, turning, p, calls).n
    put(y, ANGULAR_VELOCITY, turn_back(turning, ws + ((turn(turning, state.w) - ws) @ n)*n))


@compiled
def pivot_settle(t, y, p, calls):
    """Unit quaternion, c on the surface, and no rotation relative to the support but about the normal."""
    rolling_settle(t, y, p, calls)
    put_upright_spin(t, y, p, calls)


@traced
def observe_pivot(t, y, d, p, calls, out):
    """Fill an observation. A body that can't tip bears any moment."""
    N, _ = fill_rolling.formula(y, d.rolling, p, calls, out)
    out[obs.FIRST_GUARD + lay.GUARD_END] = choose(tips(p),
                                                  lambda: (p[lay.ROLLING_RESISTANCE]*N - d.M)/p[lay.LENGTH_SCALE],
                                                  lambda: 1.0)


PIVOT = contact_mode("pivot", HELD, ROLLING_SIZE, word="rolling",
                     about="spins on the spot about the normal",
                     dynamics=pivot_dynamics, rates=held_rates,
                     weight=rolling_weight, settle=pivot_settle, observe=observe_pivot, report=report_held)
