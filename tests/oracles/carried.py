"""A rolling body that carries masses and rotors, in inertial coordinates: the reference for mode "carried".

With S = R s, and the velocity v_k = v_G + w x S + R s' of each mass, the principle of virtual power over the
velocities v_G, w, alpha' and the contact force lam, laboratory axes:

    sum m_k (a_k - g) = lam,   J w' + w x (J w + h) + h'* + sum S x m_k (a_k - g) = rho x lam,   m_i e.(a_i - g) = Q_i
    a_k = a_G + w' x S + w x (w x S) + 2 w x R s' + R s'' + R e alpha''

(h'* the rate of h in the body), joined by the acceleration constraint of multipliers.py. Nothing of the program.
"""

import numpy as np
from scipy.integrate import DOP853

from .multipliers import Problem
from .quaternions import rotation_of
from .supports import cross, skew


class Carrying(Problem):
    """sliders: (m, b, e, k, c, rest), driven: (m, t -> (s, s', s'')), rotors: (I, e, t -> (theta', theta'')).

    All in body axes from the body's own mass centre.
    """

    def __init__(self, *arguments, sliders=(), driven=(), rotors=(), **more):
        super().__init__(*arguments, **more)
        self.sliders, self.driven, self.rotors = sliders, driven, rotors

    def masses(self, t, alphas):
        """m, s, s', s'' (3,) each of all masses but the body's own; for sliders without alpha''."""
        for (m, b, e, *_), (alpha, rate) in zip(self.sliders, alphas, strict=True):
            yield m, b + alpha*e, rate*e, np.zeros(3)
        for m, law in self.driven:
            yield (m, *law(t))

    def solve_all(self, t, x_G, R, v_G, w, alphas):
        """a_G, w', alpha'', lam."""
        contact, pose = self.contact(t, x_G, R, v_G, w)
        J, rho, n = R @ self.body.inertia @ R.T, contact.c - x_G, len(self.sliders)
        A, b = np.zeros((9 + n, 9 + n)), np.zeros(9 + n)
        A[:3, :3], A[3:6, 3:6] = self.body.mass*np.eye(3), J
        b[:3], b[3:6] = self.body.mass*self.gravity, -cross(w, J @ w)
        if self.pull is not None:
            force, moment = self.pull(t, x_G, R, v_G, w)
            b[:3] += force
            b[3:6] += moment
        for i, (m, s, s_rate, s_second) in enumerate(self.masses(t, alphas)):
            S, V = R @ s, R @ s_rate
            D = np.zeros((3, 6 + n))
            D[:, :3], D[:, 3:6] = np.eye(3), -skew(S)
            if i < n:
                D[:, 6 + i] = R @ self.sliders[i][2]
            rest = cross(w, cross(w, S)) + 2*cross(w, V) + R @ s_second
            A[:6 + n, :6 + n] += m*D.T @ D
            b[:6 + n] += m*D.T @ (self.gravity - rest)
        for i, (_, _, _, k, c, rest) in enumerate(self.sliders):
            b[6 + i] -= k*(alphas[i][0] - rest) + c*alphas[i][1]
        for inertia, e, law in self.rotors:
            rate, second = law(t)
            b[3:6] -= R @ (inertia*second*e) + cross(w, R @ (inertia*rate*e))
        A[:3, 6 + n:], A[3:6, 6 + n:] = -np.eye(3), -skew(rho)
        A[6 + n:, :3], A[6 + n:, 3:6] = np.eye(3), -skew(rho)
        b[6 + n:] = (pose.a + cross(pose.alpha, contact.c - pose.p) + cross(pose.ws, contact.c_rate - pose.v)
                     - cross(w, contact.c_rate - v_G))
        x = np.linalg.solve(A, b)
        return x[:3], x[3:6], x[6:6 + n], x[6 + n:]

    def rates(self, t, y):
        """y = (x_G, quat, v_G, w, alpha_1, alpha_1', ...)."""
        x_G, quat, v_G, w, alphas = y[:3], y[3:7], y[7:10], y[10:13], y[13:].reshape(-1, 2)
        a, e, second, _ = self.solve_all(t, x_G, rotation_of(quat), v_G, w, alphas)
        spin = np.concatenate(([-(w @ quat[1:])], quat[0]*w + cross(w, quat[1:])))
        return np.concatenate((v_G, 0.5*spin, a, e, np.column_stack((alphas[:, 1], second)).ravel()))

    def run(self, y, t, rtol=1e-12, atol=1e-13):
        """The state at t, and the contact force there."""
        solver = DOP853(self.rates, 0.0, y, t, rtol=rtol, atol=atol)
        while solver.status == "running":
            solver.step()
        y = solver.y
        return y, self.solve_all(t, y[:3], rotation_of(y[3:7]), y[7:10], y[10:13], y[13:].reshape(-1, 2))[3]
