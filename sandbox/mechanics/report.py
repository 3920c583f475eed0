"""From support axes to the laboratory: what a snapshot shows of a body in contact and of its support."""

from typing import NamedTuple

from sandbox.compiling.compiled import compiled
from sandbox.compiling.places import Places
from sandbox.compiling.traced import Vector, cross, matrix_of, multiply, traced, turn
from sandbox.mechanics.motion import support_motion, support_pose

# places in a report, laboratory frame
_report = Places()
CENTRE = _report.take(3)                # centre of mass [m]
VELOCITY = _report.take(3)              # [m/s]
SPIN_LAB = _report.take(3)              # absolute angular velocity [rad/s]
QUATERNION = _report.take(4)            # body -> laboratory
CONTACT = _report.take(3)               # contact point [m]
NORMAL = _report.take(3)                # unit normal of the support, towards the body
FORCE = _report.take(3)                 # reaction on the body [N]
NORMAL_FORCE = _report.take()           # N [N]
SUPPORT_POINT = _report.take(3)         # the axis point [m]
SUPPORT_QUATERNION = _report.take(4)    # local -> laboratory
SUPPORT_SPIN = _report.take(3)          # [rad/s]
SUPPORT_VELOCITY = _report.take(3)      # of the axis point [m/s]
REPORT = _report.size


class Reported(NamedTuple):
    """A body at its support, local axes."""

    q: tuple            # quaternion body -> support (4,)
    r: Vector           # mass centre from the axis point [m]
    v_rel: Vector       # its velocity relative to the support [m/s]
    w: Vector           # absolute angular velocity [rad/s]
    rho: Vector         # mass centre -> contact [m]
    n: Vector           # unit normal of the support
    force: Vector       # reaction on the body [N]


def put(out, at, numbers):
    """out[at:] = numbers."""
    for i, number in enumerate(numbers):
        out[at + i] = number


@traced
def put_report(pose, motion, body, out):
    """`fill_report`, from the pose and the motion of the support."""
    turning = matrix_of(pose.q)
    put(out, CENTRE, pose.point + turn(turning, body.r))
    put(out, VELOCITY, pose.velocity + turn(turning, cross(motion.ws, body.r) + body.v_rel))
    put(out, SPIN_LAB, turn(turning, body.w))
    put(out, CONTACT, pose.point + turn(turning, body.r + body.rho))
    put(out, NORMAL, turn(turning, body.n))
    put(out, FORCE, turn(turning, body.force))
    out[NORMAL_FORCE] = body.n @ body.force
    put(out, QUATERNION, multiply(pose.q, body.q))
    put(out, SUPPORT_QUATERNION, pose.q)
    put(out, SUPPORT_POINT, pose.point)
    put(out, SUPPORT_VELOCITY, pose.velocity)
    put(out, SUPPORT_SPIN, turn(turning, motion.ws))


@compiled
def fill_report(t, body, p, out):
    """Fill out (REPORT,) from a Reported body."""
    put_report(support_pose(t, p), support_motion(t, p), body, out)
