"""Closed forms, quadratures and reduced equations with their sources; none is shared with the engine.

m, a, I: mass [kg], radius [m], central moment of inertia of the ball [kg m^2]; chi = I/(I + m a^2) its rolling ratio.
SI; angles in rad. "ball.md", "contact.md" are the physics references of the project.
"""
from math import acos, atan, atan2, cos, log, pi, sin, sqrt, tan
from typing import NamedTuple

import numpy as np
from scipy.integrate import DOP853, quad, solve_ivp
from scipy.optimize import brentq

from .supports import cross, unit

TIGHT = {"method": "DOP853", "rtol": 1e-13, "atol": 1e-14}
E_Z = np.array([0.0, 0.0, 1.0])


def measured_order(errors, hs):
    """Order of accuracy: slope of log(error) over log(h) by least squares, one number.

    errors (n,) and hs (n,), all positive; leave out points on the floor of rounding.
    """
    return float(np.polyfit(np.log(hs), np.log(errors), 1)[0])


def rolling_ratio(m, a, I):
    """chi = I/(I + m a^2): 2/7 for a solid ball, 2/5 for a thin shell [1]."""
    return I/(I + m*a*a)


# plane ---------------------------------------------------------------------------------------------------------------

def tilted_turntable(t, r0, v0, Omega, chi, g_t=(0.0, 0.0)):
    """Centre and velocity of a ball on a table turning at `Omega` about its normal: (r, v), (n, 2) each.

        v' = chi Omega n x v + (1 - chi) g_t

    In complex numbers v' = i k v + (1 - chi) g, k = chi Omega: a trochoid, drift v_d = i (1 - chi) g/k.
    t (n,) [s]; r0, v0 (2,) in the plane; Omega [rad/s]; g_t (2,) gravity along the plane [m/s^2].
    Source: ball.md 6.4, 6.5; Earnshaw 1844 for g_t = 0.
    """
    t = np.asarray(t, float)
    z0, w0, g = (complex(*pair) for pair in (r0, v0, g_t))
    k = chi*Omega
    if k == 0:
        z, w = z0 + w0*t + 0.5*(1 - chi)*g*t*t, w0 + (1 - chi)*g*t
    else:
        drift = 1j*(1 - chi)*g/k
        w = drift + (w0 - drift)*np.exp(1j*k*t)
        z = z0 + drift*t + (w0 - drift)*np.expm1(1j*k*t)/(1j*k)
    return np.stack((z.real, z.imag), axis=-1), np.stack((w.real, w.imag), axis=-1)


def earnshaw_circle(r0, v0, Omega, chi):
    """Centre (2,) [m], radius [m] and angular rate [rad/s] of the circle on a level turntable (ball.md 6.4).

        r_c = r_0 + n x v_0/(chi Omega),   radius = |v_0|/(chi |Omega|),   rate = chi Omega
    """
    k = chi*Omega
    return np.array([r0[0] - v0[1]/k, r0[1] + v0[0]/k]), float(np.hypot(v0[0], v0[1])/abs(k)), k


def spun_up(r0, v0, angle, rate, rate0, chi):
    """Centre and velocity (2,) on a level table after it turned through `angle` in any way (ball.md 6.7).

    Needs v_0 = chi rate_0 n x r_0 (a ball at rest on a resting table): then K = 0 and the ball is turned by chi*angle.
    rate0, rate: angular velocity of the table before and now [rad/s].
    """
    r0, v0 = np.asarray(r0, float), np.asarray(v0, float)
    if np.abs(v0 - chi*rate0*np.array([-r0[1], r0[0]])).max() > 1e-12*(1 + np.abs(v0).max()):
        raise ValueError("spun_up: needs v_0 = chi rate_0 n x r_0")

    c, s = cos(chi*angle), sin(chi*angle)
    x, y = c*r0[0] - s*r0[1], s*r0[0] + c*r0[1]
    return np.array([x, y]), chi*rate*np.array([-y, x])


def plane_K(r, v, t, n, Omega, chi, g_t=(0.0, 0.0, 0.0)):
    """K = v - chi Omega(t) n x r - (1 - chi) g_t t, constant for any Omega(t) about the normal n (ball.md 6.2) [m/s].

    r, v, n, g_t (3,); r from the axis, Omega at that instant.
    """
    return np.asarray(v) - chi*Omega*cross(n, r) - (1 - chi)*np.asarray(g_t)*t


# cylinder ------------------------------------------------------------------------------------------------------------

def cylinder_height(t, z0, z0_rate, phi_rate, w_n, a, chi, g=9.81):
    """Height z(t) (n,) [m] of the centre of a ball inside a vertical cylinder (ball.md 5.4, 5.5).

        z'' = -k^2 z + k^2 z_m,   k = sqrt(chi) phi',   k^2 z_m = chi a phi' C - (1 - chi) g,   C = w_n + phi' z/a

    phi_rate = u/R, constant [rad/s]; w_n spin about the normal at the start [rad/s].
    """
    k = sqrt(chi)*phi_rate
    middle = (chi*a*phi_rate*(w_n + phi_rate*z0/a) - (1 - chi)*g)/k**2
    t = np.asarray(t, float)
    return middle + (z0 - middle)*np.cos(k*t) + z0_rate/k*np.sin(k*t)


def cylinder_integrals(r, v, w, gamma, a):
    """(u, C): u = v.e, C = w_n + u z/(a R), both constant (ball.md 5.4); cylinder about the z axis."""
    e, R = _azimuth(r)
    u = v @ e
    return u, w @ gamma + u*r[2]/(a*R)


def golf_depth(phi_rate, chi, g=9.81):
    """Depth 2 (1 - chi) g/(chi phi'^2) [m] and turns sqrt(1/chi) of a ball released level, no spin (ball.md 5.2)."""
    return 2*(1 - chi)*g/(chi*phi_rate**2), sqrt(1/chi)


# sphere --------------------------------------------------------------------------------------------------------------

def rolloff_angle(theta0, chi):
    """Polar angle at which a ball from rest at theta0 on a fixed sphere leaves it [rad].

        theta'^2 = 2 (1 - chi) (g/ell) (cos theta0 - cos theta),   N = m g cos theta - m ell theta'^2 = 0
        cos theta = 2 (1 - chi)/(3 - 2 chi) cos theta0          (10/17 for a solid ball)

    ell = a + b. Source: energy, (1/2)(m + I/a^2) v^2; ball.md 5.3.
    """
    return acos(2*(1 - chi)/(3 - 2*chi)*cos(theta0))


def rolloff_time(theta0, theta1, ell, chi, g=9.81):
    """Time from rest at theta0 > 0 to theta1 on a fixed sphere, by quadrature of the energy [s]; ell = a + b [m].

        t = integral d theta/theta',   theta = theta0 + x^2 removes the root at the start:
        t = integral_0^sqrt(theta1 - theta0)  2 dx/sqrt(k sin(theta0 + x^2/2) sinc(x^2/2)),   k = 2 (1 - chi) g/ell
    """
    k = 2*(1 - chi)*g/ell

    def integrand(x):
        half = 0.5*x*x
        sinc = sin(half)/half if half > 1e-9 else 1.0
        return 2/sqrt(k*sin(theta0 + half)*sinc)

    return quad(integrand, 0.0, sqrt(theta1 - theta0), epsabs=0.0, epsrel=1e-13, limit=200)[0]


def sphere_path(t, gamma, w, Omega, m, a, I, b, side, gravity=(0.0, 0.0, -9.81)):
    """Ball on a sphere about the origin turning with constant vector Omega: the Lagrange top (ball.md 5.6-5.8).

        A gamma x gamma'' + C gamma' = m ell gamma x g,   A = (I + m a^2) ell^2/a^2,   C = I s ell/a
        gamma'' = -|gamma'|^2 gamma + (C gamma x gamma' - m ell gamma x (gamma x g))/A

    h = side b (side +1 ball outside, -1 inside), ell = h + a, centre r = ell gamma, w~ = w + (h/a) Omega, s = w~.gamma.
    t (n,) from 0; gamma, w, Omega (3,) laboratory, at the start. Returns r, v, w (n, 3) and N (n,):
        gamma' = (a/ell) w~ x gamma  ->  w~ = s gamma + (ell/a) gamma x gamma';   N = m (r''-g).gamma
    """
    gamma, g, Omega = unit(gamma), np.asarray(gravity, float), np.asarray(Omega, float)
    h = side*b
    ell = h + a
    shifted = np.asarray(w, float) + h/a*Omega
    s, A = shifted @ gamma, (I + m*a*a)*ell**2/a**2
    C = I*s*ell/a

    def second(x, x1):
        return -(x1 @ x1)*x + (C*cross(x, x1) - m*ell*cross(x, cross(x, g)))/A

    start = np.concatenate((gamma, a/ell*cross(shifted, gamma)))
    states = _land(lambda _t, y: np.concatenate((y[3:], second(y[:3], y[3:]))), start, t)
    x, x1 = states[:, :3], states[:, 3:]
    w = s*x + ell/a*np.cross(x, x1) - h/a*Omega
    N = -m*ell*np.sum(x1*x1, axis=1) - m*x @ g
    return ell*x, ell*x1, w, N


def sphere_integrals(gamma, w, Omega, m, a, I, b, side, g=9.81):
    """(s, E~, Jz~) of ball.md (5.7), (5.9), gravity -g e_z; constant for any constant vector Omega."""
    h = side*b
    ell = h + a
    shifted = np.asarray(w) + h/a*np.asarray(Omega)
    rate = a/ell*cross(shifted, gamma)
    s, A = shifted @ gamma, (I + m*a*a)*ell**2/a**2
    return s, 0.5*A*(rate @ rate) + m*g*ell*gamma[2], (A*cross(gamma, rate) + I*s*ell/a*gamma)[2]


def sleeping_spin(m, a, I, b, g=9.81):
    """s_crit = 2 sqrt((I + m a^2) m g (a + b))/I: above it a ball sleeps on top of a sphere (ball.md 5.10) [rad/s]."""
    return 2*sqrt((I + m*a*a)*m*g*(a + b))/I


# cone, pseudosphere --------------------------------------------------------------------------------------------------

def _azimuth(r):
    """e = azimuthal unit vector (3,) and distance R from the z axis."""
    R = sqrt(r[0]**2 + r[1]**2)
    return np.array([-r[1]/R, r[0]/R, 0.0]), R


def cone_integrals(r, v, w, gamma, a, theta, Omega, chi):
    """(C1, C2) of ball.md (5.1), (5.2): R u - chi Omega R^2/2, w_n - tan(theta)/a (u - chi Omega R); axis z."""
    e, R = _azimuth(r)
    u = v @ e
    return R*u - 0.5*chi*Omega*R*R, w @ gamma - tan(theta)/a*(u - chi*Omega*R)


def pseudosphere_integrals(r, v, w, gamma, a, c, Omega, chi):
    """(A, B) of ball.md (5.12), ball CENTRE on the pseudosphere of parameter c about z; constant for constant Omega.

        W = w_n + Omega ((c/a) cos q - sin q),   T = tan(q/2)^mu,   mu = sqrt(1 - chi),   sin q = gamma_z
        A = (W sin q + u (mu - cos q)/(a chi))/(2 mu T),   B = T (W sin q - u (mu + cos q)/(a chi))/(2 mu)
    """
    e, R = _azimuth(r)
    u, sin_q = v @ e, gamma[2]
    cos_q = -(gamma[0]*r[0] + gamma[1]*r[1])/R
    mu = sqrt(1 - chi)
    W = w @ gamma + Omega*(c/a*cos_q - sin_q)
    T = (sin_q/(1 + cos_q))**mu
    return ((W*sin_q + u/(a*chi)*(mu - cos_q))/(2*mu*T), T*(W*sin_q - u/(a*chi)*(mu + cos_q))/(2*mu))


# meridian equations, any surface of revolution -----------------------------------------------------------------------

class Meridian(NamedTuple):
    """Meridian of the ball CENTRE's surface at one parameter q: R, Z [m], slope [rad], kappa [1/m], ds/dq [m]."""

    R: float
    Z: float
    slope: float
    kappa: float
    ds_dq: float


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
    e, _ = _azimuth(r)
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
    for q, s1, u, w_n, phi in _land(rhs, start, t):
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
    e, _ = _azimuth(r)
    gamma = cos(here.slope)*E_Z - sin(here.slope)*np.array([e[1], -e[0], 0.0])

    def rhs(q, y):
        here = meridian(q)
        dw_n, du = _rates(here, y[0], y[1], Omega, a, chi)
        return np.array([du, dw_n])*here.ds_dq

    return solve_ivp(rhs, (q, q_ref), [v @ e, w @ gamma], **TIGHT).y[:, -1]


# disk on a horizontal plane ------------------------------------------------------------------------------------------

def disk_accelerations(theta, spins, m, radius, A, C, half_thickness=0.0, g=9.81):
    """(theta'', tau', n') of a disk rolling on its lower rim on a fixed horizontal plane.

    Frame e1 horizontal, k' the axis, e2 = k' x e1, theta the angle of k' to the vertical; w = (theta', tau, n) =
    `spins`, frame rate W = (theta', tau, tau cot theta), e_z = (0, sin, cos), contact rho = (0, -radius,
    -half_thickness) fixed in the frame, v_G = -w x rho, inertia D = diag(A, A, C):

        D w' + W x D w = rho x m (v_G' + g e_z),   v_G' = -w' x rho + W x v_G

    Derived here from Newton-Euler; works with complex arguments. Units rad, rad/s; returns rad/s^2.
    """
    sn, cs = np.sin(theta), np.cos(theta)
    w = np.asarray(spins)
    frame = np.array([w[0], w[1], w[1]*cs/sn])
    D = np.diag([A, A, C])
    rho = np.array([0.0, -radius, -half_thickness])
    free = np.cross(frame, -np.cross(w, rho)) + g*np.array([0.0*sn, sn, cs])
    M = D + m*(rho @ rho*np.eye(3) - np.outer(rho, rho))
    return np.linalg.solve(M, m*np.cross(rho, free) - np.cross(frame, D @ w))


def disk_path(t, theta, spins, m, radius, A, C, half_thickness=0.0, g=9.81, psi=0.0, phi=0.0, x=0.0, y=0.0):
    """Rolling disk by Euler angles: R = Rz(psi) Rx(theta) Rz(phi), state (theta, psi, phi, theta', tau, n, x, y).

        psi' = tau/sin theta,  phi' = n - tau cot theta,  (x, y)' = horizontal part of v_G = -w x rho

    t (n,) from 0. Returns x_G (n, 3), R (n, 3, 3), w (n, 3) laboratory, angles (n, 6) = first six of the state.
    """
    rho = np.array([0.0, -radius, -half_thickness])

    def axes(theta, psi):
        e1 = np.array([cos(psi), sin(psi), 0.0])
        axis = np.array([sin(theta)*sin(psi), -sin(theta)*cos(psi), cos(theta)])
        return np.column_stack((e1, cross(axis, e1), axis))

    def rhs(_t, s):
        theta, psi, _, _, tau, n, _, _ = s
        v = axes(theta, psi) @ -cross(s[3:6], rho)
        return np.concatenate(([s[3], tau/sin(theta), n - tau*cos(theta)/sin(theta)],
                               disk_accelerations(theta, s[3:6], m, radius, A, C, half_thickness, g), v[:2]))

    states = _land(rhs, [theta, psi, phi, *spins, x, y], t)
    x_G, R, w = [], [], []
    for s in states:
        Q = axes(s[0], s[1])
        x_G.append([s[6], s[7], radius*sin(s[0]) + half_thickness*cos(s[0])])
        R.append(Q @ np.array([[cos(s[2]), -sin(s[2]), 0.0], [sin(s[2]), cos(s[2]), 0.0], [0.0, 0.0, 1.0]]))
        w.append(Q @ s[3:6])
    return np.array(x_G), np.array(R), np.array(w), states[:, :6]


def steady_disk_spin(theta, precession, m, radius, A, C, g=9.81):
    """Axial spin n = w.k' of steady rolling of a thin disk at tilt theta, precession rate psi' [rad/s].

        (C + m a^2) n tau = A tau^2 cot theta - m g a cos theta,   tau = psi' sin theta

    Torque balance about e1: w_f x L = (C n tau - A tau^2 cot) e1 = rho x (m a_G + m g e_z)
                                     = -(m a^2 n tau + m g a cos) e1.
    Source: Routh, Dynamics of a system of rigid bodies, advanced part; contact.md (3.7) with b = 0.
    """
    tau = precession*sin(theta)
    return (A*tau**2/tan(theta) - m*g*radius*cos(theta))/((C + m*radius**2)*tau)


def euler_disk_rate(theta, m, radius, A, g=9.81):
    """Precession of a thin disk with its centre at rest (n = 0): psi'^2 = m g a/(A sin theta) [rad/s].

    4 g/(a sin theta) if homogeneous. Source: contact.md 7.
    """
    return sqrt(m*g*radius/(A*sin(theta)))


def disk_nutation(theta, precession, m, radius, A, C, half_thickness=0.0, g=9.81, spin=None):
    """Frequency of small wobbling about steady rolling [rad/s], from the equations of `disk_accelerations`.

    n' and tau' are theta' times functions of the state, so along a family theta'' = f(theta), omega^2 = -df/dtheta; the
    derivative is by complex step, exact to rounding. spin = n; None: the steady relation of the thin disk.
    Thin coin near flat, centre at rest: omega/psi' -> sqrt(3 A/(A + m a^2)) = sqrt(3/5), psi' -> sqrt(4 g/(a theta)).
    """
    tau = precession*sin(theta)
    n = steady_disk_spin(theta, precession, m, radius, A, C, g) if spin is None else spin
    rate = disk_accelerations(theta, np.array([1e-6, tau, n]), m, radius, A, C, half_thickness, g)[1:]/1e-6
    h = 1e-30
    spins = np.array([0.0, tau + 1j*h*rate[0], n + 1j*h*rate[1]])
    f = disk_accelerations(theta + 1j*h, spins, m, radius, A, C, half_thickness, g)[0]
    return sqrt(-f.imag/h)


def disk_nutation_formula(theta, precession, m, radius, A, C, g=9.81):
    """The same for a thin disk in closed form, contact.md (E7.2) [rad/s]:

        (A + m a^2) w^2 = psi'^2 (A (1 + 2 cos^2) + m a^2 sin^2) - n psi' cos (3 C + m a^2)
                          + n^2 (C/A)(C + m a^2) - m g a sin
    """
    n, s, c, ma2 = steady_disk_spin(theta, precession, m, radius, A, C, g), sin(theta), cos(theta), m*radius**2
    square = (precession**2*(A*(1 + 2*c*c) + ma2*s*s) - n*precession*c*(3*C + ma2) + n*n*C/A*(C + ma2) - m*g*radius*s)
    return sqrt(square/(A + ma2))


# numerics ------------------------------------------------------------------------------------------------------------

def _land(rhs, start, t):
    """States (n, d) at every t, each a step end of DOP853 at rtol 1e-13, atol 1e-14."""
    y, rows, h = np.asarray(start, float), [np.asarray(start, float)], None
    for t0, t1 in zip(t[:-1], t[1:], strict=True):
        solver = DOP853(rhs, t0, y, t1, rtol=1e-13, atol=1e-14, first_step=None if h is None else min(h, t1 - t0))
        while solver.status == "running":
            solver.step()
            h = solver.h_abs
        if solver.status != "finished":
            raise ArithmeticError(f"t = {solver.t}: the integrator stopped")
        y = solver.y
        rows.append(y)
    return np.array(rows)
