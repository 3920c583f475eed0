"""Prescribed motion of the support in the laboratory frame.

A support is any callable `support(t) -> Pose`. A point s of the support (surface axes) is at p + R s in the
laboratory, its velocity is v + ws x (R s), its acceleration a + alpha x (R s) + ws x (ws x (R s)).
"""
from math import cos, sin
from typing import NamedTuple

import numpy as np


class Pose(NamedTuple):
    """Pose and motion of the support frame at one instant; all vectors in laboratory axes."""

    p: np.ndarray       # (3,) origin of the surface frame [m]
    R: np.ndarray       # (3, 3) surface axes -> laboratory
    v: np.ndarray       # (3,) p' [m/s]
    a: np.ndarray       # (3,) p'' [m/s^2]
    j: np.ndarray       # (3,) p''' [m/s^3], used by the ledger only
    ws: np.ndarray      # (3,) angular velocity [rad/s]
    alpha: np.ndarray   # (3,) angular acceleration ws' [rad/s^2]


def cross(a, b):
    """a x b for two (3,) arrays (np.cross is ten times slower for a single pair)."""
    return np.array([a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]])


def skew(a):
    """Matrix [a] with [a] b = a x b."""
    return np.array([[0.0, -a[2], a[1]], [a[2], 0.0, -a[0]], [-a[1], a[0], 0.0]])


def rotation(axis, angle):
    """Rotation matrix about the unit vector `axis` (Rodrigues), angle [rad]."""
    K = skew(axis)
    return np.eye(3) + sin(angle)*K + (1 - cos(angle))*(K @ K)


def unit(vector):
    """vector/|vector|."""
    vector = np.asarray(vector, float)
    return vector/np.linalg.norm(vector)


def fixed(_t=0.0):
    """Support at rest, surface axes = laboratory axes."""
    zero = np.zeros(3)
    return Pose(zero, np.eye(3), zero, zero, zero, zero, zero)


def angle_function(spec):
    """Theta(t) and its first three derivatives from the JSON of ball.md section 0: t -> (4,) [rad, rad/s, ...]."""
    if spec["type"] == "polynomial":
        theta = np.polynomial.Polynomial(spec["coeffs"])
        parts = [theta] + [theta.deriv(k) for k in (1, 2, 3)]
        return lambda t: np.array([part(t) for part in parts])

    if spec["type"] == "rate_sine":
        rate, A, nu = spec["Omega0"], spec["amplitude"], spec["nu"]
        return lambda t: np.array([rate*t + A/nu*(1 - cos(nu*t)), rate + A*sin(nu*t),
                                   A*nu*cos(nu*t), -A*nu*nu*sin(nu*t)])

    raise ValueError(f"angle type {spec['type']!r}")


def placement_pose(placement):
    """Origin (3,) and rotation (3, 3) of the surface frame at Theta = 0."""
    if placement is None:
        return np.zeros(3), np.eye(3)

    return np.asarray(placement["origin"], float), rotation(unit(placement["axis"]), placement["angle"])


def shaking(spec):
    """Translation amplitude*sin(nu t) and its first three derivatives: t -> (4, 3)."""
    if not spec:
        return lambda t: np.zeros((4, 3))

    A, nu = np.asarray(spec["amplitude"], float), spec["nu"]
    return lambda t: np.array([A*sin(nu*t), A*nu*cos(nu*t), -A*nu**2*sin(nu*t), -A*nu**3*cos(nu*t)])


def rotating(spec, placement=None):
    """Rotation about the fixed line (point, axis) by Theta(t), plus amplitude*sin(nu t): ball.md section 0.

        p = point + Q d + shake,  d = origin - point,  Q = Rot(axis, Theta),  Q' = Theta' [axis] Q
        p'   = Theta' D1 + ...                        D1 = axis x Q d, D2 = axis x D1, D3 = axis x D2
        p''  = Theta'' D1 + Theta'^2 D2 + ...
        p''' = Theta''' D1 + 3 Theta' Theta'' D2 + Theta'^3 D3 + ...
    """
    axis, point = unit(spec["axis"]), np.asarray(spec["point"], float)
    angle, shake = angle_function(spec["angle"]), shaking(spec.get("translation"))
    origin, R0 = placement_pose(placement)

    def pose(t):
        theta, rate, second, third = angle(t)
        Q = rotation(axis, theta)
        d0 = Q @ (origin - point)
        d1 = cross(axis, d0)
        d2 = cross(axis, d1)
        s = shake(t)
        return Pose(point + d0 + s[0], Q @ R0, rate*d1 + s[1], second*d1 + rate**2*d2 + s[2],
                    third*d1 + 3*rate*second*d2 + rate**3*cross(axis, d2) + s[3], rate*axis, second*axis)

    return pose


def gimbals(spec, placement=None):
    """Nested rotations about axes carried along, R = Rot(a1, T1) Rot(a2, T2) ... R0, plus amplitude*sin(nu t).

    Every component of the angular velocity then varies. `spec` = {rotations: [{axis, angle}, ...], translation}; the
    surface origin shakes but is not swung about. With P the product of the rotations before i and b = P a_i,
        ws += Ti' b,   alpha += Ti'' b + Ti' (ws before i) x b.
    """
    parts = [(unit(r["axis"]), angle_function(r["angle"])) for r in spec["rotations"]]
    shake = shaking(spec.get("translation"))
    origin, R0 = placement_pose(placement)

    def pose(t):
        P, ws, alpha = np.eye(3), np.zeros(3), np.zeros(3)
        for axis, angle in parts:
            theta, rate, second, _ = angle(t)
            b = P @ axis
            alpha = alpha + second*b + rate*cross(ws, b)
            ws = ws + rate*b
            P = P @ rotation(axis, theta)
        s = shake(t)
        return Pose(origin + s[0], P @ R0, s[1], s[2], s[3], ws, alpha)

    return pose


def from_json(spec, placement=None):
    """Support of a `support` dictionary of ball.md section 0, or of type `gimbals` above; None is a support at rest."""
    if spec is None:
        origin, R0 = placement_pose(placement)
        return lambda t: fixed()._replace(p=origin, R=R0)

    return {"rotation": rotating, "gimbals": gimbals}[spec["type"]](spec, placement)
