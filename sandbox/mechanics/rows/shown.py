"""What is shown of a system with rows, from its reports: from the support's rest axes to the laboratory.

    x_lab = o + P x,    q_lab = q_P o q(R)

with the placement P and the origin o of the support; the forces on a body are those of its rows that have an arrow.
"""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np

from sandbox.compiling.compiled import compiled, part
from sandbox.compiling.entries import entry
from sandbox.compiling.rotation import matrix_of, multiply, turn
from sandbox.compiling.signature import Numbers, Wholes
from sandbox.mechanics import layout as lay
from sandbox.mechanics import shown_layout as shown_at
from sandbox.mechanics.motion import support_motion, support_pose
from sandbox.mechanics.rows.report import BODY
from sandbox.mechanics.shown import Shown, first_of

# places within the numbers of a reported body
CENTRE, VELOCITY, SPIN, ROTATION = (sum(list(BODY.values())[:i]) for i in range(len(BODY)))
# places of what is shown
TO_CENTRE, TO_VELOCITY, TO_SPIN, TO_QUATERNION, TO_CONTACT, TO_NORMAL, TO_FORCE = (first_of(shown_at.IN_BODY[name])
                                                                                   for name in (
    "centre", "velocity", "angular_velocity", "quaternion", "contact", "normal", "F"))
TO_POSITION, TO_TURNED, TO_TURNING = (first_of(shown_at.IN_SUPPORT[name]) for name in (
    "position", "quaternion", "angular_velocity"))
NONE = -1


class Plan(NamedTuple):
    """Where a report has what is shown; places count from its beginning.

    bodies    first place of each body;  rounds  whether its normal is that of the sphere it is
    arrows    of each row that has one (body, row, place of its point, place of its direction)
    table     the body that is the support, or NONE
    origin    (3,) of the support [m]
    """

    bodies: Sequence[int]
    rounds: Sequence[bool]
    arrows: Sequence[tuple[int, int, int, int]]
    table: int
    origin: np.ndarray


# places in a plan written out as whole numbers: counts, then bodies (place, is round), then arrows
N, WIDTH, ROWS, BODIES, ARROWS, TABLE, HEAD = range(7)
PER_BODY, PER_ARROW = 2, 4


@compiled
def _write(out, at, x, y, z):
    out[at], out[at + 1], out[at + 2] = x, y, z


@compiled
def _turned(p, x, y, z):
    """P v."""
    P = part(p, lay.PLACEMENT)
    return (P[0]*x + P[1]*y + P[2]*z, P[3]*x + P[4]*y + P[5]*z, P[6]*x + P[7]*y + P[8]*z)


@compiled
def quaternion_of(R):
    """Quaternion of a rotation R (9,), row by row: the row of 4 q q^T that belongs to its largest number, made unit."""
    ww, xx = R[0] + R[4] + R[8] + 1.0, R[0] - R[4] - R[8] + 1.0
    yy, zz = R[4] - R[0] - R[8] + 1.0, R[8] - R[0] - R[4] + 1.0
    wx, wy, wz = R[7] - R[5] + 0.0, R[2] - R[6] + 0.0, R[3] - R[1] + 0.0
    xy, xz, yz = R[1] + R[3] + 0.0, R[2] + R[6] + 0.0, R[5] + R[7] + 0.0
    a, b, c, d = ww, wx, wy, wz
    if xx > ww and xx >= yy and xx >= zz:
        a, b, c, d = wx, xx, xy, xz
    elif yy > ww and yy > xx and yy >= zz:
        a, b, c, d = wy, xy, yy, yz
    elif zz > ww and zz > xx and zz > yy:
        a, b, c, d = wz, xz, yz, zz
    norm = sqrt(a*a + b*b + c*c + d*d)
    return a/norm, b/norm, c/norm, d/norm


@compiled
def _placed(p, R):
    """The quaternion of P R."""
    w, x, y, z = quaternion_of(R)
    at = lay.PLACEMENT_QUATERNION
    return multiply(p[at], p[at + 1], p[at + 2], p[at + 3], w, x, y, z)


@compiled
def _put_quaternion(out, at, q):
    out[at], out[at + 1], out[at + 2], out[at + 3] = q


@compiled
def _put_body(seen, forces, plan, i, p, origin, out):
    """Writes the body i of a report to out (BODY_SIZE,)."""
    bodies, arrows = HEAD, HEAD + PER_BODY*plan[BODIES]
    body, is_round = plan[bodies + PER_BODY*i], plan[bodies + PER_BODY*i + 1]
    x, y, z = seen[body + CENTRE], seen[body + CENTRE + 1], seen[body + CENTRE + 2]
    cx, cy, cz, fx, fy, fz, has_arrow = x, y, z, 0.0, 0.0, 0.0, False
    for j in range(plan[ARROWS]):
        arrow = arrows + PER_ARROW*j
        if plan[arrow] != i:
            continue
        force, point, along = forces[plan[arrow + 1]], plan[arrow + 2], plan[arrow + 3]
        if not has_arrow:
            cx, cy, cz, has_arrow = seen[point], seen[point + 1], seen[point + 2], True
        fx, fy, fz = fx + force*seen[along], fy + force*seen[along + 1], fz + force*seen[along + 2]
    nx, ny, nz = 0.0, 0.0, 1.0
    if is_round and has_arrow:
        nx, ny, nz = cx - x, cy - y, cz - z
        length = sqrt(nx*nx + ny*ny + nz*nz)
        nx, ny, nz = nx/length, ny/length, nz/length

    x, y, z = _turned(p, x, y, z)
    _write(out, TO_CENTRE, origin[0] + x, origin[1] + y, origin[2] + z)
    x, y, z = _turned(p, cx, cy, cz)
    _write(out, TO_CONTACT, origin[0] + x, origin[1] + y, origin[2] + z)
    at = body + VELOCITY
    _write(out, TO_VELOCITY, *_turned(p, seen[at], seen[at + 1], seen[at + 2]))
    at = body + SPIN
    _write(out, TO_SPIN, *_turned(p, seen[at], seen[at + 1], seen[at + 2]))
    _write(out, TO_NORMAL, *_turned(p, nx, ny, nz))
    _write(out, TO_FORCE, *_turned(p, fx, fy, fz))
    _put_quaternion(out, TO_QUATERNION, _placed(p, part(seen, body + ROTATION)))


@compiled
def _put_support(seen, t, plan, p, out):
    """Writes the support to out (SUPPORT_SIZE,)."""
    pose, motion = support_pose(t, p), support_motion(t, p)
    R = matrix_of(pose.q[0], pose.q[1], pose.q[2], pose.q[3])
    x, y, z = turn(R, 0.0 - p[lay.AXIS_POINT], 0.0 - p[lay.AXIS_POINT + 1], 0.0 - p[lay.AXIS_POINT + 2])
    _write(out, TO_POSITION, x + pose.point[0], y + pose.point[1], z + pose.point[2])
    if plan[TABLE] == NONE:
        _put_quaternion(out, TO_TURNED, pose.q)
        _write(out, TO_TURNING, *turn(R, motion.ws[0], motion.ws[1], motion.ws[2]))
        return
    table = plan[HEAD + PER_BODY*plan[TABLE]]
    at = table + SPIN
    _put_quaternion(out, TO_TURNED, _placed(p, part(seen, table + ROTATION)))
    _write(out, TO_TURNING, *_turned(p, seen[at], seen[at + 1], seen[at + 2]))


@entry
def _fill(reports: Numbers, t: Numbers, forces: Numbers, plan: Wholes, p: Numbers, origin: Numbers, bodies: Numbers,
          supports: Numbers):
    for k in range(plan[N]):
        seen = part(reports, k*plan[WIDTH])
        for i in range(plan[BODIES]):
            _put_body(seen, part(forces, k*plan[ROWS]), plan, i, p, origin,
                      part(bodies, (k*plan[BODIES] + i)*shown_at.BODY_SIZE))
        _put_support(seen, t[k], plan, p, part(supports, k*shown_at.SUPPORT_SIZE))


def shown_of(reports: np.ndarray, t: np.ndarray, forces: np.ndarray, plan: Plan, p: np.ndarray) -> Shown:
    """Returns what is shown of the reports (n, numbers) at t (n,); forces (n, rows) of the rows."""
    n, width = reports.shape
    written = [n, width, forces.shape[1], len(plan.bodies), len(plan.arrows), plan.table]
    for place, is_round in zip(plan.bodies, plan.rounds, strict=True):
        written += place, is_round
    for arrow in plan.arrows:
        written += arrow
    bodies, supports = np.zeros((n, len(plan.bodies), shown_at.BODY_SIZE)), np.empty((n, 1, shown_at.SUPPORT_SIZE))
    _fill(reports, t, np.ascontiguousarray(forces), np.array(written, np.int64), p, plan.origin, bodies, supports)
    return Shown(bodies, supports)
