"""A convex body that rolls without slipping and carries masses inside: its mode.

State y (15): that of rolling.py (11), then place and speed of two masses that slide along lines of the body, alpha_1,
alpha_1', alpha_2, alpha_2' [m, m/s]. What they and the driven parts do to the motion: load.py.
"""

from sandbox.compiling.branching import call, choose
from sandbox.compiling.compiled import compiled, mode_function
from sandbox.compiling.traced import Vector, traced, turn, turn_back, vector_at
from sandbox.integration.observation import DEFECT, FIRST_GUARD, KINETIC_ENERGY
from sandbox.mechanics.contact.ball import ball_weight
from sandbox.mechanics.contact.geometry import fill_contact, friction_in_hand
from sandbox.mechanics.contact.load import carried_energies, carrying, driven, supported_power
from sandbox.mechanics.contact.rolling import rolling_start, slopes, turned
from sandbox.mechanics.layout import DRIVEN_SIZE, FIRST_DRIVEN, GUARD_CONE, IS_STEADY, LENGTH_SCALE, SPIN_SCALE
from sandbox.mechanics.report import fill_report

SIZE = 15
SECOND_DRIVEN = FIRST_DRIVEN + DRIVEN_SIZE


def carried_dynamics(t, x, y, z, q0, q1, q2, q3, w1, w2, w3, a1, r1, a2, r2, p, calls):
    """Everything about the contact at one instant.

    returns 0 u, 1 w' in body axes, 2 ledger', 3 wr in body axes, 4 n, 5 reaction [N] in local axes, 6 alpha'' (2),
            7 motion, touch, `rolling.balance` and the load
    """
    motion, touch, balanced = rolling_start.formula(t, x, y, z, q0, q1, q2, q3, w1, w2, w3, p, calls)
    load = ((a1, r1, a2, r2), call(driven, t, p, FIRST_DRIVEN), call(driven, t, p, SECOND_DRIVEN))
    w = Vector(w1, w2, w3)
    e, rates, force, ledger = carrying(balanced, w, load, p)
    ledger = choose(p[IS_STEADY] == 0.0, lambda: ledger + supported_power(
        motion, touch, balanced, x, y, z, w, load, p), lambda: ledger)
    return (balanced[0], e, ledger, turn_back(touch[3], balanced[2]), touch[1], turn(touch[3], force), rates,
            (motion, touch, balanced, load))


@traced
def carried_dynamics_of(t, y, p, calls):
    """`carried_called`."""
    d = carried_dynamics(t, *(y[i] for i in range(10)), *(y[i] for i in range(11, 15)), p, calls)
    motion, touch, balanced, load = d[7]
    return d, carried_energies(motion, touch, balanced, y[0], y[1], y[2], vector_at(y, 7), load, p)


@compiled
def carried_called(t, y, p, calls):
    """`carried_dynamics` of the state y, and `carried_energies`."""
    return carried_dynamics_of(t, y, p, calls)


@traced
def carried_rates(t, x, y, z, q0, q1, q2, q3, w1, w2, w3, a1, r1, a2, r2, p, calls):
    """`carried_rhs`."""
    d = carried_dynamics(t, x, y, z, q0, q1, q2, q3, w1, w2, w3, a1, r1, a2, r2, p, calls)
    return (*slopes.formula(d, q0, q1, q2, q3), r1, d[6][0], r2, d[6][1])


@compiled
def carried_rhs(t, x, y, z, q0, q1, q2, q3, w1, w2, w3, ledger, a1, r1, a2, r2, p, calls):
    """Right-hand side of the state of the head of this file."""
    return carried_rates(t, x, y, z, q0, q1, q2, q3, w1, w2, w3, a1, r1, a2, r2, p, calls)


@compiled
def carried_weight(x, y, z, q0, q1, q2, q3, w1, w2, w3, ledger, a1, r1, a2, r2, p):
    """Reciprocals of the scales that errors are measured in: those of rolling, and lengths and speeds of the lines."""
    s = ball_weight(x, y, z, q0, q1, q2, q3, w1, w2, w3, ledger, p)
    place = 1.0/(p[LENGTH_SCALE] + abs(a1) + abs(a2))
    speed = 1.0/(p[LENGTH_SCALE]*p[SPIN_SCALE] + abs(r1) + abs(r2))
    return s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7], s[8], s[9], s[10], place, speed, place, speed


@mode_function
def carried_observe(t, h, y, p, calls, out):
    """Fill an observation (OBSERVATION,) of the state y at t."""
    d, seen = carried_called(t, y, p, calls)
    out[DEFECT] = seen[0] - y[10]
    out[KINETIC_ENERGY] = seen[1]
    N, F = fill_contact(y, d[4], d[5], d[7][2][1], p, calls, out)
    out[FIRST_GUARD + GUARD_CONE] = friction_in_hand(N, F, p)
    return 0.0


@mode_function
def carried_report(t, h, y, p, calls, out):
    """Fill a report (report.REPORT numbers): the body without its load; the reaction bears both."""
    d, seen = carried_called(t, y, p, calls)
    fill_report(t, (y[3], y[4], y[5], y[6]), seen[3], seen[4], turned(d[7][1][3], (y[7], y[8], y[9])), seen[2], d[4],
                d[5], p, out)
    return 0.0
