"""The band of a surface of revolution in which a rolling ball stays: its two turning circles, without simulating.

Along the meridian of the centre's surface (arclength s, slope alpha, curvature kappa, distance R from the axis) the
azimuthal velocity u and the spin w_n about the normal obey two linear equations, whatever the gravity,

    dw_n/ds = (kappa - sin alpha/R) u/a - kappa Omega R_c/a
    du/ds   = -(cos alpha/R) u - chi a kappa w_n + chi Omega cos alpha (1 + a kappa),        R_c = R + a sin alpha

and the Jacobi integral leaves (m + I/a^2) s'^2/2 = E_J - rest(s). The ball turns where that vanishes.
Source: Borisov, Mamaev, Bizyaev 2015, section 3.2; needs a constant rate about the surface's axis, gravity along it.
"""

from math import hypot

import numpy as np
from scipy.integrate import solve_ivp

from sandbox.mechanics.layout import CALL_DOMAIN, CALL_SURFACE, OFFSET, SPIN, SURFACE
from sandbox.mechanics.probe import field_at
from sandbox.scene.bodies import Ball
from sandbox.systems.contact.conservation import has_axis_of_revolution
from sandbox.systems.integration import Integration

# how far along the meridian a turning circle is sought, in units of the present distance from the axis and of the ball
REACH = 30.0
# steps along that way at least, so that no narrow forbidden stretch is stepped over
STRIDES = 150


class _Meridian:
    """Geometry and energy along the meridian of a system with a ball."""

    def __init__(self, run: Integration):
        s = run.system
        self.p, self.calls, self.ball = s.p, s.calls, s.body
        self.offset = s.p[OFFSET]
        self.rate = s.p[SPIN + 2]
        self.g = -float(np.asarray(s.motion.gravity)[2])

    def shape(self, rho, zeta):
        """sin alpha, cos alpha, curvature of the tracked meridian at the tracked point (rho, zeta)."""
        d = field_at(self.calls[CALL_SURFACE], rho, 0.0, zeta, self.p, SURFACE)
        size = hypot(d[0], d[2])
        sine, cosine = -d[0]/size, d[2]/size
        bend = cosine*cosine*d[3] + 2.0*sine*cosine*d[5] + sine*sine*d[8]
        return sine, cosine, -bend/size

    def slopes(self, _sigma, y):
        """Derivatives of (rho, zeta, u, w_n) by the arclength sigma of the tracked meridian."""
        rho, zeta, u, w_n = y
        a, chi = self.ball.radius, self.ball.chi
        sine, cosine, bend = self.shape(rho, zeta)
        stretch = 1.0 - self.offset*bend
        R, kappa = rho - self.offset*sine, bend/stretch
        R_c = R + a*sine
        dw = (kappa - sine/R)*u/a - kappa*self.rate*R_c/a
        du = -cosine/R*u - chi*a*kappa*w_n + chi*self.rate*cosine*(1.0 + a*kappa)
        return [cosine, sine, stretch*du, stretch*dw]

    def rest(self, y) -> float:
        """E_J without the part of the motion along the meridian [J]."""
        rho, zeta, u, w_n = y
        a, m, inertia = self.ball.radius, self.ball.m, self.ball.I
        sine, cosine, _bend = self.shape(rho, zeta)
        R, Z = rho - self.offset*sine, zeta + self.offset*cosine
        w_t = (self.rate*(R + a*sine) - u)/a
        w_z = w_t*sine + w_n*cosine
        return (0.5*m*u*u + 0.5*inertia*(w_t*w_t + w_n*w_n) + m*self.g*Z
                - self.rate*(m*R*u + inertia*w_z))

    def inside(self, y) -> bool:
        """Whether the tracked point is on the surface, off the axis and before its edges."""
        if not (np.all(np.isfinite(y)) and y[0] - self.offset*self.shape(y[0], y[1])[0] > 1e-6*self.ball.radius):
            return False
        edges = field_at(self.calls[CALL_DOMAIN], y[0], 0.0, y[1], self.p, SURFACE)[1:5]
        return min(edges) > 0.0

    def touched(self, y) -> tuple[float, float]:
        """Radius and height of the touching point, local axes [m]."""
        sine, cosine, _bend = self.shape(y[0], y[1])
        back = self.ball.radius - self.offset
        return float(y[0] + back*sine), float(y[1] - back*cosine)


def turning_circles(run: Integration) -> list[tuple[float, float]] | None:
    """(radius, height) [m] of the turning circles on the touched surface, local axes; None where the theory is silent.

    A side on which the ball reaches an edge or the axis before turning has no circle.
    """
    s = run.system
    if not isinstance(s.body, Ball) or s.surface.outline is None or not has_axis_of_revolution(s) or run.ended:
        return None
    m = _Meridian(run)
    x, w = run.y[0:3], run.y[7:10]
    rho = hypot(x[0], x[1])
    if rho < 1e-9*s.body.size:
        return None
    sine, cosine, _bend = m.shape(rho, x[2])
    e_R = np.array([x[0], x[1], 0.0])/rho
    along, across = cosine*e_R + [0.0, 0.0, sine], np.array([-e_R[1], e_R[0], 0.0])
    normal = cosine*np.array([0.0, 0.0, 1.0]) - sine*e_R
    a = s.body.radius
    R_c = rho - m.offset*sine + a*sine
    start = np.array([rho, x[2], m.rate*R_c - a*(w @ along), w @ normal])
    meridional = 0.5*(s.body.m + s.body.I/a**2)*(a*(w @ across))**2
    total = meridional + m.rest(start)
    noise = 1e-12*(abs(total) + abs(meridional) + s.body.m*abs(m.g)*s.body.size)

    circles = []
    for direction in (-1.0, 1.0):
        reach = direction*REACH*(rho + a)

        # a ball at rest on its circle starts at zero: rounding is added, so that each side begins allowed
        def turns(_sigma, y):
            return total - m.rest(y) + noise

        def leaves(_sigma, y):
            return 1.0 if m.inside(y) else -1.0

        turns.terminal = leaves.terminal = True
        turns.direction = -1.0
        with np.errstate(all="ignore"):
            path = solve_ivp(m.slopes, (0.0, reach), start, "DOP853", rtol=1e-11, atol=1e-13*s.body.size,
                             events=(turns, leaves), max_step=abs(reach)/STRIDES)
        if path.t_events[0].size:
            circles.append(m.touched(path.y_events[0][0]))
    return circles or None
