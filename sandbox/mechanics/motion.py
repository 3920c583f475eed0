"""Prescribed motion of a support: pose and the vectors through which it enters the dynamics.

    x_lab = point + d(t) + P R(f, psi(t)) R(g, chi(t)) R(e, theta(t)) (x - o)

with the spin angle theta about e, two tilt angles psi about f and chi about g, the translation d, the placement P
(local -> laboratory at rest) and the axis point o in local axes. Each angle and each of d_x, d_y, d_z is a signal

    s(t) = sum_i c_i (t - t_a)^i + B_sin sin(nu t) + B_cos cos(nu t),   i = 0..5.

A ramp is a quadratic in t whose coefficients are constants of the step, never an `if` inside a right-hand side.
"""

from sandbox.compiling.branching import call, choose
from sandbox.compiling.compiled import compiled
from sandbox.compiling.traced import Vector, cos, cross, multiply, sin, traced, vector_at
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


def signal_numbers(t, p, at):
    """Formula of `signal`."""
    s = t - p[at]
    c1, c2, c3, c4, c5 = (p[at + i] for i in range(2, 7))
    value = p[at + 1] + s*(c1 + s*(c2 + s*(c3 + s*(c4 + s*c5))))
    first = c1 + s*(2.0*c2 + s*(3.0*c3 + s*(4.0*c4 + s*5.0*c5)))
    second = 2.0*c2 + s*(6.0*c3 + s*(12.0*c4 + s*20.0*c5))
    third = 6.0*c3 + s*(24.0*c4 + s*60.0*c5)
    nu = p[at + 9]

    def swinging():
        along = p[at + 7]*sin(nu*t) + p[at + 8]*cos(nu*t)
        across = p[at + 7]*cos(nu*t) - p[at + 8]*sin(nu*t)
        return value + along, first + nu*across, second - nu*nu*along, third - nu*nu*nu*across
    return choose(nu != 0.0, swinging, lambda: (value, first, second, third))


signal_formula = traced(signal_numbers)


@compiled
def signal(t, p, at):
    """Value and three time derivatives of the signal whose coefficients start at p[at]."""
    return signal_formula(t, p, at)


@traced
def support_motion(t, p):
    """The four vectors of the support's motion, in local axes, as twelve numbers.

    ws     angular velocity [rad/s]
    as     angular acceleration [rad/s^2]
    ge     R^T (g - d'') effective gravity at the axis point [m/s^2]
    ge'    its derivative as seen in the support [m/s^3]
    Source: Bychkov 2004, in support axes.
    """
    def steady():
        rate = p[SPIN + 2]
        return (rate*p[AXIS], rate*p[AXIS + 1], rate*p[AXIS + 2], 0.0, 0.0, 0.0,
                p[GRAVITY], p[GRAVITY + 1], p[GRAVITY + 2], 0.0, 0.0, 0.0)
    return choose(p[IS_STEADY] != 0.0, steady, lambda: call(moving_support, t, p))


def turned_about(e, c, s, v):
    """The vector v turned about the unit vector e by the angle with cosine c and sine s (Rodrigues)."""
    along = (1.0 - c)*(e[0]*v[0] + e[1]*v[1] + e[2]*v[2])
    across = cross(e, v)
    return Vector(*(c*v[i] + s*across[i] + along*e[i] for i in range(3)))


def turning_frame(t, p, place, at, g, j, w, a):
    """g, j and the angular velocity and acceleration w, a after one more rotation inwards, about the axis p[place:]."""
    u = vector_at(p, place)
    angle, rate, acceleration, _ = signal_numbers(t, p, at)
    c, s = cos(-angle), sin(-angle)
    g, j, w, a = (turned_about(u, c, s, v) for v in (g, j, w, a))
    k = cross(u, w)
    a = Vector(*(a[i] + acceleration*u[i] - rate*k[i] for i in range(3)))
    return g, j, w + rate*u, a


@traced
def motion_formula(t, p):
    """`support_motion` in the general case."""
    zero = Vector(0.0, 0.0, 0.0)

    def shaken():
        # acceleration and jerk of the axis point act as a turned gravity
        g, j = vector_at(p, GRAVITY), zero
        for i in range(3):
            _, _, a, jerk = signal_numbers(t, p, SHIFT + i*SIGNAL_SIZE)
            line = vector_at(p, PLACEMENT + 3*i)
            g, j = g - a*line, j - jerk*line
        return g, j
    g, j = choose(p[HAS_SHIFT] != 0.0, shaken, lambda: (vector_at(p, GRAVITY), zero))

    def tilting():
        # from the laboratory inwards: first tilt, second tilt, spin
        first = turning_frame(t, p, TILT_AXIS, TILT, g, j, zero, zero)
        return turning_frame(t, p, SECOND_AXIS, SECOND_TILT, *first)

    def turning():
        frame = choose(p[HAS_TILT] != 0.0, tilting, lambda: (g, j, zero, zero))
        return turning_frame(t, p, AXIS, SPIN, *frame)

    def spinning():
        _, rate, acceleration, _ = signal_numbers(t, p, SPIN)
        axis = vector_at(p, AXIS)
        return g, j, rate*axis, acceleration*axis
    g, j, w, a = choose(p[HAS_TURNING_G] != 0.0, turning, spinning)
    return (*w, *a, *g, *(j - cross(w, g)))


@compiled
def moving_support(t, p):
    """`support_motion` in the general case."""
    return motion_formula(t, p)


@traced
def pose_formula(t, p):
    """`support_pose`."""
    q = tuple(p[PLACEMENT_QUATERNION + i] for i in range(4))
    for axis, at in ((TILT_AXIS, TILT), (SECOND_AXIS, SECOND_TILT), (AXIS, SPIN)):
        half = 0.5*signal_numbers(t, p, at)[0]
        c, s = cos(half), sin(half)
        q = multiply(q, (c, s*p[axis], s*p[axis + 1], s*p[axis + 2]))
    shifts = [signal_numbers(t, p, SHIFT + i*SIGNAL_SIZE) for i in range(3)]
    return (*q, *(p[LAB_POINT + i] + shifts[i][0] for i in range(3)), *(shift[1] for shift in shifts))


@compiled
def support_pose(t, p):
    """Pose of the support: quaternion local -> laboratory (4), position (3) and velocity (3) of the axis point."""
    return pose_formula(t, p)
