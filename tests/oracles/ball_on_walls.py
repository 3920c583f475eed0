"""Ball in a vertical cylinder, a cone, a pseudosphere: closed forms and integrals; none is shared with the engine.

m, a, I: mass [kg], radius [m], central moment of inertia of the ball [kg m^2]; chi = I/(I + m a^2) its rolling ratio.
SI; angles in rad. "ball.md" is a physics reference of the project.
"""

from math import sqrt, tan

import numpy as np

from .numerics import azimuth


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
    e, R = azimuth(r)
    u = v @ e
    return u, w @ gamma + u*r[2]/(a*R)


def golf_depth(phi_rate, chi, g=9.81):
    """Depth 2 (1 - chi) g/(chi phi'^2) [m] and turns sqrt(1/chi) of a ball released level, no spin (ball.md 5.2)."""
    return 2*(1 - chi)*g/(chi*phi_rate**2), sqrt(1/chi)


def cone_integrals(r, v, w, gamma, a, theta, Omega, chi):
    """(C1, C2) of ball.md (5.1), (5.2): R u - chi Omega R^2/2, w_n - tan(theta)/a (u - chi Omega R); axis z."""
    e, R = azimuth(r)
    u = v @ e
    return R*u - 0.5*chi*Omega*R*R, w @ gamma - tan(theta)/a*(u - chi*Omega*R)


def pseudosphere_integrals(r, v, w, gamma, a, c, Omega, chi):
    """(A, B) of ball.md (5.12), ball CENTRE on the pseudosphere of parameter c about z; constant for constant Omega.

        W = w_n + Omega ((c/a) cos q - sin q),   T = tan(q/2)^mu,   mu = sqrt(1 - chi),   sin q = gamma_z
        A = (W sin q + u (mu - cos q)/(a chi))/(2 mu T),   B = T (W sin q - u (mu + cos q)/(a chi))/(2 mu)
    """
    e, R = azimuth(r)
    u, sin_q = v @ e, gamma[2]
    cos_q = -(gamma[0]*r[0] + gamma[1]*r[1])/R
    mu = sqrt(1 - chi)
    W = w @ gamma + Omega*(c/a*cos_q - sin_q)
    T = (sin_q/(1 + cos_q))**mu
    return ((W*sin_q + u/(a*chi)*(mu - cos_q))/(2*mu*T), T*(W*sin_q - u/(a*chi)*(mu + cos_q))/(2*mu))
