"""A body that carries masses inside (load.py), in free flight above a moving surface, until the gap closes: its mode.

State y (21), state.py: that of flight.py, then place and speed of two masses that slide along lines of the body. The
mass centre is the body's own; gap and nearest point are those of the body. `load.free_load` says how it moves, E_J and
its ledger are those of internal_masses.py.
"""

from typing import NamedTuple

from sandbox.compiling.branching import call, choose
from sandbox.compiling.compiled import compiled
from sandbox.compiling.entries import mode_function
from sandbox.compiling.traced import Vector, matrix_of, quaternion_rate, traced, turn, turn_back, vector_at
from sandbox.integration import observation as obs
from sandbox.integration.ode import whole_step
from sandbox.integration.settings import TOLERANCE
from sandbox.mechanics import layout as lay
from sandbox.mechanics.contact.flight.flight import (
    flight_settle,
    flying_body,
    flying_state,
    nearest_point,
    observe_flight,
    pull_in_flight,
    relative_spin,
    report_flight,
    way_unseen,
)
from sandbox.mechanics.contact.flight.nearest import regular_geometry
from sandbox.mechanics.contact.load import (
    Energies,
    Placed,
    carried_energies,
    free_load,
    load_at,
    places_aloft,
    supported_power,
)
from sandbox.mechanics.contact.mode import FREE, contact_mode
from sandbox.mechanics.contact.slip.loaded import loaded_weight
from sandbox.mechanics.contact.slip.sliding import relative
from sandbox.mechanics.contact.state import LEDGER, LINES_ALOFT, LOADED_FLIGHT_SIZE, moving_state
from sandbox.mechanics.motion import support_motion, support_pose


class LoadedRates(NamedTuple):
    """How a body in flight and what it carries move at one instant."""

    v_rate: Vector      # of its own mass centre, laboratory [m/s^2]
    w_rate: Vector      # body axes [rad/s^2]
    line_rates: tuple   # alpha'' (2,) [m/s^2]
    ledger_rate: float  # [W]
    energies: Energies


@traced
def load_aloft(t, y, p):
    """The Load of a state of flight."""
    return load_at(t, tuple(y[LINES_ALOFT + i] for i in range(4)), p)


@traced
def loaded_rates(t, y, p):
    """The LoadedRates of the state y."""
    state, pose, motion = moving_state(y), call(support_pose, t, p), support_motion.formula(t, p)
    body, load = flying_state.formula(pose, state, p), load_aloft.formula(t, y, p)
    none = Vector(0.0, 0.0, 0.0)

    def held():
        found, turning = pull_in_flight.formula(t, pose, state, p)
        return turn_back(turning, found.force), turn_back(turning, found.moment), found.power
    force, moment, pulling = choose(p[lay.HAND_STIFFNESS] != 0.0, held, lambda: (none, none, 0.0))
    free = free_load(force, moment, state.w, load, p)
    g = turn([p[lay.PLACEMENT + i] for i in range(9)], vector_at(p, lay.GRAVITY))

    wr = relative_spin.formula(state.w, body.turning, motion)
    own = Placed(p[lay.MASS], body.r, relative.formula(motion, body.r, body.v))
    placed = places_aloft(own, turn(body.turning, wr), body.turning, load, p)
    ledger = choose(p[lay.IS_STEADY] == 0.0, lambda: free.power + supported_power(
        motion, body.turning, state.w, placed, load, p), lambda: free.power)
    return LoadedRates(g + turn(matrix_of(state.q), free.a), free.w_rate, free.line_rates, ledger + pulling,
                       carried_energies(motion, state.w, wr, placed, load, p))


@traced
def loaded_rhs(t, y, p, calls):
    """y' of the state of the head of this file."""
    state, d = moving_state(y), loaded_rates.formula(t, y, p)
    first, second = d.line_rates
    return (*state.v, *quaternion_rate(state.w, state.q), *d.w_rate, d.ledger_rate, *d.v_rate, 0.0, 0.0, 0.0,
            y[LINES_ALOFT + 1], first, y[LINES_ALOFT + 3], second)


@compiled
def loaded_falling(t, y, p, calls):
    """`loaded_rhs`, compiled once."""
    return loaded_rhs(t, y, p, calls)


@compiled
def loaded_scales(y, p):
    """`loaded_weight`, compiled once."""
    return loaded_weight(y, p)


@compiled
def loaded_fall(t, h, y, p, calls, out):
    """One 8th-order step; returns its error."""
    return whole_step(loaded_falling, loaded_scales, LOADED_FLIGHT_SIZE, t, h, y, p, calls, out)


@mode_function
def loaded_flight_step(t, h, y, p, calls, out):
    """One step, as long as nothing can be passed in it unseen."""
    error = loaded_fall(t, h, y, p, calls, out)
    if error <= TOLERANCE:
        return max(error, way_unseen(t, h, y, p, calls, out))
    return error


class LoadedFlight(NamedTuple):
    """What observations and reports of a flight need, and the energies of body and load."""

    motion: tuple
    body: tuple
    touch: tuple
    energies: Energies


@compiled
def loaded_flight_dynamics(t, y, p, calls):
    """The LoadedFlight of the state y."""
    body = flying_body(t, y, p)
    return LoadedFlight(support_motion(t, p), body, regular_geometry(nearest_point(y), body.turning, p, calls),
                        loaded_rates(t, y, p).energies)


@compiled
def observe_loaded_flight(t, y, d, p, calls, out):
    """Fill an observation: that of flight, with the energies of all masses."""
    observe_flight(t, y, d, p, calls, out)
    out[obs.DEFECT] = d.energies.E_J - y[LEDGER]
    out[obs.KINETIC_ENERGY] = d.energies.kinetic


LOADED_FLIGHT = contact_mode("loaded_flight", FREE, LOADED_FLIGHT_SIZE, word="flight",
                             about="flies freely with masses inside until a gap closes",
                             step=loaded_flight_step, dynamics=loaded_flight_dynamics, rhs=loaded_rhs,
                             weight=loaded_weight, settle=flight_settle, observe=observe_loaded_flight,
                             report=report_flight)
