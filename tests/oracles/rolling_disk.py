"""Disk rolling on a horizontal plane: Euler angles, steady rolling, nutation; none is shared with the engine.

m: mass [kg]; A, C: moments of inertia across and along the axis [kg m^2]. SI; angles in rad. "contact.md" is a physics
reference of the project.
"""

from math import cos, sin, sqrt, tan

import numpy as np

from .numerics import land
from .supports import cross


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

    states = land(rhs, [theta, psi, phi, *spins, x, y], t)
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
