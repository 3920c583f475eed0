"""Compiled entries asked one at a time from Python: fields at a point, pose and motion of a support at an instant."""

from math import isfinite, sqrt
from typing import NamedTuple

import numpy as np

from sandbox.compiling.branching import call
from sandbox.compiling.compiled import FIELD_SIZE, call_field
from sandbox.compiling.entries import entry, mode_function
from sandbox.compiling.signature import Numbers, address_of
from sandbox.compiling.traced import matrix_of, traced
from sandbox.integration.hybrid import evaluate
from sandbox.mechanics import field_places
from sandbox.mechanics import layout as lay
from sandbox.mechanics.motion import support_motion, support_pose
from sandbox.mechanics.report import put

NOTHING = np.zeros(1)
NO_CALLS = np.zeros(1, np.int64)


def cross(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """a x b of two arrays (3,), the bits of np.cross in a quarter of its time."""
    (ax, ay, az), (bx, by, bz) = a.tolist(), b.tolist()
    return np.array((ay*bz - az*by, az*bx - ax*bz, ax*by - ay*bx))


@entry
def _field_at(address: int, x: float, y: float, z: float, p: Numbers, at: int, out: Numbers):
    found = call_field(address, x, y, z, p, at)
    for i in range(FIELD_SIZE):
        out[i] = found[i]


def field_at(address: int, x: float, y: float, z: float, p: np.ndarray, at: int) -> tuple[float, ...]:
    """The ten numbers of the field at `address` for a point and the parameters p[at:]."""
    out = np.empty(FIELD_SIZE)
    _field_at(address, x, y, z, p, at, out)
    return tuple(out.tolist())


# steps of a search for a near point
MOST_STEPS = 60


@entry
def _near(slopes: int, domain: int, p: Numbers, at: int, point: Numbers) -> int:
    x, y, z = point[0], point[1], point[2]
    for _i in range(MOST_STEPS):
        slope, value = call_field(slopes, x, y, z, p, at), -call_field(domain, x, y, z, p, at)[0]
        a, b, c = slope[0], slope[1], slope[2]
        size = a*a + b*b + c*c
        if size == 0.0:
            return 0
        u, v, w = value*a/size, value*b/size, value*c/size
        x, y, z = x + u, y + v, z + w
        if not (isfinite(x) and isfinite(y) and isfinite(z)):
            return 0
        if sqrt(u*u + v*v + w*w) <= 1e-15*(1.0 + sqrt(x*x + y*y + z*z)):
            point[0], point[1], point[2] = x, y, z
            return 1
    return 0


class Fields:
    """Fields asked point by point under the same parameters p[at:]: where the arrays lie is looked up once."""

    def __init__(self, p: np.ndarray, at: int):
        self._out = np.empty(FIELD_SIZE)
        # the arrays stay where they are as long as they are kept
        self._p, self._at, self._places = p, at, (address_of(p), address_of(self._out))

    def at(self, address: int, x: float, y: float, z: float) -> list[float]:
        """Returns the ten numbers of the field at `address` for a point."""
        of_p, of_out = self._places
        _field_at.by_places(address, x, y, z, of_p, self._at, of_out)
        return self._out.tolist()

    def near(self, slopes: int, domain: int, point: np.ndarray) -> np.ndarray | None:
        """Returns a point (3,) near `point` where a field is 0, by Newton along its gradients; None where none is.

        slopes, domain   addresses of the fields of its derivatives and its values
        """
        found = np.array(point, float)
        return found if _near(slopes, domain, self._p, self._at, found) else None


class Slopes(NamedTuple):
    """First and second derivatives of a field, at a point or at n points (n,)."""

    x: float
    y: float
    z: float
    xx: float
    xy: float
    xz: float
    yy: float
    yz: float
    zz: float

    @property
    def gradient(self) -> np.ndarray:
        """(3,)."""
        return np.array((self.x, self.y, self.z))

    @property
    def hessian(self) -> np.ndarray:
        """(3, 3)."""
        return np.array(((self.xx, self.xy, self.xz), (self.xy, self.yy, self.yz), (self.xz, self.yz, self.zz)))


def slopes_at(address: int, point, p: np.ndarray, at: int) -> Slopes:
    """Takes the address of a field of slopes, a point (3,) and the parameters p[at:], and returns its derivatives."""
    x, y, z = point
    return Slopes._make(field_at(address, x, y, z, p, at)[:len(Slopes._fields)])


def slopes_at_points(address: int, points: np.ndarray, p: np.ndarray, at: int) -> Slopes:
    """The derivatives (n,) of a field of slopes at points (n, 3), each as slopes_at() has them."""
    found = np.empty((len(points), FIELD_SIZE))
    for out, (x, y, z) in zip(found, points.tolist(), strict=True):
        _field_at(address, x, y, z, p, at, out)
    return Slopes._make(found[:, :len(Slopes._fields)].T)


class Domain(NamedTuple):
    """Value of phi and the distances (EDGES,) to the edges of a surface, 1 where there are fewer."""

    phi: float
    edges: tuple[float, ...]


def domain_at(address: int, point, p: np.ndarray, at: int) -> Domain:
    """Takes the address of a field of values, a point (3,) and the parameters p[at:], and returns phi and the edges."""
    x, y, z = point
    phi, *edges = field_at(address, x, y, z, p, at)
    return Domain(phi, tuple(edges[:field_places.EDGES]))


# what `_pose_and_motion` fills; np.split would cost a frame 10 us
QUATERNION, POINT, POINT_VELOCITY, MOTION, ROTATION = (
    slice(4), slice(4, 7), slice(7, 10), slice(10, 22), slice(22, 31))
POSE = ROTATION.stop


@traced
def _put_pose_and_motion(t, p, out):
    pose = call(support_pose, t, p)
    motion = (number for vector in support_motion.formula(t, p) for number in vector)
    put(out, 0, (*pose.q, *pose.point, *pose.velocity, *motion, *matrix_of(pose.q)))


@mode_function
def _pose_and_motion(t, h, y, p, calls, out):
    _put_pose_and_motion(t, p, out)
    return 0.0


@traced
def _put_motion(t, p, out):
    put(out, 0, (number for vector in support_motion.formula(t, p) for number in vector))


@mode_function
def _motion(t, h, y, p, calls, out):
    _put_motion(t, p, out)
    return 0.0


def motion_at(t: float, p: np.ndarray) -> np.ndarray:
    """ws, as, ge, ge' of the support at the instant t (4, 3), see motion.support_motion."""
    out = np.zeros(12)
    evaluate(_motion.address, t, NOTHING, p, NO_CALLS, out)
    return out.reshape(4, 3)


class Pose:
    """A support at the instant t.

    rotation (3, 3), quaternion (4,)    local -> laboratory
    point, point_velocity (3,)          of the axis point [m, m/s];  spin (3,) in the laboratory [rad/s]
    motion (4, 3)                       ws, as, ge, ge' in local axes, see motion.support_motion
    """

    def __init__(self, t: float, p: np.ndarray):
        out = np.zeros(POSE)
        evaluate(_pose_and_motion.address, t, NOTHING, p, NO_CALLS, out)
        self.quaternion, self.point, self.point_velocity = out[QUATERNION], out[POINT], out[POINT_VELOCITY]
        self.motion, self.rotation = out[MOTION].reshape(4, 3), out[ROTATION].reshape(3, 3)
        self.axis_point = p[lay.AXIS_POINT:lay.AXIS_POINT + 3].copy()
        spin, *_others = self.motion
        self.spin = self.rotation @ spin

    def to_local(self, x):
        """Local coordinates of a laboratory point."""
        return self.rotation.T @ (np.asarray(x, float) - self.point) + self.axis_point

    def to_lab(self, x):
        """Laboratory coordinates of a local point."""
        return self.rotation @ (np.asarray(x, float) - self.axis_point) + self.point

    def velocity_of(self, x_lab):
        """Velocity of the support's material at a laboratory point [m/s]."""
        return self.point_velocity + cross(self.spin, np.asarray(x_lab, float) - self.point)
