"""Along the meridian of a surface of revolution on which a ball rolls: what is known without running.

With arclength s of the centre's meridian, slope alpha, curvature kappa, distance R from the axis, the azimuthal
velocity u and the spin w_n about the normal obey two linear equations, whatever the gravity,

    dw_n/ds = (kappa - sin alpha/R) u/a - kappa Omega R_c/a
    du/ds   = -(cos alpha/R) u - chi a kappa w_n + chi Omega cos alpha (1 + a kappa),        R_c = R + a sin alpha

and the Jacobi integral leaves (m + I/a^2) s'^2/2 = E_J - rest(s).
Source: Borisov, Mamaev, Bizyaev 2015, section 3.2; needs a constant rate about the surface's axis, gravity along it.
"""

from math import hypot
from typing import NamedTuple

import numpy as np

from sandbox.mechanics import layout as lay
from sandbox.mechanics.contact.state import ANGULAR_VELOCITY, POINT
from sandbox.mechanics.probe import domain_at, slopes_at
from sandbox.scene.bodies import Ball
from sandbox.scene.motions import Motion
from sandbox.systems.contact.conservation import has_axis_of_revolution
from sandbox.systems.contact.system import System
from sandbox.systems.integration import Integration
from sandbox.systems.protocol import Data
from sandbox.systems.supports.system import SupportsSystem


class MeridianState(NamedTuple):
    """A tracked point of the meridian and the rolling there, or their derivatives by the arclength."""

    rho: float       # distance of the tracked point from the axis [m]
    zeta: float      # its height [m]
    u: float         # azimuthal velocity of the centre [m/s]
    w_n: float       # spin about the normal [rad/s]


class Shape(NamedTuple):
    """Slope and curvature of the tracked meridian."""

    sine: float          # sin alpha
    cosine: float        # cos alpha
    curvature: float     # [1/m]


class Meridian:
    """Geometry and energy along the meridian of a system with a ball."""

    def __init__(self, data: Data, motion: Motion, ball: Ball):
        self.p, self.calls, self.ball = data.p, data.calls, ball
        self.offset = data.p[lay.OFFSET]
        self.rate = data.p[lay.SPIN + lay.SIGNAL_C + 1]
        self.g = -float(np.asarray(motion.gravity)[2])

    def shape(self, rho: float, zeta: float) -> Shape:
        """Returns slope and curvature at the tracked point (rho, zeta)."""
        phi = slopes_at(self.calls[lay.CALL_SURFACE], (rho, 0.0, zeta), self.p, lay.SURFACE)
        size = hypot(phi.x, phi.z)
        sine, cosine = -phi.x/size, phi.z/size
        bend = cosine*cosine*phi.xx + 2.0*sine*cosine*phi.xz + sine*sine*phi.zz
        return Shape(sine, cosine, -bend/size)

    def slopes(self, _sigma, y):
        """Returns the derivatives of a Place by the arclength sigma of the tracked meridian."""
        rho, zeta, u, w_n = y
        a, chi = self.ball.radius, self.ball.chi
        sine, cosine, bend = self.shape(rho, zeta)
        stretch = 1.0 - self.offset*bend
        R, kappa = rho - self.offset*sine, bend/stretch
        R_c = R + a*sine
        dw = (kappa - sine/R)*u/a - kappa*self.rate*R_c/a
        du = -cosine/R*u - chi*a*kappa*w_n + chi*self.rate*cosine*(1.0 + a*kappa)
        return MeridianState(rho=cosine, zeta=sine, u=stretch*du, w_n=stretch*dw)

    def rest(self, y) -> float:
        """Returns E_J without the part of the motion along the meridian [J]."""
        rho, zeta, u, w_n = y
        a, m, inertia = self.ball.radius, self.ball.m, self.ball.I
        sine, cosine, _bend = self.shape(rho, zeta)
        R, Z = rho - self.offset*sine, zeta + self.offset*cosine
        w_t = (self.rate*(R + a*sine) - u)/a
        w_z = w_t*sine + w_n*cosine
        return (0.5*m*u*u + 0.5*inertia*(w_t*w_t + w_n*w_n) + m*self.g*Z
                - self.rate*(m*R*u + inertia*w_z))

    def is_inside(self, y) -> bool:
        """Returns whether the tracked point is on the surface, off the axis and before its edges."""
        rho, zeta, _u, _w_n = y
        if not (np.all(np.isfinite(y)) and rho - self.offset*self.shape(rho, zeta).sine > 1e-6*self.ball.radius):
            return False
        return min(domain_at(self.calls[lay.CALL_DOMAIN], (rho, 0.0, zeta), self.p, lay.SURFACE).edges) > 0.0

    def centre(self, y) -> tuple[float, float]:
        """Returns distance from the axis and height of the ball's centre at a Place, local axes [m]."""
        rho, zeta, _u, _w_n = y
        sine, cosine, _bend = self.shape(rho, zeta)
        return float(rho - self.offset*sine), float(zeta + self.offset*cosine)

    def touching_point(self, y) -> tuple[float, float]:
        """Returns radius and height of the touching point, local axes [m]."""
        rho, zeta, _u, _w_n = y
        sine, cosine, _bend = self.shape(rho, zeta)
        back = self.ball.radius - self.offset
        return float(rho + back*sine), float(zeta - back*cosine)


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
    m = Meridian(data, system.motion, ball)
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
