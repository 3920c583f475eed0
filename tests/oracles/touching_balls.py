"""Balls that touch supports and each other, by multipliers of velocity constraints whose rates are complex steps.

Independent of the engine: no shape operators, no closed forms. A contact is a function U(q, t, v) of coordinates, time
and velocities, the velocity of the ball's material point less that of what it touches; U = 0 where it rolls, n.U = 0
where it slips. It is linear in v, so that its columns are its values at unit vectors, and analytic, so that

    d/dt U at constant v = Im U(q + i e q', t + i e, v)/e

is exact to rounding. M v' = f + J^T L, (A v)' = 0 are solved together, by least squares where rows depend on others.
"""

from typing import NamedTuple

import numpy as np
from scipy.integrate import solve_ivp

STEP = 1e-30


def cross(a, b):
    """a x b, complex too."""
    return np.array([a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]])


def size(a):
    """|a| as an analytic function."""
    return np.sqrt(a[0]*a[0] + a[1]*a[1] + a[2]*a[2])


def turned(axis, angle, v):
    """v turned about a unit vector (Rodrigues), complex angles too."""
    axis = np.asarray(axis, float)
    c, s = np.cos(angle), np.sin(angle)
    return c*v + s*cross(axis, v) + (1.0 - c)*(axis @ v)*axis


class Body(NamedTuple):
    """A ball."""

    m: float
    a: float
    share: float = 0.4

    @property
    def inertia(self):
        """I about any axis."""
        return self.share*self.m*self.a**2


class Ground(NamedTuple):
    """A support.

    normal      (x, t, angle) -> unit normal towards a ball at x
    velocity    (x, t) -> velocity of the prescribed support's point at x
    axis, point, inertia, bearing    of a support that is free to turn
    """

    normal: object
    velocity: object = None
    axis: np.ndarray | None = None
    point: np.ndarray | None = None
    inertia: float = 0.0
    bearing: float = 0.0


class Touch(NamedTuple):
    """A contact: first ball, other ball or `on`-like -2 - s, and mu where it slips (None: it rolls)."""

    first: int
    other: int
    mu: float | None = None


class Balls:
    """Positions and velocities y = (x_i..., angles, v_i, w_i..., rates)."""

    def __init__(self, bodies, grounds, touches, gravity=(0.0, 0.0, -9.81)):
        self.bodies, self.grounds, self.touches = bodies, grounds, touches
        self.free = [s for s, ground in enumerate(grounds) if ground.axis is not None]
        self.gravity = np.asarray(gravity, float)
        self.n = len(bodies)
        self.nq, self.nv = 3*self.n + len(self.free), 6*self.n + len(self.free)
        mass = [x for body in bodies for x in [body.m]*3 + [body.inertia]*3]
        self.mass = np.array(mass + [grounds[s].inertia for s in self.free])

    def slip(self, touch, q, t, v):
        """U (3,) and n (3,)."""
        i, body = touch.first, self.bodies[touch.first]
        x, speed, w = q[3*i:3*i + 3], v[6*i:6*i + 3], v[6*i + 3:6*i + 6]
        if touch.other >= 0:
            j = touch.other
            between = x - q[3*j:3*j + 3]
            n = between/size(between)
            spin = body.a*w + self.bodies[j].a*v[6*j + 3:6*j + 6]
            return speed - v[6*j:6*j + 3] - cross(spin, n), n
        s = -2 - touch.other
        ground = self.grounds[s]
        angle = q[3*self.n + self.free.index(s)] if s in self.free else 0.0
        n = ground.normal(x, t, angle)
        c = x - body.a*n
        found = speed - body.a*cross(w, n)
        if ground.velocity is not None:
            found = found - ground.velocity(c, t)
        if s in self.free:
            rate = v[6*self.n + self.free.index(s)]
            found = found - rate*cross(ground.axis, c - ground.point)
        return found, n

    def coordinates_rate(self, v):
        """q'."""
        return np.concatenate([*(v[6*i:6*i + 3] for i in range(self.n)), v[6*self.n:]])

    def solve(self, t, y):
        """v' and the forces on the first balls."""
        q, v = y[:self.nq], y[self.nq:]
        q_rate = self.coordinates_rate(v)
        load = np.zeros(self.nv)
        for i, body in enumerate(self.bodies):
            load[6*i:6*i + 3] = body.m*self.gravity
        for f, s in enumerate(self.free):
            load[6*self.n + f] = -self.grounds[s].bearing*v[6*self.n + f]
        rows, drifts, columns, directions = [], [], [], []
        for touch in self.touches:
            still, n = self.slip(touch, q, t, np.zeros(self.nv))
            J = np.array([self.slip(touch, q, t, e)[0] - still for e in np.eye(self.nv)]).T
            ahead, n_ahead = self.slip(touch, q + 1j*STEP*q_rate, t + 1j*STEP, v.astype(complex))
            if touch.mu is None:
                rows += list(J)
                drifts += list(ahead.imag/STEP)
                columns += list(J)
                directions.append(np.eye(3))
            else:
                U = self.slip(touch, q, t, v)[0]
                U = U - (n @ U)*n
                along = n - touch.mu*U/size(U) if touch.mu > 0.0 else n
                rows.append(n @ J)
                drifts.append((n_ahead @ ahead).imag/STEP)
                columns.append(along @ J)
                directions.append(along[None, :])
        A, C = np.array(rows), np.array(columns)
        K = A @ (C/self.mass).T
        L = np.linalg.lstsq(K, -np.array(drifts) - A @ (load/self.mass), rcond=1e-11)[0]
        forces, at = [], 0
        for way in directions:
            forces.append(L[at:at + len(way)] @ way)
            at += len(way)
        return (load + C.T @ L)/self.mass, forces

    def rates(self, t, y):
        """y'."""
        return np.concatenate([self.coordinates_rate(y[self.nq:]), self.solve(t, y)[0]])

    def run(self, y, t, t_end, event=None):
        """Scipy's solution; event(t, y) ends it."""
        events = None
        if event is not None:
            def events(t, y):
                return event(t, y)
            events.terminal = True
        return solve_ivp(self.rates, (t, t_end), y, "DOP853", rtol=1e-12, atol=1e-13, events=events, max_step=0.02)

    def pack(self, balls, free=()):
        """y of balls (x, v, w) and free supports (angle, rate)."""
        return np.concatenate([*(np.asarray(x, float) for x, _, _ in balls), [angle for angle, _ in free],
                               *(np.concatenate([v, w]).astype(float) for _, v, w in balls),
                               [rate for _, rate in free]])

    def ball(self, y, i):
        """x, v, w of a ball."""
        v = y[self.nq:]
        return y[3*i:3*i + 3], v[6*i:6*i + 3], v[6*i + 3:6*i + 6]
