"""A stand-in for a world of many balls: n of them on a turning table, each on a circle of its own."""

from types import SimpleNamespace

import numpy as np

from sandbox.mechanics import shown_layout as shown_at
from sandbox.run.snapshot import Snapshot
from sandbox.systems.bodies_seen import BodyStates
from sandbox.systems.picture import SupportState


def balls(n: int, radius: float = 0.02) -> list:
    """n balls, all of one size."""
    return [SimpleNamespace(radius=radius) for _k in range(n)]


def rim_of(n: int, radius: float = 0.02) -> float:
    """A table on which n balls fill about a quarter of the place [m]."""
    return max(0.2, 2.2*radius*np.sqrt(n))


def state(n: int, t: float, radius: float = 0.02) -> Snapshot:
    """The balls at the time t [s]: ball k rolls at the distance that a sunflower's seed k has from the middle."""
    k = np.arange(n)
    far = (rim_of(n, radius) - 1.5*radius)*np.sqrt((k + 0.5)/n)
    rate = 0.25 + 0.3*np.cos(0.5*k)**2
    angle = 2.399963*k + rate*t
    numbers = np.zeros((n, shown_at.BODY_SIZE))
    out = np.stack((np.cos(angle), np.sin(angle), 0.0*angle), axis=1)
    along = np.stack((-np.sin(angle), np.cos(angle), 0.0*angle), axis=1)
    place = far[:, None]*out
    numbers[:, shown_at.IN_BODY["centre"]] = place + np.array((0.0, 0.0, radius))
    numbers[:, shown_at.IN_BODY["contact"]] = place
    numbers[:, shown_at.IN_BODY["normal"]] = (0.0, 0.0, 1.0)
    numbers[:, shown_at.IN_BODY["velocity"]] = (far*rate)[:, None]*along
    # rolling about the radius, after a turn about it
    half = 0.5*(far*rate*t/radius + 0.7*k)
    numbers[:, shown_at.IN_BODY["quaternion"]] = np.column_stack((np.cos(half), -np.sin(half)[:, None]*out))
    numbers[:, shown_at.IN_BODY["angular_velocity"]] = -(far*rate/radius)[:, None]*out
    numbers[:, shown_at.IN_BODY["N"]] = 1.0
    turn = 0.1*t
    support = SupportState(np.zeros(3), np.array((np.cos(turn), 0.0, 0.0, np.sin(turn))), np.array((0.0, 0.0, 0.2)))
    return Snapshot(0, t, BodyStates(numbers, "rolling"), (support,))
