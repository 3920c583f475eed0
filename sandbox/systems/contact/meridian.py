"""Along the meridian of a surface of revolution on which a ball rolls.

With arclength s of the centre's meridian, slope alpha, curvature kappa, distance R from the axis, the azimuthal
velocity u and the spin w_n about the normal obey two linear equations, whatever the gravity,

    dw_n/ds = (kappa - sin alpha/R) u/a - kappa Omega R_c/a
    du/ds   = -(cos alpha/R) u - chi a kappa w_n + chi Omega cos alpha (1 + a kappa),        R_c = R + a sin alpha

and the Jacobi integral leaves (m + I/a^2) s'^2/2 = E_J - rest(s).
Source: Borisov, Mamaev, Bizyaev 2015, section 3.2; needs a constant rate about the surface's axis, gravity along it.
"""

from math import hypot
from typing import Any, NamedTuple

import numpy as np

from sandbox.mechanics import layout as lay
from sandbox.mechanics.probe import domain_at, slopes_at, slopes_at_points
from sandbox.scene.bodies import Ball
from sandbox.scene.supports.surface import Surface


class MeridianState(NamedTuple):
    """A tracked point of the meridian and the rolling there, or their derivatives by the arclength."""

    rho: float       # distance of the tracked point from the axis [m]
    zeta: float      # its height [m]
    u: float         # azimuthal velocity of the centre [m/s]
    w_n: float       # spin about the normal [rad/s]


class Shape(NamedTuple):
    """Slope and curvature of the tracked meridian, at one place or at n places (n,)."""

    sine: Any            # sin alpha
    cosine: Any          # cos alpha
    curvature: Any       # [1/m]


class Along(NamedTuple):
    """The linear system d(u, w_n)/dsigma = matrix (u, w_n) + Omega forced, sigma the tracked arclength."""

    shape: Shape
    matrix: np.ndarray      # (2, 2)
    forced: np.ndarray      # (2,) for the rate 1 rad/s


class Meridian:
    """Geometry and energy along the meridian of a system with a ball."""

    def __init__(self, surface: Surface, p: np.ndarray, calls: np.ndarray, ball: Ball):
        self.p, self.calls, self.ball = p, calls, ball
        # of the centre from the tracked point along the normal
        self.offset = ball.radius if surface.defines == "contact" else 0.0
        self.rate = p[lay.SPIN + lay.SIGNAL_C + 1]
        self.g = -float(p[lay.GRAVITY + 2])

    def shape(self, rho: float, zeta: float) -> Shape:
        """Returns slope and curvature at the tracked point (rho, zeta)."""
        phi = slopes_at(self.calls[lay.CALL_SURFACE], (rho, 0.0, zeta), self.p, lay.SURFACE)
        size = hypot(phi.x, phi.z)
        sine, cosine = -phi.x/size, phi.z/size
        bend = cosine*cosine*phi.xx + 2.0*sine*cosine*phi.xz + sine*sine*phi.zz
        return Shape(sine, cosine, -bend/size)

    def shapes(self, places: np.ndarray) -> Shape:
        """Returns slopes and curvatures (n,) at tracked points (n, 2), each as shape() has them."""
        rho, zeta = places.T
        points = np.stack((rho, np.zeros_like(rho), zeta), axis=1)
        phi: Any = slopes_at_points(self.calls[lay.CALL_SURFACE], points, self.p, lay.SURFACE)
        size = np.array([hypot(x, z) for x, z in zip(phi.x.tolist(), phi.z.tolist(), strict=True)])
        sine, cosine = -phi.x/size, phi.z/size
        bend = cosine*cosine*phi.xx + 2.0*sine*cosine*phi.xz + sine*sine*phi.zz
        return Shape(sine, cosine, -bend/size)

    def slopes(self, _sigma, y):
        """Returns the derivatives of a MeridianState by the arclength sigma of the tracked meridian."""
        rho, zeta, u, w_n = y
        along = self.along(rho, zeta)
        du, dw = along.matrix @ (u, w_n) + self.rate*along.forced
        return MeridianState(rho=along.shape.cosine, zeta=along.shape.sine, u=du, w_n=dw)

    def along(self, rho: float, zeta: float) -> "Along":
        """Returns the linear system of (u, w_n) at the tracked point (rho, zeta)."""
        a, chi = self.ball.radius, self.ball.chi
        shape = self.shape(rho, zeta)
        sine, cosine, bend = shape
        stretch = 1.0 - self.offset*bend
        R, kappa = rho - self.offset*sine, bend/stretch
        R_c = R + a*sine
        matrix = np.array(((-cosine/R, -chi*a*kappa), ((kappa - sine/R)/a, 0.0)))
        forced = np.array((chi*cosine*(1.0 + a*kappa), -kappa*R_c/a))
        return Along(shape, stretch*matrix, stretch*forced)

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
