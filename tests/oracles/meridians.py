"""Ball on any surface of revolution: the reduced equations along the meridian of its centre (ball.md 4).

m, a, I: mass [kg], radius [m], central moment of inertia of the ball [kg m^2]; chi = I/(I + m a^2) its rolling ratio.
SI; angles in rad. "ball.md" is a physics reference of the project.
"""

from math import atan, atan2, cos, log, pi, sin, sqrt, tan
from typing import NamedTuple

import numpy as np
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

from .ball_on_plane import rolling_ratio
from .numerics import TIGHT, azimuth, land
from .supports import cross

E_Z = np.array([0.0, 0.0, 1.0])


class Meridian(NamedTuple):
    """Meridian of the ball CENTRE's surface at one parameter q: R, Z [m], slope [rad], kappa [1/m], ds/dq [m]."""

    R: float
    Z: float
    slope: float
    kappa: float
    ds_dq: float


# the surface ----------------------------------------------------------------------------------------------------------

def _graph(z, z1, z2):
    """Contact meridian of the graph z(q) over the radius q."""
    return lambda q: (q, z(q), atan(z1(q)), z2(q)/(1 + z1(q)**2)**1.5, sqrt(1 + z1(q)**2))


# (R_c, Z_c, slope, kappa_c, ds_c/dq) of the named surface and the range of q; ball.md section 7
PROFILES = {
    "cone_inside": lambda theta: (lambda q: (q*cos(theta), q*sin(theta), theta, 0.0, 1.0), (1e-6, 10.0)),
    "sphere_inside": lambda b: (lambda q: (b*sin(q), -b*cos(q), q, 1/b, b), (1e-6, pi - 1e-6)),
    "sphere_outside": lambda b: (lambda q: (b*sin(q), b*cos(q), -q, -1/b, b), (1e-6, pi - 1e-6)),
    "paraboloid_inside": lambda p: (_graph(lambda q: q*q/(2*p), lambda q: q/p, lambda q: 1/p), (1e-6, 20*p)),
    "cylinder_inside": lambda b: (lambda q: (b, q, pi/2, 0.0, 1.0), (-10.0, 10.0)),
    "torus_inside": lambda B, b: (lambda q: (B + b*sin(q), -b*cos(q), q, 1/b, b), (-pi, pi)),
    "torus_outside": lambda B, b: (lambda q: (B + b*sin(q), b*cos(q), -q, -1/b, b), (-pi, pi)),
    "pseudosphere_inside": lambda c: (lambda q: (c*sin(q), c*(log(tan(q/2)) + cos(q)), pi/2 - q, -tan(q)/c, c/tan(q)),
                                      (1e-3, pi/2 - 1e-6)),
    "ripple_bowl": lambda A, k, p: (_graph(lambda q: A*(1 - cos(k*q)) + q*q/(2*p), lambda q: A*k*sin(k*q) + q/p,
                                           lambda q: A*k*k*cos(k*q) + 1/p), (1e-6, 20*p)),
    "ellipsoid_inside": lambda A, B, C: (_spheroid(A, C), (1e-6, pi - 1e-6)),
}


def _spheroid(A, C):
    """x^2/A^2 + z^2/C^2 = 1 by its eccentric angle from the bottom."""
    def profile(q):
        length = sqrt((A*cos(q))**2 + (C*sin(q))**2)
        return A*sin(q), -C*cos(q), atan2(C*sin(q), A*cos(q)), A*C/length**3, length

    return profile


def centre_meridian(surface, a):
    """(meridian(q) -> Meridian of the centre surface, (q_low, q_high)) of a `surface` dictionary of ball.md section 0.

        R = R_c - a sin(slope),  Z = Z_c + a cos(slope),  kappa = kappa_c/(1 - a kappa_c),  ds = (1 - a kappa_c) ds_c

    defines = "centre": the named surface itself. An ellipsoid must be one of revolution about z (A = B).
    """
    shape = {k: v for k, v in surface.items() if k not in ("type", "defines")}
    profile, limits = PROFILES[surface["type"]](**shape)
    offset = a if surface["defines"] == "contact" else 0.0

    def meridian(q):
        R, Z, slope, kappa, ds = profile(q)
        stretch = 1 - offset*kappa
        return Meridian(R - offset*sin(slope), Z + offset*cos(slope), slope, kappa/stretch, stretch*ds)

    return meridian, limits


def meridian_foot(meridian, limits, r, pieces=4000):
    """Parameter q with centre point (R, Z) nearest to r (3,): root of (rho - R) cos + (z - Z) sin = 0."""
    rho, z = sqrt(r[0]**2 + r[1]**2), r[2]

    def along(q):
        here = meridian(q)
        return (rho - here.R)*cos(here.slope) + (z - here.Z)*sin(here.slope)

    def distance(q):
        here = meridian(q)
        return (rho - here.R)**2 + (z - here.Z)**2

    grid = np.linspace(*limits, pieces)
    k = min(range(1, pieces - 1), key=lambda i: distance(grid[i]))
    return brentq(along, grid[k - 1], grid[k + 1], xtol=1e-16, rtol=1e-15)


# the motion -----------------------------------------------------------------------------------------------------------

def _rates(here, u, w_n, Omega, a, chi):
    """d w_n/ds and du/ds, ball.md (4.1), (4.2)."""
    R_c = here.R + a*sin(here.slope)
    s, c = sin(here.slope), cos(here.slope)
    return ((here.kappa - s/here.R)*u/a - here.kappa*Omega*R_c/a,
            -c/here.R*u - chi*a*here.kappa*w_n + chi*Omega*c*(1 + a*here.kappa))


def meridian_path(t, surface, r, w, Omega, m, a, I, g=9.81):
    """Ball in a surface of revolution turning uniformly about its vertical axis z: r, v, w, F (n, 3) and N (n,).

    ball.md (4.1)-(4.6) in time: state (q, s', u, w_n, phi), s the arclength of the centre meridian, u = R phi'; w_n
    and u follow the linear equations in s, (4.3) moves the ball along the meridian. t (n,) from 0; r, w (3,)
    laboratory. Valid off the axis, and for gravity -g e_z.
    """
    chi = rolling_ratio(m, a, I)
    meridian, limits = centre_meridian(surface, a)
    q = meridian_foot(meridian, limits, r)
    here = meridian(q)
    e, _ = azimuth(r)
    e_R = np.array([e[1], -e[0], 0.0])
    along = cos(here.slope)*e_R + sin(here.slope)*E_Z
    R_c = here.R + a*sin(here.slope)
    start = [q, a*(w @ e), Omega*R_c - a*(w @ along), w @ cross(along, e), atan2(r[1], r[0])]

    def second(here, u, w_n):
        R_c, s, c = here.R + a*sin(here.slope), sin(here.slope), cos(here.slope)
        return u*u*c/here.R + chi*u/here.R*(a*w_n*s - Omega*R_c*c) - (1 - chi)*g*s

    def rhs(_t, y):
        q, s1, u, w_n, _ = y
        here = meridian(q)
        dw_n, du = _rates(here, u, w_n, Omega, a, chi)
        return np.array([s1/here.ds_dq, second(here, u, w_n), du*s1, dw_n*s1, u/here.R])

    rows = []
    for q, s1, u, w_n, phi in land(rhs, start, t):
        here = meridian(q)
        s, c = sin(here.slope), cos(here.slope)
        e_R, e = np.array([cos(phi), sin(phi), 0.0]), np.array([-sin(phi), cos(phi), 0.0])
        along, gamma = c*e_R + s*E_Z, c*E_Z - s*e_R
        R_c = here.R + a*s
        F_t = m*(second(here, u, w_n) - u*u*c/here.R + g*s)
        F_e = m*(_rates(here, u, w_n, Omega, a, chi)[1] + u*c/here.R)*s1
        rows.append((here.R*e_R + here.Z*E_Z, s1*along + u*e, (Omega*R_c - u)/a*along + s1/a*e + w_n*gamma,
                     F_t*along + F_e*e, m*(g*c + here.kappa*s1**2 + u*u*s/here.R)))
    return tuple(np.array(column) for column in zip(*rows, strict=True))


def meridian_constants(surface, r, v, w, Omega, m, a, I, q_ref):
    """(u, w_n) carried along the meridian to q_ref by (4.1), (4.2): the two linear integrals, any surface.

    Constant along a motion whatever the potential; r, v, w (3,) laboratory, Omega constant. Units m/s, rad/s.
    """
    chi = rolling_ratio(m, a, I)
    meridian, limits = centre_meridian(surface, a)
    q = meridian_foot(meridian, limits, r)
    here = meridian(q)
    e, _ = azimuth(r)
    gamma = cos(here.slope)*E_Z - sin(here.slope)*np.array([e[1], -e[0], 0.0])

    def rhs(q, y):
        here = meridian(q)
        dw_n, du = _rates(here, y[0], y[1], Omega, a, chi)
        return np.array([du, dw_n])*here.ds_dq

    return solve_ivp(rhs, (q, q_ref), [v @ e, w @ gamma], **TIGHT).y[:, -1]
