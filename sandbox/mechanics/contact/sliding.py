"""The mode in which a convex body slides on a moving surface, by the equations of sliding_equations.py.

State y (17): contact point c (3) and quaternion body -> support (4) in local axes, absolute angular velocity w (3) in
body axes, ledger (1), velocity v (3) of the mass centre relative to the axis point (v_G - p_s') in local axes, and a
constant bias (3): the law sees the slip sigma + bias, so that a slip that starts from rest has a direction.
"""


from sandbox.compiling.branching import call
from sandbox.compiling.compiled import compiled, mode_function
from sandbox.compiling.rotation import normalise
from sandbox.compiling.traced import Vector, cross, length, matrix_of, quaternion_rate, traced, turn, vector_at
from sandbox.integration.observation import FIRST_GUARD
from sandbox.mechanics.contact.ball import rolling_scales, settle_point
from sandbox.mechanics.contact.geometry import arm, fill_contact, fill_energy, touching
from sandbox.mechanics.contact.sliding_equations import sliding_dynamics
from sandbox.mechanics.layout import AXIS_POINT, GUARD_CONE, GUARD_END, GUARD_FLAT, IS_DRY, SLIP_SCALE
from sandbox.mechanics.motion import support_motion
from sandbox.mechanics.report import fill_report, put

SIZE = 17

# slip is handed to slip_end this long before it would end [s]
END_LEAD = 1e-4
# a bracket V* below this share of V counts as Painleve's paradox
PARADOX = 1e-3


@traced
def sliding_dynamics_of(t, y, p, calls):
    """`sliding_dynamics` of the state y."""
    return sliding_dynamics(t, *(y[i] for i in range(10)), *(y[i] for i in range(11, 17)), p, calls)


@compiled
def sliding_called(t, y, p, calls):
    """`sliding_dynamics` compiled once for those who call it once per step."""
    return sliding_dynamics_of(t, y, p, calls)


@traced
def sliding_rates(t, x, y, z, q0, q1, q2, q3, w1, w2, w3, vx, vy, vz, bx, by, bz, p, calls):
    """`sliding_rhs`, and H."""
    d = sliding_dynamics(t, x, y, z, q0, q1, q2, q3, w1, w2, w3, vx, vy, vz, bx, by, bz, p, calls)
    return (*d[0], *quaternion_rate(d[4], (q0, q1, q2, q3)), *d[1], d[3], *d[2], 0.0, 0.0, 0.0), d[13]


@compiled
def sliding_rhs(t, x, y, z, q0, q1, q2, q3, w1, w2, w3, ledger, vx, vy, vz, bx, by, bz, p, calls):
    """Right-hand side of the state of the head of this file."""
    return sliding_rates(t, x, y, z, q0, q1, q2, q3, w1, w2, w3, vx, vy, vz, bx, by, bz, p, calls)[0]


@traced
def moving_scales(x, y, z, w1, w2, w3, ledger, vx, vy, vz, p):
    """`sliding_weight`."""
    speed = 1.0/(p[SLIP_SCALE] + abs(vx) + abs(vy) + abs(vz))
    return (*rolling_scales.formula(x, y, z, w1, w2, w3, ledger, p), speed, speed, speed, 0.0, 0.0, 0.0)


@compiled
def sliding_weight(x, y, z, q0, q1, q2, q3, w1, w2, w3, ledger, vx, vy, vz, bx, by, bz, p):
    """Reciprocals of the scales that errors are measured in: those of rolling, and one for v."""
    return moving_scales(x, y, z, w1, w2, w3, ledger, vx, vy, vz, p)


def closing(motion, touch, x, y, z, w, v, p):
    """The velocity v without what it has across the surface at the contact; w in body axes."""
    n, turning = touch[1], touch[3]
    c = Vector(x - p[AXIS_POINT], y - p[AXIS_POINT + 1], z - p[AXIS_POINT + 2])
    u = v + cross(turn(turning, w), turn(turning, arm(touch, p))) - cross(Vector(*motion[0:3]), c)
    return v - (n @ u)*n


@traced
def put_closing(t, y, p, calls):
    """Write `closing` of the state y to it."""
    x, turning = vector_at(y, 0), matrix_of(tuple(y[i] for i in range(3, 7)))
    touch = touching.formula(*x, turning, p, calls)
    put(y, 11, closing(support_motion.formula(t, p), touch, *x, vector_at(y, 7), vector_at(y, 11), p))


@compiled
def settle_sliding(t, y, p, calls):
    """Unit quaternion, c on the surface, no normal velocity: what rounding leaves of it would grow with time."""
    normalise(y, 3)
    settle_point(y, p, calls)
    put_closing(t, y, p, calls)


@mode_function
def sliding_settle(t, h, y, p, calls, out):
    """`settle_sliding` at t."""
    settle_sliding(t, y, p, calls)
    return 0.0


@traced
def relative(motion, r, v):
    """Velocity of the mass centre relative to the support."""
    return v - cross(Vector(*motion[0:3]), r)


def speeds(motion, r, rho, w, v):
    """Sum of the velocities that make up the slip [m/s]: what its rounding is measured by."""
    return length(v) + length(w)*length(rho) + length(Vector(*motion[0:3]))*(length(r) + length(rho))


@traced
def put_sliding(t, y, p, calls, out):
    """`fill_sliding`."""
    d = call(sliding_called, t, y, p, calls)
    motion, r, v = d[8], d[7], vector_at(y, 11)
    fill_energy.formula(relative.formula(motion, r, v), r, Vector(*motion[0:3]), Vector(*motion[6:9]), d[4],
                        vector_at(y, 7), y[10], p, out)
    fill_contact.formula(y, d[5], d[6], d[11], p, calls, out)
    out[FIRST_GUARD + GUARD_CONE] = d[12] - PARADOX
    out[FIRST_GUARD + GUARD_FLAT] = d[15]
    return d[13], d[14], speeds(motion, r, d[9], d[10], v)


@compiled
def fill_sliding(t, y, p, calls, out):
    """Fill all of an observation but its ends; returns H, H' and `speeds`."""
    return put_sliding(t, y, p, calls, out)


@mode_function
def sliding_observe(t, h, y, p, calls, out):
    """Fill an observation (OBSERVATION,) of the state y at t."""
    size, rate, _speeds = fill_sliding(t, y, p, calls, out)
    if p[IS_DRY] != 0.0 and size > 0.0:
        out[FIRST_GUARD + GUARD_END] = size + END_LEAD*rate
    return 0.0


@traced
def put_sliding_report(t, y, p, calls, out):
    """`report_sliding`."""
    d = call(sliding_called, t, y, p, calls)
    call(fill_report, t, tuple(y[i] for i in range(3, 7)), d[7], relative.formula(d[8], d[7], vector_at(y, 11)),
         d[10], d[9], d[5], d[6], p, out)


@compiled
def report_sliding(t, y, p, calls, out):
    """Fill a report of the sliding state y at t."""
    put_sliding_report(t, y, p, calls, out)


@mode_function
def sliding_report(t, h, y, p, calls, out):
    """Fill a report (report.REPORT numbers): the body in the laboratory frame."""
    report_sliding(t, y, p, calls, out)
    return 0.0
