"""A body at one of its supports: from the state of a run to that support's own, and back."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from sandbox.compiling.rotation import matrix_of
from sandbox.integration import hybrid
from sandbox.integration import observation as obs
from sandbox.mechanics.contact.among.reach import LEAVE
from sandbox.mechanics.contact.modes import MODES
from sandbox.mechanics.contact.state import ANGULAR_VELOCITY, LEDGER, MOVING_SIZE, NEAREST, POINT, QUATERNION
from sandbox.mechanics.probe import Pose
from sandbox.systems.contact.contact_system import ContactSystem
from sandbox.systems.contact.states import Held, read
from sandbox.systems.protocol import Data, Jump

# names of modes: that of the support, and that of the mode on it
BETWEEN = "/"


@dataclass(frozen=True, eq=False)
class OneSupport:
    """One support of several, and the body on it.

    name     of the support;  system  body and support alone, whose modes and jumps are used
    p        its part of the parameters;  calls  mode of `system` -> its part of the addresses
    others   names of the other supports, in the order in which a state has their nearest points
    """

    name: str
    system: ContactSystem
    p: slice
    calls: Mapping[str, slice]
    others: tuple[str, ...]

    @property
    def watching(self) -> int:
        """Numbers at the end of a state by which the other supports are watched: nearest points, and a Leave."""
        return 3*len(self.others) + LEAVE

    def mode(self, own: str) -> str:
        """What a mode of `system` is called among several supports."""
        return f"{self.name}{BETWEEN}{own}"

    def data(self, data: Data, own: str, y: np.ndarray) -> Data:
        """Returns a run of `system` in the state y of one of its modes; its arrays are parts of those of the run."""
        laws = data.contact
        assert isinstance(laws, Mapping)
        return replace(data, mode=own, y=y, p=data.p[self.p], calls=data.calls[self.calls[own]],
                       contact=laws[self.name])

    def pose(self, data: Data) -> Pose:
        """Returns where the support is."""
        return Pose(data.t, data.p[self.p])


def own_mode(mode: str) -> str:
    """Returns the name of a mode among several supports without that of the support."""
    return mode.rsplit(BETWEEN, 1)[1]


def as_rolling(data: Data) -> Data:
    """Returns the run of one support; a ball that can only roll, with velocities in local axes, as any other body."""
    if data.mode != "ball":
        return data
    y = data.y.copy()
    turning = np.array(matrix_of(*y[QUATERNION:QUATERNION + 4].tolist())).reshape(3, 3)
    y[ANGULAR_VELOCITY:ANGULAR_VELOCITY + 3] = turning.T @ y[ANGULAR_VELOCITY:ANGULAR_VELOCITY + 3]
    return replace(data, mode="rolling", y=y)


def nearest_points(part: OneSupport, data: Data, size: int) -> dict[str, np.ndarray]:
    """Returns the contact or nearest point (3,) of each support; `size` numbers of the state are the mode's own."""
    place = NEAREST if own_mode(data.mode) == "flight" else POINT
    points = {name: data.y[size + 3*i:size + 3*i + 3].copy() for i, name in enumerate(part.others)}
    return points | {part.name: data.y[place:place + 3].copy()}


def whole(part: OneSupport, jump: Jump, points: Mapping[str, np.ndarray]) -> Jump:
    """Returns a jump of one support as one of the run."""
    kept = [points[name] for name in part.others]
    return replace(jump, mode=part.mode(jump.mode), y=np.concatenate([jump.y, *kept, np.zeros(LEAVE)]))


def jacobi(part: OneSupport, data: Data, y: np.ndarray) -> float:
    """Returns E_J [J] of a body in the state y (17,) of flight as a support sees it."""
    seen = np.zeros(obs.OBSERVATION)
    own = part.data(data, "flight", y)
    hybrid.observe(MODES["flight"].table, data.t, y, own.p, own.calls, seen)
    return float(seen[obs.DEFECT] + y[LEDGER])


def seen_by(part: OneSupport, before: OneSupport, data: Data, y: np.ndarray, point: np.ndarray) -> Held:
    """Returns a body as another support sees it, the difference of the two Jacobi integrals booked in the ledger.

    y        (17,) state of flight, its ledger that of the support `before`
    point    (3,) contact or nearest point on `part`, its local axes
    """
    y = y.copy()
    y[NEAREST:NEAREST + 3] = point
    y[LEDGER] += jacobi(part, data, y) - jacobi(before, data, y)
    return read(part.data(data, "flight", y))


def in_flight(held: Held) -> np.ndarray:
    """Returns the state (17,) of flight of a body."""
    return held.flight()[:MOVING_SIZE]

