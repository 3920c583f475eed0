"""Prescribed motion of a support: pose and the vectors through which it enters the dynamics.

    x_lab = point + d(t) + P R(f, psi(t)) R(g, chi(t)) R(e, theta(t)) (x - o)

with the spin angle theta about e, two tilt angles psi about f and chi about g, the translation d, the placement P
(local -> laboratory at rest) and the axis point o in local axes. Each angle and each of d_x, d_y, d_z is a signal

    s(t) = sum_i c_i (t - t_a)^i + B_sin sin(nu t) + B_cos cos(nu t),   i = 0..5.

A ramp is a quadratic in t whose coefficients are constants of the step, never an `if` inside a right-hand side.
"""

from typing import NamedTuple

from sandbox.compiling.branching import call, choose
from sandbox.compiling.compiled import compiled
from sandbox.compiling.traced import Vector, cos, cross, multiply, sin, traced, vector_at
from sandbox.mechanics import layout as lay


class Signal(NamedTuple):
    """A signal and its time derivatives."""

    value: float
    rate: float
    second: float
    third: float


class SupportMotion(NamedTuple):
    """How a support moves, in local axes (3,) each. Source: Bychkov 2004, in support axes."""

    ws: Vector          # angular velocity [rad/s]
    as_: Vector         # angular acceleration [rad/s^2]
    ge: Vector          # R^T (g - d'') effective gravity at the axis point [m/s^2]
    ge_rate: Vector     # its derivative as seen in the support [m/s^3]


class SupportPose(NamedTuple):
    """Where a support is."""

    q: tuple            # quaternion local -> laboratory (4,)
    point: Vector       # the axis point in the laboratory [m]
    velocity: Vector    # of that point [m/s]


def signal_numbers(t, p, at):
    """Formula of `signal`."""
    s = t - p[at + lay.SIGNAL_START]
    c0, c1, c2, c3, c4, c5 = (p[at + lay.SIGNAL_C + i] for i in range(6))
    value = c0 + s*(c1 + s*(c2 + s*(c3 + s*(c4 + s*c5))))
    first = c1 + s*(2.0*c2 + s*(3.0*c3 + s*(4.0*c4 + s*5.0*c5)))
    second = 2.0*c2 + s*(6.0*c3 + s*(12.0*c4 + s*20.0*c5))
    third = 6.0*c3 + s*(24.0*c4 + s*60.0*c5)
    nu, B_sin, B_cos = p[at + lay.SIGNAL_NU], at + lay.SIGNAL_SINE, at + lay.SIGNAL_COSINE

    def swinging():
        along = p[B_sin]*sin(nu*t) + p[B_cos]*cos(nu*t)
        across = p[B_sin]*cos(nu*t) - p[B_cos]*sin(nu*t)
        return Signal(value + along, first + nu*across, second - nu*nu*along, third - nu*nu*nu*across)
    return choose(nu != 0.0, swinging, lambda: Signal(value, first, second, third))


signal_formula = traced(signal_numbers)


@compiled
def signal(t, p, at):
    """Value and three time derivatives of the signal whose coefficients start at p[at]."""
    return signal_formula(t, p, at)


@traced
def support_motion(t, p):
    """Returns the SupportMotion at t."""
    def steady():
        none = Vector(0.0, 0.0, 0.0)
        return SupportMotion(p[lay.SPIN + lay.SIGNAL_C + 1]*vector_at(p, lay.AXIS), none, vector_at(p, lay.GRAVITY),
                             none)
    return choose(p[lay.IS_STEADY] != 0.0, steady, lambda: call(moving_support, t, p))


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
        g, j = vector_at(p, lay.GRAVITY), zero
        for i in range(3):
            _, _, a, jerk = signal_numbers(t, p, lay.SHIFT + i*lay.SIGNAL_SIZE)
            line = vector_at(p, lay.PLACEMENT + 3*i)
            g, j = g - a*line, j - jerk*line
        return g, j
    g, j = choose(p[lay.HAS_SHIFT] != 0.0, shaken, lambda: (vector_at(p, lay.GRAVITY), zero))

    def tilting():
        # from the laboratory inwards: first tilt, second tilt, spin
        first = turning_frame(t, p, lay.TILT_AXIS, lay.TILT, g, j, zero, zero)
        return turning_frame(t, p, lay.SECOND_AXIS, lay.SECOND_TILT, *first)

    def turning():
        frame = choose(p[lay.HAS_TILT] != 0.0, tilting, lambda: (g, j, zero, zero))
        return turning_frame(t, p, lay.AXIS, lay.SPIN, *frame)

    def spinning():
        _, rate, acceleration, _ = signal_numbers(t, p, lay.SPIN)
        axis = vector_at(p, lay.AXIS)
        return g, j, rate*axis, acceleration*axis
    g, j, w, a = choose(p[lay.HAS_TURNING_G] != 0.0, turning, spinning)
    return SupportMotion(w, a, g, j - cross(w, g))


@compiled
def moving_support(t, p):
    """`support_motion` in the general case."""
    return motion_formula(t, p)


@traced
def pose_formula(t, p):
    """`support_pose`."""
    q = tuple(p[lay.PLACEMENT_QUATERNION + i] for i in range(4))
    for axis, at in ((lay.TILT_AXIS, lay.TILT), (lay.SECOND_AXIS, lay.SECOND_TILT), (lay.AXIS, lay.SPIN)):
        half = 0.5*signal_numbers(t, p, at).value
        c, s = cos(half), sin(half)
        q = multiply(q, (c, *(s*vector_at(p, axis))))
    shifts = [signal_numbers(t, p, lay.SHIFT + i*lay.SIGNAL_SIZE) for i in range(3)]
    point = vector_at(p, lay.LAB_POINT) + Vector(*(shift.value for shift in shifts))
    return SupportPose(q, point, Vector(*(shift.rate for shift in shifts)))


@compiled
def support_pose(t, p):
    """Returns the SupportPose at t."""
    return pose_formula(t, p)
