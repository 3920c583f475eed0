"""States of the modes of a body with a law of contact, read into one form and written from it."""

from dataclasses import dataclass, replace

import numpy as np

from sandbox.compiling.rotation import multiply
from sandbox.mechanics.contact.mode import SLIPPING
from sandbox.mechanics.contact.modes import MODES
from sandbox.mechanics.contact.state import ANGULAR_VELOCITY, LEDGER, NEAREST, POINT, QUATERNION, VELOCITY
from sandbox.mechanics.impact.contact_state import Touch, touch
from sandbox.mechanics.probe import Pose

BACK = np.array([1.0, -1.0, -1.0, -1.0])


@dataclass(frozen=True)
class Held:
    """A body near or on a support at the instant t, in support axes.

    c        (3,) contact point, or nearest point, local coordinates [m]
    q        (4,) body -> support;  w (3,) absolute angular velocity, body axes [rad/s]
    ledger   [J]
    v        (3,) velocity of the mass centre relative to the axis point [m/s], None: from rolling without slip
    centre   (3,) mass centre, local coordinates, None: from the contact
    """

    t: float
    c: np.ndarray
    q: np.ndarray
    w: np.ndarray
    ledger: float
    v: np.ndarray | None
    centre: np.ndarray | None = None

    def touch(self, p, calls) -> Touch:
        """Everything about the contact."""
        return touch(self.t, self.c, self.q, self.w, self.v, p, calls)

    def after(self, v, w, gained: float) -> "Held":
        """With other velocities, the energy gained by them [J] booked."""
        return replace(self, v=v, w=w, ledger=self.ledger + gained)


def read(mode: str, t: float, y: np.ndarray, p: np.ndarray) -> Held:
    """The state y of a mode by name."""
    x, q = y[POINT:POINT + 3].copy(), y[QUATERNION:QUATERNION + 4].copy()
    w = y[ANGULAR_VELOCITY:ANGULAR_VELOCITY + 3].copy()
    if mode == "flight":
        pose = Pose(t, p)
        q = np.array(multiply(*(pose.quaternion*BACK), *q))
        v = pose.rotation.T @ (y[VELOCITY:VELOCITY + 3] - pose.point_velocity)
        return Held(t, y[NEAREST:NEAREST + 3].copy(), q, w, y[LEDGER], v, pose.to_local(x))
    v = y[VELOCITY:VELOCITY + 3].copy() if MODES[mode].kind == SLIPPING else None
    return Held(t, x, q, w, y[LEDGER], v)


def write_rolling(held: Held) -> np.ndarray:
    """y(11) of the modes without slip."""
    return np.concatenate([held.c, held.q, held.w, [held.ledger]])


def write_sliding(held: Held, velocity, bias) -> np.ndarray:
    """y(17) of sliding; bias (3,) is the direction of a slip that starts from rest, as a tiny velocity [m/s]."""
    return np.concatenate([held.c, held.q, held.w, [held.ledger], velocity, bias])


def write_flight(held: Held, pose: Pose) -> np.ndarray:
    """y(17) of flight, in the laboratory frame."""
    centre = pose.to_lab(held.centre)
    velocity = pose.point_velocity + pose.rotation @ held.v
    q = multiply(*pose.quaternion, *held.q)
    return np.concatenate([centre, q, held.w, [held.ledger], velocity, held.c])
