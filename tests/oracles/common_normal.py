"""Where a rigid body touches a moving surface: the common normal of both, by Newton's method, and its rates.

Everything is in laboratory (inertial) axes. The body is a core (point, rim circle or ellipsoid) thickened by a ball of
radius eps. The contact is the common normal between core and surface: core point b, foot s, G = grad phi at s in
laboratory axes, and a number g with

    b - s = g G,   phi(s) = 0,   and   point    b = x_G + d                           (d = R (core point - s_G))
                                       rim      b = x_G + R (Y(th) - s_G),  (R Y').G = 0
                                       ellipsoid b = x_G + y,  f(y) = 0,  grad f + mu G = 0

solved by Newton; gap = g |G| - eps. The contact point is c = b - eps n, n = G/|G|. Both surfaces touch at c while the
gap is zero, so one point serves for body and support. Velocities of b, s, n follow from the implicit function theorem,
with the same Jacobian:  F_z z' = -F_t, where F_t is the rate of the residual at fixed z (body and support both moving).

With `defines` = "centre" (ball.md section 0) the surface carries the core itself: gap = g |G|.
"""

from math import atan2, cos, sin, sqrt

import numpy as np

from .supports import cross


class Contact:
    """Contact geometry at one instant; all vectors in laboratory axes.

    c, n     (3,) contact point [m] and unit normal of the support towards the body [1]
    c_rate   (3,) velocity of the geometric contact point [m/s]
    n_rate   (3,) n' [1/s]
    gap      distance between the two surfaces along n [m]
    """

    __slots__ = ("c", "c_rate", "gap", "n", "n_rate")


class CommonNormal:
    """The common normal of a body and a surface; remembers the last one as first guess of the next Newton solve.

    surface(s) -> (phi, gradient, Hessian) in surface axes; defines "contact" or "centre"; poses of the support as
    supports.Pose.
    """

    def __init__(self, body, surface, defines="contact"):
        self.body, self.surface = body, surface
        self.target = body.rounding if defines == "contact" else 0.0
        if body.kind == "ellipsoid":
            self.K_shape = np.diag(np.array(body.size)**-2.0)
        self._z = None

    def _surface(self, s, pose):
        """phi, G = grad phi, H = Hess phi at the laboratory point s, and G_t, phi_t at fixed s.

            phi_t = -G.u,   G_t = ws x G - H u,   u = p' + ws x (s - p)
        """
        local = pose.R.T @ (s - pose.p)
        phi, gradient, hessian = self.surface(local)
        G = pose.R @ gradient
        H = pose.R @ hessian @ pose.R.T
        u = pose.v + cross(pose.ws, s - pose.p)
        return phi, G, H, cross(pose.ws, G) - H @ u, -(G @ u)

    def _system(self, z, pose, x_G, R, v_G, w):
        """Residual F (k,), Jacobian F_z (k, k), rate F_t (k,) at fixed z, core point b, its derivative b_z (3, k), b_t.

        z = (s, g) point; (s, g, th) rim; (s, g, mu, y) ellipsoid.
        """
        kind = self.body.kind
        s, g = z[:3], z[3]
        phi, G, H, G_t, phi_t = self._surface(s, pose)

        k = z.size
        F, F_z, F_t, b_z = np.zeros(k), np.zeros((k, k)), np.zeros(k), np.zeros((3, k))
        if kind == "point":
            arm = -(R @ self.body.s_G)
        elif kind == "rim":
            radius, h = self.body.size
            e, e_th = np.array([cos(z[4]), sin(z[4]), 0.0]), np.array([-sin(z[4]), cos(z[4]), 0.0])
            arm = R @ (radius*e + np.array([0.0, 0.0, h]) - self.body.s_G)
            b_z[:, 4] = radius*(R @ e_th)
        else:
            arm = z[5:8]
            b_z[:, 5:8] = np.eye(3)
        b = x_G + arm
        # y is fixed in the laboratory for the ellipsoid, carried by the body for the others
        b_t = v_G if kind == "ellipsoid" else v_G + cross(w, arm)

        # b - s - g G = 0
        F[:3] = b - s - g*G
        F_z[:3] = b_z
        F_z[:3, :3] -= np.eye(3) + g*H
        F_z[:3, 3] -= G
        F_t[:3] = b_t - g*G_t

        # phi(s) = 0
        F[3] = phi
        F_z[3, :3] = G
        F_t[3] = phi_t

        # tangency
        if kind == "rim":
            tangent, inwards = R @ e_th, -(R @ e)
            F[4] = tangent @ G
            F_z[4, :3] = H @ tangent
            F_z[4, 4] = inwards @ G
            F_t[4] = cross(w, tangent) @ G + tangent @ G_t
        elif kind == "ellipsoid":
            M = R @ self.K_shape @ R.T
            q = arm + R @ self.body.s_G                       # from the shape centre
            Q = M @ q                                         # grad f, f = (q.M q - 1)/2
            # rates at fixed y: q moves with w x (R s_G), M with [w] M - M [w]
            Q_t = cross(w, Q) - M @ cross(w, arm)
            F[4] = 0.5*(q @ Q - 1)
            F_z[4, 5:8] = Q
            F_t[4] = -(Q @ cross(w, arm))
            F[5:8] = Q + z[4]*G
            F_z[5:8, :3] = z[4]*H
            F_z[5:8, 4] = G
            F_z[5:8, 5:8] = M
            F_t[5:8] = Q_t + z[4]*G_t
        return F, F_z, F_t, b, b_z, b_t, G, H, G_t

    def _guess(self, pose, x_G, R):
        """First guess of z: foot of the shape centre, then the core's lowest point along that normal, twice."""
        body = self.body
        centre = x_G - R @ body.s_G
        lowest = centre
        for _ in range(3):
            # foot of `lowest` on the surface by damped Newton along the gradient
            s = lowest.copy()
            for _ in range(60):
                phi, G, H, _, _ = self._surface(s, pose)
                g = (lowest - s) @ G/(G @ G)
                F = np.append(lowest - s - g*G, phi)
                F_z = np.zeros((4, 4))
                F_z[:3, :3], F_z[:3, 3], F_z[3, :3] = -np.eye(3) - g*H, -G, G
                step = np.linalg.lstsq(F_z, -F, rcond=None)[0][:3]
                s = s + step
                if np.abs(step).max() < 1e-8:
                    break
            _, G, _, _, _ = self._surface(s, pose)
            g = (lowest - s) @ G/(G @ G)
            down = -(R.T @ G)/sqrt(G @ G)
            if body.kind == "rim":
                angle = atan2(down[1], down[0])
                lowest = centre + R @ np.array([body.size[0]*cos(angle), body.size[0]*sin(angle), body.size[1]])
                z = np.concatenate((s, [g, angle]))
            elif body.kind == "ellipsoid":
                A2 = np.array(body.size)**2
                Y = A2*down/sqrt(down @ (A2*down))
                lowest = centre + R @ Y
                mu = sqrt((Y/A2) @ (Y/A2))/sqrt(G @ G)
                z = np.concatenate((s, [g, mu], lowest - x_G))
            else:
                z = np.append(s, g)
        return z

    def contact(self, t, pose, x_G, R, v_G, w):
        """Contact of the body with the support at the state given; ArithmeticError if Newton does not converge."""
        for z in (self._z, None):
            if z is None:
                z = self._guess(pose, x_G, R)
            for _ in range(30):
                F, F_z, F_t, b, b_z, b_t, G, H, G_t = self._system(z, pose, x_G, R, v_G, w)
                step = np.linalg.solve(F_z, F)
                # quadratic convergence: a step of 1e-9 leaves 1e-16; the system is evaluated once more after it
                z = z - step
                if np.all(np.abs(step) < 1e-9*(1 + np.abs(z))):
                    break
            else:
                continue
            break
        else:
            raise ArithmeticError(f"t = {t}: no common normal found")

        self._z = z.copy()
        _, F_z, F_t, b, b_z, b_t, G, H, G_t = self._system(z, pose, x_G, R, v_G, w)
        z_rate = np.linalg.solve(F_z, -F_t)
        length = sqrt(G @ G)
        n = G/length
        G_rate = G_t + H @ z_rate[:3]

        out = Contact()
        out.n = n
        out.n_rate = (G_rate - n*(n @ G_rate))/length
        out.c = b - self.body.rounding*n
        out.c_rate = b_t + b_z @ z_rate - self.body.rounding*out.n_rate
        out.gap = z[3]*length - self.target
        return out
