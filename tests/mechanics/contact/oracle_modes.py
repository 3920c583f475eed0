"""One body in contact with friction, in inertial coordinates: the reference for the modes of a contact.

Built on tests/oracles/multipliers.py, whose touching point comes from common normals solved by Newton's method and
whose rates come from the implicit function theorem; no support function, no shape operator, nothing of the program.
With u_P = p' + ws x (c - p), sigma = v_G + w x rho - u_P and the law F = F0 + N Fb, moment N Mb,

    [ m 1     0    -(n + Fb)             ] [ a  ]   [ m g + F0            ]
    [  0      J    -rho x (n + Fb) - Mb  ] [ w' ] = [ -w x J w + rho x F0 ]        sliding: the gap stays closed
    [ n^T  (rho x n)^T    0              ] [ N  ]   [ n.(support - transport) - n'.sigma ]

and for rolling with resistance the 9 x 9 system of the oracle with the column of N joined by Mb.
"""

from math import asin, sqrt

import numpy as np

from tests.oracles.multipliers import Problem
from tests.oracles.quaternions import rotation_of
from tests.oracles.supports import cross, skew


def hertz(x):
    """f and m of a patch under Hertz pressure, as printed in contact.md (E4.1), with the tail from x = 50 on."""
    if x <= 1.0:
        return 3*np.pi/32*x*(4 - x*x), 3*np.pi/16*(1 - x*x + 3/8*x**4)
    if x > 50.0:
        return 1 - 1/(10*x*x) - 3/(280*x**4), 1/(5*x) + 1/(70*x**3)
    root, angle = sqrt(x*x - 1), asin(1/x)
    return (3/16*((4*x - x**3)*angle + (x*x + 2)*root/x),
            3/16*((2 - 2*x*x + 3/4*x**4)*angle + (3/2 - 3/4*x*x)*root))


class Law:
    """mu, c0 [N], c1 [N s/m], patch [m], k_r, k_s [m]."""

    def __init__(self, mu=0.0, c0=0.0, c1=0.0, patch=0.0, k_r=0.0, k_s=0.0):
        self.mu, self.c0, self.c1, self.patch, self.k_r, self.k_s = mu, c0, c1, patch, k_r, k_s

    def moment(self, n, wr):
        """Moment per newton of N against rolling and spinning: the gradient of the ellipsoid's norm."""
        w_n = wr @ n
        w_t = wr - w_n*n
        size = sqrt(self.k_r**2*(w_t @ w_t) + self.k_s**2*w_n**2)
        return -(self.k_r**2*w_t + self.k_s**2*w_n*n)/size if size > 0 else np.zeros(3)

    def parts(self, sigma, n, wr):
        """F0, Fb, Mb (3,) each."""
        speed = np.linalg.norm(sigma)
        e = sigma/speed
        f, spin = 1.0, 0.0
        if self.patch > 0 and wr @ n != 0.0:
            f, m = hertz(speed/(self.patch*abs(wr @ n)))
            spin = self.mu*self.patch*m*np.sign(wr @ n)
        return -self.c0*e - self.c1*sigma, -self.mu*f*e, self.moment(n, wr) - spin*n


class Sliding(Problem):
    """A sliding body; `free` (3,) tells about which body axes it can turn of itself."""

    def __init__(self, *arguments, law, **more):
        super().__init__(*arguments, **more)
        self.law = law

    def solve(self, t, x_G, R, v_G, w):
        contact, pose = self.contact(t, x_G, R, v_G, w)
        m, J = self.body.mass, R @ self.body.inertia @ R.T
        rho, n = contact.c - x_G, contact.n
        sigma = v_G + cross(w, rho) - pose.v - cross(pose.ws, contact.c - pose.p)
        F0, Fb, Mb = self.law.parts(sigma - n*(n @ sigma), n, w - pose.ws)
        D = n + Fb

        A, b = np.zeros((7, 7)), np.zeros(7)
        A[:3, :3], A[:3, 6] = m*np.eye(3), -D
        A[3:6, 3:6], A[3:6, 6] = J, -cross(rho, D) - Mb
        A[6, :3], A[6, 3:6] = n, cross(rho, n)
        b[:3], b[3:6] = m*self.gravity + F0, cross(rho, F0) - cross(w, J @ w)
        b[6] = (n @ (pose.a + cross(pose.alpha, contact.c - pose.p) + cross(pose.ws, contact.c_rate - pose.v)
                     - cross(w, contact.c_rate - v_G)) - contact.n_rate @ sigma)
        a = np.linalg.solve(A, b)
        self.power = (F0 + a[6]*Fb) @ sigma + a[6]*(Mb @ (w - pose.ws))
        return a[:3], a[3:6], F0 + a[6]*D, contact, pose

    def right_hand_side(self, t, y):
        rates = super().right_hand_side(t, y)
        rates[13] += self.power
        return rates


class Resisted(Sliding):
    """Rolling with resistance to rolling and spinning."""

    def solve(self, t, x_G, R, v_G, w):
        contact, pose = self.contact(t, x_G, R, v_G, w)
        m, J = self.body.mass, R @ self.body.inertia @ R.T
        rho, n, wr = contact.c - x_G, contact.n, w - pose.ws
        Mb = self.law.moment(n, wr)
        A, b = np.zeros((9, 9)), np.zeros(9)
        A[:3, :3], A[:3, 6:] = m*np.eye(3), -np.eye(3)
        A[3:6, 3:6], A[3:6, 6:] = J, -skew(rho) - np.outer(Mb, n)
        A[6:, :3], A[6:, 3:6] = np.eye(3), -skew(rho)
        b[:3], b[3:6] = m*self.gravity, -cross(w, J @ w)
        b[6:] = (pose.a + cross(pose.alpha, contact.c - pose.p) + cross(pose.ws, contact.c_rate - pose.v)
                 - cross(w, contact.c_rate - v_G))
        a = np.linalg.solve(A, b)
        self.power = (n @ a[6:])*(Mb @ wr)
        return a[:3], a[3:6], a[6:], contact, pose


def sliding_state(problem, x_G, quat, w, slip):
    """Centre on the surface and velocity of a body that slips with the given sigma (3,), laboratory: x_G, v_G."""
    x_G, v_G = problem.touch(0.0, x_G, quat, w)
    contact, _ = problem.contact(0.0, x_G, rotation_of(np.asarray(quat, float)), v_G, np.asarray(w, float))
    return x_G, v_G + slip - contact.n*(contact.n @ slip)


class Pivoting(Problem):
    """A body that spins on the spot: rolling, and a moment across the normal that keeps w - ws along it."""

    def solve(self, t, x_G, R, v_G, w):
        contact, pose = self.contact(t, x_G, R, v_G, w)
        m, J = self.body.mass, R @ self.body.inertia @ R.T
        rho, n, wr = contact.c - x_G, contact.n, w - pose.ws
        first = cross(n, [1.0, 0.0, 0.0]) + cross(n, [0.0, 1.0, 0.0])
        first /= np.linalg.norm(first)
        tangents = np.array([first, cross(n, first)])
        A, b = np.zeros((11, 11)), np.zeros(11)
        A[:3, :3], A[:3, 6:9] = m*np.eye(3), -np.eye(3)
        A[3:6, 3:6], A[3:6, 6:9], A[3:6, 9:] = J, -skew(rho), -tangents.T
        A[6:9, :3], A[6:9, 3:6] = np.eye(3), -skew(rho)
        A[9:, 3:6] = tangents
        b[:3], b[3:6] = m*self.gravity, -cross(w, J @ w)
        b[6:9] = (pose.a + cross(pose.alpha, contact.c - pose.p) + cross(pose.ws, contact.c_rate - pose.v)
                  - cross(w, contact.c_rate - v_G))
        # tangents that turn with the support: (w - ws).t stays 0
        b[9:] = [pose.alpha @ e - wr @ cross(pose.ws, e) for e in tangents]
        a = np.linalg.solve(A, b)
        self.moment = a[9:] @ tangents
        return a[:3], a[3:6], a[6:9], contact, pose
