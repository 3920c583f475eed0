"""A hand on a body of a system: how stiff it is, and its numbers in the parameter array (mechanics/pull.py).

It is critically damped for the mass m_h that it feels, at FREQUENCY nu, and never stronger than so many weights:

    k = m_h (2 pi nu)^2,   c = 2 m_h (2 pi nu),   F_max = strength * weight

m_h belongs to body, held point and start of a run: what happens in the run does not change the hand.
"""

from dataclasses import dataclass
from math import pi

import numpy as np

from sandbox.errors import BadValue
from sandbox.mechanics import layout as lay
from sandbox.mechanics.pull import bounded
from sandbox.text import _

FREQUENCY = 5.0             # [Hz]
# where nothing falls, a weight is what it would be on Earth [m/s^2]
STANDARD_GRAVITY = 9.80665

Point = tuple[float, float, float]


@dataclass(frozen=True)
class Hand:
    """A hand for a stretch of time in which its target moves evenly.

    body       index of the body in its system
    point      held, from the mass centre, body axes [m]
    strength   largest force, in weights of the body [1]
    start      instant [s] of `target` (laboratory frame [m]), which moves with the velocity `rate` [m/s]
    """

    body: int
    point: Point
    strength: float
    start: float
    target: Point
    rate: Point = (0.0, 0.0, 0.0)


def put_hand(p: np.ndarray, hand: Hand, mass: float, weight: float, target, rate):
    """Writes a hand to p; `mass` [kg] is what it feels, `weight` [N], target and rate in the frame of the system."""
    turning = 2.0*pi*FREQUENCY
    p[lay.HAND_STIFFNESS], p[lay.HAND_DAMPING] = mass*turning*turning, 2.0*mass*turning
    p[lay.HAND_STRENGTH] = hand.strength*weight
    p[lay.HAND_POINT:lay.HAND_POINT + 3], p[lay.HAND_TARGET:lay.HAND_TARGET + 3] = hand.point, target
    p[lay.HAND_RATE:lay.HAND_RATE + 3], p[lay.HAND_START] = rate, hand.start


def drop_hand(p: np.ndarray):
    """Writes to p that no hand holds anything."""
    for place, size in ((lay.HAND_STIFFNESS, 1), (lay.HAND_DAMPING, 1), (lay.HAND_STRENGTH, 1), (lay.HAND_POINT, 3),
                        (lay.HAND_TARGET, 3), (lay.HAND_RATE, 3), (lay.HAND_START, 1)):
        p[place:place + size] = 0.0


def is_held(p: np.ndarray) -> bool:
    """Returns whether a hand pulls."""
    return bool(p[lay.HAND_STIFFNESS] != 0.0)


def weight_of(mass: float, gravity: np.ndarray) -> float:
    """Returns the weight [N] of a mass [kg] where gravity (3,) [m/s^2] may be zero."""
    return mass*(float(np.linalg.norm(gravity)) or STANDARD_GRAVITY)


def force_on(p: np.ndarray, place: np.ndarray, velocity: np.ndarray, target: np.ndarray) -> np.ndarray:
    """Returns the force (3,) [N] on a held point; place [m], velocity [m/s] and target [m] (3,) in one frame."""
    return bounded(p[lay.HAND_STIFFNESS]*(target - place) - p[lay.HAND_DAMPING]*velocity, p[lay.HAND_STRENGTH])


def reason_of_hand(name: str) -> str:
    """Returns why a quantity is not conserved while a hand pulls."""
    return _("a hand pulls; the ledger counts its work") if name == "E_J" else _("a hand pulls")


def check_mobility(mobility: float, body: int):
    """Raises BadValue where nothing that a hand does can move a point: its mobility [1/kg] is none."""
    if not mobility > 0.0:
        raise BadValue(_("body {number}: is held by its constraints and does not move").format(number=body + 1))
