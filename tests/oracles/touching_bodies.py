"""Ellipsoids that touch a plane and each other, by multipliers of velocity constraints whose rates are complex steps.

Independent of the engine: no radii of curvature in the equations of motion, no closed forms of the normal's rate. A
contact is a function U(q, t, v) of coordinates, time and velocities, the velocity of the one's material point less that
of the other's; U = 0 where it rolls, n.U = 0 where it slips. The common normal n of two ellipsoids is found by Newton's
method from

    d(n) - g n = 0,   n.n = 1,   d(n) = x_1 + rho_1(-n) - x_2 - rho_2(n),   rho(nu) = A nu/sqrt(nu.A nu),  A = R D^2 R^T

and one more step of it with complex coordinates gives its derivative, so that

    d/dt U at constant v = Im U(q + i e q', t + i e, v)/e

is exact to rounding. M v' = f + J^T L, (A v)' = 0 are solved together. Source: Newton-Euler with Lagrange multipliers;
the complex step: W. Squire, G. Trapp, SIAM Review 40, 1998.
"""

from typing import NamedTuple

import numpy as np
from scipy.integrate import solve_ivp

from .touching_balls import STEP, cross, size

TABLE = -1


class Solid(NamedTuple):
    """An ellipsoid: mass [kg], semi-axes [m] and moments of inertia [kg m^2] along its own axes (3,) each."""

    m: float
    axes: tuple
    moments: tuple


class Touch(NamedTuple):
    """A contact: first body, the other one or TABLE, and mu where it slips (None: it rolls)."""

    first: int
    other: int
    mu: float | None = None


def rotation(q):
    """R of a quaternion (scalar first) of any length, complex too."""
    w, x, y, z = q/np.sqrt(q[0]*q[0] + q[1]*q[1] + q[2]*q[2] + q[3]*q[3])
    return np.array([[1 - 2*(y*y + z*z), 2*(x*y - w*z), 2*(x*z + w*y)],
                     [2*(x*y + w*z), 1 - 2*(x*x + z*z), 2*(y*z - w*x)],
                     [2*(x*z - w*y), 2*(y*z + w*x), 1 - 2*(x*x + y*y)]])


class Bodies:
    """Positions and velocities y = ((x, q)_i..., (v, w)_i...), 7 and 6 numbers a body; the table is z = 0.

    table   (c, t) -> velocity of its point at c
    """

    def __init__(self, solids, touches, table=None, gravity=(0.0, 0.0, -9.81)):
        self.solids, self.touches, self.table = solids, touches, table
        self.gravity, self.n = np.asarray(gravity, float), len(solids)

    # ---- where they touch -----------------------------------------------------------------------------------------

    def _form(self, i, q):
        R = rotation(q[7*i + 3:7*i + 7])
        return (R*np.square(self.solids[i].axes)) @ R.T

    def normal(self, touch, q):
        """n (3,) from the second to the first, and the gap; exact to first order where q is complex."""
        if touch.other == TABLE:
            A, n = self._form(touch.first, q), np.array([0.0, 0.0, 1.0])
            return n, q[7*touch.first + 2] - np.sqrt(n @ A @ n)
        forms = [self._form(k, q) for k in touch[:2]]
        apart = q[7*touch.first:7*touch.first + 3] - q[7*touch.other:7*touch.other + 3]
        # complex coordinates: two steps from the normal of their real parts
        n = self.normal(touch, q.real)[0].astype(q.dtype) if np.iscomplexobj(q) else apart/size(apart)
        for _ in range(2 if np.iscomplexobj(q) else 60):
            d, slope = apart, np.zeros((3, 3), q.dtype)
            for A in forms:
                h = np.sqrt(n @ A @ n)
                rho = A @ n/h
                d, slope = d - rho, slope - A/h + np.outer(rho, rho)/h
            g = d @ n
            # what is left of d = g n and of |n| = 1, and how both change with n and g
            left = np.concatenate([d - g*n, [0.5*(n @ n - 1.0)]])
            matrix = np.block([[slope - g*np.eye(3), -n[:, None]], [n[None, :], np.zeros((1, 1))]])
            change = np.linalg.solve(matrix, -left)
            n = n + change[:3]
            if not np.iscomplexobj(q) and abs(change[:3]).max() < 1e-15:
                break
        assert n.real @ apart.real > 0.0, "another stationary point than the widest slab"
        return n, g

    def arms(self, touch, q):
        """n (3,) and the bodies, each with its sign in U and its arm (3,) from its middle to the contact."""
        n, _ = self.normal(touch, q)
        found = []
        for k, side in ((touch.first, 1.0), (touch.other, -1.0)):
            if k != TABLE:
                A = self._form(k, q)
                found.append((k, side, -side*(A @ n)/np.sqrt(n @ A @ n)))
        return n, found

    def slip(self, touch, q, t, v):
        """U (3,), n (3,) and dU/dv (3, 6 bodies)."""
        n, arms = self.arms(touch, q)
        J = np.zeros((3, 6*self.n), q.dtype)
        for k, side, (x, y, z) in arms:
            J[:, 6*k:6*k + 3] = side*np.eye(3)
            J[:, 6*k + 3:6*k + 6] = side*np.array([[0, z, -y], [-z, 0, x], [y, -x, 0]])
        U = J @ v
        if touch.other == TABLE and self.table:
            (k, _, arm), = arms
            U = U - self.table(q[7*k:7*k + 3] + arm, t)
        return U, n, J

    # ---- motion ---------------------------------------------------------------------------------------------------

    def coordinates_rate(self, q, v):
        """q': x' = v and q' = (0, w) q/2 of each."""
        found = []
        for i in range(self.n):
            w, s = v[6*i + 3:6*i + 6], q[7*i + 3:7*i + 7]
            found += [v[6*i:6*i + 3], [-0.5*(w @ s[1:])], 0.5*(s[0]*w + cross(w, s[1:]))]
        return np.concatenate(found)

    def solve(self, t, y):
        """v' and the forces (3,) on the first bodies."""
        q, v = y[:7*self.n], y[7*self.n:]
        load, inverse = np.zeros(6*self.n), np.zeros((6*self.n, 6*self.n))
        for i, solid in enumerate(self.solids):
            R, w, at = rotation(q[7*i + 3:7*i + 7]), v[6*i + 3:6*i + 6], 6*i
            load[at:at + 3] = solid.m*self.gravity
            load[at + 3:at + 6] = -cross(w, (R*solid.moments) @ R.T @ w)
            inverse[at:at + 3, at:at + 3] = np.eye(3)/solid.m
            inverse[at + 3:at + 6, at + 3:at + 6] = (R/solid.moments) @ R.T
        rows, drifts, columns, directions = [], [], [], []
        q_rate = self.coordinates_rate(q, v)
        for touch in self.touches:
            U, n, J = self.slip(touch, q, t, v)
            ahead, n_ahead, _ = self.slip(touch, q + 1j*STEP*q_rate, t + 1j*STEP, v.astype(complex))
            if touch.mu is None:
                rows, columns, drifts = [*rows, *J], [*columns, *J], [*drifts, *(ahead.imag/STEP)]
                directions.append(np.eye(3))
            else:
                U = U - (n @ U)*n
                along = n - touch.mu*U/size(U) if touch.mu > 0.0 else n
                rows, columns = [*rows, n @ J], [*columns, along @ J]
                drifts.append((n_ahead @ ahead).imag/STEP)
                directions.append(along[None, :])
        A, C = np.array(rows), np.array(columns)
        L = np.linalg.solve(A @ inverse @ C.T, -np.array(drifts) - A @ inverse @ load)
        forces, at = [], 0
        for way in directions:
            forces.append(L[at:at + len(way)] @ way)
            at += len(way)
        return inverse @ (load + C.T @ L), forces

    def rates(self, t, y):
        """y'."""
        return np.concatenate([self.coordinates_rate(y[:7*self.n], y[7*self.n:]), self.solve(t, y)[0]])

    def run(self, y, t, at):
        """States (n, 13*bodies) at instants after t."""
        return solve_ivp(self.rates, (t, at[-1]), y, "DOP853", at, rtol=1e-12, atol=1e-13, max_step=0.01).y.T

    def gap(self, touch, y):
        """The gap of a contact [m]."""
        return self.normal(touch, y[:7*self.n])[1]
