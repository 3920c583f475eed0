"""A convex body that rolls without slipping and carries masses inside: its mode.

State y (15), state.py: that of rolling.py, then place and speed of two masses that slide along lines of the body. What
they and the driven parts do to the motion: load.py.
"""

from typing import NamedTuple

from sandbox.compiling.branching import call, choose
from sandbox.compiling.traced import Vector, quaternion_rate, traced, turn, turn_back
from sandbox.integration import observation as obs
from sandbox.mechanics import layout as lay
from sandbox.mechanics.contact.ball import rolling_settle, rolling_weight
from sandbox.mechanics.contact.geometry import fill_contact, friction_in_hand
from sandbox.mechanics.contact.load import (
    Energies,
    Placed,
    carried_energies,
    carrying,
    load_at,
    places,
    supported_power,
)
from sandbox.mechanics.contact.mode import HELD, contact_mode
from sandbox.mechanics.contact.rolling import rolling_start
from sandbox.mechanics.contact.state import LINES, LOADED_SIZE, rolling_state
from sandbox.mechanics.report import Reported, fill_report


class CarryingContact(NamedTuple):
    """Everything about the contact of a body with a load at one instant; local axes if not said else."""

    u: Vector           # c' [m/s]
    w_rate: Vector      # w', body axes [rad/s^2]
    ledger_rate: float  # [W]
    wr: Vector          # body axes [rad/s]
    n: Vector
    force: Vector       # reaction [N]
    line_rates: tuple   # alpha'' (2,) [m/s^2]
    fit: float          # det(1 + S W)
    energies: Energies
    body: Placed        # the body without its load
    rho: Vector         # [m]
    turning: tuple      # body -> local axes (9,)


@traced
def carrying_dynamics(t, y, p, calls):
    """The CarryingContact of the state y."""
    state = rolling_state(y)
    motion, touch, balanced = rolling_start.formula(t, y, p, calls)
    load = load_at(t, tuple(y[LINES + i] for i in range(4)), p)
    found = carrying(balanced, state.w, load, p)
    turning = touch.turning
    placed = places(touch, balanced, state.x, load, p)
    body, *_carried = placed
    ledger = choose(p[lay.IS_STEADY] == 0.0, lambda: found.power + supported_power(
        motion, turning, state.w, placed, load, p), lambda: found.power)
    return CarryingContact(
        balanced.u, found.w_rate, ledger, turn_back(turning, balanced.wr), touch.n, turn(turning, found.force),
        found.line_rates, balanced.fit,
        carried_energies(motion, state.w, turn_back(turning, balanced.wr), placed, load, p), body,
        turn(turning, balanced.rho), turning)


@traced
def carrying_rates(y, d):
    """y' from a CarryingContact."""
    first, second = d.line_rates
    return (*d.u, *quaternion_rate(d.wr, rolling_state(y).q), *d.w_rate, d.ledger_rate,
            y[LINES + 1], first, y[LINES + 3], second)


@traced
def carrying_weight(y, p):
    """Reciprocals of the scales that errors are measured in: those of rolling, and lengths and speeds of the lines."""
    place = 1.0/(p[lay.LENGTH_SCALE] + abs(y[LINES]) + abs(y[LINES + 2]))
    speed = 1.0/(p[lay.LENGTH_SCALE]*p[lay.SPIN_SCALE] + abs(y[LINES + 1]) + abs(y[LINES + 3]))
    return (*rolling_weight.formula(y, p), place, speed, place, speed)


@traced
def observe_carrying(t, y, d, p, calls, out):
    """Fill an observation."""
    state = rolling_state(y)
    out[obs.DEFECT] = d.energies.E_J - state.ledger
    out[obs.KINETIC_ENERGY] = d.energies.kinetic
    N, F = fill_contact.formula(state.x, d.n, d.force, d.fit, p, calls, out)
    out[obs.FIRST_GUARD + lay.GUARD_CONE] = friction_in_hand.formula(N, F, p)


@traced
def report_carrying(t, y, d, p, calls, out):
    """Fill a report: the body without its load; the reaction bears both."""
    state = rolling_state(y)
    body = Reported(state.q, d.body.r, d.body.v_rel, turn(d.turning, state.w), d.rho, d.n, d.force)
    call(fill_report, t, body, p, out)


CARRYING = contact_mode("carrying", HELD, LOADED_SIZE, word="rolling",
                        about="rolls without slipping and carries masses inside",
                        dynamics=carrying_dynamics,
                        rates=carrying_rates, weight=carrying_weight, settle=rolling_settle, observe=observe_carrying,
                        report=report_carrying)
