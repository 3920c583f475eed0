"""A contact comes to an edge of its support: it passes to another one that joins there, or nothing is there."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from sandbox.mechanics import layout as lay
from sandbox.mechanics.impact import decision as decisions
from sandbox.mechanics.probe import domain_at, slopes_at
from sandbox.systems.contact.next_mode import next_mode
from sandbox.systems.contact.resets import land
from sandbox.systems.contact.states import Held, write_flight
from sandbox.systems.protocol import Data, Event, Jump
from sandbox.systems.supports.one_support import OneSupport, in_flight, seen_by, whole
from sandbox.text import _

# how far two supports may be apart where they join [of the body's size], and how far their normals may differ [rad]
MEETS, ALIGNED = 1e-9, 1e-6


def joining(part: OneSupport, others: list[OneSupport], data: Data, point: np.ndarray, size: float
            ) -> tuple[OneSupport, np.ndarray] | None:
    """Returns the support that goes on at a contact point (3,), local axes of `part`, and that point there; or None."""
    pose = part.pose(data)
    place, normal = pose.to_lab(point), pose.rotation @ _normal(part, data, point)
    for other in others:
        there = other.pose(data)
        local = there.to_local(place)
        own = other.data(data, "flight", data.y)
        slopes = slopes_at(int(own.calls[lay.CALL_SURFACE]), local, own.p, lay.SURFACE)
        size_of_slope = float(np.linalg.norm(slopes.gradient))
        domain = domain_at(int(own.calls[lay.CALL_DOMAIN]), local, own.p, lay.SURFACE)
        if not (np.isfinite(size_of_slope) and size_of_slope > 0.0):
            continue
        n = slopes.gradient/size_of_slope
        is_near = abs(domain.phi) <= MEETS*size*size_of_slope and min(domain.edges) > -MEETS*size
        if is_near and float(np.linalg.norm(np.cross(there.rotation @ n, normal))) <= ALIGNED and (
                (there.rotation @ n) @ normal > 0.0):
            return other, local - domain.phi/size_of_slope*n
    return None


def _normal(part: OneSupport, data: Data, point: np.ndarray) -> np.ndarray:
    own = part.data(data, "flight", data.y)
    gradient = slopes_at(int(own.calls[lay.CALL_SURFACE]), point, own.p, lay.SURFACE).gradient
    return gradient/np.linalg.norm(gradient)


def pass_on(held: Held, part: OneSupport, other: OneSupport, point: np.ndarray, points: Mapping[str, np.ndarray],
            data: Data, count: int) -> Jump:
    """The contact passes to a support that goes on there.

    point   (3,) where it goes on, local coordinates of `other`;  points  nearest points of all supports
    """
    before = held.data.mode
    there = seen_by(other, part, data, in_flight(held), point)
    events = (Event(data.t, 0, "rim", _("Passes from '{first}' to '{second}' at t = {t:.4f} s.").format(
        first=part.name, second=other.name, t=data.t)),)
    points = {**points, other.name: point}
    if there.touch.u_n < -there.no_speed:
        jump = land(there, count)
        return whole(other, replace(jump, events=events + jump.events), points)
    if there.touch.u_n > there.no_speed:
        return whole(other, Jump("flight", write_flight(there), events), points)
    there, lost = there.closed(), 0.0
    if there.contact.law.is_rough and there.touch.speed > decisions.SLIP_FLOOR:
        # what can't slip takes on the speed of its new support at once
        gripped = there.without_slip()
        lost, there = there.ledger - gripped.ledger, gripped
    jump = next_mode(there, before, events=events)
    return whole(other, replace(jump, lost=jump.lost + lost), points)
