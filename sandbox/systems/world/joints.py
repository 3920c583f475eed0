"""What holds bodies of a world, ball joints, springs and strings: checked, written down (mechanics/world/layout.py),
and as the picture shows them."""

from collections.abc import Mapping
from math import sqrt
from typing import NamedTuple

import numpy as np

from sandbox.compiling.rotation import matrix_of
from sandbox.errors import BadValue
from sandbox.mechanics import shown_layout as shown_at
from sandbox.mechanics.probe import Pose
from sandbox.mechanics.world import layout as at
from sandbox.mechanics.world.island import layout as here
from sandbox.scene.joints import BallJoint, Hinge, Spring, String
from sandbox.scene.start import ROUNDED
from sandbox.scene.world import World, joint_word
from sandbox.systems.picture import Link
from sandbox.systems.world.numbers import Room
from sandbox.text import _

# joints of a world: three rows each, which leave a quarter of those that can be solved to contacts; strings have one,
# springs none
MOST_JOINTS, MOST_ROWS_OF_JOINTS, MOST_SPRINGS = here.MOST_ROWS//4, here.MOST_ROWS//4*3, 200
# the fastest that a spring may swing or fade [1/s]: what is faster takes hundreds of steps of each frame
FASTEST = 5000.0

Tie = BallJoint | Spring | String


class PlacedJoint(NamedTuple):
    """What holds a ball at another (number), or at a support (-2 - number), which has its points in itself."""

    ball: int
    other: int
    arm: np.ndarray     # (3,) ball's axes [m]
    point: np.ndarray   # (3,) axes of the other ball from its centre, or coordinates of the support [m]
    kind: float = at.BALL_JOINT
    length: float = 0.0     # of a string, or of a spring without force [m]
    does: float = at.OPEN   # what a string does as it is written down


class Ends(NamedTuple):
    """Both ends of what holds a ball, as it begins."""

    placed: PlacedJoint
    apart: np.ndarray       # (3,) from the second to the first [m]
    moving: np.ndarray      # (3,) velocity of the first against the second [m/s]
    speed: float            # a typical one: the largest of the velocities [m/s]


def ties_of(world: World) -> list[Tie]:
    """Returns what holds bodies of a world, or BadValue where there is no room for it."""
    found = [joint for joint in world.joints if isinstance(joint, Tie)]
    joints, strings, springs = (sum(isinstance(one, word) for one in found) for word in (BallJoint, String, Spring))
    if joints > MOST_JOINTS:
        raise BadValue(_("world, joints: got {found} ball joints, at most {most} are followed").format(
            found=joints, most=MOST_JOINTS))
    if 3*joints + strings > MOST_ROWS_OF_JOINTS:
        raise BadValue(_("world, joints: got {found} strings, at most {most} are followed").format(
            found=strings, most=MOST_ROWS_OF_JOINTS - 3*joints))
    if springs > MOST_SPRINGS:
        raise BadValue(_("world, joints: got {found} springs, at most {most} are followed").format(
            found=springs, most=MOST_SPRINGS))
    if found and len(world.bodies) > here.MOST_BALLS:
        raise BadValue(_("world: got {found} balls, at most {most} where balls are joined").format(
            found=len(world.bodies), most=here.MOST_BALLS))
    hinged = {joint.support for joint in world.joints if isinstance(joint, Hinge)}
    for joint in found:
        if joint.other in hinged:
            raise BadValue(_("world, {word} of '{name}': the support '{support}' hangs on a hinge; balls are "
                             "joined to supports whose motion is given").format(
                                 word=joint_word(joint), name=joint.ball, support=joint.other))
    if joints and hinged and 3*(joints + len(world.bodies)) > here.MOST_ROWS:
        raise BadValue(_("world: got {found} ball joints and balls, at most {most} where a support hangs on a hinge"
                         ).format(found=joints + len(world.bodies), most=here.MOST_ROWS//3))
    return found


def string_count(world: World) -> int:
    """Returns how many strings a world has."""
    return sum(isinstance(joint, String) for joint in world.joints)


def put_joints(world: World, room: Room, p: np.ndarray, y: np.ndarray, t: float = 0.0,
               kept: Mapping[int, PlacedJoint] | None = None) -> tuple[PlacedJoint, ...]:
    """Writes down what holds the balls; BadValue where that can't be. y has the balls as they are at t [s].

    kept   what is there already, by number, with its points and what a string does
    """
    found: list[PlacedJoint] = []
    strings = 0
    for k, joint in enumerate(ties_of(world)):
        start = int(p[at.JOINTS_AT]) + k*at.JOINT_SIZE
        numbers = p[start:start + at.JOINT_SIZE]
        numbers[:] = 0.0
        known = (kept or {}).get(k)
        placed = _placed(world, joint, room, p, y, t) if known is None else known
        if isinstance(joint, Spring):
            numbers[at.STIFFNESS], numbers[at.DAMPING] = joint.stiffness, joint.damping
        elif isinstance(joint, String):
            numbers[at.STRING_NUMBER] = strings
            y[room.strings_at + strings] = placed.does
            strings += 1
        numbers[at.JOINT_BALL], numbers[at.JOINT_OTHER] = placed.ball, placed.other
        numbers[at.JOINT_ARM:at.JOINT_ARM + 3], numbers[at.JOINT_POINT:at.JOINT_POINT + 3] = placed.arm, placed.point
        numbers[at.JOINT_KIND], numbers[at.JOINT_LENGTH] = placed.kind, placed.length
        found.append(placed)
    return tuple(found)


def _placed(world: World, joint: Tie, room: Room, p: np.ndarray, y: np.ndarray, t: float) -> PlacedJoint:
    """What holds a ball as it begins at t [s], or BadValue."""
    ends = _ends(world, joint, room, p, y, t)
    if isinstance(joint, BallJoint):
        return _checked_joint(joint, ends, room, p)
    length = joint.length or _length(joint, ends)
    if isinstance(joint, Spring):
        _check_spring(joint, ends.placed, room, p)
        return ends.placed._replace(kind=at.SPRING, length=length)
    return ends.placed._replace(kind=at.STRING, length=length, does=_string_does(joint, length, ends))


def _ends(world: World, joint: Tie, room: Room, p: np.ndarray, y: np.ndarray, t: float) -> Ends:
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
    scale = max(float(np.linalg.norm(state[at.V:at.V + 3])), float(np.linalg.norm(v)),
                float(np.linalg.norm(v_other)), 1e-6)
    return Ends(PlacedJoint(ball, other, arm, point), x - x_other, v - v_other, scale)


def _checked_joint(joint: BallJoint, ends: Ends, room: Room, p: np.ndarray) -> PlacedJoint:
    """BadValue where a ball joint is not closed at the start."""
    radius = p[room.balls_at + ends.placed.ball*at.BALL + at.RADIUS]
    apart, size = float(np.linalg.norm(ends.apart)), radius + float(np.linalg.norm(ends.placed.arm))
    names = {"name": joint.ball, "other": joint.other or _("the laboratory")}
    if apart > ROUNDED*size:
        raise BadValue(_("world, joint of '{name}' and '{other}': can't be closed, its points are {apart:.3g} m apart "
                         "at the start").format(**names, apart=apart))
    speed = float(np.linalg.norm(ends.moving))
    if speed > ROUNDED*ends.speed:
        raise BadValue(_("world, joint of '{name}' and '{other}': its points move apart at {speed:.3g} m/s at the start"
                         ).format(**names, speed=speed))
    return ends.placed


def _length(joint: Spring | String, ends: Ends) -> float:
    """The distance of both ends at the start, or BadValue where there is none."""
    apart = float(np.linalg.norm(ends.apart))
    if not apart > 0.0:
        raise BadValue(_("world, {word} of '{name}': both ends are at one place at the start, so its length has to be "
                         "given").format(word=joint_word(joint), name=joint.ball))
    return apart


def _check_spring(spring: Spring, placed: PlacedJoint, room: Room, p: np.ndarray):
    """BadValue where a spring swings or fades faster than can be followed."""
    lightest = min(p[room.balls_at + i*at.BALL + at.MASS] for i in (placed.ball, placed.other) if i >= 0)
    if sqrt(spring.stiffness/lightest) > FASTEST or spring.damping/lightest > FASTEST:
        raise BadValue(_("world, spring of '{name}': with {mass:.3g} kg it moves faster than can be followed; the "
                         "stiffness may be {stiffness:.3g} N/m, the damping {damping:.3g} N s/m at most").format(
                             name=spring.ball, mass=lightest, stiffness=FASTEST**2*lightest, damping=FASTEST*lightest))


def _string_does(string: String, length: float, ends: Ends) -> float:
    """What a string does at the start; BadValue where it is too short for that."""
    apart = float(np.linalg.norm(ends.apart))
    if apart > (1.0 + ROUNDED)*length:
        raise BadValue(_("world, string of '{name}': its ends are {apart:.6g} m apart at the start, farther than its "
                         "length {length:.6g} m").format(name=string.ball, apart=apart, length=length))
    if apart < (1.0 - ROUNDED)*length:
        return at.OPEN
    parting = float(ends.moving @ ends.apart)/apart
    if parting > ROUNDED*ends.speed:
        raise BadValue(_("world, string of '{name}': is taut at the start, and its ends move apart at {speed:.3g} m/s"
                         ).format(name=string.ball, speed=parting))
    return at.SLIPS if parting > -ROUNDED*ends.speed else at.OPEN


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
        if joint.kind != at.BALL_JOINT:
            found.append(Link(centre.copy(), point, _second(joint, bodies, supports), joint.other < 0,
                              "string" if joint.kind == at.STRING else "spring", joint.length))
            continue
        other = bodies[joint.other, shown_at.IN_BODY["centre"]] if joint.other >= 0 else _held(joint, supports)
        found.append(Link(centre.copy(), point, other.copy(), joint.other < 0))
    return tuple(found)


def _second(joint: PlacedJoint, bodies: np.ndarray, supports: np.ndarray) -> np.ndarray:
    """The second end of a string or spring."""
    if joint.other < 0:
        return _held(joint, supports).copy()
    other = bodies[joint.other]
    return other[shown_at.IN_BODY["centre"]] + _axes(other[shown_at.IN_BODY["quaternion"]]) @ joint.point


def _held(joint: PlacedJoint, supports: np.ndarray) -> np.ndarray:
    s = -2 - joint.other
    if s >= len(supports):
        return joint.point
    return supports[s, shown_at.IN_SUPPORT["position"]] \
        + _axes(supports[s, shown_at.IN_SUPPORT["quaternion"]]) @ joint.point
