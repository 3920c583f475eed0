"""From support axes to the laboratory: what a snapshot shows of a body in contact and of its support."""

from sandbox.mechanics.compiled import compiled
from sandbox.mechanics.motion import support_motion, support_pose
from sandbox.mechanics.rotation import cross, matrix_of, multiply, turn

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


@compiled
def _put(out, at, vector):
    out[at] = vector[0]
    out[at + 1] = vector[1]
    out[at + 2] = vector[2]


@compiled
def fill_report(t, q, r, v_rel, w, rho, n, force, p, out):
    """Fill out (REPORT,) from local quantities: quaternion body -> support, and seven vectors as triples.

    r         centre of mass from the axis point [m]
    v_rel     its velocity relative to the support [m/s]
    w         absolute angular velocity [rad/s]
    rho       centre of mass -> contact [m]
    """
    pose = support_pose(t, p)
    motion = support_motion(t, p)
    turning = matrix_of(pose[0], pose[1], pose[2], pose[3])
    carried = cross(motion[0], motion[1], motion[2], r[0], r[1], r[2])

    x, y, z = turn(turning, r[0], r[1], r[2])
    _put(out, CENTRE, (pose[4] + x, pose[5] + y, pose[6] + z))
    x, y, z = turn(turning, carried[0] + v_rel[0], carried[1] + v_rel[1], carried[2] + v_rel[2])
    _put(out, VELOCITY, (pose[7] + x, pose[8] + y, pose[9] + z))
    _put(out, SPIN_LAB, turn(turning, w[0], w[1], w[2]))
    x, y, z = turn(turning, r[0] + rho[0], r[1] + rho[1], r[2] + rho[2])
    _put(out, CONTACT, (pose[4] + x, pose[5] + y, pose[6] + z))
    _put(out, NORMAL, turn(turning, n[0], n[1], n[2]))
    _put(out, FORCE, turn(turning, force[0], force[1], force[2]))
    out[NORMAL_FORCE] = n[0]*force[0] + n[1]*force[1] + n[2]*force[2]

    body = multiply(pose[0], pose[1], pose[2], pose[3], q[0], q[1], q[2], q[3])
    for i in range(4):
        out[QUATERNION + i] = body[i]
        out[SUPPORT_QUATERNION + i] = pose[i]
    _put(out, SUPPORT_POINT, (pose[4], pose[5], pose[6]))
    _put(out, SUPPORT_VELOCITY, (pose[7], pose[8], pose[9]))
    _put(out, SUPPORT_SPIN, turn(turning, motion[0], motion[1], motion[2]))
