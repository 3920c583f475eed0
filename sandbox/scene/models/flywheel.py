"""A flywheel on a sleigh: a motor turns it about the upright axis through the mass centre, and the sleigh against it.

One more coordinate, its angle psi in the room, and one more row:

    T = ... + J psi'^2/2,          psi' - theta' = s(t) (driven)

The multiplier of the row is the motor's moment M on the wheel; -M acts on the sleigh. Its mass is part of the sleigh's.
"""

from dataclasses import dataclass
from math import isfinite

import numpy as np
from numpy import cos, sin

from sandbox.errors import BadValue
from sandbox.scene.constrained import Row
from sandbox.scene.drawn.looks import Parts
from sandbox.scene.drawn.shapes import ACCENT, DARK, METAL, OCTANTS, Look
from sandbox.scene.motions import Signal
from sandbox.text import _

# sides of the drawn wheel, a spoke's width, and how much it is lifted above the plate [its radii]
SIDES, SPOKE, LIFT = 32, 0.12, 0.12


@dataclass(frozen=True)
class Flywheel:
    """A flywheel of a Sleigh.

    inertia   J about its axis [kg m^2]
    rate      s relative to the sleigh [rad/s], or the name of a live parameter that steers it
    limit     largest change of the rate that the motor makes [rad/s^2]
    """

    inertia: float
    rate: float | str = 0.0
    limit: float = 100.0

    def __post_init__(self):
        for word in ("inertia", "limit"):
            found = getattr(self, word)
            if not (isfinite(found) and found > 0.0):
                raise BadValue(_("flywheel, {word}: got {found}, needs a finite number above 0").format(
                    word=word, found=found))
        if not isinstance(self.rate, str) and not isfinite(self.rate):
            raise BadValue(_("flywheel, rate: got {found}, needs a finite number or the name of a live parameter"
                             ).format(found=self.rate))

    def signal(self) -> Signal:
        """The angle of the wheel on the sleigh."""
        if isinstance(self.rate, str):
            return Signal(live=self.rate, limit=self.limit)
        return Signal((0.0, float(self.rate)))


def kinetic_of_wheel(v, p):
    """T of the wheel about its axis [J]; the mass moves with the sleigh's."""
    return 0.5*p.J_wheel*v[3]*v[3]


def motor_row() -> Row:
    """psi' - theta' = s."""
    return Row("motor", lambda t, q, p: (0.0, 0.0, -1.0, 1.0), lambda t, q, p: p.motor_angle.rate, unit="N m", body=1)


def pose_of_wheel(q, p):
    """Centre and rotation of the wheel."""
    c, s = cos(q[3]), sin(q[3])
    return ((q[0], q[1], 0.0), ((c, -s, 0.0), (s, c, 0.0), (0.0, 0.0, 1.0)))


def flywheel_look(half: float) -> Look:
    """A wheel with four spokes that lies above the plate of a sleigh of the half length [m]."""
    parts, radius, low = Parts(), 0.36*half, 0.3*half
    low += LIFT*radius
    high = low + 0.3*radius
    b = np.linspace(0.0, 2*np.pi, SIDES, endpoint=False)
    ring = np.array([[r*np.cos(x), r*np.sin(x), z] for r, z in (
        (0.8*radius, low), (radius, low), (radius, high), (0.8*radius, high)) for x in b])
    k, m = np.arange(SIDES), (np.arange(SIDES) + 1) % SIDES
    quads = np.vstack([np.stack((i*SIDES + k, i*SIDES + m, j*SIDES + m, j*SIDES + k), axis=1)[:, ::-1]
                       for i, j in ((0, 1), (1, 2), (2, 3), (3, 0))])
    parts.add(ring, quads[:, ::-1], METAL)
    for turn in range(2):
        c, s = np.cos(0.5*np.pi*turn), np.sin(0.5*np.pi*turn)
        axes = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
        half_width, end = SPOKE*radius, 0.85*radius
        parts.board([(-end, -half_width), (end, -half_width), (end, half_width), (-end, half_width)],
                    low + 0.05*radius, high - 0.05*radius, ACCENT if turn == 0 else DARK, axes)
    parts.rod((0.0, 0.0, 0.3*half), (0.0, 0.0, high + 0.1*radius), 0.1*radius, OCTANTS, 16)
    return parts.look((half,), traces="nothing")
