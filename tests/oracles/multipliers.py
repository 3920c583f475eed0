"""One rigid body rolling on a moving support: maximal coordinates, six accelerations and three multipliers.

Everything is in laboratory (inertial) axes. State: centre of mass x_G [m], quaternion (scalar first, body ->
laboratory), v_G [m/s], absolute w [rad/s], and the ledger of invariants.py [J].

Geometry. The body is a core (point, rim circle or ellipsoid) thickened by a ball of radius eps. The contact is the
common normal between core and surface: core point b, foot s, G = grad phi at s in laboratory axes, and a number g with

    b - s = g G,   phi(s) = 0,   and   point    b = x_G + d                           (d = R (core point - s_G))
                                       rim      b = x_G + R (Y(th) - s_G),  (R Y').G = 0
                                       ellipsoid b = x_G + y,  f(y) = 0,  grad f + mu G = 0

solved by Newton; gap = g |G| - eps. The contact point is c = b - eps n, n = G/|G|. Both surfaces touch at c while the
gap is zero, so one point serves for body and support. Velocities of b, s, n follow from the implicit function theorem,
with the same Jacobian:  F_z z' = -F_t, where F_t is the rate of the residual at fixed z (body and support both moving).

Dynamics. rho = c - x_G, support point velocity u_P = p' + ws x (c - p):

    m a = m g + lam,     J w' + w x J w = rho x lam                                            (Newton, Euler)
    v_G + w x rho - u_P = 0                                                                (rolling, at all times)
    a + w' x rho + w x (c' - v_G) = p'' + alpha x (c - p) + ws x (c' - p')                   (its time derivative)

    [ m 1     0     -1   ] [ a  ]   [ m g                                              ]
    [  0      J   -[rho] ] [ w' ] = [ -w x J w                                         ]
    [  1   -[rho]    0   ] [lam ]   [ p'' + alpha x d + ws x (c' - p') - w x (c' - v_G) ],   d = c - p

`rubber` adds (w - ws).n = 0 with a torque tau n. The normal part of the rolling constraint keeps the gap. Nothing is
projected or stabilised: gap and slip of a run are returned and show its quality.

With `defines` = "centre" (ball.md section 0) the surface carries the core itself: gap = g |G|.
Source: Newton-Euler with Lagrange multipliers, e.g. E. J. Haug, Computer aided kinematics and dynamics, 1989.
"""
from dataclasses import dataclass, field
from math import atan2, cos, sin, sqrt

import numpy as np
from scipy.integrate import DOP853
from scipy.optimize import brentq

from .invariants import jacobi_integral, ledger_power
from .supports import cross, fixed, skew


@dataclass(frozen=True)
class Body:
    """Rigid body: core shape in shape axes, rounding, mass properties.

    kind       "point", "rim" or "ellipsoid"
    size       point: (); rim: (R, h) radius and height h of the rim on the shape's z axis; ellipsoid: semi-axes [m]
    rounding   eps, radius of the ball added to the core [m]
    mass       [kg]
    inertia    (3, 3) about the centre of mass, in shape axes [kg m^2]
    s_G        (3,) centre of mass from the shape centre, in shape axes [m]
    """

    kind: str
    size: tuple
    rounding: float
    mass: float
    inertia: np.ndarray
    s_G: np.ndarray = field(default_factory=lambda: np.zeros(3))


def sphere(radius, mass, inertia, s_G=(0.0, 0.0, 0.0)):
    """Ball; `inertia` a number or (3, 3) about the centre of mass [kg m^2]."""
    J = np.eye(3)*inertia if np.ndim(inertia) == 0 else np.array(inertia, float)
    return Body("point", (), radius, mass, J, np.array(s_G, float))


def ellipsoid(semi_axes, mass, inertia, s_G=(0.0, 0.0, 0.0), rounding=0.0):
    """Ellipsoid |A^-1 Y| = 1, A = diag(semi_axes) [m]; support function sqrt(nu.A^2 nu) + rounding |nu|."""
    return Body("ellipsoid", tuple(semi_axes), rounding, mass, np.array(inertia, float), np.array(s_G, float))


def disk(radius, mass, inertia, half_thickness=0.0, s_G=(0.0, 0.0, 0.0), rounding=0.0):
    """Disk about the shape's z axis: support function R |nu_perp| + t |nu_3| + rounding |nu|, t the half thickness.

    Only one rim is modelled, the one at shape z = -half_thickness; a negative half thickness chooses the other.
    """
    return Body("rim", (radius, -half_thickness), rounding, mass, np.array(inertia, float), np.array(s_G, float))


def rotation_of(quat):
    """Rotation matrix of a quaternion (4,), scalar first, any length."""
    w, x, y, z = quat/sqrt(quat @ quat)
    return np.array([[1 - 2*(y*y + z*z), 2*(x*y - w*z), 2*(x*z + w*y)],
                     [2*(x*y + w*z), 1 - 2*(x*x + z*z), 2*(y*z - w*x)],
                     [2*(x*z - w*y), 2*(y*z + w*x), 1 - 2*(x*x + y*y)]])


def quaternion_of(R):
    """Quaternion (4,), scalar first and not negative, of a rotation matrix (by its largest component)."""
    K = np.array([[R[0, 0] + R[1, 1] + R[2, 2], R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]],
                  [0.0, R[0, 0] - R[1, 1] - R[2, 2], R[0, 1] + R[1, 0], R[0, 2] + R[2, 0]],
                  [0.0, 0.0, R[1, 1] - R[0, 0] - R[2, 2], R[1, 2] + R[2, 1]],
                  [0.0, 0.0, 0.0, R[2, 2] - R[0, 0] - R[1, 1]]])
    K = K + np.triu(K, 1).T + np.eye(4)                   # = 4 q q^T
    k = np.argmax(np.diag(K))
    quat = K[k]/(2*sqrt(K[k, k]))
    return quat if quat[0] >= 0 else -quat


class Contact:
    """Contact geometry at one instant; all vectors in laboratory axes.

    c, n     (3,) contact point [m] and unit normal of the support towards the body [1]
    c_rate   (3,) velocity of the geometric contact point [m/s]
    n_rate   (3,) n' [1/s]
    gap      distance between the two surfaces along n [m]
    """

    __slots__ = ("c", "c_rate", "gap", "n", "n_rate")


class Problem:
    """A body, a surface on a support, gravity; remembers the last contact as first guess of the next Newton solve.

    surface(s) -> (phi, gradient, Hessian) in surface axes; support(t) -> Pose; gravity (3,) [m/s^2];
    defines "contact" or "centre"; rubber True forbids spinning about the normal.
    """

    def __init__(self, body, surface, support=fixed, gravity=(0.0, 0.0, -9.81), defines="contact", rubber=False):
        self.body, self.surface, self.support = body, surface, support
        self.gravity, self.rubber = np.array(gravity, float), rubber
        self.target = body.rounding if defines == "contact" else 0.0
        if body.kind == "ellipsoid":
            self.K_shape = np.diag(np.array(body.size)**-2.0)
        self._z = None

    # surface in laboratory axes -----------------------------------------------------------------------------------

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

    # common-normal system -----------------------------------------------------------------------------------------

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

    def contact(self, t, x_G, R, v_G, w):
        """Contact of the body with the support at the state given; ArithmeticError if Newton does not converge."""
        pose = self.support(t)
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
        return out, pose

    # dynamics -----------------------------------------------------------------------------------------------------

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


@dataclass(frozen=True)
class Run:
    """Result of `simulate`; row k belongs to t[k], laboratory axes, SI.

    t (n,), x_G v_G w (n, 3), quat (n, 4), R (n, 3, 3), force contact normal (n, 3): contact force on the body, contact
    point, unit normal towards the body; gap slip (n,): what is left of the constraints [m], [m/s]; E_J ledger (n,) [J].
    """

    t: np.ndarray
    x_G: np.ndarray
    v_G: np.ndarray
    w: np.ndarray
    quat: np.ndarray
    R: np.ndarray
    force: np.ndarray
    contact: np.ndarray
    normal: np.ndarray
    gap: np.ndarray
    slip: np.ndarray
    E_J: np.ndarray
    ledger: np.ndarray

    @property
    def N(self):
        """Normal force (n,) [N]."""
        return np.sum(self.force*self.normal, axis=1)

    @property
    def F(self):
        """Friction (n, 3) [N]."""
        return self.force - self.N[:, None]*self.normal


def simulate(problem, x_G, quat, w, times, v_G=None, rtol=1e-12, atol=1e-13):
    """Roll from times[0] and report at every one of `times`; each is a step end, nothing is interpolated.

    x_G (3,) [m], quat (4,) scalar first, w (3,) laboratory [rad/s]; v_G follows from rolling unless given. DOP853.
    """
    times = np.asarray(times, float)
    quat = np.asarray(quat, float)/np.linalg.norm(quat)
    if v_G is None:
        x_G, v_G = problem.touch(times[0], x_G, quat, w)
    y = np.concatenate((x_G, quat, v_G, w, [0.0]))

    rows, first_step = [_row(problem, times[0], y)], None
    for t0, t1 in zip(times[:-1], times[1:], strict=True):
        if first_step is not None:
            first_step = min(first_step, t1 - t0)
        solver = DOP853(problem.right_hand_side, t0, y, t1, rtol=rtol, atol=atol, first_step=first_step)
        while solver.status == "running":
            solver.step()
            # the last step is cut by t1; restart from the size the error control last proposed
            first_step = solver.h_abs
        if solver.status != "finished":
            raise ArithmeticError(f"t = {solver.t}: the integrator stopped")
        y = solver.y
        rows.append(_row(problem, t1, y))
    return Run(times, *(np.array(column) for column in zip(*rows, strict=True)))


def _row(problem, t, y):
    x_G, quat, v_G, w = y[:3], y[3:7]/np.linalg.norm(y[3:7]), y[7:10], y[10:13]
    R, body = rotation_of(quat), problem.body
    _, _, lam, contact, pose = problem.solve(t, x_G, R, v_G, w)
    if body.kind == "rim" and body.size[1]*(R[:, 2] @ contact.n) > 0:
        raise ArithmeticError(f"t = {t}: the other rim of the disk is lower")
    E_J = jacobi_integral(x_G, v_G, R, w, body.mass, body.inertia, pose, problem.gravity)
    slip = np.linalg.norm(problem.slip(t, x_G, R, v_G, w))
    return x_G, v_G, w, quat, R, lam, contact.c, contact.n, contact.gap, slip, E_J, y[13]


def first_zero_of_N(problem, run, rtol=1e-12, atol=1e-13):
    """Time of the first zero of N in a run, by Brent's method on re-integrated states; None if there is none [s]."""
    signs = np.flatnonzero((run.N[:-1] > 0) & (run.N[1:] <= 0))
    if signs.size == 0:
        return None

    k = signs[0]

    def N(t):
        if t == run.t[k]:
            return run.N[k]
        return simulate(problem, run.x_G[k], run.quat[k], run.w[k], [run.t[k], t], v_G=run.v_G[k], rtol=rtol,
                        atol=atol).N[-1]

    return brentq(N, run.t[k], run.t[k + 1], xtol=1e-14, rtol=1e-14)


def tightened(problem_of, arguments, coarse=(1e-13, 1e-14), fine=(2.3e-14, 1e-15)):
    """Two runs at two tolerances and the largest change of each column: (fine run, {name: change}).

    problem_of() makes a fresh Problem; arguments are those of `simulate` after the problem.
    """
    runs = [simulate(problem_of(), *arguments, rtol=r, atol=a) for r, a in (coarse, fine)]
    change = {name: float(np.abs(getattr(runs[0], name) - getattr(runs[1], name)).max())
              for name in ("x_G", "v_G", "w", "R", "force")}
    return runs[1], change


__all__ = ["Body", "Problem", "Run", "disk", "ellipsoid", "first_zero_of_N", "quaternion_of", "rotation_of",
           "simulate", "sphere", "tightened"]
