"""The mode in which a convex body slides on a moving surface, by the equations of sliding_equations.py.

State y (17), state.py: contact point c and quaternion body -> support in local axes, absolute angular velocity w in
body axes, ledger, velocity v of the mass centre relative to the axis point (v_G - p_s') in local axes, and a constant
bias: the law sees the slip sigma + bias, so that a slip that starts from rest has a direction.
"""

from sandbox.compiling.branching import call, choose
from sandbox.compiling.compiled import compiled
from sandbox.compiling.rotation import normalise
from sandbox.compiling.traced import cross, length, matrix_of, quaternion_rate, traced, turn
from sandbox.integration.observation import FIRST_GUARD
from sandbox.mechanics.contact.ball import rolling_weight, settle_point
from sandbox.mechanics.contact.geometry import arm, contact_geometry, fill_contact, fill_energy, from_axis
from sandbox.mechanics.contact.mode import SLIPPING, contact_mode
from sandbox.mechanics.contact.slip.sliding_equations import sliding_dynamics
from sandbox.mechanics.contact.state import MOVING_SIZE, QUATERNION, VELOCITY, moving_state
from sandbox.mechanics.layout import GUARD_CONE, GUARD_END, GUARD_FLAT, IS_DRY, SLIP_SCALE
from sandbox.mechanics.motion import support_motion
from sandbox.mechanics.report import Reported, fill_report, put

# slip is handed to slip_end this long before it would end [s]
END_LEAD = 1e-4
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
    speed = 1.0/(p[SLIP_SCALE] + abs(vx) + abs(vy) + abs(vz))
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
    fill_contact.formula(state.x, d.n, d.force, d.fit, p, calls, out)
    out[FIRST_GUARD + GUARD_CONE] = d.bracket - PARADOX
    out[FIRST_GUARD + GUARD_FLAT] = d.flatness


@traced
def observe_sliding(t, y, d, p, calls, out):
    """Fill an observation; near its end the slip is handed to slip_end."""
    fill_sliding.formula(y, d, p, calls, out)
    ends = (p[IS_DRY] != 0.0) & (d.H > 0.0)
    out[FIRST_GUARD + GUARD_END] = choose(ends, lambda: d.H + END_LEAD*d.H_rate, lambda: 1.0)


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
