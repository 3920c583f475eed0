"""A body that is held by one support strikes another one: the first takes part in the impact as its law allows.

With rho_j, rho_k from the mass centre to the two contact points and an impulse P at j, Q at k,

    u_j' = u_j + G_jj P + G_jk Q,   u_k' = u_k + G_kj P + G_kk Q,   G_ab = 1/m - [rho_a] J^-1 [rho_b]

A contact k that does not slip whatever the force keeps its point at rest, Q = -G_kk^-1 G_kj P, so that the impact law
at j sees the response G_jj - G_jk G_kk^-1 G_kj, as long as Q does not have to pull. Any other law gives no impulse
along the surface without one across it: j is struck alone, then k decides anew, and takes an impact of its own where
the body was driven into it. Source: ball.md 6.14, models A and B.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from sandbox.mechanics.contact.mode import HELD
from sandbox.mechanics.contact.modes import MODES
from sandbox.mechanics.contact.state import ANGULAR_VELOCITY, LEDGER, NEAREST, VELOCITY
from sandbox.mechanics.impact import layout as record
from sandbox.mechanics.impact.contact_state import Touch, skew
from sandbox.mechanics.impact.impact import strike
from sandbox.mechanics.probe import Pose
from sandbox.systems.contact.impacts import impact_event
from sandbox.systems.contact.next_mode import next_mode
from sandbox.systems.contact.rebounds import MOST_BOUNCES
from sandbox.systems.contact.resets import land
from sandbox.systems.contact.states import Held, read, write_flight
from sandbox.systems.protocol import Data, Event, Jump, instant
from sandbox.systems.supports.one_support import OneSupport, in_flight, seen_by, whole
from sandbox.text import _

# a pull of this share of an impulse, and an energy gained of this share of that of the impact, are rounding
ROUNDED = 1e-9


class Struck(NamedTuple):
    """What an impact at j does to a body that is held at k, laboratory frame."""

    v: np.ndarray       # (3,) of the mass centre after it [m/s]
    w: np.ndarray       # (3,) angular velocity after it, body axes [rad/s]
    gained: float       # energy, as k sees it [J]
    lost: float         # energy, as j sees it [J]


@dataclass(frozen=True)
class Leans(Event):
    """A body has come to touch two supports lastingly, which no contact of one support follows."""


def leaning(data: Data, part: OneSupport, other: OneSupport) -> Leans:
    """Returns the end of a run in which a body comes to touch two supports lastingly."""
    return Leans(data.t, 0, "stop", _(
        "The body leans on '{first}' and '{second}' at once {when}: two supports that press it at the same time are "
        "not followed.").format(first=part.name, second=other.name, when=instant(data.t, data.h)))


def named(events: tuple[Event, ...], name: str) -> tuple[Event, ...]:
    """Returns events with the name of the support that they happened at."""
    return tuple(replace(event, sentence=_("{sentence} Support: {name}.").format(sentence=event.sentence, name=name))
                 for event in events)


def strike_other(held: Held, part: OneSupport, other: OneSupport, points: Mapping[str, np.ndarray], data: Data,
                 count: int) -> Jump:
    """Returns the jump that follows when a body on `part` strikes the support `other`."""
    y, before = in_flight(held), held.data.mode
    there = seen_by(other, part, data, y, points[other.name])
    speed = -there.touch.u_n
    # an approach that is none is stopped
    plastic = count >= MOST_BOUNCES or not speed > there.no_speed
    struck = _strike(held, there, part.pose(data), other.pose(data), plastic)
    events = named((impact_event(data.t, speed, struck.lost),), other.name)
    y[VELOCITY:VELOCITY + 3], y[ANGULAR_VELOCITY:ANGULAR_VELOCITY + 3] = struck.v, struck.w
    y[LEDGER] += struck.gained
    y[NEAREST:NEAREST + 3] = points[part.name]
    after = read(part.data(data, "flight", y))
    if after.touch.u_n > after.no_speed:
        jump = Jump("flight", write_flight(after), events)
    elif after.touch.u_n < -after.no_speed:
        jump = land(after, count)
        jump = replace(jump, events=events + jump.events)
    else:
        jump = next_mode(after.closed(), before, events=events)
    return whole(part, replace(jump, lost=jump.lost + struck.lost), points)


def _strike(held: Held, there: Held, pose: Pose, its: Pose, plastic: bool) -> Struck:
    """The impact at `there` of a body that `held` holds; `plastic` where a row of impacts has come to its end."""
    on, at = held.touch, there.touch
    rho_k, rho_j = pose.rotation @ on.rho, its.rotation @ at.rho
    inverse = its.rotation @ at.J_inverse @ its.rotation.T

    def response(a, b):
        return np.eye(3)/at.m - skew(a) @ inverse @ skew(b)

    # at the end of a row of impacts they are as small as one likes: what holds goes on to
    holds = MODES[held.data.mode].kind == HELD and (held.contact.law.is_rough or plastic)
    back = -np.linalg.solve(response(rho_k, rho_k), response(rho_k, rho_j)) if holds else np.zeros((3, 3))
    P, Q, energy = _impulses(there, its, response(rho_j, rho_j) + response(rho_j, rho_k) @ back, back, plastic)
    if float((pose.rotation @ on.n) @ Q) < -ROUNDED*float(np.linalg.norm(P)):
        # it would have to pull: the impact lifts the body off
        P, Q, energy = _impulses(there, its, response(rho_j, rho_j), np.zeros((3, 3)), plastic)

    v, w = its.point_velocity + its.rotation @ at.v, its.rotation @ at.w
    v_after, w_after = v + (P + Q)/at.m, w + inverse @ (np.cross(rho_j, P) + np.cross(rho_k, Q))
    mean = 0.5*(v + v_after + np.cross(w + w_after, rho_j))
    # Q acts where nothing moves relative to the support of `held`
    gained = float(P @ (mean - pose.velocity_of(its.to_lab(there.c))))
    lost = -energy if energy < 0.0 or energy > ROUNDED*abs(float(P @ (its.rotation @ at.u))) else 0.0
    return Struck(v_after, at.turning.T @ (its.rotation.T @ w_after), gained, lost)


def _impulses(there: Held, its: Pose, G: np.ndarray, back: np.ndarray, plastic: bool):
    """P, Q [N s] in the laboratory and the energy [J] of an impact under the response G (3, 3); Q = back P."""
    impact = _impact(there, its.rotation.T @ G @ its.rotation, plastic)
    P = its.rotation @ impact.P
    return P, back @ P, float(impact.energy)


def _impact(there: Held, G: np.ndarray, plastic: bool):
    """The impact under the response G (3, 3), axes of the support."""
    contact, touch = there.contact, Touch()
    touch.numbers[:] = there.touch.numbers
    touch.numbers[record.RESPONSE:record.RESPONSE + 9] = G.ravel()
    e, e_t = (0.0, 0.0) if plastic else (contact.restitution, contact.tangential)
    return strike(touch, contact.law, e, e_t, contact.impact)
