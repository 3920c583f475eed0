"""Ball on a plane that turns about its normal, level or tilted: closed forms; none is shared with the engine.

m, a, I: mass [kg], radius [m], central moment of inertia of the ball [kg m^2]; chi = I/(I + m a^2) its rolling ratio.
SI; angles in rad. "ball.md" is a physics reference of the project.
"""

from math import cos, sin

import numpy as np

from .supports import cross


def rolling_ratio(m, a, I):
    """chi = I/(I + m a^2): 2/7 for a solid ball, 2/5 for a thin shell [1]."""
    return I/(I + m*a*a)


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
