"""What lasts: rolling, slip, and the rim of a coin that runs round.

Rolling and slip are heard as the roughness under the contact, read along the way: noise whose cells are as long as what
a body of that size feels (it bridges what is shorter), so that its pitch rises with speed over size. Rolling is as
loud as the speed and the root of the load, slip as the root of its power mu N v. A coin that lies down has a tone at
the rate at which its contact runs round, that rises without bound, and a rattle that beats with it.
"""

from collections.abc import Sequence
from math import pi, sqrt
from typing import NamedTuple

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


def rolling(speed: float, size: float, load: float, dull: float) -> tuple[float, float]:
    """Returns amplitude and cells per second of rolling.

    speed   of the centre against the support [m/s];  size  of the body [m];  load  N/(m g) [1]
    dull    1 for a pair without losses, less for a soft one
    """
    if speed <= SLOWEST:
        return 0.0, 0.0
    level = ROLLING*speed/(0.25 + 0.75*speed)*sqrt(min(max(load, 0.0), 9.0))*dull
    return min(level, LOUDEST), min(GRAIN*speed/size, FASTEST)


def slipping(slip: float, friction: float, weight: float, bright: float) -> tuple[float, float]:
    """Returns amplitude and cells per second of slip.

    slip    speed of the touching points [m/s];  friction, weight  forces [N];  bright  1 for steel, less for soft pairs
    """
    if slip <= SLOWEST:
        return 0.0, 0.0
    level = SLIPPING*sqrt(friction*slip/weight)
    return min(level, LOUDEST), min((500.0 + 5000.0*slip/(0.5 + slip))*bright, FASTEST)


def rim_rate(axis: Sequence[float], spin: Sequence[float], normal: Sequence[float]) -> float:
    """Returns how often a second the contact of a disk runs round on its support [1/s].

    axis, spin, normal   third axis of the disk, its angular velocity [rad/s], unit normal of the support

    The axis e moves with e' = w x e; about n it turns at n . (e x e')/(1 - (e . n)^2), e x e' = w - (w . e) e.
    """
    along, about, up = (sum(a*b for a, b in zip(one, other, strict=True))
                        for one, other in ((axis, normal), (spin, axis), (spin, normal)))
    flat = 1.0 - along*along
    return abs(up - about*along)/flat/(2.0*pi) if flat > 1e-12 else 0.0


def whirring(rate: float, flat: float, load: float) -> float:
    """Returns the amplitude of a coin's rim.

    rate   turns of the contact per second;  flat  1 for a coin that lies, 0 for one that stands;  load  N/(m g)
    """
    return min(WHIRRING*min(rate/20.0, 1.0)*flat*flat*sqrt(min(max(load, 0.0), 4.0)), LOUDEST)
