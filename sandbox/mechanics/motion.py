"""Prescribed motion of a support: pose and the vectors through which it enters the dynamics.

    x_lab = point + d(t) + P R(f, psi(t)) R(g, chi(t)) R(e, theta(t)) (x - o)

with the spin angle theta about e, two tilt angles psi about f and chi about g, the translation d, the placement P
(local -> laboratory at rest) and the axis point o in local axes. Each angle and each of d_x, d_y, d_z is a signal

    s(t) = sum_i c_i (t - t_a)^i + B_sin sin(nu t) + B_cos cos(nu t),   i = 0..5.

A ramp is a quadratic in t whose coefficients are constants of the step, never an `if` inside a right-hand side.
"""

from math import cos, sin

from sandbox.mechanics.compiled import compiled, inlined
from sandbox.mechanics.layout import (
    AXIS,
    GRAVITY,
    HAS_SHIFT,
    HAS_TILT,
    HAS_TURNING_G,
    IS_STEADY,
    LAB_POINT,
    PLACEMENT,
    PLACEMENT_QUATERNION,
    SECOND_AXIS,
    SECOND_TILT,
    SHIFT,
    SIGNAL_SIZE,
    SPIN,
    TILT,
    TILT_AXIS,
)
from sandbox.mechanics.rotation import cross, multiply, rotate_about


@compiled
def signal(t, p, at):
    """Value and three time derivatives of the signal whose coefficients start at p[at]."""
    s = t - p[at]
    c1, c2, c3, c4, c5 = p[at + 2], p[at + 3], p[at + 4], p[at + 5], p[at + 6]
    value = p[at + 1] + s*(c1 + s*(c2 + s*(c3 + s*(c4 + s*c5))))
    first = c1 + s*(2.0*c2 + s*(3.0*c3 + s*(4.0*c4 + s*5.0*c5)))
    second = 2.0*c2 + s*(6.0*c3 + s*(12.0*c4 + s*20.0*c5))
    third = 6.0*c3 + s*(24.0*c4 + s*60.0*c5)
    nu = p[at + 9]
    if nu != 0.0:
        along = p[at + 7]*sin(nu*t) + p[at + 8]*cos(nu*t)
        across = p[at + 7]*cos(nu*t) - p[at + 8]*sin(nu*t)
        value += along
        first += nu*across
        second -= nu*nu*along
        third -= nu*nu*nu*across
    return value, first, second, third


@inlined
def support_motion(t, p):
    """The four vectors of the support's motion, in local axes, as twelve numbers.

    ws     angular velocity [rad/s]
    as     angular acceleration [rad/s^2]
    ge     R^T (g - d'') effective gravity at the axis point [m/s^2]
    ge'    its derivative as seen in the support [m/s^3]
    Source: Bychkov 2004, in support axes.
    """
    if p[IS_STEADY] != 0.0:
        rate = p[SPIN + 2]
        return (rate*p[AXIS], rate*p[AXIS + 1], rate*p[AXIS + 2], 0.0, 0.0, 0.0,
                p[GRAVITY], p[GRAVITY + 1], p[GRAVITY + 2], 0.0, 0.0, 0.0)
    return moving_support(t, p)


@compiled
def moving_support(t, p):
    """`support_motion` in the general case."""
    gx, gy, gz = p[GRAVITY], p[GRAVITY + 1], p[GRAVITY + 2]
    jx, jy, jz = 0.0, 0.0, 0.0
    wx, wy, wz = 0.0, 0.0, 0.0
    ax, ay, az = 0.0, 0.0, 0.0

    # acceleration and jerk of the axis point act as a turned gravity
    if p[HAS_SHIFT] != 0.0:
        for i in range(3):
            _, _, a, j = signal(t, p, SHIFT + i*SIGNAL_SIZE)
            gx -= p[PLACEMENT + 3*i]*a
            gy -= p[PLACEMENT + 3*i + 1]*a
            gz -= p[PLACEMENT + 3*i + 2]*a
            jx -= p[PLACEMENT + 3*i]*j
            jy -= p[PLACEMENT + 3*i + 1]*j
            jz -= p[PLACEMENT + 3*i + 2]*j

    if p[HAS_TURNING_G] != 0.0:
        for i in range(3):
            # from the laboratory inwards: first tilt, second tilt, spin
            axis, at = (TILT_AXIS, TILT) if i == 0 else (SECOND_AXIS, SECOND_TILT) if i == 1 else (AXIS, SPIN)
            if i < 2 and p[HAS_TILT] == 0.0:
                continue
            ux, uy, uz = p[axis], p[axis + 1], p[axis + 2]
            angle, rate, acceleration, _ = signal(t, p, at)
            gx, gy, gz = rotate_about(ux, uy, uz, -angle, gx, gy, gz)
            jx, jy, jz = rotate_about(ux, uy, uz, -angle, jx, jy, jz)
            wx, wy, wz = rotate_about(ux, uy, uz, -angle, wx, wy, wz)
            ax, ay, az = rotate_about(ux, uy, uz, -angle, ax, ay, az)
            kx, ky, kz = cross(ux, uy, uz, wx, wy, wz)
            ax, ay, az = ax + acceleration*ux - rate*kx, ay + acceleration*uy - rate*ky, az + acceleration*uz - rate*kz
            wx, wy, wz = wx + rate*ux, wy + rate*uy, wz + rate*uz
    else:
        _, rate, acceleration, _ = signal(t, p, SPIN)
        wx, wy, wz = rate*p[AXIS], rate*p[AXIS + 1], rate*p[AXIS + 2]
        ax, ay, az = acceleration*p[AXIS], acceleration*p[AXIS + 1], acceleration*p[AXIS + 2]
    cx, cy, cz = cross(wx, wy, wz, gx, gy, gz)
    return wx, wy, wz, ax, ay, az, gx, gy, gz, jx - cx, jy - cy, jz - cz


@compiled
def support_pose(t, p):
    """Pose of the support: quaternion local -> laboratory (4), position (3) and velocity (3) of the axis point."""
    at = PLACEMENT_QUATERNION
    q = (p[at], p[at + 1], p[at + 2], p[at + 3])
    for i in range(3):
        axis, at = (TILT_AXIS, TILT) if i == 0 else (SECOND_AXIS, SECOND_TILT) if i == 1 else (AXIS, SPIN)
        half = 0.5*signal(t, p, at)[0]
        c, s = cos(half), sin(half)
        q = multiply(q[0], q[1], q[2], q[3], c, s*p[axis], s*p[axis + 1], s*p[axis + 2])
    x, dx, _, _ = signal(t, p, SHIFT)
    y, dy, _, _ = signal(t, p, SHIFT + SIGNAL_SIZE)
    z, dz, _, _ = signal(t, p, SHIFT + 2*SIGNAL_SIZE)
    return (*q, p[LAB_POINT] + x, p[LAB_POINT + 1] + y, p[LAB_POINT + 2] + z, dx, dy, dz)
