"""The present instant of a run as the start of a bench: bodies where they are, as fast as they are.

What is steered by time itself begins its motion anew: a document has no clock.
"""

from dataclasses import replace
from typing import Any

import numpy as np

from sandbox.scene.bodies import Ball
from sandbox.scene.built import kinds
from sandbox.scene.built.document import Document, Part, Word
from sandbox.scene.built.parts import turned
from sandbox.scene.motions import Motion
from sandbox.text import _
from sandbox.workspace.joints import in_order
from sandbox.workspace.turned import axis_and_angle, matrix

# what of a number is kept: a gap of that size is none to the engine, which asks for a share of 1e-6 of the radius
DIGITS = 12
SEEN = 1e-6              # [m, m/s] that nobody sees
STILL = 1e-12            # of a turn that is none


def at_present(document: Document, world: Any, snapshot: Any) -> Document:
    """Returns the document of a world with starts that are where its run is now.

    world      that the document makes;  snapshot  of its run, bodies and supports in the order of the world
    """
    document, names = bodies_at_present(document, world, snapshot), list(world.supports)
    ties = [joint for joint in document.of_family(kinds.JOINT)
            if isinstance(joint.value, Word) and joint.value.name in ("BallJoint", "Spring", "String")]
    for joint, link in zip(ties, snapshot.links, strict=False):
        # the length that it had at the start is no longer that of now
        if joint.value.name != "BallJoint" and joint.value.get("length") is None:
            document = _with(document, replace(joint, value=in_order(joint.value.changed("length", link.length))))
    hinges = {joint.value.get("support"): joint for joint in document.of_family(kinds.JOINT)
              if isinstance(joint.value, Word) and joint.value.name == "Hinge"}
    for name, state in zip(names, snapshot.supports, strict=False):
        if name in hinges:
            document = _with(document, _hinge_now(hinges[name], world, state))
            continue
        for part in document.of_family(kinds.SUPPORT):
            if part.name == name and part.key is None and isinstance(part.value, Word) and part.value.name == "On":
                document = _with(document, _support_now(part, world.supports[name].surface, state))
    return document


def bodies_at_present(document: Document, world: Any, snapshot: Any) -> Document:
    """Returns the document with bodies that start where they are now, on supports as they were."""
    names = list(world.supports)
    floor = next((part.name for part in document.of_family(kinds.SUPPORT)
                  if isinstance(part.value, Word) and part.value.name == "laboratory_floor"), None)
    for name, placed, state in zip(world.names, world.bodies, snapshot.bodies, strict=True):
        part = document.part(name)
        on = names[state.support] if 0 <= state.support < len(names) else world.support_of(placed)
        if state.is_aloft and floor is not None:
            # it may have left the side of a support on which one can start
            on = floor
        has_arm = any(joint.value.get(end) == name for joint in document.of_family(kinds.JOINT)
                        for end in ("ball", "other"))
        is_at_rest = not np.any(snapshot.supports[state.support].angular_velocity) if names else False
        value = part.value.changed("start", _start(placed, state, has_arm, is_at_rest)).changed("on", on)
        document = _with(document, replace(part, value=value))
    return document


def why_not_now(world: Any) -> str:
    """Returns why a run of a world can't begin at another instant than its own start, or ""."""
    for name, on in world.supports.items():
        if not _is_steady(on.motion):
            return _("the support '{name}' moves by a law of time").format(name=name)
    for name, placed in zip(world.names, world.bodies, strict=True):
        if placed.body.carried:
            return _("'{name}' carries something that moves").format(name=name)
    return ""


def _is_steady(motion: Motion) -> bool:
    """Whether a motion is a turn at a rate that does not change by itself: it may begin at any angle."""
    angle = motion.angle
    is_plain = len(angle.coefficients) <= 2 and not any(angle.coefficients[:1]) and not angle.nu and angle.order == 1
    return is_plain and all(one.is_zero for one in (motion.tilt, motion.second_tilt, *motion.shift))


def is_there(snapshot: Any, other: Any) -> bool:
    """Whether bodies of two snapshots are in one place and equally fast, as far as anybody sees."""
    return all(np.abs(one.centre - same.centre).max() < SEEN and np.abs(one.velocity - same.velocity).max() < SEEN
               and np.abs(one.angular_velocity - same.angular_velocity).max() < SEEN/1e-3
               for one, same in zip(snapshot.bodies, other.bodies, strict=True))


def _start(placed: Any, state: Any, has_arm: bool, is_at_rest: bool) -> Word:
    """The start of a body in its present state."""
    is_ball = isinstance(placed.body, Ball)
    given: list[tuple[str, Any]] = [("at" if is_ball else "mass_centre", _numbers(state.centre))]
    # what rolls does so exactly: its velocity follows from how it turns
    if not (is_ball and state.mode == "rolling"):
        v, n = np.asarray(state.velocity), np.asarray(state.normal)
        through = float(v @ n)
        if not state.is_aloft and is_at_rest and abs(through) < SEEN:
            # what slips neither leaves nor meets what is at rest below it
            v = v - through*n
        given.append(("velocity", _numbers(v)))
    given.append(("omega", _numbers(state.angular_velocity)))
    if not is_ball or has_arm:
        given.append(("orientation", _numbers(state.quaternion)))
    return Word("Start", tuple(given))


def in_flight(placed: Any, state: Any) -> Word:
    """Returns the start of a body that flies from where it is, as fast as it is."""
    place = "at" if isinstance(placed.body, Ball) else "mass_centre"
    return Word("Start", tuple((name, _numbers(numbers)) for name, numbers in (
        (place, state.centre), ("velocity", state.velocity), ("omega", state.angular_velocity),
        ("orientation", state.quaternion))))


def _hinge_now(joint: Part, world: Any, state: Any) -> Part:
    """A hinge with the angle and the rate that its support has."""
    hinge = next(one for one in world.joints if getattr(one, "support", None) == joint.value.get("support"))
    surface, axis = world.supports[hinge.support].surface, np.asarray(hinge.axis)/np.linalg.norm(hinge.axis)
    R = matrix(state.quaternion) @ turned(surface.tilt_axis, surface.tilt).T
    about, angle = axis_and_angle(R)
    angle = angle if np.dot(about, axis) > 0.0 else -angle
    rate = float(np.dot(state.angular_velocity, axis))
    value = joint.value.changed("angle", round(angle, DIGITS)).changed("rate", round(rate, DIGITS))
    return replace(joint, value=in_order(value))


def _support_now(part: Part, surface: Any, state: Any) -> Part:
    """A support in the pose that it has."""
    before, R = turned(surface.tilt_axis, surface.tilt), matrix(state.quaternion)
    moves = np.abs(np.asarray(state.position) - surface.origin).max() > STILL
    is_round = surface.meridian(3) is not None
    turns = np.abs(R[:, 2] - before[:, 2] if is_round else R - before).max() > STILL
    if not moves and not turns:
        return part
    axis, angle = axis_and_angle(R)
    word = part.value.get("surface")
    base = word.of if isinstance(word, Word) and word.name == ".placed" else word
    placed = Word(".placed", (("origin", _numbers(state.position)), ("axis", axis), ("angle", angle)), base)
    return replace(part, value=part.value.changed("surface", placed))


def _with(document: Document, part: Part) -> Document:
    return replace(document, parts=tuple(part if one.name == part.name else one for one in document.parts))


def _numbers(values: Any) -> tuple[float, ...]:
    return tuple(round(float(x), DIGITS) + 0.0 for x in values)
