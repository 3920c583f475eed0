"""A landing after which the body flies on: most impacts are, so it is one compiled call (mechanics/rebound.py).

What else may follow a landing stands in resets.py.
"""

from math import inf

import numpy as np

from sandbox.compiling.signature import address_of
from sandbox.mechanics import layout as lay
from sandbox.mechanics import rebound as at
from sandbox.mechanics.impact.impact import CHATTERJEE_RUINA, tail
from sandbox.mechanics.rebound import rebound
from sandbox.scene.contact import Contact
from sandbox.systems.contact.impacts import booked_of, impact_event
from sandbox.systems.contact.states import AT_REST, carries
from sandbox.systems.protocol import Data, Jump

# impacts within one frame step before the rest of a sequence of them is taken in one
MOST_BOUNCES = 8
# bounces that end within this time are taken as one, their end in closed form [s]
TAIL = 1e-4
# a gap of this share of the size of the body is none
CLOSED = 1e-6


def bounces_end_in(u_n: float, U: float, restitution: float) -> float:
    """The time within which bounces come to an end [s], after an impact that leaves the speed u_n [m/s]; U [m/s^2]."""
    return tail(u_n, U, restitution).time if U < 0.0 else inf


def flies_on(ends_in: float, count: int) -> bool:
    """Whether a body flies after an impact, the time of its bounces [s] and the impacts in this frame being known."""
    return ends_in > TAIL and (count < MOST_BOUNCES or ends_in == inf)


def rebounds(data: Data, count: int) -> Jump | None:
    """The jump of a landing after which the body flies on, after so many jumps within the frame; None for another."""
    contact = data.contact
    assert isinstance(contact, Contact)
    if contact.impact != CHATTERJEE_RUINA or carries(data):
        return None
    law, out = np.array((contact.restitution, contact.tangential, contact.law.mu_impact)), np.empty(at.REBOUND)
    rebound(data.t, address_of(data.y), address_of(data.p), address_of(data.calls), address_of(law), address_of(out))
    gap, size, closing, energy, work, opening, U = out[:at.FLIGHT].tolist()
    is_impact = closing < 0.0 and abs(gap) <= CLOSED*size and opening > AT_REST*data.p.item(lay.SLIP_SCALE)
    if not (is_impact and flies_on(bounces_end_in(opening, U, contact.restitution), count)):
        return None
    loss = booked_of(energy, work)
    return Jump("flight", out[at.FLIGHT:].copy(), (impact_event(data.t, -closing, loss.said),), lost=loss.booked)
