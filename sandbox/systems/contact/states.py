"""States of the modes of a body with a law of contact, read into one form and written from it."""

from dataclasses import dataclass, replace

import numpy as np

from sandbox.compiling.rotation import multiply
from sandbox.mechanics.contact.mode import FREE, SLIPPING
from sandbox.mechanics.contact.modes import MODES
from sandbox.mechanics.contact.state import ANGULAR_VELOCITY, LEDGER, NEAREST, POINT, QUATERNION, VELOCITY
from sandbox.mechanics.impact.contact_state import Touch, touch
from sandbox.mechanics.layout import SLIP_SCALE
from sandbox.mechanics.probe import Pose
from sandbox.scene.contact import Contact
from sandbox.systems.protocol import Data

# conjugates a quaternion
BACK = np.array([1.0, -1.0, -1.0, -1.0])
# a normal velocity below this is none [m/s over the slip scale]
AT_REST = 1e-9


@dataclass(frozen=True, eq=False)
class Held:
    """A body near or on a support at an instant, in support axes.

    data     of the run (systems/protocol.py): the instant, parameters, the law of the contact
    c        (3,) contact point, or nearest point, local coordinates [m]
    q        (4,) body -> support;  w (3,) absolute angular velocity, body axes [rad/s]
    ledger   [J]
    v        (3,) velocity of the mass centre relative to the axis point [m/s], None: from rolling without slip
    centre   (3,) mass centre, local coordinates, None: from the contact
    """

    data: Data
    c: np.ndarray
    q: np.ndarray
    w: np.ndarray
    ledger: float
    v: np.ndarray | None = None
    centre: np.ndarray | None = None

    @property
    def t(self) -> float:
        """The instant [s]."""
        return self.data.t

    @property
    def contact(self) -> Contact:
        """The law of the contact."""
        assert self.data.contact is not None
        return self.data.contact

    @property
    def no_speed(self) -> float:
        """A velocity below this is none [m/s]."""
        return AT_REST*self.data.p[SLIP_SCALE]

    def touch(self) -> Touch:
        """Everything about the contact."""
        return touch(self.t, self.c, self.q, self.w, self.v, self.data.p, self.data.calls)

    def after(self, v: np.ndarray, w: np.ndarray, gained: float) -> "Held":
        """With other velocities, the energy gained by them [J] booked."""
        return replace(self, v=v, w=w, ledger=self.ledger + gained)

    def stopped(self) -> "Held":
        """After the impulse that takes the normal velocity: P = -u_n/V n, energy -u_n^2/(2 V), V = n.G n."""
        now = self.touch()
        V = float(now.n @ now.G @ now.n)
        return self.after(*now.after_impulse(-now.u_n/V*now.n), -0.5*now.u_n**2/V)

    def closed(self) -> "Held":
        """Without what rounding left of the normal velocity."""
        now = self.touch()
        return replace(self, v=now.v - now.u_n*now.n)


def read(data: Data) -> Held:
    """Returns the present state of a mode."""
    y = data.y
    x, q = y[POINT:POINT + 3].copy(), y[QUATERNION:QUATERNION + 4].copy()
    w = y[ANGULAR_VELOCITY:ANGULAR_VELOCITY + 3].copy()
    kind = MODES[data.mode].kind
    if kind == FREE:
        pose = Pose(data.t, data.p)
        q = np.array(multiply(*(pose.quaternion*BACK), *q))
        v = pose.rotation.T @ (y[VELOCITY:VELOCITY + 3] - pose.point_velocity)
        return Held(data, y[NEAREST:NEAREST + 3].copy(), q, w, y[LEDGER], v, pose.to_local(x))
    return Held(data, x, q, w, y[LEDGER], y[VELOCITY:VELOCITY + 3].copy() if kind == SLIPPING else None)


def write_rolling(held: Held) -> np.ndarray:
    """y(11) of the modes without slip."""
    return np.concatenate([held.c, held.q, held.w, [held.ledger]])


def write_sliding(held: Held, velocity, bias) -> np.ndarray:
    """y(17) of sliding; bias (3,) is the direction of a slip that starts from rest, as a tiny velocity [m/s]."""
    return np.concatenate([held.c, held.q, held.w, [held.ledger], velocity, bias])


def write_flight(held: Held) -> np.ndarray:
    """y(17) of flight, in the laboratory frame, of a body whose centre and velocity are known."""
    assert held.centre is not None and held.v is not None
    pose = Pose(held.t, held.data.p)
    centre = pose.to_lab(held.centre)
    velocity = pose.point_velocity + pose.rotation @ held.v
    q = multiply(*pose.quaternion, *held.q)
    return np.concatenate([centre, q, held.w, [held.ledger], velocity, held.c])
