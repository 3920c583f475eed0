"""What lasts: rolling, slip, and the rim of a coin that runs round.

Rolling and slip are heard as the roughness under the contact, read along the way: noise whose cells are as long as what
a body of that size feels (it bridges what is shorter), so that its pitch rises with speed over size. Rolling is as
loud as the speed and the root of the load, slip as the root of its power mu N v. A coin that lies down has a tone at
the rate at which its contact runs round, that rises without bound, and a rattle that beats with it.
"""

from typing import NamedTuple

import numpy as np

from sandbox.sound.digits import rounded

ROLL, SLIP, WHIRR = "roll", "slip", "whirr"
GRAIN = 45.0                     # cells of roughness to a radius of way
FASTEST = 7000.0                 # cells per second [1/s]
ROLLING = 0.06                   # amplitude at 1 m/s under its weight
SLIPPING = 0.12                  # amplitude at a power of m g times 1 m/s
WHIRRING = 0.16                  # amplitude of a coin's rim at 20 turns a second
SLOWEST = 5e-3                   # [m/s] below which nothing is heard
LOUDEST = 0.4                    # of what lasts


class Rub(NamedTuple):
    """A voice that lasts, at an instant: amplitude [1], cells or turns per second [1/s], -1 left to 1 right."""

    level: float
    rate: float
    pan: float


def rolling(speed: np.ndarray, size: np.ndarray, load: np.ndarray, dull: np.ndarray
            ) -> tuple[np.ndarray, np.ndarray]:
    """Returns amplitudes (n,) and cells per second (n,) of rolling.

    speed   of the centres against the support [m/s];  size  of the bodies [m];  load  N/(m g) [1]
    dull    1 for a pair without losses, less for a soft one
    """
    level = np.where(speed > SLOWEST, ROLLING*speed/(0.25 + 0.75*speed)*np.sqrt(np.clip(load, 0.0, 9.0))*dull, 0.0)
    return np.minimum(level, LOUDEST), np.minimum(GRAIN*speed/size, FASTEST)


def slipping(slip: np.ndarray, friction: np.ndarray, weight: np.ndarray, bright: np.ndarray
             ) -> tuple[np.ndarray, np.ndarray]:
    """Returns amplitudes (n,) and cells per second (n,) of slip.

    slip    speed of the touching points [m/s];  friction, weight  forces [N];  bright  1 for steel, less for soft pairs
    """
    level = np.where(slip > SLOWEST, SLIPPING*np.sqrt(friction*slip/weight), 0.0)
    return np.minimum(level, LOUDEST), np.minimum((500.0 + 5000.0*slip/(0.5 + slip))*bright, FASTEST)


def rim_rate(axis: np.ndarray, spin: np.ndarray, normal: np.ndarray) -> float:
    """Returns how often a second the contact of a disk runs round on its support [1/s].

    axis, spin, normal   (3,) third axis of the disk, its angular velocity [rad/s], unit normal of the support
    """
    along = float(axis @ normal)
    turned = np.cross(spin, axis)
    flat = 1.0 - along*along
    if flat < 1e-12:
        return 0.0
    return float(abs(normal @ np.cross(axis, turned))/flat/(2.0*np.pi))


def whirring(rate: float, flat: float, load: float) -> float:
    """Returns the amplitude of a coin's rim.

    rate   turns of the contact per second;  flat  1 for a coin that lies, 0 for one that stands;  load  N/(m g)
    """
    return rounded(min(WHIRRING*min(rate/20.0, 1.0)*flat**2*min(max(load, 0.0), 4.0)**0.5, LOUDEST))
