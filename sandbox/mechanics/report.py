"""From support axes to the laboratory: what a snapshot shows of a body in contact and of its support."""

from sandbox.compiling.compiled import compiled
from sandbox.compiling.traced import Vector, cross, matrix_of, multiply, traced, turn
from sandbox.mechanics.motion import support_motion, support_pose

# places in a report, laboratory frame
CENTRE = 0              # (3) centre of mass [m]
VELOCITY = 3            # (3) [m/s]
SPIN_LAB = 6            # (3) absolute angular velocity [rad/s]
QUATERNION = 9          # (4) body -> laboratory
CONTACT = 13            # (3) contact point [m]
NORMAL = 16             # (3) unit normal of the support, towards the body
FORCE = 19              # (3) reaction on the body [N]
NORMAL_FORCE = 22       # N [N]
SUPPORT_POINT = 23      # (3) the axis point [m]
SUPPORT_QUATERNION = 26 # (4) local -> laboratory
SUPPORT_SPIN = 30       # (3) [rad/s]
SUPPORT_VELOCITY = 33   # (3) of the axis point [m/s]
REPORT = 36


def put(out, at, numbers):
    """out[at:] = numbers."""
    for i, number in enumerate(numbers):
        out[at + i] = number


@traced
def put_report(pose, motion, q, r, v_rel, w, rho, n, force, out):
    """`fill_report`, from the pose and the motion of the support."""
    place, velocity = Vector(*pose[4:7]), Vector(*pose[7:10])
    turning = matrix_of(pose[0:4])
    ws = Vector(*motion[0:3])
    put(out, CENTRE, place + turn(turning, r))
    put(out, VELOCITY, velocity + turn(turning, cross(ws, r) + v_rel))
    put(out, SPIN_LAB, turn(turning, w))
    put(out, CONTACT, place + turn(turning, r + rho))
    put(out, NORMAL, turn(turning, n))
    put(out, FORCE, turn(turning, force))
    out[NORMAL_FORCE] = n @ force
    put(out, QUATERNION, multiply(pose[0:4], q))
    put(out, SUPPORT_QUATERNION, pose[0:4])
    put(out, SUPPORT_POINT, place)
    put(out, SUPPORT_VELOCITY, velocity)
    put(out, SUPPORT_SPIN, turn(turning, ws))


@compiled
def fill_report(t, q, r, v_rel, w, rho, n, force, p, out):
    """Fill out (REPORT,) from local quantities: quaternion body -> support, and seven vectors as triples.

    r         centre of mass from the axis point [m]
    v_rel     its velocity relative to the support [m/s]
    w         absolute angular velocity [rad/s]
    rho       centre of mass -> contact [m]
    """
    put_report(support_pose(t, p), support_motion(t, p), q, r, v_rel, w, rho, n, force, out)
