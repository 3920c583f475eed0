"""Ball on or in a sphere: roll-off, the Lagrange top of its motion, the sleeping top; none is shared with the engine.

m, a, I: mass [kg], radius [m], central moment of inertia of the ball [kg m^2]; chi = I/(I + m a^2) its rolling ratio.
SI; angles in rad. "ball.md" is a physics reference of the project.
"""

from math import acos, cos, sin, sqrt

import numpy as np
from scipy.integrate import quad

from .numerics import land
from .supports import cross, unit


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
    states = land(lambda _t, y: np.concatenate((y[3:], second(y[:3], y[3:]))), start, t)
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
