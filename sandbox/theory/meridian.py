"""Where a ball of a run is on the meridian of the surface of revolution on which it rolls, and its energy there."""

from math import hypot
from typing import NamedTuple

import numpy as np

from sandbox.mechanics.contact.state import ANGULAR_VELOCITY, POINT
from sandbox.scene.bodies import Ball
from sandbox.systems.contact.conservation import has_axis_of_revolution
from sandbox.systems.contact.meridian import Meridian, MeridianState
from sandbox.systems.contact.system import System
from sandbox.systems.integration import Integration
from sandbox.systems.supports.system import SupportsSystem


class OnMeridian(NamedTuple):
    """A ball under way on a surface of revolution.

    meridian    of its centre;  place  where it is
    total       E_J [J];  along  the part of it in the motion along the meridian [J]
    """

    meridian: Meridian
    place: MeridianState
    total: float
    along: float

    @property
    def noise(self) -> float:
        """What rounding may be of these energies [J]."""
        m = self.meridian
        return 1e-12*(abs(self.total) + abs(self.along) + m.ball.m*abs(m.g)*m.ball.size)


def on_meridian(run: Integration) -> OnMeridian | None:
    """Takes a run and returns where its ball is on its meridian, or None where the theory does not apply."""
    system, data = run.system, run.data
    if isinstance(system, SupportsSystem):
        # one that has come home from other supports is a body with a law
        system, data = system.alone(data)
        if data.mode != "ball":
            return None
    ball = system.body
    if run.ended or not isinstance(ball, Ball) or not isinstance(system, System):
        return None
    if (system.contact is not None and data.mode != "ball") or system.surface.outline is None:
        return None
    if not has_axis_of_revolution(data.p, ball.size):
        return None
    m = Meridian(system.surface, data.p, data.calls, ball)
    w, (x, y, z) = run.y[ANGULAR_VELOCITY:ANGULAR_VELOCITY + 3], run.y[POINT:POINT + 3]
    rho = hypot(x, y)
    if rho < 1e-9*ball.size:
        return None
    sine, cosine, _bend = m.shape(rho, z)
    e_R, e_azimuth, e_z = np.array([x, y, 0.0])/rho, np.array([-y, x, 0.0])/rho, np.array([0.0, 0.0, 1.0])
    along, normal = cosine*e_R + sine*e_z, cosine*e_z - sine*e_R
    a = ball.radius
    R_c = rho - m.offset*sine + a*sine
    place = MeridianState(rho=rho, zeta=z, u=m.rate*R_c - a*(w @ along), w_n=float(w @ normal))
    meridional = 0.5*(ball.m + ball.I/a**2)*(a*(w @ e_azimuth))**2
    return OnMeridian(m, place, float(meridional + m.rest(place)), float(meridional))
