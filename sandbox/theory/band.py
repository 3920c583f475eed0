"""The band of a surface of revolution in which a rolling ball stays: its two turning circles, without simulating.

Along the meridian of the centre's surface (arclength s, slope alpha, curvature kappa, distance R from the axis) the
azimuthal velocity u and the spin w_n about the normal obey two linear equations, whatever the gravity,

    dw_n/ds = (kappa - sin alpha/R) u/a - kappa Omega R_c/a
    du/ds   = -(cos alpha/R) u - chi a kappa w_n + chi Omega cos alpha (1 + a kappa),        R_c = R + a sin alpha

and the Jacobi integral leaves (m + I/a^2) s'^2/2 = E_J - rest(s). The ball turns where that vanishes.
Source: Borisov, Mamaev, Bizyaev 2015, section 3.2; needs a constant rate about the surface's axis, gravity along it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import hypot
from typing import NamedTuple

import numpy as np

from sandbox.mechanics.contact.state import ANGULAR_VELOCITY, POINT
from sandbox.mechanics.layout import CALL_DOMAIN, CALL_SURFACE, OFFSET, SIGNAL_C, SPIN, SURFACE
from sandbox.mechanics.probe import domain_at, slopes_at
from sandbox.scene.bodies import Ball
from sandbox.scene.motions import Motion
from sandbox.systems.contact.conservation import has_axis_of_revolution
from sandbox.systems.contact.system import System
from sandbox.systems.integration import Integration
from sandbox.systems.protocol import Data
from sandbox.systems.supports.system import SupportsSystem

# how far along the meridian a turning circle is sought, in units of the present distance from the axis and of the ball
REACH = 30.0
# steps along that way at least, so that no narrow forbidden stretch is stepped over
STRIDES = 150


class _Place(NamedTuple):
    """A tracked point of the meridian and the rolling there, or their derivatives by the arclength."""

    rho: float       # distance of the tracked point from the axis [m]
    zeta: float      # its height [m]
    u: float         # azimuthal velocity of the centre [m/s]
    w_n: float       # spin about the normal [rad/s]


class _Shape(NamedTuple):
    """Slope and curvature of the tracked meridian."""

    sine: float          # sin alpha
    cosine: float        # cos alpha
    curvature: float     # [1/m]


@dataclass
class _Event:
    """A terminal event of solve_ivp: value(sigma, y) passes zero."""

    value: Callable
    direction: float = 0.0
    terminal: bool = True

    def __call__(self, sigma, y):
        return self.value(sigma, y)


class _Meridian:
    """Geometry and energy along the meridian of a system with a ball."""

    def __init__(self, data: Data, motion: Motion, ball: Ball):
        self.p, self.calls, self.ball = data.p, data.calls, ball
        self.offset = data.p[OFFSET]
        self.rate = data.p[SPIN + SIGNAL_C + 1]
        self.g = -float(np.asarray(motion.gravity)[2])

    def shape(self, rho: float, zeta: float) -> _Shape:
        """Returns slope and curvature at the tracked point (rho, zeta)."""
        phi = slopes_at(self.calls[CALL_SURFACE], (rho, 0.0, zeta), self.p, SURFACE)
        size = hypot(phi.x, phi.z)
        sine, cosine = -phi.x/size, phi.z/size
        bend = cosine*cosine*phi.xx + 2.0*sine*cosine*phi.xz + sine*sine*phi.zz
        return _Shape(sine, cosine, -bend/size)

    def slopes(self, _sigma, y):
        """Returns the derivatives of a _Place by the arclength sigma of the tracked meridian."""
        rho, zeta, u, w_n = y
        a, chi = self.ball.radius, self.ball.chi
        sine, cosine, bend = self.shape(rho, zeta)
        stretch = 1.0 - self.offset*bend
        R, kappa = rho - self.offset*sine, bend/stretch
        R_c = R + a*sine
        dw = (kappa - sine/R)*u/a - kappa*self.rate*R_c/a
        du = -cosine/R*u - chi*a*kappa*w_n + chi*self.rate*cosine*(1.0 + a*kappa)
        return _Place(rho=cosine, zeta=sine, u=stretch*du, w_n=stretch*dw)

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
        return min(domain_at(self.calls[CALL_DOMAIN], (rho, 0.0, zeta), self.p, SURFACE).edges) > 0.0

    def touching_point(self, y) -> tuple[float, float]:
        """Returns radius and height of the touching point, local axes [m]."""
        rho, zeta, _u, _w_n = y
        sine, cosine, _bend = self.shape(rho, zeta)
        back = self.ball.radius - self.offset
        return float(rho + back*sine), float(zeta - back*cosine)


def turning_circles(run: Integration) -> list[tuple[float, float]] | None:
    """Takes a run and returns (radius, height) [m] of its turning circles on the touched surface, local axes.

    None where the theory does not apply; a side on which the ball reaches an edge or the axis before turning has no
    circle.
    """
    # half a second that the start of the program does not wait for
    from scipy.integrate import solve_ivp
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
    m = _Meridian(data, system.motion, ball)
    w, (x, y, z) = run.y[ANGULAR_VELOCITY:ANGULAR_VELOCITY + 3], run.y[POINT:POINT + 3]
    rho = hypot(x, y)
    if rho < 1e-9*ball.size:
        return None
    sine, cosine, _bend = m.shape(rho, z)
    e_R, e_azimuth, e_z = np.array([x, y, 0.0])/rho, np.array([-y, x, 0.0])/rho, np.array([0.0, 0.0, 1.0])
    along, normal = cosine*e_R + sine*e_z, cosine*e_z - sine*e_R
    a = ball.radius
    R_c = rho - m.offset*sine + a*sine
    start = _Place(rho=rho, zeta=z, u=m.rate*R_c - a*(w @ along), w_n=float(w @ normal))
    meridional = 0.5*(ball.m + ball.I/a**2)*(a*(w @ e_azimuth))**2
    total = meridional + m.rest(start)
    # a ball at rest on its circle starts at zero: rounding is added, so that each side begins allowed
    noise = 1e-12*(abs(total) + abs(meridional) + ball.m*abs(m.g)*ball.size)
    turns = _Event(lambda _sigma, y: total - m.rest(y) + noise, direction=-1.0)
    leaves = _Event(lambda _sigma, y: 1.0 if m.is_inside(y) else -1.0)

    circles = []
    for direction in (-1.0, 1.0):
        reach = direction*REACH*(rho + a)
        with np.errstate(all="ignore"):
            path = solve_ivp(m.slopes, (0.0, reach), np.array(start), "DOP853", rtol=1e-11, atol=1e-13*ball.size,
                             events=(turns, leaves), max_step=abs(reach)/STRIDES)
        turning_points, _leaving_points = path.y_events
        if len(turning_points):
            circles.append(m.touching_point(turning_points[0]))
    return circles or None
