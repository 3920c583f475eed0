"""A body that lies on a flat face of its own, or stands on its side: no single point of contact carries it.

Flat faces are across the third axis k of a body, its side is along k (a thick coin's).

Lying. State y (11) as in resting.py, c any point of the rim of the face. What the support bears is the force Lambda
and, about c, the moment M of resting.py; it is spread over the face. Pressure has its centre at

    e = rho_t + n x M/N         from the mass centre, along the support,

rho_t the tangential part of rho. It can press nowhere but within the face: with b(e) the point of the rim in the
direction of e the body lies while |e| < b(e).e/|e|, and tips about b when both are equal. The rim is asked for by the
support function of the body, a little aslant. How pressure is spread, and with it the moment about the normal that the
face can bear, is not known: what holds the body along its support holds it against turning on the spot, too.

On its side a body rolls as a cylinder does: w = ws + s k, c on one edge of the side. With B = J + m(|rho|^2 1 -
rho rho^T) and A of rolling.py

    w' = f + s' k,   f = as + s ws x k,     k.(B w') = k.(m rho x (A - ge) - w x J w)
    M = B w' - m rho x (A - ge) + w x J w          across k

and e as above, along k.
"""

from typing import NamedTuple

from sandbox.compiling.compiled import compiled
from sandbox.compiling.traced import Vector, cross, length, matrix_of, traced, turn, turn_back, vector_at
from sandbox.integration import observation as obs
from sandbox.mechanics import layout as lay
from sandbox.mechanics.contact.ball import rolling_settle, rolling_weight
from sandbox.mechanics.contact.geometry import fill_contact, fill_energy, friction_in_hand, slopes_at
from sandbox.mechanics.contact.mode import HELD, contact_mode
from sandbox.mechanics.contact.resting import report_rest, rest_rhs, rest_settle, resting_dynamics
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
from sandbox.mechanics.motion import support_motion
from sandbox.mechanics.report import put

# how far a normal is turned to ask for a point of a face's rim [rad]
ASLANT = 1e-4
# share of the weight times rho that gives a centre of pressure in the middle a direction
DIRECTED = 1e-9


@traced
def room_of_pressure(d, N, moment, p, calls):
    """How far the centre of pressure is from the rim of the face, or from the edge of the side, times N over the body's
    length [N].

    d   of a contact: rho, n and turning;  moment  M, local axes [N m]
    """
    rho_t = d.rho - (d.rho @ d.n)*d.n
    weight = p[lay.MASS]*p[lay.SPIN_SCALE]*p[lay.SPIN_SCALE]*p[lay.LENGTH_SCALE]
    pressed = N*rho_t + cross(d.n, moment)
    aimed = pressed + (DIRECTED*weight)*rho_t
    along = (1.0/length(aimed))*aimed
    rim, _radii = slopes_at(calls[lay.CALL_SHAPE], turn_back(d.turning, ASLANT*along - d.n), p, lay.SHAPE)
    reach = (rim - vector_at(p, lay.MASS_CENTRE)) @ turn_back(d.turning, along)
    return (N*reach - pressed @ along)/p[lay.LENGTH_SCALE]


# ---- on a face ------------------------------------------------------------------------------------------------------

@traced
def observe_lying(t, y, d, p, calls, out):
    """Fill an observation."""
    none = Vector(0.0, 0.0, 0.0)
    fill_energy.formula(d.motion, none, d.r, none, rolling_state(y)._replace(w=d.w), p, out)
    N, F = fill_contact.formula(rolling_state(y).x, d.n, d.force, 1.0, p, calls, out)
    out[obs.FIRST_GUARD + lay.GUARD_CONE] = friction_in_hand.formula(N, F, p)
    out[obs.FIRST_GUARD + lay.GUARD_END] = room_of_pressure.formula(d, N, d.moment, p, calls)


LYING = contact_mode("lying", HELD, ROLLING_SIZE, word="rest",
                     about="lies on a flat face, at rest on its support, and moves with it",
                     dynamics=resting_dynamics, rhs=rest_rhs, weight=rolling_weight,
                     settle=rest_settle, observe=observe_lying, report=report_rest)


# ---- on the side ----------------------------------------------------------------------------------------------------

class StandingContact(NamedTuple):
    """A side that a body rolls on, and the moment that keeps it there."""

    rolling: RollingContact
    moment: Vector      # M, local axes [N m]


@traced
def standing_dynamics(t, y, p, calls):
    """The StandingContact of the state y."""
    motion, touch, balanced = rolling_start.formula(t, y, p, calls)
    turning, r, k = touch.turning, balanced.rho, Vector(0.0, 0.0, 1.0)
    across = turn(turning, k)
    f = turn_back(turning, motion.as_ + (balanced.wr @ across)*cross(motion.ws, across))
    moment = spread_times(p, r, f) - balanced.moment
    turned = spread_times(p, r, k)
    rate = -(k @ moment)/(k @ turned)
    contact = rolling_end.formula(motion, touch, balanced, y, f + rate*k, p)
    return StandingContact(contact, turn(turning, moment + rate*turned))


@traced
def put_spin_about_axis(t, y, p):
    """Write ws + ((w - ws).k) k in body axes to y."""
    state = rolling_state(y)
    ws = turn_back(matrix_of(state.q), support_motion.formula(t, p).ws)
    put(y, ANGULAR_VELOCITY, Vector(ws[0], ws[1], state.w[2]))


@compiled
def standing_settle(t, y, p, calls):
    """Unit quaternion, c on the surface, and no rotation relative to the support but about the third axis."""
    rolling_settle(t, y, p, calls)
    put_spin_about_axis(t, y, p)


@traced
def observe_standing(t, y, d, p, calls, out):
    """Fill an observation."""
    N, _F = fill_rolling.formula(y, d.rolling, p, calls, out)
    out[obs.FIRST_GUARD + lay.GUARD_END] = room_of_pressure.formula(d.rolling, N, d.moment, p, calls)


STANDING = contact_mode("standing", HELD, ROLLING_SIZE, word="rolling",
                        about="rolls on its side, along its axis, as a cylinder does",
                        dynamics=standing_dynamics, rates=held_rates,
                        weight=rolling_weight, settle=standing_settle, observe=observe_standing, report=report_held)
