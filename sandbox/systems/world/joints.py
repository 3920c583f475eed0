"""Ball joints of a world: checked, written down (mechanics/world/layout.py), and as the picture shows them."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from sandbox.compiling.rotation import matrix_of
from sandbox.errors import BadValue
from sandbox.mechanics import shown_layout as shown_at
from sandbox.mechanics.probe import Pose
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.island import layout as here
from sandbox.scene.joints import BallJoint, Hinge
from sandbox.scene.start import ROUNDED
from sandbox.scene.world import World
from sandbox.systems.picture import Link
from sandbox.systems.world.numbers import Room
from sandbox.text import _

# joints of a world: three rows each, which leave a quarter of those that can be solved to contacts
MOST_JOINTS = here.MOST_ROWS//4


class PlacedJoint(NamedTuple):
    """A ball joint between a ball and another (number), or a support (-2 - number), which has its points in itself."""

    ball: int
    other: int
    arm: np.ndarray     # (3,) ball's axes [m]
    point: np.ndarray   # (3,) axes of the other ball from its centre, or coordinates of the support [m]


def ball_joints(world: World) -> list[BallJoint]:
    """Returns the ball joints of a world, or BadValue where there is no room for them."""
    found = [joint for joint in world.joints if isinstance(joint, BallJoint)]
    if len(found) > MOST_JOINTS:
        raise BadValue(_("world, joints: got {found} ball joints, at most {most} are followed").format(
            found=len(found), most=MOST_JOINTS))
    if found and len(world.bodies) > here.MOST_BALLS:
        raise BadValue(_("world: got {found} balls, at most {most} where balls are joined").format(
            found=len(world.bodies), most=here.MOST_BALLS))
    hinged = {joint.support for joint in world.joints if isinstance(joint, Hinge)}
    for joint in found:
        if joint.other in hinged:
            raise BadValue(_("world, ball joint of '{name}': the support '{support}' hangs on a hinge; balls are "
                             "joined to supports whose motion is given").format(name=joint.ball, support=joint.other))
    if found and hinged and 3*(len(found) + len(world.bodies)) > here.MOST_ROWS:
        raise BadValue(_("world: got {found} ball joints and balls, at most {most} where a support hangs on a hinge"
                         ).format(found=len(found) + len(world.bodies), most=here.MOST_ROWS//3))
    return found


def put_joints(world: World, room: Room, p: np.ndarray, y: np.ndarray, t: float = 0.0,
               kept: Mapping[int, PlacedJoint] | None = None) -> tuple[PlacedJoint, ...]:
    """Writes the ball joints down; BadValue where one is not closed. y has the balls as they are at t [s].

    kept   joints that are there already, by number, with their points
    """
    found = []
    for k, joint in enumerate(ball_joints(world)):
        known = (kept or {}).get(k)
        placed = _placed_joint(world, joint, room, p, y, t) if known is None else known
        start = int(p[at.JOINTS_AT]) + k*at.JOINT_SIZE
        p[start + at.JOINT_BALL], p[start + at.JOINT_OTHER] = placed.ball, placed.other
        p[start + at.JOINT_ARM:start + at.JOINT_ARM + 3] = placed.arm
        p[start + at.JOINT_POINT:start + at.JOINT_POINT + 3] = placed.point
        found.append(placed)
    return tuple(found)


def _placed_joint(world: World, joint: BallJoint, room: Room, p: np.ndarray, y: np.ndarray, t: float) -> PlacedJoint:
    ball = world.names.index(joint.ball)
    arm, state = np.array(joint.at), y[ball*at.STATE:(ball + 1)*at.STATE]
    x, v = _end(state, arm)
    if joint.other in world.names:
        other = world.names.index(joint.other)
        there = y[other*at.STATE:(other + 1)*at.STATE]
        R = _axes(there[at.Q:at.Q + 4])
        point = R.T @ (x - there[at.X:at.X + 3]) if joint.other_at is None else np.array(joint.other_at)
        x_other, v_other = _end(there, point)
    else:
        # the laboratory is the last support
        s = list(world.supports).index(joint.other) if joint.other else room.supports - 1
        start = room.block_at(s)
        pose = Pose(t, p[start + at.OF_MOTION:start + room.block])
        point = pose.to_local(x) if joint.other_at is None else np.array(joint.other_at)
        other, x_other = -2 - s, pose.to_lab(point)
        v_other = pose.velocity_of(x_other)
    radius = p[room.balls_at + ball*at.BALL + at.RADIUS]
    apart, size = float(np.linalg.norm(x - x_other)), radius + float(np.linalg.norm(arm))
    names = {"name": joint.ball, "other": joint.other or _("the laboratory")}
    if apart > ROUNDED*size:
        raise BadValue(_("world, joint of '{name}' and '{other}': can't be closed, its points are {apart:.3g} m apart "
                         "at the start").format(**names, apart=apart))
    speed = float(np.linalg.norm(v - v_other))
    scale = max(float(np.linalg.norm(state[at.V:at.V + 3])), float(np.linalg.norm(v)),
                float(np.linalg.norm(v_other)), 1e-6)
    if speed > ROUNDED*scale:
        raise BadValue(_("world, joint of '{name}' and '{other}': its points move apart at {speed:.3g} m/s at the start"
                         ).format(**names, speed=speed))
    return PlacedJoint(ball, other, arm, point)


def _axes(q) -> np.ndarray:
    """Rotation (3, 3) of a quaternion, body -> laboratory."""
    return np.array(matrix_of(*map(float, q))).reshape(3, 3)


def _end(state: np.ndarray, arm: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Place and velocity (3,) of the end of an arm of a ball."""
    r = _axes(state[at.Q:at.Q + 4]) @ arm
    return state[at.X:at.X + 3] + r, state[at.V:at.V + 3] + np.cross(state[at.W:at.W + 3], r)


def links_of(joints: tuple[PlacedJoint, ...], bodies: np.ndarray, supports: np.ndarray) -> tuple[Link, ...]:
    """Returns the joints as the picture shows them, from what is shown of bodies and supports (mechanics/shown.py)."""
    found = []
    for joint in joints:
        centre = bodies[joint.ball, shown_at.IN_BODY["centre"]]
        point = centre + _axes(bodies[joint.ball, shown_at.IN_BODY["quaternion"]]) @ joint.arm
        other = bodies[joint.other, shown_at.IN_BODY["centre"]] if joint.other >= 0 else _held(joint, supports)
        found.append(Link(centre.copy(), point, other.copy(), joint.other < 0))
    return tuple(found)


def _held(joint: PlacedJoint, supports: np.ndarray) -> np.ndarray:
    s = -2 - joint.other
    if s >= len(supports):
        return joint.point
    return supports[s, shown_at.IN_SUPPORT["position"]] \
        + _axes(supports[s, shown_at.IN_SUPPORT["quaternion"]]) @ joint.point
