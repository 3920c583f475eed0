"""Joints of a bench: arms and pins of balls, springs and strings of bodies, hinges of supports, and how they follow
what is moved."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from math import ceil, pi, radians
from typing import Any

import numpy as np

from sandbox.errors import BadValue
from sandbox.scene.bodies import Ball
from sandbox.scene.built import kinds
from sandbox.scene.built.document import Document, Part, Word
from sandbox.scene.built.parts import points_of, turned, word
from sandbox.scene.built.values import arguments_of, bare
from sandbox.scene.materials import material
from sandbox.text import _
from sandbox.workspace.turned import matrix

# an axis that is nearer to one of the laboratory's is that one; points that are nearer to each other give no axis [m]
NEARLY, NO_AXIS = radians(12.0), 0.005
BEARING = 0.001          # friction of a new hinge [N m s]
DENSITY, THIN = 700.0, 0.004      # of what has no material, and thickness of a shell [kg/m^3, m]


def arm(world: Any, states: Mapping[str, Any], first: tuple[str, Any], second: tuple[str, Any]) -> Word:
    """Returns the word of a rigid arm between two balls, or from a ball to a point of a support; or BadValue.

    states         bodies by name as they start;  first, second   names of parts with points (3,) of them [m]
    """
    if first[0] not in states:
        first, second = second, first
    (ball, _point), (other, point) = first, second
    if ball == other:
        raise BadValue(_("an arm needs two parts: '{name}' was clicked twice").format(name=ball))
    for name in (ball, other):
        if name in states and not isinstance(world.bodies[world.names.index(name)].body, Ball):
            raise BadValue(_("'{name}': only balls are joined yet").format(name=name))
    if ball not in states:
        raise BadValue(_("an arm holds a ball: click one of them, then another one or a support"))
    if other in states:
        return word("BallJoint", ball=ball, other=other, at=_at(states[ball], states[other].centre),
                    other_at=(0.0, 0.0, 0.0))
    return word("BallJoint", ball=ball, other=other, at=_at(states[ball], point))


def tie(world: Any, states: Mapping[str, Any], tool: Word, first: tuple[str, Any], second: tuple[str, Any]) -> Word:
    """Returns the word of a spring or string from the middle of a body to that of another, or to a point of a support.

    tool    its word with what it has beside its ends; its length is that of now, of a string up to a millimetre more
    """
    if first[0] not in states:
        first, second = second, first
    (ball, _point), (other, point) = first, second
    if ball == other:
        raise BadValue(_("a spring or string needs two parts: '{name}' was clicked twice").format(name=ball))
    if ball not in states:
        raise BadValue(_("a spring or string holds a body: click one of them, then another one or a support"))
    end, reached = (0.0, 0.0, 0.0), np.asarray(point, dtype=float)
    if other in states:
        reached = states[other].centre
    else:
        surface = world.supports[other].surface
        x, y, z = turned(surface.tilt_axis, surface.tilt).T @ (reached - surface.origin)
        end = (_rounded(x), _rounded(y), _rounded(z))
    far = float(np.linalg.norm(states[ball].centre - reached))
    length = ceil(1000.0*far)/1000.0 if tool.name == "String" else round(far, 4)
    return word(tool.name, ball=ball, other=other, **dict(tool.arguments), length=length, other_at=end)


def hinge(world: Any, first: tuple[str, Any], second: tuple[str, Any]) -> Word:
    """Returns the word of a hinge of the support that was clicked first, its axis through both points; or BadValue."""
    name, point = first
    if name not in world.supports:
        raise BadValue(_("a hinge is for what bodies stand on: '{name}' is a body").format(name=name))
    surface = world.supports[name].surface
    way = np.asarray(second[1], dtype=float) - point
    axis = np.array((0.0, 0.0, 1.0))
    if np.linalg.norm(way) > NO_AXIS:
        axis = way/np.linalg.norm(way)
        nearest = int(np.argmax(np.abs(axis)))
        if abs(axis[nearest]) > np.cos(NEARLY):
            axis = np.eye(3)[nearest]
    mass, middle, inertia = weighed(surface, np.asarray(point, dtype=float), axis)
    names = {(1.0, 0.0, 0.0): "x", (0.0, 1.0, 0.0): "y", (0.0, 0.0, 1.0): "z"}
    shown: Any = tuple(_rounded(x) for x in axis)
    return word("Hinge", support=name, inertia=float(f"{inertia:.4g}"), axis=names.get(shown, shown),
                point=tuple(_rounded(float(x)) for x in point), friction=BEARING, mass=float(f"{mass:.4g}"),
                mass_centre=tuple(_rounded(x) for x in middle))


def in_order(value: Any) -> Any:
    """Returns a value with the arguments of its words in the order in which these have them, as they are read again."""
    if isinstance(value, tuple):
        return tuple(map(in_order, value))
    if not isinstance(value, Word):
        return value
    arguments = tuple((name, in_order(one)) for name, one in value.arguments)
    if value.name in ("Start", "Hinge", "Spring", "String"):
        known = arguments_of(value.name)
        arguments = tuple(sorted(arguments, key=lambda one: known.index(one[0])))
        # what is so without being said is not said
        return bare(Word(value.name, arguments))
    return Word(value.name, arguments, in_order(value.of))


def weighed(surface: Any, point: np.ndarray, axis: np.ndarray) -> tuple[float, np.ndarray, float]:
    """Returns mass [kg], mass centre (3,) [m] and moment about an axis through a point [kg m^2] of a support.

    A plate is a box or a cylinder of its material; what has no thickness a shell of 4 mm on its outermost points.
    """
    density = DENSITY if surface.material is None else material(surface.material).density
    points = points_of(surface)
    middle = 0.5*(points.max(axis=0) + points.min(axis=0)) if surface.box is None else np.asarray(surface.origin)
    across = np.linalg.norm(np.cross(points - point, axis), axis=1)
    if surface.box is not None:
        a, b, c = surface.box
        mass = density*8.0*a*b*c
        # a box: each of its corners stands for a third of its spread, about its middle
        spread = np.mean(np.linalg.norm(np.cross(points - middle, axis), axis=1)**2)/3.0
    elif surface.name == "round slab":
        far, height = surface.rim or float(np.ptp(points[:, 0]))/2.0, float(np.ptp(points @ _normal(surface)))
        mass = density*pi*far**2*height
        n = _normal(surface) @ axis
        spread = 0.5*far**2*n**2 + (far**2/4.0 + height**2/12.0)*(1.0 - n**2)
    else:
        far = float(np.linalg.norm(points - middle, axis=1).max())
        mass = density*2.0*pi*far**2*THIN
        return mass, middle, max(mass*float(np.mean(across**2)), 1e-6)
    arm = np.cross(middle - point, axis)
    return mass, middle, max(mass*float(spread + arm @ arm), 1e-6)


def _normal(surface: Any) -> np.ndarray:
    return turned(surface.tilt_axis, surface.tilt)[:, 2]


def rejoined(before: Mapping[str, Any], after: Mapping[str, Any], document: Document, number: Callable[[Any], float],
             moved: str = "", by: Any = (0.0, 0.0, 0.0)) -> Document:
    """Returns the document with arms that reach from where balls are now to what they reached before.

    before, after   bodies by name as they started and as they start now;  moved  support that was moved by (3,) [m]
    number          number(value) -> the number that stands there;  arms of what stays are what they were
    """
    for joint in document.of_family(kinds.JOINT):
        value = joint.value
        if value.name != "BallJoint" or value.get("ball") not in after or value.get("ball") not in before:
            continue
        ball, other = value.get("ball"), value.get("other", "")
        if not (other and other == moved) and all(_stays(before[one], after[one]) for one in (ball, other)
                                                  if one in before and one in after):
            continue
        if other in after:
            at = _at(after[ball], after[other].centre)
        else:
            old = np.array([number(one) for one in value.get("at", (0.0,)*3)])
            pivot = before[ball].centre + matrix(before[ball].quaternion) @ old
            at = _at(after[ball], pivot + np.asarray(by) if other == moved else pivot)
        if at != value.get("at"):
            document = _with(document, replace(joint, value=value.changed("at", at)))
    return document


def _stays(one: Any, other: Any) -> bool:
    """Whether a body starts as it did, as far as its arms are concerned."""
    return np.array_equal(one.centre, other.centre) and np.array_equal(one.quaternion, other.quaternion)


def _at(state: Any, point: Any) -> tuple[float, float, float]:
    """A point (3,) of the laboratory from the centre of a ball in its own axes."""
    x, y, z = matrix(state.quaternion).T @ (np.asarray(point, dtype=float) - state.centre)
    return _rounded(x), _rounded(y), _rounded(z)


def _with(document: Document, part: Part) -> Document:
    return replace(document, parts=tuple(part if one.name == part.name else one for one in document.parts))


def _rounded(x: float) -> float:
    """To a nanometre."""
    return round(float(x), 9) + 0.0
