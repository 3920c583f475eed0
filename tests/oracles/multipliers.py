"""One rigid body rolling on a moving support: maximal coordinates, six accelerations and three multipliers.

Everything is in laboratory (inertial) axes. State: centre of mass x_G [m], quaternion (scalar first, body ->
laboratory), v_G [m/s], absolute w [rad/s], and the ledger of invariants.py [J].
The contact point c and its rates are those of common_normal.py.

rho = c - x_G, support point velocity u_P = p' + ws x (c - p):

    m a = m g + lam,     J w' + w x J w = rho x lam                                            (Newton, Euler)
    v_G + w x rho - u_P = 0                                                                (rolling, at all times)
    a + w' x rho + w x (c' - v_G) = p'' + alpha x (c - p) + ws x (c' - p')                   (its time derivative)

    [ m 1     0     -1   ] [ a  ]   [ m g                                              ]
    [  0      J   -[rho] ] [ w' ] = [ -w x J w                                         ]
    [  1   -[rho]    0   ] [lam ]   [ p'' + alpha x d + ws x (c' - p') - w x (c' - v_G) ],   d = c - p

`rubber` adds (w - ws).n = 0 with a torque tau n. The normal part of the rolling constraint keeps the gap. Nothing is
projected or stabilised: gap and slip of a run are returned and show its quality.

Source: Newton-Euler with Lagrange multipliers, e.g. E. J. Haug, Computer aided kinematics and dynamics, 1989.
"""

import numpy as np

from .common_normal import CommonNormal
from .invariants import ledger_power
from .quaternions import rotation_of
from .supports import cross, fixed, skew


class Problem:
    """A body, a surface on a support, gravity, and another force.

    surface(s) -> (phi, gradient, Hessian) in surface axes; support(t) -> Pose; gravity (3,) [m/s^2];
    defines "contact" or "centre"; rubber True forbids spinning about the normal;
    pull(t, x_G, R, v_G, w) -> force (3,) [N] and its moment about the mass centre (3,) [N m], or None.
    """

    def __init__(self, body, surface, support=fixed, gravity=(0.0, 0.0, -9.81), defines="contact", rubber=False,
                 pull=None):
        self.body, self.surface, self.support = body, surface, support
        self.gravity, self.rubber = np.array(gravity, float), rubber
        self.pull = pull
        self._normal = CommonNormal(body, surface, defines)

    def contact(self, t, x_G, R, v_G, w):
        """Contact with the support at the state given, and the pose of the support."""
        pose = self.support(t)
        return self._normal.contact(t, pose, x_G, R, v_G, w), pose

    def solve(self, t, x_G, R, v_G, w):
        """a_G, w' and contact force lam (3,) each from the KKT system of the header; also Contact, Pose."""
        contact, pose = self.contact(t, x_G, R, v_G, w)
        m, J = self.body.mass, R @ self.body.inertia @ R.T
        rho = contact.c - x_G
        size = 10 if self.rubber else 9

        A, b = np.zeros((size, size)), np.zeros(size)
        A[:3, :3] = m*np.eye(3)
        A[:3, 6:9] = -np.eye(3)
        A[3:6, 3:6] = J
        A[3:6, 6:9] = -skew(rho)
        A[6:9, :3] = np.eye(3)
        A[6:9, 3:6] = -skew(rho)
        b[:3] = m*self.gravity
        b[3:6] = -cross(w, J @ w)
        if self.pull is not None:
            force, moment = self.pull(t, x_G, R, v_G, w)
            b[:3] += force
            b[3:6] += moment
        b[6:9] = (pose.a + cross(pose.alpha, contact.c - pose.p) + cross(pose.ws, contact.c_rate - pose.v)
                  - cross(w, contact.c_rate - v_G))
        if self.rubber:
            A[3:6, 9] = -contact.n
            A[9, 3:6] = contact.n
            b[9] = pose.alpha @ contact.n - (w - pose.ws) @ contact.n_rate

        x = np.linalg.solve(A, b)
        return x[:3], x[3:6], x[6:9], contact, pose

    def slip(self, t, x_G, R, v_G, w):
        """Velocity of the body's material at the contact relative to the support's (3,) [m/s]."""
        contact, pose = self.contact(t, x_G, R, v_G, w)
        return v_G + cross(w, contact.c - x_G) - pose.v - cross(pose.ws, contact.c - pose.p)

    def touch(self, t, x_G, quat, w):
        """Centre moved along the normal until the gap is zero, and the v_G of rolling: (x_G, v_G)."""
        x_G, R, w = np.array(x_G, float), rotation_of(np.asarray(quat, float)), np.asarray(w, float)
        for _ in range(20):
            contact, pose = self.contact(t, x_G, R, np.zeros(3), w)
            x_G = x_G - contact.gap*contact.n
            if abs(contact.gap) < 1e-15:
                break
        contact, pose = self.contact(t, x_G, R, np.zeros(3), w)
        return x_G, pose.v + cross(pose.ws, contact.c - pose.p) - cross(w, contact.c - x_G)

    def right_hand_side(self, t, y):
        """y = (x_G, quat, v_G, w, ledger) (14,) -> y';  quat' = (0, w) quat/2 with w in laboratory axes."""
        x_G, quat, v_G, w = y[:3], y[3:7], y[7:10], y[10:13]
        R = rotation_of(quat)
        a_G, w_rate, _, _, pose = self.solve(t, x_G, R, v_G, w)
        spin = np.concatenate(([-(w @ quat[1:])], quat[0]*w + cross(w, quat[1:])))
        power = ledger_power(x_G, v_G, R, w, self.body.mass, self.body.inertia, pose, self.gravity)
        return np.concatenate((v_G, 0.5*spin, a_G, w_rate, [power]))
