"""Balls that hang together by ball joints, by multipliers in inertial coordinates whose rates are complex steps.

Independent of the engine: no attitudes, the arms of joints are coordinates of their own, r' = w x r. A joint asks for
U = v_1 + w_1 x r_1 - v_2 - w_2 x r_2 = 0, a ball that rolls on a table z = 0 that turns at the rate O for
U = v - a w x e_z - O e_z x x = 0. U is linear in velocities v and analytic in coordinates q, so that its columns are
its values at unit vectors and d/dt U at constant v is Im U(q + i e q', t + i e, v)/e. M v' = f + J^T L, (J v)' = 0.
"""

from typing import NamedTuple

import numpy as np
from scipy.integrate import solve_ivp

from tests.oracles.touching_balls import STEP, cross

UP = np.array([0.0, 0.0, 1.0])


class Link(NamedTuple):
    """A joint: first ball and its arm; other ball and its arm, or a held point moved: t -> its velocity."""

    ball: int
    arm: np.ndarray
    other: int = -1
    other_arm: np.ndarray | None = None
    velocity: object = None


class JointedBalls:
    """y = (x of each ball, both arms of each joint, then v, w of each ball).

    m, inertia, radius   of each ball;  rolls   numbers of those that roll on the table;  rate   O of it [rad/s]
    """

    def __init__(self, m, inertia, radius, links, rolls=(), rate=0.0, gravity=(0.0, 0.0, -9.81)):
        self.m, self.inertia, self.radius = (np.asarray(x, float) for x in (m, inertia, radius))
        self.links, self.rolls, self.rate = list(links), list(rolls), rate
        self.n = len(self.m)
        self.arms_at = 3*self.n
        self.nq = self.arms_at + 6*len(self.links)
        self.mass = np.array([x for m, i in zip(self.m, self.inertia, strict=True) for x in [m]*3 + [i]*3])
        self.gravity = np.asarray(gravity, float)

    def start(self, x, v, w):
        """y at the start; x, v, w (n, 3)."""
        arms = [arm for link in self.links
                for arm in (link.arm, np.zeros(3) if link.other_arm is None else link.other_arm)]
        return np.concatenate([*x, *arms, *(part for pair in zip(v, w, strict=True) for part in pair)]).astype(float)

    def parts(self, v, i):
        return v[6*i:6*i + 3], v[6*i + 3:6*i + 6]

    def rows(self, t, q, v):
        """U of all joints and rolling balls, one after the other."""
        found = []
        for k, link in enumerate(self.links):
            at = self.arms_at + 6*k
            speed, w = self.parts(v, link.ball)
            u = speed + cross(w, q[at:at + 3])
            if link.other >= 0:
                speed, w = self.parts(v, link.other)
                u = u - speed - cross(w, q[at + 3:at + 6])
            elif link.velocity is not None:
                u = u - link.velocity(t)
            found.append(u)
        for i in self.rolls:
            speed, w = self.parts(v, i)
            found.append(speed - self.radius[i]*cross(w, UP) - self.rate*cross(UP, q[3*i:3*i + 3]))
        return np.concatenate(found)

    def jacobian(self, t, q):
        zero = np.zeros(6*self.n)
        still = self.rows(t, q, zero)
        return np.array([self.rows(t, q, e) - still for e in np.eye(6*self.n)]).T

    def coordinates_rate(self, q, v):
        """q'."""
        rate = np.zeros(self.nq)
        for i in range(self.n):
            rate[3*i:3*i + 3] = self.parts(v, i)[0]
        for k, link in enumerate(self.links):
            at = self.arms_at + 6*k
            rate[at:at + 3] = cross(self.parts(v, link.ball)[1], q[at:at + 3])
            if link.other >= 0:
                rate[at + 3:at + 6] = cross(self.parts(v, link.other)[1], q[at + 3:at + 6])
        return rate

    def rates(self, t, y):
        """y'."""
        q, v = y[:self.nq], y[self.nq:]
        q_rate = self.coordinates_rate(q, v)
        J = self.jacobian(t, q)
        drift = self.rows(t + 1j*STEP, q + 1j*STEP*q_rate, v.astype(complex)).imag/STEP
        free = np.concatenate([part for _i in range(self.n) for part in (self.gravity, np.zeros(3))])
        forces = np.linalg.lstsq((J/self.mass) @ J.T, -drift - J @ free, rcond=1e-13)[0]
        return np.concatenate([q_rate, free + (J.T @ forces)/self.mass])

    def run(self, y, seconds, tolerance=1e-13):
        """y after some time."""
        return solve_ivp(self.rates, (0.0, seconds), y, "DOP853", rtol=tolerance, atol=1e-14).y[:, -1]

    def centres(self, y):
        """(n, 3)."""
        return y[:self.arms_at].reshape(-1, 3)

    def velocities(self, y):
        """v and w (n, 3) each."""
        v = y[self.nq:].reshape(-1, 6)
        return v[:, :3], v[:, 3:]

    def after_hit(self, y, column, e):
        """v after the smooth impact of two points, whose speed of parting is column . v; restitution e.

        The table does not pull: balls whose feet it would have to pull are free of it.
        """
        first, held = 3*len(self.links), np.ones(len(self.rolls), bool)
        while True:
            kept = np.concatenate([np.ones(first, bool), np.repeat(held, 3)])
            after, R = self._after_hit(y, column, e, self.jacobian(0.0, y[:self.nq])[kept])
            pulls = R[first:].reshape(-1, 3)[:, 2] < -1e-12*np.abs(R).max(initial=0.0)
            if not pulls.any():
                return after
            held[np.flatnonzero(held)[pulls]] = False

    def _after_hit(self, y, column, e, J):
        """v after it, and the impulses at the rows J."""
        v, rows = y[self.nq:], len(J)
        n = len(v)
        # M dv - J^T R - c P = 0,  J dv = 0,  c.dv = -(1 + e) c.v
        system = np.zeros((n + rows + 1, n + rows + 1))
        system[:n, :n] = np.diag(self.mass)
        system[:n, n:n + rows], system[n:n + rows, :n] = -J.T, J
        system[:n, -1], system[-1, :n] = -column, column
        right = np.zeros(len(system))
        right[-1] = -(1.0 + e)*(column @ v)
        found = np.linalg.lstsq(system, right, rcond=1e-14)[0]
        return v + found[:n], found[n:n + rows]
